//! The dealer of a case: gives the cards that the case names, and any other where it names none.

use std::collections::VecDeque;

use cardroom_cards::{Card, CardSet, ParseCards};
use cardroom_rules::{Hand, MOST_SEATS, Need, Place, Seat};

/// Cards named in advance, by where they go.
#[derive(Default)]
pub(super) struct Dealer {
    holes: [VecDeque<Card>; MOST_SEATS],
    draws: [VecDeque<Card>; MOST_SEATS],
    board: VecDeque<Card>,
    /// What each player is to hold, or to keep where more is dealt.
    pub(super) holds: [CardSet; MOST_SEATS],
    dealt: [usize; MOST_SEATS],
    reserved: CardSet,
}

impl Dealer {
    /// `holds AsAh KsKh - QsQh`: each player's cards in order; `-` is any.
    pub(super) fn set_holds(&mut self, words: &[&str]) -> Result<(), String> {
        for (place, word) in words.iter().enumerate().filter(|(_, word)| **word != "-") {
            let cards = self.reserve(word)?;
            let hole = self.holes.get_mut(place).ok_or("more hands than seats")?;
            self.holds[place] = cards.iter().copied().collect();
            hole.extend(cards);
        }
        Ok(())
    }

    /// `board 2c3d7h8sTc`
    pub(super) fn set_board(&mut self, cards: &str) -> Result<(), String> {
        let cards = self.reserve(cards)?;
        self.board.extend(cards);
        Ok(())
    }

    /// `p1 will draw 5c6c`
    pub(super) fn set_draws(&mut self, seat: Seat, cards: &str) -> Result<(), String> {
        let cards = self.reserve(cards)?;
        self.draws[seat.index()].extend(cards);
        Ok(())
    }

    /// The next card, by what the hand asks for.
    pub(super) fn next(&mut self, hand: &Hand) -> Result<Card, String> {
        let named = match hand.need() {
            Need::Card(Place::Hole(seat)) => {
                let place = seat.index();
                self.dealt[place] += 1;
                let dealing = self.dealt[place] <= hand.spread().game().cards_dealt();
                let queue = if dealing { &mut self.holes } else { &mut self.draws };
                queue[place].pop_front()
            }
            Need::Card(Place::Board) => self.board.pop_front(),
            _ => None,
        };
        if let Some(card) = named {
            self.reserved.remove(card);
            return Ok(card);
        }
        let free = hand.may_come() - self.reserved;
        free.iter().next().ok_or_else(|| "the case names so many cards that none is left to deal".to_owned())
    }

    fn reserve(&mut self, text: &str) -> Result<Vec<Card>, String> {
        let cards = ParseCards::new(text).collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
        match cards.iter().find(|&&card| !self.reserved.insert(card)) {
            Some(card) => Err(format!("{card} is named twice")),
            None => Ok(cards),
        }
    }
}
