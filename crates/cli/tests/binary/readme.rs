//! The examples in the README and the pages of `docs/` are what the program really prints, and their links lead somewhere.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::folder::Folder;
use crate::run::cardroom;

/// Each `$ cardroom ...` in a console block, with the lines that follow it.
fn examples(readme: &str) -> Vec<(&str, String)> {
    let mut examples: Vec<(&str, String)> = Vec::new();
    let mut in_console = false;
    for line in readme.lines() {
        if line.starts_with("```") {
            in_console = line == "```console";
        } else if in_console {
            match (line.strip_prefix("$ cardroom "), examples.last_mut()) {
                (Some(arguments), _) => examples.push((arguments, String::new())),
                (None, Some((_, printed))) => *printed += &format!("{line}\n"),
                (None, None) => panic!("a console block begins with a command, not {line:?}"),
            }
        }
    }
    examples
}

/// Cuts a command line as a shell would, as far as the README needs it: at spaces outside double quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for (place, part) in line.split('"').enumerate() {
        let pieces = if place % 2 == 0 { part.split(' ').collect() } else { vec![part] };
        for (more, piece) in pieces.iter().enumerate() {
            if more > 0 {
                words.push(String::new());
            }
            words.last_mut().expect("never empty").push_str(piece);
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn the_pages_show_what_the_program_prints() {
    let pages = [
        ("README.md", include_str!("../../../../README.md"), 0),
        ("docs/research.md", include_str!("../../../../docs/research.md"), 6),
        ("docs/internal-controls.md", include_str!("../../../../docs/internal-controls.md"), 1),
    ];
    for (page, text, fewest) in pages {
        let examples = examples(text);
        assert!(examples.len() >= fewest, "{page} lost its examples");
        for (line, printed) in examples {
            let output =
                Command::new(env!("CARGO_BIN_EXE_cardroom")).args(words(line)).output().expect("the binary was built");
            let said = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
            assert_eq!(said, printed, "{page}: cardroom {line}");
        }
    }
}

/// What bots do follows from the seed, so the page shows how they play now and not how they once did.
#[test]
fn the_page_for_researchers_shows_how_bots_play() {
    let page = include_str!("../../../../docs/research.md");
    let shown = |text: &str| assert!(page.contains(text), "docs/research.md doesn't show\n{text}");
    let bots = ["--bots", "strong,solid,beginner,random", "--hands", "2000", "--seed", "1"];
    let report = cardroom(&[&["simulate", "--game", "holdout"][..], &bots].concat());
    // How long it took comes last.
    let (report, counted) = report.trim_end().rsplit_once("\n\n").expect("paragraphs");
    shown(report);
    shown(counted.split(" in ").next().expect("how many actions"));

    let folder = Folder::new("readme");
    let records = folder.path().join("hands.phhs");
    let records = records.to_str().expect("a plain path");
    let bots = ["--bots", "strong,solid,beginner", "--hands", "300", "--seed", "1", "--records", records];
    cardroom(&[&["simulate", "--game", "holdem"][..], &bots].concat());
    let figures = cardroom(&["replay", "--check", "--stats", records]);
    let (figures, counted) = figures.split_once("\n\n").expect("paragraphs");
    shown(figures);
    shown(counted.split(';').next().expect("how many hands"));
    let converted = cardroom(&["convert", records, "--to", "pokerstars"]);
    shown(&converted.lines().take(4).map(|line| format!("{line}\n")).collect::<String>());
}

/// Where the links of a page lead, within this tree: `[text](target)` and `src="target"`.
fn links(page: &str) -> Vec<&str> {
    let in_brackets = page.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let in_quotes = page.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let targets = in_brackets.chain(in_quotes).filter(|target| !target.contains(':'));
    targets.filter_map(|target| target.split('#').next()).filter(|target| !target.is_empty()).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages = |folder: &Path| -> Vec<PathBuf> {
        let files = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
        files.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
    };
    let pages = ["", "docs", "examples"].map(|folder| pages(&root.join(folder))).concat();
    assert!(pages.len() > 15, "{pages:?}");
    for page in pages {
        for link in links(&fs::read_to_string(&page).expect("text")) {
            let target = page.parent().expect("a folder").join(link);
            assert!(target.exists(), "{} links to {link}, which isn't there", page.display());
        }
    }
}
