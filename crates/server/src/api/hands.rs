//! Hands that are over: found, told again, written in every format, proved, coached.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use cardroom_fair::{HandId, ProofFile};
use cardroom_history::{HandCopy, HistoryError, Reader, Record};
use cardroom_protocol::{Card, Code, Problem, SpreadInfo, TableEvent, TableSnapshot};
use cardroom_room::{KeptProof, Table};
use cardroom_rules::Seat;
use cardroom_store::{FoundHand, HandQuery, Secret, StoreError, StoredProof};
use serde::{Deserialize, Serialize};

use super::Answer;
use crate::accounts::{Address, SignedIn};
use crate::asking::{Asked, Asker};
use crate::coach::{self, Decision};
use crate::features::Feature;
use crate::house::{FIRST_TOURNAMENT_TABLE, House};
use crate::problem::{Refuse, sentence, too_many};
use crate::retell::{Reading, Retold, tables_of, tournament_of};
use crate::table::{OwnCopy, table_stream};
use crate::wire;

/// Hands on one page.
const LONGEST_PAGE: u32 = 100;
/// Hands that are read for one page at most, where it depends on how each of them ended: that is in their records alone.
const MOST_READ: u32 = 500;
/// How long a page waits until others of the same reader are read, and how often that is looked at.
const QUEUE: Duration = Duration::from_secs(5);
const LOOK_AGAIN: Duration = Duration::from_millis(50);
/// How long the coach may think.
const PATIENCE: Duration = Duration::from_secs(5);

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
#[utoipa::path(get, path = "/api/v1/hands", tag = "hands", params(Wanted),
    responses((status = 200, body = HandPage), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 429, body = Problem), (status = 503, body = Problem)))]
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

/// Waits while as many pages are read for this account, or from its address, as may be. A page is hundreds of hands that
/// are played again, and as many as may be asked for would take every core.
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

/// A hand as its reader may have it.
struct Kept {
    found: FoundHand,
    /// The reader's own copy, if it played.
    own: Option<OwnCopy>,
    account: u64,
}

impl Kept {
    /// Nothing for a hand that was burned: there is nothing to read.
    fn new(found: FoundHand, own: Option<Vec<u8>>, account: u64) -> Option<Self> {
        let own = own.and_then(|own| OwnCopy::read(&own));
        (!found.record.is_empty()).then_some(Self { found, own, account })
    }

    async fn find(house: &House, who: &SignedIn, table: u64, hand: u64) -> Result<Self, Refuse> {
        let found = house.store.hand(table, hand, Some(who.account)).await.map_err(not_found)?;
        let kept = Self::new(found.0, found.1, who.account).ok_or_else(no_hand)?;
        if kept.own.is_none() && !is_public(house, table).await? {
            return Err(no_hand());
        }
        Ok(kept)
    }

    fn public(&self) -> &str {
        std::str::from_utf8(&self.found.record).unwrap_or_default()
    }

    /// The record: the reader's own, or the public one.
    fn record(&self) -> Result<Record<'_>, HistoryError> {
        self.own.as_ref().map_or_else(|| Record::read(self.public()), |own| own.record(self.public()))
    }

    /// The record as a file.
    fn phh(&self) -> Result<String, HistoryError> {
        // What everybody has is byte by byte what the proof of the deal names.
        if self.own.is_none() { Ok(self.public().to_owned()) } else { Ok(self.record()?.to_phh()) }
    }

    fn retell(&self) -> Result<Retold, HistoryError> {
        let reader = self.own.as_ref().map(|own| (self.account, own.place));
        let FoundHand { table, hand, .. } = self.found;
        Reading { table, hand, record: &self.record()?, reader }.retell()
    }

    /// The hand for a writer of other formats, with the time it ended.
    fn copy(&self) -> Result<HandCopy, HistoryError> {
        let seat = self.own.as_ref().and_then(|own| Seat::new(own.place));
        let mut copy = HandCopy::of_record(&self.record()?, seat.map_or(Reader::Public, Reader::Player))?;
        let seconds = i64::try_from(self.found.at_ms / 1000).unwrap_or(0);
        if let Ok(at) = time::OffsetDateTime::from_unix_timestamp(seconds) {
            copy.about.date = Some((at.year().into(), u8::from(at.month()).into(), at.day().into()));
            copy.about.time = Some(format!("{:02}:{:02}:{:02}", at.hour(), at.minute(), at.second()));
            copy.about.time_zone = Some("UTC".to_owned());
        }
        copy.about.hand = Some(format!("{}{:06}", self.found.table, self.found.hand));
        Ok(copy)
    }
}

/// A hand told again.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct ToldAgain {
    /// The table before the hand.
    snapshot: TableSnapshot,
    /// What the reader was told, from `hand_started` to `hand_ended`: the events of the socket.
    #[schema(value_type = Vec<Object>)]
    events: Vec<TableEvent>,
    /// When it ended, in milliseconds since 1970.
    at: u64,
    /// What the reader won or lost; null for whoever didn't play.
    net: Option<i64>,
}

/// One hand as its reader saw it, event by event. Anyone may read what was public of a public table's hand.
#[utoipa::path(get, path = "/api/v1/hands/{table}/{hand}", tag = "hands",
    params(("table" = u64, Path, maximum = 9_007_199_254_740_991u64),
        ("hand" = u64, Path, maximum = 9_007_199_254_740_991u64)),
    responses((status = 200, body = ToldAgain), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 404, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(super) async fn get(
    State(house): State<Arc<House>>,
    who: SignedIn,
    Path((table, hand)): Path<(u64, u64)>,
) -> Answer<ToldAgain> {
    let kept = Kept::find(&house, &who, table, hand).await?;
    let told = kept.retell().map_err(|error| unreadable(&error))?;
    Ok(Json(ToldAgain { snapshot: told.snapshot, events: told.events, at: kept.found.at_ms, net: told.net }))
}

/// The proof of a hand's deal: the file that `cardroom verify` reads. A player's own has the openings of its cards.
#[utoipa::path(get, path = "/api/v1/hands/{table}/{hand}/proof", tag = "hands",
    params(("table" = u64, Path, maximum = 9_007_199_254_740_991u64),
        ("hand" = u64, Path, maximum = 9_007_199_254_740_991u64)),
    responses((status = 200, body = Object, content_type = "application/json"), (status = 400, body = Problem),
        (status = 401, body = Problem), (status = 404, body = Problem), (status = 429, body = Problem),
        (status = 503, body = Problem)))]
pub(super) async fn proof(
    State(house): State<Arc<House>>,
    who: SignedIn,
    Path((table, hand)): Path<(u64, u64)>,
) -> Result<Response, Refuse> {
    let (found, own) = house.store.hand(table, hand, Some(who.account)).await.map_err(not_found)?;
    if own.is_none() && !is_public(&house, table).await? {
        return Err(no_hand());
    }
    let gone = || Refuse(Problem::new(Code::NotFound, "The proof of this hand is no longer kept."));
    let file = match house.store.proof(table, hand).await?.ok_or_else(gone)? {
        StoredProof::Kept(kept) => {
            let hid = HandId { table, hand };
            // Thousands of hashes: not where others wait.
            tokio::task::spawn_blocking(move || proof_file(hid, &kept, &found.record, who.account)).await.ok().flatten()
        }
        StoredProof::Published(text) => {
            let own = house.store.own_proof(table, hand, who.account).await?;
            let file = std::str::from_utf8(&text).ok().and_then(|text| ProofFile::read(text).ok());
            file.map(|mut file| {
                file.proof.own = own.and_then(|own| serde_json::from_slice(&own).ok());
                file
            })
        }
    };
    let text = serde_json::to_string(&file.ok_or_else(lost)?).map_err(|_| lost())?;
    Ok(attached(text, "application/json", &format!("cardroom-{table}-{hand}-proof.json")))
}

/// The proof made again from what was kept, for this reader.
fn proof_file(hid: HandId, kept: &Secret, record: &[u8], reader: u64) -> Option<ProofFile> {
    let kept = KeptProof::read(hid, kept.expose()).ok()?;
    let mut proof = kept.proof(record);
    proof.own = kept.own(reader);
    Some(ProofFile { proof, record: String::from_utf8(record.to_vec()).ok()? })
}

/// A hand's record as a file: `phh`, `ohh` or `pokerstars`.
#[utoipa::path(get, path = "/api/v1/hands/{table}/{hand}/record/{format}", tag = "hands",
    params(("table" = u64, Path, maximum = 9_007_199_254_740_991u64),
        ("hand" = u64, Path, maximum = 9_007_199_254_740_991u64),
        ("format" = RecordFormat, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 400, body = Problem),
        (status = 401, body = Problem), (status = 404, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(super) async fn record(
    State(house): State<Arc<House>>,
    who: SignedIn,
    Path((table, hand, format)): Path<(u64, u64, RecordFormat)>,
) -> Result<Response, Refuse> {
    let kept = Kept::find(&house, &who, table, hand).await?;
    let name = format!("cardroom-{table}-{hand}");
    Ok(match format {
        RecordFormat::Phh => attached(
            kept.phh().map_err(|error| unreadable(&error))?,
            "text/plain; charset=utf-8",
            &format!("{name}.phh"),
        ),
        RecordFormat::Ohh => attached(
            kept.copy().map_err(|error| unreadable(&error))?.to_ohh(),
            "application/json",
            &format!("{name}.ohh"),
        ),
        RecordFormat::Pokerstars => {
            let text = kept.copy().map_err(|error| unreadable(&error))?.to_pokerstars();
            let text = text.map_err(|error| Problem::new(Code::Illegal, sentence(&error.to_string())))?;
            attached(text, "text/plain; charset=utf-8", &format!("{name}.txt"))
        }
    })
}

/// How a hand is written.
#[derive(Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RecordFormat {
    /// The PHH format.
    Phh,
    /// Open Hand History.
    Ohh,
    /// PokerStars' text.
    Pokerstars,
}

/// What the coach says of a hand.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Coached {
    /// Each choice of the reader's, in order.
    decisions: Vec<Decision>,
}

/// The practice coach: one's own choices in a hand that is over, with what the advisor would have done.
#[utoipa::path(get, path = "/api/v1/hands/{table}/{hand}/coach", tag = "hands",
    params(("table" = u64, Path, maximum = 9_007_199_254_740_991u64),
        ("hand" = u64, Path, maximum = 9_007_199_254_740_991u64)),
    responses((status = 200, body = Coached), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem), (status = 404, body = Problem), (status = 429, body = Problem),
        (status = 503, body = Problem)))]
pub(super) async fn coach(
    State(house): State<Arc<House>>,
    Address(address): Address,
    who: SignedIn,
    Path((table, hand)): Path<(u64, u64)>,
) -> Answer<Coached> {
    house.features.require(Feature::Advice)?;
    let kept = Kept::find(&house, &who, table, hand).await?;
    if kept.own.is_none() {
        return Err(Problem::new(Code::Forbidden, "The coach looks at your own hands only.").into());
    }
    let told = kept.retell().map_err(|error| unreadable(&error))?;
    let asker = Asker { account: who.account, address };
    let decisions = house.think(asker, PATIENCE, move |pool| Ok(coach::coach(&told.choices, pool))).await?;
    Ok(Json(Coached { decisions }))
}

/// Whether anyone may read a table's hands: those of public tables and tournaments, which stay so when they have closed.
async fn is_public(house: &House, table: u64) -> Result<bool, StoreError> {
    if let Ok(handle) = house.table(table) {
        return Ok(!handle.private);
    }
    let snapshot = house.store.snapshot(table_stream(table)?).await?;
    let setup = snapshot.and_then(|snapshot| Table::setup_in(&snapshot).ok());
    Ok(setup.is_some_and(|setup| setup.invitation.is_none()))
}

fn attached(text: String, kind: &'static str, name: &str) -> Response {
    let mut response = text.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Ok(disposition) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition);
    }
    response
}

fn not_found(error: StoreError) -> Refuse {
    match error {
        StoreError::Refused(_) => no_hand(),
        other => other.into(),
    }
}

fn no_hand() -> Refuse {
    Problem::new(Code::NotFound, "There is no such hand, or it is no longer kept.").into()
}

fn unreadable(error: &HistoryError) -> Refuse {
    tracing::error!(%error, "a hand's record can't be played again");
    lost()
}

fn lost() -> Refuse {
    Problem::new(Code::Internal, "This hand's record can't be read.").into()
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
