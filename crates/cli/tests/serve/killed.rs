//! The whole server is killed without warning, again and again, while people and bots play; and told to stop, and
//! started again. Nobody loses a chip, and nobody's hand changes.

use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::people::{self, BUY_IN, Person};
use crate::program::Program;
use crate::support::{Folder, Guest};

/// What every person was given.
const GRANT: u64 = 10_000;

/// How often it is killed: ten times, or as often as `SOAK` says if that is more.
fn kills() -> u64 {
    std::env::var("SOAK").ok().and_then(|times| times.parse().ok()).unwrap_or(10).max(10)
}

/// People in pairs at tables of their own, and somebody who looks at all of the house's tables so that the bots play.
async fn everybody(program: &Program) -> (Vec<Person>, Guest) {
    let mut people = Vec::new();
    for (game, bots) in [("holdout", 0), ("draw27-triple", 0), ("holdem", 2)] {
        let pair = [Guest::arrive(program.address).await, Guest::arrive(program.address).await];
        let table = people::open_table(&pair[0], game, bots).await;
        for guest in pair {
            people.push(Person::sit(guest, table, bots == 0).await);
        }
    }
    (people, Guest::arrive(program.address).await)
}

/// Everyone comes back and plays for so long, or until the line goes dead.
async fn play_for(program: &Program, people: &mut [Person], spectator: &mut Guest, time: Duration) {
    spectator.address = program.address;
    let watching = people::watch_house(spectator, time);
    let playing = people.iter_mut().map(|person| person.play_for(time));
    tokio::join!(watching, futures_util::future::join_all(playing));
}

/// The decks of running hands and the room's keys are in memory: no file of that is left where a room crashes.
#[test]
fn a_crash_leaves_no_file_of_the_memory() {
    let folder = Folder::new("crashed");
    std::fs::create_dir_all(folder.path()).unwrap();
    // As long a file as the system allows, in the folder that it is in, where it writes one by that name.
    let script = r#"ulimit -c "$(ulimit -H -c)"; cd "$1"; exec "$2" serve --demo --listen 127.0.0.1:0 --set log=off"#;
    let mut command = Command::new("sh");
    command.args(["-c", script, "room"]).arg(folder.path()).arg(env!("CARGO_BIN_EXE_cardroom"));
    let mut room = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(room.stdout.take().unwrap()).read_line(&mut said).unwrap();
    assert!(said.contains("is open"), "{said}");
    let crashed = Command::new("kill").arg("-ABRT").arg(room.id().to_string()).status().unwrap();
    assert!(crashed.success());
    let status = room.wait().unwrap();
    assert!(status.signal().is_some() && !status.core_dumped(), "{status}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn soak_killed_under_load_nobody_loses_a_chip_or_a_card() {
    let folder = Folder::new("killed");
    let mut program = Program::start(folder.path());
    let (mut people, mut spectator) = everybody(&program).await;
    let (mut same_hand, mut issued) = (0, 0);
    for round in 0..kills() {
        // From the first moments after the start to well into the game, never the same twice.
        let time = Duration::from_millis(60 + (round * 137) % 500);
        play_for(&program, &mut people, &mut spectator, time).await;
        program.kill();
        for person in &mut people {
            person.read_the_rest().await;
        }
        program = Program::start(folder.path());
        for person in &mut people {
            same_hand += usize::from(person.come_back(program.address).await);
        }
        for person in &people {
            assert_eq!(person.guest.wallet().await, GRANT - BUY_IN, "a wallet in round {round}");
        }
        let audit = program.audit().await;
        let now = audit["issued"].as_i64().unwrap();
        assert!(now >= issued, "chips have gone: {issued}, then {now}");
        issued = now;
    }
    assert!(same_hand > 0, "no kill came in the middle of a hand");
    // Where the machine is slow, the rest is played in peace, until everybody has a hand to be proved.
    let (mut unproved, mut hands) = (true, 0);
    for _ in 0..200 {
        unproved = false;
        for person in &people {
            unproved |= person.check_proofs().await == 0;
        }
        hands = people.iter().map(|person| person.follower.hand).sum();
        if !unproved && hands > kills() {
            break;
        }
        play_for(&program, &mut people, &mut spectator, Duration::from_millis(300)).await;
    }
    assert!(!unproved, "no hand was recorded");
    assert!(hands > kills(), "only {hands} hands were played");
}

/// Told to stop, it deals no more, lets people finish their hands and says goodbye; the next start goes on from there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn told_to_stop_it_finishes_the_hands_and_the_next_start_goes_on() {
    let folder = Folder::new("told");
    let mut program = Program::start(folder.path());
    let (mut people, mut spectator) = everybody(&program).await;
    for _ in 0..2 {
        play_for(&program, &mut people, &mut spectator, Duration::from_millis(400)).await;
        program.ask_to_stop();
        let playing = people.iter_mut().map(Person::play_to_the_end);
        futures_util::future::join_all(playing).await;
        program.has_stopped();
        let hands: Vec<u64> = people.iter().map(|person| person.follower.hand).collect();
        assert!(people.iter().all(|person| person.follower.over), "a hand was left unfinished");
        program = Program::start(folder.path());
        for (person, hand) in people.iter_mut().zip(hands) {
            person.come_back(program.address).await;
            let now = person.follower.hand;
            assert!(now >= hand, "hand {hand}, then {now}");
            // Where only people sit, the next hand waits for them; bots play on where newcomers still wait for a blind.
            assert!(now <= hand + 1 || !person.people_only, "hand {hand}, then {now}");
        }
    }
    program.audit().await;
}

/// Told to stop a second time, it doesn't wait for a player who takes its time, and the hand goes on at the next start.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn told_twice_it_stops_in_the_middle_of_a_hand_which_goes_on_at_the_next_start() {
    let folder = Folder::new("told-twice");
    let mut program = Program::start(folder.path());
    let host = Guest::arrive(program.address).await;
    let table = people::open_table(&host, "holdem", 1).await;
    let mut person = Person::sit(host, table, false).await;
    person.wait_for_turn().await;
    program.ask_to_stop();
    program.says_that_it_closes();
    program.ask_to_stop();
    program.has_stopped();
    let hand = person.follower.hand;
    program = Program::start(folder.path());
    person.come_back(program.address).await;
    assert_eq!(person.follower.hand, hand);
    assert!(!person.follower.over, "the hand goes on");
    program.audit().await;
}
