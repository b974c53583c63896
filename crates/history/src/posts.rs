//! What a post was that a record writes below zero.
//!
//! It is a dead one: chips for the pot that are no part of their player's bet. But what many records write so was a
//! blind posted live by somebody who came in between the blinds; their bets and results say so, and fit no other
//! reading. So where a record can't be played as it is written, or comes out otherwise than it says, its posts are
//! tried as live ones; the reading that fits is named beside the result. Where none fits the record stands as it is
//! written.

use cardroom_rules::Chips;

use crate::check::{Verdict, check};
use crate::error::HistoryError;
use crate::listener::Listener;
use crate::record::Record;
use crate::replay::Replayer;
use crate::stopped::Played;

/// How posts below zero are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Posts {
    /// All of them are dead, as they are written.
    #[default]
    Dead,
    /// One of at least a big blind is a live blind, and dead in what is above that; a smaller one is dead.
    WholeBlindsLive,
    /// Each is live up to a big blind, and what is more than that is dead.
    Live,
}

impl Posts {
    /// What of a post counts as its player's bet.
    pub(crate) fn live_part(self, post: Chips, big_blind: Chips) -> Chips {
        match self {
            Self::WholeBlindsLive if post >= big_blind => big_blind,
            Self::Live => post.min(big_blind),
            Self::Dead | Self::WholeBlindsLive => Chips::ZERO,
        }
    }
}

impl Replayer {
    /// Plays a record as far as it goes, to the hand's end or not, and hands every event on as
    /// [`Replayer::replay_into`] does.
    ///
    /// # Errors
    /// As [`Replayer::replay`], but for a record that stops before the hand is over. That is one only where the record
    /// has the results of a hand that was played on.
    ///
    /// ```
    /// use cardroom_history::{Played, Posts, Record, Replayer};
    ///
    /// let text = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n\
    ///     starting_stacks = [200, 150]\nactions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cbr 6']";
    /// let Played::Stopped(stopped) = Replayer::new().play_into(&Record::read(text)?, &mut ())? else { panic!() };
    /// assert_eq!(stopped.stacks[1].unwrap().get(), 144);
    /// assert_eq!(stopped.needs, "p1 is to fold, check, call, bet or raise");
    ///
    /// // The third player's post was a bet: it checks, and has lost no more than two.
    /// let text = "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, -2]\nmin_bet = 2\n\
    ///     starting_stacks = [200, 150, 100]\nfinishing_stacks = [199, 153, 98]\n\
    ///     actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cc', 'p1 f', 'p2 cc', 'd db 2c7dJh', \
    ///     'p2 cbr 4', 'p3 f']";
    /// let Played::Over(played) = Replayer::new().play_into(&Record::read(text)?, &mut ())? else { panic!() };
    /// assert_eq!(played.posts, Posts::WholeBlindsLive);
    /// # Ok::<(), cardroom_history::HistoryError>(())
    /// ```
    pub fn play_into<S: Listener>(&mut self, record: &Record<'_>, sink: &mut S) -> Result<Played, HistoryError> {
        let written = self.play_as(record, Posts::Dead, sink);
        if !record.blinds.iter().any(|blind| blind.is_negative()) || fits(record, &written) {
            return written;
        }
        for posts in [Posts::WholeBlindsLive, Posts::Live] {
            sink.again();
            let played = self.play_as(record, posts, sink);
            if fits(record, &played) {
                return played;
            }
        }
        sink.again();
        self.play_as(record, Posts::Dead, sink)
    }
}

/// Whether nothing in the record speaks against it.
fn fits(record: &Record<'_>, played: &Result<Played, HistoryError>) -> bool {
    match played {
        Ok(Played::Over(played)) => !matches!(check(record, played), Verdict::Differ(_)),
        Ok(Played::Stopped(_)) => true,
        Err(_) => false,
    }
}
