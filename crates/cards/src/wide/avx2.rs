//! Sixteen lanes: AVX2.
//!
//! The methods are inlined into functions that were chosen because the CPU has AVX2, and are called from nowhere else;
//! that is what makes every `unsafe` here sound.

use core::arch::x86_64::*;

use super::lanes::Lanes;

/// Sixteen lanes of sixteen bits.
#[derive(Clone, Copy)]
pub(super) struct Sixteen(__m256i);

impl Lanes for Sixteen {
    type Mask = Self;
    const COUNT: usize = 16;

    #[inline(always)]
    unsafe fn load(sets: *const u64) -> [Self; 4] {
        // The halves of a register come from eight hands apart, so that codes come out in order.
        unsafe { [Self::pairs(sets), Self::pairs(sets.add(2)), Self::pairs(sets.add(4)), Self::pairs(sets.add(6))] }
    }

    #[inline(always)]
    fn suits([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        unsafe {
            #[rustfmt::skip]
            let by_suit = _mm256_setr_epi8(
                0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15,
                0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15,
            );
            let (a, b) = (_mm256_shuffle_epi8(a.0, by_suit), _mm256_shuffle_epi8(b.0, by_suit));
            let (c, d) = (_mm256_shuffle_epi8(c.0, by_suit), _mm256_shuffle_epi8(d.0, by_suit));
            let (minor, minor_next) = (_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d));
            let (major, major_next) = (_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d));
            [
                Self(_mm256_unpacklo_epi64(minor, minor_next)),
                Self(_mm256_unpackhi_epi64(minor, minor_next)),
                Self(_mm256_unpacklo_epi64(major, major_next)),
                Self(_mm256_unpackhi_epi64(major, major_next)),
            ]
        }
    }

    #[inline(always)]
    fn join(high: Self, low: Self) -> [Self; 2] {
        unsafe { [Self(_mm256_unpacklo_epi16(low.0, high.0)), Self(_mm256_unpackhi_epi16(low.0, high.0))] }
    }

    #[inline(always)]
    fn larger_code(self, other: Self) -> Self {
        unsafe { Self(_mm256_max_epu32(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn store([one, other]: [Self; 2], codes: *mut u32) {
        unsafe {
            _mm256_storeu_si256(codes.cast(), _mm256_permute2x128_si256::<0x20>(one.0, other.0));
            _mm256_storeu_si256(codes.add(8).cast(), _mm256_permute2x128_si256::<0x31>(one.0, other.0));
        }
    }

    #[inline(always)]
    fn lowest_card(self) -> Self {
        unsafe { Self(_mm256_and_si256(self.0, _mm256_sub_epi64(_mm256_setzero_si256(), self.0))) }
    }

    #[inline(always)]
    fn splat(value: u16) -> Self {
        unsafe { Self(_mm256_set1_epi16(value.cast_signed())) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        unsafe { Self(_mm256_and_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        unsafe { Self(_mm256_or_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        unsafe { Self(_mm256_xor_si256(self.0, other.0)) }
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        unsafe { Self(_mm256_andnot_si256(other.0, self.0)) }
    }

    #[inline(always)]
    fn left<const BITS: i32>(self) -> Self {
        unsafe { Self(_mm256_slli_epi16::<BITS>(self.0)) }
    }

    #[inline(always)]
    fn right<const BITS: i32>(self) -> Self {
        unsafe { Self(_mm256_srli_epi16::<BITS>(self.0)) }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        unsafe { Self(_mm256_add_epi16(self.0, other.0)) }
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        unsafe { Self(_mm256_max_epu16(self.0, other.0)) }
    }

    #[inline(always)]
    fn ones(self) -> Self {
        unsafe {
            #[rustfmt::skip]
            let of_nibble = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            );
            let nibble = _mm256_set1_epi8(15);
            let low = _mm256_shuffle_epi8(of_nibble, _mm256_and_si256(self.0, nibble));
            let high = _mm256_shuffle_epi8(of_nibble, _mm256_and_si256(_mm256_srli_epi16::<4>(self.0), nibble));
            Self(_mm256_maddubs_epi16(_mm256_add_epi8(low, high), _mm256_set1_epi8(1)))
        }
    }

    #[inline(always)]
    fn odd(self, second: Self, third: Self) -> Self {
        self.xor(second).xor(third)
    }

    #[inline(always)]
    fn most(self, second: Self, third: Self) -> Self {
        self.and(second).or(self.xor(second).and(third))
    }

    #[inline(always)]
    fn none(self) -> Self {
        unsafe { Self(_mm256_cmpeq_epi16(self.0, _mm256_setzero_si256())) }
    }

    #[inline(always)]
    fn some(self) -> Self {
        unsafe { Self(_mm256_cmpgt_epi16(self.0, _mm256_setzero_si256())) }
    }

    #[inline(always)]
    fn same(self, other: Self) -> Self {
        unsafe { Self(_mm256_cmpeq_epi16(self.0, other.0)) }
    }

    #[inline(always)]
    fn above(self, other: Self) -> Self {
        unsafe { Self(_mm256_cmpgt_epi16(self.0, other.0)) }
    }

    #[inline(always)]
    fn both(one: Self, other: Self) -> Self {
        one.and(other)
    }

    #[inline(always)]
    fn either(one: Self, other: Self) -> Self {
        one.or(other)
    }

    #[inline(always)]
    fn keep(self, mask: Self) -> Self {
        self.and(mask)
    }

    #[inline(always)]
    fn drop(self, mask: Self) -> Self {
        self.without(mask)
    }

    #[inline(always)]
    fn add_where(self, mask: Self, value: u16) -> Self {
        self.add(Self::splat(value).and(mask))
    }

    #[inline(always)]
    fn add_unless(self, mask: Self, value: u16) -> Self {
        self.add(Self::splat(value).without(mask))
    }

    #[inline(always)]
    fn select(mask: Self, yes: Self, no: Self) -> Self {
        unsafe { Self(_mm256_blendv_epi8(no.0, yes.0, mask.0)) }
    }
}

impl Sixteen {
    /// Two sets from here and two from eight further on.
    #[inline(always)]
    unsafe fn pairs(sets: *const u64) -> Self {
        unsafe {
            let low = _mm_loadu_si128(sets.cast());
            let high = _mm_loadu_si128(sets.add(8).cast());
            Self(_mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high))
        }
    }
}
