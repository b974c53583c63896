//! How fast hands are played, side by side with the one published peer that plays them.
//!
//! Six players with a hundred big blinds fold, stay in or raise with equal chance, and raise to any legal amount with
//! equal chance; nobody keeps a history. Each round runs both engines once, so that a machine that slows down slows
//! both, and the best of all rounds counts; they are short, so that some pass undisturbed. With a game's id and a number of hands it only plays those, for
//! counting instructions.

#[path = "../../../crates/cli/src/random_play.rs"]
mod random_play;

use std::time::Instant;

use cardroom_rules::{CATALOGUE, Chips, Game, Hand, Limit, Lineup, SpreadSetup};
use peer_rand::rngs::SmallRng;
use peer_rand::{Rng as _, SeedableRng as _};
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use random_play::Dealer;
use rs_poker::arena::action::AgentAction;
use rs_poker::arena::game_state::GameState;
use rs_poker::arena::{Agent, HoldemSimulationBuilder};

const PLAYERS: usize = 6;
const BIG_BLIND: u64 = 2;
const STACK: u64 = 200;

fn main() {
    let mut args = std::env::args().skip(1);
    let first = args.next();
    if let Some(game) = first.as_deref().and_then(Game::by_id) {
        let hands = args.next().and_then(|hands| hands.parse().ok()).unwrap_or(1000);
        println!("{}", measured(game, hands));
        return;
    }
    let rounds = first.and_then(|rounds| rounds.parse().ok()).unwrap_or(200);
    compare(rounds);
}

/// What a round measured at best: hands and choices a second.
#[derive(Clone, Copy, Default)]
struct Best {
    hands: f64,
    actions: f64,
}

impl Best {
    fn update(&mut self, hands: u64, play: impl FnOnce(u64) -> u64) {
        let began = Instant::now();
        let actions = play(hands);
        let seconds = began.elapsed().as_secs_f64();
        self.hands = self.hands.max(hands as f64 / seconds);
        self.actions = self.actions.max(actions as f64 / seconds);
    }
}

fn compare(rounds: u32) {
    let mut ours = vec![Best::default(); CATALOGUE.len()];
    let mut peer = Best::default();
    for _ in 0..rounds {
        for (best, game) in ours.iter_mut().zip(CATALOGUE) {
            best.update(5_000, |hands| measured(game, hands));
        }
        peer.update(1_000, play_rs_poker);
    }
    let holdem = CATALOGUE.iter().position(|game| game.id == "holdem").map_or(Best::default(), |at| ours[at]);
    println!("| engine | game | hands/s | actions/s | actions/s, hold'em is 1 |");
    println!("|---|---|---:|---:|---:|");
    for (best, game) in ours.iter().zip(CATALOGUE) {
        row("cardroom", game.id, *best, holdem);
    }
    println!("| rs_poker's arena | holdem | {:.0} | | |", peer.hands);
    println!("\nhold'em: {:.1} times the hands of rs_poker's arena", holdem.hands / peer.hands);
}

fn row(engine: &str, game: &str, best: Best, holdem: Best) {
    let ratio = best.actions / holdem.actions;
    println!("| {engine} | {game} | {:.0} | {:.0} | {ratio:.2} |", best.hands, best.actions);
}

/// Plays hands of one game and says how many choices the players made.
#[inline(never)]
fn measured(game: &'static Game, hands: u64) -> u64 {
    let limit = Limit::No { min_bet: Chips::new(BIG_BLIND) };
    let spread = SpreadSetup::new(game, limit).check().expect("a catalogue game");
    let lineup = Lineup::new(&spread, &[Chips::new(STACK); PLAYERS]).expect("six players fit every game");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut dealer = Dealer::new();
    let mut hand = Hand::new(&spread, &lineup, &mut ());
    let mut actions = 0;
    for _ in 0..hands {
        actions += random_play::play(&mut hand, &lineup, &mut dealer, &mut rng, &mut (), |_| {})
            .expect("random players keep to the rules");
        let (before, after) = hand.chips();
        assert_eq!(before, after);
    }
    actions
}

/// The peer's player, doing the same as ours.
struct RandomPlayer {
    rng: SmallRng,
}

impl Agent for RandomPlayer {
    fn act(&mut self, _: u128, state: &GameState) -> AgentAction {
        let price = state.current_round_bet();
        let all_in_to = state.current_round_current_player_bet() + state.current_player_stack();
        match self.rng.random_range(0..if all_in_to > price { 3 } else { 2 }) {
            0 => AgentAction::Fold,
            1 => AgentAction::Call,
            _ => {
                let least = (price + state.current_round_min_raise()).min(all_in_to);
                AgentAction::Bet(self.rng.random_range(least as u64..=all_in_to as u64) as f32)
            }
        }
    }
}

fn play_rs_poker(hands: u64) -> u64 {
    let mut rng = SmallRng::seed_from_u64(1);
    for _ in 0..hands {
        let stacks = vec![STACK as f32; PLAYERS];
        let state = GameState::new_starting(stacks, BIG_BLIND as f32, BIG_BLIND as f32 / 2.0, 0.0, 0);
        let agents = (0..PLAYERS)
            .map(|_| Box::new(RandomPlayer { rng: SmallRng::seed_from_u64(rng.random()) }) as Box<dyn Agent>)
            .collect();
        let mut simulation =
            HoldemSimulationBuilder::default().game_state(state).agents(agents).build().expect("a playable table");
        simulation.run(&mut rng);
    }
    // The arena doesn't count the choices.
    0
}
