//! Durable before acknowledged, watched at the system calls; and a disk that fails, full or broken, under load.
//!
//! A kill alone can't show this: what a killed process had written stays in the kernel's memory. Strace sees whether
//! it was told to the disk, and can make a system call fail.

use std::fs;
use std::path::Path;

use cardroom_store::{SealingKey, Step, Store};

use crate::support::Folder;
use crate::support::child::{Acknowledged, Role, Running, TABLES, play};
use crate::support::rig::{Rig, patient};

/// A child under strace, with what is to be traced or injected.
fn traced(test: &str, rig: &Rig, trace: &Path, commands: u64, tables: u64, words: &[&str]) -> Running {
    traced_until(None, test, rig, trace, commands, tables, words)
}

/// The same, and it stops at a step of the writer.
fn traced_until(
    stop: Option<(Step, u64)>,
    test: &str,
    rig: &Rig,
    trace: &Path,
    commands: u64,
    tables: u64,
    words: &[&str],
) -> Running {
    let role = Role { address: rig.address.clone(), seed: 7, stop, commands, tables };
    let installed = std::process::Command::new("strace").arg("-V").output();
    assert!(installed.is_ok(), "strace is not installed: `apt install strace`, or `make test`, which does so");
    let mut before = vec!["strace", "-f", "-y", "-s", "64", "-o", trace.to_str().unwrap()];
    before.extend(words);
    // Strace that is killed would leave the child running.
    before.extend(["setpriv", "--pdeathsig=KILL", "--"]);
    role.start(test, &before)
}

/// What the trace says, in order: writes to the write-ahead log, syncs of it that returned, and acknowledgements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    Wrote,
    Synced,
    Acknowledged(u64),
}

fn calls(trace: &Path) -> Vec<Call> {
    let mut calls = Vec::new();
    let mut syncing = std::collections::HashSet::new();
    for line in fs::read_to_string(trace).unwrap().lines() {
        let process = line.split_whitespace().next().unwrap().to_owned();
        let sync = line.contains("fsync(") || line.contains("fdatasync(");
        if line.contains("pwrite64(") && line.contains("-wal>") {
            calls.push(Call::Wrote);
        } else if sync && line.contains("-wal>") && line.contains("<unfinished") {
            syncing.insert(process);
        } else if (sync && line.contains("-wal>") && line.ends_with("= 0"))
            || (line.contains("sync resumed>") && line.ends_with("= 0") && syncing.remove(&process))
        {
            calls.push(Call::Synced);
        } else if let (true, Some(place)) = (line.contains(" write(1<"), line.find("\"ack ")) {
            let table = line[place + 5..].split(' ').next().unwrap().parse().unwrap();
            calls.push(Call::Acknowledged(table));
        }
    }
    calls
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sync_precedes_every_acknowledgement() {
    const NAME: &str = "durable::a_sync_precedes_every_acknowledgement";
    if let Some(role) = Role::of_this_process() {
        return play(role).await;
    }
    let folder = Folder::on_disk();
    for tables in [1, TABLES] {
        let (rig, trace) = (Rig::sqlite(), folder.path().join(format!("trace-{tables}")));
        let commands = 40 * tables;
        let mut child = traced(NAME, &rig, &trace, commands, tables, &["-e", "trace=write,pwrite64,fsync,fdatasync"]);
        while let Some(line) = child.line() {
            assert!(!line.ends_with("away"));
        }
        assert!(child.child.wait().unwrap().success());
        let calls = calls(&trace);
        // For each table: since its last acknowledgement, something was written and then synced.
        #[derive(Clone, Copy, PartialEq, Eq)]
        enum Since {
            Nothing,
            Wrote,
            Synced,
        }
        let mut since = vec![Since::Nothing; tables as usize];
        let (mut acknowledged, mut unsynced) = (0, false);
        for call in calls {
            match call {
                Call::Wrote => {
                    unsynced = true;
                    for state in since.iter_mut().filter(|state| **state == Since::Nothing) {
                        *state = Since::Wrote;
                    }
                }
                Call::Synced => {
                    unsynced = false;
                    for state in since.iter_mut().filter(|state| **state == Since::Wrote) {
                        *state = Since::Synced;
                    }
                }
                Call::Acknowledged(table) => {
                    acknowledged += 1;
                    let state = &mut since[table as usize];
                    assert!(*state == Since::Synced, "table {table} heard of what no sync had confirmed");
                    *state = Since::Nothing;
                    // With one table nothing else is written meanwhile: then there is nothing unsynced at all.
                    assert!(tables > 1 || !unsynced, "acknowledged with unsynced writes behind it");
                }
            }
        }
        assert_eq!(acknowledged, commands, "the trace shows every acknowledgement");
    }
}

/// To sync a file keeps what is in it, and to sync its folder that it is there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_and_a_key_keep_their_names_before_they_are_told() {
    const NAME: &str = "durable::a_backup_and_a_key_keep_their_names_before_they_are_told";
    let beside = |address: &str, name: &str| Path::new(address).with_file_name(name);
    if let Some(role) = Role::of_this_process() {
        let key = SealingKey::read_or_make(&beside(&role.address, "sealing.key")).unwrap();
        println!("told of the key");
        let store = Store::open(&role.address, key, patient()).await.unwrap();
        store.backup(&beside(&role.address, "room.backup")).await.unwrap();
        println!("told of the backup");
        return store.close().await;
    }
    let folder = Folder::on_disk();
    let (rig, trace) = (Rig::sqlite(), folder.path().join("trace"));
    let words = ["-e", "trace=write,fsync,?rename,?renameat,?renameat2,?link,linkat"];
    let mut child = traced(NAME, &rig, &trace, 0, 0, &words);
    while child.line().is_some() {}
    assert!(child.child.wait().unwrap().success());
    let text = fs::read_to_string(&trace).unwrap();
    let room = format!("<{}>", beside(&rig.address, "").display()).replace("/>", ">");
    let mut lines = text.lines();
    for (call, of) in [
        ("fsync(", "/sealing.draft-"),
        ("link", "/sealing.key\""),
        ("fsync(", &room),
        ("write(1<", "\"told of the key"),
        ("fsync(", "/room.backup.partial>"),
        ("rename", "/room.backup\""),
        ("fsync(", &room),
        ("write(1<", "\"told of the backup"),
    ] {
        assert!(lines.any(|line| line.contains(call) && line.contains(of)), "{call} {of} is not next in\n{text}");
    }
}

/// A file system may not know how to sync a folder: that is no reason to fail, and none to keep it quiet.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_whose_name_cannot_be_synced_says_so() {
    const NAME: &str = "durable::a_backup_whose_name_cannot_be_synced_says_so";
    if let Some(role) = Role::of_this_process() {
        let store = Store::open(&role.address, SealingKey::fresh(), patient()).await.unwrap();
        let backed_up = store.backup(&Path::new(&role.address).with_file_name("room.backup")).await;
        println!("name synced: {:?}", backed_up.map(|backed_up| backed_up.name_synced).ok());
        return store.close().await;
    }
    let folder = Folder::on_disk();
    let trace = folder.path().join("trace");
    for (error, said) in [
        (None, "Some(true)"),
        (Some("EINVAL"), "Some(false)"),
        (Some("EOPNOTSUPP"), "Some(false)"),
        // A disk that fails is another matter: then there is no backup.
        (Some("EIO"), "None"),
    ] {
        let rig = Rig::sqlite();
        let room = Path::new(&rig.address).parent().unwrap();
        let inject = error.map(|error| format!("inject=fsync:error={error}"));
        let mut words = vec!["-P", room.to_str().unwrap(), "-e", "trace=fsync"];
        words.extend(inject.iter().flat_map(|inject| ["-e", inject]));
        let mut child = traced(NAME, &rig, &trace, 0, 0, &words);
        let mut lines = Vec::new();
        while let Some(line) = child.line() {
            lines.push(line);
        }
        assert!(child.child.wait().unwrap().success());
        let last = lines.iter().find_map(|line| line.split_once("name synced: ")).map(|(_, said)| said.trim());
        assert_eq!(last, Some(said), "{error:?}: {lines:?}");
        assert_eq!(room.join("room.backup").exists(), said != "None");
    }
}

/// Plays through trouble: everything is done in the end, and nothing twice. Where all tables write at once, on a busy machine,
/// a dozen commands share a commit: enough of them are asked for that trouble comes even so.
async fn plays_through(test: &str, inject: &str) {
    const COMMANDS: u64 = 1_200;
    let folder = Folder::on_disk();
    let (rig, trace) = (Rig::sqlite(), folder.path().join("trace"));
    let mut child =
        traced(test, &rig, &trace, COMMANDS, TABLES, &["-e", "trace=pwrite64,fsync,fdatasync", "-e", inject]);
    let (mut acknowledged, mut away, mut done) = (Acknowledged::default(), 0, false);
    while let Some(line) = child.line() {
        acknowledged.hear(&line);
        away += u64::from(line.ends_with("away"));
        done |= line.ends_with("done");
    }
    child.child.wait().unwrap();
    assert!(done, "the child didn't come through");
    assert!(away > 0, "nobody noticed any trouble");
    assert_eq!(acknowledged.commands, COMMANDS);
    acknowledged.check(&rig).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sync_that_fails_acknowledges_nothing() {
    if let Some(role) = Role::of_this_process() {
        return play(role).await;
    }
    plays_through("durable::a_sync_that_fails_acknowledges_nothing", "inject=fsync,fdatasync:error=EIO:when=40..47")
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_is_waited_for() {
    if let Some(role) = Role::of_this_process() {
        return play(role).await;
    }
    plays_through("durable::a_full_disk_is_waited_for", "inject=pwrite64:error=ENOSPC:when=900..1000").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broken_disk_is_waited_for() {
    if let Some(role) = Role::of_this_process() {
        return play(role).await;
    }
    plays_through("durable::a_broken_disk_is_waited_for", "inject=pwrite64:error=EIO:when=900..960").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_disk_that_stays_full_loses_nothing() {
    const NAME: &str = "durable::a_disk_that_stays_full_loses_nothing";
    if let Some(role) = Role::of_this_process() {
        return play(role).await;
    }
    let folder = Folder::on_disk();
    let (rig, trace) = (Rig::sqlite(), folder.path().join("trace"));
    let words = ["-e", "trace=pwrite64", "-e", "inject=pwrite64:error=ENOSPC:when=900+"];
    let mut child = traced(NAME, &rig, &trace, 10_000, TABLES, &words);
    let (mut acknowledged, mut away) = (Acknowledged::default(), 0);
    while away < 50 {
        let line = child.line().expect("the child ended by itself");
        away += u64::from(line.ends_with("away"));
        acknowledged.hear(&line);
    }
    let late = child.kill();
    assert!(acknowledged.commands > 0 && late.iter().all(|line| !line.contains("ack ")));
    acknowledged.check(&rig).await;
}

/// The step that no undisturbed writer comes to: a sync fails in a commit, and it is killed before it knows what became of
/// it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_while_it_looks_a_commit_up() {
    const NAME: &str = "durable::killed_while_it_looks_a_commit_up";
    if let Some(role) = Role::of_this_process() {
        return play(role).await;
    }
    let folder = Folder::on_disk();
    let (rig, trace) = (Rig::sqlite(), folder.path().join("trace"));
    let mut acknowledged = Acknowledged::default();
    for life in 0..5 {
        let stop = Some((Step::LookedUp, life % 3));
        let inject = format!("inject=fsync,fdatasync:error=EIO:when={}..90", 40 + life);
        let words = ["-e", "trace=fsync,fdatasync", "-e", &inject];
        let mut child = traced_until(stop, NAME, &rig, &trace, u64::MAX, TABLES, &words);
        loop {
            let line = child.line().expect("the child ended by itself");
            acknowledged.hear(&line);
            if line.ends_with("stopped") {
                break;
            }
        }
        for line in child.kill() {
            acknowledged.hear(&line);
        }
        acknowledged.check(&rig).await;
    }
    assert!(acknowledged.commands > 0);
}
