//! A table after a restart: from its snapshot, the log after it, and the sealed seeds of the running hand.
//!
//! The hand goes on as it was, with the same deck and fresh clocks. If the log or the secret is damaged the hand is void
//! and every stack is what it was at its start.

use cardroom_fair::{Committed, HandId, Seeds};
use cardroom_rules::Seat;

use crate::chair::Presence;
use crate::change::{Change, Damaged, Logged};
use crate::command::Command;
use crate::id::{Actor, Now};
use crate::refused::Refused;
use crate::state::{Clock, Phase, Playing, Stage, State};
use crate::table::{Giver, Live, Table};

/// A table that came back.
pub struct Restored {
    /// The table.
    pub table: Table,
    /// If its hand couldn't go on: what was damaged, and the change by which it was voided, to be stored.
    pub voided: Option<(Damaged, Change)>,
}

impl Table {
    /// Everything but the cards of a running hand, as bytes.
    pub fn snapshot(&self) -> Vec<u8> {
        // Writing to memory what is made of plain values can't fail.
        postcard::to_allocvec(&self.state).unwrap_or_default()
    }

    /// Brings a table back from a snapshot and the lines of the log after it. `seeds` gives the unsealed seeds of a hand
    /// by its number.
    ///
    /// Clocks begin anew at `now`. Whose connection didn't survive is for the caller to say.
    ///
    /// # Errors
    /// If the snapshot itself can't be read.
    pub fn restore(
        snapshot: &[u8],
        log: &[Logged],
        seeds: &dyn Fn(u64) -> Option<Seeds>,
        now: Now,
    ) -> Result<Restored, Damaged> {
        let state: State = postcard::from_bytes(snapshot).map_err(|_| Damaged::Unreadable("snapshot"))?;
        let spreads = state.setup.check().map_err(|_| Damaged::Unreadable("snapshot's stakes"))?;
        let mut table = Self { state, spreads, live: Live::None };
        let mut damage = table.resume_hand(seeds).err();
        for line in log {
            if damage.is_none() {
                damage = table.play_again(line, seeds).err();
            }
        }
        let voided = damage.map(|damage| {
            let mut change = Change::default();
            // The log says how far others have been told; the void comes after it.
            table.state.version = log.last().map_or(table.state.version, |line| line.version.max(table.state.version));
            let _ = table.void_hand(table.state.now, &mut change);
            table.state.version = table.state.version.saturating_add(1);
            change.version = table.state.version;
            let (by, command) = (Actor::Room, Command::VoidHand);
            change.log = Some(Logged { version: change.version, now, by, command, given: Vec::new() });
            (damage, change)
        });
        table.wind_clocks(now);
        Ok(Restored {
            voided: voided.map(|(damage, mut change)| {
                change.snapshot = Some(table.snapshot());
                (damage, change)
            }),
            table,
        })
    }

    /// Moves every clock of the table later, as when the store was away for so long and nobody could act.
    pub fn stop_clocks_for(&mut self, ms: u64) {
        self.move_clocks(|until| until.plus(ms));
    }

    fn play_again(&mut self, line: &Logged, seeds: &dyn Fn(u64) -> Option<Seeds>) -> Result<(), Damaged> {
        let expected = self.state.version.saturating_add(1);
        if line.version != expected {
            return Err(Damaged::Gap { expected, found: line.version });
        }
        let mut giver = Giver::Log { given: line.given.clone().into_iter(), seeds };
        let unplayable = |why: String| Damaged::Unplayable { version: line.version, why };
        match self.obey(line.by, &line.command, line.now, &mut giver) {
            Ok(change) if change.log.is_some() => Ok(()),
            Ok(_) => Err(unplayable("it changes nothing".to_owned())),
            Err(Refused::Damaged(damage)) => Err(damage),
            Err(refused) => Err(unplayable(refused.to_string())),
        }
    }

    /// Plays the running hand again from what the snapshot kept of it.
    fn resume_hand(&mut self, seeds: &dyn Fn(u64) -> Option<Seeds>) -> Result<(), Damaged> {
        let (plan, promise) = match &self.state.phase {
            Phase::Between { .. } => return Ok(()),
            Phase::Linking { plan, promise, .. } => (&**plan, &**promise),
            Phase::Playing(playing) | Phase::Showing { played: playing, .. } => (&playing.plan, &playing.promise),
        };
        let damaged = Damaged::Secret { hand: plan.hand };
        let hid = HandId { table: self.state.id.0, hand: plan.hand };
        let spread = self.spreads.get(usize::from(plan.game)).ok_or(Damaged::Unreadable("snapshot's game"))?;
        let seeds = seeds(plan.hand).ok_or_else(|| damaged.clone())?;
        let commitment = promise.commitment(hid, self.state.previous);
        let committed = Committed::resume(commitment, spread.game().can_reshuffle(), seeds).map_err(|_| damaged)?;
        let (Phase::Playing(playing) | Phase::Showing { played: playing, .. }) = &self.state.phase else {
            self.live = Live::Committed(Box::new(committed));
            return Ok(());
        };
        let live = self.play_hand_again(playing, &committed);
        let version = self.state.version;
        self.live = live.map_err(|refused| Damaged::Unplayable { version, why: refused.to_string() })?;
        Ok(())
    }

    fn play_hand_again(&self, playing: &Playing, committed: &Committed) -> Result<Live, Refused> {
        let players = &playing.plan.players;
        let mut news = Vec::new();
        let mut live = self.start(&playing.plan, committed, &mut news)?;
        live.deal_on(players, &mut news)?;
        let seat = |place: u8| Seat::new(usize::from(place)).ok_or(Refused::NoSuchCard);
        for &(place, choice) in &playing.acts {
            live.choose(seat(place)?, choice, players, &mut news)?;
            live.deal_on(players, &mut news)?;
        }
        for &(place, cards) in &playing.shows {
            live.reveal(seat(place)?, cards, players, &mut news)?;
        }
        Ok(Live::Hand(Box::new(live)))
    }

    /// Fresh clocks: a turn begins anew, what else was to happen is as far off as it was.
    fn wind_clocks(&mut self, now: Now) {
        let last = self.state.now;
        self.state.now = now;
        self.move_clocks(|until| now.plus(until.since(last)));
        let clocks = self.state.setup.clocks;
        match &mut self.state.phase {
            Phase::Between { .. } | Phase::Showing { .. } => {}
            Phase::Linking { until, .. } => *until = now.plus(clocks.link_ms),
            Phase::Playing(playing) => playing.clock = Clock { until: now.plus(clocks.act_ms), stage: Stage::Usual },
        }
    }

    fn move_clocks(&mut self, moved: impl Fn(Now) -> Now) {
        match &mut self.state.phase {
            Phase::Between { next_at } => *next_at = next_at.map(&moved),
            Phase::Linking { until, .. } | Phase::Showing { until, .. } => *until = moved(*until),
            Phase::Playing(playing) => playing.clock.until = moved(playing.clock.until),
        }
        for (_, until) in &mut self.state.offers {
            *until = moved(*until);
        }
        for took in &mut self.state.took {
            took.until = moved(took.until);
        }
        for chair in self.state.chairs.iter_mut().flatten() {
            if let Presence::Out { until: Some(until) } = &mut chair.presence {
                *until = moved(*until);
            }
        }
    }
}
