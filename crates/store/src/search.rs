//! Looking finished hands up: by player, table, game and time, a page at a time, newest first.

use std::ops::Range;

use crate::hand::{Copies, open_copy};
use crate::link::{Row, Value};
use crate::packing;
use crate::{Damage, Refusal, Store, StoreError};

/// Which hands. Whatever is not given doesn't matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandQuery {
    /// This account was dealt in. Hands without a record, which were never dealt or are void, are in nobody's list.
    pub player: Option<u64>,
    /// At this table.
    pub table: Option<u64>,
    /// At a table of one of these numbers.
    pub tables: Option<Range<u64>>,
    /// Of one of these games; of any, if there is none.
    pub games: Vec<String>,
    /// Not before this time, in milliseconds since 1970.
    pub from_ms: Option<u64>,
    /// Before this time.
    pub until_ms: Option<u64>,
    /// Before the hand of this number: the last of the page before.
    pub before: Option<i64>,
    /// How many at most.
    pub limit: u32,
}

/// A hand that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundHand {
    /// Its number in the store; later ones are higher.
    pub id: i64,
    /// The table's number.
    pub table: u64,
    /// The hand's number at the table.
    pub hand: u64,
    /// The game's id.
    pub game: String,
    /// When it ended, in milliseconds since 1970.
    pub at_ms: u64,
    /// What everybody may read.
    pub record: Vec<u8>,
}

const COLUMNS: &str = "SELECT h.id, h.tbl, h.hand, g.game, h.at_ms, h.record, h.own FROM hands h \
                       JOIN games g ON g.id = h.game";

fn hand_in(row: &Row) -> Result<FoundHand, StoreError> {
    let id = row.int(0)?;
    let record = packing::unpack(&row.bytes(5)?).ok_or(Damage::Record { hand: id })?;
    Ok(FoundHand { id, table: row.number(1)?, hand: row.number(2)?, game: row.text(3)?, at_ms: row.number(4)?, record })
}

impl Store {
    /// Finished hands, newest first.
    ///
    /// # Errors
    /// [`Damage::Record`] if one doesn't unpack; [`StoreError::Unavailable`] if the database can't be read now.
    pub async fn hands(&self, query: &HandQuery) -> Result<Vec<FoundHand>, StoreError> {
        self.rows_of(query).await?.iter().map(hand_in).collect()
    }

    /// Finished hands, newest first, each with what that viewer alone may read of it.
    ///
    /// # Errors
    /// As [`Store::hands`], and [`Damage::Seal`] if an own copy doesn't open.
    pub async fn hands_of(
        &self,
        viewer: u64,
        query: &HandQuery,
    ) -> Result<Vec<(FoundHand, Option<Vec<u8>>)>, StoreError> {
        let own = |row: &Row| {
            let hand = hand_in(row)?;
            let (place, copies) = ((hand.table, hand.hand), row.bytes(6)?);
            let own = open_copy(Copies::Records, place, viewer, &copies, &hand.record, self.sealer())?;
            Ok((hand, own))
        };
        self.rows_of(query).await?.iter().map(own).collect()
    }

    async fn rows_of(&self, query: &HandQuery) -> Result<Vec<Row>, StoreError> {
        let mut values = vec![Value::Int(query.before.unwrap_or(i64::MAX)), Value::Int(i64::from(query.limit))];
        let mut sql = COLUMNS.to_owned();
        let place = |values: &mut Vec<Value>, value| {
            values.push(value);
            format!("${}", values.len())
        };
        if let Some(player) = query.player {
            let mark = place(&mut values, Value::number(player));
            let played = format!("LENGTH(h.record) > {}", packing::pack_record(&[]).len());
            sql.push_str(&format!(" JOIN hand_players p ON p.hand = h.id AND p.account = {mark} AND {played}"));
        }
        sql.push_str(" WHERE h.id < $1");
        let tables = query.tables.as_ref();
        let numbers = [
            ("h.tbl =", query.table),
            ("h.tbl >=", tables.map(|tables| tables.start)),
            ("h.tbl <", tables.map(|tables| tables.end)),
            ("h.at_ms >=", query.from_ms),
            ("h.at_ms <", query.until_ms),
        ];
        for (column, number) in numbers {
            if let Some(number) = number {
                let mark = place(&mut values, Value::number(number));
                sql.push_str(&format!(" AND {column} {mark}"));
            }
        }
        if !query.games.is_empty() {
            let marks: Vec<String> =
                query.games.iter().map(|game| place(&mut values, Value::Text(game.clone()))).collect();
            sql.push_str(&format!(" AND h.game IN (SELECT id FROM games WHERE game IN ({}))", marks.join(", ")));
        }
        sql.push_str(" ORDER BY h.id DESC LIMIT $2");
        Ok(self.ask().await?.rows(sql, values).await?)
    }

    /// One hand, with what that viewer alone may read of it, if it was dealt in.
    ///
    /// # Errors
    /// [`Refusal::NotFound`] without the hand; [`Damage`] if it can't be read.
    pub async fn hand(
        &self,
        table: u64,
        hand: u64,
        viewer: Option<u64>,
    ) -> Result<(FoundHand, Option<Vec<u8>>), StoreError> {
        let sql = format!("{COLUMNS} WHERE h.tbl = $1 AND h.hand = $2");
        let row = self.ask().await?.row(sql, vec![Value::number(table), Value::number(hand)]).await?;
        let row = row.ok_or(Refusal::NotFound { what: "hand" })?;
        let found = hand_in(&row)?;
        let own = match viewer {
            Some(viewer) => {
                let (copies, place) = (row.bytes(6)?, (table, hand));
                open_copy(Copies::Records, place, viewer, &copies, &found.record, self.sealer())?
            }
            None => None,
        };
        Ok((found, own))
    }
}
