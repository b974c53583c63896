//! The rules page of a game, as text in sections with citations, made from the data that the engine plays.
//!
//! It says what the sources say in our words, where we read or fill in something, and where our default differs.
//! It never says that anybody approved anything. How a page looks is for whoever prints it.

mod betting;
mod house;
mod play;

use crate::game::{Game, RulesHash, Source};
use crate::profile::Profile;

/// The rules of one game, to be read.
///
/// ```
/// use cardroom_rules::Game;
///
/// let page = Game::by_id("holdout").unwrap().page();
/// let play = page.sections.iter().find(|section| section.title == "The play").unwrap();
/// assert_eq!(play.lines[0].text, "Five cards to each player, face down and one at a time.");
/// assert_eq!(play.lines[0].cite, "WSGC-2018 §1");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The game's id.
    pub id: &'static str,
    /// The game's name.
    pub name: &'static str,
    /// The document it is played by.
    pub source: Source,
    /// The fewest and the most players.
    pub seats: (usize, usize),
    /// The hash of the game's rules, which the terms are no part of.
    pub rules_hash: RulesHash,
    /// What the table it is for keeps to.
    pub terms: Terms,
    /// Everything else, in the order in which it is read.
    pub sections: Vec<Section>,
}

/// What of a table's settings changes the rules that a page tells: the preset `gld`, a house-rule profile.
///
/// ```
/// use cardroom_rules::{Game, Profile, Terms};
///
/// let terms = Terms { profile: Profile::by_id("wac-230-15"), ..Terms::default() };
/// let page = Game::by_id("holdout").unwrap().page_under(terms);
/// let betting = page.sections.iter().find(|section| section.title == "Betting").unwrap();
/// let spread = "Spread limit: each wager is between a minimum and a maximum, which is at most 40 chips.";
/// assert!(betting.lines.iter().any(|line| line.text == spread && line.cite == "WAC 230-15-135"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Terms {
    /// Whether GLD is kept to the letter, as by [`SpreadSetup::gld`](crate::SpreadSetup::gld).
    pub gld: bool,
    /// The profile that a table is checked against.
    pub profile: Option<Profile>,
}

/// One section of a page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// What it is about.
    pub title: &'static str,
    /// Whether its lines happen one after the other, and so are numbered.
    pub numbered: bool,
    /// What it says.
    pub lines: Vec<Line>,
}

/// One rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// What it says, in our words.
    pub text: String,
    /// Where it is written: a source with its own number; empty where there is nothing to cite.
    pub cite: String,
    /// What the source adds.
    pub notes: Vec<Line>,
}

impl Line {
    fn new(text: impl Into<String>, cite: impl Into<String>) -> Self {
        Self { text: text.into(), cite: cite.into(), notes: Vec::new() }
    }
}

impl Section {
    fn new(title: &'static str, lines: Vec<Line>) -> Self {
        Self { title, numbered: false, lines }
    }
}

impl Game {
    /// The game's rules page, for a table that keeps to our defaults.
    pub fn page(&self) -> Page {
        self.page_under(Terms::default())
    }

    /// The game's rules page, for a table that keeps to these terms.
    pub fn page_under(&self, terms: Terms) -> Page {
        let mut sections = vec![
            Section::new("Before the deal", betting::before_the_deal(self)),
            Section { numbered: true, ..Section::new("The play", play::steps(self)) },
            Section::new("The showdown", play::showdown(self, terms)),
            Section::new("Betting", betting::betting(self, terms)),
            Section::new("Pots", betting::pots(self)),
            Section::new("Players", house::players(self)),
            Section::new("How we read it, and where our defaults differ", house::differences(self, terms)),
            house::profiles(self, terms),
            Section::new("Which rules these are", house::identity(self)),
        ];
        let cited: Vec<&str> = sections.iter().flat_map(|section| &section.lines).map(|line| &*line.cite).collect();
        let sources = house::sources(self, &cited);
        sections.push(Section::new("Sources", sources));
        let (source, seats, rules_hash) = (self.source, self.seats(), self.rules_hash());
        Page { id: self.id, name: self.name, source, seats, rules_hash, terms, sections }
    }

    /// A place in the game's own source, with its short name.
    fn cite(&self, place: &str) -> String {
        format!("{} {place}", self.source.short_name())
    }
}

/// Small numbers as words; cards are never more.
fn in_words(number: usize) -> &'static str {
    match number {
        0 => "no",
        1 => "one",
        2 => "two",
        3 => "three",
        4 => "four",
        5 => "five",
        _ => "several",
    }
}

/// `one card`, `three cards`
fn cards(count: usize) -> String {
    format!("{} {}", in_words(count), if count == 1 { "card" } else { "cards" })
}

/// With a capital letter, to begin a sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
