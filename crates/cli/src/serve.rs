//! `cardroom serve`: the card room itself.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;

use anyhow::Context;
use cardroom_server::{Config, Server, ServerError};
use serde::Serialize;
use tokio::sync::oneshot;

use crate::kept_room::shown;
use crate::output::Output;

/// Open the card room: web page, API and bots
///
/// Without any setting it opens on this machine alone, keeps everything in the folder `data`, and seats bots at its
/// tables so that you can play at once. Settings come from a file, then the environment (CARDROOM_LISTEN=…), then
/// these flags. On SIGTERM or Ctrl-C no new hands are dealt, those that run are finished, and the next start goes on
/// where this one stopped; a second Ctrl-C stops at once, and their players finish them after that start.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A file of settings (TOML)
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Where people connect [default: 127.0.0.1:7777]
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address)]
    listen: Option<SocketAddr>,

    /// The address people type when a proxy stands in front: `https://cards.example`
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,

    /// Where the operator connects; nowhere unless set
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address)]
    operator_listen: Option<SocketAddr>,

    /// postgres://… or the path of a SQLite file [default: a file in the data folder]
    #[arg(long, value_name = "URL")]
    database: Option<String>,

    /// The folder of the database and its keys [default: data]
    #[arg(long, value_name = "FOLDER", value_hint = clap::ValueHint::DirPath)]
    data: Option<String>,

    /// A fresh room in memory, gone when it stops
    #[arg(long, conflicts_with_all = ["database", "data"])]
    demo: bool,

    /// Any other setting by its name; docs/running.md lists them all
    #[arg(long, value_name = "NAME=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,

    /// Print the OpenAPI document of the API and exit
    #[arg(long)]
    openapi: bool,
}

const EXAMPLES: &str = "\
Examples:
  cardroom serve                              play at http://127.0.0.1:7777
  cardroom serve --demo --listen 127.0.0.1:0  a throwaway room on any free port
  cardroom serve --database postgres://cards@localhost/cards
  cardroom serve --listen 0.0.0.0:7777        open to your network
  cardroom serve --set clock_seconds=15 --set pause_seconds=2";

fn address(text: &str) -> Result<SocketAddr, &'static str> {
    let allowed =
        "allowed is an IP address and a port up to 65535, as 127.0.0.1:7777 for this machine or 0.0.0.0:7777 for all";
    text.parse().map_err(|_| allowed)
}

fn setting(text: &str) -> Result<(String, String), String> {
    let named = text.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
    let (name, value) = named.filter(|(name, _)| !name.is_empty()).ok_or("a setting is NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    if args.openapi {
        return out.text(format_args!("{}\n", cardroom_server::openapi()));
    }
    let config = Config::load(args.config.as_deref(), &args.flags())?;
    cardroom_server::log(&config)?;
    cardroom_server::keep_memory_private();
    let (demo, drain_seconds) = (config.demo, config.drain_seconds);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("no threads to be had")?;
    let served: anyhow::Result<()> = runtime.block_on(async {
        let (public_url, database) = (config.public_url.clone(), config.database.clone());
        let mut stop = std::pin::pin!(cardroom_server::told_to_stop());
        // A large room takes a while to open, and a database that doesn't answer for ever.
        let server = tokio::select! {
            opened = Server::open(config) => opened.map_err(|error| about_database(error, database.as_deref()))?,
            () = &mut stop => return Ok(()),
        };
        let (here, network) = addresses(server.address());
        let opened = Opened {
            network: network.filter(|_| public_url.is_none()),
            open: public_url.unwrap_or(here),
            operator: server.operator_address().map(|operator| format!("http://{operator}")),
            demo,
        };
        opened.say(out)?;
        out.finish()?;
        let (listening, listens) = oneshot::channel();
        let told = async {
            stop.await;
            // From now on, so that nobody who was told of it is missed.
            let _ = listening.send(cardroom_server::told_to_stop());
            // Who doesn't read what is said here has the room close all the same.
            let _ = say_closing(drain_seconds, out);
        };
        let told_again = async {
            match listens.await {
                Ok(stop) => stop.await,
                Err(_) => std::future::pending().await,
            }
        };
        tokio::select! {
            () = server.run_until(told) => {}
            () = told_again => {}
        }
        Ok(())
    });
    served?;
    if out.wants_json() {
        return out.json(&Closed { closed: true, kept: !demo });
    }
    let kept = if demo { "it was a demo, and nothing is kept" } else { "everything is kept" };
    out.text(format_args!("The card room is closed; {kept}.\n"))
}

/// A store that can't be opened is told of with the address that was given for it. One of a kind that isn't known is never
/// said again: nobody could tell where in it a password stands.
fn about_database(error: ServerError, database: Option<&str>) -> anyhow::Error {
    let postgres =
        database.filter(|address| address.starts_with("postgres://") || address.starts_with("postgresql://"));
    match (matches!(error, ServerError::Store(_)), postgres) {
        (true, Some(address)) => anyhow::Error::new(error).context(shown(address)),
        _ => error.into(),
    }
}

/// Said at once, because the hands that run may take their time.
fn say_closing(seconds: u32, out: &mut Output) -> anyhow::Result<()> {
    if !out.wants_json() {
        let plural = if seconds == 1 { "" } else { "s" };
        out.text(format_args!(
            "Closing: the hands that run are finished first, for {seconds} second{plural} at most. Ctrl-C stops at once, \
             and they go on at the next start.\n"
        ))?;
    }
    out.finish()
}

/// A room that is open.
#[derive(Serialize)]
struct Opened {
    /// Where to play.
    open: String,
    /// The same for other machines of the network, where that is another address.
    network: Option<String>,
    /// Where the operator's door is.
    operator: Option<String>,
    /// Whether nothing is kept.
    demo: bool,
}

impl Opened {
    fn say(&self, out: &mut Output) -> anyhow::Result<()> {
        if out.wants_json() {
            return out.json(self);
        }
        out.text(format_args!("The card room is open: {}\n", self.open))?;
        if let Some(network) = &self.network {
            out.text(format_args!("From other machines:   {network}\n"))?;
        }
        if let Some(operator) = &self.operator {
            out.text(format_args!("The operator's door: {operator}\n"))?;
        }
        if self.demo {
            out.text("It is a demo: nothing is kept.\n")?;
        }
        Ok(())
    }
}

/// A room that has closed.
#[derive(Serialize)]
struct Closed {
    closed: bool,
    /// Whether it can be opened again as it was.
    kept: bool,
}

/// What to type on this machine to get to an address that is listened on, and on others where that is known.
fn addresses(listening: SocketAddr) -> (String, Option<String>) {
    let ip = listening.ip();
    if !ip.is_unspecified() {
        return (format!("http://{listening}"), None);
    }
    let port = listening.port();
    let here: IpAddr = if ip.is_ipv4() { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() };
    let network = outward().filter(|ip| !ip.is_loopback() && !ip.is_unspecified());
    let url = |ip| format!("http://{}", SocketAddr::new(ip, port));
    (url(here), network.map(url))
}

/// This machine's address as others see it: the one that a packet to elsewhere would carry. None is sent.
fn outward() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(("203.0.113.1", 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

impl Args {
    /// The settings that were given as flags, by their names.
    fn flags(&self) -> Vec<(String, String)> {
        let text = |name: &str, value: Option<String>| value.map(|value| (name.to_owned(), value));
        [
            text("listen", self.listen.map(|address| address.to_string())),
            text("public_url", self.public_url.clone()),
            text("operator_listen", self.operator_listen.map(|address| address.to_string())),
            text("database", self.database.clone()),
            text("data", self.data.clone()),
            text("demo", self.demo.then(|| "true".to_owned())),
        ]
        .into_iter()
        .flatten()
        .chain(self.set.iter().cloned())
        .collect()
    }
}
