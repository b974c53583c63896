//! A hand dealt by the committed shuffle and played by the engine, with its proof: what a server will do live.

use std::collections::HashMap;

use cardroom_cards::Card;
use cardroom_fair::{
    Bytes, Committed, Dealing, Digest, HandId, Mode, Place, Proof, ProofFile, SeatLink, Seeds, SigningKey, chain,
};
use cardroom_history::{About, HandCopy, Reader};
use cardroom_rules::{Action, Chips, Event, Game, Hand, Legal, Limit, Lineup, Need, Seat, Spread, SpreadSetup, Throw};

/// A played hand's public proof, and each player's private one.
pub(crate) struct Proved {
    pub(crate) public: ProofFile,
    pub(crate) private: Vec<ProofFile>,
    pub(crate) events: Vec<Event>,
}

/// Plays one hand of a game with choices from `seed`, which is its number too, and proves it.
pub(crate) fn prove(id: &str, players: usize, seed: u64) -> Proved {
    prove_after(id, players, seed, if seed == 1 { Digest::ZERO } else { Bytes([9; 32]) })
}

/// The same for a hand that names the one before it.
pub(crate) fn prove_after(id: &str, players: usize, seed: u64, previous: Digest) -> Proved {
    let limit = Limit::No { min_bet: Chips::new(10) };
    let spread = SpreadSetup::new(Game::by_id(id).expect("a game"), limit).check().expect("a table");
    let lineup = Lineup::new(&spread, &vec![Chips::new(300 + seed % 70); players]).expect("players");
    let dealing = commit(&spread, players, seed, previous);
    let mut table = Table { dealing, hand: seed, choices: seed, dealt: Vec::new(), order: 0, events: Vec::new() };
    table.play(&spread, &lineup);
    table.publish(&spread, &lineup, players)
}

fn key() -> SigningKey {
    SigningKey::from_bytes(&[7; 32])
}

fn commit(spread: &Spread, players: usize, seed: u64, previous: Digest) -> Dealing {
    let mut entropy = [0; 512];
    entropy
        .chunks_mut(8)
        .zip(1_u64..)
        .for_each(|(bytes, n)| bytes.copy_from_slice(&mixed(seed ^ n << 32).to_le_bytes()));
    let hid = HandId { table: 3, hand: seed };
    let links = (1..=players as u8).map(|seat| {
        let link = chain(Bytes([seat; 32]), 200 - seed as u32);
        SeatLink { seat, account: 100 + u64::from(seat), mode: Mode::Chain, link, extends: chain(link, 1) }
    });
    let committed = Committed::new(hid, previous, spread.game().can_reshuffle(), Seeds::new(&entropy), &key());
    committed.deal(links.collect()).expect("every link is there")
}

struct Table {
    dealing: Dealing,
    hand: u64,
    choices: u64,
    /// Every card dealt, where it came from, and to whom.
    dealt: Vec<(Card, Place, Option<Seat>)>,
    order: u8,
    events: Vec<Event>,
}

impl Table {
    fn play(&mut self, spread: &Spread, lineup: &Lineup) {
        let mut hand = Hand::new(spread, lineup, &mut self.events);
        loop {
            match hand.need() {
                Need::Nothing => break,
                Need::Card(to) => {
                    let card = if self.order == 0 {
                        self.dealing.card(Place { order: 0, d: self.dealt.len() as u8 })
                    } else {
                        let may_come = hand.may_come();
                        let left = self.dealing.reshuffle(self.order, |card| !may_come.contains(card));
                        left.map(|mut cards| cards.remove(0))
                    };
                    let card = card.expect("a card");
                    let seat = if let cardroom_rules::Place::Hole(seat) = to { Some(seat) } else { None };
                    self.dealt.push((card.card(), card.place(), seat));
                    hand.deal(Some(card.card()), &mut self.events).expect("a card that may come");
                }
                Need::Reshuffle { .. } => {
                    self.order += 1;
                    hand.reshuffle(&mut self.events).expect("the stub has run out");
                }
                _ => {
                    let (seat, action) = self.choose(&hand);
                    hand.act(seat, action, &mut self.events).expect("a legal action");
                }
            }
        }
    }

    /// Mostly stays in, so that hands come to a showdown.
    fn choose(&mut self, hand: &Hand) -> (Seat, Action) {
        self.choices = mixed(self.choices);
        match hand.legal() {
            Legal::Bet { seat, choices } => match (self.choices % 8, choices.raise(), choices.call()) {
                (0, ..) => (seat, Action::Fold),
                (1, Ok(range), _) => (seat, Action::RaiseTo(range.min_to)),
                (_, _, Some(_)) => (seat, Action::Call),
                _ => (seat, Action::Check),
            },
            Legal::Discard { seat, most, .. } => (seat, Action::Discard(self.throw(hand, seat, most))),
            Legal::Draw { seat, most, .. } => (seat, Action::Draw(self.throw(hand, seat, most))),
            Legal::Show { seat, may_muck } if may_muck => (seat, Action::Muck),
            Legal::Show { seat, .. } => (seat, Action::Show(hand.cards_of(seat))),
            Legal::Nothing => unreachable!("the hand waits for a player"),
        }
    }

    fn throw(&self, hand: &Hand, seat: Seat, most: usize) -> Throw {
        let count = most.min((self.choices >> 8) as usize % 6);
        hand.cards_of(seat).iter().take(count).collect::<cardroom_cards::CardSet>().into()
    }

    fn publish(self, spread: &Spread, lineup: &Lineup, players: usize) -> Proved {
        // A card may come twice in a hand with a reshuffle: who shows it holds the later one.
        let latest: HashMap<Card, (Place, Option<Seat>)> =
            self.dealt.iter().map(|&(card, at, to)| (card, (at, to))).collect();
        let mut open = Vec::new();
        for event in &self.events {
            match event {
                Event::Board { card: Some(card) } => open.push(latest[card].0),
                Event::Shown { cards, .. } => open.extend(cards.known().iter().map(|card| latest[&card].0)),
                _ => {}
            }
        }
        let (hand, seats) = (Some(self.hand.to_string()), (1..=players as u64).collect());
        let about = About { hand, seats, ..About::default() };
        let copy = HandCopy::new(spread, lineup, &self.events, Reader::Public, about);
        let record = copy.to_phh();
        let proof = self.dealing.publish(&open, record.as_bytes(), &key()).expect("places that were dealt");
        let private = |seat: usize| {
            let own = self.dealt.iter().filter(|(.., to)| to.is_some_and(|to| to.index() == seat));
            let own = own.map(|(_, at, _)| self.opening(*at)).collect();
            ProofFile { proof: Proof { own: Some(own), ..proof.clone() }, record: record.clone() }
        };
        Proved {
            private: (0..players).map(private).collect(),
            public: ProofFile { proof: proof.clone(), record: record.clone() },
            events: self.events,
        }
    }

    fn opening(&self, at: Place) -> cardroom_fair::Opening {
        self.dealing.card(at).expect("it was dealt").open()
    }
}

/// A fixed scramble of a number: the choices of a hand are arbitrary, but always the same.
fn mixed(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
