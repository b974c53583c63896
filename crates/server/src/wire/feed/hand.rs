//! What happens in a hand.

use cardroom_cards::{Card, CardSet};
use cardroom_protocol as wire;
use cardroom_protocol::{Award, TableEvent};
use cardroom_rules::{Division, Post, Seat, Seen, Share};

use super::Feed;
use crate::wire::{cards, made};

impl Feed {
    /// Something that happened in the hand; `pots` are those of a round that begins.
    pub(super) fn played(&mut self, event: &Seen, pots: Vec<wire::Pot>) -> Option<TableEvent> {
        let stack = |seat: Seat| self.stacks.get(seat.index()).copied().unwrap_or(0);
        let bet = |seat: Seat| self.bets.get(seat.index()).copied().unwrap_or(0);
        let timeout = |seat: Seat| self.timed_out == self.order.get(seat.index()).copied();
        let at = |seat: Seat| self.chair(seat);
        let known = |thrown: &cardroom_rules::Thrown<Option<Card>>| cards(thrown.iter().flatten());
        let told = match *event {
            Seen::Posted { seat, post, amount, .. } => TableEvent::Posted {
                seat: at(seat),
                post: post_name(post).into(),
                amount: amount.get(),
                stack: stack(seat),
            },
            Seen::Dealt { .. } | Seen::Ended => return None,
            Seen::Burned { .. } => TableEvent::BurnCard,
            Seen::Board { card } => TableEvent::Board { cards: cards(card) },
            Seen::Round { round } => TableEvent::Round { round, pots },
            Seen::Folded { seat } => TableEvent::Folded { seat: at(seat), timeout: timeout(seat) },
            Seen::Checked { seat } => TableEvent::Checked { seat: at(seat), timeout: timeout(seat) },
            Seen::Called { seat, amount, .. } => {
                TableEvent::Called { seat: at(seat), amount: amount.get(), bet: bet(seat), stack: stack(seat) }
            }
            Seen::Raised { seat, to, by, .. } => {
                let first = !self.opened;
                let told =
                    TableEvent::Raised { seat: at(seat), to: to.get(), by: by.get(), stack: stack(seat), bet: first };
                self.opened = true;
                return Some(told);
            }
            Seen::Discarded { seat, thrown } => TableEvent::Discarded {
                seat: at(seat),
                count: u8::try_from(thrown.count()).unwrap_or(0),
                own: known(&thrown),
                timeout: timeout(seat),
            },
            Seen::Drew { seat, thrown } => TableEvent::Drew {
                seat: at(seat),
                count: u8::try_from(thrown.count()).unwrap_or(0),
                own: known(&thrown),
                timeout: timeout(seat),
            },
            Seen::Reshuffled { cards } => TableEvent::Reshuffled { cards },
            Seen::Returned { seat, amount } => {
                TableEvent::Returned { seat: at(seat), amount: amount.get(), stack: stack(seat) }
            }
            Seen::Shown { seat, cards: shown, .. } => {
                let (high, low) = self.spread.map_or((None, None), |spread| made(&spread, shown.known(), self.board));
                TableEvent::Shown { seat: at(seat), cards: known(&shown), high, low }
            }
            Seen::Mucked { seat } => TableEvent::Mucked { seat: at(seat) },
            Seen::Awarded { pot, share, seat, amount } => {
                let (hand, note) = self.won_with(seat, share);
                let share = share_name(share).to_owned();
                let award = Award { pot, share, seat: at(seat), amount: amount.get(), stack: stack(seat), hand, note };
                TableEvent::Awarded { award }
            }
            Seen::Revealed { seat, cards: revealed } => TableEvent::Revealed { seat: at(seat), cards: cards(revealed) },
        };
        // What follows in the same turn, such as sitting out, doesn't concern the hand; the next play does.
        if let Seen::Folded { .. }
        | Seen::Checked { .. }
        | Seen::Discarded { .. }
        | Seen::Drew { .. }
        | Seen::Shown { .. }
        | Seen::Mucked { .. } = event
        {
            self.timed_out = None;
        }
        Some(told)
    }

    /// The hand that won a share, if it was shown, and what is to be said about it.
    fn won_with(&self, seat: Seat, share: Share) -> (Option<wire::Half>, Option<String>) {
        let Some(spread) = self.spread else { return (None, None) };
        let shown = self.shown.get(seat.index()).copied().unwrap_or(CardSet::EMPTY);
        if shown.is_empty() {
            return (None, None);
        }
        let (high, low) = made(&spread, shown, self.board);
        let split = spread.game().division == Division::HighLow;
        let note = (split && share == Share::Whole && self.showdown && low.is_none())
            .then(|| "No qualifying low, high takes the whole pot (WSGC-2018 §15a)".to_owned());
        let hand = match share {
            Share::Low => low,
            Share::High => high,
            Share::Whole => high.or(low),
        };
        (hand, note)
    }
}

fn post_name(post: Post) -> &'static str {
    match post {
        Post::Ante => "ante",
        Post::SmallBlind => "small_blind",
        Post::BigBlind => "big_blind",
        Post::Straddle => "straddle",
        Post::Live => "live",
        Post::Dead => "dead",
    }
}

fn share_name(share: Share) -> &'static str {
    match share {
        Share::Whole => "whole",
        Share::High => "high",
        Share::Low => "low",
    }
}

/// Where shares of one pot aren't equal, the odd chip is explained.
pub(crate) fn note_odd_chips(told: Vec<&mut TableEvent>) {
    let awards: Vec<(u8, String, u64)> = told
        .iter()
        .filter_map(|event| match event {
            TableEvent::Awarded { award } => Some((award.pot, award.share.clone(), award.amount)),
            _ => None,
        })
        .collect();
    let total = |pot: u8, share: &str| -> u64 {
        awards.iter().filter(|(at, name, _)| *at == pot && name == share).map(|(.., amount)| amount).sum()
    };
    for event in told {
        let TableEvent::Awarded { award } = event else { continue };
        let least = awards.iter().filter(|(pot, share, _)| *pot == award.pot && *share == award.share);
        let least = least.map(|(.., amount)| *amount).min().unwrap_or(award.amount);
        let (high, low) = (total(award.pot, "high"), total(award.pot, "low"));
        if award.note.is_none() && award.amount > least {
            award.note = Some("The odd chip goes to the first left of the button (WSOP 73)".to_owned());
        } else if award.note.is_none() && award.share == "high" && low > 0 && high > low {
            award.note = Some("The odd chip of the pot goes to high (WSOP 73)".to_owned());
        }
    }
}
