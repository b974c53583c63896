//! House bots: each is a task that hears what its seat sees, thinks for a human time, and acts like anyone else.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cardroom_bots::{Bot, Level};
use cardroom_protocol::{Code, Problem};
use cardroom_room::{AccountId, Actor, Chips, Command, Entry, NewsOf, Purse, Reason, SeenNews};
use cardroom_rules::{Seen, View};
use cardroom_store::{LedgerAccount, StoreError};
use tokio::sync::mpsc;

use crate::house::House;
use crate::problem;
use crate::secret;
use crate::table::{Ask, BotNews, TableHandle, ledger_entry};

/// Accounts of house bots begin here; people's are below. The level and a running number make up the rest.
const FIRST: u64 = 1 << 44;
/// How many bots of one level there can be at once.
const PER_LEVEL: u64 = 1 << 32;
/// The most chips that the house stakes a bot with at once. All that it ever issues must stay below 2^53: one table where a
/// bot brings nearly that, and there would be none left for the next guest.
const MOST_STAKED: u64 = 1_000_000;
/// Bots whose chips are taken back in one transaction.
const MOST_AT_ONCE: usize = 500;
/// News that may wait for one bot.
const LONGEST_QUEUE: usize = 256;

const NAMES: [&str; 48] = [
    "Ada", "Bruno", "Carla", "Dmitri", "Elif", "Farid", "Greta", "Hugo", "Imke", "Jonas", "Keiko", "Luca", "Mara",
    "Nils", "Odile", "Pavel", "Quinn", "Rosa", "Sven", "Talia", "Umar", "Vera", "Wim", "Xenia", "Yusuf", "Zora",
    "Anouk", "Bashir", "Cleo", "Dario", "Esther", "Flora", "Goran", "Hanna", "Ivo", "Jana", "Kofi", "Lena", "Milo",
    "Nadia", "Oskar", "Petra", "Ravi", "Selma", "Tomas", "Ursula", "Viktor", "Wanda",
];

/// The level of a house bot; nothing if the account is not one.
pub(crate) fn level_of(account: AccountId) -> Option<Level> {
    let level = account.0.checked_sub(FIRST)? / PER_LEVEL;
    Level::ALL.get(usize::try_from(level).ok()?).copied()
}

/// A house bot's name. Two may be called alike: they are labelled as bots wherever they sit.
pub(crate) fn name_of(account: AccountId) -> String {
    let number = account.0.wrapping_sub(FIRST) % PER_LEVEL % NAMES.len() as u64;
    let name = usize::try_from(number).ok().and_then(|number| NAMES.get(number));
    (*name.unwrap_or(&"Ada")).to_owned()
}

/// A number for a new bot of this level.
pub(crate) fn new_account(level: Level) -> AccountId {
    // Begins somewhere else at every start, so that a table that came back doesn't meet its bots' twins.
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let place = Level::ALL.iter().position(|&other| other == level).unwrap_or(0) as u64;
    let start = secret::entropy::<4>().map_or(0, u32::from_be_bytes);
    let _ = NEXT.compare_exchange(0, u64::from(start % 1_000_000), Ordering::Relaxed, Ordering::Relaxed);
    AccountId(FIRST + place * PER_LEVEL + NEXT.fetch_add(1, Ordering::Relaxed) % PER_LEVEL)
}

/// What a bot sits down with where this much and this much is allowed: all it may, within what the house stakes it with.
pub(crate) fn buy_in([least, most]: [u64; 2]) -> Result<u64, Problem> {
    if least > MOST_STAKED {
        let text = format!("The house stakes a bot with at most {MOST_STAKED} chips, and here it would need {least}.");
        return Err(Problem::new(Code::Illegal, text));
    }
    Ok(most.min(MOST_STAKED))
}

/// Sends a new bot to a table: it is staked by the house, sits down and plays.
pub(crate) fn send(house: Arc<House>, handle: TableHandle, table: u64, level: Level) {
    let account = new_account(level);
    let counted = Counted::begin(&house);
    tokio::spawn(async move {
        let Ok(brings) = buy_in(handle.summary().buy_in) else { return };
        let (buy_in, name) = (Chips::new(brings), name_of(account));
        let sit = Command::Sit { seat: None, buy_in, name, anchor: None, code: handle.code() };
        if staked(&house, account, brings, handle.tell(Actor::Bot(account), sit)).await.is_ok() {
            play(counted, handle, table, account, level).await;
        }
    });
}

/// Brings a bot back to the seat it has.
pub(crate) fn attach(house: &Arc<House>, handle: TableHandle, table: u64, account: AccountId) {
    if let Some(level) = level_of(account) {
        tokio::spawn(play(Counted::begin(house), handle, table, account, level));
    }
}

/// The house gives a bot chips to bring somewhere; they come back if it doesn't get in.
pub(crate) async fn staked(
    house: &House,
    account: AccountId,
    amount: u64,
    comes_in: impl Future<Output = Result<(), Problem>>,
) -> Result<(), Problem> {
    let stored = |error: &StoreError| problem::store(error);
    if amount > 0 {
        stake(house, account, amount).await.map_err(|error| stored(&error))?;
    }
    let refused = comes_in.await;
    if refused.is_err() && amount > 0 {
        let held = house.store.balance(LedgerAccount::Wallet(account.0)).await.map_err(|error| stored(&error))?;
        take_back(house, &[(account.0, held)]).await.map_err(|error| stored(&error))?;
    }
    refused
}

async fn stake(house: &House, account: AccountId, amount: u64) -> Result<(), StoreError> {
    let entry =
        Entry { from: Purse::House, to: Purse::Wallet(account), amount: Chips::new(amount), reason: Reason::Stake };
    let id = format!("stake/{}/{}", account.0, secret::token().unwrap_or_default());
    house.store.post(vec![ledger_entry(&id, &entry)]).await
}

/// What house bots brought home by these movements goes on to the house in the same breath. A bot is staked anew wherever it
/// sits down, and who never comes back must not keep what it was given.
pub(crate) fn taken_back(moved: &[Entry]) -> impl Iterator<Item = Entry> {
    moved.iter().filter_map(|entry| match entry.to {
        Purse::Wallet(account) if level_of(account).is_some() => Some(back(account, entry.amount)),
        _ => None,
    })
}

/// Before anybody plays: the chips of bots that a stop kept from sitting down with them.
pub(crate) async fn collect(house: &House) -> Result<(), StoreError> {
    let wallets = house.store.wallets(FIRST..FIRST + PER_LEVEL * Level::ALL.len() as u64).await?;
    for some in wallets.chunks(MOST_AT_ONCE) {
        take_back(house, some).await?;
    }
    Ok(())
}

/// Takes back what these bots hold in their wallets.
async fn take_back(house: &House, wallets: &[(u64, i64)]) -> Result<(), StoreError> {
    let token = secret::token().unwrap_or_default();
    let entry = |&(account, held): &(u64, i64)| {
        let amount = Chips::new(held.unsigned_abs());
        ledger_entry(&format!("stake back/{account}/{token}"), &back(AccountId(account), amount))
    };
    house.store.post(wallets.iter().filter(|(_, held)| *held > 0).map(entry).collect()).await
}

fn back(account: AccountId, amount: Chips) -> Entry {
    Entry { from: Purse::Wallet(account), to: Purse::House, amount, reason: Reason::Stake }
}

/// So many bots that will enter a tournament, each counted until it is in.
pub(crate) fn promised(house: &Arc<House>, bots: usize) -> Vec<Counted> {
    (0..bots).map(|_| Counted::begin(house)).collect()
}

/// The house of a bot that plays or is on its way, where it is counted.
pub(crate) struct Counted(Arc<House>);

impl Counted {
    fn begin(house: &Arc<House>) -> Self {
        house.bots.fetch_add(1, Ordering::Relaxed);
        Self(house.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.bots.fetch_sub(1, Ordering::Relaxed);
    }
}

async fn play(counted: Counted, handle: TableHandle, table: u64, account: AccountId, level: Level) {
    let house = &counted.0;
    let (sender, mut news) = mpsc::channel(LONGEST_QUEUE);
    if handle.ask_patiently(Ask::Hear { account, level, news: sender }).await.is_err() {
        return;
    }
    let seed = secret::entropy::<8>().map_or(account.0, u64::from_be_bytes);
    let mut bot = Box::new(Bot::new(level, seed));
    let mut story: Vec<Seen> = Vec::new();
    while let Some(item) = news.recv().await {
        match item {
            BotNews::Dealt(players) => bot.meet(&players, account.0),
            BotNews::Over { view } => bot.watch(&view, &story),
            BotNews::Seen(seen) => {
                for seen in seen {
                    if !follow(house, &handle, account, seen, &mut story).await {
                        return;
                    }
                }
            }
            BotNews::Turn { hand, turn, view } => {
                let began = Instant::now();
                let pause = if house.config.bots_think { bot.think(&view) } else { Duration::ZERO };
                let (thought, action) = decide(house, bot, view, std::mem::take(&mut story)).await;
                let Some((back, told)) = thought else {
                    tracing::error!(table, "a bot's thought was lost");
                    return;
                };
                (bot, story) = (back, told);
                tokio::time::sleep(pause.saturating_sub(began.elapsed())).await;
                if let Some(action) = action
                    && handle.ask_patiently(Ask::Played { account, hand, turn, action }).await.is_err()
                {
                    return;
                }
            }
        }
    }
}

type Thought = Option<(Box<Bot>, Vec<Seen>)>;

/// Thinks away from the sockets' threads, when its turn has come.
async fn decide(
    house: &House,
    mut bot: Box<Bot>,
    view: Box<View>,
    story: Vec<Seen>,
) -> (Thought, Option<cardroom_rules::Action>) {
    let Ok(turn) = house.bots_thinking.clone().acquire_owned().await else { return (None, None) };
    let thinking = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let action = bot.decide(&view, &story);
        (bot, story, action)
    });
    match thinking.await {
        Ok((bot, story, action)) => (Some((bot, story)), Some(action)),
        Err(_) => (None, None),
    }
}

/// Takes in what happened; `false` if the bot has left.
async fn follow(
    house: &House,
    handle: &TableHandle,
    account: AccountId,
    seen: SeenNews,
    story: &mut Vec<Seen>,
) -> bool {
    match seen {
        NewsOf::Dealing { .. } => story.clear(),
        NewsOf::Played { event, .. } => story.push(event),
        NewsOf::Left { account: left, .. } if left == account => return false,
        NewsOf::Broke { account: broke, .. } if broke == account && handle.tournament.is_none() => {
            // The stakes may have been raised since it sat down.
            let Ok(amount) = buy_in(handle.summary().buy_in) else {
                let _ = handle.tell(Actor::Bot(account), Command::Leave).await;
                return true;
            };
            let rebuy = Command::Rebuy { amount: Chips::new(amount) };
            if staked(house, account, amount, handle.tell(Actor::Bot(account), rebuy)).await.is_ok() {
                let _ = handle.tell(Actor::Bot(account), Command::Return { anchor: None }).await;
            }
        }
        _ => {}
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    /// Whatever stops the room between a stake and the seat that it is for: the house has it back at the next start.
    #[tokio::test]
    async fn a_stake_that_went_nowhere_comes_back_at_the_next_start() {
        let data = std::env::temp_dir().join(format!("cardroom-stakes-{}", std::process::id()));
        let config = Config { data: data.clone(), house_tables: false, ..Config::default() };
        let open = async || House::open(config.clone(), ([127, 0, 0, 1], 0).into()).await.unwrap();
        let house = open().await;
        for (level, amount) in Level::ALL.into_iter().zip([500, 600, 700]) {
            stake(&house, new_account(level), amount).await.unwrap();
        }
        // A person's number that stands among the bots' by its text.
        stake(&house, AccountId(1_759_219), 40).await.unwrap();
        assert_eq!(house.store.audit().await.unwrap().issued, 1840);
        house.drain(Duration::ZERO).await;
        let house = open().await;
        assert_eq!(house.store.audit().await.unwrap().issued, 40);
        house.drain(Duration::ZERO).await;
        let _ = std::fs::remove_dir_all(data);
    }
}
