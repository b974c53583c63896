//! Odds and what to hold, on a bounded pool of their own. They see what is typed, never a table.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use cardroom_cards::CardSet;
use cardroom_odds::{Contest, Effort, Enough, Keep, Model, OddsError, Pool, Range, Setup};
use cardroom_protocol::{Code, Problem};
use cardroom_rules::Game;
use serde::{Deserialize, Serialize};

use super::Answer;
use super::body::Body;
use crate::accounts::{Address, SignedIn};
use crate::asking::Asker;
use crate::features::Feature;
use crate::house::House;
use crate::problem::{Refuse, overloaded, sentence, too_many};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long a question waits for its turn: as many as one address may ask at a time are over by then, so that nobody
/// keeps the advisor from all others.
const QUEUE: Duration = Duration::from_secs(12);
/// The most hands in one question.
const MOST_HANDS: usize = 10;

/// A question about equity.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OddsQuestion {
    /// The game's id.
    game: String,
    /// Hands or ranges: `AhKh`, `QQ+`, `??`.
    hands: Vec<String>,
    /// The board so far.
    #[serde(default)]
    board: String,
    /// Cards that can't come.
    #[serde(default)]
    dead: String,
}

/// Everyone's equity.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct OddsAnswer {
    /// Whether every deal was counted.
    exact: bool,
    /// One for each hand.
    players: Vec<PlayerEquity>,
}

/// One hand's equity.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct PlayerEquity {
    /// The hand.
    hand: String,
    /// Its expected share of the pot.
    equity: f64,
    /// How often it wins alone.
    win: f64,
    /// How often it shares.
    tie: f64,
    /// The standard error of the equity; 0 where it is exact.
    stderr: f64,
}

/// Equity of hands or ranges; exact where that is quick, sampled otherwise.
#[utoipa::path(post, path = "/api/v1/odds", tag = "advice", operation_id = "get_odds",
    request_body = OddsQuestion,
    responses((status = 200, description = "Everyone's equity", body = OddsAnswer),
        (status = 403,
            description = "The table of a hand that is played allows no advice, or the X-CSRF-Token is wrong"),
        (status = 409, description = "There is no such game, or it has no such hands")))]
pub(super) async fn odds(
    State(house): State<Arc<House>>,
    Address(address): Address,
    who: SignedIn,
    Body(asked): Body<OddsQuestion>,
) -> Answer<OddsAnswer> {
    house.features.require(Feature::Advice)?;
    let game = game(&asked.game)?;
    house.may_ask_advice(who.account).await?;
    if asked.hands.len() > MOST_HANDS {
        return Err(illegal(&format!("at most {MOST_HANDS} hands can be compared")));
    }
    let names = asked.hands.clone();
    let (board, dead) = (cards(&asked.board)?, cards(&asked.dead)?);
    // Reading is work as well: a long list of ranges has many hands.
    let work = move |pool: &Pool<'_>| {
        let hands = asked.hands.iter().map(|hand| Range::parse(game, hand)).collect::<Result<_, _>>()?;
        Setup { hands, board, dead, ..Setup::new(game) }.check()?.answer(&Effort::default(), pool)
    };
    let asker = Asker { account: who.account, address };
    let answer = house.think(asker, PATIENCE, work).await?;
    let players = answer.players().iter().zip(names).map(|(player, hand)| PlayerEquity {
        hand,
        equity: player.equity.to_f64(),
        win: player.win.to_f64(),
        tie: player.tie.to_f64(),
        stderr: player.stderr,
    });
    Ok(Json(OddsAnswer { exact: answer.is_exact(), players: players.collect() }))
}

/// A question about what to keep.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HoldQuestion {
    /// The game's id.
    game: String,
    /// The five cards.
    cards: String,
    /// How many opponents.
    #[serde(default = "one")]
    #[schema(minimum = 1, maximum = 8)]
    opponents: usize,
}

fn one() -> usize {
    1
}

/// Every choice, best first.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct HoldAnswer {
    /// How the opponents are imagined.
    model: String,
    /// What the figures leave out.
    note: String,
    /// Every choice, best first.
    choices: Vec<HoldChoice>,
}

/// One way to play five cards.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct HoldChoice {
    /// The cards kept.
    keep: Vec<cardroom_protocol::Card>,
    /// The expected share of the pot.
    equity: f64,
    /// Its standard error.
    stderr: f64,
}

/// What to hold in Hold-Out, or to keep in a draw.
#[utoipa::path(post, path = "/api/v1/hold", tag = "advice", operation_id = "get_hold",
    request_body = HoldQuestion,
    responses((status = 200, description = "Every choice, best first", body = HoldAnswer),
        (status = 403,
            description = "The table of a hand that is played allows no advice, or the X-CSRF-Token is wrong"),
        (status = 409, description = "Nothing is held or drawn in this game, or these aren't five cards")))]
pub(super) async fn hold(
    State(house): State<Arc<House>>,
    Address(address): Address,
    who: SignedIn,
    Body(asked): Body<HoldQuestion>,
) -> Answer<HoldAnswer> {
    house.features.require(Feature::Advice)?;
    let game = game(&asked.game)?;
    if Contest::of(game).is_none() {
        return Err(illegal(&"nothing is held or drawn in this game"));
    }
    house.may_ask_advice(who.account).await?;
    let cards = cards(&asked.cards)?;
    let question = Keep::new(game, cards, asked.opponents, Model::Equilibrium).map_err(|error| illegal(&error))?;
    let asker = Asker { account: who.account, address };
    let choices = house.think(asker, PATIENCE, move |pool| question.answer(Enough::Error(0.0015), 1, pool)).await?;
    let choices = choices.choices.iter().map(|choice| HoldChoice {
        keep: choice.keep.iter().map(cardroom_protocol::Card).collect(),
        equity: choice.equity,
        stderr: choice.stderr,
    });
    Ok(Json(HoldAnswer {
        model: Model::Equilibrium.name().to_owned(),
        note: "All choose at once, seeing no discard counts, and nothing is bet afterwards.".to_owned(),
        choices: choices.collect(),
    }))
}

impl House {
    /// Works on a bounded pool, away from the sockets, and gives up after a while. Whoever asks waits for its turn,
    /// with few questions at a time: nobody takes all the turns.
    pub(super) async fn think<T: Send + 'static>(
        &self,
        asker: Asker,
        patience: Duration,
        work: impl FnOnce(&Pool<'_>) -> Result<T, OddsError> + Send + 'static,
    ) -> Result<T, Refuse> {
        let Some(asking) = self.asking.begin(asker) else {
            metrics::counter!("cardroom_limited_total", "limit" => "questions").increment(1);
            return Err(
                too_many("two questions at a time, and three from an address: wait for their answers", 1).into()
            );
        };
        let Ok(Ok(turn)) = tokio::time::timeout(QUEUE, self.thinking.clone().acquire_owned()).await else {
            return Err(overloaded("too many questions at once").into());
        };
        let wanted = Wanted::default();
        let unwanted = wanted.0.clone();
        let thinking = tokio::task::spawn_blocking(move || {
            let _turn = (turn, asking);
            let pool = Pool::new(1).stopped_by(&unwanted);
            work(&pool)
        });
        match tokio::time::timeout(patience, thinking).await {
            Ok(Ok(answer)) => answer.map_err(|error| illegal(&error)),
            Ok(Err(_)) => Err(Problem::new(Code::Internal, "The answer was lost.").into()),
            Err(_) => Err(overloaded("this takes too long to answer").into()),
        }
    }
}

/// Somebody waits for an answer. Who no longer does, having hung up or waited long enough, stops the work for it.
#[derive(Default)]
struct Wanted(Arc<AtomicBool>);

impl Drop for Wanted {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

fn game(id: &str) -> Result<&'static Game, Refuse> {
    Game::by_id(id).ok_or_else(|| illegal(&"there is no such game"))
}

fn cards(text: &str) -> Result<CardSet, Refuse> {
    if text.trim().is_empty() { Ok(CardSet::EMPTY) } else { text.parse().map_err(|error| illegal(&error)) }
}

fn illegal(error: &dyn std::fmt::Display) -> Refuse {
    Refuse(Problem::new(Code::Illegal, sentence(&error.to_string())))
}
