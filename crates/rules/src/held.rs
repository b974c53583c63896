//! The cards one player holds, known or not, in the order they came.

use cardroom_cards::{Card, CardSet};

use crate::event::{FaceDown, Thrown};
use crate::input::Throw;

/// Up to five cards in a player's hand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Held {
    /// The known ones, kept beside the list because a showdown asks for nothing else.
    known: CardSet,
    cards: [FaceDown; 5],
    count: u8,
    unknown: u8,
}

impl Default for Held {
    fn default() -> Self {
        Self { known: CardSet::EMPTY, cards: [FaceDown::UNKNOWN; 5], count: 0, unknown: 0 }
    }
}

impl Held {
    pub(crate) const fn count(&self) -> usize {
        self.count as usize
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = FaceDown> + '_ {
        self.cards.iter().take(self.count()).copied()
    }

    fn push(&mut self, card: FaceDown) {
        self.push_card(card.turn_up());
    }

    #[inline]
    pub(crate) fn push_card(&mut self, card: Option<Card>) {
        self.push_with_bit(card, card.map_or(CardSet::EMPTY, CardSet::of));
    }

    /// Adds a card; `bit` is the set of it alone, which the caller has at hand.
    #[inline]
    pub(crate) fn push_with_bit(&mut self, card: Option<Card>, bit: CardSet) {
        if let Some(place) = self.cards.get_mut(self.count as usize) {
            *place = FaceDown::new(card);
            self.count = self.count.wrapping_add(1);
            self.unknown = self.unknown.wrapping_add(u8::from(card.is_none()));
            self.known |= bit;
        }
    }

    /// The known cards.
    #[inline]
    pub(crate) const fn known(&self) -> CardSet {
        self.known
    }

    /// All cards, if every one is known.
    #[inline]
    pub(crate) const fn all_known(&self) -> Option<CardSet> {
        if self.unknown == 0 { Some(self.known) } else { None }
    }

    /// The cards one by one, if there are exactly so many and all are known.
    #[inline]
    pub(crate) fn face_up_cards<const N: usize>(&self) -> Option<[Card; N]> {
        if self.count as usize != N || self.unknown > 0 {
            return None;
        }
        let first = self.cards.first_chunk::<N>()?;
        let lowest = first.first()?.turn_up()?;
        Some(first.map(|card| card.turn_up().unwrap_or(lowest)))
    }

    /// As a public record shows them.
    pub(crate) fn face_up(&self) -> Thrown<Option<Card>> {
        Thrown::new(self.cards.map(FaceDown::turn_up), self.count())
    }

    /// Takes out what is thrown and says what went, in the order held. `None`, and nothing changed, if it isn't
    /// all here. A known card that isn't among the known ones takes the place of an unknown one; where unknown
    /// cards go from a hand that has too few of them, nobody can say any more which ones are left.
    pub(crate) fn throw(&mut self, throw: Throw) -> Option<Thrown<FaceDown>> {
        let strangers = throw.cards - self.known();
        let unknown_going = strangers.len().saturating_add(throw.unknown as usize);
        if throw.count() > self.count() || strangers.len() > self.unknown as usize {
            return None;
        }
        let mut left = Self::default();
        let mut going = Self::default();
        let mut unknown_going_left = unknown_going;
        for card in self.iter() {
            match card.turn_up() {
                Some(known) if throw.cards.contains(known) => going.push(card),
                None if unknown_going_left > 0 => {
                    unknown_going_left = unknown_going_left.saturating_sub(1);
                }
                _ => left.push(card),
            }
        }
        strangers.iter().for_each(|card| going.push(FaceDown::new(Some(card))));
        (0..throw.unknown).for_each(|_| going.push(FaceDown::UNKNOWN));
        if unknown_going_left > 0 {
            let count = self.count.saturating_sub(going.count);
            left = Self { count, unknown: count, ..Self::default() };
        }
        *self = left;
        Some(Thrown::new(going.cards, going.count()))
    }

    /// Names cards that were unknown: afterwards the hand holds exactly `cards` if they fit what is known.
    pub(crate) fn name(&mut self, cards: CardSet) -> bool {
        let known = self.known();
        if !cards.is_superset(known) || cards.len() > self.count() {
            return false;
        }
        let mut strangers = (cards - known).iter();
        for place in self.cards.iter_mut().take(self.count as usize) {
            if place.turn_up().is_none()
                && let Some(card) = strangers.next()
            {
                *place = FaceDown::new(Some(card));
                self.known = self.known.with(card);
                self.unknown = self.unknown.saturating_sub(1);
            }
        }
        true
    }
}
