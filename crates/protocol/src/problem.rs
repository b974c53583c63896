//! Why something was refused, on the socket and in the API alike (problem+json).

use serde::Serialize;

use crate::event::Choices;

/// A refusal: nothing was changed.
#[derive(Clone, PartialEq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Problem {
    /// What kind, as the address of its paragraph on a page of the server's own.
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

/// Where the kinds are explained, on the server.
pub const PROBLEMS: &str = "/docs/problems";

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
    /// Every kind.
    pub const ALL: [Self; 11] = [
        Self::Malformed,
        Self::Illegal,
        Self::Stale,
        Self::Conflict,
        Self::SignIn,
        Self::Forbidden,
        Self::NotFound,
        Self::TooMany,
        Self::TooLarge,
        Self::Unavailable,
        Self::Internal,
    ];

    /// As it is written on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::Illegal => "illegal",
            Self::Stale => "stale",
            Self::Conflict => "conflict",
            Self::SignIn => "sign_in",
            Self::Forbidden => "forbidden",
            Self::NotFound => "not_found",
            Self::TooMany => "too_many",
            Self::TooLarge => "too_large",
            Self::Unavailable => "unavailable",
            Self::Internal => "internal",
        }
    }

    /// What to do about it.
    pub const fn advice(self) -> &'static str {
        match self {
            Self::Malformed => {
                "The detail names the field or the place in the text; docs/protocol.md has every message."
            }
            Self::Illegal => "The detail says what is allowed and by which rule; in a turn, legal has every choice.",
            Self::Stale => "The turn or the hand is over: take the next prompt as it comes.",
            Self::Conflict => "Something else has to happen first; the detail says what.",
            Self::SignIn => "Ask for /api/v1/account, which makes a guest, or log in; a program shows its token.",
            Self::Forbidden => "This account, or this page, may not do it.",
            Self::NotFound => "It has never been there, has closed, or isn't for this account to see.",
            Self::TooMany => "Wait as many seconds as retry_after says.",
            Self::TooLarge => "Send less at once.",
            Self::Unavailable => "Nothing was done; try again after as many seconds as retry_after says.",
            Self::Internal => "It is in the server's log. Trying again rarely helps.",
        }
    }

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
        Self {
            kind: format!("{PROBLEMS}#{}", code.name()),
            code,
            title: code.title().into(),
            status: code.status(),
            detail: detail.into(),
            legal: None,
            retry_after: None,
        }
    }
}

#[test]
fn a_kind_is_called_what_is_written_on_the_wire() {
    for code in Code::ALL {
        assert_eq!(serde_json::to_value(code).unwrap(), code.name());
    }
}
