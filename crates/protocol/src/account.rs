//! Accounts, sessions and tokens.

use serde::{Deserialize, Serialize};

/// Somebody in the room.
#[derive(Clone, PartialEq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Account {
    /// Its number.
    pub account: u64,
    /// Its name.
    pub name: String,
    /// Whether it has no password yet.
    pub guest: bool,
    /// The chips in its wallet.
    pub chips: u64,
    /// What goes with every request that changes something, in the `X-CSRF-Token` header.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub csrf: Option<String>,
    /// Its own limits.
    pub limits: Limits,
}

/// Limits that an account sets itself; loosening one takes effect a day later.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Most minutes of play a day.
    #[schema(maximum = 1440)]
    pub minutes_a_day: Option<u32>,
    /// Most chips to lose a day.
    pub chips_a_day: Option<u64>,
    /// Excluded from play until this time, in milliseconds since 1970.
    pub excluded_until: Option<u64>,
    /// When looser limits that were asked for begin to hold, in milliseconds since 1970. It is told, not asked for.
    pub looser_from: Option<u64>,
}

/// A name and a password for a guest who wants to stay.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The name wanted.
    pub name: String,
    /// The password, at least 8 characters; a guest who only changes its name leaves it out.
    #[serde(default)]
    #[ts(optional)]
    pub password: Option<String>,
}

/// A name with its password, or a recovery code in the password's place.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Login {
    /// The name.
    pub name: String,
    /// The password.
    #[serde(default)]
    #[ts(optional)]
    pub password: Option<String>,
    /// One of the recovery codes; it works once.
    #[serde(default)]
    #[ts(optional)]
    pub recovery_code: Option<String>,
}

/// A change of password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The password so far; not needed by somebody who came in with a recovery code.
    #[serde(default)]
    #[ts(optional)]
    pub old: Option<String>,
    /// The new one.
    pub new: String,
}

/// The password once more, before something that would let others in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Confirmation {
    /// The password.
    pub password: String,
}

/// Codes that open the account once each. They are shown this one time.
#[derive(Clone, PartialEq, Eq, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct RecoveryCodes {
    /// The codes.
    pub codes: Vec<String>,
}

/// A browser that is signed in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Session {
    /// Its number, to revoke it by.
    pub session: u64,
    /// What the browser calls itself.
    pub agent: String,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// Last seen, in milliseconds since 1970.
    pub seen: u64,
    /// Whether it is the one that asks.
    pub this: bool,
}

/// A request for a token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What it is for: one line of 1 to 60 characters.
    #[schema(min_length = 1, max_length = 60)]
    pub label: String,
}

/// A token with which a program plays as this account.
#[derive(Clone, PartialEq, Eq, Serialize, ts_rs::TS, utoipa::ToSchema)]
pub struct Token {
    /// Its number, to revoke it by.
    pub id: u64,
    /// What it is for.
    pub label: String,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// The token itself, shown once: it goes into `Authorization: Bearer`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub token: Option<String>,
}
