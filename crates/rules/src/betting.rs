//! Betting rounds: whose turn it is, what it costs, what a raise must be, and when the round is over.

use core::hint::select_unpredictable;

use crate::chips::Chips;
use crate::event::{Event, Sink};
use crate::hand::Hand;
use crate::input::Need;
use crate::legal::Choices;
use crate::limit::{Limit, MinRaise};
use crate::profile::Profile;
use crate::refusal::Refusal;
use crate::rule::Rule;
use crate::seat::{PerSeat, Seat, SeatSet};

/// What one betting round remembers.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Betting {
    /// What everyone must have bet in this round to stay in.
    pub(crate) price: Chips,
    /// The price; in fixed limit the price in full bets, which a short all-in leaves behind.
    pub(crate) level: Chips,
    /// How much the level must rise for a full raise, and to let those who have acted raise again. In fixed limit it
    /// rises by whole bets or not at all, so that any rise does.
    pub(crate) least_raise: Chips,
    /// Who has acted since the round began.
    pub(crate) acted: SeatSet,
    /// Bets and raises that count to the table's cap.
    pub(crate) wagers: u8,
    /// Every bet and raise, however short: what a profile counts.
    pub(crate) increases: u8,
    /// The cap was reached with more than two players in, so a fold doesn't lift it any more.
    pub(crate) capped: bool,
    pub(crate) aggressor: Option<Seat>,
    pub(crate) caller: Option<Seat>,
}

impl Hand {
    /// Begins a betting round and says whether anybody has a choice in it.
    #[inline(never)]
    pub(crate) fn open_round<S: Sink>(&mut self, sink: &mut S) -> bool {
        let first_round = self.round == 0;
        if !first_round && !self.active.is_several() {
            self.betting.aggressor = None;
            self.betting.caller = None;
            self.round = self.round.saturating_add(1);
            return false;
        }
        self.waiting = self.active;
        self.betting = Betting::default();
        let opener = if first_round { self.price_the_blinds() } else { self.active.first() };
        self.betting.least_raise = match (self.spread.limit, self.spread.min_raise) {
            (Limit::Fixed { .. }, _) => Chips::new(1),
            (_, MinRaise::LastRaise) if first_round => self.spread.big_blind,
            (_, MinRaise::BigBlind) if !self.betting.price.is_zero() => self.spread.big_blind,
            (limit, _) => limit.min_bet(),
        };
        match opener.map(|seat| (seat, self.owed(seat))) {
            Some((seat, owed)) if self.active.is_several() || !owed.is_zero() => {
                sink.event(Event::Round { round: self.round });
                self.give_turn(seat, owed);
                true
            }
            _ => {
                self.end_round(sink);
                false
            }
        }
    }

    /// The blinds are the first bets of the first round. A short one leaves the price at the full blind.
    /// Returns who opens: the player left of the last blind.
    fn price_the_blinds(&mut self) -> Option<Seat> {
        let price = self.blind_price;
        self.betting.price = price;
        self.betting.level = price;
        self.betting.wagers = u8::from(!price.is_zero()).saturating_add(u8::from(self.straddled));
        self.betting.increases = self.betting.wagers;
        self.last_blind.map_or(self.waiting.first(), |seat| self.waiting.after(seat))
    }

    /// What a player must add to stay in. While anyone else with chips is in, that is up to the price; else only up
    /// to the largest bet of those still in, so that nobody pays for a blind that its poster couldn't.
    #[inline(always)]
    pub(crate) fn owed(&self, seat: Seat) -> Chips {
        let mut price = self.betting.price;
        if (self.active - SeatSet::of(seat)).is_empty() {
            price = price.min(self.largest_live_bet());
        }
        price - self.bets[seat]
    }

    /// Goes over all seats: a loop of the same length every time is foreseen, one over the live seats isn't.
    #[inline(never)]
    fn largest_live_bet(&self) -> Chips {
        let bet = |seat| select_unpredictable(self.live.contains(seat), self.bets[seat], Chips::ZERO);
        Seat::first(self.players()).map(bet).max().unwrap_or_default()
    }

    #[inline(always)]
    fn give_turn(&mut self, seat: Seat, owed: Chips) {
        self.set_choices(seat, owed);
        self.need = Need::Act(seat);
    }

    /// Whether it is this player's turn to bet.
    #[inline(always)]
    fn in_turn(&self, seat: Seat) -> Result<(), Refusal> {
        match self.need {
            Need::Act(to_act) if to_act == seat => Ok(()),
            Need::Act(to_act) => Err(Refusal::OutOfTurn { seat, to_act }),
            need => Err(Refusal::NotNow { asked: "a fold, check, call, bet or raise", need }),
        }
    }

    #[inline(always)]
    pub(crate) fn fold<S: Sink>(&mut self, seat: Seat, sink: &mut S) -> Result<(), Refusal> {
        self.in_turn(seat)?;
        self.live.remove(seat);
        self.active.remove(seat);
        self.waiting.remove(seat);
        let held = &self.held[seat];
        self.add_to_muck(held.known(), held.count());
        sink.event(Event::Folded { seat });
        self.next_turn(seat, sink);
        Ok(())
    }

    /// A check or a call. They differ in what is put in and nowhere in the way taken: which one it is can't be foreseen.
    #[inline(always)]
    pub(crate) fn stay<S: Sink>(&mut self, seat: Seat, calls: bool, sink: &mut S) -> Result<(), Refusal> {
        self.in_turn(seat)?;
        let owed = self.choices.call;
        if calls == owed.is_zero() {
            return Err(if calls { Refusal::NothingToCall { seat } } else { Refusal::CheckOwed { seat, owed } });
        }
        self.put_in(seat, owed);
        self.answer(seat);
        self.betting.caller = select_unpredictable(calls, Some(seat), self.betting.caller);
        sink.event(if calls {
            Event::Called { seat, amount: owed, all_in: self.stacks[seat].is_zero() }
        } else {
            Event::Checked { seat }
        });
        self.next_turn(seat, sink);
        Ok(())
    }

    #[inline(always)]
    pub(crate) fn raise<S: Sink>(&mut self, seat: Seat, to: Chips, sink: &mut S) -> Result<(), Refusal> {
        self.in_turn(seat)?;
        let Choices { min_to, max_to, min_rule, max_rule, .. } = self.choices;
        if max_to.is_zero() {
            return Err(Refusal::NoRaise { seat, to, rule: min_rule });
        }
        if to < min_to {
            return Err(Refusal::TooLittle { to, min_to, rule: min_rule });
        }
        if to > max_to {
            return Err(Refusal::TooMuch { to, max_to, rule: max_rule });
        }
        let by = to - self.betting.price;
        let counts = match self.spread.limit {
            Limit::Fixed { small_bet, big_bet } => self.fixed_raise(to, small_bet, big_bet),
            _ => self.free_raise(to, by),
        };
        self.put_in(seat, to - self.bets[seat]);
        self.betting.price = to;
        self.betting.wagers = self.betting.wagers.saturating_add(u8::from(counts));
        self.betting.increases = self.betting.increases.saturating_add(1);
        if !self.spread.wagers_uncounted && self.betting.wagers >= self.spread.most_wagers && self.live.len() > 2 {
            self.betting.capped = true;
        }
        self.betting.aggressor = Some(seat);
        self.waiting = self.active;
        self.answer(seat);
        sink.event(Event::Raised { seat, to, by, all_in: self.stacks[seat].is_zero() });
        self.next_turn(seat, sink);
        Ok(())
    }

    /// Whether a raise in pot, no or spread limit is a full one; a shorter one is an all-in (TDA 47A).
    #[inline]
    fn free_raise(&mut self, to: Chips, by: Chips) -> bool {
        let full = by >= self.betting.least_raise;
        self.betting.level = to;
        match self.spread.min_raise {
            MinRaise::LastRaise => self.betting.least_raise = self.betting.least_raise.max(by),
            MinRaise::BigBlind => self.betting.least_raise = self.spread.big_blind,
        }
        full
    }

    /// Whether a fixed-limit raise counts: full ones do, all-ins of half a bet or more as well (TDA 47B). The
    /// level then stands a whole bet higher.
    #[inline(never)]
    fn fixed_raise(&mut self, to: Chips, small_bet: Chips, big_bet: Chips) -> bool {
        let size = self.spread.fixed_bet(small_bet, big_bet, self.round);
        let counts = (to - self.betting.level).times(2) >= size;
        if counts {
            self.betting.level += size;
        }
        counts
    }

    /// Why a player may not raise whatever the amount, if so: it has no chips for it, it has acted and no full raise
    /// came since, the wagers are used up, or nobody could call.
    #[inline(always)]
    pub(crate) fn raise_forbidden(&self, seat: Seat, all_in_to: Chips) -> Option<Rule> {
        let betting = &self.betting;
        if all_in_to <= betting.price {
            return Some(Rule::TableStakes);
        }
        if betting.acted.contains(seat) && betting.level - self.answered[seat] < betting.least_raise {
            let fixed = matches!(self.spread.limit, Limit::Fixed { .. });
            return Some(if fixed { Rule::NotReopenedFixed } else { Rule::NotReopened });
        }
        if !self.spread.wagers_uncounted
            && let Some(rule) = self.wagers_used_up()
        {
            return Some(rule);
        }
        let mut others = (self.active - SeatSet::of(seat)).iter();
        if !others.any(|other| self.bets[other] + self.stacks[other] > betting.price) {
            return Some(Rule::NobodyToCall);
        }
        None
    }

    /// The cap, or the profile's, if this round has had as many wagers.
    #[inline(never)]
    fn wagers_used_up(&self) -> Option<Rule> {
        let betting = &self.betting;
        let lifted = self.spread.cap_lifted_heads_up && self.live.len() == 2 && !betting.capped;
        // A cap is a table's custom; a profile is a law, also for a record that names it.
        if self.spread.profile.is_some() && betting.increases >= Profile::MOST_WAGERS {
            Some(Rule::WacWagers)
        } else {
            (betting.wagers >= self.spread.most_wagers && !lifted).then_some(Rule::Cap)
        }
    }

    /// Moves chips from a stack to the bet before it.
    #[inline(always)]
    fn put_in(&mut self, seat: Seat, amount: Chips) {
        let amount = amount.min(self.stacks[seat]);
        self.stacks[seat] -= amount;
        self.bets[seat] += amount;
        self.paid[seat] += amount;
        self.pot += amount;
        let all_in = self.stacks[seat].is_zero();
        self.active = self.active - select_unpredictable(all_in, SeatSet::of(seat), SeatSet::EMPTY);
    }

    /// A player has answered the present price.
    #[inline(always)]
    fn answer(&mut self, seat: Seat) {
        self.waiting.remove(seat);
        self.betting.acted.insert(seat);
        self.answered[seat] = self.betting.level;
    }

    #[inline(always)]
    fn next_turn<S: Sink>(&mut self, from: Seat, sink: &mut S) {
        if let Some(seat) = self.waiting.after(from)
            && self.live.is_several()
        {
            let owed = self.owed(seat);
            if self.active.is_several() || !owed.is_zero() {
                return self.give_turn(seat, owed);
            }
        }
        self.close_round(sink);
    }

    /// Nobody is left to act: on to the next step, or to the last player who is in.
    #[inline(never)]
    fn close_round<S: Sink>(&mut self, sink: &mut S) {
        self.end_round(sink);
        if self.live.is_several() {
            self.next_step(sink);
        } else {
            self.award_without_showdown(sink);
        }
    }

    /// Collects the bets. What nobody called goes back first and is no part of a pot.
    fn end_round<S: Sink>(&mut self, sink: &mut S) {
        // With two or more in and nobody all-in, everyone has called.
        if self.active != self.live || !self.live.is_several() {
            self.return_uncalled(sink);
        }
        self.bets = PerSeat::default();
        self.waiting = SeatSet::EMPTY;
        self.round = self.round.saturating_add(1);
    }

    #[inline(never)]
    fn return_uncalled<S: Sink>(&mut self, sink: &mut S) {
        let Some(mut owner) = self.live.first() else { return };
        let (mut most, mut second) = (Chips::ZERO, Chips::ZERO);
        for seat in Seat::first(self.players()) {
            let paid = self.paid[seat];
            second = second.max(paid.min(most));
            owner = select_unpredictable(paid > most, seat, owner);
            most = most.max(paid);
        }
        let uncalled = most - second;
        if uncalled.is_zero() || !self.live.contains(owner) {
            return;
        }
        self.paid[owner] -= uncalled;
        self.pot -= uncalled;
        self.stacks[owner] += uncalled;
        self.active.insert(owner);
        sink.event(Event::Returned { seat: owner, amount: uncalled });
    }
}
