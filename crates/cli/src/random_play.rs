//! A table of players who do anything legal with equal chance, and a dealer for them.
//!
//! What the engine is timed and checked with: `simulate` runs it by the million.

use std::hint::select_unpredictable;

use cardroom_cards::{Card, CardSet, Rank, Suit};
use cardroom_rules::{Action, Chips, Choices, Hand, Legal, Lineup, Need, Refusal, Seat, Sink, Throw};
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

/// How many last fractions would favour some choice of the cards from `first` on: what is left of 2⁶⁴ after division by
/// the product of the bounds.
const fn favouring(first: usize) -> u64 {
    let (mut place, mut product) = (first, 1_u64);
    while place < Card::COUNT && place < first + AT_ONCE {
        product *= (Card::COUNT - place) as u64;
        place += 1;
    }
    product.wrapping_neg() % product
}

impl Dealer {
    pub(crate) fn new() -> Self {
        let mut deck = [Card::new(Rank::Two, Suit::Clubs); 64];
        deck.iter_mut().zip(Card::all()).for_each(|(place, card)| *place = card);
        Self { deck, next: 0, shuffled: 0, end: Card::COUNT, reshuffled: false }
    }

    /// Begins a hand with all 52 cards. Whatever order they lie in, drawing at random shuffles them.
    #[inline(never)]
    pub(crate) fn gather(&mut self, rng: &mut impl Rng) {
        if self.reshuffled {
            *self = Self::new();
        }
        self.next = 0;
        // Nearly every hand takes this many cards. The two random numbers don't wait for each other.
        self.shuffle_from::<0>(rng);
        self.shuffle_from::<10>(rng);
    }

    /// The muck becomes the deck.
    pub(crate) fn reshuffle(&mut self, muck: CardSet) {
        self.reshuffled = true;
        self.next = 0;
        self.shuffled = 0;
        self.end = muck.len();
        self.deck.iter_mut().zip(muck).for_each(|(place, card)| *place = card);
    }

    #[inline(always)]
    pub(crate) fn next(&mut self, may_come: CardSet, rng: &mut impl Rng) -> Card {
        let place = self.next;
        if place == self.shuffled {
            self.find_next(may_come, rng);
        }
        self.next = place + 1;
        self.deck[place & 63]
    }

    /// Puts a card that may come on top: any from a whole deck, one by one from a shuffled muck. There always is one: a
    /// stub that ran out left as many cards in the muck as were drawn, and nobody has thrown away all of them.
    #[cold]
    #[inline(never)]
    fn find_next(&mut self, may_come: CardSet, rng: &mut impl Rng) {
        if self.reshuffled {
            assert!(self.draw_from(may_come, rng), "nothing in the muck may come");
        } else {
            self.shuffle_ahead(rng);
        }
    }

    /// Shuffles the next few places.
    #[inline(never)]
    fn shuffle_ahead(&mut self, rng: &mut impl Rng) {
        match self.shuffled {
            0 => self.shuffle_from::<0>(rng),
            10 => self.shuffle_from::<10>(rng),
            20 => self.shuffle_from::<20>(rng),
            30 => self.shuffle_from::<30>(rng),
            40 => self.shuffle_from::<40>(rng),
            _ => self.shuffle_from::<50>(rng),
        }
    }

    /// Fisher-Yates for a few places from the first on. One random number is read as digits of mixed base: each bound
    /// takes the whole part of a product and leaves the fraction to the next one. A last fraction that would favour some
    /// choice is thrown away and all is done again, on a deck whose order doesn't matter, so every order is equally
    /// likely.
    #[inline(always)]
    fn shuffle_from<const FIRST: usize>(&mut self, rng: &mut impl Rng) {
        let end = (FIRST + AT_ONCE).min(Card::COUNT);
        loop {
            let mut fraction = rng.next_u64();
            for place in FIRST..end {
                let more;
                (more, fraction) = below(fraction, (Card::COUNT - place) as u64);
                self.deck.swap(place, (place + more as usize) & 63);
            }
            if fraction >= const { favouring(FIRST) } {
                break;
            }
        }
        self.shuffled = end;
    }

    /// The first card in a random order that the player being served may have; others stay for the next player.
    fn draw_from(&mut self, allowed: CardSet, rng: &mut impl Rng) -> bool {
        for place in self.next..self.end {
            let (more, _) = below(rng.next_u64(), (self.end - place) as u64);
            self.deck.swap(place, place + more as usize);
            if allowed.contains(self.deck[place]) {
                self.deck.swap(self.next, place);
                self.shuffled = self.next + 1;
                return true;
            }
        }
        false
    }
}

/// Plays a new hand to its end and returns how many choices players made. `watch` sees the hand after every step.
#[inline]
pub(crate) fn play<S: Sink>(
    hand: &mut Hand,
    lineup: &Lineup,
    dealer: &mut Dealer,
    rng: &mut impl Rng,
    sink: &mut S,
    mut watch: impl FnMut(&Hand),
) -> Result<u64, Refusal> {
    let mut actions = 0;
    // First, because the deck's order takes a while to be known.
    dealer.gather(rng);
    // A choice is drawn before its turn comes, so that whoever foresaw another one is sooner put right.
    let mut chance = rng.next_u64();
    hand.restart(lineup, sink);
    loop {
        hand.deal_from(|may_come| Some(dealer.next(may_come, rng)), sink)?;
        match hand.need() {
            Need::Act(seat) => {
                actions += 1;
                let next = rng.next_u64();
                hand.act(seat, bet(hand.choices_now(), chance), sink)?;
                chance = next;
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
fn bet(choices: &Choices, chance: u64) -> Action {
    let raise = choices.raise();
    // What the kind leaves of the random number chooses the amount.
    let (kind, fraction) = below(chance, 2 + u64::from(raise.is_ok()));
    match (kind, raise) {
        (0, _) => Action::Fold,
        (2, Ok(range)) => {
            let (more, _) = below(fraction, (range.max_to - range.min_to).get() + 1);
            Action::RaiseTo(range.min_to + Chips::new(more))
        }
        _ if choices.call().is_some() => Action::Call,
        _ => Action::Check,
    }
}

/// Any legal action: first its kind, then its amount or cards, each with equal chance.
fn choose(hand: &Hand, rng: &mut impl Rng) -> (Seat, Action) {
    match hand.legal() {
        Legal::Bet { seat, choices } => (seat, bet(&choices, rng.next_u64())),
        Legal::Discard { seat, most, .. } => (seat, Action::Discard(some_cards(hand, seat, most, rng))),
        Legal::Draw { seat, most, .. } => (seat, Action::Draw(some_cards(hand, seat, most, rng))),
        Legal::Show { seat, may_muck } => (
            seat,
            if may_muck && below(rng.next_u64(), 2).0 == 0 { Action::Muck } else { Action::Show(CardSet::EMPTY) },
        ),
        Legal::Nothing => unreachable!("the hand waits for a player"),
    }
}

/// Any number of cards up to `most` with equal chance, and then any cards with equal chance: each one goes with the
/// chance of those still to go among those still to be asked.
fn some_cards(hand: &Hand, seat: Seat, most: usize, rng: &mut impl Rng) -> Throw {
    let mut held = hand.cards_of(seat).bits();
    let (mut to_go, mut fraction) = below(rng.next_u64(), most as u64 + 1);
    let mut thrown = 0;
    for left in (1..=u64::from(held.count_ones())).rev() {
        let place;
        (place, fraction) = below(fraction, left);
        let goes = place < to_go;
        to_go -= u64::from(goes);
        thrown |= select_unpredictable(goes, held & held.wrapping_neg(), 0);
        held &= held - 1;
    }
    CardSet::from_bits(thrown).unwrap_or(CardSet::EMPTY).into()
}

/// Reads 64 random bits as a fraction and gives a number below `bound`, each as likely as the others but for one part in
/// 2⁶⁴ of the bound, and the fraction that is left.
#[inline]
fn below(random: u64, bound: u64) -> (u64, u64) {
    let wide = u128::from(random) * u128::from(bound);
    ((wide >> 64) as u64, wide as u64)
}
