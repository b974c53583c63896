//! What clients ask of a table, each command once.

use cardroom_bots::Level;
use cardroom_protocol::{Answer, ChatLine, Code, Problem, ServerMessage, TableEvent};
use cardroom_room::{AccountId, Actor, Command, Logged, Refused};
use cardroom_store::CommandAnswer;

use super::{Next, TableTask};
use crate::features::Feature;
use crate::house_bots;
use crate::own_limits::Stake;
use crate::problem;
use crate::table::ask::Doer;
use crate::wire::{self, Wish};

/// Things said that a newcomer still reads.
const CHAT_KEPT: usize = 50;
/// Answers kept to commands that may come a second time.
const ANSWERS_KEPT: usize = 64;

/// Events of a table's log that stay when a snapshot covers them, for acts that may come a second time after a restart.
pub(crate) const EVENTS_KEPT: u64 = 256;

/// The end of the table's log as this process found it: what was done before.
pub(super) enum Earlier {
    /// Nobody has asked yet.
    Unread,
    /// Who did what.
    Read(Vec<(Actor, Command)>),
}

/// A command that was asked for: by whom, under which id, and what.
#[derive(PartialEq, Eq)]
pub(super) struct Asking {
    account: AccountId,
    id: String,
    command: [u8; 32],
}

/// What tells one command from another. It is stored, and a command may name cards that nobody else may see: without
/// the key, which is kept elsewhere, trying all cards would tell which.
fn fingerprint(key: &[u8; 32], asked: &cardroom_protocol::Command) -> [u8; 32] {
    use sha2::Digest;
    let asked = serde_json::to_vec(asked).unwrap_or_default();
    sha2::Sha256::new().chain_update(key).chain_update(asked).finalize().into()
}

impl TableTask {
    /// Does what a client asked for, once, and answers as often as it is asked.
    pub(super) async fn do_asked(
        &mut self,
        doer: &Doer,
        id: String,
        asked: cardroom_protocol::Command,
        stake: Option<Stake>,
    ) -> Next {
        let asking =
            Asking { account: doer.account, id: id.clone(), command: fingerprint(&self.house.fingerprints, &asked) };
        let same_id = |(known, _): &&(Asking, Answer)| known.account == asking.account && known.id == asking.id;
        if let Some((known, answer)) = self.answers.iter().find(same_id) {
            let again = Answer { id: Some(id), problem: Some(problem::id_reused()), seat: None };
            doer.out.send(&ServerMessage::Answer(if *known == asking { answer.clone() } else { again }));
            return Next::Go;
        }
        let sits = matches!(asked, cardroom_protocol::Command::Sit { .. });
        let act = wire::act_in_log(&asked);
        // Numbers of commands are a client's own, at each table.
        let command_id = format!("{}/{id}", self.table.id().0);
        let closed = self.closed_to(doer.account);
        let wish = match &closed {
            Some(refused) => Err(problem::refused(refused, None)),
            None => wire::wish(asked, doer.account, &doer.name, &self.table, self.now()),
        };
        let (done, next) = match wish {
            Err(problem) if closed.is_some() => {
                (self.before(&asking, &command_id, act).await.unwrap_or(Err(problem)), Next::Go)
            }
            Err(problem) => (Err(problem), Next::Go),
            Ok(Wish::Chat(text)) => (self.say(doer, text), Next::Go),
            Ok(Wish::AddBot(level)) => (self.add_bot(doer, &level), Next::Go),
            Ok(Wish::Mute { account, on }) => (self.mute(doer, account, on), Next::Go),
            Ok(Wish::Table(command)) => {
                let command = self.with_code(command, doer);
                // An act names its hand and turn: it can't happen twice, and the log tells whether it happened.
                let answer = act.is_none().then(|| CommandAnswer {
                    account: doer.account.0,
                    command: command_id.clone(),
                    answer: asking.command.to_vec(),
                });
                match self.try_command(Actor::Player(doer.account), &command, answer).await {
                    (Err(problem), next) => {
                        (self.before(&asking, &command_id, act).await.unwrap_or(Err(problem)), next)
                    }
                    done => done,
                }
            }
        };
        // Stored, or refused: whoever hears of it may put its next chips at stake.
        drop(stake);
        let own = self.table.stacks().find(|(_, account, _)| *account == doer.account);
        let seat = own.filter(|_| sits && done.is_ok()).map(|(seat, ..)| wire::chair(seat));
        let answer = Answer { id: Some(id), problem: done.err().map(problem::in_a_sentence), seat };
        doer.out.send(&ServerMessage::Answer(answer.clone()));
        if answer.problem.is_none() {
            self.answers.push_back((asking, answer));
            if self.answers.len() > ANSWERS_KEPT {
                self.answers.pop_front();
            }
        }
        next
    }

    /// Why nothing is done here for somebody, if this is a private table whose code it hasn't shown. Whatever it asks for is
    /// answered by that: other refusals tell how far the table's hands are.
    fn closed_to(&self, account: AccountId) -> Option<Refused> {
        let waits = || self.table.view(None, self.now()).line.contains(&account);
        let is_in = !self.handle.private || self.audience.has(account);
        let refused = || self.table.may_watch(Some(account), None).err();
        if is_in { None } else { refused().filter(|_| !waits()) }
    }

    /// What came of a refused command when it was asked for the first time, before a restart; nothing if it wasn't.
    async fn before(&mut self, asking: &Asking, command_id: &str, act: Option<Command>) -> Option<Result<(), Problem>> {
        match act {
            Some(act) => self.is_in_log(asking.account, &act).await.then_some(Ok(())),
            None => self.done_before(asking, command_id).await,
        }
    }

    /// Whether an act was done before a restart. What this process did is known without its log.
    async fn is_in_log(&mut self, account: AccountId, act: &Command) -> bool {
        if let Earlier::Unread = self.earlier {
            let most = u32::try_from(EVENTS_KEPT).unwrap_or(u32::MAX);
            let Ok(events) = self.house.store.events_before(self.claim.stream, self.claim.version, most).await else {
                return false;
            };
            let lines = events.iter().filter_map(|event| Logged::from_bytes(event).ok());
            self.earlier = Earlier::Read(lines.map(|line| (line.by, line.command)).collect());
        }
        let Earlier::Read(lines) = &self.earlier else { return false };
        lines.iter().any(|(by, command)| *by == Actor::Player(account) && command == act)
    }

    /// The same of what is no act.
    async fn done_before(&self, asking: &Asking, command_id: &str) -> Option<Result<(), Problem>> {
        let kept = self.house.store.answer_to(asking.account.0, command_id).await.ok().flatten()?;
        Some(if kept == asking.command { Ok(()) } else { Err(problem::id_reused()) })
    }

    /// Who watches a private table has shown its code already.
    fn with_code(&self, command: Command, doer: &Doer) -> Command {
        let code = self.table.setup().invitation.clone().filter(|_| self.audience.has(doer.account));
        match command {
            Command::Sit { seat, buy_in, name, anchor, .. } => Command::Sit { seat, buy_in, name, anchor, code },
            Command::JoinList { .. } => Command::JoinList { code },
            other => other,
        }
    }

    fn say(&mut self, doer: &Doer, text: String) -> Result<(), Problem> {
        self.house.features.require(Feature::Chat)?;
        if !self.audience.has(doer.account) {
            return Err(Problem::new(Code::Forbidden, "watch the table before you speak at it"));
        }
        if self.muted.contains(&doer.account) {
            return Err(Problem::new(Code::Forbidden, "the host has muted you at this table"));
        }
        self.house.door.chat(doer.account.0)?;
        let at = self.house.clock.now_ms();
        let line = ChatLine { account: Some(doer.account.0), name: doer.name.clone(), text, at };
        self.chat.push_back(line.clone());
        if self.chat.len() > CHAT_KEPT {
            self.chat.pop_front();
        }
        self.tell_all(TableEvent::Chat { line });
        Ok(())
    }

    fn for_host(&self, doer: &Doer) -> Result<(), Problem> {
        if self.table.setup().host == Some(doer.account) {
            return Ok(());
        }
        Err(Problem::new(Code::Forbidden, "only the table's host can do this"))
    }

    fn mute(&mut self, doer: &Doer, account: AccountId, on: bool) -> Result<(), Problem> {
        self.for_host(doer)?;
        let on = on && account != doer.account;
        if on && !self.audience.has(account) && !self.is_seated(account) {
            return Err(Problem::new(Code::Conflict, "nobody here has that number"));
        }
        if if on { self.muted.insert(account) } else { self.muted.remove(&account) } {
            self.tell_all(TableEvent::Muted { account: account.0, on });
        }
        Ok(())
    }

    fn add_bot(&self, doer: &Doer, level: &str) -> Result<(), Problem> {
        self.for_host(doer)?;
        self.house.may_call_bots(1)?;
        let setup = self.table.setup();
        let level: Level =
            level.parse().map_err(|error: cardroom_bots::BotsError| Problem::new(Code::Illegal, error.to_string()))?;
        if usize::from(setup.seats) <= self.table.stacks().count() {
            return Err(Problem::new(Code::Conflict, "every seat is taken"));
        }
        house_bots::buy_in([setup.buy_in.min.get(), setup.buy_in.max.get()])?;
        self.house.send_bot(self.handle.clone(), self.table.id().0, level);
        Ok(())
    }
}
