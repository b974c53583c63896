//! Random hands to the showdown in every game, settled again by a slow oracle that shares no code with the engine.

#![allow(clippy::print_stdout, reason = "a soak says what it met")]

mod naive;
mod play;

use std::cell::Cell;

use cardroom_cards::Card;
use cardroom_rules::{Chips, Event, FaceDown, Hand, Lineup, Post, SeatSet};
use naive::Player;
use play::{any_table, choose, soak};

/// At least so many of all hands must come to a showdown, or little is compared.
const SHARE: f64 = 0.6;

/// Tables have shallow stacks, so that everything is in dispute and chips can be counted one by one.
#[test]
fn soak_pots_and_showdowns_agree_with_a_slow_oracle() {
    let (hands, showdowns) = (Cell::new(0_u32), Cell::new(0_u32));
    soak(250_000, |random| {
        let table = any_table(random, 12);
        let mut events = Vec::new();
        let mut hand = Hand::new(&table.spread, &table.lineup, &mut events);
        while let Some(input) = choose(random, &hand, 25) {
            hand.apply(input, &mut events).unwrap();
        }
        hands.set(hands.get() + 1);
        let told = Told::by(&events, &table.lineup);
        let (game, qualifier) = (table.spread.game(), table.spread.qualifier());
        if told.players.iter().filter(|player| !player.folded).count() < 2 {
            return;
        }
        showdowns.set(showdowns.get() + 1);
        told.nothing_is_left_uncalled();
        let won = naive::winnings(game, qualifier, &told.players, &told.board, told.dead);
        let ends: Vec<u64> = told.stacks.iter().zip(&won).map(|(stack, won)| stack + won).collect();
        let stacks: Vec<u64> = hand.stacks().map(Chips::get).collect();
        assert_eq!(stacks, ends, "{}: the oracle pays {won:?}, the engine paid {:?}", game.id, told.awarded);
        assert_eq!(told.awarded, won);
    });
    println!("{} showdowns in {} hands", showdowns.get(), hands.get());
    assert!(hands.get() < 1000 || f64::from(showdowns.get()) > SHARE * f64::from(hands.get()));
}

/// What the events tell: who put in what, holds what, and got what.
struct Told {
    players: Vec<Player>,
    /// What each has behind before the pots go out.
    stacks: Vec<u64>,
    bets: Vec<u64>,
    awarded: Vec<u64>,
    board: Vec<Card>,
    dead: u64,
    antes_matched: bool,
}

impl Told {
    fn by(events: &[Event], lineup: &Lineup) -> Self {
        let seats = SeatSet::first_seats(lineup.players());
        let mut told = Self {
            players: seats.iter().map(|_| Player { held: Vec::new(), paid: 0, folded: false }).collect(),
            stacks: seats.iter().map(|seat| lineup.stack(seat).get()).collect(),
            bets: vec![0; lineup.players()],
            awarded: vec![0; lineup.players()],
            board: Vec::new(),
            dead: 0,
            antes_matched: lineup.antes_matched(),
        };
        events.iter().for_each(|event| told.hear(event));
        told
    }

    fn hear(&mut self, event: &Event) {
        match *event {
            Event::Posted { seat, post, amount, .. } => {
                let (place, amount) = (seat.index(), amount.get());
                self.stacks[place] -= amount;
                match post {
                    Post::Ante if self.antes_matched => self.players[place].paid += amount,
                    Post::Ante | Post::Dead => self.dead += amount,
                    _ => {
                        self.players[place].paid += amount;
                        self.bets[place] += amount;
                    }
                }
            }
            Event::Round { round } if round > 0 => self.bets.fill(0),
            Event::Called { seat, amount, .. } => self.put_in(seat.index(), amount.get()),
            Event::Raised { seat, to, .. } => self.put_in(seat.index(), to.get() - self.bets[seat.index()]),
            Event::Returned { seat, amount } => {
                self.stacks[seat.index()] += amount.get();
                self.players[seat.index()].paid -= amount.get();
            }
            Event::Folded { seat } => self.players[seat.index()].folded = true,
            Event::Dealt { seat, card } => self.players[seat.index()].held.extend(card.turn_up()),
            Event::Board { card } => self.board.extend(card),
            Event::Discarded { seat, thrown } | Event::Drew { seat, thrown } => {
                let gone: Vec<Card> = thrown.iter().filter_map(FaceDown::turn_up).collect();
                self.players[seat.index()].held.retain(|card| !gone.contains(card));
            }
            Event::Awarded { seat, amount, .. } => self.awarded[seat.index()] += amount.get(),
            _ => {}
        }
    }

    fn put_in(&mut self, place: usize, amount: u64) {
        self.stacks[place] -= amount;
        self.players[place].paid += amount;
        self.bets[place] += amount;
    }

    /// Whoever put in most, if it is still in, was matched by somebody: the rest went back.
    fn nothing_is_left_uncalled(&self) {
        let most = self.players.iter().map(|player| player.paid).max().unwrap_or(0);
        let matched = self.players.iter().filter(|player| player.paid == most).count();
        let folded = self.players.iter().any(|player| player.folded && player.paid == most);
        assert!(matched > 1 || folded || most == 0, "a bet that nobody called is in a pot");
    }
}
