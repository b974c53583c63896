//! The page about the charts, `docs/hold-charts.md`: what they say and how far from a fixed point they are. All of
//! its figures come from the charts and from `cardroom charts --check`.

use std::fmt::Write;

use anyhow::ensure;
use cardroom_odds::{Chart, Contest, Group, MOST_OPPONENTS, Thumb, rules_of_thumb, summary};

use crate::charts::Figures;

/// The numbers of opponents whose charts the page goes into.
const SHOWN: [usize; 3] = [1, 3, 8];

const HEAD: &str = "\
# What to hold

What should you keep of five cards in Five Card Hold-Out, or in a draw? These charts say so for every hand, against one
to eight opponents. They are a fixed point, as nearly as it could be made: each hand keeps what is best against
opponents who keep by the same chart.

What they leave out, so that you know what they are:

- **Betting.** Everyone keeps, the cards come, the best hand wins. So both Hold-Out rule sets are one game, and a triple
  draw's choice is made as if it were the last draw.
- **What you see of the others.** The model is simultaneous: all choose at the same moment. At a table the players
  before you have already discarded, and how many cards is public; the charts ignore those counts.
- In a draw with many players replacements run into the discards of the others, as at a table, but you are always served
  first.
- High/low is played with eight or better for low.

`cardroom hold` and `cardroom draw` value every choice for one hand against these opponents, `cardroom charts` shows a
chart as a picture (`--svg` and `--html` for the browser). This page is printed by `cardroom charts --page
crates/odds/charts/deviations.jsonl`, and a test compares the two.
";

const HOW: &str = "
## How they are made

By repeated best response. Round after round, tables are dealt at which everybody plays the chart so far; for every hand
all it could have kept is valued on the same deals, and hands that would do better with something else change to it, not
all at once. There are 134,459 hands that differ in more than the names of the suits, and 6,175 sets of ranks where suits
can't matter. A choice's samples of its own are weighed against what all hands that keep the same cards win. At the end
the hands that on fresh deals still seem to gain a hundredth of a pot are looked at one by one, four times over: their best
choices are compared on deals of the hand's own, the same deals for all of them.

`cardroom charts --game ID --make FOLDER` makes the eight charts of a game, and those that come with the program were made
by it: the same seed gives the same bytes, on however many cores. Each is kept as soon as it is made; interrupted, the
command goes on where it was. `make charts` makes all six games' anew, the figures below and this page.

## How far from a fixed point

`cardroom charts --game ID --opponents N --check --samples 64 --seed 1 --json` deals fresh samples and looks for something
better to keep; the lines it prints are in `crates/odds/charts/deviations.jsonl`, and the table below is made from them.
All gains are in hundredths of a pot, ± is one standard error.

- *Average gain*: a better choice is picked for every hand on some deals and valued on others, so that luck isn't counted
  as gain. Where the average is below zero, the supposed improvements were luck.
- *At most*, the first: what the best choice of every hand seems to gain on the very deals that it was picked on, luck
  included. The average of the true gains is expected to be below it.
- *Largest gain*: the 60 hands that seem to gain most are valued once more, each on as many deals of its own as the next
  column says; the hand that then gains most is named, with what it would better keep. The last *at most* is what none of
  those hands exceeds, with 95 % confidence. It speaks of them alone: which they are is decided by what all hands seem to
  gain on the deals of the third column, and one that had bad luck there may be missing.

";

/// The whole page, about the charts that `chart` gives for so many opponents.
pub(crate) fn page(
    figures: &[Figures],
    chart: impl Fn(Contest, usize) -> anyhow::Result<Chart>,
) -> anyhow::Result<String> {
    for contest in Contest::ALL.into_iter().filter(|contest| !contest.draws()) {
        let of = |one: &&Figures| one.game == contest.game().id;
        let mut opponents = figures.iter().filter(of).map(|one| one.opponents).collect::<Vec<_>>();
        opponents.sort_unstable();
        let whole = opponents.iter().copied().eq(1..=MOST_OPPONENTS);
        ensure!(
            whole,
            "the page needs a line for each of 1 to 8 opponents of {}, not {opponents:?}",
            contest.game().id
        );
    }
    let mut page = HEAD.to_owned();
    for contest in Contest::ALL {
        let charts = SHOWN.into_iter().map(|opponents| chart(contest, opponents)).collect::<Result<Vec<_>, _>>()?;
        contest_section(contest, &charts, &mut page);
    }
    page.push_str(HOW);
    page.push_str(
        "| game | opponents | deals for a hand | average gain | at most | largest gain | on deals | by keeping | at most |\n\
         |---|---|---|---|---|---|---|---|---|\n",
    );
    for one in figures {
        let hundredths = |part: f64| format!("{:.2}", 100.0 * part);
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} ± {} | {} | {} ± {} | {} | {} of {}, not {} | {} |",
            one.game,
            one.opponents,
            one.samples,
            hundredths(one.average_gain),
            hundredths(one.average_stderr),
            hundredths(one.average_bound),
            hundredths(one.largest_gain),
            hundredths(one.largest_stderr),
            one.looks,
            named(&one.better),
            one.hand,
            named(&one.keeps),
            hundredths(one.largest_bound),
        );
    }
    Ok(page)
}

/// Cards, or a word where there are none.
pub(crate) fn named(cards: &str) -> &str {
    if cards.is_empty() { "nothing" } else { cards }
}

fn contest_section(contest: Contest, charts: &[Chart], page: &mut String) {
    let game = contest.game();
    let _ = writeln!(page, "\n## {}\n", game.name);
    page.push_str(
        "Rules of thumb, the first that fits, and how many of their hands the charts treat so against one, three and \
         eight\nopponents:\n\n",
    );
    let thumbs = charts.iter().map(rules_of_thumb).collect::<Vec<_>>();
    for (place, first) in thumbs.first().into_iter().flatten().enumerate() {
        let same = thumbs.iter().filter_map(|rules| rules.get(place)).collect::<Vec<_>>();
        let parts = same.iter().map(|thumb| percent(thumb.followed, thumb.hands)).collect::<Vec<_>>();
        let _ = write!(page, "{}. **{}**: {}", place + 1, first.rule, parts.join(", "));
        page.push_str(&except(&same));
    }
    let _ = writeln!(page, "\n<details><summary>By kinds of hands, what is kept most often</summary>\n");
    table(&charts.iter().map(summary).collect::<Vec<_>>(), page);
    page.push_str("\n</details>\n");
}

/// What the commonest exceptions keep instead, over the charts shown.
fn except(thumbs: &[&Thumb]) -> String {
    let mut ways: Vec<(&str, u64)> = Vec::new();
    for (way, hands) in thumbs.iter().flat_map(|thumb| &thumb.otherwise) {
        match ways.iter_mut().find(|(other, _)| other == way) {
            Some((_, sum)) => *sum += hands,
            None => ways.push((way, *hands)),
        }
    }
    ways.sort_by_key(|(_, hands)| std::cmp::Reverse(*hands));
    let all = thumbs.iter().map(|thumb| thumb.hands).sum::<u64>();
    // What fewer than one in fifty do is no exception worth knowing.
    let named = ways.iter().filter(|(_, hands)| hands * 50 > all).take(3).map(|(way, _)| *way).collect::<Vec<_>>();
    if named.is_empty() { ".\n".to_owned() } else { format!("; except for some that keep {}.\n", named.join(", or ")) }
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
        words.push(format!("{way} {}", percent(*hands, group.hands)));
    }
    words.join(", ")
}

fn percent(part: u64, of: u64) -> String {
    format!("{:.0} %", 100.0 * part as f64 / of as f64)
}
