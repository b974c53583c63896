//! The verifier: from a proof and the public record's bytes alone, what holds and what doesn't, in words.
//!
//! It knows no game: whether each card went where the game's own steps send it is for whoever can replay the record.
//! Every check is made whatever the others say, so that a tampered proof names what is wrong.

use cardroom_cards::CardSet;
use ed25519_dalek::{Signature, VerifyingKey};
use serde::Serialize;

use crate::dealing::commit_digest;
use crate::secret::{Deck, leaf_hash, root};
use crate::transcript::{burned_digest, hand_digest, void_digest};
use crate::{Beacon, Bytes, Commitment, Digest, Mode, Opening, Outcome, Proof, ProofFile, RESHUFFLES, SeatLink};
use crate::{beacon, check_links, proof_digest};

/// What a proof was found to be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Report {
    /// Whether every check held.
    pub ok: bool,
    /// The checks, in order.
    pub checks: Vec<Check>,
}

/// One thing checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Check {
    /// Its name, the same in every verifier.
    pub name: &'static str,
    /// Whether it held.
    pub ok: bool,
    /// What that proves, or what is wrong.
    pub detail: String,
}

/// What the reader knows from elsewhere, and a proof alone can't show.
#[derive(Clone, Copy, Default, Debug)]
pub struct Known<'a> {
    /// The key the room publishes.
    pub key: Option<Digest>,
    /// The proof file of the table's previous hand, which is checked too.
    pub previous: Option<&'a ProofFile>,
}

/// Checks the proof of a hand against its public record.
pub fn verify(proof: &Proof, record: &[u8], known: &Known<'_>) -> Report {
    let (seeds, leaves, openings) = proof.outcome.laid_open();
    let drawn = beacon(&proof.commitment.commit, &proof.links);
    let mut checks = vec![
        Check::of("signature", signature(proof, known)),
        Check::of("commitment", commitment(proof)),
        Check::of("chain", chain(proof, known)),
        Check::of("links", links(proof)),
    ];
    match &proof.outcome {
        Outcome::Dealt { beacon: claimed, deck, .. } => {
            let (own, reshuffles) = (proof.own.as_deref().unwrap_or_default(), leaves.len() > 1);
            checks.push(Check::of("beacon", beacon_made(&drawn, claimed, *deck)));
            checks.push(Check::of("decks", decks(proof, &seeds, Some(drawn.deck), reshuffles)));
            checks.push(Check::of("leaves", leaves_rooted(proof, &drawn, leaves, reshuffles)));
            checks.push(Check::of("openings", opened(proof, &drawn, leaves, &[openings, own].concat())));
            checks.push(Check::of("positions", positions(&drawn, openings, own)));
            checks.push(Check::of("record", recorded(proof, record)));
        }
        &(Outcome::Burned { reshuffles, .. } | Outcome::Void { reshuffles, .. }) => {
            let dealt = (!leaves.is_empty()).then_some(drawn.deck);
            checks.push(Check::of("decks", decks(proof, &seeds, dealt, reshuffles)));
            if dealt.is_some() {
                checks.push(Check::of("leaves", leaves_rooted(proof, &drawn, leaves, reshuffles)));
            }
            checks.push(Check::of("openings", nothing_shown(proof, record)));
        }
    }
    checks.push(Check::of("digest", digest(proof, record)));
    checks.push(Check::of("published", published(proof)));
    Report { ok: checks.iter().all(|check| check.ok), checks }
}

impl Check {
    /// A check that held, with what it proves, or didn't, with what is wrong.
    pub fn of(name: &'static str, outcome: Result<String, String>) -> Self {
        Self { name, ok: outcome.is_ok(), detail: outcome.unwrap_or_else(|wrong| wrong) }
    }
}

fn ensure(held: bool, wrong: impl Into<String>) -> Result<(), String> {
    if held { Ok(()) } else { Err(wrong.into()) }
}

fn signature(proof: &Proof, known: &Known<'_>) -> Result<String, String> {
    let promise = &proof.commitment;
    let key = promise.key;
    ensure(known.key.is_none_or(|known| known == key), format!("signed with key {key}, which is not the room's"))?;
    let signed = is_signed(key, promise.commit, promise.signature);
    ensure(signed, format!("the signature over C is not one by key {key}"))?;
    Ok(format!("the holder of key {key} promised C = {}", promise.commit))
}

fn is_signed(key: Digest, what: Digest, signature: Bytes<64>) -> bool {
    let signature = Signature::from_bytes(&signature.0);
    VerifyingKey::from_bytes(&key.0).is_ok_and(|key| key.verify_strict(&what.0, &signature).is_ok())
}

fn commitment(proof: &Proof) -> Result<String, String> {
    let promise = &proof.commitment;
    let commit = commit_digest(promise.hid, &promise.previous, &promise.roots);
    ensure(commit == promise.commit, "C is not the hash of this table, hand, previous digest and these 16 roots")?;
    Ok(format!("C fixes 16 decks for hand {} of table {}", promise.hid.hand, promise.hid.table))
}

fn chain(proof: &Proof, known: &Known<'_>) -> Result<String, String> {
    let Commitment { hid, previous: named, key, .. } = proof.commitment;
    ensure((hid.hand == 1) == (named == Digest::ZERO), "just the first hand of a table names none before it")?;
    let Some(ProofFile { proof: before, record }) = known.previous else {
        let first = "C names no hand before: this is the table's first".to_owned();
        let later = format!("C names {named} as the hand before: compare it with that hand's digest");
        return Ok(if named == Digest::ZERO { first } else { later });
    };
    let old = before.commitment.hid;
    ensure(hid.table == old.table && old.hand.checked_add(1) == Some(hid.hand), "not the next hand of that table")?;
    ensure(named == before.digest, format!("C names {named} as the hand before, which had another digest"))?;
    ensure(key == before.commitment.key, "the hand before was signed with another key")?;
    let wrong = verify(before, record.as_bytes(), &Known::default()).checks.into_iter().find(|check| !check.ok);
    wrong.map_or(Ok(()), |check| Err(format!("the proof of the hand before does not hold: {}", check.detail)))?;
    let gave = || proof.links.iter().filter(|link| link.mode == Mode::Chain);
    let was_known = |link: Digest| before.links.iter().any(|old| old.link == link || old.extends == link);
    if let Some(again) = gave().find(|new| was_known(new.link)) {
        return Err(format!("the link of seat {} was known before C", again.seat));
    }
    let went_on = |new: &SeatLink| before.links.iter().any(|old| (old.account, old.link) == (new.account, new.extends));
    let fresh = gave().filter(|new| !went_on(new)).count();
    Ok(format!(
        "C names the digest of the hand before; {fresh} seats began a chain since, the others went on with theirs"
    ))
}

fn links(proof: &Proof) -> Result<String, String> {
    let dealt = !proof.outcome.laid_open().1.is_empty() || matches!(proof.outcome, Outcome::Dealt { .. });
    check_links(&proof.links, dealt).map_err(|error| error.to_string())?;
    let count = |mode| proof.links.iter().filter(|entry| entry.mode == mode).count();
    let (gave, none, missing) = (count(Mode::Chain), count(Mode::None), count(Mode::Missing));
    let warning = if gave == 0 { "; so no player's entropy is in this deal" } else { "" };
    Ok(format!("of the seats {gave} gave the next link of a chain, {none} have none, {missing} failed to{warning}"))
}

fn beacon_made(drawn: &Beacon, claimed: &Digest, deck: u8) -> Result<String, String> {
    ensure(drawn.digest == *claimed, format!("C and the links make B = {}, not {claimed}", drawn.digest))?;
    ensure(drawn.deck == deck, format!("B chooses deck {}, not {deck}", drawn.deck))?;
    Ok(format!("C and the links make B = {claimed}, and B chose deck {deck} and the order of the deal"))
}

fn decks(proof: &Proof, seeds: &[Option<Digest>], dealt: Option<u8>, reshuffles: bool) -> Result<String, String> {
    let hid = proof.commitment.hid;
    for (j, (seed, promised)) in (0u8..).zip(seeds.iter().zip(&proof.commitment.roots)) {
        let there = seed.is_some() != (dealt == Some(j));
        ensure(there, format!("the seed of deck {j} must be there unless it was dealt from, and only then hidden"))?;
        let made = seed.map(|seed| root(hid, j, &Deck::new(hid, j, &seed.0, reshuffles).leaves()));
        ensure(made.is_none_or(|made| made == *promised), format!("the seed of deck {j} makes another deck"))?;
    }
    let count = seeds.iter().flatten().count();
    Ok(format!("the {count} decks not dealt from, shuffled again from their seeds, are the ones promised"))
}

fn leaves_rooted(proof: &Proof, drawn: &Beacon, leaves: &[Vec<Digest>], reshuffles: bool) -> Result<String, String> {
    let orders = if reshuffles { 1 + usize::from(RESHUFFLES) } else { 1 };
    let counted = leaves.len() == orders && leaves.iter().all(|row| row.len() == 52);
    ensure(counted, "there must be one order of 52 leaves, or five")?;
    let rooted = root(proof.commitment.hid, drawn.deck, leaves) == proof.commitment.roots[usize::from(drawn.deck)];
    ensure(rooted, format!("the leaves are not those promised for deck {}", drawn.deck))?;
    Ok(format!("the {} leaves of deck {} are the ones promised", 52 * leaves.len(), drawn.deck))
}

fn opened(proof: &Proof, drawn: &Beacon, leaves: &[Vec<Digest>], openings: &[Opening]) -> Result<String, String> {
    for &Opening { order, leaf, card, salt, .. } in openings {
        let promised = leaves.get(usize::from(order)).and_then(|row| row.get(usize::from(leaf)));
        let made = leaf_hash(proof.commitment.hid, drawn.deck, order, leaf, card.index(), &salt.0);
        ensure(promised == Some(&made), format!("{card} is not the card promised at leaf {leaf}"))?;
    }
    Ok(format!("the {} opened cards are the cards that were promised at their leaves", openings.len()))
}

fn positions(drawn: &Beacon, public: &[Opening], own: &[Opening]) -> Result<String, String> {
    let mut seen = vec![CardSet::EMPTY; 256];
    for opening in public.iter().chain(own.iter().filter(|opening| !public.contains(opening))) {
        let (d, leaf) = (opening.d, opening.leaf);
        let in_turn = drawn.sigma.get(usize::from(d)) == Some(&leaf);
        ensure(in_turn, format!("{} is opened as card {d} of the deal, which is not leaf {leaf}", opening.card))?;
        ensure(seen[usize::from(opening.order)].insert(opening.card), format!("{} was dealt twice", opening.card))?;
    }
    let ascending = [public, own].iter().all(|list| list.is_sorted_by(|a, b| (a.order, a.d) < (b.order, b.d)));
    ensure(ascending, "the openings are not in the order of the deal")?;
    Ok("every opened card lies where the deal order puts its turn, and no card came twice".to_owned())
}

fn nothing_shown(proof: &Proof, record: &[u8]) -> Result<String, String> {
    let nothing = proof.own.is_none() && record.is_empty();
    ensure(nothing, "a hand that was burned or void shows no cards and has no record")?;
    Ok("the hand was burned or is void: no card of it is shown".to_owned())
}

/// The record's lines that say which hand it is of and who sat where. What else is in it takes a game to judge.
fn recorded(proof: &Proof, record: &[u8]) -> Result<String, String> {
    let record = std::str::from_utf8(record).map_err(|_| "the record is not UTF-8 text")?;
    let line = |key| {
        let mut lines = record.split('\n').filter_map(|line| line.strip_prefix(key));
        lines.next().filter(|_| lines.next().is_none()).unwrap_or_default()
    };
    let hand = proof.commitment.hid.hand;
    ensure(line("hand = ") == format!("'{hand}'"), format!("the record is not one of hand {hand}"))?;
    let seats = line("seats = ").strip_prefix('[').and_then(|list| list.strip_suffix(']')).unwrap_or_default();
    let mut seats: Vec<_> = seats.split(", ").map(str::to_owned).collect();
    let mut linked: Vec<_> = proof.links.iter().map(|link| link.seat.to_string()).collect();
    seats.sort_unstable();
    linked.sort_unstable();
    ensure(seats == linked, "the seats of the record are not those that were asked for links")?;
    Ok(format!("the record is one of hand {hand}, and its seats are those that were asked for links"))
}

fn digest(proof: &Proof, record: &[u8]) -> Result<String, String> {
    let (commit, links) = (&proof.commitment.commit, &proof.links);
    let digest = match &proof.outcome {
        Outcome::Dealt { beacon, .. } => hand_digest(commit, beacon, record),
        Outcome::Burned { .. } => burned_digest(commit, links),
        Outcome::Void { .. } => void_digest(commit, links),
    };
    ensure(digest == proof.digest, "the hand's digest is not the hash of C, what the seats gave, the record")?;
    Ok(format!("{digest} stands for this hand, record and all: the table's next hand must name it"))
}

fn published(proof: &Proof) -> Result<String, String> {
    let key = proof.commitment.key;
    let signed = is_signed(key, proof_digest(&proof.digest, &proof.outcome), proof.signature);
    ensure(signed, format!("the signature over the whole proof is not one by key {key}"))?;
    Ok("the holder of that key signed for everything that is public of this hand, after it was over".to_owned())
}
