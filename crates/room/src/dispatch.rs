//! Which command is whose to give, and what answers it.

use crate::change::Change;
use crate::command::{Command, SitOut};
use crate::id::{AccountId, Actor, Now};
use crate::refused::Refused;
use crate::table::Table;

impl Table {
    /// Does what one command says and nothing more. Checks come first: on refusal nothing has changed.
    pub(crate) fn dispatch(
        &mut self,
        by: Actor,
        command: &Command,
        now: Now,
        change: &mut Change,
    ) -> Result<(), Refused> {
        let account = || by.account().ok_or(Refused::NoAccount);
        match command {
            Command::Act { hand, turn, choice } => self.act(account()?, (*hand, *turn), *choice, now, change),
            Command::TakeTime { hand, turn } => self.take_time(account()?, (*hand, *turn), now, change),
            Command::Link { hand, link } => self.link(account()?, *hand, *link, change),
            Command::Show { hand, cards } => self.show(account()?, *hand, *cards, change),
            Command::Tick => Ok(()),
            Command::Sit { seat, buy_in, name, anchor, .. } => {
                self.for_cash()?;
                self.sit(by, *seat, *buy_in, name, *anchor, now, change)
            }
            Command::JoinList { .. } => {
                self.for_cash()?;
                self.join_list(account()?, now, change)
            }
            Command::LeaveList => self.leave_list(account()?, now, change),
            Command::Leave => {
                self.for_cash()?;
                self.leave(account()?, now, change)
            }
            Command::SitOut(when) => self.sit_out(account()?, *when, now, change),
            Command::Return { anchor } => self.come_back(account()?, *anchor, now, change),
            Command::Chain { anchor } => self.take_chain(account()?, *anchor, change),
            Command::TopUp { amount } => self.add_chips(account()?, *amount, false, change),
            Command::Rebuy { amount } => self.add_chips(account()?, *amount, true, change),
            Command::ComeIn { post } => self.come_in(account()?, *post, change),
            Command::Straddle { on } => self.prefer(account()?, |chair| &mut chair.straddles, *on, change),
            Command::AutoMuck { on } => self.prefer(account()?, |chair| &mut chair.auto_muck, *on, change),
            Command::Connect => self.connect(account()?, true, change),
            Command::Disconnect => self.connect(account()?, false, change),
            Command::Pause => self.pause(by, true, change),
            Command::Resume => self.pause(by, false, change),
            Command::Kick { account } => self.kick(by, *account, now, change),
            Command::ChangeStakes { stakes, buy_in } => self.change_stakes(by, stakes, *buy_in, change),
            Command::Close => self.close(by, now, change),
            Command::SeatWithStack { account, name, seat, stack, bot } => {
                self.for_director(by)?;
                self.seat_entrant(*account, name, *seat, *stack, *bot, now, change)
            }
            Command::Remove { account } => {
                self.for_director(by)?;
                self.remove_entrant(*account, now, change)
            }
            Command::SetLevel { stakes } => {
                self.for_director(by)?;
                self.set_stakes(stakes, self.state.setup.buy_in, change)
            }
            Command::SetStacks { stacks } => {
                self.for_director(by)?;
                self.set_stacks(stacks, change)
            }
            Command::Hold => {
                self.for_director(by)?;
                self.hold(change)
            }
            Command::Release { hand } => {
                self.for_director(by)?;
                self.release(*hand, change)
            }
            Command::VoidHand => match by {
                Actor::Operator | Actor::Room => self.void_hand(now, change),
                _ => Err(Refused::NotAllowed { who: "an operator" }),
            },
        }
    }

    /// Sits out at once where there is no hand to finish, else as asked.
    fn sit_out(&mut self, account: AccountId, when: SitOut, now: Now, change: &mut Change) -> Result<(), Refused> {
        let at = self.find(account).ok_or(Refused::NotSeated(account))?;
        self.ask_to_sit_out(at, when, now, change)
    }

    /// A tournament's seats are its director's to give and take.
    fn for_cash(&self) -> Result<(), Refused> {
        if self.is_tournament() { Err(Refused::Tournament { tournament: true }) } else { Ok(()) }
    }

    fn for_director(&self, by: Actor) -> Result<(), Refused> {
        match by {
            Actor::Room if self.is_tournament() => Ok(()),
            Actor::Room => Err(Refused::Tournament { tournament: false }),
            _ => Err(Refused::NotAllowed { who: "the tournament's director" }),
        }
    }

    /// The host, but of a tournament's table its director: the tournament would wait for ever for a table that somebody
    /// else stopped or closed.
    pub(crate) fn for_host_or_director(&self, by: Actor) -> Result<(), Refused> {
        self.for_host(by)?;
        if self.is_tournament() && by != Actor::Room { Err(Refused::Directed) } else { Ok(()) }
    }

    /// The host, an operator or the room itself.
    pub(crate) fn for_host(&self, by: Actor) -> Result<(), Refused> {
        let host = self.state.setup.host;
        match by {
            Actor::Operator | Actor::Room => Ok(()),
            Actor::Player(account) if host == Some(account) => Ok(()),
            _ => Err(Refused::NotAllowed { who: "the table's host" }),
        }
    }
}
