//! One hand: its state, what it waits for, and the interpreter that goes through a game's steps.
//!
//! The dealer is an input. The hand draws no randomness and reads no clock: the same inputs give the same events.
//! Posting, dealing, betting, pots and the showdown are in files of their own; this one holds the state and the order
//! of things.

use cardroom_cards::{Card, CardSet};

use crate::betting::Betting;
use crate::chips::Chips;
use crate::event::{FaceDown, Sink, Thrown};
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
    pub(crate) players: u8,
    pub(crate) step: u8,
    /// Cards of the current step still to deal, or of the current player in a draw.
    pub(crate) left: u8,
    pub(crate) round: u8,
    /// Draws and discards begun so far.
    pub(crate) draws: u8,

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
    pub(crate) total: Chips,

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
    pub(crate) gone: CardSet,
    /// Known cards in the muck.
    pub(crate) muck: CardSet,
    /// How many cards the muck has, known or not.
    pub(crate) muck_count: u8,
    /// How many cards are left to deal before the muck must be shuffled.
    pub(crate) stub: u8,
    /// What each threw away last.
    pub(crate) thrown: PerSeat<CardSet>,
    /// How many each threw away, by draw.
    pub(crate) throws: PerSeat<[u8; 4]>,

    pub(crate) shown: SeatSet,
    pub(crate) mucked: SeatSet,
    pub(crate) last_unseen: Option<Seat>,
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
            last_unseen: None,
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
        self.last_unseen = None;
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

    /// Takes a player's choice.
    ///
    /// # Errors
    /// If it isn't that player's turn or the choice isn't legal; the message says what is.
    // Always inlined, with the bets: whoever has just chosen one need not go through the choice again.
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

    /// The cards that a player holds, face down, in the order they came: as its own view lists them. A room names cards
    /// by their places here where it must not name them.
    pub fn held(&self, seat: Seat) -> Thrown<FaceDown> {
        self.held[seat].face_down()
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

    /// The sum of all chips, which never changes, and the sum as it is counted now. A room compares them.
    pub fn chips(&self) -> (Chips, Chips) {
        (self.total, self.stacks().sum::<Chips>() + self.pot)
    }

    /// The sum of chips is checked in release builds too: nothing is worth playing on with a wrong one.
    pub(crate) fn assert_chips(&self) {
        let (total, counted) = self.chips();
        assert!(total == counted, "{counted} chips in a hand that began with {total}");
    }

    pub(crate) fn next_step<S: Sink>(&mut self, sink: &mut S) {
        self.step = self.step.wrapping_add(1);
        self.begin_step(sink);
    }

    /// Begins the current step; betting rounds in which nobody has a choice are passed over.
    pub(crate) fn begin_step<S: Sink>(&mut self, sink: &mut S) {
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
    pub(crate) fn nothing_left_to_decide(&self) -> bool {
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

    pub(crate) const fn left(&self) -> u8 {
        self.left
    }

    pub(crate) const fn set_left(&mut self, cards: u8) {
        self.left = cards;
    }
}
