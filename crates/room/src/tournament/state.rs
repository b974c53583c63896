//! What a tournament remembers, and how each event changes it.
//!
//! [`Tournament::note`] is the only place where the state changes, live and in replay alike, so a replayed log gives the
//! same tournament. It decides nothing and draws nothing.

use std::collections::BTreeMap;

use cardroom_rules::Chips;
use serde::{Deserialize, Serialize};

use super::balance::TableCount;
use super::director::LONGEST_PAUSE_MS;
use super::event::{Event, Logged, Stack};
use super::payout::Prizes;
use super::ranking::Bust;
use super::seating::Seating;
use super::setup::{Start, TournamentSetup, TournamentSetupError, table_id};
use crate::id::chips;
use crate::stakes::Stakes;
use crate::{AccountId, Now, SeatNo, TableId, TournamentId};

/// A tournament and its director.
///
/// It holds no table: it is told when hands end and answers with orders for the tables. See [`super`] for an example.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tournament {
    pub(crate) id: TournamentId,
    pub(crate) setup: TournamentSetup,
    /// How many events there were.
    pub(crate) version: u64,
    /// When the last one was.
    pub(crate) at: Now,
    pub(crate) phase: Phase,
    pub(crate) clock: Clock,
    /// The level, counted from 0.
    pub(crate) level: u32,
    pub(crate) entrants: BTreeMap<AccountId, Entrant>,
    pub(crate) tables: BTreeMap<TableId, TableState>,
    /// How many tables were ever opened.
    pub(crate) opened: u32,
    /// What can be won, once registration is closed.
    pub(crate) prizes: Option<Prizes>,
    pub(crate) hand_for_hand: bool,
    /// Who went out and has no place yet.
    pub(crate) busts: Vec<Bust>,
    /// The smallest chip in play; nothing where colours aren't kept.
    pub(crate) smallest_chip: Option<Stake>,
    /// The smallest chip that there should be, if smaller ones have to leave.
    pub(crate) colour_up_to: Option<Stake>,
    /// How long its host's pauses lasted that are over, all together.
    pub(crate) host_paused_ms: u64,
}

/// An amount, as stored.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct Stake(#[serde(with = "chips")] pub(crate) Chips);

/// How far a tournament has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Phase {
    /// Players register.
    Registering,
    /// Hands are played.
    Running,
    /// Somebody has everything.
    Finished {
        /// The Champion.
        champion: AccountId,
    },
    /// It didn't take place.
    Cancelled,
}

/// What the tournament's clock waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Clock {
    /// Nothing: a sit-and-go before its start, or it is all over.
    Stopped,
    /// A scheduled start.
    Starts(Now),
    /// The end of the level.
    Level(Now),
    /// The end of the break.
    Break(Now),
    /// Somebody to resume; so much is left of a level or of a break.
    Paused { left_ms: u64, on_break: bool },
    /// The host to resume, or this time.
    HostPaused { left_ms: u64, on_break: bool, until: Now },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Entrant {
    /// The how manieth to register, from 0.
    pub(crate) order: u32,
    pub(crate) name: String,
    pub(crate) bot: bool,
    pub(crate) standing: Standing,
}

/// How an entrant stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Standing {
    /// Registered, without a seat yet.
    Registered,
    /// In, with so many chips: those of the start of a hand while it is running.
    Playing {
        table: TableId,
        seat: SeatNo,
        #[serde(with = "chips")]
        stack: Chips,
    },
    /// Out, without a place yet.
    Busted,
    /// Out (or the Champion), after so many others, with others perhaps.
    Placed { outlasted: u32, tied: u32 },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct TableState {
    pub(crate) seating: Seating,
    /// How many hands it was told to deal.
    pub(crate) hands: u64,
    /// Whether the last of them is running.
    pub(crate) dealing: bool,
    /// The level whose stakes it was last told.
    pub(crate) level: u32,
}

impl Tournament {
    /// A tournament that players can register for.
    ///
    /// # Errors
    /// Says which setting is wrong, what is allowed and by which rule.
    pub fn new(id: TournamentId, setup: TournamentSetup) -> Result<Self, TournamentSetupError> {
        setup.check(id)?;
        setup.check_end()?;
        let clock = match setup.start {
            Start::WhenFull { .. } => Clock::Stopped,
            Start::At { time, .. } => Clock::Starts(time),
        };
        let smallest_chip = setup.schedule.smallest_chip(0, &setup.chips).map(Stake);
        Ok(Self {
            id,
            setup,
            version: 0,
            at: Now::default(),
            phase: Phase::Registering,
            clock,
            level: 0,
            entrants: BTreeMap::new(),
            tables: BTreeMap::new(),
            opened: 0,
            prizes: None,
            hand_for_hand: false,
            busts: Vec::new(),
            smallest_chip,
            colour_up_to: None,
            host_paused_ms: 0,
        })
    }

    /// The tournament's number.
    pub const fn id(&self) -> TournamentId {
        self.id
    }

    /// Its settings.
    pub const fn setup(&self) -> &TournamentSetup {
        &self.setup
    }

    /// How far it has come.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// How many events there were.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// When [`super::Command::Tick`] is due.
    pub const fn deadline(&self) -> Option<Now> {
        match self.clock {
            Clock::Starts(time) | Clock::Level(time) | Clock::Break(time) | Clock::HostPaused { until: time, .. } => {
                Some(time)
            }
            Clock::Stopped | Clock::Paused { .. } => None,
        }
    }

    /// Every player with chips: account, table, seat and stack.
    pub(crate) fn playing(&self) -> impl Iterator<Item = (AccountId, TableId, SeatNo, Chips)> + '_ {
        self.entrants.iter().filter_map(|(&account, entrant)| match entrant.standing {
            Standing::Playing { table, seat, stack } => Some((account, table, seat, stack)),
            _ => None,
        })
    }

    pub(crate) fn stack_of(&self, account: AccountId) -> Option<(TableId, SeatNo, Chips)> {
        match self.entrants.get(&account)?.standing {
            Standing::Playing { table, seat, stack } => Some((table, seat, stack)),
            _ => None,
        }
    }

    /// Everybody who has a place, best first: the place (1 is the Champion's; of those shared, the best), how many share
    /// it, and who. While players can still register, places are as they stand.
    pub(crate) fn places(&self) -> Vec<(u32, u32, AccountId)> {
        let entrants = self.entrants.len() as u32;
        let mut places: Vec<(u32, u32, u32, AccountId)> = Vec::new();
        for (&account, entrant) in &self.entrants {
            if let Standing::Placed { outlasted, tied } = entrant.standing {
                let place = entrants.saturating_add(1).saturating_sub(outlasted).saturating_sub(tied);
                places.push((place, entrant.order, tied, account));
            }
        }
        places.sort_unstable();
        places.into_iter().map(|(place, _, tied, account)| (place, tied, account)).collect()
    }

    pub(crate) fn counts(&self) -> Vec<TableCount> {
        let count = |(&table, state): (&TableId, &TableState)| TableCount {
            table,
            players: state.seating.players(),
            idle: !state.dealing,
        };
        self.tables.iter().map(count).collect()
    }

    pub(crate) fn all_idle(&self) -> bool {
        self.tables.values().all(|table| !table.dealing)
    }

    pub(crate) fn next_table(&self) -> TableId {
        table_id(self.id, self.opened.saturating_add(1))
    }

    /// The stakes of a level.
    pub(crate) fn stakes_at(&self, level: u32) -> Stakes {
        let usual = &self.setup.table.stakes;
        let in_play = self.setup.stack().times(self.entrants.len() as u64).min(Chips::MOST);
        let level = self.setup.level_at(level as usize, in_play);
        level.map_or_else(|| usual.clone(), |level| level.stakes(usual))
    }

    /// Whether players may register now.
    pub(crate) fn is_open(&self) -> bool {
        match self.phase {
            Phase::Registering => true,
            Phase::Running => self.prizes.is_none(),
            Phase::Finished { .. } | Phase::Cancelled => false,
        }
    }

    /// Writes an event into the state.
    pub(crate) fn note(&mut self, logged: &Logged) {
        self.version = logged.version.saturating_add(1);
        self.at = logged.at;
        match logged.event {
            Event::Registered { account, ref name, bot } => {
                let order = self.entrants.values().map(|entrant| entrant.order.saturating_add(1)).max().unwrap_or(0);
                let entrant = Entrant { order, name: name.clone(), bot, standing: Standing::Registered };
                self.entrants.insert(account, entrant);
            }
            Event::Unregistered { account } => {
                self.entrants.remove(&account);
            }
            Event::Rescheduled { time } => self.clock = Clock::Starts(time),
            Event::Started => self.phase = Phase::Running,
            Event::TableOpened { table } => self.open(table),
            Event::Seated { account, table, seat } => self.sit(account, table, seat, self.setup.stack()),
            Event::Moved { account, from, to, seat } => {
                let stack = self.stack_of(account).map_or(Chips::ZERO, |(_, _, stack)| stack);
                self.with_table(from, |state| state.seating.leave(account));
                self.sit(account, to, seat, stack);
            }
            Event::TableClosed { table } => {
                self.tables.remove(&table);
            }
            Event::FinalTable { .. } => {}
            Event::HandDealt { table, hand } => {
                let level = self.level;
                self.with_table(table, |state| {
                    (state.hands, state.dealing, state.level) = (hand, true, level);
                    state.seating.hand_begins();
                });
            }
            Event::HandEnded { table, big_blind, ref stacks, .. } => self.end_hand(table, big_blind, stacks),
            Event::Placed { account, outlasted, tied } => {
                self.busts.retain(|bust| bust.account != account);
                self.stand(account, Standing::Placed { outlasted, tied });
            }
            Event::LevelBegan { level, ends } => {
                (self.level, self.clock) = (level, Clock::Level(ends));
                let chip = self.setup.schedule.smallest_chip(level as usize, &self.setup.chips).map(Stake);
                self.colour_up_to = chip.filter(|&chip| Some(chip) > self.smallest_chip);
            }
            Event::BreakBegan { ends } => self.clock = Clock::Break(ends),
            Event::Paused => self.pause(logged.at),
            Event::HostPaused { until } => {
                self.pause(logged.at);
                if let Clock::Paused { left_ms, on_break } = self.clock {
                    self.clock = Clock::HostPaused { left_ms, on_break, until };
                }
            }
            Event::Resumed => self.resume(logged.at),
            Event::RegistrationClosed { ref prizes } => self.prizes = Some(prizes.clone()),
            Event::HandForHandBegan => self.hand_for_hand = true,
            Event::HandForHandEnded => self.hand_for_hand = false,
            Event::ColouredUp { chip, ref stacks } => {
                (self.smallest_chip, self.colour_up_to) = (Some(Stake(chip)), None);
                self.set_stacks(stacks);
            }
            Event::ColourUpPutOff => self.colour_up_to = None,
            Event::Finished { champion } => (self.phase, self.clock) = (Phase::Finished { champion }, Clock::Stopped),
            Event::Cancelled => {
                (self.phase, self.clock) = (Phase::Cancelled, Clock::Stopped);
                self.tables.clear();
            }
        }
    }

    fn open(&mut self, table: TableId) {
        let seating = Seating::new(self.setup.table.seats);
        self.opened = self.opened.saturating_add(1);
        self.tables.insert(table, TableState { seating, hands: 0, dealing: false, level: self.level });
    }

    fn sit(&mut self, account: AccountId, table: TableId, seat: SeatNo, stack: Chips) {
        self.with_table(table, |state| state.seating.sit(seat, account));
        self.stand(account, Standing::Playing { table, seat, stack });
    }

    fn end_hand(&mut self, table: TableId, big_blind: Option<SeatNo>, stacks: &[Stack]) {
        for out in stacks.iter().filter(|after| after.stack.is_zero()) {
            let account = out.account;
            let began_with = self.stack_of(account).map_or(Chips::ZERO, |(_, _, stack)| stack);
            self.busts.push(Bust { account, table, began_with });
            self.stand(account, Standing::Busted);
            self.with_table(table, |state| state.seating.leave(account));
        }
        self.set_stacks(stacks);
        self.with_table(table, |state| {
            state.dealing = false;
            if let Some(seat) = big_blind {
                state.seating.set_big_blind(seat);
            }
        });
    }

    fn set_stacks(&mut self, stacks: &[Stack]) {
        for new in stacks {
            if let Some(Entrant { standing: Standing::Playing { stack, .. }, .. }) = self.entrants.get_mut(&new.account)
            {
                *stack = new.stack;
            }
        }
    }

    fn stand(&mut self, account: AccountId, standing: Standing) {
        if let Some(entrant) = self.entrants.get_mut(&account) {
            entrant.standing = standing;
        }
    }

    fn with_table(&mut self, table: TableId, change: impl FnOnce(&mut TableState)) {
        if let Some(state) = self.tables.get_mut(&table) {
            change(state);
        }
    }

    /// For how long its host may still stop it.
    pub(crate) const fn host_pause_left_ms(&self) -> u64 {
        LONGEST_PAUSE_MS.saturating_sub(self.host_paused_ms)
    }

    /// Whatever ends a pause of the host's.
    fn count_host_pause(&mut self, at: Now) {
        if let Clock::HostPaused { until, .. } = self.clock {
            self.host_paused_ms = LONGEST_PAUSE_MS.saturating_sub(until.since(at));
        }
    }

    fn pause(&mut self, at: Now) {
        self.count_host_pause(at);
        self.clock = match self.clock {
            Clock::Level(ends) => Clock::Paused { left_ms: ends.since(at), on_break: false },
            Clock::Break(ends) => Clock::Paused { left_ms: ends.since(at), on_break: true },
            Clock::HostPaused { left_ms, on_break, .. } => Clock::Paused { left_ms, on_break },
            other => other,
        };
    }

    fn resume(&mut self, at: Now) {
        self.count_host_pause(at);
        self.clock = match self.clock {
            Clock::Paused { left_ms, on_break } | Clock::HostPaused { left_ms, on_break, .. } => {
                if on_break {
                    Clock::Break(at.plus(left_ms))
                } else {
                    Clock::Level(at.plus(left_ms))
                }
            }
            other => other,
        };
    }
}
