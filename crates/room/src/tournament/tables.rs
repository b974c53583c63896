//! Carrying the director's orders to real tables and their results back, also after a restart in between.
//!
//! A tournament and its tables are stored one by one, so a crash may come between an order and its being carried out.
//! Hands carry the director's number: which one a table has dealt tells whether an order to deal has reached it.

use cardroom_rules::Chips;

use super::command::HandReport;
use super::event::{Order, Stack};
use super::state::Tournament;
use crate::command::Command;
use crate::table::Table;
use crate::{AccountId, TableId};

impl Order {
    /// The command that carries the order to its table, to be given by [`crate::Actor::Room`]; nothing for
    /// [`Order::Open`], which makes the table.
    pub fn command(&self) -> Option<Command> {
        Some(match self {
            Self::Open { .. } => return None,
            Self::Seat { seat, account, stack, name, bot, .. } => Command::SeatWithStack {
                account: *account,
                name: name.clone(),
                seat: Some(*seat),
                stack: *stack,
                bot: *bot,
            },
            Self::SetStacks { stacks, .. } => {
                Command::SetStacks { stacks: stacks.iter().map(|new| (new.account, new.stack.get())).collect() }
            }
            Self::Remove { account, .. } => Command::Remove { account: *account },
            Self::SetLevel { stakes, .. } => Command::SetLevel { stakes: stakes.clone() },
            Self::Deal { hand, .. } => Command::Release { hand: *hand },
            Self::Close { .. } => Command::Close,
        })
    }
}

impl Tournament {
    /// How the hand ended that a table was told to deal, if it has: to be given back as [`super::Command::HandEnded`].
    pub fn report(&self, table: &Table) -> Option<HandReport> {
        let id = table.id();
        let state = self.tables.get(&id)?;
        let over = state.dealing && table.is_at_rest() && table.dealt() == state.hands;
        let here = |account: AccountId| self.stack_of(account).is_some_and(|(at, ..)| at == id);
        let stacks = table.stacks().filter(|&(_, account, _)| here(account));
        over.then(|| HandReport {
            table: id,
            hand: state.hands,
            big_blind: table.markers().map(|[_, _, big_blind]| big_blind),
            stacks: stacks.map(|(_, account, stack)| Stack { account, stack }).collect(),
        })
    }

    /// What a table missed when the room stopped between an order and its being carried out.
    pub fn mend(&self, table: &Table) -> Vec<Command> {
        let id = table.id();
        let Some(state) = self.tables.get(&id) else { return self.clear(table) };
        let mut commands = Vec::new();
        let wanted = |account: AccountId| state.seating.iter().any(|(_, who)| who == account);
        let over = state.dealing && table.dealt() == state.hands;
        if table.is_at_rest() && !over {
            let gone = table.stacks().filter(|&(_, account, _)| !wanted(account));
            commands.extend(gone.map(|(_, account, _)| Command::Remove { account }));
        }
        let missing = state.seating.iter().filter(|&(_, who)| table.stacks().all(|(_, account, _)| account != who));
        let seats = missing.filter_map(|(seat, account)| self.seating_order(account, id, seat));
        commands.extend(seats.filter_map(|order| order.command()));
        if table.is_at_rest() && !over {
            commands.extend(self.other_stacks(table));
            let stakes = self.stakes_at(state.level);
            if table.setup().stakes != stakes {
                commands.push(Command::SetLevel { stakes: Box::new(stakes) });
            }
            // A table that forgot part of its past may be about to deal a hand of that time.
            let right = table.is_held() || (state.dealing && table.released() == state.hands);
            commands.extend((!right).then_some(Command::Hold));
            if state.dealing && (table.is_held() || !right) {
                commands.push(Command::Release { hand: state.hands });
            }
        }
        commands
    }

    /// What everybody at a table has by the director's count: what it had when the running hand began. A table whose log
    /// was damaged gets these, as `Table::reconcile` asks for.
    pub fn stacks_at(&self, table: TableId) -> Vec<(AccountId, Chips)> {
        self.playing().filter(|&(_, at, ..)| at == table).map(|(account, _, _, stack)| (account, stack)).collect()
    }

    fn other_stacks(&self, table: &Table) -> Option<Command> {
        let other = |(_, account, stack)| {
            let (at, _, right) = self.stack_of(account)?;
            (at == table.id() && right != stack).then_some((account, right.get()))
        };
        let stacks: Vec<(AccountId, u64)> = table.stacks().filter_map(other).collect();
        (!stacks.is_empty()).then_some(Command::SetStacks { stacks })
    }

    /// The orders of a table that was to be closed.
    fn clear(&self, table: &Table) -> Vec<Command> {
        let remove = table.stacks().filter(|_| table.is_at_rest()).map(|(_, account, _)| Command::Remove { account });
        remove.chain([Command::Close]).collect()
    }
}

impl Tournament {
    /// The tables that are open.
    pub fn tables(&self) -> impl Iterator<Item = TableId> + '_ {
        self.tables.keys().copied()
    }
}
