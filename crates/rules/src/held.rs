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
    /// Two bytes wide so that the whole has no gap: a blank hand is then written in whole words.
    unknown: u16,
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

    fn add(&mut self, card: FaceDown) {
        let card = card.turn_up();
        self.push(card, card.map_or(CardSet::EMPTY, CardSet::of));
    }

    /// Adds a card; `bit` is the set of it alone, which the caller has at hand.
    #[inline(always)]
    pub(crate) fn push(&mut self, card: Option<Card>, bit: CardSet) {
        self.put(self.count, card, bit);
    }

    /// The same where the caller knows how many there are.
    #[inline(always)]
    pub(crate) fn put(&mut self, count: u8, card: Option<Card>, bit: CardSet) {
        if let Some(place) = self.cards.get_mut(count as usize) {
            *place = FaceDown::new(card);
            self.count = count.wrapping_add(1);
            self.unknown = self.unknown.wrapping_add(u16::from(card.is_none()));
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

    /// The cards in the order they came, still face down.
    pub(crate) fn face_down(&self) -> Thrown<FaceDown> {
        Thrown::new(self.cards, self.count())
    }

    /// Takes out what is thrown and says what went, in the order held. `None`, and nothing changed, if it isn't
    /// all here. A known card that isn't among the known ones takes the place of an unknown one; where unknown
    /// cards go from a hand that has too few of them, nobody can say any more which ones are left.
    pub(crate) fn throw(&mut self, throw: Throw) -> Option<Thrown<FaceDown>> {
        let strangers = throw.cards - self.known();
        if self.unknown == 0 && throw.unknown == 0 && strangers.is_empty() {
            return Some(self.throw_known(throw.cards));
        }
        let unknown_going = strangers.len().saturating_add(throw.unknown as usize);
        if throw.count() > self.count() || strangers.len() > self.unknown as usize {
            return None;
        }
        let mut left = Self::default();
        let mut going = Self::default();
        let mut unknown_going_left = unknown_going;
        for card in self.iter() {
            match card.turn_up() {
                Some(known) if throw.cards.contains(known) => going.add(card),
                None if unknown_going_left > 0 => {
                    unknown_going_left = unknown_going_left.saturating_sub(1);
                }
                _ => left.add(card),
            }
        }
        strangers.iter().for_each(|card| going.add(FaceDown::new(Some(card))));
        (0..throw.unknown).for_each(|_| going.add(FaceDown::UNKNOWN));
        if unknown_going_left > 0 {
            let count = self.count.saturating_sub(going.count);
            left = Self { count, unknown: count.into(), ..Self::default() };
        }
        *self = left;
        Some(Thrown::new(going.cards, going.count()))
    }

    /// The same where everything is known, as at every table. Each card is written to the next place of both lists and
    /// only one of them goes on, since nobody can foresee which.
    #[expect(clippy::indexing_slicing, reason = "masked to the eight places")]
    fn throw_known(&mut self, cards: CardSet) -> Thrown<FaceDown> {
        let (mut kept, mut gone) = ([FaceDown::UNKNOWN; 8], [FaceDown::UNKNOWN; 8]);
        let (mut keep, mut go) = (0_usize, 0_usize);
        for card in self.cards {
            let goes = card.turn_up().is_some_and(|card| cards.contains(card));
            kept[keep & 7] = card;
            gone[go & 7] = card;
            keep = keep.wrapping_add(usize::from(!goes));
            go = go.wrapping_add(usize::from(goes));
        }
        kept[keep & 7] = FaceDown::UNKNOWN;
        gone[go & 7] = FaceDown::UNKNOWN;
        let [a, b, c, d, e, ..] = kept;
        self.cards = [a, b, c, d, e];
        self.known -= cards;
        self.count = self.count.wrapping_sub(go as u8);
        let [a, b, c, d, e, ..] = gone;
        Thrown::new([a, b, c, d, e], go)
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
