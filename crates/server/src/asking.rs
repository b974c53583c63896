//! Whose questions about odds are being answered.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Questions of one account that are answered at a time.
const AT_A_TIME: usize = 2;

/// Everybody whose questions are being answered, once for each.
#[derive(Clone, Default)]
pub(crate) struct Asking(Arc<Mutex<Vec<u64>>>);

/// A question that is being answered, until it is dropped.
pub(crate) struct Asked {
    asking: Asking,
    account: u64,
}

impl Asking {
    /// Nothing if as many questions of the account are being answered as may be.
    pub(crate) fn begin(&self, account: u64) -> Option<Asked> {
        let mut asking = self.lock();
        if asking.iter().filter(|&&other| other == account).count() >= AT_A_TIME {
            return None;
        }
        asking.push(account);
        Some(Asked { asking: self.clone(), account })
    }

    fn lock(&self) -> MutexGuard<'_, Vec<u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        let mut asking = self.asking.lock();
        if let Some(place) = asking.iter().position(|&account| account == self.account) {
            asking.swap_remove(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_questions_at_a_time_and_others_have_theirs() {
        let asking = Asking::default();
        let first = asking.begin(1);
        let second = asking.begin(1);
        assert!(first.is_some() && second.is_some() && asking.begin(1).is_none());
        assert!(asking.begin(2).is_some(), "somebody else");
        drop(first);
        assert!(asking.begin(1).is_some(), "one was answered");
    }
}
