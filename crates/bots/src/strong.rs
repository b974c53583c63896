//! A strong player: imagines what the others have by what they did, and what they will do by what they have, and takes
//! what is worth most on average over many such worlds.

use cardroom_rules::{Action, Chips, SeatView, Standing};

use crate::book::Book;
use crate::chance::Chance;
use crate::manner::Temper;
use crate::memory::Memory;
use crate::rival::{Reader, Rival};
use crate::spot::{Spot, chips, throws_left};
use crate::story::Story;
use crate::worlds::Worlds;

/// Raises that are considered, as parts of the pot after a call.
const SIZES: [f32; 4] = [0.45, 0.75, 1.2, 2.5];
/// How much more changes hands later, for each round to come, as a part of the pot.
const LATER: f32 = 0.1;
/// How far below the best a choice may be to be taken at times, as a part of the pot.
const MIXED: f32 = 0.015;

/// What a strong player bets.
pub(crate) fn bet(spot: &Spot<'_>, story: &Story, memory: &Memory, samples: usize, chance: &mut Chance) -> Action {
    let view = spot.view;
    let book = Book::get(&view.spread, spot.opponents().count());
    let reader = Reader::new(&book, view, story, memory, chance);
    let others = spot.opponents().collect::<Vec<_>>();
    let rivals = others.iter().map(|other| Rival::read(&reader, other, samples * 3 / 4, chance)).collect::<Vec<_>>();
    let worlds = Worlds::deal(&book, spot.board, reader.known, &rivals, samples, chance);
    let draws = throws_left(view);
    let held = book.will_hold(spot.held, draws);
    let own = worlds.own(&book, held, draws, chance);
    let luck = (0..worlds.len() * others.len()).map(|_| chance.unit()).collect::<Vec<_>>();
    let alone = 1.0 / others.len().max(1) as f32;
    let strength = reader.own_strength(held, draws).unwrap_or_else(|| worlds.equity(&own).powf(alone));
    let tempers = rivals.iter().map(|rival| rival.temper).collect();
    let table = Table { spot, others, tempers, worlds, own, luck, strength, raises: story.raises };

    let mut choices = vec![(spot.stay(), table.stay())];
    if spot.call > 0.0 {
        choices.push((spot.give_up(), 0.0));
    }
    if spot.may_raise() {
        let sizes = if spot.sizes() { &SIZES[..] } else { &SIZES[..1] };
        for &size in sizes {
            let action = spot.raise(size);
            if let Action::RaiseTo(to) = action
                && choices.iter().all(|&(other, _)| other != action)
            {
                choices.push((action, table.raise(to)));
            }
        }
    }
    mix(&choices, MIXED * spot.pot, chance)
}

/// Everything that a choice's worth depends on.
struct Table<'a> {
    spot: &'a Spot<'a>,
    others: Vec<&'a SeatView>,
    tempers: Vec<Temper>,
    worlds: Worlds,
    own: Vec<(u32, u32)>,
    /// One random number for each rival in each world, the same for every choice.
    luck: Vec<f32>,
    strength: f32,
    raises: u8,
}

impl Table<'_> {
    /// What checking or calling is worth.
    fn stay(&self) -> f32 {
        let price = chips(self.spot.view.price).max(self.spot.bet + self.spot.call);
        self.worth(self.spot.call, price, self.raises, |other| chips(other.bet) < price)
    }

    /// What a raise is worth.
    fn raise(&self, to: Chips) -> f32 {
        let to = chips(to);
        self.worth(to - self.spot.bet, to, self.raises + 1, |_| true)
    }

    /// What it is worth to put in so much, with the price then at `to`: over all worlds, those who are asked answer
    /// as their hands make them.
    fn worth(&self, put: f32, to: f32, raises: u8, asked: impl Fn(&SeatView) -> bool) -> f32 {
        let mut sum = 0.0;
        let rounds = self.spot.rounds_left() as f32;
        for world in 0..self.worlds.len() {
            let strengths = self.worlds.strengths(world);
            let (mut pot, mut most, mut stays, mut theirs) = (self.spot.pot + put, 0.0_f32, 0_u32, 0.0_f32);
            for (place, other) in self.others.iter().enumerate() {
                let owed = (to - chips(other.bet)).min(chips(other.stack)).max(0.0);
                if other.standing == Standing::Playing && owed > 0.0 && asked(other) {
                    let manner = self.tempers[place].manner(strengths[place], owed / (pot + owed), raises);
                    if self.luck[world * self.others.len() + place] < manner.fold {
                        continue;
                    }
                    pot += owed;
                }
                most = most.max((chips(other.bet) + owed).min(to));
                stays |= 1 << place;
                theirs = theirs.max(strengths[place]);
            }
            if stays == 0 {
                sum += self.spot.pot;
                continue;
            }
            // What nobody could call comes back.
            let back = (to - most.max(self.spot.bet)).clamp(0.0, put);
            let bar = self.worlds.bar(world, |rival| stays >> rival & 1 == 1);
            let (high, low) = self.own[world];
            let share = bar.share(high, low) as f32;
            let pot = pot - back;
            let fair = 1.0 / (1 + stays.count_ones()) as f32;
            let later = LATER * rounds * pot * (share - fair) * self.strength.min(theirs);
            sum += share * pot - (put - back) + later;
        }
        sum / self.worlds.len().max(1) as f32
    }
}

/// One of the choices: the best, or at times one that is nearly as good, so that nobody can read it.
fn mix(choices: &[(Action, f32)], near: f32, chance: &mut Chance) -> Action {
    let best = choices.iter().map(|&(_, worth)| worth).fold(f32::MIN, f32::max);
    let weight = |worth: f32| ((worth - best) / near.max(1e-6)).exp();
    let mut at = chance.unit() * choices.iter().map(|&(_, worth)| weight(worth)).sum::<f32>();
    for &(action, worth) in choices {
        at -= weight(worth);
        if at <= 0.0 {
            return action;
        }
    }
    choices[0].0
}
