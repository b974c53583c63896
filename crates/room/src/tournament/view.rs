//! What the lobby shows of a tournament. Nothing in it is hidden from anybody.

use cardroom_rules::Chips;

use super::setup::table_number;
use super::state::{Clock, Phase, Standing, Tournament};
use crate::stakes::Stakes;
use crate::{AccountId, Now, SeatNo, TableId, TournamentId};

/// A tournament as the lobby shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentView {
    /// Its number.
    pub id: TournamentId,
    /// Its name.
    pub name: String,
    /// How many events there were.
    pub version: u64,
    /// How far it has come.
    pub phase: Phase,
    /// Whether players may register now.
    pub registration_open: bool,
    /// How many may.
    pub most_players: u32,
    /// What an entry costs.
    pub buy_in: Chips,
    /// What everybody begins with.
    pub stack: Chips,
    /// What the clock waits for.
    pub clock: ClockView,
    /// The level, counted from 1, and what is played for.
    pub level: (u32, Stakes),
    /// What is played for after it.
    pub next_level: Stakes,
    /// Whether every table deals one hand and waits for the others.
    pub hand_for_hand: bool,
    /// What entries add up to.
    pub pool: Chips,
    /// What each place wins; as it would be now while players can still register.
    pub prizes: Vec<Chips>,
    /// The open tables.
    pub tables: Vec<TableLine>,
    /// All entrants: those in play by chips, then those out by place, the Champion first of all.
    pub players: Vec<PlayerLine>,
}

/// What the clock waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClockView {
    /// Nothing.
    Stopped,
    /// For the start.
    StartsAt(Now),
    /// For the next level or a break.
    LevelEndsAt(Now),
    /// For the break to end.
    BreakEndsAt(Now),
    /// For somebody to go on; so much of the level or break is left.
    Paused {
        /// How much.
        left_ms: u64,
        /// When a pause of the host's ends by itself.
        until: Option<Now>,
    },
}

/// One table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableLine {
    /// Its id.
    pub table: TableId,
    /// Its number in the tournament.
    pub number: u32,
    /// How many players it has.
    pub players: u32,
    /// Whether a hand is running; else it waits for players, for other tables or for the clock.
    pub in_hand: bool,
    /// The largest stack.
    pub largest: Chips,
    /// The smallest stack.
    pub smallest: Chips,
}

/// One entrant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerLine {
    /// Who.
    pub account: AccountId,
    /// The name.
    pub name: String,
    /// Whether it is a house bot.
    pub bot: bool,
    /// How it stands.
    pub standing: StandingView,
}

/// How an entrant stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StandingView {
    /// Registered.
    Registered,
    /// In.
    Playing {
        /// Where.
        table: TableId,
        /// In which seat.
        seat: SeatNo,
        /// With how much, when the running hand began.
        stack: Chips,
    },
    /// Out; the place is known when the other tables' hands are over.
    Busted,
    /// Out, or the Champion.
    Placed {
        /// The place; of those shared the best.
        place: u32,
        /// How many share it.
        tied: u32,
        /// What it has won; nothing before registration is closed.
        prize: Chips,
    },
}

impl Tournament {
    /// What the lobby shows.
    pub fn view(&self) -> TournamentView {
        let pool = self.setup.buy_in.times(self.entrants.len() as u64);
        let prizes = self.prizes.clone().unwrap_or_else(|| self.setup.payouts.prizes(pool, self.entrants.len()));
        TournamentView {
            id: self.id,
            name: self.setup.name.clone(),
            version: self.version,
            phase: self.phase,
            registration_open: self.is_open(),
            most_players: self.setup.most_players,
            buy_in: self.setup.buy_in,
            stack: self.setup.stack(),
            clock: match self.clock {
                Clock::Stopped => ClockView::Stopped,
                Clock::Starts(time) => ClockView::StartsAt(time),
                Clock::Level(ends) => ClockView::LevelEndsAt(ends),
                Clock::Break(ends) => ClockView::BreakEndsAt(ends),
                Clock::Paused { left_ms, .. } => ClockView::Paused { left_ms, until: None },
                Clock::HostPaused { left_ms, until, .. } => ClockView::Paused { left_ms, until: Some(until) },
            },
            level: (self.level.saturating_add(1), self.stakes_at(self.level)),
            next_level: self.stakes_at(self.level.saturating_add(1)),
            hand_for_hand: self.hand_for_hand,
            pool,
            prizes: prizes.iter().collect(),
            tables: self.table_lines(),
            players: self.player_lines(),
        }
    }

    fn table_lines(&self) -> Vec<TableLine> {
        let line = |(&table, state): (&TableId, &super::state::TableState)| {
            let stacks: Vec<Chips> =
                state.seating.iter().filter_map(|(_, who)| self.stack_of(who)).map(|(_, _, stack)| stack).collect();
            TableLine {
                table,
                number: table_number(table),
                players: stacks.len() as u32,
                in_hand: state.dealing,
                largest: stacks.iter().copied().max().unwrap_or_default(),
                smallest: stacks.iter().copied().min().unwrap_or_default(),
            }
        };
        self.tables.iter().map(line).collect()
    }

    fn player_lines(&self) -> Vec<PlayerLine> {
        let line = |account: AccountId, standing| {
            let entrant = self.entrants.get(&account)?;
            Some(PlayerLine { account, name: entrant.name.clone(), bot: entrant.bot, standing })
        };
        let mut in_play: Vec<_> = self.playing().collect();
        in_play.sort_by_key(|&(account, _, _, stack)| (std::cmp::Reverse(stack), account));
        let in_play = in_play
            .into_iter()
            .map(|(account, table, seat, stack)| (account, StandingView::Playing { table, seat, stack }));
        let mut waiting: Vec<_> = self.entrants.iter().collect();
        waiting.sort_by_key(|(_, entrant)| entrant.order);
        let waiting = waiting.into_iter().filter_map(|(&account, entrant)| match entrant.standing {
            Standing::Registered => Some((account, StandingView::Registered)),
            Standing::Busted => Some((account, StandingView::Busted)),
            Standing::Playing { .. } | Standing::Placed { .. } => None,
        });
        let won: std::collections::BTreeMap<_, _> = self.prizes_won().into_iter().collect();
        let placed = self.places().into_iter().map(|(place, tied, account)| {
            let prize = won.get(&account).copied().unwrap_or_default();
            (account, StandingView::Placed { place, tied, prize })
        });
        in_play.chain(waiting).chain(placed).filter_map(|(account, standing)| line(account, standing)).collect()
    }
}
