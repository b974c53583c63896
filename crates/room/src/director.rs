//! What a tournament's director may do at one of its tables. Its chips are counters: they never touch the ledger.

use cardroom_rules::Chips;

use crate::chair::{Chair, Coming};
use crate::change::Change;
use crate::id::{AccountId, Now, SeatNo};
use crate::news::{Leaving, News};
use crate::refused::Refused;
use crate::seating::check_name;
use crate::state::{Gate, Phase};
use crate::table::Table;

impl Table {
    #[expect(clippy::too_many_arguments, reason = "what a director says when it seats somebody")]
    pub(crate) fn seat_entrant(
        &mut self,
        account: AccountId,
        name: &str,
        seat: Option<SeatNo>,
        stack: Chips,
        bot: bool,
        now: Now,
        change: &mut Change,
    ) -> Result<(), Refused> {
        let at = self.free_seat(account, seat)?;
        check_name(name)?;
        if stack.is_zero() || stack > Chips::MOST - self.state.total {
            return Err(Refused::NoChips);
        }
        let chair = Chair::new(account, name, bot, stack, Coming::Free, &self.state.setup.clocks);
        self.place(at, chair, change);
        // However long the table has rested, whoever comes has time to send its chain's anchor.
        if let Phase::Between { next_at: Some(next_at) } = &mut self.state.phase {
            *next_at = now.max(*next_at);
        }
        Ok(())
    }

    pub(crate) fn remove_entrant(&mut self, account: AccountId, now: Now, change: &mut Change) -> Result<(), Refused> {
        let at = self.find(account).ok_or(Refused::NotSeated(account))?;
        if self.is_in_hand(at) {
            return Err(Refused::HandRunning);
        }
        self.vacate(at, Leaving::Director, now, change);
        Ok(())
    }

    /// After a chip race everyone's stack is what it says; the director answers for the sum over the tournament.
    pub(crate) fn set_stacks(&mut self, stacks: &[(AccountId, u64)], change: &mut Change) -> Result<(), Refused> {
        if !self.is_between_hands() {
            return Err(Refused::HandRunning);
        }
        let places: Result<Vec<u8>, Refused> =
            stacks.iter().map(|&(account, _)| self.find(account).ok_or(Refused::NotSeated(account))).collect();
        let places = places?;
        let set: Chips = stacks.iter().map(|&(_, stack)| Chips::new(stack).min(Chips::MOST)).sum();
        let unchanged =
            self.seated().filter(|(at, _)| !places.contains(at)).map(|(_, chair)| chair.stack).sum::<Chips>();
        let mut once = places.clone();
        once.sort_unstable();
        once.dedup();
        let too_much = stacks.iter().any(|&(_, stack)| stack > Chips::MOST.get());
        if too_much || set + unchanged > Chips::MOST || once.len() != places.len() {
            return Err(Refused::Sum { total: self.state.total });
        }
        for (&at, &(_, stack)) in places.iter().zip(stacks) {
            if let Some(chair) = self.chair_mut(at) {
                chair.stack = Chips::new(stack);
            }
        }
        self.state.total = set + unchanged;
        change.silent = true;
        Ok(())
    }

    pub(crate) fn hold(&mut self, change: &mut Change) -> Result<(), Refused> {
        if self.state.gate != Gate::Open {
            return Err(Refused::Already("the table already deals no hand by itself"));
        }
        self.state.gate = Gate::Held;
        change.news.push(News::Held { held: true });
        Ok(())
    }

    /// A hand that was let go is dealt.
    pub(crate) fn hold_after_this_hand(&mut self) {
        self.state.dealt = self.state.released;
        if self.state.gate == Gate::Open {
            self.state.gate = Gate::Held;
        }
    }

    /// Lets one hand go. Who moves where is decided between hands, so the table holds itself when it is dealt.
    pub(crate) fn release(&mut self, hand: u64, change: &mut Change) -> Result<(), Refused> {
        if self.state.gate != Gate::Held || hand <= self.state.dealt {
            return Err(Refused::Already("the hand was dealt, or will be"));
        }
        (self.state.gate, self.state.released) = (Gate::Open, hand);
        change.news.push(News::Held { held: false });
        Ok(())
    }
}
