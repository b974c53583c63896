//! Ways the hand may lie and end: what each opponent has, what is still to come, and who would win.

use cardroom_cards::CardSet;
use cardroom_odds::{Bar, Judge};

use crate::book::{Book, Kind};
use crate::chance::Chance;
use crate::ladder::Ladder;
use crate::rival::Rival;

/// Many worlds, each with a full board and final hands.
pub(crate) struct Worlds {
    count: usize,
    rivals: usize,
    pub(crate) boards: Vec<CardSet>,
    /// Cards that nobody has and that come next, for somebody who draws.
    coming: Vec<[CardSet; 5]>,
    /// Final hands of the rivals, world by world, and what they are worth.
    high: Vec<u32>,
    low: Vec<u32>,
    /// How strong each rival is as things stand, world by world.
    strength: Vec<f32>,
}

/// How often a rival's hand that clashes with another's is picked anew.
const TRIES: usize = 8;

impl Worlds {
    /// Deals worlds in which each rival has one of its hands and the board one of its ends.
    pub(crate) fn deal(
        book: &Book,
        board: CardSet,
        known: CardSet,
        rivals: &[Rival],
        count: usize,
        chance: &mut Chance,
    ) -> Self {
        let mut worlds = Self {
            count,
            rivals: rivals.len(),
            boards: Vec::with_capacity(count),
            coming: Vec::with_capacity(count),
            high: Vec::new(),
            low: Vec::new(),
            strength: Vec::with_capacity(count * rivals.len()),
        };
        let (mut held, mut beside) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let mut gone = known;
            let start = held.len();
            let mut blind = 0_u32;
            for (place, rival) in rivals.iter().enumerate() {
                let mut guess = rival.pick(chance);
                for _ in 0..TRIES {
                    if (guess.had & gone).is_empty() {
                        break;
                    }
                    guess = rival.pick(chance);
                }
                gone |= guess.had;
                held.push(guess.now);
                blind |= u32::from(guess.blind) << place;
                worlds.strength.push(guess.strength);
            }
            let full = match &book.kind {
                Kind::Board(starts) => board | chance.cards(starts.board_cards() - board.len(), gone),
                Kind::Draw { one, .. } => {
                    // At a full table more cards are imagined to be out than there are: then any may come but known ones.
                    gone = if gone.len() > 40 { known } else { gone };
                    let mut coming = [CardSet::EMPTY; 5];
                    for card in &mut coming {
                        *card = chance.cards(1, gone);
                        gone |= *card;
                    }
                    worlds.coming.push(coming);
                    for (place, (hand, rival)) in held[start..].iter_mut().zip(rivals).enumerate() {
                        if blind >> place & 1 == 0 {
                            *hand = draw_on(one, *hand, rival.draws, &mut gone, chance);
                        }
                    }
                    CardSet::EMPTY
                }
            };
            worlds.boards.push(full);
            beside.resize(held.len(), full);
        }
        book.judge.values(&held, &beside, &mut worlds.high, &mut worlds.low);
        worlds
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// How strong the rivals are in one world as things stand.
    pub(crate) fn strengths(&self, world: usize) -> &[f32] {
        &self.strength[world * self.rivals..(world + 1) * self.rivals]
    }

    /// What a hand has to beat in one world, against those rivals that `stays` names.
    pub(crate) fn bar(&self, world: usize, stays: impl Fn(usize) -> bool) -> Bar {
        let mut bar = Bar::default();
        for rival in (0..self.rivals).filter(|&rival| stays(rival)) {
            let place = world * self.rivals + rival;
            bar.raise(self.high[place], self.low[place]);
        }
        bar
    }

    /// The values of the bot's own final hand in each world, for what it holds or keeps now.
    ///
    /// In a draw game the hand draws on `draws` times by the ladder; fewer than five cards are filled up first.
    pub(crate) fn own(&self, book: &Book, held: CardSet, draws: usize, chance: &mut Chance) -> Vec<(u32, u32)> {
        let hands = match &book.kind {
            Kind::Board(_) => vec![held; self.count],
            Kind::Draw { all, .. } => {
                let fill = |coming: &[CardSet; 5]| {
                    let filled = coming.iter().take(5 - held.len()).fold(held, |hand, &card| hand | card);
                    let mut gone = filled | coming.iter().fold(held, |all, &card| all | card);
                    draw_on(all, filled, draws, &mut gone, chance)
                };
                self.coming.iter().map(fill).collect()
            }
        };
        values(&book.judge, &hands, &self.boards)
    }

    /// The part of the pot that hands of these values expect against all rivals.
    pub(crate) fn equity(&self, own: &[(u32, u32)]) -> f32 {
        let share = |(world, &(high, low)): (usize, &(u32, u32))| self.bar(world, |_| true).share(high, low) as f32;
        own.iter().enumerate().map(share).sum::<f32>() / self.count.max(1) as f32
    }
}

fn values(judge: &Judge, hands: &[CardSet], boards: &[CardSet]) -> Vec<(u32, u32)> {
    let (mut high, mut low) = (Vec::new(), Vec::new());
    judge.values(hands, boards, &mut high, &mut low);
    high.into_iter().zip(low).collect()
}

/// A hand after so many more draws by the ladder.
fn draw_on(ladder: &Ladder, mut hand: CardSet, draws: usize, gone: &mut CardSet, chance: &mut Chance) -> CardSet {
    for left in (1..=draws).rev() {
        let kept = ladder.keep(hand, left);
        // At a full table the muck would be shuffled back here; anything but the own cards may come then.
        let out = if 52 - gone.len() < 5 - kept.len() { hand } else { *gone };
        hand = kept | chance.cards(5 - kept.len(), out);
        *gone |= hand;
    }
    hand
}
