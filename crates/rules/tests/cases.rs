//! Every rule of the sources, shown by a case that is named after it. The cases are data: see `cases/README.md`.

mod script;

use std::collections::BTreeSet;

use cardroom_rules::CATALOGUE;

/// One test for each file of cases.
macro_rules! files {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                script::check(concat!("crates/rules/tests/cases/", stringify!($name), ".txt"), text(stringify!($name)));
            }
        )*

        const FILES: &[(&str, &str)] =
            &[$((stringify!($name), include_str!(concat!("cases/", stringify!($name), ".txt")))),*];
    };
}

files! { betting draw gld hands holdout holdout22 pots showdown table }

fn text(name: &str) -> &'static str {
    FILES.iter().find(|(file, _)| *file == name).map_or("", |(_, text)| text)
}

#[test]
fn every_file_of_cases_is_played() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let found: BTreeSet<String> = names.filter_map(|name| name.strip_suffix(".txt").map(str::to_owned)).collect();
    let played: BTreeSet<String> = FILES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(found, played);
}

/// Every numbered rule of every source, and the rules of WSOP, TDA and WAC that are followed where they are silent.
const RULES: &[(&str, &[&str])] = &[
    (
        "WSGC-2018",
        &[
            "§1", "§2", "§3", "§4", "§5", "§5a", "§5b", "§5c", "§5d", "§6", "§7", "§8", "§9", "§10", "§11", "§12",
            "§13", "§14", "§15", "§15a", "§15b", "§15c",
        ],
    ),
    (
        "HOLDOUT-2+2",
        &[
            "§1", "§2", "§3", "§4", "§5", "§5A", "§5B", "§6", "§7", "§8", "§9", "§10", "§11", "§12", "§12A", "§12B",
            "§12C",
        ],
    ),
    ("APT", &["Five Card Draw", "Hand Rankings", "How it's Dealt", "Reshuffling", "Determining the Winner"]),
    (
        "GLD",
        &[
            "Number of Players",
            "§1",
            "§2",
            "§3",
            "§4",
            "§5",
            "§6",
            "§6 note",
            "§7",
            "§8",
            "§9",
            "§10",
            "§11",
            "§12",
            "§13",
            "§14",
            "§15",
            "§16",
            "Rank 1",
            "Rank 2",
            "Rank 3",
            "Rank 4",
            "Rank 5",
            "Rank 6",
            "Rank 7",
            "Rank 8",
            "Rank 9",
            "Rank 10",
            "Tie Hands",
            "All-In",
            "Split-Pot",
            "Tournament",
        ],
    ),
    ("WSOP", &["70", "72", "73", "85", "96"]),
    ("TDA", &["47A", "47B"]),
    ("WAC", &["230-15-055", "230-15-135"]),
];

#[test]
fn every_source_of_a_game_has_its_rules_listed() {
    for game in CATALOGUE {
        let source = game.source.short_name();
        let listed = RULES.iter().any(|(name, _)| *name == source);
        assert!(listed, "{}: the numbered rules of {source} are not in RULES", game.id);
    }
}

#[test]
fn every_numbered_rule_has_a_case() {
    let shown: BTreeSet<&str> = FILES
        .iter()
        .flat_map(|(_, text)| script::cases(text))
        .flat_map(|case| case.citations().collect::<Vec<_>>())
        .collect();
    let rules =
        RULES.iter().flat_map(|(source, numbers)| numbers.iter().map(move |number| format!("{source} {number}")));
    let missing: Vec<String> = rules.filter(|rule| !shown.contains(rule.as_str())).collect();
    assert!(missing.is_empty(), "no case shows {missing:?}");
}
