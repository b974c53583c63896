//! The server as a process of its own, so that what it uses can be told from what its clients use.

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use cardroom_server::{Config, Server};

/// The server's process; it ends with this.
pub(crate) struct Child {
    process: std::process::Child,
    pub(crate) address: SocketAddr,
    folder: PathBuf,
}

impl Child {
    /// Starts this very program as a server on a fresh folder.
    pub(crate) fn start(kind: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("cardroom-load-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let mut command = Command::new(std::env::current_exe().unwrap());
        let mut process = command.arg(kind).arg(&folder).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Self { process, address: line.trim().parse().unwrap(), folder }
    }

    /// What it holds in memory, in bytes.
    pub(crate) fn memory(&self) -> usize {
        let text = std::fs::read_to_string(format!("/proc/{}/statm", self.process.id())).unwrap();
        text.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).unwrap() * 4096
    }

    /// The time for which it has kept processors busy.
    pub(crate) fn busy(&self) -> Duration {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id())).unwrap();
        let fields: Vec<&str> = text.rsplit(')').next().unwrap().split_whitespace().collect();
        let ticks: u64 = [11, 12].into_iter().filter_map(|at| fields.get(at)?.parse::<u64>().ok()).sum();
        Duration::from_millis(ticks * 10)
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// As [`serve`], the least that a server could do.
pub(crate) fn serve_loopback() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        println!("{}", listener.local_addr().unwrap());
        std::io::stdout().flush().unwrap();
        crate::loopback::serve(listener).await;
    });
}

/// What the child does: serves until it is killed. Limits that tell one address from another are lifted, since all
/// clients have the same one; everything else is as it is by default, but that hands follow each other at once.
pub(crate) fn serve(folder: &str) {
    let config = Config {
        listen: ([127, 0, 0, 1], 0).into(),
        data: folder.into(),
        house_tables: false,
        house_tournaments: false,
        pause_seconds: 0.0,
        connections_per_address: usize::MAX,
        sockets_per_address: usize::MAX,
        guests_per_minute: 1_000_000,
        requests_per_second: 1_000_000,
        requests_burst: 1_000_000,
        messages_per_second: 10_000,
        messages_burst: 10_000,
        tables_per_account: 10_000,
        // Nobody acts before all are seated.
        clock_seconds: 600,
        log: "error".into(),
        ..Config::default()
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let server = Server::open(config).await.unwrap();
        println!("{}", server.address());
        std::io::stdout().flush().unwrap();
        server.run_until(std::future::pending()).await;
    });
}
