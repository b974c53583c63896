//! Amounts as people write them: exact decimals, never floating point.

use std::fmt;

use cardroom_rules::Chips;

/// A decimal number as it is written: `1368.60` is 136860 hundredths.
///
/// How many decimals were written is kept, because the smallest unit of a record comes from them.
///
/// ```
/// use cardroom_history::Decimal;
///
/// let stack: Decimal = "1368.60".parse()?;
/// assert_eq!(stack.places(), 2);
/// assert_eq!(stack.in_units(2), Some(136_860));
/// assert_eq!(stack.to_string(), "1368.60");
/// # Ok::<(), cardroom_history::BadDecimal>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Decimal {
    digits: i64,
    places: u8,
}

/// Why a text is no amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadDecimal {
    /// Not a number at all.
    #[error("not a number")]
    NotANumber,
    /// More digits than an amount here can have.
    #[error("more than {MOST_DIGITS} digits, {MOST_PLACES} of them after the point")]
    TooLong,
}

/// More would not fit the chips of a room, which are fewer than 10¹⁶.
const MOST_DIGITS: u32 = 18;
/// The most decimals an amount may be written with.
pub(crate) const MOST_PLACES: u8 = 8;

const POWERS: [i64; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

impl Decimal {
    /// Nothing.
    pub const ZERO: Self = Self { digits: 0, places: 0 };

    /// So many units of which `10^places` make one.
    pub const fn new(digits: i64, places: u8) -> Self {
        Self { digits, places: if places > MOST_PLACES { MOST_PLACES } else { places } }
    }

    /// Chips, counted in a record's smallest unit.
    pub fn from_chips(chips: Chips, places: u8) -> Self {
        Self::new(i64::try_from(chips.get()).unwrap_or(i64::MAX), places)
    }

    /// How many decimals it is written with.
    pub const fn places(self) -> u8 {
        self.places
    }

    /// Whether it is below zero.
    pub const fn is_negative(self) -> bool {
        self.digits < 0
    }

    /// Whether it is zero.
    pub const fn is_zero(self) -> bool {
        self.digits == 0
    }

    /// The amount counted in units of which `10^places` make one; `None` if it isn't a whole number of them or too
    /// large.
    #[inline]
    pub fn in_units(self, places: u8) -> Option<i64> {
        if places >= self.places {
            self.digits.checked_mul(*POWERS.get(usize::from(places - self.places))?)
        } else {
            let power = *POWERS.get(usize::from(self.places - places))?;
            (self.digits % power == 0).then_some(self.digits / power)
        }
    }

    /// Reads digits with at most one point; a sign, an exponent or `_` between digits is for [`Decimal::from_str`].
    /// `None` is anything else, however nearly right.
    #[inline]
    pub(crate) fn plain(text: &[u8]) -> Option<Self> {
        let (negative, text) = match text {
            [b'-', rest @ ..] => (true, rest),
            _ => (false, text),
        };
        if text.is_empty() || text.len() > MOST_DIGITS as usize {
            return None;
        }
        if text.first() == Some(&b'0') && text.get(1).is_some_and(|&next| next != b'.') {
            return None;
        }
        let mut digits: i64 = 0;
        let mut point = None;
        for (index, &byte) in text.iter().enumerate() {
            match byte {
                b'0'..=b'9' => digits = digits * 10 + i64::from(byte - b'0'),
                b'.' if point.is_none() && index > 0 => point = Some(index),
                _ => return None,
            }
        }
        let places = match point {
            None => 0,
            Some(index) => text.len() - index - 1,
        };
        if (point.is_some() && places == 0) || places > usize::from(MOST_PLACES) {
            return None;
        }
        Some(Self { digits: if negative { -digits } else { digits }, places: places as u8 })
    }

    /// Reads a result that somebody reckoned in floating point, with all the digits that came of it, to the nearest
    /// amount that can be told: `208.00000000000003` is 208. What has no more digits than an amount may have is read
    /// exactly.
    ///
    /// # Errors
    /// As [`Decimal::from_str`].
    pub(crate) fn nearest(text: &str) -> Result<Self, BadDecimal> {
        let exact = text.parse();
        let (Err(BadDecimal::TooLong), Some((whole, fraction))) = (exact, text.split_once('.')) else { return exact };
        let (told, rest) = fraction.split_at_checked(usize::from(MOST_PLACES)).ok_or(BadDecimal::TooLong)?;
        if !rest.bytes().all(|byte| byte.is_ascii_digit()) {
            return exact;
        }
        let Self { digits, places } = format!("{whole}.{told}").parse()?;
        let up = i64::from(rest.as_bytes().first().is_some_and(|&next| next >= b'5'));
        let digits = if whole.starts_with('-') { digits - up } else { digits + up };
        Ok(Self { digits, places }.shortest())
    }

    /// The same amount without the zeros at its end.
    fn shortest(mut self) -> Self {
        while self.places > 0 && self.digits % 10 == 0 {
            self.digits /= 10;
            self.places -= 1;
        }
        self
    }
}

impl std::str::FromStr for Decimal {
    type Err = BadDecimal;

    /// Reads a number as TOML allows it: a sign, `_` between digits, a point, an exponent.
    fn from_str(text: &str) -> Result<Self, BadDecimal> {
        let (negative, rest) = match text.as_bytes() {
            [b'-', ..] => (true, &text[1..]),
            [b'+', ..] => (false, &text[1..]),
            _ => (false, text),
        };
        let (number, exponent) = match rest.find(['e', 'E']) {
            Some(at) => (&rest[..at], exponent(&rest[at + 1..])?),
            None => (rest, 0),
        };
        let (mut digits, mut count, mut places, mut after_point, mut any) = (0_i64, 0_u32, 0_i32, false, false);
        for byte in number.bytes() {
            match byte {
                b'0'..=b'9' => {
                    any = true;
                    count += u32::from(count > 0 || byte != b'0');
                    places += i32::from(after_point);
                    if count > MOST_DIGITS || places > 64 {
                        return Err(BadDecimal::TooLong);
                    }
                    digits = digits * 10 + i64::from(byte - b'0');
                }
                b'_' if any => {}
                b'.' if !after_point && any => after_point = true,
                _ => return Err(BadDecimal::NotANumber),
            }
        }
        if !any || number.ends_with(['.', '_']) {
            return Err(BadDecimal::NotANumber);
        }
        places -= exponent;
        while places < 0 {
            digits = digits.checked_mul(10).ok_or(BadDecimal::TooLong)?;
            places += 1;
        }
        if digits >= 10_i64.pow(MOST_DIGITS) {
            return Err(BadDecimal::TooLong);
        }
        while places > i32::from(MOST_PLACES) && digits % 10 == 0 {
            digits /= 10;
            places -= 1;
        }
        let places = u8::try_from(places).ok().filter(|&places| places <= MOST_PLACES).ok_or(BadDecimal::TooLong)?;
        Ok(Self { digits: if negative { -digits } else { digits }, places })
    }
}

/// An exponent that can still give an amount; a larger one is refused before anything is multiplied.
fn exponent(text: &str) -> Result<i32, BadDecimal> {
    let exponent = text.replace('_', "").parse::<i32>().map_err(|_| BadDecimal::NotANumber)?;
    if exponent.abs() > 40 { Err(BadDecimal::TooLong) } else { Ok(exponent) }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.digits < 0 { "-" } else { "" };
        let digits = self.digits.unsigned_abs();
        if self.places == 0 {
            return write!(f, "{sign}{digits}");
        }
        let power = 10_u64.pow(u32::from(self.places));
        write!(f, "{sign}{}.{:0width$}", digits / power, digits % power, width = usize::from(self.places))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_exactly_as_written() {
        for (text, digits, places) in [
            ("0", 0, 0),
            ("-10", -10, 0),
            ("3774.50", 377_450, 2),
            ("0.05", 5, 2),
            ("1_000_000", 1_000_000, 0),
            ("+7.5", 75, 1),
            ("1e3", 1_000, 0),
            ("1.5e3", 1_500, 0),
            ("25e-2", 25, 2),
            ("9007199254740991", 9_007_199_254_740_991, 0),
            ("0.1", 1, 1),
        ] {
            assert_eq!(text.parse(), Ok(Decimal { digits, places }), "{text}");
        }
        for text in ["", "-", ".5", "5.", "1.2.3", "0x10", "nan", "_1", "1_", "1e", "12a", "1e99", "25e17", "--1"] {
            assert!(text.parse::<Decimal>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_plain_reader_agrees_where_it_answers() {
        for text in ["0", "5", "-5", "10.50", "0.5", "-0.25", "123456789.12345678", "00", "1.", ".1", "1_0", "1e2", ""]
        {
            if let Some(plain) = Decimal::plain(text.as_bytes()) {
                assert_eq!(text.parse(), Ok(plain), "{text}");
                assert_eq!(plain.to_string(), text);
            }
        }
        assert_eq!(Decimal::plain(b"05"), None, "TOML has no leading zeros");
    }

    #[test]
    fn results_of_floating_point_are_read_to_the_nearest_amount() {
        let read = |text| Decimal::nearest(text).map(|amount| amount.to_string());
        for (text, amount) in [
            ("208.00000000000003", "208"),
            ("135.9875000000000000", "135.9875"),
            ("0.30000000000000004", "0.3"),
            ("193.99999999999997", "194"),
            ("-1.999999995", "-2"),
            ("12.10", "12.10"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(amount), "{text}");
        }
        for text in
            ["12345678901234567890", "1.00000000000000000001e5", "1.000000000000x", "", "12345678901234.123456789"]
        {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn units_are_exact_or_nothing() {
        let half: Decimal = "0.5".parse().unwrap();
        assert_eq!((half.in_units(0), half.in_units(1), half.in_units(3)), (None, Some(5), Some(500)));
        assert_eq!("2.00".parse::<Decimal>().unwrap().in_units(0), Some(2));
    }
}
