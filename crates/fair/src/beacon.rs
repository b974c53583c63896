//! The beacon: what the players' links and the commitment decide together, after neither can change.

use crate::shuffle::order;
use crate::{DECKS, Digest, Error, Mode, SeatLink, chain, hash};

/// The public randomness of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beacon {
    /// B.
    pub digest: Digest,
    /// j*, the deck that is dealt from.
    pub deck: u8,
    /// σ: the d-th card dealt is leaf `sigma[d]`.
    pub sigma: [u8; 52],
}

/// `B = H("beacon", C, Σ(u8 seat ‖ u64 account ‖ u8 mode ‖ link))`, and what follows from it.
pub fn beacon(commit: &Digest, links: &[SeatLink]) -> Beacon {
    let digest = hash("beacon", &[&commit.0, &entries(links)]);
    let deck = hash("select", &[&digest.0]).0[0] % DECKS as u8;
    Beacon { digest, deck, sigma: *order(&hash("sigma", &[&digest.0]).0) }
}

/// Checks that seats ascend, that each link extends its chain, and that a link is missing just where nothing was dealt:
/// a hand that could be dealt must be, or the server could burn until it likes the cards.
pub fn check_links(links: &[SeatLink], dealt: bool) -> Result<(), Error> {
    if let Some(pair) = links.windows(2).find(|pair| pair[0].seat >= pair[1].seat) {
        return Err(Error::SeatOrder(pair[1].seat));
    }
    for entry in links {
        let sound = match entry.mode {
            Mode::Chain => chain(entry.link, 1) == entry.extends,
            Mode::None | Mode::Missing => entry.link == Digest::ZERO && entry.extends == Digest::ZERO,
        };
        if !sound {
            return Err(Error::BrokenChain(entry.seat));
        }
    }
    match links.iter().find(|entry| entry.mode == Mode::Missing) {
        Some(entry) if dealt => Err(Error::MissingLink(entry.seat)),
        None if !dealt => Err(Error::NeedlesslyBurned),
        _ => Ok(()),
    }
}

/// What the seats gave, 42 bytes each.
pub(crate) fn entries(links: &[SeatLink]) -> Vec<u8> {
    let entry = |e: &SeatLink| [&[e.seat][..], &e.account.to_be_bytes(), &[e.mode as u8], &e.link.0].concat();
    links.iter().flat_map(entry).collect()
}
