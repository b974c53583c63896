//! Reading PokerStars hold'em text into a record, which is then replayed like any other.

use std::borrow::Cow;

use arrayvec::ArrayVec;
use cardroom_cards::{Card, CardSet, ParseCards};
use cardroom_rules::{MOST_SEATS, Seat};

use crate::decimal::Decimal;
use crate::entry::{Cards, Entry};
use crate::error::HistoryError;
use crate::record::{Field, Record};
use crate::tree::quoted;
use crate::variant::Variant;

impl Record<'static> {
    /// Reads one hold'em hand of PokerStars text.
    ///
    /// # Errors
    /// Says which line can't be read, or that the game isn't hold'em.
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
    /// Places and names, in the order of the places.
    players: Vec<Player>,
    /// Whether the players are in order from the button's left.
    seated: bool,
    entries: Vec<Entry>,
    hole: Vec<(usize, Cards)>,
    others: Vec<Field<'static>>,
    big_posted: bool,
    /// What mucked hands showed afterwards.
    revealed: Vec<String>,
    places: u8,
}

#[derive(Default, Clone)]
struct Player {
    place: u64,
    name: String,
    stack: Decimal,
    ante: Decimal,
    live: Decimal,
    dead: Decimal,
    /// What is in front of the player in this round.
    bet: i64,
    /// Everything put in, less what came back and was won, in the smallest unit.
    out: i64,
}

/// Amounts are kept with eight decimals while a hand is read.
const UNIT: u8 = crate::decimal::MOST_PLACES;

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
            self.players[index].out -= won;
        }
        Ok(())
    }

    /// `PokerStars Hand #7:  Hold'em No Limit ($1/$2 USD) - 2024/05/06 07:08:09 ET`
    fn header(&mut self, line: &str) -> Result<(), Wrong> {
        let (head, rest) = line.split_once(": ").ok_or("the first line has no hand number".to_owned())?;
        let number = head.rsplit('#').next().unwrap_or_default();
        self.add("hand", quoted(number));
        let at = rest.find("Hold'em ").ok_or_else(|| {
            let name = "a game other than hold'em";
            Wrong::Other(HistoryError::Unsupported { code: "PokerStars text".to_owned(), name })
        })?;
        let game = rest.get(at + 8..).unwrap_or_default();
        let code = match game {
            game if game.starts_with("No Limit") => "NT",
            game if game.starts_with("Pot Limit") => "PT",
            game if game.starts_with("Limit") => "FT",
            _ => return Err("the limit is none of No Limit, Pot Limit and Limit".to_owned().into()),
        };
        let stakes = game.split_once('(').and_then(|(_, rest)| rest.split_once(')')).map(|(stakes, _)| stakes);
        let (small, big) =
            stakes.and_then(|stakes| stakes.split_once('/')).ok_or("the stakes are missing: (small/big)".to_owned())?;
        let mut big = big.split_whitespace();
        let symbol: String = small.chars().take_while(|character| !character.is_ascii_digit()).collect();
        self.stakes = (self.decimal(small)?, self.decimal(big.next().unwrap_or_default())?);
        if let Some(currency) = big.next() {
            self.add("currency", quoted(currency));
        }
        if !symbol.is_empty() {
            self.add("currency_symbol", quoted(&symbol));
        }
        self.time(rest);
        self.add("venue", quoted("PokerStars"));
        self.variant = Variant::read(code);
        Ok(())
    }

    fn time(&mut self, header: &str) {
        let Some((_, time)) = header.rsplit_once(" - ") else { return };
        let mut words = time.split_whitespace();
        let date: Vec<_> =
            words.next().unwrap_or_default().split('/').filter_map(|part| part.parse::<u32>().ok()).collect();
        let [year, month, day] = date[..] else { return };
        for (key, number) in [("year", year), ("month", month), ("day", day)] {
            self.add(key, number.to_string());
        }
        let clock = words.next().unwrap_or_default();
        let parts: Vec<_> = clock.split(':').filter_map(|part| part.parse::<u8>().ok()).collect();
        if let [hour @ 0..24, minute @ 0..60, second @ 0..60] = parts[..] {
            self.add("time", format!("{hour:02}:{minute:02}:{second:02}"));
        }
        if let Some(zone) = words.next() {
            self.add("time_zone_abbreviation", quoted(zone));
        }
    }

    /// Notes a field; what is said again doesn't count.
    fn add(&mut self, key: &'static str, raw: String) {
        if self.others.iter().any(|field| field.key == key) {
            return;
        }
        self.others.push(Field { key: Cow::Borrowed(key), raw: Cow::Owned(raw) });
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
            .map_err(|reason| format!("{text:?} is no amount: {reason}"))?;
        self.places = self.places.max(amount.places());
        Ok(amount)
    }

    fn money(&mut self, text: &str) -> Result<i64, String> {
        let amount = self.decimal(text)?;
        amount.in_units(UNIT).ok_or_else(|| format!("{text:?} is too much"))
    }

    /// `Table 'Vega' 6-max Seat #2 is the button`
    fn table(&mut self, line: &str) -> Result<(), Wrong> {
        if let Some(name) = line.split('\'').nth(1) {
            self.add("table", quoted(name));
        }
        let max = line.split_whitespace().find_map(|word| word.strip_suffix("-max")?.parse::<u64>().ok());
        if let Some(max) = max {
            self.add("seat_count", max.to_string());
        }
        let button = line.split("Seat #").nth(1).and_then(|rest| rest.split_whitespace().next());
        self.button = button.and_then(|number| number.parse().ok()).ok_or("no seat is the button".to_owned())?;
        Ok(())
    }

    /// `Seat 1: Ann ($200 in chips)`; a name may have brackets in it, the stack is what stands in the last ones.
    fn seat(&mut self, line: &str) -> Result<(), Wrong> {
        let sits_out = line.ends_with("sitting out") || line.contains("out of hand");
        let (place, rest) = line.trim_start_matches("Seat ").split_once(": ").ok_or("no place".to_owned())?;
        let (rest, _) = rest.split_once(" in chips)").ok_or("no chips".to_owned())?;
        let (name, stack) = rest.rsplit_once(" (").ok_or("no chips".to_owned())?;
        let place = place.trim().parse().map_err(|_| format!("{place:?} is no place"))?;
        let stack = self.decimal(stack)?;
        if !sits_out {
            self.players.push(Player { place, name: name.to_owned(), stack, ..Player::default() });
        }
        if self.players.len() > MOST_SEATS {
            return Err(format!("more than {MOST_SEATS} players").into());
        }
        Ok(())
    }

    /// From the button's left to the button, once everybody sits.
    fn sit_in_order(&mut self) {
        if !std::mem::replace(&mut self.seated, true) {
            let button = self.button;
            self.players.sort_by_key(|player| (player.place <= button, player.place));
        }
    }

    /// Who a line is about, by the longest name that it begins with, and what follows.
    fn who<'l>(&self, line: &'l str) -> Option<(usize, &'l str)> {
        let about =
            |player: &Player| line.strip_prefix(player.name.as_str()).filter(|rest| rest.starts_with([':', ' ']));
        let named = self.players.iter().enumerate().filter_map(|(index, player)| Some((index, about(player)?)));
        named.min_by_key(|(_, rest)| rest.len())
    }

    fn says(&mut self, index: usize, said: &str) -> Result<(), Wrong> {
        let seat = Seat::new(index).ok_or("too many players".to_owned())?;
        let (verb, rest) = said.split_once(' ').unwrap_or((said, ""));
        match verb {
            "posts" => self.posts(index, rest)?,
            "folds" => self.entries.push(Entry::Fold { seat }),
            "checks" => self.entries.push(Entry::CheckCall { seat }),
            "calls" => {
                let amount = self.money(rest)?;
                self.put_in(index, amount);
                self.entries.push(Entry::CheckCall { seat });
            }
            "bets" | "raises" => {
                let to = rest.split_once(" to ").map_or(rest, |(_, to)| to);
                let to_units = self.money(to)?;
                let more = to_units - self.players[index].bet;
                self.put_in(index, more);
                let to = self.decimal(to)?;
                self.entries.push(Entry::RaiseTo { seat, to });
            }
            "shows" => {
                let cards = bracketed(rest).ok_or("no cards are shown".to_owned())?;
                let mut cards = read_cards(cards)?;
                let muck = Entry::Show { seat, cards: Cards::default() };
                if self.entries.contains(&muck) {
                    // Shown after it was mucked: a courtesy that wins nothing.
                    self.revealed.push(quoted(&format!("{seat} {}", Cards::of(cards))));
                } else {
                    cards.resize(2, None);
                    self.entries.push(Entry::Show { seat, cards: Cards::of(cards) });
                }
            }
            "mucks" => self.entries.push(Entry::Show { seat, cards: Cards::default() }),
            _ => {}
        }
        Ok(())
    }

    fn put_in(&mut self, index: usize, amount: i64) {
        let player = &mut self.players[index];
        player.bet += amount;
        player.out += amount;
    }

    fn posts(&mut self, index: usize, what: &str) -> Result<(), Wrong> {
        let amount_text = what.trim_end_matches(" and is all-in").rsplit(' ').next().unwrap_or_default();
        let (amount, units) = (self.decimal(amount_text)?, self.money(amount_text)?);
        if what.starts_with("the ante") {
            self.players[index].ante = amount;
            self.players[index].out += units;
        } else if what.starts_with("dead") {
            self.players[index].dead = amount;
            self.players[index].out += units;
        } else if what.starts_with("small & big blinds") {
            // Only the big blind is a bet; the small one is dead, and goes first where there isn't enough for both.
            let big = self.big_blind()?;
            let all_in = what.ends_with("all-in");
            let dead = if all_in { (big / 2).min(units) } else { (units - big).max(0) };
            self.players[index].live = Decimal::new(big, UNIT);
            self.players[index].dead = Decimal::new(dead, UNIT);
            self.players[index].out += dead;
            self.put_in(index, units - dead);
        } else if what.starts_with("small blind") && self.big_posted {
            // A small blind after the big one has been missed and is dead.
            self.players[index].dead = amount;
            self.players[index].out += units;
        } else {
            let is_big = what.starts_with("big blind");
            self.big_posted |= is_big;
            // Who has too little for the big blind is asked for all of it: it is the price for the others.
            let short = is_big && units < self.big_blind()?;
            self.players[index].live = if short { Decimal::new(self.big_blind()?, UNIT) } else { amount };
            self.put_in(index, units);
        }
        Ok(())
    }

    fn big_blind(&self) -> Result<i64, String> {
        let fixed = self.variant.is_some_and(|variant| variant.letter() == crate::LimitLetter::Fixed);
        let stake = if fixed { self.stakes.0 } else { self.stakes.1 };
        stake.in_units(UNIT).ok_or_else(|| "the stakes are too high".to_owned())
    }

    /// `*** TURN *** [2s 6d 6h] [Kd]`: the last brackets hold what is new.
    fn street(&mut self, line: &str) -> Result<(), Wrong> {
        self.sit_in_order();
        if [" FLOP ", " TURN ", " RIVER "].iter().any(|street| line.contains(street)) {
            let new = line.rsplit_once('[').and_then(|(_, cards)| cards.split_once(']')).map(|(cards, _)| cards);
            let cards = read_cards(new.ok_or("no cards are dealt".to_owned())?)?;
            self.entries.push(Entry::Board { cards: Cards::of(cards) });
            self.players.iter_mut().for_each(|player| player.bet = 0);
        } else if line.contains(" FIRST ") || line.contains(" SECOND ") {
            return Err("the board was run more than once".to_owned().into());
        }
        Ok(())
    }

    fn dealt(&mut self, rest: &str) -> Result<(), Wrong> {
        let (index, rest) = self.who(rest).ok_or("nobody of that name sits here".to_owned())?;
        let cards = read_cards(bracketed(rest).ok_or("no cards are dealt".to_owned())?)?;
        self.hole.push((index, Cards::of(cards)));
        Ok(())
    }

    /// `$3.50) returned to Ann`
    fn uncalled(&mut self, rest: &str) -> Result<(), Wrong> {
        let (amount, name) = rest.split_once(") returned to ").ok_or("nobody got it back".to_owned())?;
        let amount = self.money(amount)?;
        let player = self.players.iter_mut().find(|player| player.name == name);
        player.ok_or("nobody of that name sits here".to_owned())?.out -= amount;
        Ok(())
    }

    fn record(mut self) -> Result<Record<'static>, HistoryError> {
        let variant = self.variant.ok_or(HistoryError::Line { line: 1, reason: "no hand begins here".to_owned() })?;
        let fixed = variant.letter() == crate::LimitLetter::Fixed;
        let places = self.places;
        let in_places = |amount: Decimal| match amount.in_units(places) {
            Some(units) => Decimal::new(units, places),
            None => amount,
        };
        let mut blinds: ArrayVec<Decimal, MOST_SEATS> = ArrayVec::new();
        let mut both = Vec::new();
        for player in &self.players {
            let (live, dead) = (in_places(player.live), in_places(player.dead));
            let negative = Decimal::new(-dead.in_units(places).unwrap_or(0), places);
            blinds.push(if live.is_zero() && !dead.is_zero() { negative } else { live });
            both.push(if live.is_zero() { Decimal::ZERO } else { dead });
        }
        if blinds.len() == 2 {
            blinds.reverse();
        }
        if both.iter().any(|dead| !dead.is_zero()) {
            let dead: Vec<_> = both.iter().map(Decimal::to_string).collect();
            self.add("_dead_posts", format!("[{}]", dead.join(", ")));
        }
        if !self.revealed.is_empty() {
            let revealed = self.revealed.join(", ");
            self.add("_revealed", format!("[{revealed}]"));
        }
        let names: Vec<_> = self.players.iter().map(|player| quoted(&player.name)).collect();
        self.add("players", format!("[{}]", names.join(", ")));
        let seats: Vec<_> = self.players.iter().map(|player| player.place.to_string()).collect();
        self.add("seats", format!("[{}]", seats.join(", ")));
        let finishing = |player: &Player| {
            let units = player.stack.in_units(UNIT)? - player.out;
            Some(in_places(Decimal::new(units, UNIT)))
        };
        let finishing: ArrayVec<_, MOST_SEATS> = self.players.iter().map(finishing).collect();
        if let Some(stack) = finishing.iter().flatten().find(|stack| stack.is_negative()) {
            return Err(HistoryError::Negative { field: "finishing_stacks", amount: stack.to_string() });
        }
        let mut entries: Vec<_> = (0..self.players.len())
            .filter_map(|index| {
                let known = self.hole.iter().find(|(whose, _)| *whose == index).map(|(_, cards)| cards.clone());
                Some(Entry::Hole { seat: Seat::new(index)?, cards: known.unwrap_or_else(|| Cards::of([None, None])) })
            })
            .collect();
        entries.append(&mut self.entries);
        Ok(Record {
            variant,
            // A short ante is matched only as far as it goes.
            ante_trimming: true,
            antes: self.players.iter().map(|player| player.ante).collect(),
            blinds,
            min_bet: (!fixed).then_some(self.stakes.1),
            small_bet: fixed.then_some(self.stakes.0),
            big_bet: fixed.then_some(self.stakes.1),
            starting_stacks: self.players.iter().map(|player| Some(player.stack)).collect(),
            entries,
            finishing_stacks: Some(finishing),
            others: self.others,
        })
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
