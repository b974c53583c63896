//! A tournament that somebody wants to hold, as its settings.

use cardroom_protocol::{Breaks, Code, NewTournament, Problem, TournamentKind};
use cardroom_room::tournament::{Level, PayoutPlan, Refused, Schedule, Start, TournamentSetup};
use cardroom_room::{AccountId, Chips, Clocks, Now, StakesAnte};

use super::house::is_of_the_house;
use crate::problem::sentence;
use crate::wire;

/// The most that can enter a tournament held by a player.
const MOST_PLAYERS: u32 = 500;
/// Seconds a level lasts unless said.
const USUAL_LEVEL: u32 = 480;
/// Seconds a level lasts at most. Blinds that don't rise never end a tournament that everybody has left: the players who
/// are away would be dealt in for ever.
const LONGEST_LEVEL: u32 = 7_200;
/// During so many levels players may still enter a scheduled tournament unless said.
const LATE_LEVELS: u32 = 3;
/// A pause after so many levels unless said.
const BREAKS: Breaks = Breaks { every: 6, seconds: 300 };
/// Seconds a break lasts at most.
const LONGEST_BREAK: u32 = 3_600;

/// A new tournament's settings as its host asked for them. What is wrong with them the tournament itself says. A private
/// one's code is for the caller to draw.
pub(crate) fn setup(
    asked: &NewTournament,
    host: AccountId,
    clocks: Clocks,
    now: Now,
) -> Result<TournamentSetup, Problem> {
    let wrong = |text: String| Problem::new(Code::Illegal, text);
    let stakes = wire::stakes(&asked.spread)?;
    let spreads = stakes.spreads().map_err(|error| wrong(sentence(&error.to_string())))?;
    let most_seats = spreads.iter().map(|spread| spread.game().seats().1).min().unwrap_or(2);
    let most_seats = u8::try_from(most_seats).unwrap_or(2);
    let title = || spreads.first().map_or_else(String::new, |spread| format!("{} tournament", spread.game().name));
    let name = asked.name.as_deref().map(wire::said).transpose()?.unwrap_or_else(title);
    if is_of_the_house(&name) {
        return Err(wrong(
            "The house has a tournament of this name, or of one that looks like it: choose another name.".to_owned(),
        ));
    }
    if !(2..=MOST_PLAYERS).contains(&asked.most) {
        return Err(wrong(format!("From 2 to {MOST_PLAYERS} can enter, not {}.", asked.most)));
    }
    let start = start(asked, now)?;
    let schedule = schedule(asked)?;
    let late_levels = match asked.kind {
        TournamentKind::Scheduled => asked.late_levels.unwrap_or(LATE_LEVELS),
        TournamentKind::SitAndGo => 0,
    };
    if late_levels as usize > schedule.levels.len() {
        let text = format!("Players may come in late during at most {} levels.", schedule.levels.len());
        return Err(wrong(text));
    }
    if asked.shares.as_ref().is_some_and(|shares| !shares.is_sorted_by(|better, worse| better >= worse)) {
        return Err(wrong("A place never gets a larger share than the one before it.".to_owned()));
    }
    let seats = asked.seats.unwrap_or_else(|| most_seats.min(9).min(u8::try_from(asked.most).unwrap_or(u8::MAX)));
    let mut setup = TournamentSetup {
        schedule,
        stack: asked.stack,
        start,
        most_players: asked.most,
        late_levels,
        buy_in: Chips::new(asked.entry),
        payouts: asked.shares.clone().map_or(PayoutPlan::Usual, PayoutPlan::Shares),
        ..TournamentSetup::new(&name, stakes, seats)
    };
    setup.table.clocks = clocks;
    if let Some(seconds) = asked.clock {
        setup.table.clocks.act_ms = u64::from(seconds).saturating_mul(1000);
    }
    setup.table.host = Some(host);
    Ok(setup)
}

fn start(asked: &NewTournament, now: Now) -> Result<Start, Problem> {
    let wrong = |text: &str| Problem::new(Code::Illegal, text);
    match (asked.kind, asked.starts_in) {
        (TournamentKind::SitAndGo, None) if asked.fewest.is_none() && asked.late_levels.is_none() => {
            Ok(Start::WhenFull { players: asked.most })
        }
        (TournamentKind::SitAndGo, _) => {
            Err(wrong("A sit-and-go starts when it is full: starts_in, fewest and late_levels go with scheduled ones."))
        }
        (TournamentKind::Scheduled, Some(seconds)) if (10..=7 * 86_400).contains(&seconds) => {
            Ok(Start::At { time: now.plus(seconds.saturating_mul(1000)), fewest: asked.fewest.unwrap_or(2) })
        }
        (TournamentKind::Scheduled, _) => {
            Err(wrong("A scheduled tournament starts in 10 seconds to a week: say so in starts_in."))
        }
    }
}

/// The levels: what was asked for is the first, and the others are multiples of it.
fn schedule(asked: &NewTournament) -> Result<Schedule, Problem> {
    let wrong = |text: String| Problem::new(Code::Illegal, text);
    let length = asked.level.unwrap_or(USUAL_LEVEL);
    if !(1..=LONGEST_LEVEL).contains(&length) {
        return Err(wrong(format!("A level lasts from 1 to {LONGEST_LEVEL} seconds, not {length}.")));
    }
    let spread = &asked.spread;
    let usual = Level::new(Chips::new(spread.min_bet), u64::from(length).saturating_mul(1000));
    let stakes = wire::stakes(spread)?;
    let first = Level {
        big_bet: spread.max_bet.map_or(usual.big_bet, Chips::new),
        small_blind: spread.small_blind.map_or(usual.small_blind, Chips::new),
        big_blind: spread.big_blind.map_or(usual.big_blind, Chips::new),
        ante: stakes.ante,
        ..usual
    };
    let mut schedule = Schedule::growing(first);
    let levels = schedule.levels.len();
    if let Some(from) = asked.ante_from {
        if stakes.ante == StakesAnte::None {
            return Err(wrong("There is no ante: ante_from goes with the ante of the stakes.".to_owned()));
        }
        if !(1..=levels).contains(&(from as usize)) {
            return Err(wrong(format!("The ante begins with one of the levels 1 to {levels}, not {from}.")));
        }
        schedule = schedule.without_antes_until((from as usize).saturating_sub(1));
    }
    let Breaks { every, seconds } = asked.breaks.unwrap_or(BREAKS);
    if !(1..=levels).contains(&(every as usize)) || seconds > LONGEST_BREAK {
        let text = format!("A break comes after every 1 to {levels} levels and lasts at most {LONGEST_BREAK} seconds.");
        return Err(wrong(text));
    }
    Ok(schedule.with_breaks(every as usize, u64::from(seconds).saturating_mul(1000)))
}

/// A tournament's refusal.
pub(super) fn refused(refused: &Refused) -> Problem {
    let code = match refused {
        Refused::Name { .. } => Code::Illegal,
        Refused::NoBots => Code::Forbidden,
        Refused::Broken(_) => Code::Internal,
        _ => Code::Conflict,
    };
    let text = match refused {
        Refused::Registered(_) => "You have entered already: one entry each.".to_owned(),
        Refused::NotRegistered(_) => "You have not entered.".to_owned(),
        Refused::Begun(_) => {
            "Play has begun: an entry can't be taken back, and whoever is away is blinded off.".to_owned()
        }
        other => sentence(&other.to_string()),
    };
    Problem::new(code, text)
}
