//! What a folder of hands says about each player.

use std::collections::HashMap;

use cardroom_rules::{Chips, Event, PerSeat, Seat, SeatSet, Sink, Spread};

use crate::listener::Listener;

/// The figures of one player.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Figures {
    /// Hands dealt.
    pub hands: u64,
    /// Hands in which chips were put in of free will on the first round.
    pub vpip: u64,
    /// Hands with a raise on the first round.
    pub pfr: u64,
    /// Bets and raises after the first round.
    pub raises: u64,
    /// Calls after the first round.
    pub calls: u64,
    /// Hands that went on after the first round with the player in.
    pub past_first_round: u64,
    /// Hands gone to showdown.
    pub showdowns: u64,
    /// Hands in which the player was paid from a pot.
    pub won: u64,
    /// The sum of what was won or lost, in big blinds, before rake.
    pub net: f64,
    /// The sum of its squares.
    pub net_squared: f64,
}

impl Figures {
    /// Big blinds won per hundred hands, and the standard error of that.
    pub fn per_hundred(&self) -> (f64, Option<f64>) {
        let hands = self.hands as f64;
        let mean = self.net / hands.max(1.0);
        let error = (self.hands > 1).then(|| {
            let variance = (self.net_squared - hands * mean * mean).max(0.0) / (hands - 1.0);
            100.0 * (variance / hands).sqrt()
        });
        (100.0 * mean, error)
    }

    /// Bets and raises for every call after the first round; `None` without a call.
    pub fn aggression(&self) -> Option<f64> {
        (self.calls > 0).then(|| self.raises as f64 / self.calls as f64)
    }

    fn add(&mut self, other: &Self) {
        self.hands += other.hands;
        self.vpip += other.vpip;
        self.pfr += other.pfr;
        self.raises += other.raises;
        self.calls += other.calls;
        self.past_first_round += other.past_first_round;
        self.showdowns += other.showdowns;
        self.won += other.won;
        self.net += other.net;
        self.net_squared += other.net_squared;
    }
}

/// Every player's figures.
#[derive(Clone, Debug, Default)]
pub struct Stats {
    players: HashMap<String, Figures>,
}

impl Stats {
    /// Counts one hand; `names` are its players in order.
    pub fn add(&mut self, names: &[String], spread: &Spread, watched: &Watched) {
        let big_blind = spread.big_blind().get().max(1) as f64;
        for (index, name) in names.iter().enumerate() {
            let Some(seat) = Seat::new(index) else { continue };
            let watch = &watched.seats[seat];
            let net = (watch.got.get() as f64 - watch.paid.get() as f64) / big_blind;
            let in_at_the_end = !watched.folded.contains(seat);
            let figures = Figures {
                hands: 1,
                vpip: u64::from(watch.put_in),
                pfr: u64::from(watch.raised),
                raises: u64::from(watch.raises),
                calls: u64::from(watch.calls),
                past_first_round: u64::from(watched.went_on && !watched.folded_first.contains(seat)),
                showdowns: u64::from(in_at_the_end && watched.folded.len() + 1 < names.len()),
                won: u64::from(watch.awarded),
                net,
                net_squared: net * net,
            };
            // No copy of the name is made for a player already known.
            match self.players.get_mut(name) {
                Some(sum) => sum.add(&figures),
                None => drop(self.players.insert(name.clone(), figures)),
            }
        }
    }

    /// Adds what somebody else counted.
    pub fn merge(&mut self, other: Self) {
        for (name, figures) in other.players {
            self.players.entry(name).or_default().add(&figures);
        }
    }

    /// Every player, who has the most hands first.
    pub fn players(&self) -> Vec<(&str, &Figures)> {
        let mut players: Vec<_> = self.players.iter().map(|(name, figures)| (&**name, figures)).collect();
        players.sort_by(|(name, figures), (other, others)| others.hands.cmp(&figures.hands).then(name.cmp(other)));
        players
    }
}

/// What the players of one hand did, noted as it happens.
#[derive(Clone, Copy)]
pub struct Watched {
    seats: PerSeat<Watch>,
    folded: SeatSet,
    folded_first: SeatSet,
    first_round: bool,
    went_on: bool,
}

#[derive(Clone, Copy, Default)]
struct Watch {
    put_in: bool,
    raised: bool,
    awarded: bool,
    raises: u32,
    calls: u32,
    /// What was bet in this round, for amounts that say "to".
    bet: Chips,
    paid: Chips,
    got: Chips,
}

impl Default for Watched {
    fn default() -> Self {
        Self {
            seats: PerSeat::default(),
            folded: SeatSet::EMPTY,
            folded_first: SeatSet::EMPTY,
            first_round: true,
            went_on: false,
        }
    }
}

impl Listener for Watched {
    fn again(&mut self) {
        *self = Self::default();
    }
}

impl Sink for Watched {
    fn event(&mut self, event: Event) {
        match event {
            Event::Posted { seat, post, amount, .. } => {
                let watch = &mut self.seats[seat];
                watch.paid += amount;
                if !matches!(post, cardroom_rules::Post::Ante | cardroom_rules::Post::Dead) {
                    watch.bet += amount;
                }
            }
            Event::Called { seat, amount, .. } => {
                let first = self.first_round;
                let watch = &mut self.seats[seat];
                watch.paid += amount;
                watch.bet += amount;
                watch.put_in |= first;
                watch.calls += u32::from(!first);
            }
            Event::Raised { seat, to, .. } => {
                let first = self.first_round;
                let watch = &mut self.seats[seat];
                watch.paid += to - watch.bet;
                watch.bet = to;
                watch.put_in |= first;
                watch.raised |= first;
                watch.raises += u32::from(!first);
            }
            Event::Folded { seat } => {
                self.folded.insert(seat);
                if self.first_round {
                    self.folded_first.insert(seat);
                }
            }
            Event::Returned { seat, amount } => self.seats[seat].got += amount,
            Event::Awarded { seat, amount, .. } => {
                self.seats[seat].got += amount;
                self.seats[seat].awarded = true;
            }
            Event::Burned { .. } | Event::Board { .. } | Event::Discarded { .. } | Event::Drew { .. } => {
                self.first_round = false;
                self.went_on = true;
            }
            Event::Round { .. } => {
                for seat in SeatSet::first_seats(cardroom_rules::MOST_SEATS) {
                    if !self.first_round {
                        self.seats[seat].bet = Chips::ZERO;
                    }
                }
            }
            _ => {}
        }
    }
}
