//! Streams: versions, owners, commands, snapshots and damage.

use cardroom_store::*;

use crate::support::rig::{Rig, gift, refusal, seat, table};

/// A text of the right kind for an event.
fn words(text: &str) -> Vec<Vec<u8>> {
    text.split(' ').map(|word| word.as_bytes().to_vec()).collect()
}

fn texts(loaded: &Loaded) -> String {
    let words = loaded.events.iter().map(|(_, event)| String::from_utf8_lossy(event).into_owned());
    words.collect::<Vec<_>>().join(" ")
}

pub(crate) async fn events_come_back(rig: Rig) {
    let store = rig.open().await;
    let claim = store.claim(table(1)).await.unwrap();
    assert_eq!((claim.epoch, claim.version), (Epoch(1), Version(0)));
    let to = |version| Append::to(table(1), claim.epoch, Version(version));
    assert_eq!(store.append(Append { events: words("one two three"), ..to(0) }).await.unwrap(), Version(3));
    assert_eq!(store.append(Append { events: words("four"), ..to(3) }).await.unwrap(), Version(4));
    // No events, no new version.
    assert_eq!(store.append(to(4)).await.unwrap(), Version(4));
    let loaded = store.load(table(1)).await.unwrap();
    assert_eq!(texts(&loaded), "one two three four");
    assert_eq!(loaded.events.iter().map(|&(version, _)| version.0).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!((loaded.version, loaded.snapshot, loaded.damage), (Version(4), None, None));

    let snapshot = Some(b"after five".to_vec());
    assert_eq!(store.append(Append { events: words("five"), snapshot, ..to(4) }).await.unwrap(), Version(5));
    assert_eq!(store.append(Append { events: words("six seven"), ..to(5) }).await.unwrap(), Version(7));
    if !rig.in_memory() {
        store.close().await;
    }
    let store = rig.open().await;
    let loaded = store.load(table(1)).await.unwrap();
    assert_eq!(loaded.snapshot, Some((Version(5), b"after five".to_vec())));
    assert_eq!(texts(&loaded), "six seven");
    assert_eq!((loaded.version, loaded.epoch, loaded.damage), (Version(7), Epoch(1), None));
    // A stream that nobody ever claimed is empty.
    let loaded = store.load(table(99)).await.unwrap();
    assert_eq!((loaded.version, loaded.epoch, loaded.events.len()), (Version(0), Epoch(0), 0));
}

pub(crate) async fn versions_must_match(rig: Rig) {
    let store = rig.open().await;
    let epoch = store.claim(table(1)).await.unwrap().epoch;
    let append = |version, text| Append { events: words(text), ..Append::to(table(1), epoch, Version(version)) };
    store.append(append(0, "one two")).await.unwrap();
    for wrong in [0, 1, 3, u64::MAX] {
        let conflict = refusal(store.append(append(wrong, "never")).await);
        let expected = Version(wrong);
        assert_eq!(conflict, Refusal::Conflict { stream: table(1), expected, current: Version(2) });
    }
    assert_eq!(texts(&store.load(table(1)).await.unwrap()), "one two");
}

pub(crate) async fn older_owners_are_fenced(rig: Rig) {
    let (old, new) = (rig.open().await, rig.open().await);
    let stream = table(1);
    let yours = Epoch(1);
    let unclaimed = Append { events: words("early"), ..Append::to(stream, yours, Version(0)) };
    assert_eq!(refusal(old.append(unclaimed).await), Refusal::Fenced { stream, yours, current: Epoch(0) });
    let no_epoch = Append { events: words("early"), ..Append::to(stream, Epoch(0), Version(0)) };
    refusal(old.append(no_epoch).await);

    let first = old.claim(stream).await.unwrap();
    let version = old.append(Append { events: words("one"), ..Append::to(stream, first.epoch, Version(0)) }).await;
    let second = new.claim(stream).await.unwrap();
    assert_eq!((second.epoch, second.version), (Epoch(2), version.unwrap()));
    let late = Append { events: words("late"), ..Append::to(stream, first.epoch, Version(1)) };
    assert_eq!(refusal(old.append(late).await), Refusal::Fenced { stream, yours, current: Epoch(2) });
    new.append(Append { events: words("two"), ..Append::to(stream, second.epoch, Version(1)) }).await.unwrap();
    assert_eq!(texts(&old.load(stream).await.unwrap()), "one two");
    // Claiming twice is to take it over from oneself.
    let claims = new.claim_all(vec![table(3), stream, table(2)]).await.unwrap();
    let epochs = claims.iter().map(|claim| (claim.stream, claim.epoch.0, claim.version.0)).collect::<Vec<_>>();
    assert_eq!(epochs, [(table(3), 1, 0), (stream, 3, 2), (table(2), 1, 0)]);
}

pub(crate) async fn streams_move_together(rig: Rig) {
    let store = rig.open().await;
    let tournament = StreamId::new(StreamKind::Tournament, 1).unwrap();
    let epoch = store.claim_all(vec![table(1), table(2), tournament]).await.unwrap()[0].epoch;
    let append = |stream, version, text| Append { events: words(text), ..Append::to(stream, epoch, Version(version)) };
    let versions = store.append_all(vec![
        append(table(1), 0, "leaves"),
        append(table(2), 0, "sits down"),
        append(tournament, 0, ""),
    ]);
    assert_eq!(versions.await.unwrap(), [Version(1), Version(2), Version(1)]);
    // Twice to the same stream, each expecting what the one before leaves.
    let versions = store.append_all(vec![append(table(1), 1, "a"), append(table(1), 2, "b c")]).await.unwrap();
    assert_eq!(versions, [Version(2), Version(4)]);
    // The last one fails: none of it happens.
    refusal(
        store.append_all(vec![append(table(1), 4, "x"), append(table(2), 2, "y"), append(tournament, 0, "z")]).await,
    );
    assert_eq!(texts(&store.load(table(1)).await.unwrap()), "leaves a b c");
    assert_eq!(texts(&store.load(table(2)).await.unwrap()), "sits down");
    assert_eq!(store.append_all(Vec::new()).await.unwrap(), []);
}

pub(crate) async fn one_refusal_spares_the_others(rig: Rig) {
    let store = rig.open().await;
    let claims = store.claim_all((0..100).map(table).collect()).await.unwrap();
    let mut waiting = Vec::new();
    for (number, claim) in claims.iter().enumerate() {
        // Every third expects the wrong version.
        let expected = Version(u64::from(number % 3 == 0));
        let events = words(&format!("hello from {number}"));
        let append = Append { events, ..Append::to(claim.stream, claim.epoch, expected) };
        let store = store.clone();
        waiting.push(tokio::spawn(async move { store.append(append).await }));
    }
    for (number, answer) in waiting.into_iter().enumerate() {
        let answer = answer.await.unwrap();
        let loaded = store.load(table(number as u64)).await.unwrap();
        if number % 3 == 0 {
            refusal(answer);
            assert_eq!(loaded.version, Version(0));
        } else {
            assert_eq!(answer.unwrap(), Version(3));
            assert_eq!(texts(&loaded), format!("hello from {number}"));
        }
    }
}

pub(crate) async fn commands_are_done_once(rig: Rig) {
    let store = rig.open().await;
    let epoch = store.claim(table(1)).await.unwrap().epoch;
    let command = |account, command: &str, answer: &str| {
        Some(CommandAnswer { account, command: command.to_owned(), answer: answer.as_bytes().to_vec() })
    };
    let append =
        |version, answer| Append { events: words("raise"), answer, ..Append::to(table(1), epoch, Version(version)) };
    store.append(append(0, command(7, "a", "raised"))).await.unwrap();
    // Again, with the old and with the new version: the first answer, and nothing else happens.
    for version in [0, 1] {
        let again = refusal(store.append(append(version, command(7, "a", "other"))).await);
        assert_eq!(again, Refusal::Answered { answer: b"raised".to_vec() });
    }
    // Another player's command of the same id is another command.
    store.append(append(1, command(8, "a", "also"))).await.unwrap();
    assert_eq!(store.load(table(1)).await.unwrap().version, Version(2));
    assert_eq!(store.answer_to(7, "a").await.unwrap(), Some(b"raised".to_vec()));
    assert_eq!(store.answer_to(8, "a").await.unwrap(), Some(b"also".to_vec()));
    assert_eq!(store.answer_to(9, "a").await.unwrap(), None);
    // A refused command was not done, and may be sent again.
    refusal(store.append(append(0, command(7, "b", "never"))).await);
    assert_eq!(store.answer_to(7, "b").await.unwrap(), None);
    // The same command many times at once.
    let answers = (0..20).map(|_| {
        let (store, append) = (store.clone(), append(2, command(7, "c", "once")));
        tokio::spawn(async move { store.append(append).await })
    });
    let mut done = 0;
    for answer in answers.collect::<Vec<_>>() {
        match answer.await.unwrap() {
            Ok(version) => done += version.0,
            again => assert_eq!(refusal(again), Refusal::Answered { answer: b"once".to_vec() }),
        }
    }
    assert_eq!(done, 3);
    store.post_for(vec![], command(7, "d", "posted").unwrap()).await.unwrap();
    refusal(store.post_for(vec![], command(7, "d", "posted").unwrap()).await);
}

pub(crate) async fn many_streams_load_at_once(rig: Rig) {
    let store = rig.open().await;
    let streams = (0..300).map(table).collect::<Vec<_>>();
    let claims = store.claim_all(streams.clone()).await.unwrap();
    let lobby = StreamId::new(StreamKind::Lobby, 0).unwrap();
    store.claim(lobby).await.unwrap();
    let hello = claims.iter().map(|claim| {
        let events = words(&format!("hello {claim:?}"));
        let snapshot = (claim.stream.number() % 2 == 0).then(|| b"state".to_vec());
        Append { events, snapshot, ..Append::to(claim.stream, claim.epoch, Version(0)) }
    });
    let versions = store.append_all(hello.collect()).await.unwrap();
    assert_eq!(store.streams(StreamKind::Table).await.unwrap(), streams);
    assert_eq!(store.streams(StreamKind::Lobby).await.unwrap(), [lobby]);
    assert_eq!(store.streams(StreamKind::Tournament).await.unwrap(), []);
    let loaded = store.load_all(&streams).await.unwrap();
    assert_eq!(loaded.len(), streams.len());
    for ((loaded, claim), version) in loaded.iter().zip(&claims).zip(versions) {
        assert_eq!((loaded.stream, loaded.epoch, loaded.version), (claim.stream, claim.epoch, version));
        assert_eq!(loaded.damage, None);
        if claim.stream.number() % 2 == 0 {
            assert_eq!(loaded.snapshot, Some((version, b"state".to_vec())));
        } else {
            assert_eq!(texts(loaded), format!("hello {claim:?}"));
        }
    }
}

/// More tables than go into one transaction write at the same time, each as soon as its last write was done.
pub(crate) async fn a_crowd_is_answered_to_the_last(rig: Rig) {
    const TABLES: u64 = 300;
    const WRITES: u64 = 5;
    let store = rig.open().await;
    let claims = store.claim_all((0..TABLES).map(table).collect()).await.unwrap();
    let writing = claims.into_iter().map(|claim| {
        let store = store.clone();
        tokio::spawn(async move {
            let mut version = claim.version;
            for number in 0..WRITES {
                let events = vec![format!("{number}").into_bytes()];
                version = store.append(Append { events, ..Append::to(claim.stream, claim.epoch, version) }).await?;
            }
            Ok::<_, StoreError>(version)
        })
    });
    for (number, written) in writing.collect::<Vec<_>>().into_iter().enumerate() {
        let written = written.await.unwrap();
        assert_eq!(written.as_ref().ok(), Some(&Version(WRITES)), "table {number}: {written:?}");
    }
}

pub(crate) async fn what_is_too_long_is_refused(rig: Rig) {
    let store = rig.open().await;
    let epoch = store.claim(table(1)).await.unwrap().epoch;
    let to = || Append::to(table(1), epoch, Version(0));
    let long_id = CommandAnswer { account: 1, command: "x".repeat(65), answer: Vec::new() };
    for append in [
        Append { events: vec![vec![0; (1 << 20) + 1]], ..to() },
        Append { snapshot: Some(vec![0; (16 << 20) + 1]), ..to() },
        Append { answer: Some(long_id), ..to() },
    ] {
        assert!(matches!(refusal(store.append(append).await), Refusal::TooLong { .. }));
    }
    let events = vec![vec![7; 1 << 20]];
    assert_eq!(store.append(Append { events: events.clone(), ..to() }).await.unwrap(), Version(1));
    assert_eq!(store.load(table(1)).await.unwrap().events, [(Version(1), events[0].clone())]);
}

pub(crate) async fn damaged_logs_are_found_out(rig: Rig) {
    if rig.in_memory() {
        // Nobody else can reach it to do damage.
        return;
    }
    let store = rig.open().await;
    for number in 0..6 {
        let epoch = store.claim(table(number)).await.unwrap().epoch;
        let snapshot = Some(b"state at the start".to_vec());
        let append =
            |version, text: &str| Append { events: words(text), ..Append::to(table(number), epoch, Version(version)) };
        store.append(Append { snapshot, ..append(0, "one") }).await.unwrap();
        store.append(append(1, "two three")).await.unwrap();
        store.append(append(3, "four")).await.unwrap();
        store.append(append(4, "five")).await.unwrap();
    }
    let key = |number: u64| (1_i64 << 56) + number as i64;
    let (changed, swapped) = if rig.address.starts_with("postgres") {
        ("body = set_byte(body, 13, 7)".to_owned(), "body".to_owned())
    } else {
        ("body = CAST(substr(body, 1, 13) || x'07' || substr(body, 15) AS BLOB)".to_owned(), "body".to_owned())
    };
    let tampered = [
        format!("UPDATE log SET {changed} WHERE stream = {} AND version = 4", key(1)),
        format!("DELETE FROM log WHERE stream = {} AND version = 3", key(2)),
        format!("DELETE FROM log WHERE stream = {} AND version = 5", key(3)),
        format!("UPDATE snapshots SET {changed} WHERE stream = {}", key(4)),
        format!(
            "UPDATE log SET body = (SELECT {swapped} FROM log WHERE stream = {} AND version = 4) \
             WHERE stream = {} AND version = 4",
            key(0),
            key(5)
        ),
    ];
    for sql in tampered {
        assert_eq!(rig.tamper(&sql).await, 1, "{sql}");
    }
    let damage = |number, intact| Some(Damage::Log { stream: table(number), intact: Version(intact) });
    let expected = [
        ("two three four five", None),
        ("two three", damage(1, 3)),
        ("", damage(2, 1)),
        ("two three four", damage(3, 4)),
        ("", Some(Damage::Snapshot { stream: table(4) })),
        ("two three", damage(5, 3)),
    ];
    for (number, (text, damage)) in expected.into_iter().enumerate() {
        let loaded = store.load(table(number as u64)).await.unwrap();
        assert_eq!((texts(&loaded).as_str(), loaded.damage.clone()), (text, damage), "table {number}");
        if number != 4 {
            assert_eq!(loaded.snapshot, Some((Version(1), b"state at the start".to_vec())));
        }
    }
}

pub(crate) async fn appends_to_one_stream_come_back_in_their_order(rig: Rig) {
    let store = rig.open().await;
    let claims = store.claim_all(vec![table(1), table(2)]).await.unwrap();
    let append = |number: usize, version, text| Append {
        events: words(text),
        ..Append::to(claims[number].stream, claims[number].epoch, Version(version))
    };
    let together = vec![
        append(0, 0, "one two"),
        append(1, 0, "eins"),
        append(0, 2, "three"),
        append(0, 3, "four five"),
        append(1, 1, "zwei drei"),
    ];
    store.append_all(together).await.unwrap();
    store.append(append(0, 5, "six")).await.unwrap();
    assert_eq!(texts(&store.load(table(1)).await.unwrap()), "one two three four five six");
    assert_eq!(texts(&store.load(table(2)).await.unwrap()), "eins zwei drei");
    for (last, count, expected) in
        [(6, 2, "four five six"), (5, 1, "four five"), (5, 9, "one two three four five"), (0, 3, "")]
    {
        let events = store.events_before(table(1), Version(last), count).await.unwrap();
        let text = events.iter().map(|event| String::from_utf8_lossy(event)).collect::<Vec<_>>().join(" ");
        assert_eq!(text, expected, "{count} appends up to version {last}");
    }
}

pub(crate) async fn a_log_from_before_its_rows_were_linked_is_read(rig: Rig) {
    if rig.in_memory() {
        return;
    }
    let store = rig.open().await;
    let claims = store.claim_all(vec![table(1), table(2)]).await.unwrap();
    for version in 0..4 {
        for claim in &claims {
            let snapshot = (version == 1).then(|| b"after two".to_vec());
            let events = words(["one", "two", "three", "four"][version as usize]);
            let append = Append { events, snapshot, ..Append::to(claim.stream, claim.epoch, Version(version)) };
            store.append(append).await.unwrap();
        }
    }
    store.close().await;
    let number = if rig.address.starts_with("postgres") { "BIGINT" } else { "INTEGER" };
    let bytes = if rig.address.starts_with("postgres") { "BYTEA" } else { "BLOB" };
    for sql in [
        format!(
            "CREATE TABLE older (stream {number} NOT NULL, version {number} NOT NULL, body {bytes} NOT NULL, \
             CONSTRAINT older_pkey PRIMARY KEY (stream, version))"
        ),
        "INSERT INTO older SELECT stream, version, body FROM log ORDER BY id".to_owned(),
        "DROP TABLE log".to_owned(),
        "ALTER TABLE older RENAME TO log".to_owned(),
        "ALTER TABLE streams DROP COLUMN last".to_owned(),
        "DELETE FROM schema_changes WHERE version = 6".to_owned(),
    ] {
        rig.tamper(&sql).await;
    }
    if rig.address.starts_with("postgres") {
        rig.tamper("ALTER TABLE log RENAME CONSTRAINT older_pkey TO log_pkey").await;
    }
    let store = rig.open().await;
    for claim in claims {
        let loaded = store.load(claim.stream).await.unwrap();
        assert_eq!((texts(&loaded).as_str(), &loaded.damage), ("three four", &None));
        let append = Append { events: words("five"), ..Append::to(claim.stream, claim.epoch, Version(4)) };
        store.append(append).await.unwrap();
        assert_eq!(texts(&store.load(claim.stream).await.unwrap()), "three four five");
        assert_eq!(store.events_before(claim.stream, Version(5), 9).await.unwrap().len(), 5);
    }
}

pub(crate) async fn streams_that_have_ended_are_read_when_asked_for(rig: Rig) {
    let store = rig.open().await;
    let (above, others) = (table(1 << 52), StreamId::new(StreamKind::Tournament, 4).unwrap());
    assert_eq!(store.last_below(above).await.unwrap(), None);
    let claims = store.claim_all(vec![table(1), table(2), table(7), above, others]).await.unwrap();
    for claim in &claims {
        let snapshot = Some(claim.stream.to_string().into_bytes());
        let first = Append { events: words("one"), snapshot, ..Append::to(claim.stream, claim.epoch, Version(0)) };
        store.append(first).await.unwrap();
        let events = words("two three");
        store.append(Append { events, ..Append::to(claim.stream, claim.epoch, Version(1)) }).await.unwrap();
    }
    store.end(&[table(1), table(7), others]).await.unwrap();
    store.end(&[]).await.unwrap();
    assert_eq!(store.streams(StreamKind::Table).await.unwrap(), [table(2), above]);
    assert_eq!(store.streams(StreamKind::Tournament).await.unwrap(), []);
    // Its number isn't free again, and what it was can be read.
    assert_eq!(store.last_below(above).await.unwrap(), Some(7));
    assert_eq!(store.last_below(table(7)).await.unwrap(), Some(2));
    assert_eq!(store.snapshot(table(7)).await.unwrap(), Some(b"table 7".to_vec()));
    assert_eq!(store.snapshot(table(3)).await.unwrap(), None);
    assert_eq!(texts(&store.load(table(7)).await.unwrap()), "two three");
}

/// There are only so many numbers to jump over, and anybody can be refused a thousand times a minute.
pub(crate) async fn refusals_use_no_numbers_up(rig: Rig) {
    let store = rig.open().await;
    store.post(vec![gift("gift", 1, 10)]).await.unwrap();
    let epoch = store.claim(table(1)).await.unwrap().epoch;
    let append = |version| Append { events: words("event"), ..Append::to(table(1), epoch, Version(version)) };
    store.append(append(0)).await.unwrap();
    for version in 1..=1000 {
        let too_much = LedgerEntry::transfer("sit", 1, "buy-in", LedgerAccount::Wallet(1), seat(1, 1), 11);
        let sit = Append { entries: vec![too_much], ..append(version) };
        assert!(matches!(refusal(store.append(sit).await), Refusal::Insufficient { .. }));
        store.append(append(version)).await.unwrap();
    }
    assert_eq!(store.load(table(1)).await.unwrap().events.len(), 1001);
    if !rig.in_memory() {
        let spread = rig.number("SELECT (MAX(id) >> 40) - (MIN(id) >> 40) FROM log").await;
        assert_eq!((spread, rig.number("SELECT MAX(id) - MIN(id) FROM log").await), (0, 1000));
    }
}

pub(crate) async fn a_log_at_its_last_jump_takes_appends(rig: Rig) {
    if rig.in_memory() {
        return;
    }
    let store = rig.open().await;
    let epoch = store.claim(table(1)).await.unwrap().epoch;
    let append = |version| Append { events: words("event"), ..Append::to(table(1), epoch, Version(version)) };
    store.append(append(0)).await.unwrap();
    store.close().await;
    let last_jump = ((1_i64 << 23) - 1) << 40;
    assert_eq!(rig.tamper(&format!("UPDATE log SET id = {last_jump}")).await, 1);
    assert_eq!(rig.tamper(&format!("UPDATE streams SET last = {last_jump}")).await, 1);
    for start in 0..3 {
        let store = rig.open().await;
        for version in 1..=5 {
            store.append(append(5 * start + version)).await.unwrap();
        }
        let loaded = store.load(table(1)).await.unwrap();
        assert_eq!((loaded.events.len() as u64, loaded.damage), (5 * start + 6, None));
        store.close().await;
    }
    assert_eq!(rig.number("SELECT MAX(id) FROM log").await, last_jump + 15);
    // Where there is no number left at all, that is said, and nothing is written.
    rig.tamper(&format!("UPDATE log SET id = {} WHERE version = 16", i64::MAX)).await;
    let store = rig.open().await;
    let full = refusal(store.append(append(16)).await).to_string();
    assert_eq!(full, "the number of a row in the log can't be 9223372036854775808");
}

/// A closed table's log is for nobody; what it was is asked as long as there are hands of it.
pub(crate) async fn streams_that_ended_long_ago_are_swept(rig: Rig) {
    let store = rig.open().await;
    let tournament = StreamId::new(StreamKind::Tournament, 1).unwrap();
    let claims = store.claim_all(vec![table(1), table(2), table(3), tournament]).await.unwrap();
    for claim in &claims {
        let to = |version| Append::to(claim.stream, claim.epoch, Version(version));
        store.append(Append { events: words("one two"), ..to(0) }).await.unwrap();
        store.append(Append { snapshot: Some(b"state".to_vec()), events: words("three"), ..to(2) }).await.unwrap();
        let hand = HandRecord {
            table: claim.stream.number(),
            hand: 1,
            game: "holdem".to_owned(),
            at_ms: 7,
            players: Vec::new(),
            record: b"a record".to_vec(),
            proof: None,
        };
        let hand = Some(hand).filter(|_| claim.stream == table(2));
        store.append(Append { events: words("four"), hand, ..to(3) }).await.unwrap();
    }
    store.end(&[table(1), table(2), tournament]).await.unwrap();
    let long_ago = Retention { ended_ms: Some(1_000), ..Retention::default() };
    assert_eq!(store.sweep(&long_ago).await.unwrap(), Swept::default());
    let now = Retention { ended_ms: Some(1 << 50), ..Retention::default() };
    assert_eq!(store.sweep(&now).await.unwrap(), Swept { appends: 8, streams: 2, ..Swept::default() });
    for stream in [table(1), tournament] {
        assert_eq!(store.snapshot(stream).await.unwrap(), None);
        let loaded = store.load(stream).await.unwrap();
        assert_eq!((loaded.version, loaded.events.len(), loaded.damage), (Version(0), 0, None));
    }
    let with_a_hand = store.load(table(2)).await.unwrap();
    assert_eq!((texts(&with_a_hand).as_str(), &with_a_hand.damage), ("four", &None));
    assert_eq!(texts(&store.load(table(3)).await.unwrap()), "four");
    assert_eq!(store.events_before(table(3), Version(4), 9).await.unwrap().len(), 4);
    // With its last hand the rest goes, and the number is never given again.
    let without_hands = Retention { hands_ms: Some(1_000), ..now };
    assert_eq!(
        store.sweep(&without_hands).await.unwrap(),
        Swept { hands: 1, appends: 1, streams: 1, ..Swept::default() }
    );
    assert_eq!(store.snapshot(table(2)).await.unwrap(), None);
    assert_eq!(store.sweep(&without_hands).await.unwrap(), Swept::default());
    assert_eq!(store.last_below(table(9)).await.unwrap(), Some(3));
    let claim = claims.iter().find(|claim| claim.stream == table(3)).unwrap();
    store.append(Append { events: words("five"), ..Append::to(table(3), claim.epoch, Version(4)) }).await.unwrap();
}
