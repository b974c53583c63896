//! Thirty-two lanes: AVX-512.
//!
//! The methods are inlined into functions that were chosen because the CPU has AVX-512 (F, BW and BITALG), and are called from nowhere else;
//! that is what makes every `unsafe` here sound.

use core::arch::x86_64::*;

use super::lanes::Lanes;

/// Thirty-two lanes of sixteen bits.
#[derive(Clone, Copy)]
pub(super) struct ThirtyTwo(__m512i);

impl Lanes for ThirtyTwo {
    type Mask = __mmask32;
    const COUNT: usize = 32;

    #[inline(always)]
    unsafe fn load(sets: *const u64) -> [Self; 4] {
        unsafe {
            let (a, b) = (_mm512_loadu_si512(sets.cast()), _mm512_loadu_si512(sets.add(8).cast()));
            let (c, d) = (_mm512_loadu_si512(sets.add(16).cast()), _mm512_loadu_si512(sets.add(24).cast()));
            [Self(a), Self(b), Self(c), Self(d)]
        }
    }

    #[inline(always)]
    fn suits([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        unsafe {
            let by_suit = _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15));
            let (a, b) = (_mm512_shuffle_epi8(a.0, by_suit), _mm512_shuffle_epi8(b.0, by_suit));
            let (c, d) = (_mm512_shuffle_epi8(c.0, by_suit), _mm512_shuffle_epi8(d.0, by_suit));
            let (minor, minor_next) = (_mm512_unpacklo_epi32(a, b), _mm512_unpacklo_epi32(c, d));
            let (major, major_next) = (_mm512_unpackhi_epi32(a, b), _mm512_unpackhi_epi32(c, d));
            [
                Self(_mm512_unpacklo_epi64(minor, minor_next)),
                Self(_mm512_unpackhi_epi64(minor, minor_next)),
                Self(_mm512_unpacklo_epi64(major, major_next)),
                Self(_mm512_unpackhi_epi64(major, major_next)),
            ]
        }
    }

    #[inline(always)]
    fn join(high: Self, low: Self) -> [Self; 2] {
        unsafe { [Self(_mm512_unpacklo_epi16(low.0, high.0)), Self(_mm512_unpackhi_epi16(low.0, high.0))] }
    }

    #[inline(always)]
    fn larger_code(self, other: Self) -> Self {
        unsafe { Self(_mm512_max_epu32(self.0, other.0)) }
    }

    #[inline(always)]
    unsafe fn store([one, other]: [Self; 2], codes: *mut u32) {
        unsafe {
            // Each quarter of a register holds two neighbours of each of two loaded registers.
            let in_order = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
            _mm512_storeu_si512(codes.cast(), _mm512_permutexvar_epi64(in_order, one.0));
            _mm512_storeu_si512(codes.add(16).cast(), _mm512_permutexvar_epi64(in_order, other.0));
        }
    }

    #[inline(always)]
    fn lowest_card(self) -> Self {
        unsafe { Self(_mm512_and_si512(self.0, _mm512_sub_epi64(_mm512_setzero_si512(), self.0))) }
    }

    #[inline(always)]
    fn splat(value: u16) -> Self {
        unsafe { Self(_mm512_set1_epi16(value.cast_signed())) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        unsafe { Self(_mm512_and_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        unsafe { Self(_mm512_or_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        unsafe { Self(_mm512_xor_si512(self.0, other.0)) }
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        unsafe { Self(_mm512_andnot_si512(other.0, self.0)) }
    }

    #[inline(always)]
    fn left<const BITS: i32>(self) -> Self {
        unsafe { Self(_mm512_sll_epi16(self.0, _mm_cvtsi32_si128(BITS))) }
    }

    #[inline(always)]
    fn right<const BITS: i32>(self) -> Self {
        unsafe { Self(_mm512_srl_epi16(self.0, _mm_cvtsi32_si128(BITS))) }
    }

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        unsafe { Self(_mm512_add_epi16(self.0, other.0)) }
    }

    #[inline(always)]
    fn max(self, other: Self) -> Self {
        unsafe { Self(_mm512_max_epu16(self.0, other.0)) }
    }

    #[inline(always)]
    fn ones(self) -> Self {
        unsafe { Self(_mm512_popcnt_epi16(self.0)) }
    }

    #[inline(always)]
    fn odd(self, second: Self, third: Self) -> Self {
        unsafe { Self(_mm512_ternarylogic_epi32::<0x96>(self.0, second.0, third.0)) }
    }

    #[inline(always)]
    fn most(self, second: Self, third: Self) -> Self {
        unsafe { Self(_mm512_ternarylogic_epi32::<0xe8>(self.0, second.0, third.0)) }
    }

    #[inline(always)]
    fn none(self) -> __mmask32 {
        unsafe { _mm512_testn_epi16_mask(self.0, self.0) }
    }

    #[inline(always)]
    fn some(self) -> __mmask32 {
        unsafe { _mm512_test_epi16_mask(self.0, self.0) }
    }

    #[inline(always)]
    fn same(self, other: Self) -> __mmask32 {
        unsafe { _mm512_cmpeq_epi16_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn above(self, other: Self) -> __mmask32 {
        unsafe { _mm512_cmpgt_epu16_mask(self.0, other.0) }
    }

    #[inline(always)]
    fn both(one: __mmask32, other: __mmask32) -> __mmask32 {
        one & other
    }

    #[inline(always)]
    fn either(one: __mmask32, other: __mmask32) -> __mmask32 {
        one | other
    }

    #[inline(always)]
    fn keep(self, mask: __mmask32) -> Self {
        unsafe { Self(_mm512_maskz_mov_epi16(mask, self.0)) }
    }

    #[inline(always)]
    fn drop(self, mask: __mmask32) -> Self {
        unsafe { Self(_mm512_maskz_mov_epi16(!mask, self.0)) }
    }

    #[inline(always)]
    fn add_where(self, mask: __mmask32, value: u16) -> Self {
        unsafe { Self(_mm512_mask_add_epi16(self.0, mask, self.0, Self::splat(value).0)) }
    }

    #[inline(always)]
    fn add_unless(self, mask: __mmask32, value: u16) -> Self {
        self.add_where(!mask, value)
    }

    #[inline(always)]
    fn select(mask: __mmask32, yes: Self, no: Self) -> Self {
        unsafe { Self(_mm512_mask_mov_epi16(no.0, mask, yes.0)) }
    }
}
