//! How a hand begins: who plays, the commitment, the links, the deal; or the number is burned for a missing link.

use std::sync::Arc;

use cardroom_cards::Card;
use cardroom_fair::{Digest, HandId, burned_digest, chain, shuffle};

use crate::blinds::{Line, Next, drawn_line, next_line, pass_blinds};
use crate::chair::{Chair, Coming, Presence};
use crate::change::Change;
use crate::command::SitOut;
use crate::dealer::Shuffled;
use crate::finished::{Ending, Undealt};
use crate::id::{AccountId, Now, SeatNo};
use crate::live::{LiveHand, lineup};
use crate::news::{Absence, News};
use crate::refused::Refused;
use crate::state::{Clock, Gate, Link, Phase, Plan, Player, Playing, Stage};
use crate::table::{Giver, Live, Table};

impl Table {
    /// Whether enough players are there.
    pub(crate) fn may_play(&self) -> bool {
        self.seated().filter(|(_, chair)| chair.is_ready(self.is_tournament())).count() >= 2
    }

    /// When the next hand begins, where that is settled. Whoever a tournament has just seated is given as long to send
    /// the anchor of its chain as a player has for a link: none of its hands shall be dealt without its part for want
    /// of a moment. It waits, too, for those whose connections the room lost.
    pub(crate) fn begins_at(&self, next_at: Now) -> Now {
        let awaited = |(_, chair): (u8, &Chair)| {
            let there = !chair.bot && chair.connected && !chair.is_absent() && !chair.stack.is_zero();
            there && chair.coming == Coming::Free && chair.chain.is_none()
        };
        let next_at = if self.seated().any(awaited) { next_at.plus(self.state.setup.clocks.link_ms) } else { next_at };
        self.awaits_until().map_or(next_at, |until| until.max(next_at))
    }

    /// Whether the next hand begins now; if players are there for the first time, it begins after a pause.
    pub(crate) fn is_time_to_begin(&mut self, now: Now, change: &mut Change) -> bool {
        let may = self.state.gate == Gate::Open && self.may_play();
        let pause_ms = self.state.setup.clocks.between_ms;
        let Phase::Between { next_at } = &mut self.state.phase else { return false };
        if !may {
            return false;
        }
        let at = *next_at.get_or_insert_with(|| {
            change.silent = true;
            now.plus(pause_ms)
        });
        self.begins_at(at) <= now
    }

    /// How long the next hand waits for those whose connections the room lost, if any of them isn't back.
    fn awaits_until(&self) -> Option<Now> {
        self.state.awaits.filter(|_| self.state.chairs.iter().flatten().any(Chair::is_missed))
    }

    /// Finds out who plays, commits to the decks and asks for links. Says whether a hand began.
    pub(crate) fn begin(&mut self, now: Now, giver: &mut Giver<'_>, change: &mut Change) -> Result<bool, Refused> {
        let Some(line) = self.next_line(now, giver, change)? else { return Ok(false) };
        let hand = self.state.hand.saturating_add(1);
        let plan = self.plan(hand, &line);
        let Some(spread) = self.spread() else { return Ok(false) };
        // Whoever may sit here may play: the setup saw to that. A defect shows here, before anything is promised.
        assert!(lineup(spread, &plan).is_ok(), "these players can't be dealt a hand");
        let hid = HandId { table: self.state.id.0, hand };
        let reshuffles = spread.game().can_reshuffle();
        let (committed, promise) = giver.commit(hid, self.state.previous, reshuffles, change)?;
        (self.state.hand, self.state.awaits) = (hand, None);
        let asked = plan.players.iter().filter(|player| player.chain != Link::None).map(Player::seat).collect();
        let ms = self.state.setup.clocks.link_ms;
        let commitment = Box::new(promise.commitment(hid, self.state.previous));
        change.news.push(News::Committed { hand, commitment, asked, ms });
        self.live = committed.map_or(Live::Lost, |committed| Live::Committed(Box::new(committed)));
        self.state.phase = Phase::Linking { plan: Box::new(plan), promise: Box::new(promise), until: now.plus(ms) };
        Ok(true)
    }

    /// Who plays the next hand; nobody if there are too few after all.
    fn next_line(&mut self, now: Now, giver: &mut Giver<'_>, change: &mut Change) -> Result<Option<Line>, Refused> {
        loop {
            match next_line(&self.state.chairs, self.state.markers, self.is_tournament()) {
                Next::Players => return Ok(None),
                Next::Draw(ready) => {
                    let button = self.draw_button(&ready, giver, change)?;
                    self.state.markers = None;
                    return Ok(drawn_line(&ready, button, self.state.chairs.len() as u8));
                }
                Next::Line(line) => {
                    let big = line.markers.big;
                    let wants_out = self.chair(big).is_some_and(|chair| chair.sits_out == Some(SitOut::NextBigBlind));
                    if wants_out {
                        self.seat_out(big, Absence::Own, now, change);
                    }
                    // Whoever is away from a tournament is dealt in all the same.
                    if !wants_out || self.is_tournament() {
                        return Ok(Some(line));
                    }
                }
            }
        }
    }

    /// A card each, face up; the highest has the button, suits deciding (rules: "the first button is drawn for").
    fn draw_button(&self, ready: &[u8], giver: &mut Giver<'_>, change: &mut Change) -> Result<u8, Refused> {
        let mut deck: [u8; 52] = std::array::from_fn(|card| card as u8);
        shuffle(&giver.draw(change)?, &mut deck);
        let drawn: Vec<(u8, Card)> = ready.iter().copied().zip(deck.into_iter().filter_map(Card::from_index)).collect();
        let button = drawn.iter().max_by_key(|(_, card)| (card.rank(), card.suit())).map_or(0, |&(at, _)| at);
        let cards = drawn.iter().map(|&(at, card)| (SeatNo::at(usize::from(at)), card)).collect();
        change.news.push(News::ButtonDrawn { cards, button: SeatNo::at(usize::from(button)) });
        Ok(button)
    }

    fn plan(&self, hand: u64, line: &Line) -> Plan {
        let player = |&at: &u8| {
            let chair = self.chair(at)?;
            // Whoever is away from a tournament is dealt in and can give no link.
            let chain = match chair.chain {
                Some(extends) if chair.connected && !chair.is_absent() => Link::Asked { extends },
                _ => Link::None,
            };
            let owed = line.posts.iter().find(|&&(who, _)| who == at).map(|&(_, owed)| owed);
            let (account, bot, stack) = (chair.account, chair.bot, chair.stack);
            // Whoever isn't there loses blinds and antes at the most.
            let straddles = chair.straddles && chair.connected && !chair.is_absent();
            Some(Player { at, account, bot, stack, owed, straddles, chain })
        };
        let players = line.order.iter().filter_map(player).collect();
        let names = line.order.iter().filter_map(|&at| Some(String::clone(&self.chair(at)?.name))).collect();
        Plan { hand, game: self.state.round.game, markers: line.markers, players, names }
    }

    /// Takes a player's link, if it is the next of its chain.
    pub(crate) fn link(
        &mut self,
        account: AccountId,
        hand: u64,
        link: Digest,
        change: &mut Change,
    ) -> Result<(), Refused> {
        let Phase::Linking { plan, .. } = &mut self.state.phase else { return Err(Refused::NotNow("a link")) };
        if plan.hand != hand {
            return Err(Refused::Stale { hand, turn: 0, hand_now: plan.hand, turn_now: 0 });
        }
        let player = plan.players.iter_mut().find(|player| player.account == account);
        let player = player.ok_or(Refused::NotSeated(account))?;
        let Link::Asked { extends } = player.chain else {
            return Err(Refused::Already("the seat gave its link, or is asked for none"));
        };
        if chain(link, 1) != extends {
            return Err(Refused::BrokenChain);
        }
        player.chain = Link::Given { extends, link };
        let (at, seat) = (player.at, player.seat());
        if let Some(chair) = self.chair_mut(at) {
            chair.chain = Some(link);
        }
        change.news.push(News::Linked { seat });
        Ok(())
    }

    /// Every link is there: blinds, cards, and the first player's turn.
    pub(crate) fn deal(&mut self, now: Now, change: &mut Change) -> Result<(), Refused> {
        let between = Phase::Between { next_at: None };
        let Phase::Linking { plan, promise, .. } = std::mem::replace(&mut self.state.phase, between) else {
            return Ok(());
        };
        let (plan, promise) = (*plan, *promise);
        if self.is_tournament() {
            self.hold_after_this_hand();
        }
        self.pay_dues(&plan);
        self.tell_deal(&plan, change);
        self.live = match self.take_live() {
            Live::Committed(committed) => Live::Hand(Box::new(self.start(&plan, &committed, &mut change.news)?)),
            _ => Live::Lost,
        };
        let clock = Clock { until: now, stage: Stage::Usual };
        let playing = Playing { plan: Arc::new(plan), promise, acts: Vec::new(), shows: Vec::new(), turn: 0, clock };
        self.state.phase = Phase::Playing(Box::new(playing));
        self.attend(now, change)
    }

    /// The engine's hand of a plan, before its first card.
    pub(crate) fn start(&self, plan: &Plan, committed: &Shuffled, news: &mut Vec<News>) -> Result<LiveHand, Refused> {
        let unplayable = |why: String| crate::change::Damaged::Unplayable { version: self.state.version, why };
        let spread = self.spreads.get(usize::from(plan.game)).ok_or_else(|| unplayable("no such game".to_owned()))?;
        let deal = committed.deal(plan.links()).map_err(|error| unplayable(error.to_string()))?;
        Ok(LiveHand::new(spread, plan, deal, news).map_err(|error| unplayable(error.to_string()))?)
    }

    /// Blinds pass, dues are settled, and time banks grow with every hand dealt.
    fn pay_dues(&mut self, plan: &Plan) {
        let order: Vec<u8> = plan.players.iter().map(|player| player.at).collect();
        let line = Line { markers: plan.markers, order, posts: Vec::new() };
        pass_blinds(&mut self.state.chairs, self.state.markers, &line);
        self.state.markers = Some(plan.markers);
        let clocks = self.state.setup.clocks;
        for player in &plan.players {
            let Some(chair) = self.chair_mut(player.at) else { continue };
            chair.grace_used = false;
            chair.bank_hands = chair.bank_hands.saturating_add(1);
            if clocks.bank_hands > 0 && chair.bank_hands >= clocks.bank_hands {
                chair.bank_hands = 0;
                chair.bank_ms = chair.bank_ms.saturating_add(clocks.bank_refill_ms).min(clocks.bank_ms);
            }
        }
        if self.spreads.len() > 1 && self.state.round.hands_left == 0 {
            self.state.round.hands_left = match self.state.setup.rotation {
                crate::setup::Rotation::Orbit => plan.players.len() as u16,
                crate::setup::Rotation::Hands(hands) => hands.max(1),
            };
        }
    }

    fn tell_deal(&self, plan: &Plan, change: &mut Change) {
        let seat = |at: u8| SeatNo::at(usize::from(at));
        let there = |at: &u8| plan.players.iter().any(|player| player.at == *at);
        change.news.push(News::Dealing {
            hand: plan.hand,
            order: plan.players.iter().map(Player::seat).collect(),
            button: seat(plan.markers.button),
            small_blind: Some(plan.markers.small).filter(there).map(seat),
            big_blind: seat(plan.markers.big),
        });
    }

    /// A link is missing. Its seat sits out and loses its chain, the number is spent, and everyone can see it.
    pub(crate) fn burn(&mut self, now: Now, change: &mut Change) {
        let between = Phase::Between { next_at: Some(now) };
        let (phase, live) = (std::mem::replace(&mut self.state.phase, between), self.take_live());
        let (Phase::Linking { plan, promise, .. }, Live::Committed(committed)) = (phase, live) else { return };
        let hid = HandId { table: self.state.id.0, hand: plan.hand };
        let commit = promise.commitment(hid, self.state.previous).commit;
        let missing: Vec<&Player> =
            plan.players.iter().filter(|player| matches!(player.chain, Link::Asked { .. })).collect();
        let seats = missing.iter().map(|player| player.seat()).collect();
        change.news.push(News::Burned { hand: plan.hand, missing: seats });
        let undealt = Undealt { committed: committed.undealt(), links: plan.links() };
        let digest = burned_digest(&commit, &undealt.links);
        self.put_away(&plan, digest, Ending::Burned(Box::new(undealt)), now, change);
        for player in missing {
            if let Some(chair) = self.chair_mut(player.at) {
                chair.chain = None;
            }
            self.note_missing_link(player.account, now);
            self.seat_out(player.at, Absence::NoLink, now, change);
        }
        self.clear_table(now, change);
    }

    pub(crate) fn take_live(&mut self) -> Live {
        std::mem::replace(&mut self.live, Live::None)
    }

    /// After a hand: chips that were added come to the stacks, and who wanted to go or to sit out does.
    pub(crate) fn clear_table(&mut self, now: Now, change: &mut Change) {
        for at in 0..self.state.chairs.len() as u8 {
            let Some(chair) = self.chair_mut(at) else { continue };
            let (amount, seat) = (std::mem::take(&mut chair.added), SeatNo::at(usize::from(at)));
            chair.stack += amount;
            let broke = chair.stack.is_zero();
            if !amount.is_zero() {
                change.news.push(News::Added { seat, amount, later: false });
            }
            if let Some(exit) = chair.leaves {
                self.vacate(at, exit.leaving(), now, change);
            } else if broke && !matches!(chair.presence, Presence::Out { .. }) {
                let account = chair.account;
                change.news.push(News::Broke { account, seat });
                if !self.is_tournament() {
                    self.seat_out(at, Absence::Broke, now, change);
                }
            } else if chair.sits_out == Some(SitOut::NextHand) && chair.presence == Presence::Here {
                self.seat_out(at, Absence::Own, now, change);
            } else if chair.presence == Presence::Away && !self.is_tournament() {
                self.seat_out(at, Absence::TimedOut, now, change);
            }
        }
    }
}
