//! How far long work is: a line on a terminal, nothing in a pipe.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A line that says how far the work is, and is gone when it is done.
pub(crate) struct Progress(ProgressBar);

/// Parts that the whole is shown in.
const PARTS: f64 = 1000.0;

impl Progress {
    /// Starts a line for this work; quick work never shows one.
    pub(crate) fn new(work: &'static str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(PARTS as u64), ProgressDrawTarget::stderr_with_hz(5));
        if let Ok(style) = ProgressStyle::with_template("{msg} {bar:30} {percent} % {elapsed}") {
            bar.set_style(style);
        }
        bar.set_message(work);
        Self(bar)
    }

    /// Shows this much of it done, from 0 to 1.
    pub(crate) fn tell(&self, done: f64) {
        if self.0.elapsed() > Duration::from_millis(300) {
            self.0.set_position((done * PARTS) as u64);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
