//! Random tables: any game, any limit, any settings that go together, any stacks.

use cardroom_cards::Rank;
use cardroom_rules::{
    Ante, CATALOGUE, Cap, Chips, Customs, Division, Game, Limit, Lineup, MinRaise, Profile, Qualifier, Seat, Showing,
    Spread, SpreadError, SpreadSetup,
};

use super::{Random, below, one_in, one_of};

/// A table and the players of one hand at it.
pub(crate) struct Table {
    pub(crate) spread: Spread,
    pub(crate) lineup: Lineup,
}

/// Any table. `deepest` bounds the stacks, in big blinds; 0 also allows as many chips as a room can hold.
pub(crate) fn any_table(random: &mut Random, deepest: u64) -> Table {
    table_by(random, deepest, Customs::Enforced)
}

/// Any table whose customs are only recorded: hands are shown in any order, with cards that nobody knew before.
pub(crate) fn recorded_table(random: &mut Random) -> Table {
    table_by(random, 0, Customs::Recorded)
}

fn table_by(random: &mut Random, deepest: u64, customs: Customs) -> Table {
    let game: &'static Game = one_of(random, &CATALOGUE);
    let (fewest, most) = game.seats();
    let players = fewest + below(random, (most - fewest + 1) as u64) as usize;
    let spread = loop {
        let setup = SpreadSetup { customs, ..any_setup(random, game) };
        match setup.check() {
            Ok(spread) if spread.check_players(players).is_ok() => break spread,
            // No other settings would open it either.
            Err(unplayable @ SpreadError::Unplayable { .. }) => panic!("{unplayable}"),
            _ => {}
        }
    };
    let stacks: Vec<Chips> = (0..players).map(|_| any_stack(random, spread.big_blind().get(), deepest)).collect();
    let mut lineup = Lineup::new(&spread, &stacks).expect("as many as the game allows, each with chips");
    if one_in(random, 6) {
        // A dead button: the small blind may be nobody's and the big blind anyone's.
        let big = Seat::new(below(random, players as u64) as usize);
        let small = big.and_then(|big| Seat::new(big.index().wrapping_sub(1))).filter(|_| one_in(random, 2));
        lineup = lineup.with_blinds(&spread, small, big).expect("seats of this hand");
    }
    if one_in(random, 3) {
        lineup = lineup.with_straddle(&spread).unwrap_or(lineup);
    }
    if one_in(random, 6) {
        let blinds = [lineup.small_blind(), lineup.big_blind(), lineup.straddle()];
        let seat = Seat::new(below(random, players as u64) as usize).filter(|seat| !blinds.contains(&Some(*seat)));
        if let Some(seat) = seat {
            let dead = one_of(random, &[Chips::ZERO, spread.small_blind()]);
            lineup = lineup.with_post(seat, spread.big_blind(), dead).expect("a seat of this hand");
        }
    }
    Table { spread, lineup }
}

fn any_setup(random: &mut Random, game: &'static Game) -> SpreadSetup {
    let min_bet = Chips::new(one_of(random, &[1, 2, 3, 10, 25]));
    let larger = min_bet.times(1 + below(random, 5));
    let limit = match below(random, 5) {
        0 => Limit::Pot { min_bet },
        1 => Limit::Fixed { small_bet: min_bet, big_bet: larger },
        2 => Limit::Spread { min: min_bet, max: larger },
        _ => Limit::No { min_bet },
    };
    let mut setup = SpreadSetup::new(game, limit);
    if one_in(random, 8) {
        setup = setup.gld();
    }
    setup.big_blind = one_of(random, &[None, None, Some(min_bet), Some(larger)]);
    setup.small_blind = one_of(random, &[None, None, Some(Chips::ZERO), Some(min_bet)]);
    setup.ante = match below(random, 6) {
        0 => Ante::Each(Chips::new(1 + below(random, min_bet.get()))),
        1 => Ante::BigBlind(min_bet),
        _ => Ante::None,
    };
    setup.straddle = one_in(random, 2);
    if one_in(random, 3) {
        setup.cap = one_of(random, &[Cap::None, Cap::Raises(0), Cap::Raises(1), Cap::Raises(3), Cap::Raises(4)]);
        setup.cap_lifted_heads_up = one_in(random, 2);
    }
    if one_in(random, 6) {
        setup.min_raise = MinRaise::BigBlind;
    }
    if one_in(random, 6) {
        setup.showing = Showing::LeftOfLastCaller;
    }
    if game.division == Division::HighLow {
        let rank = one_of(random, &[Rank::Five, Rank::Seven, Rank::Eight, Rank::Nine, Rank::King]);
        setup.qualifier = one_of(random, &[None, Some(Qualifier::Any), Some(Qualifier::OrBetter(rank))]);
    }
    if one_in(random, 4) {
        setup.profile = Profile::by_id(one_of(random, &["wac-230-15", "wac-230-15-f"]));
    }
    setup
}

/// From a single chip to more than anyone can bet.
fn any_stack(random: &mut Random, big_blind: u64, deepest: u64) -> Chips {
    let blinds = if deepest == 0 { 200 } else { deepest };
    Chips::new(match below(random, 12) {
        0 if deepest == 0 => 1 << (10 + below(random, 39)),
        0 | 1 => 1 + below(random, big_blind),
        2..6 => 1 + below(random, (big_blind * blinds / 8).max(1)),
        _ => 1 + below(random, big_blind * blinds),
    })
}
