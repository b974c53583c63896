//! A new game is some thirty lines of data: here a hold'em with three board cards, one at a time, and one draw.

mod play;

use cardroom_rules::{Chips, Division, Game, Hand, Limit, Lineup, Making, Need, Source, SpreadSetup, Step, Verb};

const fn step(verb: Verb) -> Step {
    Step { verb, cite: "toy", notes: &[] }
}

static TOY: Game = Game {
    id: "toy",
    name: "Three Card Board",
    source: Source::Gld,
    steps: &[
        step(Verb::Deal(4)),
        step(Verb::Bet("first")),
        step(Verb::Discard { most: 2 }),
        step(Verb::Board(1, "the first")),
        step(Verb::Bet("second")),
        step(Verb::Draw { most: 1 }),
        step(Verb::Burn),
        step(Verb::Board(2, "the other two")),
        step(Verb::Bet("last")),
    ],
    making: Making::BestFive,
    making_cite: "toy",
    division: Division::High,
    division_cite: "toy",
};

#[test]
fn soak_a_new_game_plays_without_new_code() {
    assert_eq!(TOY.seats(), (2, 10));
    assert_eq!(TOY.betting_rounds(), 3);
    let spread = SpreadSetup::new(&TOY, Limit::Pot { min_bet: Chips::new(2) }).check().unwrap();
    play::soak(2_000, |random| {
        let players = 2 + play::below(random, 9) as usize;
        let lineup = Lineup::new(&spread, &vec![Chips::new(100); players]).unwrap();
        let mut events = Vec::new();
        let mut hand = Hand::new(&spread, &lineup, &mut events);
        while let Some(input) = play::choose(random, &hand, 10) {
            hand.apply(input, &mut events).unwrap();
            hand.invariants().unwrap();
        }
        assert_eq!(hand.need(), Need::Nothing);
        assert_eq!(hand.stacks().sum::<Chips>(), Chips::new(100).times(players as u64));
    });
}

#[test]
fn a_game_that_cannot_come_to_five_cards_is_refused() {
    static SHORT: Game = Game { id: "short", steps: &[step(Verb::Deal(4)), step(Verb::Bet("only"))], ..TOY };
    let refused = SpreadSetup::new(&SHORT, Limit::No { min_bet: Chips::new(2) }).check().unwrap_err();
    assert_eq!(
        refused.to_string(),
        "short can't be played: a hand is made of five cards, or the best of up to seven: at most five of its own and five of \
         the board"
    );
}

#[test]
fn what_keeps_an_eleventh_player_away_is_said_as_it_is() {
    static UNSAID: Game = Game { source: Source::Apt, ..TOY };
    for (game, proof, refusal) in [
        (&TOY, "the deck would allow more, GLD does not.", "its source's limit"),
        (&UNSAID, "the deck would allow more, but no table has more seats.", "no table has more seats"),
    ] {
        let lines = game.page().sections.into_iter().flat_map(|section| section.lines);
        assert!(lines.map(|line| line.text).any(|text| text.ends_with(proof)), "{proof}");
        let spread = SpreadSetup::new(game, Limit::Pot { min_bet: Chips::new(2) }).check().unwrap();
        let refused = Lineup::new(&spread, &[Chips::new(100); 11]).unwrap_err().to_string();
        assert!(refused.contains(refusal), "{refused}");
    }
}

#[test]
fn one_card_is_said_as_one() {
    let lines: Vec<String> =
        TOY.page().sections.into_iter().flat_map(|section| section.lines).map(|line| line.text).collect();
    for said in ["discards none to two cards and gets none back", "chooses none or one card to exchange"] {
        assert!(lines.iter().any(|line| line.contains(said)), "{said}: {lines:#?}");
    }
}
