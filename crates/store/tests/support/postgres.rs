//! A PostgreSQL server for one test: made, started, restarted and removed by it.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::Folder;

/// A running server, reached through a socket in its folder.
pub struct Postgres {
    folder: Folder,
    server: Option<Child>,
}

impl Postgres {
    /// Makes a database cluster and starts its server.
    pub fn start() -> Self {
        let folder = Folder::for_everybody();
        if let Some((user, group)) = other_user() {
            chown(folder.path(), Some(user), Some(group)).unwrap();
        }
        let mut postgres = Self { folder, server: None };
        let made = postgres
            .command("initdb")
            .args(["--no-sync", "--auth=trust", "--encoding=UTF8", "--username=cardroom", "--pgdata"])
            .arg(postgres.data())
            .output()
            .unwrap_or_else(|error| panic!("initdb can't be run ({error}). {HOW_TO_INSTALL}"));
        assert!(made.status.success(), "initdb failed: {}", String::from_utf8_lossy(&made.stderr));
        postgres.resume();
        postgres
    }

    /// The address of a database that is made first.
    pub fn new_database(&self, name: &str) -> String {
        self.run_sql(&format!("CREATE DATABASE {name}"));
        self.address(name)
    }

    /// Has the server do something.
    pub fn run_sql(&self, sql: &str) {
        let made = self
            .command("psql")
            .args(["--quiet", "--username=cardroom", "--dbname=postgres", "--host"])
            .arg(self.folder.path())
            .arg("--command")
            .arg(sql)
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    }

    /// The address of a database.
    pub fn address(&self, name: &str) -> String {
        format!("postgres://cardroom@localhost/{name}?host={}", self.folder.path().display())
    }

    /// Ends the server at once, without letting it tidy up.
    pub fn kill(&mut self) {
        if let Some(mut server) = self.server.take() {
            // SIGQUIT is PostgreSQL's "immediate": its children drop everything, the next start recovers from the log.
            let quit = Command::new("kill").args(["-QUIT", &server.id().to_string()]).status().unwrap();
            assert!(quit.success());
            server.wait().unwrap();
        }
    }

    /// Starts the server again.
    pub fn resume(&mut self) {
        assert!(self.server.is_none());
        let log = fs::OpenOptions::new().create(true).append(true).open(self.log()).unwrap();
        let server = self
            .command("postgres")
            .arg("-D")
            .arg(self.data())
            .args(["-c", "listen_addresses=", "-c", "max_connections=60", "-k"])
            .arg(self.folder.path())
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .spawn()
            .unwrap_or_else(|error| panic!("PostgreSQL can't be started ({error}). {HOW_TO_INSTALL}"));
        self.server = Some(server);
        let started = Instant::now();
        while !self.is_ready() {
            let log = || fs::read_to_string(self.log()).unwrap_or_default();
            assert!(started.elapsed() < Duration::from_secs(120), "PostgreSQL doesn't start: {}", log());
            let ended = self.server.as_mut().unwrap().try_wait().unwrap();
            assert!(ended.is_none(), "PostgreSQL ended: {}", fs::read_to_string(self.log()).unwrap_or_default());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn is_ready(&self) -> bool {
        self.command("pg_isready").arg("--host").arg(self.folder.path()).output().unwrap().status.success()
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// A program of PostgreSQL's, as a user that it accepts, which ends when this thread does.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new("setpriv");
        if other_user().is_some() {
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
        }
        command.args(["--pdeathsig=QUIT", "--"]).arg(programs().join(program)).current_dir(self.folder.path());
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.kill();
    }
}

const HOW_TO_INSTALL: &str = "The tests need PostgreSQL's server programs: `apt install postgresql`, or `make test`, \
                              which does so";

/// Where the newest of the installed server's programs are.
fn programs() -> PathBuf {
    let mut versions = Vec::new();
    for folder in fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten() {
        let version = folder.file_name().to_string_lossy().parse::<u32>();
        let programs = folder.path().join("bin");
        if let (Ok(version), true) = (version, programs.join("initdb").exists()) {
            versions.push((version, programs));
        }
    }
    if let Some((_, programs)) = versions.into_iter().max() {
        return programs;
    }
    let said = Command::new("pg_config").arg("--bindir").output();
    let programs = said.map(|said| PathBuf::from(String::from_utf8_lossy(&said.stdout).trim())).unwrap_or_default();
    assert!(programs.join("initdb").exists(), "PostgreSQL's server is not installed. {HOW_TO_INSTALL}");
    programs
}

/// PostgreSQL refuses to run as root; then it runs as this user.
fn other_user() -> Option<(u32, u32)> {
    if fs::metadata(Path::new("/proc/self")).unwrap().uid() != 0 {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").unwrap();
    let user = users.lines().find(|line| line.starts_with("postgres:"));
    let user = user.unwrap_or_else(|| panic!("there is no user `postgres` to run the server as. {HOW_TO_INSTALL}"));
    let number = |place: usize| user.split(':').nth(place).unwrap().parse::<u32>().unwrap();
    Some((number(2), number(3)))
}
