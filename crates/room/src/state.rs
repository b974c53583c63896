//! What a table remembers: everything but the cards. It is what a snapshot stores.
//!
//! A running hand is kept as its plan, the server's promise and the choices made so far; with the sealed seeds it is
//! played again to where it was. So no face-down card is ever stored.

use std::sync::Arc;

use cardroom_fair::{Bytes, Commitment, Digest, HandId, Mode, SeatLink, commit_digest};
use cardroom_rules::Chips;
use serde::{Deserialize, Serialize};

use crate::act::Act;
use crate::blinds::Markers;
use crate::chair::{Chair, Owed};
use crate::choice::Slots;
use crate::id::{AccountId, Now, SeatNo, TableId, chips};
use crate::setup::{BuyIn, TableSetup};
use crate::stakes::Stakes;
use crate::withheld::Withheld;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) id: TableId,
    #[serde(with = "shared")]
    pub(crate) setup: Arc<TableSetup>,
    /// Stakes for the next hand.
    pub(crate) next_stakes: Option<Box<(Stakes, BuyIn)>>,
    pub(crate) version: u64,
    pub(crate) now: Now,
    pub(crate) chairs: Vec<Option<Chair>>,
    pub(crate) markers: Option<Markers>,
    /// The number of the last hand committed.
    pub(crate) hand: u64,
    /// The digest of the last hand.
    #[serde(with = "raw")]
    pub(crate) previous: Digest,
    /// At a tournament's table, the director's number of the hand let go last, and of the one dealt last.
    pub(crate) released: u64,
    pub(crate) dealt: u64,
    pub(crate) round: Round,
    pub(crate) gate: Gate,
    pub(crate) phase: Phase,
    /// Who stands in line.
    pub(crate) line: Vec<AccountId>,
    /// Who may sit down, until when.
    pub(crate) offers: Vec<(AccountId, Now)>,
    /// Who left with how much, until when that counts.
    pub(crate) took: Vec<Took>,
    /// Whose links were missing of late.
    pub(crate) withheld: Vec<Withheld>,
    /// Whom the host sent away for good.
    pub(crate) barred: Vec<AccountId>,
    /// What lies at the table by the entries made. The chips are counted against it after every command.
    #[serde(with = "chips")]
    pub(crate) total: Chips,
    /// Until then no hand begins without those who were there when the room stopped.
    pub(crate) awaits: Option<Now>,
}

/// Which game of a mix is being played, and for how long.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Round {
    pub(crate) game: u16,
    pub(crate) hands_left: u16,
}

/// What somebody took away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Took {
    pub(crate) account: AccountId,
    #[serde(with = "chips")]
    pub(crate) amount: Chips,
    pub(crate) until: Now,
}

/// Whether hands may begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Gate {
    Open,
    Paused,
    Held,
    Closing,
    Closed,
    /// So many chips were counted where so many should be.
    Frozen(#[serde(with = "chips")] Chips, #[serde(with = "chips")] Chips),
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Phase {
    /// No hand; the next one may begin then.
    Between { next_at: Option<Now> },
    /// A hand is committed, and links are awaited until then.
    Linking { plan: Box<Plan>, promise: Box<Promise>, until: Now },
    /// A hand is being played.
    Playing(Box<Playing>),
    /// A hand is over, and cards may be shown until then.
    Showing { played: Box<Playing>, until: Now },
}

impl Phase {
    /// The plan of the hand that runs, and the server's promise for it.
    pub(crate) fn hand(&self) -> Option<(&Plan, &Promise)> {
        match self {
            Self::Between { .. } => None,
            Self::Linking { plan, promise, .. } => Some((plan, promise)),
            Self::Playing(playing) | Self::Showing { played: playing, .. } => Some((&playing.plan, &playing.promise)),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Playing {
    #[serde(with = "shared")]
    pub(crate) plan: Arc<Plan>,
    pub(crate) promise: Promise,
    /// What was chosen so far; what was shown after it comes last.
    pub(crate) acts: Vec<Act>,
    pub(crate) shows: Vec<(u8, Slots)>,
    pub(crate) turn: u32,
    pub(crate) clock: Clock,
}

/// The clock of whoever is to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Clock {
    pub(crate) until: Now,
    pub(crate) stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// The time that everyone has.
    Usual,
    /// The player's time bank.
    Bank,
    /// A disconnected player's grace.
    Grace,
}

/// Who plays a hand, from where, for what.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Plan {
    pub(crate) hand: u64,
    pub(crate) game: u16,
    pub(crate) markers: Markers,
    /// In order from the button's left.
    pub(crate) players: Vec<Player>,
    /// Their names, for the record.
    pub(crate) names: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Player {
    pub(crate) at: u8,
    pub(crate) account: AccountId,
    /// Whether it is a bot; the record says so after it has left, too.
    pub(crate) bot: bool,
    #[serde(with = "chips")]
    pub(crate) stack: Chips,
    /// What it posts because it missed it.
    pub(crate) owed: Option<Owed>,
    pub(crate) straddles: bool,
    pub(crate) chain: Link,
}

/// What a player gives to the shuffle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Link {
    /// Nothing: it has no chain.
    None,
    /// The next link after this one, which hasn't come yet.
    Asked {
        #[serde(with = "raw")]
        extends: Digest,
    },
    /// This.
    Given {
        #[serde(with = "raw")]
        extends: Digest,
        #[serde(with = "raw")]
        link: Digest,
    },
}

impl Player {
    pub(crate) const fn seat(&self) -> SeatNo {
        SeatNo::at(self.at as usize)
    }
}

impl Plan {
    /// What every seat gave, by ascending seat.
    pub(crate) fn links(&self) -> Vec<SeatLink> {
        let mut links: Vec<SeatLink> = self.players.iter().map(Player::seat_link).collect();
        links.sort_by_key(|link| link.seat);
        links
    }

    pub(crate) fn awaits_links(&self) -> bool {
        self.players.iter().any(|player| matches!(player.chain, Link::Asked { .. }))
    }
}

impl Player {
    fn seat_link(&self) -> SeatLink {
        let (mode, link, extends) = match self.chain {
            Link::None => (Mode::None, Digest::ZERO, Digest::ZERO),
            Link::Asked { .. } => (Mode::Missing, Digest::ZERO, Digest::ZERO),
            Link::Given { extends, link } => (Mode::Chain, link, extends),
        };
        SeatLink { seat: self.seat().0, account: self.account.0, mode, link, extends }
    }
}

/// The part of a commitment that nothing else tells.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Promise {
    roots: [[u8; 32]; 16],
    key: [u8; 32],
    signature: [[u8; 32]; 2],
}

impl Promise {
    pub(crate) fn of(commitment: &Commitment) -> Self {
        let (first, second) = commitment.signature.0.split_at(32);
        let half = |bytes: &[u8]| <[u8; 32]>::try_from(bytes).unwrap_or_default();
        Self {
            roots: commitment.roots.map(|root| root.0),
            key: commitment.key.0,
            signature: [half(first), half(second)],
        }
    }

    pub(crate) fn commitment(&self, hid: HandId, previous: Digest) -> Commitment {
        let roots = self.roots.map(Bytes);
        let mut signature = [0; 64];
        signature.copy_from_slice(self.signature.as_flattened());
        let commit = commit_digest(hid, &previous, &roots);
        Commitment { hid, previous, roots, commit, key: Bytes(self.key), signature: Bytes(signature) }
    }
}

/// What a table and its copies share, in stored bytes as it is.
pub(crate) mod shared {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<T: Serialize, S: Serializer>(shared: &Arc<T>, serializer: S) -> Result<S::Ok, S::Error> {
        T::serialize(shared, serializer)
    }

    pub(crate) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Arc<T>, D::Error> {
        T::deserialize(from).map(Arc::new)
    }
}

/// Digests in stored bytes: 32 of them.
pub(crate) mod raw {
    use cardroom_fair::{Bytes, Digest};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(digest: &Digest, serializer: S) -> Result<S::Ok, S::Error> {
        digest.0.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Digest, D::Error> {
        <[u8; 32]>::deserialize(from).map(Bytes)
    }
}
