//! Hands that are given up: their proofs lay open what was not dealt from, and the chain of hands goes on through them.

use cardroom_fair::{Bytes, Known, Outcome, ProofFile, chain, lost_digest, verify};
use cardroom_room::{Actor, Chips, Choice, Command, Dealer as _, KeptProof, Now, Secret, Table, TableId};

use crate::play::{Game, player, setup};

/// Two players with chains, whose k-th link answers the k-th hand.
struct Linked {
    game: Game,
    given: [u32; 2],
}

impl Linked {
    fn new() -> Self {
        let mut game = Game::new(setup("holdem", 2));
        for account in 1..=2_u8 {
            game.grant(account.into(), 1000);
            let anchor = Some(chain(Bytes([account; 32]), 99));
            let (buy_in, name) = (Chips::new(1000), format!("player {account}"));
            game.told(player(account.into()), &Command::Sit { seat: None, buy_in, name, anchor, code: None });
        }
        Self { game, given: [0; 2] }
    }

    fn link(&mut self, account: u8) {
        let given = &mut self.given[usize::from(account) - 1];
        *given += 1;
        let (hand, _) = self.game.table.links_awaited().expect("links are awaited");
        let link = chain(Bytes([account; 32]), 99 - *given);
        self.game.told(player(account.into()), &Command::Link { hand, link });
    }

    fn void(&mut self) {
        self.game.told(Actor::Operator, &Command::VoidHand);
    }

    /// The proof files of all hands, as they come back from what is kept.
    fn files(&self) -> Vec<ProofFile> {
        let key = self.game.dealer.key();
        let hands = self.game.changes.iter().filter_map(|change| change.hand.as_deref());
        let file = |hand: &cardroom_room::FinishedHand| {
            let proof = hand.proof(key).unwrap();
            assert_eq!(proof.digest, hand.digest);
            let kept = KeptProof::read(proof.commitment.hid, &hand.kept_proof(key).unwrap()).unwrap();
            assert_eq!(kept.proof(hand.record().as_bytes()), proof);
            assert_eq!(hand.players.len(), 2, "who was to play may have the proof");
            ProofFile { proof, record: hand.record().to_owned() }
        };
        hands.map(file).collect()
    }
}

#[test]
fn void_hands_are_proved_and_the_next_ones_name_them() {
    let mut linked = Linked::new();
    // The first is played, the second given up while a link is awaited, the third with cards dealt, the fourth played.
    (1..=2).for_each(|account| linked.link(account));
    linked.game.act(Choice::Fold);
    linked.link(1);
    linked.void();
    (1..=2).for_each(|account| linked.link(account));
    linked.game.act(Choice::Call);
    linked.void();
    (1..=2).for_each(|account| linked.link(account));
    linked.game.act(Choice::Fold);

    let files = linked.files();
    let numbers: Vec<_> = files.iter().map(|file| file.proof.commitment.hid.hand).collect();
    assert_eq!(numbers, [1, 2, 3, 4]);
    for (n, file) in files.iter().enumerate() {
        let known = Known { previous: n.checked_sub(1).map(|before| &files[before]), key: None };
        let report = verify(&file.proof, file.record.as_bytes(), &known);
        assert!(report.ok, "{report:?}");
    }
    let laid_open = |file: &ProofFile| match &file.proof.outcome {
        Outcome::Void { seeds, leaves, .. } => Some((seeds.iter().flatten().count(), leaves.len())),
        _ => None,
    };
    assert_eq!(files.iter().map(laid_open).collect::<Vec<_>>(), [None, Some((16, 0)), Some((15, 1)), None]);
}

/// Where the seeds are lost nothing can be laid open, and the next commitment names a hand that nobody can show.
#[test]
fn a_hand_whose_seeds_are_lost_has_no_proof_and_the_next_names_it_as_lost() {
    let mut linked = Linked::new();
    linked.link(1);
    let game = &linked.game;
    assert!(game.changes.iter().flat_map(|change| &change.secrets).any(|kept| matches!(kept, Secret::Keep { .. })));
    let restored = Table::restore(&game.table.snapshot(), &[], &|_| None, Now(9_000)).unwrap();
    let (_, change) = restored.voided.expect("its hand is void");
    assert!(change.hand.is_none());
    let (mut table, mut dealer) = (restored.table, game.dealer.clone());
    let next = table.deadline().unwrap();
    table.apply(Actor::Room, &Command::Tick, next, &mut dealer).unwrap();
    let commitment = table.view(None, next).commitment.expect("the next hand is committed to");
    let lost = cardroom_fair::HandId { table: 1, hand: 1 };
    assert_eq!((commitment.hid.hand, commitment.previous), (2, lost_digest(lost)));
}

/// A table in the place of one that was lost has no first hand, so it names one before it.
#[test]
fn a_table_in_the_place_of_a_lost_one_names_the_lost_hands() {
    let mut game = Game::new(setup("holdem", 2));
    game.table = Table::new(TableId(1), setup("holdem", 2)).unwrap().in_place_of_lost(40);
    game.sit(1, 1, 1000);
    game.sit(2, 2, 1000);
    game.act(Choice::Fold);
    let key = game.dealer.key();
    let hand = game.changes.iter().find_map(|change| change.hand.as_deref()).unwrap();
    let proof = hand.proof(key).unwrap();
    assert_eq!(proof.commitment.hid.hand, 41);
    assert!(verify(&proof, hand.record().as_bytes(), &Known::default()).ok);
}
