//! What must hold of a table after every event, looked at from outside: only what the table tells and shows.

use std::collections::BTreeMap;

use cardroom_fair::{Digest, Known, SigningKey, verify};
use cardroom_room::{AccountId, Change, HandStage, Ledger, NewsOf, Now, Purse, SeatNo, SeenNews, Table};
use cardroom_rules::{Chips, Post, Seen};

/// What is remembered of a table's last hand.
#[derive(Clone, Default)]
pub(crate) struct Watch {
    order: Vec<SeatNo>,
    /// Who sat where when the hand was dealt, counting how often a seat changed hands.
    seats: BTreeMap<SeatNo, (AccountId, u64)>,
    sittings: u64,
    last: Option<Dealt>,
    now: Option<Dealt>,
    drawn: bool,
    digest: Option<Digest>,
    hand: u64,
}

#[derive(Clone, Debug)]
struct Dealt {
    button: SeatNo,
    small: Option<SeatNo>,
    /// Where the small blind's marker lies, whether or not somebody sits there.
    small_marker: SeatNo,
    big: SeatNo,
    order: Vec<SeatNo>,
    /// Who paid a big blind in turn or out of it, and who was to pay one before it does again.
    paid_big: Vec<(SeatNo, u64, Vec<SeatNo>)>,
}

impl Watch {
    pub(crate) fn change(&mut self, table: &Table, before: u64, change: &Change) {
        assert_eq!(change.version, before + u64::from(change.log.is_some()), "versions are contiguous");
        assert_eq!(change.version, table.version());
        let seen: Vec<SeenNews> = change.news.iter().map(|news| news.seen_by(None)).collect();
        for (at, news) in seen.iter().enumerate() {
            let before = |hand: &cardroom_room::FinishedHand| hand.hand == self.hand;
            let ended = change.hand.as_ref().filter(|hand| matches!(news, NewsOf::Committed { .. }) && before(hand));
            self.digest = ended.map(|hand| hand.digest).or(self.digest);
            self.news(table, news, &seen[at + 1..]);
        }
        if let Some(hand) = &change.hand {
            self.digest = Some(hand.digest);
        }
    }

    fn news(&mut self, table: &Table, news: &SeenNews, after: &[SeenNews]) {
        match news {
            NewsOf::Sat { account, seat, .. } => {
                self.sittings += 1;
                let before = self.seats.insert(*seat, (*account, self.sittings));
                assert!(before.is_none(), "one player, one seat");
                assert_eq!(self.seats.values().filter(|(who, _)| who == account).count(), 1);
            }
            NewsOf::Left { account, seat, .. } => {
                assert_eq!(self.seats.remove(seat).map(|(who, _)| who), Some(*account));
            }
            NewsOf::ButtonDrawn { cards, button } => {
                self.drawn = true;
                let highest = cards.iter().max_by_key(|(_, card)| (card.rank(), card.suit())).map(|(seat, _)| *seat);
                assert_eq!(highest, Some(*button), "the highest card has the button");
            }
            NewsOf::Committed { hand, commitment, .. } => {
                assert!(*hand > self.hand, "hand numbers go up");
                if *hand == self.hand + 1 {
                    assert_eq!(
                        commitment.previous,
                        self.digest.unwrap_or(Digest::ZERO),
                        "every commitment names the hand before"
                    );
                }
                self.hand = *hand;
            }
            NewsOf::Voided { .. } => {
                // The blinds have passed all the same, and went back.
                if let Some(void) = self.now.take() {
                    self.last = Some(Dealt { paid_big: Vec::new(), ..void });
                }
            }
            NewsOf::Dealing { order, button, small_blind, big_blind, .. } => {
                self.order.clone_from(order);
                let dealt = Dealt {
                    button: *button,
                    small: *small_blind,
                    // Where the next hand's button is drawn for in the same breath, the markers are gone already.
                    small_marker: table.markers().map_or(small_blind.unwrap_or(*button), |[_, small, _]| small),
                    big: *big_blind,
                    order: order.clone(),
                    paid_big: Vec::new(),
                };
                self.check_markers(table, &dealt);
                self.now = Some(dealt);
            }
            NewsOf::Played { event, owner } => self.event(event, *owner),
            NewsOf::HandOver { .. } => {
                self.last = self.now.take().or(self.last.take());
                self.drawn = false;
            }
            NewsOf::TimedOut { .. } => {
                let done = after.iter().find_map(|news| match news {
                    NewsOf::Played { event, .. } => Some(event),
                    _ => None,
                });
                let passive = match done {
                    Some(Seen::Folded { .. } | Seen::Checked { .. } | Seen::Mucked { .. } | Seen::Shown { .. }) => true,
                    Some(Seen::Discarded { thrown, .. } | Seen::Drew { thrown, .. }) => thrown.count() == 0,
                    _ => false,
                };
                assert!(passive, "out of time means check, fold, stand pat or muck: {done:?}");
            }
            _ => {}
        }
    }

    fn event(&mut self, event: &Seen, owner: Option<AccountId>) {
        match *event {
            Seen::Dealt { card, .. } => {
                assert!(card.is_none() && owner.is_some(), "nobody sees a card dealt to another");
            }
            Seen::Burned { card } => assert!(card.is_none(), "nobody sees a burned card"),
            Seen::Discarded { thrown, .. } | Seen::Drew { thrown, .. } => assert!(thrown.known().is_empty()),
            Seen::Posted { seat, post: post @ (Post::BigBlind | Post::Live), .. } => {
                let seat = self.order[seat.index()];
                let sitting = self.seats.get(&seat).map_or(0, |&(_, sitting)| sitting);
                let Some(now) = &mut self.now else { return };
                // Only if everyone who was to pay before it has gone does somebody pay twice running.
                let paid = |(who, then, between): &(SeatNo, u64, Vec<SeatNo>)| {
                    (*who, *then) == (seat, sitting)
                        && (post == Post::Live
                            || between.iter().any(|seat| now.order.contains(seat))
                            || between.is_empty())
                };
                let twice = !self.drawn && self.last.as_ref().is_some_and(|last| last.paid_big.iter().any(paid));
                assert!(!twice, "{seat} pays two big blinds running ({post:?}): {:?} then {now:?}", self.last);
                assert!(post == Post::Live || now.big == seat, "the big blind is posted where its marker lies");
                let turn = |seat: SeatNo| now.order.iter().position(|&at| at == seat).expect("a player");
                let players = now.order.len();
                let steps = |to: SeatNo| (turn(to) + players - turn(now.big) - 1) % players;
                let between: Vec<SeatNo> = now.order.iter().copied().filter(|&at| steps(at) < steps(seat)).collect();
                assert!(!between.is_empty(), "{seat} posts, and the big blind is next");
                now.paid_big.push((seat, sitting, between));
            }
            _ => {}
        }
    }

    /// The dead-button rule, from what two hands running showed of it.
    fn check_markers(&self, table: &Table, dealt: &Dealt) {
        let seats = table.setup().seats;
        let steps = |from: SeatNo, to: SeatNo| match (to.0 + seats - from.0) % seats {
            0 => seats,
            steps => steps,
        };
        let order = &dealt.order;
        assert!(order.contains(&dealt.big), "the big blind is there");
        assert!(order.windows(2).all(|pair| steps(dealt.button, pair[0]) < steps(dealt.button, pair[1])), "clockwise");
        if order.len() == 2 {
            assert_eq!((dealt.small, order[1]), (Some(dealt.button), dealt.button), "heads-up the button posts small");
        } else if let Some(small) = dealt.small {
            assert!(order.iter().all(|&seat| steps(small, seat) >= steps(small, dealt.big)), "small right before big");
        }
        let Some(last) = self.last.as_ref().filter(|_| !self.drawn) else { return };
        let passed = order.iter().find(|&&seat| steps(last.big, seat) < steps(last.big, dealt.big));
        assert!(passed.is_none(), "the big blind skips nobody: {passed:?} between {} and {}", last.big, dealt.big);
        assert!(dealt.big != last.big, "the big blind moves on");
        if order.len() > 2 {
            let dead_button = (dealt.button, dealt.small_marker) == (last.small_marker, last.big);
            // Only where nobody could have come in by the rules of owing are all markers put before players again.
            let live = order.contains(&dealt.button) && dealt.small.is_some();
            assert!(dead_button || live, "the markers move to where the next ones lay");
        }
    }
}

/// The chips of a table as everyone can count them, against what its entries say.
pub(crate) fn count(table: &Table, ledger: &Ledger, now: Now) {
    let view = table.view(None, now);
    let pot = match (&view.view, view.stage) {
        (Some(hand), HandStage::Playing) => hand.pot,
        _ => Chips::ZERO,
    };
    let counted = view.seats.iter().map(|seat| seat.stack + seat.added).sum::<Chips>() + pot;
    assert_eq!(counted, table.chips(), "no chip is made or lost");
    if table.setup().tournament.is_none() {
        let escrow = |seat: &cardroom_room::SeatAtTable| ledger.balance(Purse::Seat(table.id(), seat.account));
        let entered: i64 = view.seats.iter().map(escrow).sum();
        assert_eq!(entered, table.chips().get() as i64, "the ledger knows every chip at the table");
    }
}

/// No view holds a card that its viewer may not see.
pub(crate) fn look(table: &Table, viewer: Option<AccountId>, now: Now) {
    let view = table.view(viewer, now);
    assert!(view.setup.invitation.is_none() || viewer == view.setup.host, "the code is the host's to give");
    let Some(hand) = &view.view else { return };
    let own = hand.own().map(|own| own.seat);
    for seat in hand.seats().filter(|seat| !seat.shown && Some(seat.seat) != own) {
        assert!(seat.known().is_empty(), "{viewer:?} sees the cards of {}", seat.seat);
    }
    assert!(
        hand.legal.is_none() || table.to_act().map(|(account, ..)| account) == viewer,
        "only who is to act is asked"
    );
}

/// A hand's proof holds, and opens what the record shows.
pub(crate) fn prove(change: &Change, key: &SigningKey) {
    if let Some(hand) = &change.hand {
        let report = verify(&hand.proof(key).expect("a proof"), hand.record().as_bytes(), &Known::default());
        assert!(report.ok, "{report:?}");
    }
}
