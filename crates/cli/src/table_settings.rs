//! The settings of a table, as flags beside `--game`: limit, stakes, forced bets, caps and profile.

use anyhow::{Context, bail};
use cardroom_rules::{Ante, Cap, Chips, Game, Limit, Profile, Qualifier, Spread, SpreadSetup, Terms};
use clap::ValueEnum;

use crate::typed;

/// What every command that plays hands takes.
#[derive(clap::Args)]
pub(crate) struct TableSettings {
    /// The game to play
    #[arg(long, value_name = "ID", value_parser = typed::game())]
    pub(crate) game: &'static Game,

    /// The betting limit
    #[arg(long, value_enum, default_value_t = LimitKind::No)]
    limit: LimitKind,

    /// The minimum bet; in fixed limit the small bet
    #[arg(long, value_name = "CHIPS", default_value_t = 2, value_parser = typed::number, allow_negative_numbers = true)]
    min_bet: u64,

    /// The largest wager of spread limit, or the big bet of fixed limit;
    /// twice the minimum bet in fixed limit, twenty times in spread limit
    #[arg(long, value_name = "CHIPS", value_parser = typed::number, allow_negative_numbers = true)]
    max_bet: Option<u64>,

    /// The small blind; half the minimum bet unless given
    #[arg(long, value_name = "CHIPS", value_parser = typed::number, allow_negative_numbers = true)]
    small_blind: Option<u64>,

    /// The big blind; the minimum bet unless given
    #[arg(long, value_name = "CHIPS", value_parser = typed::number, allow_negative_numbers = true)]
    big_blind: Option<u64>,

    /// An ante from every player
    #[arg(long, value_name = "CHIPS", conflicts_with = "big_blind_ante", value_parser = typed::number, allow_negative_numbers = true)]
    ante: Option<u64>,

    /// An ante from the big blind alone
    #[arg(long, value_name = "CHIPS", value_parser = typed::number, allow_negative_numbers = true)]
    big_blind_ante: Option<u64>,

    /// The player left of the big blind straddles, for twice the big blind
    #[arg(long)]
    pub(crate) straddle: bool,

    /// Raises allowed in a round, or none for any number; 3 in fixed limit
    #[arg(long, value_name = "RAISES", value_parser = cap)]
    cap: Option<Cap>,

    /// Lift the cap once two players are left
    #[arg(long)]
    cap_lifted_heads_up: bool,

    /// What a low needs in high/low games: 5 to K, or none; 8 unless given
    #[arg(long, value_name = "RANK", value_parser = typed::qualifier)]
    qualifier: Option<Qualifier>,

    #[command(flatten)]
    house_rules: HouseRules,
}

/// Whose rules a table keeps to beside its game's.
#[derive(clap::Args)]
pub(crate) struct HouseRules {
    /// Play by GLD to the letter: raises of a big blind, three a round,
    /// showing left of the last caller
    #[arg(long)]
    gld: bool,

    /// Keep to a house-rule profile: wac-230-15, or wac-230-15-f with the
    /// higher ceiling
    #[arg(long, value_name = "PROFILE", value_parser = profile)]
    profile: Option<Profile>,

    /// What a chip is worth in cents, for checking the profile's limits
    #[arg(long, value_name = "CENTS", requires = "profile", value_parser = typed::number, allow_negative_numbers = true)]
    chip_cents: Option<u64>,
}

impl HouseRules {
    /// The preset and the profile, with what a chip is worth.
    pub(crate) fn terms(&self) -> anyhow::Result<Terms> {
        let profile = match (self.profile, self.chip_cents) {
            (Some(profile), Some(cents)) => Some(profile.with_chip_worth(cents)?),
            (profile, _) => profile,
        };
        Ok(Terms { gld: self.gld, profile })
    }
}

/// The name of a limit.
#[derive(Clone, Copy, ValueEnum)]
enum LimitKind {
    Fixed,
    Pot,
    No,
    Spread,
}

impl TableSettings {
    /// The game as spread with these settings.
    pub(crate) fn spread(&self) -> anyhow::Result<Spread> {
        let min_bet = Chips::new(self.min_bet);
        let max_bet = |times| self.max_bet.map_or(min_bet.times(times), Chips::new);
        let limit = match self.limit {
            LimitKind::Fixed => Limit::Fixed { small_bet: min_bet, big_bet: max_bet(2) },
            LimitKind::Spread => Limit::Spread { min: min_bet, max: max_bet(20) },
            LimitKind::Pot => Limit::Pot { min_bet },
            LimitKind::No => Limit::No { min_bet },
        };
        if self.max_bet.is_some() && matches!(limit, Limit::Pot { .. } | Limit::No { .. }) {
            bail!("--max-bet goes with --limit fixed or spread: {} has no largest wager of its own", limit.name());
        }
        let terms = self.house_rules.terms()?;
        let mut setup = SpreadSetup::new(self.game, limit);
        if terms.gld {
            setup = setup.gld();
        }
        setup.small_blind = self.small_blind.map(Chips::new);
        setup.big_blind = self.big_blind.map(Chips::new);
        setup.ante = match (self.ante, self.big_blind_ante) {
            (Some(ante), _) => Ante::Each(Chips::new(ante)),
            (None, Some(ante)) => Ante::BigBlind(Chips::new(ante)),
            (None, None) => Ante::None,
        };
        setup.straddle = self.straddle;
        setup.cap = self.cap.unwrap_or(setup.cap);
        setup.cap_lifted_heads_up = self.cap_lifted_heads_up;
        setup.qualifier = self.qualifier;
        setup.profile = terms.profile;
        setup.check().context("the table can't be opened")
    }
}

fn cap(text: &str) -> Result<Cap, &'static str> {
    match text.parse() {
        _ if text.eq_ignore_ascii_case("none") => Ok(Cap::None),
        Ok(raises) if raises < 100 => Ok(Cap::Raises(raises)),
        _ => Err("allowed is a number of raises from 0 to 99, or none"),
    }
}

fn profile(id: &str) -> Result<Profile, &'static str> {
    Profile::by_id(id).ok_or("the profiles are wac-230-15 and wac-230-15-f")
}
