//! A tournament in the words of the protocol. Nothing in it is hidden from anybody.

use cardroom_protocol::{
    Level, Place, TournamentKind, TournamentPhase, TournamentPlan, TournamentSnapshot, TournamentSummary,
};
use cardroom_room::Stakes;
use cardroom_room::tournament::{
    ClockView, Phase, PlayerLine, StandingView, Start, Tournament, TournamentSetup, TournamentView,
};

use crate::wire;

/// The tournament as everyone sees it.
pub(super) fn shown(tournament: &Tournament) -> TournamentSnapshot {
    let (view, setup) = (tournament.view(), tournament.setup());
    TournamentSnapshot {
        summary: summary(&view, setup),
        host: setup.table.host.map(|host| host.0),
        // For some readers alone.
        code: None,
        stack: view.stack.get(),
        levels: setup.schedule.levels.iter().map(|level| self::level(level, &setup.table.stakes)).collect(),
        level: view.level.0.saturating_sub(1),
        next_level_at: match view.clock {
            ClockView::LevelEndsAt(at) | ClockView::BreakEndsAt(at) => Some(at.0),
            ClockView::Stopped | ClockView::StartsAt(_) | ClockView::Paused { .. } => None,
        },
        paused_until: match view.clock {
            ClockView::Paused { until, .. } => until.map(|until| until.0),
            _ => None,
        },
        payouts: view.prizes.iter().map(|prize| prize.get()).collect(),
        places: view.players.iter().map(place).collect(),
        tables: view.tables.iter().map(|line| line.table.0).collect(),
        saving: false,
        entered: false,
        your_table: None,
    }
}

/// A tournament as it would be.
pub(crate) fn plan(setup: &TournamentSetup) -> TournamentPlan {
    let levels: Vec<Level> =
        setup.schedule.levels.iter().map(|level| self::level(level, &setup.table.stakes)).collect();
    let pool = setup.buy_in.times(setup.most_players.into());
    let prizes = setup.payouts.prizes(pool, setup.most_players as usize);
    TournamentPlan {
        spread: levels.first().map(|level| level.spread.clone()).unwrap_or_default(),
        seats: setup.table.seats,
        stack: setup.stack().get(),
        levels,
        payouts: prizes.iter().map(cardroom_room::Chips::get).collect(),
    }
}

/// The same, with what concerns one reader, and the code of a private one for whoever may invite others to it.
pub(super) fn for_reader(shown: &TournamentSnapshot, account: u64, code: Option<&str>) -> TournamentSnapshot {
    let own = shown.places.iter().find(|place| place.account == account);
    TournamentSnapshot {
        entered: own.is_some(),
        your_table: own.and_then(|place| place.table),
        code: code.filter(|_| is_of(shown, account)).map(str::to_owned),
        ..shown.clone()
    }
}

/// Whether somebody holds it or has entered.
pub(super) fn is_of(shown: &TournamentSnapshot, account: u64) -> bool {
    shown.host == Some(account) || shown.places.iter().any(|place| place.account == account)
}

fn summary(view: &TournamentView, setup: &TournamentSetup) -> TournamentSummary {
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let in_play = |line: &&PlayerLine| match line.standing {
        StandingView::Registered | StandingView::Playing { .. } => true,
        StandingView::Busted => false,
        StandingView::Placed { place, tied, .. } => place == 1 && tied == 1,
    };
    TournamentSummary {
        tournament: view.id.0,
        name: view.name.clone(),
        games: cardroom_room::games(&setup.table.stakes.game).iter().map(|game| game.id.to_owned()).collect(),
        kind: match setup.start {
            Start::WhenFull { .. } => TournamentKind::SitAndGo,
            Start::At { .. } => TournamentKind::Scheduled,
        },
        phase: phase(view),
        entry: view.buy_in.get(),
        pool: view.pool.get(),
        entrants: count(view.players.len()),
        most: view.most_players,
        left: count(view.players.iter().filter(in_play).count()),
        starts_at: match view.clock {
            ClockView::StartsAt(at) => Some(at.0),
            _ => None,
        },
        private: setup.table.invitation.is_some(),
    }
}

fn phase(view: &TournamentView) -> TournamentPhase {
    match (view.phase, view.clock) {
        (Phase::Registering, _) => TournamentPhase::Registering,
        (Phase::Finished { .. }, _) => TournamentPhase::Over,
        (Phase::Cancelled, _) => TournamentPhase::Cancelled,
        (Phase::Running, ClockView::BreakEndsAt(_)) => TournamentPhase::Break,
        (Phase::Running, ClockView::Paused { .. }) => TournamentPhase::Paused,
        (Phase::Running, _) if view.registration_open => TournamentPhase::LateRegistration,
        (Phase::Running, _) if view.hand_for_hand => TournamentPhase::HandForHand,
        (Phase::Running, _) if view.tables.len() == 1 => TournamentPhase::FinalTable,
        (Phase::Running, _) => TournamentPhase::Running,
    }
}

fn level(level: &cardroom_room::tournament::Level, usual: &Stakes) -> Level {
    let spreads = level.stakes(usual).spreads().unwrap_or_default();
    Level {
        spread: spreads.first().map(wire::spread_info).unwrap_or_default(),
        length_ms: level.length_ms,
        break_ms: level.break_ms,
    }
}

fn place(line: &PlayerLine) -> Place {
    let (stack, table, place, prize) = match line.standing {
        StandingView::Registered | StandingView::Busted => (0, None, None, 0),
        StandingView::Playing { table, stack, .. } => (stack.get(), Some(table.0), None, 0),
        StandingView::Placed { place, prize, .. } => (0, None, Some(place), prize.get()),
    };
    Place { account: line.account.0, name: line.name.clone(), bot: line.bot, stack, table, place, prize }
}
