//! A chart: what to keep of every five-card hand in one contest against so many opponents.

use cardroom_cards::CardSet;

use crate::OddsError;
use crate::classes::{Classes, chosen, find};
use crate::contest::{Contest, MOST_OPPONENTS};

/// What to keep of every hand.
///
/// ```
/// use cardroom_odds::{Chart, Contest};
///
/// let chart = Chart::shipped(Contest::HoldOutHigh, 1)?;
/// let hand = "Ah Ad As Kc Kd".parse().unwrap();
/// assert_eq!(chart.keep(hand), hand); // a full house stands
/// # Ok::<(), cardroom_odds::OddsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chart {
    contest: Contest,
    opponents: usize,
    /// Five bits for each class.
    choices: Vec<u8>,
    /// The cards those are, of the hand that stands for the class.
    kept: Vec<CardSet>,
    /// The same where a hand is looked up, so that this takes one step through memory and not three.
    looked_up: Vec<(CardSet, CardSet)>,
}

impl Chart {
    /// The chart that comes with the program.
    pub fn shipped(contest: Contest, opponents: usize) -> Result<Self, OddsError> {
        let place = Contest::ALL.iter().position(|&other| other == contest).unwrap_or(0);
        Self::unpack(contest, opponents, SHIPPED[place])
    }

    /// One of the charts that were packed together.
    ///
    /// ```
    /// use cardroom_odds::{Chart, Contest};
    ///
    /// let charts = [Chart::shipped(Contest::HoldOutLow, 1)?, Chart::shipped(Contest::HoldOutLow, 2)?];
    /// let packed = Chart::pack(&charts);
    /// assert_eq!(Chart::unpack(Contest::HoldOutLow, 2, &packed)?, charts[1]);
    /// assert!(Chart::unpack(Contest::HoldOutHigh, 2, &packed).is_err()); // of another game
    /// assert!(Chart::unpack(Contest::HoldOutLow, 3, &packed).is_err()); // there were only two
    /// # Ok::<(), cardroom_odds::OddsError>(())
    /// ```
    pub fn unpack(contest: Contest, opponents: usize, packed: &[u8]) -> Result<Self, OddsError> {
        if !(1..=MOST_OPPONENTS).contains(&opponents) {
            let game = contest.game().name;
            return Err(OddsError::Opponents { count: opponents, most: MOST_OPPONENTS, game });
        }
        let bytes =
            miniz_oxide::inflate::decompress_to_vec_with_limit(packed, 1 << 22).map_err(|_| OddsError::DamagedChart)?;
        let classes = Classes::get(contest.ignores_suits()).len();
        if bytes.len() % classes != 0 || bytes.len() < classes * opponents {
            return Err(OddsError::DamagedChart);
        }
        // Charts lie one after the other, each written as what differs from the one before.
        let mut choices = vec![0; classes];
        for difference in bytes.chunks_exact(classes).take(opponents) {
            for (choice, difference) in choices.iter_mut().zip(difference) {
                *choice ^= difference;
            }
        }
        Self::new(contest, opponents, choices)
    }

    /// The charts of one contest, against one opponent up to eight, in the form in which they are shipped.
    pub fn pack(charts: &[Self]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut before: Option<&Self> = None;
        for chart in charts {
            let base = |place: usize| before.map_or(0, |before| before.choices[place]);
            bytes.extend(chart.choices.iter().enumerate().map(|(place, &choice)| choice ^ base(place)));
            before = Some(chart);
        }
        miniz_oxide::deflate::compress_to_vec(&bytes, 10)
    }

    pub(crate) fn new(contest: Contest, opponents: usize, choices: Vec<u8>) -> Result<Self, OddsError> {
        let classes = Classes::get(contest.ignores_suits());
        let fewest = u8::from(!contest.draws());
        if choices.len() != classes.len() || choices.iter().any(|choice| !(fewest..32).contains(choice)) {
            return Err(OddsError::DamagedChart);
        }
        let kept = choices.iter().enumerate().map(|(class, &choice)| chosen(classes.hand(class), choice));
        let kept = kept.collect::<Vec<_>>();
        let looked_up = classes.beside(&kept);
        Ok(Self { contest, opponents, choices, kept, looked_up })
    }

    /// What to keep of these five cards; nothing of any other number.
    #[inline]
    pub fn keep(&self, hand: CardSet) -> CardSet {
        let classes = Classes::get(self.contest.ignores_suits());
        let view = classes.view(hand);
        classes.actual(view, find(&self.looked_up, view), hand)
    }

    /// The game it is for.
    pub fn contest(&self) -> Contest {
        self.contest
    }

    /// How many opponents it is for.
    pub fn opponents(&self) -> usize {
        self.opponents
    }

    /// What is kept of a class's hand.
    #[inline]
    pub(crate) fn kept(&self, class: usize) -> CardSet {
        self.kept[class]
    }

    pub(crate) fn choices(&self) -> &[u8] {
        &self.choices
    }
}

static SHIPPED: [&[u8]; 6] = [
    include_bytes!("../charts/holdout-high.bin"),
    include_bytes!("../charts/holdout-highlow.bin"),
    include_bytes!("../charts/holdout-low.bin"),
    include_bytes!("../charts/draw-high.bin"),
    include_bytes!("../charts/draw-27.bin"),
    include_bytes!("../charts/draw-a5.bin"),
];
