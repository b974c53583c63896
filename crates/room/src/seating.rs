//! Sitting down, leaving, adding chips, sitting out and coming back.

use cardroom_fair::Digest;
use cardroom_rules::Chips;

use crate::chair::{Chair, Coming, Exit, Owed, Presence};
use crate::change::Change;
use crate::command::{Command, SitOut};
use crate::id::{AccountId, Actor, Now, SeatNo};
use crate::ledger::{Entry, Purse, Reason};
use crate::news::{Absence, Leaving, News};
use crate::refused::Refused;
use crate::state::{Phase, Took};
use crate::table::Table;

/// How many who left with chips are remembered; the earliest are forgotten first.
const MOST_REMEMBERED: usize = 1000;

impl Table {
    /// Whether somebody may watch.
    ///
    /// # Errors
    /// If the table is closed to spectators, or private and the code is wrong or the host sent the account away.
    pub fn may_watch(&self, account: Option<AccountId>, code: Option<&str>) -> Result<(), Refused> {
        let setup = &self.state.setup;
        let own = account.is_some_and(|account| setup.host == Some(account) || self.find(account).is_some());
        match &setup.invitation {
            _ if own => Ok(()),
            Some(_) if account.is_some_and(|account| self.state.barred.contains(&account)) => Err(Refused::Barred),
            Some(invitation) if code != Some(invitation) => Err(Refused::WrongCode),
            _ if !setup.spectators => Err(Refused::NoSpectators),
            _ => Ok(()),
        }
    }

    /// Who may come in is asked when it comes, not when a log is played again: a private table's code is kept nowhere
    /// else, and who was sent away from tables of old came back to some.
    pub(crate) fn check_entry(&self, by: Actor, command: &Command) -> Result<(), Refused> {
        let (Command::Sit { code, .. } | Command::JoinList { code }) = command else { return Ok(()) };
        if by.account().is_some_and(|account| self.state.barred.contains(&account)) {
            return Err(Refused::Barred);
        }
        match &self.state.setup.invitation {
            Some(invitation) if code.as_ref() != Some(invitation) => Err(Refused::WrongCode),
            _ => Ok(()),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "what a player says when it sits down")]
    pub(crate) fn sit(
        &mut self,
        by: Actor,
        seat: Option<SeatNo>,
        buy_in: Chips,
        name: &str,
        anchor: Option<Digest>,
        now: Now,
        change: &mut Change,
    ) -> Result<(), Refused> {
        let account = by.account().ok_or(Refused::NoAccount)?;
        let bot = matches!(by, Actor::Bot(_));
        if bot && !self.state.setup.bots {
            return Err(Refused::NoBots);
        }
        self.check_waited(account, now)?;
        let at = self.free_seat(account, seat)?;
        check_name(name)?;
        let took = self.took(account, now);
        let (min, max) = (self.state.setup.buy_in.min, self.state.setup.buy_in.max);
        let (min, max) = (min.max(took), max.max(took));
        if buy_in < min || buy_in > max || self.state.total + buy_in > Chips::MOST {
            return Err(Refused::BuyIn { amount: buy_in, min, max, took: !took.is_zero() });
        }
        self.forget(account);
        self.unlist(account, change);
        // Who sits down owes a big blind, unless the first hand is still to come.
        let coming = Coming::Waits(Owed::Big);
        let mut chair = Chair::new(account, name, bot, buy_in, coming, &self.state.setup.clocks);
        chair.chain = anchor;
        self.place(at, chair, change);
        self.move_chips(account, buy_in, Reason::BuyIn, change);
        Ok(())
    }

    /// A seat that an account may take: the one it wants, or the first.
    pub(crate) fn free_seat(&self, account: AccountId, seat: Option<SeatNo>) -> Result<u8, Refused> {
        if self.find(account).is_some() {
            return Err(Refused::AlreadySeated(account));
        }
        let free: Vec<u8> =
            (0..).zip(&self.state.chairs).filter(|(_, chair)| chair.is_none()).map(|(at, _)| at).collect();
        let offered = self.state.offers.iter().any(|&(who, _)| who == account);
        // Free seats are kept for those who were offered one, and nobody overtakes the line.
        let kept = if offered { 0 } else { self.state.offers.len().saturating_add(self.state.line.len()) };
        if free.len() <= kept {
            return Err(Refused::NoSeat { seat: None });
        }
        match seat {
            None => free.first().copied().ok_or(Refused::NoSeat { seat: None }),
            Some(seat) => {
                free.into_iter().find(|&at| usize::from(at) == seat.index()).ok_or(Refused::NoSeat { seat: Some(seat) })
            }
        }
    }

    pub(crate) fn place(&mut self, at: u8, chair: Chair, change: &mut Change) {
        let seat = SeatNo::at(usize::from(at));
        let (account, stack, bot, name) = (chair.account, chair.stack, chair.bot, String::clone(&chair.name));
        change.news.push(News::Sat { account, seat, name, stack, bot });
        if let Some(place) = self.state.chairs.get_mut(usize::from(at)) {
            *place = Some(chair);
        }
        self.state.total += stack;
    }

    /// Writes what an account brought to the table, or took from it, into the ledger.
    fn move_chips(&self, account: AccountId, amount: Chips, reason: Reason, change: &mut Change) {
        let (wallet, seat) = (Purse::Wallet(account), Purse::Seat(self.state.id, account));
        let (from, to) = if reason == Reason::CashOut { (seat, wallet) } else { (wallet, seat) };
        if !amount.is_zero() && !self.is_tournament() {
            change.entries.push(Entry { from, to, amount, reason });
        }
    }

    pub(crate) fn leave(&mut self, account: AccountId, now: Now, change: &mut Change) -> Result<(), Refused> {
        let at = self.find(account).ok_or(Refused::NotSeated(account))?;
        self.send_off(at, Exit::Own, now, change)
    }

    /// A player leaves: now, or when the hand it plays is over.
    pub(crate) fn send_off(&mut self, at: u8, exit: Exit, now: Now, change: &mut Change) -> Result<(), Refused> {
        if !self.is_in_hand(at) {
            self.vacate(at, exit.leaving(), now, change);
            return Ok(());
        }
        let Some(chair) = self.chair_mut(at) else { return Ok(()) };
        if chair.leaves.is_some() {
            return Err(Refused::Already("the seat is given up as soon as the hand is over"));
        }
        chair.leaves = Some(exit);
        change.silent = true;
        self.act_for_absent(now, change)
    }

    /// The seat is free, and its chips are back in the wallet.
    pub(crate) fn vacate(&mut self, at: u8, why: Leaving, now: Now, change: &mut Change) {
        let Some(chair) = self.state.chairs.get_mut(usize::from(at)).and_then(Option::take) else { return };
        let (account, took, seat) = (chair.account, chair.chips(), SeatNo::at(usize::from(at)));
        self.state.total -= took;
        self.move_chips(account, took, Reason::CashOut, change);
        change.news.push(News::Left { account, seat, took, why });
        let keep_ms = self.state.setup.clocks.rathole_ms;
        if !took.is_zero() && keep_ms > 0 && !self.is_tournament() {
            self.forget(account);
            self.state.took.retain(|took| took.until > now);
            if self.state.took.len() >= MOST_REMEMBERED {
                self.state.took.remove(0);
            }
            self.state.took.push(Took { account, amount: took, until: now.plus(keep_ms) });
        }
        self.offer_seats(now, change);
    }

    pub(crate) fn took(&self, account: AccountId, now: Now) -> Chips {
        let recent = |took: &&Took| took.account == account && took.until > now;
        self.state.took.iter().find(recent).map_or(Chips::ZERO, |took| took.amount)
    }

    fn forget(&mut self, account: AccountId) {
        self.state.took.retain(|took| took.account != account);
    }

    /// Chips are added between hands only (table stakes): during one they wait beside the stack.
    pub(crate) fn add_chips(
        &mut self,
        account: AccountId,
        amount: Chips,
        rebuy: bool,
        change: &mut Change,
    ) -> Result<(), Refused> {
        let at = self.find(account).ok_or(Refused::NotSeated(account))?;
        if self.is_tournament() {
            return Err(Refused::Tournament { tournament: true });
        }
        let later = self.is_in_hand(at);
        let (min, max) = (self.state.setup.buy_in.min, self.state.setup.buy_in.max);
        let room = Chips::MOST - self.state.total;
        let Some(chair) = self.chair_mut(at) else { return Err(Refused::NotSeated(account)) };
        let stack = chair.chips();
        if stack.is_zero() != rebuy {
            return Err(Refused::Rebuy { broke: stack.is_zero() });
        }
        if rebuy && (amount < min || amount > max) {
            return Err(Refused::BuyIn { amount, min, max, took: false });
        }
        if amount.is_zero() || amount > max - stack || amount > room {
            return Err(Refused::TooMuchAdded { amount, stack, max });
        }
        if later {
            chair.added += amount;
        } else {
            chair.stack += amount;
        }
        let was_broke = rebuy && matches!(chair.presence, Presence::Out { .. }) && chair.sits_out.is_none();
        if was_broke {
            chair.presence = Presence::Here;
        }
        self.state.total += amount;
        change.news.push(News::Added { seat: SeatNo::at(usize::from(at)), amount, later });
        self.move_chips(account, amount, if rebuy { Reason::Rebuy } else { Reason::TopUp }, change);
        Ok(())
    }

    pub(crate) fn ask_to_sit_out(
        &mut self,
        at: u8,
        when: SitOut,
        now: Now,
        change: &mut Change,
    ) -> Result<(), Refused> {
        let in_hand = self.is_in_hand(at);
        let Some(chair) = self.chair_mut(at) else { return Ok(()) };
        if chair.presence != Presence::Here || chair.sits_out == Some(when) {
            return Err(Refused::Already("the seat sits out already, or will"));
        }
        chair.sits_out = Some(when);
        change.silent = true;
        if when == SitOut::NextHand && !in_hand {
            self.seat_out(at, Absence::Own, now, change);
        }
        Ok(())
    }

    /// A player sits out from now on. At a tournament's table it is away instead: its blinds and antes are posted, and
    /// the table acts for it at once.
    pub(crate) fn seat_out(&mut self, at: u8, why: Absence, now: Now, change: &mut Change) {
        if self.is_tournament() {
            return self.step_away(at, why, change);
        }
        let keep_ms = self.state.setup.clocks.sit_out_ms;
        let until = (keep_ms > 0).then(|| now.plus(keep_ms));
        let Some(chair) = self.chair_mut(at) else { return };
        if matches!(chair.presence, Presence::Out { .. }) {
            return;
        }
        chair.presence = Presence::Out { until };
        chair.sits_out = if why == Absence::Broke { None } else { Some(SitOut::NextHand) };
        change.news.push(News::SatOut { seat: SeatNo::at(usize::from(at)), why });
    }

    /// The table acts for a player at once until it says something.
    pub(crate) fn step_away(&mut self, at: u8, why: Absence, change: &mut Change) {
        let Some(chair) = self.chair_mut(at) else { return };
        if chair.presence == Presence::Here {
            chair.presence = Presence::Away;
            change.news.push(News::SatOut { seat: SeatNo::at(usize::from(at)), why });
        }
    }

    pub(crate) fn come_back(
        &mut self,
        account: AccountId,
        anchor: Option<Digest>,
        now: Now,
        change: &mut Change,
    ) -> Result<(), Refused> {
        let at = self.find(account).ok_or(Refused::NotSeated(account))?;
        self.check_waited(account, now)?;
        let asked = self.is_linking(at);
        let Some(chair) = self.chair_mut(at) else { return Err(Refused::NotSeated(account)) };
        if chair.chips().is_zero() {
            return Err(Refused::NoChips);
        }
        if chair.presence == Presence::Here && chair.sits_out.is_none() && anchor.is_none() {
            return Err(Refused::Already("the seat isn't sitting out"));
        }
        if anchor.is_some() && asked {
            return Err(Refused::NotNow("a new chain"));
        }
        chair.presence = Presence::Here;
        chair.sits_out = None;
        chair.connected = true;
        chair.chain = anchor.or(chair.chain);
        change.news.push(News::Back { seat: SeatNo::at(usize::from(at)) });
        Ok(())
    }

    /// A seat that has no chain takes one. One that has goes on with it, whichever window of its player's asks: the
    /// links that another keeps are awaited.
    pub(crate) fn take_chain(
        &mut self,
        account: AccountId,
        anchor: Digest,
        change: &mut Change,
    ) -> Result<(), Refused> {
        let at = self.find(account).ok_or(Refused::NotSeated(account))?;
        let Some(chair) = self.chair_mut(at) else { return Err(Refused::NotSeated(account)) };
        if chair.chain.is_some() {
            return Err(Refused::Already("the seat has a chain"));
        }
        chair.chain = Some(anchor);
        change.silent = true;
        Ok(())
    }

    /// Post what is owed, or wait for the big blind.
    pub(crate) fn come_in(&mut self, account: AccountId, post: bool, change: &mut Change) -> Result<(), Refused> {
        let at = self.find(account).ok_or(Refused::NotSeated(account))?;
        let Some(chair) = self.chair_mut(at) else { return Err(Refused::NotSeated(account)) };
        let Some(owed) = chair.coming.owed() else { return Err(Refused::Already("the seat owes no blind")) };
        let coming = if post { Coming::Posts(owed) } else { Coming::Waits(owed) };
        if coming == chair.coming {
            return Err(Refused::Already(if post { "the seat posts as soon as it may" } else { "the seat waits" }));
        }
        chair.coming = coming;
        change.silent = true;
        Ok(())
    }

    pub(crate) fn prefer(
        &mut self,
        account: AccountId,
        preference: impl Fn(&mut Chair) -> &mut bool,
        on: bool,
        change: &mut Change,
    ) -> Result<(), Refused> {
        let at = self.find(account).ok_or(Refused::NotSeated(account))?;
        if let Some(chair) = self.chair_mut(at) {
            change.silent |= *preference(chair) != on;
            *preference(chair) = on;
        }
        Ok(())
    }

    pub(crate) fn connect(&mut self, account: AccountId, there: bool, change: &mut Change) -> Result<(), Refused> {
        let at = self.find(account).ok_or(Refused::NotSeated(account))?;
        let Some(chair) = self.chair_mut(at) else { return Err(Refused::NotSeated(account)) };
        let away = there && chair.presence == Presence::Away && chair.sits_out.is_none();
        if chair.connected == there && !away {
            return Ok(());
        }
        if away {
            chair.presence = Presence::Here;
        }
        chair.connected = there;
        change.news.push(News::Connection { seat: SeatNo::at(usize::from(at)), there });
        Ok(())
    }

    /// Whether a seat plays the hand that is committed or being played.
    pub(crate) fn is_in_hand(&self, at: u8) -> bool {
        match &self.state.phase {
            Phase::Linking { plan, .. } => plan.players.iter().any(|player| player.at == at),
            Phase::Playing(playing) => playing.plan.players.iter().any(|player| player.at == at),
            Phase::Between { .. } | Phase::Showing { .. } => false,
        }
    }

    fn is_linking(&self, at: u8) -> bool {
        matches!(self.state.phase, Phase::Linking { .. }) && self.is_in_hand(at)
    }

    /// When players who sit out lose their seats. Nobody does in a hand.
    pub(crate) fn sit_out_ends(&self) -> impl Iterator<Item = Now> + '_ {
        let ends = |(at, chair): (u8, &Chair)| match chair.presence {
            Presence::Out { until } if !self.is_in_hand(at) => until,
            _ => None,
        };
        self.seated().filter_map(ends)
    }

    /// Takes the seats of those who sat out too long.
    pub(crate) fn clear_seats(&mut self, now: Now, change: &mut Change) {
        for at in 0..self.state.chairs.len() as u8 {
            let over = |chair: &Chair| matches!(chair.presence, Presence::Out { until: Some(until) } if until <= now);
            if self.chair(at).is_some_and(over) && !self.is_in_hand(at) {
                self.vacate(at, Leaving::TooLong, now, change);
            }
        }
    }
}

impl Exit {
    pub(crate) const fn leaving(self) -> Leaving {
        match self {
            Self::Own => Leaving::Own,
            Self::Kicked => Leaving::Kicked,
            Self::Closed => Leaving::Closed,
        }
    }
}

pub(crate) fn check_name(name: &str) -> Result<(), Refused> {
    if name.is_empty() || name.len() > 64 { Err(Refused::Name) } else { Ok(()) }
}
