//! Writing the text that PokerStars gives its players, for hold'em and five card draw: what most tools can read.

use std::fmt::Write;

use cardroom_cards::{Card, CardSet, HighRank};
use cardroom_rules::{Chips, Limit, Making, PerSeat, Post, Seat, SeatSet, Seen};

use crate::copy::HandCopy;
use crate::decimal::Decimal;
use crate::error::HistoryError;
use crate::visible::Visible;

const FORMAT: &str = "PokerStars text";

impl HandCopy {
    /// The hand as PokerStars writes it.
    ///
    /// # Errors
    /// If it isn't hold'em or five card draw, a board card or a stack isn't known, or two players have the same name.
    ///
    /// ```
    /// use cardroom_history::{HandCopy, Reader, Record};
    ///
    /// let text = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n\
    ///     starting_stacks = [200, 150]\nactions = ['d dh p1 ????', 'd dh p2 AhKd', 'p2 f']\nhand = 7";
    /// let told = HandCopy::of_record(&Record::read(text)?, Reader::Dealer)?.to_pokerstars()?;
    /// assert!(told.starts_with("PokerStars Hand #7:  Hold'em No Limit (1/2)"));
    /// assert!(told.contains("p2: posts small blind 1\np1: posts big blind 2\n*** HOLE CARDS ***\nDealt to p2 [Kd Ah]\n"));
    /// # Ok::<(), cardroom_history::HistoryError>(())
    /// ```
    pub fn to_pokerstars(&self) -> Result<String, HistoryError> {
        let unsayable = |what| Err(HistoryError::Unsayable { format: FORMAT, what });
        let game = self.spread.game();
        let name = match (game.id, game.making) {
            (_, Making::BestFive) => "Hold'em",
            ("draw", _) => "5 Card Draw",
            _ => return unsayable(format!("a hand of {}", game.name)),
        };
        if self.events.contains(&Seen::Board { card: None }) {
            return unsayable("an unknown board card".to_owned());
        }
        if let Some(seat) = self.unknown.first() {
            return unsayable(format!("a hand in which {seat}'s stack is unknown"));
        }
        let mut names: Vec<_> = self.seats().map(|seat| self.name(seat)).collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find_map(|pair| pair.first().filter(|name| pair.last() == Some(name))) {
            return unsayable(format!("two players who are both called {twice:?}"));
        }
        let mut telling = Telling::new(self);
        telling.header(name);
        let mut events: Vec<_> = self.events.iter().collect();
        events.sort_by_key(|event| post_order(event));
        for event in events {
            telling.event(event);
        }
        telling.summary();
        Ok(telling.text)
    }
}

/// The text as it grows, and what it needs to know of what was told.
struct Telling<'c> {
    copy: &'c HandCopy,
    text: String,
    board: Vec<Card>,
    price: Chips,
    bets: PerSeat<Chips>,
    held: PerSeat<CardSet>,
    /// Which street each folded on; `None` for those still in.
    folded: PerSeat<Option<usize>>,
    shown: SeatSet,
    mucked: SeatSet,
    won: PerSeat<Chips>,
    street: usize,
    hole_cards_told: bool,
    showdown_told: bool,
    draw_told: bool,
    /// Cards dealt in the draw so far, in the order they came: some may have come out of the muck.
    drawn: Vec<(Seat, Vec<Card>)>,
}

const FOLDED: [&str; 4] = ["before Flop", "on the Flop", "on the Turn", "on the River"];
const FOLDED_DRAW: [&str; 2] = ["before the Draw", "after the Draw"];

impl<'c> Telling<'c> {
    fn new(copy: &'c HandCopy) -> Self {
        Self {
            copy,
            text: String::with_capacity(2048),
            board: Vec::new(),
            price: Chips::ZERO,
            bets: PerSeat::default(),
            held: PerSeat::default(),
            folded: PerSeat::default(),
            shown: SeatSet::EMPTY,
            mucked: SeatSet::EMPTY,
            won: PerSeat::default(),
            street: 0,
            hole_cards_told: false,
            showdown_told: false,
            draw_told: false,
            drawn: Vec::new(),
        }
    }

    /// A name with a line break in it would be a line of its own, and say what nobody did.
    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        let start = self.text.len();
        let _ = self.text.write_fmt(line);
        if self.text.get(start..).is_some_and(|line| line.contains(char::is_control)) {
            let line = self.text.split_off(start);
            let _ = write!(self.text, "{}", Visible(&line));
        }
        self.text.push('\n');
    }

    /// An amount with its currency; no decimals where they are zero.
    fn amount(&self, chips: Chips) -> String {
        let amount = Decimal::from_chips(chips, self.copy.about.places);
        let symbol = self.copy.about.currency_symbol.as_deref().unwrap_or("");
        match amount.in_units(0) {
            Some(whole) => format!("{symbol}{whole}"),
            None => format!("{symbol}{amount}"),
        }
    }

    fn header(&mut self, name: &str) {
        let copy = self.copy;
        let about = &copy.about;
        let limit = match copy.spread.limit() {
            Limit::Fixed { .. } => "Limit",
            Limit::Pot { .. } => "Pot Limit",
            Limit::No { .. } => "No Limit",
            Limit::Spread { .. } => "Spread Limit",
        };
        let stakes = match copy.spread.limit() {
            Limit::Fixed { small_bet, big_bet } => (small_bet, big_bet),
            _ => (copy.spread.small_blind(), copy.spread.big_blind()),
        };
        let (small, big) = (self.amount(stakes.0), self.amount(stakes.1));
        let currency = about.currency.as_ref().map(|code| format!(" {code}")).unwrap_or_default();
        let time = about.time.as_deref().unwrap_or("00:00:00");
        let zone = about.time_zone.as_deref().unwrap_or("UTC");
        let date = about.date.map(|(year, month, day)| format!(" - {year:04}/{month:02}/{day:02} {time} {zone}"));
        let hand = about.hand.as_deref().unwrap_or("0");
        self.line(format_args!(
            "PokerStars Hand #{hand}:  {name} {limit} ({small}/{big}{currency}){}",
            date.unwrap_or_default()
        ));
        let mut seats: Vec<_> = copy.seats().map(|seat| (copy.place(seat), seat)).collect();
        let button = seats.last().map_or(0, |(place, _)| *place);
        seats.sort_unstable();
        let most = seats.last().map_or(0, |(place, _)| *place);
        let max = about.seat_count.unwrap_or(0).max(most);
        let table = about.table.as_deref().unwrap_or("Cardroom");
        self.line(format_args!("Table '{table}' {max}-max Seat #{button} is the button"));
        for (place, seat) in seats {
            let stack = self.amount(copy.starting_stack(seat));
            self.line(format_args!("Seat {place}: {} ({stack} in chips)", copy.name(seat)));
        }
    }

    fn event(&mut self, event: &Seen) {
        match *event {
            Seen::Dealt { seat, card } if self.street == 0 => self.held[seat].extend(card),
            Seen::Dealt { seat, card } => {
                if self.drawn.last().is_none_or(|(whose, _)| *whose != seat) {
                    self.tell_drawn();
                    self.drawn.push((seat, Vec::new()));
                }
                if let Some((_, cards)) = self.drawn.last_mut() {
                    cards.extend(card);
                }
            }
            Seen::Reshuffled { .. } | Seen::Burned { .. } | Seen::Ended => {}
            Seen::Posted { seat, post, amount, all_in } => self.posted(seat, post, amount, all_in),
            _ => {
                self.tell_hole_cards();
                self.tell_drawn();
                self.told(event);
            }
        }
    }

    fn posted(&mut self, seat: Seat, post: Post, amount: Chips, all_in: bool) {
        let what = match post {
            Post::Ante => "the ante",
            Post::SmallBlind => "small blind",
            Post::BigBlind | Post::Live => "big blind",
            Post::Straddle => "straddle",
            Post::Dead => "dead blind",
        };
        if !matches!(post, Post::Ante | Post::Dead) {
            self.bets[seat] += amount;
            self.price = self.price.max(self.bets[seat]);
        }
        // Who owes both posts them together, and only the big blind is a bet.
        let (_, live, dead) = self.copy.lineup.forced(seat);
        let both = !live.is_zero() && !dead.is_zero();
        let (what, amount) = match post {
            Post::Dead if both && !all_in => return,
            Post::Live if both => ("small & big blinds", amount + dead),
            _ => (what, amount),
        };
        let (name, amount, all_in) = (self.copy.name(seat), self.amount(amount), and_all_in(all_in));
        self.line(format_args!("{name}: posts {what} {amount}{all_in}"));
    }

    fn tell_hole_cards(&mut self) {
        if std::mem::replace(&mut self.hole_cards_told, true) {
            return;
        }
        let holdem = self.copy.spread.game().making == Making::BestFive;
        self.line(format_args!("*** {} ***", if holdem { "HOLE CARDS" } else { "DEALING HANDS" }));
        let dealt = self.copy.spread.game().cards_dealt();
        for seat in self.copy.seats() {
            if self.held[seat].len() == dealt {
                let cards = spaced(self.held[seat]);
                self.line(format_args!("Dealt to {} [{cards}]", self.copy.name(seat)));
            }
        }
    }

    /// What a player drew, if the reader saw it.
    fn tell_drawn(&mut self) {
        for (seat, cards) in std::mem::take(&mut self.drawn) {
            if !cards.is_empty() {
                let (kept, new) = (spaced(self.held[seat]), spaced_list(&cards));
                self.line(format_args!("Dealt to {} [{kept}] [{new}]", self.copy.name(seat)));
                self.held[seat].extend(cards);
            }
        }
    }

    fn told(&mut self, event: &Seen) {
        match *event {
            Seen::Board { card } => self.board(card),
            Seen::Round { round } if round > 0 => (self.price, self.bets) = (Chips::ZERO, PerSeat::default()),
            Seen::Folded { seat } => {
                self.folded[seat] = Some(self.street);
                self.says(seat, "folds");
            }
            Seen::Checked { seat } => self.says(seat, "checks"),
            Seen::Called { seat, amount, all_in } => {
                self.bets[seat] += amount;
                let said = format!("calls {}{}", self.amount(amount), and_all_in(all_in));
                self.says(seat, &said);
            }
            Seen::Raised { seat, to, by, all_in } => {
                let said = if self.price.is_zero() {
                    format!("bets {}{}", self.amount(to), and_all_in(all_in))
                } else {
                    format!("raises {} to {}{}", self.amount(by), self.amount(to), and_all_in(all_in))
                };
                (self.price, self.bets[seat]) = (to, to);
                self.says(seat, &said);
            }
            Seen::Drew { seat, thrown } => {
                self.street = 1;
                if !std::mem::replace(&mut self.draw_told, true) {
                    (self.price, self.bets) = (Chips::ZERO, PerSeat::default());
                }
                let cards: CardSet = thrown.iter().flatten().collect();
                self.held[seat] -= cards;
                let named = if cards.is_empty() { String::new() } else { format!(" [{}]", spaced(cards)) };
                let said = match thrown.count() {
                    0 => "stands pat".to_owned(),
                    1 => format!("discards 1 card{named}"),
                    count => format!("discards {count} cards{named}"),
                };
                self.says(seat, &said);
            }
            Seen::Returned { seat, amount } => {
                let (amount, name) = (self.amount(amount), self.copy.name(seat));
                self.line(format_args!("Uncalled bet ({amount}) returned to {name}"));
            }
            Seen::Shown { seat, cards, .. } => {
                self.tell_showdown();
                self.held[seat] = cards.known();
                self.shown.insert(seat);
                let all: Vec<_> = cards.iter().flatten().map(|card| card.to_string()).collect();
                let said = format!("shows [{}]{}", all.join(" "), self.worth(seat, " (", ")"));
                self.says(seat, &said);
            }
            Seen::Mucked { seat } => {
                self.tell_showdown();
                self.mucked.insert(seat);
                self.says(seat, "mucks hand");
            }
            Seen::Awarded { pot, seat, amount, .. } => self.collected(pot, seat, amount),
            Seen::Revealed { seat, cards } => {
                let said = format!("shows [{}]", spaced(cards));
                self.says(seat, &said);
            }
            _ => {}
        }
    }

    fn says(&mut self, seat: Seat, what: &str) {
        let name = self.copy.name(seat);
        self.line(format_args!("{name}: {what}"));
    }

    fn board(&mut self, card: Option<Card>) {
        let before = spaced_list(&self.board);
        self.board.extend(card);
        match (self.board.len(), card) {
            (3, _) => {
                self.street = 1;
                let flop = spaced_list(&self.board);
                self.line(format_args!("*** FLOP *** [{flop}]"));
            }
            (4, Some(card)) => {
                self.street = 2;
                self.line(format_args!("*** TURN *** [{before}] [{card}]"));
            }
            (5, Some(card)) => {
                self.street = 3;
                self.line(format_args!("*** RIVER *** [{before}] [{card}]"));
            }
            _ => {}
        }
    }

    fn tell_showdown(&mut self) {
        // Hands tabled at an all-in lie open before the board is complete; the showdown is told once.
        let board_complete = self.board.len() == self.copy.spread.game().board_cards();
        if board_complete && !std::mem::replace(&mut self.showdown_told, true) {
            self.line(format_args!("*** SHOW DOWN ***"));
        }
    }

    fn collected(&mut self, pot: u8, seat: Seat, amount: Chips) {
        let raked = self.copy.raked_from(seat) - (self.copy.raked_from(seat).min(self.won[seat]));
        let amount = amount - raked.min(amount);
        self.won[seat] += amount;
        let pots = self.copy.events.iter().filter_map(|event| match event {
            Seen::Awarded { pot, .. } => Some(*pot),
            _ => None,
        });
        let which = match (pots.max().unwrap_or(0), pot) {
            (0, _) => "pot".to_owned(),
            (_, 0) => "main pot".to_owned(),
            (1, _) => "side pot".to_owned(),
            (_, number) => format!("side pot-{number}"),
        };
        let (name, amount) = (self.copy.name(seat), self.amount(amount));
        self.line(format_args!("{name} collected {amount} from {which}"));
    }

    /// What a hand is called, if there are enough cards for one.
    fn worth(&self, seat: Seat, before: &str, after: &str) -> String {
        let cards = self.held[seat] | self.board.iter().copied().collect();
        let whole = self.held[seat].len() == self.copy.spread.game().cards_dealt();
        match HighRank::of(cards).filter(|_| whole) {
            Some(rank) => format!("{before}{rank}{after}"),
            None => String::new(),
        }
    }

    fn summary(&mut self) {
        let copy = self.copy;
        let total: Chips = copy.events.iter().map(awarded).sum();
        let rake: Chips = copy.about.raked.iter().copied().sum();
        self.line(format_args!("*** SUMMARY ***"));
        let (total, rake) = (self.amount(total), self.amount(rake));
        self.line(format_args!("Total pot {total} | Rake {rake}"));
        if !self.board.is_empty() {
            let board = spaced_list(&self.board);
            self.line(format_args!("Board [{board}]"));
        }
        let mut seats: Vec<_> = copy.seats().map(|seat| (copy.place(seat), seat)).collect();
        seats.sort_unstable();
        for (place, seat) in seats {
            let role = self.role(seat);
            let end = self.end(seat);
            self.line(format_args!("Seat {place}: {}{role} {end}", copy.name(seat)));
        }
        self.text.push('\n');
    }

    fn role(&self, seat: Seat) -> String {
        let lineup = &self.copy.lineup;
        let mut role = String::new();
        if seat.index() + 1 == lineup.players() {
            role.push_str(" (button)");
        }
        if lineup.small_blind() == Some(seat) {
            role.push_str(" (small blind)");
        } else if lineup.big_blind() == Some(seat) {
            role.push_str(" (big blind)");
        }
        role
    }

    fn end(&self, seat: Seat) -> String {
        let won = self.won[seat];
        let draw = self.copy.spread.game().board_cards() == 0;
        if let Some(street) = self.folded[seat] {
            let streets: &[&str] = if draw { &FOLDED_DRAW } else { &FOLDED };
            let street = streets.get(street).copied().unwrap_or_default();
            let idle = street == FOLDED[0] && self.copy.lineup.forced(seat).1.is_zero() && !self.put_in_early(seat);
            return format!("folded {street}{}", if idle { " (didn't bet)" } else { "" });
        }
        let cards = spaced(self.held[seat]);
        if self.shown.contains(seat) {
            let worth = self.worth(seat, " with ", "");
            return match won.is_zero() {
                true => format!("showed [{cards}] and lost{worth}"),
                false => format!("showed [{cards}] and won ({}){worth}", self.amount(won)),
            };
        }
        match (won.is_zero(), self.mucked.contains(seat)) {
            (false, _) => format!("collected ({})", self.amount(won)),
            (true, true) if !self.held[seat].is_empty() => format!("mucked [{cards}]"),
            _ => "mucked".to_owned(),
        }
    }

    fn put_in_early(&self, seat: Seat) -> bool {
        let mut events = self.copy.events.iter().take_while(|event| !matches!(event, Seen::Board { .. }));
        events.any(
            |event| matches!(*event, Seen::Called { seat: who, .. } | Seen::Raised { seat: who, .. } if who == seat),
        )
    }
}

/// Antes are told first, then the blinds from small to large, whoever sits first.
const fn post_order(event: &Seen) -> u8 {
    match event {
        Seen::Posted { post: Post::Ante, .. } => 0,
        Seen::Posted { post: Post::SmallBlind, .. } => 1,
        Seen::Posted { post: Post::BigBlind, .. } => 2,
        Seen::Posted { post: Post::Straddle, .. } => 3,
        Seen::Posted { .. } => 4,
        _ => 5,
    }
}

fn awarded(event: &Seen) -> Chips {
    if let Seen::Awarded { amount, .. } = event { *amount } else { Chips::ZERO }
}

const fn and_all_in(all_in: bool) -> &'static str {
    if all_in { " and is all-in" } else { "" }
}

fn spaced(cards: CardSet) -> String {
    spaced_list(&cards.iter().collect::<Vec<_>>())
}

fn spaced_list(cards: &[Card]) -> String {
    cards.iter().map(Card::to_string).collect::<Vec<_>>().join(" ")
}
