//! What PHH's own description allows and records seldom use, each with the chips that come of it.

use cardroom_history::{Record, Replayer};

/// The stacks at the end of a hand of no-limit hold'em with blinds of 50 and 100.
fn ends(antes: &str, stacks: &str, others: &str, actions: &[&str]) -> Vec<u64> {
    let blinds = if stacks.matches(',').count() == 1 { "50, 100" } else { "50, 100, 0" };
    plays(&format!(
        "variant = 'NT'\n{others}\nantes = [{antes}]\nblinds_or_straddles = [{blinds}]\nmin_bet = 100\n\
         starting_stacks = [{stacks}]\nactions = {actions:?}"
    ))
}

fn plays(text: &str) -> Vec<u64> {
    let record = Record::read(text).unwrap();
    assert_eq!(record, Record::read_slowly(text).unwrap());
    let played = Replayer::new().replay(&record).unwrap();
    let again = record.to_phh();
    assert_eq!(Replayer::new().replay(&Record::read(&again).unwrap()).unwrap(), played, "{again}");
    played.stacks.iter().map(|stack| stack.unwrap().get()).collect()
}

/// Two players who go to the river, having put in a hundred each.
fn to_the_river<'a>(deal: [&'a str; 2], after: &[&'a str]) -> Vec<&'a str> {
    let mut actions = deal.to_vec();
    actions.extend(["p2 cc", "p1 cc", "d db 2c7dTh", "p1 cc", "p2 cc", "d db 3s", "p1 cc", "p2 cc", "d db 4h"]);
    actions.extend(["p1 cc", "p2 cc"]);
    actions.extend(after);
    actions
}

#[test]
fn remarks_among_the_actions_change_nothing() {
    let plain = ["d dh p1 ????", "d dh p2 ????", "p2 f"];
    let told = ["", "d dh p1 ????", "# the burn card is exposed", "  ", "d dh p2 ????", "p2 f # at last", "# and now"];
    assert_eq!(ends("0, 0", "1000, 1000", "", &told), ends("0, 0", "1000, 1000", "", &plain));
}

#[test]
fn a_hand_may_be_shown_as_it_was_dealt() {
    let actions = to_the_river(["d dh p1 AhAd", "d dh p2 KcKd"], &["p1 sm -", "p2 sm -"]);
    assert_eq!(ends("0, 0", "1000, 1000", "", &actions), [1100, 900]);
    let record = Record::read(
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [50, 100]\nmin_bet = 100\n\
        starting_stacks = [1000, 1000]\nactions = ['d dh p1 AhAd', 'd dh p2 ????', 'p2 f', 'p1 sm -']",
    );
    assert!(record.unwrap().to_phh().contains("'p1 sm -'"));
}

#[test]
fn unknown_cards_claim_the_pot_and_none_give_it_up() {
    let unknown = ["d dh p1 ????", "d dh p2 ????"];
    assert_eq!(ends("0, 0", "1000, 1000", "", &to_the_river(unknown, &["p1 sm ????", "p2 sm"])), [1100, 900]);
    assert_eq!(ends("0, 0", "1000, 1000", "", &to_the_river(unknown, &["p1 sm", "p2 sm ????"])), [900, 1100]);
    // What was dealt wins, though nobody says so again.
    let dealt = ["d dh p1 AhAd", "d dh p2 ????"];
    assert_eq!(ends("0, 0", "1000, 1000", "", &to_the_river(dealt, &["p1 sm ????", "p2 sm ????"])), [1100, 900]);
    // A hand that is known beats one that isn't.
    assert_eq!(ends("0, 0", "1000, 1000", "", &to_the_river(unknown, &["p1 sm ????", "p2 sm 9c9d"])), [900, 1100]);
}

/// The first player antes three for ten and is all-in for it; the others check to the end.
const SHORT: [&str; 14] = [
    "d dh p1 AhAd",
    "d dh p2 KcKd",
    "d dh p3 QcQd",
    "p3 cc",
    "p2 cc",
    "d db 2c7dTh",
    "p2 cc",
    "p3 cc",
    "d db 3s",
    "p2 cc",
    "p3 cc",
    "d db 4h",
    "p2 cc",
    "p3 cc",
];

#[test]
fn where_nothing_is_said_of_short_antes_all_of_them_are_in_the_pot() {
    // PHH: the status is false unless given; then even a short ante can win all of them.
    let antes = "10, 10, 10";
    assert_eq!(ends(antes, "3, 1000, 1000", "", &SHORT), [23, 1090, 890]);
    assert_eq!(ends(antes, "3, 1000, 1000", "ante_trimming_status = false", &SHORT), [23, 1090, 890]);
    assert_eq!(ends(antes, "3, 1000, 1000", "ante_trimming_status = true", &SHORT), [9, 1104, 890]);
}

#[test]
fn the_antes_of_two_players_are_listed_as_their_blinds_are() {
    // The button posts the small blind and stands second; the big blind antes for both.
    let folds = ["d dh p1 ????", "d dh p2 ????", "p2 f"];
    assert_eq!(ends("0, 100", "1000, 1000", "", &folds), [1050, 950]);
    assert_eq!(ends("100, 0", "1000, 1000", "", &folds), [1150, 850]);
}

#[test]
fn an_ante_for_all_is_in_the_pot_whatever_is_said_of_short_ones() {
    let all_in = [
        "d dh p1 ????",
        "d dh p2 KcKd",
        "d dh p3 AcAd",
        "p3 cbr 500",
        "p1 f",
        "p2 cc",
        "d db 2c7dTh",
        "d db 3s",
        "d db 4h",
    ];
    for others in ["", "ante_trimming_status = false", "ante_trimming_status = true"] {
        assert_eq!(ends("0, 100, 0", "600, 600, 500", others, &all_in), [550, 0, 1150], "{others}");
    }
}

#[test]
fn a_raise_after_a_short_all_in_counts_from_the_bet_or_from_what_was_bet() {
    let fixed = |all_in: u64, to: u64| {
        let text = format!(
            "variant = 'FT'\nantes = [0, 0, 0]\nblinds_or_straddles = [10, 20, 0]\nsmall_bet = 20\nbig_bet = 40\n\
             starting_stacks = [{}, 1000, 1000]\nactions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cc', 'p1 cc', \
             'p2 cc', 'd db 2c7dTh', 'p1 cbr {all_in}', 'p2 cbr {to}', 'p3 f', 'd db 3s', 'd db 4h']",
            20 + all_in
        );
        Replayer::new().replay(&Record::read(&text).unwrap()).is_ok()
    };
    // Fifteen of twenty stand for a whole bet (TDA 47B); elsewhere the raise is to thirty-five.
    assert!(fixed(15, 40) && fixed(15, 35));
    assert!(!fixed(15, 30) && !fixed(15, 45));
    // Five are completed; elsewhere raised by twenty.
    assert!(fixed(5, 20) && fixed(5, 25));
    assert!(!fixed(5, 15) && !fixed(5, 30));
    // Nothing of that where the bet is whole.
    assert!(fixed(20, 40) && !fixed(20, 39) && !fixed(20, 41));
}

#[test]
fn a_record_that_names_a_profile_keeps_to_its_wagers() {
    let record = |profile: &str, raises: &[&str]| {
        let text = format!(
            "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [2, 4]\nmin_bet = 4\nstarting_stacks = [400, 400]\n\
             _spread = [4, 40]\n{profile}\nactions = {:?}",
            [&["d dh p1 ????", "d dh p2 ????"], raises].concat()
        );
        Replayer::new().replay(&Record::read(&text).unwrap()).map_err(|error| error.to_string())
    };
    let (three, four) =
        (["p2 cbr 8", "p1 cbr 12", "p2 cbr 16", "p1 f"], ["p2 cbr 8", "p1 cbr 12", "p2 cbr 16", "p1 cbr 20"]);
    let profile = "_profile = 'wac-230-15'";
    assert!(record(profile, &three).is_ok());
    let refused = record(profile, &four).unwrap_err();
    assert!(refused.contains("WAC 230-15-135"), "{refused}");
    // Without one a cap is a table's custom.
    assert!(record("", &[&four[..], &["p2 f"]].concat()).is_ok());
}

#[test]
fn the_smallest_unit_may_stand_in_a_setting_alone() {
    let text = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 1\nstarting_stacks = [100, 100]\n\
        actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']\n_spread = [1, 2.50]";
    assert_eq!(plays(text), [10_100, 9_900]);
}
