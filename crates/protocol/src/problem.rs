//! Why something was refused, on the socket and in the API alike (problem+json).

use serde::Serialize;

use crate::event::Choices;

/// A refusal: nothing was changed.
#[derive(Clone, PartialEq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Problem {
    /// What kind, as a path under the server's documentation.
    #[serde(rename = "type")]
    pub kind: String,
    /// What kind, for programs.
    pub code: Code,
    /// What kind, in words.
    pub title: String,
    /// The HTTP status that goes with it.
    pub status: u16,
    /// What was wrong, what is allowed, and by which rule.
    pub detail: String,
    /// What the player may do instead, where it is its turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub legal: Option<Box<Choices>>,
    /// When it is worth trying again, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub retry_after: Option<u64>,
}

/// The kinds of refusal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The message could not be read.
    Malformed,
    /// The rules of the game don't allow it.
    Illegal,
    /// It was for a turn or a hand that is over.
    Stale,
    /// It doesn't fit how things stand.
    Conflict,
    /// Not signed in.
    SignIn,
    /// Not allowed for this account.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// Too many, too often.
    TooMany,
    /// The body is too large.
    TooLarge,
    /// The server can't now; it may soon.
    Unavailable,
    /// The server made a mistake.
    Internal,
}

impl Code {
    /// The HTTP status that goes with it.
    pub const fn status(self) -> u16 {
        match self {
            Self::Malformed => 400,
            Self::SignIn => 401,
            Self::Forbidden => 403,
            Self::NotFound => 404,
            // What is well-formed but not allowed by the rules, as things stand, conflicts with them.
            Self::Conflict | Self::Illegal | Self::Stale => 409,
            Self::TooLarge => 413,
            Self::TooMany => 429,
            Self::Internal => 500,
            Self::Unavailable => 503,
        }
    }

    /// In words.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Malformed => "The message could not be read",
            Self::Illegal => "Not done",
            Self::Stale => "Too late",
            Self::Conflict => "Not as things stand",
            Self::SignIn => "Not signed in",
            Self::Forbidden => "Not allowed",
            Self::NotFound => "No such thing",
            Self::TooMany => "Too many, too often",
            Self::TooLarge => "Too large",
            Self::Unavailable => "Not just now",
            Self::Internal => "The server made a mistake",
        }
    }
}

impl Problem {
    /// A refusal of this kind.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        let name = serde_name(code);
        Self {
            kind: format!("/docs/problems#{name}"),
            code,
            title: code.title().into(),
            status: code.status(),
            detail: detail.into(),
            legal: None,
            retry_after: None,
        }
    }
}

/// The code as it is written on the wire.
fn serde_name(code: Code) -> String {
    let mut name = String::new();
    for letter in format!("{code:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    name
}
