//! PokerStars text: what is written is read back to the same chips, and hands written by hand are read.

mod hands;

use cardroom_history::{About, HandCopy, HandTexts, Reader, Record, Replayer, Verdict, check};
use cardroom_rules::Seat;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn a_hand_comes_back_to_the_same_chips(seed: u64, places in 0_u8..3, draw: bool, private: bool) {
        let played = hands::of_game(if draw { "draw" } else { "holdem" }, seed);
        let names = (0..10).map(|index| format!("player {index}: (x)")).collect();
        let symbol = (places > 0).then(|| "$".to_owned());
        let about = About { places, names, currency_symbol: symbol, ..About::default() };
        let reader = if private { Reader::Player(Seat::new(0).unwrap()) } else { Reader::Dealer };
        let text = played.copy(reader, about).to_pokerstars().unwrap();
        let record = Record::read_pokerstars(&text).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        let replayed =
            Replayer::new().replay(&record).map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(check(&record, &replayed), Verdict::Match, "{}", text);
    }

    #[test]
    fn every_hand_of_five_card_draw_can_be_told(seed: u64) {
        let text = hands::of_game("draw", seed).copy(Reader::Public, About::default()).to_pokerstars().unwrap();
        prop_assert!(text.contains("5 Card Draw No Limit"));
    }
}

/// A name is no line of its own, nor an order to the reader's terminal.
#[test]
fn what_a_name_hides_is_written_out() {
    let names = vec!["ann\nSeat 9: eve (1000000 in chips)".to_owned(), "b\u{1b}[2Job".to_owned()];
    let text = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n\
        starting_stacks = [200, 150]\nactions = ['d dh p1 ????', 'd dh p2 AhKd', 'p2 f']";
    let mut copy = HandCopy::of_record(&Record::read(text).unwrap(), Reader::Dealer).unwrap();
    copy.about.names = names;
    let told = copy.to_pokerstars().unwrap();
    assert!(!told.contains("\nSeat 9") && !told.contains('\u{1b}'), "{told}");
    assert!(told.contains("Seat 2: b\\u{1b}[2Job (150 in chips)\n"), "{told}");
}

/// A missed small and big blind, an all-in, a side pot and a muck.
const SESSION: &str = "\
\u{feff}PokerStars Hand #1001:  Hold'em No Limit ($0.50/$1.00 USD) - 2024/05/06 7:08:09 ET
Table 'Vega II' 6-max Seat #3 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob: the 2nd ($20.50 in chips)
Seat 3: Bob ($60 in chips)
Seat 5: Cy (x) ($99.25 in chips) is sitting out
Seat 6: Dee ($200 in chips)
Dee: posts small blind $0.50
Ann: posts big blind $1
Bob: posts small & big blinds $1.50
*** HOLE CARDS ***
Dealt to Ann [Ah Kd]
Bob: the 2nd: raises $19.50 to $20.50 and is all-in
Bob: calls $19.50
Dee: folds
Ann: calls $19.50
*** FLOP *** [2c 7d Ks]
Ann: bets $30
Bob: folds
Uncalled bet ($30) returned to Ann
*** TURN *** [2c 7d Ks] [3h]
*** RIVER *** [2c 7d Ks 3h] [9c]
*** SHOW DOWN ***
Ann: shows [Ah Kd] (a pair of Kings)
Bob: the 2nd: mucks hand
Ann collected $60.50 from pot
*** SUMMARY ***
Total pot $62.50 | Rake $2
Seat 1: Ann (big blind) showed [Ah Kd] and won ($60.50) with a pair of Kings


PokerStars Hand #1002:  Omaha Pot Limit ($0.50/$1.00 USD) - 2024/05/06 7:09:09 ET

PokerStars Hand #1003:  Hold'em Limit (1/2) - 2024/05/06 7:10:09 ET
Table 'Vega II' 2-max Seat #1 is the button
Seat 1: Ann (10 in chips)
Seat 2: Eve (10 in chips)
Ann: posts small blind 1
Eve: posts big blind 1
*** HOLE CARDS ***
Ann: bets like a fish
";

#[test]
fn a_session_is_read_hand_by_hand() {
    let mut hands = HandTexts::pokerstars(SESSION.as_bytes());
    let mut next = || hands.next().unwrap().map(|text| Record::read_pokerstars(&text.unwrap()));

    let record = next().unwrap().unwrap();
    assert_eq!(record.names(), ["Dee", "Ann", "Bob: the 2nd", "Bob"]);
    assert_eq!(record.text("hand").as_deref(), Some("1001"));
    assert_eq!(record.raw("time"), Some("07:08:09"));
    assert_eq!(record.raw("_dead_posts"), Some("[0, 0, 0, 0.50]"));
    let replayed = Replayer::new().replay(&record).unwrap();
    assert_eq!(check(&record, &replayed), Verdict::Match, "up to the rake of two dollars");
    assert_eq!(Record::read(&record.to_phh()).unwrap(), record);

    assert!(next().unwrap().unwrap_err().is_unsupported());
    let error = next().unwrap().unwrap_err().to_string();
    assert_eq!(error, "line 8: \"like a fish\" is not an amount: not a number");
    assert!(next().is_none());
}

/// What isn't known isn't made up.
#[test]
fn a_hand_without_a_date_is_written_without_one() {
    let dated = SESSION.split("\n\n\n").next().unwrap();
    let undated = dated.replace(" - 2024/05/06 7:08:09 ET", "");
    assert_ne!(undated, dated);
    let record = Record::read_pokerstars(&undated).unwrap();
    assert_eq!((record.raw("year"), record.raw("time")), (None, None));
    let written = HandCopy::of_record(&record, Reader::Public).unwrap().to_pokerstars().unwrap();
    let head = written.lines().next().unwrap();
    assert_eq!(head, "PokerStars Hand #1001:  Hold'em No Limit ($0.50/$1 USD)");
}

/// Names that are hard to tell from what stands around them, and what can't be told at all.
#[test]
fn names_come_back_as_they_were_and_what_would_not_is_refused() {
    let phh = |stacks: &str, names: [&str; 3]| {
        let text = format!(
            "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2\nstarting_stacks = [{stacks}]\n\
             actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 6', 'p1 f', 'p2 f']\nplayers = {names:?}"
        );
        let record = Record::read(&text).unwrap();
        let told = HandCopy::of_record(&record, Reader::Dealer).unwrap().to_pokerstars();
        told.map_err(|error| error.to_string())
    };
    let names = ["a (200 in chips)", "b: folds", "c "];
    let record = Record::read_pokerstars(&phh("200, 200, 200", names).unwrap()).unwrap();
    assert_eq!(record.names(), names);
    let played = Replayer::new().replay(&record).unwrap();
    assert_eq!(check(&record, &played), Verdict::Match);
    let twice = phh("200, 200, 200", ["Ann", "Bob", "Ann"]).unwrap_err();
    assert_eq!(twice, "PokerStars text can't say this: two players who are both called \"Ann\"");
    let unknown = phh("200, inf, 200", ["Ann", "Bob", "Cid"]).unwrap_err();
    assert_eq!(unknown, "PokerStars text can't say this: a hand in which p2's stack is unknown");
}

/// Found by fuzzing: such a record could be written, but not read again.
#[test]
fn a_card_that_stands_on_the_board_twice_is_refused() {
    let text = "PokerStars Hand #1:  Hold'em No Limit (1/2) - 2024/05/06 7:08:09 ET\n*** FLOP *** [2c 7d 7d]\n";
    let error = Record::read_pokerstars(text).unwrap_err().to_string();
    assert_eq!(error, "line 2: [2c 7d 7d]: character 7: 7d is there twice");
}

/// Amounts that can be read one by one and not added up.
#[test]
fn more_chips_than_there_are_numbers_are_refused() {
    let text = "PokerStars Hand #1:  Hold'em No Limit (1/2)\nTable 'x' 2-max Seat #1 is the button\n\
        Seat 1: Ann (90000000000 in chips)\nSeat 2: Eve (90000000000 in chips)\nAnn: posts small blind 1\n\
        Eve: posts big blind 2\n*** HOLE CARDS ***\nAnn: calls 90000000000\nEve: checks\nAnn: calls 90000000000\n";
    assert!(Record::read_pokerstars(text).is_err());
}
