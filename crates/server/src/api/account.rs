//! Accounts: guests, names, passwords, limits, chips.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode};
use axum_extra::extract::cookie::CookieJar;
use cardroom_protocol::{Account, Claim, Code, Confirmation, Credentials, Limits, Login, Problem, RecoveryCodes};
use cardroom_room::{AccountId, Chips, Entry, Purse, Reason};
use cardroom_store::{LedgerAccount, LedgerEntry, Ownership, Refusal, Right, StoreError};

use super::Answer;
use super::body::Body;
use crate::accounts::{self, Address, InPerson, SignedIn, agent, cookie, no_cookie, no_entropy};
use crate::clock::wall_ms;
use crate::door::Door;
use crate::features::Feature;
use crate::house::House;
use crate::name::Name;
use crate::own_limits::{DAY_MS, KeptLimits};
use crate::problem::{Refuse, overloaded, sentence, too_many};
use crate::secret;
use crate::table::ledger_entry;

/// Who you are. Whoever has no session yet becomes a guest, with chips to play.
#[utoipa::path(get, path = "/api/v1/account", tag = "account", operation_id = "get_account",
    security((), ("session" = []), ("token" = [])),
    responses((status = 200, description = "Whoever asks; a new guest with the cookie of its session", body = Account),
        (status = 403, description = "This room takes no guests, or a page of another site asks")))]
pub(super) async fn get(
    State(house): State<Arc<House>>,
    Address(address): Address,
    jar: CookieJar,
    headers: HeaderMap,
) -> Result<(CookieJar, Json<Account>), Refuse> {
    if let Some(who) = accounts::who(&house, &Method::GET, &headers).await? {
        return Ok((jar, Json(who.on_the_wire())));
    }
    house.features.require(Feature::Guests)?;
    Door::check_asked_from_here(&headers)?;
    house.door.guest(address)?;
    let (who, token) = SignedIn::new_guest(&house, &agent(&headers)).await?;
    Ok((jar.add(cookie(&house, token)), Json(who.on_the_wire())))
}

/// Deletes the account.
///
/// Its name is free again; its chips go back to the house, and entries of tournaments that have not begun with them. To
/// delete an account with a password takes that password.
#[utoipa::path(delete, path = "/api/v1/account", tag = "account", operation_id = "delete_account",
    request_body = Option<Confirmation>,
    security(("session" = [])),
    responses((status = 204, description = "It is gone"),
        (status = 409, description = "It still sits at a table or plays a tournament")))]
pub(super) async fn delete(
    State(house): State<Arc<House>>,
    Address(address): Address,
    InPerson(who): InPerson,
    jar: CookieJar,
    confirmation: Option<Body<Confirmation>>,
) -> Result<(CookieJar, StatusCode), Refuse> {
    let mut kept = None;
    if !who.guest {
        let password = confirmation.map(|Body(confirmation)| confirmation.password);
        kept = Some(confirmed(&house, address, who.account, password.unwrap_or_default()).await?);
    }
    // Looked at once more when it is deleted: a guest may have got a password meanwhile, or a password been changed.
    let (right, over) = match &kept {
        Some(kept) => (Right::Password(kept), "The password is wrong."),
        None => (Right::Session(who.session), "This session was ended."),
    };
    for (table, handle) in house.tables() {
        if handle.seats(who.account).await {
            let text = format!("You sit at table {table}: leave it first.");
            return Err(Problem::new(Code::Conflict, text).into());
        }
    }
    if let Some(tournament) = house.played_by(who.account) {
        let text = format!("Tournament {tournament} isn't over for you: wait for its end first.");
        return Err(Problem::new(Code::Conflict, text).into());
    }
    house.withdraw(who.account).await;
    let farewell = farewell_of(&house, who.account).await?;
    let deleted = house.store.delete_account(right, who.account, farewell).await;
    deleted.map_err(|error| or_changed(error, over))?;
    house.people.dismiss(who.account, |_| true, &signed_out("This account is deleted."));
    // It may have sat down, or entered, since it was asked whether it has.
    house.get_up_everywhere(who.account).await;
    house.withdraw(who.account).await;
    if let Some(entry) = farewell_of(&house, who.account).await? {
        house.store.post(vec![entry]).await?;
    }
    Ok((jar.add(no_cookie(&house)), StatusCode::NO_CONTENT))
}

/// The chips of an account that is deleted go back to the house.
async fn farewell_of(house: &House, account: u64) -> Result<Option<LedgerEntry>, StoreError> {
    let held = house.store.balance(LedgerAccount::Wallet(account)).await?;
    if held <= 0 {
        return Ok(None);
    }
    let back = Entry {
        from: Purse::Wallet(AccountId(account)),
        to: Purse::House,
        amount: Chips::new(held.unsigned_abs()),
        reason: Reason::CashOut,
    };
    // If the account can't be deleted then, it may have other chips the next time.
    let id = format!("farewell/{account}/{}", wall_ms());
    Ok(Some(ledger_entry(&id, &back)))
}

/// Takes a name, and a password to come back with.
///
/// With the password comes a new session, and every other one is over: whoever knew the guest's doesn't get the
/// account.
#[utoipa::path(post, path = "/api/v1/account/claim", tag = "account", operation_id = "claim_account",
    request_body = Claim,
    security(("session" = [])),
    responses((status = 200, description = "The account, and with a password the cookie of a new session",
            body = Account),
        (status = 409,
            description = "The name or the password can't be used, the name is taken, or a password is set")))]
pub(super) async fn claim(
    State(house): State<Arc<House>>,
    Address(address): Address,
    InPerson(who): InPerson,
    jar: CookieJar,
    headers: HeaderMap,
    Body(claim): Body<Claim>,
) -> Result<(CookieJar, Json<Account>), Refuse> {
    house.features.require(Feature::Names)?;
    let name = Name::read(&claim.name).map_err(|error| illegal(&error))?;
    // Somebody else may take the name that is given up here, and sit down beside it.
    if Name::read(&who.name).is_ok_and(|old| old.skeleton != name.skeleton) {
        may_rename(&house, who.account)?;
    }
    let password = match claim.password {
        Some(password) if who.guest => {
            // Nothing is guessed at here: it counts for its minute, as the work that it makes does.
            drop(house.door.login(address, &name.skeleton)?);
            Some(house.passwords.hash(password).await.map_err(|error| illegal(&error))?)
        }
        Some(_) => return Err(has_password()),
        None => None,
    };
    let token = secret::token().map_err(no_entropy)?;
    let (hash, agent) = (secret::token_hash(&token), agent(&headers));
    let owner =
        password.as_deref().map(|password| Ownership { password, token: &hash, agent: &agent, now_ms: wall_ms() });
    house.store.claim_name(who.account, &name.text, &name.skeleton, owner).await.map_err(|error| match error {
        StoreError::Refused(Refusal::NameTaken) => {
            Refuse(Problem::new(Code::Conflict, "This name, or one that looks like it, is taken."))
        }
        StoreError::Refused(Refusal::Owned) => has_password(),
        other => other.into(),
    })?;
    house.people.rename(who.account, &name.text);
    if owner.is_none() {
        return Ok((jar, Json(SignedIn { name: name.text, ..who }.on_the_wire())));
    }
    house.people.dismiss(who.account, |_| true, &overloaded("the account has a password now: come back and resume"));
    let owner = by_token(&house, &token).await?;
    Ok((jar.add(cookie(&house, token)), Json(owner.on_the_wire())))
}

/// Signs in with a name and its password, or one of its recovery codes.
#[utoipa::path(post, path = "/api/v1/login", tag = "account", operation_id = "log_in",
    request_body = Login,
    security(()),
    responses((status = 200, description = "The account, and the cookie of its new session", body = Account),
        (status = 401, description = "The name or the password is wrong"),
        (status = 403, description = "A page of another site asks")))]
pub(super) async fn login(
    State(house): State<Arc<House>>,
    Address(address): Address,
    headers: HeaderMap,
    jar: CookieJar,
    Body(login): Body<Login>,
) -> Result<(CookieJar, Json<Account>), Refuse> {
    house.door.check_origin(&headers)?;
    let skeleton = Name::own(&login.name.chars().take(80).collect::<String>()).skeleton;
    let tried = house.door.login(address, &skeleton)?;
    let account = house.store.account_called(&skeleton).await?;
    let kept = account.as_ref().and_then(|account| account.password.clone());
    let id = account.as_ref().map(|account| account.id);
    // The same work whether the name is known or not, and whichever way somebody comes in.
    let by_password = house
        .passwords
        .check(login.password.unwrap_or_default(), kept.clone())
        .await
        .map_err(|error| illegal(&error))?;
    let by_code = match login.recovery_code {
        Some(code) => {
            let account = id.unwrap_or(0);
            house.store.use_code(account, &secret::code_hash(&house.fingerprints, account, &code)).await?
        }
        None => false,
    };
    let wrong = || {
        metrics::counter!("cardroom_login_failures_total").increment(1);
        Problem::new(Code::SignIn, "The name or the password is wrong.")
    };
    let Some((id, hash)) = id.zip(kept).filter(|_| by_password || by_code) else {
        tried.wrong();
        return Err(wrong().into());
    };
    tried.right();
    let token = secret::token().map_err(no_entropy)?;
    let (right, shown) = (Right::Password(&hash), secret::token_hash(&token));
    let signed_in = house.store.sign_in_by(right, id, &shown, None, &agent(&headers), wall_ms()).await;
    signed_in.map_err(|error| match error {
        // It was right when it was shown, and has been changed since.
        StoreError::Refused(Refusal::NotFound { .. }) => Refuse(wrong()),
        other => other.into(),
    })?;
    let who = by_token(&house, &token).await?;
    if by_code {
        house.people.recovered(who.session);
    }
    Ok((jar.add(cookie(&house, token)), Json(who.on_the_wire())))
}

/// Signs this browser out: its session is over.
///
/// A program's token isn't one. It is taken back by its number, at `account/sessions/{session}`.
#[utoipa::path(post, path = "/api/v1/logout", tag = "account", operation_id = "log_out",
    security(("session" = [])),
    responses((status = 204, description = "The session is over")))]
pub(super) async fn logout(
    State(house): State<Arc<House>>,
    InPerson(who): InPerson,
    jar: CookieJar,
) -> Result<(CookieJar, StatusCode), Refuse> {
    house.store.revoke(who.account, who.session).await?;
    house.people.dismiss(who.account, |session| session == who.session, &signed_out("You have signed out."));
    Ok((jar.add(no_cookie(&house)), StatusCode::NO_CONTENT))
}

/// Changes the password. Every other session is over.
#[utoipa::path(post, path = "/api/v1/account/password", tag = "account", operation_id = "change_password",
    request_body = Credentials,
    security(("session" = [])),
    responses((status = 204, description = "The new password holds"),
        (status = 403, description = "The old password is wrong, or the X-CSRF-Token is"),
        (status = 409, description = "The new password can't be used, or this is a guest")))]
pub(super) async fn password(
    State(house): State<Arc<House>>,
    Address(address): Address,
    InPerson(who): InPerson,
    Body(credentials): Body<Credentials>,
) -> Result<StatusCode, Refuse> {
    if who.guest {
        return Err(Problem::new(Code::Conflict, "A guest has to claim a name first.").into());
    }
    let tried = house.door.login(address, &format!("#{}", who.account))?;
    let account = house.store.account(who.account).await?;
    let kept = account.and_then(|account| account.password);
    let old = credentials.old.unwrap_or_default();
    // Whoever came in with a recovery code has forgotten the old one, and may set a new one once.
    let right = house.passwords.check(old, kept.clone()).await.map_err(|error| illegal(&error))?;
    // What can't be used as a password is refused first, and doesn't use that up.
    let hash = house.passwords.hash(credentials.new).await.map_err(|error| illegal(&error))?;
    if !right && !house.people.use_recovery(who.session) {
        tried.wrong();
        return Err(Problem::new(Code::Forbidden, "The old password is wrong.").into());
    }
    tried.right();
    let shown = Right::Password(kept.as_deref().unwrap_or_default());
    let changed = house.store.change_password(shown, who.account, &hash, Some(who.session)).await;
    changed.map_err(|error| or_changed(error, "The old password is wrong."))?;
    let why = signed_out("The password was changed: sign in again.");
    house.people.dismiss(who.account, |session| session != who.session, &why);
    Ok(StatusCode::NO_CONTENT)
}

/// Ten new recovery codes; the old ones are void.
///
/// They outlive every session and a change of password, so whoever only sits at a browser that is signed in doesn't get
/// any.
#[utoipa::path(post, path = "/api/v1/account/recovery-codes", tag = "account", operation_id = "make_recovery_codes",
    request_body = Confirmation,
    security(("session" = [])),
    responses((status = 200, description = "The codes, shown this one time", body = RecoveryCodes),
        (status = 403, description = "The password is wrong, or the X-CSRF-Token is"),
        (status = 409, description = "A guest has no password to recover")))]
pub(super) async fn codes(
    State(house): State<Arc<House>>,
    Address(address): Address,
    InPerson(who): InPerson,
    Body(confirmation): Body<Confirmation>,
) -> Answer<RecoveryCodes> {
    if who.guest {
        return Err(Problem::new(Code::Conflict, "A guest has to claim a name and a password first.").into());
    }
    let kept = confirmed(&house, address, who.account, confirmation.password).await?;
    let codes = secret::recovery_codes().map_err(no_entropy)?;
    let hash = |code: &String| secret::code_hash(&house.fingerprints, who.account, code);
    let hashes: Vec<Vec<u8>> = codes.iter().map(hash).collect();
    let shown = Right::Password(&kept);
    let set = house.store.set_codes(shown, who.account, &hashes).await;
    set.map_err(|error| or_changed(error, "The password is wrong."))?;
    Ok(Json(RecoveryCodes { codes }))
}

/// Sets limits on one's own play. Stricter ones hold at once, looser ones a day later.
#[utoipa::path(put, path = "/api/v1/account/limits", tag = "account", operation_id = "set_limits",
    request_body = Limits,
    security(("session" = [])),
    responses((status = 200, description = "The limits that hold now", body = Limits),
        (status = 409, description = "A limit is out of range, or would make an exclusion shorter")))]
pub(super) async fn limits(
    State(house): State<Arc<House>>,
    InPerson(who): InPerson,
    Body(wanted): Body<Limits>,
) -> Answer<Limits> {
    let now = wall_ms();
    // Of two changes at once the second is measured by the first.
    let counting = house.counting.lock().await;
    let account = house.store.account(who.account).await?;
    let kept = account.map(|account| KeptLimits::read(&account.limits)).unwrap_or_default();
    let before = kept.at(now);
    let shortens =
        before.excluded_until.is_some_and(|until| until > now && wanted.excluded_until.is_none_or(|new| new < until));
    if shortens {
        return Err(Problem::new(Code::Conflict, "An exclusion can be made longer, not shorter.").into());
    }
    if wanted.minutes_a_day.is_some_and(|minutes| minutes > 1440) {
        return Err(Problem::new(Code::Illegal, "A day has 1440 minutes.").into());
    }
    let most = now.saturating_add(DAY_MS.saturating_mul(366 * 5));
    if wanted.excluded_until.is_some_and(|until| until > most) {
        return Err(Problem::new(Code::Illegal, "An exclusion is for five years at most.").into());
    }
    let kept = kept.changed(&wanted, now);
    house.store.set_limits(who.account, &serde_json::to_string(&kept).unwrap_or_default()).await?;
    drop(counting);
    let holds = kept.at(now);
    house.play_time.limit(who.account, holds.minutes_a_day);
    // Open sockets still go by the old ones, and could sit down elsewhere: they come back with the new.
    house.people.dismiss(who.account, |_| true, &overloaded("your limits have changed: come back and resume"));
    if holds.excluded_until.is_some_and(|until| until > now) {
        house.stop_playing(who.account).await;
    }
    Ok(Json(holds))
}

/// Free chips, now and then, for players who have run out.
#[utoipa::path(post, path = "/api/v1/account/refill", tag = "account", operation_id = "refill",
    responses((status = 200, description = "The account with its new chips", body = Account),
        (status = 409, description = "There are too many chips left for a refill"),
        (status = 429, description = "The next refill is not due yet, or too many requests came from this address")))]
pub(super) async fn refill(State(house): State<Arc<House>>, who: SignedIn) -> Answer<Account> {
    who.may_play()?;
    let config = &house.config;
    if who.wallet >= i64::try_from(config.refill).unwrap_or(i64::MAX) {
        let text = format!("A refill is for players with fewer than {} chips left.", config.refill);
        return Err(Problem::new(Code::Conflict, text).into());
    }
    let now = wall_ms();
    let gap = u64::from(config.refill_hours).saturating_mul(3_600_000);
    let entry = Entry {
        from: Purse::House,
        to: Purse::Wallet(AccountId(who.account)),
        amount: Chips::new(config.refill),
        reason: Reason::Refill,
    };
    let entry = ledger_entry(&format!("refill/{}/{now}", who.account), &entry);
    // What an account came with counts as its first.
    if !house.store.refill(who.account, now, now.saturating_sub(gap), entry).await? {
        let wait = who.refilled_ms.saturating_add(gap).saturating_sub(now) / 1000;
        return Err(too_many("the next refill is not due yet", wait).into());
    }
    let amount = i64::try_from(config.refill).unwrap_or(0);
    house.people.moved(who.account, amount);
    Ok(Json(SignedIn { wallet: who.wallet.saturating_add(amount), ..who }.on_the_wire()))
}

/// The kept hash of an account's password, for whoever knows that: a browser that is signed in isn't enough for what
/// can't be taken back.
async fn confirmed(house: &House, address: IpAddr, account: u64, password: String) -> Result<String, Refuse> {
    let tried = house.door.login(address, &format!("#{account}"))?;
    let kept = house.store.account(account).await?.and_then(|account| account.password);
    if !house.passwords.check(password, kept.clone()).await.map_err(|error| illegal(&error))? {
        tried.wrong();
        return Err(Problem::new(Code::Forbidden, "The password is wrong.").into());
    }
    tried.right();
    Ok(kept.unwrap_or_default())
}

/// The store's trouble, or that a password which was right when it was shown has been changed since.
fn or_changed(error: StoreError, wrong: &str) -> Refuse {
    match error {
        StoreError::Refused(Refusal::NotFound { .. }) => Refuse(Problem::new(Code::Forbidden, wrong)),
        other => other.into(),
    }
}

/// A name that others play against stays its player's.
fn may_rename(house: &House, account: u64) -> Result<(), Problem> {
    let elsewhere = |text: String| Err(Problem::new(Code::Conflict, text));
    if let Some(table) = house.seats.of(account).first() {
        return elsewhere(format!("You sit at table {table} under your name: leave it first."));
    }
    match house.entered_by(account) {
        Some(tournament) => {
            elsewhere(format!("You have entered tournament {tournament} under your name: play it first."))
        }
        None => Ok(()),
    }
}

/// Whoever has just been signed in.
async fn by_token(house: &House, token: &str) -> Result<SignedIn, Refuse> {
    let who = SignedIn::by_token(house, token, true).await?;
    who.ok_or_else(|| Problem::new(Code::SignIn, "The account is gone.").into())
}

fn has_password() -> Refuse {
    let text = "This account has a password: change it at /api/v1/account/password.";
    Problem::new(Code::Conflict, text).into()
}

/// Why sockets of a session that is over are closed.
pub(super) fn signed_out(why: &str) -> Problem {
    Problem::new(Code::SignIn, why)
}

fn illegal(error: &dyn std::fmt::Display) -> Refuse {
    Refuse(Problem::new(Code::Illegal, sentence(&error.to_string())))
}
