//! Whose questions are being answered that take a while: about odds, or for pages of hands.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Questions of one account that are answered at a time.
const AT_A_TIME: usize = 2;
/// Questions from one address that are answered at a time: a guest costs nothing, and may come as many.
const FROM_AN_ADDRESS: usize = 3;

/// Somebody who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Asker {
    pub(crate) account: u64,
    pub(crate) address: IpAddr,
}

/// Everybody whose questions are being answered, once for each.
#[derive(Clone, Default)]
pub(crate) struct Asking(Arc<Mutex<Vec<Asker>>>);

/// A question that is being answered, until it is dropped.
pub(crate) struct Asked {
    asking: Asking,
    asker: Asker,
}

impl Asking {
    /// Nothing if as many questions of the account, or from its address, are being answered as may be.
    pub(crate) fn begin(&self, asker: Asker) -> Option<Asked> {
        let mut asking = self.lock();
        let own = asking.iter().filter(|other| other.account == asker.account).count();
        let near = asking.iter().filter(|other| other.address == asker.address).count();
        if own >= AT_A_TIME || near >= FROM_AN_ADDRESS {
            return None;
        }
        asking.push(asker);
        Some(Asked { asking: self.clone(), asker })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Asker>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        let mut asking = self.asking.lock();
        if let Some(place) = asking.iter().position(|&asker| asker == self.asker) {
            asking.swap_remove(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asker(account: u64, last: u8) -> Asker {
        Asker { account, address: [10, 0, 0, last].into() }
    }

    #[test]
    fn two_questions_at_a_time_and_others_have_theirs() {
        let asking = Asking::default();
        let first = asking.begin(asker(1, 1));
        let second = asking.begin(asker(1, 1));
        assert!(first.is_some() && second.is_some() && asking.begin(asker(1, 1)).is_none());
        assert!(asking.begin(asker(1, 2)).is_none(), "the same account from elsewhere");
        assert!(asking.begin(asker(2, 2)).is_some(), "somebody else");
        drop(first);
        assert!(asking.begin(asker(1, 1)).is_some(), "one was answered");
    }

    #[test]
    fn many_guests_from_one_address_leave_turns_to_others() {
        let asking = Asking::default();
        let guests: Vec<_> = (1..=9).filter_map(|account| asking.begin(asker(account, 1))).collect();
        assert_eq!(guests.len(), FROM_AN_ADDRESS);
        assert!(asking.begin(asker(10, 2)).is_some(), "somebody else");
    }
}
