//! What a player may do now, with the rule that bounds each choice: exactly what an interface needs.

use core::hint::select_unpredictable;

use crate::chips::Chips;
use crate::hand::Hand;
use crate::input::Need;
use crate::limit::{Customs, Limit};
use crate::rule::Rule;
use crate::seat::Seat;

/// What the hand lets somebody do now. `act` accepts exactly this.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Legal {
    /// A player may fold, and what the choices say.
    Bet {
        /// Who.
        seat: Seat,
        /// Check or call, and the range of raises.
        choices: Choices,
    },
    /// A player discards from none to so many cards.
    Discard {
        /// Who.
        seat: Seat,
        /// The most that may go.
        most: usize,
        /// What sets that bound.
        rule: Rule,
    },
    /// A player exchanges from none to so many cards.
    Draw {
        /// Who.
        seat: Seat,
        /// The most that may go.
        most: usize,
        /// What sets that bound.
        rule: Rule,
    },
    /// A player shows its hand, or mucks it if it is beaten.
    Show {
        /// Who.
        seat: Seat,
        /// Whether it may be mucked.
        may_muck: bool,
    },
    /// No player has a choice: the dealer deals, or the hand is over.
    Nothing,
}

/// What a player may do in a betting round besides folding.
///
/// Kept flat: it is worked out at every turn and asked for at most once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choices {
    /// What a call would put in; nothing means the player may check.
    pub(crate) call: Chips,
    pub(crate) call_is_all_in: bool,
    /// The bounds of a raise; an upper one of nothing means that there is none, and `min_rule` says why.
    pub(crate) min_to: Chips,
    pub(crate) max_to: Chips,
    pub(crate) min_rule: Rule,
    pub(crate) max_rule: Rule,
}

impl Choices {
    pub(crate) const NONE: Self = Self {
        call: Chips::ZERO,
        call_is_all_in: false,
        min_to: Chips::ZERO,
        max_to: Chips::ZERO,
        min_rule: Rule::Turn,
        max_rule: Rule::Turn,
    };

    /// What a call costs; `None` means nothing is owed and the player may check.
    #[inline]
    pub const fn call(&self) -> Option<Call> {
        if self.call.is_zero() { None } else { Some(Call { amount: self.call, all_in: self.call_is_all_in }) }
    }

    /// The raises, or the rule that allows none.
    ///
    /// # Errors
    /// The rule, where no amount is allowed.
    #[inline]
    pub const fn raise(&self) -> Result<RaiseRange, Rule> {
        let Self { min_to, max_to, min_rule, max_rule, .. } = *self;
        if max_to.is_zero() { Err(min_rule) } else { Ok(RaiseRange { min_to, max_to, min_rule, max_rule }) }
    }
}

/// What a call costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    /// What would be put in.
    pub amount: Chips,
    /// Whether those are the player's last chips.
    pub all_in: bool,
}

/// Every amount from `min_to` to `max_to` is a legal bet or raise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RaiseRange {
    /// The least that the player's bet in this round may become.
    pub min_to: Chips,
    /// The most that it may become.
    pub max_to: Chips,
    /// What sets the lower bound.
    pub min_rule: Rule,
    /// What sets the upper bound.
    pub max_rule: Rule,
}

impl Hand {
    /// What may be done now, and by whom.
    #[inline]
    pub fn legal(&self) -> Legal {
        match self.need {
            Need::Act(seat) => Legal::Bet { seat, choices: self.choices },
            Need::Discard(seat) => {
                let (most, rule) = self.most_thrown(seat);
                Legal::Discard { seat, most, rule }
            }
            Need::Draw(seat) => {
                let (most, rule) = self.most_thrown(seat);
                Legal::Draw { seat, most, rule }
            }
            Need::Show(seat) => Legal::Show { seat, may_muck: self.may_muck(seat) },
            Need::Card(_) | Need::Reshuffle { .. } | Need::Nothing => Legal::Nothing,
        }
    }

    /// Works out what a player who owes so much may do. An all-in for less than the minimum raise is always a raise.
    ///
    /// The fields are written one by one where they belong: a struct built elsewhere and copied stalls the next
    /// read of it, and this runs at every turn.
    #[inline(always)]
    pub(crate) fn set_choices(&mut self, seat: Seat, owed: Chips) {
        let stack = self.stacks[seat];
        let all_in_to = self.bets[seat] + stack;
        self.choices.call = owed.min(stack);
        self.choices.call_is_all_in = owed >= stack;
        match self.raise_forbidden(seat, all_in_to) {
            Some(rule) => {
                self.choices.max_to = Chips::ZERO;
                self.choices.min_rule = rule;
            }
            None => self.set_raise(owed, all_in_to),
        }
    }

    /// Sets the bounds of a raise: what the limit says, what a profile says, what is in front of the player.
    #[inline(always)]
    fn set_raise(&mut self, owed: Chips, all_in_to: Chips) {
        let least = self.betting.price + self.betting.least_raise;
        if self.spread.raises_limited {
            return self.set_limited_raise(owed, least, all_in_to);
        }
        self.choices.min_to = least.min(all_in_to);
        self.choices.max_to = all_in_to;
        self.choices.max_rule = Rule::TableStakes;
        self.choices.min_rule = select_unpredictable(all_in_to < least, Rule::TableStakes, self.min_raise_rule());
    }

    /// The same with an upper bound of the limit's or the profile's.
    #[inline(never)]
    fn set_limited_raise(&mut self, owed: Chips, least: Chips, all_in_to: Chips) {
        let price = self.betting.price;
        let mut choices = Choices {
            min_to: least,
            min_rule: self.min_raise_rule(),
            max_to: all_in_to,
            max_rule: Rule::TableStakes,
            ..self.choices
        };
        self.narrow(&mut choices, price, owed, least);
        if choices.min_to > choices.max_to {
            (choices.min_to, choices.min_rule) = (choices.max_to, choices.max_rule);
        }
        self.choices = choices;
    }

    /// Narrows the bounds to what the limit and the profile allow.
    fn narrow(&self, choices: &mut Choices, price: Chips, owed: Chips, least: Chips) {
        match self.spread.limit {
            Limit::No { .. } => {}
            // The ceiling yields to the minimum: a pot of short blinds must not forbid the least bet.
            Limit::Pot { .. } => lower(choices, (price + self.pot + owed).max(least), Rule::PotLimit),
            Limit::Spread { min, max } => {
                if price + min > least {
                    (choices.min_to, choices.min_rule) = (price + min, Rule::SpreadLimit);
                }
                lower(choices, (price + max).max(choices.min_to), Rule::SpreadLimit);
            }
            Limit::Fixed { small_bet, big_bet } => {
                let size = self.spread.fixed_bet(small_bet, big_bet, self.round);
                let to = self.betting.level + size;
                let rule = if self.betting.level < price { Rule::Completion } else { Rule::FixedLimit };
                // After a short all-in some rooms count from what was bet, not from the whole bet that it stands for.
                let elsewhere = if self.spread.customs == Customs::Recorded { price + size } else { to };
                (choices.min_to, choices.min_rule) = (to.min(elsewhere), rule);
                lower(choices, to.max(elsewhere), rule);
            }
        }
        if let Some(profile) = self.spread.profile {
            lower(choices, price + profile.wager_ceiling(), Rule::WacCeiling);
        }
    }

    #[inline]
    fn min_raise_rule(&self) -> Rule {
        select_unpredictable(self.betting.price.is_zero(), Rule::MinimumBet, self.spread.raise_rule)
    }
}

/// Lowers the upper bound of a raise.
#[inline]
fn lower(choices: &mut Choices, to: Chips, rule: Rule) {
    if to < choices.max_to {
        (choices.max_to, choices.max_rule) = (to, rule);
    }
}
