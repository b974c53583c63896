//! What a game is: a list of steps, how a hand is made at showdown, and how the pot is divided.
//!
//! A game is data. The interpreter in the hand plays it, the rules page prints it, the
//! seat limit is worked out from it, and its hash identifies it. Limits and stakes are chosen beside a game; they are no
//! part of it.

use core::fmt;

use cardroom_cards::Card;
use sha2::{Digest, Sha256};

use crate::seat::MOST_SEATS;

/// One game of the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game {
    /// What the command line, the protocol and the lobby call it: `holdout-hilo`.
    pub id: &'static str,
    /// What people call it: "Five Card Hold-Out, high/low".
    pub name: &'static str,
    /// The document it is played by.
    pub source: Source,
    /// What happens, in order.
    pub steps: &'static [Step],
    /// Which cards make a hand at showdown.
    pub making: Making,
    /// Where in the source that is said.
    pub making_cite: &'static str,
    /// Who gets the pot.
    pub division: Division,
    /// Where in the source that is said.
    pub division_cite: &'static str,
}

/// One step of a game, with the place in its source that asks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// What is done.
    pub verb: Verb,
    /// The source's own number: "§5".
    pub cite: &'static str,
    /// What the source adds, in our words, each with its number. They explain; they are not played.
    pub notes: &'static [(&'static str, &'static str)],
}

/// What a step does: the whole vocabulary of the interpreter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// So many cards to each player, face down, one at a time from the button's left.
    Deal(u8),
    /// A betting round, with the name people give it.
    Bet(&'static str),
    /// Each live player in turn throws away up to so many cards and gets none back.
    Discard {
        /// The most that may go.
        most: u8,
    },
    /// Each live player in turn chooses up to so many cards to exchange; then all are dealt theirs.
    Draw {
        /// The most that may be exchanged.
        most: u8,
    },
    /// The top card of the stub goes away unseen.
    Burn,
    /// So many cards face up to the middle, with the name people give them.
    Board(u8, &'static str),
}

/// Which cards make a player's hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Making {
    /// The best five of the held and the board cards, the board alone included.
    BestFive,
    /// Every held card, and exactly as many board cards as are missing to five.
    AllHeld,
}

/// Who gets the pot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Division {
    /// The best high hand.
    High,
    /// Half the best high hand, half the best ace-to-five low that qualifies.
    HighLow,
    /// The best low hand.
    Low(LowKind),
}

/// How low hands are ranked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LowKind {
    /// Ace low, straights and flushes ignored.
    AceToFive,
    /// Ace high, straights and flushes count against.
    DeuceToSeven,
}

/// A source document, under the name by which it is cited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// Five Card Hold Out as approved by the Washington State Gambling Commission on 28 November 2018.
    Wsgc2018,
    /// The earlier Five Card Hold-Out with a board of two and two.
    HoldOut22,
    /// Five Card Draw as played on the Asian Poker Tour.
    Apt,
    /// The GLD Products rule book for Texas Hold'em.
    Gld,
}

impl Source {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Wsgc2018, Self::HoldOut22, Self::Apt, Self::Gld];

    /// The short name that citations use: `WSGC-2018`.
    pub const fn short_name(self) -> &'static str {
        match self {
            Self::Wsgc2018 => "WSGC-2018",
            Self::HoldOut22 => "HOLDOUT-2+2",
            Self::Apt => "APT",
            Self::Gld => "GLD",
        }
    }

    /// What the document is.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Wsgc2018 => {
                "Five Card Hold Out, as approved by the Washington State Gambling Commission, 28 November 2018"
            }
            Self::HoldOut22 => "Five Card Hold-Out, the earlier rules with a board of two and two",
            Self::Apt => "Five Card Draw, Asian Poker Tour",
            Self::Gld => "Texas Hold'em Rule Book, GLD Products",
        }
    }

    /// The most players that the document itself allows; a document that names no number leaves it to the deck.
    pub const fn most_players(self) -> Option<usize> {
        match self {
            Self::Gld => Some(10),
            Self::Wsgc2018 | Self::HoldOut22 | Self::Apt => None,
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.short_name())
    }
}

impl Division {
    /// Whether a high hand can win anything.
    pub const fn has_high(self) -> bool {
        matches!(self, Self::High | Self::HighLow)
    }

    /// Whether a low hand can win anything.
    pub const fn has_low(self) -> bool {
        matches!(self, Self::HighLow | Self::Low(_))
    }
}

/// What a game's most players follow from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SeatsBound {
    /// One more would need more cards than there are.
    Deck,
    /// The source names the number.
    Source,
    /// No table has more seats.
    Table,
}

/// Bumped when the interpreter plays a verb, a making or a division differently than before, so that the hash of
/// every game changes with it.
const INTERPRETER_EDITION: u32 = 1;

impl Game {
    /// How many betting rounds there are.
    pub fn betting_rounds(&self) -> usize {
        self.steps.iter().filter(|step| matches!(step.verb, Verb::Bet(_))).count()
    }

    /// How many cards each player is dealt.
    pub fn cards_dealt(&self) -> usize {
        self.count(|verb| if let Verb::Deal(cards) = verb { cards } else { 0 })
    }

    /// How many cards the board will have.
    pub fn board_cards(&self) -> usize {
        self.count(|verb| if let Verb::Board(cards, _) = verb { cards } else { 0 })
    }

    /// How many cards are burned.
    pub fn burned_cards(&self) -> usize {
        self.count(|verb| u8::from(verb == Verb::Burn))
    }

    /// The step from which on nobody's cards change any more: after the last deal, discard or draw.
    pub(crate) fn cards_settled(&self) -> usize {
        let changes = |step: &Step| matches!(step.verb, Verb::Deal(_) | Verb::Discard { .. } | Verb::Draw { .. });
        self.steps.iter().rposition(changes).map_or(0, |last| last.saturating_add(1))
    }

    /// Whether players exchange cards, so that the muck may have to be shuffled back.
    pub fn can_reshuffle(&self) -> bool {
        self.most_exchanged() > 0
    }

    /// The fewest and the most players: at least two, at most what the source allows and the deck suffices for.
    ///
    /// Without a draw every card dealt stays out, so the deck must hold all of them. With one, the last player
    /// served in a draw must find as many cards as it threw among those that are in nobody's hand, not on the
    /// board, and not the ones it has just thrown itself: `52 − board − burns − n·dealt ≥ exchanged`.
    pub fn seats(&self) -> (usize, usize) {
        let most = self.source.most_players().unwrap_or(MOST_SEATS).min(MOST_SEATS);
        (2, (0..=most).rev().find(|players| self.deck_suffices(*players)).unwrap_or(0))
    }

    /// What keeps one more than [`Game::seats`] says from playing.
    pub(crate) fn seats_bound(&self) -> SeatsBound {
        let (_, most) = self.seats();
        if !self.deck_suffices(most.saturating_add(1)) {
            SeatsBound::Deck
        } else if self.source.most_players() == Some(most) {
            SeatsBound::Source
        } else {
            SeatsBound::Table
        }
    }

    fn deck_suffices(&self, players: usize) -> bool {
        let dealt = players.saturating_mul(self.cards_dealt());
        let out = [dealt, self.board_cards(), self.burned_cards(), self.most_exchanged()];
        out.iter().sum::<usize>() <= Card::COUNT
    }

    fn count(&self, cards: impl Fn(Verb) -> u8) -> usize {
        self.steps.iter().map(|step| usize::from(cards(step.verb))).sum()
    }

    fn most_exchanged(&self) -> usize {
        let exchanged = |step: &Step| if let Verb::Draw { most } = step.verb { usize::from(most) } else { 0 };
        self.steps.iter().map(exchanged).max().unwrap_or(0)
    }

    /// The rules in a fixed plain form: everything that decides how the game is played and nothing else.
    pub fn canonical(&self) -> String {
        use fmt::Write;
        let mut text = format!("cardroom-rules edition {INTERPRETER_EDITION}\n");
        let (fewest, most) = self.seats();
        let _ = writeln!(text, "seats {fewest} {most}");
        for step in self.steps {
            let _ = match step.verb {
                Verb::Deal(cards) => writeln!(text, "deal {cards}"),
                Verb::Bet(_) => writeln!(text, "bet"),
                Verb::Discard { most } => writeln!(text, "discard 0 {most}"),
                Verb::Draw { most } => writeln!(text, "draw 0 {most}"),
                Verb::Burn => writeln!(text, "burn"),
                Verb::Board(cards, _) => writeln!(text, "board {cards}"),
            };
        }
        text.push_str(match self.making {
            Making::BestFive => "hand best-five\n",
            Making::AllHeld => "hand all-held\n",
        });
        text.push_str(match self.division {
            Division::High => "pot high\n",
            Division::HighLow => "pot high-low\n",
            Division::Low(LowKind::AceToFive) => "pot low ace-to-five\n",
            Division::Low(LowKind::DeuceToSeven) => "pot low deuce-to-seven\n",
        });
        text
    }

    /// The hash by which a record names the rules it was played by: SHA-256 of [`Game::canonical`].
    ///
    /// It changes when the rules change and only then: names, citations and explanations are no part of it.
    pub fn rules_hash(&self) -> RulesHash {
        RulesHash(Sha256::digest(self.canonical()).into())
    }
}

/// The hash of a game's rules, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RulesHash([u8; 32]);

impl RulesHash {
    /// The hash's 32 bytes.
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for RulesHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for RulesHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
