//! Writing Open Hand History JSON, specification 1.4.7.
//!
//! The specification knows hold'em, Omaha, stud and draw, and the streets of hold'em. What it has no word for is said
//! in its own manner: Hold-Out's game types begin with `Holdout`, a betting round takes the street of its number, and
//! a discard is the action `Discards Cards`, with the cards where the reader saw them and always with their count.
//! The member `_phh` has the variant, the forced bets and the settings of the table as a PHH record says them.

use std::collections::BTreeMap;

use cardroom_cards::Card;
use cardroom_rules::{Ante, Chips, Division, Limit, Making, Post, Seat, Seen};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::copy::{HandCopy, Reader};
use crate::decimal::Decimal;
use crate::record::Field;
use crate::{table, tree};

const SPEC_VERSION: &str = "1.4.7";
const STREETS: [&str; 4] = ["Preflop", "Flop", "Turn", "River"];

#[derive(Serialize)]
struct Document {
    ohh: Hand,
}

#[derive(Serialize)]
struct Hand {
    spec_version: &'static str,
    site_name: String,
    network_name: String,
    internal_version: &'static str,
    tournament: bool,
    game_number: String,
    start_date_utc: Option<String>,
    table_name: String,
    game_type: String,
    bet_limit: BetLimit,
    table_size: u64,
    currency: String,
    dealer_seat: u64,
    small_blind_amount: Amount,
    big_blind_amount: Amount,
    ante_amount: Amount,
    #[serde(skip_serializing_if = "Option::is_none")]
    hero_player_id: Option<usize>,
    flags: Vec<&'static str>,
    players: Vec<Player>,
    rounds: Vec<Round>,
    pots: Vec<Pot>,
    #[serde(rename = "_phh")]
    phh: Posted,
}

/// What the specification has no word for, as a PHH record says it.
#[derive(Serialize)]
struct Posted {
    variant: String,
    ante_trimming_status: bool,
    antes: Vec<Amount>,
    blinds_or_straddles: Vec<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_bet: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    small_bet: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    big_bet: Option<Amount>,
    settings: BTreeMap<String, Box<RawValue>>,
    /// Whose starting stack isn't known; the one told is what they put in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unknown_stacks: Vec<usize>,
}

#[derive(Serialize)]
struct BetLimit {
    bet_type: &'static str,
    bet_cap: Amount,
}

#[derive(Serialize)]
struct Player {
    id: usize,
    seat: u64,
    name: String,
    starting_stack: Amount,
}

#[derive(Serialize)]
struct Round {
    id: usize,
    street: &'static str,
    cards: Vec<String>,
    actions: Vec<Action>,
}

#[derive(Serialize)]
struct Action {
    action_number: usize,
    player_id: usize,
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    amount: Option<Amount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_allin: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cards: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<usize>,
}

#[derive(Serialize)]
struct Pot {
    number: u8,
    amount: Amount,
    rake: Amount,
    player_wins: Vec<Win>,
}

#[derive(Serialize)]
struct Win {
    player_id: usize,
    win_amount: Amount,
}

/// An exact amount, as a number.
#[derive(Serialize)]
#[serde(transparent)]
struct Amount(Box<RawValue>);

impl Amount {
    fn of(amount: Decimal) -> Self {
        // A decimal is a JSON number as it is written.
        Self(RawValue::from_string(amount.to_string()).unwrap_or_else(|_| RawValue::NULL.to_owned()))
    }
}

impl HandCopy {
    /// The hand as Open Hand History JSON, on one line.
    ///
    /// ```
    /// use cardroom_history::{HandCopy, Reader, Record};
    ///
    /// let text = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n\
    ///     starting_stacks = [200, 150.50]\nactions = ['d dh p1 ????', 'd dh p2 AhKd', 'p2 f']";
    /// let json = HandCopy::of_record(&Record::read(text)?, Reader::Dealer)?.to_ohh();
    /// assert!(json.starts_with(r#"{"ohh":{"spec_version":"1.4.7","#));
    /// assert!(json.contains(r#""starting_stack":150.50"#));
    /// # Ok::<(), cardroom_history::HistoryError>(())
    /// ```
    pub fn to_ohh(&self) -> String {
        // Strings, numbers and lists of them can always be written.
        serde_json::to_string(&Document { ohh: self.ohh() }).unwrap_or_default()
    }

    fn amount(&self, chips: Chips) -> Amount {
        Amount::of(Decimal::from_chips(chips, self.about.places))
    }

    fn posted(&self) -> Posted {
        let record = self.to_record();
        let setting = |field: &Field<'_>| {
            let told = table::is_posted(&field.key);
            let value = match tree::text(&field.raw) {
                Some(text) => serde_json::to_string(&text).ok()?,
                // Numbers, lists of them and `true` are written alike in TOML and in JSON.
                None => field.raw.clone().into_owned(),
            };
            let value = RawValue::from_string(value).ok()?;
            told.then(|| (field.key.clone().into_owned(), value))
        };
        Posted {
            variant: record.variant.to_string(),
            ante_trimming_status: record.ante_trimming,
            antes: record.antes.iter().copied().map(Amount::of).collect(),
            blinds_or_straddles: record.blinds.iter().copied().map(Amount::of).collect(),
            min_bet: record.min_bet.map(Amount::of),
            small_bet: record.small_bet.map(Amount::of),
            big_bet: record.big_bet.map(Amount::of),
            settings: record.others.iter().filter_map(setting).collect(),
            unknown_stacks: self.unknown.iter().map(Seat::index).collect(),
        }
    }

    fn ohh(&self) -> Hand {
        let about = &self.about;
        let spread = &self.spread;
        let venue = about.venue.clone().unwrap_or_else(|| "Cardroom".to_owned());
        let bet_type = match spread.limit() {
            Limit::Fixed { .. } => "FL",
            Limit::Pot { .. } => "PL",
            Limit::No { .. } => "NL",
            Limit::Spread { .. } => "SL",
        };
        let hero_player_id = match self.reader {
            Reader::Player(seat) => Some(seat.index()),
            Reader::Dealer | Reader::Public => None,
        };
        let ante = match spread.ante() {
            Ante::Each(ante) | Ante::BigBlind(ante) => ante,
            Ante::None => self.seats().map(|seat| self.lineup.forced(seat).0).max().unwrap_or_default(),
        };
        let button = Seat::new(self.lineup.players() - 1);
        let most_seats = self.seats().map(|seat| self.place(seat)).max().unwrap_or(0);
        Hand {
            spec_version: SPEC_VERSION,
            network_name: venue.clone(),
            site_name: venue,
            internal_version: env!("CARGO_PKG_VERSION"),
            tournament: false,
            game_number: about.hand.clone().unwrap_or_default(),
            start_date_utc: self.utc(),
            table_name: about.table.clone().unwrap_or_default(),
            game_type: self.game_type(),
            bet_limit: BetLimit { bet_type, bet_cap: self.amount(Chips::ZERO) },
            table_size: about.seat_count.unwrap_or(0).max(most_seats),
            currency: about.currency.clone().unwrap_or_else(|| self.currency().to_owned()),
            dealer_seat: button.map_or(0, |seat| self.place(seat)),
            small_blind_amount: self.amount(spread.small_blind()),
            big_blind_amount: self.amount(spread.big_blind()),
            ante_amount: self.amount(ante),
            hero_player_id,
            flags: if hero_player_id.is_none() { vec!["Observed"] } else { Vec::new() },
            players: self.seats().map(|seat| self.player(seat)).collect(),
            rounds: self.rounds(),
            pots: self.paid_pots(),
            phh: self.posted(),
        }
    }

    /// Play money where nothing else is said.
    fn currency(&self) -> &'static str {
        match self.about.currency_symbol.as_deref() {
            Some("$") => "USD",
            Some("€") => "EUR",
            Some("£") => "GBP",
            _ => "XPM",
        }
    }

    /// The time in UTC, where the zone is one that says so; another zone's clock would be a wrong time.
    fn utc(&self) -> Option<String> {
        let (year, month, day) = self.about.date?;
        let time = self.about.time.as_deref()?;
        let zone = self.about.time_zone.as_deref().unwrap_or("UTC");
        matches!(zone, "UTC" | "GMT" | "Z").then(|| format!("{year:04}-{month:02}-{day:02}T{time}Z"))
    }

    fn game_type(&self) -> String {
        let game = self.spread.game();
        let base = match (game.making, game.can_reshuffle()) {
            (Making::BestFive, _) => "Holdem",
            (Making::AllHeld, true) => "Draw",
            (Making::AllHeld, false) => "Holdout",
        };
        let pot = match game.division {
            Division::High => "",
            Division::HighLow => "HiLo",
            Division::Low(_) => "Low",
        };
        format!("{base}{pot}")
    }

    fn player(&self, seat: Seat) -> Player {
        Player {
            id: seat.index(),
            seat: self.place(seat),
            name: self.name(seat),
            starting_stack: self.amount(self.starting_stack(seat)),
        }
    }

    fn rounds(&self) -> Vec<Round> {
        let mut rounds = Rounds { copy: self, list: Vec::new(), actions: 0, dealing: None, on_board: false };
        rounds.begin(STREETS[0]);
        let mut street = 0;
        let (mut price, mut bets) = (Chips::ZERO, cardroom_rules::PerSeat::<Chips>::default());
        for event in &self.events {
            rounds.flush_unless_dealt(event);
            let on_board = matches!(event, Seen::Board { .. });
            match *event {
                Seen::Posted { seat, post, amount, all_in } => {
                    if !matches!(post, Post::Ante | Post::Dead) {
                        bets[seat] += amount;
                        price = price.max(bets[seat]);
                    }
                    rounds.money(seat, posted(post), amount, all_in);
                }
                Seen::Dealt { seat, card } => rounds.dealt(seat, card),
                Seen::Board { .. } | Seen::Drew { .. } if !rounds.in_street(event) => {
                    street += 1;
                    rounds.begin(STREETS.get(street).copied().unwrap_or("River"));
                    rounds.apply(event);
                }
                Seen::Round { round } if round > 0 => {
                    (price, bets) = (Chips::ZERO, cardroom_rules::PerSeat::default());
                }
                Seen::Called { seat, amount, all_in } => {
                    bets[seat] += amount;
                    rounds.money(seat, "Call", amount, all_in);
                }
                Seen::Raised { seat, to, all_in, .. } => {
                    // The specification has no bets on the first street, blinds or none.
                    let action = if price.is_zero() && street > 0 { "Bet" } else { "Raise" };
                    rounds.money(seat, action, to - bets[seat], all_in);
                    (price, bets[seat]) = (to, to);
                }
                Seen::Shown { .. } | Seen::Mucked { .. } | Seen::Revealed { .. } => {
                    rounds.showdown();
                    rounds.apply(event);
                }
                _ => rounds.apply(event),
            }
            rounds.on_board = on_board;
        }
        rounds.finish()
    }

    /// The pots as they were paid, the rake taken from those who were paid.
    fn paid_pots(&self) -> Vec<Pot> {
        let mut sums: Vec<PotSum> = Vec::new();
        let mut raked = self.about.raked.clone();
        for event in &self.events {
            let Seen::Awarded { pot, seat, amount, .. } = *event else { continue };
            let rake = raked.get(seat.index()).copied().unwrap_or_default().min(amount);
            if let Some(left) = raked.get_mut(seat.index()) {
                *left -= rake;
            }
            if sums.last().is_none_or(|last| last.number != pot) {
                sums.push(PotSum { number: pot, ..PotSum::default() });
            }
            let Some(sum) = sums.last_mut() else { continue };
            sum.amount += amount;
            sum.rake += rake;
            match sum.wins.iter_mut().find(|(winner, _)| *winner == seat) {
                Some((_, won)) => *won += amount - rake,
                None => sum.wins.push((seat, amount - rake)),
            }
        }
        let win = |(seat, won): (Seat, Chips)| Win { player_id: seat.index(), win_amount: self.amount(won) };
        let pot = |sum: PotSum| Pot {
            number: sum.number,
            amount: self.amount(sum.amount),
            rake: self.amount(sum.rake),
            player_wins: sum.wins.into_iter().map(win).collect(),
        };
        sums.into_iter().map(pot).collect()
    }
}

/// A pot while it is added up.
#[derive(Default)]
struct PotSum {
    number: u8,
    amount: Chips,
    rake: Chips,
    wins: Vec<(Seat, Chips)>,
}

const fn posted(post: Post) -> &'static str {
    match post {
        Post::Ante => "Post Ante",
        Post::SmallBlind => "Post SB",
        Post::BigBlind => "Post BB",
        Post::Straddle => "Straddle",
        Post::Live => "Post Extra Blind",
        Post::Dead => "Post Dead",
    }
}

/// Rounds as they come together.
struct Rounds<'c> {
    copy: &'c HandCopy,
    list: Vec<Round>,
    actions: usize,
    /// Cards dealt to players since something else happened.
    dealing: Option<Vec<(Seat, Vec<Option<Card>>)>>,
    /// Whether the last that happened was a board card: cards that come together are one street's.
    on_board: bool,
}

impl Rounds<'_> {
    fn begin(&mut self, street: &'static str) {
        self.list.push(Round { id: self.list.len(), street, cards: Vec::new(), actions: Vec::new() });
    }

    fn showdown(&mut self) {
        if self.list.last().is_none_or(|round| round.street != "Showdown") {
            self.begin("Showdown");
        }
    }

    /// Whether the board card or draw belongs to the street under way.
    fn in_street(&self, event: &Seen) -> bool {
        let Some(round) = self.list.last() else { return false };
        match event {
            Seen::Board { .. } => self.on_board,
            // All draw one after the other; who draws once more begins the next draw, cards having come or not.
            Seen::Drew { seat, .. } => {
                let threw = |action: &Action| action.action == "Discards Cards";
                let again = round.actions.iter().any(|action| threw(action) && action.player_id == seat.index());
                round.actions.last().is_some_and(threw) && !again
            }
            _ => false,
        }
    }

    fn push(&mut self, action: Action) {
        if let Some(round) = self.list.last_mut() {
            round.actions.push(action);
        }
    }

    fn action(&mut self, seat: Seat, action: &'static str) -> Action {
        self.actions += 1;
        let (amount, is_allin, cards, count) = (None, None, None, None);
        Action { action_number: self.actions, player_id: seat.index(), action, amount, is_allin, cards, count }
    }

    fn money(&mut self, seat: Seat, action: &'static str, amount: Chips, all_in: bool) {
        let amount = self.copy.amount(amount);
        let action = Action { amount: Some(amount), is_allin: Some(all_in), ..self.action(seat, action) };
        self.push(action);
    }

    fn cards(&mut self, seat: Seat, action: &'static str, cards: impl IntoIterator<Item = Option<Card>>) {
        let cards: Option<Vec<_>> = cards.into_iter().map(|card| card.map(|card| card.to_string())).collect();
        let action = Action { cards, ..self.action(seat, action) };
        self.push(action);
    }

    fn dealt(&mut self, seat: Seat, card: Option<Card>) {
        let dealing = self.dealing.get_or_insert_default();
        match dealing.iter_mut().find(|(whose, _)| *whose == seat) {
            Some((_, cards)) => cards.push(card),
            None => dealing.push((seat, vec![card])),
        }
    }

    /// Cards dealt one by one are written by the hand; those nobody may see aren't mentioned.
    fn flush_unless_dealt(&mut self, event: &Seen) {
        if matches!(event, Seen::Dealt { .. } | Seen::Reshuffled { .. }) {
            return;
        }
        for (seat, cards) in self.dealing.take().unwrap_or_default() {
            if cards.iter().all(Option::is_some) {
                self.cards(seat, "Dealt Cards", cards);
            }
        }
    }

    fn apply(&mut self, event: &Seen) {
        match *event {
            Seen::Board { card } => {
                if let Some(round) = self.list.last_mut() {
                    round.cards.push(card.map_or_else(|| "??".to_owned(), |card| card.to_string()));
                }
            }
            Seen::Folded { seat } => {
                let action = self.action(seat, "Fold");
                self.push(action);
            }
            Seen::Checked { seat } => {
                let action = self.action(seat, "Check");
                self.push(action);
            }
            Seen::Discarded { seat, thrown } | Seen::Drew { seat, thrown } => {
                self.cards(seat, "Discards Cards", thrown.iter());
                if let Some(action) = self.list.last_mut().and_then(|round| round.actions.last_mut()) {
                    action.count = Some(thrown.count());
                }
            }
            Seen::Shown { seat, cards, .. } => self.cards(seat, "Shows Cards", cards.iter()),
            Seen::Revealed { seat, cards } => self.cards(seat, "Shows Cards", cards.iter().map(Some)),
            Seen::Mucked { seat } => {
                let action = self.action(seat, "Mucks Cards");
                self.push(action);
            }
            _ => {}
        }
    }

    fn finish(mut self) -> Vec<Round> {
        self.flush_unless_dealt(&Seen::Ended);
        self.list
    }
}
