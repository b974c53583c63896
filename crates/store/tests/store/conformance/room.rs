//! The room as a whole: whether it can be written to, of which version it is, and what it knows of itself.

use std::time::Duration;

use cardroom_store::*;

use crate::support::rig::{Rig, patient, refusal, table};

/// The first write finds nothing wrong, the next that the log is not there; without anybody writing, that is noticed too.
pub(crate) async fn health_is_about_now(rig: Rig) {
    if rig.in_memory() {
        return;
    }
    let store = rig.open().await;
    let epoch = store.claim(table(1)).await.unwrap().epoch;
    let append = || Append { events: vec![b"event".to_vec()], ..Append::to(table(1), epoch, Version(0)) };
    let health = || *store.health().borrow();
    assert_eq!(health(), Health::Up);
    // Neither the disk nor the connection is in trouble.
    rig.tamper("ALTER TABLE log RENAME TO elsewhere").await;
    assert!(matches!(store.append(append()).await, Err(StoreError::Unavailable { .. })));
    assert_eq!(health(), Health::Down);
    rig.tamper("ALTER TABLE elsewhere RENAME TO log").await;
    // Something was tried within the last hour.
    store.probe(Duration::from_secs(3600)).await.unwrap();
    assert_eq!(health(), Health::Down);
    store.probe(Duration::ZERO).await.unwrap();
    assert_eq!(health(), Health::Up);
    rig.tamper("ALTER TABLE writers RENAME TO nobody").await;
    assert!(store.probe(Duration::ZERO).await.is_err());
    assert_eq!(health(), Health::Down);
    rig.tamper("ALTER TABLE nobody RENAME TO writers").await;
    store.append(append()).await.unwrap();
    assert_eq!(health(), Health::Up);
    // What breaks a rule is no trouble of the database's.
    refusal(store.append(append()).await);
    assert_eq!(health(), Health::Up);
}

/// A program of another version that only looks in leaves the room as the server knows it.
pub(crate) async fn a_room_of_another_version_is_left_as_it_is(rig: Rig) {
    if rig.in_memory() {
        return;
    }
    rig.open().await.close().await;
    let looks_in = Options { make: false, ..patient() };
    rig.open_with(looks_in.clone()).await.unwrap().close().await;
    let newest = rig.number("SELECT MAX(version) FROM schema_changes").await;
    rig.tamper("DROP INDEX hand_players_by_hand").await;
    rig.tamper(&format!("DELETE FROM schema_changes WHERE version = {newest}")).await;
    let older = rig.open_with(looks_in.clone()).await.err().unwrap().to_string();
    assert!(older.contains(&format!("its schema is version {}", newest - 1)) && older.contains("serve"), "{older}");
    assert_eq!(rig.number("SELECT MAX(version) FROM schema_changes").await, newest - 1);
    rig.open().await.close().await;
    assert_eq!(rig.number("SELECT MAX(version) FROM schema_changes").await, newest);
    rig.tamper(&format!("UPDATE schema_changes SET version = 99 WHERE version = {newest}")).await;
    let newer = rig.open_with(looks_in).await.err().unwrap().to_string();
    assert!(newer.contains("its schema is version 99"), "{newer}");
}

/// What a room knows of itself stays as it was first, until it is changed.
pub(crate) async fn facts_are_kept(rig: Rig) {
    let store = rig.open().await;
    assert_eq!(store.fact("colour", b"green".to_vec()).await.unwrap(), b"green");
    let again = rig.open().await;
    assert_eq!(again.fact("colour", b"red".to_vec()).await.unwrap(), b"green");
    again.set_fact("colour", b"blue".to_vec()).await.unwrap();
    assert_eq!(store.fact("colour", b"red".to_vec()).await.unwrap(), b"blue");
    assert_eq!(Store::exists(&rig.address, patient().patience).await.unwrap(), !rig.in_memory());
}
