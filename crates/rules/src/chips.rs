//! Amounts of chips: whole numbers that can't wrap around.

use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign, Sub, SubAssign};

/// A number of chips.
///
/// All the chips of a room together stay at or below [`Chips::MOST`], which is checked where amounts come in, so
/// sums of amounts already inside never reach the end of `u64`. Subtraction stops at nothing: what somebody owes
/// beyond what they have paid is never negative.
///
/// ```
/// use cardroom_rules::Chips;
///
/// let pot = Chips::new(75) + Chips::new(150);
/// assert_eq!(pot, Chips::new(225));
/// assert_eq!(pot.to_string(), "225");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
#[repr(transparent)]
pub struct Chips(u64);

impl Chips {
    /// Not a single chip.
    pub const ZERO: Self = Self(0);
    /// The most chips there may be in one room: what a browser's numbers hold exactly.
    pub const MOST: Self = Self((1 << 53) - 1);

    /// This many chips.
    #[inline]
    pub const fn new(amount: u64) -> Self {
        Self(amount)
    }

    /// The amount as a number.
    #[inline]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Half, rounded down.
    #[inline]
    pub const fn half(self) -> Self {
        Self(self.0 >> 1)
    }

    /// As many times as much, at most `u64::MAX`.
    #[inline]
    pub const fn times(self, count: u64) -> Self {
        Self(self.0.saturating_mul(count))
    }

    /// Equal shares and what is left over; with nobody to share, everything is left over.
    #[inline]
    pub const fn shared_by(self, count: u64) -> (Self, Self) {
        match (self.0.checked_div(count), self.0.checked_rem(count)) {
            (Some(share), Some(odd)) => (Self(share), Self(odd)),
            _ => (Self(0), self),
        }
    }
}

impl Add for Chips {
    type Output = Self;
    #[inline]
    #[expect(clippy::arithmetic_side_effects, reason = "sums stay far below 2⁶⁴; tests run with overflow checks")]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Chips {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Chips {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl SubAssign for Chips {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for Chips {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Chips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
