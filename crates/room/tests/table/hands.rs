//! Whole hands of every game at a table: dealt from a committed deck, recorded, and proved.

use cardroom_fair::{Known, ProofFile, verify};
use cardroom_history::Record;
use cardroom_room::{Actor, Chips, Command, Dealer as _, KeptProof, MIXES, Purse};
use cardroom_rules::{CATALOGUE, Seat};

use crate::play::{Game, any_choice, setup};

#[test]
fn hands_of_every_game_and_mix_are_played_recorded_and_proved() {
    let ids = CATALOGUE.iter().map(|game| game.id).chain(MIXES.iter().map(|mix| mix.id));
    for (number, id) in (1_u64..).zip(ids) {
        let mut game = Game::seated(setup(id, 9), &[1000; 9]);
        let mut chance = number;
        let mut previous = None;
        for _ in 0..150 {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            match game.table.to_act() {
                Some((account, ..)) => {
                    game.act(any_choice(&game.table.player_view(account).unwrap(), chance >> 33));
                }
                // A hand without a choice, or everyone is broke: the table goes on by itself, or after a rebuy.
                None if game.table.stacks().filter(|(.., stack)| stack.get() > 0).count() > 1 => game.wait(),
                None => {
                    let broke = game.table.stacks().find(|(.., stack)| stack.is_zero()).unwrap().1;
                    game.grant(broke.0, 1000);
                    game.told(Actor::Player(broke), &Command::Rebuy { amount: Chips::new(1000) });
                }
            }
        }
        let finished = game.changes.iter().filter_map(|change| change.hand.as_ref());
        let mut hands = 0;
        for hand in finished {
            Record::read(hand.record()).unwrap_or_else(|error| panic!("{id}: {error}\n{}", hand.record()));
            let proof = hand.proof(game.dealer.key()).unwrap();
            let report = verify(&proof, hand.record().as_bytes(), &Known { previous: previous.as_ref(), key: None });
            assert!(report.ok, "{id}: {report:?}");
            assert_eq!(proof.digest, hand.digest);
            let kept = KeptProof::read(proof.commitment.hid, &hand.kept_proof(game.dealer.key()).unwrap()).unwrap();
            assert_eq!(kept.proof(hand.record().as_bytes()), proof, "{id}");
            for &(account, _) in &hand.players {
                let own = hand.own_openings(account).unwrap();
                assert_eq!(kept.own(account.0), Some(own.clone()), "{id}");
                let private = cardroom_fair::Proof { own: Some(own), ..proof.clone() };
                assert!(verify(&private, hand.record().as_bytes(), &Known::default()).ok, "{id}");
                let seat = hand.players.iter().position(|&(player, _)| player == account).and_then(Seat::new).unwrap();
                let cards = hand.own_cards(account).unwrap();
                assert!(Record::read(hand.record()).unwrap().fill_in(seat, &cards), "{id}: {}", cards.len());
            }
            previous = Some(ProofFile { proof, record: hand.record().to_owned() });
            hands += 1;
        }
        assert!(hands > 1, "{id}: {hands} hands");
        assert_eq!(game.ledger.sum(), 0);
        assert!(game.ledger.balance(Purse::House) <= -9000);
    }
}
