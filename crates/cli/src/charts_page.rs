//! The page about the charts, `docs/hold-charts.md`: what they say and how far from a fixed point they are. All of
//! its figures come from the charts and from `cardroom charts --check`.

use std::fmt::Write;

use cardroom_odds::{Chart, Contest, Group, MOST_OPPONENTS, pairs_by_kicker, summary};

use crate::charts::Figures;

/// The numbers of opponents whose charts the page goes into.
const SHOWN: [usize; 3] = [1, 3, 8];

const HEAD: &str = "\
# What to hold

What should you keep of five cards in Five Card Hold-Out, or in a draw? These charts say so for every hand, against one
to eight opponents. They are a fixed point: each hand keeps what is best against opponents who keep by the same chart.

What they leave out, so that you know what they are:

- **Betting.** Everyone keeps, the cards come, the best hand wins. So both Hold-Out rule sets are one game, and a triple
  draw's choice is made as if it were the last draw.
- **What you see of the others.** All choose at the same moment. At a table the players before you have already
  discarded, and how many cards is public; the charts ignore that.
- In a draw with many players replacements run into the discards of the others, as at a table, but you are always served
  first.
- High/low is played with eight or better for low.

`cardroom hold` and `cardroom draw` value every choice for one hand against these opponents, `cardroom charts` shows a
chart as a picture (`--svg` for the browser). This page is printed by `cardroom charts --page`.

## How they are made

By repeated best response. Round after round, tables are dealt at which everybody plays the chart so far; for every hand
all it could have kept is valued on the same deals, and hands that would do better with something else change to it, not
all at once. There are 134,459 hands that differ in more than the names of the suits, and 6,175 sets of ranks where suits
can't matter. A choice's few samples of its own are weighed against what all hands that keep the same cards win.
`cardroom charts --game ID --make crates/odds/charts` makes the eight charts of a game anew, the same ones from the same
seed.

## How far from a fixed point

`cardroom charts --game ID --opponents N --check` deals fresh samples and looks for something better to keep. A better
choice is picked for every hand on one half of the samples and measured on the other, so that luck isn't counted as gain:
where the average is below zero, the supposed improvements were luck. The hands that seem to gain most are then measured
once more, each on deals of its own; the last column is what none of them exceeds, with 95 % confidence. All gains are in
hundredths of a pot, ± is one standard error.

";

/// The whole page.
pub(crate) fn page(figures: &[Figures]) -> anyhow::Result<String> {
    let mut page = HEAD.to_owned();
    page.push_str("| game | opponents | samples of a hand | average gain | largest gain found | by | at most |\n|---|---|---|---|---|---|---|\n");
    for one in figures {
        let hundredths = |part: f64| format!("{:.2}", 100.0 * part);
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} ± {} | {} ± {} | {}: {} instead of {} | {} |",
            one.game,
            one.opponents,
            one.samples,
            hundredths(one.average_gain),
            hundredths(one.average_stderr),
            hundredths(one.largest_gain),
            hundredths(one.largest_stderr),
            one.hand,
            named(&one.better),
            named(&one.keeps),
            hundredths(one.largest_bound),
        );
    }
    for contest in Contest::ALL {
        contest_section(contest, &mut page)?;
    }
    Ok(page)
}

fn named(cards: &str) -> &str {
    if cards.is_empty() { "nothing" } else { cards }
}

fn contest_section(contest: Contest, page: &mut String) -> anyhow::Result<()> {
    let charts = SHOWN.map(|opponents| Chart::shipped(contest, opponents.min(MOST_OPPONENTS)));
    let charts = charts.into_iter().collect::<Result<Vec<_>, _>>()?;
    let _ = writeln!(page, "\n## {}\n", contest.game().name);
    let pairs = charts.iter().map(pairs_by_kicker).collect::<Vec<_>>();
    if pairs.iter().any(|groups| !groups.is_empty()) {
        page.push_str("With one pair, by the best card beside it:\n\n");
        table(&pairs, page);
        page.push('\n');
    }
    page.push_str("By kinds of hands, what is kept most often:\n\n");
    table(&charts.iter().map(summary).collect::<Vec<_>>(), page);
    Ok(())
}

fn table(charts: &[Vec<Group>], page: &mut String) {
    let _ = writeln!(
        page,
        "| of | against {} | against {} | against {} |\n|---|---|---|---|",
        SHOWN[0], SHOWN[1], SHOWN[2]
    );
    let Some(first) = charts.first() else { return };
    for group in first {
        let same = charts.iter().filter_map(|groups| groups.iter().find(|other| other.name == group.name));
        let cells = same.map(ways).collect::<Vec<_>>();
        let _ = writeln!(page, "| {} | {} |", group.name, cells.join(" | "));
    }
}

/// The commonest ways, until nine tenths of the hands are told or three ways named.
fn ways(group: &Group) -> String {
    let mut told = 0;
    let mut words = Vec::new();
    for (way, hands) in group.ways.iter().take(3) {
        if told * 10 >= group.hands * 9 {
            break;
        }
        told += hands;
        words.push(format!("{way} {:.0} %", 100.0 * *hands as f64 / group.hands as f64));
    }
    words.join(", ")
}
