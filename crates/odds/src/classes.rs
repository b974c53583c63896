//! Five-card hands that are played alike: one number for all hands that differ only in the names of suits.
//!
//! There are 134,459 of those; where suits can't matter, 6,175 sets of ranks. Each class has one hand that stands for
//! it, and which cards are kept is written as five bits over that hand's cards, lowest bit first.

use std::sync::LazyLock;

use cardroom_cards::{CardSet, Rank, Suit};

/// All classes of one kind.
pub(crate) struct Classes {
    ranks_only: bool,
    /// The hand that stands for each class.
    hands: Vec<CardSet>,
    /// Where each is: open addressing by [`slot`], `u32::MAX` where nothing is.
    slots: Vec<u32>,
    /// How many of the 2,598,960 hands are in each class.
    sizes: Vec<u32>,
}

const SLOTS: usize = 1 << 18;

static SUITED: LazyLock<Classes> = LazyLock::new(|| Classes::new(false));
static RANKS: LazyLock<Classes> = LazyLock::new(|| Classes::new(true));

/// A hand seen through its class: which of its suits stands for which.
#[derive(Clone, Copy)]
pub(crate) struct View {
    /// The hand that stands for the class.
    pub(crate) hand: CardSet,
    /// The actual suit of each suit of that hand; meaningless where suits don't matter.
    suits: [u32; 4],
}

impl Classes {
    pub(crate) fn get(ranks_only: bool) -> &'static Self {
        if ranks_only { &RANKS } else { &SUITED }
    }

    fn new(ranks_only: bool) -> Self {
        let mut hands = Vec::with_capacity(if ranks_only { 6175 } else { 134_459 });
        standing(ranks_only, &mut [0; 4], 0, 5, &mut hands);
        hands.sort_unstable();
        let mut slots = vec![u32::MAX; SLOTS];
        for (place, &hand) in hands.iter().enumerate() {
            let mut slot = slot(hand);
            while slots[slot] != u32::MAX {
                slot = (slot + 1) % SLOTS;
            }
            slots[slot] = place as u32;
        }
        let sizes = hands.iter().map(|&hand| size(ranks_only, hand)).collect();
        Self { ranks_only, hands, slots, sizes }
    }

    pub(crate) fn len(&self) -> usize {
        self.hands.len()
    }

    pub(crate) fn hand(&self, class: usize) -> CardSet {
        self.hands[class]
    }

    pub(crate) fn size(&self, class: usize) -> u32 {
        self.sizes[class]
    }

    /// The hand that stands for this one's class, and how its suits are named.
    #[inline]
    pub(crate) fn view(&self, hand: CardSet) -> View {
        let bits = hand.bits();
        let [c, d, h, s] = [bits & 0x1fff, bits >> 16 & 0x1fff, bits >> 32 & 0x1fff, bits >> 48];
        if self.ranks_only {
            // Each rank's cards sink to the lowest suits: a sorting network on all columns at once.
            let (c, d) = (c | d, c & d);
            let (h, s) = (h | s, h & s);
            let (c, h) = (c | h, c & h);
            let (d, s) = (d | s, d & s);
            let (d, h) = (d | h, d & h);
            return View { hand: from_suits([c, d, h, s]), suits: [0, 1, 2, 3] };
        }
        // Largest suit first; the suit's number rides along in the low bits.
        let sort = |a: u64, b: u64| (a.max(b), a.min(b));
        let [c, d, h, s] = [c << 2, d << 2 | 1, h << 2 | 2, s << 2 | 3];
        let ((c, d), (h, s)) = (sort(c, d), sort(h, s));
        let ((c, h), (d, s)) = (sort(c, h), sort(d, s));
        let (d, h) = sort(d, h);
        let sorted = [c, d, h, s];
        View { hand: from_suits(sorted.map(|suit| suit >> 2)), suits: sorted.map(|suit| suit as u32 & 3) }
    }

    /// The class of the hand that stands for it.
    #[inline]
    pub(crate) fn of(&self, view: View) -> usize {
        let mut slot = slot(view.hand);
        loop {
            let class = self.slots[slot] as usize;
            if self.hands.get(class).is_none_or(|&hand| hand == view.hand) {
                return class;
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// Each class's hand and what belongs to it, where [`find`] looks for it.
    pub(crate) fn beside(&self, values: &[CardSet]) -> Vec<(CardSet, CardSet)> {
        let found = |&class: &u32| {
            let class = class as usize;
            self.hands.get(class).zip(values.get(class)).map_or_else(Default::default, |(&hand, &value)| (hand, value))
        };
        self.slots.iter().map(found).collect()
    }

    /// The hand's own cards in the order of those of the hand that stands for it, lowest bit first.
    #[inline]
    pub(crate) fn in_order(&self, view: View, hand: CardSet) -> [u64; 5] {
        let mut order = [0; 5];
        let mut left = view.hand.bits();
        let mut taken = 0;
        for card in &mut order {
            let place = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            *card = if self.ranks_only {
                let same = hand.bits() & (0x0001_0001_0001_0001 << (place % 16)) & !taken;
                same & same.wrapping_neg()
            } else {
                1 << (16 * view.suits[place as usize / 16 % 4] + place % 16)
            };
            taken |= *card;
        }
        order
    }

    /// The actual cards of a hand that some cards of the hand that stands for it stand for.
    #[inline]
    pub(crate) fn actual(&self, view: View, kept: CardSet, hand: CardSet) -> CardSet {
        let bits = kept.bits();
        let all = if self.ranks_only {
            let mut left = bits;
            let mut taken = 0;
            while left != 0 {
                let column = 0x0001_0001_0001_0001 << (left.trailing_zeros() % 16);
                let same = hand.bits() & column & !taken;
                taken |= same & same.wrapping_neg();
                left &= left - 1;
            }
            taken
        } else {
            let suit = |place: usize| (bits >> (16 * place) & 0x1fff) << (16 * view.suits[place]);
            suit(0) | suit(1) | suit(2) | suit(3)
        };
        CardSet::from_bits(all).unwrap_or_default()
    }
}

/// What belongs to the class of a hand, in a list made by [`Classes::beside`].
#[inline]
pub(crate) fn find(list: &[(CardSet, CardSet)], view: View) -> CardSet {
    let mut slot = slot(view.hand);
    loop {
        let (hand, value) = list[slot % SLOTS];
        if hand == view.hand || hand.is_empty() {
            return value;
        }
        slot += 1;
    }
}

/// Finds the hands that stand for the classes: suits from the largest to the smallest, or, where suits don't matter,
/// each a part of the one before.
fn standing(ranks_only: bool, suits: &mut [u64; 4], suit: usize, left: u32, hands: &mut Vec<CardSet>) {
    if suit == 4 {
        if left == 0 {
            hands.push(from_suits(*suits));
        }
        return;
    }
    let most = if suit == 0 { 0x1fff } else { suits[suit - 1] };
    for ranks in (0..=most).filter(|ranks| ranks.count_ones() <= left && (!ranks_only || ranks & !most == 0)) {
        suits[suit] = ranks;
        // What is left must fit into suits that are no larger.
        if suit < 3 || ranks.count_ones() == left {
            standing(ranks_only, suits, suit + 1, left - ranks.count_ones(), hands);
        }
    }
}

/// How many hands differ from this one only as hands of a class do.
fn size(ranks_only: bool, hand: CardSet) -> u32 {
    let suits = Suit::ALL.map(|suit| hand.ranks_in(suit));
    if ranks_only {
        let of_rank = |rank| [1, 4, 6, 4, 1][(hand & CardSet::of_rank(rank)).len()];
        return Rank::ALL.map(of_rank).iter().product();
    }
    // Orders of the suits, less those that only swap equal ones.
    let equal = suits.chunk_by(|a, b| a == b).map(|group| [1, 1, 2, 6, 24][group.len()]);
    24 / equal.product::<u32>()
}

/// The cards of a hand that five bits choose, lowest card bit first.
pub(crate) fn chosen(hand: CardSet, choice: u8) -> CardSet {
    let mut left = hand.bits();
    let mut bits = 0;
    let mut place = 0;
    while left != 0 {
        bits |= (left & left.wrapping_neg()) * u64::from(choice >> place & 1);
        left &= left - 1;
        place += 1;
    }
    CardSet::from_bits(bits).unwrap_or_default()
}

#[inline(always)]
fn from_suits([c, d, h, s]: [u64; 4]) -> CardSet {
    CardSet::from_bits(c | d << 16 | h << 32 | s << 48).unwrap_or_default()
}

#[inline(always)]
fn slot(hand: CardSet) -> usize {
    (hand.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 46) as usize
}

#[cfg(test)]
mod tests {
    use super::{Classes, chosen};
    use cardroom_cards::CardSet;

    #[test]
    fn there_are_as_many_classes_as_combinatorics_says() {
        for (ranks_only, count) in [(false, 134_459), (true, 6175)] {
            let classes = Classes::get(ranks_only);
            assert_eq!(classes.len(), count);
            assert_eq!((0..count).map(|class| u64::from(classes.size(class))).sum::<u64>(), 2_598_960);
            for class in 0..count {
                let hand = classes.hand(class);
                assert_eq!(classes.of(classes.view(hand)), class);
            }
        }
    }

    #[test]
    fn kept_cards_come_back_as_cards_of_the_hand() {
        for ranks_only in [false, true] {
            let classes = Classes::get(ranks_only);
            for hand in CardSet::FULL.subsets(5).step_by(997) {
                let view = classes.view(hand);
                for bits in 0..32 {
                    let kept = classes.actual(view, chosen(view.hand, bits), hand);
                    assert!(hand.is_superset(kept));
                    assert_eq!(kept.len(), bits.count_ones() as usize);
                }
                assert_eq!(classes.actual(view, view.hand, hand), hand);
                let order = classes.in_order(view, hand);
                assert_eq!(order.iter().fold(0, |all, card| all | card), hand.bits());
                let first = classes.actual(view, chosen(view.hand, 0b0_0001), hand);
                assert_eq!(first.bits(), order[0]);
            }
        }
    }
}
