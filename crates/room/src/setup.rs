//! How a table is set up: its stakes, seats, buy-in, clocks, and who may come.

use cardroom_rules::{Chips, MOST_SEATS, Spread};
use serde::{Deserialize, Serialize};

use crate::id::{AccountId, TournamentId, chips};
use crate::stakes::{SetupError, Stakes};

/// The settings of a table, as asked for; [`crate::Table::new`] checks them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableSetup {
    /// The table's name.
    pub name: String,
    /// The game or mix, the limit and the forced bets.
    pub stakes: Stakes,
    /// When a mix goes on to its next game.
    pub rotation: Rotation,
    /// How many seats there are.
    pub seats: u8,
    /// What players may sit down with.
    pub buy_in: BuyIn,
    /// How long everything may take.
    pub clocks: Clocks,
    /// Whether house bots may sit down.
    pub bots: bool,
    /// Whether players may ask the advisor while they play.
    pub advisor: bool,
    /// Whether people who don't play may watch.
    pub spectators: bool,
    /// A private table's invitation code.
    pub invitation: Option<String>,
    /// Who may pause the table, change its stakes between hands, and ask players to go.
    pub host: Option<AccountId>,
    /// The tournament that the table belongs to. Its chips are counters, not chips of a wallet.
    pub tournament: Option<TournamentId>,
}

/// When a mix goes on to its next game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub enum Rotation {
    /// After as many hands as players were dealt the game's first one.
    #[default]
    Orbit,
    /// After so many hands.
    Hands(u16),
}

/// The least and the most that a player may sit down with, and the most it may top up to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BuyIn {
    /// The least.
    #[serde(with = "chips")]
    pub min: Chips,
    /// The most.
    #[serde(with = "chips")]
    pub max: Chips,
}

/// How long everything may take, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clocks {
    /// To bet, discard or draw.
    pub act_ms: u64,
    /// To decide whether to show a beaten hand.
    pub show_ms: u64,
    /// To give the next link of one's chain.
    pub link_ms: u64,
    /// The time bank that a player sits down with, and the most it holds.
    pub bank_ms: u64,
    /// What is added to a time bank after every `bank_hands` hands.
    pub bank_refill_ms: u64,
    /// See `bank_refill_ms`; 0 is never.
    pub bank_hands: u16,
    /// What a disconnected player gets on top, once a hand.
    pub grace_ms: u64,
    /// From the end of a hand to the next one: time to look, and to show cards that nobody has to see.
    pub between_ms: u64,
    /// How long a seat is kept for whoever is offered it.
    pub offer_ms: u64,
    /// How long a player may sit out before it loses its seat; 0 is for ever.
    pub sit_out_ms: u64,
    /// Who comes back within this time brings at least what it took.
    pub rathole_ms: u64,
}

impl Clocks {
    /// Half a minute to act, and an hour in which nobody comes back with less than it took.
    pub const USUAL: Self = Self {
        act_ms: 30_000,
        show_ms: 8_000,
        link_ms: 3_000,
        bank_ms: 60_000,
        bank_refill_ms: 10_000,
        bank_hands: 10,
        grace_ms: 60_000,
        between_ms: 4_000,
        offer_ms: 60_000,
        sit_out_ms: 600_000,
        rathole_ms: 3_600_000,
    };

    fn check(&self) -> Result<(), SetupError> {
        const DAY: u64 = 86_400_000;
        let clocks = [
            ("a turn", self.act_ms),
            ("a showing", self.show_ms),
            ("a link", self.link_ms),
            ("a time bank", self.bank_ms),
            ("a time bank's refill", self.bank_refill_ms),
            ("a disconnected player's grace", self.grace_ms),
            ("a pause between hands", self.between_ms),
            ("an offer of a seat", self.offer_ms),
            ("sitting out", self.sit_out_ms),
            ("the time to bring chips back", self.rathole_ms),
        ];
        let wrong = clocks.into_iter().find(|&(what, ms)| ms > DAY || (ms == 0 && what == "a turn"));
        wrong.map_or(Ok(()), |(what, ms)| Err(SetupError::Clock { what, ms }))
    }
}

impl TableSetup {
    /// A public table of this many seats, with a buy-in of 40 to 100 big blinds and everything else as usual.
    pub fn new(name: &str, stakes: Stakes, seats: u8) -> Self {
        let spreads = stakes.spreads();
        let big_blind = spreads.ok().and_then(|spreads| Some(spreads.first()?.big_blind())).unwrap_or_default();
        Self {
            name: name.to_owned(),
            stakes,
            rotation: Rotation::Orbit,
            seats,
            buy_in: BuyIn { min: big_blind.times(40), max: big_blind.times(100) },
            clocks: Clocks::USUAL,
            bots: true,
            advisor: false,
            spectators: true,
            invitation: None,
            host: None,
            tournament: None,
        }
    }

    /// Checks everything, and gives the games as they are spread.
    pub(crate) fn check(&self) -> Result<Vec<Spread>, SetupError> {
        let spreads = self.stakes.spreads_for(self.seats)?;
        let most = spreads.iter().map(|spread| spread.game().seats().1).min().unwrap_or(0).min(MOST_SEATS);
        if self.seats < 2 || usize::from(self.seats) > most {
            return Err(SetupError::Seats { seats: self.seats, game: self.stakes.game.clone(), most });
        }
        let big_blind = spreads.iter().map(Spread::big_blind).max().unwrap_or_default();
        let BuyIn { min, max } = self.buy_in;
        if self.tournament.is_none() && (min < big_blind || max < min || max > Chips::MOST) {
            return Err(SetupError::BuyIn { min, max, big_blind });
        }
        self.clocks.check()?;
        for (what, text, most) in [("the name", Some(&self.name), 64), ("the code", self.invitation.as_ref(), 64)] {
            let length = text.map_or(0, String::len);
            if length > most {
                return Err(SetupError::TooLong { what, length, most });
            }
        }
        Ok(spreads)
    }
}
