//! The table of a case: its settings, the running hand, and the lines that play it or say what must be true.

use cardroom_cards::Rank;
use cardroom_rules::{
    Action, Ante, Cap, Chips, Event, Game, Hand, Input, Legal, Limit, Lineup, MinRaise, Need, Profile, Qualifier, Seat,
    SeatSet, Showing, Spread, SpreadSetup,
};

use super::dealer::Dealer;
use super::words;

/// What a line comes to: nothing to say, or what differs.
pub(super) type Outcome = Result<(), String>;

#[derive(Default)]
pub(super) struct Table {
    pub(super) setup: Option<SpreadSetup>,
    stacks: Vec<Chips>,
    /// Changes of the usual line-up, in the order given.
    changes: Vec<Change>,
    pub(super) dealer: Dealer,
    deals_by_hand: bool,
    running: Option<Running>,
    /// The table could not be opened, as the case says; nothing more is played.
    pub(super) refused: bool,
}

enum Change {
    Blinds(Option<Seat>, Option<Seat>),
    Straddle,
    Post { seat: Seat, live: Chips, dead: Chips },
}

pub(super) struct Running {
    lineup: Lineup,
    pub(super) hand: Hand,
    pub(super) events: Vec<Event>,
    /// How many events the `>` lines have gone past.
    pub(super) read: usize,
}

impl Table {
    /// Follows one line.
    pub(super) fn follow(&mut self, line: &str) -> Outcome {
        let words: Vec<&str> = line.split_whitespace().collect();
        if self.running.is_none() && self.set(&words)? {
            return Ok(());
        }
        if let Some(rest) = line.strip_prefix("refused:") {
            return self.expect_refusal(rest.trim());
        }
        if self.refused {
            return Err("the table was refused, nothing can be played at it".to_owned());
        }
        self.open()?;
        self.expect(line, &words)
    }

    /// After the last line: the events played again must give the same hand.
    pub(super) fn close(&mut self) -> Outcome {
        if self.refused {
            return Ok(());
        }
        self.open()?;
        let Running { lineup, hand, events, .. } = self.running()?;
        let mut again = Vec::new();
        let mut copy = Hand::new(hand.spread(), lineup, &mut again);
        for input in events.iter().filter_map(Event::input) {
            copy.apply(input, &mut again).map_err(|refusal| format!("played again it is refused: {refusal}"))?;
        }
        if copy == *hand && again == *events { Ok(()) } else { Err("played again it comes out differently".to_owned()) }
    }

    /// A line that sets the table; whether it was one.
    fn set(&mut self, words: &[&str]) -> Result<bool, String> {
        if let ["game", id] = *words {
            let game = Game::by_id(id).ok_or_else(|| format!("no game is called {id}"))?;
            self.setup = Some(SpreadSetup::new(game, Limit::No { min_bet: Chips::new(2) }));
            return Ok(true);
        }
        let setup = self.setup.as_mut().ok_or("a case begins with its game")?;
        match *words {
            ["limit", "no", min_bet] => setup.limit = Limit::No { min_bet: words::chips(min_bet)? },
            ["limit", "pot", min_bet] => setup.limit = Limit::Pot { min_bet: words::chips(min_bet)? },
            ["limit", "fixed", small, big] => {
                setup.limit = Limit::Fixed { small_bet: words::chips(small)?, big_bet: words::chips(big)? };
            }
            ["limit", "spread", min, max] => {
                setup.limit = Limit::Spread { min: words::chips(min)?, max: words::chips(max)? };
            }
            ["blinds", small, big] => {
                setup.small_blind = Some(words::chips(small)?);
                setup.big_blind = Some(words::chips(big)?);
            }
            ["ante", "each", ante] => setup.ante = Ante::Each(words::chips(ante)?),
            ["ante", "big-blind", ante] => setup.ante = Ante::BigBlind(words::chips(ante)?),
            ["straddle"] => {
                setup.straddle = true;
                self.changes.push(Change::Straddle);
            }
            ["straddle", "unasked"] => self.changes.push(Change::Straddle),
            ["cap", "none"] => setup.cap = Cap::None,
            ["cap", "lifted", "heads-up"] => setup.cap_lifted_heads_up = true,
            ["cap", raises] => setup.cap = Cap::Raises(raises.parse().map_err(|_| "no number of raises")?),
            ["min-raise", "big-blind"] => setup.min_raise = MinRaise::BigBlind,
            ["showing", "left-of-last-caller"] => setup.showing = Showing::LeftOfLastCaller,
            ["preset", "gld"] => *setup = setup.gld(),
            ["qualifier", "none"] => setup.qualifier = Some(Qualifier::Any),
            ["qualifier", rank] => {
                let rank: Rank = rank.parse().map_err(|error| format!("{error}"))?;
                setup.qualifier = Some(Qualifier::OrBetter(rank));
            }
            ["profile", id] => setup.profile = Some(Profile::by_id(id).ok_or("no such profile")?),
            ["chip", cents, "cents"] => {
                let cents = cents.parse().map_err(|_| "no number of cents")?;
                let profile = setup.profile.ok_or("a chip's worth goes with a profile")?;
                setup.profile = Some(profile.with_chip_worth(cents).map_err(|error| error.to_string())?);
            }
            ["stacks", ref stacks @ ..] => {
                self.stacks = stacks.iter().map(|stack| words::chips(stack)).collect::<Result<_, _>>()?;
            }
            ["blinds", "by", small, big] => {
                let poster = |word| if word == "nobody" { Ok(None) } else { words::seat(word).map(Some) };
                self.changes.push(Change::Blinds(poster(small)?, poster(big)?));
            }
            ["post", seat, "live", live, "dead", dead] => self.changes.push(Change::Post {
                seat: words::seat(seat)?,
                live: words::chips(live)?,
                dead: words::chips(dead)?,
            }),
            ["holds", ref hands @ ..] => self.dealer.set_holds(hands)?,
            ["board", cards] => self.dealer.set_board(cards)?,
            [player, "will", "draw", cards] => self.dealer.set_draws(words::seat(player)?, cards)?,
            ["dealer", "by", "hand"] => self.deals_by_hand = true,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A line that must set the table.
    pub(super) fn set_line(&mut self, line: &str) -> Outcome {
        let words: Vec<&str> = line.split_whitespace().collect();
        if self.set(&words)? { Ok(()) } else { Err(format!("{line:?} sets nothing")) }
    }

    /// The settings checked, and the players of the hand.
    pub(super) fn set_up(&self) -> Result<(Spread, Lineup), String> {
        let setup = self.setup.ok_or("a case begins with its game")?;
        let spread = setup.check().map_err(|error| error.to_string())?;
        Ok((spread, self.lineup(&spread)?))
    }

    pub(super) fn lineup(&self, spread: &Spread) -> Result<Lineup, String> {
        let mut lineup = Lineup::new(spread, &self.stacks).map_err(|error| error.to_string())?;
        for change in &self.changes {
            let changed = match *change {
                Change::Blinds(small, big) => lineup.with_blinds(spread, small, big),
                Change::Straddle => lineup.with_straddle(spread),
                Change::Post { seat, live, dead } => lineup.with_post(seat, live, dead),
            };
            lineup = changed.map_err(|error| error.to_string())?;
        }
        Ok(lineup)
    }

    /// Begins the hand, unless it has begun.
    pub(super) fn open(&mut self) -> Outcome {
        if self.running.is_none() {
            let (spread, lineup) = self.set_up()?;
            let mut events = Vec::new();
            let hand = Hand::new(&spread, &lineup, &mut events);
            self.running = Some(Running { lineup, hand, events, read: 0 });
            self.deal()?;
        }
        Ok(())
    }

    pub(super) fn running(&mut self) -> Result<&mut Running, String> {
        self.running.as_mut().ok_or_else(|| "the hand hasn't begun".to_owned())
    }

    pub(super) fn hand(&mut self) -> Result<Hand, String> {
        self.running().map(|running| running.hand)
    }

    /// Deals as long as the hand asks for cards, unless the case does so itself.
    fn deal(&mut self) -> Outcome {
        while !self.deals_by_hand {
            match self.hand()?.need() {
                Need::Card(_) => {
                    let hand = self.hand()?;
                    let card = self.dealer.next(&hand)?;
                    self.apply(Input::Card(Some(card)))?;
                }
                Need::Reshuffle { .. } => self.apply(Input::Reshuffle)?,
                _ => break,
            }
        }
        Ok(())
    }

    /// Gives the hand an input and checks what must always hold.
    pub(super) fn apply(&mut self, input: Input) -> Outcome {
        let Running { hand, events, .. } = self.running()?;
        hand.apply(input, events).map_err(|refusal| format!("refused: {refusal}"))?;
        hand.invariants().map_err(|broken| broken.to_string())
    }

    fn act(&mut self, seat: Seat, action: Action) -> Outcome {
        self.apply(Input::Act { seat, action })?;
        self.deal()
    }

    /// `p3 raises to 16`
    pub(super) fn play(&mut self, text: &str) -> Outcome {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (&player, doing) = words.split_first().ok_or("an empty line")?;
        let seat = words::seat(player)?;
        let action = words::action(&self.hand()?, seat, self.dealer.holds[seat.index()], doing)?;
        self.act(seat, action)
    }

    /// `everyone checks`: each in turn, to the end of the round.
    pub(super) fn everyone(&mut self, doing: &[&str]) -> Outcome {
        let kind = core::mem::discriminant(&self.hand()?.need());
        let rounds = |events: &[Event]| events.iter().filter(|event| matches!(event, Event::Round { .. })).count();
        let round = rounds(&self.running()?.events);
        let mut asked = SeatSet::EMPTY;
        loop {
            let hand = self.hand()?;
            let (Need::Act(seat) | Need::Discard(seat) | Need::Draw(seat) | Need::Show(seat)) = hand.need() else {
                return Ok(());
            };
            // All-in players go from one draw to the next with no betting between: once round is enough.
            let again = asked.contains(seat) && !matches!(hand.need(), Need::Act(_));
            if again || core::mem::discriminant(&hand.need()) != kind || rounds(&self.running()?.events) != round {
                return Ok(());
            }
            asked.insert(seat);
            let owes = matches!(hand.legal(), Legal::Bet { choices, .. } if choices.call().is_some());
            let doing = if doing == ["calls"] && !owes { &["checks"] } else { doing };
            let action = words::action(&hand, seat, self.dealer.holds[seat.index()], doing)?;
            self.act(seat, action)?;
        }
    }
}
