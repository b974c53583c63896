//! A played hand as somebody may have it: what happened, and only what that somebody saw of it.
//!
//! Every writer starts from here, so none of them can leak: a copy holds [`Seen`] events, made by
//! [`Event::seen_by`], and nothing else about the cards.

use cardroom_rules::{Chips, Event, FaceDown, Lineup, Seat, SeatSet, Seen, Spread, Viewer};

use crate::error::HistoryError;
use crate::record::Record;
use crate::replay::Replayer;
use crate::turns::Turns;

/// Whose copy it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// Everything that is known, burned cards too: for whoever dealt the hand or found it in a record. It must not
    /// leave the room.
    Dealer,
    /// What one player saw.
    Player(Seat),
    /// What lay open.
    Public,
}

/// What is known about a hand besides what happened in it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// How many decimals the amounts have: 2 if a chip is a cent.
    pub places: u8,
    /// The players' names in order; `p1`, `p2`, ... where there are none.
    pub names: Vec<String>,
    /// The number or name of the hand.
    pub hand: Option<String>,
    /// The table's name.
    pub table: Option<String>,
    /// The room or site.
    pub venue: Option<String>,
    /// The players' places at the table in order; 1, 2, ... where there are none.
    pub seats: Vec<u64>,
    /// Which players are programs, as PHH numbers them: 1 is the first.
    pub bots: Vec<u64>,
    /// How many places the table has.
    pub seat_count: Option<u64>,
    /// Year, month and day.
    pub date: Option<(i64, i64, i64)>,
    /// The time of day: `18:40:12`.
    pub time: Option<String>,
    /// Its time zone: `ET`.
    pub time_zone: Option<String>,
    /// The currency's code: `USD`. None is play chips.
    pub currency: Option<String>,
    /// The currency's sign: `$`.
    pub currency_symbol: Option<String>,
    /// How the hand's turns went, at a table of ours.
    pub turns: Turns,
    /// What the house kept of each player's winnings; nothing where there is no entry.
    pub raked: Vec<Chips>,
}

/// A played hand, for one reader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandCopy {
    pub(crate) spread: Spread,
    pub(crate) lineup: Lineup,
    pub(crate) events: Vec<Seen>,
    pub(crate) reader: Reader,
    /// Whose stack isn't known; what is written for it is what was put in.
    pub(crate) unknown: SeatSet,
    /// What is known besides.
    pub about: About,
}

impl HandCopy {
    /// A copy of a hand for `reader`.
    ///
    /// ```
    /// use cardroom_cards::Card;
    /// use cardroom_history::{About, HandCopy, Reader};
    /// use cardroom_rules::{Action, Chips, Game, Hand, Limit, Lineup, Need, Seat, SpreadSetup};
    ///
    /// let limit = Limit::No { min_bet: Chips::new(20) };
    /// let spread = SpreadSetup::new(Game::by_id("holdem").unwrap(), limit).check()?;
    /// let lineup = Lineup::new(&spread, &[Chips::new(200), Chips::new(1000)])?;
    /// let mut events = Vec::new();
    /// let mut hand = Hand::new(&spread, &lineup, &mut events);
    /// let mut deck = Card::all().rev();
    /// while let Need::Card(_) = hand.need() {
    ///     hand.deal(deck.next(), &mut events)?;
    /// }
    /// hand.act(Seat::new(1).unwrap(), Action::Fold, &mut events)?;
    ///
    /// let mine = HandCopy::new(&spread, &lineup, &events, Reader::Player(Seat::new(0).unwrap()), About::default());
    /// assert!(mine.to_phh().contains("actions = ['d dh p1 AsAd', 'd dh p2 ????', 'p2 f']"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(spread: &Spread, lineup: &Lineup, events: &[Event], reader: Reader, about: About) -> Self {
        let events = events.iter().map(|event| seen(event, reader)).collect();
        Self { spread: *spread, lineup: *lineup, events, reader, unknown: SeatSet::EMPTY, about }
    }

    /// A copy of a recorded hand, played again.
    ///
    /// # Errors
    /// If the record can't be played.
    pub fn of_record(record: &Record<'_>, reader: Reader) -> Result<Self, HistoryError> {
        let mut events = Vec::new();
        let played = Replayer::new().replay_into(record, &mut events)?;
        let (_, lineup) = Replayer::setting(record, played.posts)?;
        let mut copy = Self::new(&played.spread, &lineup, &events, reader, about(record));
        let unknown = |(index, stack): (usize, &Option<_>)| Seat::new(index).filter(|_| stack.is_none());
        copy.unknown = record.starting_stacks.iter().enumerate().filter_map(unknown).collect();
        if let (true, Some(finishing)) = (copy.unknown.is_empty(), &record.finishing_stacks) {
            copy.about.raked = copy.raked(finishing);
        }
        Ok(copy)
    }

    /// The players in order.
    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        SeatSet::first_seats(self.lineup.players()).iter()
    }

    /// A player's name.
    pub(crate) fn name(&self, seat: Seat) -> String {
        self.about.names.get(seat.index()).cloned().unwrap_or_else(|| seat.to_string())
    }

    /// A player's place at the table.
    pub(crate) fn place(&self, seat: Seat) -> u64 {
        self.about.seats.get(seat.index()).copied().unwrap_or(seat.index() as u64 + 1)
    }

    /// What a player began with; if that isn't known, what it put in.
    pub(crate) fn starting_stack(&self, seat: Seat) -> Chips {
        if self.unknown.contains(seat) { self.put_in(seat) } else { self.lineup.stack(seat) }
    }

    /// What a player has at the end of the hand.
    pub(crate) fn finishing_stack(&self, seat: Seat) -> Chips {
        self.lineup.stack(seat) + self.got(seat) - self.put_in(seat)
    }

    /// What the house kept of a player's winnings.
    pub(crate) fn raked_from(&self, seat: Seat) -> Chips {
        self.about.raked.get(seat.index()).copied().unwrap_or_default()
    }

    /// What is missing in each player's recorded stack; nothing if that can't be rake.
    fn raked(&self, finishing: &[Option<crate::Decimal>]) -> Vec<Chips> {
        let kept = |(seat, said): (Seat, &Option<crate::Decimal>)| {
            let said = u64::try_from((*said)?.in_units(self.about.places)?).ok()?;
            let kept = self.finishing_stack(seat).get().checked_sub(said)?;
            (kept == 0 || !self.got(seat).is_zero()).then_some(Chips::new(kept))
        };
        self.seats().zip(finishing).map(kept).collect::<Option<_>>().unwrap_or_default()
    }

    /// Everything a player put in, uncalled bets too.
    fn put_in(&self, seat: Seat) -> Chips {
        let (mut all, mut bet) = (Chips::ZERO, Chips::ZERO);
        for event in &self.events {
            match *event {
                Seen::Posted { seat: who, post, amount, .. } if who == seat => {
                    all += amount;
                    if !matches!(post, cardroom_rules::Post::Ante | cardroom_rules::Post::Dead) {
                        bet += amount;
                    }
                }
                Seen::Called { seat: who, amount, .. } if who == seat => {
                    all += amount;
                    bet += amount;
                }
                Seen::Raised { seat: who, to, .. } if who == seat => {
                    all += to - bet;
                    bet = to;
                }
                Seen::Round { round } if round > 0 => bet = Chips::ZERO,
                _ => {}
            }
        }
        all
    }

    /// Everything a player got back or won.
    fn got(&self, seat: Seat) -> Chips {
        let got = |event: &Seen| match *event {
            Seen::Returned { seat: who, amount } | Seen::Awarded { seat: who, amount, .. } if who == seat => amount,
            _ => Chips::ZERO,
        };
        self.events.iter().map(got).sum()
    }
}

/// What a reader sees of an event. The dealer sees every card; everybody else what the engine lets them see.
fn seen(event: &Event, reader: Reader) -> Seen {
    let viewer = match (reader, *event) {
        (Reader::Player(seat), _) => Viewer::Seat(seat),
        (Reader::Public, _) => Viewer::Public,
        (Reader::Dealer, Event::Burned { card }) => return Seen::Burned { card: FaceDown::turn_up(card) },
        (Reader::Dealer, Event::Dealt { seat, .. } | Event::Discarded { seat, .. } | Event::Drew { seat, .. }) => {
            Viewer::Seat(seat)
        }
        (Reader::Dealer, _) => Viewer::Public,
    };
    event.seen_by(viewer)
}

/// What a record says besides what happened.
fn about(record: &Record<'_>) -> About {
    let number = |key| record.number(key);
    let counts =
        |key| record.numbers(key).unwrap_or_default().into_iter().filter_map(|count| u64::try_from(count).ok());
    About {
        places: record.places(),
        names: record.names(),
        hand: record.text("hand").or_else(|| number("hand").map(|hand| hand.to_string())),
        table: record.text("table"),
        venue: record.text("venue"),
        seats: counts("seats").collect(),
        bots: counts("_bots").collect(),
        seat_count: number("seat_count").and_then(|count| u64::try_from(count).ok()),
        date: number("year").zip(number("month")).zip(number("day")).map(|((year, month), day)| (year, month, day)),
        time: record.raw("time").map(str::to_owned),
        time_zone: record.text("time_zone_abbreviation"),
        currency: record.text("currency"),
        currency_symbol: record.text("currency_symbol"),
        turns: Turns::of(record),
        raked: Vec::new(),
    }
}
