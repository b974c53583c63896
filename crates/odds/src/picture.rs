//! A chart as a picture: for every kind of hand a bar of how many cards are kept.

use std::fmt::Write;

use crate::chart::Chart;
use crate::summary::summary;

/// The fill for none to five cards kept, from cold to warm; each also carries its number.
const FILLS: [&str; 6] = ["#3b4252", "#4c6a92", "#5e9c9c", "#8fb35a", "#e0a83e", "#c8553d"];
const ROW: usize = 22;
const LEFT: usize = 250;
const WIDE: usize = 480;

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
    let height = 90 + ROW * groups.len();
    let width = LEFT + WIDE + 290;
    let title = title(chart);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"13\">\n<title>{title}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fdfcf8\"/>\n\
         <text x=\"16\" y=\"28\" font-size=\"18\" fill=\"#222\">{title}</text>\n\
         <text x=\"16\" y=\"50\" fill=\"#555\">How many of five cards are kept; beside it, what is kept most often</text>\n"
    );
    for (place, group) in groups.iter().enumerate() {
        let y = 66 + place * ROW;
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#222\">{}</text>",
            LEFT - 10,
            y + 15,
            group.name
        );
        let mut x = LEFT as f64;
        for (count, &hands) in group.kept.iter().enumerate().filter(|(_, hands)| **hands > 0) {
            let wide = WIDE as f64 * hands as f64 / group.hands as f64;
            let _ = write!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{y}\" width=\"{wide:.1}\" height=\"{}\" fill=\"{}\"><title>keeps {count}: {:.1} %</title></rect>",
                ROW - 3,
                FILLS[count],
                100.0 * hands as f64 / group.hands as f64,
            );
            if wide > 16.0 {
                let _ = write!(
                    svg,
                    "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\" fill=\"#fff\">{count}</text>",
                    x + wide / 2.0,
                    y + 15
                );
            }
            svg.push('\n');
            x += wide;
        }
        if let Some((way, hands)) = group.ways.first() {
            let part = 100.0 * *hands as f64 / group.hands as f64;
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" fill=\"#555\">{way}, {part:.0} %</text>",
                LEFT + WIDE + 10,
                y + 15
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// The chart's name in words.
pub(crate) fn title(chart: &Chart) -> String {
    let many =
        if chart.opponents() == 1 { "one opponent".to_owned() } else { format!("{} opponents", chart.opponents()) };
    format!("{}, {many}", chart.contest().game().name)
}
