//! Places in a hand, sets of them, and one value for each.
//!
//! Seats are numbered clockwise from the button's left, so "clockwise from the button's left" is simply ascending
//! order, the button (when somebody sits there) is the last seat, and heads-up the button is seat 1.

use core::fmt;
use core::ops::{BitAnd, BitOr, Index, IndexMut, Sub};

/// The most players in any game here (GLD: two to ten).
pub const MOST_SEATS: usize = 10;

/// A player's place in a hand: 0 is the first left of the button.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct Seat(u8);

impl Seat {
    /// The seat with this number, if there can be one.
    #[inline]
    pub const fn new(index: usize) -> Option<Self> {
        if index < MOST_SEATS { Some(Self(index as u8)) } else { None }
    }

    /// The first `count` seats, one by one.
    #[inline]
    pub(crate) fn first(count: usize) -> impl Iterator<Item = Self> {
        (0..count.min(MOST_SEATS) as u8).map(Self)
    }

    /// The seat's number, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Seat {
    /// Counted from 1, as hand histories do: `p1` is the first left of the button.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0.saturating_add(1))
    }
}

/// A set of seats, as bits.
///
/// A whole word although ten bits would do: narrower neighbours in a hand get read together, and a read across two
/// fresh writes stalls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[repr(transparent)]
pub struct SeatSet(u32);

impl SeatSet {
    /// Nobody.
    pub const EMPTY: Self = Self(0);

    /// The first `count` seats.
    #[inline]
    pub const fn first_seats(count: usize) -> Self {
        let count = if count > MOST_SEATS { MOST_SEATS } else { count };
        Self((1_u32 << count).wrapping_sub(1))
    }

    /// One seat.
    #[inline]
    pub const fn of(seat: Seat) -> Self {
        Self(1 << (seat.0 & 15))
    }

    /// How many seats.
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it is nobody.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether there are two or more.
    #[inline]
    pub const fn is_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether the seat is one of them.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & Self::of(seat).0 != 0
    }

    /// Adds a seat.
    #[inline]
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= Self::of(seat).0;
    }

    /// Takes a seat out.
    #[inline]
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !Self::of(seat).0;
    }

    /// The first clockwise from the button's left.
    #[inline]
    pub const fn first(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(self.0.trailing_zeros() as u8)) }
    }

    /// The last clockwise from the button's left.
    #[inline]
    pub const fn last(self) -> Option<Seat> {
        if self.0 == 0 { None } else { Some(Seat(31_u8.wrapping_sub(self.0.leading_zeros() as u8))) }
    }

    /// The first clockwise after `seat`, `seat` itself last of all.
    #[inline]
    pub const fn after(self, seat: Seat) -> Option<Seat> {
        // Twice round the table in one word: whoever comes first behind the seat comes first of all. No branch, since
        // whether the search wraps is as good as random.
        let twice = self.0 | self.0 << 16;
        let start = (seat.0 & 15).wrapping_add(1);
        let step = (twice >> start).trailing_zeros() as u8;
        if self.0 == 0 { None } else { Some(Seat(start.wrapping_add(step) & 15)) }
    }

    /// The seats clockwise from the button's left.
    #[inline]
    pub const fn iter(self) -> Seats {
        Seats(self)
    }

    /// The seats clockwise, `seat` first if it is one of them.
    pub fn iter_from(self, seat: Seat) -> impl Iterator<Item = Seat> + Clone {
        let before = Self(Self::of(seat).0.wrapping_sub(1));
        (self - before).iter().chain((self & before).iter())
    }
}

impl BitAnd for SeatSet {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for SeatSet {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Sub for SeatSet {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, |set, seat| set | Self::of(seat))
    }
}

impl IntoIterator for SeatSet {
    type Item = Seat;
    type IntoIter = Seats;
    fn into_iter(self) -> Seats {
        self.iter()
    }
}

/// The seats of a [`SeatSet`], clockwise from the button's left.
#[derive(Clone, Debug)]
pub struct Seats(SeatSet);

impl Iterator for Seats {
    type Item = Seat;

    #[inline]
    fn next(&mut self) -> Option<Seat> {
        let seat = self.0.first()?;
        self.0 = SeatSet(self.0.0 & self.0.0.wrapping_sub(1));
        Some(seat)
    }
}

/// One value for each seat, indexed by [`Seat`].
///
/// Sixteen places, so that an index masked to four bits is always inside and costs no check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerSeat<T>([T; 16]);

impl<T: Copy> PerSeat<T> {
    /// The same value for every seat.
    #[inline]
    pub const fn all(value: T) -> Self {
        Self([value; 16])
    }
}

impl<T> PerSeat<T> {
    /// The values of the first `count` seats.
    #[inline]
    pub(crate) fn first(&self, count: usize) -> &[T] {
        self.0.get(..count).unwrap_or(&self.0)
    }
}

impl<T: Copy + Default> Default for PerSeat<T> {
    fn default() -> Self {
        Self::all(T::default())
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "masked to the sixteen places")]
    fn index(&self, seat: Seat) -> &T {
        &self.0[(seat.0 & 15) as usize]
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    #[inline]
    #[expect(clippy::indexing_slicing, reason = "masked to the sixteen places")]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[(seat.0 & 15) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(indices: &[usize]) -> SeatSet {
        indices.iter().filter_map(|&index| Seat::new(index)).collect()
    }

    #[test]
    fn after_goes_round_and_comes_back_to_the_seat_itself() {
        let set = seats(&[1, 4, 9]);
        let next = |from: usize| set.after(Seat::new(from).unwrap()).unwrap().index();
        assert_eq!([next(0), next(1), next(3), next(4), next(8), next(9)], [1, 4, 4, 9, 9, 1]);
        assert_eq!(seats(&[3]).after(Seat::new(3).unwrap()), Seat::new(3));
        assert_eq!(SeatSet::EMPTY.after(Seat::new(3).unwrap()), None);
    }

    #[test]
    fn iter_from_begins_at_the_seat() {
        let order: Vec<_> = seats(&[0, 2, 5, 9]).iter_from(Seat::new(5).unwrap()).map(Seat::index).collect();
        assert_eq!(order, [5, 9, 0, 2]);
        assert_eq!(SeatSet::first_seats(10).len(), 10);
        assert_eq!(SeatSet::first_seats(99).last().unwrap().index(), 9);
    }
}
