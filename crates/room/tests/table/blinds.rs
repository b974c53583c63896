//! Button and blinds: the dead-button rule (WSOP 85), blinds owed, post or wait, and the draw for the first button.

use cardroom_room::{AccountId, Actor, Choice, Command, SeenNews, SitOut};
use cardroom_rules::{Chips, Post, Seen};

use crate::play::{Game, player, setup};

/// Everyone posts, everybody folds, and the next hand begins.
fn next(game: &mut Game) -> [u8; 3] {
    game.fold_round();
    game.markers()
}

/// Deals until the big blind is at this seat.
fn until_big(game: &mut Game, seat: u8) {
    for _ in 0..20 {
        if game.markers()[2] == seat {
            return;
        }
        next(game);
    }
    panic!("the big blind never came to seat {seat}");
}

fn posts(news: &[SeenNews]) -> Vec<(Post, u64)> {
    let post = |news: &SeenNews| match news {
        SeenNews::Played { event: Seen::Posted { post, amount, .. }, .. } => Some((*post, amount.get())),
        _ => None,
    };
    news.iter().filter_map(post).collect()
}

/// Who was dealt in, by seat.
fn dealt(news: &[SeenNews]) -> Vec<u8> {
    let order = |news: &SeenNews| match news {
        SeenNews::Dealing { order, .. } => Some(order.iter().map(|seat| seat.0).collect()),
        _ => None,
    };
    let mut seats: Vec<u8> = news.iter().rev().find_map(order).expect("a deal");
    seats.sort_unstable();
    seats
}

#[test]
fn the_first_button_is_drawn_for() {
    let mut game = Game::seated(setup("holdem", 6), &[1000; 6]);
    let news = game.take_news();
    let drawn = news.iter().find_map(|news| match news {
        SeenNews::ButtonDrawn { cards, button } => Some((cards.clone(), *button)),
        _ => None,
    });
    let (cards, button) = drawn.expect("a draw");
    assert_eq!(cards.len(), 6);
    let highest = cards.iter().max_by_key(|(_, card)| (card.rank(), card.suit())).unwrap();
    assert_eq!(highest.0, button);
    assert_eq!(game.markers()[0], button.0);
    next(&mut game);
    assert!(!game.take_news().iter().any(|news| matches!(news, SeenNews::ButtonDrawn { .. })), "drawn for once");
}

#[test]
fn markers_move_clockwise_each_hand() {
    let mut game = Game::seated(setup("holdem", 4), &[1000; 4]);
    let [button, small, big] = game.markers();
    assert_eq!([small, big], [button % 4 + 1, (button + 1) % 4 + 1]);
    assert_eq!(next(&mut game), [small, big, big % 4 + 1]);
}

#[test]
fn heads_up_the_button_posts_the_small_blind_and_the_big_blind_alternates() {
    let mut game = Game::seated(setup("holdem", 2), &[1000; 2]);
    let [button, small, big] = game.markers();
    assert_eq!(button, small);
    assert_eq!(next(&mut game), [big, big, button]);
}

/// WSOP 85: the big blind leaves, so there is nobody to post the small one, and then nobody on the button.
#[test]
fn a_seat_given_up_leaves_a_dead_small_blind_and_then_a_dead_button() {
    let mut game = Game::seated(setup("holdem", 5), &[1000; 5]);
    until_big(&mut game, 3);
    game.told(player(3), &Command::Leave);
    game.take_news();
    assert_eq!(next(&mut game), [2, 3, 4], "the small blind's marker lies before an empty seat");
    assert_eq!(posts(&game.take_news()), [(Post::BigBlind, 10)]);
    assert_eq!(next(&mut game), [3, 4, 5], "and then the button does");
    assert_eq!(posts(&game.take_news()), [(Post::SmallBlind, 5), (Post::BigBlind, 10)]);
    assert_eq!(next(&mut game), [4, 5, 1]);
}

#[test]
fn three_players_become_two_and_nobody_posts_the_big_blind_twice() {
    let mut game = Game::seated(setup("holdem", 3), &[1000; 3]);
    until_big(&mut game, 2);
    game.told(player(1), &Command::Leave);
    // Seat 2 was the big blind: now it is seat 3's turn, and seat 2 has the button and the small blind.
    assert_eq!(next(&mut game), [2, 2, 3]);
    assert_eq!(next(&mut game), [3, 3, 2]);
}

#[test]
fn who_sits_down_waits_for_the_big_blind_or_posts() {
    for post in [false, true] {
        let mut game = Game::seated(setup("holdem", 6), &[1000; 4]);
        until_big(&mut game, 2);
        game.sit(9, 6, 1000);
        game.sit(8, 5, 1000);
        if post {
            game.told(player(9), &Command::ComeIn { post: true });
        }
        game.take_news();
        next(&mut game);
        let news = game.take_news();
        assert_eq!(game.markers()[2], 3);
        assert_eq!(dealt(&news).contains(&6), post, "dealt in only if it posts");
        assert!(!dealt(&news).contains(&5));
        let expected: &[(Post, u64)] = if post {
            &[(Post::SmallBlind, 5), (Post::BigBlind, 10), (Post::Live, 10)]
        } else {
            &[(Post::SmallBlind, 5), (Post::BigBlind, 10)]
        };
        assert_eq!(posts(&news), expected);
        // The big blind reaches whoever waits, and pays for everything.
        until_big(&mut game, 5);
        game.take_news();
        next(&mut game);
        assert!(dealt(&game.take_news()).contains(&5));
    }
}

#[test]
fn who_is_next_to_post_the_big_blind_waits_for_it() {
    let mut game = Game::seated(setup("holdem", 6), &[1000; 4]);
    until_big(&mut game, 3);
    game.sit(9, 5, 1000);
    game.told(player(9), &Command::ComeIn { post: true });
    assert_eq!(next(&mut game)[2], 4);
    assert!(!dealt(&game.take_news()).contains(&5), "it would pay twice running");
    game.take_news();
    assert_eq!(next(&mut game)[2], 5);
    assert_eq!(posts(&game.take_news()).iter().filter(|(_, amount)| *amount == 10).count(), 1);
}

#[test]
fn missed_blinds_are_owed_the_big_one_live_and_the_small_one_dead() {
    let mut game = Game::seated(setup("holdem", 5), &[1000; 5]);
    until_big(&mut game, 1);
    game.told(player(2), &Command::SitOut(SitOut::NextHand));
    assert_eq!(next(&mut game)[2], 3, "the big blind passes over who sits out");
    let owes =
        |game: &Game| game.table.view(None, game.now).seats.iter().find(|s| s.account == AccountId(2)).unwrap().owes;
    assert_eq!(owes(&game), (true, true));
    game.told(player(2), &Command::Return { anchor: None });
    game.told(player(2), &Command::ComeIn { post: true });
    // Between the button and the blinds nobody comes in.
    loop {
        next(&mut game);
        if dealt(&game.take_news()).contains(&2) {
            break;
        }
        assert_ne!(game.markers()[2], 2, "it posted before the big blind came round");
    }
    assert_eq!(owes(&game), (false, false));
    let view = game.table.view(None, game.now);
    let behind = view.seats.iter().find(|seat| seat.account == AccountId(2)).unwrap().stack.get();
    assert_eq!(game.stack(2) - behind, 15, "a live big blind and a dead small one");
}

#[test]
fn the_big_blind_pays_for_what_was_missed() {
    let mut game = Game::seated(setup("holdem", 4), &[1000; 4]);
    until_big(&mut game, 1);
    game.told(player(2), &Command::SitOut(SitOut::NextHand));
    next(&mut game);
    game.told(player(2), &Command::Return { anchor: None });
    until_big(&mut game, 1);
    game.take_news();
    assert_eq!(next(&mut game)[2], 2);
    assert_eq!(posts(&game.take_news()), [(Post::SmallBlind, 5), (Post::BigBlind, 10)]);
}

#[test]
fn sitting_out_at_the_next_big_blind_misses_it() {
    let mut game = Game::seated(setup("holdem", 4), &[1000; 4]);
    until_big(&mut game, 4);
    game.told(player(2), &Command::SitOut(SitOut::NextBigBlind));
    assert_eq!(next(&mut game)[2], 1);
    assert!(dealt(&game.take_news()).contains(&2), "it plays on until the big blind comes");
    assert_eq!(next(&mut game)[2], 3);
    assert!(!dealt(&game.take_news()).contains(&2));
}

#[test]
fn who_returns_before_missing_a_blind_owes_nothing() {
    let mut game = Game::seated(setup("holdem", 6), &[1000; 6]);
    until_big(&mut game, 1);
    game.told(player(5), &Command::SitOut(SitOut::NextHand));
    next(&mut game);
    assert!(!dealt(&game.take_news()).contains(&5));
    game.told(player(5), &Command::Return { anchor: None });
    next(&mut game);
    assert!(dealt(&game.take_news()).contains(&5));
    assert_eq!(
        game.tell(player(5), &Command::ComeIn { post: true }).unwrap_err().to_string(),
        "the seat owes no blind"
    );
}

#[test]
fn a_straddle_is_twice_the_big_blind_where_the_table_has_it() {
    let mut straddling = setup("holdem", 4);
    straddling.stakes.straddle = true;
    let mut game = Game::seated(straddling, &[1000; 4]);
    for account in 1..=4 {
        game.told(player(account), &Command::Straddle { on: true });
    }
    game.take_news();
    next(&mut game);
    assert!(posts(&game.take_news()).contains(&(Post::Straddle, 20)));
}

/// An absent player never loses more than blinds, antes and what it had already bet.
#[test]
fn a_void_hand_gives_every_stack_back() {
    let mut game = Game::seated(setup("holdem", 3), &[1000; 3]);
    game.act(Choice::RaiseTo(Chips::new(100)));
    game.act(Choice::Call);
    game.told(Actor::Operator, &Command::VoidHand);
    assert!(game.take_news().iter().any(|news| matches!(news, SeenNews::Voided { .. })));
    // The next hand has begun: whoever isn't a blind has all its chips.
    assert_eq!(game.table.chips(), Chips::new(3000));
    let whole = (1..=3).filter(|&account| game.stack(account) == 1000).count();
    assert_eq!(whole, 3, "stacks at the start of the hand");
}
