//! A table of players who do anything legal with equal chance, and a dealer for them.
//!
//! What the engine is timed and checked with: `simulate` runs it by the million.

use cardroom_cards::{Card, CardSet, Rank, Suit};
use cardroom_rules::{Action, Chips, Hand, Legal, Need, Refusal, Seat, Sink, Throw};
use rand::{Rng, RngExt};

/// A deck that is shuffled as far as it is dealt.
pub(crate) struct Dealer {
    deck: [Card; Card::COUNT],
    next: usize,
    end: usize,
    reshuffled: bool,
}

impl Dealer {
    pub(crate) fn new() -> Self {
        let mut deck = [Card::new(Rank::Two, Suit::Clubs); Card::COUNT];
        deck.iter_mut().zip(Card::all()).for_each(|(place, card)| *place = card);
        Self { deck, next: 0, end: Card::COUNT, reshuffled: false }
    }

    /// Begins a hand with all 52 cards. Whatever order they lie in, drawing at random shuffles them.
    fn gather(&mut self) {
        if self.reshuffled {
            *self = Self::new();
        }
        self.next = 0;
    }

    /// The muck becomes the deck.
    fn reshuffle(&mut self, muck: CardSet) {
        self.reshuffled = true;
        self.next = 0;
        self.end = muck.len();
        self.deck.iter_mut().zip(muck).for_each(|(place, card)| *place = card);
    }

    #[inline]
    fn draw(&mut self, rng: &mut impl Rng) -> Option<Card> {
        let left = self.end - self.next;
        let place = self.next + below(rng, left as u32) as usize;
        let card = *self.deck.get(place)?;
        self.deck.swap(self.next, place);
        self.next += 1;
        Some(card)
    }

    /// The first card in a random order that the player being served may have; others stay for the next player.
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
        match hand.need() {
            Need::Card(_) if !dealer.reshuffled => hand.deal(dealer.draw(rng), sink)?,
            Need::Card(_) => hand.deal(dealer.draw_from(hand.may_come(), rng), sink)?,
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

/// Any legal action: first its kind, then its amount or cards, each with equal chance.
#[inline]
fn choose(hand: &Hand, rng: &mut impl Rng) -> (Seat, Action) {
    match hand.legal() {
        Legal::Bet { seat, choices } => {
            let stay = if choices.call.is_some() { Action::Call } else { Action::Check };
            let action = match (choices.raise, below(rng, 2 + u32::from(choices.raise.is_ok()))) {
                (_, 0) => Action::Fold,
                (Ok(range), 2) => {
                    let width = (range.max_to - range.min_to).get().min(u64::from(u32::MAX) - 1) as u32 + 1;
                    Action::RaiseTo(range.min_to + Chips::new(u64::from(below(rng, width))))
                }
                _ => stay,
            };
            (seat, action)
        }
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

#[inline]
fn below(rng: &mut impl Rng, bound: u32) -> u32 {
    if bound > 1 { rng.random_range(0..bound) } else { 0 }
}
