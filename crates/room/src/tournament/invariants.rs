//! What holds after every command, checked in release builds too.

use std::collections::BTreeSet;

use cardroom_rules::Chips;

use super::state::{Phase, Standing, Tournament};
use crate::{AccountId, TableId};

/// What would not hold any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BrokenTournament {
    /// Chips were made or lost.
    #[error("{found} chips are in play, and should be {expected}: one stack for each entrant with a seat")]
    Chips {
        /// What there is.
        found: Chips,
        /// What there should be.
        expected: Chips,
    },
    /// A player sits somewhere else than at its seat.
    #[error("{0} doesn't sit where it should")]
    Seat(AccountId),
    /// A table has more players than seats, or a player without chips.
    #[error("{0} has a seat that nobody with chips has")]
    Table(TableId),
    /// Places have gaps or overlap.
    #[error("place {0} is nobody's, or of too many")]
    Place(u32),
    /// Prizes don't add up to the pool.
    #[error("prizes of {found} don't add up to the pool of {pool}")]
    Prizes {
        /// What is paid.
        found: Chips,
        /// What was paid in.
        pool: Chips,
    },
}

impl Tournament {
    /// Checks what must always hold.
    ///
    /// # Errors
    /// Says what doesn't.
    pub fn invariants(&self) -> Result<(), BrokenTournament> {
        self.chips_are_conserved()?;
        self.everybody_sits_once()?;
        self.places_have_no_gaps()?;
        self.prizes_add_up()
    }

    fn chips_are_conserved(&self) -> Result<(), BrokenTournament> {
        let seated = self.entrants.values().filter(|entrant| entrant.standing != Standing::Registered).count();
        let expected = self.setup.stack().times(seated as u64);
        let found = self.playing().map(|(_, _, _, stack)| stack).sum();
        let over = self.phase == Phase::Cancelled || matches!(self.phase, Phase::Finished { .. });
        if over || found == expected { Ok(()) } else { Err(BrokenTournament::Chips { found, expected }) }
    }

    fn everybody_sits_once(&self) -> Result<(), BrokenTournament> {
        if self.phase != Phase::Running {
            return Ok(());
        }
        let mut seats = BTreeSet::new();
        for (&table, state) in &self.tables {
            seats.extend(state.seating.iter().map(|(seat, account)| (account, table, seat)));
        }
        for (account, table, seat, stack) in self.playing() {
            if stack.is_zero() || !seats.remove(&(account, table, seat)) {
                return Err(BrokenTournament::Seat(account));
            }
        }
        seats.first().map_or(Ok(()), |&(_, table, _)| Err(BrokenTournament::Table(table)))
    }

    /// From the best place given down to the last, every place is somebody's or shared.
    fn places_have_no_gaps(&self) -> Result<(), BrokenTournament> {
        let places = self.places();
        let entrants = self.entrants.len() as u32;
        let mut next = entrants.saturating_sub(places.len() as u32).saturating_add(1);
        for tie in places.chunk_by(|one, other| one.0 == other.0) {
            let Some(&(place, tied, _)) = tie.first() else { continue };
            if place != next || tied as usize != tie.len() {
                return Err(BrokenTournament::Place(place));
            }
            next = next.saturating_add(tied);
        }
        Ok(())
    }

    fn prizes_add_up(&self) -> Result<(), BrokenTournament> {
        let pool = self.setup.buy_in.times(self.entrants.len() as u64);
        let listed: Chips = self.prizes.as_ref().map_or(pool, |prizes| prizes.iter().sum());
        let won: Chips = match self.phase {
            Phase::Finished { .. } => self.prizes_won().into_iter().map(|(_, prize)| prize).sum(),
            _ => pool,
        };
        match [listed, won].into_iter().find(|&found| found != pool) {
            Some(found) => Err(BrokenTournament::Prizes { found, pool }),
            None => Ok(()),
        }
    }
}
