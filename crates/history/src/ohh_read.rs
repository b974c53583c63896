//! Reading Open Hand History JSON into a record, which is then replayed like any other.
//!
//! What this program wrote comes back as it was: the member `_phh` says which game it is and what was posted. Of what
//! others write, hold'em is read, and the blinds are taken from what was posted.

use std::borrow::Cow;

use cardroom_cards::{Card, CardSet};
use cardroom_rules::{MOST_SEATS, Seat};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::decimal::{Decimal, MOST_PLACES};
use crate::entry::{Cards, Entry};
use crate::error::HistoryError;
use crate::ohh_document::{Action, Document, Hand, Posted, Round};
use crate::record::{Amounts, Field, Record, Stacks};
use crate::table;
use crate::told::{Player, Told};
use crate::tree::{self, quoted};
use crate::variant::{LimitLetter, Variant};

impl Record<'static> {
    /// Reads one hand of Open Hand History JSON: any game that this program wrote, hold'em from elsewhere.
    ///
    /// # Errors
    /// Says what can't be read, or that the game isn't played here.
    ///
    /// ```
    /// use cardroom_history::{HandCopy, Reader, Record};
    ///
    /// let text = "variant = 'NHO'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n\
    ///     starting_stacks = [200, 150.50]\nactions = ['d dh p1 ??????????', 'd dh p2 AhKdQc7s2h', 'p2 f']";
    /// let json = HandCopy::of_record(&Record::read(text)?, Reader::Dealer)?.to_ohh();
    /// let record = Record::read_ohh(&json)?;
    /// assert_eq!(record.variant.to_string(), "NHO");
    /// assert_eq!(record.entries, Record::read(text)?.entries);
    /// # Ok::<(), cardroom_history::HistoryError>(())
    /// ```
    pub fn read_ohh(text: &str) -> Result<Self, HistoryError> {
        let document: Document =
            serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(|error| wrong(error.to_string()))?;
        Reading::new(&document.ohh)?.record(&document.ohh)
    }
}

fn wrong(reason: impl Into<String>) -> HistoryError {
    HistoryError::OpenHand { reason: reason.into() }
}

/// What has been read so far.
struct Reading {
    variant: Variant,
    told: Told,
    /// Whether nothing has been bet yet in a round that isn't the first.
    new_round: bool,
}

impl Reading {
    fn new(hand: &Hand) -> Result<Self, HistoryError> {
        let variant = match &hand.phh {
            Some(posted) => Variant::played(&posted.variant)?,
            None => Variant::played(code(hand)?)?,
        };
        let mut reading = Self { variant, told: Told::default(), new_round: false };
        reading.told.plays(variant);
        for player in hand.players.iter().filter(|player| !player.is_sitting_out) {
            let stack = reading.decimal(&player.starting_stack)?;
            let (id, place, name) = (player.id, player.seat, player.name.clone());
            reading.told.players.push(Player { id, place, name, stack, ..Player::default() });
        }
        if reading.told.players.len() > MOST_SEATS {
            return Err(HistoryError::TooManyPlayers { field: "players" });
        }
        reading.told.sit(hand.dealer_seat);
        Ok(reading)
    }

    fn decimal(&mut self, raw: &RawValue) -> Result<Decimal, HistoryError> {
        Ok(self.told.noted(positive(raw)?))
    }

    fn units(&mut self, raw: &RawValue) -> Result<i64, HistoryError> {
        let text = raw.get();
        self.decimal(raw)?.in_units(MOST_PLACES).ok_or_else(|| wrong(format!("{text} is too much")))
    }

    fn seat(&self, id: u64) -> Result<(usize, Seat), HistoryError> {
        let index = self.told.players.iter().position(|player| player.id == id);
        let seat = index.and_then(|index| Some((index, Seat::new(index)?)));
        seat.ok_or_else(|| wrong(format!("player_id {id} is none of the players")))
    }

    fn round(&mut self, hand: &Hand, round: &Round) -> Result<(), HistoryError> {
        self.new_round = round.street != "Showdown" && self.told.put_in > 0;
        self.told.drawn();
        if !round.cards.is_empty() {
            let cards = read_cards(&round.cards)?;
            self.told.entries.push(Entry::Board { cards });
        }
        for action in &round.actions {
            self.action(hand, action)?;
        }
        Ok(())
    }

    fn action(&mut self, hand: &Hand, action: &Action) -> Result<(), HistoryError> {
        let (index, seat) = self.seat(action.player_id)?;
        let cards = action.cards.as_deref().map(read_cards).transpose()?;
        match &*action.action {
            "Dealt Cards" => {
                self.told.dealt(seat, cards);
                return Ok(());
            }
            "Discards Cards" => {
                let count = action.count.or(cards.as_ref().map(Cards::len)).unwrap_or(0).min(5);
                self.told.throws(seat, count, cards);
                return Ok(());
            }
            _ => self.told.drawn(),
        }
        match &*action.action {
            "Post Ante" | "Post SB" | "Post BB" | "Straddle" | "Post Extra Blind" | "Post Dead" => {
                self.posts(hand, index, action)?;
            }
            "Fold" => self.told.entries.push(Entry::Fold { seat }),
            "Check" => self.told.entries.push(Entry::CheckCall { seat }),
            "Call" => {
                self.bets(index, action)?;
                self.told.entries.push(Entry::CheckCall { seat });
            }
            "Bet" | "Raise" => {
                let to = self.bets(index, action)?;
                self.told.entries.push(Entry::RaiseTo { seat, to });
            }
            "Shows Cards" => cards.into_iter().for_each(|cards| self.told.shows(seat, cards)),
            "Mucks Cards" => self.told.mucks(seat),
            // Coming, going and adding chips is the table's business.
            _ => {}
        }
        Ok(())
    }

    /// What is put in, and the whole bet of the round.
    fn bets(&mut self, index: usize, action: &Action) -> Result<Decimal, HistoryError> {
        let amount = self.units(amount(action)?)?;
        // The bets of the last round that had any stay: one of them may not have been called.
        if std::mem::take(&mut self.new_round) {
            self.told.new_round();
        }
        Ok(Decimal::new(self.told.bets(index, amount), MOST_PLACES))
    }

    fn posts(&mut self, hand: &Hand, index: usize, action: &Action) -> Result<(), HistoryError> {
        let raw = amount(action)?;
        let (amount, units) = (self.decimal(raw)?, self.units(raw)?);
        // Who has too little is asked for all of it: it is the price for the others.
        let asked = match &*action.action {
            "Post Ante" => &hand.ante_amount,
            "Post SB" => &hand.small_blind_amount,
            "Post BB" => &hand.big_blind_amount,
            _ => &None,
        };
        let asked = match asked {
            Some(raw) if action.is_allin && self.units(raw)? > units => self.decimal(raw)?,
            _ => amount,
        };
        match &*action.action {
            "Post Ante" => {
                self.told.players[index].ante = asked;
                self.told.pays(index, units);
            }
            "Post Dead" => {
                self.told.players[index].dead = asked;
                self.told.pays(index, units);
            }
            _ => {
                self.told.players[index].live = asked;
                self.told.bets(index, units);
            }
        }
        Ok(())
    }

    fn record(mut self, hand: &Hand) -> Result<Record<'static>, HistoryError> {
        for round in &hand.rounds {
            self.round(hand, round)?;
        }
        let stacks = self.finishing(hand)?;
        self.about(hand);
        match &hand.phh {
            Some(posted) => {
                let mut unknown = Vec::new();
                for &id in &posted.unknown_stacks {
                    unknown.push(self.seat(id)?.0);
                }
                let mut record = self.told.record(self.variant, Amounts::new(), stacks);
                as_posted(posted, &mut record)?;
                if !unknown.is_empty() {
                    record.finishing_stacks = None;
                }
                for index in unknown {
                    if let Some(stack) = record.starting_stacks.get_mut(index) {
                        *stack = None;
                    }
                }
                Ok(record)
            }
            None => self.played(hand, stacks),
        }
    }

    /// The forced bets as they were posted.
    fn played(mut self, hand: &Hand, stacks: Option<Stacks>) -> Result<Record<'static>, HistoryError> {
        let missing = |field| HistoryError::Missing { field };
        let (small, big) = (
            hand.small_blind_amount.as_ref().ok_or(missing("small_blind_amount"))?,
            hand.big_blind_amount.as_ref().ok_or(missing("big_blind_amount"))?,
        );
        let (small, big) = (self.decimal(small)?, self.decimal(big)?);
        let (min_bet, small_bet, big_bet) = if self.variant.letter() == LimitLetter::Fixed {
            let units = big.in_units(MOST_PLACES).and_then(|units| units.checked_mul(2));
            let twice = Decimal::new(units.ok_or_else(|| wrong(format!("{big} is too much")))?, MOST_PLACES);
            (None, Some(big), Some(self.told.written(twice)))
        } else {
            (Some(if big.is_zero() { small } else { big }), None, None)
        };
        let blinds = self.told.blinds();
        Ok(Record { min_bet, small_bet, big_bet, ..self.told.record(self.variant, blinds, stacks) })
    }

    /// What everybody has at the end. What was put in and is in no pot was the last bet that nobody called; none if
    /// the pots can't be right.
    fn finishing(&mut self, hand: &Hand) -> Result<Option<Stacks>, HistoryError> {
        // Others may leave the pots out; this program doesn't, and where there are none the one bet came back.
        if hand.pots.is_empty() && hand.phh.is_none() {
            return Ok(None);
        }
        // Where no bet is the largest, as where antes alone took everybody's chips, whoever put in the most is owed them.
        let players = self.told.players.iter().enumerate();
        let owed = players.max_by_key(|(_, player)| (player.bet, player.out)).map(|(index, _)| index);
        let mut uncalled = self.told.put_in;
        for pot in &hand.pots {
            uncalled = uncalled.saturating_sub(self.units(&pot.amount)?);
            for win in &pot.player_wins {
                let won = self.units(&win.win_amount)?;
                let (index, _) = self.seat(win.player_id)?;
                self.told.gets(index, won);
            }
        }
        if let Some(index) = owed {
            self.told.gets(index, uncalled);
        }
        let stacks = self.told.stacks();
        let right = uncalled >= 0 && stacks.iter().all(|stack| stack.is_some_and(|stack| !stack.is_negative()));
        Ok(right.then_some(stacks))
    }

    fn about(&mut self, hand: &Hand) {
        if let Some(size) = hand.table_size {
            self.told.add("seat_count", size.to_string());
        }
        let number = match &hand.game_number {
            Value::String(number) => number.clone(),
            Value::Number(number) => number.to_string(),
            _ => String::new(),
        };
        for (key, text) in
            [("hand", &number), ("table", &hand.table_name), ("venue", &hand.site_name), ("currency", &hand.currency)]
        {
            if !text.is_empty() {
                self.told.add(key, quoted(text));
            }
        }
        // With or without fractions of a second.
        if let Some((date, clock)) = hand.start_date_utc.as_deref().and_then(|time| time.split_once('T')) {
            let date: Vec<_> = date.split('-').collect();
            self.told.time(&date, clock.get(..8).unwrap_or_default(), Some("UTC"));
        }
    }
}

/// The forced bets and settings as this program wrote them.
fn as_posted(posted: &Posted, record: &mut Record<'_>) -> Result<(), HistoryError> {
    let amounts = |field, list: &[Box<RawValue>]| -> Result<Amounts, HistoryError> {
        if list.len() > MOST_SEATS {
            return Err(HistoryError::TooManyPlayers { field });
        }
        list.iter().map(|raw| signed(raw)).collect()
    };
    record.antes = amounts("antes", &posted.antes)?;
    record.blinds = amounts("blinds_or_straddles", &posted.blinds_or_straddles)?;
    let bet = |raw: &Option<Box<RawValue>>| raw.as_ref().map(|raw| positive(raw)).transpose();
    (record.min_bet, record.small_bet, record.big_bet) =
        (bet(&posted.min_bet)?, bet(&posted.small_bet)?, bet(&posted.big_bet)?);
    record.ante_trimming = posted.ante_trimming_status;
    for (key, value) in posted.settings.iter().filter(|(key, _)| table::is_posted(key)) {
        let raw = value.get();
        let plain = raw == "true" || raw.parse::<Decimal>().is_ok() || tree::decimals(raw).is_some();
        let raw = match serde_json::from_str::<String>(raw) {
            Ok(text) => quoted(&text),
            Err(_) if plain => raw.to_owned(),
            Err(_) => return Err(wrong(format!("{key} is {raw}: allowed are texts, numbers and lists of them"))),
        };
        record.others.push(Field { key: Cow::Owned(key.clone()), raw: Cow::Owned(raw) });
    }
    Ok(())
}

fn amount(action: &Action) -> Result<&RawValue, HistoryError> {
    action.amount.as_deref().ok_or_else(|| wrong(format!("a {} without an amount", action.action)))
}

/// An amount, which only a dead post among the blinds writes below zero.
fn positive(raw: &RawValue) -> Result<Decimal, HistoryError> {
    let amount = signed(raw)?;
    if amount.is_negative() { Err(wrong(format!("{amount} is below zero"))) } else { Ok(amount) }
}

fn signed(raw: &RawValue) -> Result<Decimal, HistoryError> {
    let text = raw.get().trim_matches('"');
    text.parse().map_err(|reason| wrong(format!("{text:?} is not an amount: {reason}")))
}

/// The code of a game that others write about.
fn code(hand: &Hand) -> Result<&'static str, HistoryError> {
    let game = &*hand.game_type;
    match (game, &*hand.bet_limit.bet_type) {
        ("Holdem", "NL") => Ok("NT"),
        ("Holdem", "PL") => Ok("PT"),
        ("Holdem", "FL") => Ok("FT"),
        ("Holdem", limit) => Err(wrong(format!("bet_type {limit:?}: allowed are NL, PL and FL"))),
        _ => Err(HistoryError::Unsupported { code: format!("game_type {game}"), name: "a game other than hold'em" }),
    }
}

/// Cards in the order they stand, none of them twice, `??` for one that isn't known.
fn read_cards(texts: &[String]) -> Result<Cards, HistoryError> {
    let card = |text: &String| match &**text {
        "??" => Ok(None),
        text => text.parse::<Card>().map(Some).map_err(|error| wrong(format!("{text:?} is not a card: {error}"))),
    };
    if texts.len() > 5 {
        return Err(wrong(format!("{} cards in one place: there are at most 5", texts.len())));
    }
    let cards = texts.iter().map(card).collect::<Result<Vec<_>, _>>()?;
    let mut seen = CardSet::EMPTY;
    match cards.iter().flatten().find(|&&card| !seen.insert(card)) {
        Some(card) => Err(wrong(format!("{card} stands twice among {}", texts.join(" ")))),
        None => Ok(Cards::of(cards)),
    }
}
