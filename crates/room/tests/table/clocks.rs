//! Clocks and absence, links and burned hands, stale commands, cards shown after the hand, and coming back.

use cardroom_fair::{Bytes, Digest, Known, Outcome, Seeds, chain, verify};
use cardroom_room::{
    AccountId, Actor, Chips, Choice, Command, Dealer as _, HandStage, KeptProof, Logged, Now, Refused, Restored,
    SeatStatus, Secret, SeenNews, Slots, Table,
};
use cardroom_rules::Seen;

use crate::play::{Game, calm, player, setup};

fn events(news: &[SeenNews]) -> Vec<Seen> {
    let event = |news: &SeenNews| if let SeenNews::Played { event, .. } = news { Some(*event) } else { None };
    news.iter().filter_map(event).collect()
}

/// A table without time banks, where hands wait to be begun.
fn strict(id: &str) -> cardroom_room::TableSetup {
    let mut strict = setup(id, 6);
    strict.clocks.bank_ms = 0;
    strict
}

#[test]
fn out_of_time_with_a_bet_to_call_is_a_fold_and_with_nothing_owed_a_check() {
    let mut game = Game::seated(strict("holdem"), &[1000; 3]);
    game.take_news();
    game.wait();
    let news = game.take_news();
    assert!(news.iter().any(|news| matches!(news, SeenNews::TimedOut { .. })));
    assert!(matches!(events(&news)[..], [Seen::Folded { .. }, ..]), "{news:?}");
    // The small blind calls; the big blind has the option and lets its time run out: a free check is never a fold.
    game.act(Choice::Call);
    game.take_news();
    game.wait();
    assert!(matches!(events(&game.take_news())[..], [Seen::Checked { .. }, ..]));
}

#[test]
fn out_of_time_at_a_draw_or_discard_is_standing_pat() {
    for (id, name) in [("draw", "Drew"), ("holdout", "Discarded")] {
        let mut game = Game::seated(strict(id), &[1000; 2]);
        game.act(Choice::Call);
        game.act(Choice::Check);
        game.take_news();
        game.wait();
        let pat = events(&game.take_news()).into_iter().find_map(|event| match event {
            Seen::Drew { thrown, .. } | Seen::Discarded { thrown, .. } => Some(thrown.count()),
            _ => None,
        });
        assert_eq!(pat, Some(0), "{name}");
    }
}

#[test]
fn the_time_bank_runs_before_the_table_acts_and_is_used_up() {
    let mut game = Game::seated(setup("holdem", 3), &[1000; 3]);
    let account = game.table.to_act().unwrap().0;
    let bank = |game: &Game| {
        game.table.view(None, game.now).seats.iter().find(|seat| seat.account == account).unwrap().bank_ms
    };
    assert_eq!(bank(&game), 60_000);
    game.wait();
    assert_eq!(game.table.to_act().unwrap().0, account, "it still has its turn");
    game.now = game.now.plus(15_000);
    game.act(Choice::Call);
    assert_eq!(bank(&game), 45_000);
}

#[test]
fn a_time_bank_asked_for_early_follows_on_the_turns_time() {
    // Quick to act after all: nothing of the bank is spent, and none of the turn's time is saved up.
    for (late_ms, left_ms) in [(None, 60_000), (Some(20_000), 40_000)] {
        let mut game = Game::seated(setup("holdem", 3), &[1000; 3]);
        let (account, hand, turn) = game.table.to_act().unwrap();
        let deadline = game.table.deadline().unwrap();
        let ask = Command::TakeTime { hand, turn };
        game.told(Actor::Player(account), &ask);
        assert_eq!(game.table.deadline(), Some(deadline.plus(60_000)));
        let refused = game.table.clone().apply(Actor::Player(account), &ask, game.now, &mut game.dealer);
        assert!(matches!(refused, Err(Refused::NotNow(_))), "once is enough");
        game.now = late_ms.map_or(game.now, |late_ms| deadline.plus(late_ms));
        game.act(Choice::Call);
        let view = game.table.view(None, game.now);
        assert_eq!(view.seats.iter().find(|seat| seat.account == account).unwrap().bank_ms, left_ms);
    }
}

#[test]
fn a_disconnected_player_gets_a_grace_once_a_hand() {
    let mut game = Game::seated(strict("holdem"), &[1000; 3]);
    let (account, hand, turn) = game.table.to_act().unwrap();
    game.told(Actor::Player(account), &Command::Disconnect);
    let begun = game.now;
    game.wait();
    assert_eq!(game.now, begun.plus(30_000));
    assert_eq!(game.table.to_act(), Some((account, hand, turn)), "it has a minute more");
    game.wait();
    assert_eq!(game.now, begun.plus(90_000));
    assert_ne!(game.table.to_act().map(|turn| turn.0), Some(account));
    game.told(Actor::Player(account), &Command::Connect);
}

#[test]
fn who_timed_out_sits_out_the_next_hand() {
    let mut game = Game::seated(strict("holdem"), &[1000; 3]);
    let account = game.table.to_act().unwrap().0;
    game.wait();
    game.fold_round();
    let view = game.table.view(None, game.now);
    assert_eq!(view.seats.iter().find(|seat| seat.account == account).unwrap().status, SeatStatus::SittingOut);
    assert_eq!(view.order.len(), 2);
}

#[test]
fn a_stale_command_changes_nothing_and_an_old_timer_fires_in_no_later_hand() {
    let mut game = Game::seated(strict("holdem"), &[1000; 3]);
    let (account, hand, turn) = game.table.to_act().unwrap();
    let timer = game.table.deadline().unwrap();
    game.act(Choice::Fold);
    let before = game.table.snapshot();
    let stale = Command::Act { hand, turn, choice: Choice::Fold };
    let refused = game.tell(Actor::Player(account), &stale).unwrap_err().to_string();
    assert_eq!(
        refused,
        format!("hand {hand}, turn {turn} is not the current one: that is hand {hand}, turn {}", turn + 1)
    );
    assert_eq!(game.table.snapshot(), before);
    // The next player acted just before the first one's timer: it has time of its own.
    game.now = Now(timer.0 - 1);
    game.fold_round();
    let (next, version) = (game.table.to_act(), game.table.version());
    game.now = timer;
    game.told(Actor::Room, &Command::Tick);
    assert_eq!((game.table.to_act(), game.table.version()), (next, version));
    let refused = game.tell(Actor::Player(account), &stale).unwrap_err();
    assert!(matches!(refused, Refused::Stale { hand_now: 2, .. }));
}

#[test]
fn only_who_is_to_act_may_act_and_only_as_the_rules_say() {
    let mut game = Game::seated(strict("holdem"), &[1000; 3]);
    let (account, hand, turn) = game.table.to_act().unwrap();
    let other = (1..=3).map(AccountId).find(|&other| other != account).unwrap();
    let act = |choice| Command::Act { hand, turn, choice };
    assert_eq!(game.tell(Actor::Player(other), &act(Choice::Fold)), Err(Refused::NotToAct(other)));
    let refused = game.tell(Actor::Player(account), &act(Choice::RaiseTo(Chips::new(15)))).unwrap_err().to_string();
    assert!(refused.contains("below the minimum of 20") && refused.contains("WSOP 96"), "{refused}");
    let card = Slots::of([0]).unwrap();
    assert!(game.tell(Actor::Player(account), &act(Choice::Draw(card))).is_err());
}

/// A chain of links; the anchor first.
fn links(seed: u8, count: u32) -> Vec<Digest> {
    (0..count).rev().map(|steps| chain(Bytes([seed; 32]), steps)).collect()
}

fn seated_with_chains(links: &[Vec<Digest>]) -> Game {
    let mut game = Game::new(strict("holdem"));
    for (account, chain) in (1..).zip(links) {
        game.grant(account, 1000);
        let (buy_in, name, anchor) = (Chips::new(1000), "somebody".to_owned(), Some(chain[0]));
        game.told(player(account), &Command::Sit { seat: None, buy_in, name, anchor, code: None });
    }
    game
}

#[test]
fn players_with_chains_give_the_next_link_before_anything_is_dealt() {
    let chains = [links(1, 10), links(2, 10)];
    let mut game = seated_with_chains(&chains);
    let (hand, mut asked) = game.table.links_awaited().unwrap();
    asked.sort_unstable();
    assert_eq!((hand, asked), (1, vec![AccountId(1), AccountId(2)]));
    assert_eq!(game.table.view(None, game.now).stage, HandStage::Linking);
    let link = |hand, link| Command::Link { hand, link };
    assert_eq!(game.tell(player(1), &link(1, chains[0][2])), Err(Refused::BrokenChain));
    assert_eq!(game.tell(player(2), &link(1, chains[0][1])), Err(Refused::BrokenChain));
    game.told(player(1), &link(1, chains[0][1]));
    assert!(game.tell(player(1), &link(1, chains[0][1])).is_err(), "once");
    game.told(player(2), &link(1, chains[1][1]));
    game.fold_round_of(1);
    let hand = game.changes.iter().find_map(|change| change.hand.as_ref()).unwrap();
    let proof = hand.proof(game.dealer.key()).unwrap();
    assert!(verify(&proof, hand.record().as_bytes(), &Known::default()).ok);
    assert_eq!(proof.links[0].link, chains[0][1]);
    // The next hand wants the next link.
    game.told(player(1), &link(2, chains[0][2]));
}

#[test]
fn a_missing_link_sits_its_seat_out_and_burns_the_number_for_all_to_see() {
    let chains = [links(1, 10), links(2, 10), links(3, 10)];
    let mut game = seated_with_chains(&chains);
    let (hand, asked) = game.table.links_awaited().unwrap();
    for account in asked.iter().filter(|account| account.0 != 2) {
        game.told(Actor::Player(*account), &Command::Link { hand, link: chains[account.0 as usize - 1][1] });
    }
    let burns = asked.contains(&AccountId(2));
    assert!(burns, "everyone there is asked");
    game.take_news();
    game.wait();
    let news = game.take_news();
    let burned = news.iter().any(|news| matches!(news, SeenNews::Burned { missing, .. } if missing.len() == 1));
    assert!(burned, "{news:?}");
    let finished = game.changes.iter().find_map(|change| change.hand.as_ref()).unwrap();
    assert!(
        finished.is_burned() && matches!(finished.proof(game.dealer.key()).unwrap().outcome, Outcome::Burned { .. })
    );
    let proof = finished.proof(game.dealer.key()).unwrap();
    assert!(verify(&proof, b"", &Known::default()).ok);
    let kept = KeptProof::read(proof.commitment.hid, &finished.kept_proof(game.dealer.key()).unwrap()).unwrap();
    assert_eq!(kept.proof(b""), proof);
    let players: Vec<_> = finished.players.iter().map(|(account, _)| *account).collect();
    assert!(asked.iter().all(|account| players.contains(account)), "whoever was to play may have the proof");
    assert_eq!(game.table.links_awaited().unwrap().0, hand + 1);
    assert!(!game.table.links_awaited().unwrap().1.contains(&AccountId(2)));
}

/// Heads-up, somebody who withholds links would keep a hand from ever being dealt.
#[test]
fn who_lets_links_be_missing_again_and_again_waits_longer_each_time() {
    let chains = [links(1, 40), links(2, 40)];
    let mut game = seated_with_chains(&chains);
    let mut given = 0;
    let mut burn = |game: &mut Game| {
        let (hand, asked) = game.table.links_awaited().unwrap();
        assert!(asked.contains(&AccountId(2)), "{asked:?}");
        given += 1;
        game.told(player(1), &Command::Link { hand, link: chains[0][given] });
        game.wait();
        assert!(game.changes.last().unwrap().hand.as_ref().is_some_and(|hand| hand.is_burned()));
    };
    let back = |game: &mut Game| game.tell(player(2), &Command::Return { anchor: Some(chains[1][0]) });
    // Twice may happen to anybody.
    for _ in 0..2 {
        burn(&mut game);
        back(&mut game).unwrap();
    }
    for (times, seconds) in [(3, 60), (4, 120), (5, 240)] {
        burn(&mut game);
        assert_eq!(back(&mut game), Err(Refused::LinksMissing { times, seconds }));
        game.now = game.now.plus(seconds * 1000 - 1);
        assert_eq!(back(&mut game), Err(Refused::LinksMissing { times, seconds: 1 }));
        game.now = game.now.plus(1);
        back(&mut game).unwrap();
    }
    // Who leaves and takes a seat again waits as well.
    burn(&mut game);
    game.told(player(2), &Command::Leave);
    let sit = Command::Sit { seat: None, buy_in: Chips::new(1000), name: "p2".to_owned(), anchor: None, code: None };
    assert_eq!(game.tell(player(2), &sit), Err(Refused::LinksMissing { times: 6, seconds: 480 }));
    // Ten minutes after all that it is forgotten.
    game.now = game.now.plus(480_000 + 600_000);
    game.told(player(2), &sit);
    game.told(player(2), &Command::Chain { anchor: chains[1][0] });
}

#[test]
fn after_the_hand_a_winner_may_show_one_card_or_all() {
    let mut waiting = strict("holdem");
    waiting.clocks.between_ms = 4000;
    let mut game = Game::seated(waiting, &[1000; 2]);
    game.wait();
    let (loser, hand, _) = game.table.to_act().unwrap();
    let winner = AccountId(3 - loser.0);
    let cards = Slots::of([1]).unwrap();
    assert!(game.tell(Actor::Player(winner), &Command::Show { hand, cards }).is_err(), "not during the hand");
    game.act(Choice::Fold);
    assert!(game.tell(Actor::Player(loser), &Command::Show { hand, cards }).is_err(), "what was folded is dead");
    game.take_news();
    game.told(Actor::Player(winner), &Command::Show { hand, cards });
    let shown = events(&game.take_news());
    assert!(matches!(shown[..], [Seen::Revealed { cards, .. }] if cards.len() == 1), "{shown:?}");
    game.wait();
    let finished = game.changes.iter().find_map(|change| change.hand.as_ref()).unwrap();
    let proof = finished.proof(game.dealer.key()).unwrap();
    assert!(
        matches!(&proof.outcome, Outcome::Dealt { openings, .. } if openings.len() == 1),
        "it is opened in the proof"
    );
    assert!(verify(&proof, finished.record().as_bytes(), &Known::default()).ok);
    assert!(game.tell(Actor::Player(winner), &Command::Show { hand, cards }).is_err(), "too late");
}

#[test]
fn beaten_hands_are_mucked_unseen_unless_their_owner_wants_to_be_asked() {
    for asks in [false, true] {
        let mut game = Game::seated(strict("holdem"), &[1000; 2]);
        for account in 1..=2 {
            game.told(player(account), &Command::AutoMuck { on: !asks });
        }
        game.take_news();
        let mut asked = false;
        while game.table.to_act().is_some_and(|(_, hand, _)| hand == 1) {
            let view = game.table.player_view(game.table.to_act().unwrap().0).unwrap();
            asked |= matches!(view.legal, Some(cardroom_rules::Legal::Show { .. }));
            game.act(calm(&view));
        }
        let events = events(&game.take_news());
        let mucked = events.iter().any(|event| matches!(event, Seen::Mucked { .. }));
        assert!(!(asks && mucked), "who is asked shows here");
        assert!(asks || !asked, "who isn't asked has no turn to show");
    }
}

/// A hand's number and its seeds.
type Sealed = (u64, Vec<u8>);

/// What a store would have kept of a table since its last snapshot.
fn kept(game: &Game, first: &[u8]) -> (Vec<u8>, Vec<Logged>, Option<Sealed>) {
    let (mut snapshot, mut log, mut secret) = (first.to_vec(), Vec::new(), None);
    for change in &game.changes {
        log.extend(change.log.clone());
        for kept in &change.secrets {
            secret = match kept {
                Secret::Keep { hand, seeds } => Some((*hand, seeds.export().to_vec())),
                Secret::Erase { .. } => None,
            };
        }
        if let Some(newer) = &change.snapshot {
            snapshot.clone_from(newer);
            log.clear();
        }
    }
    (snapshot, log, secret)
}

#[test]
fn a_table_comes_back_in_the_middle_of_a_hand_with_the_same_deck_and_fresh_clocks() {
    for id in ["holdem", "draw-triple", "holdout-hilo"] {
        let empty = Table::new(cardroom_room::TableId(1), strict(id)).unwrap().snapshot();
        let mut game = Game::seated(strict(id), &[1000; 4]);
        game.fold_round();
        for _ in 0..6 {
            let account = game.table.to_act().unwrap().0;
            game.act(calm(&game.table.player_view(account).unwrap()));
        }
        let (snapshot, log, secret) = kept(&game, &empty);
        let (number, bytes) = secret.expect("a hand is running");
        let seeds = |hand: u64| (hand == number).then(|| Seeds::new(bytes.as_slice().try_into().unwrap()));
        let later = Now(5);
        let Restored { table, voided } = Table::restore(&snapshot, &log, &seeds, later).unwrap();
        assert!(voided.is_none());
        assert_eq!(table.deadline(), Some(later.plus(30_000)), "a fresh clock, whatever the time is now");
        for account in (1..=4).map(AccountId).map(Some).chain([None]) {
            let (mut before, mut after) = (game.table.view(account, game.now), table.view(account, later));
            (before.ms_left, after.ms_left) = (None, None);
            assert_eq!(before, after);
        }
        // The rest of the hand comes out the same, card for card.
        let mut again = Game { table, now: later, ..Game::new(strict(id)) };
        again.ledger = game.ledger.clone();
        game.take_news();
        game.play_hand();
        again.play_hand();
        let (live, back) = (events(&game.take_news()), events(&again.take_news()));
        assert!(live.len() > 10 && live == back);

        // Without the seeds, or with others, the hand is void, and every stack is what it was at its start.
        for seeds in [&(|_| None) as &dyn Fn(u64) -> Option<Seeds>, &|_| Some(Seeds::new(&[7; 512]))] {
            let Restored { table, voided } = Table::restore(&snapshot, &log, seeds, later).unwrap();
            let (damaged, change) = voided.expect("a void hand");
            assert_eq!(damaged.to_string(), format!("the sealed secret of hand {number} is missing or another's"));
            assert!(change.entries.is_empty() && change.snapshot.is_some());
            assert_eq!(table.chips(), Chips::new(4000));
            assert!(table.to_act().is_none());
        }
    }
}

/// The room stops and opens again.
fn restarted(game: &Game) -> Game {
    let empty = Table::new(cardroom_room::TableId(1), game.table.setup().clone()).unwrap().snapshot();
    let (snapshot, log, secret) = kept(game, &empty);
    let seeds = |_| secret.as_ref().map(|(_, bytes)| Seeds::new(bytes.as_slice().try_into().unwrap()));
    let now = Now(7_000_000);
    let Restored { mut table, voided } = Table::restore(&snapshot, &log, &seeds, now).unwrap();
    assert!(voided.is_none());
    table.lose_connections();
    assert!(table.view(None, now).seats.iter().all(|seat| !seat.connected));
    Game { table, now, ledger: game.ledger.clone(), ..Game::new(strict("holdem")) }
}

#[test]
fn after_a_restart_the_next_hand_waits_for_those_who_were_there() {
    let mut slow = strict("holdem");
    slow.clocks.between_ms = 4000;
    let mut game = Game::seated(slow, &[1000; 3]);
    game.wait();
    game.fold_round();
    for (all, waits_ms) in [(true, 4000), (false, 15_000)] {
        let mut back = restarted(&game);
        let begun = back.now;
        // What was shown is still there to see, and then nothing begins without them.
        assert_eq!(back.table.view(None, back.now).stage, HandStage::Showing);
        back.told(player(1), &Command::Connect);
        back.told(player(2), &Command::Connect);
        if all {
            back.told(player(3), &Command::Connect);
        }
        while back.table.links_awaited().is_none() && back.table.to_act().is_none() {
            back.wait();
        }
        assert_eq!(back.now, begun.plus(waits_ms), "all of them back: {all}");
        assert_eq!(back.table.view(None, back.now).order.len(), if all { 3 } else { 2 });
    }
}

#[test]
fn after_a_restart_no_hand_is_burned_before_its_players_can_be_back() {
    let chains = [links(1, 10), links(2, 10)];
    let mut game = restarted(&seated_with_chains(&chains));
    assert_eq!(game.table.deadline(), Some(game.now.plus(15_000)));
    game.now = game.now.plus(14_999);
    for (account, chain) in (1..).zip(&chains) {
        game.told(player(account), &Command::Connect);
        game.told(player(account), &Command::Link { hand: 1, link: chain[1] });
    }
    assert_eq!(game.table.to_act().unwrap().1, 1, "it is dealt");
}

#[test]
fn after_a_restart_a_turn_is_as_long_as_ever_for_who_comes_back_and_has_its_grace() {
    let mut game = Game::seated(strict("holdem"), &[1000; 3]);
    let turn = game.table.to_act().unwrap();
    game.told(Actor::Player(turn.0), &Command::Disconnect);
    game.wait();
    assert_eq!(game.table.to_act(), Some(turn), "its grace is used");
    game.told(Actor::Player(turn.0), &Command::Connect);
    let mut game = restarted(&game);
    let begun = game.now;
    game.wait();
    assert_eq!((game.now, game.table.to_act()), (begun.plus(45_000), Some(turn)));
    game.wait();
    assert_eq!(game.now, begun.plus(105_000));
    assert_ne!(game.table.to_act().map(|turn| turn.0), Some(turn.0));
}

#[test]
fn a_snapshot_or_a_log_that_is_damaged_is_said_to_be() {
    let mut game = Game::seated(strict("holdem"), &[1000; 3]);
    game.act(Choice::Call);
    let bytes = game.table.snapshot();
    let none = |_: u64| None;
    for cut in [0, 1, bytes.len() / 2, bytes.len() - 1] {
        assert!(Table::restore(&bytes[..cut], &[], &none, Now(0)).is_err());
    }
    let empty = Table::new(cardroom_room::TableId(1), strict("holdem")).unwrap().snapshot();
    let (snapshot, mut log, _) = kept(&game, &empty);
    log.remove(2);
    let (damaged, _) = Table::restore(&snapshot, &log, &none, Now(0)).unwrap().voided.unwrap();
    assert_eq!(damaged.to_string(), "version 4 where 3 should follow");
    assert!(Logged::from_bytes(&[255; 40]).is_err());
}

/// Nothing that is stored names a card: two tables that differ only in their decks log the same lines.
#[test]
fn the_log_does_not_depend_on_the_cards() {
    let lines = |seed: u64| {
        let mut game = Game::new(strict("holdout"));
        game.dealer = cardroom_room::SeededDealer::new(seed);
        game.told(Actor::Operator, &Command::Pause);
        game.sit(1, 1, 1000);
        game.sit(2, 2, 1000);
        game.told(Actor::Operator, &Command::Resume);
        while game.table.to_act().is_some_and(|(_, hand, _)| hand == 1) {
            let account = game.table.to_act().unwrap().0;
            game.act(calm(&game.table.player_view(account).unwrap()));
        }
        let acts =
            game.changes.iter().filter_map(|change| change.log.as_ref()).filter_map(|line| match &line.command {
                Command::Act { choice, .. } => Some(*choice),
                _ => None,
            });
        acts.collect::<Vec<_>>()
    };
    assert_eq!(lines(1), lines(2));
    assert!(lines(1).iter().any(|choice| matches!(choice, Choice::Discard(_))));
}
