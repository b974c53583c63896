//! What a hand is worth, said to a person: the share of the pot that it can expect.

use cardroom_rules::{Seen, View};

use crate::chance::Chance;
use crate::memory::Memory;
use crate::solid;
use crate::spot::Spot;
use crate::story::Story;

/// The part of the pot that the viewer's hand expects against everyone who is still in, if they play by the book and
/// nobody bets any more; nothing where the viewer isn't to bet.
///
/// It sees what the viewer sees. The same seed gives the same answer.
pub fn share(view: &View, seen: &[Seen], samples: usize, seed: u64) -> Option<f32> {
    let spot = Spot::of(view)?;
    let others = spot.opponents().count();
    (others > 0).then(|| {
        let (story, memory) = (Story::of(view, seen), Memory::default());
        solid::equity(&spot, &story, &memory, others, samples, &mut Chance::new(seed))
    })
}
