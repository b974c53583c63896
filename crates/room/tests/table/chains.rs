//! Chains at a tournament's table, where nobody took its seat itself: the first hand waits for their anchors, but not
//! long.

use cardroom_fair::{Bytes, Digest, chain};
use cardroom_room::{
    AccountId, Actor, Chips, Command, Now, Refused, SeatNo, SeededDealer, Stakes, StakesLimit, Table, TableId,
    TableSetup, TournamentId,
};

const PAUSE_MS: u64 = 1_000;

struct Game {
    table: Table,
    dealer: SeededDealer,
    now: Now,
}

impl Game {
    /// A tournament's table with Ann, Bob and a bot, told to deal its first hand.
    fn released() -> Self {
        let mut setup = TableSetup::new("Test", Stakes::new("holdem", StakesLimit::No { min_bet: 10 }), 4);
        setup.tournament = Some(TournamentId(1));
        setup.clocks.between_ms = PAUSE_MS;
        let table = Table::new(TableId(1), setup).unwrap();
        let mut game = Self { table, dealer: SeededDealer::new(1), now: Now(0) };
        for account in 1..=3 {
            game.seat(account);
        }
        game.tell(Actor::Room, &Command::Release { hand: 1 }).unwrap();
        game
    }

    fn seat(&mut self, account: u8) {
        let (name, seat, bot) = (format!("p{account}"), Some(SeatNo(account)), account == 3);
        let account = AccountId(u64::from(account));
        let seated = Command::SeatWithStack { account, name, seat, stack: Chips::new(500), bot };
        self.tell(Actor::Room, &seated).unwrap();
    }

    fn tell(&mut self, by: Actor, command: &Command) -> Result<(), Refused> {
        self.table.apply(by, command, self.now, &mut self.dealer).map(|_| ())
    }

    fn tick_at(&mut self, ms: u64) {
        self.now = Now(ms);
        self.tell(Actor::Room, &Command::Tick).unwrap();
    }

    fn awaited(&self) -> Option<Vec<u64>> {
        self.table.links_awaited().map(|(_, accounts)| accounts.into_iter().map(|account| account.0).collect())
    }
}

fn player(account: u64) -> Actor {
    Actor::Player(AccountId(account))
}

fn anchor(secret: u8) -> Digest {
    chain(Bytes([secret; 32]), 9)
}

#[test]
fn the_first_hand_is_dealt_as_soon_as_everybody_seated_has_sent_its_anchor() {
    let mut game = Game::released();
    let latest = PAUSE_MS + game.table.setup().clocks.link_ms;
    assert_eq!(game.table.deadline(), Some(Now(latest)), "a bot has no chain; the others may still send theirs");
    game.tell(player(1), &Command::Chain { anchor: anchor(1) }).unwrap();
    game.tick_at(PAUSE_MS + 1);
    assert_eq!(game.awaited(), None, "Bob's anchor may still come");
    game.tell(player(2), &Command::Chain { anchor: anchor(2) }).unwrap();
    assert_eq!(
        game.awaited().map(|mut of| {
            of.sort_unstable();
            of
        }),
        Some(vec![1, 2]),
        "both add to the first hand"
    );
}

#[test]
fn a_hand_does_not_wait_long_for_an_anchor_that_does_not_come() {
    let mut game = Game::released();
    game.tell(player(1), &Command::Chain { anchor: anchor(1) }).unwrap();
    let latest = game.table.deadline().unwrap();
    game.tick_at(latest.0);
    assert_eq!(game.awaited(), Some(vec![1]));
    // It comes while the others' links are awaited: it is for the next hand, and this one isn't kept waiting for it.
    game.tell(player(2), &Command::Chain { anchor: anchor(2) }).unwrap();
    assert_eq!(game.awaited(), Some(vec![1]));
    assert!(game.table.view(None, game.now).seats.iter().all(|seat| seat.chain != seat.bot));
}

#[test]
fn who_comes_to_a_table_that_has_rested_long_has_as_much_time() {
    let mut game = Game::released();
    for account in 1..=2 {
        game.tell(player(account), &Command::Chain { anchor: anchor(1) }).unwrap();
    }
    game.tell(Actor::Room, &Command::Hold).unwrap();
    game.tick_at(60_000);
    game.seat(4);
    game.tell(Actor::Room, &Command::Release { hand: 1 }).unwrap();
    assert_eq!(game.table.deadline(), Some(Now(60_000 + game.table.setup().clocks.link_ms)));
}

#[test]
fn nobody_waits_for_who_is_gone() {
    let mut game = Game::released();
    game.tell(player(1), &Command::Disconnect).unwrap();
    game.tell(player(2), &Command::SitOut(cardroom_room::SitOut::NextHand)).unwrap();
    assert_eq!(game.table.deadline(), Some(Now(PAUSE_MS)));
}

/// Another window of the player's may send an anchor, too: the links that the first one keeps are those that are
/// awaited.
#[test]
fn a_seat_that_has_a_chain_goes_on_with_it() {
    let mut game = Game::released();
    game.tell(player(1), &Command::Chain { anchor: anchor(1) }).unwrap();
    game.tell(player(2), &Command::Chain { anchor: anchor(2) }).unwrap();
    let again = game.tell(player(1), &Command::Chain { anchor: anchor(3) });
    assert!(matches!(again, Err(Refused::Already(_))), "{again:?}");
    game.tick_at(PAUSE_MS);
    game.tell(player(1), &Command::Link { hand: 1, link: chain(Bytes([1; 32]), 8) }).unwrap();
    assert_eq!(game.awaited(), Some(vec![2]));
    let stranger = game.tell(player(7), &Command::Chain { anchor: anchor(7) });
    assert!(matches!(stranger, Err(Refused::NotSeated(_))), "{stranger:?}");
}

/// Before its links are used up a player goes over to a new chain without sitting out.
#[test]
fn a_seat_that_plays_takes_a_new_chain_by_returning() {
    let mut game = Game::released();
    game.tell(player(1), &Command::Chain { anchor: anchor(1) }).unwrap();
    game.tell(player(1), &Command::Return { anchor: Some(anchor(2)) }).unwrap();
    game.tick_at(game.table.deadline().unwrap().0);
    assert_eq!(game.awaited(), Some(vec![1]));
    let old = game.tell(player(1), &Command::Link { hand: 1, link: chain(Bytes([1; 32]), 8) });
    assert!(matches!(old, Err(Refused::BrokenChain)), "{old:?}");
    game.tell(player(1), &Command::Link { hand: 1, link: chain(Bytes([2; 32]), 8) }).unwrap();
}
