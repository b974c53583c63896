//! Who sits where at one table, who is due for the big blind, and which open seat is the worst.
//!
//! Only positions are known here, not chips. The table places the button; this file needs no more than the last big
//! blind, because the big blind goes to the next player clockwise and skips nobody (WSOP 85).

use serde::{Deserialize, Serialize};

use crate::{AccountId, SeatNo};

/// The seats of one table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Seating {
    seats: Vec<Option<AccountId>>,
    /// Where the big blind was in the hand that is running, or in the last one.
    big_blind: Option<SeatNo>,
}

impl Seating {
    pub(crate) fn new(seats: u8) -> Self {
        Self { seats: vec![None; usize::from(seats)], big_blind: None }
    }

    pub(crate) fn players(&self) -> usize {
        self.seats.iter().flatten().count()
    }

    /// The players and their seats, in order of the seats.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (SeatNo, AccountId)> + '_ {
        self.clockwise_from(0).filter_map(|(seat, account)| account.map(|account| (seat, account)))
    }

    pub(crate) fn open_seats(&self) -> Vec<SeatNo> {
        self.clockwise_from(0).filter(|(_, account)| account.is_none()).map(|(seat, _)| seat).collect()
    }

    pub(crate) fn sit(&mut self, seat: SeatNo, account: AccountId) {
        if let Some(place) = self.seats.get_mut(seat.index()) {
            *place = Some(account);
        }
    }

    pub(crate) fn leave(&mut self, account: AccountId) {
        for place in &mut self.seats {
            if *place == Some(account) {
                *place = None;
            }
        }
    }

    pub(crate) fn set_big_blind(&mut self, seat: SeatNo) {
        self.big_blind = Some(seat);
    }

    /// A hand begins: the big blind is the next player's. Before the first hand it isn't known, the button is drawn for.
    pub(crate) fn hand_begins(&mut self) {
        if let Some((seat, _)) = self.due_for_big_blind() {
            self.big_blind = Some(seat);
        }
    }

    /// The player who posts the next big blind: the one to move when tables are balanced (TDA, balancing tables).
    pub(crate) fn due_for_big_blind(&self) -> Option<(SeatNo, AccountId)> {
        let after = self.big_blind?.index().saturating_add(1);
        self.clockwise_from(after).find_map(|(seat, account)| account.map(|account| (seat, account)))
    }

    /// The open seat that has to post the big blind soonest. The seat of the last big blind itself, where the small blind
    /// comes next, is never preferred to another.
    pub(crate) fn worst_open_seat(&self) -> Option<SeatNo> {
        let after = self.big_blind?.index().saturating_add(1);
        self.clockwise_from(after).find(|(_, account)| account.is_none()).map(|(seat, _)| seat)
    }

    fn clockwise_from(&self, first: usize) -> impl Iterator<Item = (SeatNo, Option<AccountId>)> + '_ {
        let seats = self.seats.iter().enumerate().map(|(index, &account)| (SeatNo::at(index), account));
        let (count, again) = (self.seats.len(), seats.clone());
        seats.chain(again).skip(first.checked_rem(count).unwrap_or(0)).take(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A digit is a player with that number, a dot an open seat; the big blind is counted from 0.
    fn table(picture: &str, big_blind: u8) -> Seating {
        let mut seating = Seating::new(picture.len() as u8);
        for (seat, sign) in picture.chars().enumerate() {
            if let Some(number) = sign.to_digit(10) {
                seating.sit(SeatNo::at(seat), AccountId(number.into()));
            }
        }
        seating.set_big_blind(SeatNo::at(usize::from(big_blind)));
        seating
    }

    #[test]
    fn the_next_big_blind_moves_to_the_worst_seat() {
        let from = table("123456.", 5);
        assert_eq!(from.due_for_big_blind(), Some((SeatNo(1), AccountId(1))));
        // The seat right after the last big blind would post a single big blind next.
        assert_eq!(table("12.45.7", 1).worst_open_seat(), Some(SeatNo(3)));
        assert_eq!(table("12.45.7", 3).worst_open_seat(), Some(SeatNo(6)));
    }

    #[test]
    fn the_small_blind_s_seat_is_filled_last() {
        // Player 2 posted the big blind in seat 2 and went out: the small blind comes there next.
        assert_eq!(table("1.3.5", 1).worst_open_seat(), Some(SeatNo(4)));
        assert_eq!(table("1.345", 1).worst_open_seat(), Some(SeatNo(2)), "there is no other");
        assert_eq!(table("12345", 1).worst_open_seat(), None);
    }

    #[test]
    fn the_big_blind_goes_round_and_skips_nobody() {
        let mut seating = table("1.3.5", 0);
        let mut order = Vec::new();
        for _ in 0..4 {
            seating.hand_begins();
            order.push(seating.big_blind.unwrap().0);
        }
        assert_eq!(order, [3, 5, 1, 3]);
        let mut fresh = Seating::new(3);
        fresh.sit(SeatNo(1), AccountId(7));
        fresh.hand_begins();
        assert_eq!((fresh.due_for_big_blind(), fresh.worst_open_seat()), (None, None), "the button is still drawn for");
    }
}
