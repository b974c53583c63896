//! A chart as a picture: for every kind of hand a bar of how many cards are kept, and a hand to show which.

use std::fmt::Write;

use cardroom_cards::{Card, CardSet, Rank, Suit};

use crate::chart::Chart;
use crate::contest::MOST_OPPONENTS;
use crate::summary::{Group, summary};

/// The fill for none to five cards kept, warm to cold, and what is read on it; each also carries its number.
const FILLS: [(&str, &str); 6] = [
    ("#8c2d2d", "#fff"),
    ("#cf6a35", "#fff"),
    ("#e6b450", "#3a2c07"),
    ("#7fb5a4", "#0f2e27"),
    ("#33758f", "#fff"),
    ("#1c3a5e", "#fff"),
];
const PAPER: &str = "#fbf8f1";
const INK: &str = "#20262e";
const GREY: &str = "#6b6f76";

const WIDE: usize = 1160;
const ROW: usize = 40;
const TOP: usize = 206;
/// Where the columns begin: the share dealt, the bar, the cards, the words.
const DEALT: usize = 292;
const BAR: usize = 310;
const BAR_WIDE: f64 = 392.0;
const CARDS: usize = 722;
const WORDS: usize = 874;

/// The chart as an SVG document, which any browser shows.
///
/// ```
/// use cardroom_odds::{Chart, Contest, svg};
///
/// let picture = svg(&Chart::shipped(Contest::HoldOutHigh, 3)?);
/// assert!(picture.starts_with("<svg") && picture.contains("pair of aces"));
/// # Ok::<(), cardroom_odds::OddsError>(())
/// ```
pub fn svg(chart: &Chart) -> String {
    let groups = summary(chart);
    let height = TOP + ROW * groups.len() + 92;
    let title = title(chart);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDE} {height}\" width=\"{WIDE}\" height=\"{height}\" \
         role=\"img\" font-family=\"'Source Sans 3', 'Helvetica Neue', Arial, sans-serif\" font-size=\"15\" \
         fill=\"{INK}\">\n<title>{title}</title>\n{SUITS}\n<rect width=\"{WIDE}\" height=\"{height}\" fill=\"{PAPER}\"/>\n"
    );
    head(chart, &groups, &title, &mut svg);
    for (place, group) in groups.iter().enumerate() {
        row(group, TOP + ROW * place, &mut svg);
    }
    foot(chart, height, &mut svg);
    svg.push_str("</svg>\n");
    svg
}

/// The eight pictures of a game as one page for the browser, which shows the one that is asked for.
///
/// ```
/// use cardroom_odds::{Chart, Contest, html};
///
/// let charts = [Chart::shipped(Contest::HoldOutLow, 1)?, Chart::shipped(Contest::HoldOutLow, 2)?];
/// let page = html(&charts);
/// assert!(page.starts_with("<!DOCTYPE html>") && page.matches("<figure").count() == 2);
/// # Ok::<(), cardroom_odds::OddsError>(())
/// ```
pub fn html(charts: &[Chart]) -> String {
    let name = charts.first().map_or("", |chart| chart.contest().game().name);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>What to keep: {name}</title>\n\
         <style>\n{STYLE}"
    );
    // Without a script: a hidden radio button for each picture shows it while it is chosen.
    for chart in charts {
        let n = chart.opponents();
        let _ = writeln!(page, "#n{n}:checked ~ #c{n} {{ display: block }}");
        let _ = writeln!(page, "#n{n}:checked ~ nav label[for=n{n}] {{ background: {INK}; color: {PAPER} }}");
        let _ = writeln!(page, "#n{n}:focus-visible ~ nav label[for=n{n}] {{ outline: 3px solid #33758f }}");
    }
    // The suits once more, first and never hidden: every picture finds its shapes there.
    let _ = write!(page, "</style>\n<svg width=\"0\" height=\"0\" aria-hidden=\"true\">{SUITS}</svg>\n<main>\n");
    for (place, chart) in charts.iter().enumerate() {
        let n = chart.opponents();
        let checked = if place == 0 { " checked" } else { "" };
        let label = opponents(n);
        let _ = writeln!(page, "<input type=\"radio\" name=\"n\" id=\"n{n}\" aria-label=\"{label}\"{checked}>");
    }
    page.push_str("<nav><span>Opponents</span>");
    for n in charts.iter().map(Chart::opponents) {
        let _ = write!(page, "<label for=\"n{n}\">{n}</label>");
    }
    page.push_str("</nav>\n");
    for chart in charts.iter().take(MOST_OPPONENTS) {
        let _ = writeln!(page, "<figure id=\"c{}\">\n{}</figure>", chart.opponents(), svg(chart));
    }
    page.push_str("</main>\n</html>\n");
    page
}

const STYLE: &str = "\
body { margin: 0; background: #ece7da; font-family: 'Source Sans 3', 'Helvetica Neue', Arial, sans-serif }
main { max-width: 1160px; margin: 0 auto; padding: 16px }
input { position: absolute; opacity: 0 }
nav { display: flex; gap: 6px; align-items: center; justify-content: flex-end; margin-bottom: 12px }
nav span { margin-right: 6px }
label { padding: 8px 14px; border-radius: 6px; background: #fbf8f1; cursor: pointer }
figure { display: none; margin: 0; overflow-x: auto; box-shadow: 0 2px 14px rgb(0 0 0 / .18) }
body > svg { position: absolute }
figure svg { display: block; width: 100%; min-width: 760px; height: auto }
";

fn head(chart: &Chart, groups: &[Group], title: &str, svg: &mut String) {
    let verb = if chart.contest().draws() { "draw" } else { "hold" };
    let all: u64 = groups.iter().map(|group| group.hands).sum();
    let kept = |count: usize| groups.iter().map(|group| group.kept[count]).sum::<u64>();
    let part = |hands: u64| 100.0 * hands as f64 / all.max(1) as f64;
    let average = (0..6).map(|count| count as f64 * kept(count) as f64).sum::<f64>() / all.max(1) as f64;
    let commonest = (0..6).max_by_key(|&count| kept(count)).unwrap_or(0);
    let line = format!(
        "Of five cards {average:.1} are kept on average. Most often {}: with {:.0} % of all hands. {:.0} % stand pat.",
        ["none are", "one is", "two are", "three are", "four are", "all are"][commonest],
        part(kept(commonest)),
        part(kept(5)),
    );
    let _ = write!(
        svg,
        "<rect x=\"36\" y=\"34\" width=\"{}\" height=\"5\" fill=\"{INK}\"/>\n\
         <text x=\"36\" y=\"92\" font-family=\"Georgia, 'Times New Roman', serif\" font-size=\"46\" \
         font-weight=\"bold\">What to {verb}</text>\n\
         <text x=\"36\" y=\"124\" font-size=\"21\">{title}</text>\n\
         <text x=\"36\" y=\"150\" font-size=\"16\" fill=\"{GREY}\">{line}</text>\n\
         <g font-size=\"13\" fill=\"{GREY}\">\n<text x=\"{DEALT}\" y=\"{y}\" text-anchor=\"end\">dealt</text>\n\
         <text x=\"{BAR}\" y=\"{y}\">how many cards are kept</text>\n\
         <text x=\"{CARDS}\" y=\"{y}\">for instance</text>\n<text x=\"{WORDS}\" y=\"{y}\">most often</text>\n</g>\n",
        WIDE - 72,
        y = TOP - 12,
    );
    let fewest = usize::from(!chart.contest().draws());
    let mut x = WIDE - 36 - 44 * (6 - fewest);
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"90\" text-anchor=\"end\" font-size=\"13\" fill=\"{GREY}\">cards kept</text>",
        x - 10
    );
    for (count, (fill, ink)) in FILLS.iter().enumerate().skip(fewest) {
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"70\" width=\"42\" height=\"30\" fill=\"{fill}\"/><text x=\"{}\" y=\"90\" \
             text-anchor=\"middle\" fill=\"{ink}\" font-weight=\"bold\">{count}</text>",
            x + 21
        );
        x += 44;
    }
}

fn row(group: &Group, y: usize, svg: &mut String) {
    let dealt = 100.0 * group.hands as f64 / 2_598_960.0;
    let dealt = if dealt < 0.1 { format!("{dealt:.3} %") } else { format!("{dealt:.1} %") };
    let _ = write!(
        svg,
        "<line x1=\"36\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\" stroke=\"#ddd6c5\"/>\n<text x=\"36\" y=\"{base}\">{}</text>\
         <text x=\"{DEALT}\" y=\"{base}\" text-anchor=\"end\" font-size=\"13\" fill=\"{GREY}\">{dealt}</text>\n",
        WIDE - 36,
        group.name,
        base = y + 25,
    );
    let mut x = BAR as f64;
    for (count, &hands) in group.kept.iter().enumerate().rev().filter(|(_, hands)| **hands > 0) {
        let wide = BAR_WIDE * hands as f64 / group.hands as f64;
        let part = 100.0 * hands as f64 / group.hands as f64;
        let (fill, ink) = FILLS[count];
        let _ = write!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{}\" width=\"{wide:.1}\" height=\"{}\" fill=\"{fill}\"><title>{count} kept: \
             {part:.1} %</title></rect>",
            y + 8,
            ROW - 16
        );
        if wide > 16.0 {
            let _ = write!(
                svg,
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"{ink}\" font-weight=\"bold\">{count}</text>",
                x + wide / 2.0,
                y + 25
            );
        }
        x += wide;
    }
    svg.push('\n');
    hand(group.example, y, svg);
    if let Some((way, hands)) = group.ways.first() {
        let part = 100.0 * *hands as f64 / group.hands as f64;
        let _ = writeln!(
            svg,
            "<text x=\"{WORDS}\" y=\"{}\">{way} <tspan fill=\"{GREY}\" font-size=\"13\">{part:.0} %</tspan></text>",
            y + 25
        );
    }
}

/// Five cards, those that are kept pushed forward and the others fading.
fn hand((hand, kept): (CardSet, CardSet), y: usize, svg: &mut String) {
    let mut cards = hand.iter().collect::<Vec<_>>();
    let same = |rank: Rank| (hand & CardSet::of_rank(rank)).len();
    cards.sort_by_key(|card| std::cmp::Reverse((kept.contains(*card), same(card.rank()), card.rank())));
    for (place, card) in cards.into_iter().enumerate() {
        let x = CARDS + 28 * place;
        let (y, opacity) = if kept.contains(card) { (y + 4, "1") } else { (y + 9, ".32") };
        let _ = writeln!(svg, "<g transform=\"translate({x} {y})\" opacity=\"{opacity}\">{}</g>", face(card));
    }
}

fn face(card: Card) -> String {
    let suit = card.suit();
    let ink = if matches!(suit, Suit::Hearts | Suit::Diamonds) { "#b3261e" } else { INK };
    let rank = card.rank().symbol();
    let rank = if rank == 'T' { "10".to_owned() } else { rank.to_string() };
    format!(
        "<rect width=\"26\" height=\"30\" rx=\"3\" fill=\"#fff\" stroke=\"#b9b2a2\"/><text x=\"13\" y=\"14\" \
         text-anchor=\"middle\" font-size=\"13\" font-weight=\"bold\" fill=\"{ink}\">{rank}</text><use href=\"#{}\" x=\"8\" \
         y=\"17\" width=\"10\" height=\"10\" fill=\"{ink}\"/>",
        suit.symbol()
    )
}

/// The suits as shapes, for not every font has them.
const SUITS: &str = "<defs>\
<symbol id=\"h\" viewBox=\"0 0 20 20\"><path d=\"M10 19 C3 13 0 9.5 0 6 A5 5 0 0 1 10 4.5 A5 5 0 0 1 20 6 C20 9.5 17 13 10 19Z\"/></symbol>\
<symbol id=\"d\" viewBox=\"0 0 20 20\"><path d=\"M10 0 L18 10 L10 20 L2 10Z\"/></symbol>\
<symbol id=\"s\" viewBox=\"0 0 20 20\"><path d=\"M10 0 C15 5 20 8 20 12 A4.6 4.6 0 0 1 11.4 14 Q11.6 18 14 20 H6 Q8.4 18 8.6 14 A4.6 4.6 0 0 1 0 12 C0 8 5 5 10 0Z\"/></symbol>\
<symbol id=\"c\" viewBox=\"0 0 20 20\"><path d=\"M10 0 A4.6 4.6 0 0 1 13.6 7.6 A4.7 4.7 0 1 1 11.4 14 Q11.6 18 14 20 H6 Q8.4 18 8.6 14 A4.7 4.7 0 1 1 6.4 7.6 A4.6 4.6 0 0 1 10 0Z\"/></symbol>\
</defs>";

fn foot(chart: &Chart, height: usize, svg: &mut String) {
    let what = if chart.contest().draws() { "draws" } else { "holds" };
    let _ = write!(
        svg,
        "<g font-size=\"13\" fill=\"{GREY}\">\n<text x=\"36\" y=\"{}\">Each hand keeps what is best against opponents who \
         keep by the same chart. Everybody {what} at the same moment:</text>\n<text x=\"36\" y=\"{}\">nobody sees how many \
         cards the others throw, and nothing is bet afterwards.</text>\n<text x=\"{}\" y=\"{}\" text-anchor=\"end\">cardroom \
         charts --game {} --opponents {} --svg</text>\n</g>\n",
        height - 56,
        height - 36,
        WIDE - 36,
        height - 36,
        chart.contest().game().id,
        chart.opponents(),
    );
}

/// The chart's name in words.
fn title(chart: &Chart) -> String {
    format!("{} against {}", chart.contest().game().name, opponents(chart.opponents()))
}

fn opponents(count: usize) -> String {
    if count == 1 { "one opponent".to_owned() } else { format!("{count} opponents") }
}
