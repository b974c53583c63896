//! Commands that come twice, late, from the wrong person, or for another hand: done once or not at all.

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use crate::support::{Client, Folder, Follower, Guest, PATIENCE, Running, passive, settings};

/// Two people at a table, up to the first turn: the one to act first.
async fn two_at_a_table(server: &Running, guests: [&Guest; 2]) -> ([Client; 2], [Follower; 2], u64) {
    let table = guests[0].open_table(server, "holdem", "no", &json!({ "seats": 2 })).await;
    let (mut one, mut two) = (guests[0].connect().await, guests[1].connect().await);
    let mut first = Follower::of(&one.watch(table).await);
    let mut second = Follower::of(&two.watch(table).await);
    one.sit(table, 500).await;
    two.sit(table, 500).await;
    until_turn(&mut one, &mut first).await;
    until_turn(&mut two, &mut second).await;
    if first.is_to_act() { ([one, two], [first, second], table) } else { ([two, one], [second, first], table) }
}

/// Listens until it is anybody's turn.
async fn until_turn(client: &mut Client, follower: &mut Follower) {
    while follower.turn.is_null() {
        let message = client.hear().await;
        follower.take(&message);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_sent_twice_is_answered_twice_and_done_once() {
    let server = Running::start(settings()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let ([mut actor, mut other], [turn, mut watching], table) = two_at_a_table(&server, [&ann, &bob]).await;
    let raise = turn.act(&json!({ "type": "raise", "to": 40 }));
    let message = json!({ "type": "command", "id": "once", "table": table, "command": raise });
    for _ in 0..5 {
        actor.say(&message).await;
    }
    for _ in 0..5 {
        let answer = actor.answer_to("once").await;
        assert!(answer["problem"].is_null(), "{answer}");
    }
    // The same id for something else is a mistake.
    let fold = turn.act(&json!({ "type": "fold" }));
    let answer = actor.command_as("once", table, fold).await;
    assert_eq!(answer["problem"]["code"], "conflict", "{answer}");
    // It happened once.
    watching.turn = Value::Null;
    until_turn(&mut other, &mut watching).await;
    assert_eq!(watching.events.iter().filter(|event| event["type"] == "raised").count(), 1);
    assert_eq!(watching.turn["price"], 40);
    server.crash().await;
}

/// A field that nobody asks for was meant somehow: `{"type":"call","to":400}` is no call.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_has_a_field_too_many_is_refused_and_changes_nothing() {
    let server = Running::start(settings()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let ([mut actor, _other], [turn, _], table) = two_at_a_table(&server, [&ann, &bob]).await;
    let plays = ["fold", "check", "call", "show", "muck"].map(|play| turn.act(&json!({ "type": play, "to": 400 })));
    let commands = ["wait", "stop_waiting", "leave", "pause", "resume", "close"];
    let commands = commands.map(|command| json!({ "type": command, "seat": 1 }));
    for command in plays.into_iter().chain(commands) {
        let answer = actor.command(table, command.clone()).await;
        assert_eq!(answer["problem"]["code"], "malformed", "{command}: {answer}");
    }
    let answer = actor.command(table, turn.act(&json!({ "type": "call" }))).await;
    assert!(answer["problem"].is_null(), "{answer}");
    server.crash().await;
}

/// However deep in a message the fault is, the refusal names the field, and the command by its id.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_that_cannot_be_read_is_told_in_which_field() {
    let server = Running::start(settings()).await;
    let mut client = server.guest().await.connect().await;
    let act = |play: Value| json!({ "type": "act", "hand": 1, "turn": 1, "play": play });
    for (command, told) in [
        (act(json!({ "type": "raise" })), "In command.play: missing field `to`."),
        (act(json!({ "type": "raise", "to": 40, "by": 1 })), "In command.play: unknown field `by`, expected `to`."),
        (
            json!({ "type": "sit", "buy_in": 500, "seat": "2" }),
            "In command.seat: invalid type: string \"2\", expected u8.",
        ),
        (json!({ "type": "sit" }), "In command: missing field `buy_in`."),
    ] {
        let answer = client.command(1, command).await;
        assert_eq!(answer["problem"]["code"], "malformed", "{answer}");
        assert_eq!(answer["problem"]["detail"], told, "{answer}");
    }
    server.crash().await;
}

/// A client that is only cut off comes back and says the same again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_breaks_the_rules_of_sockets_is_told_so() {
    let server = Running::start(settings()).await;
    let ping = |length: usize| format!("{:<width$}}}", r#"{"type":"ping","echo":1"#, width = length - 1);
    let guest = server.guest().await;
    let mut client = guest.connect().await;
    client.say_raw(Message::text(ping(4096))).await;
    while client.hear().await["type"] != "pong" {}
    for (message, code, close) in [
        (Message::text(ping(4097)), "too_large", 1009),
        (Message::text(ping(60_000)), "too_large", 1009),
        (Message::binary(ping(40)), "malformed", 1003),
    ] {
        let mut client = guest.connect().await;
        client.say_raw(message).await;
        let (bye, closed) = client.hear_bye().await;
        assert_eq!((&bye["problem"]["code"], closed), (&json!(code), close), "{bye}");
    }
    server.crash().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn late_commands_and_other_peoples_turns_change_nothing() {
    let server = Running::start(settings()).await;
    let (ann, bob, eve) = (server.guest().await, server.guest().await, server.guest().await);
    let ([mut actor, mut other], [mut turn, mut waiting], table) = two_at_a_table(&server, [&ann, &bob]).await;
    let mut stranger = eve.connect().await;
    let code = |answer: &Value| answer["problem"]["code"].as_str().unwrap_or("none").to_owned();
    let act =
        |hand: u64, number: u64| json!({ "type": "act", "hand": hand, "turn": number, "play": { "type": "call" } });
    let number = turn.turn["turn"].as_u64().unwrap();
    // Somebody who doesn't sit there, watching or not.
    assert_ne!(code(&stranger.command(table, act(turn.hand, number)).await), "none");
    stranger.watch(table).await;
    assert_ne!(code(&stranger.command(table, act(turn.hand, number)).await), "none");
    // The one whose turn it isn't, with the right number and others.
    for number in [0, number, number + 1] {
        assert_ne!(code(&other.command(table, act(turn.hand, number)).await), "none");
    }
    // The right one, for a wrong turn or a wrong hand.
    for (hand, number) in [(turn.hand, number + 1), (turn.hand, number + 1_000), (turn.hand + 1, number), (0, 0)] {
        assert_eq!(code(&actor.command(table, act(hand, number)).await), "stale");
    }
    // None of that happened: the same turn still stands, and is played.
    assert_eq!(code(&actor.command(table, act(turn.hand, number)).await), "none");
    assert_eq!(code(&actor.command(table, act(turn.hand, number)).await), "stale");
    turn.turn = Value::Null;
    waiting.turn = Value::Null;
    until_turn(&mut other, &mut waiting).await;
    assert_eq!(waiting.events.iter().filter(|event| event["type"] == "called").count(), 1);
    assert!(waiting.is_to_act());
    // A fold of this hand that comes when the next one runs folds nothing.
    let late = waiting.act(&json!({ "type": "fold" }));
    let hand = waiting.hand;
    while waiting.hand == hand || waiting.turn.is_null() {
        let mut players = [(&mut actor, &mut turn), (&mut other, &mut waiting)];
        for (client, follower) in &mut players {
            if follower.is_to_act() {
                let answer = client.command(table, follower.act(&passive(&follower.turn))).await;
                assert!(answer["problem"].is_null(), "{answer}");
                follower.turn = Value::Null;
            }
        }
        // Both are told everything: whoever has heard less has something to hear.
        let (client, follower) = players.into_iter().min_by_key(|(_, follower)| follower.seq).unwrap();
        let message = client.hear().await;
        follower.take(&message);
    }
    assert_eq!(code(&other.command(table, late).await), "stale");
    server.crash().await;
}

/// The answer was lost with the server: after the restart the same command is answered as done, and not done again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_repeated_after_a_restart_is_still_done_once() {
    let folder = Folder::new("repeated");
    let settings = || cardroom_server::Config { demo: false, data: folder.path().clone(), ..settings() };
    let server = Running::start(settings()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let ([mut actor, other], [turn, _], table) = two_at_a_table(&server, [&ann, &bob]).await;
    let actor_is_ann = turn.seat == Some(0) || actor.watch(table).await["snapshot"]["you"]["seat"] == 0;
    let raise = turn.act(&json!({ "type": "raise", "to": 40 }));
    let answer = actor.command_as("r1", table, raise.clone()).await;
    assert!(answer["problem"].is_null(), "{answer}");
    drop((actor, other));
    server.crash().await;
    let server = Running::start(settings()).await;
    let guest = if actor_is_ann { ann } else { bob };
    let guest = Guest { address: server.address, ..guest };
    let mut actor = guest.connect().await;
    let before = Follower::of(&actor.watch(table).await);
    assert_eq!((before.hand, before.turn["price"].as_u64()), (turn.hand, Some(40)));
    // Something else in the same turn was not done.
    for play in [json!({ "type": "raise", "to": 41 }), json!({ "type": "fold" })] {
        assert_eq!(actor.command_as("r0", table, turn.act(&play)).await["problem"]["code"], "stale");
    }
    let answer = actor.command_as("r1", table, raise).await;
    assert!(answer["problem"].is_null(), "{answer}");
    let other = turn.act(&json!({ "type": "fold" }));
    assert_eq!(actor.command_as("r1", table, other).await["problem"]["code"], "conflict");
    let after = Follower::of(&actor.watch(table).await);
    after.agrees_on_hand_with(&before);
    server.crash().await;
}

/// What ends a hand is covered by the snapshot that is taken then, and by the time it comes again the log was swept.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_fold_that_ended_a_hand_is_known_after_a_restart() {
    let folder = Folder::new("folded");
    let settings = || cardroom_server::Config { demo: false, data: folder.path().clone(), ..settings() };
    let server = Running::start(settings()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let ([mut actor, other], [turn, _], table) = two_at_a_table(&server, [&ann, &bob]).await;
    let actor_is_ann = turn.seat == Some(0) || actor.watch(table).await["snapshot"]["you"]["seat"] == 0;
    let fold = turn.act(&json!({ "type": "fold" }));
    let answer = actor.command_as("f1", table, fold.clone()).await;
    assert!(answer["problem"].is_null(), "{answer}");
    drop((actor, other));
    server.crash().await;
    // Sweeps as it opens, and again after a second start.
    Running::start(settings()).await.crash().await;
    let server = Running::start(settings()).await;
    let (folded, waiting) = if actor_is_ann { (ann, bob) } else { (bob, ann) };
    let connect = |guest: Guest| async move { Guest { address: server.address, ..guest }.connect().await };
    let (mut actor, mut other) = (connect(folded).await, connect(waiting).await);
    let answer = actor.command_as("f1", table, fold.clone()).await;
    assert!(answer["problem"].is_null(), "{answer}");
    // It was not the other's.
    assert!(!other.command_as("f1", table, fold).await["problem"].is_null());
    server.crash().await;
}

/// The server falls over in the last hand of a table that closes: the hand goes on, and everyone takes its chips along.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_was_closing_gives_its_chips_back_after_a_restart() {
    let folder = Folder::new("closing");
    let settings = || cardroom_server::Config { demo: false, data: folder.path().clone(), ..settings() };
    let server = Running::start(settings()).await;
    let (ann, bob) = (server.guest().await, server.guest().await);
    let (clients, _, table) = two_at_a_table(&server, [&ann, &bob]).await;
    let before = ann.wallet().await + bob.wallet().await;
    let [mut one, mut two] = clients;
    // One of the two is the host.
    let close = json!({ "type": "close" });
    let answers = [one.command(table, close.clone()).await, two.command(table, close).await];
    assert!(answers.iter().any(|answer| answer["problem"].is_null()), "{answers:?}");
    drop((one, two));
    server.crash().await;
    let server = Running::start(settings()).await;
    let back = |guest: Guest| Guest { address: server.address, ..guest };
    let (ann, bob) = (back(ann), back(bob));
    let (mut one, mut two) = (ann.connect().await, bob.connect().await);
    one.watch(table).await;
    two.watch(table).await;
    // The hand, and with it the table, may be over before the second one gets up.
    for client in [&mut one, &mut two] {
        let leave = json!({ "type": "command", "id": "leave", "table": table, "command": { "type": "leave" } });
        client.try_say(&leave).await;
    }
    let returned = async {
        while ann.wallet().await + bob.wallet().await < before + 1_000 {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    assert!(tokio::time::timeout(PATIENCE, returned).await.is_ok(), "chips stay behind");
    server.crash().await;
}
