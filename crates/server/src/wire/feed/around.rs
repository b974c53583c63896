//! What happens around the hands: who comes, whose turn it is, when a hand begins and ends.

use cardroom_cards::CardSet;
use cardroom_protocol as wire;
use cardroom_protocol::{Seating, TableEvent, Turn};
use cardroom_room::{AccountId, Chips, HandStage, Leaving, NewsOf, SeatNo, SeenNews, Table, TableView};
use cardroom_rules::{Need, Seen};

use super::{Feed, pots};
use crate::wire::{asked, chair, snapshot, spread_info};

impl Feed {
    /// What happened at the table, as everyone is told it.
    pub(super) fn event(&mut self, seen: &SeenNews, after: &Table, now_ms: u64) -> Option<TableEvent> {
        let until = |ms: u64| now_ms.saturating_add(ms);
        Some(match seen {
            NewsOf::Sat { account, seat, name, stack, bot } => TableEvent::Seated {
                seat: chair(*seat),
                player: wire::Player {
                    account: account.0,
                    name: name.clone(),
                    bot: bot.then(|| "house".to_owned()),
                    connected: true,
                },
                stack: stack.get(),
                state: self.state(after, *seat),
            },
            NewsOf::Left { seat, why, .. } => {
                let reason = match why {
                    Leaving::Own => None,
                    Leaving::Kicked => Some("The host asked it to go"),
                    Leaving::TooLong => Some("It sat out too long"),
                    Leaving::Director => Some("The tournament moved it"),
                    Leaving::Closed => Some("The table closed"),
                };
                TableEvent::Left { seat: chair(*seat), reason: reason.map(ToOwned::to_owned) }
            }
            NewsOf::Listed { .. } | NewsOf::Unlisted { .. } | NewsOf::Offered { .. } => {
                let length = after.view(None, cardroom_room::Now(now_ms)).line.len();
                TableEvent::WaitingList { length: u32::try_from(length).unwrap_or(u32::MAX) }
            }
            NewsOf::SatOut { seat, .. } | NewsOf::Back { seat } | NewsOf::Added { seat, .. } => {
                let view = after.view(None, cardroom_room::Now(0));
                let stack = view.seats.iter().find(|taken| taken.seat == *seat).map_or(0, |taken| taken.stack.get());
                // In a hand, what was left just then; after it the seat may be somebody else's.
                let place = self.place(*seat).filter(|_| view.stage == HandStage::Playing);
                let left = place.and_then(|place| self.stacks.get(place).copied());
                let state = snapshot::seat_state(&view, *seat);
                TableEvent::Seat { seat: chair(*seat), state, stack: left.unwrap_or(stack) }
            }
            NewsOf::Connection { seat, there } => TableEvent::Connected { seat: chair(*seat), connected: *there },
            NewsOf::ButtonDrawn { cards: drawn, button } => TableEvent::ButtonDrawn {
                cards: drawn.iter().map(|&(seat, card)| (chair(seat), wire::Card(card))).collect(),
                button: chair(*button),
            },
            NewsOf::Game { .. } => {
                let setup = after.setup();
                let spreads = setup.stakes.spreads().unwrap_or_default();
                TableEvent::Spread {
                    spread: spread_info(after.spread()?),
                    mix: snapshot::mix(&spreads),
                    mix_hands: snapshot::mix_hands(&spreads, setup.rotation),
                    asked: asked(&setup.stakes),
                    buy_in: snapshot::buy_in(setup),
                }
            }
            NewsOf::Committed { hand, commitment, asked, ms } => TableEvent::Committed {
                hand: *hand,
                commitment: commitment.commit.into(),
                signature: commitment.signature.into(),
                key: commitment.key.into(),
                links: asked.iter().map(|&seat| chair(seat)).collect(),
                deadline: until(*ms),
            },
            NewsOf::Linked { .. } => return None,
            NewsOf::Burned { hand, missing } => {
                TableEvent::Burned { hand: *hand, seats: missing.iter().map(|&seat| chair(seat)).collect() }
            }
            NewsOf::Dealing { hand, order, button, small_blind, big_blind } => {
                self.begin(after, order);
                let seats = order.iter().zip(&self.stacks);
                TableEvent::HandStarted {
                    hand: *hand,
                    spread: spread_info(after.spread()?),
                    button: chair(*button),
                    small_blind: small_blind.map(chair),
                    big_blind: chair(*big_blind),
                    seats: seats.map(|(&seat, &stack)| Seating { seat: chair(seat), stack }).collect(),
                }
            }
            NewsOf::Played { event, .. } => {
                let pots = if matches!(event, Seen::Round { .. }) { self.pots(after) } else { Vec::new() };
                return self.played(event, pots);
            }
            NewsOf::Turn { turn, seat, ms, bank_ms, .. } => {
                let view = after.public_view()?;
                TableEvent::Turn {
                    turn: Turn {
                        seat: chair(*seat),
                        turn: *turn,
                        kind: turn_kind(view.need).to_owned(),
                        deadline: until(*ms),
                        clock_ms: *ms,
                        bank_ms: *bank_ms,
                        on_bank: false,
                        pot: view.pot.get(),
                        pots: pots(&view, &self.order),
                        price: view.price.get(),
                        legal: None,
                    },
                }
            }
            NewsOf::MoreTime { seat, ms, .. } => TableEvent::TimeBank { seat: chair(*seat), deadline: until(*ms) },
            NewsOf::TimedOut { seat } => {
                self.timed_out = Some(*seat);
                return None;
            }
            NewsOf::HandOver { hand, stacks, .. } => TableEvent::HandEnded { hand: *hand, stacks: seatings(stacks) },
            NewsOf::Voided { hand } => {
                let stacks: Vec<_> = after.stacks().map(|(seat, _, stack)| (seat, stack)).collect();
                TableEvent::HandVoid {
                    hand: *hand,
                    reason: "Hand void. Every stack is what it was when the hand began.".to_owned(),
                    stacks: seatings(&stacks),
                }
            }
            NewsOf::Broke { seat, .. } => {
                TableEvent::Seat { seat: chair(*seat), state: self.state(after, *seat), stack: 0 }
            }
            NewsOf::Paused { paused: true } | NewsOf::Closing => {
                let open = after.view(None, cardroom_room::Now(0)).open;
                TableEvent::Paused { reason: snapshot::pause_reason(open)?.to_owned() }
            }
            NewsOf::Paused { paused: false } => TableEvent::Resumed { deadline: None },
            NewsOf::Held { .. } => return None,
            NewsOf::Closed => TableEvent::Closed { reason: "The table is closed.".to_owned() },
        })
    }

    fn begin(&mut self, after: &Table, order: &[SeatNo]) {
        // Where the blinds take all that everybody has, the hand is over by now, and the seats hold what came of it.
        let stacks = after.began_with().unwrap_or_else(|| {
            let stack = |seat: &SeatNo| after.stacks().find(|(at, ..)| at == seat).map(|(.., stack)| stack);
            order.iter().map(|seat| stack(seat).unwrap_or_default()).collect()
        });
        *self = Self {
            spread: after.spread().copied(),
            order: order.to_vec(),
            stacks: stacks.into_iter().map(Chips::get).collect(),
            bets: vec![0; order.len()],
            shown: vec![CardSet::EMPTY; order.len()],
            ..Self::default()
        };
    }

    fn pots(&self, after: &Table) -> Vec<wire::Pot> {
        after.public_view().map(|view| pots(&view, &self.order)).unwrap_or_default()
    }

    fn state(&self, after: &Table, seat: SeatNo) -> wire::SeatState {
        let view = after.view(None, cardroom_room::Now(0));
        snapshot::seat_state(&view, seat)
    }
}

/// What was committed to and waits for links, for whoever comes to it late and may have to give one.
pub(crate) fn asked_for_links(
    view: &TableView,
    awaited: Option<(u64, Vec<AccountId>)>,
    now_ms: u64,
) -> Option<TableEvent> {
    let ((hand, awaited), commitment) = awaited.zip(view.commitment.as_deref())?;
    let players = view.order.iter().zip(&view.players);
    Some(TableEvent::Committed {
        hand,
        commitment: commitment.commit.into(),
        signature: commitment.signature.into(),
        key: commitment.key.into(),
        links: players.filter(|(_, account)| awaited.contains(account)).map(|(&seat, _)| chair(seat)).collect(),
        deadline: now_ms.saturating_add(view.ms_left.unwrap_or(0)),
    })
}

fn seatings(stacks: &[(SeatNo, Chips)]) -> Vec<Seating> {
    stacks.iter().map(|&(seat, stack)| Seating { seat: chair(seat), stack: stack.get() }).collect()
}

pub(crate) fn turn_kind(need: Need) -> &'static str {
    match need {
        Need::Discard(_) => "discard",
        Need::Draw(_) => "draw",
        Need::Show(_) => "show",
        Need::Act(_) | Need::Card(_) | Need::Reshuffle { .. } | Need::Nothing => "bet",
    }
}
