//! What PHH's own description allows, and what other rooms write otherwise, each with the chips that come of it.

use cardroom_history::{HandCopy, Played, Posts, Reader, Record, Replayer, Verdict, check};
use cardroom_rules::{Event, Viewer};

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

/// Plays three players' hand with blinds of 1 and 2, one of whom may have posted, and compares it with its results.
fn compared(blinds: &str, stacks: &str, finishing: &str, actions: &[&str]) -> Result<(Posts, Verdict), String> {
    let deal = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????"];
    let text = format!(
        "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [{blinds}]\nmin_bet = 2\nstarting_stacks = [{stacks}]\n\
         finishing_stacks = [{finishing}]\nactions = {:?}",
        [&deal, actions].concat()
    );
    let record = Record::read(&text).map_err(|error| error.to_string())?;
    match Replayer::new().play_into(&record, &mut ()).map_err(|error| error.to_string())? {
        Played::Over(played) => Ok((played.posts, check(&record, &played))),
        Played::Stopped(stopped) => Ok((stopped.posts, stopped.check(&record))),
    }
}

#[test]
fn a_post_below_zero_is_dead_unless_the_record_fits_only_a_live_one() {
    let folds = ["p3 cc", "p1 f", "p2 cc", "d db 2c7dJh", "p2 cbr 4", "p3 f"];
    let differs = |result: &Result<(Posts, Verdict), String>| {
        matches!(result, Ok((Posts::Dead, Verdict::Differ(_)))).then_some(()).ok_or_else(|| format!("{result:?}"))
    };
    // Dead, as it is written: two for the pot, and two to call.
    let dead = compared("1, 2, -2", "200, 150, 100", "199, 155, 96", &folds);
    assert_eq!(dead, Ok((Posts::Dead, Verdict::Match)));
    // Live: it checks.
    let live = compared("1, 2, -2", "200, 150, 100", "199, 153, 98", &folds);
    assert_eq!(live, Ok((Posts::WholeBlindsLive, Verdict::Match)));
    // Of three, one is dead.
    let both = compared("1, 2, -3", "200, 150, 100", "199, 154, 97", &folds);
    assert_eq!(both, Ok((Posts::WholeBlindsLive, Verdict::Match)));
    // A post below the blind is live where that alone fits.
    let small = compared("1, 2, -1", "200, 150, 100", "199, 153, 98", &folds);
    assert_eq!(small, Ok((Posts::Live, Verdict::Match)));
    let small = compared("1, 2, -1", "200, 150, 100", "199, 154, 97", &folds);
    assert_eq!(small, Ok((Posts::Dead, Verdict::Match)));
    // An all-in of the whole stack leaves no room for a dead one.
    let all_in = compared("1, 2, -2", "200, 150, 100", "199, 148, 103", &["p3 cbr 100", "p1 f", "p2 f"]);
    assert_eq!(all_in, Ok((Posts::WholeBlindsLive, Verdict::Match)));
    // What fits neither way is told as it is written.
    differs(&compared("1, 2, -2", "200, 150, 100", "199, 150, 101", &folds)).unwrap();
    let broken = compared("1, 2, -2", "200, 150, 100", "199, 148, 103", &["p3 cbr 101", "p1 f", "p2 f"]);
    assert!(broken.as_ref().is_err_and(|error| error.contains("above the maximum of 98")), "{broken:?}");
}

#[test]
fn events_of_a_reading_that_does_not_fit_are_not_told() {
    let text = "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, -2]\nmin_bet = 2\n\
        starting_stacks = [200, 150, 100]\nfinishing_stacks = [199, 148, 103]\n\
        actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 cbr 100', 'p1 f', 'p2 f']";
    let live = text.replace("-2", "2");
    let events = |text: &str| {
        let mut events: Vec<Event> = Vec::new();
        Replayer::new().play_into(&Record::read(text).unwrap(), &mut events).unwrap();
        events.iter().map(|event| event.seen_by(Viewer::Public)).collect::<Vec<_>>()
    };
    assert_eq!(events(text), events(&live));
}

#[test]
fn checks_where_nobody_is_left_to_bet_with_move_nothing() {
    let board = ["d db 2c7dTh", "d db 3s", "d db 4h"];
    let shown = ["p2 sm AhAd", "p3 sm KcKd"];
    // The big blind is asked, though the only other player left is all-in.
    let actions = [&["p3 cc", "p1 f", "p2 cc"], &board[..], &shown].concat();
    assert_eq!(compared("1, 2, 0", "50, 50, 2", "49, 53, 0", &actions).unwrap().1, Verdict::Match);
    // Both go on checking to the river, the one without chips as well.
    let every =
        ["p3 cc", "p1 f", "p2 cc", board[0], "p2 cc", "p3 cc", board[1], "p2 cc", "p3 cc", board[2], "p2 cc", "p3 cc"];
    let actions = [&every[..], &shown].concat();
    assert_eq!(compared("1, 2, 0", "50, 50, 2", "49, 53, 0", &actions).unwrap().1, Verdict::Match);
    // Where two could still bet a check too many is out of turn.
    let actions = ["p3 cc", "p1 f", "p2 cc", "p3 cc", board[0]];
    assert!(compared("1, 2, 0", "50, 50, 50", "49, 53, 48", &actions).is_err());
    // Nor does anybody who folded check.
    let actions = ["p3 cc", "p1 f", "p2 cc", "p1 cc", board[0], board[1], board[2]];
    assert!(compared("1, 2, 0", "50, 50, 2", "49, 53, 0", &actions).is_err());
}

#[test]
fn heads_up_without_a_small_blind_the_big_blind_may_be_asked_first() {
    let deal = ["d dh p1 ????", "d dh p2 ????"];
    let plays = |blinds: &str, actions: &[&str]| {
        let text = format!(
            "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [{blinds}]\nmin_bet = 2\nstarting_stacks = [50, 50]\n\
             actions = {:?}",
            [&deal, actions].concat()
        );
        let played = Replayer::new().replay(&Record::read(&text).unwrap()).map_err(|error| error.to_string())?;
        Ok::<_, String>(played.stacks.iter().flatten().map(|stack| stack.get()).collect::<Vec<_>>())
    };
    assert_eq!(plays("0, 2", &["p1 cc", "p2 f"]), Ok(vec![50, 50]));
    assert_eq!(plays("0, 2", &["p1 cc", "p2 cbr 6", "p1 f"]), Ok(vec![48, 52]));
    assert_eq!(plays("0, 2", &["p1 cc", "p2 cc", "d db 2c7dTh", "p1 cbr 4", "p2 f"]), Ok(vec![52, 48]));
    assert_eq!(plays("0, 2", &["p1 cc", "p2 cc", "p1 cbr 4", "p2 f"]), Ok(vec![52, 48]));
    // It has no more than a check then, and elsewhere not even that.
    assert!(plays("0, 2", &["p1 cbr 6", "p2 f"]).is_err());
    assert!(plays("1, 2", &["p1 cc", "p2 f"]).is_err());
}

#[test]
fn a_board_may_be_told_card_by_card() {
    let to_the_flop = ["p3 f", "p1 cc", "p2 cc"];
    let folds = ["p1 cbr 4", "p2 f"];
    for flop in [&["d db 2c7dTh"][..], &["d db 2c", "d db 7d", "d db Th"], &["d db 2c7d", "d db Th"]] {
        let actions = [&to_the_flop, flop, &folds].concat();
        assert_eq!(compared("1, 2, 0", "50, 50, 50", "52, 48, 50", &actions).unwrap().1, Verdict::Match, "{flop:?}");
    }
    for flop in [&["d db 2c7d"][..], &["d db 2c", "d db 7d"], &["d db 2c7d", "d db Th3s"], &["d db 2c7d", "p1 cc"]] {
        let actions = [&to_the_flop, flop, &folds].concat();
        assert!(compared("1, 2, 0", "50, 50, 50", "52, 48, 50", &actions).is_err(), "{flop:?}");
    }
}

#[test]
fn after_three_blinds_the_player_behind_them_opens() {
    let text = |opens: &str| {
        format!(
            "variant = 'NT'\nantes = [0, 0, 0, 0]\nblinds_or_straddles = [1, 1, 2, 0]\nmin_bet = 2\n\
             starting_stacks = [100, 100, 100, 100]\n\
             actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'd dh p4 ????', {opens}]"
        )
    };
    assert_eq!(plays(&text("'p4 f', 'p1 f', 'p2 f'")), [99, 99, 102, 100]);
    // The big blind of a player who had no more is a whole one: who posts as much behind it isn't the last blind.
    let short = text("'p3 f'").replace("[100, 100,", "[100, 1,");
    let played = Replayer::new().play_into(&Record::read(&short).unwrap(), &mut ()).unwrap();
    assert!(matches!(&played, Played::Stopped(stopped) if stopped.needs.starts_with("p4 ")), "{played:?}");
}

#[test]
fn a_chip_that_was_split_is_no_difference_and_a_whole_one_is() {
    let to_the_river =
        ["p3 f", "p1 cbr 7", "p2 cc", "d db 2c7dTh", "p1 cc", "p2 cc", "d db 3s", "p1 cc", "p2 cc", "d db 4h"];
    let shown = ["p1 cc", "p2 cc", "p1 sm AhKd", "p2 sm AdKh"];
    // With the dead chip of a third player there are fifteen to divide.
    let actions = [&to_the_river[..], &shown].concat();
    let says = |finishing: &str| compared("1, 2, -1", "50, 50, 50", finishing, &actions).unwrap().1;
    assert_eq!(says("51, 50, 49"), Verdict::Match);
    assert_eq!(says("50.5, 50.5, 49"), Verdict::Match);
    assert_eq!(says("50.50, 50.25, 49"), Verdict::Match, "a quarter is rake");
    for wrong in ["52.5, 48.5, 49", "50.5, 51.5, 49", "50.5, 49.5, 50", "50, 51, 49"] {
        assert!(matches!(says(wrong), Verdict::Differ(_)), "{wrong}");
    }
}

#[test]
fn a_room_that_burns_before_each_draw_shuffles_its_muck_sooner() {
    let names: Vec<String> = cardroom_cards::Card::all().map(|card| card.to_string()).collect();
    let five = |first: usize| names[first..first + 5].concat();
    let everybody = |does: &dyn Fn(usize) -> String| (0..5).map(does).collect::<Vec<_>>();
    // Five players are dealt 25 cards, exchange all of them for 25 more, and two are left; after two burned ones none
    // is.
    let plays = |second_draw: String| {
        let actions = [
            everybody(&|player| format!("d dh p{} {}", player + 1, five(5 * player))),
            ["p3 cc", "p4 cc", "p5 cc", "p1 cc", "p2 cc"].map(str::to_owned).to_vec(),
            everybody(&|player| format!("p{} sd {}", player + 1, five(5 * player))),
            everybody(&|player| format!("d dh p{} {}", player + 1, five(25 + 5 * player))),
            everybody(&|player| format!("p{} cc", player + 1)),
            vec![format!("p1 sd {}", five(25))],
            ["p2 sd", "p3 sd", "p4 sd", "p5 sd"].map(str::to_owned).to_vec(),
            vec![format!("d dh p1 {second_draw}")],
            everybody(&|player| format!("p{} cc", player + 1)),
            everybody(&|player| format!("p{} sd", player + 1)),
            everybody(&|player| format!("p{} cc", player + 1)),
        ];
        let text = format!(
            "variant = 'F2L3D'\nantes = [0, 0, 0, 0, 0]\nblinds_or_straddles = [1, 2, 0, 0, 0]\nsmall_bet = 2\nbig_bet = 4\n\
             starting_stacks = [50, 50, 50, 50, 50]\nactions = {:?}",
            actions.concat()
        );
        Replayer::new().replay(&Record::read(&text).unwrap()).map(|played| played.stacks.len())
    };
    assert_eq!(plays(five(5)), Ok(5), "what the second player threw away");
    assert_eq!(plays(names[50..].concat() + &names[5..8].concat()), Ok(5), "nothing was burned");
    assert!(plays(five(25)).is_err(), "what it has just thrown itself");
    assert!(plays(five(30)).is_err(), "what the second player holds");
}

#[test]
fn unknown_stacks_come_back_from_open_hand_history_as_unknown_ones() {
    let text = "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2\n\
        starting_stacks = [inf, 50, inf]\nactions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p3 f', 'p1 cbr 6', 'p2 f']";
    let record = Record::read(text).unwrap();
    let json = HandCopy::of_record(&record, Reader::Dealer).unwrap().to_ohh();
    let again = Record::read_ohh(&json).unwrap();
    assert_eq!(again.starting_stacks, record.starting_stacks, "{json}");
    let [first, second] = [&record, &again].map(|record| Replayer::new().replay(record).unwrap());
    assert_eq!(first, second);
    let stranger = json.replace("\"unknown_stacks\":[0,2]", "\"unknown_stacks\":[7]");
    assert!(Record::read_ohh(&stranger).is_err());
}
