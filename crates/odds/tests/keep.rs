//! What to keep: the same answers as asking about equity, charts that hold together, and a fixed point that is one.

use cardroom_cards::CardSet;
use cardroom_odds::{
    Chart, Contest, Effort, Enough, Keep, MOST_OPPONENTS, Model, OddsError, Pool, Range, Rounds, Setup, deviation,
    next_chart, polish, rules_of_thumb, summary, svg,
};
use cardroom_rules::{CATALOGUE, Game};

fn set(cards: &str) -> CardSet {
    cards.parse().unwrap()
}

/// Against one who keeps at random, a hold is a question about equity in which the discards are dead.
#[test]
fn a_hold_is_worth_its_equity() {
    for (id, hand) in [("holdout", "AhKh7c7d2s"), ("holdout-hilo", "As2s3d8hKc"), ("holdout22-low", "Ah2d4c9sKd")] {
        let game = Game::by_id(id).unwrap();
        let hand = set(hand);
        let question = Keep::new(game, hand, 1, Model::Random).unwrap();
        let answer = question.answer(Enough::Deals(40_000), 5, &Pool::new(2)).unwrap();
        assert_eq!(answer.choices.len(), 31);
        assert!(answer.choices.is_sorted_by(|a, b| a.equity >= b.equity));
        for choice in &answer.choices {
            let hands = vec![Range::of(choice.keep), Range::random(game)];
            let setup = Setup { hands, dead: hand - choice.keep, ..Setup::new(game) };
            let effort = Effort::Samples { seed: 9, samples: 40_000 };
            let equity = setup.check().unwrap().answer(&effort, &Pool::new(2)).unwrap();
            let player = &equity.players()[0];
            let off = (player.equity.to_f64() - choice.equity).abs() / player.stderr.hypot(choice.stderr);
            assert!(off < 4.5, "{id} {}: {off} standard errors", choice.keep);
            assert!((player.win.to_f64() - choice.win).abs() < 0.02, "{id} {}", choice.keep);
            assert!((player.tie.to_f64() - choice.tie).abs() < 0.02, "{id} {}", choice.keep);
        }
    }
}

/// In a draw game keeping cards is holding them with the rest unknown; an opponent who keeps at random has five
/// random cards in the end.
#[test]
fn a_draw_is_worth_its_equity() {
    for (id, hand) in [("draw", "AhAd9c5d2s"), ("draw27-triple", "2c3d4h7sKd"), ("drawa5", "Ah2d3c8sKd")] {
        let game = Game::by_id(id).unwrap();
        let hand = set(hand);
        let question = Keep::new(game, hand, 1, Model::Random).unwrap();
        let answer = question.answer(Enough::Deals(40_000), 5, &Pool::new(2)).unwrap();
        assert_eq!(answer.choices.len(), 32);
        for choice in &answer.choices {
            let kept = format!("{}{}", choice.keep, "??".repeat(5 - choice.keep.len()));
            let mine = if choice.keep.is_empty() { Range::random(game) } else { Range::parse(game, &kept).unwrap() };
            let setup = Setup { hands: vec![mine, Range::random(game)], dead: hand - choice.keep, ..Setup::new(game) };
            let effort = Effort::Samples { seed: 9, samples: 40_000 };
            let equity = setup.check().unwrap().answer(&effort, &Pool::new(2)).unwrap();
            let player = &equity.players()[0];
            let off = (player.equity.to_f64() - choice.equity).abs() / player.stderr.hypot(choice.stderr);
            assert!(off < 4.5, "{id} {}: {off} standard errors", choice.keep);
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_choices_on_any_number_of_threads() {
    let question = Keep::new(Game::by_id("draw").unwrap(), set("AhAd9c5d2s"), 8, Model::Random).unwrap();
    let ask = |threads| question.answer(Enough::Error(0.004), 3, &Pool::new(threads)).unwrap();
    assert_eq!(ask(1), ask(4));
    assert!(ask(2).choices.iter().all(|choice| choice.stderr <= 0.004));
}

/// Every chart that is shipped can be read, keeps cards of the hand, and renames suits with it.
#[test]
fn every_shipped_chart_is_whole() {
    for contest in Contest::ALL {
        for opponents in 1..=MOST_OPPONENTS {
            let chart = Chart::shipped(contest, opponents).unwrap();
            for hand in CardSet::FULL.subsets(5).step_by(4999) {
                let kept = chart.keep(hand);
                assert!(hand.is_superset(kept), "{hand} {kept}");
                assert!(contest.draws() || !kept.is_empty());
                let renamed = |set: CardSet| CardSet::from_bits(set.bits().rotate_left(16)).unwrap();
                if !contest_ignores_suits(contest) {
                    let (same, other) = (renamed(kept), chart.keep(renamed(hand)));
                    assert_eq!(same.len(), other.len(), "{hand}");
                    assert_eq!(same.ranks(), other.ranks(), "{hand}");
                }
            }
        }
        let chart = Chart::shipped(contest, 4).unwrap();
        let groups = summary(&chart);
        assert_eq!(groups.iter().map(|group| group.hands).sum::<u64>(), 2_598_960);
        for group in &groups {
            assert_eq!(group.kept.iter().sum::<u64>(), group.hands, "{}", group.name);
            assert_eq!(group.ways.iter().map(|(_, hands)| hands).sum::<u64>(), group.hands, "{}", group.name);
            assert_eq!(chart.keep(group.example.0).len(), group.example.1.len(), "{}", group.name);
        }
        let rules = rules_of_thumb(&chart);
        assert_eq!(rules.iter().map(|thumb| thumb.hands).sum::<u64>(), 2_598_960);
        for thumb in &rules {
            let otherwise = thumb.otherwise.iter().map(|(_, hands)| hands).sum::<u64>();
            assert_eq!(thumb.followed + otherwise, thumb.hands, "{}", thumb.rule);
        }
        assert!(svg(&chart).ends_with("</svg>\n"));
        assert!(Chart::shipped(contest, 0).is_err());
        assert!(matches!(Chart::shipped(contest, 9), Err(OddsError::Opponents { count: 9, most: 8, .. })));
    }
}

fn contest_ignores_suits(contest: Contest) -> bool {
    matches!(contest, Contest::HoldOutLow | Contest::DrawAceFive)
}

/// Nobody gains much by deviating from a chart: on average less than half a hundredth of a pot.
#[test]
fn a_chart_is_close_to_a_fixed_point() {
    let chart = Chart::shipped(Contest::HoldOutLow, 2).unwrap();
    let found = deviation(&chart, 600, 77, &Pool::new(1)).unwrap();
    assert!(found.average < 0.005, "{found:?}");
}

/// Who plays one opponent as if there were eight loses by it, the measure tells, and polishing mends most of it.
#[test]
fn polishing_mends_a_chart() {
    let eight = Chart::shipped(Contest::HoldOutLow, 8).unwrap();
    let wrong = Chart::unpack(Contest::HoldOutLow, 1, &Chart::pack(&[eight])).unwrap();
    let measure = |chart| deviation(chart, 256, 77, &Pool::new(1)).unwrap().average;
    let before = measure(&wrong);
    let mended = polish(&wrong, Rounds { rounds: 1, deals: 64, searches: 1, seed: 1 }, &Pool::new(1)).unwrap();
    let after = measure(&mended);
    assert!(before > 0.005 && after < before / 2.0, "{before} {after}");
}

/// What is packed is what is read back.
#[test]
fn charts_made_twice_are_the_same() {
    let rounds = Rounds { rounds: 2, deals: 5, searches: 1, seed: 4 };
    let next = |before: &[Chart]| next_chart(Contest::DrawAceFive, before, rounds, &Pool::new(2)).unwrap();
    let make = || {
        let mut charts = vec![next(&[])];
        charts.push(next(&charts));
        charts
    };
    let (one, two) = (make(), make());
    assert_eq!(one, two);
    assert_eq!(Chart::pack(&one), Chart::pack(&two));
    assert_ne!(one[0].keep(set("2c3d4h5sKd")), set("2c3d4h5sKd"));
}

#[test]
fn impossible_questions_are_refused() {
    let holdout = Game::by_id("holdout").unwrap();
    let hand = set("AhKh7c7d2s");
    let refused = |game, hand, opponents| Keep::new(game, hand, opponents, Model::Equilibrium).unwrap_err().to_string();
    assert_eq!(refused(holdout, hand, 9), "9 opponents: Five Card Hold-Out can be asked about with 1 to 8");
    assert_eq!(refused(holdout, hand, 0), "0 opponents: Five Card Hold-Out can be asked about with 1 to 8");
    assert_eq!(refused(holdout, set("AhKh"), 1), "2 cards: choosing what to keep takes five cards");
    assert!(refused(Game::by_id("holdem").unwrap(), hand, 1).starts_with("in Texas Hold'em nothing is held or drawn"));
    let question = Keep::new(holdout, hand, 1, Model::Random).unwrap();
    assert_eq!(question.answer(Enough::Deals(0), 0, &Pool::new(1)), Err(OddsError::NoSamples));
    assert!(question.answer(Enough::Error(0.0), 0, &Pool::new(1)).is_err());
    assert_eq!(CATALOGUE.iter().filter(|game| Contest::of(game).is_some()).count(), 12);
}
