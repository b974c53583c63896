//! The main pot and the side pots, by layers of what each player put in (GLD, Split-Pot).

use crate::chips::Chips;
use crate::hand::Hand;
use crate::seat::{MOST_SEATS, SeatSet};

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

impl Hand {
    /// The pots as they stand, the bets of the running round included.
    ///
    /// Each step up to the next smaller stake among the live players is a layer; who put in that much contends for
    /// it. Dead money lies in the lowest layer. Since every layer has fewer contenders than the one below, no two
    /// can have the same. Anything a folded player put in beyond all live ones joins the top layer.
    pub fn pots(&self) -> Pots {
        let nothing = Pot { amount: Chips::ZERO, contenders: SeatSet::EMPTY };
        let mut pots = Pots { pots: [nothing; MOST_SEATS + 1], count: 0 };
        if self.active == self.live {
            // Nobody is all-in: one pot.
            pots.push(Pot { amount: self.pot, contenders: self.live });
            return pots;
        }
        let everyone = SeatSet::first_seats(self.players());
        let mut contenders = self.live;
        let (mut floor, mut left) = (Chips::ZERO, self.pot);
        while let Some(ceiling) = contenders.iter().map(|seat| self.paid[seat]).min() {
            let mut above = contenders;
            contenders.iter().filter(|&seat| self.paid[seat] <= ceiling).for_each(|seat| above.remove(seat));
            let amount = if above.is_empty() {
                left
            } else {
                let layer = |seat| self.paid[seat].min(ceiling) - self.paid[seat].min(floor);
                let dead = if floor.is_zero() && pots.count == 0 { self.dead } else { Chips::ZERO };
                everyone.iter().map(layer).sum::<Chips>() + dead
            };
            if !amount.is_zero() {
                pots.push(Pot { amount, contenders });
            }
            left -= amount;
            (floor, contenders) = (ceiling, above);
        }
        pots
    }
}
