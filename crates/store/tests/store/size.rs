//! How much a hand takes: hands of every game are really played, and stored as a room stores them. A million of them must
//! stay under a gigabyte without their proofs, and under four with them.

use cardroom_fair::ProofFile;
use cardroom_room::{
    AccountId, Actor, Chips, Choice, Command, FinishedHand, Now, SeededDealer, Slots, Stakes, StakesLimit, Table,
    TableId, TableSetup,
};
use cardroom_rules::{Game, Legal, View};
use cardroom_store::*;

use crate::support::rig::{Rig, table};
use crate::support::{Random, soak};

/// The players of each table, where its game allows so many.
const PLAYERS: usize = 6;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn soak_a_million_hands_are_small() {
    let hands = 150 * soak().min(20);
    let (mut all_bare, mut all_whole) = (0.0, 0.0);
    let games = cardroom_rules::CATALOGUE;
    for game in games {
        let played = play(game, hands);
        let bare = bytes_a_hand(&played, game, false).await;
        let whole = bytes_a_hand(&played, game, true).await;
        println!("{:14} {bare:>5.0} bytes a hand, {whole:>5.0} with its proof", game.id);
        all_bare += bare / games.len() as f64;
        all_whole += whole / games.len() as f64;
    }
    println!("a million hands of all games: {all_bare:.0} MB, {all_whole:.0} MB with their proofs");
    assert!(all_bare < 1_000.0 && all_whole < 4_000.0);
}

/// What a room grows by for each hand, its ledger and its log included, when it has been swept.
async fn bytes_a_hand(played: &[(Vec<cardroom_room::Entry>, FinishedHand)], game: &Game, proofs: bool) -> f64 {
    let rig = Rig::sqlite();
    let store = rig.open().await;
    let epoch = store.claim(table(1)).await.unwrap().epoch;
    let everybody = (1..=PLAYERS as u64).map(|account| {
        let seat = LedgerAccount::Seat { table: 1, account };
        LedgerEntry::transfer(format!("sit {account}"), 1, "buy-in", LedgerAccount::House, seat, 10_000_000)
    });
    store.post(everybody.collect()).await.unwrap();
    let empty = size(&rig).await;
    for (number, (entries, hand)) in played.iter().enumerate() {
        let version = number as u64;
        let seat = |account: AccountId| LedgerAccount::Seat { table: 1, account: account.0 };
        let entry = |(place, entry): (usize, &cardroom_room::Entry)| {
            let (cardroom_room::Purse::Seat(_, from), cardroom_room::Purse::Seat(_, to)) = (entry.from, entry.to)
            else {
                panic!("{entry:?}: what is lost goes from seat to seat")
            };
            let (id, reason) = (format!("1/{version}/{place}"), format!("hand {}", hand.hand));
            LedgerEntry::transfer(id, now_ms(hand), reason, seat(from), seat(to), entry.amount.get())
        };
        let append = Append {
            events: vec![vec![7; 60]],
            entries: entries.iter().enumerate().map(entry).collect(),
            hand: Some(record(game, hand, proofs)),
            snapshot: Some(vec![8; 400]),
            ..Append::to(table(1), epoch, Version(version))
        };
        store.append(append).await.unwrap();
    }
    store.sweep(&Retention { trim_log: true, ..Retention::default() }).await.unwrap();
    let bytes = size(&rig).await - empty;
    store.close().await;
    bytes as f64 / played.len() as f64
}

fn now_ms(hand: &FinishedHand) -> u64 {
    1_800_000_000_000 + hand.now.0
}

/// As a server keeps it.
fn record(game: &Game, hand: &FinishedHand, with_proof: bool) -> HandRecord {
    let proof = ProofFile { proof: hand.proof().unwrap(), record: hand.record().to_owned() };
    let player = |(place, &(account, _)): (usize, &(AccountId, _))| HandPlayer {
        account: account.0,
        own: format!("{place}\n{}", hand.private_record(account).unwrap()).into_bytes(),
        own_proof: serde_json::to_vec(&hand.own_openings(account).unwrap()).unwrap(),
    };
    HandRecord {
        table: 1,
        hand: hand.hand,
        game: game.id.to_owned(),
        at_ms: now_ms(hand),
        players: hand.players.iter().enumerate().map(player).collect(),
        record: hand.record().as_bytes().to_vec(),
        proof: with_proof.then(|| serde_json::to_vec(&proof).unwrap()),
    }
}

/// The bytes of the pages in use.
async fn size(rig: &Rig) -> i64 {
    let pages = rig.number("SELECT page_count FROM pragma_page_count").await;
    let free = rig.number("SELECT freelist_count FROM pragma_freelist_count").await;
    (pages - free) * rig.number("SELECT page_size FROM pragma_page_size").await
}

/// So many hands of a game, with what each moved.
fn play(game: &Game, hands: u64) -> Vec<(Vec<cardroom_room::Entry>, FinishedHand)> {
    let players = PLAYERS.min(game.seats().1);
    let stakes = Stakes::new(game.id, StakesLimit::Fixed { small_bet: 10, big_bet: 20 });
    let mut setup = TableSetup::new("Six at a table", stakes, players as u8);
    setup.clocks.between_ms = 0;
    setup.buy_in.max = Chips::new(10_000_000);
    let (mut at, mut dealer) = (Table::new(TableId(1), setup).unwrap(), SeededDealer::new(5));
    let mut random = Random::new(7);
    for (account, name) in (1..=players as u64).zip(["Ada", "Grace", "Blaise", "Emmy", "Srinivasa", "Sophie"]) {
        let (buy_in, name) = (Chips::new(10_000_000), name.to_owned());
        let sit = Command::Sit { seat: None, buy_in, name, anchor: None, code: None };
        at.apply(Actor::Player(AccountId(account)), &sit, Now(0), &mut dealer).unwrap();
    }
    let (mut now, mut played, mut entries) = (Now(1), Vec::new(), Vec::new());
    while (played.len() as u64) < hands {
        now = now.plus(1_500);
        let change = match at.to_act() {
            Some((account, hand, turn)) => {
                let choice = choose(&at.player_view(account).unwrap(), &mut random);
                at.apply(Actor::Player(account), &Command::Act { hand, turn, choice }, now, &mut dealer).unwrap()
            }
            None => {
                now = at.deadline().unwrap().max(now);
                at.apply(Actor::Room, &Command::Tick, now, &mut dealer).unwrap()
            }
        };
        entries.extend(change.entries.into_iter().filter(|entry| matches!(entry.from, cardroom_room::Purse::Seat(..))));
        if let Some(hand) = change.hand {
            played.push((std::mem::take(&mut entries), *hand));
        }
    }
    played
}

/// As loose as people play: most hands see a showdown.
fn choose(view: &View, random: &mut Random) -> Choice {
    let held = view.own().map_or(0, |own| own.cards.count());
    let mut some = |most: usize| Slots::of((0..held as u8).filter(|_| random.below(2) == 0).take(most)).unwrap();
    match view.legal.unwrap() {
        Legal::Discard { most, .. } => Choice::Discard(some(most)),
        Legal::Draw { most, .. } => Choice::Draw(some(most)),
        Legal::Bet { choices, .. } => match (random.below(8), choices.raise(), choices.call()) {
            (0, Ok(range), _) => Choice::RaiseTo(range.min_to),
            (1..=2, _, Some(_)) => Choice::Fold,
            (_, _, Some(_)) => Choice::Call,
            _ => Choice::Check,
        },
        Legal::Show { may_muck, .. } if may_muck && random.below(2) == 0 => Choice::Muck,
        Legal::Show { .. } => Choice::Show,
        Legal::Nothing => unreachable!("it is somebody's turn"),
    }
}
