//! A table's dealer: entropy of the operating system, and decks prepared away from the table.

use std::sync::mpsc;

use cardroom_fair::{DECKS, HandId, SigningKey};
use cardroom_room::{Dealer, Decks};
use tokio::sync::oneshot;
use zeroize::Zeroizing;

use crate::secret;

/// How willingly the thread that prepares decks lets others go first: decks are for the next hand, and what is played
/// now can't wait. It still gets a quarter of a busy core, which is thousands of hands a second.
const NICENESS: i32 = 5;

/// Deals at one table.
pub(super) struct HouseDealer {
    key: SigningKey,
    shuffler: Shuffler,
    ordered: Option<Order>,
}

/// Decks that were asked for.
struct Order {
    hid: HandId,
    reshuffles: bool,
    decks: oneshot::Receiver<Decks>,
}

impl HouseDealer {
    pub(super) fn new(key: SigningKey, shuffler: Shuffler) -> Self {
        Self { key, shuffler, ordered: None }
    }

    /// Has the decks of a hand prepared, unless they are already.
    pub(super) fn order(&mut self, hid: HandId, reshuffles: bool) {
        if self.ordered.as_ref().is_some_and(|order| order.hid == hid && order.reshuffles == reshuffles) {
            return;
        }
        let (reply, decks) = oneshot::channel();
        // Where nobody prepares decks any more they are made when they are needed.
        let _ = self.shuffler.0.send(Job { hid, reshuffles, reply });
        self.ordered = Some(Order { hid, reshuffles, decks });
    }
}

impl Dealer for HouseDealer {
    fn decks(&mut self, hid: HandId, reshuffles: bool) -> Decks {
        // Tried on a copy of the table, so the same decks may be asked for twice: they are given away only once.
        let prepared = self.ordered.take().and_then(|mut order| order.decks.try_recv().ok());
        let prepared = prepared.filter(|decks| decks.are_for(hid, reshuffles));
        let when = if prepared.is_some() { "ahead" } else { "late" };
        metrics::counter!("cardroom_decks_total", "made" => when).increment(1);
        prepared.unwrap_or_else(|| prepare(hid, reshuffles))
    }

    fn key(&self) -> &SigningKey {
        &self.key
    }

    fn entropy(&mut self) -> [u8; 32] {
        let mut bits = [0; 32];
        draw(&mut bits);
        bits
    }
}

/// Prepares decks for all tables on a thread of its own. A table has at most one order with it, so no more can wait than
/// there are tables.
#[derive(Clone)]
pub(crate) struct Shuffler(mpsc::Sender<Job>);

struct Job {
    hid: HandId,
    reshuffles: bool,
    reply: oneshot::Sender<Decks>,
}

impl Shuffler {
    /// Starts the thread; it ends with the last of those who can ask it.
    pub(crate) fn start() -> std::io::Result<Self> {
        let (sender, jobs) = mpsc::channel::<Job>();
        let work = move || {
            if let Err(error) = rustix::process::setpriority_process(None, NICENESS) {
                tracing::warn!(%error, "decks are prepared with the same urgency as everything else");
            }
            for Job { hid, reshuffles, reply } in jobs {
                // Who couldn't wait has made its own.
                if !reply.is_closed() {
                    let _ = reply.send(prepare(hid, reshuffles));
                }
            }
        };
        std::thread::Builder::new().name("shuffler".to_owned()).spawn(work)?;
        Ok(Self(sender))
    }
}

/// Prepares the decks of a hand: thousands of hashes.
fn prepare(hid: HandId, reshuffles: bool) -> Decks {
    // The seeds are here until they are sealed, and nowhere else: this copy is zeroed where it stands.
    let mut entropy = Zeroizing::new([0; 32 * DECKS]);
    draw(&mut *entropy);
    Decks::prepare(hid, reshuffles, &entropy)
}

/// Draws bytes of the operating system's entropy.
///
/// # Panics
/// If the operating system gives none: no card may be dealt then, so the table stops.
fn draw(bytes: &mut [u8]) {
    if let Err(error) = secret::fill(bytes) {
        panic!("no card can be dealt: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: HandId = HandId { table: 1, hand: 1 };
    const SECOND: HandId = HandId { table: 1, hand: 2 };

    fn dealer() -> HouseDealer {
        HouseDealer::new(SigningKey::from_bytes(&[1; 32]), Shuffler::start().unwrap())
    }

    #[test]
    fn decks_are_for_the_hand_that_is_dealt_whatever_was_ordered() {
        let mut dealer = dealer();
        assert!(dealer.decks(FIRST, false).are_for(FIRST, false), "nothing was ordered");
        dealer.order(FIRST, false);
        assert!(dealer.decks(SECOND, true).are_for(SECOND, true), "something else was ordered");
        dealer.order(SECOND, false);
        dealer.order(SECOND, true);
        assert!(dealer.decks(SECOND, true).are_for(SECOND, true), "ordered twice");
        assert!(dealer.decks(SECOND, true).are_for(SECOND, true), "given away already");
    }

    #[test]
    fn decks_that_were_ordered_are_prepared_once_and_given_away() {
        let mut dealer = dealer();
        dealer.order(FIRST, false);
        let decks = dealer.ordered.take().map(|order| order.decks.blocking_recv()).unwrap().unwrap();
        assert!(decks.are_for(FIRST, false));
    }
}
