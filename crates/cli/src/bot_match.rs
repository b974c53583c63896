//! A match between bots: every deal is played once from each seat by each bot, so that luck with the cards evens out.
//!
//! A deal is one observation: what a level won over all its rotations. Deals have seeds of their own, and sums are whole
//! numbers, so the result is the same on any number of threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use anyhow::{Context, anyhow};
use cardroom_bots::{Bot, Level};
use cardroom_rules::{Chips, Event, Hand, Lineup, Need, Seat, Spread, Viewer};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::CheckFailed;
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
    pub(crate) deals: u64,
    pub(crate) hands: u64,
    pub(crate) actions: u64,
    before: u64,
    after: u64,
    /// By level: what its bots won together over all deals, and the sums of products of what two levels won in a deal.
    won: [i128; 4],
    products: [[i128; 4]; 4],
}

/// What one deal came to.
struct Deal {
    actions: u64,
    after: u64,
    won: [i128; 4],
}

impl BotMatch {
    /// Plays at least so many hands: whole deals, each from every seat.
    pub(crate) fn play(&self, hands: u64, threads: usize) -> anyhow::Result<Results> {
        cardroom_bots::warm_up(&self.spread);
        let rotations = self.bots.len() as u64;
        let deals = hands.div_ceil(rotations);
        let next = AtomicU64::new(0);
        let results = Mutex::new((Results::default(), None));
        let work = || {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= deals {
                    return;
                }
                let deal = self.deal(number);
                let Ok(mut results) = results.lock() else { return };
                match deal {
                    Ok(deal) => results.0.add(&deal, rotations, self.stack.get() * rotations * rotations),
                    Err(error) => {
                        next.store(deals, Ordering::Relaxed);
                        results.1 = Some(error.context(format!("deal {} with seed {}", number + 1, self.seed)));
                    }
                }
            }
        };
        thread::scope(|scope| (0..threads.max(1)).for_each(|_| drop(scope.spawn(work))));
        match results.into_inner().map_err(|_| anyhow!("a thread of the match stopped"))? {
            (_, Some(error)) => Err(error),
            (results, None) => Ok(results),
        }
    }

    /// How many seats a level has.
    pub(crate) fn seats_of(&self, level: Level) -> usize {
        self.bots.iter().filter(|&&bot| bot == level).count()
    }

    /// Plays one deal from every seat.
    fn deal(&self, number: u64) -> anyhow::Result<Deal> {
        let players = self.bots.len();
        let seed = mix(self.seed, number);
        let mut deal = Deal { actions: 0, after: 0, won: [0; 4] };
        for rotation in 0..players {
            let levels = (0..players).map(|seat| self.bots[(seat + rotation) % players]).collect::<Vec<_>>();
            let mut bots = Vec::with_capacity(players);
            for (place, &level) in levels.iter().enumerate() {
                // A bot's luck belongs to it, not to the seat.
                let bot = Bot::new(level, mix(seed, 1 + ((place + rotation) % players) as u64));
                bots.push(self.samples.map_or(bot.clone(), |samples| bot.with_samples(samples)));
            }
            let (hand, actions) = self.hand(&mut bots, seed)?;
            deal.actions += actions;
            for (level, stack) in levels.iter().zip(hand.stacks()) {
                deal.after += stack.get();
                deal.won[*level as usize] += i128::from(stack.get()) - i128::from(self.stack.get());
            }
        }
        Ok(deal)
    }

    /// Plays one hand with the cards of this seed.
    fn hand(&self, bots: &mut [Bot], seed: u64) -> anyhow::Result<(Hand, u64)> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut dealer = Dealer::new();
        dealer.gather(&mut rng);
        let mut events: Vec<Event> = Vec::with_capacity(128);
        let mut seen = Vec::with_capacity(128);
        let mut hand = Hand::new(&self.spread, &self.lineup, &mut events);
        let mut actions = 0;
        loop {
            hand.deal_from(|may_come| Some(dealer.next(may_come, &mut rng)), &mut events)?;
            match hand.need() {
                Need::Reshuffle { .. } => {
                    dealer.reshuffle(hand.may_come());
                    hand.reshuffle(&mut events)?;
                }
                Need::Nothing => return Ok((hand, actions)),
                Need::Act(seat) | Need::Discard(seat) | Need::Draw(seat) | Need::Show(seat) => {
                    actions += u64::from(!matches!(hand.need(), Need::Show(_)));
                    let bot = bots.get_mut(seat.index()).with_context(|| format!("nobody sits at {seat}"))?;
                    act(bot, seat, &mut hand, &mut events, &mut seen)?;
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
    seen: &mut Vec<cardroom_rules::Seen>,
) -> anyhow::Result<()> {
    let viewer = Viewer::Seat(seat);
    seen.clear();
    seen.extend(events.iter().map(|event| event.seen_by(viewer)));
    let action = bot.decide(&hand.view(viewer), seen);
    hand.act(seat, action, events).with_context(|| format!("a {} bot did what isn't legal", bot.level()))
}

impl Results {
    fn add(&mut self, deal: &Deal, rotations: u64, before: u64) {
        self.deals += 1;
        self.hands += rotations;
        self.actions += deal.actions;
        self.before += before;
        self.after += deal.after;
        for (level, &won) in deal.won.iter().enumerate() {
            self.won[level] += won;
            for (other, &also) in deal.won.iter().enumerate() {
                self.products[level][other] += won * also;
            }
        }
    }

    /// The chips that players sat down with and rose with, over all hands.
    pub(crate) fn chips(&self) -> (u64, u64) {
        (self.before, self.after)
    }

    /// The mean and the standard error of what levels won in a deal, each weighed by a factor.
    pub(crate) fn mean(&self, factors: [f64; 4]) -> (f64, f64) {
        let deals = self.deals as f64;
        let mean = factors.iter().zip(self.won).map(|(factor, won)| factor * won as f64).sum::<f64>() / deals;
        let mut squares = 0.0;
        for (factor, products) in factors.iter().zip(self.products) {
            squares += factors.iter().zip(products).map(|(other, sum)| factor * other * sum as f64).sum::<f64>();
        }
        let variance = (squares / deals - mean * mean).max(0.0) * deals / (deals - 1.0).max(1.0);
        (mean, (variance / deals).sqrt())
    }
}

/// A seed for a part of the work, unlike those of the others.
fn mix(seed: u64, part: u64) -> u64 {
    let mut bits = seed ^ part.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
