//! What a bot remembers of the people around it: how much they play, how much they raise, whether they look at their cards.
//!
//! A view names no players. Like a person who knows nobody's name, a bot knows its neighbours by where they sit from it,
//! and when the number of players changes it begins anew; unless it is told who they are.

use cardroom_rules::{MOST_SEATS, Seat, View};

use crate::manner::Temper;
use crate::story::{Kind, Story};

/// What a bot remembers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    players: usize,
    /// Who they are, from the left on, if that was told.
    around: Vec<u64>,
    /// By how many seats to the left somebody sits.
    neighbours: [Habits; MOST_SEATS],
}

/// What somebody did, beside what was to be expected.
#[derive(Clone, Copy, Default, Debug)]
struct Habits {
    faced: f32,
    folds: f32,
    folds_expected: f32,
    chances: f32,
    raises: f32,
    raises_expected: f32,
    /// Folds where checking was free: a player who does that isn't looking.
    free_folds: f32,
}

/// So many decisions must have been seen for half of what they say to be believed.
const DOUBT: f32 = 12.0;

impl Memory {
    /// Learns who plays, in the order of the seats: what is remembered of somebody moves along, strangers are unknown.
    pub(crate) fn meet(&mut self, players: &[u64], own: u64) {
        let Some(place) = players.iter().position(|&who| who == own) else { return };
        let around = [&players[place + 1..], &players[..place]].concat();
        if self.around == around {
            return;
        }
        let before = std::mem::replace(self, Self { players: players.len(), around, ..Self::default() });
        for (who, habits) in self.around.iter().zip(&mut self.neighbours[1..]) {
            if let Some(was) = before.around.iter().position(|other| other == who) {
                *habits = before.neighbours.get(was + 1).copied().unwrap_or_default();
            }
        }
    }

    /// Remembers how a hand went.
    pub(crate) fn keep(&mut self, view: &View, story: &Story) {
        let Some(own) = view.own() else { return };
        let players = view.seats().count();
        if players != self.players {
            *self = Self { players, ..Self::default() };
        }
        let usual = Temper::default();
        for deed in story.deeds.iter().filter(|deed| deed.seat != own.seat) {
            let habits = &mut self.neighbours[self.place(own.seat, deed.seat)];
            habits.chances += 1.0;
            let raised = matches!(deed.kind, Kind::Raise(_));
            habits.raises += f32::from(u8::from(raised));
            // Averages over all strengths of hands, of which later rounds see the better ones.
            let later = if deed.round > 0 { 0.75 } else { 1.0 };
            if deed.price > 0.0 {
                habits.faced += 1.0;
                habits.folds += f32::from(u8::from(deed.kind == Kind::Fold));
                habits.folds_expected += later * usual.least_played(deed.price, deed.raises).clamp(0.05, 0.95);
                habits.raises_expected += 0.13;
            } else {
                habits.free_folds += f32::from(u8::from(deed.kind == Kind::Fold));
                habits.raises_expected += 0.33;
            }
        }
    }

    /// What to expect of somebody.
    pub(crate) fn temper(&self, view: &View, other: Seat) -> Temper {
        let usual = Temper::default();
        match view.own() {
            Some(own) if view.seats().count() == self.players => {
                let habits = self.neighbours[self.place(own.seat, other)];
                let Habits { faced, folds, folds_expected, chances, raises, raises_expected, free_folds } = habits;
                Temper {
                    loose: ((folds_expected - folds) / (faced + DOUBT)).clamp(-0.3, 0.5),
                    wild: ((raises - raises_expected) / (chances + DOUBT)).clamp(-0.2, 0.4),
                    whim: (usual.whim + 0.4 * free_folds).min(0.9),
                }
            }
            _ => usual,
        }
    }

    fn place(&self, own: Seat, other: Seat) -> usize {
        (other.index() + self.players - own.index()) % self.players.max(1) % MOST_SEATS
    }
}

#[cfg(test)]
mod tests {
    use super::Memory;
    use crate::manner::Temper;
    use crate::story::{Deed, Kind, Story};
    use cardroom_rules::{Chips, Game, Hand, Limit, Lineup, Seat, SpreadSetup, View, Viewer};

    /// The first seat's view of a table of three.
    fn view() -> View {
        let limit = Limit::No { min_bet: Chips::new(2) };
        let spread = SpreadSetup::new(Game::by_id("holdem").unwrap(), limit).check().unwrap();
        let lineup = Lineup::new(&spread, &[Chips::new(200); 3]).unwrap();
        Hand::new(&spread, &lineup, &mut ()).view(Viewer::Seat(Seat::new(0).unwrap()))
    }

    fn deed(seat: usize, kind: Kind, price: f32) -> Deed {
        Deed { seat: Seat::new(seat).unwrap(), round: 1, board: 3, throws: 0, kind, price, raises: 1 }
    }

    #[test]
    fn neighbours_are_known_by_what_they_do() {
        let (caller, folder) = (Seat::new(1).unwrap(), Seat::new(2).unwrap());
        let mut memory = Memory::default();
        assert_eq!(memory.temper(&view(), caller), Temper::default(), "nobody is known at first");
        let deeds = vec![deed(1, Kind::Call, 0.33), deed(2, Kind::Fold, 0.0), deed(1, Kind::Raise(1.0), 0.0)];
        for _ in 0..30 {
            memory.keep(&view(), &Story { deeds: deeds.clone(), ..Story::default() });
        }
        let (caller, folder) = (memory.temper(&view(), caller), memory.temper(&view(), folder));
        assert!(caller.loose > 0.2 && caller.wild > 0.1, "{caller:?}");
        assert!(folder.whim > 0.8, "who folds for nothing isn't looking: {folder:?}");
    }

    #[test]
    fn who_is_known_is_known_in_another_seat() {
        let [left, right] = [1, 2].map(|seat| Seat::new(seat).unwrap());
        let mut memory = Memory::default();
        memory.meet(&[60, 70, 80], 60);
        for _ in 0..30 {
            memory.keep(&view(), &Story { deeds: vec![deed(1, Kind::Call, 0.33)], ..Story::default() });
        }
        let known = memory.temper(&view(), left);
        assert!(known.loose > 0.2, "{known:?}");
        memory.meet(&[70, 80, 60], 60);
        assert_eq!(memory.temper(&view(), left), known, "the button has moved, nobody else has");
        memory.meet(&[60, 90, 70], 60);
        assert_eq!(memory.temper(&view(), left), Temper::default(), "a stranger sits there now");
        assert_eq!(memory.temper(&view(), right), known);
    }
}
