//! What a player may do now, with the rule that bounds each choice: exactly what an interface needs.

use crate::chips::Chips;
use crate::hand::Hand;
use crate::input::Need;
use crate::limit::{Limit, MinRaise};
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choices {
    /// What a call costs; `None` means nothing is owed and the player may check.
    pub call: Option<Call>,
    /// The raises, or the rule that allows none.
    pub raise: Result<RaiseRange, Rule>,
}

impl Default for Choices {
    fn default() -> Self {
        Self { call: None, raise: Err(Rule::Turn) }
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
            Need::Act(seat) => Legal::Bet { seat, choices: self.betting.choices },
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

    /// The raises open to a player. An all-in for less than the minimum is always one.
    #[inline]
    pub(crate) fn raise_range(&self, seat: Seat) -> Result<RaiseRange, Rule> {
        let price = self.betting.price;
        let all_in_to = self.bets[seat] + self.stacks[seat];
        if all_in_to <= price {
            return Err(Rule::TableStakes);
        }
        if let Some(rule) = self.raise_forbidden(seat) {
            return Err(rule);
        }
        let mut range = self.limit_range(seat);
        if let Some(profile) = self.spread.profile {
            let ceiling_to = price + profile.wager_ceiling();
            if range.max_to > ceiling_to {
                (range.max_to, range.max_rule) = (ceiling_to, Rule::WacCeiling);
            }
        }
        if range.max_to >= all_in_to {
            (range.max_to, range.max_rule) = (all_in_to, Rule::TableStakes);
        }
        if range.min_to > range.max_to {
            (range.min_to, range.min_rule) = (range.max_to, range.max_rule);
        }
        Ok(range)
    }

    /// The range that the limit sets, whatever the stack.
    #[inline]
    fn limit_range(&self, seat: Seat) -> RaiseRange {
        let price = self.betting.price;
        let min_to = price + self.least_raise();
        let min_rule = if price.is_zero() {
            Rule::MinimumBet
        } else if self.spread.min_raise == MinRaise::BigBlind {
            Rule::BigBlindRaise
        } else {
            Rule::LastFullRaise
        };
        match self.spread.limit {
            Limit::No { .. } => RaiseRange { min_to, max_to: Chips::MOST, min_rule, max_rule: Rule::TableStakes },
            Limit::Pot { .. } => {
                // The ceiling yields to the minimum: a pot of short blinds must not forbid the least bet.
                let max_to = (price + self.pot() + self.owed(seat)).max(min_to);
                RaiseRange { min_to, max_to, min_rule, max_rule: Rule::PotLimit }
            }
            Limit::Spread { min, max } => {
                let (min_to, min_rule) =
                    if price + min > min_to { (price + min, Rule::SpreadLimit) } else { (min_to, min_rule) };
                RaiseRange { min_to, max_to: (price + max).max(min_to), min_rule, max_rule: Rule::SpreadLimit }
            }
            Limit::Fixed { small_bet, big_bet } => {
                let to = self.betting.level + self.spread.fixed_bet(small_bet, big_bet, self.round);
                let rule = if self.betting.level < price { Rule::Completion } else { Rule::FixedLimit };
                RaiseRange { min_to: to, max_to: to, min_rule: rule, max_rule: rule }
            }
        }
    }
}
