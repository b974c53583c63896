//! Vectors for every function of the scheme, published in `vectors/crp-1.json` for whoever writes another verifier.
//!
//! `UPDATE_VECTORS=1 cargo test -p cardroom-fair --test vectors` writes the file anew; without it the file must be
//! what the code gives, and the Python verifier must agree with every entry.

#![allow(clippy::print_stderr, reason = "a test says what it could not compare")]

mod hands;
mod judged;

use std::path::{Path, PathBuf};
use std::process::Command;

use cardroom_fair::{
    Beacon, Bytes, Committed, Dealing, Digest, HandId, Known, Mode, Place, ProofFile, SeatLink, Seeds, SigningKey,
    beacon, burned_digest, chain, hand_digest, hash, proof_digest, shuffle, verify, void_digest,
};
use hands::{Chance, Kind, hand};
use judged::judged;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/crp-1.json")
}

#[test]
fn the_published_vectors_are_current() {
    let mut text = serde_json::to_string_pretty(&vectors()).unwrap();
    text.push('\n');
    if std::env::var_os("UPDATE_VECTORS").is_some() {
        std::fs::write(file(), &text).unwrap();
    }
    let published = std::fs::read_to_string(file()).unwrap();
    assert!(published == text, "vectors/crp-1.json differs from what the code gives; see the head of tests/vectors.rs");
}

#[test]
fn the_python_verifier_agrees_with_every_vector() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check_vectors.py");
    match Command::new("python3").arg("-B").arg(script).output() {
        Ok(output) => {
            let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            assert!(output.status.success(), "{out}{err}");
            assert!(out.contains("vectors agree"), "{out}");
        }
        Err(error) => eprintln!("NOT COMPARED with tools/check_vectors.py: python3 can't be run ({error})"),
    }
}

/// What each forgery fails at is what is published with it; the other verifiers are held to that.
#[test]
fn forgeries_fail_and_hands_that_follow_each_other_hold() {
    for case in judged() {
        let known = Known { previous: case.before.as_ref(), ..Known::default() };
        let report = verify(&case.file.proof, case.file.record.as_bytes(), &known);
        let failed: Vec<_> = report.checks.iter().filter(|check| !check.ok).map(|check| check.name).collect();
        assert_eq!(failed, case.fails, "{}: {report:?}", case.what);
    }
}

fn vectors() -> Value {
    let mut chance = Chance::new(11);
    let seeds: [u8; 512] = chance.bytes();
    let signing_key: [u8; 32] = chance.bytes();
    let hid = HandId { table: 0x0102_0304_0506_0708, hand: u64::MAX };
    let previous = Bytes(chance.bytes());
    let key = SigningKey::from_bytes(&signing_key);
    let links =
        [(1, Mode::Chain), (4, Mode::None), (9, Mode::Chain)].map(|(seat, mode)| seat_link(&mut chance, seat, mode));
    let missing = [(1, Mode::Chain), (2, Mode::Missing)].map(|(seat, mode)| seat_link(&mut chance, seat, mode));

    let mut commitments = Vec::new();
    let mut decks = Vec::new();
    for reshuffles in [false, true] {
        let committed = Committed::new(hid, previous, reshuffles, Seeds::new(&seeds), &key);
        let commitment = committed.commitment();
        let dealing = committed.deal(links.to_vec()).unwrap();
        decks.push(deck(&dealing, reshuffles, &seeds, &commitment.roots, &key));
        commitments.push(json!({
            "reshuffles": reshuffles, "seeds": hex::encode(seeds), "signing_key": hex::encode(signing_key),
            "commitment": commitment,
        }));
    }
    let commit = Bytes(chance.bytes());
    let Beacon { digest, deck: chosen, sigma } = beacon(&commit, &links);
    let record = "variant = 'NT'\nplayers = ['Zoë', '李']\n";
    let proofs = [
        (Kind::Public, false),
        (Kind::Private, true),
        (Kind::Burned, false),
        (Kind::Void, true),
        (Kind::VoidDealt, false),
    ];
    let proofs: Vec<_> = std::iter::once(specified_hand())
        .chain(proofs.map(|(kind, reshuffles)| hand(&mut chance, kind, reshuffles)))
        .collect();
    let signed_for = |file: &ProofFile| proof_digest(&file.proof.digest, &file.proof.outcome);
    json!({
        "about": "Vectors for the dealing scheme CRP-1. Bytes are hex; d, leaves and decks count from 0.",
        "hash": [
            hash_vector("chain", &[&[0; 32]]),
            hash_vector("deck", &[&[7; 16], &[3], &[9; 32]]),
            hash_vector("hand", &[]),
            hash_vector("hand", &[b"", b"a", "♠".as_bytes()]),
        ],
        "chain": ([0, 1, 2, 1000].map(|steps| {
            let link = Bytes([steps as u8; 32]);
            json!({ "link": link, "steps": steps, "gives": chain(link, steps) })
        })),
        "shuffle": ([[0; 32], [255; 32], chance.bytes(), chance.bytes()].map(|key| {
            let mut order: [u8; 52] = std::array::from_fn(|i| i as u8);
            shuffle(&key, &mut order);
            json!({ "key": hex::encode(key), "order": order.to_vec() })
        })),
        "commit": commitments,
        "deck": decks,
        "beacon": [{ "commit": commit, "links": links, "beacon": digest, "deck": chosen, "sigma": sigma.to_vec() }],
        "hand_digest": [{
            "commit": commit, "beacon": digest, "record": record,
            "digest": hand_digest(&commit, &digest, record.as_bytes()),
        }],
        "burned_digest": [{ "commit": commit, "links": missing, "digest": burned_digest(&commit, &missing) }],
        "void_digest": [{ "commit": commit, "links": missing, "digest": void_digest(&commit, &missing) }],
        "proof_digest": proofs.iter().map(signed_for).collect::<Vec<_>>(),
        "proof": proofs,
        "judged": judged(),
    })
}

/// The hand that the scheme's known answers are of, with its first five cards shown.
fn specified_hand() -> ProofFile {
    let sha = |text: &[u8]| -> [u8; 32] { Sha256::digest(text).into() };
    let mut seeds = [0; 512];
    for (j, seed) in (0u8..).zip(seeds.chunks_exact_mut(32)) {
        seed.copy_from_slice(&sha(&[b"test-seed", &[j][..]].concat()));
    }
    let links = [1u8, 2].map(|seat| {
        let link = Bytes(sha(format!("client-{seat}").as_bytes()));
        SeatLink { seat, account: 100 + u64::from(seat), mode: Mode::Chain, link, extends: chain(link, 1) }
    });
    let key = SigningKey::from_bytes(&sha(b"test-key"));
    let hand = Committed::new(HandId { table: 7, hand: 1 }, Digest::ZERO, false, Seeds::new(&seeds), &key);
    let record = "players = ['Ann', 'Bob']\nseats = [1, 2]\nhand = '1'\n".to_owned();
    let shown = [0, 1, 2, 3, 4].map(|d| Place { order: 0, d });
    let proof = hand.deal(links.to_vec()).unwrap().publish(&shown, record.as_bytes(), &key).unwrap();
    ProofFile { proof, record }
}

/// The bytes that docs/fairness.md hashes by hand are those of the specified hand's first card.
#[test]
fn the_example_in_the_documentation_is_right() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/fairness.md");
    let page = std::fs::read_to_string(page).unwrap();
    let block = page.split("```text\n10 ").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let bytes: String = block.lines().map(|line| line.split('#').next().unwrap_or_default()).collect();
    let bytes = hex::decode(format!("10{}", bytes.replace(' ', ""))).unwrap();
    let digest = hex::encode(Sha256::digest(bytes));
    assert!(page.contains(&digest), "{digest}");
    let proof = json!(specified_hand().proof);
    let opening = &proof["outcome"]["dealt"]["openings"][0];
    assert_eq!((&opening["card"], &opening["leaf"]), (&json!("7d"), &json!(12)));
    assert_eq!(proof["outcome"]["dealt"]["leaves"][0][12], digest);
}

fn seat_link(chance: &mut Chance, seat: u8, mode: Mode) -> SeatLink {
    let link = if mode == Mode::Chain { Bytes(chance.bytes()) } else { Digest::ZERO };
    let extends = if mode == Mode::Chain { chain(link, 1) } else { Digest::ZERO };
    SeatLink { seat, account: u64::MAX - u64::from(seat), mode, link, extends }
}

fn hash_vector(tag: &str, parts: &[&[u8]]) -> Value {
    let parts_hex: Vec<_> = parts.iter().map(hex::encode).collect();
    json!({ "tag": tag, "parts": parts_hex, "digest": hash(tag, parts) })
}

/// The deck a beacon chose, whole, as no proof ever shows it.
fn deck(dealing: &Dealing, reshuffles: bool, seeds: &[u8; 512], roots: &[Digest], key: &SigningKey) -> Value {
    let j = usize::from(dealing.beacon().deck);
    let orders = (0..if reshuffles { 5 } else { 1 }).map(|order| {
        let mut cards: Vec<_> = (0..52).map(|d| dealing.card(Place { order, d }).unwrap().open()).collect();
        cards.sort_unstable_by_key(|opening| opening.leaf);
        let indices: Vec<_> = cards.iter().map(|opening| opening.card.index()).collect();
        let salts: Vec<_> = cards.iter().map(|opening| opening.salt).collect();
        json!({ "cards": indices, "salts": salts })
    });
    let orders: Vec<_> = orders.collect();
    let proof = dealing.publish(&[], b"", key).unwrap();
    json!({
        "hid": proof.commitment.hid, "deck": j, "seed": hex::encode(&seeds[32 * j..32 * (j + 1)]),
        "orders": orders, "leaves": json!(proof.outcome)["dealt"]["leaves"], "root": roots[j],
    })
}
