//! `cardroom rules`: one game's rules with citations, made from the data that the engine plays.

use cardroom_rules::{Game, Line, Page, Terms};
use serde::Serialize;

use crate::output::Output;
use crate::table_settings::HouseRules;
use crate::typed;

/// Print the rules of a game, with the place where each is written
///
/// With a profile or the preset, the rules as they are at a table that keeps to it. Their hash is the game's, whatever
/// the table.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game
    #[arg(value_name = "ID", value_parser = typed::game())]
    game: &'static Game,

    #[command(flatten)]
    house_rules: HouseRules,
}

const EXAMPLES: &str = "\
Examples:
  cardroom rules holdout
  cardroom rules holdout --profile wac-230-15
  cardroom rules holdem --gld --json
  cardroom games              the games there are";

/// A page is read best at this width, also on a wider terminal.
const COLUMNS: u16 = 80;

/// What `--json` prints.
#[derive(Serialize)]
struct Document {
    id: &'static str,
    name: &'static str,
    source: Named,
    seats: [usize; 2],
    rules_hash: String,
    gld: bool,
    profile: Option<Kept>,
    sections: Vec<Part>,
}

#[derive(Serialize)]
struct Named {
    short_name: &'static str,
    title: &'static str,
}

/// The profile that the page is for.
#[derive(Serialize)]
struct Kept {
    id: &'static str,
    chip_cents: u64,
    largest_wager: u64,
}

#[derive(Serialize)]
struct Part {
    title: &'static str,
    lines: Vec<Rule>,
}

#[derive(Serialize)]
struct Rule {
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<usize>,
    text: String,
    /// Null where there is nothing to cite.
    cite: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<Rule>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let page = args.game.page_under(args.house_rules.terms()?);
    if out.wants_json() { out.json(&document(page)) } else { print(&page, out) }
}

fn print(page: &Page, out: &mut Output) -> anyhow::Result<()> {
    let bold = anstyle::Style::new().bold();
    out.text(format_args!("{bold}{}{bold:#} ({})\n", page.name, page.id))?;
    let mut by = out.table();
    by.set_width(COLUMNS).add_row([format!("By {}: {}.", page.source, page.source.title())]);
    if let Some(terms) = in_words(page.terms) {
        by.add_row([terms]);
    }
    by.column_mut(0).into_iter().for_each(|column| _ = column.set_padding((0, 0)));
    out.text(format_args!("{}\n", by.trim_fmt()))?;
    for section in &page.sections {
        let mut table = out.table();
        table.set_width(COLUMNS);
        for (index, line) in section.lines.iter().enumerate() {
            let mark = if section.numbered { format!("{}.", index + 1) } else { "-".to_owned() };
            table.add_row([mark, cited(page, line)]);
            for note in &line.notes {
                table.add_row([" ·".to_owned(), cited(page, note)]);
            }
        }
        out.text(format_args!("\n{bold}{}{bold:#}\n{}\n", section.title, table.trim_fmt()))?;
    }
    Ok(())
}

/// What the table keeps to beside its game's own rules.
fn in_words(terms: Terms) -> Option<String> {
    let preset = terms.gld.then(|| "the preset gld".to_owned());
    let profile = terms.profile.map(|profile| format!("the house-rule profile {profile}"));
    let kept: Vec<_> = preset.into_iter().chain(profile).collect();
    (!kept.is_empty()).then(|| format!("At a table that keeps to {}.", kept.join(" and ")))
}

/// A rule with its place; a numbered place of the page's own source goes without the source's name.
fn cited(page: &Page, line: &Line) -> String {
    let own = page.source.short_name();
    let place = match line.cite.strip_prefix(own).map(str::trim_start) {
        Some(place) if place.starts_with('§') => place,
        _ => &line.cite,
    };
    if place.is_empty() { line.text.clone() } else { format!("{} ({place})", line.text) }
}

fn document(page: Page) -> Document {
    let (fewest, most) = page.seats;
    let sections = page.sections.into_iter().map(|section| {
        let numbered = section.numbered;
        let lines = section.lines.into_iter().enumerate();
        Part {
            title: section.title,
            lines: lines.map(|(index, line)| rule(line, numbered.then_some(index + 1))).collect(),
        }
    });
    Document {
        id: page.id,
        name: page.name,
        source: Named { short_name: page.source.short_name(), title: page.source.title() },
        seats: [fewest, most],
        rules_hash: page.rules_hash.to_string(),
        gld: page.terms.gld,
        profile: page.terms.profile.map(|profile| Kept {
            id: profile.id(),
            chip_cents: profile.chip_cents(),
            largest_wager: profile.wager_ceiling().get(),
        }),
        sections: sections.collect(),
    }
}

fn rule(line: Line, number: Option<usize>) -> Rule {
    let notes = line.notes.into_iter().map(|note| rule(note, None)).collect();
    Rule { number, text: line.text, cite: Some(line.cite).filter(|cite| !cite.is_empty()), notes }
}
