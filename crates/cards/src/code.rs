//! The number behind every rank: what it looks like and how to read it back.
//!
//! A hand's code is one 32-bit number, and comparing codes compares hands. It is two sixteen-bit halves, so that
//! wide kernels can work each half in its own register, and it needs no table to make or to read:
//!
//! ```text
//!   31..29  28............16   15  14..13  12.............0
//!   class   leading ranks      1   0       kicker ranks
//! ```
//!
//! Rank sets are thirteen bits, so "higher cards first" is plain comparison. Nine categories share six classes: where
//! two share one, the leading ranks tell them apart and in the right order.
//!
//! | class | categories |
//! |---|---|
//! | 0 | high card (no leading rank), pair |
//! | 1 | two pair |
//! | 2 | three of a kind (one leading rank), straight (the top bit and a start below it) |
//! | 3 | flush (no leading rank), full house |
//! | 4 | four of a kind |
//! | 5 | straight flush, written like a straight |
//!
//! A straight's start is bit 0 for A-2-3-4-5 up to bit 9 for T-J-Q-K-A. Bit 15 is always set, so a code is never 0 and
//! an absent rank costs no space.

use core::num::NonZeroU32;

/// Bit 15: set in every code.
pub(crate) const ALWAYS: u16 = 0x8000;
/// The high half's class bits, lowest first. A hand with two ranks at least paired has the first.
pub(crate) const TWO_RANKS: u16 = 0x2000;
/// A hand with three of a kind.
pub(crate) const TRIPS: u16 = 0x4000;
/// A hand with four of a kind.
pub(crate) const QUADS: u16 = 0x8000;
/// Added for a straight, beside the start.
pub(crate) const STRAIGHT: u16 = 0x5000;
/// Added for a flush; with [`STRAIGHT`] it carries into class 5.
pub(crate) const FLUSH: u16 = 0x6000;
/// All thirteen ranks.
pub(crate) const RANKS: u16 = 0x1fff;

/// A code, never zero.
pub(crate) type Code = NonZeroU32;

/// Joins the halves of a code.
#[inline(always)]
pub(crate) const fn join(high: u16, low: u16) -> Code {
    match Code::new((high as u32) << 16 | (low | ALWAYS) as u32) {
        Some(code) => code,
        None => Code::MIN,
    }
}

/// Turns a code round, so that the worst high hand becomes the best low one. Doing it twice changes nothing.
#[inline(always)]
pub(crate) const fn turned(code: Code) -> Code {
    match Code::new(code.get() ^ TURN) {
        Some(code) => code,
        None => Code::MIN,
    }
}

/// What [`turned`] flips: everything but bit 15.
pub(crate) const TURN: u32 = !(ALWAYS as u32);

/// What a code says, taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    HighCard { ranks: u16 },
    Pair { pair: u16, kickers: u16 },
    TwoPair { pairs: u16, kicker: u16 },
    Trips { trips: u16, kickers: u16 },
    Straight { start: u32 },
    Flush { ranks: u16 },
    FullHouse { trips: u16, pair: u16 },
    Quads { quads: u16, kicker: u16 },
    StraightFlush { start: u32 },
}

impl Shape {
    pub(crate) const fn of(code: Code) -> Self {
        let high = (code.get() >> 16) as u16;
        let leading = high & RANKS;
        let kickers = code.get() as u16 & RANKS;
        let start = (leading & 0x0fff).trailing_zeros();
        match high >> 13 {
            0 if leading == 0 => Self::HighCard { ranks: kickers },
            0 => Self::Pair { pair: leading, kickers },
            1 => Self::TwoPair { pairs: leading, kicker: kickers },
            2 if leading.count_ones() == 1 => Self::Trips { trips: leading, kickers },
            2 => Self::Straight { start },
            3 if leading == 0 => Self::Flush { ranks: kickers },
            3 => Self::FullHouse { trips: leading, pair: kickers },
            4 => Self::Quads { quads: leading, kicker: kickers },
            _ => Self::StraightFlush { start },
        }
    }
}
