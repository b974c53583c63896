//! The one thread that writes. It takes everything that waits, from however many tables, does it in one transaction, and
//! answers when the commit has returned: many tables share one wait for the disk, and nothing is answered before it.
//!
//! A commit whose outcome nobody knows (the connection broke in the middle) is looked up before anybody is answered:
//! each transaction leaves its number behind, and the number is there exactly if the transaction is.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::runtime::Builder;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;

use crate::engine::{Engine, Trouble, refused, was_waited_for};
use crate::group::{self, Done, Known, Outcome, Work};
use crate::link::{Link, Value};
use crate::log::Numbers;
use crate::seal::Sealer;
use crate::{Health, Options, Step, StoreError, Watcher};

/// The most writes in one transaction. Where more wait, the first of them are told while the next are written.
const LARGEST_GROUP: usize = 128;
/// How long a group gathers after the last one was done, while many write.
const LONGEST_GATHERING: Duration = Duration::from_millis(2);
/// How long between two looks for more: who writes doesn't wake the writer each time.
const LOOK_EVERY: Duration = Duration::from_millis(1);
/// After so many writes the database is put in order.
const TIDIED_AFTER: usize = 3000;
/// How many writes may wait; whoever comes then waits before that.
const LONGEST_QUEUE: usize = 4096;
/// How long to wait between two looks for a database that was lost in the middle of a commit.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

type Reply = oneshot::Sender<Result<Done, StoreError>>;

/// What waits in the queue.
enum Job {
    Work(Work, Reply),
    Stop(oneshot::Sender<()>),
}

/// Where the tables leave their writes.
#[derive(Clone)]
pub(crate) struct Queue {
    jobs: mpsc::Sender<Job>,
    tried: watch::Receiver<Instant>,
}

impl Queue {
    /// Has the work done; returns when it is durable, or certainly not done.
    pub(crate) async fn submit(&self, work: Work) -> Result<Done, StoreError> {
        let closed = || StoreError::Unavailable { cause: "the store was closed".to_owned() };
        let (reply, answer) = oneshot::channel();
        self.jobs.send(Job::Work(work, reply)).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }

    /// How long ago the last group was done, or the writer was started.
    pub(crate) fn idle(&self) -> Duration {
        self.tried.borrow().elapsed()
    }

    /// Waits until everything that waits is done and the database is closed, and ends the thread.
    pub(crate) async fn stop(&self) {
        let (reply, answer) = oneshot::channel();
        if self.jobs.send(Job::Stop(reply)).await.is_ok() {
            let _ = answer.await;
        }
    }
}

/// The task and what it works with.
pub(crate) struct Writer {
    engine: Engine,
    sealer: Sealer,
    watcher: Option<Watcher>,
    health: watch::Sender<Health>,
    /// When the last group was done.
    tried: watch::Sender<Instant>,
    /// This process's name among the writers of the database, and the number of its last transaction.
    name: String,
    serial: i64,
    /// What this process wrote, as of its last commit.
    known: Known,
    /// Those that the next rows of the log get.
    numbers: Option<Numbers>,
    last: Option<Group>,
}

/// The group of works that was done last.
struct Group {
    answered: usize,
    ended: Instant,
}

/// Has the database put in order what was written, now and then: nearly all of it beside the writer, for whom everybody
/// waits. Where that can't be done, it is tried again after as many writes.
#[derive(Default)]
struct Tidier {
    written: usize,
    at_work: Option<JoinHandle<()>>,
}

impl Tidier {
    async fn look_in(&mut self, written: usize, engine: &Engine) {
        self.written = self.written.saturating_add(written);
        if self.at_work.as_ref().is_some_and(JoinHandle::is_finished) {
            self.at_work = None;
            let _ = engine.finish_tidying().await;
        } else if self.at_work.is_none() && self.written >= TIDIED_AFTER {
            self.written = 0;
            let engine = engine.clone();
            self.at_work = Some(tokio::spawn(async move { drop(engine.tidy().await) }));
        }
    }
}

/// How far a transaction came.
enum Attempt {
    Committed,
    /// Something is not as this process last left it, or a write has to be refused. Nothing of it is in the database.
    Surprised,
    /// Nothing of it is in the database.
    Failed(sqlx::Error),
    /// The commit was asked for and its answer is not known.
    Unknown(sqlx::Error),
}

impl Writer {
    /// Opens the database that `address` names, and starts the writer. It has a thread of its own, on which its
    /// connection lives as well: among the tasks of a full house it would stand in line behind thousands of sockets,
    /// several times for each commit, and everybody would wait with it.
    pub(crate) async fn start(
        address: String,
        options: Options,
        sealer: Sealer,
        health: watch::Sender<Health>,
        name: String,
    ) -> Result<(Engine, Queue), StoreError> {
        let unusable = |cause: String| StoreError::Unusable { cause };
        let runtime =
            Builder::new_current_thread().enable_all().build().map_err(|error| unusable(error.to_string()))?;
        let (sender, receiver) = mpsc::channel(LONGEST_QUEUE);
        let (opened, open) = oneshot::channel();
        let (sends_tried, tried) = watch::channel(Instant::now());
        let work = async move {
            let engine = match Engine::open(&address, &options).await {
                Ok(engine) => engine,
                Err(error) => return drop(opened.send(Err(error))),
            };
            let watcher = options.watcher;
            let (serial, known, numbers, last) = Default::default();
            let (engine_here, tried) = (engine.clone(), sends_tried);
            let writer =
                Self { engine: engine_here, sealer, watcher, health, tried, name, serial, known, numbers, last };
            if opened.send(Ok(engine)).is_ok() {
                writer.run(receiver).await;
            }
        };
        let thread = std::thread::Builder::new().name("store-writer".to_owned());
        thread.spawn(move || runtime.block_on(work)).map_err(|error| unusable(error.to_string()))?;
        let engine = open.await.map_err(|_| unusable("the writer's thread is gone".to_owned()))??;
        Ok((engine, Queue { jobs: sender, tried }))
    }

    async fn run(mut self, mut queue: mpsc::Receiver<Job>) {
        let mut stop = None;
        let mut tidier = Tidier::default();
        while stop.is_none() {
            let Some(first) = queue.recv().await else { break };
            let jobs = self.gather(first, &mut queue).await;
            let (mut works, mut replies) = (Vec::new(), Vec::new());
            for job in jobs {
                match job {
                    Job::Work(work, reply) => {
                        works.push(work);
                        replies.push(reply);
                    }
                    Job::Stop(reply) => stop = Some(reply),
                }
            }
            let answered = replies.len();
            self.do_all(&works, replies).await;
            let ended = Instant::now();
            self.last = Some(Group { answered, ended });
            self.tried.send_replace(ended);
            tidier.look_in(answered, &self.engine).await;
        }
        // On the thread where its connection lives.
        self.engine.close().await;
        if let Some(reply) = stop {
            let _ = reply.send(());
        }
    }

    /// What waits, up to a group. While many write, those who were answered just now get to ask for more before it is
    /// closed: nobody notices so short a wait, and every commit that is not made saves its work and a wait for the disk.
    /// Whoever writes alone isn't kept waiting, nor is anybody once no more come.
    async fn gather(&self, first: Job, queue: &mut mpsc::Receiver<Job>) -> Vec<Job> {
        let mut jobs = vec![first];
        let many = self.last.as_ref().filter(|last| last.answered > 1);
        let until = many.map(|last| last.ended + LONGEST_GATHERING);
        let mut known = 0;
        loop {
            while jobs.len() < LARGEST_GROUP
                && let Ok(job) = queue.try_recv()
            {
                jobs.push(job);
            }
            let goes_on = jobs.len() > known && jobs.len() < LARGEST_GROUP;
            known = jobs.len();
            let now = Instant::now();
            let Some(until) = until.filter(|&until| goes_on && now < until) else { return jobs };
            tokio::time::sleep_until(until.min(now + LOOK_EVERY).into()).await;
        }
    }

    /// Does a group of works, and answers each.
    async fn do_all(&mut self, works: &[Work], replies: Vec<Reply>) {
        if works.is_empty() {
            return;
        }
        self.step(Step::Gathered);
        let together = works.iter().collect::<Vec<_>>();
        match self.transact(&together).await {
            Ok(results) => answer(replies, results),
            Err(error) if works.len() > 1 && matches!(Trouble::of(&error), Trouble::Constraint | Trouble::Other) => {
                // One of them breaks a rule that only the database could see: the others shall not suffer for it.
                for (work, reply) in works.iter().zip(replies) {
                    let result = match self.transact(&[work]).await {
                        Ok(mut results) => results.pop().unwrap_or_else(|| Err(sqlx::Error::RowNotFound.into())),
                        Err(error) => Err(error.into()),
                    };
                    let _ = reply.send(result);
                }
            }
            Err(error) => {
                let away = || StoreError::Unavailable { cause: error.to_string() };
                let again = |_| Err(refused(&error).map_or_else(away, StoreError::from));
                let results = replies.iter().map(again).collect();
                answer(replies, results);
            }
        }
    }

    /// One transaction, with its outcome known. Nothing was changed if it is an error.
    async fn transact(&mut self, works: &[&Work]) -> Result<Vec<Result<Done, StoreError>>, sqlx::Error> {
        const TRIES: usize = 3;
        let (mut tries, mut trusting) = (1, true);
        loop {
            self.serial = self.serial.saturating_add(1);
            let mut outcome = None;
            match self.attempt(works, trusting, &mut outcome).await {
                Attempt::Committed => {
                    self.health.send_replace(Health::Up);
                    return self.accept(outcome);
                }
                Attempt::Surprised if trusting => trusting = false,
                // Somebody else wrote here first, and the schema saw it before the heads were compared.
                Attempt::Failed(error) if trusting && Trouble::of(&error) == Trouble::Constraint => trusting = false,
                Attempt::Surprised => {
                    self.health.send_replace(Health::Down);
                    return Err(sqlx::Error::Protocol("a stream moved under a writer that held it".to_owned()));
                }
                // Two processes stood in each other's way, perhaps with the same numbers for their rows, or the connection
                // had been lost while nobody used it.
                Attempt::Failed(error)
                    if tries < TRIES
                        && matches!(Trouble::of(&error), Trouble::Away | Trouble::Constraint)
                        && !was_waited_for(&error) =>
                {
                    tries += 1;
                }
                Attempt::Failed(error) => {
                    if refused(&error).is_none() {
                        self.health.send_replace(Health::Down);
                    }
                    return Err(error);
                }
                Attempt::Unknown(error) => {
                    self.health.send_replace(Health::Down);
                    let committed = self.look_up().await;
                    self.health.send_replace(Health::Up);
                    return if committed { self.accept(outcome) } else { Err(error) };
                }
            }
        }
    }

    /// The transaction is in the database: everything is as it put it.
    fn accept(&mut self, outcome: Option<Outcome>) -> Result<Vec<Result<Done, StoreError>>, sqlx::Error> {
        let outcome = outcome.ok_or(sqlx::Error::RowNotFound)?;
        self.known.learn(outcome.learned);
        Ok(outcome.results)
    }

    async fn attempt(&mut self, works: &[&Work], trusting: bool, outcome: &mut Option<Outcome>) -> Attempt {
        let mut link = match self.engine.write_here().await {
            Ok(link) => link,
            Err(error) => return Attempt::Failed(error),
        };
        self.step(Step::Begun);
        let now_ms = now_ms();
        let known = trusting.then_some(&self.known);
        let found = match self.numbers {
            Some(numbers) => numbers,
            None => match Numbers::find(&mut link).await {
                Ok(numbers) => numbers,
                Err(error) => return self.abandon(link, Attempt::Failed(error)).await,
            },
        };
        let mut numbers = found;
        let applied = group::apply(&mut link, works, known, &self.sealer, &mut numbers, now_ms).await;
        // What is rolled back has used none of them up.
        self.numbers = numbers.unless_taken().map(|_| found);
        match applied {
            Ok(Some(done)) => (*outcome, self.numbers) = (Some(done), Some(numbers)),
            Ok(None) => return self.abandon(link, Attempt::Surprised).await,
            Err(error) => return self.abandon(link, Attempt::Failed(error)).await,
        }
        let sql = "INSERT INTO writers (writer, serial, at_ms) VALUES ($1, $2, $3) \
                   ON CONFLICT (writer) DO UPDATE SET serial = excluded.serial, at_ms = excluded.at_ms";
        let values = vec![Value::Text(self.name.clone()), Value::Int(self.serial), Value::Int(now_ms)];
        if let Err(error) = link.run(sql, values).await {
            return self.abandon(link, Attempt::Failed(error)).await;
        }
        self.step(Step::Written);
        match link.commit().await {
            Ok(()) => {
                self.step(Step::Committed);
                Attempt::Committed
            }
            Err(error) if matches!(Trouble::of(&error), Trouble::NotWritten | Trouble::Constraint) => {
                Attempt::Failed(error)
            }
            Err(error) => Attempt::Unknown(error),
        }
    }

    async fn abandon(&self, link: Link, attempt: Attempt) -> Attempt {
        // If even this fails the connection is lost, and its transaction with it.
        let _ = link.roll_back().await;
        attempt
    }

    /// Whether the last transaction is in the database. Asks until there is an answer, for nothing else may be said.
    async fn look_up(&self) -> bool {
        loop {
            self.step(Step::LookedUp);
            match self.look_up_once().await {
                Ok(committed) => return committed,
                Err(_) => tokio::time::sleep(LOOK_AGAIN).await,
            }
        }
    }

    /// The question is itself a write, to the same row: it waits for a commit that is still under way at the server,
    /// and once it is durable nothing that came before it can appear later.
    async fn look_up_once(&self) -> Result<bool, sqlx::Error> {
        let mut link = self.engine.write_here().await?;
        let sql = "INSERT INTO writers (writer, serial, at_ms) VALUES ($1, 0, $2) \
                   ON CONFLICT (writer) DO UPDATE SET at_ms = excluded.at_ms RETURNING serial";
        let row = link.row(sql, vec![Value::Text(self.name.clone()), Value::Int(now_ms())]).await?;
        let serial = row.ok_or(sqlx::Error::RowNotFound)?.int(0)?;
        link.commit().await?;
        Ok(serial == self.serial)
    }

    fn step(&self, step: Step) {
        if let Some(watcher) = &self.watcher {
            watcher(step);
        }
    }
}

fn answer(replies: Vec<Reply>, results: Vec<Result<Done, StoreError>>) {
    for (reply, result) in replies.into_iter().zip(results) {
        // Somebody who no longer waits doesn't hear it.
        let _ = reply.send(result);
    }
}

pub(crate) fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
