//! Writing PHH: a record as text, and a played hand as a record. What is written can be replayed to the same events.

use std::borrow::Cow;
use std::fmt::Write;

use arrayvec::ArrayVec;
use cardroom_cards::Card;
use cardroom_rules::{Ante, Chips, Division, Limit, MinRaise, Qualifier, Seat, Seen, Showing, Spread};

use crate::copy::{HandCopy, Reader};
use crate::decimal::Decimal;
use crate::entry::{Cards, Entry};
use crate::record::{Amounts, Field, Record};
use crate::table;
use crate::tree::{is_bare, quoted};
use crate::variant::{HOLDOUT_22, LimitLetter, Variant, WSGC_2018};

impl Record<'_> {
    /// The record as PHH, one field a line.
    ///
    /// ```
    /// use cardroom_history::Record;
    ///
    /// let text = "variant = 'FT'\nante_trimming_status = true\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\n\
    ///     small_bet = 2\nbig_bet = 4\nstarting_stacks = [10, 20]\nactions = ['d dh p1 ????']\nauthor = 'me'\n";
    /// assert_eq!(Record::read(text)?.to_phh(), text);
    /// # Ok::<(), cardroom_history::HistoryError>(())
    /// ```
    pub fn to_phh(&self) -> String {
        let mut text = String::with_capacity(1024);
        let amounts = |amounts: &[Decimal]| amounts.iter().map(Decimal::to_string).collect::<Vec<_>>().join(", ");
        let stack = |stack: &Option<Decimal>| stack.map_or_else(|| "inf".to_owned(), |stack| stack.to_string());
        let stacks = |stacks: &[Option<Decimal>]| stacks.iter().map(stack).collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "variant = '{}'", self.variant);
        let _ = writeln!(text, "ante_trimming_status = {}", self.ante_trimming);
        let _ = writeln!(text, "antes = [{}]", amounts(&self.antes));
        let _ = writeln!(text, "blinds_or_straddles = [{}]", amounts(&self.blinds));
        for (name, bet) in [("min_bet", self.min_bet), ("small_bet", self.small_bet), ("big_bet", self.big_bet)] {
            if let Some(bet) = bet {
                let _ = writeln!(text, "{name} = {bet}");
            }
        }
        let _ = writeln!(text, "starting_stacks = [{}]", stacks(&self.starting_stacks));
        text.push_str("actions = [");
        for (index, entry) in self.entries.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            let _ = write!(text, "{comma}'{entry}'");
        }
        text.push_str("]\n");
        if let Some(finishing) = &self.finishing_stacks {
            let _ = writeln!(text, "finishing_stacks = [{}]", stacks(finishing));
        }
        for Field { key, raw } in &self.others {
            let key = if is_bare(key) { Cow::Borrowed(&**key) } else { Cow::Owned(quoted(key)) };
            let _ = writeln!(text, "{key} = {raw}");
        }
        text
    }
}

impl HandCopy {
    /// The hand as PHH.
    pub fn to_phh(&self) -> String {
        self.to_record().to_phh()
    }

    /// The hand as a record.
    pub fn to_record(&self) -> Record<'static> {
        let spread = &self.spread;
        let places = self.about.places;
        let amount = |chips: Chips| Decimal::from_chips(chips, places);
        let (letter, min_bet, small_bet, big_bet) = match spread.limit() {
            Limit::Fixed { small_bet, big_bet } => (LimitLetter::Fixed, None, Some(small_bet), Some(big_bet)),
            Limit::Pot { min_bet } => (LimitLetter::Pot, Some(min_bet), None, None),
            Limit::No { min_bet } => (LimitLetter::No, Some(min_bet), None, None),
            Limit::Spread { min, .. } => (LimitLetter::No, Some(min), None, None),
        };
        // Every game of the catalogue has a code, which a test makes sure of; hold'em's stands in for none.
        let variant = Variant::of(spread.game(), letter).or(Variant::read("NT"));
        let mut record = Record {
            variant: variant.unwrap_or_else(|| unreachable!("hold'em has a code")),
            ante_trimming: self.lineup.antes_matched(),
            antes: ArrayVec::new(),
            blinds: ArrayVec::new(),
            min_bet: min_bet.map(amount),
            small_bet: small_bet.map(amount),
            big_bet: big_bet.map(amount),
            starting_stacks: ArrayVec::new(),
            entries: Vec::new(),
            finishing_stacks: None,
            others: Vec::new(),
        };
        let stack = |seat| (!self.unknown.contains(seat)).then(|| amount(self.lineup.stack(seat)));
        record.starting_stacks = self.seats().map(stack).collect();
        if self.events.contains(&Seen::Ended) {
            let finishing = |seat| {
                (!self.unknown.contains(seat)).then(|| amount(self.finishing_stack(seat) - self.raked_from(seat)))
            };
            record.finishing_stacks = Some(self.seats().map(finishing).collect());
        }
        self.write_posts(&mut record);
        self.write_entries(&mut record);
        self.write_about(&mut record);
        write_settings(spread, places, &mut record);
        record
    }

    /// Live posts are above zero, dead ones below; who posts both has the dead part in a field of its own.
    fn write_posts(&self, record: &mut Record<'_>) {
        let places = self.about.places;
        let amount = |chips: Chips| Decimal::from_chips(chips, places);
        let (mut antes, mut blinds) = (Amounts::new(), Amounts::new());
        let mut both = Vec::new();
        for seat in self.seats() {
            let (ante, live, dead) = self.lineup.forced(seat);
            antes.push(amount(ante));
            let has_both = !live.is_zero() && !dead.is_zero();
            both.push(if has_both { amount(dead) } else { Decimal::ZERO });
            let dead_post = Decimal::new(-i64::try_from(dead.get()).unwrap_or(i64::MAX), places);
            blinds.push(if live.is_zero() && !dead.is_zero() { dead_post } else { amount(live) });
        }
        if blinds.len() == 2 {
            antes.reverse();
            blinds.reverse();
        }
        (record.antes, record.blinds) = (antes, blinds);
        if both.iter().any(|dead| !dead.is_zero()) {
            let dead: Vec<_> = both.iter().map(Decimal::to_string).collect();
            add(record, "_dead_posts", format!("[{}]", dead.join(", ")));
        }
        let (small, big) = table::blind_seats(record);
        let number = |seat: Option<Seat>| seat.map_or(0, |seat| seat.index() + 1);
        let posts = |seat: Option<Seat>| seat.filter(|&seat| !self.lineup.forced(seat).1.is_zero());
        let (true_small, true_big) = (posts(self.lineup.small_blind()), posts(self.lineup.big_blind()));
        if (small, big) != (true_small, true_big) {
            add(record, "_blind_seats", format!("[{}, {}]", number(true_small), number(true_big)));
        }
        // A blind may be dead, or its player's last chips: then what was posted isn't what the table plays for.
        let posted = |seat: Option<Seat>| seat.map_or(Chips::ZERO, |seat| self.lineup.forced(seat).1);
        let (posted_small, posted_big) = (posted(small), posted(big));
        if self.spread.small_blind() != posted_small.min(posted_big) {
            add(record, "_small_blind", amount(self.spread.small_blind()).to_string());
        }
        if self.spread.big_blind() != posted_big.max(self.spread.limit().min_bet()) {
            add(record, "_big_blind", amount(self.spread.big_blind()).to_string());
        }
    }

    fn write_entries(&self, record: &mut Record<'_>) {
        let places = self.about.places;
        let mut entries = Entries { list: Vec::new(), hole: Vec::new(), board: Vec::new() };
        let (mut burns, mut mucked, mut revealed) = (Vec::new(), Vec::new(), Vec::new());
        for event in &self.events {
            let entry = match *event {
                Seen::Dealt { seat, card } => {
                    entries.deal(seat, card);
                    continue;
                }
                Seen::Board { card } => {
                    entries.board.push(card);
                    continue;
                }
                Seen::Burned { card } => {
                    burns.push(card);
                    None
                }
                Seen::Folded { seat } => Some(Entry::Fold { seat }),
                Seen::Checked { seat } | Seen::Called { seat, .. } => Some(Entry::CheckCall { seat }),
                Seen::Raised { seat, to, .. } => Some(Entry::RaiseTo { seat, to: Decimal::from_chips(to, places) }),
                Seen::Discarded { seat, thrown } | Seen::Drew { seat, thrown } => {
                    Some(Entry::Throw { seat, cards: Cards::of(thrown.iter()) })
                }
                Seen::Shown { seat, cards, .. } => Some(Entry::Show { seat, cards: Cards::of(cards.iter()) }),
                Seen::Mucked { seat } => {
                    mucked.push(seat);
                    Some(Entry::Show { seat, cards: Cards::default() })
                }
                // The last showing with cards counts, so what a mucked hand shows afterwards can't be one.
                Seen::Revealed { seat, cards } if mucked.contains(&seat) => {
                    revealed.push(quoted(&format!("{seat} {cards}")));
                    None
                }
                Seen::Revealed { seat, cards } => Some(Entry::Show { seat, cards: Cards::of(cards.iter().map(Some)) }),
                // A shuffle of the muck goes on with the same deal.
                Seen::Reshuffled { .. } => continue,
                Seen::Posted { .. }
                | Seen::Round { .. }
                | Seen::Returned { .. }
                | Seen::Awarded { .. }
                | Seen::Ended => None,
            };
            entries.flush();
            entries.list.extend(entry);
        }
        entries.flush();
        record.entries = entries.list;
        if self.reader == Reader::Dealer && burns.iter().any(Option::is_some) {
            add(record, "_burns", quoted(&Cards::of(burns).to_string()));
        }
        if !revealed.is_empty() {
            add(record, "_revealed", format!("[{}]", revealed.join(", ")));
        }
    }

    fn write_about(&self, record: &mut Record<'_>) {
        let about = &self.about;
        let list = |items: Vec<String>| format!("[{}]", items.join(", "));
        if !about.names.is_empty() {
            add(record, "players", list(about.names.iter().map(|name| quoted(name)).collect()));
        }
        if !about.seats.is_empty() {
            add(record, "seats", list(about.seats.iter().map(u64::to_string).collect()));
        }
        if !about.bots.is_empty() {
            add(record, "_bots", list(about.bots.iter().map(u64::to_string).collect()));
        }
        if let Some(count) = about.seat_count {
            add(record, "seat_count", count.to_string());
        }
        for (key, text) in [
            ("hand", &about.hand),
            ("table", &about.table),
            ("venue", &about.venue),
            ("time_zone_abbreviation", &about.time_zone),
            ("currency", &about.currency),
            ("currency_symbol", &about.currency_symbol),
        ] {
            if let Some(text) = text {
                add(record, key, quoted(text));
            }
        }
        if let Some((year, month, day)) = about.date {
            for (key, number) in [("year", year), ("month", month), ("day", day)] {
                add(record, key, number.to_string());
            }
        }
        if let Some(time) = &about.time {
            add(record, "time", time.clone());
        }
        for (key, numbers) in about.turns.fields() {
            add(record, key, list(numbers.iter().map(u64::to_string).collect()));
        }
    }
}

/// Entries as they come together: cards that are dealt one by one are written by the hand and by the board.
struct Entries {
    list: Vec<Entry>,
    hole: Vec<(Seat, Vec<Option<Card>>)>,
    board: Vec<Option<Card>>,
}

impl Entries {
    fn deal(&mut self, seat: Seat, card: Option<Card>) {
        match self.hole.iter_mut().find(|(whose, _)| *whose == seat) {
            Some((_, cards)) => cards.push(card),
            None => self.hole.push((seat, vec![card])),
        }
    }

    fn flush(&mut self) {
        let hole = self.hole.drain(..).map(|(seat, cards)| Entry::Hole { seat, cards: Cards::of(cards) });
        self.list.extend(hole);
        if !self.board.is_empty() {
            self.list.push(Entry::Board { cards: Cards::of(self.board.drain(..)) });
        }
    }
}

fn add(record: &mut Record<'_>, key: &'static str, raw: String) {
    record.others.push(Field { key: Cow::Borrowed(key), raw: Cow::Owned(raw) });
}

/// The settings that PHH has no field for, where they aren't the usual ones.
fn write_settings(spread: &Spread, places: u8, record: &mut Record<'_>) {
    let game = spread.game();
    if record.variant.has_rule_sets() {
        let holdout_22 = record.variant.game(true) == Some(game);
        add(record, "_ruleset", quoted(if holdout_22 { HOLDOUT_22 } else { WSGC_2018 }));
    }
    if game.division == Division::HighLow {
        match spread.qualifier() {
            Qualifier::Any => add(record, "_low_qualifier", "0".to_owned()),
            Qualifier::OrBetter(rank) if spread.qualifier() != Qualifier::default() => {
                add(record, "_low_qualifier", (rank.index() + 2).to_string());
            }
            Qualifier::OrBetter(_) => {}
        }
    }
    if let Limit::Spread { min, max } = spread.limit() {
        let (min, max) = (Decimal::from_chips(min, places), Decimal::from_chips(max, places));
        add(record, "_spread", format!("[{min}, {max}]"));
    }
    let usual = matches!(spread.limit(), Limit::Fixed { .. }).then_some(4);
    // A record played again doesn't know its table's cap, so none is claimed for it.
    if spread.customs() == cardroom_rules::Customs::Enforced && spread.most_wagers() != usual {
        let cap = spread.most_wagers().map_or_else(|| "'none'".to_owned(), |most| most.saturating_sub(1).to_string());
        add(record, "_cap", cap);
    }
    if spread.cap_lifted_heads_up() {
        add(record, "_cap_lifted_heads_up", "true".to_owned());
    }
    // A copy of somebody else's record has antes, and no table's rule for them.
    match spread.ante() {
        Ante::None => {}
        Ante::Each(ante) => add(record, "_ante", Decimal::from_chips(ante, places).to_string()),
        Ante::BigBlind(ante) => add(record, "_big_blind_ante", Decimal::from_chips(ante, places).to_string()),
    }
    if spread.min_raise() == MinRaise::BigBlind {
        add(record, "_min_raise", "'big-blind'".to_owned());
    }
    if spread.showing() == Showing::LeftOfLastCaller {
        add(record, "_showing", "'left-of-last-caller'".to_owned());
    }
    if let Some(profile) = spread.profile() {
        add(record, "_profile", quoted(profile.id()));
        add(record, "_chip_cents", profile.chip_cents().to_string());
    }
    add(record, "_rules_hash", quoted(&game.rules_hash().to_string()));
}
