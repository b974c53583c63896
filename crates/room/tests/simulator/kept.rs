//! What a store keeps of a table, in memory: snapshot, log and sealed seeds, as bytes; and how a table comes back.

use std::collections::BTreeMap;

use cardroom_fair::Seeds;
use cardroom_room::{AccountId, Change, Damaged, Logged, Now, Restored, Secret, Table};

#[derive(Clone, Default)]
pub(crate) struct Kept {
    snapshot: Vec<u8>,
    log: Vec<Vec<u8>>,
    secrets: BTreeMap<u64, Vec<u8>>,
}

impl Kept {
    pub(crate) fn new(table: &Table) -> Self {
        Self { snapshot: table.snapshot(), ..Self::default() }
    }

    pub(crate) fn append(&mut self, change: &Change) {
        self.log.extend(change.log.as_ref().map(Logged::to_bytes));
        for secret in &change.secrets {
            match secret {
                Secret::Keep { hand, seeds } => {
                    self.secrets.insert(*hand, seeds.export().to_vec());
                }
                Secret::Erase { hand } => {
                    self.secrets.remove(hand);
                }
            }
        }
        if let Some(snapshot) = &change.snapshot {
            self.snapshot.clone_from(snapshot);
            self.log.clear();
        }
        assert!(self.secrets.len() <= 1, "a hand that is over leaves no secret");
    }

    pub(crate) fn restore(&self, now: Now) -> Result<Restored, Damaged> {
        let log: Vec<Logged> = self.log.iter().map(|line| Logged::from_bytes(line).expect("a line")).collect();
        Table::restore(&self.snapshot, &log, &|hand| self.seeds(hand), now)
    }

    fn seeds(&self, hand: u64) -> Option<Seeds> {
        Some(Seeds::new(self.secrets.get(&hand)?.as_slice().try_into().ok()?))
    }

    /// Comes back from what is kept, and checks that it is the table that was: the same state, the same cards before
    /// every player. The table goes on as the one that came back, as after a crash.
    pub(crate) fn crash(&self, table: &Table, accounts: impl Iterator<Item = AccountId>, now: Now) -> Table {
        let Restored { table: back, voided } = self.restore(now).expect("a snapshot");
        assert!(voided.is_none(), "{:?}", voided.map(|(damaged, _)| damaged));
        let seeds = |hand| self.seeds(hand);
        let same = Table::restore(&table.snapshot(), &[], &seeds, now).expect("a snapshot").table;
        assert!(back.snapshot() == same.snapshot(), "from the log comes what was live");
        for account in accounts.map(Some).chain([None]) {
            let (mut before, mut after) = (table.view(account, now), back.view(account, now));
            (before.ms_left, after.ms_left) = (None, None);
            assert_eq!(before, after, "{account:?}");
            let Some(account) = account else { continue };
            let (mut before, mut after) = (table.own_part(account, now), back.own_part(account, now));
            assert_eq!(before.kept_until.take().is_some(), after.kept_until.take().is_some(), "{account:?}");
            // The hour in which somebody brings back what it took goes on from the last command, as all clocks do: it
            // may be over by the clock and not at the table that came back.
            after.must_bring = after.must_bring.filter(|_| before.must_bring.is_some());
            assert_eq!(before, after, "{account:?}");
        }
        back
    }

    /// What becomes of the table if the secret of its hand is damaged, or a line of its log is missing, or everything
    /// from a line on.
    pub(crate) fn damage(&self, line: Option<usize>, now: Now) -> Restored {
        let mut kept = self.clone();
        let lines: Vec<Logged> = kept.log.iter().map(|line| Logged::from_bytes(line).expect("a line")).collect();
        match (line, lines.last()) {
            (Some(line), Some(last)) if line % 2 == 0 => {
                let intact = &lines[..line % lines.len()];
                let seeds = |hand| self.seeds(hand);
                let back = Table::restore_cut_short(&self.snapshot, intact, last.version, &seeds, now);
                let back = back.expect("a snapshot");
                let told = back.voided.as_ref().map(|(_, change)| change.version);
                assert_eq!(told, Some(last.version + 1), "it goes on after what was told");
                return back;
            }
            (Some(line), Some(_)) => drop(kept.log.remove(line % lines.len())),
            _ => kept.secrets.clear(),
        }
        kept.restore(now).expect("a snapshot")
    }

    pub(crate) fn holds_secret(&self) -> bool {
        !self.secrets.is_empty()
    }
}
