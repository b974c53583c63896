//! People: names, sessions, codes, and what becomes of them.

use cardroom_store::*;

use crate::support::rig::{Rig, gift, refusal, table};

/// An owner who comes with this password and this token.
fn owner<'a>(password: &'a str, token: &'a [u8]) -> Option<Ownership<'a>> {
    Some(Ownership { password, token, agent: "a browser", now_ms: 7 })
}

pub(crate) async fn names_are_one_persons(rig: Rig) {
    let store = rig.open().await;
    let (ann, bob) =
        (store.create_account("Guest 1", 5).await.unwrap(), store.create_account("Guest 1", 6).await.unwrap());
    assert_ne!(ann, bob, "guests may be called alike");
    store.claim_name(ann, "Paul", "paui", owner("$hash", b"ann's")).await.unwrap();
    let taken = store.claim_name(bob, "PauI", "paui", owner("$other", b"bob's")).await;
    assert_eq!(refusal(taken), Refusal::NameTaken);
    store.claim_name(ann, "PAUL", "paui", None).await.unwrap();
    let found = store.account_called("paui").await.unwrap().unwrap();
    assert_eq!((found.id, found.name.as_str(), found.password.as_deref()), (ann, "PAUL", Some("$hash")));
    assert_eq!(store.account(bob).await.unwrap().unwrap().password, None);
    assert!(store.session(b"bob's").await.unwrap().is_none());
    assert_eq!(refusal(store.claim_name(999, "Zoe", "zoe", None).await), Refusal::NotFound { what: "account" });
}

/// Who knew the guest's session is out as soon as the account has an owner, and comes too late with a password of its own.
pub(crate) async fn an_account_is_claimed_once(rig: Rig) {
    let store = rig.open().await;
    let ann = store.create_account("Guest 1", 5).await.unwrap();
    store.sign_in(ann, b"guest's", None, "a browser", 5).await.unwrap();
    store.sign_in(ann, b"program's", Some("my bot"), "a program", 6).await.unwrap();
    store.claim_name(ann, "Ann", "ann", owner("$hash", b"owner's")).await.unwrap();
    let sessions = store.sessions_of(ann).await.unwrap();
    assert_eq!(sessions.iter().map(|session| session.label.as_deref()).collect::<Vec<_>>(), [None]);
    assert_eq!(store.session(b"owner's").await.unwrap().unwrap().created_ms, 7);
    let late = store.claim_name(ann, "Mallory", "mallory", owner("$other", b"mallory's")).await;
    assert_eq!(refusal(late), Refusal::Owned);
    let kept = store.account(ann).await.unwrap().unwrap();
    assert_eq!((kept.name.as_str(), kept.password.as_deref()), ("Ann", Some("$hash")));
    assert!(store.session(b"mallory's").await.unwrap().is_none());
}

/// If the sessions can't be ended there is no password either, and the same claim goes through later.
pub(crate) async fn a_claim_is_whole_or_nothing(rig: Rig) {
    // The database of a room in memory can't be reached from beside it.
    if rig.in_memory() {
        return;
    }
    let store = rig.open().await;
    let ann = store.create_account("Guest 1", 5).await.unwrap();
    store.sign_in(ann, b"guest's", None, "a browser", 5).await.unwrap();
    rig.tamper("ALTER TABLE sessions RENAME TO mislaid").await;
    let claimed = store.claim_name(ann, "Ann", "ann", owner("$hash", b"owner's")).await;
    assert!(matches!(claimed, Err(StoreError::Unavailable { .. })), "{claimed:?}");
    assert!(matches!(store.ban(ann, 1_000).await, Err(StoreError::Unavailable { .. })));
    rig.tamper("ALTER TABLE mislaid RENAME TO sessions").await;
    let kept = store.account(ann).await.unwrap().unwrap();
    assert_eq!((kept.name.as_str(), kept.password, kept.banned_ms), ("Guest 1", None, 0));
    assert!(store.session(b"guest's").await.unwrap().is_some());
    store.claim_name(ann, "Ann", "ann", owner("$hash", b"owner's")).await.unwrap();
    assert!(store.session(b"guest's").await.unwrap().is_none());
}

/// A number that the database can't hold is refused where it comes from, and no other is kept in its place.
pub(crate) async fn numbers_too_large_are_refused(rig: Rig) {
    let store = rig.open().await;
    let ann = store.create_account("Ann", 5).await.unwrap();
    let too_large = |value| Refusal::OutOfRange { what: "a number in the store", value };
    assert_eq!(refusal(store.ban(ann, 1 << 63).await), too_large(1 << 63));
    assert_eq!(store.account(ann).await.unwrap().unwrap().banned_ms, 0, "nothing was changed");
    assert_eq!(refusal(store.account(u64::MAX).await), too_large(u64::MAX));
    let epoch = store.claim(table(1)).await.unwrap().epoch;
    let hand = HandRecord {
        table: 1,
        hand: u64::MAX,
        game: "holdem".to_owned(),
        at_ms: 1,
        players: Vec::new(),
        record: b"a hand".to_vec(),
        proof: None,
    };
    let append =
        |hand| Append { events: vec![b"a hand ends".to_vec()], hand, ..Append::to(table(1), epoch, Version(0)) };
    assert_eq!(refusal(store.append(append(Some(hand))).await), too_large(u64::MAX));
    assert_eq!(store.append(append(None)).await.unwrap(), Version(1), "the table goes on");
}

pub(crate) async fn sessions_end(rig: Rig) {
    let store = rig.open().await;
    let ann = store.create_account("Ann", 5).await.unwrap();
    let browser = store.sign_in(ann, b"one", None, "a browser", 10).await.unwrap();
    store.sign_in(ann, b"two", Some("my bot"), "a program", 11).await.unwrap();
    store.sign_in(ann, b"three", None, "a phone", 12).await.unwrap();
    store.seen(browser, 20).await.unwrap();
    let session = store.session(b"one").await.unwrap().unwrap();
    assert_eq!((session.account, session.seen_ms, session.label), (ann, 20, None));
    assert_eq!(store.sessions_of(ann).await.unwrap().len(), 3);
    // Who sets a new password because somebody got in wants everyone else out: browsers and programs.
    store.change_password(Right::Session(browser), ann, "$new", Some(browser)).await.unwrap();
    assert!(store.session(b"three").await.unwrap().is_none());
    assert!(store.session(b"two").await.unwrap().is_none());
    let program = store.sign_in(ann, b"two", Some("my bot"), "a program", 21).await.unwrap();
    let bob = store.create_account("Bob", 5).await.unwrap();
    assert_eq!(refusal(store.revoke(bob, program).await), Refusal::NotFound { what: "session" });
    store.revoke(ann, program).await.unwrap();
    assert!(store.session(b"two").await.unwrap().is_none());
    // Who hasn't come for long is forgotten.
    store.sign_in(ann, b"four", None, "a phone", 13).await.unwrap();
    let swept = store.sweep(&Retention { sessions_ms: Some(20), ..Retention::default() }).await.unwrap();
    assert_eq!(swept.sessions, 1);
    assert!(store.session(b"four").await.unwrap().is_none());
    assert!(store.session(b"one").await.unwrap().is_some(), "seen since");
    store.ban(ann, 1_000).await.unwrap();
    assert!(store.session(b"one").await.unwrap().is_none());
    assert_eq!(store.account(ann).await.unwrap().unwrap().banned_ms, 1_000);
}

/// What was shown a while ago counts by what it is worth now: whoever gets in by an old password, or has a program's token
/// made for a session that has ended, would stay in.
pub(crate) async fn who_is_signed_in_still_has_the_right_to_be(rig: Rig) {
    let store = rig.open().await;
    let ann = store.create_account("Ann", 5).await.unwrap();
    store.claim_name(ann, "Ann", "ann", owner("$hash", b"owner's")).await.unwrap();
    let own = store.session(b"owner's").await.unwrap().unwrap().id;
    let sign_in =
        async |right: Right<'_>, token: &[u8]| store.sign_in_by(right, ann, token, None, "a browser", 9).await;
    let thief = sign_in(Right::Password("$hash"), b"thief's").await.unwrap();
    sign_in(Right::Session(thief), b"program's").await.unwrap();
    store.change_password(Right::Password("$hash"), ann, "$new", Some(own)).await.unwrap();
    assert_eq!(refusal(sign_in(Right::Password("$hash"), b"late").await), Refusal::NotFound { what: "account" });
    assert_eq!(refusal(sign_in(Right::Session(thief), b"late").await), Refusal::NotFound { what: "session" });
    let changed = store.change_password(Right::Password("$hash"), ann, "$thief", Some(thief)).await;
    assert_eq!(refusal(changed), Refusal::NotFound { what: "account" });
    let codes = store.set_codes(Right::Password("$hash"), ann, &[b"code".to_vec()]).await;
    assert_eq!(refusal(codes), Refusal::NotFound { what: "account" });
    let bob = store.create_account("Bob", 5).await.unwrap();
    let other = store.sign_in(bob, b"bob's", None, "a browser", 9).await.unwrap();
    assert_eq!(refusal(sign_in(Right::Session(other), b"late").await), Refusal::NotFound { what: "session" });
    let kept = store.sessions_of(ann).await.unwrap();
    assert_eq!(kept.iter().map(|session| session.id).collect::<Vec<_>>(), [own], "nobody else is in");
    sign_in(Right::Password("$new"), b"again").await.unwrap();
    sign_in(Right::Session(own), b"and a program").await.unwrap();
    store.post(vec![gift("welcome", ann, 500)]).await.unwrap();
    let wallet = async || store.balance(LedgerAccount::Wallet(ann)).await.unwrap();
    let delete = async |right: Right<'_>| {
        let (from, to) = (LedgerAccount::Wallet(ann), LedgerAccount::House);
        store.delete_account(right, ann, Some(LedgerEntry::transfer("farewell", 9, "cash-out", from, to, 500))).await
    };
    for (right, what) in [(Right::Password("$hash"), "account"), (Right::Session(thief), "session")] {
        assert_eq!(refusal(delete(right).await), Refusal::NotFound { what });
        assert_eq!(wallet().await, 500, "nor are its chips gone");
    }
    delete(Right::Password("$new")).await.unwrap();
    assert_eq!(wallet().await, 0);
    assert_eq!(refusal(sign_in(Right::Password("$new"), b"late").await), Refusal::NotFound { what: "account" });
}

pub(crate) async fn codes_work_once(rig: Rig) {
    let store = rig.open().await;
    let ann = store.create_account("Ann", 5).await.unwrap();
    let right = Right::Session(store.sign_in(ann, b"one", None, "a browser", 10).await.unwrap());
    store.set_codes(right, ann, &[b"first".to_vec(), b"second".to_vec()]).await.unwrap();
    assert!(store.use_code(ann, b"first").await.unwrap());
    assert!(!store.use_code(ann, b"first").await.unwrap());
    assert!(!store.use_code(ann + 1, b"second").await.unwrap());
    store.set_codes(right, ann, &[b"third".to_vec()]).await.unwrap();
    assert!(!store.use_code(ann, b"second").await.unwrap(), "new codes void the old ones");
}

pub(crate) async fn deleted_accounts_are_forgotten(rig: Rig) {
    let store = rig.open().await;
    let ann = store.create_account("Ann", 5).await.unwrap();
    store.claim_name(ann, "Ann", "ann", owner("$hash", b"first")).await.unwrap();
    store.sign_in(ann, b"token", None, "a browser", 10).await.unwrap();
    store.set_codes(Right::Password("$hash"), ann, &[b"code".to_vec()]).await.unwrap();
    store.delete_account(Right::Password("$hash"), ann, None).await.unwrap();
    assert!(store.account(ann).await.unwrap().is_none());
    assert!(store.session(b"token").await.unwrap().is_none());
    assert!(!store.use_code(ann, b"code").await.unwrap());
    let next = store.create_account("Ann", 6).await.unwrap();
    assert_ne!(next, ann, "a number is given once");
    store.claim_name(next, "Ann", "ann", None).await.unwrap();
    let again = store.delete_account(Right::Password("$hash"), ann, None).await;
    assert_eq!(refusal(again), Refusal::NotFound { what: "account" });
}

pub(crate) async fn refills_take_turns(rig: Rig) {
    let store = rig.open().await;
    let ann = store.create_account("Ann", 1_000).await.unwrap();
    let wallet = async || store.balance(LedgerAccount::Wallet(ann)).await.unwrap();
    let refill =
        async |now, since, chips| store.refill(ann, now, since, gift(&format!("refill {now}"), ann, chips)).await;
    assert!(!refill(1_500, 900, 50).await.unwrap());
    assert_eq!(wallet().await, 0);
    // Chips that can't be given don't use the turn up.
    refusal(refill(1_900, 1_000, u64::MAX).await);
    assert!(refill(2_000, 1_000, 50).await.unwrap());
    assert!(!refill(2_000, 2_000, 50).await.unwrap());
    assert!(!refill(2_001, 1_001, 50).await.unwrap());
    assert_eq!(wallet().await, 50);
    // Whoever writes beside it sees what it left.
    store.post(vec![gift("gift", ann, 1)]).await.unwrap();
    assert_eq!((wallet().await, store.audit().await.unwrap().issued), (51, 51));
    store.set_limits(ann, "{\"minutes\":60}").await.unwrap();
    let account = store.account(ann).await.unwrap().unwrap();
    assert_eq!((account.limits.as_str(), account.refilled_ms), ("{\"minutes\":60}", 2_000));
}

pub(crate) async fn operations_are_written_down(rig: Rig) {
    let store = rig.open().await;
    store.note_operation("pause table 1", 10).await.unwrap();
    store.note_operation("close table 1", 11).await.unwrap();
    let operations = store.operations(None, 1).await.unwrap();
    assert_eq!(operations.len(), 1);
    assert_eq!((operations[0].action.as_str(), operations[0].at_ms), ("close table 1", 11));
    let earlier = store.operations(Some(operations[0].id), 9).await.unwrap();
    assert_eq!(earlier.iter().map(|line| line.action.as_str()).collect::<Vec<_>>(), ["pause table 1"]);
}

pub(crate) async fn accounts_are_listed_and_found_by_name(rig: Rig) {
    let store = rig.open().await;
    let mut made = Vec::new();
    for name in ["Ann", "Guest 0007", "Guest 0007", "Eve"] {
        made.push(store.create_account(name, 5).await.unwrap());
    }
    store.claim_name(made[0], "Ann", "ann", None).await.unwrap();
    let eve = Right::Session(store.sign_in(made[3], b"eve's", None, "a browser", 6).await.unwrap());
    store.delete_account(eve, made[3], None).await.unwrap();
    let listed = async |called, before, limit| {
        let found = store.accounts(called, before, limit).await.unwrap();
        found.iter().map(|account| account.id).collect::<Vec<_>>()
    };
    assert_eq!(listed(None, None, 2).await, [made[2], made[1]]);
    assert_eq!(listed(None, Some(made[1]), 2).await, [made[0]]);
    assert_eq!(listed(Some(("ANN", "ann")), None, 9).await, [made[0]]);
    assert_eq!(listed(Some(("Guest 0007", "guest ooo7")), None, 9).await, [made[2], made[1]]);
    assert_eq!(listed(Some(("Eve", "eve")), None, 9).await, [0_u64; 0]);
}
