//! The hash that every hand's record carries changes when a game's rules change, and only then.

use cardroom_rules::{CATALOGUE, Division, Game, LowKind, Making, Step, Verb};

/// A line for each game: its id and its hash. A change here means that some game is played by other rules than before:
/// it needs a line in the changelog and a reason.
const HASHES: &str = include_str!("rules_hashes.txt");

#[test]
fn no_change_of_the_rules_passes_unseen() {
    let now: String = CATALOGUE.iter().map(|game| format!("{} {}\n", game.id, game.rules_hash())).collect();
    let missing: Vec<&str> = now.lines().filter(|line| !HASHES.lines().any(|written| written == *line)).collect();
    assert!(missing.is_empty(), "crates/rules/tests/rules_hashes.txt doesn't say:\n{}", missing.join("\n"));
    assert_eq!(now, HASHES, "rules_hashes.txt says more than there is, or in another order");
}

/// Hashes of the catalogue's games with something of theirs changed.
fn changed(change: impl Fn(Game) -> Game) -> Vec<(String, String)> {
    CATALOGUE.iter().map(|&game| (game.rules_hash().to_string(), change(*game).rules_hash().to_string())).collect()
}

#[test]
fn names_citations_and_explanations_are_no_rules() {
    let renamed = |game| Game { id: "renamed", name: "Renamed", making_cite: "§99", division_cite: "§99", ..game };
    let retold = |game: Game| {
        let retell = |step: &Step| Step { cite: "§99", notes: &[("Said otherwise.", "§99")], ..*step };
        Game { steps: Vec::leak(game.steps.iter().map(retell).collect()), ..game }
    };
    for (before, after) in changed(renamed).into_iter().chain(changed(retold)) {
        assert_eq!(before, after);
    }
}

#[test]
fn every_step_and_every_way_to_win_is_a_rule() {
    let without_last = |game: Game| Game { steps: &game.steps[..game.steps.len() - 1], ..game };
    let one_more = |game: Game| {
        let burn = Step { verb: Verb::Burn, cite: "", notes: &[] };
        Game { steps: Vec::leak(game.steps.iter().copied().chain([burn]).collect()), ..game }
    };
    let made_otherwise = |game: Game| {
        let making = if game.making == Making::AllHeld { Making::BestFive } else { Making::AllHeld };
        Game { making, ..game }
    };
    let divided_otherwise = |game: Game| {
        let low = Division::Low(LowKind::DeuceToSeven);
        Game { division: if game.division == low { Division::High } else { low }, ..game }
    };
    let all = [changed(without_last), changed(one_more), changed(made_otherwise), changed(divided_otherwise)];
    for (before, after) in all.concat() {
        assert_ne!(before, after);
    }
}
