//! How a hand ends: chips go where they were won, cards may be shown, then the record is written and the secret erased.

use cardroom_fair::{Digest, HandId, lost_digest, void_digest};
use cardroom_history::{About, HandCopy, Reader, Turns};
use cardroom_rules::Chips;

use crate::act::turns;
use crate::change::{Change, Given, Secret};
use crate::finished::{Ending, FinishedHand, Played, Undealt};
use crate::id::{AccountId, Now, SeatNo};
use crate::ledger::{Entry, Purse, Reason};
use crate::news::News;
use crate::refused::Refused;
use crate::state::{Gate, Phase, Plan, Player};
use crate::table::{Live, Table};

impl Table {
    /// The hand is over: stacks are what was won and lost, and the ledger follows.
    pub(crate) fn settle(&mut self, now: Now, change: &mut Change) {
        let (Phase::Playing(played), Live::Hand(live)) = (&self.state.phase, &self.live) else { return };
        let stacks: Vec<_> = played.plan.players.iter().copied().zip(live.hand.stacks()).collect();
        self.settle_at(&stacks, now, change);
    }

    /// The hand is over, with these stacks.
    pub(crate) fn settle_at(&mut self, stacks: &[(Player, Chips)], now: Now, change: &mut Change) {
        let between = Phase::Between { next_at: None };
        let Phase::Playing(played) = std::mem::replace(&mut self.state.phase, between) else { return };
        change.given.push(Given::Result(stacks.iter().map(|(player, stack)| (player.at, stack.get())).collect()));
        if !self.is_tournament() {
            self.enter_result(played.plan.hand, stacks, change);
        }
        for &(player, stack) in stacks {
            if let Some(chair) = self.chair_mut(player.at) {
                chair.stack = stack;
            }
        }
        let ms = self.state.setup.clocks.between_ms;
        let told = stacks.iter().map(|(player, stack)| (player.seat(), *stack)).collect();
        change.news.push(News::HandOver { hand: played.plan.hand, stacks: told, ms });
        self.state.phase = Phase::Showing { played, until: now.plus(ms) };
        self.clear_table(now, change);
    }

    /// What was lost goes from seat to seat, as few entries as losers and winners need.
    fn enter_result(&self, hand: u64, stacks: &[(Player, Chips)], change: &mut Change) {
        let won = stacks.iter().map(|(player, stack)| (player.account, *stack - player.stack));
        let lost = stacks.iter().map(|(player, stack)| (player.account, player.stack - *stack));
        let some = |&(_, amount): &(AccountId, Chips)| !amount.is_zero();
        let mut winners: Vec<_> = won.filter(some).collect();
        let seat = |account| Purse::Seat(self.state.id, account);
        for (loser, mut owed) in lost.filter(some) {
            while let Some((winner, due)) = winners.last_mut().filter(|_| !owed.is_zero()) {
                let amount = owed.min(*due);
                let (from, to) = (seat(loser), seat(*winner));
                change.entries.push(Entry { from, to, amount, reason: Reason::Hand(hand) });
                owed -= amount;
                *due -= amount;
                if due.is_zero() {
                    winners.pop();
                }
            }
        }
    }

    /// Nobody can show any more: the record is written, its digest goes into the next commitment, the seeds are erased.
    pub(crate) fn finish(&mut self, now: Now, change: &mut Change) {
        let between = Phase::Between { next_at: Some(now) };
        let (phase, live) = (std::mem::replace(&mut self.state.phase, between), self.take_live());
        let (Phase::Showing { played, .. }, Live::Hand(live)) = (phase, live) else { return };
        let plan = &played.plan;
        let Some(spread) = self.spreads.get(usize::from(plan.game)) else { return };
        let about = self.about(plan, turns(&played.acts));
        let record = HandCopy::new(spread, &live.lineup, &live.events, Reader::Public, about).to_phh();
        let live = *live;
        let hid = HandId { table: self.state.id.0, hand: plan.hand };
        let commit = played.promise.commitment(hid, self.state.previous).commit;
        let ended = Played { events: live.events, places: live.places, dealing: live.dealing, keys: live.keys, record };
        let digest = ended.digest(&commit);
        self.put_away(plan, digest, Ending::Played(Box::new(ended)), now, change);
        self.go_on_to_next_game(change);
    }

    /// A hand has come to an end of any kind: the next commitment names it, its proof can be had, its seeds are erased.
    pub(crate) fn put_away(&mut self, plan: &Plan, digest: Digest, ending: Ending, now: Now, change: &mut Change) {
        let hand = plan.hand;
        self.state.previous = digest;
        if let Some(&spread) = self.spreads.get(usize::from(plan.game)) {
            let players = plan.players.iter().map(|player| (player.account, player.seat())).collect();
            change.hand = Some(Box::new(FinishedHand { hand, now, spread, players, digest, ending }));
        }
        change.secrets.push(Secret::Erase { hand });
    }

    /// New stakes, or the next game of a mix.
    pub(crate) fn go_on_to_next_game(&mut self, change: &mut Change) {
        if self.take_next_stakes(change) {
            return;
        }
        let round = &mut self.state.round;
        if self.spreads.len() < 2 {
            return;
        }
        round.hands_left = round.hands_left.saturating_sub(1);
        if round.hands_left == 0 {
            round.game = round.game.saturating_add(1);
            if usize::from(round.game) >= self.spreads.len() {
                round.game = 0;
            }
            self.tell_game(change);
        }
    }

    pub(crate) fn tell_game(&self, change: &mut Change) {
        if let Some(spread) = self.spread() {
            let (id, small_blind, big_blind) = (spread.game().id, spread.small_blind(), spread.big_blind());
            change.news.push(News::Game { id, small_blind, big_blind });
        }
    }

    /// Gives the hand up: every stack is what it was at its start. A hand that is over can't be voided.
    pub(crate) fn void_hand(&mut self, now: Now, change: &mut Change) -> Result<(), Refused> {
        let frozen = matches!(self.state.gate, Gate::Frozen(..));
        if self.is_between_hands() && !frozen {
            return Err(Refused::NoHand);
        }
        if frozen {
            self.state.gate = Gate::Open;
        }
        change.news.push(News::Voided { hand: self.state.hand });
        self.void_deal(now.plus(self.state.setup.clocks.between_ms), now, change);
        self.clear_table(now, change);
        self.take_next_stakes(change);
        Ok(())
    }

    /// The deal of a void hand is proved as far as it can be without a card of it: the number is spent in public, and a
    /// hand that was committed to isn't dropped without its other decks laid open.
    fn void_deal(&mut self, next_at: Now, now: Now, change: &mut Change) {
        let between = Phase::Between { next_at: Some(next_at) };
        let (phase, live) = (std::mem::replace(&mut self.state.phase, between), self.take_live());
        let hid = HandId { table: self.state.id.0, hand: self.state.hand };
        let Some((plan, promise)) = phase.hand() else {
            // Between hands, at a table that was frozen: the last one has its proof.
            return change.secrets.push(Secret::Erase { hand: hid.hand });
        };
        let ending = match live {
            Live::Committed(committed) => {
                Ending::Void(Box::new(Undealt { committed: committed.undealt(), links: plan.links() }))
            }
            Live::Hand(live) => Ending::VoidDealt(live.dealing),
            Live::None | Live::Lost => return self.lose_hand(hid, change),
        };
        let commit = promise.commitment(hid, self.state.previous).commit;
        self.put_away(plan, void_digest(&commit, &plan.links()), ending, now, change);
    }

    /// A hand is over and its cards are lost: its chips are where they were won, but it has no record and no proof.
    pub(crate) fn leave_unrecorded(&mut self, now: Now, change: &mut Change) {
        self.live = Live::None;
        self.state.phase = Phase::Between { next_at: Some(now) };
        self.lose_hand(HandId { table: self.state.id.0, hand: self.state.hand }, change);
        self.go_on_to_next_game(change);
    }

    /// Nothing can be proved of this hand any more. The next commitment says so.
    pub(crate) fn lose_hand(&mut self, hid: HandId, change: &mut Change) {
        self.state.previous = lost_digest(hid);
        change.secrets.push(Secret::Erase { hand: hid.hand });
    }

    fn about(&self, plan: &Plan, turns: Turns) -> About {
        let bots = (1..).zip(&plan.players).filter(|(_, player)| player.bot).map(|(number, _)| number);
        About {
            names: plan.names.clone(),
            hand: Some(plan.hand.to_string()),
            table: Some(self.state.setup.name.clone()),
            seats: plan.players.iter().map(|player| u64::from(player.seat().0)).collect(),
            bots: bots.collect(),
            turns: Turns { markers: markers(plan), ..turns },
            seat_count: Some(self.state.chairs.len() as u64),
            ..About::default()
        }
    }
}

/// Where the button and the blinds are, if the places in the hand don't tell.
fn markers(plan: &Plan) -> Option<[u64; 3]> {
    let places: Vec<u8> = plan.players.iter().map(|player| player.at).collect();
    let (small, big) = if places.len() == 2 { (1, 0) } else { (0, 1) };
    let usual = [places.last(), places.get(small), places.get(big)];
    let markers = plan.markers;
    let seat = |at: u8| u64::from(SeatNo::at(usize::from(at)).0);
    let small = if places.contains(&markers.small) { seat(markers.small) } else { 0 };
    let there = [markers.button, markers.small, markers.big].each_ref().map(Some) == usual;
    (!there).then_some([seat(markers.button), small, seat(markers.big)])
}
