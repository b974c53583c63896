//! Ranking by bit logic: no table, no branch, the same steps for every hand.
//!
//! A hand comes as four suits of thirteen rank bits. Adding the suits bit by bit gives, for all ranks at once, how
//! often each occurs; from there the code of [`crate::code`] is a matter of masks. Sixteen-bit steps without branches
//! are what wide registers do best, so the batch route runs this very code many hands at a time.

use crate::CardSet;
use crate::code::{ALWAYS, Code, FLUSH, QUADS, RANKS, STRAIGHT, TRIPS, TWO_RANKS, join};

/// How a family of hands is compared. All three make the same kind of code; a low game turns it round.
pub(crate) mod game {
    /// Straights and flushes count; the ace is also the lowest card of a straight.
    pub(crate) const HIGH: u8 = 0;
    /// Straights and flushes count; the ace is always high.
    pub(crate) const DEUCE_SEVEN: u8 = 1;
    /// Neither counts; the ace is low, so ranks are kept with the ace as bit 0.
    pub(crate) const ACE_FIVE: u8 = 2;
}

/// The suits of a hand: clubs, diamonds, hearts, spades.
pub(crate) type Suits = [u16; 4];

/// The four suits of a set.
#[inline(always)]
pub(crate) const fn suits(set: CardSet) -> Suits {
    let bits = set.bits();
    [bits as u16, (bits >> 16) as u16, (bits >> 32) as u16, (bits >> 48) as u16]
}

/// The code of exactly five cards as two halves, in the game `GAME`.
#[inline(always)]
pub(crate) const fn five_halves<const GAME: u8>(suits: Suits) -> (u16, u16) {
    let [c, d, h, s] = if GAME == game::ACE_FIVE { ace_low(suits) } else { suits };
    let (odd, two, four) = count(c, d, h, s);
    let trips = odd & two;
    let pairs = two & !odd;
    let singles = odd & !two;
    let no_trips = mask(trips == 0);
    let high = four
        | trips
        | (pairs & no_trips)
        | (TRIPS & !no_trips)
        | (TWO_RANKS & mask(two & two.wrapping_sub(1) != 0))
        | (QUADS & mask(four != 0));
    let low = singles | (pairs & !no_trips);
    if GAME == game::ACE_FIVE {
        return (high, low | ALWAYS);
    }
    let any = c | d | h | s;
    let run = runs::<GAME>(any);
    let straight = mask(run != 0);
    // Five cards are of one suit where one suit has all the ranks and no rank is there twice.
    let suited = mask(c == any) | mask(d == any) | mask(h == any) | mask(s == any);
    let flush = suited & mask(singles == any);
    let high = (high | run | (STRAIGHT & straight)).wrapping_add(FLUSH & flush);
    (high, (low & !straight) | ALWAYS)
}

/// The code of the best five of `CARDS` cards (6 or 7) as two halves, in high.
#[inline(always)]
pub(crate) const fn best_halves<const CARDS: u32>([c, d, h, s]: Suits) -> (u16, u16) {
    let suited = (c & mask(c.count_ones() > 4))
        | (d & mask(d.count_ones() > 4))
        | (h & mask(h.count_ones() > 4))
        | (s & mask(s.count_ones() > 4));
    let flush = mask(suited != 0);
    let (odd, two, four) = count(c, d, h, s);
    // With a flush among seven cards there is neither a full house nor better of a kind: only its suit counts.
    let any = suited | ((c | d | h | s) & !flush);
    let (two, four) = (two & !flush, four & !flush);
    let trips = top_of_two(odd & two);
    let pairs = top_two(two & !odd);
    let of_a_kind = mask(trips | four != 0);
    // Full house: three of a kind and another rank at least paired.
    let full = mask(trips != 0) & mask(two & !trips != 0) & mask(four == 0);
    let quads = mask(four != 0);
    let leading = four | (trips & !quads) | (pairs & !of_a_kind);
    let spare = (two & !leading & full) | (any & !leading & !full);
    let run = runs::<{ game::HIGH }>(any);
    let top_run = run & !(run >> 1);
    let straight = mask(top_run != 0);
    let mut kickers = spare;
    let mut drop = 5;
    while drop < CARDS {
        // Kickers go lowest first, one for each card beyond five; one always stays, and five of a flush.
        let fewer = kickers & kickers.wrapping_sub(1);
        let stop = (mask(fewer == 0) & !flush) | (mask(kickers.count_ones() <= 5) & flush);
        kickers = (kickers & stop) | (fewer & !stop);
        drop += 1;
    }
    let classed = leading
        | (TRIPS & mask(trips != 0) & !quads)
        | (TWO_RANKS & !quads & (full | (mask(pairs & pairs.wrapping_sub(1) != 0) & !of_a_kind)))
        | (QUADS & quads);
    let high = (classed & !straight) | (straight & (STRAIGHT | top_run));
    (high.wrapping_add(FLUSH & flush), (kickers & !straight) | ALWAYS)
}

/// The code of exactly five cards.
#[inline(always)]
pub(crate) const fn five<const GAME: u8>(set: CardSet) -> Code {
    let (high, low) = five_halves::<GAME>(suits(set));
    join(high, low)
}

/// The code of the best five of `CARDS` cards, in high.
#[inline(always)]
pub(crate) const fn best<const CARDS: u32>(set: CardSet) -> Code {
    let (high, low) = best_halves::<CARDS>(suits(set));
    join(high, low)
}

/// For each rank how often it occurs, as a binary number over three planes.
#[inline(always)]
const fn count(c: u16, d: u16, h: u16, s: u16) -> (u16, u16, u16) {
    let odd_three = c ^ d ^ h;
    let two_of_three = (c & d) | ((c ^ d) & h);
    let carry = odd_three & s;
    (odd_three ^ s, two_of_three ^ carry, two_of_three & carry)
}

/// Where straights begin: bit 0 for A-2-3-4-5 up to bit 9 for T-J-Q-K-A.
#[inline(always)]
pub(crate) const fn runs<const GAME: u8>(ranks: u16) -> u16 {
    let line = (ranks << 1) | if GAME == game::HIGH { ranks >> 12 } else { 0 };
    let two = line & (line >> 1);
    two & (two >> 2) & (line >> 4)
}

/// The ranks with the ace as the lowest bit.
#[inline(always)]
const fn ace_low([c, d, h, s]: Suits) -> Suits {
    [turn_ace(c), turn_ace(d), turn_ace(h), turn_ace(s)]
}

#[inline(always)]
const fn turn_ace(ranks: u16) -> u16 {
    ((ranks << 1) | (ranks >> 12)) & RANKS
}

/// The higher of at most two ranks.
#[inline(always)]
const fn top_of_two(ranks: u16) -> u16 {
    let fewer = ranks & ranks.wrapping_sub(1);
    fewer | (ranks & mask(fewer == 0))
}

/// The higher two of at most three ranks.
#[inline(always)]
const fn top_two(ranks: u16) -> u16 {
    let fewer = ranks & ranks.wrapping_sub(1);
    let three = mask(fewer & fewer.wrapping_sub(1) != 0);
    (fewer & three) | (ranks & !three)
}

#[inline(always)]
const fn mask(yes: bool) -> u16 {
    (yes as u16).wrapping_neg()
}
