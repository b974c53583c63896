//! How people play: the chances of a fold, a call or a raise for a hand of some strength at some price.
//!
//! One model serves both ways: what an opponent did says how strong its hand may be, and how strong it may be says what it
//! will do next.

use crate::story::{Deed, Kind};

/// The chances of what a player does; they add up to one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    pub(crate) fold: f32,
    pub(crate) stay: f32,
    pub(crate) raise: f32,
}

/// How likely any deed is, whatever the hand: people err, bluff, and play by other rules than ours.
const WHIM: f32 = 0.1;

impl Manner {
    /// What a player with a hand of this strength (0 to 1, the part of the field that it beats) does when a call costs
    /// this part of the pot after it and so many have raised.
    pub(crate) fn of(strength: f32, price: f32, raises: u8) -> Self {
        let raises = f32::from(raises.min(4));
        if price <= 0.0 {
            let raise = 0.1 + 0.7 * rise(strength, 0.64, 0.06);
            return Self { fold: 0.0, stay: 1.0 - raise, raise };
        }
        // Against a bet of b into p, folding more than b/(p+b) of one's hands invites any bluff.
        let indifferent = price / (1.0 - price).max(0.1);
        let stays = rise(strength, 0.12 + 0.75 * indifferent.min(1.0) + 0.04 * raises, 0.06);
        let raise = stays * (0.05 + 0.6 * rise(strength, 0.78 + 0.05 * raises, 0.05));
        Self { fold: 1.0 - stays, stay: stays - raise, raise }
    }

    /// How likely a deed is with a hand of this strength.
    pub(crate) fn likelihood(deed: &Deed, strength: f32) -> f32 {
        let chance = match deed.kind {
            Kind::Check | Kind::Call => Self::of(strength, deed.price, deed.raises).stay,
            // The larger the raise, the better the hand that makes it.
            Kind::Raise(size) => {
                Self::of(strength - 0.06 * (size - 0.7).clamp(0.0, 2.0), deed.price, deed.raises).raise
            }
        };
        WHIM / 3.0 + (1.0 - WHIM) * chance
    }
}

/// From 0 to 1 around a middle.
fn rise(at: f32, middle: f32, width: f32) -> f32 {
    1.0 / (1.0 + ((middle - at) / width).exp())
}

#[cfg(test)]
mod tests {
    use super::Manner;

    #[test]
    fn chances_add_up_and_better_hands_do_more() {
        for raises in 0..6 {
            for price in [0.0, 0.1, 0.33, 0.5, 0.9] {
                let mut before = 1.0;
                for strength in [0.0, 0.2, 0.4, 0.6, 0.8, 1.0] {
                    let Manner { fold, stay, raise } = Manner::of(strength, price, raises);
                    assert!((fold + stay + raise - 1.0).abs() < 1e-5 && fold >= 0.0 && stay >= 0.0 && raise >= 0.0);
                    assert!(fold <= before, "better hands fold less");
                    before = fold;
                }
            }
        }
    }
}
