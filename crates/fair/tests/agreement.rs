//! The Rust verifier and the Python one, which share no code, say the same of thousands of hands, and both reject
//! every change to a single field.

#![allow(clippy::print_stderr, reason = "a test says what it could not compare, and its seed")]

mod hands;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use cardroom_fair::{Error, Known, ProofFile, verify};
use hands::{Chance, Kind, hand};
use serde_json::{Value, json};

/// One line for each text: `ok`, the names of the failed checks, `malformed` or `not-a-proof`.
fn rust_says(text: &str) -> String {
    match ProofFile::read(text) {
        Ok(file) => {
            let report = verify(&file.proof, file.record.as_bytes(), &Known::default());
            let failed: Vec<_> = report.checks.iter().filter(|check| !check.ok).map(|check| check.name).collect();
            if report.ok { "ok".to_owned() } else { failed.join(" ") }
        }
        Err(Error::Malformed(_)) => "malformed".to_owned(),
        Err(_) => "not-a-proof".to_owned(),
    }
}

/// What the Python verifier says of all texts, in one process; `None` where there is no Python.
fn python_says(texts: &[String]) -> Option<Vec<String>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/verify.py");
    let mut child = match Command::new("python3")
        .args(["-B".as_ref(), script.as_os_str(), "--batch".as_ref()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
    {
        Ok(child) => child,
        Err(error) => {
            eprintln!("NOT COMPARED with tools/verify.py: python3 can't be run ({error})");
            return None;
        }
    };
    let mut input = child.stdin.take().unwrap();
    let output = std::thread::scope(|scope| {
        scope.spawn(move || {
            for text in texts {
                writeln!(input, "{text}").unwrap();
            }
        });
        child.wait_with_output().unwrap()
    });
    assert!(output.status.success());
    Some(String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect())
}

fn compare(texts: &[String], expect: impl Fn(usize, &str) -> bool) {
    let python = python_says(texts);
    for (n, text) in texts.iter().enumerate() {
        let rust = rust_says(text);
        assert!(expect(n, &rust), "number {n}: {rust}\n{text}");
        if let Some(python) = &python {
            assert_eq!(python[n], rust, "number {n}: Python left, Rust right\n{text}");
        }
    }
}

fn kind(chance: &mut Chance) -> Kind {
    [Kind::Public, Kind::Private, Kind::Private, Kind::Burned, Kind::Void, Kind::VoidDealt][chance.below(6)]
}

/// The seed and how many times as many hands: fixed, but with `SOAK=n` fresh (or `SEED`) and n / 10 times as many.
fn size() -> (u64, u64) {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let fresh_seed = || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos() as u64;
    match number("SOAK") {
        None => (1, 1),
        Some(times) => (number("SEED").unwrap_or_else(fresh_seed), (times / 10).max(1)),
    }
}

#[test]
fn soak_both_verifiers_agree_on_thousands_of_hands_and_a_change_to_each() {
    let (seed, times) = size();
    eprintln!("seed {seed}");
    let mut chance = Chance::new(seed);
    let mut texts = Vec::new();
    for _ in 0..2000 * times {
        let kind = kind(&mut chance);
        let reshuffles = chance.below(20) == 0;
        let file = serde_json::to_value(hand(&mut chance, kind, reshuffles)).unwrap();
        let changed = changes(&file, &mut chance);
        texts.push(file.to_string());
        let mut pick = || {
            let (path, value) = &changed[chance.below(changed.len())];
            with(&file, path, value).to_string()
        };
        // Most changes spoil the form already; look for one that doesn't, which the checks have to find.
        let change = (0..8).map(|_| pick()).find(|text| ProofFile::read(text).is_ok());
        texts.push(change.unwrap_or_else(pick));
    }
    compare(&texts, |n, says| (says == "ok") == (n % 2 == 0));
}

#[test]
fn both_verifiers_reject_every_change_to_a_single_field() {
    let mut chance = Chance::new(2);
    for kind in [Kind::Public, Kind::Private, Kind::Burned, Kind::Void, Kind::VoidDealt] {
        for reshuffles in [false, true] {
            let file = serde_json::to_value(hand(&mut chance, kind, reshuffles)).unwrap();
            let changed = changes(&file, &mut chance);
            assert!(changed.len() > 100, "{}", changed.len());
            let texts: Vec<_> = changed.iter().map(|(path, value)| with(&file, path, value).to_string()).collect();
            compare(&texts, |n, says| {
                assert_ne!(says, "ok", "{kind:?}, reshuffles {reshuffles}: changing {} went unnoticed", changed[n].0);
                true
            });
        }
    }
}

#[test]
fn both_verifiers_know_what_is_no_proof_at_all() {
    let text = serde_json::to_string(&hand(&mut Chance::new(3), Kind::Private, false)).unwrap();
    let mut texts: Vec<_> = (0..text.len()).step_by(97).map(|end| text.get(..end).unwrap_or("").to_owned()).collect();
    texts.extend(
        ["{}", "[]", "7", "null", "\"CRP-1\"", "variant = 'NT'", "{\"proof\":{}}", "{\"proof\":[]}"].map(str::to_owned),
    );
    texts.push(text.replacen("CRP-1", "CRP-2", 1));
    texts.push(format!("{text}{{}}"));
    texts.push("[".repeat(100_000));
    compare(&texts, |_, says| says == "not-a-proof");
    let doubled = text.replacen("\"scheme\":\"CRP-1\"", "\"scheme\":\"CRP-1\",\"scheme\":\"CRP-1\"", 1);
    let spaced = text.replacen(':', " :  ", 7);
    compare(&[doubled, spaced], |n, says| says == ["malformed", "ok"][n]);
}

fn with(file: &Value, path: &str, value: &Value) -> Value {
    let mut changed = file.clone();
    *changed.pointer_mut(path).unwrap() = value.clone();
    changed
}

/// Every change of one field, with the field's path: each value changed in several ways, each field left out, an
/// unknown one added, each list's items doubled, dropped and swapped. One kind of change is not tampering and is left out:
/// `own`, or a card of it, may go, which makes a private proof public.
fn changes(file: &Value, chance: &mut Chance) -> Vec<(String, Value)> {
    let mut paths = Vec::new();
    collect_paths(file, String::new(), &mut paths);
    let mut changed = Vec::new();
    for path in paths {
        let change = |value: Value| (path.clone(), value);
        match file.pointer(&path).unwrap() {
            Value::Object(fields) => {
                let mut more = fields.clone();
                more.insert("note".to_owned(), json!("unknown"));
                changed.push(change(more.into()));
                for name in fields.keys().filter(|name| *name != "own") {
                    let mut fewer = fields.clone();
                    fewer.remove(name);
                    changed.push(change(fewer.into()));
                }
            }
            Value::Array(items) if !items.is_empty() => {
                let n = chance.below(items.len());
                changed.push(change([&items[..=n], &items[n..]].concat().into()));
                if !path.ends_with("/own") {
                    changed.push(change([&items[..n], &items[n + 1..]].concat().into()));
                }
                if items.len() > 1 {
                    let mut swapped = items.clone();
                    swapped.swap(n, (n + 1) % items.len());
                    changed.push(change(swapped.into()));
                }
            }
            Value::Array(_) => changed.push(change(json!([null]))),
            value => changed.extend(other_values(value, chance).into_iter().map(change)),
        }
    }
    changed
}

fn collect_paths(value: &Value, path: String, paths: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, inner)| collect_paths(inner, format!("{path}/{name}"), paths));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, inner)| collect_paths(inner, format!("{path}/{n}"), paths));
        }
        _ => {}
    }
    paths.push(path);
}

fn other_values(value: &Value, chance: &mut Chance) -> Vec<Value> {
    let mut others = vec![json!({}), json!([])];
    if !value.is_null() {
        others.push(Value::Null);
    }
    match value {
        Value::Null => others.push(json!(hex::encode(chance.bytes::<32>()))),
        Value::Bool(flag) => others.push(json!(!flag)),
        Value::Number(number) => {
            let number = number.as_u64().unwrap();
            others.extend([
                json!(number + 1),
                json!(number ^ 2),
                json!(number + 256),
                json!(number as f64),
                json!(number.to_string()),
            ]);
        }
        Value::String(text) => {
            others.push(json!(format!("{text} ")));
            others.push(json!(format!("0{text}")));
            if !text.is_empty() {
                others.push(json!(""));
            }
            if text.chars().any(char::is_lowercase) {
                others.push(json!(text.to_uppercase()));
            }
            if text.bytes().all(|byte| byte.is_ascii_hexdigit()) && !text.is_empty() {
                let mut digits = text.clone().into_bytes();
                let n = chance.below(digits.len());
                digits[n] = if digits[n] == b'1' { b'2' } else { b'1' };
                others.push(json!(String::from_utf8(digits).unwrap()));
            }
            if let Ok(card) = text.parse::<cardroom_cards::Card>() {
                let other = cardroom_cards::Card::from_index((card.index() + 1 + chance.below(51) as u8) % 52).unwrap();
                others.push(json!(other.to_string()));
            }
        }
        Value::Array(_) | Value::Object(_) => {}
    }
    others
}
