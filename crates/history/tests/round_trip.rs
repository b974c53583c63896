//! What the engine plays is written and replayed to the same events; what is read is written and read the same.

mod hands;

use std::time::Instant;

use cardroom_cards::{Card, CardSet};
use cardroom_history::{
    About, Decimal, HistoryError, Played, Posts, Reader, Record, Replayer, Verdict, check, own_cards,
};
use cardroom_rules::{CATALOGUE, Event, Seat, Seen, Spread, Viewer};
use proptest::prelude::*;

/// `Event` can't be printed, so that no test prints a face-down card either.
fn same(events: &[Event], others: &[Event]) -> bool {
    events == others
}

fn comes_back(played: &hands::Played, text: &str) -> Result<(), TestCaseError> {
    let record = Record::read(text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
    let mut again = Vec::new();
    let replayed = Replayer::new()
        .replay_into(&record, &mut again)
        .map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
    let place = again.iter().zip(&played.events).position(|(one, other)| one != other);
    prop_assert!(
        same(&again, &played.events),
        "{} events became {}, the first that differs is {place:?}: {:?} became {:?}\n{text}",
        played.events.len(),
        again.len(),
        place.map(|place| played.events[place].seen_by(Viewer::Public)),
        place.map(|place| again[place].seen_by(Viewer::Public))
    );
    let stacks: Vec<_> = replayed.stacks.iter().copied().flatten().collect();
    prop_assert_eq!(&stacks, &played.stacks);
    prop_assert_eq!(check(&record, &replayed), Verdict::Match);
    // Whatever was posted: a blind may be dead, or somebody's last chips.
    let (spread, _) =
        Replayer::setting(&record, Posts::Dead).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
    let blinds = |spread: &Spread| (spread.small_blind(), spread.big_blind());
    prop_assert_eq!(blinds(&spread), blinds(&played.spread), "{}", text);
    Ok(())
}

/// A replay keeps what was shown as a set, and doesn't tell what was tabled from what was shown in turn.
fn shown_as_a_set(seen: Seen) -> Result<Seen, (Seat, CardSet)> {
    match seen {
        Seen::Shown { seat, cards, .. } => Err((seat, cards.known())),
        seen => Ok(seen),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn every_hand_of_every_game_is_replayed_to_the_same_events(seed: u64, places in 0_u8..3) {
        let played = hands::any(seed);
        let about = About { places, names: vec!["O'Neill \"x\" \\".to_owned()], ..About::default() };
        comes_back(&played, &played.copy(Reader::Dealer, about).to_phh())?;
    }

    /// Hands tabled at an all-in lie open before the board does, though the record doesn't know them until then.
    #[test]
    fn whoever_saw_a_part_of_a_hand_is_told_that_part_in_the_same_order(seed: u64, reader in 0_usize..3) {
        let played = hands::any(seed);
        let seat = Seat::new(reader).filter(|_| reader < 2);
        let (reader, viewer) =
            seat.map_or((Reader::Public, Viewer::Public), |seat| (Reader::Player(seat), Viewer::Seat(seat)));
        let text = played.copy(reader, About::default()).to_phh();
        let mut again = Vec::new();
        Replayer::new().replay_into(&Record::read(&text).unwrap(), &mut again).unwrap();
        let told = |events: &[Event]| events.iter().map(|event| shown_as_a_set(event.seen_by(viewer))).collect::<Vec<_>>();
        prop_assert_eq!(told(&again), told(&played.events), "{}", text);
    }

    #[test]
    fn the_table_is_known_again(seed: u64) {
        let played = hands::any(seed);
        let record = Record::read(&played.copy(Reader::Public, About::default()).to_phh()).unwrap().to_phh();
        let table = Replayer::table(&Record::read(&record).unwrap()).unwrap();
        let but_straddles = |spread: &Spread| {
            let settings = (spread.ante(), spread.most_wagers(), spread.customs(), spread.limit(), spread.qualifier());
            (settings, spread.small_blind(), spread.big_blind(), spread.is_gld(), spread.profile())
        };
        prop_assert_eq!(but_straddles(&table), but_straddles(&played.spread), "{}", record);
    }

    #[test]
    fn what_is_read_is_written_and_read_the_same(seed: u64, reader in 0_usize..4) {
        let played = hands::any(seed);
        let reader = match Seat::new(reader).filter(|_| reader < 2) {
            Some(seat) => Reader::Player(seat),
            None if reader == 2 => Reader::Public,
            None => Reader::Dealer,
        };
        let text = played.copy(reader, About::default()).to_phh();
        let record = Record::read(&text).unwrap();
        let written = record.to_phh();
        prop_assert_eq!(Record::read(&written).unwrap(), record);
        prop_assert_eq!(written, text);
    }

    /// A history may stop anywhere, with the stacks of then or none; with those of the end it has lost actions.
    #[test]
    fn a_record_may_stop_after_any_action(seed: u64, part in 0.0..1.0) {
        let played = hands::any(seed);
        let text = played.copy(Reader::Dealer, About::default()).to_phh();
        let mut record = Record::read(&text).unwrap();
        let last = (record.entries.len() as f64 * part) as usize;
        record.entries.truncate(last);
        // What was shown after the end, where nothing more was bet.
        record.others.retain(|field| field.key != "_revealed");
        let of_the_end = record.finishing_stacks.take();
        let fail = |error| TestCaseError::fail(format!("{error} after {last} actions\n{text}"));
        // What is left may be nothing but showing.
        if let Played::Stopped(stopped) = Replayer::new().play_into(&record, &mut ()).map_err(fail)? {
            prop_assert_eq!(stopped.check(&record), Verdict::Unchecked);
            let stacks = stopped.stacks.iter().flatten().map(|stack| Some(Decimal::from_chips(*stack, stopped.places)));
            record.finishing_stacks = Some(stacks.collect());
            prop_assert_eq!(stopped.check(&record), Verdict::Match);
            prop_assert_eq!(Replayer::new().play_into(&record, &mut ()).map_err(fail)?, Played::Stopped(stopped));
            record.finishing_stacks = of_the_end;
            let refused = Replayer::new().play_into(&record, &mut ());
            prop_assert!(matches!(refused, Err(HistoryError::LostActions { field: "finishing_stacks", .. })), "{}", text);
        }
    }

    /// Nothing but its own cards tells a player's copy from the public one.
    #[test]
    fn a_public_copy_filled_in_is_the_players_own(seed: u64, seat in 0_usize..2) {
        let played = hands::any(seed);
        let seat = Seat::new(seat).unwrap();
        let public = played.copy(Reader::Public, About::default()).to_phh();
        let own = own_cards(&played.events, seat);
        let mut record = Record::read(&public).unwrap();
        prop_assert!(record.fill_in(seat, &own));
        prop_assert_eq!(record.to_phh(), played.copy(Reader::Player(seat), About::default()).to_phh());
        prop_assert!(!Record::read(&public).unwrap().fill_in(seat, &own[1..]));
    }

    /// A player's own copy, or the public one, comes to the same chips as the hand did: what decides a pot was shown.
    #[test]
    fn a_private_copy_is_replayed_to_the_same_chips(seed: u64, seat in 0_usize..3) {
        let played = hands::any(seed);
        let reader = Seat::new(seat).filter(|_| seat < 2).map_or(Reader::Public, Reader::Player);
        let text = played.copy(reader, About::default()).to_phh();
        let record = Record::read(&text).unwrap();
        let replayed = Replayer::new().replay(&record).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        let stacks: Vec<_> = replayed.stacks.iter().copied().flatten().collect();
        prop_assert_eq!(stacks, played.stacks, "{}", text);
    }
}

/// The cards that a text names: between quotes or brackets, nothing but cards.
fn named(text: &str) -> CardSet {
    let words = text.split(|character: char| !character.is_ascii_alphanumeric() && character != '?');
    let cards = |word: &str| {
        let two = word.as_bytes().chunks(2).map(|two| std::str::from_utf8(two).ok()?.parse::<Card>().ok());
        two.collect::<Option<CardSet>>().filter(|_| word.starts_with(|first: char| !first.is_ascii_lowercase()))
    };
    words.filter_map(cards).fold(CardSet::EMPTY, |all, some| all | some)
}

/// Every card that a viewer sees in a hand.
fn open_to(events: &[Event], viewer: Viewer) -> CardSet {
    let mut open = CardSet::EMPTY;
    for event in events {
        match event.seen_by(viewer) {
            Seen::Dealt { card, .. } | Seen::Burned { card } | Seen::Board { card } => open.extend(card),
            Seen::Discarded { thrown, .. } | Seen::Drew { thrown, .. } => open.extend(thrown.iter().flatten()),
            Seen::Shown { cards, .. } => open |= cards.known(),
            Seen::Revealed { cards, .. } => open |= cards,
            _ => {}
        }
    }
    open
}

proptest! {
    #[test]
    fn a_copy_names_only_cards_that_its_reader_saw(seed: u64, seat in 0_usize..3) {
        let played = hands::any(seed);
        let (reader, viewer) = match Seat::new(seat).filter(|_| seat < 2) {
            Some(seat) => (Reader::Player(seat), Viewer::Seat(seat)),
            None => (Reader::Public, Viewer::Public),
        };
        let open = open_to(&played.events, viewer);
        let copy = played.copy(reader, About::default());
        let texts = [Some(copy.to_phh()), Some(copy.to_ohh()), copy.to_pokerstars().ok()];
        for text in texts.into_iter().flatten() {
            // The rules' hash has letters and digits that could be cards.
            let text: String = text.lines().filter(|line| !line.starts_with("_rules_hash")).collect();
            let hidden = named(&text) - open;
            prop_assert!(hidden.is_empty(), "{hidden}\n{text}");
        }
        prop_assert!(named("['d dh p1 AhKd'] [2c 7s]").len() == 4);
    }
}

#[test]
fn every_game_comes_back() {
    for game in CATALOGUE {
        for seed in 0..50 {
            let played = hands::of_game(game.id, seed);
            comes_back(&played, &played.copy(Reader::Dealer, About::default()).to_phh()).unwrap();
        }
    }
}

/// Open Hand History says what happened, but not which cards were burned.
fn comes_back_from_ohh(played: &hands::Played, places: u8) -> Result<(), TestCaseError> {
    let about = About { places, names: vec!["O'Neill \"x\" \\".to_owned()], ..About::default() };
    let json = played.copy(Reader::Dealer, about).to_ohh();
    let fail = |error: HistoryError| TestCaseError::fail(format!("{error}\n{json}"));
    let record = Record::read_ohh(&json).map_err(fail)?;
    let mut again = Vec::new();
    let replayed = Replayer::new().replay_into(&record, &mut again).map_err(fail)?;
    let told = |events: &[Event]| -> Vec<_> {
        let burned = |event: &&Event| !matches!(event, Event::Burned { .. });
        events.iter().filter(burned).map(|event| event.seen_by(Viewer::Public)).collect()
    };
    prop_assert_eq!(told(&again), told(&played.events), "{}", json);
    prop_assert_eq!(check(&record, &replayed), Verdict::Match, "{}\n{}", json, record.to_phh());
    let stacks: Vec<_> = replayed.stacks.iter().copied().flatten().collect();
    prop_assert_eq!(&stacks, &played.stacks);
    prop_assert!(record.finishing_stacks.is_some(), "{}", json);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn every_hand_of_every_game_comes_back_from_open_hand_history(seed: u64, places in 0_u8..3) {
        comes_back_from_ohh(&hands::any(seed), places)?;
    }

    /// What one player saw is enough for the chips.
    #[test]
    fn a_private_open_hand_history_is_replayed_to_the_same_chips(seed: u64, seat in 0_usize..3) {
        let played = hands::any(seed);
        let reader = Seat::new(seat).filter(|_| seat < 2).map_or(Reader::Public, Reader::Player);
        let json = played.copy(reader, About::default()).to_ohh();
        let fail = |error: HistoryError| TestCaseError::fail(format!("{error}\n{json}"));
        let record = Record::read_ohh(&json).map_err(fail)?;
        let replayed = Replayer::new().replay(&record).map_err(fail)?;
        let stacks: Vec<_> = replayed.stacks.iter().copied().flatten().collect();
        prop_assert_eq!(stacks, played.stacks, "{}\n{}", json, record.to_phh());
    }
}

/// Nobody has more than an ante, and what nobody could match of the largest comes back to whoever put it in.
#[test]
fn an_ante_that_nobody_matched_comes_back_from_open_hand_history() {
    comes_back_from_ohh(&hands::any(6_922_808_971_195_560_819), 0).unwrap();
}

/// As another program writes it, without `_phh` and over several lines.
#[test]
fn open_hand_history_of_others_is_read() {
    let json = r#"{
      "ohh": {
        "spec_version": "1.4.6", "site_name": "Elsewhere", "game_number": 77, "table_name": "Vega",
        "start_date_utc": "2024-05-06T07:08:09Z", "game_type": "Holdem", "bet_limit": {"bet_type": "NL"},
        "table_size": 6, "currency": "USD", "dealer_seat": 4,
        "small_blind_amount": 0.5, "big_blind_amount": 1, "ante_amount": 0, "hero_player_id": 9,
        "players": [
          {"id": 9, "seat": 1, "name": "Ann", "starting_stack": 100},
          {"id": 3, "seat": 4, "name": "Bob", "starting_stack": 42.5},
          {"id": 5, "seat": 6, "name": "Cat", "starting_stack": 7, "is_sitting_out": true}
        ],
        "rounds": [
          {"id": 0, "street": "Preflop", "cards": [], "actions": [
            {"action_number": 1, "player_id": 3, "action": "Post SB", "amount": 0.5},
            {"action_number": 2, "player_id": 9, "action": "Post BB", "amount": 1},
            {"action_number": 3, "player_id": 9, "action": "Dealt Cards", "cards": ["Ah", "Kd"]},
            {"action_number": 4, "player_id": 3, "action": "Raise", "amount": 2.5},
            {"action_number": 5, "player_id": 9, "action": "Call", "amount": 2}]},
          {"id": 1, "street": "Flop", "cards": ["2c", "7h", "As"], "actions": [
            {"action_number": 6, "player_id": 9, "action": "Bet", "amount": 4},
            {"action_number": 7, "player_id": 3, "action": "Fold"}]}
        ],
        "pots": [{"number": 0, "amount": 6, "rake": 0.25, "player_wins": [{"player_id": 9, "win_amount": 5.75}]}]
      }
    }"#;
    let record = Record::read_ohh(json).unwrap();
    let replayed = Replayer::new().replay(&record).unwrap();
    assert_eq!(check(&record, &replayed), Verdict::Match);
    let phh = record.to_phh();
    for line in ["variant = 'NT'", "players = ['Ann', 'Bob']", "'p2 cbr 3.00'", "hand = '77'", "time = 07:08:09"] {
        assert!(phh.contains(line), "{line}\n{phh}");
    }
    assert!(phh.contains("finishing_stacks = [102.75, 39.50]"), "{phh}");
    let omaha = json.replace("Holdem", "Omaha");
    assert!(Record::read_ohh(&omaha).unwrap_err().is_unsupported());
    let stranger = json.replace("\"player_id\": 3", "\"player_id\": 8");
    let twice = json.replace("\"7h\", \"As\"", "\"7h\", \"7h\"");
    for broken in ["", "{}", "[]", "{\"ohh\":{}}", &stranger, &twice] {
        let error = Record::read_ohh(broken).unwrap_err().to_string();
        assert!(error.starts_with("not Open Hand History: "), "{error}");
    }
}

/// A record of some 100 kB that names the same showing ten thousand times took seconds, and a file of them days.
#[test]
fn a_hand_that_is_shown_ten_thousand_times_is_looked_at_once() {
    let took = |showings: usize| {
        let dealt = "'d dh p1 AcAd', 'd dh p2 KcKd', 'p2 cc', 'p1 cc', 'd db 2c3d4h', 'p1 cc', 'p2 cc', 'd db 5s', \
            'p1 cc', 'p2 cc', 'd db 9h', 'p1 cc', 'p2 cc'";
        let text = format!(
            "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [200, 150]\n\
             actions = [{dealt}{}]",
            ", 'p1 sm AcAd'".repeat(showings)
        );
        let record = Record::read(&text).unwrap();
        let replay = || {
            let began = Instant::now();
            let replayed = Replayer::new().replay(&record).unwrap();
            assert_eq!(replayed.winners.len(), 1);
            began.elapsed()
        };
        (0..5).map(|_| replay()).min().unwrap()
    };
    let (few, many) = (took(480), took(9_900));
    assert!(many < few * 150, "{few:?} and {many:?}: 20 times as many, not 400 times as long");
}
