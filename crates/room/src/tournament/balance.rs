//! Keeping tables even: when a table breaks, who moves where, when the final table is drawn, and which tables may deal.
//!
//! Pure counting: how many players each table has and whether a hand is running there. Players leave a table only
//! between its hands. A table that is two or more short of the largest waits for a player, so that no hand is ever dealt
//! at a table more than one player short (TDA halts play at three).

use crate::TableId;

/// What decides about one table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableCount {
    pub(crate) table: TableId,
    pub(crate) players: usize,
    /// Whether the table is between hands.
    pub(crate) idle: bool,
}

/// What has to be done next with the tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// Everybody left goes to the final table, seats drawn anew.
    FinalTable,
    /// Everybody at this table goes to open seats elsewhere.
    Break(TableId),
    /// One player goes from the one table to the other.
    Move { from: TableId, to: TableId },
    /// Nothing can be moved now. Tables that deal must be among those that `may_deal` allows.
    Play,
    /// Nobody may deal: the final table waits for the last hands elsewhere.
    Wait,
}

/// The next step, with tables of so many seats.
pub(crate) fn next_step(tables: &[TableCount], seats: usize) -> Step {
    let left: usize = tables.iter().map(|table| table.players).sum();
    if tables.len() > 1 && left <= seats {
        return if tables.iter().all(|table| table.idle) { Step::FinalTable } else { Step::Wait };
    }
    if let Some(table) = breaking(tables, seats) {
        return if table.idle { Step::Break(table.table) } else { Step::Play };
    }
    let shortest = tables.iter().min_by_key(|table| (table.players, table.table));
    // Among the largest tables the one between hands gives a player; there may be several.
    let largest = tables.iter().max_by_key(|table| (table.players, table.idle, table.table));
    match (shortest, largest) {
        (Some(shortest), Some(largest)) if largest.idle && largest.players >= shortest.players.saturating_add(2) => {
            Step::Move { from: largest.table, to: shortest.table }
        }
        _ => Step::Play,
    }
}

/// Whether a table may deal a hand now, the steps before being done.
pub(crate) fn may_deal(table: &TableCount, tables: &[TableCount], seats: usize) -> bool {
    let largest = tables.iter().map(|other| other.players).max().unwrap_or(0);
    let breaks = breaking(tables, seats).is_some_and(|breaking| breaking.table == table.table);
    table.idle && table.players >= 2 && table.players.saturating_add(1) >= largest && !breaks
}

/// The table to break if the others have seats for everybody: the shortest, and of those the one opened last. This is
/// the order announced beforehand that TDA asks for.
fn breaking(tables: &[TableCount], seats: usize) -> Option<TableCount> {
    let left: usize = tables.iter().map(|table| table.players).sum();
    let others = tables.len().checked_sub(1).filter(|&others| others > 0)?;
    if left > others.saturating_mul(seats) {
        return None;
    }
    tables.iter().copied().min_by_key(|table| (table.players, std::cmp::Reverse(table.table)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// `"9 7* 8"`: three tables, a star where a hand is running.
    fn tables(picture: &str) -> Vec<TableCount> {
        let tables = picture.split_whitespace().enumerate().map(|(number, sign)| TableCount {
            table: TableId(number as u64),
            players: sign.trim_end_matches('*').parse().unwrap(),
            idle: !sign.ends_with('*'),
        });
        tables.collect()
    }

    fn check(picture: &str, expected: Step) {
        assert_eq!(next_step(&tables(picture), 9), expected, "{picture}");
    }

    #[test]
    fn a_player_goes_from_the_largest_to_the_shortest_between_hands() {
        let (from, to) = (TableId(0), TableId(2));
        check("9 8 7", Step::Move { from, to });
        check("9* 8 7", Step::Play);
        check("9* 9 7", Step::Move { from: TableId(1), to });
        check("8 7 7", Step::Play);
    }

    #[test]
    fn the_shortest_table_breaks_once_the_others_have_the_seats() {
        check("9 9 1", Step::Move { from: TableId(1), to: TableId(2) });
        check("6 6 6", Step::Break(TableId(2)));
        check("6 5 6", Step::Break(TableId(1)));
        check("6 5* 6", Step::Play);
        assert!(may_deal(&tables("6 5* 6")[0], &tables("6 5* 6"), 9));
        assert!(!may_deal(&tables("6 4* 6 2*")[1], &tables("6 4 6 2*"), 9), "two short of the largest");
    }

    #[test]
    fn the_final_table_waits_for_every_hand() {
        check("5 4", Step::FinalTable);
        check("5 4*", Step::Wait);
        check("9", Step::Play);
    }

    proptest! {
        /// Tables finish their hands in any order, lose players, and are put right: it always comes to an end with
        /// everybody seated, and no table that may deal is more than one short.
        #[test]
        fn steps_come_to_an_end(counts in proptest::collection::vec((1..=9_usize, any::<bool>()), 1..30), seats in 9..=10_usize) {
            let mut tables: Vec<TableCount> = counts.iter().enumerate().map(|(number, &(players, idle))| TableCount {
                table: TableId(number as u64), players, idle }).collect();
            let left: usize = tables.iter().map(|table| table.players).sum();
            for round in 0..1000 {
                match next_step(&tables, seats) {
                    Step::Move { from, to } => {
                        tables.iter_mut().find(|table| table.table == from).unwrap().players -= 1;
                        tables.iter_mut().find(|table| table.table == to).unwrap().players += 1;
                    }
                    Step::Break(broken) => {
                        let gone = tables.iter().position(|table| table.table == broken).unwrap();
                        for _ in 0..tables.remove(gone).players {
                            tables.iter_mut().min_by_key(|table| table.players).unwrap().players += 1;
                        }
                    }
                    Step::Play | Step::Wait => {
                        let largest = tables.iter().map(|table| table.players).max().unwrap();
                        for table in &tables {
                            prop_assert!(table.players <= seats);
                            prop_assert!(!may_deal(table, &tables, seats) || table.players + 1 >= largest);
                        }
                        if tables.iter().all(|table| table.idle) { break; }
                        tables.iter_mut().find(|table| !table.idle).unwrap().idle = true;
                    }
                    Step::FinalTable => break,
                }
                prop_assert!(round < 999, "no end");
                prop_assert_eq!(tables.iter().map(|table| table.players).sum::<usize>(), left);
            }
            let (least, most) = (tables.iter().map(|t| t.players).min().unwrap(), tables.iter().map(|t| t.players).max().unwrap());
            prop_assert!(left <= seats || most - least <= 1, "{tables:?}");
        }
    }
}
