//! Betting rounds: whose turn it is, what it costs, what a raise must be, and when the round is over.

use crate::chips::Chips;
use crate::event::{Event, Sink};
use crate::hand::Hand;
use crate::input::{Action, Need};
use crate::legal::Choices;
use crate::limit::{Customs, Limit, MinRaise};
use crate::profile::Profile;
use crate::refusal::Refusal;
use crate::rule::Rule;
use crate::seat::{PerSeat, Seat, SeatSet};

/// What one betting round remembers.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Betting {
    /// What everyone must have bet in this round to stay in.
    pub(crate) price: Chips,
    /// Fixed limit: the price in full bets, which a short all-in leaves behind.
    pub(crate) level: Chips,
    /// The last full bet or raise, or the least bet.
    pub(crate) raise_by: Chips,
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
        let opener = if first_round {
            self.betting.raise_by = self.spread.big_blind;
            self.price_the_blinds()
        } else {
            self.betting.raise_by = self.spread.limit.min_bet();
            self.active.first()
        };
        let open = opener.filter(|&seat| self.active.is_several() || !self.owed(seat).is_zero());
        if let Some(seat) = open {
            sink.event(Event::Round { round: self.round });
            self.give_turn(seat);
        } else {
            self.end_round(sink);
        }
        open.is_some()
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

    #[cold]
    fn largest_live_bet(&self) -> Chips {
        self.live.iter().map(|seat| self.bets[seat]).max().unwrap_or_default()
    }

    #[inline]
    fn give_turn(&mut self, seat: Seat) {
        self.set_choices(seat);
        self.need = Need::Act(seat);
    }

    #[inline]
    pub(crate) fn bet<S: Sink>(&mut self, seat: Seat, action: Action, sink: &mut S) -> Result<(), Refusal> {
        let Need::Act(to_act) = self.need else {
            return Err(Refusal::NotNow { asked: "a fold, check, call, bet or raise", need: self.need });
        };
        if seat != to_act {
            return Err(Refusal::OutOfTurn { seat, to_act });
        }
        let owed = self.choices.call;
        match action {
            Action::RaiseTo(to) => self.raise(seat, to, sink)?,
            Action::Check if owed.is_zero() => {
                self.answer(seat);
                sink.event(Event::Checked { seat });
            }
            Action::Call if !owed.is_zero() => {
                self.put_in(seat, owed);
                self.answer(seat);
                self.betting.caller = Some(seat);
                sink.event(Event::Called { seat, amount: owed, all_in: self.stacks[seat].is_zero() });
            }
            Action::Check => return Err(Refusal::CheckOwed { seat, owed }),
            Action::Call => return Err(Refusal::NothingToCall { seat }),
            _ => self.fold(seat, sink),
        }
        self.next_turn(seat, sink);
        Ok(())
    }

    #[inline]
    fn raise<S: Sink>(&mut self, seat: Seat, to: Chips, sink: &mut S) -> Result<(), Refusal> {
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
            _ => self.free_raise(by),
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
        Ok(())
    }

    /// Whether a raise in pot, no or spread limit is a full one; a shorter one is an all-in (TDA 47A).
    fn free_raise(&mut self, by: Chips) -> bool {
        let full = by >= self.least_raise();
        if full {
            self.betting.raise_by = by;
        }
        full
    }

    /// Whether a fixed-limit raise counts: full ones do, all-ins of half a bet or more as well (TDA 47B). The
    /// level then stands a whole bet higher.
    fn fixed_raise(&mut self, to: Chips, small_bet: Chips, big_bet: Chips) -> bool {
        let size = self.spread.fixed_bet(small_bet, big_bet, self.round);
        let counts = (to - self.betting.level).times(2) >= size;
        if counts {
            self.betting.level += size;
        }
        counts
    }

    /// The least that the price must rise by.
    #[inline]
    pub(crate) fn least_raise(&self) -> Chips {
        match self.spread.min_raise {
            MinRaise::LastRaise => self.betting.raise_by,
            MinRaise::BigBlind if self.betting.price.is_zero() => self.spread.limit.min_bet(),
            MinRaise::BigBlind => self.spread.big_blind,
        }
    }

    /// Why a player may not raise whatever the amount, if so: it has acted and no full raise came since, the
    /// wagers are used up, or nobody could call.
    #[inline(always)]
    pub(crate) fn raise_forbidden(&self, seat: Seat) -> Option<Rule> {
        let betting = &self.betting;
        let fixed = matches!(self.spread.limit, Limit::Fixed { .. });
        if betting.acted.contains(seat) {
            let answered = self.answered[seat];
            if fixed && betting.level <= answered {
                return Some(Rule::NotReopenedFixed);
            }
            if !fixed && betting.price - answered < self.least_raise() {
                return Some(Rule::NotReopened);
            }
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
    fn wagers_used_up(&self) -> Option<Rule> {
        let betting = &self.betting;
        let profiled = self.spread.profile.is_some() && self.spread.customs == Customs::Enforced;
        let lifted = self.spread.cap_lifted_heads_up && self.live.len() == 2 && !betting.capped;
        if profiled && betting.increases >= Profile::MOST_WAGERS {
            Some(Rule::WacWagers)
        } else {
            (betting.wagers >= self.spread.most_wagers && !lifted).then_some(Rule::Cap)
        }
    }

    fn fold<S: Sink>(&mut self, seat: Seat, sink: &mut S) {
        self.live.remove(seat);
        self.active.remove(seat);
        self.waiting.remove(seat);
        let held = self.held[seat];
        self.add_to_muck(held.known(), held.count());
        sink.event(Event::Folded { seat });
    }

    /// Moves chips from a stack to the bet before it.
    #[inline]
    fn put_in(&mut self, seat: Seat, amount: Chips) {
        let amount = amount.min(self.stacks[seat]);
        self.stacks[seat] -= amount;
        self.bets[seat] += amount;
        self.paid[seat] += amount;
        self.pot += amount;
        if self.stacks[seat].is_zero() {
            self.active.remove(seat);
        }
    }

    /// A player has answered the present price.
    #[inline]
    fn answer(&mut self, seat: Seat) {
        self.waiting.remove(seat);
        self.betting.acted.insert(seat);
        self.answered[seat] =
            if let Limit::Fixed { .. } = self.spread.limit { self.betting.level } else { self.betting.price };
    }

    #[inline]
    fn next_turn<S: Sink>(&mut self, from: Seat, sink: &mut S) {
        match self.waiting.after(from) {
            Some(seat) if self.live.is_several() && (self.active.is_several() || !self.owed(seat).is_zero()) => {
                self.give_turn(seat);
            }
            _ => {
                self.end_round(sink);
                if self.live.is_several() {
                    self.next_step(sink);
                } else {
                    self.award_without_showdown(sink);
                }
            }
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
        let (mut most, mut second, mut owner) = (Chips::ZERO, Chips::ZERO, None);
        for seat in SeatSet::first_seats(self.players()) {
            let paid = self.paid[seat];
            if paid > most {
                (second, most, owner) = (most, paid, Some(seat));
            } else if paid > second {
                second = paid;
            }
        }
        let uncalled = most - second;
        let Some(seat) = owner.filter(|&seat| self.live.contains(seat) && !uncalled.is_zero()) else { return };
        self.paid[seat] -= uncalled;
        self.pot -= uncalled;
        self.stacks[seat] += uncalled;
        self.active.insert(seat);
        sink.event(Event::Returned { seat, amount: uncalled });
    }
}
