//! A player's own copy of a hand, put together from the public record and the cards that this player alone saw: nothing
//! else tells them apart, so nobody has to keep the rest twice.

use cardroom_cards::Card;
use cardroom_rules::{Event, Seat, Seen, Viewer};

use crate::entry::{Cards, Entry};
use crate::record::Record;

/// The cards of a hand that one player alone saw, in the order in which a record names them: those it was dealt and those
/// it threw.
pub fn own_cards(events: &[Event], seat: Seat) -> Vec<Card> {
    let mut own = Vec::new();
    for event in events {
        match event.seen_by(Viewer::Seat(seat)) {
            Seen::Dealt { seat: to, card } if to == seat => own.extend(card),
            Seen::Discarded { seat: by, thrown } | Seen::Drew { seat: by, thrown } if by == seat => {
                own.extend(thrown.iter().flatten());
            }
            _ => {}
        }
    }
    own
}

impl Record<'_> {
    /// Writes a player's [`own_cards`] where the record has only places for them; `false`, and nothing is changed, if
    /// they aren't as many as those.
    ///
    /// ```
    /// use cardroom_cards::Card;
    /// use cardroom_history::Record;
    /// use cardroom_rules::Seat;
    ///
    /// let text = "variant = 'NT'\nante_trimming_status = true\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\n\
    ///     min_bet = 2\nstarting_stacks = [10, 20]\nactions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']\n";
    /// let mut record = Record::read(text)?;
    /// let cards: Vec<Card> = ["As", "Kd"].iter().map(|card| card.parse()).collect::<Result<_, _>>()?;
    /// assert!(record.fill_in(Seat::new(0).unwrap(), &cards));
    /// assert!(record.to_phh().contains("'d dh p1 AsKd', 'd dh p2 ????'"));
    /// assert!(!record.fill_in(Seat::new(1).unwrap(), &cards[1..]), "there are two places");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fill_in(&mut self, seat: Seat, cards: &[Card]) -> bool {
        let unknown: usize =
            places(&mut self.entries, seat).map(|cards| cards.iter().filter(Option::is_none).count()).sum();
        if unknown != cards.len() {
            return false;
        }
        let mut own = cards.iter();
        for cards in places(&mut self.entries, seat) {
            *cards = Cards::of(cards.iter().map(|card| card.or_else(|| own.next().copied())));
        }
        true
    }
}

/// Where a record has cards of a player's that not everybody saw.
fn places(entries: &mut [Entry], seat: Seat) -> impl Iterator<Item = &mut Cards> {
    entries.iter_mut().filter_map(move |entry| match entry {
        Entry::Hole { seat: whose, cards } | Entry::Throw { seat: whose, cards } if *whose == seat => Some(cards),
        _ => None,
    })
}
