//! `cardroom operate`: the operator's hand on a running room, through its operator listener.

use anyhow::{Context, anyhow, bail};
use clap::Subcommand;
use serde_json::{Map, Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use ureq::http::StatusCode;

use crate::CheckFailed;
use crate::output::Output;
use crate::typed::number;

/// Look after a room that runs: tables, tournaments, accounts, switches
///
/// Speaks to the operator's listener of `cardroom serve --operator-listen`. Everything done is written into the room's
/// operator log. Nothing here shows a card of a running hand.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The operator's address
    #[arg(
        long,
        value_name = "ADDRESS:PORT",
        default_value = "127.0.0.1:7778",
        env = "CARDROOM_OPERATOR_LISTEN",
        global = true
    )]
    at: String,

    /// The operator's token, where the room asks for one
    #[arg(long, value_name = "TOKEN", env = "CARDROOM_OPERATOR_TOKEN", hide_env_values = true, global = true)]
    token: Option<String>,

    #[command(subcommand)]
    task: Task,
}

const EXAMPLES: &str = "\
Examples:
  cardroom operate tables      of a room with --operator-listen 127.0.0.1:7778
  cardroom operate pause 7
  cardroom operate accounts --name Annabel
  cardroom operate credit 1042 5000
  cardroom operate ban 1042 --hours 24
  cardroom operate switch chat off
  cardroom operate audit";

/// What there is to do.
#[derive(Subcommand)]
enum Task {
    /// List the open tables
    Tables,
    /// Stop a table after the hand that runs
    Pause {
        /// Its number, as `cardroom operate tables` lists it
        #[arg(value_parser = number)]
        table: u64,
    },
    /// Let a paused table go on
    Resume {
        /// Its number, as `cardroom operate tables` lists it
        #[arg(value_parser = number)]
        table: u64,
    },
    /// Close a table after the hand that runs; everyone takes its chips along
    Close {
        /// Its number, as `cardroom operate tables` lists it
        #[arg(value_parser = number)]
        table: u64,
    },
    /// Void the hand that runs: every stack is what it was before it
    Void {
        /// Its number, as `cardroom operate tables` lists it
        #[arg(value_parser = number)]
        table: u64,
    },
    /// List the tournaments
    Tournaments,
    /// Stop a tournament's clock and deal no more
    PauseTournament {
        /// Its number, as `cardroom operate tournaments` lists it
        #[arg(value_parser = number)]
        tournament: u64,
    },
    /// Let a paused tournament go on
    ResumeTournament {
        /// Its number, as `cardroom operate tournaments` lists it
        #[arg(value_parser = number)]
        tournament: u64,
    },
    /// Call a tournament off; everyone gets the entry back
    CancelTournament {
        /// Its number, as `cardroom operate tournaments` lists it
        #[arg(value_parser = number)]
        tournament: u64,
    },
    /// List accounts, the newest first, or find one by its name
    Accounts {
        /// Only whoever is called so, or so that nobody could tell
        #[arg(long)]
        name: Option<String>,
        #[command(flatten)]
        page: Page,
    },
    /// Tell about an account
    Account {
        /// Its number, as `cardroom operate accounts` lists it
        #[arg(value_parser = number)]
        account: u64,
    },
    /// Give an account play chips
    Credit {
        /// Its number, as `cardroom operate accounts` lists it
        #[arg(value_parser = number)]
        account: u64,
        /// How many, out of the house's
        #[arg(value_parser = number, allow_negative_numbers = true)]
        chips: u64,
    },
    /// Ban an account from play
    Ban {
        /// Its number, as `cardroom operate accounts` lists it
        #[arg(value_parser = number)]
        account: u64,
        /// For how long; 0 lifts a ban
        #[arg(long, value_parser = number, allow_negative_numbers = true)]
        hours: u64,
    },
    /// List what can be switched off
    Features,
    /// Switch a feature on or off
    Switch {
        /// Its name, as `cardroom operate features` lists it
        #[arg(value_parser = feature)]
        feature: String,
        /// Whether people can use it from now on
        #[arg(value_parser = ["on", "off"])]
        to: String,
    },
    /// Add the whole ledger up again; exits with 1 if chips are missing or too many
    Audit,
    /// Show what operators have done, and who was not let in, the newest first
    Log {
        #[command(flatten)]
        page: Page,
    },
}

/// A page of a long list.
#[derive(clap::Args)]
struct Page {
    /// Those before this number: the last one of the page before
    #[arg(long, value_name = "NUMBER", value_parser = number)]
    before: Option<u64>,
    /// How many; 100 unless said, at most 500
    #[arg(long, value_name = "LINES", value_parser = number)]
    limit: Option<u64>,
}

impl Page {
    fn query(&self) -> Vec<(&'static str, String)> {
        let fields = [("before", self.before), ("limit", self.limit)];
        fields.into_iter().filter_map(|(field, value)| Some((field, value?.to_string()))).collect()
    }
}

/// The name of a feature; which there are, the room knows.
fn feature(text: &str) -> Result<String, &'static str> {
    let is_name = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_name.then(|| text.to_owned()).ok_or("allowed is a name that `cardroom operate features` lists")
}

impl Task {
    /// The path to ask, with a body where something is sent; a POST if `changes`.
    fn request(&self) -> (String, bool, Option<Value>) {
        let look = |path: &str| (path.to_owned(), false, None);
        let change = |path: String| (path, true, None);
        match self {
            Self::Tables => look("/tables"),
            Self::Pause { table } => change(format!("/tables/{table}/pause")),
            Self::Resume { table } => change(format!("/tables/{table}/resume")),
            Self::Close { table } => change(format!("/tables/{table}/close")),
            Self::Void { table } => change(format!("/tables/{table}/void")),
            Self::Tournaments => look("/tournaments"),
            Self::PauseTournament { tournament } => change(format!("/tournaments/{tournament}/pause")),
            Self::ResumeTournament { tournament } => change(format!("/tournaments/{tournament}/resume")),
            Self::CancelTournament { tournament } => change(format!("/tournaments/{tournament}/cancel")),
            Self::Accounts { .. } => look("/accounts"),
            Self::Account { account } => look(&format!("/accounts/{account}")),
            Self::Credit { account, chips } => {
                (format!("/accounts/{account}/credit"), true, Some(json!({ "chips": chips })))
            }
            Self::Ban { account, hours } => (format!("/accounts/{account}/ban"), true, Some(json!({ "hours": hours }))),
            Self::Features => look("/features"),
            Self::Switch { feature, to } => change(format!("/features/{feature}/{to}")),
            Self::Audit => look("/audit"),
            Self::Log { .. } => look("/log"),
        }
    }

    /// What is asked behind the path.
    fn query(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Accounts { name, page } => {
                let name = name.iter().map(|name| ("name", name.clone()));
                page.query().into_iter().chain(name).collect()
            }
            Self::Log { page } => page.query(),
            _ => Vec::new(),
        }
    }

    /// Which fields of a list people read, and what they are called.
    fn columns(&self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Tables => &[
                ("table", "/table"),
                ("name", "/name"),
                ("game", "/spread/name"),
                ("stakes", "/spread/stakes"),
                ("people", "/people"),
                ("bots", "/bots"),
                ("waiting", "/waiting"),
            ],
            Self::Tournaments => &[
                ("tournament", "/tournament"),
                ("name", "/name"),
                ("phase", "/phase"),
                ("entrants", "/entrants"),
                ("most", "/most"),
                ("left", "/left"),
                ("pool", "/pool"),
            ],
            Self::Features => &[("feature", "/feature"), ("on", "/on")],
            Self::Accounts { .. } => &[
                ("account", "/account"),
                ("name", "/name"),
                ("guest", "/guest"),
                ("chips", "/chips"),
                ("since", "/created_ms"),
                ("banned until", "/banned_until_ms"),
            ],
            Self::Log { .. } => &[("number", "/number"), ("at", "/at_ms"), ("action", "/action")],
            _ => &[],
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let answer = ask(args)?;
    if out.wants_json() { out.json(&answer) } else { print(args, &answer, out) }?;
    match answer.get("wrong").and_then(Value::as_str) {
        Some(wrong) => Err(CheckFailed(format!("the ledger doesn't add up: {wrong}")).into()),
        None => Ok(()),
    }
}

fn print(args: &Args, answer: &Value, out: &mut Output) -> anyhow::Result<()> {
    match answer {
        Value::Array(lines) if lines.is_empty() => out.text("Nothing.\n"),
        Value::Array(lines) => {
            let columns = args.task.columns();
            let mut table = out.table();
            table.set_header(columns.iter().map(|(name, _)| *name));
            for line in lines {
                table.add_row(columns.iter().map(|(_, field)| shown(field, line.pointer(field))));
            }
            out.text(format_args!("{}\n", table.trim_fmt()))
        }
        Value::Object(fields) if fields.get("done") == Some(&Value::Bool(true)) => out.text("Done.\n"),
        Value::Object(fields) => {
            if matches!(args.task, Task::Audit) && !fields.contains_key("wrong") {
                out.text("The ledger adds up.\n")?;
            }
            out.text(listed(fields))
        }
        other => out.text(format_args!("{other}\n")),
    }
}

fn listed(fields: &Map<String, Value>) -> String {
    let named = |field: &str| field.strip_suffix("_ms").unwrap_or(field).replace('_', " ");
    fields.iter().map(|(field, value)| format!("{}: {}\n", named(field), shown(field, Some(value)))).collect()
}

/// A value as people read it; times are milliseconds since 1970.
fn shown(field: &str, value: Option<&Value>) -> String {
    let time = value.filter(|_| field.ends_with("_ms")).and_then(Value::as_i64);
    if let Some(at) = time.and_then(|ms| OffsetDateTime::from_unix_timestamp(ms / 1000).ok()) {
        return if at == OffsetDateTime::UNIX_EPOCH { "-".to_owned() } else { at.format(&Rfc3339).unwrap_or_default() };
    }
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Bool(true)) => "yes".to_owned(),
        Some(Value::Bool(false)) => "no".to_owned(),
        Some(Value::Null) | None => "-".to_owned(),
        Some(other) => other.to_string(),
    }
}

/// Where to ask for a path. `serve` says where its operator's door is with `http://` before it, which is taken as well.
fn address(at: &str, path: &str) -> String {
    let at = at.strip_prefix("http://").unwrap_or(at).trim_end_matches('/');
    format!("http://{at}{path}")
}

fn ask(args: &Args) -> anyhow::Result<Value> {
    if args.at.starts_with("https://") {
        bail!("{}: the operator's listener speaks http alone, as 127.0.0.1:7778 or http://127.0.0.1:7778", args.at);
    }
    let (path, changes, body) = args.task.request();
    let url = address(&args.at, &path);
    let settings = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(std::time::Duration::from_secs(30)))
        .build();
    let agent = ureq::Agent::new_with_config(settings);
    let bearer = args.token.as_ref().map(|token| format!("Bearer {token}"));
    let unreachable = |error: ureq::Error| {
        let cause = match error {
            ureq::Error::Io(error) => error.to_string(),
            other => other.to_string(),
        };
        anyhow!("no operator's listener answers at {} ({cause}): is the room running with --operator-listen?", args.at)
    };
    let mut answer = if changes {
        let mut request = agent.post(&url);
        if let Some(bearer) = &bearer {
            request = request.header("Authorization", bearer);
        }
        match &body {
            Some(body) => request.send_json(body),
            None => request.send_empty(),
        }
    } else {
        let mut request = agent.get(&url).query_pairs(args.task.query());
        if let Some(bearer) = &bearer {
            request = request.header("Authorization", bearer);
        }
        request.call()
    }
    .map_err(unreachable)?;
    let status = answer.status();
    let text = answer.body_mut().read_to_string().context("the answer can't be read")?;
    let told: Option<Value> = serde_json::from_str(&text).ok();
    match told {
        Some(told) if status == StatusCode::OK => Ok(told),
        Some(problem) if problem.get("detail").is_some_and(Value::is_string) => {
            bail!("the room refused: {}", shown("detail", problem.get("detail")).trim())
        }
        // The room has two doors, and at the people's nobody knows what an operator asks for.
        _ => bail!(
            "{} answers ({status}), but is not the operator's door: that has an address of its own, which cardroom serve \
             --operator-listen prints",
            args.at
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_door_is_named_as_serve_names_it_or_by_address_and_port_alone() {
        for at in ["127.0.0.1:7778", "http://127.0.0.1:7778", "http://127.0.0.1:7778/"] {
            assert_eq!(address(at, "/tables"), "http://127.0.0.1:7778/tables", "{at}");
        }
    }
}
