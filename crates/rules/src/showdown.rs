//! The showdown: who shows when, what each hand is worth, and who gets how much of each pot.

use core::hint::select_unpredictable;

use cardroom_cards::enumerate::Partial;
use cardroom_cards::holdout::{self, Qualifier};
use cardroom_cards::{AceFiveRank, CardSet, DeuceSevenRank, HighRank};

use crate::chips::Chips;
use crate::event::{Event, Share, Sink};
use crate::game::{Division, LowKind, Making};
use crate::hand::Hand;
use crate::input::{Need, Place};
use crate::limit::{Customs, Showing};
use crate::pots::Pot;
use crate::refusal::Refusal;
use crate::seat::{PerSeat, Seat, SeatSet};

/// What hands are worth in each half that the game has; 0 is nothing, larger wins.
struct Worth {
    division: Division,
    high: PerSeat<u32>,
    low: PerSeat<u32>,
}

impl Hand {
    /// All live hands are shown at once (WSOP 70). A record that doesn't know all of them says in which order it saw
    /// them.
    #[inline(never)]
    pub(crate) fn table_hands<S: Sink>(&mut self, sink: &mut S) {
        if self.live.iter().any(|seat| self.held[seat].all_known().is_none()) {
            return;
        }
        for seat in self.live - self.shown {
            self.shown.insert(seat);
            sink.event(Event::Shown { seat, cards: self.held[seat].face_up(), tabled: true });
        }
    }

    /// Whether all live hands lie open by now, as far as they are known.
    pub(crate) fn hands_are_tabled(&self) -> bool {
        self.active != self.live && self.nothing_left_to_decide()
    }

    #[inline(never)]
    pub(crate) fn begin_showdown<S: Sink>(&mut self, sink: &mut S) {
        self.waiting = self.live - self.shown;
        self.ask_to_show(self.first_to_show(), sink);
    }

    fn first_to_show(&self) -> Option<Seat> {
        let first = match self.spread.showing {
            Showing::LastAggressor => self.betting.aggressor.filter(|&seat| self.live.contains(seat)),
            Showing::LeftOfLastCaller => self.betting.caller.and_then(|seat| self.live.after(seat)),
        };
        first.or(self.live.first())
    }

    /// Asks the next player, from `from` on clockwise, to show or muck; when nobody is left, the pots go out.
    fn ask_to_show<S: Sink>(&mut self, from: Option<Seat>, sink: &mut S) {
        let next = from.and_then(|seat| self.waiting.iter_from(seat).next());
        match next {
            Some(seat) => self.need = Need::Show(seat),
            None => self.award(sink),
        }
    }

    /// A hand is shown. A recorded one may be shown in any order and name its cards only now; one that was tabled,
    /// already before the board is whole.
    pub(crate) fn show<S: Sink>(&mut self, seat: Seat, cards: CardSet, sink: &mut S) -> Result<(), Refusal> {
        self.may_show(seat, "showing")?;
        let mut held = self.held[seat];
        let strangers = cards - held.known();
        if !cards.is_empty() && (!(strangers & self.gone()).is_empty() || !held.name(cards)) {
            return Err(Refusal::NotHeld { seat });
        }
        self.held[seat] = held;
        self.set_gone(self.gone() | strangers);
        self.waiting.remove(seat);
        self.shown.insert(seat);
        if held.all_known().is_none() {
            self.last_unseen = Some(seat);
        }
        sink.event(Event::Shown { seat, cards: held.face_up(), tabled: false });
        if let Need::Show(_) = self.need {
            self.ask_to_show(Some(seat), sink);
        }
        Ok(())
    }

    /// A hand is given up unseen.
    pub(crate) fn muck_hand<S: Sink>(&mut self, seat: Seat, sink: &mut S) -> Result<(), Refusal> {
        self.may_show(seat, "mucking")?;
        if !self.may_muck(seat) {
            return Err(Refusal::NotBeaten { seat });
        }
        self.waiting.remove(seat);
        self.mucked.insert(seat);
        self.last_unseen = Some(seat);
        sink.event(Event::Mucked { seat });
        self.ask_to_show(Some(seat), sink);
        Ok(())
    }

    /// After the hand a player who never folded may show cards that nobody had to see.
    pub(crate) fn reveal<S: Sink>(&mut self, seat: Seat, cards: CardSet, sink: &mut S) -> Result<(), Refusal> {
        if self.need != Need::Nothing {
            return Err(Refusal::NotNow { asked: "showing cards after the hand", need: self.need });
        }
        let hidden = self.live.contains(seat) && !self.shown.contains(seat);
        let mut held = self.held[seat];
        let strangers = cards - held.known();
        // Only a record can name cards that it didn't know before: at a table no hand has such.
        let named = strangers.is_empty() || ((strangers & self.gone()).is_empty() && held.name(held.known() | cards));
        if !hidden || cards.is_empty() || !named {
            return Err(Refusal::NothingToReveal { seat });
        }
        self.held[seat] = held;
        self.set_gone(self.gone() | strangers);
        sink.event(Event::Revealed { seat, cards });
        Ok(())
    }

    fn may_show(&self, seat: Seat, asked: &'static str) -> Result<(), Refusal> {
        let tabled = self.hands_are_tabled();
        let in_any_order = tabled || self.spread.customs == Customs::Recorded;
        match self.need {
            Need::Show(_) if in_any_order && self.waiting.contains(seat) => Ok(()),
            Need::Card(Place::Burn | Place::Board) if tabled && (self.live - self.shown).contains(seat) => Ok(()),
            Need::Show(to_act) if to_act == seat => Ok(()),
            Need::Show(to_act) => Err(Refusal::OutOfTurn { seat, to_act }),
            need => Err(Refusal::NotNow { asked, need }),
        }
    }

    /// A hand may be mucked if those already shown leave it no chip of any pot. A hand that could win something
    /// is never lost by a slip of the finger.
    pub(crate) fn may_muck(&self, seat: Seat) -> bool {
        if self.spread.customs == Customs::Recorded {
            return true;
        }
        let mut wins = false;
        let claimants = self.shown | SeatSet::of(seat);
        let worth = self.worth(claimants);
        for pot in self.pots().iter() {
            divide(pot, claimants, None, &worth, |_, winner, amount| wins |= winner == seat && !amount.is_zero());
        }
        !wins
    }

    /// Everyone else folded: the pot goes to the one who is left, unseen.
    #[inline(never)]
    pub(crate) fn award_without_showdown<S: Sink>(&mut self, sink: &mut S) {
        if let Some(seat) = self.live.first() {
            let amount = self.pot();
            self.pay(0, Share::Whole, seat, amount, sink);
        }
        self.finish(sink);
    }

    #[inline(never)]
    fn award<S: Sink>(&mut self, sink: &mut S) {
        let claimants = self.live - self.mucked;
        let worth = self.worth(claimants);
        let mut layers = self.layers();
        let mut number = 0_u8;
        while let Some(pot) = layers.next(self) {
            divide(pot, claimants, self.last_unseen, &worth, |share, seat, amount| {
                self.pay(number, share, seat, amount, sink);
            });
            number = number.saturating_add(1);
        }
        self.finish(sink);
    }

    fn pay<S: Sink>(&mut self, pot: u8, share: Share, seat: Seat, amount: Chips, sink: &mut S) {
        if !amount.is_zero() {
            self.stacks[seat] += amount;
            self.pot -= amount;
            sink.event(Event::Awarded { pot, share, seat, amount });
        }
    }

    fn finish<S: Sink>(&mut self, sink: &mut S) {
        self.paid = PerSeat::default();
        self.dead = Chips::ZERO;
        self.assert_chips();
        self.need = Need::Nothing;
        sink.event(Event::Ended);
    }

    /// What each claimant's hand is worth. A hand with an unknown card is worth nothing against a known one.
    #[inline(always)]
    fn worth(&self, claimants: SeatSet) -> Worth {
        let division = self.spread.game.division;
        let mut worth = Worth { division, high: PerSeat::default(), low: PerSeat::default() };
        let Some(board) = self.board.all_known() else { return worth };
        if division.has_high() {
            self.rank_high(board, claimants, &mut worth.high);
        }
        if division.has_low() {
            self.rank_low(board, claimants, &mut worth.low);
        }
        worth
    }

    /// With a full board and two held cards, the board is added up once.
    #[inline(always)]
    fn rank_high(&self, board: CardSet, claimants: SeatSet, worth: &mut PerSeat<u32>) {
        let making = self.spread.game.making;
        let shared = match self.board.face_up_cards::<5>() {
            Some(cards) if making == Making::BestFive => {
                Some(cards.into_iter().fold(Partial::<7>::EMPTY, Partial::with))
            }
            _ => None,
        };
        for seat in claimants {
            let Some(held) = self.held[seat].all_known() else { continue };
            let rank = match (shared, self.held[seat].face_up_cards::<2>()) {
                (Some(shared), Some([one, other])) => shared.with(one).with(other).rank(),
                _ if making == Making::BestFive => HighRank::of(held | board),
                _ => holdout::high(held, board),
            };
            worth[seat] = rank.map_or(0, |rank| rank.order().saturating_add(1));
        }
    }

    #[inline(never)]
    fn rank_low(&self, board: CardSet, claimants: SeatSet, worth: &mut PerSeat<u32>) {
        let game = self.spread.game;
        for seat in claimants {
            let Some(held) = self.held[seat].all_known() else { continue };
            let order = match game.division {
                Division::High => None,
                Division::HighLow => ace_to_five(game.making, held, board, self.spread.qualifier),
                Division::Low(LowKind::AceToFive) => ace_to_five(game.making, held, board, Qualifier::Any),
                Division::Low(LowKind::DeuceToSeven) => deuce_to_seven(held, board),
            };
            worth[seat] = order.map_or(0, |order| order.saturating_add(1));
        }
    }
}

/// Divides one pot among those of its contenders who claim it. In high/low the odd chip goes to high; where the same
/// players tie for both halves the pot is split once (WSOP 73). If nobody saw any contender's hand, the last to muck,
/// or to claim the pot with cards that a record doesn't know, had nobody left to lose to.
fn divide(
    pot: Pot,
    claimants: SeatSet,
    last_unseen: Option<Seat>,
    worth: &Worth,
    mut pay: impl FnMut(Share, Seat, Chips),
) {
    let claimants = pot.contenders & claimants;
    let high = if worth.division.has_high() { best(claimants, &worth.high) } else { SeatSet::EMPTY };
    let low = if worth.division.has_low() { best(claimants, &worth.low) } else { SeatSet::EMPTY };
    if high.is_empty() && low.is_empty() {
        let unrivalled = if claimants.is_empty() { pot.contenders } else { claimants };
        let last = last_unseen.filter(|&seat| unrivalled.contains(seat));
        if let Some(seat) = last.or(unrivalled.first()) {
            pay(Share::Whole, seat, pot.amount);
        }
    } else if high.is_empty() || low.is_empty() || high == low {
        split(high | low, pot.amount, |seat, amount| pay(Share::Whole, seat, amount));
    } else {
        let low_half = pot.amount.half();
        split(high, pot.amount - low_half, |seat, amount| pay(Share::High, seat, amount));
        split(low, low_half, |seat, amount| pay(Share::Low, seat, amount));
    }
}

fn ace_to_five(making: Making, held: CardSet, board: CardSet, qualifier: Qualifier) -> Option<u32> {
    let low = match making {
        Making::BestFive => AceFiveRank::of(held | board).filter(|&low| qualifier.admits(low)),
        Making::AllHeld => holdout::low(held, board, qualifier),
    };
    low.map(AceFiveRank::order)
}

fn deuce_to_seven(held: CardSet, board: CardSet) -> Option<u32> {
    DeuceSevenRank::of(held | board).map(DeuceSevenRank::order)
}

/// Everyone with the best hand, nobody if no hand is worth anything. Which of two hands is better can't be foreseen, so
/// nothing here depends on it but what is chosen.
#[inline]
fn best(claimants: SeatSet, worth: &PerSeat<u32>) -> SeatSet {
    let (mut most, mut winners) = (1, SeatSet::EMPTY);
    for seat in claimants {
        let own = SeatSet::of(seat);
        let with = select_unpredictable(worth[seat] == most, winners | own, winners);
        winners = select_unpredictable(worth[seat] > most, own, with);
        most = most.max(worth[seat]);
    }
    winners
}

/// Equal shares; the odd chips go one each clockwise from the button's left (APT, WSOP 73).
fn split(winners: SeatSet, amount: Chips, mut pay: impl FnMut(Seat, Chips)) {
    if !winners.is_several() {
        return winners.iter().for_each(|seat| pay(seat, amount));
    }
    let (share, mut odd) = amount.shared_by(winners.len() as u64);
    for seat in winners {
        let extra = odd.min(Chips::new(1));
        odd -= extra;
        pay(seat, share + extra);
    }
}
