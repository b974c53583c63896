//! The examples in the README and the pages of `docs/` are what the program really prints, and their links lead somewhere.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

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
