//! A tournament that somebody wants to hold, as its settings.

use cardroom_protocol::{Code, NewTournament, Problem, TournamentKind};
use cardroom_room::tournament::{PayoutPlan, Refused, Schedule, Start, TournamentSetup};
use cardroom_room::{AccountId, Chips, Clocks, Now};

use super::house::is_of_the_house;
use crate::wire;

/// The most that can enter a tournament held by a player.
const MOST_PLAYERS: u32 = 500;
/// Seconds a level lasts unless said.
const USUAL_LEVEL: u32 = 480;
/// Seconds a level lasts at most. Blinds that don't rise never end a tournament that everybody has left: the players who
/// are away would be dealt in for ever.
const LONGEST_LEVEL: u32 = 7_200;
/// During so many levels players may still enter a scheduled tournament.
const LATE_LEVELS: u32 = 3;
/// A pause after so many levels, for so long.
const BREAKS: (usize, u64) = (6, 300_000);

/// A new tournament's settings as its host asked for them. What is wrong with them the tournament itself says.
pub(crate) fn setup(
    asked: &NewTournament,
    host: AccountId,
    clocks: Clocks,
    now: Now,
) -> Result<TournamentSetup, Problem> {
    let wrong = |text: String| Problem::new(Code::Illegal, text);
    let stakes = wire::stakes(&asked.spread)?;
    let spreads = stakes.spreads().map_err(|error| wrong(error.to_string()))?;
    let most_seats = spreads.iter().map(|spread| spread.game().seats().1).min().unwrap_or(2);
    let most_seats = u8::try_from(most_seats).unwrap_or(2);
    let title = || spreads.first().map_or_else(String::new, |spread| format!("{} tournament", spread.game().name));
    let name = asked.name.as_deref().map(wire::said).transpose()?.unwrap_or_else(title);
    if is_of_the_house(&name) {
        return Err(wrong("A tournament of the house is called so, or looks like it: choose another name.".to_owned()));
    }
    if !(2..=MOST_PLAYERS).contains(&asked.most) {
        return Err(wrong(format!("From 2 to {MOST_PLAYERS} can enter, not {}.", asked.most)));
    }
    let start = match (asked.kind, asked.starts_in) {
        (TournamentKind::SitAndGo, None) => Start::WhenFull { players: asked.most },
        (TournamentKind::SitAndGo, Some(_)) => {
            return Err(wrong("A sit-and-go starts when it is full: starts_in goes with scheduled ones.".to_owned()));
        }
        (TournamentKind::Scheduled, Some(seconds)) if (10..=7 * 86_400).contains(&seconds) => {
            Start::At { time: now.plus(seconds.saturating_mul(1000)), fewest: 2 }
        }
        (TournamentKind::Scheduled, _) => {
            return Err(wrong(
                "A scheduled tournament starts in 10 seconds to a week: say so in starts_in.".to_owned(),
            ));
        }
    };
    if asked.level.is_some_and(|seconds| seconds > LONGEST_LEVEL) {
        return Err(wrong(format!("A level lasts at most {LONGEST_LEVEL} seconds.")));
    }
    if asked.shares.as_ref().is_some_and(|shares| !shares.is_sorted_by(|better, worse| better >= worse)) {
        return Err(wrong("A place never gets a larger share than the one before it.".to_owned()));
    }
    let length_ms = u64::from(asked.level.unwrap_or(USUAL_LEVEL)).saturating_mul(1000);
    let seats = asked.seats.unwrap_or_else(|| most_seats.min(9).min(u8::try_from(asked.most).unwrap_or(u8::MAX)));
    let min_bet = spreads.iter().map(|spread| spread.limit().min_bet()).max().unwrap_or_default();
    let mut setup = TournamentSetup {
        schedule: Schedule::usual(min_bet, length_ms).with_breaks(BREAKS.0, BREAKS.1),
        stack: asked.stack,
        start,
        most_players: asked.most,
        late_levels: if asked.kind == TournamentKind::Scheduled { LATE_LEVELS } else { 0 },
        buy_in: Chips::new(asked.entry),
        payouts: asked.shares.clone().map_or(PayoutPlan::Usual, PayoutPlan::Shares),
        ..TournamentSetup::new(&name, stakes, seats)
    };
    setup.table.clocks = clocks;
    setup.table.host = Some(host);
    Ok(setup)
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
        other => crate::problem::sentence(&other.to_string()),
    };
    Problem::new(code, text)
}
