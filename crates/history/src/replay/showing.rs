//! Hands as a record shows them: before the board is complete, at the showdown, and after it.

use cardroom_cards::CardSet;
use cardroom_rules::{Action, Need, Refusal, Seat, Sink};

use super::Replay;
use crate::entry::Entry;
use crate::error::HistoryError;

impl<S: Sink> Replay<'_, S> {
    /// Everyone shows in the record's order. A hand may be shown more than once; the last showing with cards counts.
    /// Who isn't mentioned shows what is known in full, and mucks otherwise.
    pub(super) fn showdown(&mut self) -> Result<(), HistoryError> {
        let is_past = |entry: &&Entry| entry.shower().is_some() || self.is_check_against_nobody(entry);
        self.next += self.record.entries.iter().skip(self.next).take_while(is_past).count();
        if self.next < self.record.entries.len() {
            return Err(self.waits());
        }
        let end = self.next;
        for index in 0..end {
            let Some(seat) = self.record.entries.get(index).and_then(Entry::shower) else { continue };
            self.next = index;
            self.show(seat)?;
        }
        self.next = end;
        while let Need::Show(seat) = self.hand.need() {
            let action = if self.hand.knows_all_of(seat) { Action::Show(CardSet::EMPTY) } else { Action::Muck };
            self.hand.act(seat, action, self.sink).map_err(|reason| self.refused(reason))?;
        }
        Ok(())
    }

    /// A hand without cards is mucked, unless it is shown another time; one of which only unknown cards are named, or
    /// that is shown as it was dealt, claims the pot with what is known of it.
    fn show(&mut self, seat: Seat) -> Result<(), HistoryError> {
        // A record may name it thousands of times.
        if self.looked_at.contains(seat) {
            return Ok(());
        }
        self.looked_at.insert(seat);
        let (cards, claims) = self.last_shown(seat);
        let done = if self.hand.shown().contains(seat) || self.hand.mucked().contains(seat) {
            // Tabled at the all-in, or shown before: it must be the same hand.
            let same = self.hand.mucked().contains(seat) || self.hand.cards_of(seat).is_superset(cards);
            if same { Ok(()) } else { Err(Refusal::NotHeld { seat }) }
        } else if !claims {
            self.hand.act(seat, Action::Muck, self.sink)
        } else {
            // Some of the cards may be enough: what was dealt is known already.
            self.hand.act(seat, Action::Show(cards | self.hand.cards_of(seat)), self.sink)
        };
        done.map_err(|reason| self.refused(reason))
    }

    /// A whole hand that is shown before the board is complete was tabled with all others, if everybody was all-in.
    pub(super) fn table_hand(&mut self, seat: Seat) {
        let (cards, _) = self.last_shown(seat);
        if cards.len() == self.hand.held(seat).count() {
            // Where it isn't, the showdown says what is wrong with it.
            let _ = self.hand.act(seat, Action::Show(cards), self.sink);
        }
    }

    /// The cards of a player's last showing that names any, and whether one of its showings claims the pot.
    fn last_shown(&self, seat: Seat) -> (CardSet, bool) {
        let own = self.record.entries.iter().rev().filter(|entry| entry.shower() == Some(seat));
        let (mut cards, mut claims) = (CardSet::EMPTY, false);
        for entry in own {
            let named = if let Entry::Show { cards, .. } = entry { cards.known() } else { CardSet::EMPTY };
            claims |= !matches!(entry, Entry::Show { cards, .. } if cards.is_empty());
            if cards.is_empty() {
                cards = named;
            }
        }
        (cards, claims)
    }

    /// After the hand only cards that nobody had to see can be shown.
    pub(super) fn afterwards(&mut self) -> Result<(), HistoryError> {
        while let Some(entry) = self.record.entries.get(self.next) {
            let (seat, cards) = match entry {
                Entry::Show { seat, cards } => (*seat, cards.known()),
                Entry::ShowDealt { seat } => (*seat, self.hand.cards_of(*seat)),
                _ => return Err(self.waits()),
            };
            if self.hand.shown().contains(seat) || self.hand.mucked().contains(seat) {
                self.show(seat)?;
            } else if !cards.is_empty() {
                self.hand.act(seat, Action::Reveal(cards), self.sink).map_err(|reason| self.refused(reason))?;
            }
            self.next += 1;
        }
        for revealed in self.record.texts("_revealed").unwrap_or_default() {
            let bad = || {
                let allowed = "a list of players with cards, ['p1 AhKd']";
                HistoryError::Setting { field: "_revealed", value: revealed.clone(), allowed }
            };
            let (who, cards) = revealed.split_once(' ').ok_or_else(bad)?;
            let Ok(Entry::Show { seat, cards }) = Entry::read(&format!("{who} sm {cards}")) else { return Err(bad()) };
            let reveal = Action::Reveal(cards.known());
            self.hand.act(seat, reveal, self.sink).map_err(|reason| self.refused(reason))?;
        }
        Ok(())
    }
}
