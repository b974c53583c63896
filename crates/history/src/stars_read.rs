//! Reading PokerStars text of hold'em and five card draw into a record, which is then replayed like any other.

use cardroom_cards::{Card, CardSet, ParseCards};
use cardroom_rules::{MOST_SEATS, Seat};

use crate::decimal::{Decimal, MOST_PLACES};
use crate::entry::{Cards, Entry};
use crate::error::HistoryError;
use crate::record::Record;
use crate::told::{Player, Told};
use crate::tree::quoted;
use crate::variant::{LimitLetter, Variant};

impl Record<'static> {
    /// Reads one hand of PokerStars text, of hold'em or five card draw.
    ///
    /// # Errors
    /// Says which line can't be read, or that the game is neither.
    ///
    /// ```
    /// use cardroom_history::{Record, Replayer};
    ///
    /// let text = "PokerStars Hand #7:  Hold'em No Limit ($1/$2 USD) - 2024/05/06 07:08:09 ET\n\
    ///     Table 'Vega' 6-max Seat #2 is the button\n\
    ///     Seat 1: Ann ($200 in chips)\nSeat 2: Bob ($150.50 in chips)\n\
    ///     Bob: posts small blind $1\nAnn: posts big blind $2\n\
    ///     *** HOLE CARDS ***\nDealt to Bob [Ah Kd]\nBob: folds\nUncalled bet ($1) returned to Ann\n\
    ///     Ann collected $2 from pot\n";
    /// let record = Record::read_pokerstars(text)?;
    /// assert_eq!(record.entries.len(), 3);
    /// assert!(Replayer::new().replay(&record).is_ok());
    /// # Ok::<(), cardroom_history::HistoryError>(())
    /// ```
    pub fn read_pokerstars(text: &str) -> Result<Self, HistoryError> {
        let mut reading = Reading::default();
        for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let text = text.trim_end();
            if text.starts_with("*** SUMMARY ***") {
                break;
            }
            reading.line(text).map_err(|wrong| match wrong {
                Wrong::Line(reason) => HistoryError::Line { line, reason },
                Wrong::Other(error) => error,
            })?;
        }
        reading.record()
    }
}

enum Wrong {
    Line(String),
    Other(HistoryError),
}

impl From<String> for Wrong {
    fn from(reason: String) -> Self {
        Self::Line(reason)
    }
}

/// What has been read so far.
#[derive(Default)]
struct Reading {
    variant: Option<Variant>,
    stakes: (Decimal, Decimal),
    button: u64,
    /// Whether everybody sits, in order from the button's left.
    seated: bool,
    told: Told,
    big_posted: bool,
}

impl Reading {
    fn line(&mut self, line: &str) -> Result<(), Wrong> {
        if self.variant.is_none() {
            return self.header(line);
        }
        if line.starts_with("Table ") {
            return self.table(line);
        }
        if !self.seated && line.starts_with("Seat ") && line.contains(" in chips)") {
            return self.seat(line);
        }
        if line.starts_with("*** ") {
            return self.street(line);
        }
        if let Some(rest) = line.strip_prefix("Dealt to ") {
            return self.dealt(rest);
        }
        if let Some(rest) = line.strip_prefix("Uncalled bet (") {
            return self.uncalled(rest);
        }
        self.sit_in_order();
        let Some((index, rest)) = self.who(line) else { return Ok(()) };
        if let Some(said) = rest.strip_prefix(": ") {
            return self.says(index, said);
        }
        if let Some(rest) = rest.strip_prefix(" collected ") {
            let won = self.money(rest.split(" from ").next().unwrap_or_default())?;
            self.told.gets(index, won);
        }
        Ok(())
    }

    /// `PokerStars Hand #7:  Hold'em No Limit ($1/$2 USD) - 2024/05/06 07:08:09 ET`
    fn header(&mut self, line: &str) -> Result<(), Wrong> {
        let (head, rest) = line.split_once(": ").ok_or("the first line has no hand number".to_owned())?;
        let number = head.rsplit('#').next().unwrap_or_default();
        self.told.add("hand", quoted(number));
        let named = |name: &'static str| rest.split_once(name).map(|(_, rest)| rest);
        let (game, codes) = match (named("Hold'em "), named("5 Card Draw ")) {
            (Some(game), _) => (game, ["NT", "PT", "FT"]),
            (None, Some(game)) => (game, ["N5C1D", "P5C1D", "F5C1D"]),
            (None, None) => {
                let name = "a game other than hold'em and five card draw";
                return Err(Wrong::Other(HistoryError::Unsupported { code: "PokerStars text".to_owned(), name }));
            }
        };
        let code = match game {
            game if game.starts_with("No Limit") => codes[0],
            game if game.starts_with("Pot Limit") => codes[1],
            game if game.starts_with("Limit") => codes[2],
            _ => return Err("the limit is none of No Limit, Pot Limit and Limit".to_owned().into()),
        };
        let stakes = game.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map(|(stakes, _)| stakes);
        let (small, big) =
            stakes.and_then(|stakes| stakes.split_once('/')).ok_or("the stakes are missing: (small/big)".to_owned())?;
        let mut big = big.split_whitespace();
        let symbol: String = small.chars().take_while(|character| !character.is_ascii_digit()).collect();
        self.stakes = (self.decimal(small)?, self.decimal(big.next().unwrap_or_default())?);
        if let Some(currency) = big.next() {
            self.told.add("currency", quoted(currency));
        }
        if !symbol.is_empty() {
            self.told.add("currency_symbol", quoted(&symbol));
        }
        self.time(rest);
        self.told.add("venue", quoted("PokerStars"));
        let variant = Variant::played(code).map_err(Wrong::Other)?;
        self.told.plays(variant);
        self.variant = Some(variant);
        Ok(())
    }

    fn time(&mut self, header: &str) {
        let Some((_, time)) = header.rsplit_once(" - ") else { return };
        let mut words = time.split_whitespace();
        let date: Vec<_> = words.next().unwrap_or_default().split('/').collect();
        self.told.time(&date, words.next().unwrap_or_default(), words.next());
    }

    fn decimal(&mut self, text: &str) -> Result<Decimal, String> {
        let digits = text.trim_start_matches(|character: char| !character.is_ascii_digit()).replace(',', "");
        let end =
            digits.find(|character: char| !character.is_ascii_digit() && character != '.').unwrap_or(digits.len());
        let amount: Decimal = digits
            .get(..end)
            .unwrap_or_default()
            .trim_end_matches('.')
            .parse()
            .map_err(|reason| format!("{text:?} is not an amount: {reason}"))?;
        Ok(self.told.noted(amount))
    }

    fn money(&mut self, text: &str) -> Result<i64, String> {
        let amount = self.decimal(text)?;
        amount.in_units(MOST_PLACES).ok_or_else(|| format!("{text:?} is too much"))
    }

    /// `Table 'Vega' 6-max Seat #2 is the button`
    fn table(&mut self, line: &str) -> Result<(), Wrong> {
        if let Some(name) = line.split('\'').nth(1) {
            self.told.add("table", quoted(name));
        }
        let max = line.split_whitespace().find_map(|word| word.strip_suffix("-max")?.parse::<u64>().ok());
        if let Some(max) = max {
            self.told.add("seat_count", max.to_string());
        }
        let button = line.split("Seat #").nth(1).and_then(|rest| rest.split_whitespace().next());
        self.button = button.and_then(|number| number.parse().ok()).ok_or("no seat is the button".to_owned())?;
        Ok(())
    }

    /// `Seat 1: Ann ($200 in chips)`; a name may have brackets in it, the stack is what stands in the last ones.
    fn seat(&mut self, line: &str) -> Result<(), Wrong> {
        let sits_out = line.ends_with("sitting out") || line.contains("out of hand");
        let (place, rest) = line.trim_start_matches("Seat ").split_once(": ").ok_or("no place".to_owned())?;
        let (rest, _) = rest.rsplit_once(" in chips").ok_or("no chips".to_owned())?;
        let (name, stack) = rest.rsplit_once(" (").ok_or("no chips".to_owned())?;
        let place = place.trim().parse().map_err(|_| format!("{place:?} is not a place"))?;
        let stack = self.decimal(stack)?;
        if !sits_out {
            self.told.players.push(Player { place, name: name.to_owned(), stack, ..Player::default() });
        }
        if self.told.players.len() > MOST_SEATS {
            return Err(format!("more than {MOST_SEATS} players").into());
        }
        Ok(())
    }

    /// From the button's left to the button, once everybody sits.
    fn sit_in_order(&mut self) {
        if !std::mem::replace(&mut self.seated, true) {
            self.told.sit(self.button);
        }
    }

    /// Who a line is about, by the longest name that it begins with, and what follows.
    fn who<'l>(&self, line: &'l str) -> Option<(usize, &'l str)> {
        let about =
            |player: &Player| line.strip_prefix(player.name.as_str()).filter(|rest| rest.starts_with([':', ' ']));
        let named = self.told.players.iter().enumerate().filter_map(|(index, player)| Some((index, about(player)?)));
        named.min_by_key(|(_, rest)| rest.len())
    }

    fn says(&mut self, index: usize, said: &str) -> Result<(), Wrong> {
        let seat = Seat::new(index).ok_or("too many players".to_owned())?;
        let (verb, rest) = said.split_once(' ').unwrap_or((said, ""));
        if !matches!(verb, "discards" | "stands") {
            self.told.drawn();
        }
        match verb {
            "discards" => self.discards(seat, rest)?,
            "stands" => self.discards(seat, "0 cards")?,
            "posts" => self.posts(index, rest)?,
            "folds" => self.told.entries.push(Entry::Fold { seat }),
            "checks" => self.told.entries.push(Entry::CheckCall { seat }),
            "calls" => {
                let amount = self.money(rest)?;
                self.told.bets(index, amount);
                self.told.entries.push(Entry::CheckCall { seat });
            }
            "bets" | "raises" => {
                let to = rest.split_once(" to ").map_or(rest, |(_, to)| to);
                let to_units = self.money(to)?;
                let more = to_units.saturating_sub(self.told.players[index].bet);
                self.told.bets(index, more);
                let to = self.decimal(to)?;
                self.told.entries.push(Entry::RaiseTo { seat, to });
            }
            "shows" => {
                let cards = bracketed(rest).ok_or("no cards are shown".to_owned())?;
                let mut cards = read_cards(cards)?;
                if !self.told.has_mucked(seat) {
                    cards.resize(self.told.cards_dealt(), None);
                }
                self.told.shows(seat, Cards::of(cards));
            }
            "mucks" => self.told.mucks(seat),
            _ => {}
        }
        Ok(())
    }

    /// `2 cards [7c 2s]`; the cards are named where the reader saw them. The first discard ends the betting before it.
    fn discards(&mut self, seat: Seat, what: &str) -> Result<(), Wrong> {
        if !self.told.is_drawing() {
            self.told.new_round();
        }
        let count = what.split(' ').next().and_then(|count| count.parse().ok()).filter(|count| *count <= 5);
        let count = count.ok_or_else(|| format!("{what:?} are not 0 to 5 cards"))?;
        let cards = bracketed(what).map(read_cards).transpose()?;
        self.told.throws(seat, count, cards.map(Cards::of));
        Ok(())
    }

    fn posts(&mut self, index: usize, what: &str) -> Result<(), Wrong> {
        let amount_text = what.trim_end_matches(" and is all-in").rsplit(' ').next().unwrap_or_default();
        let (amount, units, big) = (self.decimal(amount_text)?, self.money(amount_text)?, self.big_blind()?);
        let player = &mut self.told.players[index];
        if what.starts_with("the ante") {
            player.ante = amount;
            self.told.pays(index, units);
        } else if what.starts_with("dead") || (what.starts_with("small blind") && self.big_posted) {
            // A small blind after the big one has been missed and is dead.
            player.dead = amount;
            self.told.pays(index, units);
        } else if what.starts_with("small & big blinds") {
            // Only the big blind is a bet; the small one is dead, and goes first where there isn't enough for both.
            let all_in = what.ends_with("all-in");
            let dead = if all_in { (big / 2).min(units) } else { (units - big).max(0) };
            player.live = Decimal::new(big, MOST_PLACES);
            player.dead = Decimal::new(dead, MOST_PLACES);
            self.told.pays(index, dead);
            self.told.bets(index, units - dead);
        } else {
            let is_big = what.starts_with("big blind");
            self.big_posted |= is_big;
            // Who has too little for the big blind is asked for all of it: it is the price for the others.
            player.live = if is_big && units < big { Decimal::new(big, MOST_PLACES) } else { amount };
            self.told.bets(index, units);
        }
        Ok(())
    }

    fn big_blind(&self) -> Result<i64, String> {
        let fixed = self.variant.is_some_and(|variant| variant.letter() == LimitLetter::Fixed);
        let stake = if fixed { self.stakes.0 } else { self.stakes.1 };
        stake.in_units(MOST_PLACES).ok_or_else(|| "the stakes are too high".to_owned())
    }

    /// `*** TURN *** [2s 6d 6h] [Kd]`: the last brackets hold what is new.
    fn street(&mut self, line: &str) -> Result<(), Wrong> {
        self.sit_in_order();
        if [" FLOP ", " TURN ", " RIVER "].iter().any(|street| line.contains(street)) {
            let new = line.rsplit_once('[').and_then(|(_, cards)| cards.split_once(']')).map(|(cards, _)| cards);
            let cards = read_cards(new.ok_or("no cards are dealt".to_owned())?)?;
            self.told.entries.push(Entry::Board { cards: Cards::of(cards) });
            self.told.new_round();
        } else if line.contains(" FIRST ") || line.contains(" SECOND ") {
            return Err("the board was run more than once".to_owned().into());
        }
        Ok(())
    }

    fn dealt(&mut self, rest: &str) -> Result<(), Wrong> {
        let (index, rest) = self.who(rest).ok_or("nobody of that name sits here".to_owned())?;
        // In a draw the first brackets hold what was kept, the second what came.
        let came = rest.rsplit_once('[').and_then(|(_, cards)| cards.split_once(']')).map(|(cards, _)| cards);
        let cards = Cards::of(read_cards(came.ok_or("no cards are dealt".to_owned())?)?);
        let seat = Seat::new(index).ok_or("too many players".to_owned())?;
        self.told.dealt(seat, Some(cards));
        Ok(())
    }

    /// `$3.50) returned to Ann`
    fn uncalled(&mut self, rest: &str) -> Result<(), Wrong> {
        let (amount, name) = rest.split_once(") returned to ").ok_or("nobody got it back".to_owned())?;
        let amount = self.money(amount)?;
        // Lines are read without the blanks at their end, which a name may have.
        let index = self.told.players.iter().position(|player| player.name.trim_end() == name);
        self.told.gets(index.ok_or("nobody of that name sits here".to_owned())?, amount);
        Ok(())
    }

    fn record(mut self) -> Result<Record<'static>, HistoryError> {
        let variant = self.variant.ok_or(HistoryError::Line { line: 1, reason: "no hand begins here".to_owned() })?;
        let stacks = self.told.stacks();
        if let Some(stack) = stacks.iter().flatten().find(|stack| stack.is_negative()) {
            return Err(HistoryError::Negative { field: "finishing_stacks", amount: stack.to_string() });
        }
        let blinds = self.told.blinds();
        let (small, big) = self.stakes;
        let (min_bet, small_bet, big_bet) = match variant.letter() {
            LimitLetter::Fixed => (None, Some(small), Some(big)),
            LimitLetter::Pot | LimitLetter::No => (Some(big), None, None),
        };
        Ok(Record { min_bet, small_bet, big_bet, ..self.told.record(variant, blinds, Some(stacks)) })
    }
}

fn bracketed(text: &str) -> Option<&str> {
    text.split_once('[')?.1.split_once(']').map(|(cards, _)| cards)
}

/// Cards in the order they stand, none of them twice.
fn read_cards(text: &str) -> Result<Vec<Option<Card>>, String> {
    let bad = |error| format!("[{text}]: {error}");
    text.parse::<CardSet>().map_err(bad)?;
    let cards = ParseCards::new(text).map(|card| card.map(Some)).collect::<Result<Vec<_>, _>>().map_err(bad)?;
    if cards.len() > 5 { Err(format!("[{text}] are too many cards")) } else { Ok(cards) }
}
