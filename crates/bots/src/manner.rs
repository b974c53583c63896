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

/// How a player differs from the one whom nobody knows yet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Temper {
    /// How much more of its hands it plays on with.
    pub(crate) loose: f32,
    /// How much more often it raises.
    pub(crate) wild: f32,
    /// How often it does anything, whatever it holds: people err, bluff, and play by other rules than ours.
    pub(crate) whim: f32,
}

impl Default for Temper {
    fn default() -> Self {
        Self { loose: 0.0, wild: 0.0, whim: 0.05 }
    }
}

impl Temper {
    /// What a player of this temper with a hand of this strength (0 to 1, the part of the field that is worse) does when a
    /// call costs this part of the pot after it and so many have raised.
    pub(crate) fn manner(&self, strength: f32, price: f32, raises: u8) -> Manner {
        let Manner { fold, stay, raise } = self.sober(strength, price, raises);
        let (sober, third) = (1.0 - self.whim, self.whim / 3.0);
        Manner { fold: third + sober * fold, stay: third + sober * stay, raise: third + sober * raise }
    }

    /// How surely the player doesn't look at its cards.
    pub(crate) fn blind(&self) -> f32 {
        (self.whim - Self::default().whim).max(0.0)
    }

    /// How likely it is that the player keeps what looks good, not what is: who plays too many hands knows less.
    pub(crate) fn naive(&self) -> f32 {
        (0.1 + 1.5 * self.loose).clamp(0.05, 0.7)
    }

    fn sober(&self, strength: f32, price: f32, raises: u8) -> Manner {
        let wild = strength + self.wild;
        if price <= 0.0 {
            let raise = 0.08 + 0.75 * rise(wild, 0.66, 0.06);
            return Manner { fold: 0.0, stay: 1.0 - raise, raise };
        }
        let stays = rise(strength, self.least_played(price, raises), 0.07);
        let raise = stays * (0.05 + 0.6 * rise(wild, 0.8 + 0.04 * f32::from(raises.min(4)), 0.05));
        Manner { fold: 1.0 - stays, stay: stays - raise, raise }
    }

    /// The strength from which on a hand is played at this price.
    pub(crate) fn least_played(&self, price: f32, raises: u8) -> f32 {
        // Against a bet of b into p, folding more than b/(p+b) of one's hands invites any bluff.
        let indifferent = (price / (1.0 - price).max(0.1)).min(1.0);
        0.08 + 0.75 * indifferent + 0.04 * f32::from(raises.min(4)) - self.loose
    }

    /// How likely a deed is with a hand of this strength.
    pub(crate) fn likelihood(&self, deed: &Deed, strength: f32) -> f32 {
        match deed.kind {
            Kind::Fold => self.manner(strength, deed.price, deed.raises).fold,
            Kind::Check | Kind::Call => self.manner(strength, deed.price, deed.raises).stay,
            // The larger the raise, the better the hand that makes it.
            Kind::Raise(size) => {
                let better = 0.06 * (size - 0.7).clamp(0.0, 2.0);
                self.manner(strength - better, deed.price, deed.raises).raise
            }
        }
    }
}

/// From 0 to 1 around a middle.
fn rise(at: f32, middle: f32, width: f32) -> f32 {
    1.0 / (1.0 + ((middle - at) / width).exp())
}

#[cfg(test)]
mod tests {
    use super::{Manner, Temper};

    #[test]
    fn chances_add_up_and_better_hands_fold_less() {
        for temper in [Temper::default(), Temper { loose: 0.3, wild: 0.2, whim: 0.8 }] {
            for (raises, price) in (0..6).flat_map(|raises| [0.0, 0.1, 0.33, 0.5, 0.9].map(|price| (raises, price))) {
                let mut before = 1.0;
                for strength in [0.0, 0.2, 0.4, 0.6, 0.8, 1.0] {
                    let Manner { fold, stay, raise } = temper.manner(strength, price, raises);
                    assert!((fold + stay + raise - 1.0).abs() < 1e-5 && fold >= 0.0 && stay >= 0.0 && raise >= 0.0);
                    assert!(fold <= before);
                    before = fold;
                }
            }
        }
    }

    #[test]
    fn the_loose_fold_less_and_the_wild_raise_more() {
        let usual = Temper::default();
        let (loose, wild) = (Temper { loose: 0.2, ..usual }, Temper { wild: 0.2, ..usual });
        assert!(loose.manner(0.4, 0.33, 1).fold < usual.manner(0.4, 0.33, 1).fold);
        assert!(wild.manner(0.6, 0.0, 0).raise > usual.manner(0.6, 0.0, 0).raise);
    }
}
