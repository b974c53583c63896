//! Where a bot is when it has to act: the public facts of its view, as the numbers that it thinks in.

use cardroom_cards::CardSet;
use cardroom_rules::{Action, Chips, Choices, Legal, Limit, SeatView, Standing, Verb, View};

/// A betting decision.
pub(crate) struct Spot<'a> {
    pub(crate) view: &'a View,
    choices: Choices,
    /// The bot's own cards.
    pub(crate) held: CardSet,
    pub(crate) board: CardSet,
    /// What a call puts in, and everything in the middle before it.
    pub(crate) call: f32,
    pub(crate) pot: f32,
    /// The bot's own bet of this round and its stack.
    pub(crate) bet: f32,
    pub(crate) stack: f32,
    /// Whether anybody has raised in this round; blinds are no raise.
    pub(crate) raised: bool,
}

impl<'a> Spot<'a> {
    /// The decision, if it is the bot's turn to bet.
    pub(crate) fn of(view: &'a View) -> Option<Self> {
        let (Some(Legal::Bet { choices, .. }), Some(own)) = (view.legal, view.own()) else { return None };
        let blind = if view.round == 0 { view.spread.big_blind() } else { Chips::ZERO };
        Some(Self {
            view,
            choices,
            held: own.known(),
            board: view.board.known(),
            call: choices.call().map_or(0.0, |call| chips(call.amount)),
            pot: chips(view.pot),
            bet: chips(own.bet),
            stack: chips(own.stack),
            raised: view.price > blind,
        })
    }

    /// The players still in besides the bot.
    pub(crate) fn opponents(&self) -> impl Iterator<Item = &'a SeatView> + use<'a> {
        opponents(self.view)
    }

    /// Whether the bot acts last in the rounds to come.
    pub(crate) fn in_position(&self) -> bool {
        let own = self.view.own().map_or(0, |own| own.seat.index());
        self.opponents().all(|other| other.seat.index() < own || other.standing == Standing::AllIn)
    }

    /// How many betting rounds come after this one.
    pub(crate) fn rounds_left(&self) -> usize {
        self.view.spread.game().betting_rounds().saturating_sub(self.view.round + 1)
    }

    /// The part of the final pot that a call costs.
    pub(crate) fn price(&self) -> f32 {
        self.call / (self.pot + self.call).max(1.0)
    }

    /// Nothing more is put in: check where that is free, else fold.
    pub(crate) fn give_up(&self) -> Action {
        if self.choices.call().is_none() { Action::Check } else { Action::Fold }
    }

    /// Staying in for the price.
    pub(crate) fn stay(&self) -> Action {
        if self.choices.call().is_none() { Action::Check } else { Action::Call }
    }

    /// A bet or raise of this part of the pot as it is after a call, as near as the limit allows. Who would be left with
    /// little bets it too. Without a raise to be made, staying in is the most.
    pub(crate) fn raise(&self, part: f32) -> Action {
        let Ok(range) = self.choices.raise() else { return self.stay() };
        let wanted = chips(self.view.price) + part * (self.pot + self.call);
        let all_in = self.bet + self.stack;
        let wanted = if wanted > 0.75 * all_in { all_in } else { wanted };
        let to = Chips::new(wanted.max(0.0) as u64).clamp(range.min_to, range.max_to);
        Action::RaiseTo(to)
    }

    /// Whether a raise may be made at all.
    pub(crate) fn may_raise(&self) -> bool {
        self.choices.raise().is_ok()
    }

    /// Whether the size of a raise is the bot's to choose.
    pub(crate) fn sizes(&self) -> bool {
        !matches!(self.view.spread.limit(), Limit::Fixed { .. })
            && self.choices.raise().is_ok_and(|range| range.min_to < range.max_to)
    }
}

/// The players still in besides the viewer.
pub(crate) fn opponents(view: &View) -> impl Iterator<Item = &SeatView> {
    let own = view.own().map(|own| own.seat);
    view.seats().filter(move |other| Some(other.seat) != own && is_in(other))
}

/// How many discards or draws are still to come for the viewer, the present one included.
pub(crate) fn throws_left(view: &View) -> usize {
    let steps = view.spread.game().steps.iter().skip(view.step);
    steps.filter(|step| matches!(step.verb, Verb::Discard { .. } | Verb::Draw { .. })).count()
}

fn is_in(seat: &SeatView) -> bool {
    matches!(seat.standing, Standing::Playing | Standing::AllIn)
}

/// An amount as the bots reckon with it: they weigh chances, where the last chip doesn't matter.
pub(crate) fn chips(amount: Chips) -> f32 {
    amount.get() as f32
}
