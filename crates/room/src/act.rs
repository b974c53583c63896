//! What was done in a hand, and whether its player was asked: as a table keeps it, and as the hand's record tells it.

use cardroom_history::Turns;
use serde::{Deserialize, Serialize};

use crate::choice::Choice;

/// One choice of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "(u8, Choice)", into = "(u8, Choice)")]
pub(crate) struct Act {
    /// Whose, by place in the hand.
    pub(crate) place: u8,
    pub(crate) how: How,
    pub(crate) choice: Choice,
}

/// How a choice came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    /// Somebody was asked.
    Asked,
    /// Somebody was asked, and the time ran out.
    TimedOut,
    /// The table chose, and asked nobody.
    Unasked,
}

/// Above a place, which takes the lower half of a byte: so what older rooms stored, the place alone, reads as asked.
const TIMED_OUT: u8 = 0x10;
const UNASKED: u8 = 0x20;

impl From<(u8, Choice)> for Act {
    fn from((byte, choice): (u8, Choice)) -> Self {
        let how = match byte & (TIMED_OUT | UNASKED) {
            0 => How::Asked,
            TIMED_OUT => How::TimedOut,
            _ => How::Unasked,
        };
        Self { place: byte & 0x0f, how, choice }
    }
}

impl From<Act> for (u8, Choice) {
    fn from(act: Act) -> Self {
        let how = match act.how {
            How::Asked => 0,
            How::TimedOut => TIMED_OUT,
            How::Unasked => UNASKED,
        };
        (act.place | how, act.choice)
    }
}

/// How the turns of a hand went, but for its markers.
pub(crate) fn turns(acts: &[Act]) -> Turns {
    let mut turns = Turns::default();
    let mut number = 0_u64;
    for act in acts {
        if let Choice::Show | Choice::Muck = act.choice {
            let asked = turns.asked_to_show.get_or_insert_default();
            if act.how != How::Unasked {
                asked.push(u64::from(act.place).saturating_add(1));
            }
            continue;
        }
        number = number.saturating_add(1);
        match act.how {
            How::Asked => {}
            How::TimedOut => turns.timed_out.push(number),
            How::Unasked => turns.unasked.push(number),
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_act_is_stored_in_the_place_of_an_older_one() {
        let stored = |how| postcard::to_allocvec(&Act { place: 9, how, choice: Choice::Fold }).unwrap();
        let older = postcard::to_allocvec(&(9_u8, Choice::Fold)).unwrap();
        assert_eq!(stored(How::Asked), older);
        for how in [How::Asked, How::TimedOut, How::Unasked] {
            let act: Act = postcard::from_bytes(&stored(how)).unwrap();
            assert_eq!((act.place, act.how), (9, how));
            assert_eq!(stored(how).len(), older.len());
        }
    }
}
