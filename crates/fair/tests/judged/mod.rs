//! Hands that follow each other, and forgeries that are consistent in themselves: what was changed was made anew
//! wherever that takes no key, or was signed by a room that breaks the rules. Each with the checks that must fail.

use cardroom_fair::{
    Beacon, Bytes, Committed, DECKS, Dealing, Digest, HandId, Mode, Outcome, Place, Proof, ProofFile, SeatLink, Seeds,
    SigningKey, beacon, burned_digest, chain, hand_digest, proof_digest, void_digest,
};
use ed25519_dalek::Signer as _;
use serde::Serialize;

/// A proof file, maybe the one of the hand before, and which checks fail.
#[derive(Serialize)]
pub(crate) struct Judged {
    pub(crate) what: &'static str,
    pub(crate) fails: Vec<&'static str>,
    pub(crate) before: Option<ProofFile>,
    pub(crate) file: ProofFile,
}

const SHOWN: [Place; 2] = [Place { order: 0, d: 4 }, Place { order: 0, d: 5 }];

fn key() -> SigningKey {
    SigningKey::from_bytes(&[21; 32])
}

fn record(hand: u64) -> String {
    format!("players = ['Ann', 'Bob']\nseats = [2, 1]\nhand = '{hand}'\n")
}

/// What a seat gives in its k-th hand.
fn link(seat: u8, k: u32) -> SeatLink {
    let last = Bytes([seat; 32]);
    let (link, extends) = (chain(last, 9 - k), chain(last, 10 - k));
    SeatLink { seat, account: 100 + u64::from(seat), mode: Mode::Chain, link, extends }
}

fn no_link(seat: u8, mode: Mode) -> SeatLink {
    SeatLink { mode, link: Digest::ZERO, extends: Digest::ZERO, ..link(seat, 1) }
}

fn committed(hand: u64, previous: Digest, key: &SigningKey) -> Committed {
    Committed::new(HandId { table: 7, hand }, previous, false, Seeds::new(&[hand as u8; 512]), key)
}

fn dealing(hand: u64, previous: Digest) -> Dealing {
    committed(hand, previous, &key()).deal(vec![link(1, hand as u32), link(2, hand as u32)]).unwrap()
}

fn played(hand: u64, previous: Digest, record: String) -> ProofFile {
    let proof = dealing(hand, previous).publish(&SHOWN, record.as_bytes(), &key()).unwrap();
    ProofFile { proof, record }
}

fn unplayed(proof: Proof) -> ProofFile {
    ProofFile { proof, record: String::new() }
}

/// The digest made anew, as anybody can.
fn digested(mut file: ProofFile) -> ProofFile {
    let (commit, links) = (&file.proof.commitment.commit, &file.proof.links);
    file.proof.digest = match &file.proof.outcome {
        Outcome::Dealt { beacon, .. } => hand_digest(commit, beacon, file.record.as_bytes()),
        Outcome::Burned { .. } => burned_digest(commit, links),
        Outcome::Void { .. } => void_digest(commit, links),
    };
    file
}

/// Signed anew, as the room alone can.
fn signed(file: ProofFile) -> ProofFile {
    let mut file = digested(file);
    file.proof.signature = Bytes(key().sign(&proof_digest(&file.proof.digest, &file.proof.outcome).0).to_bytes());
    file
}

pub(crate) fn judged() -> Vec<Judged> {
    let mut all = forged_by_anybody();
    all.extend(against_the_rules());
    all.extend(following());
    all
}

/// Changed by somebody who hasn't the room's key.
fn forged_by_anybody() -> Vec<Judged> {
    let real = || played(1, Digest::ZERO, record(1));
    let forged = |what, fails: &[&'static str], change: &dyn Fn(&mut ProofFile)| {
        let mut file = real();
        change(&mut file);
        Judged { what, fails: fails.to_vec(), before: None, file: digested(file) }
    };
    let other_room = SigningKey::from_bytes(&[22; 32]);
    vec![
        forged("as it was published", &[], &|_| ()),
        forged("names swapped in the record, and the digest made anew", &["published"], &|file| {
            file.record = file.record.replace("'Ann', 'Bob'", "'Bob', 'Ann'");
        }),
        forged("links rewritten to seats without a chain, B and the digest made anew", &["published"], &|file| {
            let Outcome::Dealt { beacon: b, deck, openings, .. } = &mut file.proof.outcome else { return };
            openings.clear();
            let as_chosen = |account| {
                let links = vec![no_link(1, Mode::None), SeatLink { account, ..no_link(2, Mode::None) }];
                let drawn = beacon(&file.proof.commitment.commit, &links);
                (drawn.deck == *deck).then_some((drawn, links))
            };
            let (Beacon { digest, .. }, links) = (1..).find_map(as_chosen).unwrap();
            (*b, file.proof.links) = (digest, links);
        }),
        forged("an opening left out", &["published"], &|file| {
            let Outcome::Dealt { openings, .. } = &mut file.proof.outcome else { return };
            openings.pop();
        }),
        forged("a player's own card put among those everybody saw", &["published"], &|file| {
            let Outcome::Dealt { openings, .. } = &mut file.proof.outcome else { return };
            openings.insert(0, dealing(1, Digest::ZERO).card(Place { order: 0, d: 0 }).unwrap().open());
        }),
        forged("a hand that was dealt given out as void", &["published"], &|file| {
            let Outcome::Dealt { seeds, leaves, .. } = file.proof.outcome.clone() else { return };
            file.proof.outcome = Outcome::Void { reshuffles: false, seeds, leaves };
            file.record.clear();
        }),
        forged("other decks, and all made anew that takes no key", &["signature", "published"], &|file| {
            let links = file.proof.links.clone();
            let (hid, seeds) = (file.proof.commitment.hid, Seeds::new(&[99; 512]));
            let other = Committed::new(hid, Digest::ZERO, false, seeds, &other_room);
            let mut proof = other.deal(links).unwrap().publish(&SHOWN, file.record.as_bytes(), &other_room).unwrap();
            (proof.commitment.key, proof.commitment.signature) =
                (file.proof.commitment.key, file.proof.commitment.signature);
            proof.signature = file.proof.signature;
            file.proof = proof;
        }),
    ]
}

/// Signed by the room, and yet not as a hand may be.
fn against_the_rules() -> Vec<Judged> {
    let judged = |what, fails, file| Judged { what, fails: vec![fails], before: None, file: signed(file) };
    let named = Bytes([5; 32]);
    let burned = || unplayed(committed(1, Digest::ZERO, &key()).burn(vec![no_link(2, Mode::Missing)], &key()).unwrap());
    let void = || unplayed(dealing(1, Digest::ZERO).void(&key()).unwrap());
    let with_links = |mut file: ProofFile, links| {
        file.proof.links = links;
        file
    };
    let mut withheld = burned();
    withheld.proof.outcome = Outcome::Void { reshuffles: false, seeds: [None; DECKS], leaves: Vec::new() };
    let mut needless = burned();
    let Outcome::Burned { seeds, .. } = needless.proof.outcome else { unreachable!() };
    needless.proof.outcome = Outcome::Void { reshuffles: false, seeds: seeds.map(Some), leaves: Vec::new() };
    vec![
        judged("burned, and nobody named", "links", with_links(burned(), Vec::new())),
        judged("burned, and every link came", "links", with_links(burned(), vec![link(1, 1), link(2, 1)])),
        judged("void before the deal, and every link came", "links", with_links(needless, vec![link(1, 1)])),
        judged("void before the deal, and no deck laid open", "decks", withheld),
        judged("void after the deal, with a record", "openings", ProofFile { record: record(1), ..void() }),
        judged("the record of another hand", "record", played(1, Digest::ZERO, record(2))),
        judged("a record of no hand", "record", played(1, Digest::ZERO, "seats = [1, 2]\n".to_owned())),
        judged("a record twice", "record", played(1, Digest::ZERO, record(1).repeat(2))),
        judged("a record with a seat more", "record", played(1, Digest::ZERO, record(1).replace("2, 1", "2, 1, 3"))),
        judged("a record with another seat", "record", played(1, Digest::ZERO, record(1).replace("2, 1", "3, 1"))),
        judged("a first hand that names one before it", "chain", played(1, named, record(1))),
        judged("a later hand that names none before it", "chain", played(2, Digest::ZERO, record(2))),
    ]
}

/// Beside the hand before it.
fn following() -> Vec<Judged> {
    let first = played(1, Digest::ZERO, record(1));
    let after = |file: &ProofFile, hand| committed(hand, file.proof.digest, &key());
    let second = unplayed(after(&first, 2).void(vec![link(1, 2), no_link(2, Mode::Missing)], &key()).unwrap());
    let third = unplayed(after(&second, 3).deal(vec![link(1, 3), link(2, 2)]).unwrap().void(&key()).unwrap());
    let fourth = unplayed(after(&third, 4).burn(vec![link(1, 4), no_link(2, Mode::Missing)], &key()).unwrap());
    let fifth = played(5, fourth.proof.digest, record(5));
    let judged = |what, holds: bool, before: &ProofFile, file: &ProofFile| Judged {
        what,
        fails: if holds { Vec::new() } else { vec!["chain"] },
        before: Some(before.clone()),
        file: file.clone(),
    };
    let two = |links: Vec<SeatLink>, key: &SigningKey| {
        let committed = committed(2, first.proof.digest, key);
        let proof = committed.deal(links).unwrap().publish(&[], record(2).as_bytes(), key).unwrap();
        ProofFile { proof, record: record(2) }
    };
    let other_key = SigningKey::from_bytes(&[22; 32]);
    let tampered = ProofFile { record: first.record.replace("Ann", "Eve"), ..first.clone() };
    let forged = digested(tampered.clone());
    let on_forged = played(2, forged.proof.digest, record(2));
    let known = SeatLink { link: link(2, 1).extends, extends: chain(link(2, 1).extends, 1), ..link(2, 1) };
    vec![
        judged("void before the deal, after one that was dealt", true, &first, &second),
        judged("void after the deal, after one that was void", true, &second, &third),
        judged("burned, after one that was void", true, &third, &fourth),
        judged("dealt, after one that was burned", true, &fourth, &fifth),
        judged("a hand left out", false, &first, &third),
        judged("after a hand whose record was changed", false, &tampered, &two(vec![link(1, 2), link(2, 2)], &key())),
        judged("after a hand whose record and digest were changed", false, &forged, &on_forged),
        judged("a link given twice", false, &first, &two(vec![link(1, 2), link(2, 1)], &key())),
        judged("a link that was known as the one before", false, &first, &two(vec![link(1, 2), known], &key())),
        judged("signed with another key", false, &first, &two(vec![link(1, 2), link(2, 2)], &other_key)),
    ]
}
