//! Who comes to a table, and who goes.

use cardroom_protocol::{Problem, ServerMessage};
use cardroom_room::{AccountId, Actor, Command, Story, TableView};

use super::{Next, TableTask};
use crate::problem;
use crate::table::ask::{Sitting, Watcher};
use crate::wire;

impl TableTask {
    pub(super) fn let_in(&mut self, watcher: Watcher, since: Option<u64>, code: Option<&str>) -> Result<(), Problem> {
        let account = watcher.account;
        // However it was typed.
        let code = self.handle.code().filter(|_| code.is_some_and(|code| self.handle.has_code(code)));
        let may_watch = self.table.may_watch(Some(account), code.as_deref());
        may_watch.map_err(|refused| problem::refused(&refused, None))?;
        let caught_up = since.is_some_and(|since| self.audience.catch_up(&watcher, since));
        if !caught_up {
            let view = self.table.view(Some(account), self.now());
            let story = self.table.story(Some(account));
            let snapshot = self.snapshot(&view, story.as_ref(), account).ok_or_else(problem::no_table)?;
            let so_far = match &story {
                Some(story) => self.feed.so_far(&view, story),
                None => wire::asked_for_links(&view, self.table.links_awaited(), self.now().0).into_iter().collect(),
            };
            let names = story.map(|story| story.names).unwrap_or_default();
            watcher.out.send(&ServerMessage::Table {
                seq: self.audience.seq(),
                time: self.house.clock.now_ms(),
                snapshot: Box::new(snapshot),
                so_far,
                names: names.into_iter().map(|(seat, name)| (wire::chair(seat), name)).collect(),
            });
        }
        self.audience.join(watcher);
        Ok(())
    }

    fn snapshot(
        &self,
        view: &TableView,
        story: Option<&Story>,
        account: AccountId,
    ) -> Option<cardroom_protocol::TableSnapshot> {
        let seated = |watcher: &&Watcher| self.is_seated(watcher.account);
        let spectators = self.audience.watchers().iter().filter(|watcher| !seated(watcher)).count();
        wire::snapshot(
            view,
            wire::Beside {
                own: self.table.own_part(account, self.now()),
                private: self.handle.private,
                spreads: &self.spreads,
                wallet: self.house.people.wallet(account.0),
                chat: self.chat.iter().cloned().collect(),
                muted: self.muted.iter().map(|account| account.0).collect(),
                spectators: u32::try_from(spectators).unwrap_or(u32::MAX),
                paused: self.why_paused(),
                clock: self.table.turn_clock(),
                story,
            },
        )
    }

    /// Somebody waits and every seat is taken: house bots get up, one for each who waits.
    pub(super) async fn make_room(&mut self) -> Next {
        let view = self.table.view(None, self.now());
        let is_leaving = |seat: &&cardroom_room::SeatAtTable| seat.status == cardroom_room::SeatStatus::Leaving;
        let free = usize::from(view.setup.seats).saturating_sub(view.seats.len());
        let free = free.saturating_add(view.seats.iter().filter(is_leaving).count());
        let stays = |seat: &&cardroom_room::SeatAtTable| seat.bot && !is_leaving(seat);
        let bots = view.seats.iter().filter(stays).map(|seat| seat.account);
        for account in bots.take(view.line.len().saturating_sub(free)).collect::<Vec<_>>() {
            let (_, next) = Box::pin(self.try_command(Actor::Bot(account), &Command::Leave, None)).await;
            if matches!(next, Next::Stop) {
                return next;
            }
        }
        Next::Go
    }

    /// Somebody's sockets came or went: the table is told whether it is still there, or again.
    pub(super) async fn note_connection(&mut self, account: AccountId) -> Next {
        if !self.is_seated(account) {
            return Next::Go;
        }
        let there = if self.audience.has(account) { Command::Connect } else { Command::Disconnect };
        self.try_command(Actor::Player(account), &there, None).await.1
    }

    pub(super) fn sitting(&self, account: AccountId) -> Sitting {
        let view = self.table.view(None, self.now());
        let in_hand = self.table.player_view(account).is_some();
        let others_are_bots = view.seats.iter().all(|seat| seat.bot || seat.account == account);
        Sitting { seated: self.is_seated(account), in_hand, advice: view.setup.advisor || others_are_bots }
    }
}
