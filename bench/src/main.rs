//! How fast hands are ranked, side by side with the published peers.
//!
//! Every peer first has to put the hands in the same order as we do. Then each round runs every candidate once, so that
//! a machine that slows down slows all of them, and the best of all rounds counts. Ratios are to `pokers`, the fastest
//! peer. `run.sh` makes both builds; a number as the argument sets how many rounds there are.

mod hands;
mod holdout;
mod peers;
mod random;
mod sequence;
mod table;

use hands::Hands;
use sequence::Sequence;
use table::Table;

fn main() {
    let rounds = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(40);
    let hands = Hands::deal();
    peers::agree(&hands);
    holdout::agree(&hands);
    let mut table = Table::default();
    let mut sequence = Sequence::default();
    for round in 0..rounds {
        random::round(&hands, &mut table);
        holdout::round(&hands, &mut table);
        // Going through all hands takes longer, and varies less.
        if round % 4 == 0 {
            sequence.round(&mut table);
        }
    }
    println!("{table}");
}
