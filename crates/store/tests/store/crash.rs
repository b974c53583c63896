//! The store in a process of its own, killed with SIGKILL at every step of its writer and at random, on both
//! databases: what was acknowledged is there, nothing is there twice, no chip is lost, and the hand under way still has
//! its deck.

use std::time::Duration;

use crate::support::child::{Acknowledged, Role, TABLES, play};
use crate::support::postgres::Postgres;
use crate::support::rig::Rig;
use crate::support::{Random, soak};
use cardroom_store::Step;

/// After so many kills the room is a new one, so that looking through it stays quick.
const LIVES: u64 = 25;
/// How many rooms on each database: three hundred kills together, and a few thousand in `make soak`.
fn rooms() -> u64 {
    6 * (soak() / 5).max(1)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn soak_sqlite_survives_every_kill() {
    if let Some(role) = Role::of_this_process() {
        return play(role).await;
    }
    let mut random = Random::new(seed());
    for _ in 0..rooms() {
        kill_again_and_again("crash::soak_sqlite_survives_every_kill", &Rig::sqlite(), &mut random).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn soak_postgres_survives_every_kill() {
    if let Some(role) = Role::of_this_process() {
        return play(role).await;
    }
    let mut random = Random::new(seed());
    let server = Postgres::start();
    for room in 0..rooms() {
        let rig = Rig::postgres(&server, &format!("room_{room}"));
        kill_again_and_again("crash::soak_postgres_survives_every_kill", &rig, &mut random).await;
    }
}

/// The step that no undisturbed writer comes to: PostgreSQL goes away in the middle of a commit, and the store is killed
/// while it asks what became of that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_while_it_looks_a_commit_up() {
    const NAME: &str = "crash::killed_while_it_looks_a_commit_up";
    if let Some(role) = Role::of_this_process() {
        return play(role).await;
    }
    let (mut random, mut server) = (Random::new(seed()), Postgres::start());
    let rig = Rig::postgres(&server, "looked_up");
    let (mut acknowledged, mut stopped) = (Acknowledged::default(), 0);
    while stopped < 3 {
        let stop = Some((Step::LookedUp, 0));
        let role = Role { address: rig.address.clone(), seed: random.next(), stop, commands: u64::MAX, tables: TABLES };
        let mut child = role.start(NAME, &[]);
        let mut until_trouble = 20 + random.below(40);
        loop {
            let line = child.line().expect("the child ended by itself");
            until_trouble = until_trouble.saturating_sub(u64::from(acknowledged.hear(&line)));
            if line.ends_with("stopped") {
                stopped += 1;
                break;
            }
            if until_trouble == 0 {
                // What was heard last follows upon a commit; the next one is some way off.
                std::thread::sleep(Duration::from_millis(random.below(40)));
                server.kill();
                server.resume();
                until_trouble = 20 + random.below(40);
            }
        }
        for line in child.kill() {
            acknowledged.hear(&line);
        }
        acknowledged.check(&rig).await;
    }
}

/// One room and its many lives.
async fn kill_again_and_again(test: &str, rig: &Rig, random: &mut Random) {
    let steps = [Step::Gathered, Step::Begun, Step::Written, Step::Committed];
    let mut acknowledged = Acknowledged::default();
    for life in 0..LIVES {
        // Every other time at a step, in turn; else whenever.
        let stop = (life % 2 == 0).then(|| (steps[(life / 2) as usize % steps.len()], 2 + random.below(60)));
        let role = Role { address: rig.address.clone(), seed: random.next(), stop, commands: u64::MAX, tables: TABLES };
        let mut child = role.start(test, &[]);
        let mut patience = random.below(60);
        loop {
            let line = child.line().unwrap_or_else(|| panic!("life {life}, {stop:?}: the child ended by itself"));
            acknowledged.hear(&line);
            if line.ends_with("stopped") {
                break;
            }
            if stop.is_none() && !line.ends_with("ready") {
                if patience == 0 {
                    // Not at a line's end, but somewhere in what comes after.
                    std::thread::sleep(Duration::from_micros(random.below(8_000)));
                    break;
                }
                patience -= 1;
            }
        }
        for line in child.kill() {
            acknowledged.hear(&line);
        }
        acknowledged.check(rig).await;
    }
    assert!(acknowledged.commands > 0, "nothing was ever acknowledged");
}

fn seed() -> u64 {
    let fresh = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos() as u64;
    let seed = if soak() > 1 { fresh } else { 20_240 };
    eprintln!("seed {seed}");
    seed
}
