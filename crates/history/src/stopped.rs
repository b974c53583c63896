//! A record that stops before its hand is over.
//!
//! PHH allows it: a history may be partial, and its `finishing_stacks` and `winnings` are then what they were after its
//! last action. A record whose results are those of a hand that was played on has lost actions, and is broken.

use arrayvec::ArrayVec;
use cardroom_rules::{Chips, MOST_SEATS, Need, Place};

use crate::check::Verdict;
use crate::decimal::Decimal;
use crate::error::HistoryError;
use crate::posts::Posts;
use crate::record::Record;
use crate::replay::Replayed;
use crate::tree;

/// What a record came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Played {
    /// The hand is over.
    Over(Replayed),
    /// The record stops before that.
    Stopped(Stopped),
}

impl Played {
    /// How the record's posts were read.
    pub const fn posts(&self) -> Posts {
        match self {
            Self::Over(played) => played.posts,
            Self::Stopped(stopped) => stopped.posts,
        }
    }
}

/// How far a record goes that stops before its hand is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stopped {
    /// Every player's chips that are not in the pot then, in the record's smallest unit; `None` where they are unknown.
    pub stacks: ArrayVec<Option<Chips>, MOST_SEATS>,
    /// How many decimals the record's smallest unit has.
    pub places: u8,
    /// How the record's posts were read.
    pub posts: Posts,
    /// The last action.
    pub number: usize,
    /// What the hand waits for.
    pub needs: String,
}

impl Stopped {
    /// The same, for whoever needs a whole hand.
    pub fn unfinished(&self) -> HistoryError {
        HistoryError::Unfinished { number: self.number, needs: self.needs.clone() }
    }

    /// Compares with the record's `finishing_stacks`. Those that say something else were refused before.
    pub fn check(&self, record: &Record<'_>) -> Verdict {
        match &record.finishing_stacks {
            Some(stacks) if self.pairs(stacks).all(|pair| pair.is_some()) => Verdict::Match,
            _ => Verdict::Unchecked,
        }
    }

    /// Refuses a record that has the results of a hand that was played on.
    pub(crate) fn checked(self, record: &Record<'_>) -> Result<Self, HistoryError> {
        let paid = |raw: &str| tree::decimals(raw).is_some_and(|won| won.iter().any(|amount| !amount.is_zero()));
        let elsewhere =
            |stacks: &[Option<Decimal>]| self.pairs(stacks).flatten().any(|(reached, said)| reached != said);
        let field = if record.finishing_stacks.as_deref().is_some_and(elsewhere) {
            "finishing_stacks"
        } else if record.raw("winnings").is_some_and(paid) {
            "winnings"
        } else {
            return Ok(self);
        };
        Err(HistoryError::LostActions { number: self.number, needs: self.needs, field })
    }

    /// Each player's stack, and what the record says it is, in the same unit; nothing where one of them is unknown.
    fn pairs(&self, said: &[Option<Decimal>]) -> impl Iterator<Item = Option<(Option<i64>, Option<i64>)>> {
        self.stacks.iter().zip(said).map(|(stack, said)| {
            let (stack, said) = (Decimal::from_chips((*stack)?, self.places), (*said)?);
            let places = said.places().max(self.places);
            Some((stack.in_units(places), said.in_units(places)))
        })
    }
}

/// What a hand waits for, in words.
pub(crate) fn waits_for(need: Need) -> String {
    match need {
        Need::Card(Place::Hole(seat)) => format!("{seat} has yet to be dealt a card"),
        Need::Card(Place::Board) | Need::Card(Place::Burn) => "the board has yet to be dealt".to_owned(),
        Need::Reshuffle { .. } => "the muck has to be shuffled".to_owned(),
        Need::Act(seat) => format!("{seat} is to fold, check, call, bet or raise"),
        Need::Discard(seat) => format!("{seat} is to discard"),
        Need::Draw(seat) => format!("{seat} is to draw"),
        Need::Show(seat) => format!("{seat} is to show or muck"),
        Need::Nothing => "the hand is over".to_owned(),
    }
}
