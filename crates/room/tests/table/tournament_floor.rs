//! The tournament director on a floor of paper tables: any hand may end in any way, at any time, tables are watched from
//! outside, crashes happen, and after every command everything must still add up. Over 500 lines, as all of it is tried on
//! that one floor.

use std::collections::{BTreeMap, BTreeSet};

use cardroom_room::tournament::{
    ClockView, Command, Event, HandReport, Logged, Order, PayoutPlan, Phase, Refused, Schedule, Stack, StandingView,
    Start, Tournament, TournamentChange, TournamentSetup,
};
use cardroom_room::{
    AccountId, Chips, Entry, Ledger, Now, Purse, Reason, SeatNo, Stakes, StakesLimit, TableId, TournamentId,
};
use proptest::prelude::*;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A table as seen from outside: it does what it is told and nothing else.
#[derive(Default)]
struct PaperTable {
    seats: BTreeMap<SeatNo, (AccountId, Chips)>,
    /// The running hand, when it ends, and who is in it.
    running: Option<(u64, Now, BTreeSet<AccountId>)>,
    last_hand: u64,
    last_big_blind: Option<SeatNo>,
    min_bet: u64,
}

struct Floor {
    tournament: Tournament,
    tables: BTreeMap<TableId, PaperTable>,
    ledger: Ledger,
    log: Vec<Logged>,
    snapshot: Vec<u8>,
    now: Now,
    rng: Xoshiro256PlusPlus,
    hands: u64,
    next_account: u64,
}

impl Floor {
    fn new(setup: TournamentSetup, seed: u64) -> Self {
        let tournament = Tournament::new(TournamentId(3), setup).unwrap();
        let snapshot = tournament.snapshot();
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (tables, ledger, log) = (BTreeMap::new(), Ledger::default(), Vec::new());
        Self { tournament, tables, ledger, log, snapshot, now: Now(0), rng, hands: 0, next_account: 1 }
    }

    fn register(&mut self) -> bool {
        let account = AccountId(self.next_account);
        self.next_account += 1;
        let welcome = Chips::new(1000);
        self.ledger
            .post(&[Entry { from: Purse::House, to: Purse::Wallet(account), amount: welcome, reason: Reason::Welcome }])
            .unwrap();
        self.apply(&Command::Register {
            account,
            name: format!("player {}", account.0),
            bot: account.0.is_multiple_of(3),
        })
    }

    /// Gives a command; whether it was taken.
    fn apply(&mut self, command: &Command) -> bool {
        let before = self.tournament.clone();
        let mut entropy = [0; 32];
        self.rng.fill_bytes(&mut entropy);
        match self.tournament.apply(command, self.now, entropy) {
            Ok(change) => {
                self.carry(&change);
                true
            }
            Err(refused) => {
                assert!(!refused.to_string().contains("refused to break"), "{refused}");
                assert!(before == self.tournament, "a refusal changed something");
                false
            }
        }
    }

    fn carry(&mut self, change: &TournamentChange) {
        for logged in &change.log {
            assert_eq!(logged.version, self.log.len() as u64, "versions are contiguous");
            assert_eq!(Logged::from_bytes(&logged.to_bytes()).unwrap(), *logged);
            self.log.push(logged.clone());
        }
        self.ledger.post(&change.entries).unwrap();
        assert_eq!(self.ledger.sum(), 0);
        for order in &change.orders {
            self.obey(order);
        }
        self.check();
    }

    fn obey(&mut self, order: &Order) {
        let id = order.table();
        match *order {
            Order::Open { ref setup, .. } => {
                assert_eq!(setup.tournament, Some(TournamentId(3)));
                let fresh = PaperTable { min_bet: setup.stakes.limit.min_bet(), ..PaperTable::default() };
                assert!(self.tables.insert(id, fresh).is_none(), "{id:?} opened twice");
            }
            Order::Seat { seat, account, stack, .. } => {
                let sits = self.tables.values().any(|table| table.seats.values().any(|&(who, _)| who == account));
                assert!(!sits, "{account} would sit twice");
                let table = self.tables.get_mut(&id).unwrap();
                assert!(table.seats.insert(seat, (account, stack)).is_none(), "{seat:?} of {id:?} is taken");
            }
            Order::SetStacks { ref stacks, .. } => {
                let table = self.tables.get_mut(&id).unwrap();
                assert!(table.running.is_none(), "stacks change between hands only");
                for new in stacks {
                    let (_, stack) = table.seats.values_mut().find(|(who, _)| *who == new.account).unwrap();
                    *stack = new.stack;
                }
            }
            Order::Remove { account, .. } => {
                let table = self.tables.get_mut(&id).unwrap();
                assert!(table.running.is_none(), "nobody leaves {id:?} during a hand");
                table.seats.retain(|_, (who, _)| *who != account);
            }
            Order::SetLevel { ref stakes, .. } => self.tables.get_mut(&id).unwrap().min_bet = stakes.limit.min_bet(),
            Order::Deal { hand, .. } => self.deal(id, hand),
            Order::Close { .. } => {
                let table = self.tables.remove(&id).unwrap();
                let called_off = self.tournament.phase() == Phase::Cancelled;
                assert!(called_off || (table.seats.is_empty() && table.running.is_none()), "{id:?} closed too early");
            }
        }
    }

    fn deal(&mut self, id: TableId, hand: u64) {
        let largest = self.tables.values().map(|table| table.seats.len()).max().unwrap();
        let ends = self.now.plus(self.rng.random_range(5_000..90_000));
        let table = self.tables.get_mut(&id).unwrap();
        assert!(table.running.is_none() && hand == table.last_hand + 1, "hand {hand} of {id:?}");
        let players = table.seats.len();
        assert!(players >= 2 && players + 1 >= largest, "{id:?} deals to {players}, another has {largest}");
        table.running = Some((hand, ends, table.seats.values().map(|&(who, _)| who).collect()));
        table.last_hand = hand;
        self.hands += 1;
    }

    /// Ends a hand in some way: somebody wins parts of what others had, often all of it.
    fn end_hand(&mut self, id: TableId) {
        let table = self.tables.get_mut(&id).unwrap();
        let (hand, _, dealt) = table.running.take().unwrap();
        let seats: Vec<SeatNo> =
            table.seats.iter().filter(|(_, (who, _))| dealt.contains(who)).map(|(&seat, _)| seat).collect();
        let big_blind = next_after(&seats, table.last_big_blind);
        table.last_big_blind = Some(big_blind);
        let winner = seats[self.rng.random_range(0..seats.len())];
        let most_won = table.seats[&winner].1;
        for &seat in seats.iter().filter(|&&seat| seat != winner) {
            let stack = table.seats[&seat].1;
            let at_risk = match self.rng.random_range(0..8) {
                0 => stack,
                1 | 2 => Chips::new(self.rng.random_range(0..=stack.get())),
                3 => Chips::new(table.min_bet),
                _ => Chips::ZERO,
            };
            let lost = at_risk.min(stack).min(most_won);
            table.seats.get_mut(&seat).unwrap().1 -= lost;
            table.seats.get_mut(&winner).unwrap().1 += lost;
        }
        let stacks =
            seats.iter().map(|seat| table.seats[seat]).map(|(account, stack)| Stack { account, stack }).collect();
        assert!(self.apply(&Command::HandEnded(HandReport { table: id, hand, big_blind: Some(big_blind), stacks })));
    }

    /// Waits for whatever comes next; whether anything does.
    fn wait(&mut self) -> bool {
        let hand = self.tables.iter().filter_map(|(&id, table)| Some((table.running.as_ref()?.1, id))).min();
        match (hand, self.tournament.deadline()) {
            (Some((ends, id)), deadline) if deadline.is_none_or(|deadline| ends <= deadline) => {
                self.now = self.now.max(ends);
                self.end_hand(id);
            }
            (_, Some(deadline)) => {
                self.now = self.now.max(deadline);
                assert!(self.apply(&Command::Tick));
            }
            (_, None) => return false,
        }
        true
    }

    /// The process dies and comes back: the tournament is read again.
    fn crash(&mut self) {
        let back = Tournament::restore(&self.snapshot, &self.log, self.tournament_time()).unwrap();
        assert!(back == self.tournament, "the restored tournament is the live one");
        assert!(back.tables().eq(self.tables.keys().copied()));
        for (&id, table) in &self.tables {
            assert_eq!(back.table_setup(id).unwrap().stakes.limit.min_bet(), table.min_bet);
        }
        if self.rng.random_bool(0.5) {
            self.snapshot = back.snapshot();
        }
        self.tournament = back;
    }

    fn tournament_time(&self) -> Now {
        self.log.last().map_or(Now(0), |logged| logged.at)
    }

    /// What must hold after every command, seen from the tables.
    fn check(&self) {
        self.tournament.invariants().unwrap();
        let Phase::Running = self.tournament.phase() else { return };
        let view = self.tournament.view();
        let seated = view.players.iter().filter(|player| player.standing != StandingView::Registered).count() as u64;
        let chips: Chips = self.tables.values().flat_map(|table| table.seats.values()).map(|&(_, stack)| stack).sum();
        assert_eq!(chips, view.stack.times(seated), "chips at the tables");
        let idle = self.tables.values().all(|table| table.running.is_none());
        let counts: Vec<usize> = self.tables.values().map(|table| table.seats.len()).collect();
        let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
        assert!(!idle || most - least <= 1, "{counts:?} while nobody plays");
        let pool: Chips = view.prizes.iter().copied().sum();
        assert_eq!(pool, view.pool);
        assert_eq!(self.ledger.balance(Purse::Pool(TournamentId(3))), i64::try_from(view.pool.get()).unwrap());
    }

    /// What must hold at the end.
    fn check_champion(&self) {
        let Phase::Finished { champion } = self.tournament.phase() else { panic!("{:?}", self.tournament.phase()) };
        assert!(self.tables.is_empty());
        assert_eq!(self.ledger.balance(Purse::Pool(TournamentId(3))), 0, "the pool was paid out");
        let view = self.tournament.view();
        let mut next = 1;
        let mut paid = Chips::ZERO;
        for player in &view.players {
            let StandingView::Placed { place, tied, prize } = player.standing else { panic!("{player:?}") };
            assert!(place <= next && next < place + tied, "{player:?} where place {next} comes");
            next += 1;
            paid += prize;
            let wallet = 1000 - i64::try_from(view.buy_in.get()).unwrap() + i64::try_from(prize.get()).unwrap();
            assert_eq!(self.ledger.balance(Purse::Wallet(player.account)), wallet);
        }
        assert_eq!(next as usize, view.players.len() + 1);
        assert_eq!(paid, view.pool);
        assert_eq!(view.players[0].account, champion);
        let tables = self.log.iter().rev().find_map(|logged| match &logged.event {
            Event::HandEnded { stacks, .. } => Some(stacks.clone()),
            _ => None,
        });
        let everything = view.stack.times(view.players.len() as u64);
        assert!(
            tables.unwrap().contains(&Stack { account: champion, stack: everything }),
            "the Champion has everything"
        );
    }
}

fn next_after(seats: &[SeatNo], last: Option<SeatNo>) -> SeatNo {
    seats.iter().copied().find(|&seat| Some(seat) > last).unwrap_or(seats[0])
}

fn setup(seats: u8, players: u32) -> TournamentSetup {
    let stakes = Stakes::new("holdem", StakesLimit::No { min_bet: 50 });
    TournamentSetup {
        buy_in: Chips::new(97),
        most_players: players,
        start: Start::WhenFull { players },
        schedule: Schedule::usual(Chips::new(50), 300_000).with_breaks(5, 120_000),
        ..TournamentSetup::new("floor", stakes, seats)
    }
}

fn play(setup: TournamentSetup, seed: u64, late: u32, crashes: bool) -> Floor {
    let start = setup.start;
    let mut floor = Floor::new(setup, seed);
    let (Start::WhenFull { players } | Start::At { fewest: players, .. }) = start;
    for _ in 0..players {
        floor.now = floor.now.plus(1000);
        assert!(floor.register());
    }
    let mut late = late;
    while floor.wait() {
        if late > 0 && floor.rng.random_bool(0.7) {
            late -= u32::from(floor.register() || floor.rng.random_bool(0.1));
        }
        if crashes && floor.rng.random_bool(0.03) {
            floor.crash();
        }
        if floor.rng.random_bool(0.002) && floor.apply(&Command::Pause) {
            floor.now = floor.now.plus(1_000_000);
            assert!(floor.apply(&Command::Resume) || !matches!(floor.tournament.phase(), Phase::Running));
        }
    }
    floor.check_champion();
    floor
}

fn events(floor: &Floor, wanted: impl Fn(&Event) -> bool) -> usize {
    floor.log.iter().filter(|logged| wanted(&logged.event)).count()
}

#[test]
fn five_hundred_players_at_sixty_tables() {
    let setup = TournamentSetup { tables: Some(60), ..setup(9, 500) };
    let floor = play(setup, 1, 0, false);
    assert_eq!(events(&floor, |event| matches!(event, Event::FinalTable { .. })), 1);
    assert!(events(&floor, |event| matches!(event, Event::HandForHandBegan)) >= 1);
    assert!(events(&floor, |event| matches!(event, Event::ColouredUp { .. })) >= 2);
    assert_eq!(events(&floor, |event| matches!(event, Event::TableOpened { .. })), 61);
}

#[test]
fn the_same_seed_gives_the_same_tournament() {
    let log = |seed| play(setup(6, 40), seed, 0, false).log;
    assert!(log(5) == log(5));
    assert!(log(5) != log(6));
}

#[test]
fn heads_up_tables_and_odd_fields_come_to_an_end() {
    for players in 2..9 {
        play(setup(2, players), players.into(), 0, true);
    }
}

#[test]
fn late_entrants_fill_and_open_tables() {
    let setup =
        TournamentSetup { late_levels: 4, most_players: 60, start: Start::WhenFull { players: 9 }, ..setup(9, 9) };
    let floor = play(setup, 11, 40, true);
    assert!(floor.tournament.view().players.len() > 20);
    assert!(events(&floor, |event| matches!(event, Event::TableOpened { .. })) > 2);
}

#[test]
fn an_announced_start_stays_where_it_is_over_a_restart() {
    let start = Start::At { time: Now(600_000), fewest: 2 };
    let mut floor = Floor::new(TournamentSetup { start, ..setup(9, 9) }, 1);
    assert!(floor.register());
    let snapshot = floor.tournament.snapshot();
    let starts = |now| Tournament::restore(&snapshot, &[], Now(now)).unwrap().deadline();
    assert_eq!(starts(500_000), Some(Now(600_000)));
    // Nobody was there to keep it: whoever entered has a minute to come back.
    assert_eq!(starts(600_000), Some(Now(660_000)));
    assert_eq!(starts(5_000_000), Some(Now(5_060_000)));
}

#[test]
fn a_scheduled_tournament_without_enough_players_gives_everything_back() {
    let start = Start::At { time: Now(60_000), fewest: 3 };
    let mut floor = Floor::new(TournamentSetup { start, ..setup(9, 9) }, 1);
    assert!(floor.register() && floor.register());
    assert_eq!(floor.ledger.balance(Purse::Wallet(AccountId(1))), 903);
    assert!(floor.apply(&Command::Unregister { account: AccountId(1) }));
    assert_eq!(floor.ledger.balance(Purse::Wallet(AccountId(1))), 1000);
    assert!(!floor.apply(&Command::Unregister { account: AccountId(1) }));
    assert!(floor.apply(&Command::Reschedule { time: Now(90_000) }));
    floor.now = Now(60_000);
    assert!(floor.apply(&Command::Tick));
    assert_eq!(floor.tournament.phase(), Phase::Registering);
    floor.now = Now(90_000);
    assert!(!floor.register(), "the hour has come, whoever reads the clock first");
    assert!(floor.apply(&Command::Tick));
    assert_eq!(floor.tournament.phase(), Phase::Cancelled);
    assert_eq!(floor.ledger.balance(Purse::Wallet(AccountId(2))), 1000);
    assert_eq!(floor.ledger.balance(Purse::Pool(TournamentId(3))), 0);
}

#[test]
fn a_running_tournament_that_is_called_off_gives_everything_back() {
    let mut floor = Floor::new(setup(9, 20), 1);
    for _ in 0..20 {
        floor.register();
    }
    for _ in 0..15 {
        floor.wait();
    }
    assert!(floor.apply(&Command::Cancel));
    assert!((1..=20).all(|account| floor.ledger.balance(Purse::Wallet(AccountId(account))) == 1000));
    assert!(!floor.apply(&Command::Cancel));
}

/// Between hands, not for ever, and what the room's operator stopped is not the host's to let go on.
#[test]
fn a_host_pauses_for_an_hour_at_most() {
    let mut floor = Floor::new(setup(2, 2), 1);
    assert!(!floor.apply(&Command::HostPause), "it has not begun");
    assert!(floor.register() && floor.register());
    let left = |floor: &Floor| match floor.tournament.view().clock {
        ClockView::LevelEndsAt(at) => at.since(floor.now),
        clock => panic!("{clock:?}"),
    };
    let before = left(&floor);
    assert!(floor.apply(&Command::HostPause) && !floor.apply(&Command::HostPause));
    let hands = |floor: &Floor| events(floor, |event| matches!(event, Event::HandDealt { .. }));
    let table = floor.tournament.tables().next().unwrap();
    floor.end_hand(table);
    assert_eq!(hands(&floor), 1, "the hand is played out, and none is dealt");
    floor.crash();
    assert!(floor.apply(&Command::HostResume));
    assert_eq!((hands(&floor), left(&floor)), (2, before));

    assert!(floor.apply(&Command::HostPause));
    assert_eq!(floor.tournament.deadline().unwrap().since(floor.now), 3_600_000, "no time has passed in the first");
    floor.now = floor.now.plus(1_000_000);
    assert!(floor.apply(&Command::Pause), "the operator's from now on");
    assert!(!floor.apply(&Command::HostResume) && floor.tournament.deadline().is_none());
    floor.now = floor.now.plus(5_000_000);
    assert!(floor.apply(&Command::Resume));
    assert_eq!(left(&floor), before);

    // However often, for an hour in all.
    assert!(floor.apply(&Command::HostPause));
    let until = floor.tournament.deadline().unwrap();
    assert_eq!(until.since(floor.now), 2_600_000);
    floor.crash();
    floor.now = until;
    assert!(floor.apply(&Command::Tick));
    assert_eq!(left(&floor), before, "it goes on by itself");
    floor.crash();
    let again = floor.tournament.apply(&Command::HostPause, floor.now, [0; 32]);
    assert_eq!(again, Err(Refused::PausedEnough));
    assert!(floor.apply(&Command::Pause), "an operator's has no end");
}

#[test]
fn a_snapshot_of_before_pauses_were_added_up_is_read() {
    let mut floor = Floor::new(setup(2, 2), 1);
    assert!(floor.register() && floor.register());
    let mut bytes = floor.tournament.snapshot();
    assert_eq!((bytes[0], bytes.pop()), (2, Some(0)));
    bytes[0] = 1;
    assert_eq!(Tournament::restore(&bytes, &[], floor.now), Ok(floor.tournament));
}

#[test]
fn reports_that_make_chips_or_come_twice_are_refused() {
    let mut floor = Floor::new(setup(3, 3), 1);
    (0..3).for_each(|_| assert!(floor.register()));
    let (&table, paper) = floor.tables.iter().next().unwrap();
    let stacks: Vec<Stack> = paper.seats.values().map(|&(account, stack)| Stack { account, stack }).collect();
    let report = |hand, stacks: &[Stack]| {
        Command::HandEnded(HandReport { table, hand, big_blind: None, stacks: stacks.to_vec() })
    };
    let refusal =
        |floor: &mut Floor, command| floor.tournament.apply(&command, Now(1), [0; 32]).unwrap_err().to_string();
    let more = Stack { stack: Chips::new(2001), ..stacks[0] };
    assert!(refusal(&mut floor, report(1, &[more, stacks[1]])).contains("add up to 4001, and were 4000"));
    let huge = Stack { stack: Chips::new(u64::MAX), ..stacks[0] };
    assert!(refusal(&mut floor, report(1, &[huge, huge])).contains("is named twice"));
    assert!(refusal(&mut floor, report(1, &[huge, stacks[1]])).contains("add up to"));
    assert!(refusal(&mut floor, report(2, &stacks)).contains("hand 1 is"));
    floor.tables.get_mut(&table).unwrap().running = None;
    assert!(floor.apply(&report(1, &stacks)));
    assert!(refusal(&mut floor, report(1, &stacks)).contains("hand 2 is"));
}

#[test]
fn two_who_bust_at_different_tables_hand_for_hand_share_the_prize() {
    // Four players at two heads-up tables, three places paid: everybody is on the bubble.
    let payouts = PayoutPlan::Shares(vec![5, 3, 2]);
    let mut floor = Floor::new(TournamentSetup { payouts, chips: vec![], ..setup(2, 4) }, 1);
    (0..4).for_each(|_| assert!(floor.register()));
    assert!(floor.tournament.view().hand_for_hand);
    let tables: Vec<TableId> = floor.tables.keys().copied().collect();
    for id in tables {
        let table = floor.tables.get_mut(&id).unwrap();
        let (hand, ..) = table.running.take().unwrap();
        let accounts: Vec<AccountId> = table.seats.values().map(|&(account, _)| account).collect();
        table
            .seats
            .values_mut()
            .for_each(|(who, stack)| *stack = Chips::new(if *who == accounts[0] { 4000 } else { 0 }));
        let stacks = table.seats.values().map(|&(account, stack)| Stack { account, stack }).collect();
        assert!(floor.apply(&Command::HandEnded(HandReport { table: id, hand, big_blind: None, stacks })));
    }
    let view = floor.tournament.view();
    assert!(!view.hand_for_hand && view.tables.len() == 1);
    let shared = StandingView::Placed { place: 3, tied: 2, prize: Chips::new(39) };
    let shares: Vec<_> = view.players.iter().map(|player| player.standing).skip(2).collect();
    // A fifth of 388 is 77 or 78 chips, one of which is odd.
    assert!(
        shares.contains(&shared)
            && shares.iter().all(|standing| matches!(standing, StandingView::Placed { place: 3, tied: 2, .. })),
        "{shares:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(48), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn soak_any_field_comes_to_a_champion(
        seed: u64, seats in 2..=10_u8, players in 2..60_u32, late in 0..30_u32, late_levels in 0..5_u32,
        tables in proptest::option::of(1..20_u32), scheduled: bool, colours: bool,
    ) {
        let start = if scheduled { Start::At { time: Now(200_000), fewest: players } } else { Start::WhenFull { players } };
        let mut setup = TournamentSetup { late_levels, tables, start, most_players: players + late, ..setup(seats, players) };
        if !colours {
            setup.chips.clear();
        }
        play(setup, seed, late, true);
    }
}

proptest! {
    /// Bytes that are no snapshot are refused; bytes that are one after all give a tournament that can be played.
    #[test]
    fn damaged_snapshots_never_panic(seed: u64, at: prop::sample::Index, byte: u8, cut: prop::sample::Index) {
        let mut floor = Floor::new(setup(4, 9), seed);
        (0..9).for_each(|_| assert!(floor.register()));
        (0..20).for_each(|_| { floor.wait(); });
        let mut bytes = floor.tournament.snapshot();
        let place = at.index(bytes.len());
        bytes[place] = byte;
        if let Ok(mut back) = Tournament::restore(&bytes, &[], Now(5)) {
            let _ = (back.view(), back.apply(&Command::Tick, Now(u64::MAX), [0; 32]));
        }
        bytes.truncate(cut.index(bytes.len()));
        prop_assert!(Tournament::restore(&bytes, &[], Now(5)).is_err());
        prop_assert!(Tournament::restore(&floor.snapshot, &floor.log[1..], Now(5)).is_err(), "a gap");
    }
}

/// About `SOAK` times as many.
fn cases(usual: u32) -> u32 {
    usual * std::env::var("SOAK").ok().and_then(|factor| factor.parse().ok()).unwrap_or(1)
}
