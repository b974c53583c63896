//! The waiting list: whoever is first in line is offered the next free seat for a while.

use crate::change::Change;
use crate::id::{AccountId, Now};
use crate::news::News;
use crate::refused::Refused;
use crate::state::Gate;
use crate::table::Table;

/// How many may stand in line.
const MOST_IN_LINE: usize = 200;

impl Table {
    pub(crate) fn join_list(&mut self, account: AccountId, now: Now, change: &mut Change) -> Result<(), Refused> {
        if self.find(account).is_some() {
            return Err(Refused::AlreadySeated(account));
        }
        if self.is_listed(account) {
            return Err(Refused::Listed { account, listed: true });
        }
        if self.state.line.len() >= MOST_IN_LINE {
            return Err(Refused::LineFull { most: MOST_IN_LINE });
        }
        self.state.line.push(account);
        change.news.push(News::Listed { account, place: self.state.line.len() });
        self.offer_seats(now, change);
        Ok(())
    }

    pub(crate) fn leave_list(&mut self, account: AccountId, now: Now, change: &mut Change) -> Result<(), Refused> {
        if !self.is_listed(account) {
            return Err(Refused::Listed { account, listed: false });
        }
        self.unlist(account, change);
        self.offer_seats(now, change);
        Ok(())
    }

    fn is_listed(&self, account: AccountId) -> bool {
        self.state.line.contains(&account) || self.state.offers.iter().any(|&(who, _)| who == account)
    }

    /// Takes somebody out of the line and its offer back.
    pub(crate) fn unlist(&mut self, account: AccountId, change: &mut Change) {
        if self.is_listed(account) {
            self.state.line.retain(|&who| who != account);
            self.state.offers.retain(|&(who, _)| who != account);
            change.news.push(News::Unlisted { account });
        }
    }

    /// Offers every free seat that is kept for nobody to the first in line.
    pub(crate) fn offer_seats(&mut self, now: Now, change: &mut Change) {
        let ms = self.state.setup.clocks.offer_ms;
        let free = self.state.chairs.iter().filter(|chair| chair.is_none()).count();
        if matches!(self.state.gate, Gate::Closing | Gate::Closed) {
            return;
        }
        while self.state.offers.len() < free && !self.state.line.is_empty() {
            let account = self.state.line.remove(0);
            self.state.offers.push((account, now.plus(ms)));
            change.news.push(News::Offered { account, ms });
        }
    }

    /// What time alone brings about outside of a hand: offers lapse, and seats are lost by sitting out too long.
    pub(crate) fn lapse(&mut self, now: Now, change: &mut Change) {
        let over = |&(account, until): &(AccountId, Now)| (until <= now).then_some(account);
        let lapsed: Vec<AccountId> = self.state.offers.iter().filter_map(over).collect();
        for &account in &lapsed {
            self.unlist(account, change);
        }
        if !lapsed.is_empty() {
            self.offer_seats(now, change);
        }
        self.clear_seats(now, change);
    }
}
