//! Hands that are over: told again, written in every format, proved, coached. `hand_list.rs` finds them.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use cardroom_fair::{HandId, ProofFile};
use cardroom_history::{HandCopy, HistoryError, Reader, Record};
use cardroom_protocol::{Code, Problem, TableEvent, TableSnapshot};
use cardroom_room::{KeptProof, Table};
use cardroom_rules::Seat;
use cardroom_store::{FoundHand, Secret, StoreError, StoredProof};
use serde::{Deserialize, Serialize};

use super::Answer;
use crate::accounts::{Address, SignedIn};
use crate::asking::Asker;
use crate::coach::{self, Decision};
use crate::features::Feature;
use crate::house::House;
use crate::problem::{Refuse, sentence};
use crate::retell::{Reading, Retold};
use crate::table::{OwnCopy, table_stream};

/// How long the coach may think.
const PATIENCE: Duration = Duration::from_secs(5);

/// A hand as its reader may have it.
pub(super) struct Kept {
    pub(super) found: FoundHand,
    /// The reader's own copy, if it played.
    own: Option<OwnCopy>,
    account: u64,
}

impl Kept {
    /// Nothing for a hand that was burned: there is nothing to read.
    pub(super) fn new(found: FoundHand, own: Option<Vec<u8>>, account: u64) -> Option<Self> {
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

    pub(super) fn retell(&self) -> Result<Retold, HistoryError> {
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
    /// What the reader was told, from `hand_started` on: the events of the socket, but for clocks.
    #[schema(value_type = Vec<Object>)]
    events: Vec<TableEvent>,
    /// When it ended, in milliseconds since 1970.
    at: u64,
    /// What the reader won or lost; null for whoever didn't play.
    net: Option<i64>,
}

/// One hand as its reader saw it, event by event. Anyone may read what was public of a public table's hand.
#[utoipa::path(get, path = "/api/v1/hands/{table}/{hand}", tag = "hands", operation_id = "get_hand",
    params(("table" = u64, Path, description = "The table's number", maximum = 9_007_199_254_740_991u64),
        ("hand" = u64, Path, description = "The hand's number at its table", maximum = 9_007_199_254_740_991u64)),
    responses((status = 200, description = "The hand", body = ToldAgain),
        (status = 404, description = "There is no such hand for the reader, or it is no longer kept")))]
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
#[utoipa::path(get, path = "/api/v1/hands/{table}/{hand}/proof", tag = "hands", operation_id = "get_hand_proof",
    params(("table" = u64, Path, description = "The table's number", maximum = 9_007_199_254_740_991u64),
        ("hand" = u64, Path, description = "The hand's number at its table", maximum = 9_007_199_254_740_991u64)),
    responses((status = 200, description = "The proof, as a file", body = Object, content_type = "application/json"),
        (status = 404, description = "There is no such hand for the reader, or its proof is no longer kept")))]
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
    operation_id = "get_hand_record",
    params(("table" = u64, Path, description = "The table's number", maximum = 9_007_199_254_740_991u64),
        ("hand" = u64, Path, description = "The hand's number at its table", maximum = 9_007_199_254_740_991u64),
        ("format" = RecordFormat, Path, description = "How it is written")),
    responses((status = 200, description = "The record, as a file: text for `phh` and `pokerstars`, JSON for `ohh`",
            content((String = "text/plain"), (Object = "application/json"))),
        (status = 404, description = "There is no such hand for the reader, or it is no longer kept"),
        (status = 409, description = "The format has no words for this hand")))]
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
#[utoipa::path(get, path = "/api/v1/hands/{table}/{hand}/coach", tag = "hands", operation_id = "coach_hand",
    params(("table" = u64, Path, description = "The table's number", maximum = 9_007_199_254_740_991u64),
        ("hand" = u64, Path, description = "The hand's number at its table", maximum = 9_007_199_254_740_991u64)),
    responses((status = 200, description = "The reader's choices, in order", body = Coached),
        (status = 403, description = "The reader didn't play this hand, or the room gives no advice"),
        (status = 404, description = "There is no such hand for the reader, or it is no longer kept")))]
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

/// Whether anyone may read a table's hands: those of public tables and tournaments, which stay so when they have
/// closed.
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

pub(super) fn lost() -> Refuse {
    Problem::new(Code::Internal, "This hand's record can't be read.").into()
}
