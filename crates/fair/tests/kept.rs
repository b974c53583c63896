//! What is kept of a hand gives back its proofs, byte for byte, and nothing that was hidden.

mod hands;

use cardroom_fair::{
    Bytes, Committed, Dealing, Dealt, Digest, Error, HandId, KeptProof, Known, Mode, Place, Proof, ProofFile, SeatLink,
    Seeds, SigningKey, chain, verify,
};
use hands::{Chance, Kind, hand};

const HID: HandId = HandId { table: 7, hand: 31 };

/// Three seats, the first two with chains.
fn dealing(chance: &mut Chance, reshuffles: bool) -> Dealing {
    let key = SigningKey::from_bytes(&chance.bytes());
    let committed = Committed::new(HID, Bytes(chance.bytes()), reshuffles, Seeds::new(&chance.bytes()), &key);
    let link = |seat: u8, account: u64, given: Option<Digest>| SeatLink {
        seat,
        account,
        mode: if given.is_some() { Mode::Chain } else { Mode::None },
        link: given.unwrap_or(Digest::ZERO),
        extends: given.map_or(Digest::ZERO, |link| chain(link, 1)),
    };
    let (first, second) = (Bytes(chance.bytes()), Bytes(chance.bytes()));
    let links = vec![link(0, 0, Some(first)), link(4, u64::MAX, Some(second)), link(9, 1 << 20, None)];
    committed.deal(links).unwrap()
}

/// So many cards from each order that is dealt from, to the three seats in turn; now and then one is shown or burned.
fn deal(chance: &mut Chance, orders: &[u8]) -> Vec<Dealt> {
    let mut dealt = Vec::new();
    for (order, &cards) in (0..).zip(orders) {
        for d in 0..cards {
            let to = [Some(0), Some(u64::MAX), Some(1 << 20), None][chance.below(4)];
            dealt.push(Dealt { place: Place { order, d }, to, shown: chance.one_in(3) });
        }
    }
    dealt
}

#[test]
fn every_proof_comes_back_as_it_was_published() {
    let mut chance = Chance::new(11);
    for (orders, reshuffles) in [
        (&[0_u8][..], false),
        (&[17], false),
        (&[52], false),
        (&[40], true),
        (&[52, 9], true),
        (&[52, 30, 4, 0, 2], true),
    ] {
        let dealing = dealing(&mut chance, reshuffles);
        let dealt = deal(&mut chance, orders);
        let kept = KeptProof::read(HID, &dealing.keep(&dealt).unwrap()).unwrap();
        let shown = dealt.iter().filter(|dealt| dealt.shown).map(|dealt| dealt.place).collect::<Vec<_>>();
        let public = dealing.publish(&shown, b"the record").unwrap();
        assert_eq!(kept.proof(b"the record"), public);
        assert!(verify(&public, b"the record", &Known::default()).ok);
        let file = |proof: Proof| serde_json::to_string(&ProofFile { proof, record: "the record".to_owned() }).unwrap();
        assert_eq!(file(kept.proof(b"the record")), file(public.clone()));
        for account in [0, u64::MAX, 1 << 20] {
            let own = dealt.iter().filter(|dealt| dealt.to == Some(account));
            let own = own.map(|dealt| dealing.card(dealt.place).unwrap().open()).collect::<Vec<_>>();
            assert_eq!(kept.own(account), Some(own.clone()));
            let private = Proof { own: Some(own), ..kept.proof(b"the record") };
            assert!(verify(&private, b"the record", &Known::default()).ok, "{orders:?}");
        }
        assert_eq!(kept.own(5), None);
    }
}

#[test]
fn a_burned_hand_comes_back() {
    let mut chance = Chance::new(12);
    for reshuffles in [false, true] {
        let file = hand(&mut chance, Kind::Burned, reshuffles);
        let bytes = file.proof.keep_burned().unwrap();
        let kept = KeptProof::read(file.proof.commitment.hid, &bytes).unwrap();
        assert_eq!(kept.proof(b""), file.proof);
        assert_eq!(kept.own(file.proof.links[0].account), None);
    }
    assert_eq!(hand(&mut chance, Kind::Public, false).proof.keep_burned(), None);
}

#[test]
fn it_takes_little_and_a_card_that_nobody_saw_stays_hidden() {
    let mut chance = Chance::new(13);
    let (plain, drawing) = (dealing(&mut chance, false), dealing(&mut chance, true));
    for (dealing, most) in [(&plain, 2_600), (&drawing, 2_800)] {
        let dealt = deal(&mut chance, &[30]);
        let bytes = dealing.keep(&dealt).unwrap();
        assert!(bytes.len() < most, "{}", bytes.len());
        // No salt of a card that went to nobody face down, nor of one that wasn't dealt, is among the bytes.
        let known = |place| dealt.iter().any(|dealt| dealt.place == place && (dealt.shown || dealt.to.is_some()));
        for place in (0..52).map(|d| Place { order: 0, d }) {
            let salt = dealing.card(place).unwrap().open().salt.0;
            assert_eq!(bytes.windows(32).any(|window| window == salt), known(place), "{place:?}");
        }
    }
}

#[test]
fn what_was_changed_is_refused_or_proves_nothing() {
    let mut chance = Chance::new(14);
    let dealing = dealing(&mut chance, true);
    let bytes = dealing.keep(&deal(&mut chance, &[52, 3])).unwrap();
    for cut in (0..bytes.len()).step_by(97).chain([bytes.len() - 1]) {
        assert!(KeptProof::read(HID, &bytes[..cut]).is_err(), "cut at {cut}");
    }
    assert!(KeptProof::read(HID, &[&bytes[..], &[0]].concat()).is_err());
    for _ in 0..60 {
        let mut changed = bytes.to_vec();
        changed[chance.below(bytes.len())] ^= 1 << chance.below(8);
        let proof = KeptProof::read(HID, &changed).map(|kept| kept.proof(b"the record"));
        let holds = |proof: Proof| verify(&proof, b"the record", &Known::default()).ok;
        // Whose card it was and whether it was shown is no part of what the commitment binds.
        let fixed = |proof: &Proof| proof.commitment == dealing.publish(&[], b"").unwrap().commitment;
        assert!(proof.is_err() || proof.is_ok_and(|proof| fixed(&proof) || !holds(proof)));
    }
    let nowhere = Dealt { place: Place { order: 5, d: 0 }, to: None, shown: false };
    assert_eq!(dealing.keep(&[nowhere]).unwrap_err(), Error::NoSuchPlace(nowhere.place));
    let stranger = Dealt { place: Place { order: 0, d: 0 }, to: Some(77), shown: false };
    assert_eq!(dealing.keep(&[stranger]).unwrap_err(), Error::NotDealtIn(77));
}
