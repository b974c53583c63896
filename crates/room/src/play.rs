//! A hand being played: turns, choices, clocks, and what the table does for whoever is absent.

use cardroom_rules::{Legal, Seat};

use crate::act::{Act, How};
use crate::chair::Presence;
use crate::change::Change;
use crate::choice::{Choice, Slots};
use crate::id::{AccountId, Now};
use crate::live::LiveHand;
use crate::news::{Absence, News};
use crate::refused::Refused;
use crate::state::{Clock, Phase, Player, Playing, Stage};
use crate::table::{Live, Table};

impl Table {
    /// A player's choice. One for a hand or a turn that isn't now changes nothing.
    pub(crate) fn act(
        &mut self,
        account: AccountId,
        (hand, turn): (u64, u32),
        choice: Choice,
        now: Now,
        change: &mut Change,
    ) -> Result<(), Refused> {
        let (Phase::Playing(playing), Live::Hand(live)) = (&mut self.state.phase, &mut self.live) else {
            return Err(Refused::NotNow("acting"));
        };
        let (seat, Player { at, .. }) = to_act(playing, live, account, (hand, turn))?;
        live.choose(seat, choice, &playing.plan.players, &mut change.news)?;
        playing.acts.push(Act { place: seat.index() as u8, how: How::Asked, choice });
        let clock = playing.clock;
        if let Some(chair) = self.chair_mut(at) {
            if clock.stage == Stage::Bank {
                // What is left of the clock is what is left of the bank, but for time that wasn't the bank's.
                chair.bank_ms = chair.bank_ms.min(clock.until.since(now));
            }
            if chair.presence == Presence::Away {
                chair.presence = Presence::Here;
            }
        }
        self.attend(now, change)
    }

    /// Deals on and acts for the absent until somebody who is there has a choice, or the hand is over.
    pub(crate) fn attend(&mut self, now: Now, change: &mut Change) -> Result<(), Refused> {
        loop {
            let (Phase::Playing(playing), Live::Hand(live)) = (&mut self.state.phase, &mut self.live) else {
                return Ok(());
            };
            live.deal_on(&playing.plan.players, &mut change.news)?;
            let legal = live.hand.legal();
            let Some(seat) = live.to_act() else {
                self.settle(now, change);
                return Ok(());
            };
            let Some(player) = playing.plan.players.get(seat.index()) else { return Ok(()) };
            let chair = self.state.chairs.get(usize::from(player.at)).and_then(Option::as_ref);
            let asked = match legal {
                Legal::Show { may_muck, .. } => {
                    may_muck
                        && chair.is_some_and(|chair| !chair.auto_muck && !chair.is_absent())
                        && self.state.setup.clocks.show_ms > 0
                }
                _ => chair.is_some_and(|chair| !chair.is_absent()),
            };
            if asked {
                let clocks = &self.state.setup.clocks;
                let ms = if matches!(legal, Legal::Show { .. }) { clocks.show_ms } else { clocks.act_ms };
                playing.turn = playing.turn.saturating_add(1);
                playing.clock = Clock { until: now.plus(ms), stage: Stage::Usual };
                let bank_ms = chair.map_or(0, |chair| chair.bank_ms);
                let (hand, turn, seat) = (playing.plan.hand, playing.turn, player.seat());
                change.news.push(News::Turn { hand, turn, seat, ms, bank_ms });
                return Ok(());
            }
            self.choose_for(seat, &legal, How::Unasked, change)?;
        }
    }

    /// What happens when nobody is there to choose: check if nothing is owed, else fold; stand pat; muck or show.
    fn choose_for(&mut self, seat: Seat, legal: &Legal, how: How, change: &mut Change) -> Result<(), Refused> {
        let (Phase::Playing(playing), Live::Hand(live)) = (&mut self.state.phase, &mut self.live) else {
            return Ok(());
        };
        let Some(choice) = Choice::in_absence(legal) else { return Ok(()) };
        live.choose(seat, choice, &playing.plan.players, &mut change.news)?;
        playing.acts.push(Act { place: seat.index() as u8, how, choice });
        Ok(())
    }

    /// If it is the turn of somebody who has just gone, the table acts.
    pub(crate) fn act_for_absent(&mut self, now: Now, change: &mut Change) -> Result<(), Refused> {
        let (Phase::Playing(playing), Live::Hand(live)) = (&self.state.phase, &self.live) else { return Ok(()) };
        let Some(seat) = live.to_act() else { return Ok(()) };
        let Some(at) = playing.plan.players.get(seat.index()).map(|player| player.at) else { return Ok(()) };
        let legal = live.hand.legal();
        if self.chair(at).is_some_and(|chair| !chair.is_absent()) {
            return Ok(());
        }
        // It was asked while it was there.
        self.choose_for(seat, &legal, How::Asked, change)?;
        self.attend(now, change)
    }

    /// A clock ran out: the time bank runs, then a disconnected player's grace, then the table acts.
    pub(crate) fn time_out(&mut self, now: Now, change: &mut Change) -> Result<(), Refused> {
        let grace_ms = self.state.setup.clocks.grace_ms;
        let (Phase::Playing(playing), Live::Hand(live)) = (&mut self.state.phase, &self.live) else { return Ok(()) };
        let legal = live.hand.legal();
        let Some(seat) = live.to_act() else { return Ok(()) };
        let Some(player) = playing.plan.players.get(seat.index()) else { return Ok(()) };
        let (at, seat_no) = (player.at, player.seat());
        let Some(chair) = self.state.chairs.get_mut(usize::from(at)).and_then(Option::as_mut) else { return Ok(()) };
        let showing = matches!(legal, Legal::Show { .. });
        let more = match playing.clock.stage {
            _ if showing => None,
            Stage::Usual if chair.bank_ms > 0 => Some((Stage::Bank, chair.bank_ms)),
            Stage::Usual | Stage::Bank if !chair.connected && !chair.grace_used && grace_ms > 0 => {
                chair.grace_used = true;
                Some((Stage::Grace, grace_ms))
            }
            _ => None,
        };
        if playing.clock.stage == Stage::Bank {
            chair.bank_ms = 0;
        }
        if let Some((stage, ms)) = more {
            playing.clock = Clock { until: now.plus(ms), stage };
            change.news.push(News::MoreTime { seat: seat_no, ms, grace: stage == Stage::Grace });
            return Ok(());
        }
        change.news.push(News::TimedOut { seat: seat_no });
        if !showing {
            self.step_away(at, Absence::TimedOut, change);
        }
        self.choose_for(seat, &legal, How::TimedOut, change)?;
        self.attend(now, change)
    }

    /// The player to act asks for its time bank before its time is over: the bank follows on what is left.
    pub(crate) fn take_time(
        &mut self,
        account: AccountId,
        (hand, turn): (u64, u32),
        now: Now,
        change: &mut Change,
    ) -> Result<(), Refused> {
        const WHAT: &str = "asking for the time bank";
        let (Phase::Playing(playing), Live::Hand(live)) = (&mut self.state.phase, &self.live) else {
            return Err(Refused::NotNow(WHAT));
        };
        let (_, player) = to_act(playing, live, account, (hand, turn))?;
        let seat = player.seat();
        let chair = self.state.chairs.get(usize::from(player.at)).and_then(Option::as_ref);
        let bank_ms = chair.map_or(0, |chair| chair.bank_ms);
        if playing.clock.stage != Stage::Usual || bank_ms == 0 || matches!(live.hand.legal(), Legal::Show { .. }) {
            return Err(Refused::NotNow(WHAT));
        }
        playing.clock = Clock { until: playing.clock.until.plus(bank_ms), stage: Stage::Bank };
        change.news.push(News::MoreTime { seat, ms: playing.clock.until.since(now), grace: false });
        Ok(())
    }

    /// After the hand a player shows what nobody has to see.
    pub(crate) fn show(
        &mut self,
        account: AccountId,
        hand: u64,
        cards: Slots,
        change: &mut Change,
    ) -> Result<(), Refused> {
        let (Phase::Showing { played, .. }, Live::Hand(live)) = (&mut self.state.phase, &mut self.live) else {
            return Err(Refused::NotNow("showing cards that nobody has to see"));
        };
        if hand != played.plan.hand {
            let (hand_now, turn) = (played.plan.hand, played.turn);
            return Err(Refused::Stale { hand, turn, hand_now, turn_now: turn });
        }
        let place = played.plan.players.iter().position(|player| player.account == account);
        let seat = place.and_then(Seat::new).ok_or(Refused::NotSeated(account))?;
        live.reveal(seat, cards, &played.plan.players, &mut change.news)?;
        played.shows.push((seat.index() as u8, cards));
        Ok(())
    }
}

/// The player whose turn it is, if it is this one's and the one that it means.
fn to_act(
    playing: &Playing,
    live: &LiveHand,
    account: AccountId,
    (hand, turn): (u64, u32),
) -> Result<(Seat, Player), Refused> {
    if hand != playing.plan.hand || turn != playing.turn {
        return Err(Refused::Stale { hand, turn, hand_now: playing.plan.hand, turn_now: playing.turn });
    }
    let seat = live.to_act().ok_or(Refused::NotToAct(account))?;
    let player = playing.plan.players.get(seat.index()).filter(|player| player.account == account);
    Ok((seat, *player.ok_or(Refused::NotToAct(account))?))
}
