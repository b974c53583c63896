//! One hand: its state, what it waits for, and the interpreter that goes through a game's steps.
//!
//! The dealer is an input. The hand draws no randomness and reads no clock: the same inputs give the same events.
//! Betting, dealing, pots and the showdown are in files of their own; this one holds the state and the order of
//! things.

use cardroom_cards::{Card, CardSet};

use crate::betting::Betting;
use crate::chips::Chips;
use crate::event::{Event, FaceDown, Post, Sink};
use crate::game::Verb;
use crate::held::Held;
use crate::input::{Action, Input, Need, Place};
use crate::legal::Choices;
use crate::lineup::Lineup;
use crate::refusal::Refusal;
use crate::seat::{PerSeat, Seat, SeatSet};
use crate::spread::Spread;

/// One hand of poker.
///
/// ```
/// use cardroom_cards::Card;
/// use cardroom_rules::{Action, Chips, Game, Hand, Limit, Lineup, Need, SpreadSetup};
///
/// let limit = Limit::No { min_bet: Chips::new(20) };
/// let spread = SpreadSetup::new(Game::by_id("holdem").unwrap(), limit).check()?;
/// let lineup = Lineup::new(&spread, &[Chips::new(200), Chips::new(1000)])?;
/// let mut events = Vec::new();
/// let mut hand = Hand::new(&spread, &lineup, &mut events);
/// let mut deck = Card::all().rev();
/// loop {
///     match hand.need() {
///         Need::Card(_) => hand.deal(deck.next(), &mut events)?,
///         Need::Act(seat) => hand.act(seat, Action::Fold, &mut events)?,
///         Need::Nothing => break,
///         _ => unreachable!("somebody folds before anything else"),
///     }
/// }
/// assert_eq!(hand.stacks().map(Chips::get).collect::<Vec<_>>(), [210, 990]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hand {
    pub(crate) spread: Spread,
    pub(crate) need: Need,
    players: u8,
    step: u8,
    /// Cards of the current step still to deal, or of the current player in a draw.
    left: u8,
    pub(crate) round: u8,
    /// Draws and discards begun so far.
    draws: u8,

    pub(crate) stacks: PerSeat<Chips>,
    /// What each has bet in this round.
    pub(crate) bets: PerSeat<Chips>,
    /// What each has put in that can win from others: all bets, those of this round too, and matched antes.
    pub(crate) paid: PerSeat<Chips>,
    /// What belongs to the pot and buys no part of it.
    pub(crate) dead: Chips,
    /// Everything in the middle: what is paid and what is dead.
    pub(crate) pot: Chips,
    /// The price of the first round: the full blind, whether or not its poster had it.
    pub(crate) blind_price: Chips,
    pub(crate) last_blind: Option<Seat>,
    pub(crate) straddled: bool,
    /// All chips of the hand; never changes.
    total: Chips,

    /// Who hasn't folded.
    pub(crate) live: SeatSet,
    /// Who hasn't folded and has chips left.
    pub(crate) active: SeatSet,
    /// Who still has to act in this round, to discard, to draw, or to show.
    pub(crate) waiting: SeatSet,
    pub(crate) betting: Betting,
    /// What the player to act may do.
    pub(crate) choices: Choices,
    /// The price (fixed limit: the level) when each last acted, for those who have acted in this round.
    pub(crate) answered: PerSeat<Chips>,

    pub(crate) held: PerSeat<Held>,
    pub(crate) board: Held,
    /// Known cards that can't be dealt: held, on the board, burned or in the muck.
    gone: CardSet,
    /// Known cards in the muck.
    muck: CardSet,
    /// How many cards the muck has, known or not.
    muck_count: u8,
    /// How many cards are left to deal before the muck must be shuffled.
    stub: u8,
    /// What each threw away last.
    thrown: PerSeat<CardSet>,
    /// How many each threw away, by draw.
    pub(crate) throws: PerSeat<[u8; 4]>,

    pub(crate) shown: SeatSet,
    pub(crate) mucked: SeatSet,
    pub(crate) last_mucked: Option<Seat>,
}

impl Hand {
    /// Begins a hand: antes and blinds are posted, and the dealer is asked for the first card.
    pub fn new<S: Sink>(spread: &Spread, lineup: &Lineup, sink: &mut S) -> Self {
        let mut hand = Self {
            spread: *spread,
            need: Need::Nothing,
            players: 0,
            step: 0,
            left: 0,
            round: 0,
            draws: 0,
            stacks: PerSeat::default(),
            bets: PerSeat::default(),
            paid: PerSeat::default(),
            dead: Chips::ZERO,
            pot: Chips::ZERO,
            blind_price: Chips::ZERO,
            last_blind: None,
            straddled: false,
            total: Chips::ZERO,
            live: SeatSet::EMPTY,
            active: SeatSet::EMPTY,
            waiting: SeatSet::EMPTY,
            betting: Betting::default(),
            choices: Choices::NONE,
            answered: PerSeat::default(),
            held: PerSeat::default(),
            board: Held::default(),
            gone: CardSet::EMPTY,
            muck: CardSet::EMPTY,
            muck_count: 0,
            stub: 0,
            thrown: PerSeat::default(),
            throws: PerSeat::default(),
            shown: SeatSet::EMPTY,
            mucked: SeatSet::EMPTY,
            last_mucked: None,
        };
        hand.restart(lineup, sink);
        hand
    }

    /// Begins another hand with the same settings in the place of this one, as [`Hand::new`] would.
    pub fn restart<S: Sink>(&mut self, lineup: &Lineup, sink: &mut S) {
        self.players = lineup.players;
        self.step = 0;
        self.left = 0;
        self.round = 0;
        self.stacks = lineup.stacks;
        if self.need != Need::Nothing {
            // A hand that came to its end leaves nothing in the middle.
            self.bets = PerSeat::default();
            self.paid = PerSeat::default();
            self.dead = Chips::ZERO;
            self.pot = Chips::ZERO;
        }
        self.blind_price = Chips::ZERO;
        self.last_blind = lineup.straddle.or(lineup.big_blind).or(lineup.small_blind);
        self.straddled = lineup.straddle.is_some();
        self.total = lineup.total;
        self.live = SeatSet::first_seats(lineup.players());
        self.active = self.live;
        self.waiting = SeatSet::EMPTY;
        self.betting = Betting::default();
        self.choices = Choices::NONE;
        self.answered = PerSeat::default();
        self.held = PerSeat::default();
        self.board = Held::default();
        self.gone = CardSet::EMPTY;
        self.muck = CardSet::EMPTY;
        self.muck_count = 0;
        self.stub = Card::COUNT as u8;
        if self.draws > 0 {
            self.draws = 0;
            self.thrown = PerSeat::default();
            self.throws = PerSeat::default();
        }
        self.shown = SeatSet::EMPTY;
        self.mucked = SeatSet::EMPTY;
        self.last_mucked = None;
        self.post_forced_bets(lineup, sink);
        self.begin_step(sink);
    }

    /// What the hand waits for.
    #[inline]
    pub const fn need(&self) -> Need {
        self.need
    }

    /// Takes any input.
    ///
    /// # Errors
    /// If the input isn't allowed now; the hand is then as it was.
    pub fn apply<S: Sink>(&mut self, input: Input, sink: &mut S) -> Result<(), Refusal> {
        match input {
            Input::Card(card) => self.deal(card, sink),
            Input::Reshuffle => self.reshuffle(sink),
            Input::Act { seat, action } => self.act(seat, action, sink),
        }
    }

    /// Takes the dealer's next card; `None` if it isn't known.
    ///
    /// # Errors
    /// If no card is asked for, or this one can't come now.
    #[inline]
    pub fn deal<S: Sink>(&mut self, card: Option<Card>, sink: &mut S) -> Result<(), Refusal> {
        let Need::Card(place) = self.need else {
            return Err(Refusal::NotNow { asked: "a card", need: self.need });
        };
        if let Some(card) = card {
            self.may_deal(card, place)?;
        }
        let bit = card.map_or(CardSet::EMPTY, CardSet::of);
        self.gone |= bit;
        self.stub = self.stub.saturating_sub(1);
        self.left = self.left.saturating_sub(1);
        match place {
            Place::Hole(seat) => {
                self.held[seat].push(card, bit);
                sink.event(Event::Dealt { seat, card: FaceDown::new(card) });
                self.after_hole_card(seat, sink);
            }
            Place::Burn => {
                sink.event(Event::Burned { card: FaceDown::new(card) });
                self.next_step(sink);
            }
            Place::Board => {
                self.board.push(card, bit);
                sink.event(Event::Board { card });
                if self.left == 0 {
                    self.next_step(sink);
                } else {
                    self.ask_for_card(Place::Board);
                }
            }
        }
        Ok(())
    }

    /// Takes cards from `next` until a player must choose, the muck must be shuffled, or the hand is over. `next` is
    /// told which cards may come.
    ///
    /// # Errors
    /// If a card can't come; those before it are dealt.
    #[inline]
    pub fn deal_from<S: Sink>(
        &mut self,
        mut next: impl FnMut(CardSet) -> Option<Card>,
        sink: &mut S,
    ) -> Result<(), Refusal> {
        while let Need::Card(place) = self.need {
            match (place, self.verb()) {
                (Place::Hole(seat), Some(&Verb::Deal(cards))) if self.deal_is_whole(seat, cards) => {
                    self.deal_round_the_table(cards, &mut next, sink)?;
                }
                (Place::Hole(seat), Some(Verb::Draw { .. })) if self.left <= self.stub => {
                    self.deal_to_one(seat, &mut next, sink)?;
                }
                (Place::Burn | Place::Board, _) if self.left <= self.stub => {
                    self.deal_to_the_middle(place, &mut next, sink)?;
                }
                _ => self.deal(next(self.may_come()), sink)?,
            }
        }
        Ok(())
    }

    /// Whether nothing of the present deal is dealt yet and the stub suffices for all of it.
    #[inline]
    fn deal_is_whole(&self, next: Seat, cards: u8) -> bool {
        self.live.first() == Some(next) && self.held[next].count() == 0 && cards <= 5 && self.left <= self.stub
    }

    /// The whole deal, card after card: what [`Hand::deal`] does for each, without asking in between.
    #[inline(always)]
    fn deal_round_the_table<S: Sink>(
        &mut self,
        cards: u8,
        next: &mut impl FnMut(CardSet) -> Option<Card>,
        sink: &mut S,
    ) -> Result<(), Refusal> {
        let mut gone = self.gone;
        for place in 0..cards {
            for seat in self.live {
                let card = next(!gone);
                let bit = card.map_or(CardSet::EMPTY, CardSet::of);
                if let Some(card) = card
                    && !(gone & bit).is_empty()
                {
                    self.stop_the_deal(seat, gone);
                    return Err(Refusal::CardIsOut { card });
                }
                gone |= bit;
                self.held[seat].put(place, card, bit);
                sink.event(Event::Dealt { seat, card: FaceDown::new(card) });
            }
        }
        self.gone = gone;
        self.stub = self.stub.saturating_sub(self.left);
        self.left = 0;
        self.next_step(sink);
        Ok(())
    }

    /// The cards that one player drew, or what is left of them.
    #[inline(always)]
    fn deal_to_one<S: Sink>(
        &mut self,
        seat: Seat,
        next: &mut impl FnMut(CardSet) -> Option<Card>,
        sink: &mut S,
    ) -> Result<(), Refusal> {
        for dealt in 0..self.left {
            let card = next(!(self.gone | self.thrown[seat]));
            let bit = card.map_or(CardSet::EMPTY, CardSet::of);
            if let Some(card) = card
                && let Err(refusal) = self.may_deal(card, Place::Hole(seat))
            {
                self.stop_at(Place::Hole(seat), dealt);
                return Err(refusal);
            }
            self.gone |= bit;
            self.held[seat].push(card, bit);
            sink.event(Event::Dealt { seat, card: FaceDown::new(card) });
        }
        self.stub = self.stub.saturating_sub(self.left);
        self.left = 0;
        self.served(seat, sink);
        Ok(())
    }

    /// Burns and boards, card after card, until a step asks for something else. What [`Hand::deal`] does for each,
    /// without asking in between: no hand is tabled and no player has a turn before a board is whole.
    #[inline(always)]
    fn deal_to_the_middle<S: Sink>(
        &mut self,
        mut place: Place,
        next: &mut impl FnMut(CardSet) -> Option<Card>,
        sink: &mut S,
    ) -> Result<(), Refusal> {
        while self.left <= self.stub {
            for dealt in 0..self.left {
                let card = next(!self.gone);
                let bit = card.map_or(CardSet::EMPTY, CardSet::of);
                if let Some(card) = card
                    && !(self.gone & bit).is_empty()
                {
                    self.stop_at(place, dealt);
                    return Err(Refusal::CardIsOut { card });
                }
                self.gone |= bit;
                if place == Place::Burn {
                    sink.event(Event::Burned { card: FaceDown::new(card) });
                } else {
                    self.board.push(card, bit);
                    sink.event(Event::Board { card });
                }
            }
            self.stub = self.stub.saturating_sub(self.left);
            self.step = self.step.wrapping_add(1);
            (place, self.left) = match self.verb() {
                Some(Verb::Burn) => (Place::Burn, 1),
                Some(&Verb::Board(cards, _)) => (Place::Board, cards),
                _ => {
                    self.left = 0;
                    self.begin_step(sink);
                    return Ok(());
                }
            };
        }
        self.ask_for_card(place);
        Ok(())
    }

    /// A card of the deal was refused: the counts are brought up to what was dealt, and `seat` is asked again.
    #[cold]
    fn stop_the_deal(&mut self, seat: Seat, gone: CardSet) {
        self.gone = gone;
        let dealt = self.live.iter().map(|seat| self.held[seat].count() as u8).sum::<u8>();
        self.stop_at(Place::Hole(seat), dealt);
    }

    /// So many cards of the step came before one that can't: it is asked for again.
    #[cold]
    fn stop_at(&mut self, place: Place, dealt: u8) {
        self.left = self.left.saturating_sub(dealt);
        self.stub = self.stub.saturating_sub(dealt);
        self.ask_for_card(place);
    }

    /// The muck has been shuffled and is the stub now (APT, Reshuffling).
    ///
    /// # Errors
    /// If the stub hasn't run out.
    pub fn reshuffle<S: Sink>(&mut self, sink: &mut S) -> Result<(), Refusal> {
        let Need::Reshuffle { cards } = self.need else {
            return Err(Refusal::NotNow { asked: "a reshuffle", need: self.need });
        };
        self.gone -= self.muck;
        self.muck = CardSet::EMPTY;
        self.muck_count = 0;
        self.stub = cards;
        sink.event(Event::Reshuffled { cards });
        if let Some(seat) = self.waiting.first() {
            self.ask_for_card(Place::Hole(seat));
        }
        Ok(())
    }

    /// Takes a player's choice.
    ///
    /// # Errors
    /// If it isn't that player's turn or the choice isn't legal; the message says what is.
    #[inline(always)]
    pub fn act<S: Sink>(&mut self, seat: Seat, action: Action, sink: &mut S) -> Result<(), Refusal> {
        match action {
            Action::Fold => self.fold(seat, sink),
            Action::Check | Action::Call => self.stay(seat, matches!(action, Action::Call), sink),
            Action::RaiseTo(to) => self.raise(seat, to, sink),
            Action::Discard(throw) => self.throw_away(seat, throw, false, sink),
            Action::Draw(throw) => self.throw_away(seat, throw, true, sink),
            Action::Show(cards) => self.show(seat, cards, sink),
            Action::Muck => self.muck_hand(seat, sink),
            Action::Reveal(cards) => self.reveal(seat, cards, sink),
        }
    }

    /// How many play, folded or not.
    pub const fn players(&self) -> usize {
        self.players as usize
    }

    /// The table's settings.
    pub const fn spread(&self) -> &Spread {
        &self.spread
    }

    /// Every player's chips behind, in order.
    pub fn stacks(&self) -> impl Iterator<Item = Chips> + '_ {
        self.stacks.first(self.players()).iter().copied()
    }

    /// Everything in the middle: pots, antes and the bets of this round.
    pub const fn pot(&self) -> Chips {
        self.pot
    }

    /// Who hasn't folded.
    pub const fn live(&self) -> SeatSet {
        self.live
    }

    /// Who has shown its hand, by choice or because of an all-in.
    pub const fn shown(&self) -> SeatSet {
        self.shown
    }

    /// Who has mucked its hand at the showdown.
    pub const fn mucked(&self) -> SeatSet {
        self.mucked
    }

    /// The known cards that a player holds. Whoever calls this must be allowed to see them.
    pub fn cards_of(&self, seat: Seat) -> CardSet {
        self.held[seat].known()
    }

    /// Whether every card that a player holds is known. It always is, but in a record played again.
    pub fn knows_all_of(&self, seat: Seat) -> bool {
        self.held[seat].all_known().is_some()
    }

    /// The board, as far as it is known.
    pub fn board(&self) -> CardSet {
        self.board.known()
    }

    /// What the player to act may do; nothing where no player is to bet.
    #[inline]
    pub const fn choices_now(&self) -> &Choices {
        &self.choices
    }

    /// Which cards the next one dealt may be, as far as is known.
    ///
    /// A dealer that draws from this set never deals a card twice, and after a reshuffle passes over those that
    /// the player being served has just thrown away.
    #[inline]
    pub fn may_come(&self) -> CardSet {
        match self.need {
            Need::Card(Place::Hole(seat)) => !(self.gone | self.thrown[seat]),
            Need::Card(_) => !self.gone,
            Need::Reshuffle { .. } => self.muck,
            _ => CardSet::EMPTY,
        }
    }

    /// The sum of all chips, which never changes, and the sum as it is counted now. A room compares them.
    pub fn chips(&self) -> (Chips, Chips) {
        (self.total, self.stacks().sum::<Chips>() + self.pot)
    }

    /// The sum of chips is checked in release builds too: nothing is worth playing on with a wrong one.
    pub(crate) fn assert_chips(&self) {
        let (total, counted) = self.chips();
        assert!(total == counted, "{counted} chips in a hand that began with {total}");
    }

    fn post_forced_bets<S: Sink>(&mut self, lineup: &Lineup, sink: &mut S) {
        for seat in lineup.ante_posters {
            let kind = if lineup.antes_matched { Paid::Matched } else { Paid::Dead };
            self.post(seat, Post::Ante, lineup.antes[seat], kind, sink);
        }
        for seat in lineup.posters {
            self.post(seat, Post::Dead, lineup.dead[seat], Paid::Dead, sink);
            let post = if lineup.big_blind == Some(seat) {
                Post::BigBlind
            } else if lineup.small_blind == Some(seat) {
                Post::SmallBlind
            } else if lineup.straddle == Some(seat) {
                Post::Straddle
            } else {
                Post::Live
            };
            let blind = lineup.blinds[seat];
            self.blind_price = self.blind_price.max(blind);
            self.post(seat, post, blind, Paid::Bet, sink);
        }
    }

    fn post<S: Sink>(&mut self, seat: Seat, post: Post, asked: Chips, kind: Paid, sink: &mut S) {
        let amount = asked.min(self.stacks[seat]);
        if amount.is_zero() {
            return;
        }
        self.stacks[seat] -= amount;
        self.pot += amount;
        match kind {
            Paid::Dead => self.dead += amount,
            Paid::Matched => self.paid[seat] += amount,
            Paid::Bet => {
                self.paid[seat] += amount;
                self.bets[seat] += amount;
            }
        }
        let all_in = self.stacks[seat].is_zero();
        if all_in {
            self.active.remove(seat);
        }
        sink.event(Event::Posted { seat, post, amount, all_in });
    }

    pub(crate) fn next_step<S: Sink>(&mut self, sink: &mut S) {
        self.step = self.step.wrapping_add(1);
        self.begin_step(sink);
    }

    /// Begins the current step; betting rounds in which nobody has a choice are passed over.
    fn begin_step<S: Sink>(&mut self, sink: &mut S) {
        loop {
            if self.active != self.live && self.shown.is_empty() && self.nothing_left_to_decide() {
                self.table_hands(sink);
            }
            match self.verb() {
                None => return self.begin_showdown(sink),
                Some(Verb::Bet(_)) => {
                    if self.open_round(sink) {
                        return;
                    }
                }
                Some(verb) => return self.begin_cards(verb),
            }
            self.step = self.step.wrapping_add(1);
        }
    }

    /// Begins a step that moves cards. Apart from the betting, since half of all steps are that: one branch to foresee
    /// instead of a table of them.
    #[inline(never)]
    fn begin_cards(&mut self, verb: &Verb) {
        match *verb {
            Verb::Deal(cards) => {
                self.left = cards.saturating_mul(self.live.len() as u8);
                self.ask_hole(self.live.first());
            }
            Verb::Discard { .. } | Verb::Draw { .. } => {
                self.waiting = self.live;
                self.draws = self.draws.saturating_add(1);
                self.ask_throw();
            }
            Verb::Burn => {
                self.left = 1;
                self.ask_for_card(Place::Burn);
            }
            Verb::Board(cards, _) => {
                self.left = cards;
                self.ask_for_card(Place::Board);
            }
            Verb::Bet(_) => {}
        }
    }

    pub(crate) fn verb(&self) -> Option<&'static Verb> {
        self.spread.game.steps.get(self.step as usize).map(|step| &step.verb)
    }

    /// Whether neither betting, discards nor draws are left. After the first round nobody owes anything when a
    /// round begins, so that one player with chips has nobody to bet against.
    fn nothing_left_to_decide(&self) -> bool {
        self.step >= self.spread.cards_settled
            && self.round > 0
            && (!self.active.is_several() || self.round >= self.spread.betting_rounds)
    }

    pub(crate) const fn step(&self) -> usize {
        self.step as usize
    }

    pub(crate) const fn draws(&self) -> u8 {
        self.draws
    }

    pub(crate) const fn gone(&self) -> CardSet {
        self.gone
    }

    pub(crate) const fn set_gone(&mut self, cards: CardSet) {
        self.gone = cards;
    }

    pub(crate) fn set_thrown(&mut self, seat: Seat, cards: CardSet) {
        self.thrown[seat] = cards;
    }

    /// Puts cards into the muck, where only a reshuffle finds them.
    pub(crate) fn add_to_muck(&mut self, known: CardSet, count: usize) {
        self.muck |= known;
        self.muck_count = self.muck_count.wrapping_add(count as u8);
    }

    pub(crate) const fn left(&self) -> u8 {
        self.left
    }

    pub(crate) const fn set_left(&mut self, cards: u8) {
        self.left = cards;
    }

    /// Asks for the next card, or first for a shuffle of the muck if the stub has run out.
    #[inline]
    pub(crate) fn ask_for_card(&mut self, place: Place) {
        self.need = if self.stub == 0 { Need::Reshuffle { cards: self.muck_count } } else { Need::Card(place) };
    }

    #[inline]
    pub(crate) fn ask_hole(&mut self, seat: Option<Seat>) {
        if let Some(seat) = seat {
            self.ask_for_card(Place::Hole(seat));
        }
    }

    #[inline]
    fn may_deal(&self, card: Card, place: Place) -> Result<(), Refusal> {
        if self.gone.contains(card) {
            return Err(Refusal::CardIsOut { card });
        }
        match place {
            Place::Hole(seat) if self.thrown[seat].contains(card) => Err(Refusal::JustThrown { card, seat }),
            _ => Ok(()),
        }
    }
}

/// How a forced bet counts.
#[derive(Clone, Copy)]
enum Paid {
    /// It belongs to the pot and buys no part of it.
    Dead,
    /// It is matched against the others' but is no bet.
    Matched,
    /// It is a bet of the first round.
    Bet,
}
