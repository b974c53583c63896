//! The main pot and the side pots, by layers of what each player put in (GLD, Split-Pot).

use crate::chips::Chips;
use crate::hand::Hand;
use crate::seat::{MOST_SEATS, Seat, SeatSet};

/// A pot and who can win it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pot {
    /// How much is in it.
    pub amount: Chips,
    /// Who contends for it.
    pub contenders: SeatSet,
}

/// The pots of a hand, main pot first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pots {
    pots: [Pot; MOST_SEATS + 1],
    count: u8,
}

impl Pots {
    fn push(&mut self, pot: Pot) {
        if let Some(place) = self.pots.get_mut(self.count as usize) {
            *place = pot;
            self.count = self.count.saturating_add(1);
        }
    }

    /// The pots, main pot first.
    pub fn iter(&self) -> impl Iterator<Item = Pot> + '_ {
        self.pots.iter().take(self.count as usize).copied()
    }
}

/// The layers of what the players put in, lowest first, as they are taken off one after the other.
#[derive(Clone, Copy)]
pub(crate) struct Layers {
    contenders: SeatSet,
    floor: Chips,
    left: Chips,
    /// Dead money, as long as the lowest layer hasn't been taken off.
    dead: Chips,
}

impl Layers {
    /// The next pot. Each step up to the next smaller stake among the live players is a layer; who put in that much
    /// contends for it. Since every layer has fewer contenders than the one below, no two can have the same. Anything
    /// a folded player put in beyond all live ones joins the top layer.
    pub(crate) fn next(&mut self, hand: &Hand) -> Option<Pot> {
        while !self.contenders.is_empty() {
            let pot = self.take_off(hand);
            if !pot.amount.is_zero() || hand.active == hand.live {
                return Some(pot);
            }
        }
        None
    }

    fn take_off(&mut self, hand: &Hand) -> Pot {
        let contenders = self.contenders;
        if hand.active == hand.live {
            // Nobody is all-in: one pot.
            self.contenders = SeatSet::EMPTY;
            return Pot { amount: self.left, contenders };
        }
        let (mut ceiling, mut most) = (Chips::MOST, Chips::ZERO);
        for seat in contenders {
            ceiling = ceiling.min(hand.paid[seat]);
            most = most.max(hand.paid[seat]);
        }
        if ceiling == most {
            self.contenders = SeatSet::EMPTY;
            return Pot { amount: self.left, contenders };
        }
        let layer = |seat| hand.paid[seat].min(ceiling) - hand.paid[seat].min(self.floor);
        let amount = Seat::first(hand.players()).map(layer).sum::<Chips>() + self.dead;
        self.contenders = contenders.iter().filter(|&seat| hand.paid[seat] > ceiling).collect();
        self.left -= amount;
        self.floor = ceiling;
        self.dead = Chips::ZERO;
        Pot { amount, contenders }
    }
}

impl Hand {
    /// The pots as they stand, the bets of the running round included.
    pub fn pots(&self) -> Pots {
        let nothing = Pot { amount: Chips::ZERO, contenders: SeatSet::EMPTY };
        let mut pots = Pots { pots: [nothing; MOST_SEATS + 1], count: 0 };
        let mut layers = self.layers();
        while let Some(pot) = layers.next(self) {
            pots.push(pot);
        }
        pots
    }

    /// The pots without the bets of the running round, which still lie in front of their players.
    pub fn collected_pots(&self) -> Pots {
        let mut collected = *self;
        for seat in Seat::first(self.players()) {
            collected.paid[seat] -= self.bets[seat];
            collected.pot -= self.bets[seat];
        }
        collected.pots()
    }

    pub(crate) const fn layers(&self) -> Layers {
        Layers { contenders: self.live, floor: Chips::ZERO, left: self.pot, dead: self.dead }
    }
}
