//! Work on all cores, with results in the order of the tasks and a bounded number of tasks under way.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does `work` on every task with `jobs` workers and hands each result to `done` in the order of the tasks.
///
/// At most four tasks a worker are under way or waiting for their turn, whatever their number. Returns the workers'
/// states; `done` ends the run early by returning false.
///
/// ```
/// use cardroom_history::in_order;
///
/// let mut squares = Vec::new();
/// let tried = in_order(2, 0..10, || 0, |tried, n| { *tried += 1; n * n }, |square| { squares.push(square); true });
/// assert_eq!(squares[9], 81);
/// assert_eq!(tried.iter().sum::<i32>(), 10);
/// ```
pub fn in_order<T, R, W>(
    jobs: usize,
    tasks: impl Iterator<Item = T> + Send,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, T) -> R + Sync,
    mut done: impl FnMut(R) -> bool,
) -> Vec<W>
where
    T: Send,
    R: Send,
    W: Send,
{
    let jobs = jobs.max(1);
    let (task_in, task_out) = mpsc::sync_channel::<(u64, T)>(jobs);
    let (result_in, result_out) = mpsc::sync_channel::<(u64, thread::Result<R>)>(jobs);
    // A task may begin when there is a ticket for it; one comes back with every result handed on.
    let (ticket_in, ticket_out) = mpsc::sync_channel::<()>(4 * jobs);
    while ticket_in.try_send(()).is_ok() {}
    let task_out = Mutex::new(task_out);
    let serve = |results: SyncSender<(u64, thread::Result<R>)>| {
        let mut state = worker();
        while let Some((number, task)) = take(&task_out) {
            // A panic is a defect, and the caller's to have: kept here it would leave everyone waiting.
            let result = panic::catch_unwind(AssertUnwindSafe(|| work(&mut state, task)));
            if results.send((number, result)).is_err() {
                break;
            }
        }
        state
    };
    let serve = &serve;
    thread::scope(|scope| {
        scope.spawn(move || feed(tasks, &ticket_out, &task_in));
        let workers: Vec<_> = (0..jobs)
            .map(|_| {
                let results = result_in.clone();
                scope.spawn(move || serve(results))
            })
            .collect();
        drop(result_in);

        let mut early = BTreeMap::new();
        let mut next = 0;
        let mut panicked = None;
        let mut going = true;
        for (number, result) in &result_out {
            match result {
                Ok(result) => drop(early.insert(number, result)),
                Err(panic) => panicked = Some(panic),
            }
            while let Some(result) = early.remove(&next) {
                going = going && done(result);
                next += 1;
                if going {
                    let _ = ticket_in.try_send(());
                }
            }
            if !going || panicked.is_some() {
                break;
            }
        }
        // Without tickets the feeder stops; what is under way is let go.
        drop(ticket_in);
        for _ in &result_out {}
        if let Some(panic) = panicked {
            panic::resume_unwind(panic);
        }
        workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
    })
}

fn feed<T>(tasks: impl Iterator<Item = T>, tickets: &Receiver<()>, to: &SyncSender<(u64, T)>) {
    for numbered in (0..).zip(tasks) {
        if tickets.recv().is_err() || to.send(numbered).is_err() {
            return;
        }
    }
}

fn take<T>(tasks: &Mutex<Receiver<T>>) -> Option<T> {
    tasks.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_a_run_can_end_early() {
        let mut seen = Vec::new();
        in_order(
            3,
            0..1000_u64,
            || (),
            |(), n| n,
            |n| {
                seen.push(n);
                true
            },
        );
        assert_eq!(seen, (0..1000).collect::<Vec<_>>());
        let mut seen = 0;
        in_order(
            3,
            0..,
            || (),
            |(), n: u64| n,
            |n| {
                seen = n;
                n < 50
            },
        );
        assert_eq!(seen, 50);
    }

    #[test]
    #[should_panic(expected = "seven")]
    fn a_panic_reaches_the_caller() {
        in_order(2, 0..1000_u64, || (), |(), n| assert!(n != 7, "seven"), |()| true);
    }
}
