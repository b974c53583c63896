//! A table as one viewer may see it, on the wire.

use cardroom_cards::CardSet;
use cardroom_protocol as wire;
use cardroom_protocol::{HandView, SeatState, SeatView, TableSnapshot, Turn, You};
use cardroom_room::{
    AccountId, HandStage, Openness, Rotation, SeatAtTable, SeatNo, SeatStatus, SitOut, Story, TableView, TurnClock,
};
use cardroom_rules::{Need, Seen, Spread, Standing, Verb, View};

use super::feed::{pots, turn_kind};
use super::{cards, chair, choices, made, spread_info};

/// What a snapshot needs beside the table's own view.
pub(crate) struct Beside<'a> {
    /// Who looks.
    pub(crate) viewer: Option<AccountId>,
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
    /// What the viewer threw away for good in this hand.
    pub(crate) own_thrown: CardSet,
    /// Why the table waits for the store, if it does.
    pub(crate) stopped: Option<String>,
    /// The running turn's clock.
    pub(crate) clock: Option<TurnClock>,
    /// What was seen of the hand on the table.
    pub(crate) story: Option<&'a Story>,
}

/// The table as its viewer may see it.
pub(crate) fn snapshot(view: &TableView, beside: Beside<'_>) -> Option<TableSnapshot> {
    let setup = &view.setup;
    let spread = beside.spreads.iter().find(|spread| spread.game().id == view.game).or(beside.spreads.first())?;
    let several = beside.spreads.len() > 1;
    let paused = match view.open {
        Openness::Open => None,
        Openness::Paused => Some("The host paused the table."),
        Openness::Held => Some("The tournament holds the table."),
        Openness::Closed => Some("The table is closed."),
        Openness::Frozen => Some("The table is frozen until an operator has looked at it."),
    };
    let playing = view.seats.iter().filter(|seat| seat.status == SeatStatus::Playing).count();
    let idle = view.stage == HandStage::Between && playing < 2;
    let numbered = view.table.in_tournament(&setup.name);
    Some(TableSnapshot {
        table: view.table.0,
        name: numbered.map_or(&*setup.name, |(name, _)| name).to_owned(),
        number: numbered.map(|(_, number)| number),
        spread: spread_info(spread),
        mix: if several { beside.spreads.iter().map(spread_info).collect() } else { Vec::new() },
        mix_hands: match setup.rotation {
            Rotation::Hands(hands) if several => Some(hands),
            _ => None,
        },
        asked: Some(super::asked(&setup.stakes)),
        tournament: setup.tournament.map(|tournament| tournament.0),
        private: setup.invitation.is_some(),
        host: setup.host.map(|host| host.0),
        advisor: setup.advisor,
        buy_in: [setup.buy_in.min.get(), setup.buy_in.max.get()],
        clock_ms: setup.clocks.act_ms,
        bank_ms: setup.clocks.bank_ms,
        pause_ms: setup.clocks.between_ms,
        sit_out_ms: setup.clocks.sit_out_ms,
        seats: seats(view, &beside),
        hand: hand_view(view, &beside),
        waiting: idle.then(|| "Waiting for a second player".to_owned()),
        paused: beside.stopped.or_else(|| paused.map(ToOwned::to_owned)),
        waiting_list: u32::try_from(view.line.len()).unwrap_or(u32::MAX),
        spectators: beside.spectators,
        chat: beside.chat,
        muted: beside.muted,
        you: you(view, beside.viewer, beside.wallet),
    })
}

/// What concerns the viewer alone.
pub(crate) fn you(view: &TableView, viewer: Option<AccountId>, wallet: u64) -> You {
    let Some(account) = viewer else { return You::default() };
    let own = view.seats.iter().find(|seat| seat.account == account);
    let place = view.line.iter().position(|&waiting| waiting == account);
    You {
        seat: own.map(|seat| chair(seat.seat)),
        waiting: place.and_then(|place| u32::try_from(place + 1).ok()),
        wallet,
        sent_off: view.barred,
        must_bring: view.must_bring.map(cardroom_room::Chips::get),
        coming: own.map_or(0, |seat| seat.added.get()),
        owes_blinds: own.is_some_and(|seat| seat.owes.0 || seat.owes.1),
        sitting_out_from: own.and_then(|seat| match seat.status {
            // Away from a tournament, or from the rest of a hand: the table acts for it at once, until it says it is back.
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
        host: view.setup.host == Some(account),
        code: view.setup.invitation.clone(),
    }
}

fn seats(view: &TableView, beside: &Beside<'_>) -> Vec<SeatView> {
    let plays = last_plays(view, beside.story);
    let seats = (0..view.setup.seats).map(super::seat_no);
    seats.map(|seat| seat_view(view, seat, &plays)).collect()
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
    let throwing = |view: &View| matches!(view.need, Need::Discard(_) | Need::Draw(_));
    if view.view.as_deref().is_some_and(throwing) {
        plays.fill(None);
    }
    plays
}

fn seat_view(view: &TableView, seat: SeatNo, plays: &[Option<&str>]) -> SeatView {
    let taken = view.seats.iter().find(|taken| taken.seat == seat);
    let place = taken.and_then(|taken| place(view, taken));
    let in_hand = place.and_then(|place| view.view.as_deref()?.seats().nth(place));
    SeatView {
        seat: chair(seat),
        player: taken.map(player),
        stack: in_hand.map(|seat| seat.stack.get()).or(taken.map(|seat| seat.stack.get())).unwrap_or(0),
        bet: in_hand.map_or(0, |seat| seat.bet.get()),
        state: seat_state(view, seat),
        cards: in_hand.map(|seat| seat.cards.iter().map(|card| card.map(wire::Card)).collect()).unwrap_or_default(),
        thrown: thrown(view.view.as_deref(), place),
        last: place.and_then(|place| plays.get(place).copied().flatten()).map(ToOwned::to_owned),
    }
}

/// Somebody's place in the hand on the table. While a hand that is over lies there, who played it may have gone, and another
/// sit in its chair.
fn place(view: &TableView, taken: &SeatAtTable) -> Option<usize> {
    let place = view.order.iter().position(|&at| at == taken.seat)?;
    (view.players.get(place) == Some(&taken.account)).then_some(place)
}

/// How many cards a player threw away, as far as it has chosen.
fn thrown(view: Option<&View>, place: Option<usize>) -> Vec<u8> {
    let Some((view, seat)) = view.zip(place).and_then(|(view, place)| Some((view, view.seats().nth(place)?))) else {
        return Vec::new();
    };
    // While players choose in turn, those from the one to act on have not chosen yet.
    let chosen = match view.need {
        Need::Discard(to_act) | Need::Draw(to_act) if seat.seat.index() >= to_act.index() => {
            view.draws.saturating_sub(1)
        }
        _ => view.draws,
    };
    seat.thrown.iter().take(chosen).copied().collect()
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
                clock_ms: view.setup.clocks.act_ms,
                bank_ms,
                on_bank: clock.more,
                pot: hand.pot.get(),
                pots: pots(hand, &view.order),
                price: hand.price.get(),
                legal: choices(hand),
            }
        }),
        made: high.into_iter().chain(low).collect(),
        own_thrown: cards(beside.own_thrown),
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
