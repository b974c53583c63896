//! The figures of every player, as a table or as JSON.

use cardroom_history::{Figures, Stats, Visible};
use comfy_table::CellAlignment;
use serde::Serialize;

use crate::output::Output;

/// One player's line of `--json`.
#[derive(Serialize)]
struct Line<'a> {
    player: &'a str,
    hands: u64,
    vpip: f64,
    pfr: f64,
    aggression: Option<f64>,
    went_to_showdown: Option<f64>,
    won: f64,
    bb_per_100: f64,
    bb_per_100_error: Option<f64>,
}

impl<'a> Line<'a> {
    fn of(player: &'a str, figures: &Figures) -> Self {
        let share = |count: u64| count as f64 / figures.hands.max(1) as f64;
        let (bb_per_100, bb_per_100_error) = figures.per_hundred();
        let reached = figures.past_first_round;
        Self {
            player,
            hands: figures.hands,
            vpip: share(figures.vpip),
            pfr: share(figures.pfr),
            aggression: figures.aggression(),
            went_to_showdown: (reached > 0).then(|| figures.showdowns as f64 / reached as f64),
            won: share(figures.won),
            bb_per_100,
            bb_per_100_error,
        }
    }
}

/// Prints every player, who has the most hands first.
pub(crate) fn print(stats: &Stats, out: &mut Output) -> anyhow::Result<()> {
    let players = stats.players();
    let mut lines = players.iter().map(|(player, figures)| Line::of(player, figures));
    if out.wants_json() {
        return lines.try_for_each(|line| out.json(&line));
    }
    let mut table = out.table();
    table.set_header(["Player", "Hands", "VPIP", "PFR", "Aggr.", "To showdown", "Won", "bb/100", "±"]);
    for line in lines {
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
        table.add_row([
            Visible(line.player).to_string(),
            line.hands.to_string(),
            percent(line.vpip),
            percent(line.pfr),
            or_none(line.aggression.map(|factor| format!("{factor:.1}"))),
            or_none(line.went_to_showdown.map(percent)),
            percent(line.won),
            format!("{:.1}", line.bb_per_100),
            or_none(line.bb_per_100_error.map(|error| format!("{error:.1}"))),
        ]);
    }
    table.column_iter_mut().skip(1).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
    out.text(format_args!("{}\n\n", table.trim_fmt()))
}
