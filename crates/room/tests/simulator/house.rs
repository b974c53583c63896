//! A whole room in one seed: tables, people, a ledger, a store in memory, and time that passes at once.

use std::collections::BTreeMap;

use cardroom_fair::hash;
use cardroom_room::{
    AccountId, Actor, BuyIn, Change, Chips, Command, Dealer as _, Entry, Ledger, Now, Purse, Reason, Refill, Refused,
    SeededDealer, Table, TableId, TableSetup,
};

use crate::chance::Chance;
use crate::checks::{Watch, count, look, prove};
use crate::kept::Kept;
use crate::people::{Person, choice, host_whim, stakes};

/// What happened in a simulation, and a hash over everything that anybody could see of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Summary {
    pub(crate) commands: u64,
    pub(crate) refused: u64,
    pub(crate) hands: u64,
    pub(crate) burned: u64,
    pub(crate) voided: u64,
    pub(crate) crashes: u64,
    pub(crate) timeouts: u64,
    pub(crate) ms: u64,
    pub(crate) digest: String,
}

pub(crate) struct House {
    chance: Chance,
    dealer: SeededDealer,
    now: Now,
    people: Vec<Person>,
    tables: Vec<Place>,
    ledger: Ledger,
    refilled: BTreeMap<AccountId, Now>,
    opened: u64,
    seen: cardroom_fair::Digest,
    pub(crate) summary: Summary,
}

struct Place {
    table: Table,
    kept: Kept,
    watch: Watch,
}

const REFILL: Refill = Refill { amount: Chips::new(2000), below: Chips::new(200), every_ms: 1_200_000 };

impl House {
    pub(crate) fn new(seed: u64) -> Self {
        let mut chance = Chance::new(seed);
        let people = (1..=5 + chance.below(10)).map(|number| Person::new(number, &mut chance)).collect();
        let mut house = Self {
            dealer: SeededDealer::new(seed),
            now: Now(chance.below(1 << 40)),
            people,
            tables: Vec::new(),
            ledger: Ledger::default(),
            refilled: BTreeMap::new(),
            opened: 0,
            seen: cardroom_fair::Digest::ZERO,
            summary: Summary::default(),
            chance,
        };
        for person in 0..house.people.len() {
            house.grant(house.people[person].account, 3000);
        }
        for _ in 0..1 + house.chance.below(2) {
            house.open();
        }
        for at in 0..house.tables.len() {
            for _ in 0..house.people.len() * 3 {
                house.whim(at);
            }
        }
        house
    }

    fn grant(&mut self, account: AccountId, amount: u64) {
        let (to, reason) = (Purse::Wallet(account), Reason::Welcome);
        let entry = Entry { from: Purse::House, to, amount: Chips::new(amount), reason };
        self.ledger.post(&[entry]).expect("chips from the house");
    }

    fn open(&mut self) {
        self.opened += 1;
        let chance = &mut self.chance;
        let mut setup = TableSetup::new(&format!("Table {}", self.opened), stakes(chance), 2 + chance.below(8) as u8);
        setup.buy_in = BuyIn { min: Chips::new(200), max: Chips::new(2000) };
        setup.host = chance.one_in(2).then_some(AccountId(1));
        setup.invitation = chance.one_in(4).then(|| "sesame".to_owned());
        setup.clocks.between_ms = [0, 4000][chance.below(2) as usize];
        setup.clocks.bank_hands = 3;
        if chance.one_in(3) {
            setup.rotation = cardroom_room::Rotation::Hands(1 + chance.below(4) as u16);
        }
        let table = Table::new(TableId(self.opened), setup).expect("a table");
        self.tables.push(Place { kept: Kept::new(&table), table, watch: Watch::default() });
    }

    /// Lets so many hands be played, or so much time pass.
    pub(crate) fn run(&mut self, hands: u64, ms: u64) {
        let begun = self.now;
        let mut steps = 0;
        while self.summary.hands < hands && self.now.since(begun) < ms {
            self.step();
            steps += 1;
            assert!(steps < 1_000_000, "the room goes round in circles");
        }
        self.summary.ms = self.now.since(begun);
        self.summary.digest = self.seen.to_string();
        assert_eq!(self.ledger.sum(), 0, "every entry balances");
    }

    fn step(&mut self) {
        let at = self.chance.below(self.tables.len() as u64) as usize;
        match self.chance.below(16) {
            0..=2 => self.whim(at),
            3 if self.chance.one_in(4) => self.crash(at),
            3 if self.chance.one_in(4) => self.operate(at),
            _ => self.play(at),
        }
    }

    /// Somebody does something out of the blue.
    fn whim(&mut self, at: usize) {
        let person = self.chance.below(self.people.len() as u64) as usize;
        let (table, person) = (&self.tables[at].table, &mut self.people[person]);
        let command = person.whim(table, &mut self.chance);
        let (by, account) = (person.actor(), person.account);
        let _ = self.tell(at, by, &command);
        let worth = Chips::new(self.ledger.worth(account) as u64);
        if let Ok(entry) = REFILL.ask(account, worth, self.refilled.get(&account).copied(), self.now) {
            self.ledger.post(&[entry]).expect("a refill");
            self.refilled.insert(account, self.now);
        }
    }

    fn operate(&mut self, at: usize) {
        let command = match self.chance.below(6) {
            0 => Command::VoidHand,
            _ => host_whim(&self.tables[at].table, &mut self.chance),
        };
        let _ = self.tell(at, Actor::Operator, &command);
    }

    /// Whoever the table waits for does its part, or lets the time run out.
    fn play(&mut self, at: usize) {
        let table = &self.tables[at].table;
        if self.chance.one_in(40) {
            return self.wait();
        }
        if let Some((hand, asked)) = table.links_awaited() {
            let Some(&account) = asked.first() else { return self.wait() };
            let id = table.id();
            let person = self.people.iter_mut().find(|person| person.account == account).expect("a person");
            let Some(link) = person.link(id) else { return self.wait() };
            let _ = self.tell(at, Actor::Player(account), &Command::Link { hand, link });
            return;
        }
        let Some((account, hand, turn)) = table.to_act() else { return self.wait() };
        let choice = choice(&table.player_view(account).expect("a player's view"), &mut self.chance);
        let bot = self.people.iter().any(|person| person.account == account && person.bot);
        let deadline = table.deadline().map_or(0, |deadline| deadline.since(self.now));
        self.now = self.now.plus(self.chance.below(20_000).min(deadline.saturating_sub(1)));
        let by = if bot { Actor::Bot(account) } else { Actor::Player(account) };
        let command = Command::Act { hand, turn, choice };
        self.tell(at, by, &command).expect("a legal choice in turn");
        // The same again is stale, whatever happened since.
        let again = self.tell(at, by, &command);
        assert!(again.is_err(), "a command done once is not done twice");
    }

    /// Time passes until the next table wants to be called.
    fn wait(&mut self) {
        let next = self.tables.iter().filter_map(|place| place.table.deadline()).min();
        self.now = next.unwrap_or(self.now.plus(30_000)).max(self.now);
        for at in 0..self.tables.len() {
            if self.tables[at].table.deadline().is_some_and(|deadline| deadline <= self.now) {
                self.tell(at, Actor::Room, &Command::Tick).expect("a timer is never refused");
            }
        }
    }

    /// The process dies and comes back some time later, with another clock.
    fn crash(&mut self, at: usize) {
        self.summary.crashes += 1;
        let place = &mut self.tables[at];
        if self.chance.one_in(2) {
            // Without the seeds of its hand, or with a line missing from the log, the hand is void, and the ledger says
            // what everyone's chips are.
            let line = Some(self.chance.number() as usize).filter(|_| self.chance.one_in(2));
            let lost = line.is_none() && place.kept.holds_secret();
            let mut back = place.kept.damage(line, self.now);
            assert!(!lost || back.voided.is_some_and(|(_, change)| change.log.is_some()));
            let id = back.table.id();
            let held = |account| Chips::new(self.ledger.balance(Purse::Seat(id, account)) as u64);
            let escrow: Vec<_> = self.people.iter().map(|person| (person.account, held(person.account))).collect();
            let before = back.table.version();
            let change = back.table.reconcile(&escrow, self.now);
            assert!(change.version == before + 1 && change.log.is_some() && change.snapshot.is_some());
            for (_, account, stack) in back.table.stacks() {
                assert_eq!(stack, held(account), "every stack is what it was");
            }
            let mut ledger = self.ledger.clone();
            ledger.post(&change.entries).expect("chips that are there");
            count(&back.table, &ledger, self.now);
        }
        let accounts = self.people.iter().map(|person| person.account);
        place.table = place.kept.crash(&place.table, accounts, self.now);
        if self.chance.one_in(2) {
            self.lose_connections(at);
        }
    }

    /// As a server does it; most people find their way back.
    fn lose_connections(&mut self, at: usize) {
        let table = &mut self.tables[at].table;
        table.lose_connections();
        let seats = table.view(None, self.now).seats;
        assert!(seats.iter().all(|seat| seat.bot || !seat.connected));
        for (place, seat) in seats.iter().filter(|seat| !seat.bot).enumerate() {
            // What isn't told anything is as it was when it was stored last.
            if place == 0 || !self.chance.one_in(4) {
                self.tell(at, Actor::Player(seat.account), &Command::Connect).expect("a way back");
            }
        }
    }

    fn tell(&mut self, at: usize, by: Actor, command: &Command) -> Result<(), Refused> {
        self.summary.commands += 1;
        let place = &mut self.tables[at];
        let before = place.table.version();
        let spends = matches!(command, Command::Sit { .. } | Command::TopUp { .. } | Command::Rebuy { .. });
        let backup = spends.then(|| place.table.clone());
        let bytes = place.table.snapshot();
        let change = match place.table.apply(by, command, self.now, &mut self.dealer) {
            Ok(change) => change,
            Err(refused) => {
                self.summary.refused += 1;
                assert!(!matches!(refused, Refused::Frozen { .. }), "{refused}");
                assert_eq!(place.table.snapshot(), bytes, "{command:?} was refused and changed something: {refused}");
                return Err(refused);
            }
        };
        if let Err(error) = self.ledger.post(&change.entries) {
            // The wallet hasn't so much: nothing happened.
            place.table = backup.unwrap_or_else(|| panic!("{command:?}: {error}"));
            return Ok(());
        }
        if change.log.is_none() {
            assert_eq!(place.table.snapshot(), bytes, "{command:?} changed something that isn't logged");
        }
        place.kept.append(&change);
        place.watch.change(&place.table, before, &change);
        self.note(at, &change);
        Ok(())
    }

    fn note(&mut self, at: usize, change: &Change) {
        let table = &self.tables[at].table;
        count(table, &self.ledger, self.now);
        let viewer = self.chance.pick(&self.people).map(|person| person.account);
        look(table, viewer.filter(|_| !self.chance.one_in(4)), self.now);
        if self.chance.one_in(32) {
            prove(change, self.dealer.key());
        }
        for news in &change.news {
            let told = format!("{:?}", news.seen_by(viewer));
            self.seen = hash("simulated", &[&self.seen.0, told.as_bytes()]);
            self.summary.voided += u64::from(told.starts_with("Voided"));
            self.summary.timeouts += u64::from(told.starts_with("TimedOut"));
        }
        if let Some(hand) = &change.hand {
            self.summary.hands += 1;
            self.summary.burned += u64::from(hand.is_burned());
        }
        if self.tables[at].table.view(None, self.now).open == cardroom_room::Openness::Closed
            && self.tables[at].table.stacks().next().is_none()
        {
            self.tables.remove(at);
            self.open();
        }
    }
}
