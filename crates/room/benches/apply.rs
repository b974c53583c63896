//! How many commands a table obeys in a second, on one thread, without a store.
//!
//! What is timed is everything that [`Table::apply`] does between two hands' decks: choices through the engine, clocks,
//! news, log lines, the signed commitment and the beacon of every hand, its deal, its entries, its public record and its
//! snapshot. The 16 decks' hashes are prepared beforehand, as a server does away from the table, and proofs are made
//! only when asked for. Both are timed apart.

use std::collections::VecDeque;
use std::hint::black_box;
use std::time::{Duration, Instant};

use cardroom_fair::{HandId, SigningKey};
use cardroom_room::{
    AccountId, Actor, Chips, Choice, Command, Dealer, Decks, Now, SeededDealer, Slots, Stakes, StakesLimit, Table,
    TableId, TableSetup,
};
use cardroom_rules::Legal;

/// A dealer with decks in hand.
struct Prepared {
    decks: VecDeque<Decks>,
    source: SeededDealer,
    spent: Duration,
}

impl Prepared {
    /// Prepares the decks of a table's next hands.
    fn prepare(&mut self, table: &Table, hands: u64) {
        let begun = Instant::now();
        let (next, reshuffles) = table.next_hand();
        for hand in next.hand..next.hand + hands {
            self.decks.push_back(self.source.decks(HandId { hand, ..next }, reshuffles));
        }
        self.spent += begun.elapsed();
    }
}

impl Dealer for Prepared {
    fn decks(&mut self, _: HandId, _: bool) -> Decks {
        self.decks.pop_front().expect("enough decks were prepared")
    }

    fn key(&self) -> &SigningKey {
        self.source.key()
    }

    fn entropy(&mut self) -> [u8; 32] {
        self.source.entropy()
    }
}

/// The hands of one round: few enough that a busy machine leaves some rounds undisturbed.
const HANDS: u64 = 20;
/// How many rounds; the best counts.
const ROUNDS: u64 = 60;

fn main() {
    #[expect(clippy::print_stdout, reason = "it is what the bench is for")]
    for (game, players) in [("holdem", 6), ("holdem", 9), ("holdout-hilo", 9), ("draw-triple", 6)] {
        let (rate, per_hand, decks_us, proof_us) = (0..ROUNDS)
            .map(|round| measure(game, players, round))
            .fold((0.0_f64, 0.0, f64::MAX, f64::MAX), |best, now| {
                (best.0.max(now.0), now.1, best.2.min(now.2), best.3.min(now.3))
            });
        println!(
            "{game:13} {players} players: {rate:>9.0} commands/s, {per_hand:.1} commands a hand; apart from that, \
             preparing decks {decks_us:.0} µs a hand, a proof {proof_us:.0} µs"
        );
    }
}

/// Commands a second, commands a hand, and the microseconds of preparing decks and of a proof.
fn measure(game: &str, players: u8, seed: u64) -> (f64, f64, f64, f64) {
    let mut setup =
        TableSetup::new("Bench", Stakes::new(game, StakesLimit::Fixed { small_bet: 10, big_bet: 20 }), players);
    setup.clocks.between_ms = 0;
    setup.buy_in.max = Chips::new(10_000_000);
    let mut table = Table::new(TableId(1), setup).expect("a table");
    let mut dealer = Prepared { decks: VecDeque::new(), source: SeededDealer::new(seed), spent: Duration::ZERO };
    dealer.prepare(&table, HANDS + 2);
    table.apply(Actor::Operator, &Command::Pause, Now(0), &mut dealer).expect("a pause");
    for account in 1..=u64::from(players) {
        let (buy_in, name) = (Chips::new(10_000_000), format!("player {account}"));
        let sit = Command::Sit { seat: None, buy_in, name, anchor: None, code: None };
        table.apply(Actor::Player(AccountId(account)), &sit, Now(0), &mut dealer).expect("a seat");
    }
    table.apply(Actor::Operator, &Command::Resume, Now(0), &mut dealer).expect("a hand");
    let (mut commands, mut spent, mut hands) = (0_u64, Duration::ZERO, Vec::new());
    let mut now = Now(1);
    while hands.len() < HANDS as usize {
        let (account, hand, turn) = table.to_act().expect("somebody to act");
        let command = Command::Act { hand, turn, choice: choose(&table, account, commands ^ seed) };
        now = now.plus(100);
        let begun = Instant::now();
        let change = table.apply(Actor::Player(account), &command, now, &mut dealer).expect("a legal choice");
        spent += begun.elapsed();
        commands += 1;
        hands.extend(black_box(change).hand);
    }
    let begun = Instant::now();
    for hand in &hands {
        black_box(hand.proof(dealer.key()).expect("a proof"));
    }
    let proofs = begun.elapsed();
    (
        commands as f64 / spent.as_secs_f64(),
        commands as f64 / HANDS as f64,
        dealer.spent.as_secs_f64() * 1e6 / (HANDS + 2) as f64,
        proofs.as_secs_f64() * 1e6 / HANDS as f64,
    )
}

/// Mostly checks and calls, so that hands have four rounds; now and then a raise or a fold.
fn choose(table: &Table, account: AccountId, number: u64) -> Choice {
    let view = table.player_view(account).expect("a player's view");
    let chance = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60;
    match view.legal.expect("a turn") {
        Legal::Bet { choices, .. } => match (chance, choices.raise(), choices.call()) {
            (0, Ok(range), _) => Choice::RaiseTo(range.min_to),
            (1..=2, _, Some(_)) => Choice::Fold,
            (_, _, Some(_)) => Choice::Call,
            _ => Choice::Check,
        },
        Legal::Discard { .. } => Choice::Discard(Slots::of([0, 1]).expect("two cards")),
        Legal::Draw { .. } => Choice::Draw(Slots::of([0]).expect("a card")),
        Legal::Show { .. } => Choice::Show,
        Legal::Nothing => unreachable!("it is somebody's turn"),
    }
}
