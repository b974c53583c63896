//! A whole tournament in one seed: any game or mix, any field, late entrants, chains, absences, tables that crash or lose
//! a line of their log, a director who stops with orders still to be carried; and always a Champion at the end.

use std::collections::{BTreeMap, BTreeSet};

use cardroom_room::tournament::{
    Command as Direct, Logged, Order, Phase, Schedule, StandingView, Start, Tournament, TournamentSetup,
};
use cardroom_room::{
    AccountId, Actor, Chips, Command, Dealer as _, Entry, Ledger, NewsOf, Now, Purse, Reason, SeededDealer, SitOut,
    Table, TableId, TournamentId,
};

use crate::chance::Chance;
use crate::checks::{Watch, count, look, prove};
use crate::kept::Kept;
use crate::people::{Person, choice, stakes};

const ID: TournamentId = TournamentId(9);
const BUY_IN: u64 = 70;

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Summary {
    pub(crate) hands: u64,
    pub(crate) burned: u64,
    pub(crate) voided: u64,
    pub(crate) crashes: u64,
    pub(crate) damages: u64,
    pub(crate) lost_orders: u64,
    pub(crate) entrants: usize,
    pub(crate) champion: Option<AccountId>,
    pub(crate) events: usize,
}

struct Place {
    table: Table,
    kept: Kept,
    /// Nothing once a damaged log was cut short: the table's past is another then.
    watch: Option<Watch>,
}

pub(crate) struct Evening {
    chance: Chance,
    dealer: SeededDealer,
    now: Now,
    people: Vec<Person>,
    ledger: Ledger,
    tournament: Tournament,
    snapshot: Vec<u8>,
    log: Vec<Vec<u8>>,
    tables: BTreeMap<TableId, Place>,
    /// Tables that were told something and may have a hand to report.
    told: BTreeSet<TableId>,
    summary: Summary,
}

/// Any tournament that a handful of people can finish.
fn setup(chance: &mut Chance, now: Now) -> TournamentSetup {
    let stakes = stakes(chance);
    let most = cardroom_room::games(&stakes.game).iter().map(|game| game.seats().1 as u64).min().expect("a game");
    let seats = 2 + chance.below(most - 1) as u8;
    let mut setup = TournamentSetup::new("Evening", stakes, seats);
    let players = 2 + chance.below(9) as u32;
    setup.most_players = players + chance.below(4) as u32;
    setup.start = match chance.below(2) {
        0 => Start::WhenFull { players },
        _ => Start::At { time: now.plus(60_000), fewest: players },
    };
    setup.tables = chance.one_in(3).then(|| 1 + chance.below(4) as u32);
    setup.late_levels = chance.below(3) as u32;
    setup.schedule = Schedule::usual(Chips::new(10), 30_000 + chance.below(90_000));
    if chance.one_in(3) {
        setup.schedule = setup.schedule.with_breaks(3, 60_000).with_big_blind_antes(2);
    }
    setup.buy_in = Chips::new(BUY_IN);
    setup.table.clocks.between_ms = 1000 + chance.below(4000);
    setup.table.clocks.bank_ms = 5_000;
    setup
}

impl Evening {
    pub(crate) fn new(seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        let now = Now(chance.below(1 << 40));
        let setup = setup(&mut chance, now);
        let people: Vec<Person> =
            (1..=u64::from(setup.most_players)).map(|number| Person::new(number, &mut chance)).collect();
        let mut ledger = Ledger::default();
        for person in &people {
            let (to, amount) = (Purse::Wallet(person.account), Chips::new(100));
            ledger.post(&[Entry { from: Purse::House, to, amount, reason: Reason::Welcome }]).expect("chips");
        }
        let tournament = Tournament::new(ID, setup).expect("a tournament");
        Self {
            dealer: SeededDealer::new(seed),
            now,
            people,
            ledger,
            snapshot: tournament.snapshot(),
            tournament,
            log: Vec::new(),
            tables: BTreeMap::new(),
            told: BTreeSet::new(),
            summary: Summary::default(),
            chance,
        }
    }

    /// Plays until somebody has everything.
    pub(crate) fn run(mut self) -> Summary {
        let (Start::WhenFull { players } | Start::At { fewest: players, .. }) = self.tournament.setup().start;
        (0..players as usize).for_each(|at| self.register(at));
        for steps in 0.. {
            assert!(steps < 400_000, "no end in sight: {:?}", self.tournament.view().tables);
            if !matches!(self.tournament.phase(), Phase::Registering | Phase::Running) {
                break;
            }
            self.step();
            self.report();
        }
        self.check_champion();
        self.summary.events = self.log.len();
        self.summary
    }

    /// Two enter, and sit out as soon as they have seats: the hands until one of them has everything.
    pub(crate) fn left_alone(setup: TournamentSetup) -> u64 {
        let mut evening = Self::new(1);
        evening.tournament = Tournament::new(ID, setup).expect("a tournament");
        evening.snapshot = evening.tournament.snapshot();
        (0..2).for_each(|at| evening.register(at));
        for _ in 0..5_000 {
            if evening.tournament.phase() != Phase::Running {
                return evening.summary.hands;
            }
            evening.wait();
            for id in evening.tables.keys().copied().collect::<Vec<_>>() {
                let seated: Vec<AccountId> = evening.tables[&id].table.stacks().map(|(_, who, _)| who).collect();
                let sit_out = Command::SitOut(SitOut::NextHand);
                seated.into_iter().for_each(|account| evening.tell(id, Actor::Player(account), &sit_out));
            }
            evening.report();
        }
        panic!("no end in sight: {:?}", evening.tournament.view());
    }

    fn register(&mut self, at: usize) {
        let Some(person) = self.people.get(at) else { return };
        let (account, bot) = (person.account, person.bot);
        self.direct(&Direct::Register { account, name: format!("player {}", account.0), bot });
    }

    /// The director is told of the hands that are over.
    fn report(&mut self) {
        while let Some(id) = self.told.pop_first() {
            let report = self.tables.get(&id).and_then(|place| self.tournament.report(&place.table));
            if let Some(report) = report {
                self.direct(&Direct::HandEnded(report));
            }
        }
    }

    fn step(&mut self) {
        let tables: Vec<TableId> = self.tables.keys().copied().collect();
        let Some(&id) = self.chance.pick(&tables) else { return self.wait() };
        match self.chance.below(64) {
            0..=2 => self.whim(id),
            3 if self.tournament.view().registration_open => self.register(self.tournament.view().players.len()),
            4 if self.chance.one_in(2) => self.crash(id),
            5 if self.chance.one_in(6) => self.damage(id),
            6 if self.chance.one_in(6) => self.tell(id, Actor::Operator, &Command::VoidHand),
            7 if self.chance.one_in(4) => self.pause(),
            _ => self.play(id),
        }
    }

    fn whim(&mut self, id: TableId) {
        let at = self.chance.below(self.people.len() as u64) as usize;
        let person = &mut self.people[at];
        let command = person.whim(&self.tables[&id].table, &mut self.chance);
        let by = person.actor();
        self.tell(id, by, &command);
    }

    fn pause(&mut self) {
        let (pause, resume) = match self.chance.below(3) {
            0 => (Direct::Pause, Direct::Resume),
            1 => (Direct::HostPause, Direct::HostResume),
            _ => (Direct::HostPause, Direct::Resume),
        };
        self.direct(&pause);
        self.now = self.now.plus(self.chance.below(100_000));
        self.direct(&resume);
    }

    /// Whoever the table waits for does its part, or lets the time run out.
    fn play(&mut self, id: TableId) {
        let table = &self.tables[&id].table;
        if self.chance.one_in(40) {
            return self.wait();
        }
        if let Some((hand, asked)) = table.links_awaited() {
            let person = asked.first().and_then(|&who| self.people.iter_mut().find(|person| person.account == who));
            let Some((link, by)) = person.and_then(|person| Some((person.link(id)?, person.actor()))) else {
                return self.wait();
            };
            return self.tell(id, by, &Command::Link { hand, link });
        }
        let Some((account, hand, turn)) = table.to_act() else { return self.wait() };
        let choice = choice(&table.player_view(account).expect("a player's view"), &mut self.chance);
        let deadline = table.deadline().map_or(0, |deadline| deadline.since(self.now));
        self.now = self.now.plus(self.chance.below(3_000).min(deadline.saturating_sub(1)));
        self.tell(id, Actor::Player(account), &Command::Act { hand, turn, choice });
    }

    /// Time passes until a table or the director wants to be called.
    fn wait(&mut self) {
        let tables = self.tables.values().filter_map(|place| place.table.deadline());
        let next = tables.chain(self.tournament.deadline()).min();
        self.now = next.unwrap_or(self.now.plus(30_000)).max(self.now);
        let due = |place: &Place| place.table.deadline().is_some_and(|deadline| deadline <= self.now);
        let due: Vec<TableId> = self.tables.iter().filter(|(_, place)| due(place)).map(|(&id, _)| id).collect();
        for id in due {
            self.tell(id, Actor::Room, &Command::Tick);
        }
        if self.tournament.deadline().is_some_and(|deadline| deadline <= self.now) {
            self.direct(&Direct::Tick);
        }
    }

    fn direct(&mut self, command: &Direct) {
        let before = self.tournament.snapshot();
        let entropy = std::array::from_fn(|_| self.chance.number() as u8);
        let Ok(change) = self.tournament.apply(command, self.now, entropy) else {
            assert!(self.tournament.snapshot() == before, "{command:?} was refused and changed something");
            assert!(!matches!(command, Direct::HandEnded(_) | Direct::Tick), "{command:?} is never refused");
            return;
        };
        self.log.extend(change.log.iter().map(Logged::to_bytes));
        self.ledger.post(&change.entries).expect("entries that balance");
        let stops = self.chance.one_in(30);
        let carried = if stops { self.chance.below(change.orders.len() as u64 + 1) } else { u64::MAX };
        for order in change.orders.iter().take(carried as usize) {
            self.carry(order);
        }
        if stops {
            self.summary.lost_orders += change.orders.len() as u64 - carried.min(change.orders.len() as u64);
            self.come_back();
        }
        self.check();
    }

    fn carry(&mut self, order: &Order) {
        let id = order.table();
        if let Order::Open { setup, .. } = order {
            return self.open(Table::new(id, (**setup).clone()).expect("a table"));
        }
        self.must(id, &order.command().expect("a command"));
        let Order::Seat { account, .. } = *order else { return };
        let person = self.people.iter_mut().find(|person| person.account == account);
        if let Some(anchor) = person.and_then(|person| person.anchor(id, &mut self.chance)) {
            self.tell(id, Actor::Player(account), &Command::Chain { anchor });
        }
    }

    fn open(&mut self, table: Table) {
        let (id, kept) = (table.id(), Kept::new(&table));
        let before = self.tables.insert(id, Place { table, kept, watch: Some(Watch::default()) });
        assert!(before.is_none(), "{id} is open");
    }

    /// Everything stops and comes back: the tournament from its snapshot and log, the tables told what they missed.
    fn come_back(&mut self) {
        let log: Vec<Logged> = self.log.iter().map(|line| Logged::from_bytes(line).expect("a line")).collect();
        let at = log.last().map_or(self.now, |line| line.at);
        let back = Tournament::restore(&self.snapshot, &log, at).expect("what was stored");
        assert!(back == self.tournament, "from the log comes what was live");
        if self.chance.one_in(2) {
            self.snapshot = back.snapshot();
        }
        let missing: Vec<TableId> = back.tables().filter(|id| !self.tables.contains_key(id)).collect();
        for id in missing {
            self.open(Table::new(id, back.table_setup(id).expect("a setup")).expect("a table"));
        }
        for id in self.tables.keys().copied().collect::<Vec<_>>() {
            self.mend(id);
        }
    }

    fn mend(&mut self, id: TableId) {
        for command in self.tournament.mend(&self.tables[&id].table) {
            self.must(id, &command);
        }
        if let Some(place) = self.tables.get(&id) {
            assert_eq!(self.tournament.mend(&place.table), [], "mended once is enough");
        }
        self.told.insert(id);
    }

    /// A table's process dies and comes back.
    fn crash(&mut self, id: TableId) {
        self.summary.crashes += 1;
        let accounts: Vec<AccountId> = self.people.iter().map(|person| person.account).collect();
        let place = self.tables.get_mut(&id).expect("a table");
        place.table = place.kept.crash(&place.table, accounts.into_iter(), self.now);
    }

    /// A line of a table's log is gone, or the seeds of its hand: the hand is void, and everybody has what the director
    /// says it had when the hand began.
    fn damage(&mut self, id: TableId) {
        self.summary.damages += 1;
        let line = self.chance.one_in(2).then(|| self.chance.number() as usize);
        let place = self.tables.get_mut(&id).expect("a table");
        let mut back = place.kept.damage(line, self.now).table;
        back.reconcile(&self.tournament.stacks_at(id), self.now);
        (place.kept, place.table, place.watch) = (Kept::new(&back), back, None);
        self.mend(id);
    }

    fn must(&mut self, id: TableId, command: &Command) {
        let version = self.tables[&id].table.version();
        self.tell(id, Actor::Room, command);
        let done = self.tables.get(&id).is_none_or(|place| place.table.version() > version);
        assert!(done, "{id} refused the director's {command:?}");
    }

    fn tell(&mut self, id: TableId, by: Actor, command: &Command) {
        let place = self.tables.get_mut(&id).expect("a table");
        let before = place.table.version();
        let Ok(change) = place.table.apply(by, command, self.now, &mut self.dealer) else { return };
        assert!(change.entries.is_empty(), "a tournament's chips are no chips of a wallet");
        self.told.insert(id);
        place.kept.append(&change);
        if let Some(watch) = &mut place.watch {
            watch.change(&place.table, before, &change);
        }
        count(&place.table, &self.ledger, self.now);
        look(&place.table, self.chance.pick(&self.people).map(|person| person.account), self.now);
        if self.chance.one_in(64) {
            prove(&change, self.dealer.key());
        }
        for news in &change.news {
            self.summary.voided += u64::from(matches!(news, NewsOf::Voided { .. }));
        }
        if let Some(hand) = &change.hand {
            self.summary.hands += u64::from(hand.is_played());
            self.summary.burned += u64::from(hand.is_burned());
        }
        if place.table.view(None, self.now).open == cardroom_room::Openness::Closed {
            assert!(place.table.stacks().next().is_none(), "{id} is closed and empty");
            self.tables.remove(&id);
        }
    }

    /// With every order carried, the tables hold exactly the chips that there are.
    fn check(&self) {
        assert_eq!(self.ledger.sum(), 0);
        if self.tournament.phase() != Phase::Running {
            return;
        }
        let view = self.tournament.view();
        let chips: Chips = self.tables.values().map(|place| place.table.chips()).sum();
        assert_eq!(chips, view.stack.times(view.players.len() as u64), "every entrant's stack is somewhere");
        let sizes: Vec<usize> = self.tables.values().map(|place| place.table.stacks().count()).collect();
        let largest = sizes.iter().max().expect("a table");
        for (place, size) in self.tables.values().zip(&sizes) {
            let waits = place.table.is_at_rest() && place.table.is_held();
            // A hand that began before somebody was moved away goes on; none begins.
            assert!(size + 1 >= *largest || waits || !place.table.is_at_rest(), "{sizes:?}");
        }
    }

    fn check_champion(&mut self) {
        let Phase::Finished { champion } = self.tournament.phase() else { panic!("{:?}", self.tournament.phase()) };
        let view = self.tournament.view();
        for (next, player) in (1..).zip(&view.players) {
            let StandingView::Placed { place, tied, prize } = player.standing else { panic!("{player:?}") };
            assert!(place <= next && next < place + tied, "a full ranking without gaps");
            let wallet = self.ledger.balance(Purse::Wallet(player.account));
            assert_eq!(wallet, 100 - BUY_IN as i64 + prize.get() as i64);
        }
        assert_eq!(view.players[0].account, champion);
        assert_eq!(self.ledger.balance(Purse::Pool(ID)), 0);
        assert!(self.tables.is_empty());
        (self.summary.entrants, self.summary.champion) = (view.players.len(), Some(champion));
    }
}
