//! The tournament floor: who sits where, which tables deal, who has which place, and the end.
//!
//! After every command the floor is put right, one step at a time, until nothing is left to do but to wait for hands, for
//! players or for the clock.

use cardroom_rules::Chips;

use super::balance::{Step, may_deal, next_step};
use super::director::Director;
use super::event::{Event, Stack};
use super::race::raced;
use super::ranking::ranked;
use super::state::{Clock, Entrant, Phase, Stake, Standing};
use crate::ledger::{Purse, Reason};
use crate::{AccountId, SeatNo, TableId};

impl Director<'_> {
    /// Goes on until every table deals or waits.
    pub(crate) fn run_floor(&mut self) {
        while self.tournament.phase == Phase::Running && self.floor_step() {}
    }

    /// Does the next thing that has to be done; says whether there may be more.
    fn floor_step(&mut self) -> bool {
        let idle = self.tournament.all_idle();
        if !self.tournament.busts.is_empty() && (idle || !self.tournament.hand_for_hand) {
            self.give_places();
            return true;
        }
        if self.tournament.playing().count() == 1 && self.tournament.busts.is_empty() {
            self.finish();
            return false;
        }
        if self.hand_for_hand() {
            return true;
        }
        match next_step(&self.tournament.counts(), self.tournament.setup.seats()) {
            Step::FinalTable => self.draw_final_table(),
            Step::Break(table) => self.break_table(table),
            Step::Move { from, to } => self.balance(from, to),
            Step::Wait => return false,
            Step::Play => match self.tournament.colour_up_to {
                Some(chip) if idle => self.colour_up(chip),
                Some(_) => return false,
                None => {
                    self.deal(idle);
                    return false;
                }
            },
        }
        true
    }

    /// The start: seats are drawn, tables as even as they can be (TDA, random seating).
    pub(crate) fn start(&mut self) {
        self.note(Event::Started);
        self.begin_level(0);
        let mut players: Vec<AccountId> = self.tournament.entrants.keys().copied().collect();
        self.draw.shuffle(&mut players);
        let count = self.tournament.setup.tables_for(players.len());
        let tables: Vec<TableId> = (0..count).map(|_| self.open_table()).collect();
        for (&account, &table) in players.iter().zip(tables.iter().cycle()) {
            if let Some(seat) = self.any_open_seat(table) {
                self.note(Event::Seated { account, table, seat });
            }
        }
    }

    /// A late entrant draws a seat at the table with the fewest players; if all are full another one is opened, and
    /// balancing fills it (TDA, late registration).
    pub(crate) fn seat_late(&mut self, account: AccountId) {
        let table = self.emptiest_table().unwrap_or_else(|| self.open_table());
        if let Some(seat) = self.any_open_seat(table) {
            self.note(Event::Seated { account, table, seat });
        }
    }

    /// Everybody who went out gets a place, and nobody else ever gets the same one.
    fn give_places(&mut self) {
        for tie in ranked(&self.tournament.busts).into_iter().rev() {
            self.place(&tie);
        }
    }

    fn place(&mut self, tie: &[AccountId]) {
        let placed = |entrant: &&Entrant| matches!(entrant.standing, Standing::Placed { .. });
        let outlasted = self.tournament.entrants.values().filter(placed).count() as u32;
        for &account in tie {
            self.note(Event::Placed { account, outlasted, tied: tie.len() as u32 });
        }
    }

    /// Hand for hand begins when one more has to go until the rest are paid, and ends when one has gone.
    fn hand_for_hand(&mut self) -> bool {
        let Some(paid) = self.tournament.prizes.as_ref().map(super::Prizes::places) else { return false };
        let left = self.tournament.playing().count();
        let bubble = paid > 0 && left == paid.saturating_add(1) && self.tournament.tables.len() > 1;
        match self.tournament.hand_for_hand {
            false if bubble => self.note(Event::HandForHandBegan),
            true if !bubble && self.tournament.busts.is_empty() => self.note(Event::HandForHandEnded),
            _ => return false,
        }
        true
    }

    fn deal(&mut self, idle: bool) {
        let waits_for_others = self.tournament.hand_for_hand && !idle;
        if waits_for_others || !matches!(self.tournament.clock, Clock::Level(_)) {
            return;
        }
        let (counts, seats) = (self.tournament.counts(), self.tournament.setup.seats());
        for table in counts.iter().filter(|table| may_deal(table, &counts, seats)) {
            let hands = self.tournament.tables.get(&table.table).map_or(0, |state| state.hands);
            self.note(Event::HandDealt { table: table.table, hand: hands.saturating_add(1) });
        }
    }

    /// Everybody draws a seat at a table of its own, where the button is drawn for too.
    fn draw_final_table(&mut self) {
        let before: Vec<TableId> = self.tournament.tables.keys().copied().collect();
        let table = self.open_table();
        let mut players: Vec<(AccountId, TableId)> = self.tournament.playing().map(|(who, at, ..)| (who, at)).collect();
        self.draw.shuffle(&mut players);
        for (account, from) in players {
            self.move_to_any_seat(account, from, table);
        }
        for table in before {
            self.close_table(table);
        }
        self.note(Event::FinalTable { table });
    }

    /// Players of a broken table draw for order and seats; each goes to a table with the fewest players, so that the
    /// others stay even (TDA, breaking tables).
    fn break_table(&mut self, table: TableId) {
        let mut players: Vec<AccountId> = self.seated_at(table).into_iter().map(|(_, account)| account).collect();
        self.draw.shuffle(&mut players);
        for account in players {
            let others = self.tables_but(table);
            let fewest = others.iter().map(|&(_, players)| players).min();
            let fewest: Vec<TableId> =
                others.iter().filter(|&&(_, players)| Some(players) == fewest).map(|&(other, _)| other).collect();
            if let Some(to) = self.draw.one(&fewest) {
                self.move_to_any_seat(account, table, to);
            }
        }
        self.close_table(table);
    }

    /// The player due for the big blind moves to the worst open seat (TDA, balancing tables). Before a table's first hand
    /// nobody is due and no seat is worse: lots are drawn.
    fn balance(&mut self, from: TableId, to: TableId) {
        let due = self.tournament.tables.get(&from).and_then(|state| state.seating.due_for_big_blind());
        let Some((_, account)) =
            due.or_else(|| self.draw.one(&self.tournament.tables.get(&from)?.seating.iter().collect::<Vec<_>>()))
        else {
            return;
        };
        let worst = self.tournament.tables.get(&to).and_then(|state| state.seating.worst_open_seat());
        if let Some(seat) = worst.or_else(|| self.any_open_seat(to)) {
            self.note(Event::Moved { account, from, to, seat });
        }
    }

    /// The smaller chips leave, between hands of all tables (TDA, chip race).
    fn colour_up(&mut self, chip: Stake) {
        let before: Vec<(AccountId, Chips)> =
            self.tournament.playing().map(|(who, _, _, stack)| (who, stack)).collect();
        let stacks: Vec<Chips> = before.iter().map(|&(_, stack)| stack).collect();
        match raced(&stacks, chip.0, &mut self.draw) {
            Some(after) => {
                let changed = before.iter().zip(after).filter(|&(&(_, before), after)| before != after);
                let stacks = changed.map(|(&(account, _), stack)| Stack { account, stack }).collect();
                self.note(Event::ColouredUp { chip: chip.0, stacks });
            }
            None => self.note(Event::ColourUpPutOff),
        }
    }

    /// One player has everything. Prizes go from the pool to the wallets; those who tie share.
    fn finish(&mut self) {
        let Some((champion, table, ..)) = self.tournament.playing().next() else { return };
        self.close_registration();
        self.close_table(table);
        self.place(&[champion]);
        self.note(Event::Finished { champion });
        for (account, prize) in self.tournament.prizes_won() {
            self.pay(Purse::Pool(self.tournament.id), Purse::Wallet(account), prize, Reason::Prize);
        }
    }

    fn open_table(&mut self) -> TableId {
        let table = self.tournament.next_table();
        self.note(Event::TableOpened { table });
        table
    }

    fn move_to_any_seat(&mut self, account: AccountId, from: TableId, to: TableId) {
        if let Some(seat) = self.any_open_seat(to) {
            self.note(Event::Moved { account, from, to, seat });
        }
    }

    fn any_open_seat(&mut self, table: TableId) -> Option<SeatNo> {
        let open = self.tournament.tables.get(&table)?.seating.open_seats();
        self.draw.one(&open)
    }

    fn emptiest_table(&mut self) -> Option<TableId> {
        let seats = self.tournament.setup.seats();
        let tables = self.tournament.counts();
        let fewest = tables.iter().map(|table| table.players).min().filter(|&players| players < seats)?;
        let fewest: Vec<TableId> =
            tables.iter().filter(|table| table.players == fewest).map(|table| table.table).collect();
        self.draw.one(&fewest)
    }

    fn tables_but(&self, broken: TableId) -> Vec<(TableId, usize)> {
        let others = self.tournament.counts().into_iter().filter(|table| table.table != broken);
        others.map(|table| (table.table, table.players)).collect()
    }

    fn seated_at(&self, table: TableId) -> Vec<(SeatNo, AccountId)> {
        self.tournament.tables.get(&table).map(|state| state.seating.iter().collect()).unwrap_or_default()
    }
}

impl super::Tournament {
    /// What everybody who has a place has won, by the places as they stand; those who tie share, and odd chips go to
    /// whoever registered first.
    pub(crate) fn prizes_won(&self) -> Vec<(AccountId, Chips)> {
        let Some(prizes) = &self.prizes else { return Vec::new() };
        let places = self.places();
        let mut won = Vec::new();
        for tie in places.chunk_by(|one, next| one.0 == next.0) {
            let Some(&(place, ..)) = tie.first() else { continue };
            let shares = prizes.shared(place.saturating_sub(1) as usize, tie.len());
            won.extend(tie.iter().zip(shares).map(|(&(.., account), share)| (account, share)));
        }
        won.retain(|(_, share)| !share.is_zero());
        won
    }
}
