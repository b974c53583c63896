//! `cardroom rank` from outside: what a dealer would read out, the JSON, and every refusal.

use crate::run::{cardroom, refused};
use insta::assert_snapshot;
use serde_json::{Value, json};

/// The command line after `cardroom rank --game`, cut at spaces; `_` stands for a space inside an argument.
fn rank(line: &str) -> String {
    cardroom(&arguments(line).iter().map(String::as_str).collect::<Vec<_>>())
}

fn rank_json(line: &str) -> Value {
    serde_json::from_str(&rank(&format!("{line} --json"))).expect("one JSON document")
}

fn rank_refused(line: &str) -> String {
    refused(&arguments(line).iter().map(String::as_str).collect::<Vec<_>>())
}

fn arguments(line: &str) -> Vec<String> {
    ["rank", "--game"].into_iter().chain(line.split(' ')).map(|argument| argument.replace('_', " ")).collect()
}

#[test]
fn holdem_may_play_one_card_or_two() {
    assert_snapshot!(rank("holdem --board 9c_Th_Jh_Qh_Kh 2h3h AsAd"), @r"
    Texas Hold'em

         Hand      Board                 High
     1.   2h [3h]   9c [Th][Jh][Qh][Kh]  king-high flush
     2.   As [Ad]   9c [Th][Jh][Qh][Kh]  ace-high straight
    ");
}

#[test]
fn holdout_plays_every_held_card() {
    assert_snapshot!(rank("holdout --board Ks_Qs_Js_Ts As Ah9s"), @r"
    Five Card Hold-Out

         Hand      Board             High
     1.  [As]      [Ks][Qs][Js][Ts]  royal flush
     2.  [Ah][9s]  [Ks][Qs][Js] Ts   ace-high
    ");
}

#[test]
fn holdout_high_low_reads_both_halves() {
    assert_snapshot!(rank("holdout-hilo --board 2c4d7hKs As3s Ah3h5d KhKd9c9d Ad"), @r"
    Five Card Hold-Out, high/low

         Hand              Board             High
     1.  [Kh][Kd][9c][9d]   2c  4d  7h [Ks]  kings full of nines
     2.  [Ah][3h][5d]      [2c][4d] 7h  Ks   five-high straight
     3.  [As][3s]           2c [4d][7h][Ks]  ace-high, king-seven-four-three
     4.  [Ad]              [2c][4d][7h][Ks]  ace-high, king-seven-four-two

         Hand              Board             Low, eight or better
     1.  [Ah][3h][5d]      [2c][4d] 7h  Ks   wheel
     2.  [As][3s]          [2c][4d][7h] Ks   seven-four low
          Kh  Kd  9c  9d    2c  4d  7h  Ks   no low
          Ad                2c  4d  7h  Ks   no low
    ");
}

#[test]
fn deuce_to_seven_counts_straights_and_flushes_against() {
    assert_snapshot!(rank("draw27 7c5d4h3s2d 8h6h5h3h2h 6c5c4c3d2s As5s4s3c2c"), @r"
    Deuce-to-Seven Single Draw

         Hand                  Low
     1.  [7c][5d][4h][3s][2d]  seven-five low
     2.  [As][5s][4s][3c][2c]  ace-five low
     3.  [6c][5c][4c][3d][2s]  six-high straight
     4.  [8h][6h][5h][3h][2h]  eight-high flush
    ");
}

#[test]
fn ace_to_five_ignores_them() {
    assert_snapshot!(rank("drawa5 7c5d4h3s2d 8h6h5h3h2h 6c5c4c3d2s As5s4s3c2c KcKdQhJsTd"), @r"
    Ace-to-Five Single Draw

         Hand                  Low
     1.  [As][5s][4s][3c][2c]  wheel
     2.  [6c][5c][4c][3d][2s]  six-five low
     3.  [7c][5d][4h][3s][2d]  seven-five low
     4.  [8h][6h][5h][3h][2h]  eight-six low
     5.  [Kc][Kd][Qh][Js][Td]  pair of kings
    ");
}

#[test]
fn ties_are_shown_as_ties_and_kickers_where_they_decide() {
    assert_snapshot!(rank("holdem --board 9c8c2d7s AhKd AcKs 2h3h AsQd"), @r"
    Texas Hold'em

             Hand      Board             High
     1.      [2h] 3h   [9c][8c][2d][7s]  pair of twos
     tie 2.  [Ah][Kd]  [9c][8c] 2d [7s]  ace-high, king-nine-eight-seven
     tie 2.  [Ac][Ks]  [9c][8c] 2d [7s]  ace-high, king-nine-eight-seven
     4.      [As][Qd]  [9c][8c] 2d [7s]  ace-high, queen-nine-eight-seven
    ");
}

#[test]
fn five_kept_cards_ignore_the_board() {
    assert_snapshot!(rank("holdout --board Ac9d5c3h AsAhAd7c2d KsQsJhTd"), @r"
    Five Card Hold-Out

         Hand                  Board             High
     1.  [Ks][Qs][Jh][Td]      [Ac] 9d  5c  3h   ace-high straight
     2.  [As][Ah][Ad][7c][2d]   Ac  9d  5c  3h   three aces
    ");
}

#[test]
fn too_few_cards_make_no_hand_yet() {
    assert_snapshot!(rank("holdout --board KsQs As AhAd 2h2d2c3d 5h6h7h8h9h"), @r"
    Five Card Hold-Out

         Hand                  Board     High
     1.  [5h][6h][7h][8h][9h]   Ks  Qs   straight flush, nine high
     2.  [2h][2d][2c][3d]      [Ks] Qs   three twos
          As                    Ks  Qs   no hand yet, needs 4 board cards
          Ah  Ad                Ks  Qs   no hand yet, needs 3 board cards
    ");
    for line in
        ["holdout As", "holdem AhKd", "holdem --board 2c3c AhKd", "draw27 2c3c4c5c", "holdout-low --board 2c3c4c Ah"]
    {
        let answer = rank_json(line);
        for key in ["high", "high_cards", "high_order", "low", "low_cards", "low_order"] {
            assert_eq!(answer[0][key], Value::Null, "{line}: {key}");
        }
    }
}

#[test]
fn the_qualifier_decides_which_lows_count() {
    let low = |line: &str| rank_json(line)[0]["low"].clone();
    assert_eq!(low("holdout-hilo --board 2c3c4d9s As"), Value::Null);
    assert_eq!(low("holdout-hilo --board 2c3c4d9s --qualifier 8 As"), Value::Null);
    assert_eq!(low("holdout-hilo --board 2c3c4d9s --qualifier 9 As"), "nine-four low");
    assert_eq!(low("holdout-hilo --board 2c3c4dTs --qualifier 10 As"), "ten-four low");
    assert_eq!(low("holdout-hilo --board 2c3c4dKs --qualifier k As"), "king-four low");
    assert_eq!(low("holdout-hilo --board 2c3c4dKs --qualifier 13 As"), "king-four low");
    assert_eq!(low("holdout-hilo --board 2c3c4d9s --qualifier K AsAh"), Value::Null);
    assert_eq!(low("holdout-hilo --board 2c3c4d9s --qualifier 0 AsAh"), "pair of aces");
    assert_eq!(low("holdout-hilo --board 2c3c4d9s --qualifier none AsAh"), "pair of aces");
    assert_eq!(low("holdout-low --board 2c3c4d9s AsAh"), "pair of aces");
}

#[test]
fn json_has_what_the_formats_promise() {
    let hands = rank_json("holdout-hilo --board 2c4d7hKs As3s Ah3h5d KhKd9c9d Ad");
    let order = |place: usize, key: &str| hands[place][key].as_u64();
    let expected = json!([
        {"hand": "KhKd9c9d", "high": "kings full of nines", "high_cards": "KsKhKd9d9c", "high_order": order(0, "high_order"),
         "low": null, "low_cards": null, "low_order": null},
        {"hand": "Ah3h5d", "high": "five-high straight", "high_cards": "5d4d3h2cAh", "high_order": order(1, "high_order"),
         "low": "wheel", "low_cards": "5d4d3h2cAh", "low_order": order(1, "low_order")},
        {"hand": "As3s", "high": "ace-high", "high_cards": "AsKs7h4d3s", "high_order": order(2, "high_order"),
         "low": "seven-four low", "low_cards": "7h4d3s2cAs", "low_order": order(2, "low_order")},
        {"hand": "Ad", "high": "ace-high", "high_cards": "AdKs7h4d2c", "high_order": order(3, "high_order"),
         "low": null, "low_cards": null, "low_order": null},
    ]);
    assert_eq!(hands, expected);
    let highs = (0..4).map(|place| order(place, "high_order").expect("a high")).collect::<Vec<_>>();
    assert!(highs.is_sorted_by(|better, worse| better > worse), "{highs:?}");
    assert!(order(1, "low_order") > order(2, "low_order"));

    let lows = rank_json("draw27 As5s4s3h2h 7c5d4h3s2d 7h5c4c3d2c");
    assert_eq!(lows[0]["low_order"], lows[1]["low_order"]);
    assert_eq!(lows[2]["hand"], "As5s4s3h2h");
    assert_eq!(lows[2]["low_cards"], "As5s4s3h2h");
    assert_eq!(lows[2]["high_order"], Value::Null);
}

#[test]
fn cards_may_be_written_in_any_case_and_spacing() {
    let plain = rank_json("holdem --board 9cThJhQhKh 2hTd");
    assert_eq!(plain[0]["hand"], "2hTd");
    for line in ["holdem --board 9C_tH_jh_QH_kh 2H_10D", "holdem --board _9c10hJhQhKh_ 2h10d"] {
        assert_eq!(rank_json(line), plain, "{line}");
    }
}

#[test]
fn every_game_of_the_catalogue_ranks() {
    for game in cardroom_rules::CATALOGUE {
        let held = &"AhKd7c6c2s"[..2 * game.cards_dealt()];
        let answer = rank_json(&format!("{} {held}", game.id));
        assert_eq!(answer[0]["hand"], held);
        if game.cards_dealt() == 5 {
            assert_eq!(answer[0]["high"] != Value::Null, game.division.has_high(), "{}", game.id);
            let pays_low = game.division.has_low() && game.division != cardroom_rules::Division::HighLow;
            assert_eq!(answer[0]["low"] != Value::Null, pays_low, "{}", game.id);
        }
    }
}

#[test]
fn each_refusal_says_what_is_allowed() {
    let cases = [
        ("holdout --board AsKs As", "As is on the board and again in hand 1: a deck has every card once"),
        ("holdout As2d As", "As is in hand 1 and again in hand 2: a deck has every card once"),
        ("holdout 2c AsAs", "As is in hand 2 twice: a deck has every card once"),
        ("holdem --board 2c2c AhKd", "2c is on the board twice: a deck has every card once"),
        (
            "holdout AsKsQsJsTs9s",
            "hand 1 (AsKsQsJsTs9s) has 6 cards: in Five Card Hold-Out a player holds 1 to 5 cards (WSGC-2018 §1)",
        ),
        ("holdout As ", "hand 2 is empty: in Five Card Hold-Out a player holds 1 to 5 cards (WSGC-2018 §1)"),
        ("holdem AhKdQs", "hand 1 (AhKdQs) has 3 cards: in Texas Hold'em a player holds 2 cards (GLD §5)"),
        (
            "holdem Ah Kd",
            "hand 1 (Ah) has one card: in Texas Hold'em a player holds 2 cards (GLD §5). \
             Write the cards of a hand as one word: AhKd, or \"Ah Kd\"",
        ),
        (
            "holdout --board 2c3c4c5c6c As",
            "the board has 5 cards, but in Five Card Hold-Out it has at most 4 (WSGC-2018 §7, §9, §11)",
        ),
        (
            "holdem --board 2c3c4c5c6c7c AhKd",
            "the board has 6 cards, but in Texas Hold'em it has at most 5 (GLD §8, §10, §12)",
        ),
        ("draw --board Ah KsQsJsTs9s", "Five Card Draw has no board: leave out --board"),
        (
            "draw --qualifier 8 KsQsJsTs9s",
            "--qualifier is for high/low games only (holdout-hilo, holdout22-hilo): Five Card Draw has none",
        ),
        ("holdem AhK", "in hand 1, \"AhK\": character 4: the text ends where a suit (one of c d h s) is needed"),
        ("holdem AhKd AhKx", "in hand 2, \"AhKx\": character 4: 'x' is not a suit (one of c d h s)"),
        ("holdem hello", "in hand 1, \"hello\": character 1: 'h' is not a rank (one of 23456789TJQKA, or 10)"),
        ("holdem ??", "in hand 1, \"??\": character 1: '?' is not a rank (one of 23456789TJQKA, or 10)"),
        (
            "holdem --board 1c AhKd",
            "on the board, \"1c\": character 1: '1' is not a rank (one of 23456789TJQKA, or 10)",
        ),
    ];
    for (line, message) in cases {
        assert_eq!(rank_refused(line), format!("error: {message}\n"), "{line}");
    }
}

#[test]
fn wrong_games_and_qualifiers_are_refused_with_the_right_ones() {
    assert!(rank_refused("omaha As").contains("[possible values: holdout, holdout-hilo, "));
    for qualifier in ["4", "A", "two", ""] {
        let message = rank_refused(&format!("holdout-hilo --qualifier {qualifier} As"));
        assert!(message.contains("one of 5 6 7 8 9 10 J Q K, or none"), "{message}");
    }
    assert!(rank_refused("holdout").contains("<HAND>..."));
}
