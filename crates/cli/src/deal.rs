//! A dealing proof against the game's own steps: did each card go where the deal sends it?
//!
//! The proof shows which card was the d-th of the deal; only a replay of the public record knows who was owed the
//! d-th card and which cards everybody saw. The replay lists that as [`Dealt`], and the two are compared.

use std::fmt;

use cardroom_cards::{Card, CardSet};
use cardroom_fair::{Check, Opening, Outcome, Proof};
use cardroom_history::{HistoryError, Record, Replayer};
use cardroom_rules::{Event, Seat};

/// One card as the game's steps dealt it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Dealt {
    /// 0 for the deck itself, r for its r-th reshuffle.
    order: u8,
    /// Which card of the deal, from 0; `None` in a reshuffle, where which cards are passed over is hidden.
    d: Option<u8>,
    to: Recipient,
    /// The card, where the record shows it.
    card: Option<Card>,
}

/// Where a card went.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Recipient {
    Player(String),
    Board,
    Burned,
}

/// Plays the record through the engine and compares: did the cards that the proof opens go, in the order of the game's
/// own steps, to those whom the record shows with them?
pub(crate) fn check_record(proof: &Proof, record: &str) -> Check {
    match replay(proof, record) {
        Ok(deal) => check(proof, &deal),
        Err(wrong) => Check::of("deal", Err(wrong)),
    }
}

/// Every card in the order in which the game's steps dealt it.
fn replay(proof: &Proof, record: &str) -> Result<Vec<Dealt>, String> {
    let Outcome::Dealt { openings, .. } = &proof.outcome else {
        let none = "a hand that was burned or void has no record";
        return if record.is_empty() { Ok(Vec::new()) } else { Err(none.to_owned()) };
    };
    let unplayable = |error: HistoryError| format!("the record can't be played through the rules: {error}");
    let record = Record::read(record).map_err(unplayable)?;
    let mut events: Vec<Event> = Vec::new();
    Replayer::new().replay_into(&record, &mut events).map_err(unplayable)?;
    if record.players() != proof.links.len() {
        let (players, links) = (record.players(), proof.links.len());
        return Err(format!("the record has {players} players, and {links} seats gave a link"));
    }
    let names = record.names();
    let player = |seat: Seat| {
        let name = names.get(seat.index()).filter(|name| **name != seat.to_string());
        Recipient::Player(name.map_or_else(|| seat.to_string(), |name| format!("{name} ({seat})")))
    };
    let mut deal = Vec::new();
    let (mut order, mut next) = (0, 0);
    for event in &events {
        let (to, card) = match event {
            Event::Dealt { seat, card } => (player(*seat), card.turn_up()),
            Event::Burned { card } => (Recipient::Burned, card.turn_up()),
            Event::Board { card } => (Recipient::Board, *card),
            Event::Reshuffled { .. } => {
                order += 1;
                continue;
            }
            Event::Shown { seat, cards, .. } => {
                locate(&mut deal, openings, &player(*seat), cards.known())?;
                continue;
            }
            Event::Revealed { seat, cards } => {
                locate(&mut deal, openings, &player(*seat), *cards)?;
                continue;
            }
            _ => continue,
        };
        deal.push(Dealt { order, d: (order == 0).then_some(next), to, card });
        next += 1;
    }
    Ok(deal)
}

/// Notes the cards a player showed where the proof opens them, among those dealt to that player. A record says that
/// they were shown, not which of the player's cards came first.
fn locate(deal: &mut [Dealt], openings: &[Opening], player: &Recipient, shown: CardSet) -> Result<(), String> {
    for card in shown {
        if deal.iter().any(|dealt| dealt.to == *player && dealt.card == Some(card)) {
            continue;
        }
        let opened = |dealt: &&mut Dealt| {
            let here = |opening: &&Opening| {
                opening.order == dealt.order && dealt.d.is_none_or(|d| d == opening.d) && opening.card == card
            };
            dealt.to == *player && dealt.card.is_none() && openings.iter().any(|opening| here(&opening))
        };
        match deal.iter_mut().find(opened) {
            Some(dealt) => dealt.card = Some(card),
            None => {
                return Err(format!(
                    "the record shows {card} at {player}, and no opening of a card dealt there proves it"
                ));
            }
        }
    }
    Ok(())
}

/// Compares: every card the record shows is opened in its place, nothing else is opened, and the private openings
/// are cards of one player.
fn check(proof: &Proof, deal: &[Dealt]) -> Check {
    Check::of("deal", compare(proof, deal))
}

fn compare(proof: &Proof, deal: &[Dealt]) -> Result<String, String> {
    let openings = match &proof.outcome {
        Outcome::Dealt { openings, .. } => &openings[..],
        Outcome::Burned { .. } | Outcome::Void { .. } => &[],
    };
    let shown = |dealt: &&Dealt| dealt.card.is_some();
    for dealt in deal.iter().filter(shown) {
        if !openings.iter().any(|opening| proves(opening, dealt)) {
            let card = dealt.card.map(|card| card.to_string()).unwrap_or_default();
            return Err(format!("the record shows {card} dealt to {}, and no opening proves it", dealt.to));
        }
    }
    for opening in openings {
        if !deal.iter().filter(shown).any(|dealt| proves(opening, dealt)) {
            return Err(format!("{} is opened as card {}, which the record does not show", opening.card, opening.d));
        }
    }
    let mut owner = None;
    for opening in proof.own.iter().flatten() {
        let dealt = match deal.iter().find(|dealt| proves(opening, dealt)) {
            Some(dealt) => dealt,
            // An unshown card of a reshuffle has no place that the record knows.
            None if opening.order > 0 && deal.iter().any(|dealt| dealt.order == opening.order) => continue,
            None => return Err(format!("the private card {} of the deal was never dealt", opening.d)),
        };
        if !matches!(dealt.to, Recipient::Player(_)) || *owner.get_or_insert(&dealt.to) != &dealt.to {
            return Err(format!("the private card {} of the deal went to {}", opening.d, dealt.to));
        }
    }
    let whose = owner.map(|owner| format!("; the private ones all went to {owner}")).unwrap_or_default();
    Ok(format!("the {} cards the record shows lie where the game's steps dealt them{whose}", openings.len()))
}

fn proves(opening: &Opening, dealt: &Dealt) -> bool {
    dealt.order == opening.order
        && dealt.d.is_none_or(|d| d == opening.d)
        && dealt.card.map_or(dealt.d.is_some(), |card| card == opening.card)
}

impl fmt::Display for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(name) => f.write_str(name),
            Self::Board => f.write_str("the board"),
            Self::Burned => f.write_str("the burned cards"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Dealt, Recipient, check};
    use cardroom_fair::{Committed, Dealing, Digest, HandId, Place, Proof, Seeds, SigningKey};

    fn key() -> SigningKey {
        SigningKey::from_bytes(&[1; 32])
    }

    fn dealing() -> Dealing {
        let hid = HandId { table: 1, hand: 1 };
        Committed::new(hid, Digest::ZERO, true, Seeds::new(&[9; 512]), &key()).deal(Vec::new()).unwrap()
    }

    fn at(order: u8, d: u8) -> Place {
        Place { order, d }
    }

    /// Two cards each to Ann and Bob, a burn, a board card, and a card of a reshuffle to Bob; the record shows what
    /// is listed.
    fn deal(dealing: &Dealing, shown: &[Place]) -> Vec<Dealt> {
        let (ann, bob) = (Recipient::Player("Ann".into()), Recipient::Player("Bob".into()));
        let steps = [ann.clone(), bob.clone(), ann, bob.clone(), Recipient::Burned, Recipient::Board, bob];
        let places = [at(0, 0), at(0, 1), at(0, 2), at(0, 3), at(0, 4), at(0, 5), at(1, 7)];
        let dealt = |(place, to): (Place, Recipient)| Dealt {
            order: place.order,
            d: (place.order == 0).then_some(place.d),
            to,
            card: shown.contains(&place).then(|| dealing.card(place).unwrap().card()),
        };
        places.into_iter().zip(steps).map(dealt).collect()
    }

    fn said(opened: &[Place], own: &[Place], shown: &[Place]) -> (bool, String) {
        let dealing = dealing();
        let public = dealing.publish(opened, b"", &key()).unwrap();
        let own = own.iter().map(|&place| dealing.card(place).unwrap().open()).collect();
        let check = check(&Proof { own: Some(own), ..public }, &deal(&dealing, shown));
        (check.ok, check.detail)
    }

    #[test]
    fn cards_that_went_where_the_steps_send_them_hold() {
        let all = [at(0, 1), at(0, 3), at(0, 5), at(1, 7)];
        for (opened, own) in
            [(&[][..], &[][..]), (&all[2..3], &all[..2]), (&all, &[at(0, 0), at(0, 2)]), (&all, &all[..2])]
        {
            let (ok, detail) = said(opened, own, opened);
            assert!(ok, "{detail}");
        }
        assert!(said(&[], &[at(0, 1), at(1, 7)], &[]).1.ends_with("the private ones all went to Bob"));
    }

    #[test]
    fn a_shown_card_without_an_opening_is_found() {
        let (ok, detail) = said(&[], &[], &[at(0, 5)]);
        assert!(!ok && detail.contains("dealt to the board, and no opening proves it"), "{detail}");
        assert!(!said(&[at(0, 5)], &[], &[at(0, 5), at(1, 7)]).0);
    }

    #[test]
    fn an_opening_the_record_does_not_show_is_found() {
        for place in [at(0, 4), at(0, 40), at(1, 7), at(2, 0)] {
            let (ok, detail) = said(&[place], &[], &[]);
            assert!(!ok && detail.contains("which the record does not show"), "{detail}");
        }
    }

    #[test]
    fn private_cards_are_one_players() {
        for own in [[at(0, 0), at(0, 1)], [at(0, 0), at(0, 4)], [at(0, 5), at(0, 5)], [at(0, 0), at(0, 6)]] {
            assert!(!said(&[], &own, &[]).0, "{own:?}");
        }
        assert!(!said(&[], &[at(2, 0)], &[]).0);
    }
}
