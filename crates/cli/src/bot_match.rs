//! A match between bots: every deal is played once from each seat by each bot, so that luck with the cards evens out.
//!
//! Bots sit down for a session of some deals and remember each other meanwhile, so a session is one observation: what a
//! level won in it. Sessions have seeds of their own, and sums are whole numbers, so the result is the same on any number
//! of threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use anyhow::{Context, anyhow};
use cardroom_bots::{Bot, Level};
use cardroom_rules::{Chips, Event, Hand, Lineup, Need, Seat, SeatSet, Seen, Spread, Viewer};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::CheckFailed;
use crate::hand_records::{self, HandRecords};
use crate::random_play::Dealer;

/// Who plays what.
pub(crate) struct BotMatch {
    pub(crate) spread: Spread,
    pub(crate) lineup: Lineup,
    pub(crate) stack: Chips,
    /// The bots in order around the table.
    pub(crate) bots: Vec<Level>,
    pub(crate) samples: Option<usize>,
    pub(crate) seed: u64,
    pub(crate) check: bool,
}

/// What came of it.
#[derive(Default)]
pub(crate) struct Results {
    pub(crate) sessions: u64,
    /// Deals of a session.
    pub(crate) session_deals: u64,
    pub(crate) hands: u64,
    pub(crate) actions: u64,
    before: u128,
    after: u128,
    /// By level: what its bots won together over all sessions, and the sums of products of what two levels won in one.
    won: [i128; 4],
    products: [[i128; 4]; 4],
}

/// What one session came to.
#[derive(Default)]
struct Session {
    actions: u64,
    after: u128,
    won: [i128; 4],
    /// Its hands, if somebody wants them.
    records: String,
}

/// The most deals of a session: long enough to get to know each other, short enough to have many.
const SESSION: u64 = 25;
/// The fewest sessions, where there are as many deals: an error needs some to be estimated from.
const SESSIONS: u64 = 20;

impl BotMatch {
    /// Plays at least so many hands: whole sessions, each deal from every seat. Records are in the order of the
    /// sessions, whichever ends first.
    pub(crate) fn play(&self, hands: u64, threads: usize, records: Option<HandRecords>) -> anyhow::Result<Results> {
        cardroom_bots::warm_up(&self.spread, self.bots.len());
        let rotations = self.bots.len() as u64;
        let session_deals = (hands / rotations / SESSIONS).clamp(1, SESSION);
        let sessions = hands.div_ceil(rotations * session_deals);
        let stacks = u128::from(self.stack.get()) * u128::from(rotations * rotations * session_deals);
        let next = AtomicU64::new(0);
        let recorded = records.is_some();
        let results = Mutex::new((Results { session_deals, ..Results::default() }, records, None));
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= sessions {
                    return;
                }
                let session = self.session(number, session_deals, recorded);
                let Ok(mut results) = results.lock() else { return };
                let (results, records, failed) = &mut *results;
                let added = session.and_then(|session| {
                    results.add(&session, rotations * session_deals, stacks);
                    records.as_mut().map_or(Ok(()), |records| records.write_part(number, session.records))
                });
                if let Err(error) = added {
                    next.store(sessions, Ordering::Relaxed);
                    *failed = Some(error.context(format!("session {} with seed {}", number + 1, self.seed)));
                }
            }
        };
        thread::scope(|scope| (0..threads.max(1)).for_each(|_| drop(scope.spawn(work))));
        match results.into_inner().map_err(|_| anyhow!("a thread of the match stopped"))? {
            (_, _, Some(error)) => Err(error),
            (results, records, None) => records.map_or(Ok(()), HandRecords::finish).map(|()| results),
        }
    }

    /// How many seats a level has.
    pub(crate) fn seats_of(&self, level: Level) -> usize {
        self.bots.iter().filter(|&&bot| bot == level).count()
    }

    /// Plays a session: some deals, each from every seat, by bots who stay the same. The order around the table does too.
    fn session(&self, number: u64, deals: u64, recorded: bool) -> anyhow::Result<Session> {
        let players = self.bots.len();
        let seed = mix(self.seed, number);
        let bot = |(place, &level): (usize, &Level)| {
            let bot = Bot::new(level, mix(seed, place as u64));
            self.samples.map_or(bot.clone(), |samples| bot.with_samples(samples))
        };
        let mut bots = self.bots.iter().enumerate().map(bot).collect::<Vec<_>>();
        let name = |(place, level): (usize, &Level)| format!("{level} {}", place + 1);
        let mut names = self.bots.iter().enumerate().map(name).collect::<Vec<_>>();
        let mut session = Session::default();
        let mut hands = number * deals * players as u64;
        let mut events = Vec::with_capacity(128);
        for deal in 0..deals {
            for _ in 0..players {
                bots.rotate_left(1);
                names.rotate_left(1);
                hands += 1;
                events.clear();
                let (hand, actions) = self.hand(&mut bots, mix(!seed, deal), &mut events)?;
                if recorded {
                    let record = hand_records::record(hands, &self.spread, &self.lineup, &events, names.clone());
                    session.records.push_str(&record);
                }
                session.actions += actions;
                for (bot, stack) in bots.iter().zip(hand.stacks()) {
                    session.after += u128::from(stack.get());
                    session.won[bot.level() as usize] += i128::from(stack.get()) - i128::from(self.stack.get());
                }
            }
        }
        Ok(session)
    }

    /// Plays one hand with the cards of this seed.
    fn hand(&self, bots: &mut [Bot], seed: u64, events: &mut Vec<Event>) -> anyhow::Result<(Hand, u64)> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut dealer = Dealer::new();
        dealer.gather(&mut rng);
        let mut seen = Vec::with_capacity(128);
        let mut hand = Hand::new(&self.spread, &self.lineup, events);
        let mut actions = 0;
        loop {
            hand.deal_from(|may_come| Some(dealer.next(may_come, &mut rng)), events)?;
            match hand.need() {
                Need::Reshuffle { .. } => {
                    dealer.reshuffle(hand.may_come());
                    hand.reshuffle(events)?;
                }
                Need::Nothing => {
                    for (bot, seat) in bots.iter_mut().zip(SeatSet::first_seats(hand.players())) {
                        let viewer = Viewer::Seat(seat);
                        seen.clear();
                        seen.extend(events.iter().map(|event| event.seen_by(viewer)));
                        bot.watch(&hand.view(viewer), &seen);
                    }
                    return Ok((hand, actions));
                }
                Need::Act(seat) | Need::Discard(seat) | Need::Draw(seat) | Need::Show(seat) => {
                    actions += u64::from(!matches!(hand.need(), Need::Show(_)));
                    let bot = bots.get_mut(seat.index()).with_context(|| format!("nobody sits at {seat}"))?;
                    act(bot, seat, &mut hand, events, &mut seen)?;
                }
                Need::Card(_) => {}
            }
            if self.check
                && let Err(broken) = hand.invariants()
            {
                return Err(CheckFailed(broken.to_string()).into());
            }
        }
    }
}

/// One bot's turn: it sees what its seat sees.
fn act(
    bot: &mut Bot,
    seat: Seat,
    hand: &mut Hand,
    events: &mut Vec<Event>,
    seen: &mut Vec<Seen>,
) -> anyhow::Result<()> {
    let viewer = Viewer::Seat(seat);
    seen.clear();
    seen.extend(events.iter().map(|event| event.seen_by(viewer)));
    let action = bot.decide(&hand.view(viewer), seen);
    hand.act(seat, action, events).with_context(|| format!("a {} bot did what isn't legal", bot.level()))
}

impl Results {
    fn add(&mut self, session: &Session, hands: u64, before: u128) {
        self.sessions += 1;
        self.hands += hands;
        self.actions += session.actions;
        self.before += before;
        self.after += session.after;
        for (level, &won) in session.won.iter().enumerate() {
            self.won[level] += won;
            for (other, &also) in session.won.iter().enumerate() {
                self.products[level][other] += won * also;
            }
        }
    }

    /// The chips that players sat down with and rose with, over all hands.
    pub(crate) fn chips(&self) -> (u128, u128) {
        (self.before, self.after)
    }

    /// The mean and the standard error of what levels won in a session, each weighed by a factor.
    pub(crate) fn mean(&self, factors: [f64; 4]) -> (f64, f64) {
        let sessions = self.sessions as f64;
        let mean = factors.iter().zip(self.won).map(|(factor, won)| factor * won as f64).sum::<f64>() / sessions;
        let mut squares = 0.0;
        for (factor, products) in factors.iter().zip(self.products) {
            squares += factors.iter().zip(products).map(|(other, sum)| factor * other * sum as f64).sum::<f64>();
        }
        let variance = (squares / sessions - mean * mean).max(0.0) * sessions / (sessions - 1.0).max(1.0);
        (mean, (variance / sessions).sqrt())
    }
}

/// A seed for a part of the work, unlike those of the others.
fn mix(seed: u64, part: u64) -> u64 {
    let mut bits = seed ^ part.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
