//! What is stored of a tournament is damaged while nobody looks: it is called off and every entry goes back, or, where only
//! a table of it is lost, it goes on. Nobody but its director stops or closes a tournament's table.

use serde_json::{Value, json};

use crate::damage::{kept_in, reopened, tamper};
use crate::support::{Folder, Guest, Running, request, settings};
use crate::tournament_chains::{Entrant, all_play, hold, is_first_turn, is_over};

/// Two are in the first hand of a tournament, and the room is gone; who they are, the tournament and its table.
async fn interrupted(folder: &Folder) -> (Vec<Entrant>, u64, u64) {
    let server = Running::start(kept_in(folder)).await;
    let (entrants, tournament) = hold(&server, 2, 480).await;
    let entrants = all_play(entrants, is_first_turn).await;
    let table = *entrants[0].watched.first().unwrap();
    server.crash().await;
    (entrants, tournament, table)
}

fn guests(entrants: &[Entrant]) -> Vec<Guest> {
    entrants.iter().map(|entrant| entrant.guest.clone()).collect()
}

/// The hand that ran is played to its end, and then the table is gone.
async fn closes(guests: &[Guest], table: u64) {
    let mut clients = Vec::new();
    for guest in guests {
        let mut client = guest.connect().await;
        let hand = client.watch(table).await["snapshot"]["hand"].take();
        clients.push((client, hand));
    }
    let (first, hand) = clients.iter_mut().find(|(_, hand)| hand["turn"]["legal"].is_object()).unwrap();
    let play = json!({ "type": "fold" });
    let act = json!({ "type": "act", "hand": hand["hand"], "turn": hand["turn"]["turn"], "play": play });
    let answer = first.command(table, act).await;
    assert!(answer["problem"].is_null(), "{answer}");
    let closed = |message: &Value| {
        message["events"].as_array().is_some_and(|events| events.iter().any(|event| event["type"] == "closed"))
    };
    while !closed(&first.until("events").await) {}
}

/// After this the tournament is called off, and everybody has what it had before entering.
async fn is_called_off_after(sql: &'static str, name: &str) {
    let folder = Folder::new(name);
    let (entrants, tournament, table) = interrupted(&folder).await;
    assert!(tamper(&folder, sql).await > 0, "{sql}");
    // A second start finds nothing more to give back.
    for again in [false, true] {
        let (server, guests) = reopened(&folder, &guests(&entrants)).await;
        for guest in &guests {
            assert_eq!(guest.wallet().await, settings().grant);
        }
        let (status, shown) = guests[0].ask("GET", &format!("/api/v1/tournaments/{tournament}"), None).await;
        assert_eq!((status, &shown["summary"]["phase"]), (200, &json!("cancelled")), "{shown}");
        if !again {
            closes(&guests, table).await;
        }
        server.crash().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_whose_log_lost_its_end_is_called_off() {
    let sql =
        "DELETE FROM log WHERE stream >> 56 = 2 AND version = (SELECT MAX(version) FROM log WHERE stream >> 56 = 2)";
    is_called_off_after(sql, "tournament-cut").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_whose_log_was_changed_is_called_off() {
    is_called_off_after("UPDATE log SET body = zeroblob(20) WHERE stream >> 56 = 2", "tournament-changed").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_that_cannot_be_read_gives_every_entry_back() {
    let folder = Folder::new("tournament-lost");
    let (entrants, tournament, table) = interrupted(&folder).await;
    assert!(tamper(&folder, "UPDATE snapshots SET body = zeroblob(20) WHERE stream >> 56 = 2").await > 0);
    let (server, guests) = reopened(&folder, &guests(&entrants)).await;
    for guest in &guests {
        assert_eq!(guest.wallet().await, settings().grant);
    }
    assert_eq!(guests[0].ask("GET", &format!("/api/v1/tournaments/{tournament}"), None).await.0, 404);
    closes(&guests, table).await;
    server.crash().await;
}

/// The director knows who sits there with what: the table is opened anew, and the hand dealt again under another number.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_goes_on_without_a_table_that_cannot_be_read() {
    let folder = Folder::new("tournament-table");
    let (entrants, tournament, table) = interrupted(&folder).await;
    let before = entrants[0].dealt.clone();
    assert!(tamper(&folder, "UPDATE snapshots SET body = zeroblob(20) WHERE stream >> 56 = 1").await > 0);
    let server = Running::start(kept_in(&folder)).await;
    let mut back = Vec::new();
    for mut entrant in entrants {
        (entrant.chains, entrant.dealt) = Default::default();
        back.push(entrant.come_back(server.address, tournament).await);
    }
    let back = all_play(back, is_over).await;
    let mut chips = 0;
    for entrant in &back {
        assert!(entrant.dealt.iter().all(|&(at, _)| at == table) && entrant.dealt.is_disjoint(&before));
        entrant.added_to_every_hand().await;
        chips += entrant.guest.wallet().await;
    }
    assert_eq!(chips, 2 * settings().grant);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_stops_or_closes_a_tournaments_table_by_itself() {
    let config = cardroom_server::Config { operator_listen: Some(([127, 0, 0, 1], 0).into()), ..settings() };
    let server = Running::start(config).await;
    let (entrants, tournament) = hold(&server, 2, 480).await;
    let entrants = all_play(entrants, is_first_turn).await;
    let table = *entrants[0].watched.first().unwrap();
    let operator = server.operator.unwrap();
    for action in ["close", "pause"] {
        let (status, _, body) = request(operator, "POST", &format!("/tables/{table}/{action}"), &[], "").await;
        assert!(status == 409 && body.contains("pause or cancel its tournament"), "{body}");
    }
    let (status, ..) = request(operator, "POST", &format!("/tournaments/{tournament}/cancel"), &[], "").await;
    assert_eq!(status, 200);
    closes(&guests(&entrants), table).await;
    for entrant in &entrants {
        assert_eq!(entrant.guest.wallet().await, settings().grant);
    }
    server.stop().await;
}
