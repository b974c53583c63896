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

use crate::table::FIVE;
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
    let sums = Choices::new(held, board, |cards| FIVE.keys.sum_of_set(cards), |one, other| one + other)?;
    sums.iter().map(HighRank::of_five_sum).max()
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
    sets(held, board)?.iter().map(AceFiveRank::of_five).max().filter(|&low| qualifier.admits(low))
}

/// The five cards of [`high`]: all held ones, and the first choice of board cards that does best.
pub fn high_five(held: CardSet, board: CardSet) -> Option<CardSet> {
    let best = high(held, board)?;
    sets(held, board)?.iter().find(|&five| HighRank::of(five) == Some(best))
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
    sets(held, board)?.iter().find(|&five| AceFiveRank::of(five) == Some(best))
}

/// Every choice of five cards that could play: no more than six. What stands for cards here is a set of them, or the sum
/// of their keys, whichever is wanted of the choices.
#[derive(Clone, Copy)]
struct Choices<T> {
    fives: [T; 6],
    count: usize,
}

impl<T: Copy> Choices<T> {
    /// The choices for cards that could be dealt so; `of` says what stands for some cards.
    #[inline(always)]
    fn new(held: CardSet, board: CardSet, of: impl Fn(CardSet) -> T, join: impl Fn(T, T) -> T) -> Option<Self> {
        let hand = of(held);
        let missing = 5_usize.checked_sub(held.len())?;
        if missing == 0 {
            return Some(Self { fives: [hand; 6], count: 1 });
        }
        if held.is_empty() || board.len() > 4 || board.len() < missing || !(held & board).is_empty() {
            return None;
        }
        let mut left = board;
        let [a, b, c, d] = [(); 4].map(|()| {
            let card = left.lowest();
            left -= card;
            of(card)
        });
        let with = |one| join(hand, one);
        let (fives, count) = match (missing, board.len()) {
            (1, cards) => ([with(a), with(b), with(c), with(d), hand, hand], cards),
            (2, 2) => ([with(join(a, b)); 6], 1),
            (2, 3) => ([with(join(a, b)), with(join(a, c)), with(join(b, c)), hand, hand, hand], 3),
            (2, _) => {
                let pairs = [join(a, b), join(a, c), join(a, d), join(b, c), join(b, d), join(c, d)];
                (pairs.map(with), 6)
            }
            (3, 3) => ([with(join(join(a, b), c)); 6], 1),
            (3, _) => {
                let (first, last) = (join(a, b), join(c, d));
                ([with(join(first, c)), with(join(first, d)), with(join(a, last)), with(join(b, last)), hand, hand], 4)
            }
            _ => ([with(join(join(a, b), join(c, d))); 6], 1),
        };
        Some(Self { fives, count })
    }

    #[inline(always)]
    fn iter(&self) -> impl Iterator<Item = T> {
        self.fives.iter().copied().take(self.count)
    }
}

fn sets(held: CardSet, board: CardSet) -> Option<Choices<CardSet>> {
    Choices::new(held, board, |cards| cards, |one, other| one | other)
}
