//! Work in pieces on a bounded number of threads, with progress, and stopped when the caller says so.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crate::OddsError;

/// How much of the machine a question may use, who may stop it, and who is told how far it is.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use cardroom_odds::Pool;
///
/// let stop = AtomicBool::new(false);
/// let pool = Pool::new(2).stopped_by(&stop).telling(&|done| assert!((0.0..=1.0).contains(&done)));
/// assert_eq!(pool.threads(), 2);
/// ```
#[derive(Clone, Copy)]
pub struct Pool<'a> {
    threads: usize,
    stop: Option<&'a AtomicBool>,
    progress: Option<&'a (dyn Fn(f64) + Sync)>,
}

impl Default for Pool<'_> {
    /// As many threads as the machine runs at once.
    fn default() -> Self {
        Self::new(thread::available_parallelism().map_or(1, NonZeroUsize::get))
    }
}

impl<'a> Pool<'a> {
    /// At most so many threads, at least one.
    pub const fn new(threads: usize) -> Self {
        Self { threads: if threads == 0 { 1 } else { threads }, stop: None, progress: None }
    }

    /// Stops soon after this is set; the question is then answered with [`OddsError::Cancelled`].
    #[must_use]
    pub const fn stopped_by(self, stop: &'a AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Tells how much is done, from 0 to 1, now and then.
    #[must_use]
    pub const fn telling(self, progress: &'a (dyn Fn(f64) + Sync)) -> Self {
        Self { progress: Some(progress), ..self }
    }

    /// How many threads at most.
    pub const fn threads(&self) -> usize {
        self.threads
    }

    pub(crate) const fn without_progress(&self) -> Self {
        Self { progress: None, ..*self }
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    pub(crate) fn tell(&self, done: f64) {
        if let Some(progress) = self.progress {
            progress(done.clamp(0.0, 1.0));
        }
    }

    /// Does every piece of work once, on any thread and in any order, and joins the results as they come. Whoever
    /// joins must not depend on the order.
    pub(crate) fn run<T: Send>(
        &self,
        pieces: usize,
        work: impl Fn(usize) -> T + Sync,
        join: impl FnMut(T) + Send,
    ) -> Result<(), OddsError> {
        let next = AtomicUsize::new(0);
        let join = Mutex::new((0, join));
        let labour = || {
            while !self.is_stopped() {
                let piece = next.fetch_add(1, Ordering::Relaxed);
                if piece >= pieces {
                    break;
                }
                let done = work(piece);
                // A poisoned lock means that another thread panicked, which the scope is about to pass on.
                if let Ok(mut joined) = join.lock() {
                    joined.0 += 1;
                    (joined.1)(done);
                    self.tell(joined.0 as f64 / pieces as f64);
                }
            }
        };
        let helpers = self.threads.min(pieces).saturating_sub(1);
        thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(labour);
            }
            labour();
        });
        if self.is_stopped() { Err(OddsError::Cancelled) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::Pool;
    use crate::OddsError;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    #[test]
    fn every_piece_is_done_once() {
        for threads in [1, 2, 7] {
            let mut sum = 0;
            Pool::new(threads).run(100, |piece| piece, |piece| sum += piece).unwrap();
            assert_eq!(sum, 4950);
        }
    }

    #[test]
    fn a_stopped_pool_stops_and_says_so() {
        let stop = AtomicBool::new(false);
        let done = AtomicUsize::new(0);
        let result = Pool::new(1).stopped_by(&stop).run(
            1000,
            |_| stop.store(done.fetch_add(1, Ordering::Relaxed) == 9, Ordering::Relaxed),
            |()| {},
        );
        assert_eq!(result, Err(OddsError::Cancelled));
        assert_eq!(done.into_inner(), 10);
    }

    #[test]
    fn progress_ends_at_one() {
        let last = std::sync::Mutex::new(0.0);
        let tell = |done: f64| *last.lock().unwrap() = done;
        Pool::new(2).telling(&tell).run(5, |_| (), |()| {}).unwrap();
        assert_eq!(*last.lock().unwrap(), 1.0);
    }
}
