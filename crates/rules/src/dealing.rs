//! Dealing: where each card of the deck goes, which ones may come, and what happens when the stub runs out.

use cardroom_cards::{Card, CardSet};

use crate::event::{Event, FaceDown, Sink};
use crate::game::Verb;
use crate::hand::Hand;
use crate::input::{Need, Place};
use crate::limit::Customs;
use crate::refusal::Refusal;
use crate::seat::Seat;

impl Hand {
    /// Takes the dealer's next card; `None` if it isn't known.
    ///
    /// # Errors
    /// If no card is asked for, or this one can't come now.
    #[inline]
    pub fn deal<S: Sink>(&mut self, card: Option<Card>, sink: &mut S) -> Result<(), Refusal> {
        let Need::Card(place) = self.need else {
            return Err(Refusal::NotNow { asked: "a card", need: self.need });
        };
        if let Some(card) = card {
            self.may_deal(card, place)?;
        }
        let bit = card.map_or(CardSet::EMPTY, CardSet::of);
        self.gone |= bit;
        self.stub = self.stub.saturating_sub(1);
        self.left = self.left.saturating_sub(1);
        match place {
            Place::Hole(seat) => {
                self.held[seat].push(card, bit);
                sink.event(Event::Dealt { seat, card: FaceDown::new(card) });
                self.after_hole_card(seat, sink);
            }
            Place::Burn => {
                sink.event(Event::Burned { card: FaceDown::new(card) });
                self.next_step(sink);
            }
            Place::Board => {
                self.board.push(card, bit);
                sink.event(Event::Board { card });
                if self.left == 0 {
                    self.next_step(sink);
                } else {
                    self.ask_for_card(Place::Board);
                }
            }
        }
        Ok(())
    }

    /// Takes cards from `next` until a player must choose, the muck must be shuffled, or the hand is over. `next` is
    /// told which cards may come.
    ///
    /// # Errors
    /// If a card can't come; those before it are dealt.
    #[inline]
    pub fn deal_from<S: Sink>(
        &mut self,
        mut next: impl FnMut(CardSet) -> Option<Card>,
        sink: &mut S,
    ) -> Result<(), Refusal> {
        while let Need::Card(place) = self.need {
            match (place, self.verb()) {
                (Place::Hole(seat), Some(&Verb::Deal(cards))) if self.deal_is_whole(seat, cards) => {
                    self.deal_round_the_table(cards, &mut next, sink)?;
                }
                (Place::Hole(seat), Some(Verb::Draw { .. })) if self.left <= self.stub => {
                    self.deal_to_one(seat, &mut next, sink)?;
                }
                (Place::Burn | Place::Board, _) if self.left <= self.stub => {
                    self.deal_to_the_middle(place, &mut next, sink)?;
                }
                _ => self.deal(next(self.may_come()), sink)?,
            }
        }
        Ok(())
    }

    /// Whether nothing of the present deal is dealt yet and the stub suffices for all of it.
    #[inline]
    fn deal_is_whole(&self, next: Seat, cards: u8) -> bool {
        self.live.first() == Some(next) && self.held[next].count() == 0 && cards <= 5 && self.left <= self.stub
    }

    /// The whole deal, card after card: what [`Hand::deal`] does for each, without asking in between.
    #[inline(always)]
    fn deal_round_the_table<S: Sink>(
        &mut self,
        cards: u8,
        next: &mut impl FnMut(CardSet) -> Option<Card>,
        sink: &mut S,
    ) -> Result<(), Refusal> {
        let mut gone = self.gone;
        for place in 0..cards {
            for seat in self.live {
                let card = next(!gone);
                let bit = card.map_or(CardSet::EMPTY, CardSet::of);
                if let Some(card) = card
                    && !(gone & bit).is_empty()
                {
                    self.stop_the_deal(seat, gone);
                    return Err(Refusal::CardIsOut { card });
                }
                gone |= bit;
                self.held[seat].put(place, card, bit);
                sink.event(Event::Dealt { seat, card: FaceDown::new(card) });
            }
        }
        self.gone = gone;
        self.stub = self.stub.saturating_sub(self.left);
        self.left = 0;
        self.next_step(sink);
        Ok(())
    }

    /// The cards that one player drew, or what is left of them.
    #[inline(always)]
    fn deal_to_one<S: Sink>(
        &mut self,
        seat: Seat,
        next: &mut impl FnMut(CardSet) -> Option<Card>,
        sink: &mut S,
    ) -> Result<(), Refusal> {
        for dealt in 0..self.left {
            let card = next(!(self.gone | self.thrown[seat]));
            let bit = card.map_or(CardSet::EMPTY, CardSet::of);
            if let Some(card) = card
                && let Err(refusal) = self.may_deal(card, Place::Hole(seat))
            {
                self.stop_at(Place::Hole(seat), dealt);
                return Err(refusal);
            }
            self.gone |= bit;
            self.held[seat].push(card, bit);
            sink.event(Event::Dealt { seat, card: FaceDown::new(card) });
        }
        self.stub = self.stub.saturating_sub(self.left);
        self.left = 0;
        self.served(seat, sink);
        Ok(())
    }

    /// Burns and boards, card after card, until a step asks for something else. What [`Hand::deal`] does for each,
    /// without asking in between: no hand is tabled and no player has a turn before a board is whole.
    #[inline(always)]
    fn deal_to_the_middle<S: Sink>(
        &mut self,
        mut place: Place,
        next: &mut impl FnMut(CardSet) -> Option<Card>,
        sink: &mut S,
    ) -> Result<(), Refusal> {
        while self.left <= self.stub {
            for dealt in 0..self.left {
                let card = next(!self.gone);
                let bit = card.map_or(CardSet::EMPTY, CardSet::of);
                if let Some(card) = card
                    && !(self.gone & bit).is_empty()
                {
                    self.stop_at(place, dealt);
                    return Err(Refusal::CardIsOut { card });
                }
                self.gone |= bit;
                if place == Place::Burn {
                    sink.event(Event::Burned { card: FaceDown::new(card) });
                } else {
                    self.board.push(card, bit);
                    sink.event(Event::Board { card });
                }
            }
            self.stub = self.stub.saturating_sub(self.left);
            self.step = self.step.wrapping_add(1);
            (place, self.left) = match self.verb() {
                Some(Verb::Burn) => (Place::Burn, 1),
                Some(&Verb::Board(cards, _)) => (Place::Board, cards),
                _ => {
                    self.left = 0;
                    self.begin_step(sink);
                    return Ok(());
                }
            };
        }
        self.ask_for_card(place);
        Ok(())
    }

    /// A card of the deal was refused: the counts are brought up to what was dealt, and `seat` is asked again.
    #[cold]
    fn stop_the_deal(&mut self, seat: Seat, gone: CardSet) {
        self.gone = gone;
        let dealt = self.live.iter().map(|seat| self.held[seat].count() as u8).sum::<u8>();
        self.stop_at(Place::Hole(seat), dealt);
    }

    /// So many cards of the step came before one that can't: it is asked for again.
    #[cold]
    fn stop_at(&mut self, place: Place, dealt: u8) {
        self.left = self.left.saturating_sub(dealt);
        self.stub = self.stub.saturating_sub(dealt);
        self.ask_for_card(place);
    }

    /// The muck has been shuffled and is the stub now (APT, Reshuffling). Where somebody else's customs are recorded it
    /// may come a card sooner for each draw: theirs may burn one, of which a record needn't tell, and shuffle those in
    /// as well.
    ///
    /// # Errors
    /// If the stub hasn't run out, or in a recorded hand holds more cards than there were draws.
    pub fn reshuffle<S: Sink>(&mut self, sink: &mut S) -> Result<(), Refusal> {
        let cards = match self.need {
            Need::Reshuffle { cards } => cards,
            Need::Card(Place::Hole(_)) if self.spread.customs == Customs::Recorded && self.stub <= self.draws => {
                self.muck_count.saturating_add(self.stub)
            }
            need => return Err(Refusal::NotNow { asked: "a reshuffle", need }),
        };
        self.gone -= self.muck;
        self.muck = CardSet::EMPTY;
        self.muck_count = 0;
        self.stub = cards;
        sink.event(Event::Reshuffled { cards });
        if let Some(seat) = self.waiting.first() {
            self.ask_for_card(Place::Hole(seat));
        }
        Ok(())
    }

    /// Which cards the next one dealt may be, as far as is known.
    ///
    /// A dealer that draws from this set never deals a card twice, and after a reshuffle passes over those that
    /// the player being served has just thrown away.
    #[inline]
    pub fn may_come(&self) -> CardSet {
        match self.need {
            Need::Card(Place::Hole(seat)) => !(self.gone | self.thrown[seat]),
            Need::Card(_) => !self.gone,
            Need::Reshuffle { .. } => self.muck,
            _ => CardSet::EMPTY,
        }
    }

    /// Puts cards into the muck, where only a reshuffle finds them.
    pub(crate) fn add_to_muck(&mut self, known: CardSet, count: usize) {
        self.muck |= known;
        self.muck_count = self.muck_count.wrapping_add(count as u8);
    }

    /// Asks for the next card, or first for a shuffle of the muck if the stub has run out.
    #[inline]
    pub(crate) fn ask_for_card(&mut self, place: Place) {
        self.need = if self.stub == 0 { Need::Reshuffle { cards: self.muck_count } } else { Need::Card(place) };
    }

    #[inline]
    pub(crate) fn ask_hole(&mut self, seat: Option<Seat>) {
        if let Some(seat) = seat {
            self.ask_for_card(Place::Hole(seat));
        }
    }

    #[inline]
    fn may_deal(&self, card: Card, place: Place) -> Result<(), Refusal> {
        if self.gone.contains(card) {
            return Err(Refusal::CardIsOut { card });
        }
        match place {
            Place::Hole(seat) if self.thrown[seat].contains(card) => Err(Refusal::JustThrown { card, seat }),
            _ => Ok(()),
        }
    }
}
