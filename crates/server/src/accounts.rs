//! Who a request comes from: a cookie of a browser or a token of a program, never anything the message says.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{FromRequestParts, OptionalFromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use cardroom_protocol::{self as wire, Code, Limits, Problem};
use cardroom_room::{AccountId, Chips, Entry, Purse, Reason};
use cardroom_store::{LedgerAccount, StoreError};
use subtle::ConstantTimeEq;

use crate::clock::wall_ms;
use crate::house::House;
use crate::own_limits::KeptLimits;
use crate::people::chips;
use crate::problem::{self, Refuse};
use crate::secret;
use crate::session::Peer;
use crate::table::ledger_entry;

/// The cookie of a session; behind TLS under a name that no other site, a subdomain say, can set.
pub(crate) fn cookie_name(house: &House) -> &'static str {
    if house.config.secure() { "__Host-cardroom_session" } else { "cardroom_session" }
}

/// The header that goes with every request that changes something.
const CSRF: &str = "x-csrf-token";
/// How long a browser stays signed in.
pub(crate) const COOKIE_DAYS: u16 = 365;
/// The longest name of a browser that is kept.
const LONGEST_AGENT: usize = 120;

/// Somebody who is signed in.
#[derive(Clone, Debug)]
pub(crate) struct SignedIn {
    pub(crate) account: u64,
    pub(crate) name: String,
    pub(crate) guest: bool,
    pub(crate) wallet: i64,
    pub(crate) limits: Limits,
    pub(crate) banned_ms: u64,
    pub(crate) session: u64,
    pub(crate) csrf: Option<String>,
    pub(crate) refilled_ms: u64,
}

impl SignedIn {
    /// Reads who shows this token; nothing if nobody does any more.
    pub(crate) async fn by_token(house: &House, token: &str, browser: bool) -> Result<Option<Self>, StoreError> {
        let Some(session) = house.store.session(&secret::token_hash(token)).await? else { return Ok(None) };
        // A program's token is no cookie, and a cookie is no program's token.
        if session.label.is_none() != browser {
            return Ok(None);
        }
        let Some(account) = house.store.account(session.account).await? else { return Ok(None) };
        let now = wall_ms();
        if now.saturating_sub(session.seen_ms) > 60_000 {
            house.store.seen(session.id, now).await?;
        }
        let wallet = house.store.balance(LedgerAccount::Wallet(account.id)).await?;
        Ok(Some(Self {
            account: account.id,
            name: account.name,
            guest: account.password.is_none(),
            wallet,
            limits: KeptLimits::read(&account.limits).at(now),
            banned_ms: account.banned_ms,
            session: session.id,
            csrf: browser.then(|| secret::csrf(token)),
            refilled_ms: account.refilled_ms,
        }))
    }

    /// Makes a guest, gives it chips, and signs it in; with the token of its session.
    pub(crate) async fn new_guest(house: &House, agent: &str) -> Result<(Self, String), Refuse> {
        let now = wall_ms();
        let number = u32::from_be_bytes(secret::entropy::<4>().map_err(no_entropy)?) % 10_000;
        let account = house.store.create_account(&format!("Guest {number:04}"), now).await?;
        let welcome = Entry {
            from: Purse::House,
            to: Purse::Wallet(AccountId(account)),
            amount: Chips::new(house.config.grant),
            reason: Reason::Welcome,
        };
        if house.config.grant > 0 {
            house.store.post(vec![ledger_entry(&format!("welcome/{account}"), &welcome)]).await?;
        }
        let token = secret::token().map_err(no_entropy)?;
        house.store.sign_in(account, &secret::token_hash(&token), None, agent, now).await?;
        let who = Self::by_token(house, &token, true).await?;
        let who = who.ok_or_else(|| Problem::new(Code::Internal, "The new guest is gone."))?;
        Ok((who, token))
    }

    pub(crate) fn on_the_wire(&self) -> wire::Account {
        wire::Account {
            account: self.account,
            name: self.name.clone(),
            guest: self.guest,
            chips: chips(self.wallet),
            csrf: self.csrf.clone(),
            limits: self.limits.clone(),
        }
    }

    /// Who is banned doesn't even look on.
    pub(crate) fn may_connect(&self) -> Result<(), Problem> {
        let banned = self.banned_ms > wall_ms();
        if banned { Err(Problem::new(Code::Forbidden, "This account is banned.")) } else { Ok(()) }
    }

    /// The same, as it is by now; refused if its session is over.
    pub(crate) async fn by_now(&self, house: &House) -> Result<Self, Problem> {
        let read = async {
            let sessions = house.store.sessions_of(self.account).await?;
            let account = house.store.account(self.account).await?;
            let wallet = house.store.balance(LedgerAccount::Wallet(self.account)).await?;
            let still = sessions.iter().any(|session| session.id == self.session);
            Ok::<_, StoreError>((account.filter(|_| still), wallet))
        };
        let (account, wallet) = read.await.map_err(|error| problem::store(&error))?;
        let account = account.ok_or_else(|| Problem::new(Code::SignIn, "This session was ended."))?;
        let limits = KeptLimits::read(&account.limits).at(wall_ms());
        let now = Self { name: account.name, banned_ms: account.banned_ms, limits, wallet, ..self.clone() };
        now.may_connect()?;
        Ok(now)
    }

    /// Who excluded itself, or is banned, doesn't play.
    pub(crate) fn may_play(&self) -> Result<(), Problem> {
        let now = wall_ms();
        if self.banned_ms > now {
            return Err(Problem::new(Code::Forbidden, "This account is banned from play."));
        }
        match self.limits.excluded_until {
            Some(until) if until > now => {
                let hours = (until - now) / 3_600_000 + 1;
                let text = format!("You excluded yourself from play; that ends in {hours} hours.");
                Err(Problem::new(Code::Forbidden, text))
            }
            _ => Ok(()),
        }
    }
}

pub(crate) fn no_entropy(error: secret::NoEntropy) -> Refuse {
    Refuse(Problem::new(Code::Unavailable, problem::sentence(&error.to_string())))
}

/// What a browser calls itself.
pub(crate) fn agent(headers: &HeaderMap) -> String {
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or("unknown");
    agent.chars().take(LONGEST_AGENT).collect()
}

/// The cookie that signs a browser in.
pub(crate) fn cookie(house: &House, token: String) -> Cookie<'static> {
    let days = axum_extra::extract::cookie::Expiration::DateTime(
        time::OffsetDateTime::now_utc() + time::Duration::days(COOKIE_DAYS.into()),
    );
    let mut cookie = Cookie::new(cookie_name(house), token);
    cookie.set_http_only(true);
    cookie.set_secure(house.config.secure());
    cookie.set_same_site(SameSite::Strict);
    cookie.set_path("/");
    cookie.set_expires(days);
    cookie
}

/// A cookie that ends a session.
pub(crate) fn no_cookie(house: &House) -> Cookie<'static> {
    let mut cookie = Cookie::new(cookie_name(house), "");
    cookie.set_secure(house.config.secure());
    cookie.set_path("/");
    cookie.make_removal();
    cookie
}

/// The token that a program shows. The scheme's name may be in small letters, and the token may be missing or
/// unreadable: whoever shows one like that must not go on as a new guest.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let shown = headers.get(header::AUTHORIZATION)?.as_bytes();
    let (scheme, token) = shown.split_at(shown.iter().position(|&byte| byte == b' ').unwrap_or(shown.len()));
    scheme.eq_ignore_ascii_case(b"bearer").then(|| std::str::from_utf8(token).unwrap_or_default().trim_start())
}

/// Who asks, if anybody is signed in. A cookie must come with the token against forged requests where something is
/// changed; a program's token can't be sent by somebody else's page.
pub(crate) async fn who(house: &House, method: &Method, headers: &HeaderMap) -> Result<Option<SignedIn>, Refuse> {
    if let Some(token) = bearer(headers) {
        return program(house, token).await.map(Some);
    }
    let jar = CookieJar::from_headers(headers);
    let Some(token) = jar.get(cookie_name(house)).map(|cookie| cookie.value().to_owned()) else {
        return Ok(None);
    };
    let Some(who) = SignedIn::by_token(house, &token, true).await? else { return Ok(None) };
    if !matches!(*method, Method::GET | Method::HEAD) {
        house.door.check_origin(headers)?;
        let shown = headers.get(CSRF).map(axum::http::HeaderValue::as_bytes).unwrap_or_default();
        let expected = who.csrf.as_deref().unwrap_or_default().as_bytes();
        if !bool::from(shown.ct_eq(expected)) {
            let text = "A request that changes something needs the X-CSRF-Token of its session.";
            return Err(Problem::new(Code::Forbidden, text).into());
        }
    }
    Ok(Some(who))
}

/// Whose program shows this token. One whose token was taken back is told so, and doesn't go on as somebody else.
async fn program(house: &House, token: &str) -> Result<SignedIn, Refuse> {
    let unknown = || Problem::new(Code::SignIn, "This token is unknown, or was taken back.");
    Ok(SignedIn::by_token(house, token, false).await?.ok_or_else(unknown)?)
}

impl FromRequestParts<Arc<House>> for SignedIn {
    type Rejection = Refuse;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Refuse> {
        let who = who(house, &parts.method, &parts.headers).await?;
        who.ok_or_else(|| Problem::new(Code::SignIn, "Ask for /api/v1/account first: it makes you a guest.").into())
    }
}

/// Whoever is signed in, or nobody.
impl OptionalFromRequestParts<Arc<House>> for SignedIn {
    type Rejection = Refuse;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Option<Self>, Refuse> {
        who(house, &parts.method, &parts.headers).await
    }
}

/// Somebody at a browser. What changes the account itself is for one: a program's token that leaks plays, and opens no
/// other door.
pub(crate) struct InPerson(pub(crate) SignedIn);

impl FromRequestParts<Arc<House>> for InPerson {
    type Rejection = Refuse;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Refuse> {
        let who = <SignedIn as FromRequestParts<Arc<House>>>::from_request_parts(parts, house).await?;
        let text = "This is for a browser that is signed in, not for a program's token.";
        if who.csrf.is_some() { Ok(Self(who)) } else { Err(Problem::new(Code::Forbidden, text).into()) }
    }
}

/// Anybody at all; who it is isn't looked up, but a program whose token is no good any more is told so.
pub(crate) struct Anybody;

impl FromRequestParts<Arc<House>> for Anybody {
    type Rejection = Refuse;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Refuse> {
        if let Some(token) = bearer(&parts.headers) {
            program(house, token).await?;
        }
        Ok(Self)
    }
}

/// The address that a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address(pub(crate) IpAddr);

impl FromRequestParts<Arc<House>> for Address {
    type Rejection = Refuse;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Self, Refuse> {
        let State(house) =
            State::<Arc<House>>::from_request_parts(parts, house).await.unwrap_or_else(|never| match never {});
        let peer = parts.extensions.get::<Peer>().map_or(IpAddr::from([127, 0, 0, 1]), |peer| peer.0);
        Ok(Self(house.door.address(peer, &parts.headers)))
    }
}
