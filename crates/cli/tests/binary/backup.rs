//! A real room is opened, copied while people are in it, filled again elsewhere, and moved to PostgreSQL and back; and
//! what can go wrong with that is refused in words.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use crate::run::{cardroom, refused};
use crate::stored::Folder;
use crate::stored::postgres::Postgres;

/// A server of its own.
struct Serving {
    child: Child,
    out: BufReader<ChildStdout>,
    address: String,
}

impl Serving {
    fn start(flags: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardroom"))
            .args(["serve", "--listen", "127.0.0.1:0", "--set", "log=error"])
            .args(flags)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary was built");
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut said = String::new();
        out.read_line(&mut said).expect("text");
        assert!(said.starts_with("The card room is open"), "{said:?}");
        let address = said.split_whitespace().next_back().expect("an address").to_owned();
        Self { child, out, address }
    }

    /// The last word of the next line that it says.
    fn next_word(&mut self) -> String {
        let mut said = String::new();
        self.out.read_line(&mut said).expect("text");
        said.split_whitespace().next_back().expect("a word").to_owned()
    }

    /// As an operator stops it.
    fn stop(mut self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("kill").success());
        assert!(self.child.wait().expect("it ends").success());
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

fn bring_keys(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for key in ["sealing.key", "signing.key"] {
        fs::copy(from.join(key), to.join(key)).expect("a key");
    }
}

/// A folder with a room in it that was open for a moment.
fn furnished(folder: &Folder) -> PathBuf {
    let data = folder.path().join("data");
    Serving::start(&["--data", text(&data)]).stop();
    data
}

#[test]
fn a_room_is_copied_while_it_is_open_and_filled_elsewhere() {
    let folder = Folder::on_disk();
    let (data, copy) = (folder.path().join("data"), folder.path().join("room.backup"));
    let (data, copy) = (text(&data), text(&copy));
    let serving = Serving::start(&["--data", data]);
    let said = cardroom(&["backup", copy, "--data", data]);
    assert!(said.contains("rows") && said.contains("sealing.key") && said.contains("signing.key"), "{said}");
    assert!(refused(&["backup", copy, "--data", data]).contains("is there already"));

    // Neither from under a server nor into one.
    let elsewhere = folder.path().join("elsewhere.db");
    let database = format!("{data}/cardroom.db");
    let said = refused(&["move", "--from", &database, "--to", text(&elsewhere), "--data", data]);
    assert!(said.contains("has it open"), "{said}");
    let said = refused(&["restore", copy, "--data", data]);
    assert!(said.contains("has it open"), "{said}");
    serving.stop();
    let said = refused(&["restore", copy, "--data", data]);
    assert!(said.contains("only an empty room"), "{said}");

    // Without the key, with another, and with the right one.
    let new = folder.path().join("new");
    let said = refused(&["restore", copy, "--data", text(&new)]);
    assert!(said.contains("sealing key is not there") && said.contains("--data"), "{said}");
    bring_keys(Path::new(data), &new);
    fs::write(new.join("sealing.key"), [7; 32]).expect("a key");
    let said = refused(&["restore", copy, "--data", text(&new)]);
    assert!(said.contains("sealed under another key"), "{said}");
    bring_keys(Path::new(data), &new);
    fs::remove_file(new.join("cardroom.db")).expect("an empty room under the other key");
    let rows =
        |json: &str| serde_json::from_str::<serde_json::Value>(json).expect("one JSON document")["rows"].as_u64();
    let filled = rows(&cardroom(&["restore", copy, "--data", text(&new), "--json"]));
    assert!(filled > Some(10), "{filled:?}");

    // A copy of it has as much in it, and it opens.
    let again = folder.path().join("again.backup");
    assert_eq!(rows(&cardroom(&["backup", text(&again), "--data", text(&new), "--json"])), filled);
    Serving::start(&["--data", text(&new)]).stop();
}

#[test]
fn what_is_no_room_or_no_backup_is_refused() {
    let folder = Folder::on_disk();
    let data = furnished(&folder);
    let at = |name: &str| text(&folder.path().join(name)).to_owned();
    let said = refused(&["backup", &at("a.backup"), "--data", text(&data), "--database", &at("nothing.db")]);
    assert!(said.contains("no room"), "{said}");
    assert!(!Path::new(&at("nothing.db")).exists() && !Path::new(&at("a.backup")).exists());
    let said = refused(&["backup", &at("no/folder/a.backup"), "--data", text(&data)]);
    assert!(said.contains("No such file"), "{said}");
    assert!(refused(&["restore", &at("a.backup"), "--data", text(&data)]).contains("No such file"));

    cardroom(&["backup", &at("whole.backup"), "--data", text(&data)]);
    let whole = fs::read(at("whole.backup")).expect("a file");
    let empty = folder.path().join("empty");
    bring_keys(&data, &empty);
    // Wherever it is changed: in a length, a number, a name, a digest.
    let changed = (1..12).map(|part| {
        let mut bad = whole.clone();
        bad[whole.len() * part / 12] ^= 1;
        bad
    });
    let others = [whole[..whole.len() - 1].to_vec(), b"a letter to my aunt".to_vec()];
    for bytes in changed.chain(others) {
        fs::write(at("bad.backup"), bytes).expect("a file");
        let said = refused(&["restore", &at("bad.backup"), "--data", text(&empty)]);
        assert!(said.contains("the backup"), "{said}");
    }
    // Nothing of them is there: the whole one still fits.
    cardroom(&["restore", &at("whole.backup"), "--data", text(&empty)]);
}

#[test]
fn a_room_moves_to_postgres_and_back() {
    let folder = Folder::on_disk();
    let data = furnished(&folder);
    let database = format!("{}/cardroom.db", text(&data));
    let server = Postgres::start();
    let address = server.new_database("moved");
    let said = refused(&["move", "--from", &address, "--to", &database, "--data", text(&data)]);
    assert!(said.contains("no room"), "{said}");
    let said = cardroom(&["move", "--from", &database, "--to", &address, "--data", text(&data)]);
    assert!(said.contains("The room is in postgres://"), "{said}");
    let said = refused(&["move", "--from", &database, "--to", &address, "--data", text(&data)]);
    assert!(said.contains("only an empty room"), "{said}");
    assert!(refused(&["move", "--from", &address, "--to", &address]).contains("the same database"));

    let serving = Serving::start(&["--data", text(&data), "--database", &address]);
    let back = text(&folder.path().join("back.db")).to_owned();
    let said = refused(&["move", "--from", &address, "--to", &back, "--data", text(&data)]);
    assert!(said.contains("has it open"), "{said}");
    serving.stop();
    cardroom(&["move", "--from", &address, "--to", &back, "--data", text(&data)]);
    Serving::start(&["--data", text(&data), "--database", &back]).stop();
    assert!(!data.join("moving.backup").exists());
}

/// Chips that come from nowhere: the running room sees it by itself, and says so to whoever asks.
#[test]
fn chips_that_do_not_add_up_are_told_of() {
    let folder = Folder::on_disk();
    let data = folder.path().join("data");
    let audit = |serving: &mut Serving| {
        let door = serving.next_word();
        Command::new(env!("CARGO_BIN_EXE_cardroom"))
            .args(["operate", "audit", "--at", &door])
            .output()
            .expect("it runs")
    };
    let start = || Serving::start(&["--data", text(&data), "--operator-listen", "127.0.0.1:0"]);
    let mut serving = start();
    let said = audit(&mut serving);
    assert!(said.status.success() && said.stdout.starts_with(b"The ledger adds up."), "{said:?}");
    serving.stop();
    let runtime = tokio::runtime::Runtime::new().expect("threads");
    let rows = runtime.block_on(async {
        let address = format!("sqlite://{}/cardroom.db", text(&data));
        let pool = sqlx::SqlitePool::connect(&address).await.expect("a room");
        let sql = "UPDATE ledger_accounts SET balance = balance - 7 WHERE account = 'house'";
        let done = sqlx::query(sql).execute(&pool).await.expect("a row");
        pool.close().await;
        done.rows_affected()
    });
    assert_eq!(rows, 1);
    let mut serving = start();
    let said = audit(&mut serving);
    let (out, wrong) = (String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
    assert_eq!(said.status.code(), Some(1), "{out}{wrong}");
    assert!(
        out.starts_with("wrong: house holds -") && wrong.contains("the ledger doesn't add up: house holds"),
        "{out}{wrong}"
    );
    assert!(!out.contains("adds up"), "{out}");
    let gauge = || {
        let said =
            ureq::get(format!("{}/metrics", serving.address)).call().expect("an answer").body_mut().read_to_string();
        said.expect("text").lines().find(|line| line.starts_with("cardroom_ledger_adds_up ")).map(str::to_owned)
    };
    // It is added up in the background, after the room has opened.
    let told =
        std::iter::repeat_with(gauge).inspect(|_| std::thread::sleep(Duration::from_millis(20))).flatten().next();
    assert_eq!(told.as_deref(), Some("cardroom_ledger_adds_up 0"));
    serving.stop();
}

/// A database that doesn't answer keeps nobody from stopping the program.
#[test]
fn a_room_that_is_still_opening_can_be_stopped() {
    let folder = Folder::on_disk();
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let database = format!("postgres://nobody@{}/cards", silent.local_addr().expect("an address"));
    for signal in ["-TERM", "-INT"] {
        let child = Command::new(env!("CARGO_BIN_EXE_cardroom"))
            .args(["serve", "--listen", "127.0.0.1:0", "--data", text(folder.path()), "--database", &database])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary was built");
        // It has come this far, and listens to signals already.
        let _asking = silent.accept().expect("it asks");
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill").success());
        let said = child.wait_with_output().expect("it ends");
        assert!(said.status.success() && said.stdout.starts_with(b"The card room is closed"), "{signal}: {said:?}");
    }
}
