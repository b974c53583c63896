//! What a client asks for, as what a table is told.

use cardroom_cards::{Card, CardSet};
use cardroom_protocol::{
    Code, Command as Asked, LimitKind, NewTable, Play, PostWhen, Problem, SitOutWhen, SpreadRequest,
};
use cardroom_room::{
    AccountId, BuyIn, Chips, Choice, Clocks, Command, Now, Rotation, SitOut, Slots, Stakes, StakesAnte, StakesCap,
    StakesLimit, StakesQualifier, Table, TableSetup,
};
use cardroom_rules::{Action, View};

use super::{choices, seat_no};
use crate::problem::sentence;

/// The longest thing that can be said at once, in characters.
const LONGEST_CHAT: usize = 200;

/// What a client asks for.
pub(crate) enum Wish {
    /// Something of the table.
    Table(Command),
    /// To say something.
    Chat(String),
    /// A house bot of this level.
    AddBot(String),
    /// That somebody is not heard at the table, or is again.
    Mute { account: AccountId, on: bool },
}

/// Reads a wish of `account`, who is called `name`.
pub(crate) fn wish(asked: Asked, account: AccountId, name: &str, table: &Table, now: Now) -> Result<Wish, Problem> {
    Ok(Wish::Table(match asked {
        Asked::Chat { text } => return said(&text).map(Wish::Chat),
        Asked::AddBot { level } => return Ok(Wish::AddBot(level)),
        Asked::Mute { account, on } => return Ok(Wish::Mute { account: AccountId(account), on }),
        Asked::Sit { seat, buy_in, anchor } => {
            let range = table.setup().buy_in;
            let anchor = anchor.map(|anchor| anchor.digest().ok_or_else(no_digest)).transpose()?;
            Command::Sit {
                seat: seat.map(seat_no),
                buy_in: amount(&buy_in, || format!("a buy-in is from {} to {}", range.min, range.max))?,
                name: name.to_owned(),
                anchor,
                code: None,
            }
        }
        Asked::Wait {} => Command::JoinList { code: None },
        Asked::StopWaiting {} => Command::LeaveList,
        Asked::Leave {} => Command::Leave,
        Asked::SitOut { when: SitOutWhen::NextHand } => Command::SitOut(SitOut::NextHand),
        Asked::SitOut { when: SitOutWhen::NextBigBlind } => Command::SitOut(SitOut::NextBigBlind),
        Asked::Return { anchor } => {
            let anchor = anchor.map(|anchor| anchor.digest().ok_or_else(no_digest)).transpose()?;
            Command::Return { anchor }
        }
        Asked::Chain { anchor } => Command::Chain { anchor: anchor.digest().ok_or_else(no_digest)? },
        Asked::TopUp { amount: asked } => {
            let most = table.setup().buy_in.max;
            let amount = amount(&asked, || format!("a stack can be topped up to {most}"))?;
            let stack = table.stacks().find(|&(_, who, _)| who == account).map_or(Chips::ZERO, |(.., stack)| stack);
            if stack.is_zero() && table.player_view(account).is_none() {
                Command::Rebuy { amount }
            } else {
                Command::TopUp { amount }
            }
        }
        Asked::Post { when } => Command::ComeIn { post: when == PostWhen::Now },
        Asked::AutoPost { on } => Command::ComeIn { post: on },
        Asked::AutoMuck { on } => Command::AutoMuck { on },
        Asked::Straddle { on } => Command::Straddle { on },
        Asked::Act { hand, turn, play } => {
            let view = table.player_view(account);
            // A late command is answered as late, whatever is in it.
            let current = table.to_act() == Some((account, hand, turn));
            let choice = match (&view, current) {
                (Some(view), true) => choice(&play, view)?,
                _ => Choice::Check,
            };
            Command::Act { hand, turn, choice }
        }
        Asked::TimeBank { hand, turn } => Command::TakeTime { hand, turn },
        Asked::Link { hand, link } => Command::Link { hand, link: link.digest().ok_or_else(no_digest)? },
        Asked::Reveal { hand, cards } => {
            let view = table.view(Some(account), now).view;
            let cards = cards.iter().map(|card| card.0).collect();
            Command::Show { hand, cards: view.and_then(|view| slots(cards, &view)).ok_or_else(not_held)? }
        }
        Asked::Pause {} => Command::Pause,
        Asked::Resume {} => Command::Resume,
        Asked::Kick { account } => Command::Kick { account: AccountId(account) },
        Asked::Spread { spread, min_buy_in, max_buy_in } => {
            let stakes = stakes(&spread)?;
            let buy_in = buy_in(&stakes, min_buy_in, max_buy_in)?;
            Command::ChangeStakes { stakes: Box::new(stakes), buy_in }
        }
        Asked::Close {} => Command::Close,
    }))
}

/// A player's choice in its turn; a wrong amount is answered with what is allowed.
fn choice(play: &Play, view: &View) -> Result<Choice, Problem> {
    let with_legal = |mut problem: Problem| {
        problem.legal = choices(view).map(Box::new);
        problem
    };
    let throw = |cards: &[cardroom_protocol::Card], action: fn(CardSet) -> Action| {
        let thrown: CardSet = cards.iter().map(|card| card.0).collect();
        if thrown.len() != cards.len() {
            return Err(with_legal(Problem::new(Code::Illegal, "a card is named twice")));
        }
        Choice::of(action(thrown), view).ok_or_else(|| with_legal(not_held()))
    };
    match play {
        Play::Fold {} => Ok(Choice::Fold),
        Play::Check {} => Ok(Choice::Check),
        Play::Call {} => Ok(Choice::Call),
        Play::Show {} => Ok(Choice::Show),
        Play::Muck {} => Ok(Choice::Muck),
        Play::Raise { to } => amount(to, || raise_range(view)).map(Choice::RaiseTo).map_err(with_legal),
        Play::Discard { cards } => throw(cards, |thrown| Action::Discard(thrown.into())),
        Play::Draw { cards } => throw(cards, |thrown| Action::Draw(thrown.into())),
    }
}

/// An act as the table's log would have it; `None` for throwing cards, which the log names by their places in a hand that
/// may be gone, and for whatever else is asked.
pub(crate) fn act_in_log(asked: &Asked) -> Option<Command> {
    let Asked::Act { hand, turn, play } = asked else { return None };
    let choice = match play {
        Play::Fold {} => Choice::Fold,
        Play::Check {} => Choice::Check,
        Play::Call {} => Choice::Call,
        Play::Show {} => Choice::Show,
        Play::Muck {} => Choice::Muck,
        Play::Raise { to } => Choice::RaiseTo(Chips::new(to.chips().ok()?)),
        Play::Discard { .. } | Play::Draw { .. } => return None,
    };
    Some(Command::Act { hand: *hand, turn: *turn, choice })
}

fn raise_range(view: &View) -> String {
    match choices(view) {
        Some(cardroom_protocol::Choices::Bet { raise: Some(range), .. }) => format!(
            "raise to at least {} ({}) and at most {} ({})",
            range.min, range.min_rule, range.max, range.max_rule
        ),
        Some(cardroom_protocol::Choices::Bet { no_raise: Some(rule), .. }) => format!("no raise is allowed: {rule}"),
        _ => "this is not the moment to bet".to_owned(),
    }
}

fn slots(cards: CardSet, view: &View) -> Option<Slots> {
    let held = &view.own()?.cards;
    let places = held.iter().zip(0_u8..).filter(|(card, _)| card.is_some_and(|card: Card| cards.contains(card)));
    Slots::of(places.map(|(_, place)| place)).filter(|slots| slots.count() as usize == cards.len() && !cards.is_empty())
}

fn amount(amount: &cardroom_protocol::Amount, allowed: impl Fn() -> String) -> Result<Chips, Problem> {
    amount.chips().map(Chips::new).map_err(|wrong| Problem::new(Code::Illegal, format!("{wrong}; {}", allowed())))
}

fn not_held() -> Problem {
    Problem::new(Code::Illegal, "these are not cards that you hold")
}

fn no_digest() -> Problem {
    Problem::new(Code::Malformed, "an anchor or a link is 64 hexadecimal digits")
}

/// What may be said: text on one line, without marks that hide or turn it.
pub(crate) fn said(text: &str) -> Result<String, Problem> {
    let plain: String = text.chars().map(|letter| if letter.is_whitespace() { ' ' } else { letter }).collect();
    let plain: String = plain.chars().filter(|&letter| !hides(letter)).collect();
    let plain = plain.trim();
    if plain.is_empty() || plain.chars().count() > LONGEST_CHAT {
        return Err(Problem::new(Code::Illegal, format!("say something of 1 to {LONGEST_CHAT} characters")));
    }
    Ok(plain.to_owned())
}

/// Control characters, and those that turn the direction of text or take no room.
fn hides(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
                | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
        )
}

/// The game and its stakes as they were asked for.
pub(crate) fn stakes(asked: &SpreadRequest) -> Result<Stakes, Problem> {
    let min = asked.min_bet;
    let wrong = |text: String| Problem::new(Code::Illegal, sentence(&text));
    let limit = match (asked.limit, asked.max_bet) {
        (LimitKind::Fixed, max) => {
            StakesLimit::Fixed { small_bet: min, big_bet: max.unwrap_or_else(|| min.saturating_mul(2)) }
        }
        (LimitKind::Pot, None) => StakesLimit::Pot { min_bet: min },
        (LimitKind::No, None) => StakesLimit::No { min_bet: min },
        (LimitKind::Spread, Some(max)) => StakesLimit::Spread { min, max },
        (LimitKind::Spread, None) => return Err(wrong("spread limit needs a largest bet (max_bet)".to_owned())),
        (LimitKind::Pot | LimitKind::No, Some(_)) => {
            return Err(wrong("max_bet goes with fixed and spread limit".to_owned()));
        }
    };
    if asked.chip_cents.is_some() && asked.profile.is_none() {
        return Err(wrong(
            "chip_cents goes with a profile: what a chip is worth is only for checking its limits".to_owned(),
        ));
    }
    let stakes = Stakes {
        small_blind: asked.small_blind,
        big_blind: asked.big_blind,
        ante: match (asked.ante.unwrap_or(0), asked.big_blind_ante.unwrap_or(false)) {
            (0, _) => StakesAnte::None,
            (ante, true) => StakesAnte::BigBlind(ante),
            (ante, false) => StakesAnte::Each(ante),
        },
        straddle: asked.straddle.unwrap_or(false),
        cap: match asked.raises {
            None => StakesCap::Usual,
            Some(0) => StakesCap::None,
            Some(raises) => StakesCap::Raises(raises),
        },
        cap_lifted_heads_up: asked.cap_lifted_heads_up.unwrap_or(false),
        gld: asked.gld.unwrap_or(false),
        qualifier: match asked.qualifier {
            None => StakesQualifier::Usual,
            Some(0) => StakesQualifier::None,
            Some(rank) => StakesQualifier::OrBetter(rank),
        },
        profile: asked.profile.clone(),
        chip_cents: asked.chip_cents,
        ..Stakes::new(&asked.game, limit)
    };
    stakes.spreads().map_err(|error| wrong(error.to_string()))?;
    Ok(stakes)
}

/// How somebody would ask for these stakes.
pub(crate) fn asked(stakes: &Stakes) -> SpreadRequest {
    let (limit, max_bet) = match stakes.limit {
        StakesLimit::Fixed { small_bet, big_bet } => {
            (LimitKind::Fixed, Some(big_bet).filter(|_| stakes.limit != StakesLimit::fixed(small_bet)))
        }
        StakesLimit::Pot { .. } => (LimitKind::Pot, None),
        StakesLimit::No { .. } => (LimitKind::No, None),
        StakesLimit::Spread { max, .. } => (LimitKind::Spread, Some(max)),
    };
    let (ante, big_blind_ante) = match stakes.ante {
        StakesAnte::None => (None, None),
        StakesAnte::Each(ante) => (Some(ante), None),
        StakesAnte::BigBlind(ante) => (Some(ante), Some(true)),
    };
    SpreadRequest {
        game: stakes.game.clone(),
        limit,
        min_bet: stakes.limit.min_bet(),
        max_bet,
        small_blind: stakes.small_blind,
        big_blind: stakes.big_blind,
        ante,
        big_blind_ante,
        straddle: stakes.straddle.then_some(true),
        raises: match stakes.cap {
            StakesCap::Usual => None,
            StakesCap::None => Some(0),
            StakesCap::Raises(raises) => Some(raises),
        },
        cap_lifted_heads_up: stakes.cap_lifted_heads_up.then_some(true),
        gld: stakes.gld.then_some(true),
        qualifier: match stakes.qualifier {
            StakesQualifier::Usual => None,
            StakesQualifier::None => Some(0),
            StakesQualifier::OrBetter(rank) => Some(rank),
        },
        profile: stakes.profile.clone(),
        chip_cents: stakes.chip_cents,
    }
}

/// What players may sit down with: as it was asked for, else as usual.
fn buy_in(stakes: &Stakes, min: Option<u64>, max: Option<u64>) -> Result<BuyIn, Problem> {
    let spreads = stakes.spreads().map_err(|error| Problem::new(Code::Illegal, sentence(&error.to_string())))?;
    let big_blind = spreads.iter().map(cardroom_rules::Spread::big_blind).max().unwrap_or_default();
    let or_big_blinds = |asked: Option<u64>, usual| asked.map_or_else(|| big_blind.times(usual), Chips::new);
    Ok(BuyIn { min: or_big_blinds(min, 20), max: or_big_blinds(max, 100) })
}

/// A new table's settings as they were asked for. What is wrong with them the table itself says.
pub(crate) fn setup(asked: &NewTable, host: AccountId, clocks: Clocks) -> Result<TableSetup, Problem> {
    let stakes = stakes(&asked.spread)?;
    let spreads = stakes.spreads().map_err(|error| Problem::new(Code::Illegal, sentence(&error.to_string())))?;
    let most = spreads.iter().map(|spread| spread.game().seats().1).min().unwrap_or(2);
    let most = u8::try_from(most).unwrap_or(2);
    let name = asked.name.as_deref().map(said).transpose()?;
    let name = name.unwrap_or_else(|| spreads.first().map_or_else(String::new, |spread| spread.game().name.to_owned()));
    let rotation = match asked.mix_hands {
        None => Rotation::Orbit,
        Some(hands @ 1..) if spreads.len() > 1 => Rotation::Hands(hands),
        Some(_) => {
            let text = "Each game of a mix is played for at least one hand; mix_hands goes with a mix.";
            return Err(Problem::new(Code::Illegal, text));
        }
    };
    let or_usual =
        |asked: Option<u32>, unit: u64, usual| asked.map_or(usual, |time| u64::from(time).saturating_mul(unit));
    let clocks = Clocks {
        act_ms: or_usual(asked.clock, 1000, clocks.act_ms),
        bank_ms: or_usual(asked.time_bank, 1000, clocks.bank_ms),
        // Never nothing: a room that is told to stop stops between two hands.
        between_ms: or_usual(asked.pause, 1000, clocks.between_ms).max(1),
        sit_out_ms: or_usual(asked.sit_out, 60_000, clocks.sit_out_ms),
        ..clocks
    };
    Ok(TableSetup {
        buy_in: buy_in(&stakes, asked.min_buy_in, asked.max_buy_in)?,
        rotation,
        clocks,
        advisor: asked.advisor.unwrap_or(false),
        host: Some(host),
        ..TableSetup::new(&name, stakes, asked.seats.unwrap_or(most.min(6)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stakes_are_asked_for_as_they_were() {
        let plain =
            |game: &str, limit| SpreadRequest { game: game.to_owned(), limit, min_bet: 20, ..SpreadRequest::default() };
        let wishes = [
            plain("holdem", LimitKind::No),
            plain("mix-house", LimitKind::Fixed),
            SpreadRequest { max_bet: Some(100), raises: Some(0), ..plain("holdem", LimitKind::Spread) },
            SpreadRequest { max_bet: Some(50), raises: Some(4), ..plain("holdem", LimitKind::Fixed) },
            SpreadRequest { ante: Some(5), small_blind: Some(5), ..plain("holdout", LimitKind::Pot) },
            SpreadRequest {
                ante: Some(20),
                big_blind_ante: Some(true),
                straddle: Some(true),
                qualifier: Some(9),
                ..plain("holdout-hilo", LimitKind::No)
            },
            SpreadRequest { qualifier: Some(0), ..plain("holdout-hilo", LimitKind::Fixed) },
            SpreadRequest { profile: Some("wac-230-15".to_owned()), ..plain("holdem", LimitKind::Fixed) },
            SpreadRequest {
                max_bet: Some(600),
                profile: Some("wac-230-15-f".to_owned()),
                chip_cents: Some(50),
                ..plain("holdem", LimitKind::Spread)
            },
            SpreadRequest { big_blind: Some(50), gld: Some(true), ..plain("holdem", LimitKind::No) },
            SpreadRequest {
                raises: Some(4),
                cap_lifted_heads_up: Some(true),
                gld: Some(true),
                ..plain("mix-holdout", LimitKind::Pot)
            },
        ];
        for wish in wishes {
            assert_eq!(stakes(&wish).map(|stakes| asked(&stakes)), Ok(wish));
        }
    }

    #[test]
    fn what_is_said_is_what_is_seen() {
        assert_eq!(said(" two\nlines ").unwrap(), "two lines");
        assert_eq!(said("<b>bold</b>").unwrap(), "<b>bold</b>", "text is text");
        for hidden in ['\u{1b}', '\u{ad}', '\u{61c}', '\u{200b}', '\u{202e}', '\u{2066}', '\u{3164}', '\u{e0041}'] {
            assert_eq!(said(&format!("a{hidden}b")).unwrap(), "ab", "{hidden:?}");
            assert!(said(&hidden.to_string()).is_err(), "{hidden:?} alone says nothing");
        }
        assert!(said(&"x".repeat(201)).is_err());
    }
}
