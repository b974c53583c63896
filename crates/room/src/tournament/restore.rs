//! A tournament as bytes, and back: a snapshot, and the log since.
//!
//! What was left of a level when the last event was noted is left of it now. A start that was announced stays where it is,
//! so the caller's clock has to go on over a restart as the wall's does.

use super::event::{Event, Logged};
use super::state::{Clock, Tournament};
use crate::Now;

/// The first byte of a snapshot. It changes when the rest is written differently.
const FORM: u8 = 2;
/// As it was before a host's pauses were added up; the rest is the same, and their sum the last of it.
const WITHOUT_PAUSES: u8 = 1;

/// How long after its return a tournament begins whose start passed while nobody was there to keep it: who entered comes back
/// meanwhile.
const LATE_START_MS: u64 = 60_000;

/// Why a tournament can't be brought back.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TournamentDamaged {
    /// Bytes that are no snapshot.
    #[error("these bytes are not a snapshot of a tournament: {0}")]
    Snapshot(String),
    /// A snapshot of something that can't be.
    #[error("the snapshot or the log describes no possible tournament: {0}")]
    Impossible(String),
    /// Events that don't follow on each other.
    #[error("event {found} of the log comes where {expected} should")]
    Gap {
        /// What should come.
        expected: u64,
        /// What comes.
        found: u64,
    },
}

impl Tournament {
    /// Everything about the tournament, as bytes.
    pub fn snapshot(&self) -> Vec<u8> {
        // Plain values always can be written.
        let mut bytes = postcard::to_allocvec(self).unwrap_or_default();
        bytes.insert(0, FORM);
        bytes
    }

    /// The tournament that a snapshot and the events since (or from before, which are skipped) tell of.
    ///
    /// Clocks begin anew at `now`, so the caller stores a new [`Tournament::snapshot`] before anything else happens: the
    /// log was written by the old clock.
    ///
    /// # Errors
    /// Says what is wrong with them.
    pub fn restore(snapshot: &[u8], log: &[Logged], now: Now) -> Result<Self, TournamentDamaged> {
        let body = match snapshot.split_first() {
            Some((&FORM, body)) => body.to_vec(),
            Some((&WITHOUT_PAUSES, body)) => [body, &[0]].concat(),
            _ => return Err(TournamentDamaged::Snapshot("its form is unknown".into())),
        };
        let (mut tournament, rest): (Self, &[u8]) =
            postcard::take_from_bytes(&body).map_err(|error| TournamentDamaged::Snapshot(error.to_string()))?;
        if !rest.is_empty() {
            return Err(TournamentDamaged::Snapshot(format!("{} bytes are left over", rest.len())));
        }
        let impossible = |error: &dyn std::error::Error| TournamentDamaged::Impossible(error.to_string());
        tournament.setup.check(tournament.id).map_err(|error| impossible(&error))?;
        for logged in log.iter().filter(|logged| logged.version >= tournament.version).collect::<Vec<_>>() {
            if logged.version != tournament.version {
                return Err(TournamentDamaged::Gap { expected: tournament.version, found: logged.version });
            }
            tournament.note(logged);
        }
        tournament.invariants().map_err(|error| impossible(&error))?;
        tournament.start_clocks_afresh(now);
        Ok(tournament)
    }

    /// A tournament whose log is damaged is called off, for what is lost of it nobody can say: as much as can be read of
    /// it, and its last event, after the `told` that others have been told of. What was paid for entering is for the
    /// ledger to say, and for the caller to give back.
    ///
    /// # Errors
    /// If not even the snapshot can be read.
    pub fn called_off(
        snapshot: &[u8],
        log: &[Logged],
        told: u64,
        now: Now,
    ) -> Result<(Self, Logged), TournamentDamaged> {
        let read = Self::restore(snapshot, log, now);
        let mut tournament = read.or_else(|_| Self::restore(snapshot, &[], now))?;
        let last = Logged { version: told.max(tournament.version), at: now, event: Event::Cancelled };
        tournament.note(&last);
        Ok((tournament, last))
    }

    /// Moves the end of the level or the break later, as when the store was away for so long and no table could play. A
    /// start that was announced stays where it is. The caller stores a new [`Tournament::snapshot`] with the next change.
    pub fn stop_clocks_for(&mut self, ms: u64) {
        self.clock = match self.clock {
            Clock::Level(ends) => Clock::Level(ends.plus(ms)),
            Clock::Break(ends) => Clock::Break(ends.plus(ms)),
            other => other,
        };
    }

    fn start_clocks_afresh(&mut self, now: Now) {
        let at = self.at;
        let afresh = |time: Now| now.plus(time.since(at));
        self.clock = match self.clock {
            Clock::Starts(time) if time > now => Clock::Starts(time),
            Clock::Starts(_) => Clock::Starts(now.plus(LATE_START_MS)),
            Clock::Level(ends) => Clock::Level(afresh(ends)),
            Clock::Break(ends) => Clock::Break(afresh(ends)),
            Clock::HostPaused { left_ms, on_break, until } => {
                Clock::HostPaused { left_ms, on_break, until: afresh(until) }
            }
            stopped @ (Clock::Stopped | Clock::Paused { .. }) => stopped,
        };
        self.at = now;
    }
}

impl Logged {
    /// The event as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// Reads an event.
    ///
    /// # Errors
    /// If the bytes are no event of a tournament's log.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TournamentDamaged> {
        match postcard::take_from_bytes(bytes) {
            Ok((logged, [])) => Ok(logged),
            Ok((_, rest)) => Err(TournamentDamaged::Snapshot(format!("{} bytes are left over", rest.len()))),
            Err(error) => Err(TournamentDamaged::Snapshot(error.to_string())),
        }
    }
}
