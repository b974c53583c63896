//! Seats: buying in, topping up, leaving with chips and coming back, the waiting list, private tables, hosts.

use cardroom_room::{
    AccountId, Actor, BuyIn, Chips, Choice, Command, Leaving, Openness, Purse, Refused, SeatNo, SeenNews, SitOut,
    Stakes, StakesAnte, StakesLimit, Table, TableId, TableSetup,
};

use crate::play::{Game, player, setup, sit_at};

fn refused(game: &mut Game, account: u64, command: &Command) -> Refused {
    game.tell(player(account), command).expect_err("a refusal")
}

#[test]
fn a_buy_in_is_within_the_tables_range_and_one_account_has_one_seat() {
    let mut game = Game::new(setup("holdem", 6));
    game.grant(1, 5000);
    for wrong in [0, 399, 1001] {
        let error = refused(&mut game, 1, &sit_at(None, wrong)).to_string();
        assert_eq!(error, format!("a buy-in of {wrong} is outside 400 to 1000"));
    }
    game.told(player(1), &sit_at(Some(3), 400));
    assert_eq!(game.ledger.balance(Purse::Wallet(AccountId(1))), 4600);
    assert_eq!(game.ledger.balance(Purse::Seat(TableId(1), AccountId(1))), 400);
    assert_eq!(refused(&mut game, 1, &sit_at(Some(4), 400)), Refused::AlreadySeated(AccountId(1)));
    game.grant(2, 400);
    assert_eq!(refused(&mut game, 2, &sit_at(Some(3), 400)), Refused::NoSeat { seat: Some(SeatNo(3)) });
    assert_eq!(refused(&mut game, 2, &sit_at(Some(7), 400)), Refused::NoSeat { seat: Some(SeatNo(7)) });
}

#[test]
fn who_leaves_and_comes_back_within_the_hour_brings_what_it_took() {
    let mut game = Game::seated(setup("holdem", 3), &[1000; 3]);
    game.told(Actor::Operator, &Command::Pause);
    game.fold_round();
    let (richest, stack) = (1..=3).map(|account| (account, game.stack(account))).max_by_key(|found| found.1).unwrap();
    assert!(stack > 1000, "more than the largest buy-in");
    game.told(player(richest), &Command::Leave);
    let error = refused(&mut game, richest, &sit_at(None, 1000)).to_string();
    assert!(error.contains(&format!("outside {stack} to {stack}")) && error.contains("what they took"), "{error}");
    game.told(player(richest), &sit_at(None, stack));
    game.told(player(richest), &Command::Leave);
    game.now = game.now.plus(3_600_000);
    game.told(player(richest), &sit_at(None, 400));
}

#[test]
fn a_table_where_people_come_and_go_and_nobody_plays_has_a_short_log() {
    let mut game = Game::new(setup("holdem", 6));
    game.grant(1, 400);
    for _ in 0..600 {
        game.told(player(1), &sit_at(None, 400));
        game.told(player(1), &Command::Leave);
    }
    let longest = game.changes.split(|change| change.snapshot.is_some()).map(<[_]>::len).max().unwrap();
    assert_eq!(longest, 255);
}

#[test]
fn chips_are_added_between_hands_only() {
    let mut game = Game::seated(setup("holdem", 2), &[1000, 600]);
    game.grant(2, 1000);
    let top_up = |amount| Command::TopUp { amount: Chips::new(amount) };
    assert!(refused(&mut game, 2, &top_up(401)).to_string().contains("table stakes"));
    game.told(player(2), &top_up(400));
    assert_eq!(game.ledger.balance(Purse::Seat(TableId(1), AccountId(2))), 1000, "the chips are at the table at once");
    let seat = |game: &Game| game.table.view(None, game.now).seats[1].clone();
    assert_eq!(seat(&game).added, Chips::new(400), "and play from the next hand");
    assert!(seat(&game).stack <= Chips::new(600));
    game.fold_round();
    assert_eq!(seat(&game).added, Chips::ZERO);
    assert!(game.stack(2) >= 995);
    assert_eq!(refused(&mut game, 2, &Command::Rebuy { amount: Chips::new(400) }), Refused::Rebuy { broke: false });
}

#[test]
fn who_lost_all_may_buy_in_again_and_sits_out_until_then() {
    let mut game = Game::seated(setup("holdem", 2), &[1000, 1000]);
    game.told(Actor::Operator, &Command::Pause);
    let all_in = game.table.to_act().unwrap().0;
    let most = game.table.player_view(all_in).unwrap().own().map(|own| own.stack + own.bet).unwrap();
    game.act(Choice::RaiseTo(most));
    game.act(Choice::Call);
    let broke = (1..=2).find(|&account| game.stack(account) == 0).expect("this deal has a loser");
    assert_eq!(refused(&mut game, broke, &Command::TopUp { amount: Chips::new(100) }), Refused::Rebuy { broke: true });
    assert_eq!(refused(&mut game, broke, &Command::Return { anchor: None }), Refused::NoChips);
    game.grant(broke, 1000);
    assert!(refused(&mut game, broke, &Command::Rebuy { amount: Chips::new(399) }).to_string().contains("400 to 1000"));
    game.told(player(broke), &Command::Rebuy { amount: Chips::new(400) });
    game.told(Actor::Operator, &Command::Resume);
    assert!(game.table.to_act().is_some(), "the next hand is dealt");
}

#[test]
fn leaving_during_a_hand_keeps_the_seat_until_it_is_over() {
    let mut game = Game::seated(setup("holdem", 3), &[1000; 3]);
    let first = game.table.to_act().unwrap().0;
    let other = (1..=3).find(|&account| AccountId(account) != first).unwrap();
    game.told(player(other), &Command::Leave);
    assert_eq!(game.table.stacks().count(), 3, "its chips are in play");
    game.take_news();
    game.play_hand();
    let left = game.take_news().into_iter().find_map(|news| match news {
        SeenNews::Left { account, took, why, .. } => Some((account, took, why)),
        _ => None,
    });
    let (account, took, why) = left.expect("somebody left");
    assert_eq!((account, why), (AccountId(other), Leaving::Own));
    assert_eq!(game.ledger.balance(Purse::Wallet(account)), took.get() as i64);
    assert!(took >= Chips::new(990), "no more than a blind is lost by whoever isn't there");
}

#[test]
fn the_first_in_line_is_offered_the_next_free_seat_and_nobody_overtakes() {
    let mut game = Game::seated(setup("holdem", 2), &[1000; 2]);
    for account in 3..=5 {
        game.grant(account, 1000);
        assert!(matches!(refused(&mut game, account, &sit_at(None, 1000)), Refused::NoSeat { .. }));
        game.told(player(account), &Command::JoinList { code: None });
    }
    assert_eq!(
        refused(&mut game, 3, &Command::JoinList { code: None }),
        Refused::Listed { account: AccountId(3), listed: true }
    );
    game.told(Actor::Operator, &Command::Pause);
    game.fold_round();
    game.told(player(1), &Command::Leave);
    assert!(game.take_news().contains(&SeenNews::Offered { account: AccountId(3), ms: 60_000 }));
    assert!(matches!(refused(&mut game, 5, &sit_at(None, 1000)), Refused::NoSeat { .. }));
    // The offer lapses, and the next in line is asked.
    game.wait();
    assert!(game.take_news().contains(&SeenNews::Offered { account: AccountId(4), ms: 60_000 }));
    game.told(player(4), &sit_at(None, 1000));
    assert_eq!(game.table.view(None, game.now).line, [AccountId(5)]);
}

#[test]
fn a_private_table_is_for_those_who_have_its_code() {
    let mut private = setup("draw", 4);
    private.invitation = Some("sesame".to_owned());
    private.host = Some(AccountId(1));
    private.spectators = false;
    let mut game = Game::new(private);
    game.grant(1, 1000);
    let sit = |code: Option<&str>| {
        let (buy_in, name, code) = (Chips::new(1000), "somebody".to_owned(), code.map(str::to_owned));
        Command::Sit { seat: None, buy_in, name, anchor: None, code }
    };
    assert_eq!(refused(&mut game, 1, &sit(None)), Refused::WrongCode);
    assert_eq!(refused(&mut game, 1, &sit(Some("Sesame"))), Refused::WrongCode);
    game.told(player(1), &sit(Some("sesame")));
    assert_eq!(game.table.may_watch(None, None), Err(Refused::WrongCode));
    assert_eq!(game.table.may_watch(Some(AccountId(7)), Some("sesame")), Err(Refused::NoSpectators));
    assert_eq!(game.table.may_watch(Some(AccountId(1)), None), Ok(()));
    let code = |viewer| game.table.view(viewer, game.now).setup.invitation;
    assert_eq!((code(None), code(Some(AccountId(1)))), (None, Some("sesame".to_owned())));
    let mut logged = game.changes.iter().filter_map(|change| change.log.as_ref());
    assert!(logged.all(|line| !String::from_utf8_lossy(&line.to_bytes()).contains("sesame")));
}

#[test]
fn a_host_pauses_kicks_changes_stakes_between_hands_and_closes() {
    let mut hosted = setup("holdem", 4);
    hosted.host = Some(AccountId(1));
    let mut game = Game::seated(hosted, &[1000; 4]);
    let stakes = Box::new(Stakes::new("holdout", StakesLimit::Fixed { small_bet: 20, big_bet: 40 }));
    let buy_in = BuyIn { min: Chips::new(500), max: Chips::new(2000) };
    let change = Command::ChangeStakes { stakes, buy_in };
    for command in [Command::Pause, Command::Kick { account: AccountId(1) }, change.clone(), Command::Close] {
        assert_eq!(refused(&mut game, 2, &command), Refused::NotAllowed { who: "the table's host" });
    }
    game.told(player(1), &change);
    assert_eq!(game.table.view(None, game.now).game, "holdem", "the hand goes on as it began");
    game.fold_round();
    assert_eq!(game.table.view(None, game.now).game, "holdout");
    assert_eq!(game.table.setup().buy_in, buy_in);
    game.told(player(1), &Command::Kick { account: AccountId(2) });
    game.told(player(1), &Command::Pause);
    game.fold_round();
    assert_eq!(game.table.stacks().count(), 3);
    assert!(game.table.to_act().is_none() && game.table.view(None, game.now).open == Openness::Paused);
    game.told(player(1), &Command::Resume);
    assert!(game.table.to_act().is_some());
    game.told(player(1), &Command::Close);
    assert_eq!(refused(&mut game, 9, &sit_at(None, 500)), Refused::Closed, "nobody sits down any more");
    game.fold_round();
    assert_eq!(game.table.view(None, game.now).open, Openness::Closed);
    assert_eq!(game.table.chips(), Chips::ZERO, "everyone has its chips back");
    assert_eq!(refused(&mut game, 1, &sit_at(None, 500)), Refused::Closed);
}

/// Nobody is dealt in a moment later for chips that it never sat down to play for.
#[test]
fn a_host_raises_the_stakes_as_far_as_those_who_play_can_follow() {
    let mut hosted = setup("holdem", 3);
    hosted.host = Some(AccountId(1));
    let mut game = Game::seated(hosted, &[1000; 3]);
    let change = |min_bet, ante| Command::ChangeStakes {
        stakes: Box::new(Stakes { ante, ..Stakes::new("holdem", StakesLimit::No { min_bet }) }),
        buy_in: BuyIn { min: Chips::new(2 * min_bet), max: Chips::new(100 * min_bet) },
    };
    let too_high = |least| Refused::TooHigh { seat: SeatNo(2), stack: Chips::new(1000), least: Chips::new(least) };
    assert_eq!(refused(&mut game, 1, &change(101, StakesAnte::None)), too_high(1010));
    assert_eq!(refused(&mut game, 1, &change(100, StakesAnte::Each(10))), too_high(1100));
    assert_eq!(refused(&mut game, 1, &change(20, StakesAnte::BigBlind(100))), too_high(1200));
    game.told(player(1), &change(100, StakesAnte::None));
    game.fold_round();
    game.told(player(1), &change(20, StakesAnte::None));
    // Whoever sits out isn't dealt in; the operator answers to nobody at the table.
    game.told(Actor::Operator, &change(100, StakesAnte::BigBlind(100)));
    game.told(player(1), &Command::Pause);
    game.fold_round();
    for account in [2, 3] {
        game.told(player(account), &Command::SitOut(SitOut::NextHand));
    }
    game.told(player(1), &change(1000, StakesAnte::None));
}

/// Raised stakes wait for the end of a hand, and nobody is told of them before: who comes in meanwhile has chosen the lower.
#[test]
fn who_comes_in_before_the_stakes_rise_has_the_chips_for_them() {
    let mut hosted = setup("holdem", 4);
    hosted.host = Some(AccountId(1));
    let mut game = Game::seated(hosted, &[1000; 3]);
    let change = |min_bet| Command::ChangeStakes {
        stakes: Box::new(Stakes::new("holdem", StakesLimit::No { min_bet })),
        buy_in: BuyIn { min: Chips::new(2 * min_bet), max: Chips::new(100 * min_bet) },
    };
    game.told(player(3), &Command::SitOut(SitOut::NextHand));
    game.fold_round();
    game.told(player(1), &change(100));
    game.grant(4, 2000);
    let least = Refused::Raised { least: Chips::new(1000) };
    assert_eq!(refused(&mut game, 4, &sit_at(None, 999)), least);
    game.told(player(4), &sit_at(None, 1000));
    let stack = game.stack(3);
    assert!(stack < 1000, "it has posted");
    assert_eq!(refused(&mut game, 3, &Command::Return { anchor: None }), least);
    game.fold_round();
    // It is told by now what is played for.
    game.told(player(3), &Command::Return { anchor: None });
    // Lower ones ask for nothing.
    game.told(player(1), &change(10));
    game.told(player(4), &Command::Leave);
}

/// Who was sent away stays away, after a restart as well: from the log, and from a snapshot.
#[test]
fn who_was_sent_away_does_not_come_back() {
    let mut hosted = setup("holdem", 4);
    (hosted.host, hosted.invitation) = (Some(AccountId(1)), Some("sesame".to_owned()));
    let code = || Some("sesame".to_owned());
    let sit = || {
        let (buy_in, name) = (Chips::new(1000), "somebody".to_owned());
        Command::Sit { seat: None, buy_in, name, anchor: None, code: code() }
    };
    let mut game = Game::new(hosted);
    let opened = game.table.snapshot();
    game.told(Actor::Operator, &Command::Pause);
    let actors = [player(1), player(2), Actor::Bot(AccountId(3))];
    for (account, by) in (1..).zip(actors) {
        game.grant(account, 2000);
        game.told(by, &sit());
    }
    for account in 1..=3 {
        game.told(player(1), &Command::Kick { account: AccountId(account) });
    }
    let log: Vec<_> = game.changes.iter().filter_map(|change| change.log.clone()).collect();
    let replayed = Table::restore(&opened, &log, &|_| None, game.now).expect("a log").table;
    let restored = Table::restore(&game.table.snapshot(), &[], &|_| None, game.now).expect("a snapshot").table;
    for mut table in [game.table.clone(), replayed, restored] {
        let mut dealer = cardroom_room::SeededDealer::new(1);
        let mut apply = |by, command: &Command| table.apply(by, command, game.now, &mut dealer).map(|_| ());
        assert_eq!(apply(player(2), &sit()), Err(Refused::Barred));
        assert_eq!(apply(player(2), &Command::JoinList { code: code() }), Err(Refused::Barred));
        assert_eq!(apply(player(1), &sit()), Ok(()), "a host doesn't lock itself out");
        assert_eq!(apply(Actor::Bot(AccountId(3)), &sit()), Ok(()), "a list of bots would have no end");
        let watch = |account| table.may_watch(Some(AccountId(account)), Some("sesame"));
        assert_eq!((watch(2), watch(5)), (Err(Refused::Barred), Ok(())));
    }
}

#[test]
fn who_is_about_to_leave_can_still_be_sent_away() {
    let mut hosted = setup("holdem", 3);
    hosted.host = Some(AccountId(1));
    let mut game = Game::seated(hosted, &[1000; 3]);
    game.told(player(1), &Command::Pause);
    let (later, ..) = game.table.to_act().expect("a hand");
    let leaver = if later == AccountId(2) { 3 } else { 2 };
    game.told(player(leaver), &Command::Leave);
    game.told(player(1), &Command::Kick { account: AccountId(leaver) });
    game.fold_round();
    assert!(game.table.stacks().all(|(_, account, _)| account != AccountId(leaver)));
    assert_eq!(refused(&mut game, leaver, &sit_at(None, 1000)), Refused::Barred);
    assert_eq!(game.table.may_watch(Some(AccountId(leaver)), None), Ok(()), "anyone may look on here");
}

#[test]
fn a_table_that_breaks_its_profile_is_refused_with_the_rule() {
    let stakes = |limit| Stakes { profile: Some("wac-230-15".to_owned()), ..Stakes::new("holdem", limit) };
    let open = |stakes| Table::new(TableId(1), TableSetup::new("Washington", stakes, 9));
    let refused = open(stakes(StakesLimit::No { min_bet: 4 })).err().expect("a refusal").to_string();
    assert!(refused.contains("WAC 230-15-135"), "{refused}");
    let mut table = open(stakes(StakesLimit::Spread { min: 4, max: 40 })).expect("a table within the profile");
    let wild = Command::ChangeStakes {
        stakes: Box::new(stakes(StakesLimit::Pot { min_bet: 4 })),
        buy_in: BuyIn { min: Chips::new(100), max: Chips::new(400) },
    };
    let mut dealer = cardroom_room::SeededDealer::new(1);
    let refused = table.apply(Actor::Operator, &wild, cardroom_room::Now(0), &mut dealer).unwrap_err().to_string();
    assert!(refused.contains("WAC 230-15-135"), "{refused}");
}

#[test]
fn a_profile_looks_at_what_the_seats_of_the_table_ante_together() {
    let open = |seats| {
        let stakes = Stakes {
            profile: Some("wac-230-15".to_owned()),
            ante: StakesAnte::Each(5),
            ..Stakes::new("holdem", StakesLimit::Spread { min: 2, max: 40 })
        };
        Table::new(TableId(1), TableSetup::new("Washington", stakes, seats)).map(drop)
    };
    assert!(open(8).is_ok(), "eight ante forty");
    let refused = open(9).unwrap_err().to_string();
    assert!(refused.contains("antes of 45 together"), "{refused}");
}

#[test]
fn bots_are_labelled_and_sit_only_where_they_may() {
    let mut game = Game::new(setup("holdem", 2));
    game.grant(1, 1000);
    game.told(Actor::Bot(AccountId(1)), &sit_at(None, 1000));
    assert!(game.table.view(None, game.now).seats[0].bot);
    let mut people_only = setup("holdem", 2);
    people_only.bots = false;
    let mut game = Game::new(people_only);
    assert_eq!(game.tell(Actor::Bot(AccountId(1)), &sit_at(None, 1000)), Err(Refused::NoBots));
}

#[test]
fn a_record_names_the_bots_that_played_though_they_have_left_since() {
    let mut slow = setup("holdem", 2);
    slow.clocks.between_ms = 5000;
    let mut game = Game::new(slow);
    game.told(Actor::Operator, &Command::Pause);
    game.sit(1, 1, 1000);
    game.grant(2, 1000);
    game.told(Actor::Bot(AccountId(2)), &sit_at(Some(2), 1000));
    game.told(Actor::Operator, &Command::Resume);
    game.wait();
    let (_, hand, _) = game.table.to_act().expect("a hand");
    game.act(Choice::Fold);
    assert!(!game.changes.iter().any(|change| change.hand.is_some()), "the winner may still show");
    game.told(Actor::Bot(AccountId(2)), &Command::Leave);
    while !game.changes.iter().any(|change| change.hand.is_some()) {
        game.wait();
    }
    let finished = game.changes.iter().find_map(|change| change.hand.as_deref()).unwrap();
    assert_eq!(finished.hand, hand);
    assert!(finished.record().contains("_bots = ["), "{}", finished.record());
}

#[test]
fn who_sits_out_too_long_loses_its_seat_and_keeps_its_chips() {
    let mut game = Game::seated(setup("holdem", 3), &[1000; 3]);
    game.told(Actor::Operator, &Command::Pause);
    game.fold_round();
    game.told(player(2), &Command::SitOut(SitOut::NextHand));
    let stack = game.stack(2);
    game.wait();
    assert_eq!(game.table.stacks().count(), 2);
    assert_eq!(game.ledger.balance(Purse::Wallet(AccountId(2))), stack as i64);
}

#[test]
fn a_mix_goes_through_its_games_orbit_by_orbit() {
    let mut mixed = setup("mix-house", 3);
    mixed.clocks.between_ms = 0;
    let mut game = Game::seated(mixed, &[1000; 3]);
    let mut played = Vec::new();
    for _ in 0..10 {
        played.push(game.table.view(None, game.now).game);
        game.fold_round();
    }
    assert_eq!(played[..3], ["holdout"; 3]);
    assert_eq!(played[3..6], ["draw"; 3]);
    assert_eq!(played[6..9], ["holdem"; 3]);
    assert_eq!(played[9], "holdout");
}
