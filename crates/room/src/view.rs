//! A table as one viewer may see it: what is sent to whoever comes or comes back.
//!
//! It is built by copying what the viewer may know; the hand in it is the engine's own view.

use cardroom_fair::Commitment;
use cardroom_rules::{Chips, Seat, Seen, View, Viewer};

use crate::chair::{Chair, Coming, Presence};
use crate::command::SitOut;
use crate::id::{AccountId, Now, SeatNo, TableId};
use crate::setup::TableSetup;
use crate::state::{Gate, Phase, Plan, Stage};
use crate::table::{Live, Table};

/// What one viewer may see of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableView {
    /// The table's number.
    pub table: TableId,
    /// The version that this is the view of; what comes after it has the next one.
    pub version: u64,
    /// The settings; only the host sees the invitation code.
    pub setup: TableSetup,
    /// The id of the game being played, or of the next hand's.
    pub game: &'static str,
    /// Who sits where.
    pub seats: Vec<SeatAtTable>,
    /// The seats of the button, the small and the big blind; somebody may or may not sit there.
    pub markers: Option<[SeatNo; 3]>,
    /// How far the hand is.
    pub stage: HandStage,
    /// The number of the hand, or of the last one.
    pub hand: u64,
    /// What the server promised for the hand.
    pub commitment: Option<Box<Commitment>>,
    /// The hand's players, by their places in it: from the button's left.
    pub order: Vec<SeatNo>,
    /// Who they are: once the hand is over, somebody else may sit in such a seat.
    pub players: Vec<AccountId>,
    /// The hand as the viewer may see it.
    pub view: Option<Box<View>>,
    /// Whose turn it is.
    pub turn: Option<TurnView>,
    /// Milliseconds until the table goes on by itself.
    pub ms_left: Option<u64>,
    /// Whether hands may begin.
    pub open: Openness,
    /// Who stands in line; those who are offered a seat first.
    pub line: Vec<AccountId>,
    /// How many of them are offered a seat.
    pub offered: usize,
}

/// What concerns one account alone.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct OwnPart {
    /// Its seat.
    pub seat: Option<SeatAtTable>,
    /// Its place in line, from 1.
    pub place: Option<usize>,
    /// Until when a seat is kept for it.
    pub kept_until: Option<Now>,
    /// Whether the host has sent it away.
    pub barred: bool,
    /// What it brings at least if it sits down, having left with so much within the hour.
    pub must_bring: Option<Chips>,
    /// Whether it is the host.
    pub host: bool,
    /// The invitation code, which only the host sees.
    pub invitation: Option<String>,
}

/// A seat that somebody has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatAtTable {
    /// Which.
    pub seat: SeatNo,
    /// Whose.
    pub account: AccountId,
    /// Its name.
    pub name: String,
    /// Whether it is a house bot.
    pub bot: bool,
    /// The chips behind: in a hand, what is left to bet with.
    pub stack: Chips,
    /// Chips added that play from the next hand.
    pub added: Chips,
    /// Whether it is there.
    pub status: SeatStatus,
    /// Whether its connection is there.
    pub connected: bool,
    /// The blinds it owes, small and big.
    pub owes: (bool, bool),
    /// What is in its time bank.
    pub bank_ms: u64,
    /// When it asked to sit out.
    pub sits_out: Option<SitOut>,
    /// Whether beaten hands are mucked without asking.
    pub auto_muck: bool,
    /// Whether it has a chain, and so adds to the shuffle.
    pub chain: bool,
    /// Whether it straddles where it may.
    pub straddles: bool,
}

/// Whether a player is there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SeatStatus {
    /// It plays.
    Playing,
    /// It waits for the big blind.
    Waiting,
    /// It posts what it owes as soon as it may.
    Posting,
    /// The table acts for it.
    Away,
    /// It sits out.
    SittingOut,
    /// It leaves when the hand is over.
    Leaving,
}

/// How far the hand is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HandStage {
    /// There is none.
    Between,
    /// It is committed, and links are awaited.
    Linking,
    /// It is played.
    Playing,
    /// It is over, and cards may be shown.
    Showing,
}

/// Whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TurnView {
    /// The turn's number.
    pub turn: u32,
    /// Who is to act.
    pub seat: SeatNo,
}

/// The clock of whoever is to act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TurnClock {
    /// When the turn's time is over.
    pub until: Now,
    /// Whether this is more than the time that everyone has: the time bank, or the grace of a lost line.
    pub more: bool,
}

/// The hand on the table from its beginning on.
#[derive(Clone, PartialEq, Debug)]
pub struct Story {
    /// What each player began it with, by its place in the hand.
    pub stacks: Vec<Chips>,
    /// What who began it is called, by the chair: somebody else may sit there by now.
    pub names: Vec<(SeatNo, String)>,
    /// What the viewer saw of it.
    pub seen: Vec<Seen>,
}

/// Whether hands may begin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Openness {
    /// They may.
    Open,
    /// The host paused the table.
    Paused,
    /// The tournament's director holds it.
    Held,
    /// It closes, or is closed.
    Closed,
    /// Its chips didn't add up.
    Frozen,
}

impl Table {
    /// The table as a viewer may see it: its own cards if it plays, and what everyone sees.
    pub fn view(&self, viewer: Option<AccountId>, now: Now) -> TableView {
        let state = &self.state;
        let stage = match &state.phase {
            Phase::Between { .. } => HandStage::Between,
            Phase::Linking { .. } => HandStage::Linking,
            Phase::Playing(_) => HandStage::Playing,
            Phase::Showing { .. } => HandStage::Showing,
        };
        let plan = self.hand_plan();
        let mut setup = TableSetup::clone(&state.setup);
        if viewer.is_none() || viewer != setup.host {
            setup.invitation = None;
        }
        TableView {
            table: state.id,
            version: state.version,
            setup,
            game: self.spread().map_or("", |spread| spread.game().id),
            seats: self.seated().map(|(at, chair)| self.seat_view(at, chair)).collect(),
            markers: self.markers(),
            stage,
            hand: state.hand,
            commitment: self.commitment(),
            order: plan.map(|plan| plan.players.iter().map(crate::state::Player::seat).collect()).unwrap_or_default(),
            players: plan.map(|plan| plan.players.iter().map(|player| player.account).collect()).unwrap_or_default(),
            view: plan.and_then(|plan| self.hand_view(plan, viewer)),
            turn: self.turn(),
            ms_left: self.deadline().map(|until| until.since(now)),
            open: match state.gate {
                Gate::Open => Openness::Open,
                Gate::Paused => Openness::Paused,
                Gate::Held => Openness::Held,
                Gate::Closing | Gate::Closed => Openness::Closed,
                Gate::Frozen(..) => Openness::Frozen,
            },
            line: self.line().map(|(account, _)| account).collect(),
            offered: state.offers.len(),
        }
    }

    /// What concerns this account alone.
    pub fn own_part(&self, account: AccountId, now: Now) -> OwnPart {
        let state = &self.state;
        let at = self.find(account);
        let waits = self.line().zip(1..).find(|((waiting, _), _)| *waiting == account);
        let host = state.setup.host == Some(account);
        OwnPart {
            seat: at.and_then(|at| Some(self.seat_view(at, self.chair(at)?))),
            place: waits.map(|(_, place)| place),
            kept_until: waits.and_then(|((_, until), _)| until),
            barred: state.barred.contains(&account),
            must_bring: at.is_none().then(|| self.took(account, now)).filter(|took| !took.is_zero()),
            host,
            invitation: state.setup.invitation.clone().filter(|_| host),
        }
    }

    /// Who stands in line, and until when a seat is kept for those who are offered one: they come first.
    pub fn line(&self) -> impl Iterator<Item = (AccountId, Option<Now>)> + '_ {
        let offered = self.state.offers.iter().map(|&(account, until)| (account, Some(until)));
        offered.chain(self.state.line.iter().map(|&account| (account, None)))
    }

    /// The hand on the table as everyone sees it.
    pub fn public_view(&self) -> Option<View> {
        let Live::Hand(live) = &self.live else { return None };
        Some(live.hand.view(Viewer::Public))
    }

    /// The running hand as one of its players sees it: what a bot decides from, with whether it is its turn.
    pub fn player_view(&self, account: AccountId) -> Option<View> {
        let (Phase::Playing(playing), Live::Hand(live)) = (&self.state.phase, &self.live) else { return None };
        let place = playing.plan.players.iter().position(|player| player.account == account)?;
        Some(live.hand.view(Viewer::Seat(Seat::new(place)?)))
    }

    /// Who plays the hand on the table, or played it, those who have left since among them.
    pub fn hand_players(&self) -> impl Iterator<Item = AccountId> + '_ {
        self.hand_plan().into_iter().flat_map(|plan| &plan.players).map(|player| player.account)
    }

    /// The hand on the table, which may be over, as a viewer sees it.
    pub fn hand_seen_by(&self, viewer: Option<AccountId>) -> Option<Box<View>> {
        self.hand_view(self.hand_plan()?, viewer)
    }

    /// What each player began the hand on the table with, by its place in it.
    pub fn began_with(&self) -> Option<Vec<Chips>> {
        let Live::Hand(live) = &self.live else { return None };
        Some((0..live.lineup.players()).filter_map(Seat::new).map(|seat| live.lineup.stack(seat)).collect())
    }

    /// The hand on the table as a viewer saw it from its beginning on.
    pub fn story(&self, viewer: Option<AccountId>) -> Option<Story> {
        let (Phase::Playing(hand) | Phase::Showing { played: hand, .. }, Live::Hand(live)) =
            (&self.state.phase, &self.live)
        else {
            return None;
        };
        let players = &hand.plan.players;
        let place = players.iter().position(|player| Some(player.account) == viewer);
        let viewer = place.and_then(Seat::new).map_or(Viewer::Public, Viewer::Seat);
        Some(Story {
            stacks: self.began_with()?,
            names: players.iter().map(crate::state::Player::seat).zip(hand.plan.names.iter().cloned()).collect(),
            seen: live.events.iter().map(|event| event.seen_by(viewer)).collect(),
        })
    }

    /// The account that is to act, with the numbers of the hand and the turn: what an [`crate::Command::Act`] names.
    pub fn to_act(&self) -> Option<(AccountId, u64, u32)> {
        let (Phase::Playing(playing), Live::Hand(live)) = (&self.state.phase, &self.live) else { return None };
        let player = playing.plan.players.get(live.to_act()?.index())?;
        Some((player.account, playing.plan.hand, playing.turn))
    }

    /// The clock of whoever is to act. It begins anew after a restart, so it is no part of a [`TableView`].
    pub fn turn_clock(&self) -> Option<TurnClock> {
        let Phase::Playing(playing) = &self.state.phase else { return None };
        Some(TurnClock { until: playing.clock.until, more: playing.clock.stage != Stage::Usual })
    }

    /// Who still has to give a link, and for which hand.
    pub fn links_awaited(&self) -> Option<(u64, Vec<AccountId>)> {
        let Phase::Linking { plan, .. } = &self.state.phase else { return None };
        let asked = plan.players.iter().filter(|player| matches!(player.chain, crate::state::Link::Asked { .. }));
        Some((plan.hand, asked.map(|player| player.account).collect()))
    }

    fn turn(&self) -> Option<TurnView> {
        let (Phase::Playing(playing), Live::Hand(live)) = (&self.state.phase, &self.live) else { return None };
        let seat = playing.plan.players.get(live.to_act()?.index())?.seat();
        Some(TurnView { turn: playing.turn, seat })
    }

    fn commitment(&self) -> Option<Box<Commitment>> {
        let hid = cardroom_fair::HandId { table: self.state.id.0, hand: self.state.hand };
        let promise = match &self.state.phase {
            Phase::Between { .. } => return None,
            Phase::Linking { promise, .. } => promise,
            Phase::Playing(playing) | Phase::Showing { played: playing, .. } => &playing.promise,
        };
        Some(Box::new(promise.commitment(hid, self.state.previous)))
    }

    fn hand_plan(&self) -> Option<&Plan> {
        match &self.state.phase {
            Phase::Between { .. } => None,
            Phase::Linking { plan, .. } => Some(plan),
            Phase::Playing(playing) => Some(&playing.plan),
            Phase::Showing { played, .. } => Some(&played.plan),
        }
    }

    fn hand_view(&self, plan: &Plan, viewer: Option<AccountId>) -> Option<Box<View>> {
        let Live::Hand(live) = &self.live else { return None };
        let place = plan.players.iter().position(|player| Some(player.account) == viewer);
        let viewer = place.and_then(Seat::new).map_or(Viewer::Public, Viewer::Seat);
        Some(Box::new(live.hand.view(viewer)))
    }

    fn seat_view(&self, at: u8, chair: &Chair) -> SeatAtTable {
        let behind = match (&self.state.phase, &self.live) {
            (Phase::Playing(playing), Live::Hand(live)) => {
                let place = playing.plan.players.iter().position(|player| player.at == at);
                place.and_then(|place| live.hand.stacks().nth(place))
            }
            _ => None,
        };
        SeatAtTable {
            seat: SeatNo::at(usize::from(at)),
            account: chair.account,
            name: String::clone(&chair.name),
            bot: chair.bot,
            stack: behind.unwrap_or(chair.stack),
            added: chair.added,
            status: match (chair.presence, chair.coming) {
                _ if chair.leaves.is_some() => SeatStatus::Leaving,
                (Presence::Out { .. }, _) => SeatStatus::SittingOut,
                (Presence::Away, _) => SeatStatus::Away,
                (_, Coming::Waits(_)) => SeatStatus::Waiting,
                (_, Coming::Posts(_)) => SeatStatus::Posting,
                _ => SeatStatus::Playing,
            },
            connected: chair.connected,
            owes: chair.coming.owed().map_or((false, false), |owed| (owed.small(), owed.big())),
            bank_ms: chair.bank_ms,
            sits_out: chair.sits_out,
            auto_muck: chair.auto_muck,
            chain: chair.chain.is_some(),
            straddles: chair.straddles,
        }
    }
}
