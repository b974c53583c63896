//! Switches: what an operator can turn off without stopping the room.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};

use cardroom_protocol::{Code, Problem};

/// Something that can be turned off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Feature {
    /// New guests come in.
    Guests,
    /// Guests claim names.
    Names,
    /// People chat.
    Chat,
    /// Players open tables.
    Tables,
    /// Players hold and enter tournaments.
    Tournaments,
    /// Odds, the hold advisor and the coach.
    Advice,
    /// House bots sit down.
    Bots,
}

impl Feature {
    pub(crate) const ALL: [Self; 7] =
        [Self::Guests, Self::Names, Self::Chat, Self::Tables, Self::Tournaments, Self::Advice, Self::Bots];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Guests => "guests",
            Self::Names => "names",
            Self::Chat => "chat",
            Self::Tables => "tables",
            Self::Tournaments => "tournaments",
            Self::Advice => "advice",
            Self::Bots => "bots",
        }
    }

    /// Under which name the store keeps that it is off.
    pub(crate) fn setting(self) -> String {
        format!("feature/{}", self.name())
    }
}

impl FromStr for Feature {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|feature| feature.name() == name);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("{name} is not one of {names}")
        })
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which features are on.
#[derive(Default)]
pub(crate) struct Features {
    off: [AtomicBool; Feature::ALL.len()],
}

impl Features {
    /// All but these, separated by commas.
    pub(crate) fn without(off: &str) -> Result<Self, String> {
        let features = Self::default();
        for name in off.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            features.switch(name.parse()?, false);
        }
        Ok(features)
    }

    pub(crate) fn switch(&self, feature: Feature, on: bool) {
        if let Some(off) = self.off.get(feature as usize) {
            off.store(!on, Ordering::Relaxed);
        }
    }

    pub(crate) fn is_on(&self, feature: Feature) -> bool {
        !self.off.get(feature as usize).is_some_and(|off| off.load(Ordering::Relaxed))
    }

    /// Refuses what needs a feature that is off.
    pub(crate) fn require(&self, feature: Feature) -> Result<(), Problem> {
        if self.is_on(feature) {
            return Ok(());
        }
        Err(Problem::new(Code::Forbidden, format!("The operator has switched off {feature} for now.")))
    }
}

#[cfg(test)]
mod tests {
    use super::{Feature, Features};
    use crate::config::Config;
    use crate::house::House;

    /// Neither does the house itself what is switched off, and it makes up for it when it is on again.
    #[tokio::test]
    async fn the_house_keeps_to_its_switches() {
        let off = "tournaments,bots".to_owned();
        let config = Config { demo: true, off, ..Config::default() };
        let house = House::open(config, ([127, 0, 0, 1], 0).into()).await.unwrap();
        let entrants = async || {
            house.keep_tournaments().await;
            house.tournament_lines().iter().map(|line| line.entrants).collect::<Vec<_>>()
        };
        assert_eq!(entrants().await, [0; 0]);
        house.features.switch(Feature::Tournaments, true);
        assert_eq!(entrants().await, [0; 4]);
        house.features.switch(Feature::Bots, true);
        assert_eq!(entrants().await, [17, 8, 5, 5]);
        house.features.switch(Feature::Tournaments, false);
        assert_eq!(entrants().await, [17, 8, 5, 5], "those that are on stay so");
    }

    #[test]
    fn features_are_on_unless_named() {
        let features = Features::without("chat, advice").unwrap();
        assert!(!features.is_on(Feature::Chat) && features.is_on(Feature::Guests));
        assert!(features.require(Feature::Advice).unwrap_err().detail.contains("advice"));
        features.switch(Feature::Chat, true);
        assert!(features.require(Feature::Chat).is_ok());
        assert!(Features::without("chess").is_err_and(|error| error.contains("guests, names")));
    }
}
