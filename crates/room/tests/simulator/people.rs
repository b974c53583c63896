//! Who comes to the room, and what they do there: everything that people do, at random.

use std::collections::BTreeMap;

use cardroom_fair::{Bytes, Digest, chain};
use cardroom_room::{
    AccountId, Actor, Chips, Choice, Command, SeatNo, SitOut, Slots, Stakes, StakesLimit, Table, TableId,
};
use cardroom_rules::{Legal, View};

use crate::chance::Chance;

pub(crate) struct Person {
    pub(crate) account: AccountId,
    pub(crate) bot: bool,
    /// Whether it adds its own part to every shuffle.
    chains: bool,
    /// The links of its chains, next one last, by table.
    links: BTreeMap<TableId, Vec<Digest>>,
}

impl Person {
    pub(crate) fn new(number: u64, chance: &mut Chance) -> Self {
        let (account, bot) = (AccountId(number), chance.one_in(4));
        Self { account, bot, chains: !bot && chance.one_in(2), links: BTreeMap::new() }
    }

    pub(crate) fn actor(&self) -> Actor {
        if self.bot { Actor::Bot(self.account) } else { Actor::Player(self.account) }
    }

    /// A new chain's anchor. Chains are short, so that they run out now and then.
    pub(crate) fn anchor(&mut self, table: TableId, chance: &mut Chance) -> Option<Digest> {
        if !self.chains {
            return None;
        }
        let mut links = vec![Bytes(std::array::from_fn(|_| chance.number() as u8))];
        for _ in 0..24 {
            links.push(chain(links[links.len() - 1], 1));
        }
        let anchor = links.pop();
        self.links.insert(table, links);
        anchor
    }

    /// The next link, if there is one.
    pub(crate) fn link(&mut self, table: TableId) -> Option<Digest> {
        self.links.get_mut(&table)?.pop()
    }

    /// What it does when nobody asked it to do anything: most of it is refused, and must then change nothing.
    pub(crate) fn whim(&mut self, table: &Table, chance: &mut Chance) -> Command {
        let amount = Chips::new(match chance.below(3) {
            0 => chance.below(table.setup().buy_in.max.get() * 2),
            _ => {
                let range = table.setup().buy_in;
                range.min.get() + chance.below(range.max.get() - range.min.get() + 1)
            }
        });
        let code = table.setup().invitation.clone().filter(|_| !chance.one_in(4));
        let seated = table.stacks().any(|(_, account, _)| account == self.account);
        if !seated {
            return match chance.below(4) {
                0 => Command::JoinList { code },
                1 => Command::LeaveList,
                _ => {
                    let seat = chance.one_in(2).then(|| SeatNo(chance.below(11) as u8));
                    let name = format!("player {}", self.account.0);
                    Command::Sit { seat, buy_in: amount, name, anchor: self.anchor(table.id(), chance), code }
                }
            };
        }
        match chance.below(24) {
            0 => Command::Leave,
            1 => Command::SitOut(SitOut::NextHand),
            2 => Command::SitOut(SitOut::NextBigBlind),
            3..=8 => Command::Return { anchor: self.anchor(table.id(), chance).filter(|_| !chance.one_in(3)) },
            9 => Command::TopUp { amount },
            10..=12 => Command::Rebuy { amount },
            13..=15 => Command::ComeIn { post: !chance.one_in(3) },
            16 => Command::Straddle { on: chance.one_in(2) },
            17 => Command::AutoMuck { on: chance.one_in(3) },
            18 => Command::Disconnect,
            19..=20 => Command::Connect,
            21 => Command::Show { hand: table.view(None, cardroom_room::Now(0)).hand, cards: slots(5, chance) },
            22 => Command::Act { hand: chance.below(9), turn: chance.below(9) as u32, choice: Choice::Fold },
            _ => host_whim(table, chance),
        }
    }
}

/// What a host may do, asked by whoever.
pub(crate) fn host_whim(table: &Table, chance: &mut Chance) -> Command {
    let somebody = table.stacks().map(|(_, account, _)| account).collect::<Vec<_>>();
    match (chance.below(6), chance.pick(&somebody)) {
        (0, _) => Command::Pause,
        (1, Some(&account)) => Command::Kick { account },
        (2, _) => Command::ChangeStakes { stakes: Box::new(stakes(chance)), buy_in: table.setup().buy_in },
        (3, _) if chance.one_in(8) => Command::Close,
        _ => Command::Resume,
    }
}

/// Any stakes that fit a buy-in of 200 to 2,000.
pub(crate) fn stakes(chance: &mut Chance) -> Stakes {
    let ids: Vec<&str> = cardroom_rules::CATALOGUE
        .iter()
        .map(|game| game.id)
        .chain(cardroom_room::MIXES.iter().map(|mix| mix.id))
        .collect();
    let limit = match chance.below(4) {
        0 => StakesLimit::Fixed { small_bet: 10, big_bet: 20 },
        1 => StakesLimit::Pot { min_bet: 10 },
        2 => StakesLimit::Spread { min: 10, max: 100 },
        _ => StakesLimit::No { min_bet: 10 },
    };
    let mut stakes = Stakes::new(chance.pick(&ids).expect("a game"), limit);
    stakes.straddle = chance.one_in(4);
    stakes.gld = chance.one_in(8);
    if chance.one_in(5) {
        stakes.ante = cardroom_room::StakesAnte::Each(1 + chance.below(3));
    } else if chance.one_in(5) {
        stakes.ante = cardroom_room::StakesAnte::BigBlind(10);
    }
    stakes
}

fn slots(most: usize, chance: &mut Chance) -> Slots {
    let places: Vec<u8> = (0..5).filter(|_| chance.one_in(2)).take(most).collect();
    Slots::of(places).expect("at most five cards")
}

/// Any legal choice.
pub(crate) fn choice(view: &View, chance: &mut Chance) -> Choice {
    let held = view.own().map_or(0, |own| own.cards.count());
    match view.legal.expect("a turn") {
        Legal::Bet { choices, .. } => match (chance.below(24), choices.raise(), choices.call()) {
            (0, ..) => Choice::Fold,
            (1, Ok(range), _) => Choice::RaiseTo(range.max_to),
            (2..=4, Ok(range), _) => Choice::RaiseTo(range.min_to),
            (5..=9, _, Some(_)) => Choice::Fold,
            (_, _, Some(_)) => Choice::Call,
            _ => Choice::Check,
        },
        Legal::Discard { most, .. } => Choice::Discard(fitting(most, held, chance)),
        Legal::Draw { most, .. } => Choice::Draw(fitting(most, held, chance)),
        Legal::Show { may_muck, .. } if may_muck && chance.one_in(2) => Choice::Muck,
        Legal::Show { .. } => Choice::Show,
        Legal::Nothing => unreachable!("it is somebody's turn"),
    }
}

fn fitting(most: usize, held: usize, chance: &mut Chance) -> Slots {
    let places: Vec<u8> = (0..held as u8).filter(|_| chance.one_in(2)).take(most).collect();
    Slots::of(places).expect("at most five cards")
}
