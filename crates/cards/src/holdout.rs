//! Five Card Hold-Out: every held card plays, with exactly as many board cards as make five.
//!
//! A player who kept k cards plays those k and 5−k of the board; one who kept five plays those five and no board card.
//! High and low may use different board cards.
//!
//! ```
//! use cardroom_cards::{CardSet, holdout};
//!
//! let board: CardSet = "Ks Qs Js Ts".parse()?;
//! let royal = holdout::high("As".parse()?, board).unwrap();
//! assert_eq!(royal.to_string(), "royal flush");
//! // Two held cards must both play: the red ace spoils it.
//! let straight = holdout::high("Ah9s".parse()?, board).unwrap();
//! assert_eq!(straight.to_string(), "ace-high");
//! # Ok::<(), cardroom_cards::ParseCardsError>(())
//! ```

use crate::{AceFiveRank, CardSet, HighRank, Rank};

/// What a low must be to count at all.
///
/// ```
/// use cardroom_cards::{Rank, holdout::Qualifier};
///
/// assert_eq!(Qualifier::default(), Qualifier::OrBetter(Rank::Eight));
/// assert_eq!(Qualifier::default().to_string(), "eight or better");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Qualifier {
    /// Five different ranks, none above this one; the ace is low. Below a five nothing can qualify.
    OrBetter(Rank),
    /// Any five cards, paired ones too.
    Any,
}

impl Default for Qualifier {
    fn default() -> Self {
        Self::OrBetter(Rank::Eight)
    }
}

impl Qualifier {
    /// Whether a low counts.
    ///
    /// ```
    /// use cardroom_cards::{AceFiveRank, Rank, holdout::Qualifier};
    ///
    /// let nine = AceFiveRank::of("9h 6d 4c 3c Ah".parse()?).unwrap();
    /// assert!(!Qualifier::default().admits(nine));
    /// assert!(Qualifier::OrBetter(Rank::Nine).admits(nine));
    /// assert!(Qualifier::Any.admits(nine));
    /// # Ok::<(), cardroom_cards::ParseCardsError>(())
    /// ```
    pub fn admits(self, low: AceFiveRank) -> bool {
        match self {
            Self::Any => true,
            // The ace plays low, so five different ranks always reach past it.
            Self::OrBetter(Rank::Ace) => false,
            Self::OrBetter(highest) => low.top().is_some_and(|top| top <= highest),
        }
    }
}

impl core::fmt::Display for Qualifier {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::OrBetter(rank) => write!(f, "{} or better", rank.name()),
            Self::Any => f.write_str("no qualifier"),
        }
    }
}

/// The best high hand of these held cards (one to five) with the board so far.
///
/// `None` where the board hasn't enough cards yet, or no such hand exists: no held card, more than five, or more than
/// four on the board.
pub fn high(held: CardSet, board: CardSet) -> Option<HighRank> {
    choices(held, board)?.filter_map(HighRank::of).max()
}

/// The best ace-to-five low of these held cards with the board so far, if it counts under the qualifier.
///
/// ```
/// use cardroom_cards::{CardSet, holdout::{self, Qualifier}};
///
/// let board: CardSet = "2c 4d 7h Ks".parse()?;
/// let low = holdout::low("As3s".parse()?, board, Qualifier::default()).unwrap();
/// assert_eq!(low.to_string(), "seven-four low");
/// assert_eq!(holdout::low("Ad".parse()?, board, Qualifier::default()), None); // the king must play
/// # Ok::<(), cardroom_cards::ParseCardsError>(())
/// ```
pub fn low(held: CardSet, board: CardSet, qualifier: Qualifier) -> Option<AceFiveRank> {
    choices(held, board)?.filter_map(AceFiveRank::of).max().filter(|&low| qualifier.admits(low))
}

/// The five cards of [`high`]: all held ones, and the first choice of board cards that does best.
pub fn high_five(held: CardSet, board: CardSet) -> Option<CardSet> {
    let best = high(held, board)?;
    choices(held, board)?.find(|&five| HighRank::of(five) == Some(best))
}

/// The five cards of [`low`]: all held ones, and the first choice of board cards that does best.
///
/// ```
/// use cardroom_cards::{CardSet, holdout::{self, Qualifier}};
///
/// let board: CardSet = "2c 4d 7h Ks".parse()?;
/// assert_eq!(holdout::low_five("As3s".parse()?, board, Qualifier::Any), Some("As2c3s4d7h".parse()?));
/// assert_eq!(holdout::high_five("As3s".parse()?, board), Some("As3s4d7hKs".parse()?));
/// # Ok::<(), cardroom_cards::ParseCardsError>(())
/// ```
pub fn low_five(held: CardSet, board: CardSet, qualifier: Qualifier) -> Option<CardSet> {
    let best = low(held, board, qualifier)?;
    choices(held, board)?.find(|&five| AceFiveRank::of(five) == Some(best))
}

/// Every five cards that could play.
fn choices(held: CardSet, board: CardSet) -> Option<impl Iterator<Item = CardSet>> {
    let from_board = 5_usize.checked_sub(held.len())?;
    let board = if from_board == 0 { CardSet::EMPTY } else { board };
    let dealt = !held.is_empty() && board.len() <= 4 && (held & board).is_empty();
    dealt.then(|| board.subsets(from_board).map(move |chosen| held | chosen))
}
