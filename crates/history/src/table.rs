//! The table that a record sets: its game, limit, settings and forced bets, and the unit its amounts are counted in.

use cardroom_cards::Rank;
use cardroom_rules::{
    Ante, Cap, Chips, Customs, Limit, Lineup, MinRaise, Profile, Qualifier, Seat, Showing, Spread, SpreadSetup,
};

use crate::decimal::Decimal;
use crate::error::HistoryError;
use crate::posts::Posts;
use crate::record::Record;
use crate::tree;
use crate::variant::{HOLDOUT_22, LimitLetter, WSGC_2018};

/// What a stack that the record doesn't know is played with: more than anybody bets, and ten of them together with
/// all that is known are still fewer chips than a room can hold.
pub(crate) const UNKNOWN_STACK: Chips = Chips::new(Chips::MOST.get() / 20);

/// What a table's settings are made from, so that a run of records from one table is checked once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stakes {
    variant: crate::Variant,
    min_bet: Chips,
    big_bet: Chips,
    small_blind: Chips,
    big_blind: Chips,
}

/// The amounts of a record as whole chips.
#[derive(Clone, Copy)]
pub(crate) struct Unit {
    places: u8,
}

impl Unit {
    pub(crate) fn of(record: &Record<'_>) -> Self {
        Self { places: record.places() }
    }

    pub(crate) const fn places(self) -> u8 {
        self.places
    }

    /// So many chips.
    #[inline]
    pub(crate) fn chips(self, amount: Decimal) -> Result<Chips, HistoryError> {
        let units = amount.in_units(self.places).and_then(|units| u64::try_from(units).ok());
        units.map(Chips::new).filter(|&chips| chips <= Chips::MOST).ok_or(HistoryError::TooManyChips)
    }
}

/// Checks that every list has one entry for each player, and that only posts are below zero.
pub(crate) fn lists_fit(record: &Record<'_>) -> Result<(), HistoryError> {
    let players = record.players();
    let finishing = record.finishing_stacks.as_ref().map_or(players, arrayvec::ArrayVec::len);
    for (field, has) in
        [("antes", record.antes.len()), ("blinds_or_straddles", record.blinds.len()), ("finishing_stacks", finishing)]
    {
        if has != players {
            return Err(HistoryError::Length { field, has, players });
        }
    }
    for (field, amounts) in [("antes", &record.antes[..])] {
        if let Some(amount) = amounts.iter().find(|amount| amount.is_negative()) {
            return Err(HistoryError::Negative { field, amount: amount.to_string() });
        }
    }
    for (field, amount) in [("min_bet", record.min_bet), ("small_bet", record.small_bet), ("big_bet", record.big_bet)] {
        if let Some(amount) = amount.filter(|amount| amount.is_negative()) {
            return Err(HistoryError::Negative { field, amount: amount.to_string() });
        }
    }
    Ok(())
}

/// A player's place in the lists of forced bets: heads-up they still read small blind, big blind, though the button,
/// the second player, posts the small one.
fn forced_place(record: &Record<'_>, index: usize) -> usize {
    if record.players() == 2 { 1 - index.min(1) } else { index }
}

fn blind(record: &Record<'_>, index: usize) -> Decimal {
    record.blinds.get(forced_place(record, index)).copied().unwrap_or_default()
}

fn ante(record: &Record<'_>, index: usize) -> Decimal {
    record.antes.get(forced_place(record, index)).copied().unwrap_or_default()
}

/// Whether everyone antes the same, as far as its stack goes. What the big blind or the button antes for all is theirs
/// to win whatever a record says of short antes.
fn antes_are_everyones(record: &Record<'_>) -> bool {
    let units = |amount: Decimal| amount.in_units(crate::decimal::MOST_PLACES).unwrap_or(i64::MAX);
    let most = record.antes.iter().copied().map(units).max().unwrap_or(0);
    (0..).zip(&record.starting_stacks).all(|(index, stack)| {
        let ante = units(ante(record, index));
        ante == most || stack.is_some_and(|stack| units(stack) <= ante)
    })
}

/// Who posts the small and the big blind. Of the two seats that do, the larger amount is the big blind; if only one
/// of them posts, the small blind is dead.
pub(crate) fn blind_seats(record: &Record<'_>) -> (Option<Seat>, Option<Seat>) {
    if let Some(&[small, big]) = record.numbers("_blind_seats").as_deref() {
        let seat = |number: i64| Seat::new(usize::try_from(number).ok()?.checked_sub(1)?);
        return (seat(small), seat(big));
    }
    let (first, second) = if record.players() == 2 { (1, 0) } else { (0, 1) };
    let amount = |index| blind(record, index).in_units(crate::decimal::MOST_PLACES).unwrap_or(i64::MAX).max(0);
    let seat = |index| Seat::new(index).filter(|_| amount(index) > 0);
    if amount(first) > amount(second) { (seat(second), seat(first)) } else { (seat(first), seat(second)) }
}

impl Stakes {
    pub(crate) fn of(record: &Record<'_>, unit: Unit) -> Result<Self, HistoryError> {
        let fixed = record.variant.letter() == LimitLetter::Fixed;
        let (field, min_bet) = if fixed { ("small_bet", record.small_bet) } else { ("min_bet", record.min_bet) };
        let min_bet = unit.chips(min_bet.ok_or(HistoryError::Missing { field })?)?;
        let big_bet = match record.big_bet.filter(|_| fixed) {
            Some(amount) => unit.chips(amount)?,
            None if fixed => return Err(HistoryError::Missing { field: "big_bet" }),
            None => min_bet,
        };
        let (small, big) = blind_seats(record);
        let posted = |seat: Option<Seat>| match seat {
            Some(seat) => unit.chips(blind(record, seat.index())),
            None => Ok(Chips::ZERO),
        };
        let (small_blind, big_blind) = (posted(small)?, posted(big)?);
        Ok(Self { variant: record.variant, min_bet, big_bet, small_blind, big_blind })
    }

    /// The table's settings. Records testify to customs, so those aren't enforced.
    pub(crate) fn spread(self, record: &Record<'_>, unit: Unit) -> Result<Spread, HistoryError> {
        Ok(SpreadSetup { customs: Customs::Recorded, ..self.setup(record, unit)? }.check()?)
    }

    /// The settings that the hand was played with at a table that keeps to them: with its cap, and its ante.
    pub(crate) fn kept_to(self, record: &Record<'_>, unit: Unit) -> Result<Spread, HistoryError> {
        let mut setup = self.setup(record, unit)?;
        let said = |field: &'static str| {
            let bad = |raw: &str| HistoryError::Setting { field, value: raw.to_owned(), allowed: "an amount" };
            let amount = |raw: &str| unit.chips(raw.parse::<Decimal>().map_err(|_| bad(raw))?);
            record.raw(field).map(amount).transpose()
        };
        if let Some(ante) = said("_ante")? {
            setup.ante = Ante::Each(ante);
        } else if let Some(ante) = said("_big_blind_ante")? {
            setup.ante = Ante::BigBlind(ante);
        }
        Ok(setup.check()?)
    }

    fn setup(self, record: &Record<'_>, unit: Unit) -> Result<SpreadSetup, HistoryError> {
        let game = game(record)?;
        let limit = match self.variant.letter() {
            LimitLetter::Fixed => Limit::Fixed { small_bet: self.min_bet, big_bet: self.big_bet },
            LimitLetter::Pot => Limit::Pot { min_bet: self.min_bet },
            LimitLetter::No => match record.raw("_spread") {
                None => Limit::No { min_bet: self.min_bet },
                Some(raw) => spread_limit(raw, unit)?,
            },
        };
        let mut setup = SpreadSetup::new(game, limit);
        // A record may have a blind below the minimum bet, or none: what was posted is the lineup's business.
        let said = |field| match record.raw(field).map(str::parse::<Decimal>) {
            Some(Ok(amount)) => unit.chips(amount).map(Some),
            _ => Ok(None),
        };
        let big_blind = said("_big_blind")?.unwrap_or(self.big_blind).max(limit.min_bet());
        let small_blind = said("_small_blind")?.unwrap_or(self.small_blind.min(self.big_blind));
        setup.big_blind = Some(big_blind);
        setup.small_blind = Some(small_blind.min(big_blind));
        apply_settings(&mut setup, record)?;
        if let Some(recorded) = record.raw("_rules_hash") {
            let (recorded, ours) = (tree::text(recorded).unwrap_or_default(), game.rules_hash().to_string());
            if recorded != ours {
                return Err(HistoryError::RulesHash { id: game.id, recorded, ours });
            }
        }
        Ok(setup)
    }
}

/// The game, by its rule set where it has several.
fn game(record: &Record<'_>) -> Result<&'static cardroom_rules::Game, HistoryError> {
    let ruleset = if record.variant.has_rule_sets() { record.raw("_ruleset") } else { None };
    let holdout_22 = match ruleset.map(|raw| tree::text(raw).unwrap_or_default()) {
        None => false,
        Some(name) if name == WSGC_2018 => false,
        Some(name) if name == HOLDOUT_22 => true,
        Some(value) => {
            let allowed = "'WSGC-2018' or 'HOLDOUT-2+2'";
            return Err(HistoryError::Setting { field: "_ruleset", value, allowed });
        }
    };
    let unsupported = || HistoryError::Unsupported { code: record.variant.to_string(), name: record.variant.name() };
    record.variant.game(holdout_22).ok_or_else(unsupported)
}

fn spread_limit(raw: &str, unit: Unit) -> Result<Limit, HistoryError> {
    let amounts = tree::decimals(raw).unwrap_or_default();
    let [min, max] = amounts[..] else {
        let allowed = "the least and the largest wager, [min, max]";
        return Err(HistoryError::Setting { field: "_spread", value: raw.to_owned(), allowed });
    };
    Ok(Limit::Spread { min: unit.chips(min)?, max: unit.chips(max)? })
}

/// Whether a field says how the table is spread, as [`Stakes::spread`] reads it.
#[inline]
pub(crate) fn is_setting(key: &str) -> bool {
    const SETTINGS: [&str; 12] = [
        "_ruleset",
        "_rules_hash",
        "_low_qualifier",
        "_spread",
        "_cap",
        "_cap_lifted_heads_up",
        "_min_raise",
        "_showing",
        "_profile",
        "_chip_cents",
        "_small_blind",
        "_big_blind",
    ];
    key.starts_with('_') && SETTINGS.contains(&key)
}

/// Whether a field has amounts in it that the hand is played with.
pub(crate) fn is_amount(key: &str) -> bool {
    ["_spread", "_small_blind", "_big_blind", "_dead_posts", "_ante", "_big_blind_ante"].contains(&key)
}

/// Whether a field says how the table is spread or who posts what, which a PHH record alone has words for.
pub(crate) fn is_posted(key: &str) -> bool {
    is_setting(key) || ["_blind_seats", "_dead_posts", "_ante", "_big_blind_ante"].contains(&key)
}

/// The settings that PHH has no field for.
fn apply_settings(setup: &mut SpreadSetup, record: &Record<'_>) -> Result<(), HistoryError> {
    for field in record.others.iter().filter(|field| field.key.starts_with('_')) {
        let raw = &*field.raw;
        let bad = |field, allowed| HistoryError::Setting { field, value: raw.to_owned(), allowed };
        let text = || tree::text(raw);
        let number = || raw.parse::<Decimal>().ok()?.in_units(0);
        match &*field.key {
            "_low_qualifier" => {
                let rank = |number: i64| Rank::from_index(u8::try_from(number - 2).ok()?);
                let qualifier = match number() {
                    Some(0) => Some(Qualifier::Any),
                    Some(number @ 5..=13) => rank(number).map(Qualifier::OrBetter),
                    _ => None,
                };
                let qualifier = qualifier.ok_or_else(|| bad("_low_qualifier", "a rank from 5 to 13, or 0 for none"))?;
                if setup.game.division == cardroom_rules::Division::HighLow {
                    setup.qualifier = Some(qualifier);
                }
            }
            "_cap" => {
                let raises = number().and_then(|raises| u8::try_from(raises).ok()).filter(|&raises| raises < 100);
                setup.cap = match (raises, text().as_deref()) {
                    (Some(raises), _) => Cap::Raises(raises),
                    (None, Some("none")) => Cap::None,
                    _ => return Err(bad("_cap", "a number of raises, or 'none'")),
                };
            }
            "_cap_lifted_heads_up" => setup.cap_lifted_heads_up = raw == "true",
            "_min_raise" => {
                setup.min_raise = match text().as_deref() {
                    Some("last-raise") => MinRaise::LastRaise,
                    Some("big-blind") => MinRaise::BigBlind,
                    _ => return Err(bad("_min_raise", "'last-raise' or 'big-blind'")),
                };
            }
            "_showing" => {
                setup.showing = match text().as_deref() {
                    Some("last-aggressor") => Showing::LastAggressor,
                    Some("left-of-last-caller") => Showing::LeftOfLastCaller,
                    _ => return Err(bad("_showing", "'last-aggressor' or 'left-of-last-caller'")),
                };
            }
            "_profile" => {
                let profile = text().as_deref().and_then(Profile::by_id);
                let mut profile = profile.ok_or_else(|| bad("_profile", "'wac-230-15' or 'wac-230-15-f'"))?;
                if let Some(cents) = record.number("_chip_cents").and_then(|cents| u64::try_from(cents).ok()) {
                    profile = profile.with_chip_worth(cents).map_err(cardroom_rules::SpreadError::from)?;
                }
                setup.profile = Some(profile);
            }
            _ => {}
        }
    }
    Ok(())
}

/// Who plays with what, and what each posts.
pub(crate) fn lineup(
    record: &Record<'_>,
    unit: Unit,
    spread: &Spread,
    stacks: &[Chips],
    posts: Posts,
) -> Result<Lineup, HistoryError> {
    let (small, big) = blind_seats(record);
    let mut lineup = Lineup::new(spread, stacks)?.with_blinds(spread, small, big)?;
    if !record.ante_trimming || !antes_are_everyones(record) {
        lineup = lineup.with_dead_antes();
    }
    let dead_posts = record.raw("_dead_posts").and_then(tree::decimals).unwrap_or_default();
    let mut straddle = largest_blind(record, unit, spread, stacks, big)?;
    for index in 0..record.players() {
        let Some(seat) = Seat::new(index) else { continue };
        let ante = ante(record, index);
        if !ante.is_zero() {
            lineup = lineup.with_ante(seat, unit.chips(ante)?)?;
        }
        let amount = blind(record, index);
        if amount.is_negative() {
            let post = amount.in_units(unit.places()).ok_or(HistoryError::TooManyChips)?.unsigned_abs();
            let live = posts.live_part(Chips::new(post), spread.big_blind());
            lineup = lineup.with_post(seat, live, Chips::new(post) - live)?;
        } else if !amount.is_zero() {
            let live = unit.chips(amount)?;
            let dead = dead_posts.get(index).copied().filter(|dead| !dead.is_negative()).unwrap_or_default();
            lineup = lineup.with_post(seat, live, unit.chips(dead)?)?;
            // More than the big blind from somebody who isn't one of the blinds is a straddle; the last one opens.
            if Some(seat) != small && Some(seat) != big && live > straddle {
                straddle = live;
                lineup = lineup.with_straddler(seat)?;
            }
        }
    }
    Ok(lineup)
}

/// What a post has to be above to be a straddle: the big blind that was posted, which may be below the smallest bet
/// where there are three blinds; a blind that took its poster's last chips is the full one.
fn largest_blind(
    record: &Record<'_>,
    unit: Unit,
    spread: &Spread,
    stacks: &[Chips],
    big: Option<Seat>,
) -> Result<Chips, HistoryError> {
    let Some(big) = big else { return Ok(spread.big_blind()) };
    let posted = unit.chips(blind(record, big.index()))?;
    let has_more = stacks.get(big.index()).is_some_and(|&stack| stack > posted);
    Ok(if has_more { posted } else { spread.big_blind() })
}
