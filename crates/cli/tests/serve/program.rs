//! The real program, as a process of its own.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use serde_json::Value;

use crate::support::request;

/// `cardroom serve`, running.
pub(crate) struct Program {
    child: Child,
    said: BufReader<ChildStdout>,
    pub(crate) address: SocketAddr,
    pub(crate) operator: SocketAddr,
}

impl Program {
    /// Starts it on this data folder, and waits until it is open.
    pub(crate) fn start(data: &Path) -> Self {
        Self::start_with(data, &["log=error"], Stdio::inherit())
    }

    /// Starts it with further settings, and its log lines somewhere.
    pub(crate) fn start_with(data: &Path, settings: &[&str], log: Stdio) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
        command.arg("serve").arg("--data").arg(data);
        command.args(["--listen", "127.0.0.1:0", "--operator-listen", "127.0.0.1:0"]);
        for setting in [
            "bots_think=false",
            "pause_seconds=0",
            "connections_per_address=1000",
            "sockets_per_address=1000",
            "guests_per_minute=1000",
            "requests_per_second=10000",
            "requests_burst=10000",
            "messages_per_second=10000",
            "messages_burst=10000",
            "tables_per_account=20",
            "tables_per_address=1000",
            "house_tournaments=false",
        ]
        .iter()
        .chain(settings)
        {
            command.args(["--set", setting]);
        }
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().expect("the program starts");
        let mut said = BufReader::new(child.stdout.take().expect("it speaks"));
        let address = read_address(&mut said);
        let operator = read_address(&mut said);
        Self { child, said, address, operator }
    }

    /// Kills it; it gets no chance to do anything.
    pub(crate) fn kill(&mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is gone");
    }

    /// SIGTERM, as a service manager sends it.
    pub(crate) fn ask_to_stop(&self) {
        let told = Command::new("kill").arg("-TERM").arg(self.child.id().to_string()).status();
        assert!(told.expect("kill can be run").success());
    }

    /// Reads that it is closing: who tells it again now is heard.
    pub(crate) fn says_that_it_closes(&mut self) {
        let mut line = String::new();
        self.said.read_line(&mut line).expect("it says so");
        assert!(line.starts_with("Closing: "), "{line}");
    }

    /// Waits until it has stopped by itself, content.
    pub(crate) fn has_stopped(&mut self) {
        let status = self.child.wait().expect("it stops");
        let mut last = String::new();
        self.said.read_to_string(&mut last).expect("its last words");
        assert!(status.success(), "{status}: {last}");
        assert!(last.contains("everything is kept"), "{last}");
    }

    /// What it takes of memory, in KiB.
    pub(crate) fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("its size");
        line.split_whitespace().nth(1).and_then(|size| size.parse().ok()).expect("a size")
    }

    /// How many hands it has dealt to the end since it was started.
    pub(crate) async fn hands(&self) -> u64 {
        let (status, _, metrics) = request(self.address, "GET", "/metrics", &[], "").await;
        assert_eq!(status, 200, "{metrics}");
        let hands = metrics.lines().filter(|line| line.starts_with("cardroom_hands_total"));
        hands.filter_map(|line| line.rsplit_once(' ')?.1.parse::<u64>().ok()).sum()
    }

    /// The ledger adds up: every entry, every balance, every chip.
    pub(crate) async fn audit(&self) -> Value {
        let (status, _, audit) = request(self.operator, "GET", "/audit", &[], "").await;
        assert_eq!(status, 200, "{audit}");
        serde_json::from_str(&audit).expect("a report")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_address(said: &mut BufReader<ChildStdout>) -> SocketAddr {
    let mut line = String::new();
    said.read_line(&mut line).expect("it says where it is");
    let (_, address) = line.trim().rsplit_once("http://").unwrap_or_else(|| panic!("no address in {line:?}"));
    address.parse().expect("an address")
}
