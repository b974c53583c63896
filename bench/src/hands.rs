//! The hands that everybody ranks: the same ones in every run.

use cardroom_cards::{Card, CardSet};

/// Enough that no branch predictor learns them by heart, few enough to stay near the CPU.
pub const COUNT: usize = 1 << 17;

/// Batches are of this many hands: what a caller deals, ranks and looks at before it deals again. They have no branch to
/// learn, so the first [`REPEATED`] batches stand for all.
pub const BATCH: usize = 2048;
const REPEATED: usize = 8;
/// How many hands all batches together have: enough for wide registers to wake up.
pub const BATCHED: usize = 8 * COUNT;

/// Random hands, in the forms that the candidates want.
pub struct Hands {
    /// Five cards by number.
    pub five: Vec<[u8; 5]>,
    /// Seven cards by number.
    pub seven: Vec<[u8; 7]>,
    /// Hold-Out: the first one to five of these cards are held, and the board.
    pub held: Vec<Held>,
    pub boards: Vec<[u8; 4]>,
}

/// What a player kept.
pub struct Held {
    cards: [u8; 5],
    count: usize,
}

impl Held {
    #[inline(always)]
    pub fn cards(&self) -> &[u8] {
        &self.cards[..self.count]
    }
}

impl Hands {
    pub fn deal() -> Self {
        let mut random = Random(2018);
        let five = (0..COUNT).map(|_| random.deal()).collect();
        let seven = (0..COUNT).map(|_| random.deal()).collect();
        let (held, boards) = (0..COUNT)
            .map(|_| {
                let cards: [u8; 9] = random.deal();
                let (board, held) = cards.split_at(4);
                let held = Held { cards: held.try_into().unwrap(), count: 1 + random.below(5) };
                (held, <[u8; 4]>::try_from(board).unwrap())
            })
            .unzip();
        Self { five, seven, held, boards }
    }
}

/// Card numbers as our cards. All of them number cards as we do: four times the rank plus the suit.
pub fn cards<const CARDS: usize>(hand: &[u8; CARDS]) -> [Card; CARDS] {
    hand.map(|card| Card::from_index(card).unwrap())
}

pub fn set(hand: &[u8]) -> CardSet {
    hand.iter().map(|&card| Card::from_index(card).unwrap()).collect()
}

/// The batches to rank, [`BATCHED`] hands in all.
pub fn batches<T>(hands: &[T]) -> impl Iterator<Item = &[T]> {
    hands.chunks(BATCH).take(REPEATED).cycle().take(BATCHED / BATCH)
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % limit as u64) as usize
    }

    fn deal<const CARDS: usize>(&mut self) -> [u8; CARDS] {
        let mut deck: [u8; 52] = std::array::from_fn(|card| card as u8);
        std::array::from_fn(|place| {
            let other = place + self.below(52 - place);
            deck.swap(place, other);
            deck[place]
        })
    }
}
