//! Hands of every kind, drawn from a seed: what the verifiers are tried on.

use cardroom_fair::{
    Bytes, Committed, Digest, HandId, Mode, Place, Proof, ProofFile, SeatLink, Seeds, SigningKey, chain,
};
use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};

/// Reproducible chance for tests: a keystream.
pub(crate) struct Chance(ChaCha20);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self(ChaCha20::new(&key.into(), &[7; 12].into()))
    }

    pub(crate) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.apply_keystream(&mut bytes);
        bytes
    }

    /// A number below the limit; the slight bias of a remainder is no matter here.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (u64::from_le_bytes(self.bytes()) % limit as u64) as usize
    }

    fn number(&mut self) -> u64 {
        match self.below(4) {
            0 => self.below(10) as u64,
            1 => u64::MAX - self.below(3) as u64,
            _ => u64::from_le_bytes(self.bytes()),
        }
    }
}

/// What kind of proof to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Public,
    Private,
    Burned,
    /// Given up while links were awaited.
    Void,
    /// Given up after cards were dealt.
    VoidDealt,
}

/// A whole proof file of a random hand.
pub(crate) fn hand(chance: &mut Chance, kind: Kind, reshuffles: bool) -> ProofFile {
    let hid = HandId { table: chance.number(), hand: chance.number() };
    let previous = if hid.hand == 1 { Digest::ZERO } else { Bytes(chance.bytes()) };
    let key = SigningKey::from_bytes(&chance.bytes());
    let committed = Committed::new(hid, previous, reshuffles, Seeds::new(&chance.bytes()), &key);
    let links = links(chance, matches!(kind, Kind::Burned | Kind::Void));
    let seats: Vec<_> = links.iter().rev().map(|link| link.seat.to_string()).collect();
    let unplayed = match kind {
        Kind::Burned => Some(committed.burn(links.clone(), &key)),
        Kind::Void => Some(committed.void(links.clone(), &key)),
        Kind::VoidDealt => Some(committed.deal(links.clone()).unwrap().void(&key)),
        Kind::Public | Kind::Private => None,
    };
    if let Some(proof) = unplayed {
        return ProofFile { proof: proof.unwrap(), record: String::new() };
    }
    let dealing = committed.deal(links).unwrap();
    let record = format!("{}seats = [{}]\nhand = '{}'\n", record(chance), seats.join(", "), hid.hand);
    let shown = places(chance, reshuffles);
    let public = dealing.publish(&shown, record.as_bytes(), &key).unwrap();
    let own = (kind == Kind::Private).then(|| {
        let mut own = places(chance, reshuffles);
        own.extend(shown.iter().take(2));
        own.sort_unstable();
        own.dedup();
        own.iter().map(|&place| dealing.card(place).unwrap().open()).collect()
    });
    ProofFile { proof: Proof { own, ..public }, record }
}

/// What some of ten seats gave; one is always there, which is missing its link if one is to be.
fn links(chance: &mut Chance, missing: bool) -> Vec<SeatLink> {
    let there = chance.below(10) as u8;
    let mut links = Vec::new();
    for seat in 0..10 {
        let mode = match chance.below(3) {
            _ if seat == there && missing => Mode::Missing,
            0 => Mode::Chain,
            1 => Mode::None,
            _ if seat == there => Mode::Chain,
            _ => continue,
        };
        let given = if mode == Mode::Chain { Bytes(chance.bytes()) } else { Digest::ZERO };
        let extends = if mode == Mode::Chain { chain(given, 1) } else { Digest::ZERO };
        links.push(SeatLink { seat, account: chance.number(), mode, link: given, extends });
    }
    links
}

fn places(chance: &mut Chance, reshuffles: bool) -> Vec<Place> {
    let mut places = Vec::new();
    for _ in 0..chance.below(9) {
        let order = if reshuffles { chance.below(5) as u8 } else { 0 };
        places.push(Place { order, d: chance.below(52) as u8 });
    }
    places.sort_unstable();
    places.dedup();
    places
}

fn record(chance: &mut Chance) -> String {
    let lines = [
        "variant = 'NT'\n",
        "players = ['Zoë', '李']\n",
        "\"quoted\" \\ and \t tabbed\n",
        "d db 7d4s9d\n",
        "\u{1f0a1}\r\n",
    ];
    (0..chance.below(6)).map(|_| lines[chance.below(lines.len())]).collect()
}
