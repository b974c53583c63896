//! `cardroom rank`: what each hand is worth by a game's rules, as a dealer would read it out.

use std::cmp::Reverse;

use anyhow::bail;
use cardroom_cards::holdout::Qualifier;
use cardroom_cards::{Card, CardSet};
use cardroom_rules::{CATALOGUE, Division, Game, Made, Making, Verb};
use serde::Serialize;

use crate::output::Output;
use crate::typed::{self, Deck};

/// Say what each hand is worth, best first
///
/// Reads the hands out as a dealer would at the showdown, with the five cards that play in brackets, ties as ties
/// and kickers where they decide. Where high and low share the pot, both are read.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The game whose rules decide
    #[arg(long, value_name = "ID", value_parser = typed::game())]
    game: &'static Game,

    /// The board so far
    #[arg(long, value_name = "CARDS", default_value = "", hide_default_value = true)]
    board: String,

    /// In high/low games the highest card of a low that counts: 5 to K, or none
    /// for no condition; 8 unless given
    #[arg(long, value_name = "RANK", value_parser = typed::qualifier)]
    qualifier: Option<Qualifier>,

    /// What each player holds; in Hold-Out the cards kept, 1 to 5
    #[arg(required = true, value_name = "HAND")]
    hands: Vec<String>,
}

const EXAMPLES: &str = "\
Examples:
  cardroom rank --game holdem --board \"9c Th Jh Qh Kh\" 2h3h AsAd
  cardroom rank --game holdout --board \"Ks Qs Js Ts\" As Ah9s
  cardroom rank --game holdout-hilo --board 2c4d7hKs As3s Ah3h5d KhKd9c9d
  cardroom rank --game draw27 --json 7c5d4h3s2c AhKhQhJh9h

Each HAND is one word, AhKd, or in quotes, \"Ah Kd\".";

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let showdown = Showdown::read(args)?;
    if out.wants_json() { out.json(&showdown.records()) } else { showdown.print(out) }
}

/// Everything typed, read and found possible in this game.
struct Showdown {
    game: &'static Game,
    qualifier: Qualifier,
    board: Vec<Card>,
    /// Best first: by high, then by low.
    hands: Vec<Hand>,
}

struct Hand {
    held: Vec<Card>,
    high: Option<Made>,
    low: Option<Made>,
}

/// One element of the JSON answer.
#[derive(Serialize)]
struct Record {
    hand: String,
    high: Option<String>,
    high_cards: Option<String>,
    high_order: Option<u32>,
    low: Option<String>,
    low_cards: Option<String>,
    low_order: Option<u32>,
}

impl Showdown {
    fn read(args: &Args) -> anyhow::Result<Self> {
        let game = args.game;
        if args.qualifier.is_some() && game.division != Division::HighLow {
            let high_low = CATALOGUE.iter().filter(|game| game.division == Division::HighLow);
            let ids = high_low.map(|game| game.id).collect::<Vec<_>>().join(", ");
            bail!("--qualifier is for high/low games only ({ids}): {} has none", game.name);
        }
        let qualifier = args.qualifier.unwrap_or_default();
        let mut deck = Deck::default();
        let board = deck.take("on the board", &args.board)?;
        check_board(game, &board)?;
        let board_set = board.iter().copied().collect::<CardSet>();

        let mut hands = Vec::with_capacity(args.hands.len());
        for (place, text) in (1..).zip(&args.hands) {
            let held = deck.take(&format!("in hand {place}"), text)?;
            check_held(game, place, &held)?;
            let held_set = held.iter().copied().collect();
            let high = game.made_high(held_set, board_set);
            let low = game.made_low(held_set, board_set, qualifier);
            hands.push(Hand { held, high, low });
        }
        hands.sort_by_key(|hand| Reverse((order(&hand.high), order(&hand.low))));
        Ok(Self { game, qualifier, board, hands })
    }

    fn records(&self) -> Vec<Record> {
        let name = |half: &Option<Made>| half.as_ref().map(|half| half.name.clone());
        let five = |half: &Option<Made>| half.as_ref().map(|half| written(&half.five));
        let record = |Hand { held, high, low }: &Hand| Record {
            hand: written(held),
            high: name(high),
            high_cards: five(high),
            high_order: order(high),
            low: name(low),
            low_cards: five(low),
            low_order: order(low),
        };
        self.hands.iter().map(record).collect()
    }

    fn print(&self, out: &mut Output) -> anyhow::Result<()> {
        out.text(format_args!("{}\n", self.game.name))?;
        if self.game.division.has_high() {
            self.print_half(out, "High", |hand| hand.high.as_ref())?;
        }
        match self.game.division {
            Division::High => Ok(()),
            Division::Low(_) => self.print_half(out, "Low", |hand| hand.low.as_ref()),
            Division::HighLow => self.print_half(out, &format!("Low, {}", self.qualifier), |hand| hand.low.as_ref()),
        }
    }

    /// One table: the hands by this half, best first, with its five cards in brackets.
    fn print_half(&self, out: &mut Output, title: &str, half: impl Fn(&Hand) -> Option<&Made>) -> anyhow::Result<()> {
        let mut hands = self.hands.iter().map(|hand| (hand, half(hand))).collect::<Vec<_>>();
        hands.sort_by_key(|(_, half)| Reverse(half.map(|half| half.order)));
        let rivals = hands.iter().filter_map(|(_, half)| *half).collect::<Vec<_>>();

        let mut table = out.table();
        let on_board = |text: String| (!self.board.is_empty()).then_some(text);
        let header = [String::new(), "Hand".to_owned()].into_iter().chain(on_board("Board".to_owned()));
        table.set_header(header.chain([title.to_owned()]));
        for (hand, half) in hands {
            let (place, five, words) = match half {
                Some(half) => (place(half, &rivals), &half.five[..], read_out(half, &rivals).to_owned()),
                None => (String::new(), &[][..], self.why_nothing(hand)),
            };
            let row = [place, pictures(&hand.held, five)].into_iter();
            table.add_row(row.chain(on_board(pictures(&self.board, five))).chain([words]));
        }
        let bold = anstyle::Style::new().bold();
        let text = table.trim_fmt().replace('[', &format!("{bold}[")).replace(']', &format!("]{bold:#}"));
        out.text(format_args!("\n{text}\n"))
    }

    /// Why a hand is worth nothing in one half: too few cards, or a low that doesn't qualify.
    fn why_nothing(&self, hand: &Hand) -> String {
        let missing = 5_usize.saturating_sub(hand.held.len());
        match (self.board.len() < missing, self.game.board_cards()) {
            (false, _) => "no low".to_owned(),
            (true, 0) => "no hand yet, needs 5 cards".to_owned(),
            (true, _) => format!("no hand yet, needs {missing} board card{}", if missing == 1 { "" } else { "s" }),
        }
    }
}

fn place(half: &Made, rivals: &[&Made]) -> String {
    let place = 1 + rivals.iter().filter(|rival| rival.order > half.order).count();
    let tied = rivals.iter().filter(|rival| rival.order == half.order).count() > 1;
    if tied { format!("tie {place}.") } else { format!("{place}.") }
}

/// The hand's name; kickers are read out where they decide.
fn read_out<'a>(half: &'a Made, rivals: &[&Made]) -> &'a str {
    let close = rivals.iter().any(|rival| rival.name == half.name && rival.order != half.order);
    if close { &half.full_name } else { &half.name }
}

fn check_board(game: &Game, board: &[Card]) -> anyhow::Result<()> {
    let most = game.board_cards();
    if board.len() <= most {
        return Ok(());
    }
    if most == 0 {
        bail!("{} has no board: leave out --board", game.name);
    }
    bail!("the board has {} cards, but in {} it has at most {most}{}", board.len(), game.name, cited(game, is_board));
}

fn check_held(game: &Game, place: usize, held: &[Card]) -> anyhow::Result<()> {
    let dealt = game.cards_dealt();
    let allowed = match game.making {
        Making::BestFive => dealt..=dealt,
        Making::AllHeld => 1..=dealt,
    };
    if allowed.contains(&held.len()) {
        return Ok(());
    }
    let wanted =
        if allowed.start() == allowed.end() { format!("{dealt} cards") } else { format!("1 to {dealt} cards") };
    let has = match held {
        [] => "is empty".to_owned(),
        [card] => format!("({card}) has one card"),
        _ => format!("({}) has {} cards", written(held), held.len()),
    };
    let game_name = game.name;
    let hint = if held.len() == 1 { ". Write the cards of a hand as one word: AhKd, or \"Ah Kd\"" } else { "" };
    bail!("hand {place} {has}: in {game_name} a player holds {wanted}{}{hint}", cited(game, is_deal));
}

fn is_deal(verb: Verb) -> bool {
    matches!(verb, Verb::Deal(_))
}

fn is_board(verb: Verb) -> bool {
    matches!(verb, Verb::Board(..))
}

/// Where the source says so: " (WSGC-2018 §7, §9, §11)".
fn cited(game: &Game, wanted: impl Fn(Verb) -> bool) -> String {
    let cites = game.steps.iter().filter(|step| wanted(step.verb)).map(|step| step.cite).collect::<Vec<_>>();
    format!(" ({} {})", game.source, cites.join(", "))
}

fn order(half: &Option<Made>) -> Option<u32> {
    half.as_ref().map(|half| half.order)
}

fn written(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect()
}

/// The cards side by side, those that play in brackets.
fn pictures(cards: &[Card], playing: &[Card]) -> String {
    let picture = |card: &Card| if playing.contains(card) { format!("[{card}]") } else { format!(" {card} ") };
    cards.iter().map(picture).collect()
}
