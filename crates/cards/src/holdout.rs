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
    #[inline]
    pub const fn admits(self, low: AceFiveRank) -> bool {
        low.order() >= self.least()
    }

    /// The order of the worst low that counts.
    pub(crate) const fn least(self) -> u32 {
        match self {
            Self::Any => 0,
            // The ace plays low, so five different ranks always reach past it, and as far as a five.
            Self::OrBetter(Rank::Ace | Rank::Two | Rank::Three | Rank::Four) => u32::MAX,
            // The rank and the four below it; below a five's four is the ace.
            Self::OrBetter(highest) => {
                let ranks = ((0b1_1111_u64 << highest as u8) >> 4) & 0x1fff;
                let ranks = if highest as u8 == Rank::Five as u8 { 0x100f } else { ranks };
                match CardSet::from_bits(ranks) {
                    Some(worst) => AceFiveRank::of_five(worst).order(),
                    None => u32::MAX,
                }
            }
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
    choices(held, board)?.iter().map(HighRank::of_five_set).max()
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
    choices(held, board)?.iter().map(AceFiveRank::of_five).max().filter(|&low| qualifier.admits(low))
}

/// The five cards of [`high`]: all held ones, and the first choice of board cards that does best.
pub fn high_five(held: CardSet, board: CardSet) -> Option<CardSet> {
    let best = high(held, board)?;
    choices(held, board)?.iter().find(|&five| HighRank::of(five) == Some(best))
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
    choices(held, board)?.iter().find(|&five| AceFiveRank::of(five) == Some(best))
}

/// Every five cards that could play: no more than six.
#[derive(Clone, Copy)]
struct Choices {
    fives: [CardSet; 6],
    count: usize,
}

impl Choices {
    #[inline]
    fn iter(&self) -> impl Iterator<Item = CardSet> {
        self.fives.iter().copied().take(self.count)
    }
}

#[inline]
fn choices(held: CardSet, board: CardSet) -> Option<Choices> {
    let count = held.len();
    if count == 5 {
        return Some(Choices { fives: [held; 6], count: 1 });
    }
    if count == 0 || count > 5 || board.len() > 4 || count + board.len() < 5 || !(held & board).is_empty() {
        return None;
    }
    let all = held | board;
    let mut cards = [CardSet::EMPTY; 4];
    let mut left = board;
    for card in &mut cards {
        *card = left.lowest();
        left -= *card;
    }
    let [a, b, c, d] = cards;
    let mut choices = Choices { fives: [all; 6], count: 1 };
    // How many board cards stay out: of four, three or two, which is the same choice as which of them play.
    match (all.len() - 5, board.len()) {
        (0, _) => {}
        (1, cards_out) => choices = Choices { fives: [all - a, all - b, all - c, all - d, all, all], count: cards_out },
        (2, 3) => choices = Choices { fives: [held | a, held | b, held | c, all, all, all], count: 3 },
        (2, _) => {
            choices = Choices { fives: [a | b, a | c, a | d, b | c, b | d, c | d].map(|two| held | two), count: 6 }
        }
        _ => choices = Choices { fives: [held | a, held | b, held | c, held | d, all, all], count: 4 },
    }
    Some(choices)
}
