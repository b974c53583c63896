//! One's own hands, found by what they were: a page at a time, newest first.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Query, State};
use cardroom_protocol::{Card, Code, Problem, SpreadInfo};
use cardroom_store::{FoundHand, HandQuery};
use serde::{Deserialize, Serialize};

use super::Answer;
use super::hands::{Kept, lost};
use crate::accounts::{Address, SignedIn};
use crate::asking::{Asked, Asker};
use crate::house::{FIRST_TOURNAMENT_TABLE, House};
use crate::problem::too_many;
use crate::retell::{tables_of, tournament_of};
use crate::wire;

/// Hands on one page.
const LONGEST_PAGE: u32 = 100;
/// Hands that are read for one page at most, where it depends on how each of them ended: that is in their records
/// alone.
const MOST_READ: u32 = 500;
/// How long a page waits until others of the same reader are read, and how often that is looked at.
const QUEUE: Duration = Duration::from_secs(5);
const LOOK_AGAIN: Duration = Duration::from_millis(50);
/// The largest number that every client can write exactly.
const MOST_EXACT: u64 = (1 << 53) - 1;
/// The largest number of a tournament.
const LAST_TOURNAMENT: u64 = (1 << 36) - 1;
/// Games that are asked for at once.
const MOST_GAMES: usize = 50;

/// Which of one's hands.
#[derive(Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Wanted {
    /// The `next` of the page before.
    before: Option<i64>,
    /// How many; 50 if left out.
    #[param(minimum = 1, maximum = 100)]
    limit: Option<u32>,
    /// Of this game, or of one of several, with commas.
    game: Option<String>,
    /// At this table.
    #[param(maximum = 9_007_199_254_740_991_i64)]
    table: Option<u64>,
    /// Of this tournament.
    #[param(maximum = 68_719_476_735_i64)]
    tournament: Option<u64>,
    /// At ring tables, or in tournaments.
    kind: Option<HandKind>,
    /// Those that the reader won, or lost.
    result: Option<HandResult>,
    /// Those in which hands were shown, or in which none was.
    showdown: Option<bool>,
    /// Not before this time, in milliseconds since 1970.
    #[param(maximum = 9_007_199_254_740_991_i64)]
    from: Option<u64>,
    /// Before this time, in milliseconds since 1970.
    #[param(maximum = 9_007_199_254_740_991_i64)]
    until: Option<u64>,
}

/// Where a hand was played.
#[derive(Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum HandKind {
    /// At a ring table.
    Ring,
    /// In a tournament.
    Tournament,
}

/// How a hand ended for its reader.
#[derive(Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum HandResult {
    /// With more chips.
    Won,
    /// With fewer.
    Lost,
}

impl Wanted {
    /// What of it the store can answer.
    fn query(&self, account: u64, limit: u32) -> Result<HandQuery, Problem> {
        let malformed = |text: String| Err(Problem::new(Code::Malformed, text));
        if !(1..=LONGEST_PAGE).contains(&limit) {
            return malformed(format!("A page has 1 to {LONGEST_PAGE} hands."));
        }
        if [self.table, self.from, self.until].into_iter().flatten().any(|number| number > MOST_EXACT) {
            return malformed(format!("A table's number or a time is at most {MOST_EXACT}."));
        }
        if self.tournament.is_some_and(|tournament| tournament > LAST_TOURNAMENT) {
            return malformed(format!("A tournament's number is at most {LAST_TOURNAMENT}."));
        }
        let games: Vec<String> = self.game.iter().flat_map(|games| games.split(',')).map(str::to_owned).collect();
        if games.len() > MOST_GAMES {
            return malformed(format!("Name at most {MOST_GAMES} games."));
        }
        let of_kind = match self.kind {
            Some(HandKind::Ring) => Some(0..FIRST_TOURNAMENT_TABLE),
            Some(HandKind::Tournament) => Some(FIRST_TOURNAMENT_TABLE..MOST_EXACT + 1),
            None => None,
        };
        let tables = match (of_kind, self.tournament.map(tables_of)) {
            (Some(kind), Some(one)) => Some(kind.start.max(one.start)..kind.end.min(one.end)),
            (kind, one) => one.or(kind),
        };
        Ok(HandQuery {
            player: Some(account),
            table: self.table,
            tables,
            games,
            from_ms: self.from,
            until_ms: self.until,
            before: self.before,
            limit,
        })
    }

    /// Whether every hand has to be read to know if it is wanted.
    const fn asks_for_ends(&self) -> bool {
        self.result.is_some() || self.showdown.is_some()
    }

    fn wants(&self, line: &HandLine) -> bool {
        let result = match self.result {
            Some(HandResult::Won) => line.net > 0,
            Some(HandResult::Lost) => line.net < 0,
            None => true,
        };
        result && self.showdown.is_none_or(|showdown| showdown == line.showdown)
    }
}

/// A page of hands, newest first.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct HandPage {
    /// The hands.
    hands: Vec<HandLine>,
    /// Where the next page begins; null after the last one. Where `result` or `showdown` is asked for, a page may have
    /// fewer hands than asked for, or none, and others may yet follow.
    next: Option<i64>,
}

/// One hand in a list.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct HandLine {
    /// At which table.
    table: u64,
    /// Its number there.
    hand: u64,
    /// The table's name.
    table_name: String,
    /// The game and its stakes.
    spread: SpreadInfo,
    /// When it ended, in milliseconds since 1970.
    at: u64,
    /// What the reader won or lost.
    net: i64,
    /// What was won in all.
    pot: u64,
    /// The tournament it belongs to.
    tournament: Option<u64>,
    /// Whether hands were shown.
    showdown: bool,
    /// The cards that the reader was dealt.
    cards: Vec<Card>,
}

/// One's own hands, newest first.
#[utoipa::path(get, path = "/api/v1/hands", tag = "hands", operation_id = "list_hands",
    params(Wanted),
    responses((status = 200, description = "A page of hands", body = HandPage),
        (status = 429,
            description = "Two pages for this account, or three for this address, are being read; or too many requests came from it")))]
pub(super) async fn list(
    State(house): State<Arc<House>>,
    Address(address): Address,
    who: SignedIn,
    Query(wanted): Query<Wanted>,
) -> Answer<HandPage> {
    let limit = wanted.limit.unwrap_or(50);
    let mut query = wanted.query(who.account, limit)?;
    let _asked = may_read(&house, Asker { account: who.account, address }).await?;
    if wanted.asks_for_ends() {
        query.limit = LONGEST_PAGE;
    }
    let (mut hands, mut read) = (Vec::new(), 0);
    loop {
        let found = house.store.hands_of(who.account, &query).await?;
        let count = u32::try_from(found.len()).unwrap_or(u32::MAX);
        query.before = found.last().filter(|_| count >= query.limit).map(|(hand, _)| hand.id);
        read += count;
        let account = who.account;
        let turn = house.retelling.clone().acquire_owned().await.map_err(|_| lost())?;
        let lines = tokio::task::spawn_blocking(move || {
            // The work has the turn, not whoever waits for it.
            let _turn = turn;
            let line = |(found, own): (FoundHand, _)| Some((found.id, line(&Kept::new(found, own, account)?)?));
            found.into_iter().filter_map(line).collect::<Vec<_>>()
        });
        hands.extend(lines.await.map_err(|_| lost())?.into_iter().filter(|(_, line)| wanted.wants(line)));
        let full = usize::try_from(limit).unwrap_or(usize::MAX);
        if hands.len() > full {
            hands.truncate(full);
            query.before = hands.last().map(|&(id, _)| id);
        }
        let done = hands.len() == full || query.before.is_none() || read >= MOST_READ;
        if done || !wanted.asks_for_ends() {
            break;
        }
    }
    let hands = hands.into_iter().map(|(_, line)| line).collect();
    Ok(Json(HandPage { hands, next: query.before }))
}

/// Waits while as many pages are read for this account, or from its address, as may be. A page is hundreds of hands
/// that are played again, and as many as may be asked for would take every core.
async fn may_read(house: &House, asker: Asker) -> Result<Asked, Problem> {
    let begun = async {
        loop {
            match house.reading.begin(asker) {
                Some(asked) => return asked,
                None => tokio::time::sleep(LOOK_AGAIN).await,
            }
        }
    };
    tokio::time::timeout(QUEUE, begun).await.map_err(|_| {
        metrics::counter!("cardroom_limited_total", "limit" => "pages").increment(1);
        too_many("two pages of hands at a time, and three from an address: wait for those", 1)
    })
}

fn line(kept: &Kept) -> Option<HandLine> {
    let told = kept.retell().ok()?;
    Some(HandLine {
        table: kept.found.table,
        hand: kept.found.hand,
        table_name: told.snapshot.name,
        spread: wire::spread_info(&told.spread),
        at: kept.found.at_ms,
        net: told.net.unwrap_or(0),
        pot: told.pot,
        tournament: tournament_of(kept.found.table),
        showdown: told.showdown,
        cards: told.cards,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[tokio::test]
    async fn a_third_page_of_the_same_reader_waits_for_the_others() {
        let config = Config { demo: true, house_tables: false, ..Config::default() };
        let house = House::open(config, ([127, 0, 0, 1], 0).into()).await.unwrap();
        let Ok((who, _)) = SignedIn::new_guest(&house, "test").await else { panic!("no guest") };
        let asker = Asker { account: who.account, address: [127, 0, 0, 1].into() };
        let page = async || {
            let wanted = axum::http::Uri::from_static("/?result=won");
            let wanted = Query::try_from_uri(&wanted).unwrap();
            let read = list(State(house.clone()), Address(asker.address), who.clone(), wanted);
            tokio::time::timeout(Duration::from_millis(300), read).await.is_ok_and(|read| read.is_ok())
        };
        let others = [house.reading.begin(asker), house.reading.begin(asker)];
        assert!(others.iter().all(Option::is_some) && !page().await);
        drop(others);
        assert!(page().await);
        house.drain(Duration::ZERO).await;
    }
}
