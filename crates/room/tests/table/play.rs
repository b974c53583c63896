//! A table with people at it, for tests: they sit, act at random within the rules, and their chips are in a ledger.

use cardroom_room::{
    AccountId, Actor, Change, Chips, Choice, Command, Entry, Ledger, Now, Purse, Reason, Refused, SeatNo, SeededDealer,
    SeenNews, Slots, Stakes, StakesLimit, Table, TableId, TableSetup,
};
use cardroom_rules::{Legal, View};

pub(crate) struct Game {
    pub(crate) table: Table,
    pub(crate) dealer: SeededDealer,
    pub(crate) ledger: Ledger,
    pub(crate) now: Now,
    /// What everyone could see, since it was last taken.
    pub(crate) news: Vec<SeenNews>,
    pub(crate) changes: Vec<Change>,
}

pub(crate) fn setup(game: &str, seats: u8) -> TableSetup {
    let mut setup = TableSetup::new("Test", Stakes::new(game, StakesLimit::No { min_bet: 10 }), seats);
    setup.clocks.between_ms = 0;
    setup
}

pub(crate) fn player(account: u64) -> Actor {
    Actor::Player(AccountId(account))
}

impl Game {
    pub(crate) fn new(setup: TableSetup) -> Self {
        let table = Table::new(TableId(1), setup).expect("a table");
        let (dealer, ledger) = (SeededDealer::new(1), Ledger::default());
        Self { table, dealer, ledger, now: Now(1000), news: Vec::new(), changes: Vec::new() }
    }

    /// Accounts 1, 2, … in seats 1, 2, … with these chips. The table is paused meanwhile, so that all are dealt in.
    pub(crate) fn seated(setup: TableSetup, stacks: &[u64]) -> Self {
        let mut game = Self::new(setup);
        game.told(Actor::Operator, &Command::Pause);
        for (seat, &stack) in (1..).zip(stacks) {
            game.sit(seat, seat as u8, stack);
        }
        game.told(Actor::Operator, &Command::Resume);
        game
    }

    pub(crate) fn sit(&mut self, account: u64, seat: u8, stack: u64) {
        self.grant(account, stack);
        self.told(player(account), &sit_at(Some(seat), stack));
    }

    pub(crate) fn grant(&mut self, account: u64, amount: u64) {
        let to = Purse::Wallet(AccountId(account));
        let entry = Entry { from: Purse::House, to, amount: Chips::new(amount), reason: Reason::Welcome };
        self.ledger.post(&[entry]).expect("chips from the house");
    }

    pub(crate) fn tell(&mut self, by: Actor, command: &Command) -> Result<(), Refused> {
        let before = self.table.version();
        let change = self.table.apply(by, command, self.now, &mut self.dealer)?;
        assert_eq!(change.version, before + u64::from(change.log.is_some()), "versions are contiguous");
        self.ledger.post(&change.entries).expect("entries that the ledger takes");
        let seats: i64 = self.ledger.purses().filter(|(purse, _)| matches!(purse, Purse::Seat(..))).map(|p| p.1).sum();
        if self.table.setup().tournament.is_none() {
            assert_eq!(seats as u64, self.table.chips().get(), "the ledger knows what lies at the table");
        }
        self.news.extend(change.news.iter().map(|news| news.seen_by(None)));
        self.changes.push(change);
        Ok(())
    }

    pub(crate) fn told(&mut self, by: Actor, command: &Command) {
        self.tell(by, command).unwrap_or_else(|refused| panic!("{command:?}: {refused}"));
    }

    /// Waits until the table wants to be called, and calls it.
    pub(crate) fn wait(&mut self) {
        self.now = self.table.deadline().expect("something to wait for").max(self.now);
        self.told(Actor::Room, &Command::Tick);
    }

    /// The player to act makes this choice.
    pub(crate) fn act(&mut self, choice: Choice) {
        let (account, hand, turn) = self.table.to_act().expect("somebody to act");
        self.told(Actor::Player(account), &Command::Act { hand, turn, choice });
    }

    /// Everyone checks, calls, stands pat until the hand is over.
    pub(crate) fn play_hand(&mut self) {
        let (_, hand, _) = self.table.to_act().expect("a hand");
        while let Some((account, now, _)) = self.table.to_act() {
            if now != hand {
                break;
            }
            self.act(calm(&self.table.player_view(account).expect("a view")));
        }
    }

    /// Everyone folds to the big blind.
    pub(crate) fn fold_round(&mut self) {
        let (_, hand, _) = self.table.to_act().expect("a hand");
        while self.table.to_act().is_some_and(|(_, now, _)| now == hand) {
            self.act(Choice::Fold);
        }
    }

    /// The same in a hand of this number, if it has been dealt.
    pub(crate) fn fold_round_of(&mut self, hand: u64) {
        while self.table.to_act().is_some_and(|(_, now, _)| now == hand) {
            self.act(Choice::Fold);
        }
    }

    pub(crate) fn stack(&self, account: u64) -> u64 {
        let found = self.table.stacks().find(|&(_, who, _)| who == AccountId(account));
        found.expect("a seat").2.get()
    }

    pub(crate) fn take_news(&mut self) -> Vec<SeenNews> {
        std::mem::take(&mut self.news)
    }

    /// The button, small and big blind of the last hand begun.
    pub(crate) fn markers(&self) -> [u8; 3] {
        self.table.markers().expect("a hand was dealt").map(|SeatNo(seat)| seat)
    }
}

pub(crate) fn sit_at(seat: Option<u8>, stack: u64) -> Command {
    let name = "somebody".to_owned();
    Command::Sit { seat: seat.map(SeatNo), buy_in: Chips::new(stack), name, anchor: None, code: None }
}

/// Check or call, stand pat, show.
pub(crate) fn calm(view: &View) -> Choice {
    match view.legal.expect("a turn") {
        Legal::Bet { choices, .. } if choices.call().is_none() => Choice::Check,
        Legal::Bet { .. } => Choice::Call,
        Legal::Discard { .. } => Choice::Discard(Slots::of([0]).expect("a card")),
        Legal::Draw { .. } => Choice::Draw(Slots::of([0, 1]).expect("cards")),
        Legal::Show { .. } => Choice::Show,
        Legal::Nothing => unreachable!("it is somebody's turn"),
    }
}

/// Any legal choice, from a number.
pub(crate) fn any_choice(view: &View, chance: u64) -> Choice {
    let pick = |most: usize| {
        let count = (chance >> 8) as usize % (most + 1);
        Slots::of(0..count as u8).expect("at most five cards")
    };
    match view.legal.expect("a turn") {
        Legal::Bet { choices, .. } => match (chance % 32, choices.raise(), choices.call()) {
            (0, ..) => Choice::Fold,
            (1, Ok(range), _) => Choice::RaiseTo(range.max_to),
            (2..=6, Ok(range), _) => Choice::RaiseTo(range.min_to),
            (7..=10, _, Some(_)) => Choice::Fold,
            (_, _, Some(_)) => Choice::Call,
            _ => Choice::Check,
        },
        Legal::Discard { most, .. } => Choice::Discard(pick(most)),
        Legal::Draw { most, .. } => Choice::Draw(pick(most)),
        Legal::Show { may_muck, .. } if may_muck && chance.is_multiple_of(2) => Choice::Muck,
        Legal::Show { .. } => Choice::Show,
        Legal::Nothing => unreachable!("it is somebody's turn"),
    }
}
