//! A player's choice without the name of a card: what is thrown or shown is said by its place in the player's own hand.
//!
//! So a command can be logged and stored as it is, and two hands that differ only in hidden cards are logged alike.

use cardroom_cards::{Card, CardSet};
use cardroom_rules::{Action, Chips, FaceDown, Legal, Thrown, View};
use serde::{Deserialize, Serialize};

use crate::id::chips;

/// What a player does on its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Choice {
    /// Give up the hand.
    Fold,
    /// Stay in for nothing.
    Check,
    /// Put in what is owed, or all that is left.
    Call,
    /// Bet or raise so that one's bet in this round becomes this much.
    RaiseTo(#[serde(with = "chips")] Chips),
    /// Throw these cards away for good.
    Discard(Slots),
    /// Throw these cards away for others.
    Draw(Slots),
    /// Show the hand at the showdown.
    Show,
    /// Give the hand up unseen.
    Muck,
}

/// Some of a player's own cards, by their places in the order in which the player's view lists them.
///
/// ```
/// use cardroom_room::Slots;
///
/// let first_and_third = Slots::of([0, 2]).unwrap();
/// assert_eq!(first_and_third.count(), 2);
/// assert!(Slots::of([5]).is_none(), "a hand has five cards at most");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Slots(u8);

impl Slots {
    /// None: stand pat.
    pub const NONE: Self = Self(0);

    /// The cards at these places, from 0 to 4.
    pub fn of(places: impl IntoIterator<Item = u8>) -> Option<Self> {
        places.into_iter().try_fold(Self::NONE, |slots, place| (place < 5).then(|| Self(slots.0 | 1_u8 << (place & 7))))
    }

    /// How many.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    fn holds(self, place: usize) -> bool {
        place < 5 && self.0 >> (place as u32) & 1 == 1
    }

    /// The cards meant, of those held; `None` if there is no card at one of the places.
    pub(crate) fn cards(self, held: &Thrown<FaceDown>) -> Option<CardSet> {
        let meant = held.iter().enumerate().filter(|&(place, _)| self.holds(place));
        let cards: Option<Vec<Card>> = meant.map(|(_, card)| card.turn_up()).collect();
        cards.filter(|cards| cards.len() == self.count() as usize).map(|cards| cards.into_iter().collect())
    }

    fn of_cards(cards: CardSet, held: &Thrown<Option<Card>>) -> Option<Self> {
        let places = held.iter().zip(0_u8..).filter(|&(card, _)| card.is_some_and(|card| cards.contains(card)));
        Self::of(places.map(|(_, place)| place)).filter(|slots| slots.count() as usize == cards.len())
    }
}

impl Choice {
    /// What a player who sees `view` means by an action that names cards; `None` for cards it doesn't hold.
    pub fn of(action: Action, view: &View) -> Option<Self> {
        let slots = |cards| Slots::of_cards(cards, &view.own()?.cards);
        Some(match action {
            Action::Fold => Self::Fold,
            Action::Check => Self::Check,
            Action::Call => Self::Call,
            Action::RaiseTo(to) => Self::RaiseTo(to),
            Action::Discard(throw) => Self::Discard(slots(throw.cards)?),
            Action::Draw(throw) => Self::Draw(slots(throw.cards)?),
            Action::Show(_) => Self::Show,
            Action::Muck => Self::Muck,
            Action::Reveal(_) => return None,
        })
    }

    /// What happens when time runs out: check if nothing is owed, else fold; stand pat; muck what is beaten, show the
    /// rest (rules: "the table").
    pub fn in_absence(legal: &Legal) -> Option<Self> {
        match legal {
            Legal::Bet { choices, .. } if choices.call().is_none() => Some(Self::Check),
            Legal::Bet { .. } => Some(Self::Fold),
            Legal::Discard { .. } => Some(Self::Discard(Slots::NONE)),
            Legal::Draw { .. } => Some(Self::Draw(Slots::NONE)),
            Legal::Show { may_muck: true, .. } => Some(Self::Muck),
            Legal::Show { .. } => Some(Self::Show),
            Legal::Nothing => None,
        }
    }

    /// The engine's action, of a player who holds these cards; `None` if it means a card that isn't there.
    pub(crate) fn action(self, held: &Thrown<FaceDown>) -> Option<Action> {
        Some(match self {
            Self::Fold => Action::Fold,
            Self::Check => Action::Check,
            Self::Call => Action::Call,
            Self::RaiseTo(to) => Action::RaiseTo(to),
            Self::Discard(slots) => Action::Discard(slots.cards(held)?.into()),
            Self::Draw(slots) => Action::Draw(slots.cards(held)?.into()),
            Self::Show => Action::Show(CardSet::EMPTY),
            Self::Muck => Action::Muck,
        })
    }
}
