//! What is told once it is stored: to those who watch, to bots, to the lobby, to wallets.

use cardroom_protocol::{Answer, ServerMessage, TableEvent, TableSummary};
use cardroom_room::{AccountId, Change, Command, Leaving, News, NewsOf, SeatNo, Table};

use super::TableTask;
use crate::house_bots::level_of;
use crate::problem;
use crate::session::table_id;
use crate::table::ask::BotNews;
use crate::wire::{self, Told};

impl TableTask {
    /// Tells everyone at once what needs not be stored.
    pub(super) fn tell_all(&mut self, event: TableEvent) {
        let now_ms = self.house.clock.now_ms();
        self.tell(&[Told { public: Some(event), own: Vec::new() }], now_ms);
        self.audience.flush();
    }

    /// Tells everyone with the next flush. Whose socket was too slow is gone, and the table will be told of that.
    fn tell(&mut self, told: &[Told], now_ms: u64) {
        self.moved.extend(self.audience.tell(told, now_ms));
    }

    /// Tells everyone what is stored.
    pub(super) fn publish(&mut self, before: &Table, change: &Change) {
        let now_ms = self.house.clock.now_ms();
        // First, so that whoever is told of its seat is told what its wallet holds now.
        self.house.people.wallets_moved(&change.entries);
        let mut told = self.feed.tell(&change.news, &self.table, now_ms);
        self.add_made(&change.news, &mut told);
        self.add_you(before, change, &mut told);
        self.tell(&told, now_ms);
        self.show_out(&change.news);
        self.tell_bots(&change.news);
        self.count(change);
        self.seat_people(&change.news);
        if change.news.iter().any(changes_summary) {
            self.summarise();
        }
        if let Some(tournament) = self.handle.tournament.filter(|_| self.table.is_at_rest()) {
            self.house.table_rests(tournament, &self.table);
        }
        if change.hand.is_some() || change.news.iter().any(|news| matches!(news, News::Game { .. })) {
            self.spreads = self.table.setup().stakes.spreads().unwrap_or_default();
        }
    }

    /// Who got or threw cards, or sees a new board, is told what its hand is worth.
    fn add_made(&self, news: &[News], told: &mut Vec<Told>) {
        use cardroom_rules::EventOf::{Board, Dealt, Discarded, Drew};
        let changed = |news: &News| {
            matches!(news, News::Played { event: Dealt { .. } | Board { .. } | Discarded { .. } | Drew { .. }, .. })
        };
        if !news.iter().any(changed) {
            return;
        }
        let mut own = Vec::new();
        // Whoever is away just now, too: it is told when it comes back.
        for account in self.table.hand_players().filter(|account| level_of(*account).is_none()) {
            // With everybody all-in, the last cards came and the hand is over; who wanted to leave then is gone by now.
            let Some(view) = self.table.hand_seen_by(Some(account)) else { continue };
            let Some(seat) = view.own() else { continue };
            let (high, low) = wire::made(&view.spread, seat.known(), view.board.known());
            own.push((account, TableEvent::Made { made: high.into_iter().chain(low).collect() }));
        }
        if !own.is_empty() {
            told.push(Told { public: None, own });
        }
    }

    /// Whoever asked for anything but a play, and whoever's own part is another than before, is told how that stands.
    fn add_you(&self, before: &Table, change: &Change, told: &mut Vec<Told>) {
        let asked = change.log.as_ref().filter(|line| !matches!(line.command, Command::Act { .. }));
        let asked = asked.and_then(|line| line.by.account());
        let seated = before.stacks().chain(self.table.stacks()).map(|(_, account, _)| account);
        let moved = !before.line().eq(self.table.line());
        let line = before.line().chain(self.table.line()).filter(|_| moved).map(|(account, _)| account);
        let mut accounts: Vec<AccountId> = asked.into_iter().chain(seated).chain(line).collect();
        accounts.retain(|&account| level_of(account).is_none());
        accounts.sort_unstable();
        accounts.dedup();
        let now = self.now();
        let you = |account: AccountId| {
            let wallet = self.house.people.wallet(account.0);
            let you = wire::you(self.table.own_part(account, now), wallet);
            let is_news = asked == Some(account) || you != wire::you(before.own_part(account, now), wallet);
            is_news.then(|| (account, TableEvent::You { you: Box::new(you) }))
        };
        let own: Vec<_> = accounts.into_iter().filter_map(you).collect();
        if !own.is_empty() {
            told.push(Told { public: None, own });
        }
    }

    fn sits_at(&self, seat: SeatNo) -> Option<AccountId> {
        self.table.stacks().find(|(other, ..)| *other == seat).map(|(_, account, _)| account)
    }

    fn tell_bots(&mut self, news: &[News]) {
        let left = news.iter().filter_map(|news| match news {
            News::Left { account, .. } => Some(*account),
            _ => None,
        });
        let left: Vec<AccountId> = left.collect();
        let dealt = news.iter().find_map(|news| match news {
            News::Dealing { order, .. } => Some(self.players(order)),
            _ => None,
        });
        let over = news.iter().any(|news| matches!(news, News::HandOver { .. }));
        for (account, (level, bot)) in &self.bots {
            let remembers = level.remembers();
            if let Some(players) = dealt.as_ref().filter(|_| remembers) {
                let _ = bot.try_send(BotNews::Dealt(players.clone()));
            }
            let _ = bot.try_send(BotNews::Seen(news.iter().map(|news| news.seen_by(Some(*account))).collect()));
            if remembers
                && over
                && let Some(view) = self.table.view(Some(*account), self.now()).view
            {
                let _ = bot.try_send(BotNews::Over { view });
            }
        }
        self.bots.retain(|account, _| !left.contains(account));
        self.wake_bot();
    }

    /// Who sits there.
    fn players(&self, order: &[SeatNo]) -> Vec<u64> {
        order.iter().filter_map(|&seat| self.sits_at(seat)).map(|account| account.0).collect()
    }

    /// If it is a bot's turn, it is shown what its seat sees.
    pub(super) fn wake_bot(&self) {
        let Some((account, hand, turn)) = self.table.to_act() else { return };
        let (Some((_, bot)), Some(view)) = (self.bots.get(&account), self.table.player_view(account)) else { return };
        let _ = bot.try_send(BotNews::Turn { hand, turn, view: Box::new(view) });
    }

    /// Whom the host sent away from a private table sees no more of it.
    fn show_out(&mut self, news: &[News]) {
        for news in news {
            let News::Left { account, why: Leaving::Kicked, .. } = news else { continue };
            let Err(refused) = self.table.may_watch(Some(*account), self.handle.code().as_deref()) else { continue };
            let problem = Some(problem::in_a_sentence(problem::refused(&refused, None)));
            let id = Some(table_id(self.table.id().0));
            self.audience.dismiss(*account, &ServerMessage::Answer(Answer { id, problem, seat: None }));
        }
    }

    /// The house knows who sits where, and whoever a seat is kept for is called to it.
    fn seat_people(&self, news: &[News]) {
        let table = self.table.id().0;
        for news in news {
            match news {
                News::Sat { account, .. } => self.house.seats.sat(account.0, table),
                News::Left { account, .. } => self.house.seats.left(account.0, table),
                News::Offered { account, .. } => {
                    let reason = format!("A seat at {} is kept for you.", self.table.setup().name);
                    let until = self.table.own_part(*account, self.now()).kept_until.map(|until| until.0);
                    self.house.people.tell(account.0, &ServerMessage::Seat { table, reason, until });
                }
                _ => {}
            }
        }
    }

    fn count(&mut self, change: &Change) {
        metrics::counter!("cardroom_commands_total").increment(1);
        if change.news.iter().any(|news| matches!(news, News::Dealing { .. })) {
            self.won = 0;
        }
        self.won += change.news.iter().filter_map(awarded).sum::<u64>();
        if let Some(hand) = change.hand.as_deref().filter(|hand| hand.is_played()) {
            metrics::counter!("cardroom_hands_total", "game" => hand.spread.game().id).increment(1);
            self.pots.push_back((self.house.clock.now_ms(), self.won));
            if self.pots.len() > 30 {
                self.pots.pop_front();
            }
        }
    }

    /// Writes the lobby's line about this table anew.
    pub(super) fn summarise(&mut self) {
        let view = self.table.view(None, self.now());
        let setup = &view.setup;
        let Some(spread) = self.table.spread() else { return };
        let small = |count: usize| u8::try_from(count).unwrap_or(u8::MAX);
        let span = self.pots.front().zip(self.pots.back()).map_or(0, |(first, last)| last.0.saturating_sub(first.0));
        let hands = u64::try_from(self.pots.len()).unwrap_or(0);
        let summary = TableSummary {
            table: view.table.0,
            name: setup.name.clone(),
            spread: wire::spread_info(spread),
            mix: if self.spreads.len() > 1 {
                self.spreads.iter().map(|spread| spread.game().id.to_owned()).collect()
            } else {
                Vec::new()
            },
            seats: setup.seats,
            people: small(view.seats.iter().filter(|seat| !seat.bot).count()),
            here: small(view.seats.iter().filter(|seat| !seat.bot && seat.connected).count()),
            bots: small(view.seats.iter().filter(|seat| seat.bot).count()),
            waiting: u32::try_from(view.line.len()).unwrap_or(u32::MAX),
            buy_in: [setup.buy_in.min.get(), setup.buy_in.max.get()],
            average_pot: self.pots.iter().map(|(_, pot)| pot).sum::<u64>() / hands.max(1),
            hands_per_hour: u32::try_from(hands.saturating_sub(1).saturating_mul(3_600_000) / span.max(1)).unwrap_or(0),
            clock_ms: setup.clocks.act_ms,
            advisor: setup.advisor,
        };
        self.summary.send_replace(summary);
        self.house.lobby_changed();
    }
}

/// The lobby's line about a table where nothing has happened yet.
pub(super) fn first_line(table: &Table) -> TableSummary {
    let setup = table.setup();
    TableSummary {
        table: table.id().0,
        name: setup.name.clone(),
        spread: table.spread().map(wire::spread_info).unwrap_or_default(),
        mix: Vec::new(),
        seats: setup.seats,
        people: 0,
        here: 0,
        bots: 0,
        waiting: 0,
        buy_in: [setup.buy_in.min.get(), setup.buy_in.max.get()],
        average_pot: 0,
        hands_per_hour: 0,
        clock_ms: setup.clocks.act_ms,
        advisor: setup.advisor,
    }
}

/// Whether the lobby's line about the table changes with it.
fn changes_summary(news: &News) -> bool {
    matches!(
        news,
        News::Sat { .. }
            | News::Left { .. }
            | News::Connection { .. }
            | News::Listed { .. }
            | News::Unlisted { .. }
            | News::Game { .. }
            | News::HandOver { .. }
    )
}

fn awarded(news: &News) -> Option<u64> {
    match news {
        NewsOf::Played { event: cardroom_rules::Event::Awarded { amount, .. }, .. } => Some(amount.get()),
        _ => None,
    }
}
