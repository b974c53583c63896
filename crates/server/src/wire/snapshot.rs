//! A table as one viewer may see it, on the wire.

use cardroom_cards::{Card, CardSet};
use cardroom_protocol as wire;
use cardroom_protocol::{HandView, SeatState, SeatView, TableSnapshot, Turn, You};
use cardroom_room::{
    HandStage, Openness, OwnPart, Rotation, SeatAtTable, SeatNo, SeatStatus, SitOut, Story, TableSetup, TableView,
    TurnClock,
};
use cardroom_rules::{Need, Seat, Seen, Spread, Standing, Thrown, Verb, View};

use super::feed::{pots, turn_kind};
use super::{cards, chair, choices, made, spread_info};

/// What a snapshot needs beside the table's own view.
pub(crate) struct Beside<'a> {
    /// What concerns the viewer alone.
    pub(crate) own: OwnPart,
    /// Whether only people with its code may come.
    pub(crate) private: bool,
    /// The games in turn.
    pub(crate) spreads: &'a [Spread],
    /// The chips in the viewer's wallet.
    pub(crate) wallet: u64,
    /// The last things said.
    pub(crate) chat: Vec<wire::ChatLine>,
    /// Whom the host muted.
    pub(crate) muted: Vec<u64>,
    /// How many look on.
    pub(crate) spectators: u32,
    /// Why the table is paused, if it is.
    pub(crate) paused: Option<&'static str>,
    /// The running turn's clock.
    pub(crate) clock: Option<TurnClock>,
    /// What was seen of the hand on the table.
    pub(crate) story: Option<&'a Story>,
}

/// The table as its viewer may see it.
pub(crate) fn snapshot(view: &TableView, beside: Beside<'_>) -> Option<TableSnapshot> {
    let setup = &view.setup;
    let spread = beside.spreads.iter().find(|spread| spread.game().id == view.game).or(beside.spreads.first())?;
    let playing = view.seats.iter().filter(|seat| seat.status == SeatStatus::Playing).count();
    let idle = view.stage == HandStage::Between && playing < 2;
    let numbered = view.table.in_tournament(&setup.name);
    Some(TableSnapshot {
        table: view.table.0,
        name: numbered.map_or(&*setup.name, |(name, _)| name).to_owned(),
        number: numbered.map(|(_, number)| number),
        spread: spread_info(spread),
        mix: mix(beside.spreads),
        mix_hands: mix_hands(beside.spreads, setup.rotation),
        asked: Some(super::asked(&setup.stakes)),
        tournament: setup.tournament.map(|tournament| tournament.0),
        private: beside.private,
        host: setup.host.map(|host| host.0),
        advisor: setup.advisor,
        buy_in: buy_in(setup),
        clock_ms: setup.clocks.act_ms,
        bank_ms: setup.clocks.bank_ms,
        pause_ms: setup.clocks.between_ms,
        sit_out_ms: setup.clocks.sit_out_ms,
        seats: seats(view, &beside),
        hand: hand_view(view, &beside),
        waiting: idle.then(|| "Waiting for a second player".to_owned()),
        paused: beside.paused.map(ToOwned::to_owned),
        waiting_list: u32::try_from(view.line.len()).unwrap_or(u32::MAX),
        spectators: beside.spectators,
        chat: beside.chat,
        muted: beside.muted,
        you: you(beside.own, beside.wallet),
    })
}

/// Why a table deals no more hands, if somebody has said so. A tournament's table waits for its director after every
/// hand, which is nothing to tell of.
pub(crate) const fn pause_reason(open: Openness) -> Option<&'static str> {
    match open {
        Openness::Open | Openness::Held => None,
        Openness::Paused => Some("The host paused the table."),
        Openness::Closed => Some("The table closes after this hand."),
        Openness::Frozen => Some("The table is frozen until an operator has looked at it."),
    }
}

/// The games that take turns, where several do.
pub(crate) fn mix(spreads: &[Spread]) -> Vec<wire::SpreadInfo> {
    if spreads.len() > 1 { spreads.iter().map(spread_info).collect() } else { Vec::new() }
}

/// How many hands of each are played in turn, where that is told by the hands.
pub(crate) const fn mix_hands(spreads: &[Spread], rotation: Rotation) -> Option<u16> {
    match rotation {
        Rotation::Hands(hands) if spreads.len() > 1 => Some(hands),
        _ => None,
    }
}

/// The least and the most that one may sit down with.
pub(crate) fn buy_in(setup: &TableSetup) -> [u64; 2] {
    [setup.buy_in.min.get(), setup.buy_in.max.get()]
}

/// What concerns the viewer alone.
pub(crate) fn you(part: OwnPart, wallet: u64) -> You {
    let own = part.seat.as_ref();
    You {
        seat: own.map(|seat| chair(seat.seat)),
        waiting: part.place.and_then(|place| u32::try_from(place).ok()),
        kept_until: part.kept_until.map(|until| until.0),
        wallet,
        sent_off: part.barred,
        must_bring: part.must_bring.map(cardroom_room::Chips::get),
        coming: own.map_or(0, |seat| seat.added.get()),
        owes_blinds: own.is_some_and(|seat| seat.owes.0 || seat.owes.1),
        sitting_out_from: own.and_then(|seat| match seat.status {
            // Away from a tournament, or from the rest of a hand: the table acts for it at once, until it says it is
            // back.
            SeatStatus::SittingOut | SeatStatus::Away => Some("now".to_owned()),
            SeatStatus::Leaving => Some("leaving".to_owned()),
            _ => seat.sits_out.map(|when| match when {
                SitOut::NextHand => "next_hand".to_owned(),
                SitOut::NextBigBlind => "next_big_blind".to_owned(),
            }),
        }),
        auto_post: own.is_some_and(|seat| seat.status == SeatStatus::Posting),
        auto_muck: own.is_some_and(|seat| seat.auto_muck),
        straddle: own.is_some_and(|seat| seat.straddles),
        bank_ms: own.map_or(0, |seat| seat.bank_ms),
        chain: own.is_some_and(|seat| seat.chain),
        host: part.host,
        code: part.invitation,
    }
}

fn seats(view: &TableView, beside: &Beside<'_>) -> Vec<SeatView> {
    let plays = last_plays(view, beside.story);
    let seats = (0..view.setup.seats).map(super::seat_no);
    seats.map(|seat| seat_view(view, beside, seat, &plays)).collect()
}

/// What each player of the hand did last in the round of betting that runs, by its place.
fn last_plays(view: &TableView, story: Option<&Story>) -> Vec<Option<&'static str>> {
    let mut plays = vec![None; view.order.len()];
    let mut opened = false;
    for event in story.filter(|_| view.turn.is_some()).into_iter().flat_map(|story| &story.seen) {
        let (seat, play) = match *event {
            Seen::Posted { .. } => {
                opened = true;
                continue;
            }
            Seen::Round { round } if round > 0 => {
                opened = false;
                plays.fill(None);
                continue;
            }
            Seen::Discarded { .. } | Seen::Drew { .. } => {
                plays.fill(None);
                continue;
            }
            Seen::Checked { seat } => (seat, "check"),
            Seen::Called { seat, .. } => (seat, "call"),
            Seen::Raised { seat, .. } => (seat, if std::mem::replace(&mut opened, true) { "raise" } else { "bet" }),
            _ => continue,
        };
        if let Some(last) = plays.get_mut(seat.index()) {
            *last = Some(play);
        }
    }
    let betting = |view: &View| matches!(view.need, Need::Act(_));
    if !view.view.as_deref().is_some_and(betting) {
        plays.fill(None);
    }
    plays
}

fn seat_view(view: &TableView, beside: &Beside<'_>, seat: SeatNo, plays: &[Option<&str>]) -> SeatView {
    let taken = view.seats.iter().find(|taken| taken.seat == seat);
    let place = taken.and_then(|taken| place(view, taken));
    let in_hand = place.and_then(|place| view.view.as_deref()?.seats().nth(place));
    let thrown = place.and_then(Seat::new).map(|seat| thrown(beside.story, seat)).unwrap_or_default();
    SeatView {
        seat: chair(seat),
        player: taken.map(player),
        stack: taken.map_or(0, |seat| seat.stack.get()),
        bet: in_hand.map_or(0, |seat| seat.bet.get()),
        state: seat_state(view, seat),
        cards: in_hand.map(|seat| seat.cards.iter().map(|card| card.map(wire::Card)).collect()).unwrap_or_default(),
        thrown: thrown.iter().map(|thrown| u8::try_from(thrown.count()).unwrap_or(0)).collect(),
        last: place.and_then(|place| plays.get(place).copied().flatten()).map(ToOwned::to_owned),
    }
}

/// Somebody's place in the hand on the table. While a hand that is over lies there, who played it may have gone, and
/// another sit in its chair.
fn place(view: &TableView, taken: &SeatAtTable) -> Option<usize> {
    let place = view.order.iter().position(|&at| at == taken.seat)?;
    (view.players.get(place) == Some(&taken.account)).then_some(place)
}

/// What a player threw away, time by time, as far as the viewer saw it.
fn thrown(story: Option<&Story>, player: Seat) -> Vec<Thrown<Option<Card>>> {
    let thrown = |seen: &Seen| match *seen {
        Seen::Discarded { seat, thrown } | Seen::Drew { seat, thrown } if seat == player => Some(thrown),
        _ => None,
    };
    story.into_iter().flat_map(|story| &story.seen).filter_map(thrown).collect()
}

/// The cards that the viewer threw away, in the order in which it was told of them.
fn own_thrown(story: Option<&Story>, own: Seat) -> Vec<wire::Card> {
    let thrown = thrown(story, own);
    cards(thrown.iter().flat_map(Thrown::iter).flatten())
}

fn player(seat: &SeatAtTable) -> wire::Player {
    wire::Player {
        account: seat.account.0,
        name: seat.name.clone(),
        bot: seat.bot.then(|| "house".to_owned()),
        connected: seat.connected,
    }
}

pub(crate) fn seat_state(view: &TableView, seat: SeatNo) -> SeatState {
    let Some(taken) = view.seats.iter().find(|taken| taken.seat == seat) else { return SeatState::Empty };
    let in_hand = place(view, taken).and_then(|place| view.view.as_deref()?.seats().nth(place));
    let out = matches!(taken.status, SeatStatus::SittingOut | SeatStatus::Leaving);
    match (in_hand.map(|seat| seat.standing), taken.status) {
        // The hand is over, and its cards are still there to see.
        _ if out && view.stage == HandStage::Showing => SeatState::SittingOut,
        (Some(Standing::Playing), _) => SeatState::Playing,
        (Some(Standing::AllIn), _) => SeatState::AllIn,
        (Some(Standing::Mucked), _) => SeatState::Mucked,
        (_, SeatStatus::SittingOut | SeatStatus::Leaving) => SeatState::SittingOut,
        (Some(Standing::Folded), _) => SeatState::Folded,
        (None, SeatStatus::Waiting | SeatStatus::Posting) => SeatState::WaitingForBlind,
        (None, SeatStatus::Playing | SeatStatus::Away) => SeatState::Ready,
    }
}

fn hand_view(view: &TableView, beside: &Beside<'_>) -> Option<HandView> {
    let hand = view.view.as_deref()?;
    let [button, small_blind, big_blind] = view.markers?;
    let own = hand.own();
    let held = own.map_or(CardSet::EMPTY, cardroom_rules::SeatView::known);
    let (high, low) = if held.is_empty() { (None, None) } else { made(&hand.spread, held, hand.board.known()) };
    let seated = |seat: &SeatNo| view.order.contains(seat);
    Some(HandView {
        hand: view.hand,
        spread: spread_info(&hand.spread),
        button: chair(button),
        small_blind: Some(small_blind).filter(seated).map(chair),
        big_blind: chair(big_blind),
        board: board(hand),
        price: hand.price.get(),
        pot: hand.pot.get(),
        pots: pots(hand, &view.order),
        turn: view.turn.zip(beside.clock).map(|(turn, clock)| {
            let bank_ms = view.seats.iter().find(|seat| seat.seat == turn.seat).map_or(0, |seat| seat.bank_ms);
            Turn {
                seat: chair(turn.seat),
                turn: turn.turn,
                kind: turn_kind(hand.need).to_owned(),
                deadline: clock.until.0,
                clock_ms: match hand.need {
                    Need::Show(_) => view.setup.clocks.show_ms,
                    _ => view.setup.clocks.act_ms,
                },
                bank_ms,
                on_bank: clock.more,
                pot: hand.pot.get(),
                pots: pots(hand, &view.order),
                price: hand.price.get(),
                legal: choices(hand),
            }
        }),
        made: high.into_iter().chain(low).collect(),
        own_thrown: own.map(|own| own_thrown(beside.story, own.seat)).unwrap_or_default(),
        commitment: view.commitment.as_ref().map(|commitment| commitment.commit.into()),
        over: view.stage == HandStage::Showing,
    })
}

/// The board, dealing by dealing as the game has it.
fn board(hand: &View) -> Vec<Vec<wire::Card>> {
    let mut left = hand.board.iter().flatten();
    let steps = hand.spread.game().steps.iter().filter_map(|step| match step.verb {
        Verb::Board(count, _) => Some(usize::from(count)),
        _ => None,
    });
    steps.map(|count| cards(left.by_ref().take(count))).filter(|dealt| !dealt.is_empty()).collect()
}
