//! The scheme's known answers, and a hand dealt, resumed, reshuffled, burned and chained.

use cardroom_cards::{Card, CardSet};
use cardroom_fair::{
    Bytes, Committed, DealtCard, Digest, Error, HandId, Known, Mode, Opening, Outcome, Place, Proof, ProofFile,
};
use cardroom_fair::{SeatLink, Seeds, SigningKey, chain, check_links, leaf_hash, shuffle, verify};
use sha2::{Digest as _, Sha256};
use zeroize::{Zeroize, ZeroizeOnDrop};

const HAND: HandId = HandId { table: 7, hand: 1 };
const RECORD: &[u8] = b"seats = [1]\nhand = '1'\n";

fn sha(parts: &[&[u8]]) -> [u8; 32] {
    Sha256::digest(parts.concat()).into()
}

fn seeds() -> Seeds {
    let mut entropy = [0; 512];
    for (j, seed) in (0u8..).zip(entropy.chunks_exact_mut(32)) {
        seed.copy_from_slice(&sha(&[b"test-seed", &[j]]));
    }
    Seeds::new(&entropy)
}

fn key() -> SigningKey {
    SigningKey::from_bytes(&sha(&[b"test-key"]))
}

fn link(seat: u8) -> SeatLink {
    let link = Bytes(sha(&[b"client-", seat.to_string().as_bytes()]));
    SeatLink { seat, account: 100 + u64::from(seat), mode: Mode::Chain, link, extends: chain(link, 1) }
}

fn no_link(seat: u8, mode: Mode) -> SeatLink {
    SeatLink { mode, link: Digest::ZERO, extends: Digest::ZERO, ..link(seat) }
}

fn committed(reshuffles: bool) -> Committed {
    Committed::new(HAND, Digest::ZERO, reshuffles, seeds(), &key())
}

fn at(order: u8, d: u8) -> Place {
    Place { order, d }
}

fn failed(proof: &Proof, record: &[u8]) -> Vec<&'static str> {
    let report = verify(proof, record, &Known::default());
    let failed: Vec<_> = report.checks.iter().filter(|check| !check.ok).map(|check| check.name).collect();
    assert_eq!(report.ok, failed.is_empty());
    failed
}

#[test]
fn the_zero_key_shuffles_as_specified() {
    let mut order: [u8; 52] = std::array::from_fn(|i| i as u8);
    shuffle(&[0; 32], &mut order);
    let cards: Vec<_> = order[..10].iter().map(|&i| Card::from_index(i).unwrap().to_string()).collect();
    assert_eq!(cards.join(" "), "Ad 5s Kd 4d Qd 6d Ts 4s 4h 2s");
}

#[test]
fn the_specified_hand_is_dealt_as_specified() {
    let hand = committed(false);
    assert!(hand.commitment().commit.to_string().starts_with("3848a21b8df58902"));
    let dealing = hand.deal(vec![link(1), link(2)]).unwrap();
    let beacon = dealing.beacon();
    assert!(beacon.digest.to_string().starts_with("2e106d352d95e039"));
    assert_eq!(beacon.deck, 1);
    assert_eq!(beacon.sigma[..5], [12, 2, 5, 35, 27]);
    let cards: Vec<_> = (0..5).map(|d| dealing.card(at(0, d)).unwrap().card().to_string()).collect();
    assert_eq!(cards.join(" "), "7d 4s 9d Ah Qs");
}

#[test]
fn a_deal_uses_every_card_once_in_every_order() {
    let dealing = committed(true).deal(vec![link(1)]).unwrap();
    for order in 0..=4 {
        let cards: CardSet = (0..52).map(|d| dealing.card(at(order, d)).unwrap().card()).collect();
        assert_eq!(cards, CardSet::FULL);
    }
    for place in [at(0, 52), at(5, 0), at(255, 255)] {
        assert_eq!(dealing.card(place).err(), Some(Error::NoSuchPlace(place)));
    }
    let without = committed(false).deal(vec![link(1)]).unwrap();
    assert_eq!(without.card(at(1, 0)).err(), Some(Error::NoSuchPlace(at(1, 0))));
}

#[test]
fn public_and_private_proofs_verify_and_survive_json() {
    let dealing = committed(true).deal(vec![link(1), no_link(2, Mode::None), link(9)]).unwrap();
    let record = "variant = 'NT'\nseats = [9, 1, 2]\nhand = '1'\n";
    let public = dealing.publish(&[at(0, 7), at(0, 6), at(2, 3), at(0, 7)], record.as_bytes(), &key()).unwrap();
    assert_eq!(failed(&public, record.as_bytes()), [""; 0]);
    let own: Vec<Opening> = [at(0, 0), at(0, 7), at(1, 4)].map(|p| dealing.card(p).unwrap().open()).to_vec();
    let private = Proof { own: Some(own), ..public.clone() };
    assert_eq!(failed(&private, record.as_bytes()), [""; 0]);
    for proof in [public, private] {
        let file = ProofFile { proof, record: record.to_owned() };
        assert_eq!(ProofFile::read(&serde_json::to_string_pretty(&file).unwrap()), Ok(file));
    }
}

#[test]
fn the_seed_of_the_deck_in_play_is_never_published() {
    let dealing = committed(true).deal(vec![link(1), link(2)]).unwrap();
    let proof = dealing.publish(&[at(0, 3)], b"", &key()).unwrap();
    let secret = hex::encode(sha(&[b"test-seed", &[dealing.beacon().deck]]));
    let text = serde_json::to_string(&proof).unwrap();
    assert!(!text.contains(&secret));
    // Nor the salt of any card that was not opened.
    let places = (0..=4).flat_map(|order| (0..52).map(move |d| at(order, d)));
    for place in places.filter(|&place| place != at(0, 3)) {
        assert!(!text.contains(&dealing.card(place).unwrap().open().salt.to_string()), "{place:?}");
    }
    let Outcome::Dealt { seeds, .. } = &proof.outcome else { unreachable!() };
    assert_eq!(seeds.iter().flatten().count(), 15);
}

#[test]
fn no_two_orders_share_a_salt() {
    let dealing = committed(true).deal(vec![link(1)]).unwrap();
    let places = (0..=4).flat_map(|order| (0..52).map(move |d| at(order, d)));
    let salts: std::collections::HashSet<_> = places.map(|place| dealing.card(place).unwrap().open().salt).collect();
    assert_eq!(salts.len(), 5 * 52);
}

#[test]
fn a_hand_goes_on_after_a_restart() {
    let before = committed(true);
    let exported: [u8; 512] = seeds().export().as_slice().try_into().unwrap();
    let after = Committed::resume(before.commitment().clone(), true, Seeds::new(&exported)).unwrap();
    let publish = |hand: &Committed| hand.deal(vec![link(3)]).unwrap().publish(&[at(0, 0)], b"r", &key()).unwrap();
    assert_eq!(publish(&before), publish(&after));
    for (reshuffles, seeds) in [(false, seeds()), (true, Seeds::new(&[0; 512]))] {
        let refused = Committed::resume(before.commitment().clone(), reshuffles, seeds).err();
        assert_eq!(refused, Some(Error::OtherSeeds));
    }
}

#[test]
fn a_reshuffle_walks_its_order_by_sigma_and_passes_over() {
    let dealing = committed(true).deal(vec![link(1), link(2)]).unwrap();
    let muck: CardSet = "2c3c4c5c6cThJhQhKhAh".parse().unwrap();
    for r in 1..=4 {
        let walk = dealing.reshuffle(r, |card| !muck.contains(card)).unwrap();
        assert_eq!(walk.iter().map(DealtCard::card).collect::<CardSet>(), muck);
        assert!(walk.is_sorted_by_key(DealtCard::place));
        assert!(walk.iter().all(|dealt| dealt.place().order == r));
    }
    for r in [0, 5] {
        assert!(matches!(dealing.reshuffle(r, |_| false), Err(Error::NoSuchPlace(_))));
    }
    let without = committed(false).deal(vec![link(1)]).unwrap();
    assert!(matches!(without.reshuffle(1, |_| false), Err(Error::NoSuchPlace(_))));
}

#[test]
fn every_leaf_is_the_hash_of_its_card() {
    let committed = committed(true);
    let dealing = committed.deal(vec![link(1), link(2)]).unwrap();
    let Outcome::Dealt { deck, leaves, .. } = dealing.publish(&[], b"", &key()).unwrap().outcome else {
        panic!("it was dealt")
    };
    assert_eq!(leaves.len(), 5);
    for (order, leaves) in (0..).zip(&leaves) {
        for d in 0..52 {
            let opening = dealing.card(at(order, d)).unwrap().open();
            let hash =
                leaf_hash(committed.commitment().hid, deck, order, opening.leaf, opening.card.index(), &opening.salt.0);
            assert_eq!(leaves[usize::from(opening.leaf)], hash);
        }
    }
}

#[test]
fn a_missing_link_burns_the_hand_and_lays_all_decks_open() {
    let links = vec![link(1), no_link(2, Mode::Missing), no_link(3, Mode::None)];
    for reshuffles in [false, true] {
        let hand = committed(reshuffles);
        assert_eq!(hand.deal(links.clone()).err(), Some(Error::MissingLink(2)));
        let burned = hand.burn(links.clone(), &key()).unwrap();
        assert_eq!(failed(&burned, b""), [""; 0]);
        assert_eq!(failed(&burned, b"a record"), ["openings"]);
        assert_eq!(hand.burn(vec![link(1)], &key()).err(), Some(Error::NeedlesslyBurned));
        assert_eq!(hand.burn(Vec::new(), &key()).err(), Some(Error::NeedlesslyBurned));
        assert_eq!(hand.burn(links.clone(), &SigningKey::from_bytes(&[1; 32])).err(), Some(Error::OtherKey));
        let Outcome::Burned { seeds, .. } = burned.outcome else { unreachable!() };
        assert!((0u8..).zip(seeds).all(|(j, seed)| seed.0 == sha(&[b"test-seed", &[j]])));
    }
}

#[test]
fn links_are_refused_out_of_order_or_off_their_chain() {
    assert_eq!(check_links(&[link(2), link(1)], true), Err(Error::SeatOrder(1)));
    assert_eq!(check_links(&[link(2), link(2)], true), Err(Error::SeatOrder(2)));
    let off = SeatLink { link: Bytes([9; 32]), ..link(4) };
    assert_eq!(check_links(&[link(1), off], true), Err(Error::BrokenChain(4)));
    let pretended = SeatLink { mode: Mode::None, ..link(4) };
    assert_eq!(check_links(&[pretended], true), Err(Error::BrokenChain(4)));
    assert_eq!(check_links(&[], true), Ok(()));
}

#[test]
fn a_hand_that_is_given_up_lays_open_what_was_not_dealt_from() {
    for reshuffles in [false, true] {
        let hand = committed(reshuffles);
        let before = hand.void(vec![link(1), no_link(2, Mode::Missing)], &key()).unwrap();
        let dealing = hand.deal(vec![link(1), link(2)]).unwrap();
        let after = dealing.void(&key()).unwrap();
        for (void, open) in [(&before, 16), (&after, 15)] {
            assert_eq!(failed(void, b""), [""; 0]);
            assert_eq!(failed(void, b"a record"), ["openings"]);
            let Outcome::Void { seeds, leaves, .. } = &void.outcome else { unreachable!() };
            assert_eq!((seeds.iter().flatten().count(), leaves.is_empty()), (open, open == 16));
        }
        // No card of the deck that was dealt from is told.
        let text = serde_json::to_string(&after).unwrap();
        assert!(!text.contains(&hex::encode(sha(&[b"test-seed", &[dealing.beacon().deck]]))));
        let open = |place| dealing.card(place).unwrap().open().salt.to_string();
        assert!((0..52).all(|d| !text.contains(&open(at(0, d)))));
        assert_eq!(hand.void(vec![link(1)], &key()).err(), Some(Error::NeedlesslyBurned));
    }
}

#[test]
fn another_rooms_key_is_told_from_ours() {
    let proof = committed(false).deal(vec![link(1)]).unwrap().publish(&[], RECORD, &key()).unwrap();
    let ours = Known { key: Some(Bytes(key().verifying_key().to_bytes())), previous: None };
    assert!(verify(&proof, RECORD, &ours).ok);
    let theirs = Known { key: Some(Bytes([1; 32])), previous: None };
    assert!(!verify(&proof, RECORD, &theirs).ok);
}

#[test]
fn secrets_are_zeroed_on_drop() {
    fn zeroed_on_drop<T: ZeroizeOnDrop>() {}
    zeroed_on_drop::<Seeds>();
    zeroed_on_drop::<DealtCard>();
    let mut seeds = seeds();
    assert!(seeds.export().iter().any(|&byte| byte != 0));
    seeds.zeroize();
    assert!(seeds.export().iter().all(|&byte| byte == 0));
    let mut dealt = committed(false).deal(vec![link(1), link(2)]).unwrap().card(at(0, 0)).unwrap();
    dealt.zeroize();
    assert_eq!((dealt.card().to_string().as_str(), dealt.open().salt, dealt.open().leaf), ("2c", Digest::ZERO, 0));
}

#[test]
fn the_crate_can_be_read_in_one_sitting() {
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = std::fs::read_dir(source).unwrap().map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let code =
        |text: String| text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count();
    let lines: usize = files.map(code).sum();
    assert!(lines < 780, "{lines} lines of code");
}
