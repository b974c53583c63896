//! A table after a restart: from its snapshot, the log after it, and the sealed seeds of the running hand.
//!
//! The hand goes on as it was, with the same deck and fresh clocks. If the log or the secret is damaged the hand is
//! void and every stack is what it was at its start.

use std::sync::Arc;

use cardroom_fair::{HandId, Seeds};
use cardroom_rules::{Chips, Seat};

use crate::chair::Presence;
use crate::change::{Change, Damaged, Given, Logged};
use crate::command::Command;
use crate::dealer::Shuffled;
use crate::id::{AccountId, Actor, Now};
use crate::ledger::{Entry, Purse, Reason};
use crate::news::News;
use crate::refused::Refused;
use crate::setup::TableSetup;
use crate::state::{Clock, Phase, Player, Playing, Stage, State};
use crate::table::{Giver, Live, Table};

/// How long a table that came back waits for its people, in milliseconds. A client that finds nobody there tries again
/// after ten seconds at most.
const RETURN_MS: u64 = 15_000;

/// A table that came back.
pub struct Restored {
    /// The table.
    pub table: Table,
    /// If its hand couldn't go on: what was damaged, and the change by which it was voided, to be stored. At a
    /// table for chips of the ledger, [`Table::reconcile`] comes next.
    pub voided: Option<(Damaged, Change)>,
}

impl Table {
    /// Everything but the cards of a running hand, as bytes.
    pub fn snapshot(&self) -> Vec<u8> {
        // Writing to memory what is made of plain values can't fail.
        postcard::to_allocvec(&self.state).unwrap_or_default()
    }

    /// Brings a table back from a snapshot and the lines of the log after it. `seeds` gives the unsealed seeds of a
    /// hand by its number.
    ///
    /// Clocks begin anew at `now`, so the next change brings a new snapshot: the log before it was written by the old
    /// clocks. Whose connections didn't survive is for the caller to say: [`Table::lose_connections`].
    ///
    /// # Errors
    /// If the snapshot itself can't be read.
    pub fn restore(
        snapshot: &[u8],
        log: &[Logged],
        seeds: &dyn Fn(u64) -> Option<Seeds>,
        now: Now,
    ) -> Result<Restored, Damaged> {
        Self::bring_back(snapshot, log, None, seeds, now)
    }

    /// Brings a table back whose log is cut short: `log` is what can still be read, `told` the version that others have
    /// been told of. Whatever hand was under way is void, and [`Table::reconcile`] comes next.
    ///
    /// # Errors
    /// If the snapshot itself can't be read.
    pub fn restore_cut_short(
        snapshot: &[u8],
        log: &[Logged],
        told: u64,
        seeds: &dyn Fn(u64) -> Option<Seeds>,
        now: Now,
    ) -> Result<Restored, Damaged> {
        Self::bring_back(snapshot, log, Some(told), seeds, now)
    }

    /// What a table's snapshot says it was set up as; the table itself isn't brought back.
    ///
    /// # Errors
    /// If the snapshot can't be read.
    pub fn setup_in(snapshot: &[u8]) -> Result<TableSetup, Damaged> {
        Ok(Arc::unwrap_or_clone(Self::read(snapshot)?.setup))
    }

    fn read(snapshot: &[u8]) -> Result<State, Damaged> {
        postcard::from_bytes(snapshot).map_err(|_| Damaged::Unreadable("snapshot"))
    }

    fn bring_back(
        snapshot: &[u8],
        log: &[Logged],
        told: Option<u64>,
        seeds: &dyn Fn(u64) -> Option<Seeds>,
        now: Now,
    ) -> Result<Restored, Damaged> {
        let state = Self::read(snapshot)?;
        let spreads = state.setup.check().map_err(|_| Damaged::Unreadable("snapshot's stakes"))?;
        let mut table = Self { state, spreads: spreads.into(), live: Live::None, wound: false };
        let mut damage = table.resume_hand(seeds).err();
        if damage.is_some() {
            table.live = Live::Lost;
        }
        for line in log {
            match table.play_again(line, seeds) {
                Ok(lost) => damage = damage.or(lost),
                Err(worse) => {
                    // Nothing that comes after a line that can't be read means anything.
                    damage = Some(worse);
                    break;
                }
            }
        }
        if let Some(found) = told {
            damage = Some(Damaged::Gap { expected: table.state.version.saturating_add(1), found });
        }
        let told = log.iter().map(|line| line.version).chain(told).max().unwrap_or_default();
        let voided = damage.map(|damage| {
            let cards_only = matches!(damage, Damaged::Secret { .. });
            (damage, table.give_up_hand(told, cards_only, now))
        });
        table.wind_clocks(now);
        let voided = voided.map(|(damage, change)| (damage, Change { snapshot: Some(table.snapshot()), ..change }));
        Ok(Restored { table, voided })
    }

    /// After damage: every stack is what the ledger says lies at the seat, which is what it was when the last hand that
    /// the ledger knows was over. Chips of accounts that have no seat any more go back to their wallets.
    pub fn reconcile(&mut self, escrow: &[(AccountId, Chips)], now: Now) -> Change {
        let mut change = Change::default();
        let kept = |account| escrow.iter().find(|&&(who, _)| who == account).map_or(Chips::ZERO, |&(_, chips)| chips);
        for place in &mut self.state.chairs {
            let Some(chair) = place else { continue };
            let gone = kept(chair.account).is_zero() && !chair.chips().is_zero();
            (chair.stack, chair.added) = (kept(chair.account), Chips::ZERO);
            if gone {
                // It left in what was lost.
                *place = None;
            }
        }
        for &(account, amount) in
            escrow.iter().filter(|(account, amount)| self.find(*account).is_none() && !amount.is_zero())
        {
            let (from, to) = (Purse::Seat(self.state.id, account), Purse::Wallet(account));
            change.entries.push(Entry { from, to, amount, reason: Reason::CashOut });
        }
        self.state.total = self.state.chairs.iter().flatten().map(|chair| chair.stack).sum();
        // A hand can't go on with other stacks than it began with.
        if self.void_hand(now, &mut change).is_err() {
            self.clear_table(now, &mut change);
        }
        self.put_down(now, &mut change);
        change.snapshot = Some(self.snapshot());
        change
    }

    /// Voids the running hand, or leaves one that is over without a record.
    fn give_up_hand(&mut self, told: u64, cards_only: bool, now: Now) -> Change {
        let mut change = Change::default();
        let last = self.state.now;
        if !cards_only {
            // Who leaves with what is for the ledger to say. A hand may have begun in what was lost, for all to see:
            // its number is not used again.
            if matches!(self.state.phase, Phase::Between { .. }) {
                self.state.hand = self.state.hand.saturating_add(1);
            }
            let hand = self.state.hand;
            self.live = Live::None;
            self.state.phase = Phase::Between { next_at: None };
            change.news.push(News::Voided { hand });
            // It may have come to its end in what was lost, so nothing is said of its deal.
            self.lose_hand(HandId { table: self.state.id.0, hand }, &mut change);
        } else if matches!(self.state.phase, Phase::Showing { .. }) {
            self.leave_unrecorded(last, &mut change);
        } else {
            // Between hands there is nothing to void.
            let _ = self.void_hand(last, &mut change);
        }
        // This comes after what others have been told.
        self.state.version = told.max(self.state.version);
        self.put_down(now, &mut change);
        change
    }

    /// A change that no command made gets a version and a line of its own. It is never played again, for the snapshot
    /// that is stored with it has all of it.
    fn put_down(&mut self, now: Now, change: &mut Change) {
        self.state.version = self.state.version.saturating_add(1);
        change.version = self.state.version;
        let (by, command) = (Actor::Room, Command::VoidHand);
        change.log = Some(Logged { version: change.version, now, by, command, given: Vec::new() });
    }

    /// After a restart, before anything else: nobody is connected any more, and nobody shall lose by it that the room
    /// was away. The next hand waits until those who were there are back, for a while; a hand that is committed waits
    /// as long for their links; whoever is to act has as much more time, and everyone the grace of a lost line.
    pub fn lose_connections(&mut self) {
        let people = self.state.chairs.iter_mut().flatten().filter(|chair| !chair.bot);
        let lost = people.fold(false, |lost, chair| {
            chair.grace_used = false;
            std::mem::replace(&mut chair.connected, false) || lost
        });
        self.wound = true;
        if !lost {
            return;
        }
        let back = self.state.now.plus(RETURN_MS);
        self.state.awaits = Some(back);
        match &mut self.state.phase {
            Phase::Linking { until, .. } => *until = back.max(*until),
            Phase::Playing(playing) => playing.clock.until = playing.clock.until.plus(RETURN_MS),
            Phase::Between { .. } | Phase::Showing { .. } => {}
        }
    }

    /// Moves every clock of the table later, as when the store was away for so long and nobody could act. The next
    /// change brings a new snapshot.
    pub fn stop_clocks_for(&mut self, ms: u64) {
        if ms == 0 {
            return;
        }
        self.wound = true;
        self.move_clocks(|until| until.plus(ms));
    }

    /// Does what a line of the log says. With the cards lost, only what needs none: who came and went, and how the hand
    /// ended if it did. Gives what was found to be lost.
    fn play_again(&mut self, line: &Logged, seeds: &dyn Fn(u64) -> Option<Seeds>) -> Result<Option<Damaged>, Damaged> {
        let expected = self.state.version.saturating_add(1);
        if line.version != expected {
            return Err(Damaged::Gap { expected, found: line.version });
        }
        let mut giver = Giver::Log { given: line.given.clone().into_iter(), seeds, lost: None };
        let unplayable = |why: String| Damaged::Unplayable { version: line.version, why };
        let done = self.obey(line.by, &line.command, line.now, &mut giver);
        let lost = if let Giver::Log { lost, .. } = giver { lost } else { None };
        if matches!(self.live, Live::Lost) {
            (self.state.version, self.state.now) = (line.version, line.now);
            self.end_without_cards(line);
            return Ok(lost);
        }
        match done {
            Ok(change) if change.log.as_ref() == Some(line) => Ok(None),
            Ok(_) => Err(unplayable("it comes out differently".to_owned())),
            Err(Refused::Damaged(damage)) => Err(damage),
            Err(refused) => Err(unplayable(refused.to_string())),
        }
    }

    fn end_without_cards(&mut self, line: &Logged) {
        let result =
            line.given.iter().find_map(|given| if let Given::Result(stacks) = given { Some(stacks) } else { None });
        let (Some(result), Phase::Playing(playing)) = (result, &self.state.phase) else { return };
        let stack =
            |player: &Player| result.iter().find(|(at, _)| *at == player.at).map(|&(_, stack)| Chips::new(stack));
        let stacks: Vec<_> =
            playing.plan.players.iter().map(|player| (*player, stack(player).unwrap_or(player.stack))).collect();
        self.settle_at(&stacks, line.now, &mut Change::default());
    }

    /// Plays the running hand again from what the snapshot kept of it.
    fn resume_hand(&mut self, seeds: &dyn Fn(u64) -> Option<Seeds>) -> Result<(), Damaged> {
        let Some((plan, promise)) = self.state.phase.hand() else { return Ok(()) };
        let damaged = Damaged::Secret { hand: plan.hand };
        let hid = HandId { table: self.state.id.0, hand: plan.hand };
        let spread = self.spreads.get(usize::from(plan.game)).ok_or(Damaged::Unreadable("snapshot's game"))?;
        let seeds = seeds(plan.hand).ok_or_else(|| damaged.clone())?;
        let commitment = promise.commitment(hid, self.state.previous);
        let committed = Shuffled::resume(commitment, spread.game().can_reshuffle(), seeds).map_err(|_| damaged)?;
        let (Phase::Playing(playing) | Phase::Showing { played: playing, .. }) = &self.state.phase else {
            self.live = Live::Committed(Box::new(committed));
            return Ok(());
        };
        let live = self.play_hand_again(playing, &committed);
        let version = self.state.version;
        self.live = live.map_err(|refused| Damaged::Unplayable { version, why: refused.to_string() })?;
        Ok(())
    }

    fn play_hand_again(&self, playing: &Playing, committed: &Shuffled) -> Result<Live, Refused> {
        let players = &playing.plan.players;
        let mut news = Vec::new();
        let mut live = self.start(&playing.plan, committed, &mut news)?;
        live.deal_on(players, &mut news)?;
        let seat = |place: u8| Seat::new(usize::from(place)).ok_or(Refused::NoSuchCard);
        for act in &playing.acts {
            live.choose(seat(act.place)?, act.choice, players, &mut news)?;
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
        self.wound = true;
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
        let offers = self.state.offers.iter_mut().map(|(_, until)| until);
        for until in offers.chain(&mut self.state.awaits) {
            *until = moved(*until);
        }
        for took in &mut self.state.took {
            took.until = moved(took.until);
        }
        for withheld in &mut self.state.withheld {
            withheld.until = moved(withheld.until);
        }
        for chair in self.state.chairs.iter_mut().flatten() {
            if let Presence::Out { until: Some(until) } = &mut chair.presence {
                *until = moved(*until);
            }
        }
    }
}
