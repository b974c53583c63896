//! Chips: they only move, nobody owes, an entry counts once.

use cardroom_store::*;

use crate::support::rig::{Rig, gift, refusal, seat, table};

fn entry(id: &str, postings: &[(LedgerAccount, i64)]) -> LedgerEntry {
    let postings = postings.iter().map(|&(account, amount)| Posting { account, amount }).collect();
    LedgerEntry { id: id.to_owned(), at_ms: 1, reason: "test".to_owned(), postings }
}

pub(crate) async fn chips_only_move(rig: Rig) {
    let store = rig.open().await;
    store.post(vec![gift("gift 1", 1, 1000), gift("gift 2", 2, 500)]).await.unwrap();
    let hand = entry("hand 1", &[(LedgerAccount::Wallet(1), -300), (seat(7, 1), 100), (LedgerAccount::Pool(9), 200)]);
    store.post(vec![hand]).await.unwrap();
    // The same account twice in one entry is the sum.
    let twice = entry("twice", &[(seat(7, 1), -60), (LedgerAccount::Wallet(2), 70), (seat(7, 1), -10)]);
    store.post(vec![twice]).await.unwrap();
    let balances = [
        (LedgerAccount::House, -1500),
        (LedgerAccount::Wallet(1), 700),
        (LedgerAccount::Wallet(2), 570),
        (seat(7, 1), 30),
        (LedgerAccount::Pool(9), 200),
        (LedgerAccount::Wallet(3), 0),
    ];
    for (account, balance) in balances {
        assert_eq!(store.balance(account).await.unwrap(), balance, "{account}");
    }
    assert_eq!(store.audit().await.unwrap().issued, 1500);
    // Seats of table 7 only, not of 70 or 77.
    let more = [(LedgerAccount::Wallet(2), -6), (seat(70, 1), 1), (seat(77, 1), 2), (seat(7, 12), 3)];
    store.post(vec![entry("more", &more)]).await.unwrap();
    assert_eq!(store.seats_of(7).await.unwrap(), [(1, 30), (12, 3)]);
    // Accounts by their numbers, not by how these are written: 12 stands between 100 and 200.
    store.post(vec![gift("gift 12", 12, 5), gift("gift 100", 100, 6), gift("gift 199", 199, 7)]).await.unwrap();
    let empty = entry("away", &[(LedgerAccount::Wallet(100), -6), (LedgerAccount::House, 6)]);
    assert_eq!(store.wallets(100..200).await.unwrap(), [(100, 6), (199, 7)]);
    store.post(vec![empty]).await.unwrap();
    assert_eq!(store.wallets(100..200).await.unwrap(), [(199, 7)]);
    for sum in [1_i64, -1, i64::MAX, i64::MIN] {
        let wrong = entry("wrong", &[(LedgerAccount::Wallet(1), sum)]);
        let expected = Refusal::Unbalanced { entry: "wrong".to_owned(), sum: i128::from(sum) };
        assert_eq!(refusal(store.post(vec![wrong]).await), expected);
    }
}

pub(crate) async fn a_pool_knows_who_paid_into_it(rig: Rig) {
    let store = rig.open().await;
    store.post((1..=3).map(|account| gift(&format!("gift {account}"), account, 1000)).collect()).await.unwrap();
    let (pool, wallet) = (LedgerAccount::Pool(9), LedgerAccount::Wallet);
    let paid = |id: &str, account, chips: i64| entry(id, &[(wallet(account), -chips), (pool, chips)]);
    let elsewhere = entry("elsewhere", &[(wallet(1), -7), (LedgerAccount::Pool(90), 7)]);
    store.post(vec![paid("a", 1, 100), paid("b", 2, 100), paid("c", 3, 100), elsewhere]).await.unwrap();
    store.post(vec![paid("b back", 2, -100)]).await.unwrap();
    assert_eq!(store.paid_into_pool(9).await.unwrap(), [(1, 100), (3, 100)]);
    store.post(vec![paid("prize", 1, -150), paid("second", 3, -50)]).await.unwrap();
    assert_eq!(store.paid_into_pool(9).await.unwrap(), [], "nothing is left to give back to who lost");
    assert_eq!(store.paid_into_pool(10).await.unwrap(), []);
}

pub(crate) async fn nobody_owes(rig: Rig) {
    let store = rig.open().await;
    store.post(vec![gift("gift", 1, 100)]).await.unwrap();
    let buy_in = |id: &str, chips: i64| entry(id, &[(LedgerAccount::Wallet(1), -chips), (seat(1, 1), chips)]);
    let expected = Refusal::Insufficient { account: "wallet/1".to_owned(), balance: 100, taken: 101 };
    assert_eq!(refusal(store.post(vec![buy_in("a", 101)]).await), expected);
    // Each is affordable, both are not.
    let expected = Refusal::Insufficient { account: "wallet/1".to_owned(), balance: 40, taken: 41 };
    assert_eq!(refusal(store.post(vec![buy_in("b", 60), buy_in("c", 41)]).await), expected);
    assert_eq!(store.balance(LedgerAccount::Wallet(1)).await.unwrap(), 100);
    store.post(vec![buy_in("d", 100)]).await.unwrap();
    // Numbers beyond what can be held.
    for chips in [1 << 53, u64::MAX] {
        assert!(matches!(refusal(store.post(vec![gift("huge", 1, chips)]).await), Refusal::OutOfRange { .. }));
    }
    let most = gift("most", 2, (1 << 53) - 1);
    assert!(matches!(refusal(store.post(vec![most]).await), Refusal::OutOfRange { what: "a ledger balance", .. }));
    let huge = entry("huge", &[(LedgerAccount::House, -i64::MAX), (seat(1, 1), i64::MAX)]);
    assert!(matches!(refusal(store.post(vec![huge]).await), Refusal::OutOfRange { .. }));
    assert_eq!(store.audit().await.unwrap().issued, 100);
}

pub(crate) async fn entries_are_posted_once(rig: Rig) {
    let store = rig.open().await;
    for _ in 0..3 {
        store.post(vec![gift("gift", 1, 100)]).await.unwrap();
    }
    store.post(vec![gift("other", 1, 1), gift("other", 1, 1)]).await.unwrap();
    assert_eq!(store.balance(LedgerAccount::Wallet(1)).await.unwrap(), 101);
    let reused = refusal(store.post(vec![gift("gift", 1, 101)]).await);
    assert_eq!(reused, Refusal::EntryReused { entry: "gift".to_owned() });
    // An entry that moves nothing is an entry too.
    for _ in 0..2 {
        store.post(vec![entry("nothing", &[])]).await.unwrap();
    }
    refusal(store.post(vec![gift("nothing", 1, 5)]).await);
    let answers = (0..20).map(|_| {
        let store = store.clone();
        tokio::spawn(async move { store.post(vec![gift("at once", 1, 1000)]).await })
    });
    for answer in answers.collect::<Vec<_>>() {
        answer.await.unwrap().unwrap();
    }
    assert_eq!(store.balance(LedgerAccount::Wallet(1)).await.unwrap(), 1101);
    assert_eq!(store.audit().await.unwrap().entries, 4);
}

pub(crate) async fn refused_writes_move_no_chips(rig: Rig) {
    let store = rig.open().await;
    store.post(vec![gift("gift", 1, 100)]).await.unwrap();
    let epoch = store.claim(table(1)).await.unwrap().epoch;
    let buy_in = |id: &str, chips: i64| vec![entry(id, &[(LedgerAccount::Wallet(1), -chips), (seat(1, 1), chips)])];
    let append = |version, entries| Append {
        events: vec![b"sits down".to_vec()],
        entries,
        ..Append::to(table(1), epoch, Version(version))
    };
    assert!(matches!(refusal(store.append(append(5, buy_in("a", 50))).await), Refusal::Conflict { .. }));
    assert!(matches!(refusal(store.append(append(0, buy_in("a", 101))).await), Refusal::Insufficient { .. }));
    assert_eq!(store.balance(LedgerAccount::Wallet(1)).await.unwrap(), 100);
    assert_eq!(store.load(table(1)).await.unwrap().version, Version(0));
    store.append(append(0, buy_in("a", 100))).await.unwrap();
    assert_eq!(store.balance(seat(1, 1)).await.unwrap(), 100);
    assert_eq!(store.load(table(1)).await.unwrap().version, Version(1));
}

pub(crate) async fn entries_are_listed(rig: Rig) {
    let store = rig.open().await;
    for number in 0..10 {
        store
            .post(vec![gift(&format!("gift {number}"), 1, number + 1), gift(&format!("to 2, {number}"), 2, 1)])
            .await
            .unwrap();
    }
    let wallet = LedgerAccount::Wallet(1);
    let page = store.entries_of(wallet, None, 4).await.unwrap();
    assert_eq!(page.iter().map(|entry| entry.amount).collect::<Vec<_>>(), [10, 9, 8, 7]);
    assert_eq!((page[0].id.as_str(), page[0].reason.as_str(), page[0].at_ms), ("gift 9", "gift", 1));
    let page = store.entries_of(wallet, Some(page[3].number), 100).await.unwrap();
    assert_eq!(page.iter().map(|entry| entry.amount).collect::<Vec<_>>(), [6, 5, 4, 3, 2, 1]);
    assert_eq!(store.entries_of(LedgerAccount::Wallet(3), None, 100).await.unwrap(), []);
}

pub(crate) async fn audits_find_what_was_tampered_with(rig: Rig) {
    if rig.in_memory() {
        return;
    }
    let store = rig.open().await;
    store.post(vec![gift("gift", 1, 100), gift("gift 2", 2, 100)]).await.unwrap();
    store.audit().await.unwrap();
    let tampered = [
        (
            "UPDATE ledger_accounts SET balance = 101 WHERE account = 'wallet/1'",
            "UPDATE ledger_accounts SET balance = 100 WHERE account = 'wallet/1'",
        ),
        (
            "UPDATE ledger_postings SET amount = 99 WHERE amount = 100 AND entry = 1",
            "UPDATE ledger_postings SET amount = 100 WHERE amount = 99",
        ),
        (
            "UPDATE ledger_postings SET account = 77 WHERE amount = 100 AND entry = 1",
            "UPDATE ledger_postings SET account = (SELECT id FROM ledger_accounts WHERE account = 'wallet/1') WHERE account = 77",
        ),
    ];
    for (wrong, right) in tampered {
        assert_eq!(rig.tamper(wrong).await, 1, "{wrong}");
        assert!(matches!(store.audit().await, Err(StoreError::Damaged(Damage::Ledger { .. }))), "{wrong}");
        assert_eq!(rig.tamper(right).await, 1, "{right}");
        store.audit().await.unwrap();
    }
}

pub(crate) async fn concurrent_spending_never_overdraws(rig: Rig) {
    // Two processes' worth of stores, many tables, one wallet.
    let stores = [rig.open().await, rig.open().await];
    stores[0].post(vec![gift("gift", 1, 1000)]).await.unwrap();
    let spending = (0..60).map(|number| {
        let store = stores[number % 2].clone();
        let postings = [(LedgerAccount::Wallet(1), -300), (seat(number as u64, 1), 300)];
        let entry = entry(&format!("buy-in {number}"), &postings);
        tokio::spawn(async move { store.post(vec![entry]).await })
    });
    let mut spent = 0;
    for answer in spending.collect::<Vec<_>>() {
        match answer.await.unwrap() {
            Ok(()) => spent += 300,
            refused => assert!(matches!(refusal(refused), Refusal::Insufficient { .. })),
        }
    }
    assert_eq!(spent, 900);
    assert_eq!(stores[1].balance(LedgerAccount::Wallet(1)).await.unwrap(), 100);
    assert_eq!(stores[0].audit().await.unwrap().issued, 1000);
}

pub(crate) async fn many_entries_keep_their_own_postings(rig: Rig) {
    let store = rig.open().await;
    // More than go in one statement of either database.
    let gifts = (1..=700).map(|account| gift(&format!("gift {account}"), account, account));
    store.post(gifts.collect()).await.unwrap();
    for account in [1, 2, 255, 256, 257, 511, 512, 513, 700] {
        let entries = store.entries_of(LedgerAccount::Wallet(account), None, 10).await.unwrap();
        let entries = entries.iter().map(|entry| (entry.id.as_str(), entry.amount)).collect::<Vec<_>>();
        assert_eq!(entries, [(format!("gift {account}").as_str(), account as i64)]);
    }
    assert_eq!(store.audit().await.unwrap().entries, 700);
}

pub(crate) async fn what_another_process_moved_is_seen(rig: Rig) {
    let stores = [rig.open().await, rig.open().await];
    let spend = |id: &str, chips: i64| vec![entry(id, &[(LedgerAccount::Wallet(1), -chips), (seat(1, 1), chips)])];
    stores[0].post(vec![gift("gift", 1, 100)]).await.unwrap();
    for round in 0..10 {
        // Each knows the wallet from its own last write, and the other has written since.
        stores[round % 2].post(spend(&format!("round {round}"), 9)).await.unwrap();
    }
    assert_eq!(stores[0].balance(LedgerAccount::Wallet(1)).await.unwrap(), 10);
    stores[1].post(vec![gift("more", 1, 50)]).await.unwrap();
    stores[0].post(spend("all of it", 60)).await.unwrap();
    let expected = Refusal::Insufficient { account: "wallet/1".to_owned(), balance: 0, taken: 1 };
    assert_eq!(refusal(stores[1].post(spend("too much", 1)).await), expected);
    assert_eq!(stores[1].audit().await.unwrap().issued, 150);
}
