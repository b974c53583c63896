//! What is kept of a hand gives back its proofs, byte for byte, and nothing that was hidden.

use std::cell::RefCell;

use cardroom_fair::{
    Bytes, Committed, Dealing, Digest, Error, HandId, Known, Mode, Place, Proof, SeatLink, Seeds, SigningKey, chain,
    hash, verify,
};
use cardroom_room::{
    Choice, Dealer as _, DealtTo, FinishedHand, KeptError, KeptProof, ReshuffleKeys, Secret, Slots, Table,
};
use cardroom_rules::{CATALOGUE, Legal};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::play::{Game, calm, setup};

const HID: HandId = HandId { table: 7, hand: 31 };
const RECORD: &[u8] = b"seats = [4, 9, 0]\nhand = '31'\n";
const ACCOUNTS: [u64; 3] = [0, u64::MAX, 1 << 20];

/// A hand that was dealt to three seats, the first two with chains.
struct Deal {
    dealing: Dealing,
    seeds: Seeds,
    keys: ReshuffleKeys,
    key: SigningKey,
}

impl Deal {
    fn new(chance: &mut Xoshiro256PlusPlus, reshuffles: bool) -> Self {
        let mut entropy = [0; 512];
        chance.fill(&mut entropy);
        let seeds = Seeds::new(&entropy);
        let (key, previous) = (SigningKey::from_bytes(&chance.random()), Bytes(chance.random()));
        let committed = Committed::new(HID, previous, reshuffles, seeds.clone(), &key);
        let given = [Some(Bytes(chance.random())), Some(Bytes(chance.random())), None];
        let links = [0, 4, 9].into_iter().zip(ACCOUNTS).zip(given).map(|((seat, account), given)| SeatLink {
            seat,
            account,
            mode: if given.is_some() { Mode::Chain } else { Mode::None },
            link: given.unwrap_or(Digest::ZERO),
            extends: given.map_or(Digest::ZERO, |link| chain(link, 1)),
        });
        let dealing = committed.deal(links.collect()).unwrap();
        let keys = ReshuffleKeys::of(HID, &dealing, &seeds);
        Self { dealing, seeds, keys, key }
    }

    /// So many cards from each order, to the seats in turn; now and then one is shown or burned.
    fn out(&self, chance: &mut Xoshiro256PlusPlus, orders: &[u8]) -> Vec<DealtTo> {
        let places = (0..).zip(orders).flat_map(|(order, &cards)| (0..cards).map(move |d| Place { order, d }));
        let to = [Some(ACCOUNTS[0]), Some(ACCOUNTS[1]), Some(ACCOUNTS[2]), None];
        let dealt = |place| DealtTo {
            opening: self.dealing.card(place).unwrap().open(),
            to: to[chance.random_range(0..4)],
            shown: chance.random_ratio(1, 3),
        };
        places.map(dealt).collect()
    }

    fn proof(&self, dealt: &[DealtTo]) -> Proof {
        let shown = dealt.iter().filter(|dealt| dealt.shown).map(place).collect::<Vec<_>>();
        self.dealing.publish(&shown, RECORD, &self.key).unwrap()
    }
}

fn place(dealt: &DealtTo) -> Place {
    Place { order: dealt.opening.order, d: dealt.opening.d }
}

fn holds(proof: &Proof) -> bool {
    verify(proof, RECORD, &Known::default()).ok
}

#[test]
fn every_proof_comes_back_as_it_was_published() {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(11);
    for (orders, reshuffles) in [
        (&[0_u8][..], false),
        (&[17], false),
        (&[52], false),
        (&[40], true),
        (&[52, 9], true),
        (&[52, 30, 4, 0, 2], true),
        (&[52, 1, 1, 1, 1], true),
    ] {
        let deal = Deal::new(&mut chance, reshuffles);
        let dealt = deal.out(&mut chance, orders);
        let public = deal.proof(&dealt);
        assert!(holds(&public));
        for keys in [Some(&deal.keys).filter(|_| reshuffles), None] {
            let kept = KeptProof::read(HID, &KeptProof::keep(&public, &dealt, keys).unwrap()).unwrap();
            assert_eq!(kept.proof(RECORD), public);
            for account in ACCOUNTS {
                let own = dealt.iter().filter(|dealt| dealt.to == Some(account));
                let own = own.map(|dealt| dealt.opening).collect::<Vec<_>>();
                assert_eq!(kept.own(account), Some(own.clone()));
                assert!(holds(&Proof { own: Some(own), ..kept.proof(RECORD) }), "{orders:?}");
            }
            assert_eq!(kept.own(5), None);
        }
    }
}

#[test]
fn burned_and_void_hands_come_back() {
    for reshuffles in [false, true] {
        let key = SigningKey::from_bytes(&[3; 32]);
        let committed = Committed::new(HID, Bytes([4; 32]), reshuffles, Seeds::new(&[5; 512]), &key);
        let (link, extends) = (Digest::ZERO, Digest::ZERO);
        let links = vec![SeatLink { seat: 2, account: 300, mode: Mode::Missing, link, extends }];
        let dealt = vec![SeatLink { mode: Mode::None, ..links[0] }];
        let all = [
            committed.burn(links.clone(), &key),
            committed.void(links, &key),
            committed.deal(dealt).unwrap().void(&key),
        ];
        for proof in all.map(Result::unwrap) {
            let bytes = KeptProof::keep(&proof, &[], None).unwrap();
            let kept = KeptProof::read(HID, &bytes).unwrap();
            assert_eq!(kept.proof(b""), proof);
            assert_eq!(kept.own(300), None);
            assert!(verify(&proof, b"", &Known::default()).ok);
            assert!(KeptProof::read(HID, &bytes[..bytes.len() - 1]).is_err());
        }
    }
}

#[test]
fn it_takes_little_and_what_nobody_saw_stays_hidden() {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(13);
    for (orders, reshuffles, most) in [(&[30_u8][..], false, 2_700), (&[30], true, 2_900), (&[52, 6], true, 5_000)] {
        let deal = Deal::new(&mut chance, reshuffles);
        let mut dealt = deal.out(&mut chance, orders);
        if let Some(last) = dealt.last_mut().filter(|last| last.opening.order > 0) {
            // Somebody was not to see this one: its order is not kept as its keys.
            (last.to, last.shown) = (None, false);
        }
        let keys = Some(&deal.keys).filter(|_| reshuffles);
        let bytes = KeptProof::keep(&deal.proof(&dealt), &dealt, keys).unwrap();
        assert!(bytes.len() < most, "{}", bytes.len());
        let has = |secret: &[u8]| bytes.windows(32).any(|window| window == secret);
        // No salt of a card that went to nobody face down, nor of one that wasn't dealt, is among the bytes.
        let seen = |at| dealt.iter().any(|dealt| place(dealt) == at && (dealt.shown || dealt.to.is_some()));
        for (order, d) in (0..orders.len() as u8).flat_map(|order| (0..52).map(move |d| (order, d))) {
            let at = Place { order, d };
            assert_eq!(has(&deal.dealing.card(at).unwrap().open().salt.0), seen(at), "{at:?}");
        }
        // Nor is the dealt deck's seed, or the key of its order; that of a reshuffle is where no card of it is hidden.
        let (deck, seeds) = (deal.dealing.beacon().deck, deal.seeds.export());
        let hid = [HID.table.to_be_bytes(), HID.hand.to_be_bytes()];
        for (j, seed) in (0..).zip(seeds.chunks(32)) {
            assert_eq!(has(seed), j != deck);
            assert!(!has(&hash("deck", &[hid.as_flattened(), &[j], seed]).0));
            for r in 1..=4 {
                let kept = j == deck && reshuffles && usize::from(r) >= orders.len();
                assert_eq!(has(&hash("reshuffle", &[hid.as_flattened(), &[j], &[r], seed]).0), kept, "{j} {r}");
            }
        }
    }
}

#[test]
fn what_was_changed_is_refused_or_proves_nothing() {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(14);
    let deal = Deal::new(&mut chance, true);
    let dealt = deal.out(&mut chance, &[52, 3]);
    let proof = deal.proof(&dealt);
    let bytes = KeptProof::keep(&proof, &dealt, Some(&deal.keys)).unwrap();
    for cut in (0..bytes.len()).step_by(97).chain([bytes.len() - 1]) {
        assert!(KeptProof::read(HID, &bytes[..cut]).is_err(), "cut at {cut}");
    }
    assert!(KeptProof::read(HID, &[&bytes[..], &[0]].concat()).is_err());
    for _ in 0..60 {
        let mut changed = bytes.to_vec();
        changed[chance.random_range(0..bytes.len())] ^= 1 << chance.random_range(0..8);
        let again = KeptProof::read(HID, &changed).map(|kept| kept.proof(RECORD));
        // Whose card it was and whether it was shown is no part of what the commitment binds.
        let fixed = |again: &Proof| again.commitment == proof.commitment;
        assert!(again.is_err() || again.is_ok_and(|again| fixed(&again) || !holds(&again)));
    }
    let one = dealt[0];
    let nowhere = DealtTo { opening: cardroom_fair::Opening { order: 5, ..one.opening }, to: None, shown: true };
    let no_such_place = Error::NoSuchPlace(Place { order: 5, d: 0 });
    assert_eq!(KeptProof::keep(&proof, &[nowhere], None).unwrap_err(), KeptError::Deal(no_such_place));
    let stranger = DealtTo { to: Some(77), ..one };
    assert_eq!(KeptProof::keep(&proof, &[stranger], None).unwrap_err(), KeptError::NotDealtIn(77));
}

/// Everyone draws all it can until the deck is used up and the muck is shuffled, and the room restarts meanwhile.
#[test]
fn hands_with_reshuffles_come_back_from_a_table_that_restarted() {
    let mut reshuffled = 0;
    for spread in CATALOGUE.iter().filter(|game| game.can_reshuffle()) {
        let seats = spread.seats().1 as u8;
        let mut game = Game::seated(setup(spread.id, seats), &vec![1_000; usize::from(seats)]);
        let seeds = RefCell::new(None);
        while game.changes.iter().all(|change| change.hand.is_none()) {
            for secret in game.changes.iter().flat_map(|change| &change.secrets) {
                if let Secret::Keep { seeds: kept, .. } = secret {
                    *seeds.borrow_mut() = Some(Seeds::clone(kept));
                }
            }
            let again = Table::restore(&game.table.snapshot(), &[], &|_| seeds.borrow().clone(), game.now).unwrap();
            assert!(again.voided.is_none());
            game.table = again.table;
            let Some((account, ..)) = game.table.to_act() else {
                game.wait();
                continue;
            };
            let view = game.table.player_view(account).unwrap();
            let choice = match view.legal.unwrap() {
                Legal::Draw { most, .. } => Choice::Draw(Slots::of(0..most as u8).unwrap()),
                _ => calm(&view),
            };
            game.act(choice);
        }
        let hand: &FinishedHand = game.changes.iter().find_map(|change| change.hand.as_deref()).unwrap();
        let key = game.dealer.key();
        let (proof, bytes) = (hand.proof(key).unwrap(), hand.kept_proof(key).unwrap());
        let kept = KeptProof::read(proof.commitment.hid, &bytes).unwrap();
        assert_eq!(kept.proof(hand.record().as_bytes()), proof, "{}", spread.id);
        let own = hand.players.iter().map(|&(account, _)| (kept.own(account.0), hand.own_openings(account)));
        let own = own.collect::<Vec<_>>();
        assert!(own.iter().all(|(kept, own)| kept == own), "{}", spread.id);
        reshuffled +=
            usize::from(own.iter().filter_map(|(kept, _)| kept.as_ref()).flatten().any(|card| card.order > 0));
        // Four orders of 52 leaves would be 6,656 bytes.
        assert!(bytes.len() < 4_000, "{}: {}", spread.id, bytes.len());
    }
    assert!(reshuffled > 2, "{reshuffled}");
}
