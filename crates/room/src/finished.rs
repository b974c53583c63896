//! A hand that is over: its public record, what each player alone saw, and the proof of the deal.

use std::sync::Arc;

use cardroom_cards::{Card, CardSet};
use cardroom_fair::{Committed, Dealing, Digest, Error, Opening, Place, Proof, SeatLink, SigningKey, hand_digest};
use cardroom_history::own_cards;
use cardroom_rules::{Event, Seat, Spread};

use crate::id::{AccountId, Now, SeatNo};
use crate::kept::{DealtTo, KeptError, KeptProof, ReshuffleKeys};

/// A hand that came to its end. What is public of it is ready; what costs time is made when it is asked for, away from
/// the table.
#[derive(Clone)]
pub struct FinishedHand {
    /// Its number at the table.
    pub hand: u64,
    /// When it ended.
    pub now: Now,
    /// The game, as it was spread.
    pub spread: Spread,
    /// Who played it, or was to, from where, in order from the button's left.
    pub players: Vec<(AccountId, SeatNo)>,
    /// Its digest, which the table's next commitment names.
    pub digest: Digest,
    pub(crate) ending: Ending,
}

#[derive(Clone)]
pub(crate) enum Ending {
    Burned(Box<Undealt>),
    /// Given up while links were awaited.
    Void(Box<Undealt>),
    /// Given up after cards were dealt.
    VoidDealt(Arc<Dealing>),
    Played(Box<Played>),
}

/// A hand that was committed to, of which no card was dealt.
#[derive(Clone)]
pub(crate) struct Undealt {
    pub(crate) committed: Committed,
    pub(crate) links: Vec<SeatLink>,
}

#[derive(Clone)]
pub(crate) struct Played {
    pub(crate) events: Vec<Event>,
    pub(crate) places: Vec<Place>,
    pub(crate) dealing: Arc<Dealing>,
    pub(crate) keys: Option<ReshuffleKeys>,
    pub(crate) record: String,
}

impl FinishedHand {
    /// Whether it was burned for a missing link.
    pub fn is_burned(&self) -> bool {
        matches!(self.ending, Ending::Burned(_))
    }

    /// Whether it was played to its end: not burned, and not given up.
    pub fn is_played(&self) -> bool {
        matches!(self.ending, Ending::Played(_))
    }

    /// The public record (PHH); empty for a hand that was burned or void.
    pub fn record(&self) -> &str {
        match &self.ending {
            Ending::Burned(_) | Ending::Void(_) | Ending::VoidDealt(_) => "",
            Ending::Played(played) => &played.record,
        }
    }

    /// The cards that one of its players alone saw, to be stored only sealed; filled in they make the public record that
    /// player's own ([`cardroom_history::Record::fill_in`]).
    pub fn own_cards(&self, account: AccountId) -> Option<Vec<Card>> {
        let (seat, played) = self.player(account)?;
        Some(own_cards(&played.events, seat))
    }

    /// The public proof of the deal, signed with the key that signed its commitment. It takes hundreds of hashes.
    ///
    /// # Errors
    /// If the key is another, or the deal has no such cards, which would be a defect of ours.
    pub fn proof(&self, key: &SigningKey) -> Result<Proof, Error> {
        match &self.ending {
            Ending::Burned(undealt) => undealt.committed.burn(undealt.links.clone(), key),
            Ending::Void(undealt) => undealt.committed.void(undealt.links.clone(), key),
            Ending::VoidDealt(dealing) => dealing.void(key),
            Ending::Played(played) => played.dealing.publish(&played.shown(), played.record.as_bytes(), key),
        }
    }

    /// The openings of a player's own cards: with them in `own` the public proof is that player's private one.
    pub fn own_openings(&self, account: AccountId) -> Option<Vec<Opening>> {
        let (seat, played) = self.player(account)?;
        let own = played.dealt().filter(|&(_, to, _)| to == Some(seat)).map(|(place, ..)| place);
        let mut openings: Vec<Opening> =
            own.filter_map(|place| Some(played.dealing.card(place).ok()?.open())).collect();
        openings.sort_by_key(|opening| (opening.order, opening.d));
        Some(openings)
    }

    /// What the proofs can be made again from, the public one and each player's own: for a store, which keeps it sealed.
    /// See [`KeptProof`].
    ///
    /// # Errors
    /// If the key is another than the commitment's, or the deal has no such cards, which would be a defect of ours.
    pub fn kept_proof(&self, key: &SigningKey) -> Result<Vec<u8>, KeptError> {
        let proof = self.proof(key)?;
        let mut kept = match &self.ending {
            Ending::Burned(_) | Ending::Void(_) | Ending::VoidDealt(_) => KeptProof::keep(&proof, &[], None)?,
            Ending::Played(played) => {
                let (shown, account) = (played.shown(), |seat: Seat| Some(self.players.get(seat.index())?.0.0));
                let dealt = |(place, to, _): (Place, Option<Seat>, _)| {
                    let opening = played.dealing.card(place)?.open();
                    Ok(DealtTo { opening, to: to.and_then(account), shown: shown.contains(&place) })
                };
                let dealt = played.dealt().map(dealt).collect::<Result<Vec<_>, Error>>()?;
                KeptProof::keep(&proof, &dealt, played.keys.as_ref())?
            }
        };
        Ok(std::mem::take(&mut *kept))
    }

    fn player(&self, account: AccountId) -> Option<(Seat, &Played)> {
        let Ending::Played(played) = &self.ending else { return None };
        let place = self.players.iter().position(|&(who, _)| who == account)?;
        Some((Seat::new(place)?, played))
    }
}

impl Played {
    pub(crate) fn digest(&self, commit: &Digest) -> Digest {
        hand_digest(commit, &self.dealing.beacon().digest, self.record.as_bytes())
    }

    /// Every card dealt: where it came from, to whom it went, and which it is.
    fn dealt(&self) -> impl DoubleEndedIterator<Item = (Place, Option<Seat>, Option<Card>)> + '_ {
        let dealt = |event: &Event| match *event {
            Event::Dealt { seat, card } => Some((Some(seat), card.turn_up())),
            Event::Burned { card } => Some((None, card.turn_up())),
            Event::Board { card } => Some((None, card)),
            _ => None,
        };
        let cards: Vec<_> = self.events.iter().filter_map(dealt).collect();
        let dealt: Vec<_> = self.places.iter().zip(cards).map(|(&place, (to, card))| (place, to, card)).collect();
        dealt.into_iter()
    }

    /// Where the cards lie that everybody saw.
    fn shown(&self) -> Vec<Place> {
        let dealt: Vec<_> = self.dealt().collect();
        let mut shown = Vec::new();
        // A card may come twice in a hand with a reshuffle: who shows it holds the later one.
        let mut open = |to: Option<Seat>, cards: CardSet| {
            for card in cards {
                let found = dealt.iter().rev().find(|&&(_, dealt_to, dealt)| dealt_to == to && dealt == Some(card));
                shown.extend(found.map(|&(place, ..)| place));
            }
        };
        for event in &self.events {
            match *event {
                Event::Board { card } => open(None, card.map_or(CardSet::EMPTY, CardSet::of)),
                Event::Shown { seat, cards, .. } => open(Some(seat), cards.known()),
                Event::Revealed { seat, cards } => open(Some(seat), cards),
                _ => {}
            }
        }
        shown
    }
}
