//! Who is in a hand, with how many chips, and what each must put in before the deal.

use crate::chips::Chips;
use crate::game::SeatsBound;
use crate::limit::Ante;
use crate::profile::ProfileError;
use crate::seat::{PerSeat, Seat, SeatSet};
use crate::spread::Spread;

/// The players of one hand in order from the button's left, and their forced bets.
///
/// [`Lineup::new`] gives the usual ones: small and big blind left of the button, heads-up the button posting the
/// small one, and the table's ante. A room changes them for a dead button, owed blinds and straddles; a record
/// being played again sets what it says was posted.
///
/// ```
/// use cardroom_rules::{Chips, Game, Limit, Lineup, Seat, SpreadSetup};
///
/// let limit = Limit::No { min_bet: Chips::new(20) };
/// let spread = SpreadSetup::new(Game::by_id("holdem").unwrap(), limit).check()?;
/// let lineup = Lineup::new(&spread, &[Chips::new(200), Chips::new(1000)])?;
/// assert_eq!(lineup.big_blind(), Seat::new(0), "heads-up the button, the last seat, posts the small blind");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lineup {
    pub(crate) players: u8,
    /// All chips, counted once.
    pub(crate) total: Chips,
    /// Who is asked for an ante, and who for a blind or a dead post.
    pub(crate) ante_posters: SeatSet,
    pub(crate) posters: SeatSet,
    pub(crate) stacks: PerSeat<Chips>,
    pub(crate) antes: PerSeat<Chips>,
    pub(crate) antes_matched: bool,
    pub(crate) blinds: PerSeat<Chips>,
    pub(crate) dead: PerSeat<Chips>,
    pub(crate) small_blind: Option<Seat>,
    pub(crate) big_blind: Option<Seat>,
    pub(crate) straddle: Option<Seat>,
}

/// Why these players can't be dealt a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LineupError {
    /// Too few or too many.
    #[error("{players} player{}: {id} is played by {fewest} to {most} ({why})", if *.players == 1 { "" } else { "s" })]
    Players {
        /// How many were given.
        players: usize,
        /// The game's id.
        id: &'static str,
        /// The fewest.
        fewest: usize,
        /// The most.
        most: usize,
        /// What sets the upper bound.
        why: &'static str,
    },
    /// A player without chips.
    #[error("{seat} has no chips: everyone in a hand needs at least one")]
    NoChips {
        /// Whose stack is empty.
        seat: Seat,
    },
    /// More chips than a room can hold.
    #[error("the stacks add up to more than the {most} chips that a room can hold", most = Chips::MOST)]
    TooManyChips,
    /// A seat that isn't in the hand.
    #[error("{seat} is not in this hand of {players} players")]
    NoSuchSeat {
        /// The seat given.
        seat: Seat,
        /// How many play.
        players: usize,
    },
    /// A straddle at a table without one.
    #[error("this table has no straddle")]
    NoStraddle,
    /// So many would break the table's profile.
    #[error(transparent)]
    Profile(#[from] ProfileError),
}

impl Lineup {
    /// Players with these stacks, first the one left of the button, and the usual forced bets.
    ///
    /// # Errors
    /// If the game can't be played by so many, or a stack is empty or impossible.
    pub fn new(spread: &Spread, stacks: &[Chips]) -> Result<Self, LineupError> {
        let players = stacks.len();
        let (fewest, most) = spread.game.seats();
        if players < fewest || players > most {
            let why = match spread.game.seats_bound() {
                SeatsBound::Deck => "the deck has 52 cards",
                SeatsBound::Source => "its source's limit",
                SeatsBound::Table => "no table has more seats",
            };
            return Err(LineupError::Players { players, id: spread.game.id, fewest, most, why });
        }
        spread.check_players(players)?;
        let mut lineup = Self {
            players: players as u8,
            total: Chips::ZERO,
            ante_posters: SeatSet::EMPTY,
            posters: SeatSet::EMPTY,
            stacks: PerSeat::default(),
            antes: PerSeat::default(),
            antes_matched: true,
            blinds: PerSeat::default(),
            dead: PerSeat::default(),
            small_blind: None,
            big_blind: None,
            straddle: None,
        };
        let mut total = Chips::ZERO;
        for (index, &stack) in stacks.iter().enumerate() {
            let Some(seat) = Seat::new(index) else { continue };
            if stack.is_zero() {
                return Err(LineupError::NoChips { seat });
            }
            if stack > Chips::MOST - total {
                return Err(LineupError::TooManyChips);
            }
            lineup.stacks[seat] = stack;
            total += stack;
        }
        lineup.total = total;
        let (small, big) = if players == 2 { (Seat::new(1), Seat::new(0)) } else { (Seat::new(0), Seat::new(1)) };
        lineup.set_blinds(spread, small, big);
        Ok(lineup)
    }

    /// How many play.
    pub const fn players(&self) -> usize {
        self.players as usize
    }

    /// Who posts the small blind; with a dead button it may be nobody.
    pub const fn small_blind(&self) -> Option<Seat> {
        self.small_blind
    }

    /// Who posts the big blind.
    pub const fn big_blind(&self) -> Option<Seat> {
        self.big_blind
    }

    /// Who straddles.
    pub const fn straddle(&self) -> Option<Seat> {
        self.straddle
    }

    /// What a player begins with.
    pub fn stack(&self, seat: Seat) -> Chips {
        self.stacks[seat]
    }

    /// The ante, the live blind and the dead post asked of a player.
    pub fn forced(&self, seat: Seat) -> (Chips, Chips, Chips) {
        (self.antes[seat], self.blinds[seat], self.dead[seat])
    }

    /// Whether antes are matched against each other, or dead money that buys no part of the pot.
    pub const fn antes_matched(&self) -> bool {
        self.antes_matched
    }

    /// Puts the blinds somewhere else, as with a dead button (WSOP 85), and the ante with them.
    ///
    /// # Errors
    /// If a seat isn't in the hand.
    pub fn with_blinds(mut self, spread: &Spread, small: Option<Seat>, big: Option<Seat>) -> Result<Self, LineupError> {
        small.map_or(Ok(()), |seat| self.holds(seat))?;
        big.map_or(Ok(()), |seat| self.holds(seat))?;
        self.set_blinds(spread, small, big);
        Ok(self)
    }

    /// The player left of the big blind straddles: twice the big blind, with the option.
    ///
    /// # Errors
    /// If the table has no straddle or nobody sits there but the blinds.
    pub fn with_straddle(mut self, spread: &Spread) -> Result<Self, LineupError> {
        let left = self.big_blind.and_then(|big| Seat::new(big.index().saturating_add(1)));
        match left {
            Some(seat) if spread.straddle && seat.index() < self.players() && self.players > 2 => {
                self.straddle = Some(seat);
                self.blinds[seat] = spread.big_blind.times(2);
                self.posters.insert(seat);
                Ok(self)
            }
            _ => Err(LineupError::NoStraddle),
        }
    }

    /// A player posts: `live` counts as its bet, `dead` goes to the pot and doesn't.
    ///
    /// # Errors
    /// If the seat isn't in the hand.
    pub fn with_post(mut self, seat: Seat, live: Chips, dead: Chips) -> Result<Self, LineupError> {
        self.holds(seat)?;
        self.blinds[seat] = live;
        self.dead[seat] = dead;
        self.posters.insert(seat);
        Ok(self)
    }

    /// Sets a player's ante, as a record says it.
    ///
    /// # Errors
    /// If the seat isn't in the hand.
    pub fn with_ante(mut self, seat: Seat, ante: Chips) -> Result<Self, LineupError> {
        self.holds(seat)?;
        self.antes[seat] = ante;
        self.ante_posters.insert(seat);
        Ok(self)
    }

    /// Antes are dead money: a player who couldn't post a full one still contends for all of them.
    #[must_use]
    pub const fn with_dead_antes(mut self) -> Self {
        self.antes_matched = false;
        self
    }

    /// Marks who straddles, as a record says it; the amount comes from its post.
    ///
    /// # Errors
    /// If the seat isn't in the hand.
    pub fn with_straddler(mut self, seat: Seat) -> Result<Self, LineupError> {
        self.holds(seat)?;
        self.straddle = Some(seat);
        Ok(self)
    }

    fn holds(&self, seat: Seat) -> Result<(), LineupError> {
        let players = self.players();
        if seat.index() < players { Ok(()) } else { Err(LineupError::NoSuchSeat { seat, players }) }
    }

    fn set_blinds(&mut self, spread: &Spread, small: Option<Seat>, big: Option<Seat>) {
        self.small_blind = small;
        self.big_blind = big;
        self.straddle = None;
        self.blinds = PerSeat::default();
        self.antes = PerSeat::default();
        self.posters = SeatSet::EMPTY;
        self.ante_posters = SeatSet::EMPTY;
        for (poster, blind) in [(small, spread.small_blind), (big, spread.big_blind)] {
            if let Some(seat) = poster {
                self.blinds[seat] = blind;
                self.posters.insert(seat);
            }
        }
        match (spread.ante, big) {
            (Ante::Each(ante), _) => {
                self.antes = PerSeat::all(ante);
                self.ante_posters = SeatSet::first_seats(self.players());
            }
            (Ante::BigBlind(ante), Some(seat)) => {
                self.antes[seat] = ante;
                self.ante_posters.insert(seat);
                self.antes_matched = false;
            }
            _ => {}
        }
    }
}
