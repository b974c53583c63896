//! A hand as a PHH record tells it: what is needed to play it again, and everything else as it was written.
//!
//! Two readers make the same record: [`scan`](crate::scan) for the shape that nearly all records have, and
//! [`tree`](crate::tree) for whatever else TOML allows. Nothing here judges whether the hand is possible; the engine
//! does, when it is replayed.

use std::borrow::Cow;

use arrayvec::ArrayVec;
use cardroom_rules::MOST_SEATS;

use crate::decimal::Decimal;
use crate::entry::Entry;
use crate::error::HistoryError;
use crate::variant::Variant;
use crate::{scan, table, tree};

/// One amount for each player.
pub type Amounts = ArrayVec<Decimal, MOST_SEATS>;
/// One stack for each player; `None` is `inf`, an unknown one.
pub type Stacks = ArrayVec<Option<Decimal>, MOST_SEATS>;

/// A hand as a PHH record tells it.
///
/// ```
/// use cardroom_history::Record;
///
/// let text = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n\
///     starting_stacks = [200, inf]\nactions = ['d dh p1 ????', 'd dh p2 AhKd', 'p2 f']\nhand = 7";
/// let record = Record::read(text)?;
/// assert_eq!(record.entries.len(), 3);
/// assert_eq!(record.raw("hand"), Some("7"));
/// # Ok::<(), cardroom_history::HistoryError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record<'a> {
    /// `variant`
    pub variant: Variant,
    /// `ante_trimming_status`: whether a short ante wins only as much of the others, or all belong to the pot, as where a
    /// record doesn't say.
    pub ante_trimming: bool,
    /// `antes`; heads-up in the order of the blinds, the button's first
    pub antes: Amounts,
    /// `blinds_or_straddles`; heads-up the button's first
    pub blinds: Amounts,
    /// `min_bet`
    pub min_bet: Option<Decimal>,
    /// `small_bet`
    pub small_bet: Option<Decimal>,
    /// `big_bet`
    pub big_bet: Option<Decimal>,
    /// `starting_stacks`
    pub starting_stacks: Stacks,
    /// `actions`, without remarks that stand alone
    pub entries: Vec<Entry>,
    /// `finishing_stacks`, where the record has them
    pub finishing_stacks: Option<Stacks>,
    /// Every other field in the order of the record, its value as it is written.
    pub others: Vec<Field<'a>>,
}

/// A field that isn't needed to play the hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field<'a> {
    /// Its name.
    pub key: Cow<'a, str>,
    /// Its value in TOML, as written.
    pub raw: Cow<'a, str>,
}

impl Field<'_> {
    /// The same field, kept beyond the text it was read from.
    pub(crate) fn to_owned(&self) -> Field<'static> {
        Field { key: Cow::Owned(self.key.clone().into_owned()), raw: Cow::Owned(self.raw.clone().into_owned()) }
    }
}

impl<'a> Record<'a> {
    /// Reads the fields of one record.
    ///
    /// # Errors
    /// Says what is wrong and where.
    pub fn read(text: &'a str) -> Result<Self, HistoryError> {
        match scan::record(text) {
            Some(record) => Ok(record),
            None => tree::record(text),
        }
    }

    /// Reads a record with the general TOML parser alone. [`Record::read`] gives the same, faster.
    ///
    /// # Errors
    /// As [`Record::read`].
    pub fn read_slowly(text: &'a str) -> Result<Self, HistoryError> {
        tree::record(text)
    }

    /// How many players.
    pub fn players(&self) -> usize {
        self.starting_stacks.len()
    }

    /// Another field's value as it is written.
    pub fn raw(&self, key: &str) -> Option<&str> {
        self.others.iter().find(|field| field.key == key).map(|field| &*field.raw)
    }

    /// Another field's value, if it is a text.
    pub fn text(&self, key: &str) -> Option<String> {
        tree::text(self.raw(key)?)
    }

    /// Another field's value, if it is a list of texts.
    pub fn texts(&self, key: &str) -> Option<Vec<String>> {
        tree::texts(self.raw(key)?)
    }

    /// Another field's value, if it is a whole number.
    pub fn number(&self, key: &str) -> Option<i64> {
        self.raw(key)?.parse::<Decimal>().ok()?.in_units(0)
    }

    /// Another field's value, if it is a list of whole numbers.
    pub fn numbers(&self, key: &str) -> Option<Vec<i64>> {
        tree::numbers(self.raw(key)?)
    }

    /// The players' names, or `p1`, `p2`, ... where the record has none.
    pub fn names(&self) -> Vec<String> {
        let given = self.texts("players").unwrap_or_default();
        let name = |index: usize| given.get(index).filter(|name| !name.is_empty()).cloned();
        (0..self.players()).map(|index| name(index).unwrap_or_else(|| format!("p{}", index + 1))).collect()
    }

    /// How many decimals the record's smallest unit has. It comes from what the hand is played with, not from the
    /// finishing stacks: those may be after rake, or split a chip that nobody can.
    pub fn places(&self) -> u8 {
        let bets = [self.min_bet, self.small_bet, self.big_bet];
        let settings = self.others.iter().filter(|field| table::is_amount(&field.key));
        let settings = settings.flat_map(|field| tree::decimals(&field.raw).unwrap_or_default());
        let amounts = self.antes.iter().chain(&self.blinds).copied();
        let stacks = self.starting_stacks.iter().copied().flatten();
        let raises = self.entries.iter().map(|entry| match entry {
            Entry::RaiseTo { to, .. } => *to,
            _ => Decimal::ZERO,
        });
        let said = amounts.chain(stacks).chain(raises).chain(bets.into_iter().flatten()).chain(settings);
        said.map(Decimal::places).max().unwrap_or(0)
    }
}
