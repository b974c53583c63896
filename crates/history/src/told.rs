//! What a hand adds up to while it is told in another format's words: who sits where and has put in how much, which cards
//! came, who drew, and what a mucked hand showed afterwards.
//!
//! Both readers of other formats keep it. It knows neither their words nor the rules; the engine judges what comes out.

use std::borrow::Cow;

use cardroom_rules::{Game, Seat};

use crate::decimal::{Decimal, MOST_PLACES};
use crate::entry::{Cards, Entry};
use crate::record::{Amounts, Field, Record, Stacks};
use crate::tree::quoted;
use crate::variant::Variant;

/// A hand as far as it has been told.
#[derive(Default)]
pub(crate) struct Told {
    /// In order from the button's left, once they [sit](Told::sit).
    pub(crate) players: Vec<Player>,
    pub(crate) entries: Vec<Entry>,
    /// Everything put in by anybody, in the smallest unit.
    pub(crate) put_in: i64,
    /// What isn't needed to play the hand.
    pub(crate) others: Vec<Field<'static>>,
    game: Option<&'static Game>,
    /// Who threw how many cards in the draw under way, and what came for them.
    drawing: Vec<(Seat, usize, Option<Cards>)>,
    revealed: Vec<String>,
    /// The most decimals that an amount was written with.
    places: u8,
}

/// Somebody who is dealt in. Amounts that are added up are in the smallest unit there is, [`MOST_PLACES`] decimals.
#[derive(Default)]
pub(crate) struct Player {
    /// The number that stands for the player, in a format that doesn't go by names.
    pub(crate) id: u64,
    pub(crate) place: u64,
    pub(crate) name: String,
    pub(crate) stack: Decimal,
    pub(crate) ante: Decimal,
    pub(crate) live: Decimal,
    pub(crate) dead: Decimal,
    /// What is in front of the player in this round.
    pub(crate) bet: i64,
    /// Everything put in, less what came back and was won.
    pub(crate) out: i64,
    pub(crate) hole: Option<Cards>,
}

impl Told {
    /// Now the game is known.
    pub(crate) fn plays(&mut self, variant: Variant) {
        self.game = variant.game(false);
    }

    /// How many cards a hand is dealt.
    pub(crate) fn cards_dealt(&self) -> usize {
        self.game.map_or(2, Game::cards_dealt)
    }

    /// From the button's left to the button.
    pub(crate) fn sit(&mut self, button: u64) {
        self.players.sort_by_key(|player| (player.place <= button, player.place));
    }

    /// Notes how finely an amount was written.
    pub(crate) fn noted(&mut self, amount: Decimal) -> Decimal {
        self.places = self.places.max(amount.places());
        amount
    }

    /// An amount that was worked out, written as finely as those that were read; one that was read stays as it is.
    pub(crate) fn written(&self, amount: Decimal) -> Decimal {
        match amount.in_units(self.places) {
            Some(units) if amount.places() > self.places => Decimal::new(units, self.places),
            _ => amount,
        }
    }

    /// Chips that are no part of the player's bet.
    pub(crate) fn pays(&mut self, index: usize, units: i64) {
        let player = &mut self.players[index];
        player.out = player.out.saturating_add(units);
        self.put_in = self.put_in.saturating_add(units);
    }

    /// Chips that are; the whole bet of the round.
    pub(crate) fn bets(&mut self, index: usize, units: i64) -> i64 {
        self.pays(index, units);
        let player = &mut self.players[index];
        player.bet = player.bet.saturating_add(units);
        player.bet
    }

    /// Chips that come back or are won.
    pub(crate) fn gets(&mut self, index: usize, units: i64) {
        let player = &mut self.players[index];
        player.out = player.out.saturating_sub(units);
    }

    pub(crate) fn new_round(&mut self) {
        self.players.iter_mut().for_each(|player| player.bet = 0);
    }

    /// Cards come to a player: in a draw those for what was thrown, else the hand.
    pub(crate) fn dealt(&mut self, seat: Seat, cards: Option<Cards>) {
        match self.drawing.iter_mut().find(|(whose, ..)| *whose == seat) {
            Some((.., came)) => *came = cards,
            None => {
                let hole = &mut self.players[seat.index()].hole;
                *hole = cards.or_else(|| hole.take());
            }
        }
    }

    /// So many cards are thrown, known or not.
    pub(crate) fn throws(&mut self, seat: Seat, count: usize, cards: Option<Cards>) {
        self.drawing.push((seat, count, None));
        self.entries.push(Entry::Throw { seat, cards: cards.unwrap_or_else(|| unknown(count)) });
    }

    /// Whether somebody has thrown, and the draw isn't over.
    pub(crate) fn is_drawing(&self) -> bool {
        !self.drawing.is_empty()
    }

    /// All have thrown: those who drew get as many cards, known or not. In Hold-Out nobody does.
    pub(crate) fn drawn(&mut self) {
        let draws = self.game.is_some_and(Game::can_reshuffle);
        for (seat, count, cards) in std::mem::take(&mut self.drawing) {
            if draws && count > 0 {
                self.entries.push(Entry::Hole { seat, cards: cards.unwrap_or_else(|| unknown(count)) });
            }
        }
    }

    pub(crate) fn mucks(&mut self, seat: Seat) {
        self.entries.push(muck(seat));
    }

    pub(crate) fn has_mucked(&self, seat: Seat) -> bool {
        self.entries.contains(&muck(seat))
    }

    /// The last showing with cards counts, so what a mucked hand shows afterwards, a courtesy that wins nothing, can't be
    /// one.
    pub(crate) fn shows(&mut self, seat: Seat, cards: Cards) {
        if self.has_mucked(seat) {
            self.revealed.push(quoted(&format!("{seat} {cards}")));
        } else {
            self.entries.push(Entry::Show { seat, cards });
        }
    }

    /// Notes a field; what is said again doesn't count.
    pub(crate) fn add(&mut self, key: &'static str, raw: String) {
        if !self.others.iter().any(|field| field.key == key) {
            self.others.push(Field { key: Cow::Borrowed(key), raw: Cow::Owned(raw) });
        }
    }

    /// When it was: year, month and day, and `07:08:09`. What isn't a time is left out.
    pub(crate) fn time(&mut self, date: &[&str], clock: &str, zone: Option<&str>) {
        let date: Vec<_> = date.iter().filter_map(|part| part.parse::<u32>().ok()).collect();
        let [year, month, day] = date[..] else { return };
        for (key, number) in [("year", year), ("month", month), ("day", day)] {
            self.add(key, number.to_string());
        }
        let parts: Vec<_> = clock.split(':').filter_map(|part| part.parse::<u8>().ok()).collect();
        if let [hour @ 0..24, minute @ 0..60, second @ 0..60] = parts[..] {
            self.add("time", format!("{hour:02}:{minute:02}:{second:02}"));
            if let Some(zone) = zone {
                self.add("time_zone_abbreviation", quoted(zone));
            }
        }
    }

    /// What was posted, in the order that PHH wants it, heads-up too. Who posted dead chips alone has them there below
    /// zero; those beside a live blind stand in `_dead_posts`.
    pub(crate) fn blinds(&mut self) -> Amounts {
        let (mut blinds, mut beside) = (Amounts::new(), Vec::new());
        for player in &self.players {
            let (live, dead) = (self.written(player.live), self.written(player.dead));
            let negative = Decimal::new(-dead.in_units(self.places).unwrap_or(0), self.places);
            blinds.push(if live.is_zero() && !dead.is_zero() { negative } else { live });
            beside.push(if live.is_zero() { Decimal::ZERO } else { dead });
        }
        if blinds.len() == 2 {
            blinds.reverse();
        }
        if beside.iter().any(|dead| !dead.is_zero()) {
            self.add("_dead_posts", list(beside.iter().map(Decimal::to_string)));
        }
        blinds
    }

    /// What everybody has left; below zero if more was told than can be.
    pub(crate) fn stacks(&self) -> Stacks {
        let left = |player: &Player| {
            let units = player.stack.in_units(MOST_PLACES)?.saturating_sub(player.out);
            Some(self.written(Decimal::new(units, MOST_PLACES)))
        };
        self.players.iter().map(left).collect()
    }

    /// The record, but for the bets of its limit, which each format says in its own way.
    pub(crate) fn record(mut self, variant: Variant, blinds: Amounts, stacks: Option<Stacks>) -> Record<'static> {
        self.drawn();
        let names = list(self.players.iter().map(|player| quoted(&player.name)));
        self.add("players", names);
        let places = list(self.players.iter().map(|player| player.place.to_string()));
        self.add("seats", places);
        if !self.revealed.is_empty() {
            let revealed = list(std::mem::take(&mut self.revealed).into_iter());
            self.add("_revealed", revealed);
        }
        let mut entries = Vec::with_capacity(self.players.len() + self.entries.len());
        for (index, player) in self.players.iter().enumerate() {
            let cards = player.hole.clone().unwrap_or_else(|| unknown(self.cards_dealt()));
            entries.extend(Seat::new(index).map(|seat| Entry::Hole { seat, cards }));
        }
        entries.append(&mut self.entries);
        for entry in &mut entries {
            if let Entry::RaiseTo { to, .. } = entry {
                *to = self.written(*to);
            }
        }
        let mut antes: Amounts = self.players.iter().map(|player| player.ante).collect();
        if antes.len() == 2 {
            antes.reverse();
        }
        Record {
            variant,
            // A short ante is matched only as far as it goes.
            ante_trimming: true,
            antes,
            blinds,
            min_bet: None,
            small_bet: None,
            big_bet: None,
            starting_stacks: self.players.iter().map(|player| Some(player.stack)).collect(),
            entries,
            finishing_stacks: stacks,
            others: self.others,
        }
    }
}

fn muck(seat: Seat) -> Entry {
    Entry::Show { seat, cards: Cards::default() }
}

fn unknown(count: usize) -> Cards {
    Cards::of(vec![None; count])
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}
