//! Tournaments as they were stored. One that can't be read whole is called off, and what was paid for entering goes back.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use cardroom_room::tournament::{Logged, Phase, Tournament};
use cardroom_room::{AccountId, Chips, Entry, Now, Purse, Reason, TournamentId};
use cardroom_store::{Append, Claim, LedgerEntry, Loaded, StreamId, StreamKind};

use super::house::KEPT_WHEN_OVER;
use crate::error::ServerError;
use crate::house::House;
use crate::table::ledger_entry;

/// A tournament that came back, with the right to write its log.
pub(crate) struct StoredTournament {
    pub(crate) tournament: Tournament,
    pub(super) claim: Claim,
}

impl House {
    /// Every tournament as it was, its clocks afresh.
    pub(crate) async fn stored_tournaments(&self) -> Result<BTreeMap<u64, StoredTournament>, ServerError> {
        let last = self.store.last_below(StreamId::new(StreamKind::Tournament, StreamId::MAX_NUMBER)?).await?;
        self.next_tournament.fetch_max(last.unwrap_or(0).saturating_add(1), Ordering::Relaxed);
        let streams = self.store.streams(StreamKind::Tournament).await?;
        let claims = self.store.claim_all(streams.clone()).await?;
        let loaded = self.store.load_all(&streams).await?;
        let mut found = BTreeMap::new();
        let mut gone = Vec::new();
        for (claim, loaded) in claims.into_iter().zip(loaded) {
            match self.tournament_from(&claim, &loaded).await? {
                Some(tournament) => drop(found.insert(claim.stream.number(), StoredTournament { tournament, claim })),
                None => gone.push(claim.stream),
            }
        }
        let over =
            |stored: &StoredTournament| matches!(stored.tournament.phase(), Phase::Finished { .. } | Phase::Cancelled);
        let old: Vec<u64> = found.iter().filter(|(_, stored)| over(stored)).map(|(&number, _)| number).collect();
        let old = old.iter().rev().skip(KEPT_WHEN_OVER).filter_map(|number| found.remove(number));
        gone.extend(old.map(|stored| stored.claim.stream));
        self.store.end(&gone).await?;
        Ok(found)
    }

    /// A tournament from what is stored; none if nothing of it can be read, or it was given a number and never opened.
    async fn tournament_from(&self, claim: &Claim, loaded: &Loaded) -> Result<Option<Tournament>, ServerError> {
        let number = claim.stream.number();
        let now = Now(self.clock.now_ms());
        let Some((_, snapshot)) = &loaded.snapshot else {
            if let Some(damage) = &loaded.damage {
                tracing::error!(tournament = number, %damage, "a tournament is lost; the entries go back");
                self.store.post(self.entries_back(claim).await?).await?;
            }
            return Ok(None);
        };
        let log: Vec<Logged> = loaded.events.iter().map_while(|(_, line)| Logged::from_bytes(line).ok()).collect();
        let restored = match &loaded.damage {
            Some(damage) => Err(damage.to_string()),
            None if log.len() < loaded.events.len() => Err("a line of the log can't be read".to_owned()),
            None => Tournament::restore(snapshot, &log, now).map_err(|damage| damage.to_string()),
        };
        let to_stream = Append::to(claim.stream, claim.epoch, claim.version);
        let damage = match restored {
            Ok(tournament) => {
                // The log was written by the clock of another start: from here on this snapshot counts.
                self.store.append(Append { snapshot: Some(tournament.snapshot()), ..to_stream }).await?;
                return Ok(Some(tournament));
            }
            Err(damage) => damage,
        };
        tracing::error!(tournament = number, damage, "a tournament is called off; the entries go back");
        let entries = self.entries_back(claim).await?;
        let Ok((tournament, last)) = Tournament::called_off(snapshot, &log, claim.version.0, now) else {
            self.store.post(entries).await?;
            return Ok(None);
        };
        let (events, snapshot) = (vec![last.to_bytes()], Some(tournament.snapshot()));
        self.store.append(Append { events, entries, snapshot, ..to_stream }).await?;
        Ok(Some(tournament))
    }

    /// What the ledger says was paid for entering and lies in the pool still, back to whoever paid it.
    async fn entries_back(&self, claim: &Claim) -> Result<Vec<LedgerEntry>, ServerError> {
        let number = claim.stream.number();
        let entry = |(account, chips): (u64, i64)| {
            let (from, to) = (Purse::Pool(TournamentId(number)), Purse::Wallet(AccountId(account)));
            let amount = Chips::new(u64::try_from(chips).unwrap_or(0));
            let entry = Entry { from, to, amount, reason: Reason::EntryReturned };
            ledger_entry(&format!("tournament/{number}/lost {}/{account}", claim.version), &entry)
        };
        Ok(self.store.paid_into_pool(number).await?.into_iter().map(entry).collect())
    }
}
