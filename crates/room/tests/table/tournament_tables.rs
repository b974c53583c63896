//! Whole tournaments at real tables, from the first seat drawn to the Champion: committed decks, clocks, absent
//! players, orders lost in a crash, every game, and the same tournament again from the same seed.

use std::collections::{BTreeMap, BTreeSet};

use cardroom_room::tournament::{
    Command as Direct, Event, Logged, Order, Phase, Schedule, StandingView, Start, Tournament, TournamentSetup,
};
use cardroom_room::{
    AccountId, Actor, Chips, Choice, Clocks, Command, Entry, HandStage, Ledger, MIXES, Now, Purse, Reason, SeatStatus,
    SeededDealer, SitOut, Slots, Stakes, StakesLimit, Table, TableId, TournamentId,
};
use cardroom_rules::{CATALOGUE, Legal, Post, Seen, View};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const ID: TournamentId = TournamentId(5);

struct Room {
    tournament: Tournament,
    snapshot: Vec<u8>,
    log: Vec<Logged>,
    tables: BTreeMap<TableId, Table>,
    /// When somebody or the clock moves at a table.
    next: BTreeMap<TableId, Now>,
    dealer: SeededDealer,
    ledger: Ledger,
    now: Now,
    rng: Xoshiro256PlusPlus,
    /// Tables that were told something and may have a hand to report.
    told: BTreeSet<TableId>,
    /// Players who never act.
    absent: BTreeSet<AccountId>,
    /// How often the room stops with orders still to be carried.
    crashes: f64,
    games: BTreeSet<&'static str>,
    hands: u64,
}

impl Room {
    fn new(setup: TournamentSetup, seed: u64) -> Self {
        let tournament = Tournament::new(ID, setup).unwrap();
        Self {
            snapshot: tournament.snapshot(),
            tournament,
            log: Vec::new(),
            tables: BTreeMap::new(),
            next: BTreeMap::new(),
            dealer: SeededDealer::new(seed),
            ledger: Ledger::default(),
            now: Now(0),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            told: BTreeSet::new(),
            absent: BTreeSet::new(),
            crashes: 0.0,
            games: BTreeSet::new(),
            hands: 0,
        }
    }

    fn register(&mut self, players: u64) {
        for account in (1..=players).map(AccountId) {
            let (to, amount) = (Purse::Wallet(account), Chips::new(100));
            self.ledger.post(&[Entry { from: Purse::House, to, amount, reason: Reason::Welcome }]).unwrap();
            self.direct(&Direct::Register {
                account,
                name: format!("p{}", account.0),
                bot: account.0.is_multiple_of(2),
            });
        }
    }

    fn direct(&mut self, command: &Direct) {
        let mut entropy = [0; 32];
        self.rng.fill_bytes(&mut entropy);
        let change = self.tournament.apply(command, self.now, entropy).unwrap();
        self.log.extend(change.log);
        self.ledger.post(&change.entries).unwrap();
        let crash = self.rng.random_bool(self.crashes);
        let carried = if crash { self.rng.random_range(0..=change.orders.len()) } else { change.orders.len() };
        for order in change.orders.iter().take(carried) {
            self.carry(order);
        }
        if crash {
            self.come_back();
        }
        self.check();
    }

    fn carry(&mut self, order: &Order) {
        let id = order.table();
        match order {
            Order::Open { setup, .. } => {
                assert!(self.tables.insert(id, Table::new(id, (**setup).clone()).unwrap()).is_none());
            }
            _ => self.tell(id, Actor::Room, &order.command().unwrap()),
        }
        if let Order::Close { .. } = order {
            self.close(id);
        }
    }

    fn close(&mut self, id: TableId) {
        self.tables.remove(&id).unwrap();
        self.next.remove(&id);
    }

    /// The room stopped between orders and comes back: what was lost is mended.
    fn come_back(&mut self) {
        let at = self.log.last().unwrap().at;
        let back = Tournament::restore(&self.snapshot, &self.log, at).unwrap();
        assert!(back == self.tournament, "the restored tournament is the live one");
        for id in back.tables() {
            let setup = back.table_setup(id).unwrap();
            self.tables.entry(id).or_insert_with(|| Table::new(id, setup).unwrap());
        }
        for id in self.tables.keys().copied().collect::<Vec<_>>() {
            for command in back.mend(&self.tables[&id]) {
                self.tell(id, Actor::Room, &command);
                if command == Command::Close {
                    self.close(id);
                }
            }
            if let Some(table) = self.tables.get(&id) {
                assert_eq!(back.mend(table), [], "mended once is enough");
            }
        }
        self.snapshot = back.snapshot();
    }

    fn tell(&mut self, id: TableId, by: Actor, command: &Command) {
        self.told.insert(id);
        let table = self.tables.get_mut(&id).unwrap();
        let change = table.apply(by, command, self.now, &mut self.dealer);
        let change = change.unwrap_or_else(|refused| panic!("{by:?} {command:?} at {id:?}: {refused}"));
        assert!(change.entries.is_empty(), "a tournament's chips are no chips of a wallet");
        if let Some(hand) = &change.hand {
            self.games.insert(hand.spread.game().id);
            self.hands += 1;
        }
        let think = Now(self.rng.random_range(500..6_000));
        match table.to_act() {
            Some((account, ..)) if !self.absent.contains(&account) => self.next.insert(id, self.now.plus(think.0)),
            _ => match table.deadline() {
                Some(deadline) => self.next.insert(id, deadline.max(self.now)),
                None => self.next.remove(&id),
            },
        };
    }

    /// Somebody acts, or a clock runs out.
    fn step(&mut self) -> bool {
        let table = self.next.iter().map(|(&id, &at)| (at, id)).min();
        match (table, self.tournament.deadline()) {
            (Some((at, id)), deadline) if deadline.is_none_or(|deadline| at <= deadline) => {
                self.now = self.now.max(at);
                self.move_table(id);
            }
            (_, Some(deadline)) => {
                self.now = self.now.max(deadline);
                self.direct(&Direct::Tick);
            }
            (_, None) => return false,
        }
        // A hand may be over as soon as it is dealt: if everybody is away, or all in.
        while let Some(id) = self.told.pop_first() {
            if let Some(report) = self.tables.get(&id).and_then(|table| self.tournament.report(table)) {
                self.direct(&Direct::HandEnded(report));
            }
        }
        true
    }

    fn move_table(&mut self, id: TableId) {
        let table = &self.tables[&id];
        match table.to_act() {
            Some((account, hand, turn)) if !self.absent.contains(&account) => {
                let choice = any_choice(&table.player_view(account).unwrap(), self.rng.random());
                self.tell(id, Actor::Player(account), &Command::Act { hand, turn, choice });
            }
            _ => self.tell(id, Actor::Room, &Command::Tick),
        }
    }

    /// What everybody can count from outside.
    fn check(&self) {
        if self.tournament.phase() == Phase::Running {
            let view = self.tournament.view();
            let chips: Chips = self.tables.values().map(Table::chips).sum();
            assert_eq!(chips, view.stack.times(view.players.len() as u64));
            let held = self.tables.values().filter(|table| table.is_at_rest() && table.is_held());
            let largest = self.tables.values().map(|table| table.stacks().count()).max().unwrap();
            let short = self.tables.values().filter(|table| table.stacks().count() + 1 < largest).count();
            assert!(short <= held.count(), "a table two short plays on");
        }
        assert_eq!(self.ledger.sum(), 0);
    }

    fn champion(&self) -> AccountId {
        let Phase::Finished { champion } = self.tournament.phase() else { panic!("{:?}", self.tournament.phase()) };
        let view = self.tournament.view();
        let places: Vec<(u32, u32)> = view
            .players
            .iter()
            .map(|player| match player.standing {
                StandingView::Placed { place, tied, .. } => (place, tied),
                other => panic!("{other:?}"),
            })
            .collect();
        assert!((1..).zip(&places).all(|(next, &(place, tied))| place <= next && next < place + tied), "{places:?}");
        assert_eq!(view.players[0].account, champion);
        assert_eq!(self.ledger.balance(Purse::Pool(ID)), 0);
        let wallets: i64 = view.players.iter().map(|player| self.ledger.balance(Purse::Wallet(player.account))).sum();
        assert_eq!(wallets, 100 * view.players.len() as i64);
        assert!(self.tables.is_empty());
        champion
    }
}

/// Plays a tournament to its end.
fn play(setup: TournamentSetup, seed: u64, prepare: impl FnOnce(&mut Room)) -> Room {
    let players = setup.most_players;
    let mut room = Room::new(setup, seed);
    prepare(&mut room);
    room.register(players.into());
    for steps in 0.. {
        if !room.step() {
            break;
        }
        assert!(steps < 2_000_000, "no end in sight at {:?}: {:?}", room.now, room.tournament.view().tables);
    }
    room.champion();
    room
}

fn setup(game: &str, limit: StakesLimit, seats: u8, players: u32) -> TournamentSetup {
    let mut setup = TournamentSetup::new("Test", Stakes::new(game, limit), seats);
    setup.schedule = Schedule::usual(Chips::new(20), 180_000).with_breaks(6, 60_000);
    setup.buy_in = Chips::new(100);
    (setup.most_players, setup.start) = (players, Start::WhenFull { players });
    setup.table.clocks = Clocks { act_ms: 8_000, bank_ms: 0, between_ms: 1_000, show_ms: 0, ..Clocks::USUAL };
    setup
}

const FIXED: StakesLimit = StakesLimit::Fixed { small_bet: 20, big_bet: 40 };
const NO_LIMIT: StakesLimit = StakesLimit::No { min_bet: 20 };

/// Any legal choice: seldom folds for nothing, sometimes bets everything.
fn any_choice(view: &View, chance: u64) -> Choice {
    let some = |most: usize| Slots::of(0..(chance >> 8) as u8 % (most as u8 + 1)).unwrap();
    match view.legal.unwrap() {
        Legal::Bet { choices, .. } => match (chance % 32, choices.raise(), choices.call()) {
            (0, Ok(range), _) if (chance >> 16).is_multiple_of(4) => Choice::RaiseTo(range.max_to),
            (0..=6, Ok(range), _) => Choice::RaiseTo(range.min_to),
            (7..=22, _, Some(_)) => Choice::Fold,
            (_, _, Some(_)) => Choice::Call,
            _ => Choice::Check,
        },
        Legal::Discard { most, .. } => Choice::Discard(some(most)),
        Legal::Draw { most, .. } => Choice::Draw(some(most)),
        Legal::Show { .. } => Choice::Show,
        Legal::Nothing => unreachable!("it is somebody's turn"),
    }
}

fn count(room: &Room, wanted: impl Fn(&Event) -> bool) -> usize {
    room.log.iter().filter(|logged| wanted(&logged.event)).count()
}

#[test]
fn a_tournament_s_table_deals_one_hand_for_every_release() {
    let mut room = Room::new(setup("holdem", NO_LIMIT, 3, 3), 1);
    room.register(3);
    let id = *room.tables.keys().next().unwrap();
    for dealt in 1..=3 {
        while !room.tables[&id].is_at_rest() || room.tables[&id].dealt() < dealt {
            assert!(room.next.contains_key(&id), "the director's order to deal has come");
            room.now = room.next[&id];
            room.move_table(id);
        }
        let table = &room.tables[&id];
        assert!(table.is_held() && table.deadline().is_none(), "it waits for the director");
        let report = room.tournament.report(table).unwrap();
        assert_eq!(report.hand, dealt);
        room.direct(&Direct::HandEnded(report));
        assert_eq!(room.tournament.report(&room.tables[&id]), None);
    }
}

/// An absent player never loses more than blinds, antes and what it had already bet.
#[test]
fn who_is_gone_is_dealt_in_and_does_not_straddle() {
    let straddles = |gone: bool| {
        let mut setup = setup("holdem", NO_LIMIT, 4, 4);
        setup.table.stakes.straddle = true;
        let mut room = Room::new(setup, 1);
        room.register(4);
        let id = *room.tables.keys().next().unwrap();
        for account in (1..=4).map(AccountId) {
            room.tell(id, Actor::Player(account), &Command::Straddle { on: true });
            if gone {
                room.tell(id, Actor::Player(account), &Command::Disconnect);
            }
        }
        let mut straddled = 0;
        while room.tables[&id].dealt() < 4 {
            if !room.step() {
                break;
            }
            let story = room.tables.get(&id).and_then(|table| table.story(None));
            let posted = |seen: &Seen| matches!(seen, Seen::Posted { post: Post::Straddle, .. });
            straddled += story.iter().flat_map(|story| &story.seen).filter(|seen| posted(seen)).count();
        }
        straddled > 0
    };
    assert!(straddles(false));
    assert!(!straddles(true));
}

#[test]
fn nine_players_of_holdout_high_low_play_for_one_champion() {
    let run = |seed| play(setup("holdout-hilo", FIXED, 9, 9), seed, |_| {});
    let (one, again, other) = (run(1), run(1), run(2));
    assert!(one.log == again.log, "the same seed gives the same tournament");
    assert!(one.log != other.log);
    assert_eq!(one.games, BTreeSet::from(["holdout-hilo"]));
    assert!(one.hands > 20);
}

#[test]
fn five_hundred_players_at_sixty_tables_of_holdem_play_for_one_champion() {
    // With some seeds several go out at once where one had to, and no hand is played for hand.
    let run = || play(TournamentSetup { tables: Some(60), ..setup("holdem", NO_LIMIT, 9, 500) }, 1, |_| {});
    let again = std::thread::spawn(run);
    let room = run();
    assert!(room.log == again.join().unwrap().log, "the same seed gives the same tournament");
    assert_eq!(count(&room, |event| matches!(event, Event::TableOpened { .. })), 61);
    assert_eq!(count(&room, |event| matches!(event, Event::FinalTable { .. })), 1);
    assert!(count(&room, |event| matches!(event, Event::HandForHandBegan)) >= 1);
    assert!(count(&room, |event| matches!(event, Event::Moved { .. })) > 400);
}

#[test]
fn a_mixed_tournament_plays_holdout_draw_and_holdem_in_turn() {
    let room = play(setup("mix-house", FIXED, 6, 14), 3, |_| {});
    assert_eq!(room.games, BTreeSet::from(["draw", "holdem", "holdout"]));
}

#[test]
fn every_game_and_mix_has_its_champion() {
    let ids = CATALOGUE.iter().map(|game| game.id).chain(MIXES.iter().map(|mix| mix.id));
    for (seed, id) in (0..).zip(ids) {
        let limit = if seed % 2 == 0 { FIXED } else { NO_LIMIT };
        let schedule = Schedule::usual(Chips::new(20), 60_000);
        let room = play(TournamentSetup { schedule, ..setup(id, limit, 3, 5) }, seed, |_| {});
        assert!(!room.games.is_empty(), "{id}");
    }
}

#[test]
fn who_is_away_is_dealt_in_and_blinded_off() {
    let away = BTreeSet::from([AccountId(2), AccountId(5), AccountId(9)]);
    let room = play(setup("holdem", NO_LIMIT, 6, 12), 4, |room| room.absent = away.clone());
    let view = room.tournament.view();
    let places: Vec<_> = view.players.iter().filter(|player| away.contains(&player.account)).collect();
    assert_eq!(places.len(), 3, "the absent have places too");
    let schedule = Schedule::usual(Chips::new(20), 20_000);
    let quick = TournamentSetup { schedule, ..setup("holdem", NO_LIMIT, 6, 12) };
    let all_away = play(quick, 4, |room| room.absent = (1..=12).map(AccountId).collect());
    assert!(all_away.hands > 20, "even if nobody ever comes, somebody wins");
}

/// Whoever asks to sit out plays on until then, as at any table; from then on the table acts for it, and posts its
/// blinds.
#[test]
fn who_sits_out_is_away_from_the_hand_that_it_named() {
    for when in [SitOut::NextHand, SitOut::NextBigBlind] {
        let mut room = Room::new(setup("holdem", FIXED, 3, 3), 1);
        room.register(3);
        let id = *room.tables.keys().next().unwrap();
        while room.tables[&id].to_act().is_none() {
            assert!(room.step());
        }
        let now = room.tables[&id].to_act();
        let (account, first, _) = now.unwrap();
        room.tell(id, Actor::Player(account), &Command::SitOut(when));
        assert_eq!(room.tables[&id].to_act(), now, "it still has its turn");
        let mut away = false;
        while room.tables[&id].dealt() < 5 {
            assert!(room.step());
            let view = room.tables[&id].view(None, room.now);
            if view.stage != HandStage::Playing {
                continue;
            }
            let seat = view.seats.iter().find(|seat| seat.account == account).unwrap();
            let [.., big_blind] = view.markers.unwrap();
            away |= view.hand > first && (when == SitOut::NextHand || big_blind == seat.seat);
            assert_eq!(seat.status == SeatStatus::Away, away, "{when:?}, hand {}", view.hand);
        }
        assert!(away);
    }
}

#[test]
fn orders_lost_in_a_crash_are_mended() {
    for seed in 0..4 {
        let room = play(setup("holdem", NO_LIMIT, 5, 23), seed, |room| room.crashes = 0.2);
        assert!(room.hands > 20);
    }
}

#[test]
fn a_table_that_forgot_its_last_hands_goes_on_with_the_director_s_stacks() {
    let mut room = Room::new(setup("holdem", NO_LIMIT, 4, 10), 6);
    room.register(10);
    let (mut remembered, mut forgot) = (BTreeMap::new(), 0);
    for steps in 0.. {
        if !room.step() {
            break;
        }
        let tables: Vec<TableId> = room.tables.keys().copied().collect();
        let id = tables.get(steps % tables.len().max(1)).copied();
        if let Some(id) = id.filter(|_| steps % 40 == 0) {
            remembered.entry(id).or_insert_with(|| room.tables[&id].snapshot());
        } else if let Some((id, snapshot)) = id.filter(|_| steps % 23 == 0).and_then(|id| remembered.remove_entry(&id))
        {
            // Without the seeds of the hand that it remembers, that hand is void.
            room.tables.insert(id, Table::restore(&snapshot, &[], &|_| None, room.now).unwrap().table);
            for command in room.tournament.mend(&room.tables[&id]) {
                room.tell(id, Actor::Room, &command);
            }
            assert_eq!(room.tournament.mend(&room.tables[&id]), [], "mended once is enough");
            forgot += 1;
        }
    }
    room.champion();
    assert!(forgot > 5, "{forgot}");
}

#[test]
fn late_entrants_sit_down_while_hands_are_running() {
    let mut setup = setup("holdout", NO_LIMIT, 6, 6);
    (setup.most_players, setup.late_levels) = (20, 3);
    setup.start = Start::At { time: Now(10_000), fewest: 4 };
    setup.schedule = setup.schedule.with_antes(2);
    let mut room = Room::new(setup, 9);
    for players in [5, 9, 14, 20] {
        let before = room.tournament.view().players.len() as u64;
        for account in (before + 1..=players).map(AccountId) {
            let (to, amount) = (Purse::Wallet(account), Chips::new(100));
            room.ledger.post(&[Entry { from: Purse::House, to, amount, reason: Reason::Welcome }]).unwrap();
            room.direct(&Direct::Register { account, name: "late".into(), bot: false });
        }
        (0..60).for_each(|_| assert!(room.step()));
    }
    while room.step() {}
    room.champion();
    assert_eq!(room.tournament.view().players.len(), 20);
    assert!(count(&room, |event| matches!(event, Event::TableOpened { .. })) >= 4);
}
