//! Going through all hands: a hand that grows card by card, and rows of ranks along an enumeration.
//!
//! Neighbours in an enumeration share all cards but the last few, so most of the work can be done once for many hands.
//! [`Partial`] keeps what is known of the cards so far; [`each_hand`] walks every way to complete a hand, and gives the
//! ranks for all choices of the last three cards at once.
//!
//! ```
//! use cardroom_cards::{CardSet, enumerate};
//!
//! // How often does AsAh beat 7h2c on this flop? Turn and river from what is left.
//! let flop: CardSet = "Ac 7d 2d".parse()?;
//! let (aces, rags): (CardSet, CardSet) = ("AsAh".parse()?, "7h2c".parse()?);
//! let deck = CardSet::FULL - flop - aces - rags;
//! let mut wins = 0;
//! enumerate::each_hand::<7>(flop | aces, deck, |hands| {
//!     let others = enumerate::Partial::<7>::of(flop | rags);
//!     let beaten = |last: CardSet, rank| last.iter().fold(others, |hand, card| hand.with(card)).rank() < Some(rank);
//!     wins += hands.iter().filter(|&(last, rank)| beaten(last, rank)).count();
//! });
//! assert_eq!(wins, 988); // but for two sevens or two twos
//! # Ok::<(), cardroom_cards::ParseCardsError>(())
//! ```

use crate::code::Code;
use crate::table::{self, FIVE, SEVEN};
use crate::{Card, CardSet, HighRank, Rank, Suit};

/// A high hand on its way to `CARDS` cards, five or seven, which is ranked when it has them.
///
/// ```
/// use cardroom_cards::{Card, HighRank, enumerate::Partial};
///
/// let flop = Partial::<5>::of("KhKd9s".parse()?);
/// let pair: Card = "9d".parse()?;
/// let kicker: Card = "Ac".parse()?;
/// let rank = flop.with(pair).with(kicker).rank();
/// assert_eq!(rank, HighRank::of("KhKd9s9dAc".parse()?));
/// assert_eq!(flop.with(pair).rank(), None);
/// # Ok::<(), cardroom_cards::ParseCardsError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Partial<const CARDS: usize> {
    cards: CardSet,
    sum: u64,
}

impl<const CARDS: usize> Partial<CARDS> {
    const SUPPORTED: () = assert!(CARDS == 5 || CARDS == 7, "there are tables for five cards and for seven");

    /// No cards yet.
    pub const EMPTY: Self = {
        let () = Self::SUPPORTED;
        Self { cards: CardSet::EMPTY, sum: 0 }
    };

    /// These cards so far.
    pub fn of(cards: CardSet) -> Self {
        cards.iter().fold(Self::EMPTY, Self::with)
    }

    /// With one card more, which must be a new one: a card counted twice gives ranks without meaning.
    #[inline(always)]
    #[must_use]
    pub fn with(self, card: Card) -> Self {
        Self { cards: self.cards.with(card), sum: self.sum.wrapping_add(key::<CARDS>(card)) }
    }

    /// The cards so far.
    #[inline]
    pub const fn cards(self) -> CardSet {
        self.cards
    }

    /// The rank, if all the cards are there.
    #[inline(always)]
    pub fn rank(self) -> Option<HighRank> {
        (table::count(self.sum) == CARDS).then(|| self.complete())
    }

    #[inline(always)]
    fn complete(self) -> HighRank {
        match table::flush_suit(self.sum) {
            Some(suit) => HighRank::from_code(table::flush_code(self.suited(suit))),
            None => HighRank::from_code(code::<CARDS>(self.sum)),
        }
    }

    #[inline(always)]
    fn suited(self, suit: u32) -> u16 {
        (self.cards.bits() >> (16 * suit)) as u16
    }
}

/// Hands that share all cards but the last few, with their ranks, from [`each_hand`].
#[derive(Clone, Copy, Debug)]
pub struct Hands<'a> {
    /// What all these hands share.
    pub cards: CardSet,
    /// The cards that complete a hand: any `missing` of them.
    pub rest: &'a [Card],
    /// How many cards the shared ones lack: one, two or three.
    pub missing: usize,
    /// The hands' ranks, in the order of their last cards: first the hands with the first card of the rest, then those
    /// without it that have the second, and so on, and in the same way for each card after it.
    pub ranks: &'a [HighRank],
}

impl<'a> Hands<'a> {
    /// The last cards of each hand, with the hand's rank.
    pub fn iter(&self) -> impl Iterator<Item = (CardSet, HighRank)> + use<'a> {
        let mut places = [0, 1, 2];
        let (rest, missing) = (self.rest, self.missing);
        self.ranks.iter().map(move |&rank| {
            let last = places[..missing].iter().map(|&place: &usize| rest[place]).collect();
            // The last place that can go on does, and those after it follow it.
            if let Some(moved) = (0..missing).rev().find(|&at| places[at] + missing < rest.len() + at) {
                let start = places[moved] + 1;
                for (place, next) in places[moved..missing].iter_mut().zip(start..) {
                    *place = next;
                }
            }
            (last, rank)
        })
    }
}

/// Calls `visit` so that it sees, once and in the order of its cards' numbers, every hand of `CARDS` cards (five or seven)
/// made of the cards in `held` and others from `deck`.
///
/// Cards of `held` are no part of the deck. There is nothing to visit where no card is missing or the deck is too small.
///
/// ```
/// use cardroom_cards::{CardSet, HighCategory, enumerate};
///
/// let mut flushes = 0;
/// enumerate::each_hand::<5>("AhKh".parse()?, CardSet::FULL, |hands| {
///     flushes += hands.ranks.iter().filter(|rank| rank.category() == HighCategory::Flush).count();
/// });
/// assert_eq!(flushes, 11 * 10 * 9 / 6 - 1); // but for the royal flush
/// # Ok::<(), cardroom_cards::ParseCardsError>(())
/// ```
pub fn each_hand<const CARDS: usize>(held: CardSet, deck: CardSet, mut visit: impl FnMut(Hands<'_>)) {
    let deck = deck - held;
    let draw = CARDS.saturating_sub(held.len());
    if draw > 0 && deck.len() >= draw {
        Walk::<CARDS>::new(deck).draw(Partial::of(held), 0, draw, &mut visit);
    }
}

/// The deck in order, and the ranks along it.
struct Walk<const CARDS: usize> {
    deck: [Card; 52],
    len: usize,
    /// Where the cards of each rank begin in the deck, and where the deck ends.
    rank_starts: [usize; 14],
    /// The places of each suit's cards, as bits.
    suit_places: [u64; 4],
    /// Each rank's key, without a suit.
    rank_keys: [u64; 13],
    /// If there were no suits: for each rank of the last card but one, a row of the hand's rank for every last card.
    plain: [HighRank; 13 * ROW],
    /// How rows become what is shown, one list for the whole deck: the hands with two cards from some place on are the
    /// end of it. A list has one loop and not one in another, whose ends the CPU would not foresee.
    copies: [Copied; COPIES],
    /// Where the copies from each place on begin, and where what they show does.
    starts: [(usize, usize); 53],
    /// What is shown: the hands' ranks one after another, flushes among them.
    shown: [HighRank; SHOWN],
}

/// One copy, from the plain rows to what is shown.
#[derive(Clone, Copy)]
struct Copied {
    from: u16,
    to: u16,
}

/// No more copies than this make all rows of a deck: 51 ranks, 50, 49, and so on, eight at once.
const COPIES: usize = 200;

/// How many ranks are copied at once; the next copy writes over what was too much.
const COPY: usize = 8;
/// Room for a rank for every card, and for what is copied too much.
const ROW: usize = 52 + COPY;
/// Room for every three of fifty cards: of five, two at least are shared.
const SHOWN: usize = 50 * 49 * 48 / 6 + COPY;

impl<const CARDS: usize> Walk<CARDS> {
    fn new(cards: CardSet) -> Self {
        let mut deck = [Card::new(Rank::Two, Suit::Clubs); 52];
        let mut rank_starts = [cards.len(); 14];
        let mut suit_places = [0; 4];
        for (place, card) in cards.iter().enumerate() {
            deck[place] = card;
            let start = &mut rank_starts[card.rank() as usize];
            *start = place.min(*start);
            suit_places[card.suit() as usize] |= 1 << place;
        }
        for rank in (0..13).rev() {
            rank_starts[rank] = rank_starts[rank].min(rank_starts[rank + 1]);
        }
        let len = cards.len();
        let mut copies = [Copied { from: 0, to: 0 }; COPIES];
        let mut starts = [(0, 0); 53];
        let (mut next, mut shown) = (0, 0);
        for (place, card) in cards.iter().enumerate() {
            starts[place] = (next, shown);
            for last in (place + 1..len).step_by(COPY) {
                let from = card.rank() as usize * ROW + last;
                copies[next] = Copied { from: from as u16, to: (shown + last - place - 1) as u16 };
                next += 1;
            }
            shown += len - place - 1;
        }
        starts[len] = (next, shown);
        let worst = HighRank::WORST;
        Self {
            deck,
            len,
            copies,
            starts,
            rank_starts,
            suit_places,
            rank_keys: Rank::ALL.map(|rank| plain_key::<CARDS>(Card::new(rank, Suit::Clubs))),
            plain: [worst; 13 * ROW],
            shown: [worst; SHOWN],
        }
    }

    /// Draws `left` cards more from place `from` on.
    fn draw(&mut self, state: Partial<CARDS>, from: usize, left: usize, visit: &mut impl FnMut(Hands<'_>)) {
        let shown = match left {
            1 => self.last(state, from),
            2 => {
                self.fill(state.sum, from);
                self.last_two(state, from, 0)
            }
            3 => self.last_three(state, from),
            _ => {
                for place in from..=self.len - left {
                    self.draw(state.with(self.deck[place]), place + 1, left - 1, visit);
                }
                return;
            }
        };
        let (rest, ranks) = (&self.deck[from..self.len], &self.shown[..shown]);
        visit(Hands { cards: state.cards, rest, missing: left, ranks });
    }

    fn last(&mut self, state: Partial<CARDS>, from: usize) -> usize {
        let rest = &self.deck[from..self.len];
        for (shown, &card) in self.shown.iter_mut().zip(rest) {
            *shown = state.with(card).complete();
        }
        rest.len()
    }

    fn last_three(&mut self, state: Partial<CARDS>, from: usize) -> usize {
        let mut filled = None;
        let mut shown = 0;
        for place in from..self.len - 2 {
            let card = self.deck[place];
            // Without suits, cards of the same rank lead to the same ranks.
            if filled != Some(card.index() >> 2) {
                self.fill(state.sum + plain_key::<CARDS>(card), place + 1);
                filled = Some(card.index() >> 2);
            }
            shown = self.last_two(state.with(card), place + 1, shown);
        }
        shown
    }

    /// Fills the plain ranks for two more cards from place `from` on.
    #[inline(always)]
    fn fill(&mut self, sum: u64, from: usize) {
        let lowest = usize::from(self.deck[from].index() >> 2);
        for rank in lowest..13 {
            let sum = sum + self.rank_keys[rank];
            for last in rank..13 {
                let code = HighRank::from_code(code::<CARDS>(sum + self.rank_keys[last]));
                // Four at once: what is beyond the rank's own cards is the next rank's, written after it.
                let start = rank * ROW + self.rank_starts[last];
                if let Some(places) = self.plain.get_mut(start..start + 4) {
                    places.fill(code);
                }
            }
        }
    }

    /// Puts the hands with two cards from place `from` on after the `shown` ones, and gives how many those are then.
    #[inline(always)]
    fn last_two(&mut self, state: Partial<CARDS>, from: usize, shown: usize) -> usize {
        let (first, before) = self.starts[from];
        let (end, all) = self.starts[self.len];
        for copy in &self.copies[first..end] {
            let (start, to) = (usize::from(copy.from), usize::from(copy.to) + shown - before);
            if let (Some(ranks), Some(to)) = (self.plain.get(start..start + COPY), self.shown.get_mut(to..to + COPY)) {
                to.copy_from_slice(ranks);
            }
        }
        if let Some(suit) = table::three_suit(state.sum) {
            self.flushes(state.suited(suit), suit, from, shown);
        }
        shown + all - before
    }

    /// Puts in the flushes in the suit of which the hands already share these ranks, three or more.
    #[inline(always)]
    fn flushes(&mut self, held: u16, suit: u32, from: usize, shown: usize) {
        if held.count_ones() > 3 {
            self.many_flushes(held, suit, from, shown);
            return;
        }
        // Both cards must be of the suit: few hands, found by the places of its cards.
        let mut firsts = self.suit_places[suit as usize % 4] >> from << from;
        let mut before = (shown, from);
        while firsts & firsts.wrapping_sub(1) != 0 {
            let first = firsts.trailing_zeros() as usize;
            firsts &= firsts - 1;
            let (at, place) = before;
            // The rows between are each one shorter than the one before.
            let row = at + (first - place) * (2 * self.len - place - first - 1) / 2;
            before = (row, first);
            let with = held | self.rank_bit(first);
            let mut seconds = firsts;
            while seconds != 0 {
                let second = seconds.trailing_zeros() as usize;
                seconds &= seconds - 1;
                let bit = self.rank_bit(second);
                if let Some(rank) = self.shown.get_mut(row + second - first - 1) {
                    *rank = HighRank::from_code(table::flush_code(with | bit));
                }
            }
        }
    }

    /// Where one more card of the suit is enough, or none is needed.
    #[cold]
    fn many_flushes(&mut self, held: u16, suit: u32, from: usize, shown: usize) {
        let fits = |card: Card| u32::from(card.index() & 3) == suit;
        let bit = |card: Card| u16::from(fits(card)) << (card.index() >> 2);
        let already = held.count_ones() > 4;
        let mut at = shown;
        for place in from..self.len - 1 {
            let first = self.deck[place];
            let with = held | bit(first);
            let enough = already || fits(first);
            for (rank, &second) in self.shown[at..].iter_mut().zip(&self.deck[place + 1..self.len]) {
                if enough || fits(second) {
                    *rank = HighRank::from_code(table::flush_code(with | bit(second)));
                }
            }
            at += self.len - place - 1;
        }
    }

    #[inline(always)]
    fn rank_bit(&self, place: usize) -> u16 {
        1 << (self.deck[place].index() >> 2)
    }
}

#[inline(always)]
fn key<const CARDS: usize>(card: Card) -> u64 {
    if CARDS == 5 { FIVE.keys.of(card) } else { SEVEN.keys.of(card) }
}

/// A card's key without its suit.
#[inline(always)]
fn plain_key<const CARDS: usize>(card: Card) -> u64 {
    key::<CARDS>(card) & !table::ALL_SUITS
}

#[inline(always)]
fn code<const CARDS: usize>(sum: u64) -> Code {
    if CARDS == 5 { FIVE.code(sum) } else { SEVEN.code(sum) }
}
