//! What a table's host may do: pause, ask a player to go, change the stakes between hands, close.

use std::sync::Arc;

use cardroom_rules::Chips;

use crate::chair::{Chair, Exit, Presence};
use crate::change::Change;
use crate::command::Command;
use crate::id::{AccountId, Actor, Now, SeatNo};
use crate::news::News;
use crate::refused::Refused;
use crate::setup::{BuyIn, TableSetup};
use crate::stakes::Stakes;
use crate::state::{Gate, Phase, Round};
use crate::table::Table;

/// How many whom the host sent away are remembered; the earliest are forgotten first.
const MOST_BARRED: usize = 1000;

impl Table {
    /// A hand that is running is played to its end.
    pub(crate) fn pause(&mut self, by: Actor, paused: bool, change: &mut Change) -> Result<(), Refused> {
        self.for_host_or_director(by)?;
        self.state.gate = match (self.state.gate, paused) {
            (Gate::Open, true) => Gate::Paused,
            (Gate::Paused, false) => Gate::Open,
            _ => return Err(Refused::Already("the table is paused or held already, or is not paused")),
        };
        change.news.push(News::Paused { paused });
        Ok(())
    }

    pub(crate) fn kick(&mut self, by: Actor, account: AccountId, now: Now, change: &mut Change) -> Result<(), Refused> {
        self.for_host(by)?;
        if self.is_tournament() {
            return Err(Refused::Tournament { tournament: true });
        }
        let at = self.find(account).ok_or(Refused::NotSeated(account))?;
        self.bar(at, account);
        match self.chair_mut(at).map(|chair| &mut chair.leaves) {
            Some(leaves @ Some(Exit::Own)) => {
                *leaves = Some(Exit::Kicked);
                change.silent = true;
                Ok(())
            }
            _ => self.send_off(at, Exit::Kicked, now, change),
        }
    }

    /// Who was sent away doesn't come back to this table. A house bot isn't anybody who would; nor is the host.
    fn bar(&mut self, at: u8, account: AccountId) {
        let bot = self.chair(at).is_some_and(|chair| chair.bot);
        if bot || self.state.setup.host == Some(account) || self.state.barred.contains(&account) {
            return;
        }
        if self.state.barred.len() >= MOST_BARRED {
            self.state.barred.remove(0);
        }
        self.state.barred.push(account);
    }

    /// Who sits down chooses its stakes, and is dealt in a moment after they change: a host who raises them as it
    /// likes, and lowers them when its own blinds are due, would have another's chips in the pot unasked. It is asked
    /// when the command comes, not when a log is played again.
    pub(crate) fn check_raised(&self, by: Actor, command: &Command) -> Result<(), Refused> {
        let Actor::Player(account) = by else { return Ok(()) };
        // Stakes that wait for the end of a hand are not seen yet by whoever comes in before.
        let brings = match command {
            Command::ChangeStakes { stakes, .. } => {
                return self.if_raised_to(stakes).map_or(Ok(()), |least| self.check_all_follow(account, least));
            }
            Command::Sit { buy_in: brings, .. } | Command::Rebuy { amount: brings } => Some(*brings),
            Command::Return { .. } if !self.is_tournament() => {
                self.find(account).and_then(|at| self.chair(at)).map(Chair::chips)
            }
            _ => None,
        };
        let Some(brings) = brings.filter(|_| self.state.setup.host != Some(account)) else { return Ok(()) };
        match self.state.next_stakes.as_ref().and_then(|next| self.if_raised_to(&next.0)) {
            Some(least) if brings < least => Err(Refused::Raised { least }),
            _ => Ok(()),
        }
    }

    /// The chips that it takes to be dealt in unasked, where these stakes are higher than those that are played.
    fn if_raised_to(&self, stakes: &Stakes) -> Option<Chips> {
        let posted = stakes.most_posted();
        (posted > self.state.setup.stakes.most_posted()).then(|| posted.times(10))
    }

    /// Whether everybody who plays, besides the host and house bots, has so many chips.
    fn check_all_follow(&self, host: AccountId, least: Chips) -> Result<(), Refused> {
        let unasked = |chair: &Chair| {
            let plays = !chair.bot && chair.account != host && !matches!(chair.presence, Presence::Out { .. });
            plays && chair.chips() < least
        };
        match self.seated().find(|(_, chair)| unasked(chair)) {
            Some((at, chair)) => {
                Err(Refused::TooHigh { seat: SeatNo::at(usize::from(at)), stack: chair.chips(), least })
            }
            None => Ok(()),
        }
    }

    pub(crate) fn change_stakes(
        &mut self,
        by: Actor,
        stakes: &Stakes,
        buy_in: BuyIn,
        change: &mut Change,
    ) -> Result<(), Refused> {
        self.for_host(by)?;
        if self.is_tournament() {
            return Err(Refused::Tournament { tournament: true });
        }
        self.set_stakes(stakes, buy_in, change)
    }

    /// Checked at once, played from the next hand on.
    pub(crate) fn set_stakes(&mut self, stakes: &Stakes, buy_in: BuyIn, change: &mut Change) -> Result<(), Refused> {
        TableSetup { stakes: stakes.clone(), buy_in, ..TableSetup::clone(&self.state.setup) }.check()?;
        self.state.next_stakes = Some(Box::new((stakes.clone(), buy_in)));
        change.silent = true;
        if matches!(self.state.phase, Phase::Between { .. }) {
            self.take_next_stakes(change);
        }
        Ok(())
    }

    /// Takes the stakes that were set for the next hand. Says whether there were any.
    pub(crate) fn take_next_stakes(&mut self, change: &mut Change) -> bool {
        let Some(next) = self.state.next_stakes.take() else { return false };
        let (stakes, buy_in) = *next;
        let Ok(spreads) = stakes.spreads() else { return false };
        let same_games = self.state.setup.stakes.game == stakes.game;
        let setup = Arc::make_mut(&mut self.state.setup);
        (setup.stakes, setup.buy_in) = (stakes, buy_in);
        self.spreads = spreads.into();
        // A level of the same mix goes on with the game whose turn it is.
        if !same_games {
            self.state.round = Round::default();
        }
        self.tell_game(change);
        true
    }

    /// No more hands. Players leave with their chips, those in a hand when it is over.
    pub(crate) fn close(&mut self, by: Actor, now: Now, change: &mut Change) -> Result<(), Refused> {
        self.for_host_or_director(by)?;
        if self.state.gate == Gate::Closing {
            return Err(Refused::Already("the table closes after this hand"));
        }
        self.state.gate = Gate::Closing;
        if !matches!(self.state.phase, Phase::Between { .. }) {
            change.news.push(News::Closing);
        }
        for account in self.state.line.clone().into_iter().chain(self.state.offers.clone().into_iter().map(|o| o.0)) {
            self.unlist(account, change);
        }
        // Nobody's hand is folded because the table closes: those in it play on, and leave when it is over.
        for at in 0..self.state.chairs.len() as u8 {
            if self.chair(at).is_some() && !self.is_in_hand(at) {
                self.vacate(at, Exit::Closed.leaving(), now, change);
            }
        }
        Ok(())
    }

    /// A table that is to be closed, once nobody plays.
    pub(crate) fn close_if_empty(&mut self, now: Now, change: &mut Change) {
        if self.state.gate != Gate::Closing {
            return;
        }
        for at in 0..self.state.chairs.len() as u8 {
            self.vacate(at, Exit::Closed.leaving(), now, change);
        }
        self.state.gate = Gate::Closed;
        change.news.push(News::Closed);
    }
}
