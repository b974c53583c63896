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
    let (odd, two, four) = count(suits);
    if GAME == game::ACE_FIVE {
        let (odd, two, four) = (ace_low(odd), ace_low(two), ace_low(four));
        return code::<L, GAME>(Kinds { odd, two, four, any: odd }, odd.none());
    }
    let any = c.or(d).or(h).or(s);
    // One suit has all the ranks, and no rank is there twice. Each suit is a part of `any`, so the largest tells.
    let flush = L::both(c.max(d).max(h.max(s)).same(any), odd.without(two).same(any));
    code::<L, GAME>(Kinds { odd, two, four, any }, flush)
}

/// For each rank how often it occurs, as a binary number over three planes, and whether it does at all.
#[derive(Clone, Copy)]
struct Kinds<L> {
    odd: L,
    two: L,
    four: L,
    any: L,
}

/// The code of five cards by their ranks, and by whether they are of one suit. Neither that nor `any` matters to a game
/// without straights and flushes.
#[inline(always)]
fn code<L: Lanes, const GAME: u8>(kinds: Kinds<L>, flush: L::Mask) -> (L, L) {
    let Kinds { odd, two, four, any } = kinds;
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
    let run = runs::<L, GAME>(any);
    let no_run = run.none();
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
    let hand = Held::new::<GAME>(L::suits(held));
    let first = lowest(board);
    let left = difference(board, first);
    let second = lowest(left);
    let left = difference(left, second);
    let third = lowest(left);
    let fourth = difference(left, third);
    let (a, b) = (hand.board_card::<GAME>(first), hand.board_card::<GAME>(second));
    let (c, d) = (hand.board_card::<GAME>(third), hand.board_card::<GAME>(fourth));
    if HELD == 4 {
        let best = larger(hand.with_one::<GAME>(a), hand.with_one::<GAME>(b));
        return larger(best, larger(hand.with_one::<GAME>(c), hand.with_one::<GAME>(d)));
    }
    if HELD == 2 {
        let best = larger(hand.with_three::<GAME>(a, b, c), hand.with_three::<GAME>(a, b, d));
        return larger(best, larger(hand.with_three::<GAME>(a, c, d), hand.with_three::<GAME>(b, c, d)));
    }
    let best = larger(hand.with_two::<GAME>(a, b), hand.with_two::<GAME>(a, c));
    let best = larger(best, larger(hand.with_two::<GAME>(a, d), hand.with_two::<GAME>(b, c)));
    larger(best, larger(hand.with_two::<GAME>(b, d), hand.with_two::<GAME>(c, d)))
}

/// What the held cards bring to every choice of board cards, so that it is worked out once.
#[derive(Clone, Copy)]
struct Held<L: Lanes> {
    kinds: Kinds<L>,
    /// For each suit, where all held cards are of it and of different ranks.
    suited: [L::Mask; 4],
}

/// One board card: its rank, and where it is of the suit that all held cards have.
#[derive(Clone, Copy)]
struct BoardCard<L: Lanes> {
    rank: L,
    fits: L::Mask,
}

impl<L: Lanes> Held<L> {
    #[inline(always)]
    fn new<const GAME: u8>(suits: [L; 4]) -> Self {
        let [c, d, h, s] = suits;
        let (odd, two, four) = count(suits);
        let any = c.or(d).or(h).or(s);
        let different = odd.without(two).same(any);
        let suited = [
            L::both(c.same(any), different),
            L::both(d.same(any), different),
            L::both(h.same(any), different),
            L::both(s.same(any), different),
        ];
        if GAME == game::ACE_FIVE {
            let (odd, two, four) = (ace_low(odd), ace_low(two), ace_low(four));
            return Self { kinds: Kinds { odd, two, four, any: odd }, suited };
        }
        Self { kinds: Kinds { odd, two, four, any }, suited }
    }

    #[inline(always)]
    fn board_card<const GAME: u8>(&self, card: [L; 4]) -> BoardCard<L> {
        let [c, d, h, s] = L::suits(card);
        let rank = c.or(d).or(h).or(s);
        if GAME == game::ACE_FIVE {
            return BoardCard { rank: ace_low(rank), fits: rank.none() };
        }
        let [clubs, diamonds, hearts, spades] = self.suited;
        let fitting = c.keep(clubs).or(d.keep(diamonds)).or(h.keep(hearts)).or(s.keep(spades));
        BoardCard { rank, fits: fitting.some() }
    }

    #[inline(always)]
    fn with_one<const GAME: u8>(&self, a: BoardCard<L>) -> [L; 2] {
        let Kinds { odd, two, four, any } = self.kinds;
        let carry = odd.and(a.rank);
        let (odd, four) = (odd.xor(a.rank), four.or(two.and(carry)));
        joined_kinds::<L, GAME>(Kinds { odd, two: two.xor(carry), four, any: any.or(a.rank) }, a.fits)
    }

    #[inline(always)]
    fn with_two<const GAME: u8>(&self, a: BoardCard<L>, b: BoardCard<L>) -> [L; 2] {
        let Kinds { odd, two, any, .. } = self.kinds;
        let carry = odd.most(a.rank, b.rank);
        let (odd, four) = (odd.odd(a.rank, b.rank), two.and(carry));
        let any = any.or(a.rank).or(b.rank);
        joined_kinds::<L, GAME>(Kinds { odd, two: two.xor(carry), four, any }, L::both(a.fits, b.fits))
    }

    #[inline(always)]
    fn with_three<const GAME: u8>(&self, a: BoardCard<L>, b: BoardCard<L>, c: BoardCard<L>) -> [L; 2] {
        let Kinds { odd, two, any, .. } = self.kinds;
        let (odd_three, two_of_three) = (a.rank.odd(b.rank, c.rank), a.rank.most(b.rank, c.rank));
        let carry = odd.and(odd_three);
        let (odd, four) = (odd.xor(odd_three), two.most(two_of_three, carry));
        let two = two.odd(two_of_three, carry);
        let any = any.or(a.rank).or(b.rank).or(c.rank);
        joined_kinds::<L, GAME>(Kinds { odd, two, four, any }, L::both(a.fits, L::both(b.fits, c.fits)))
    }
}

// What follows is plain functions, inlined by force: a closure or `array::map` left standing alone would be compiled
// without the wide registers and pass them through memory.

#[inline(always)]
fn joined<L: Lanes, const GAME: u8>(cards: [L; 4]) -> [L; 2] {
    let (high, low) = five::<L, GAME>(L::suits(cards));
    L::join(high, low)
}

#[inline(always)]
fn joined_kinds<L: Lanes, const GAME: u8>(kinds: Kinds<L>, flush: L::Mask) -> [L; 2] {
    let (high, low) = code::<L, GAME>(kinds, flush);
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
