//! How the turns of a hand went, which doesn't follow from what was done in them: where the blinds and the button were,
//! whom the table asked, and for whom it chose. Only rooms like ours say it; no replay needs it.

use crate::record::Record;

/// How the turns of a hand went.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Turns {
    /// The places at the table of the button, the small blind and the big blind, 0 for nobody's, where they aren't the
    /// last player's and the first two's (heads-up the button's and the first player's).
    pub markers: Option<[u64; 3]>,
    /// Which bets, discards and draws, 1 being the first of the hand, nobody was asked for: the table chose.
    pub unasked: Vec<u64>,
    /// Those for which somebody was asked and the time ran out.
    pub timed_out: Vec<u64>,
    /// Which players, 1 being the first, were asked to show or muck; nothing where a record doesn't say.
    pub asked_to_show: Option<Vec<u64>>,
}

impl Turns {
    pub(crate) fn of(record: &Record<'_>) -> Self {
        let numbers = |key| {
            let numbers = record.numbers(key)?;
            Some(numbers.into_iter().filter_map(|number| u64::try_from(number).ok()).collect::<Vec<_>>())
        };
        Self {
            markers: numbers("_markers").and_then(|markers| markers.try_into().ok()),
            unasked: numbers("_unasked").unwrap_or_default(),
            timed_out: numbers("_timed_out").unwrap_or_default(),
            asked_to_show: numbers("_asked_to_show"),
        }
    }

    /// The fields of a record that say it.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&'static str, &[u64])> {
        let some = |numbers: &&[u64]| !numbers.is_empty();
        let fields = [
            ("_markers", self.markers.as_ref().map(<[u64; 3]>::as_slice)),
            ("_unasked", Some(&*self.unasked).filter(some)),
            ("_timed_out", Some(&*self.timed_out).filter(some)),
            ("_asked_to_show", self.asked_to_show.as_deref()),
        ];
        fields.into_iter().filter_map(|(key, numbers)| Some((key, numbers?)))
    }
}
