//! How much a hand takes on disk: hands of every game are played, many tables by turns, and stored as the room stores
//! them. A million of them must stay under a gigabyte without their proofs, and under four with them.

#![allow(clippy::print_stdout, reason = "what a hand takes is worth a line")]

use cardroom_fair::{Bytes, Digest, chain};
use cardroom_room::{
    AccountId, Actor, Change, Chips, Choice, Command, Dealer as _, Now, SeededDealer, Slots, Stakes, StakesLimit,
    Table, TableId, TableSetup,
};
use cardroom_rules::{CATALOGUE, Game, Legal, View};
use cardroom_store::{Append, Claim, LedgerAccount, LedgerEntry, Options, Retention, SealingKey, Store};

use super::keep::{opening, recorded, table_stream};

/// The players of each table; two of them are bots, which give no links.
const PLAYERS: u64 = 6;
/// How many hands each table plays, times `SOAK`.
const HANDS: u64 = 150;
const STACK: u64 = 10_000_000;
/// Bytes of a hand without its proof and with it, so that a million take under one and four gigabytes.
const MOST: (f64, f64) = (1_000.0, 4_000.0);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn soak_a_million_hands_are_small() {
    let times = std::env::var("SOAK").ok().and_then(|text| text.parse::<u64>().ok()).unwrap_or(1).clamp(1, 10);
    let folder = std::env::temp_dir().join(format!("cardroom-size-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("room.db");
    let address = path.to_str().unwrap();
    let store = Store::open(address, SealingKey::fresh(), Options::default()).await.unwrap();
    let mut tables = Vec::new();
    for (number, game) in (1..).zip(CATALOGUE) {
        let accounts = (0..PLAYERS).map(|place| 100 * number + place);
        let gifts = accounts.map(|account| {
            let wallet = LedgerAccount::Wallet(account);
            LedgerEntry::transfer(format!("gift {account}"), 1, "welcome", LedgerAccount::House, wallet, STACK)
        });
        store.post(gifts.collect()).await.unwrap();
        let claim = store.claim(table_stream(number).unwrap()).await.unwrap();
        tables.push(Playing::new(game, claim));
    }
    let first = tables.iter_mut().flat_map(Playing::sit_down).collect();
    store.append_all(first).await.unwrap();
    let trimmed = Retention { covered_events: Some(0), ..Retention::default() };
    store.sweep(&trimmed).await.unwrap();
    let empty = used(address).await;
    while tables.iter().any(|table| table.hands < HANDS * times) {
        let mut appends = Vec::new();
        for _ in 0..20 {
            for table in tables.iter_mut().filter(|table| table.hands < HANDS * times) {
                appends.extend(table.go_on());
            }
        }
        store.append_all(appends).await.unwrap();
    }
    store.sweep(&trimmed).await.unwrap();
    let hands = tables.iter().map(|table| table.hands).sum::<u64>() as f64;
    let whole = (used(address).await - empty) as f64 / hands;
    tell(address, hands).await;
    store.sweep(&Retention { proofs_ms: Some(u64::MAX >> 1), ..trimmed }).await.unwrap();
    let bare = (used(address).await - empty) as f64 / hands;
    println!("{hands} hands of all games: {bare:.0} bytes a hand, {whole:.0} with its proof");
    store.audit().await.unwrap();
    store.close().await;
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(bare < MOST.0 && whole < MOST.1, "{bare:.0} and {whole:.0} bytes a hand");
}

/// The bytes of the pages in use.
async fn used(address: &str) -> i64 {
    let sql = "SELECT (page_count - freelist_count) * page_size \
               FROM pragma_page_count, pragma_freelist_count, pragma_page_size";
    let pool = sqlx::SqlitePool::connect(&format!("sqlite://{address}")).await.unwrap();
    let bytes = sqlx::query_scalar(sql).fetch_one(&pool).await.unwrap();
    pool.close().await;
    bytes
}

/// Where the bytes are.
async fn tell(address: &str, hands: f64) {
    let sql = "SELECT name, SUM(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC LIMIT 14";
    let pool = sqlx::SqlitePool::connect(&format!("sqlite://{address}")).await.unwrap();
    for (name, bytes) in sqlx::query_as::<_, (String, i64)>(sql).fetch_all(&pool).await.unwrap() {
        println!("{name:32} {:>7.1} bytes a hand", bytes as f64 / hands);
    }
    pool.close().await;
}

/// A table where people and bots play by chance.
struct Playing {
    table: Table,
    claim: Claim,
    dealer: SeededDealer,
    chance: u64,
    now: Now,
    hands: u64,
    /// Each person's links, the next one last.
    chains: Vec<(AccountId, Vec<Digest>)>,
}

impl Playing {
    fn new(game: &Game, claim: Claim) -> Self {
        let stakes = Stakes::new(game.id, StakesLimit::Fixed { small_bet: 10, big_bet: 20 });
        let mut setup = TableSetup::new("Six at a table", stakes, PLAYERS.min(game.seats().1 as u64) as u8);
        setup.clocks.between_ms = 0;
        setup.buy_in.max = Chips::new(STACK);
        let number = claim.stream.number();
        let table = Table::new(TableId(number), setup).unwrap();
        let (dealer, chains) = (SeededDealer::new(number), Vec::new());
        Self { table, claim, dealer, chance: number, now: Now(0), hands: 0, chains }
    }

    fn sit_down(&mut self) -> Vec<Append> {
        let mut appends = vec![opening(&self.claim, &self.table)];
        for place in 0..PLAYERS {
            let account = AccountId(100 * self.claim.stream.number() + place);
            let last = Bytes([place as u8; 32]);
            let mut links: Vec<_> =
                std::iter::successors(Some(last), |link| Some(chain(*link, 1))).take(2_000).collect();
            let anchor = links.pop().filter(|_| place > 1);
            let name = ["Ada", "Grace", "Blaise", "Emmy", "Srinivasa", "Sophie"][place as usize].to_owned();
            let sit = Command::Sit { seat: None, buy_in: Chips::new(STACK), name, anchor, code: None };
            if anchor.is_some() {
                self.chains.push((account, links));
            }
            appends.push(self.told(Actor::Player(account), &sit));
        }
        appends
    }

    fn told(&mut self, by: Actor, command: &Command) -> Append {
        let change: Change = self.table.apply(by, command, self.now, &mut self.dealer).unwrap();
        self.hands += u64::from(change.hand.is_some());
        recorded(&self.claim, &change, None, self.dealer.key())
    }

    /// What comes next: links, a choice, or time.
    fn go_on(&mut self) -> Vec<Append> {
        self.now = self.now.plus(1_500);
        if let Some((hand, awaited)) = self.table.links_awaited() {
            let mut appends = Vec::new();
            for account in awaited {
                let (_, links) = self.chains.iter_mut().find(|(who, _)| *who == account).unwrap();
                let link = links.pop().unwrap();
                appends.push(self.told(Actor::Player(account), &Command::Link { hand, link }));
            }
            return appends;
        }
        let Some((account, hand, turn)) = self.table.to_act() else {
            self.now = self.table.deadline().unwrap().max(self.now);
            return vec![self.told(Actor::Room, &Command::Tick)];
        };
        let view = self.table.player_view(account).unwrap();
        let choice = self.choose(&view);
        vec![self.told(Actor::Player(account), &Command::Act { hand, turn, choice })]
    }

    fn below(&mut self, end: u64) -> u64 {
        self.chance = self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.chance >> 33) % end
    }

    /// As loose as people play: most hands see a showdown.
    fn choose(&mut self, view: &View) -> Choice {
        let held = view.own().map_or(0, |own| own.cards.count()) as u8;
        let mut some = |most: usize| Slots::of((0..held).filter(|_| self.below(2) == 0).take(most)).unwrap();
        match view.legal.unwrap() {
            Legal::Discard { most, .. } => Choice::Discard(some(most)),
            Legal::Draw { most, .. } => Choice::Draw(some(most)),
            Legal::Bet { choices, .. } => match (self.below(8), choices.raise(), choices.call()) {
                (0, Ok(range), _) => Choice::RaiseTo(range.min_to),
                (1..=2, _, Some(_)) => Choice::Fold,
                (_, _, Some(_)) => Choice::Call,
                _ => Choice::Check,
            },
            Legal::Show { may_muck, .. } if may_muck && self.below(2) == 0 => Choice::Muck,
            Legal::Show { .. } => Choice::Show,
            Legal::Nothing => unreachable!("it is somebody's turn"),
        }
    }
}
