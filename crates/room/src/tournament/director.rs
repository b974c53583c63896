//! The director: takes a command, refuses it or carries it out, and lets the clock run.
//!
//! What follows from it for the tables is in `floor.rs`. Everything is worked out on a copy that replaces the tournament
//! only if what must always hold still does.

use std::collections::BTreeSet;

use cardroom_rules::Chips;

use super::command::{Command, HandReport, MOST_NAME_BYTES, NowPlayed, Refused};
use super::draw::Draw;
use super::event::{Event, Logged, Order, Stack, TournamentChange};
use super::setup::{Start, table_number};
use super::state::{Clock, Phase, Standing, Tournament};
use crate::ledger::{Entry, Purse, Reason};
use crate::setup::TableSetup;
use crate::{AccountId, Now, SeatNo, TableId};

/// How long a host's pauses last at most, all together: whoever entered has paid, and must not be kept waiting for as long
/// as the host likes.
pub(crate) const LONGEST_PAUSE_MS: u64 = 3_600_000;

/// A command being carried out.
pub(crate) struct Director<'a> {
    pub(crate) tournament: &'a mut Tournament,
    pub(crate) now: Now,
    pub(crate) draw: Draw,
    pub(crate) change: TournamentChange,
}

impl Tournament {
    /// Carries out a command, with whatever time has passed before it.
    ///
    /// The caller stores the log and posts the entries in one transaction, then carries the orders to the tables.
    /// `entropy` is drawn fresh for every command; seats and the chip race are drawn from it.
    ///
    /// # Errors
    /// Says why not; then nothing has changed.
    pub fn apply(&mut self, command: &Command, now: Now, entropy: [u8; 32]) -> Result<TournamentChange, Refused> {
        let mut next = self.clone();
        let now = now.max(self.at);
        let mut director =
            Director { tournament: &mut next, now, draw: Draw::new(entropy), change: TournamentChange::default() };
        // First the time that passed, so that nobody registers after the hour because the clock was read late.
        director.pass_time();
        director.run_floor();
        director.tournament.may(command)?;
        director.carry_out(command);
        director.run_floor();
        let change = director.change;
        next.invariants()?;
        *self = next;
        Ok(change)
    }

    fn may(&self, command: &Command) -> Result<(), Refused> {
        let over = matches!(self.phase, Phase::Finished { .. } | Phase::Cancelled);
        match command {
            Command::Register { account, name, bot } => self.may_register(*account, name, *bot),
            Command::Tick => Ok(()),
            _ if over => Err(Refused::Over),
            Command::Unregister { account } => match self.entrants.get(account).map(|entrant| entrant.standing) {
                None => Err(Refused::NotRegistered(*account)),
                Some(Standing::Registered) if self.phase == Phase::Registering => Ok(()),
                Some(_) => Err(Refused::Begun(*account)),
            },
            Command::HandEnded(report) => self.may_end(report),
            Command::Reschedule { .. } => match self.clock {
                Clock::Starts(_) => Ok(()),
                _ => Err(Refused::NotScheduled),
            },
            Command::Pause | Command::HostPause => match self.clock {
                Clock::Level(_) | Clock::Break(_) => match self.host_pause_left_ms() {
                    0 if *command == Command::HostPause => Err(Refused::PausedEnough),
                    _ => Ok(()),
                },
                // What was the host's to end is the operator's from now on.
                Clock::HostPaused { .. } if *command == Command::Pause => Ok(()),
                Clock::Paused { .. } | Clock::HostPaused { .. } => {
                    Err(Refused::Clock { asked: "a pause", now: "paused already" })
                }
                Clock::Stopped | Clock::Starts(_) => Err(Refused::Clock { asked: "a pause", now: "still to begin" }),
            },
            Command::Resume | Command::HostResume => match self.clock {
                Clock::HostPaused { .. } => Ok(()),
                Clock::Paused { .. } if *command == Command::Resume => Ok(()),
                Clock::Paused { .. } => Err(Refused::Clock { asked: "going on", now: "paused by the room's operator" }),
                _ => Err(Refused::Clock { asked: "going on", now: "not paused" }),
            },
            Command::Cancel => Ok(()),
            Command::CallOff if self.phase == Phase::Registering => Ok(()),
            Command::CallOff => Err(Refused::Started),
        }
    }

    fn may_register(&self, account: AccountId, name: &str, bot: bool) -> Result<(), Refused> {
        if !self.is_open() {
            return Err(Refused::RegistrationClosed { late_levels: self.setup.late_levels });
        }
        if self.entrants.contains_key(&account) {
            return Err(Refused::Registered(account));
        }
        if self.entrants.len() >= self.setup.most_players as usize {
            return Err(Refused::Full { most: self.setup.most_players });
        }
        if !(1..=MOST_NAME_BYTES).contains(&name.len()) {
            return Err(Refused::Name { length: name.len() });
        }
        if bot && !self.setup.table.bots { Err(Refused::NoBots) } else { Ok(()) }
    }

    fn may_end(&self, report: &HandReport) -> Result<(), Refused> {
        let HandReport { table, hand, ref stacks, .. } = *report;
        let expected = match self.tables.get(&table) {
            None => NowPlayed::NoTable,
            Some(state) if !state.dealing => NowPlayed::NoneAfter(state.hands),
            Some(state) => NowPlayed::Hand(state.hands),
        };
        if expected != NowPlayed::Hand(hand) {
            return Err(Refused::NoSuchHand { table, hand, expected });
        }
        let mut named = BTreeSet::new();
        let mut before = Chips::ZERO;
        for &Stack { account, .. } in stacks {
            match self.stack_of(account) {
                Some((at, _, stack)) if at == table && named.insert(account) => before += stack,
                _ => return Err(Refused::NotSeated { account, table }),
            }
        }
        let after = stacks.iter().try_fold(Chips::ZERO, |sum, after| {
            let sum = sum.get().checked_add(after.stack.get())?;
            (sum <= Chips::MOST.get()).then_some(Chips::new(sum))
        });
        match after {
            Some(after) if after == before => Ok(()),
            after => Err(Refused::ChipsDiffer { table, before, after: after.unwrap_or(Chips::MOST) }),
        }
    }
}

impl Director<'_> {
    fn carry_out(&mut self, command: &Command) {
        match command {
            Command::Register { account, name, bot } => {
                self.note(Event::Registered { account: *account, name: name.clone(), bot: *bot });
                self.pay(
                    Purse::Wallet(*account),
                    Purse::Pool(self.tournament.id),
                    self.tournament.setup.buy_in,
                    Reason::Entry,
                );
                match (self.tournament.phase, self.tournament.setup.start) {
                    (Phase::Running, _) => self.seat_late(*account),
                    (_, Start::WhenFull { players }) if self.tournament.entrants.len() >= players as usize => {
                        self.start();
                    }
                    _ => {}
                }
            }
            Command::Unregister { account } => {
                self.note(Event::Unregistered { account: *account });
                self.give_back(*account);
            }
            Command::HandEnded(report) => self.note(Event::HandEnded {
                table: report.table,
                hand: report.hand,
                big_blind: report.big_blind,
                stacks: report.stacks.clone(),
            }),
            Command::Reschedule { time } => self.note(Event::Rescheduled { time: *time }),
            Command::Pause => self.note(Event::Paused),
            Command::HostPause => {
                self.note(Event::HostPaused { until: self.now.plus(self.tournament.host_pause_left_ms()) });
            }
            Command::Resume | Command::HostResume => self.note(Event::Resumed),
            Command::Cancel | Command::CallOff => self.cancel(),
            Command::Tick => {}
        }
    }

    /// Lets the clock run to now. At most one level begins at a time: one that lasted too long, because nobody told the
    /// time, is not made up for by shorter ones.
    fn pass_time(&mut self) {
        match self.tournament.clock {
            Clock::Starts(time) if time <= self.now => match self.tournament.setup.start {
                Start::At { fewest, .. } if self.tournament.entrants.len() < fewest as usize => self.cancel(),
                _ => self.start(),
            },
            Clock::Level(ends) if ends <= self.now => {
                let break_ms = self.level_now().map_or(0, |level| level.break_ms);
                if break_ms > 0 {
                    self.note(Event::BreakBegan { ends: self.now.plus(break_ms) });
                } else {
                    self.begin_level(self.tournament.level.saturating_add(1));
                }
            }
            Clock::Break(ends) if ends <= self.now => self.begin_level(self.tournament.level.saturating_add(1)),
            Clock::HostPaused { until, .. } if until <= self.now => self.note(Event::Resumed),
            _ => {}
        }
    }

    fn level_now(&self) -> Option<super::Level> {
        self.tournament.setup.schedule.level(self.tournament.level as usize, Chips::MOST)
    }

    pub(crate) fn begin_level(&mut self, level: u32) {
        let length_ms =
            self.tournament.setup.schedule.level(level as usize, Chips::MOST).map_or(0, |level| level.length_ms);
        self.note(Event::LevelBegan { level, ends: self.now.plus(length_ms) });
        if level >= self.tournament.setup.late_levels {
            self.close_registration();
        }
    }

    pub(crate) fn close_registration(&mut self) {
        if self.tournament.prizes.is_none() {
            let entrants = self.tournament.entrants.len();
            let pool = self.tournament.setup.buy_in.times(entrants as u64);
            self.note(Event::RegistrationClosed { prizes: self.tournament.setup.payouts.prizes(pool, entrants) });
        }
    }

    fn cancel(&mut self) {
        let entrants: Vec<AccountId> = self.tournament.entrants.keys().copied().collect();
        let tables: Vec<TableId> = self.tournament.tables.keys().copied().collect();
        for table in tables {
            self.close_table(table);
        }
        self.note(Event::Cancelled);
        for account in entrants {
            self.give_back(account);
        }
    }

    fn give_back(&mut self, account: AccountId) {
        let buy_in = self.tournament.setup.buy_in;
        self.pay(Purse::Pool(self.tournament.id), Purse::Wallet(account), buy_in, Reason::EntryReturned);
    }

    pub(crate) fn pay(&mut self, from: Purse, to: Purse, amount: Chips, reason: Reason) {
        if !amount.is_zero() {
            self.change.entries.push(Entry { from, to, amount, reason });
        }
    }

    /// Takes everybody away from a table and closes it; from one that plays, everybody goes when the hand is over.
    pub(crate) fn close_table(&mut self, table: TableId) {
        let at_rest = self.tournament.tables.get(&table).filter(|state| !state.dealing);
        let seated = at_rest.into_iter().flat_map(|state| state.seating.iter());
        self.change.orders.extend(seated.map(|(_, account)| Order::Remove { table, account }));
        self.note(Event::TableClosed { table });
    }

    /// Writes an event into the tournament and its log, and tells the tables what it means for them.
    pub(crate) fn note(&mut self, event: Event) {
        let logged = Logged { version: self.tournament.version, at: self.now, event };
        self.orders_before(&logged.event);
        self.tournament.note(&logged);
        self.orders_after(&logged.event);
        self.change.log.push(logged);
    }

    fn orders_before(&mut self, event: &Event) {
        if let Event::HandDealt { table, .. } = *event {
            let told = self.tournament.tables.get(&table).map(|state| state.level);
            if told != Some(self.tournament.level) {
                let stakes = Box::new(self.tournament.stakes_at(self.tournament.level));
                self.change.orders.push(Order::SetLevel { table, stakes });
            }
        }
    }

    fn orders_after(&mut self, event: &Event) {
        match *event {
            Event::TableOpened { table } => {
                let setup = self.tournament.table_setup(table).map(Box::new);
                self.change.orders.extend(setup.map(|setup| Order::Open { table, setup }));
            }
            Event::Seated { account, table, seat } => self.order_seat(account, table, seat),
            Event::Moved { account, from, to, seat } => {
                self.change.orders.push(Order::Remove { table: from, account });
                self.order_seat(account, to, seat);
            }
            Event::TableClosed { table } => self.change.orders.push(Order::Close { table }),
            Event::HandDealt { table, hand } => self.change.orders.push(Order::Deal { table, hand }),
            Event::HandEnded { table, ref stacks, .. } => {
                let out = stacks.iter().filter(|after| after.stack.is_zero());
                self.change.orders.extend(out.map(|out| Order::Remove { table, account: out.account }));
            }
            Event::ColouredUp { ref stacks, .. } => {
                let tables: Vec<TableId> = self.tournament.tables.keys().copied().collect();
                for table in tables {
                    let here =
                        |after: &&Stack| self.tournament.stack_of(after.account).is_some_and(|(at, ..)| at == table);
                    let stacks: Vec<Stack> = stacks.iter().filter(here).copied().collect();
                    if !stacks.is_empty() {
                        self.change.orders.push(Order::SetStacks { table, stacks });
                    }
                }
            }
            _ => {}
        }
    }

    fn order_seat(&mut self, account: AccountId, table: TableId, seat: SeatNo) {
        self.change.orders.extend(self.tournament.seating_order(account, table, seat));
    }
}

impl Tournament {
    /// The settings of one of its open tables: what to make it of, if it isn't there after a restart.
    pub fn table_setup(&self, table: TableId) -> Option<TableSetup> {
        let level = self.tables.get(&table)?.level;
        Some(self.setup.table_at(self.stakes_at(level), table_number(table), self.id))
    }

    pub(crate) fn seating_order(&self, account: AccountId, table: TableId, seat: SeatNo) -> Option<Order> {
        let (_, _, stack) = self.stack_of(account)?;
        let entrant = self.entrants.get(&account)?;
        Some(Order::Seat { table, seat, account, stack, name: entrant.name.clone(), bot: entrant.bot })
    }
}
