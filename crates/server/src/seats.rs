//! Who sits where, so that somebody who comes back is told, and the house needn't ask every table.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The tables at which each account sits.
#[derive(Default)]
pub(crate) struct Seats {
    tables: Mutex<BTreeMap<u64, BTreeSet<u64>>>,
}

impl Seats {
    /// An account has a seat at a table.
    pub(crate) fn sat(&self, account: u64, table: u64) {
        self.lock().entry(account).or_default().insert(table);
    }

    /// An account has left a table.
    pub(crate) fn left(&self, account: u64, table: u64) {
        let mut tables = self.lock();
        if let Some(own) = tables.get_mut(&account) {
            own.remove(&table);
            if own.is_empty() {
                tables.remove(&account);
            }
        }
    }

    /// A table is gone.
    pub(crate) fn closed(&self, table: u64) {
        self.lock().retain(|_, own| {
            own.remove(&table);
            !own.is_empty()
        });
    }

    /// The tables at which an account sits.
    pub(crate) fn of(&self, account: u64) -> Vec<u64> {
        self.lock().get(&account).map(|own| own.iter().copied().collect()).unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, BTreeSet<u64>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::Seats;

    #[test]
    fn a_table_that_closes_is_nobodys() {
        let seats = Seats::default();
        seats.sat(1, 10);
        seats.sat(1, 11);
        seats.sat(2, 10);
        seats.closed(10);
        assert_eq!((seats.of(1), seats.of(2)), (vec![11], vec![]));
        seats.left(1, 11);
        assert!(seats.lock().is_empty());
    }
}
