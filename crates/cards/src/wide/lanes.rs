//! What a wide register must do, and ranking written in those terms: many hands at once, one to a lane.
//!
//! The steps are those of [`crate::logic`], arranged for registers: a comparison gives a mask, and there is no branch.

use crate::code::{ALWAYS, FLUSH, QUADS, RANKS, STRAIGHT, TRIPS, TWO_RANKS};
use crate::logic::game;

/// A register of sixteen-bit lanes.
pub(super) trait Lanes: Copy {
    /// One answer a lane.
    type Mask: Copy;
    /// How many lanes.
    const COUNT: usize;

    /// Reads [`Self::COUNT`] card sets as they stand, four registers of 64-bit lanes.
    ///
    /// # Safety
    /// `sets` must be readable for `Self::COUNT` sets.
    unsafe fn load(sets: *const u64) -> [Self; 4];
    /// Sorts loaded card sets into the four suits, one hand a lane.
    fn suits(loaded: [Self; 4]) -> [Self; 4];
    /// Joins the halves of codes to 32-bit codes.
    fn join(high: Self, low: Self) -> [Self; 2];
    /// The larger of each 32-bit code.
    fn larger_code(self, other: Self) -> Self;
    /// Writes [`Self::COUNT`] joined codes in the order in which their sets were loaded.
    ///
    /// # Safety
    /// `codes` must be writable for `Self::COUNT` codes.
    unsafe fn store(joined: [Self; 2], codes: *mut u32);
    /// The lowest bit of each 64-bit lane.
    fn lowest_card(self) -> Self;

    fn splat(value: u16) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// The bits of `self` that aren't in `other`.
    fn without(self, other: Self) -> Self;
    fn left<const BITS: i32>(self) -> Self;
    fn right<const BITS: i32>(self) -> Self;
    fn add(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    /// How many bits each lane has set.
    fn ones(self) -> Self;
    /// The exclusive or of three.
    fn odd(self, second: Self, third: Self) -> Self;
    /// The bits that at least two of three have.
    fn most(self, second: Self, third: Self) -> Self;

    fn none(self) -> Self::Mask;
    /// Where the lane isn't zero; lanes must be below 0x8000.
    fn some(self) -> Self::Mask;
    fn same(self, other: Self) -> Self::Mask;
    /// Where `self` is larger; both must be below 0x8000.
    fn above(self, other: Self) -> Self::Mask;
    fn both(one: Self::Mask, other: Self::Mask) -> Self::Mask;
    fn either(one: Self::Mask, other: Self::Mask) -> Self::Mask;
    fn keep(self, mask: Self::Mask) -> Self;
    fn drop(self, mask: Self::Mask) -> Self;
    /// Adds a constant where the mask says so.
    fn add_where(self, mask: Self::Mask, value: u16) -> Self;
    /// Adds a constant where the mask doesn't say so.
    fn add_unless(self, mask: Self::Mask, value: u16) -> Self;
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;

    /// Without the lowest bit of each lane.
    #[inline(always)]
    fn fewer(self) -> Self {
        self.and(self.add(Self::splat(0xffff)))
    }
}

/// Exactly five cards.
#[inline(always)]
pub(super) fn five<L: Lanes, const GAME: u8>(suits: [L; 4]) -> (L, L) {
    let [c, d, h, s] = suits;
    let (odd, two, four) = if GAME == game::ACE_FIVE {
        let (odd, two, four) = count(suits);
        (ace_low(odd), ace_low(two), ace_low(four))
    } else {
        count(suits)
    };
    let trips = odd.and(two);
    let pairs = two.without(odd);
    let singles = odd.without(two);
    let no_trips = trips.none();
    let high = four
        .or(trips)
        .or(pairs.keep(no_trips))
        .add_unless(no_trips, TRIPS)
        .add_unless(two.fewer().none(), TWO_RANKS)
        .add_unless(four.none(), QUADS);
    let low = singles.or(pairs.drop(no_trips));
    if GAME == game::ACE_FIVE {
        return turned(high, low.or(L::splat(ALWAYS)));
    }
    let any = c.or(d).or(h).or(s);
    let run = runs::<L, GAME>(any);
    let no_run = run.none();
    // One suit has all the ranks, and no rank is there twice. Each suit is a part of `any`, so the largest tells.
    let flush = L::both(c.max(d).max(h.max(s)).same(any), singles.same(any));
    let high = high.or(run).add_unless(no_run, STRAIGHT).add_where(flush, FLUSH);
    let low = low.keep(no_run).or(L::splat(ALWAYS));
    if GAME == game::DEUCE_SEVEN { turned(high, low) } else { (high, low) }
}

/// The best five of six or seven cards, high.
#[inline(always)]
pub(super) fn best<L: Lanes, const CARDS: u16>(suits: [L; 4]) -> (L, L) {
    let [c, d, h, s] = suits;
    let [clubs, diamonds, hearts, spades] = [c.ones(), d.ones(), h.ones(), s.ones()];
    let longest = clubs.max(diamonds).max(hearts.max(spades));
    let four_cards = L::splat(4);
    let flush = longest.above(four_cards);
    let suited = c.keep(clubs.above(four_cards)).or(d.keep(diamonds.above(four_cards)));
    let suited = suited.or(h.keep(hearts.above(four_cards))).or(s.keep(spades.above(four_cards)));
    let any = L::select(flush, suited, c.or(d).or(h).or(s));
    // With a flush among seven cards there is neither a full house nor better of a kind: only its suit counts.
    let (odd, two, four) = count(suits);
    let (two, four) = (two.drop(flush), four.drop(flush));
    let trips = odd.and(two);
    let no_trips = trips.none();
    let top_trips = at_least_one(trips, trips.fewer());
    let pairs = two.without(odd);
    let two_pairs = pairs.fewer();
    let pairs = L::select(two_pairs.fewer().none(), pairs, two_pairs);
    let quads = four.some();
    // One rank at most is paired or better, or there are quads: no class above it but theirs.
    let one_rank = L::either(two.fewer().none(), quads);
    let leading = L::select(quads, four, L::select(no_trips, pairs, top_trips));
    let spare = L::select(L::either(no_trips, one_rank), any, two).without(leading);
    // Kickers go lowest first, one for each card beyond five; one always stays, and five of a flush.
    let mut kickers = L::select(longest.same(L::splat(5)), spare, at_least_one(spare, spare.fewer()));
    if CARDS == 7 {
        let whole = L::either(longest.same(L::splat(5)), longest.same(L::splat(6)));
        kickers = L::select(whole, kickers, at_least_one(kickers, kickers.fewer()));
    }
    let run = runs::<L, { game::HIGH }>(any);
    let straight = run.some();
    let top_run = run.without(run.right::<1>()).or(L::splat(STRAIGHT));
    let classed = leading.add_unless(one_rank, TWO_RANKS).add_where(quads, QUADS);
    let classed = classed.add_unless(L::either(no_trips, quads), TRIPS);
    let high = L::select(straight, top_run, classed).add_where(flush, FLUSH);
    (high, kickers.drop(straight).or(L::splat(ALWAYS)))
}

/// Hold-Out with exactly `HELD` cards in each hand and four on each board: the best of all choices.
///
/// The sets come as loaded, since taking the board apart card by card is done in 64-bit lanes.
#[inline(always)]
pub(super) fn holdout<L: Lanes, const GAME: u8, const HELD: usize>(held: [L; 4], board: [L; 4]) -> [L; 2] {
    if HELD == 5 {
        return joined::<L, GAME>(held);
    }
    if HELD == 1 {
        return joined::<L, GAME>(union(held, board));
    }
    let first = lowest(board);
    let left = difference(board, first);
    let second = lowest(left);
    let left = difference(left, second);
    let third = lowest(left);
    let fourth = difference(left, third);
    if HELD == 2 {
        let all = union(held, board);
        let best = larger(joined::<L, GAME>(difference(all, first)), joined::<L, GAME>(difference(all, second)));
        let best = larger(best, joined::<L, GAME>(difference(all, third)));
        return larger(best, joined::<L, GAME>(difference(all, fourth)));
    }
    if HELD == 4 {
        let best = larger(joined::<L, GAME>(union(held, first)), joined::<L, GAME>(union(held, second)));
        let best = larger(best, joined::<L, GAME>(union(held, third)));
        return larger(best, joined::<L, GAME>(union(held, fourth)));
    }
    let with = union(held, first);
    let best = larger(joined::<L, GAME>(union(with, second)), joined::<L, GAME>(union(with, third)));
    let best = larger(best, joined::<L, GAME>(union(with, fourth)));
    let with = union(held, fourth);
    let best = larger(best, joined::<L, GAME>(union(with, second)));
    let best = larger(best, joined::<L, GAME>(union(with, third)));
    larger(best, joined::<L, GAME>(union(held, union(second, third))))
}

// What follows is plain functions, inlined by force: a closure or `array::map` left standing alone would be compiled
// without the wide registers and pass them through memory.

#[inline(always)]
fn joined<L: Lanes, const GAME: u8>(cards: [L; 4]) -> [L; 2] {
    let (high, low) = five::<L, GAME>(L::suits(cards));
    L::join(high, low)
}

#[inline(always)]
fn larger<L: Lanes>([a, b]: [L; 2], [x, y]: [L; 2]) -> [L; 2] {
    [a.larger_code(x), b.larger_code(y)]
}

#[inline(always)]
fn lowest<L: Lanes>([a, b, c, d]: [L; 4]) -> [L; 4] {
    [a.lowest_card(), b.lowest_card(), c.lowest_card(), d.lowest_card()]
}

#[inline(always)]
fn union<L: Lanes>([a, b, c, d]: [L; 4], [w, x, y, z]: [L; 4]) -> [L; 4] {
    [a.or(w), b.or(x), c.or(y), d.or(z)]
}

/// `from` without `cards`, all of which it has.
#[inline(always)]
fn difference<L: Lanes>([a, b, c, d]: [L; 4], [w, x, y, z]: [L; 4]) -> [L; 4] {
    [a.xor(w), b.xor(x), c.xor(y), d.xor(z)]
}

/// For each rank how often it occurs, as a binary number over three planes.
#[inline(always)]
fn count<L: Lanes>([c, d, h, s]: [L; 4]) -> (L, L, L) {
    let odd_three = c.odd(d, h);
    let two_of_three = c.most(d, h);
    let carry = odd_three.and(s);
    (odd_three.xor(s), two_of_three.xor(carry), two_of_three.and(carry))
}

#[inline(always)]
fn runs<L: Lanes, const GAME: u8>(ranks: L) -> L {
    let line = ranks.left::<1>();
    let line = if GAME == game::HIGH { line.or(ranks.right::<12>()) } else { line };
    let two = line.and(line.right::<1>());
    two.and(two.right::<2>()).and(line.right::<4>())
}

#[inline(always)]
fn ace_low<L: Lanes>(ranks: L) -> L {
    ranks.left::<1>().or(ranks.right::<12>()).and(L::splat(RANKS))
}

/// Both halves of [`crate::code::turned`].
#[inline(always)]
fn turned<L: Lanes>(high: L, low: L) -> (L, L) {
    (high.xor(L::splat(0xffff)), low.xor(L::splat(!ALWAYS)))
}

/// `fewer`, or the one bit of `ranks` that it lost.
#[inline(always)]
fn at_least_one<L: Lanes>(ranks: L, fewer: L) -> L {
    L::select(fewer.none(), ranks, fewer)
}
