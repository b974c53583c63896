//! Sampled answers: deals drawn at random, with their standard error.
//!
//! The deals come in blocks, each with its own generator made from the seed and the block's number, and the stop rule
//! looks only after set numbers of blocks. So the same seed gives the same answer on any number of threads.

use cardroom_cards::CardSet;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::answer::Answer;
use crate::judge::{DEALS, Deals, Judge};
use crate::outcome::Tally;
use crate::question::Question;
use crate::{OddsError, Pool};

/// Deals in a block.
const BLOCK: u64 = 1 << 14;
/// So many tries without a deal that gives every player a hand of its range: there is none, or next to none.
const MOST_TRIES: u32 = 1_000_000;

/// An answer from so many deals.
pub(crate) fn samples(question: &Question, seed: u64, samples: u64, pool: &Pool<'_>) -> Result<Answer, OddsError> {
    if samples == 0 {
        return Err(OddsError::NoSamples);
    }
    let mut tally = Tally::new(question.hands.len());
    blocks(question, seed, 0, samples, pool, &mut tally)?;
    Ok(Answer::sampled(question, &tally, seed))
}

/// An answer from as many deals as it takes for every player's standard error to be at most `target`.
pub(crate) fn until(question: &Question, seed: u64, target: f64, pool: &Pool<'_>) -> Result<Answer, OddsError> {
    if !(target > 0.000_01 && target.is_finite()) {
        return Err(OddsError::Target { target });
    }
    let mut tally = Tally::new(question.hands.len());
    let mut more = 4 * BLOCK;
    loop {
        let from = tally.deals;
        // Progress is told here, over all blocks together, and not for each batch of them.
        blocks(question, seed, from, more, &pool.without_progress(), &mut tally)?;
        let worst = (0..question.hands.len()).map(|place| tally.standard_error(place)).fold(0.0, f64::max);
        if worst <= target {
            pool.tell(1.0);
            return Ok(Answer::sampled(question, &tally, seed));
        }
        pool.tell((target / worst).powi(2));
        // The error falls with the root of the number; at most twice as many, for the first guess may be wrong.
        let missing = tally.deals as f64 * ((worst / target).powi(2) - 1.0);
        more = (missing.min(tally.deals as f64) as u64).max(BLOCK).next_multiple_of(BLOCK);
    }
}

fn blocks(
    question: &Question,
    seed: u64,
    from: u64,
    count: u64,
    pool: &Pool<'_>,
    tally: &mut Tally,
) -> Result<(), OddsError> {
    let dealer = Dealer::new(question);
    let first = from / BLOCK;
    let mut result = Ok(());
    let pieces = usize::try_from(count.div_ceil(BLOCK)).unwrap_or(usize::MAX);
    pool.run(
        pieces,
        |piece| {
            let piece = piece as u64;
            let rng = Xoshiro256PlusPlus::seed_from_u64(mix(seed, first + piece));
            dealer.deal(rng, BLOCK.min(count - piece * BLOCK), pool)
        },
        |dealt| match dealt {
            Ok(more) => tally.join(&more),
            Err(error) => result = Err(error),
        },
    )?;
    result
}

/// A seed of its own for each block.
pub(crate) fn mix(seed: u64, block: u64) -> u64 {
    (seed ^ block.wrapping_mul(0x9e37_79b9_7f4a_7c15)).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ block
}

/// A number below `below`, from 32 random bits. It favours none by more than one in 2³²/`below`.
#[inline(always)]
pub(crate) fn below(bits: u32, below: usize) -> usize {
    ((u64::from(bits) * below as u64) >> 32) as usize
}

/// What is the same for every deal.
struct Dealer<'a> {
    question: &'a Question,
    judge: Judge,
    /// What is certain: cards of players with one known hand.
    known: Vec<Option<CardSet>>,
    /// Sums of weights up to each holding, for players with more than one.
    sums: Vec<Vec<u64>>,
    /// All cards that can come.
    deck: Vec<CardSet>,
    /// All twos and threes of them, if the whole of a five-card board is all that is dealt.
    twos: Vec<CardSet>,
    threes: Vec<CardSet>,
}

impl<'a> Dealer<'a> {
    fn new(question: &'a Question) -> Self {
        let known = question.hands.iter().map(crate::Range::known).collect::<Vec<_>>();
        let certain = known.iter().flatten().fold(question.board | question.dead, |used, &cards| used | cards);
        let deck = CardSet::FULL - certain;
        let sums = question.hands.iter().map(|range| {
            let add = |sum: &mut u64, weight: &u64| {
                *sum += weight;
                Some(*sum)
            };
            range.weights().iter().scan(0, add).collect()
        });
        let board_only = known.iter().all(Option::is_some) && question.to_come() == 5;
        let all = |size: usize| if board_only { deck.subsets(size).collect() } else { Vec::new() };
        Self {
            question,
            judge: Judge::new(question.game, question.qualifier),
            sums: sums.collect(),
            deck: deck.iter().map(CardSet::of).collect(),
            twos: all(2),
            threes: all(3),
            known,
        }
    }

    fn deal(&self, mut rng: Xoshiro256PlusPlus, count: u64, pool: &Pool<'_>) -> Result<Tally, OddsError> {
        let mut deals = Deals::new(self.judge, self.known.len());
        if !self.threes.is_empty() {
            self.deal_boards(&mut rng, count, &mut deals);
            return Ok(deals.finish());
        }
        let mut held = vec![CardSet::EMPTY; self.known.len()];
        for _ in 0..count {
            let used = self.deal_hands(&mut rng, &mut held, pool)?;
            let board = self.draw(&mut rng, used, self.question.to_come());
            deals.push(&held, self.question.board | board);
        }
        Ok(deals.finish())
    }

    /// Boards alone: three cards and two others are any five, each as likely as another, and one number chooses both.
    fn deal_boards(&self, rng: &mut Xoshiro256PlusPlus, count: u64, deals: &mut Deals) {
        for (list, cards) in deals.held.iter_mut().zip(&self.known) {
            list.resize(DEALS, cards.unwrap_or_default());
        }
        let mut left = count as usize;
        while left > 0 {
            let wanted = left.min(DEALS);
            left -= wanted;
            // One too many is made, and dropped, where three and two meet: no branch to be foreseen.
            let mut boards = [CardSet::EMPTY; DEALS + 1];
            let mut made = 0;
            while made < wanted {
                let bits = rng.next_u64();
                let three = self.threes[below(bits as u32, self.threes.len())];
                let two = self.twos[below((bits >> 32) as u32, self.twos.len())];
                boards[made] = three | two;
                made += usize::from((three & two).is_empty());
            }
            deals.boards.extend_from_slice(&boards[..wanted]);
            deals.judge_same_hands(wanted);
        }
        deals.held.iter_mut().for_each(Vec::clear);
    }

    /// Hands from the ranges, all again until no card is needed twice, so that all combinations are as likely as
    /// their weights say; then unknown cards, which any combination leaves equally many of.
    fn deal_hands(
        &self,
        rng: &mut Xoshiro256PlusPlus,
        held: &mut [CardSet],
        pool: &Pool<'_>,
    ) -> Result<CardSet, OddsError> {
        let mut unknown = [0_u8; 16];
        for _ in 0..MOST_TRIES {
            let mut used = CardSet::EMPTY;
            let mut clash = false;
            for (place, (range, sums)) in self.question.hands.iter().zip(&self.sums).enumerate() {
                let choice = match sums[..] {
                    [_] => 0,
                    [.., sum] => {
                        let at = ((u128::from(rng.next_u64()) * u128::from(sum)) >> 64) as u64;
                        sums.partition_point(|&sum| sum <= at)
                    }
                    [] => return Err(OddsError::Impossible),
                };
                let holding = range.holdings()[choice];
                clash |= !(holding.cards & used).is_empty();
                used |= holding.cards;
                held[place] = holding.cards;
                unknown[place] = holding.unknown;
            }
            if clash {
                // Ranges that hardly leave each other a card can keep one block busy for hours.
                if pool.is_stopped() {
                    return Err(OddsError::Cancelled);
                }
                continue;
            }
            for (cards, &unknown) in held.iter_mut().zip(&unknown) {
                let more = self.draw(rng, used, usize::from(unknown));
                used |= more;
                *cards |= more;
            }
            return Ok(used);
        }
        Err(OddsError::Impossible)
    }

    /// So many cards of the deck that aren't used.
    #[inline]
    fn draw(&self, rng: &mut Xoshiro256PlusPlus, used: CardSet, count: usize) -> CardSet {
        let mut drawn = CardSet::EMPTY;
        for _ in 0..count {
            loop {
                let card = self.deck[below((rng.next_u64() >> 32) as u32, self.deck.len())];
                if (card & (used | drawn)).is_empty() {
                    drawn |= card;
                    break;
                }
            }
        }
        drawn
    }
}
