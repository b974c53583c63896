//! Tries to show a secret: so many in any minute from one address, and after failures longer and longer waits. A name that
//! many addresses fail under has its own, shorter waits, and none for an address from which its owner has come in before:
//! strangers can't keep somebody out of an account.
//!
//! It knows no passwords, and time is an argument.

use std::collections::hash_map::RandomState;
use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const MINUTE_MS: u64 = 60_000;
const DAY_MS: u64 = 24 * 60 * MINUTE_MS;
/// The longest wait after failures from one address.
pub(crate) const LONGEST_WAIT_MS: u64 = 60 * MINUTE_MS;
/// Failures under a name before it has waits, as a multiple of those from an address: one address alone meets its own first.
const FAILURES_UNDER_A_NAME: usize = 4;
/// The first wait of a name, and its longest one. An owner at a new address may have to sit that out.
const NAME_WAITS_MS: (u64, u64) = (1_000, MINUTE_MS);
/// Addresses of its owner that a name remembers, and for how long.
const KNOWN_ADDRESSES: usize = 8;
const KNOWN_MS: u64 = 90 * DAY_MS;
/// Addresses, and names, that are remembered at once; of more, those that were quiet the longest are forgotten.
const MOST_KEPT: usize = 50_000;

/// Who has tried, and how that went.
pub(crate) struct Tries {
    per_minute: usize,
    longest_ms: u64,
    hasher: RandomState,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    addresses: HashMap<IpAddr, FromAddress>,
    names: HashMap<String, UnderName>,
}

#[derive(Default)]
struct FromAddress {
    /// When it tried, within the last minute.
    tries: VecDeque<u64>,
    /// The names, hashed, under which it failed. Coming in under a name makes good what failed under that one: else whoever
    /// has an account could guess at others without end.
    failures: VecDeque<u64>,
    last_ms: u64,
}

#[derive(Default)]
struct UnderName {
    failures: usize,
    last_ms: u64,
    known: VecDeque<IpAddr>,
    known_ms: u64,
}

/// Why nobody may try now, and for how many milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wait {
    Address(u64),
    Name(u64),
}

/// One try. It counts as a failure from its beginning, so that many at once gain nothing, until it is known how it went;
/// one that ends without that counts for its minute alone.
pub(crate) struct Try {
    tries: Arc<Tries>,
    address: IpAddr,
    name: String,
    settled: bool,
}

impl Tries {
    /// So many tries a minute from one address, and waits of at most so long after failures.
    pub(crate) fn new(per_minute: u32, longest_ms: u64) -> Arc<Self> {
        let per_minute = usize::try_from(per_minute).unwrap_or(usize::MAX).max(1);
        Arc::new(Self { per_minute, longest_ms, hasher: RandomState::new(), kept: Mutex::default() })
    }

    /// Begins a try from this address under this name, or says how long to wait for the next.
    pub(crate) fn begin(self: &Arc<Self>, address: IpAddr, name: &str, now_ms: u64) -> Result<Try, Wait> {
        let mut kept = self.lock();
        if let Some(wait) = self.wait_in(&kept, address, name, now_ms) {
            return Err(wait);
        }
        kept.make_room(now_ms);
        let from = kept.addresses.entry(address).or_default();
        from.forget_tries(now_ms);
        from.tries.push_back(now_ms);
        from.last_ms = now_ms;
        from.failures.push_back(self.hasher.hash_one(name));
        if from.failures.len() > self.most_failures() {
            from.failures.pop_front();
        }
        let under = kept.names.entry(name.to_owned()).or_default();
        if !under.knows(address, now_ms) {
            under.failures = under.failures.saturating_add(1);
            under.last_ms = now_ms;
        }
        Ok(Try { tries: self.clone(), address, name: name.to_owned(), settled: false })
    }

    /// How long this address has to wait before a try under this name; not at all if it may.
    pub(crate) fn wait(&self, address: IpAddr, name: &str, now_ms: u64) -> Option<Wait> {
        self.wait_in(&self.lock(), address, name, now_ms)
    }

    /// Forgets those who were quiet for long.
    pub(crate) fn sweep(&self, now_ms: u64) {
        self.lock().sweep(now_ms);
    }

    fn wait_in(&self, kept: &Kept, address: IpAddr, name: &str, now_ms: u64) -> Option<Wait> {
        let left = |until: u64| until.checked_sub(now_ms).filter(|left| *left > 0);
        if let Some(from) = kept.addresses.get(&address) {
            let recent = from.tries.iter().filter(|at| at.saturating_add(MINUTE_MS) > now_ms);
            let oldest_counted = recent.rev().nth(self.per_minute.saturating_sub(1));
            let free = oldest_counted.and_then(|at| left(at.saturating_add(MINUTE_MS)));
            let doubled = doubled((MINUTE_MS, self.longest_ms), from.failures.len(), self.per_minute);
            let over = doubled.and_then(|ms| left(from.last_ms.saturating_add(ms)));
            if let Some(wait) = free.max(over) {
                return Some(Wait::Address(wait));
            }
        }
        let under = kept.names.get(name).filter(|under| !under.knows(address, now_ms))?;
        let most = self.per_minute.saturating_mul(FAILURES_UNDER_A_NAME);
        let doubled = doubled(NAME_WAITS_MS, under.failures, most)?;
        left(under.last_ms.saturating_add(doubled)).map(Wait::Name)
    }

    /// Failures of an address that make a difference: one more doubles nothing any more.
    fn most_failures(&self) -> usize {
        self.per_minute.saturating_add(16)
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Try {
    /// It was the right secret.
    pub(crate) fn right(mut self, now_ms: u64) {
        self.settled = true;
        let hash = self.tries.hasher.hash_one(&*self.name);
        let mut kept = self.tries.lock();
        if let Some(from) = kept.addresses.get_mut(&self.address) {
            from.failures.retain(|failed| *failed != hash);
        }
        if let Some(under) = kept.names.get_mut(&self.name) {
            under.failures = 0;
            under.known.retain(|known| *known != self.address);
            under.known.push_front(self.address);
            under.known.truncate(KNOWN_ADDRESSES);
            under.known_ms = now_ms;
        }
    }

    /// It was a wrong one.
    pub(crate) fn wrong(mut self) {
        self.settled = true;
    }
}

impl Drop for Try {
    fn drop(&mut self) {
        if self.settled {
            return;
        }
        let hash = self.tries.hasher.hash_one(&*self.name);
        let mut kept = self.tries.lock();
        if let Some(from) = kept.addresses.get_mut(&self.address)
            && let Some(place) = from.failures.iter().rposition(|failed| *failed == hash)
        {
            from.failures.remove(place);
        }
        if let Some(under) = kept.names.get_mut(&self.name) {
            under.failures = under.failures.saturating_sub(1);
        }
    }
}

impl FromAddress {
    fn forget_tries(&mut self, now_ms: u64) {
        while self.tries.front().is_some_and(|at| at.saturating_add(MINUTE_MS) <= now_ms) {
            self.tries.pop_front();
        }
    }
}

impl UnderName {
    fn knows(&self, address: IpAddr, now_ms: u64) -> bool {
        now_ms < self.known_ms.saturating_add(KNOWN_MS) && self.known.contains(&address)
    }
}

impl Kept {
    fn sweep(&mut self, now_ms: u64) {
        let failed = |last_ms: u64| now_ms < last_ms.saturating_add(DAY_MS);
        self.addresses.retain(|_, from| {
            from.forget_tries(now_ms);
            !from.tries.is_empty() || (!from.failures.is_empty() && failed(from.last_ms))
        });
        self.names.retain(|_, under| {
            let known = !under.known.is_empty() && now_ms < under.known_ms.saturating_add(KNOWN_MS);
            known || (under.failures > 0 && failed(under.last_ms))
        });
    }

    fn make_room(&mut self, now_ms: u64) {
        if self.addresses.len() >= MOST_KEPT || self.names.len() >= MOST_KEPT {
            self.sweep(now_ms);
        }
        forget_quietest(&mut self.addresses, |from| from.last_ms);
        forget_quietest(&mut self.names, |under| under.last_ms.max(under.known_ms));
    }
}

fn forget_quietest<K: Hash + Eq + Clone, V>(kept: &mut HashMap<K, V>, last_ms: impl Fn(&V) -> u64) {
    if kept.len() >= MOST_KEPT
        && let Some(quietest) = kept.iter().min_by_key(|(_, value)| last_ms(value)).map(|(key, _)| key.clone())
    {
        kept.remove(&quietest);
    }
}

/// The wait after so many failures: none before `most`, then the first one, doubled with each more, up to the longest.
fn doubled((first_ms, longest_ms): (u64, u64), failures: usize, most: usize) -> Option<u64> {
    let doublings = u32::try_from(failures.checked_sub(most)?).unwrap_or(u32::MAX).min(30);
    Some(first_ms.saturating_mul(1 << doublings).min(longest_ms))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));

    fn stranger(number: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, number])
    }

    fn five() -> Arc<Tries> {
        Tries::new(5, LONGEST_WAIT_MS)
    }

    /// Fails as soon as it may, from `now` on; when that was.
    fn fail(tries: &Arc<Tries>, address: IpAddr, name: &str, now: u64) -> u64 {
        let at = now + tries.wait(address, name, now).map_or(0, |(Wait::Address(ms) | Wait::Name(ms))| ms);
        tries.begin(address, name, at).unwrap_or_else(|wait| panic!("{wait:?} at {at}")).wrong();
        at
    }

    #[test]
    fn no_minute_has_more_than_five_tries_from_an_address() {
        let tries = five();
        let mut begun = Vec::new();
        // Somebody who always comes in right, and every hundred milliseconds tries again.
        for now in (0..300_000).step_by(100) {
            if let Ok(this) = tries.begin(HOME, "ann", now) {
                this.right(now);
                begun.push(now);
            }
        }
        assert_eq!(begun.len(), 25);
        assert!(begun.windows(6).all(|six| six[5] - six[0] >= MINUTE_MS), "{begun:?}");
        assert!(tries.begin(stranger(1), "ann", 300_000).is_ok(), "another address has its own five");
    }

    #[test]
    fn waits_double_up_to_an_hour_and_end_with_coming_in() {
        let tries = five();
        let mut at = 0;
        for _ in 0..5 {
            at = fail(&tries, HOME, "ann", at);
        }
        assert_eq!(at, 0, "five at once");
        for minutes in [1, 2, 4, 8, 16, 32, 60, 60, 60] {
            assert_eq!(tries.wait(HOME, "ann", at), Some(Wait::Address(minutes * MINUTE_MS)));
            assert_eq!(tries.wait(HOME, "bob", at), Some(Wait::Address(minutes * MINUTE_MS)), "whatever the name");
            assert!(tries.begin(HOME, "ann", at + minutes * MINUTE_MS - 1).is_err());
            at = fail(&tries, HOME, "ann", at);
        }
        at += 60 * MINUTE_MS;
        tries.begin(HOME, "ann", at).unwrap_or_else(|wait| panic!("{wait:?}")).right(at);
        for _ in 0..4 {
            assert_eq!(fail(&tries, HOME, "ann", at), at, "all is forgiven");
        }
    }

    #[test]
    fn ones_own_account_does_not_pay_for_guesses_at_another() {
        let tries = five();
        let (mut now, mut guesses) = (0, 0);
        while now < DAY_MS {
            if let Ok(guess) = tries.begin(HOME, "ann", now) {
                guess.wrong();
                guesses += 1;
            }
            if let Ok(own) = tries.begin(HOME, "eve", now) {
                own.right(now);
            }
            now += 1000;
        }
        assert!(guesses < 40, "{guesses} guesses in a day");
    }

    #[test]
    fn many_strangers_slow_each_other_down_and_not_the_owner() {
        let tries = five();
        tries.begin(HOME, "ann", 0).unwrap_or_else(|wait| panic!("{wait:?}")).right(0);
        let guessed = |from: u64, until: u64| {
            let guess = |(now, number): (u64, u8)| tries.begin(stranger(number), "ann", now).ok().map(Try::wrong);
            (from..until)
                .step_by(1000)
                .flat_map(|now| (0..200).map(move |number| (now, number)))
                .filter_map(guess)
                .count()
        };
        assert!(guessed(MINUTE_MS, 2 * MINUTE_MS) < 30);
        assert!(guessed(2 * MINUTE_MS, 12 * MINUTE_MS) <= 10, "one a minute, from all together");
        let now = 12 * MINUTE_MS;
        assert!(matches!(tries.wait(stranger(250), "ann", now), None | Some(Wait::Name(0..=MINUTE_MS))));
        assert!(tries.begin(HOME, "ann", now).is_ok(), "the owner at home doesn't wait");
    }

    #[test]
    fn one_stranger_never_makes_an_owner_wait_elsewhere_for_long() {
        let tries = five();
        let mut now = 0;
        for _ in 0..100 {
            now = fail(&tries, stranger(1), "ann", now);
            let wait = tries.wait(HOME, "ann", now);
            assert!(matches!(wait, None | Some(Wait::Name(0..=MINUTE_MS))), "{wait:?}");
        }
        assert!(now > 80 * LONGEST_WAIT_MS, "a hundred guesses take days");
    }

    #[test]
    fn what_came_to_nothing_counts_for_its_minute_alone() {
        let tries = five();
        for _ in 0..5 {
            drop(tries.begin(HOME, "ann", 0));
        }
        assert_eq!(tries.wait(HOME, "ann", 0), Some(Wait::Address(MINUTE_MS)));
        drop(tries.begin(HOME, "ann", MINUTE_MS));
        assert_eq!(tries.wait(HOME, "ann", MINUTE_MS), None);
        let at_once: Vec<_> = (0..10).filter_map(|_| tries.begin(stranger(1), "ann", 0).ok()).collect();
        assert_eq!(at_once.len(), 5, "nobody gains by trying many at once");
    }

    #[test]
    fn memory_is_bounded_and_the_quiet_are_forgotten() {
        let tries = five();
        for number in 0..u32::try_from(MOST_KEPT).unwrap() + 10 {
            let address = IpAddr::from(number.to_be_bytes());
            tries.begin(address, &number.to_string(), u64::from(number) / 1000).unwrap_or_else(|_| panic!()).wrong();
        }
        let counts = || {
            let kept = tries.lock();
            (kept.addresses.len(), kept.names.len())
        };
        assert_eq!(counts(), (MOST_KEPT, MOST_KEPT));
        tries.sweep(2 * DAY_MS);
        assert_eq!(counts(), (0, 0));
    }
}
