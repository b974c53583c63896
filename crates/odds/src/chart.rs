//! A chart: what to keep of every five-card hand in one contest against so many opponents.

use cardroom_cards::CardSet;

use crate::OddsError;
use crate::classes::{Classes, chosen};
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
}

impl Chart {
    /// The chart that comes with the program.
    pub fn shipped(contest: Contest, opponents: usize) -> Result<Self, OddsError> {
        if !(1..=MOST_OPPONENTS).contains(&opponents) {
            let game = contest.game().name;
            return Err(OddsError::Opponents { count: opponents, most: MOST_OPPONENTS, game });
        }
        let place = Contest::ALL.iter().position(|&other| other == contest).unwrap_or(0);
        let bytes = miniz_oxide::inflate::decompress_to_vec_with_limit(SHIPPED[place], 1 << 22)
            .map_err(|_| OddsError::DamagedChart)?;
        let classes = Classes::get(contest.ignores_suits()).len();
        if bytes.len() != classes * MOST_OPPONENTS {
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
        let kept = choices.iter().enumerate().map(|(class, &choice)| chosen(classes.hand(class), choice)).collect();
        Ok(Self { contest, opponents, choices, kept })
    }

    /// What to keep of these five cards.
    pub fn keep(&self, hand: CardSet) -> CardSet {
        let classes = Classes::get(self.contest.ignores_suits());
        let view = classes.view(hand);
        self.kept.get(classes.of(view)).map_or(CardSet::EMPTY, |&kept| classes.actual(view, kept, hand))
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
