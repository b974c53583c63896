//! A table: the sole owner of its state, told what to do by commands and saying what came of them.
//!
//! Commands are checked before anything changes, so a refused one leaves the table as it was. Seating, hands, clocks and
//! the host's powers are in files of their own; this one holds the order of things.

use std::sync::Arc;

use cardroom_fair::{Commitment, Digest, HandId, Seeds, lost_digest};
use cardroom_rules::{Chips, Spread};

use crate::blinds::Markers;
use crate::chair::Chair;
use crate::change::{Change, Damaged, Given, Logged, Secret};
use crate::command::Command;
use crate::dealer::{Dealer, Shuffled};
use crate::id::{AccountId, Actor, Now, SeatNo, TableId};
use crate::live::LiveHand;
use crate::refused::Refused;
use crate::setup::TableSetup;
use crate::stakes::SetupError;
use crate::state::{Gate, Phase, Promise, Round, State};

/// A hand's end brings a snapshot. Where people come and go and nobody plays, this many changes do, so that a table is
/// never brought back from a log without end.
const LONGEST_LOG: u64 = 256;

/// A table of any game.
///
/// ```
/// use cardroom_room::*;
///
/// let stakes = Stakes::new("holdout-hilo", StakesLimit::Fixed { small_bet: 10, big_bet: 20 });
/// let mut table = Table::new(TableId(1), TableSetup::new("Front room", stakes, 6))?;
/// let mut dealer = SeededDealer::new(1);
/// let sit = |name: &str| Command::Sit {
///     seat: None, buy_in: Chips::new(500), name: name.into(), anchor: None, code: None,
/// };
/// table.apply(Actor::Player(AccountId(1)), &sit("Ann"), Now(0), &mut dealer)?;
/// table.apply(Actor::Player(AccountId(2)), &sit("Bob"), Now(0), &mut dealer)?;
///
/// // Two players are there: the table says when it wants to be called, and then deals.
/// let begin = table.deadline().unwrap();
/// let change = table.apply(Actor::Room, &Command::Tick, begin, &mut dealer)?;
/// let seen = |who| change.news.iter().map(|news| format!("{:?}", news.seen_by(who))).collect::<String>();
/// assert!(seen(None).contains("card: None") && !seen(None).contains("card: Some"));
/// assert!(seen(Some(AccountId(1))).contains("card: Some"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Table {
    pub(crate) state: State,
    /// The games of the table's stakes, in turn.
    pub(crate) spreads: Arc<[Spread]>,
    pub(crate) live: Live,
    /// Whether the clocks were moved since the last change, so that the next one needs a snapshot beside it.
    pub(crate) wound: bool,
}

/// The secret part of a running hand.
#[derive(Clone)]
pub(crate) enum Live {
    None,
    Committed(Box<Shuffled>),
    Hand(Box<LiveHand>),
    /// The seeds are damaged: the table is played again without its cards, until the hand is void.
    Lost,
}

/// Where the dealer's gifts come from: the dealer, or the log when a table is played again.
pub(crate) enum Giver<'a> {
    Dealer(&'a mut dyn Dealer),
    Log { given: std::vec::IntoIter<Given>, seeds: &'a dyn Fn(u64) -> Option<Seeds>, lost: Option<Damaged> },
}

impl Table {
    /// Opens a table.
    ///
    /// # Errors
    /// Says which setting is wrong, what is allowed and by which rule.
    pub fn new(id: TableId, setup: TableSetup) -> Result<Self, SetupError> {
        let spreads = setup.check()?;
        let state = State {
            id,
            next_stakes: None,
            version: 0,
            now: Now(0),
            chairs: vec![None; usize::from(setup.seats)],
            markers: None,
            hand: 0,
            released: 0,
            dealt: 0,
            previous: Digest::ZERO,
            round: Round::default(),
            // A tournament's director lets every hand of its tables go by itself.
            gate: if setup.tournament.is_some() { Gate::Held } else { Gate::Open },
            phase: Phase::Between { next_at: None },
            barred: Vec::new(),
            line: Vec::new(),
            offers: Vec::new(),
            took: Vec::new(),
            withheld: Vec::new(),
            total: Chips::ZERO,
            awaits: None,
            setup: Arc::new(setup),
        };
        Ok(Self { state, spreads: spreads.into(), live: Live::None, wound: false })
    }

    /// The same table in the place of one of which nothing can be read any more, after so many changes. It goes on after
    /// them, and no number of a hand is used again: each began with a change of its own.
    #[must_use]
    pub fn in_place_of_lost(mut self, version: u64) -> Self {
        (self.state.version, self.state.hand) = (version, version);
        if version > 0 {
            self.state.previous = lost_digest(HandId { table: self.state.id.0, hand: version });
        }
        self
    }

    /// Does what it is told. Times that go back count as the last one.
    ///
    /// # Errors
    /// If the command isn't allowed now; the table is then as it was. But if the chips don't add up, which would be a
    /// defect of ours, the table is frozen, and its last stored state is what counts.
    pub fn apply(
        &mut self,
        by: Actor,
        command: &Command,
        now: Now,
        dealer: &mut dyn Dealer,
    ) -> Result<Change, Refused> {
        self.check_entry(by, command)?;
        self.check_raised(by, command)?;
        self.obey(by, command, now, &mut Giver::Dealer(dealer))
    }

    pub(crate) fn obey(
        &mut self,
        by: Actor,
        command: &Command,
        now: Now,
        giver: &mut Giver<'_>,
    ) -> Result<Change, Refused> {
        let now = now.max(self.state.now);
        let mut change = Change::default();
        self.open_to(command)?;
        self.dispatch(by, command, now, &mut change)?;
        self.proceed(now, giver, &mut change)?;
        if change.is_empty() {
            change.version = self.state.version;
            return Ok(change);
        }
        self.state.now = now;
        self.state.version = self.state.version.saturating_add(1);
        change.version = self.state.version;
        self.count_chips()?;
        let given = std::mem::take(&mut change.given);
        change.log = Some(Logged { version: change.version, now, by, command: command.clone(), given });
        let erased = change.secrets.iter().any(|secret| matches!(secret, Secret::Erase { .. }));
        let due = change.version.is_multiple_of(LONGEST_LOG);
        if erased || due || std::mem::take(&mut self.wound) {
            change.snapshot = Some(self.snapshot());
        }
        Ok(change)
    }

    /// When to send [`Command::Tick`] at the latest; nothing if the table waits for somebody to do something.
    pub fn deadline(&self) -> Option<Now> {
        let state = &self.state;
        if matches!(state.gate, Gate::Frozen(..)) {
            return None;
        }
        let phase = match &state.phase {
            Phase::Between { next_at } => {
                next_at.filter(|_| state.gate == Gate::Open && self.may_play()).map(|at| self.begins_at(at))
            }
            Phase::Linking { until, .. } | Phase::Showing { until, .. } => Some(*until),
            Phase::Playing(playing) => Some(playing.clock.until),
        };
        let offers = state.offers.iter().map(|&(_, until)| until);
        phase.into_iter().chain(offers).chain(self.sit_out_ends()).min()
    }

    /// The table's number.
    pub const fn id(&self) -> TableId {
        self.state.id
    }

    /// How many commands have changed the table.
    pub const fn version(&self) -> u64 {
        self.state.version
    }

    /// The settings.
    pub fn setup(&self) -> &TableSetup {
        &self.state.setup
    }

    /// The game of the next hand, or of the one being played.
    pub fn spread(&self) -> Option<&Spread> {
        self.spreads.get(usize::from(self.state.round.game))
    }

    /// The hand that will be committed next, and whether its game can reshuffle: what a dealer should prepare.
    pub fn next_hand(&self) -> (HandId, bool) {
        let hand = self.state.hand.saturating_add(1);
        let reshuffles = self.spread().is_some_and(|spread| spread.game().can_reshuffle());
        (HandId { table: self.state.id.0, hand }, reshuffles)
    }

    /// Whether no hand is committed or being played. Cards may still be shown.
    pub fn is_between_hands(&self) -> bool {
        matches!(self.state.phase, Phase::Between { .. } | Phase::Showing { .. })
    }

    /// Whether the table has closed for good: nobody sits at it, and nothing happens any more. One that closes after the
    /// hand that runs has not yet.
    pub fn is_closed(&self) -> bool {
        self.state.gate == Gate::Closed
    }

    /// Whether no hand is running at all, not even its showing: a held table has come to rest.
    pub fn is_at_rest(&self) -> bool {
        matches!(self.state.phase, Phase::Between { .. })
    }

    /// Whether a tournament's director holds the table: it deals no hand until it is released, and then one.
    pub fn is_held(&self) -> bool {
        self.state.gate == Gate::Held
    }

    /// The director's number of the hand that was let go last.
    pub(crate) const fn released(&self) -> u64 {
        self.state.released
    }

    /// At a tournament's table, the director's number of the hand dealt last.
    pub const fn dealt(&self) -> u64 {
        self.state.dealt
    }

    /// Who sits where with how much; during a hand, with what it began it.
    pub fn stacks(&self) -> impl Iterator<Item = (SeatNo, AccountId, Chips)> + '_ {
        self.seated().map(|(at, chair)| (SeatNo::at(usize::from(at)), chair.account, chair.chips()))
    }

    /// The seats of the button, the small and the big blind in the last hand; somebody may or may not sit there.
    pub fn markers(&self) -> Option<[SeatNo; 3]> {
        let Markers { button, small, big } = self.state.markers?;
        Some([button, small, big].map(|at| SeatNo::at(usize::from(at))))
    }

    /// All chips at the table, pots included: what the entries made say.
    pub const fn chips(&self) -> Chips {
        self.state.total
    }

    pub(crate) fn is_tournament(&self) -> bool {
        self.state.setup.tournament.is_some()
    }

    pub(crate) fn seated(&self) -> impl Iterator<Item = (u8, &Chair)> + '_ {
        (0..).zip(&self.state.chairs).filter_map(|(at, chair)| Some((at, chair.as_ref()?)))
    }

    pub(crate) fn chair(&self, at: u8) -> Option<&Chair> {
        self.state.chairs.get(usize::from(at))?.as_ref()
    }

    pub(crate) fn chair_mut(&mut self, at: u8) -> Option<&mut Chair> {
        self.state.chairs.get_mut(usize::from(at))?.as_mut()
    }

    /// Where an account sits.
    pub(crate) fn find(&self, account: AccountId) -> Option<u8> {
        self.seated().find(|(_, chair)| chair.account == account).map(|(at, _)| at)
    }

    /// Goes on with everything that needs nobody: lapsed offers, links, the deal, clocks, the next hand.
    fn proceed(&mut self, now: Now, giver: &mut Giver<'_>, change: &mut Change) -> Result<(), Refused> {
        self.lapse(now, change);
        let mut begun = false;
        loop {
            let lost = matches!(self.live, Live::Lost);
            match &self.state.phase {
                Phase::Between { .. } => {
                    self.close_if_empty(now, change);
                    // One hand at most begins in one command, and one ends: nothing goes on for ever.
                    if begun || !self.is_time_to_begin(now, change) {
                        return Ok(());
                    }
                    begun = self.begin(now, giver, change)?;
                }
                Phase::Linking { plan, until, .. } => {
                    if !plan.awaits_links() {
                        self.deal(now, change)?;
                    } else if now >= *until && change.hand.is_none() && !lost {
                        self.burn(now, change);
                    } else {
                        return Ok(());
                    }
                }
                Phase::Playing(playing) if now >= playing.clock.until && !lost => self.time_out(now, change)?,
                Phase::Showing { until, .. } if now >= *until && change.hand.is_none() && !lost => {
                    self.finish(now, change);
                }
                Phase::Playing(_) | Phase::Showing { .. } => return Ok(()),
            }
        }
    }

    fn open_to(&self, command: &Command) -> Result<(), Refused> {
        match self.state.gate {
            Gate::Frozen(counted, total) if *command != Command::VoidHand => Err(Refused::Frozen { counted, total }),
            Gate::Closed => Err(Refused::Closed),
            Gate::Closing
                if matches!(
                    command,
                    Command::Sit { .. } | Command::JoinList { .. } | Command::SeatWithStack { .. }
                ) =>
            {
                Err(Refused::Closed)
            }
            _ => Ok(()),
        }
    }

    /// Counts all chips after every command, in release builds too.
    fn count_chips(&mut self) -> Result<(), Refused> {
        let total = self.state.total;
        let counted: Chips = self.state.chairs.iter().flatten().map(Chair::chips).sum();
        let in_hand = match (&self.live, &self.state.phase) {
            (Live::Hand(live), Phase::Playing(playing)) => {
                let (began, counted) = live.hand.chips();
                let planned: Chips = playing.plan.players.iter().map(|player| player.stack).sum();
                Some((began.min(counted), planned)).filter(|_| began != counted || began != planned)
            }
            _ => None,
        };
        let wrong = in_hand.or((counted != total).then_some((counted, total)));
        match wrong {
            None => Ok(()),
            Some((counted, total)) => {
                self.state.gate = Gate::Frozen(counted, total);
                Err(Refused::Frozen { counted, total })
            }
        }
    }
}

impl Giver<'_> {
    /// The dealer commits to a hand, or did before a restart.
    pub(crate) fn commit(
        &mut self,
        hid: HandId,
        previous: Digest,
        reshuffles: bool,
        change: &mut Change,
    ) -> Result<(Option<Shuffled>, Promise), Damaged> {
        match self {
            Giver::Dealer(dealer) => {
                let decks = dealer.decks(hid, reshuffles);
                assert!(decks.are_for(hid, reshuffles), "the dealer prepared the decks of another hand");
                let commitment = Commitment::sign(hid, previous, decks.roots, dealer.key());
                let promise = Promise::of(&commitment);
                change.secrets.push(Secret::Keep { hand: hid.hand, seeds: Box::new(decks.seeds.clone()) });
                change.given.push(Given::Promise(Box::new(promise.clone())));
                Ok((Some(Shuffled::prepared(commitment, &decks)), promise))
            }
            Giver::Log { given, seeds, lost } => {
                let Some(Given::Promise(promise)) = given.next() else {
                    return Err(Damaged::Unreadable("dealer's promise"));
                };
                let commitment = promise.commitment(hid, previous);
                change.given.push(Given::Promise(promise.clone()));
                let resumed = seeds(hid.hand).and_then(|seeds| Shuffled::resume(commitment, reshuffles, seeds).ok());
                if resumed.is_none() {
                    *lost = Some(Damaged::Secret { hand: hid.hand });
                }
                Ok((resumed, *promise))
            }
        }
    }

    /// The bits with which the button is drawn for.
    pub(crate) fn draw(&mut self, change: &mut Change) -> Result<[u8; 32], Damaged> {
        let bits = match self {
            Giver::Dealer(dealer) => cardroom_fair::Bytes(dealer.entropy()),
            Giver::Log { given, .. } => match given.next() {
                Some(Given::Draw(bits)) => bits,
                _ => return Err(Damaged::Unreadable("draw for the button")),
            },
        };
        change.given.push(Given::Draw(bits));
        Ok(bits.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dealer::SeededDealer;
    use crate::stakes::{Stakes, StakesLimit};

    /// Should a defect ever make or lose a chip, that table stops, and nothing else does.
    #[test]
    fn a_broken_sum_freezes_the_table_until_the_hand_is_void() {
        let stakes = Stakes::new("holdem", StakesLimit::No { min_bet: 10 });
        let mut setup = TableSetup::new("Test", stakes, 2);
        setup.clocks.between_ms = 0;
        let mut table = Table::new(TableId(1), setup).unwrap();
        let mut dealer = SeededDealer::new(1);
        let (buy_in, name) = (Chips::new(1000), "somebody".to_owned());
        let sit = Command::Sit { seat: None, buy_in, name, anchor: None, code: None };
        for account in 1..=2 {
            table.apply(Actor::Player(AccountId(account)), &sit, Now(0), &mut dealer).unwrap();
        }
        let (account, hand, turn) = table.to_act().unwrap();
        table.chair_mut(0).unwrap().stack += Chips::new(1);
        let call = Command::Act { hand, turn, choice: crate::choice::Choice::Call };
        let frozen = Refused::Frozen { counted: Chips::new(2001), total: Chips::new(2000) };
        assert_eq!(table.apply(Actor::Player(account), &call, Now(1), &mut dealer).unwrap_err(), frozen);
        assert_eq!(table.apply(Actor::Room, &Command::Tick, Now(90_000), &mut dealer).unwrap_err(), frozen);
        assert_eq!(table.deadline(), None);
        table.chair_mut(0).unwrap().stack -= Chips::new(1);
        table.apply(Actor::Operator, &Command::VoidHand, Now(2), &mut dealer).unwrap();
        assert!(table.to_act().is_some(), "the next hand is dealt");
    }
}
