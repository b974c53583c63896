//! Suits have no order: which deals are the same but for the names of the suits, and an index of all hands that way.

use cardroom_cards::CardSet;

/// All orders of the four suits.
const ORDERS: [[u32; 4]; 24] = {
    let mut orders = [[0; 4]; 24];
    let mut found = 0;
    let mut code = 0;
    while code < 256 {
        let order = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
        let all = 1_u32 << order[0] | 1 << order[1] | 1 << order[2] | 1 << order[3];
        if all == 15 {
            orders[found] = order;
            found += 1;
        }
        code += 1;
    }
    orders
};

/// The least way to write these sets with the suits renamed: the same for all that differ only in suits.
pub(crate) fn least(sets: &[CardSet]) -> Vec<u64> {
    let renamed = |order: &[u32; 4]| sets.iter().map(|set| rename(set.bits(), order)).collect::<Vec<_>>();
    ORDERS.iter().map(renamed).min().unwrap_or_default()
}

fn rename(bits: u64, order: &[u32; 4]) -> u64 {
    (0..4).fold(0, |renamed, suit| renamed | (bits >> (16 * suit) & 0x1fff) << (16 * order[suit as usize]))
}
