//! A table of players who do anything legal with equal chance, and a dealer for them.
//!
//! What the engine is timed and checked with: `simulate` runs it by the million.

use cardroom_cards::{Card, CardSet, Rank, Suit};
use cardroom_rules::{Action, Chips, Choices, Hand, Legal, Need, Refusal, Seat, Sink, Throw};
use rand::Rng;

/// A deck that is shuffled as far as it is dealt, a few cards ahead.
pub(crate) struct Dealer {
    /// Room for 64, so that a masked index is always inside; the last twelve places are never dealt.
    deck: [Card; 64],
    next: usize,
    /// How far the deck is shuffled.
    shuffled: usize,
    end: usize,
    reshuffled: bool,
}

/// How many cards one random number places: the product of ten bounds up to 52 leaves room in 64 bits.
const AT_ONCE: usize = 10;

impl Dealer {
    pub(crate) fn new() -> Self {
        let mut deck = [Card::new(Rank::Two, Suit::Clubs); 64];
        deck.iter_mut().zip(Card::all()).for_each(|(place, card)| *place = card);
        Self { deck, next: 0, shuffled: 0, end: Card::COUNT, reshuffled: false }
    }

    /// Begins a hand with all 52 cards. Whatever order they lie in, drawing at random shuffles them.
    fn gather(&mut self) {
        if self.reshuffled {
            *self = Self::new();
        }
        self.next = 0;
        self.shuffled = 0;
    }

    /// The muck becomes the deck.
    fn reshuffle(&mut self, muck: CardSet) {
        self.reshuffled = true;
        self.next = 0;
        self.end = muck.len();
        self.deck.iter_mut().zip(muck).for_each(|(place, card)| *place = card);
    }

    #[inline(always)]
    fn next(&mut self, may_come: CardSet, rng: &mut impl Rng) -> Option<Card> {
        if self.reshuffled {
            return self.draw_from(may_come, rng);
        }
        let place = self.next;
        if place == self.shuffled {
            self.shuffle_ahead(rng);
        }
        self.next = place + 1;
        Some(self.deck[place & 63])
    }

    /// Fisher-Yates for the next few places. One random number is read as digits of mixed base: each bound takes
    /// the whole part of a product and leaves the fraction to the next one. A last fraction that would favour some
    /// choice is thrown away and all is done again, on a deck whose order doesn't matter, so every order is equally
    /// likely.
    #[inline(never)]
    fn shuffle_ahead(&mut self, rng: &mut impl Rng) {
        let first = self.shuffled;
        let places = (Card::COUNT - first).min(AT_ONCE);
        loop {
            let (mut fraction, mut product) = (rng.next_u64(), 1);
            for place in first..first + places {
                let bound = (Card::COUNT - place) as u64;
                let wide = u128::from(fraction) * u128::from(bound);
                self.deck.swap(place & 63, (place + (wide >> 64) as usize) & 63);
                fraction = wide as u64;
                product *= bound;
            }
            if fraction >= product || fraction >= product.wrapping_neg() % product {
                break;
            }
        }
        self.shuffled = first + places;
    }

    /// The first card in a random order that the player being served may have; others stay for the next player.
    #[inline(never)]
    fn draw_from(&mut self, allowed: CardSet, rng: &mut impl Rng) -> Option<Card> {
        for place in self.next..self.end {
            let pick = place + below(rng, (self.end - place) as u32) as usize;
            self.deck.swap(place, pick);
            if allowed.contains(self.deck[place]) {
                self.deck.swap(self.next, place);
                self.next += 1;
                return Some(self.deck[self.next - 1]);
            }
        }
        None
    }
}

/// Plays a hand to its end and returns how many choices players made. `watch` sees the hand after every step.
#[inline]
pub(crate) fn play<S: Sink>(
    hand: &mut Hand,
    dealer: &mut Dealer,
    rng: &mut impl Rng,
    sink: &mut S,
    mut watch: impl FnMut(&Hand),
) -> Result<u64, Refusal> {
    let mut actions = 0;
    dealer.gather();
    loop {
        hand.deal_from(|may_come| dealer.next(may_come, rng), sink)?;
        match hand.need() {
            Need::Act(seat) => {
                actions += 1;
                hand.act(seat, bet(hand.choices_now(), rng), sink)?;
            }
            Need::Reshuffle { .. } => {
                dealer.reshuffle(hand.may_come());
                hand.reshuffle(sink)?;
            }
            Need::Nothing => return Ok(actions),
            need => {
                actions += u64::from(!matches!(need, Need::Show(_)));
                let (seat, action) = choose(hand, rng);
                hand.act(seat, action, sink)?;
            }
        }
        watch(hand);
    }
}

/// Fold, stay in or raise with equal chance, as far as they are legal, and any amount with equal chance.
#[inline(always)]
fn bet(choices: &Choices, rng: &mut impl Rng) -> Action {
    let raise = choices.raise();
    match (below(rng, 2 + u32::from(raise.is_ok())), raise) {
        (0, _) => Action::Fold,
        (2, Ok(range)) => {
            let width = (range.max_to - range.min_to).get().min(u64::from(u32::MAX) - 1) as u32 + 1;
            Action::RaiseTo(range.min_to + Chips::new(u64::from(below(rng, width))))
        }
        _ if choices.call().is_some() => Action::Call,
        _ => Action::Check,
    }
}

/// Any legal action: first its kind, then its amount or cards, each with equal chance.
fn choose(hand: &Hand, rng: &mut impl Rng) -> (Seat, Action) {
    match hand.legal() {
        Legal::Bet { seat, choices } => (seat, bet(&choices, rng)),
        Legal::Discard { seat, most, .. } => (seat, Action::Discard(some_cards(hand, seat, most, rng))),
        Legal::Draw { seat, most, .. } => (seat, Action::Draw(some_cards(hand, seat, most, rng))),
        Legal::Show { seat, may_muck } => {
            (seat, if may_muck && below(rng, 2) == 0 { Action::Muck } else { Action::Show(CardSet::EMPTY) })
        }
        Legal::Nothing => unreachable!("the hand waits for a player"),
    }
}

fn some_cards(hand: &Hand, seat: Seat, most: usize, rng: &mut impl Rng) -> Throw {
    let mut left = hand.cards_of(seat);
    let mut thrown = CardSet::EMPTY;
    for _ in 0..below(rng, most as u32 + 1) {
        if let Some(card) = left.iter().nth(below(rng, left.len() as u32) as usize) {
            left.remove(card);
            thrown.insert(card);
        }
    }
    thrown.into()
}

/// A number below `bound`, each as likely as the others but for one part in four billion.
#[inline]
fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    (((rng.next_u64() >> 32) * u64::from(bound)) >> 32) as u32
}
