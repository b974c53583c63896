//! A connection whose other end has to read: a write that gets nowhere for too long fails, and the connection with it. Once
//! it is a socket it is read no faster than its client may speak: frames that make up no message, each empty and none the last,
//! would otherwise be taken as fast as they come.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use tokio::time::{Instant, Sleep};

use crate::line::Line;

/// A stream that waits for its reader, but not for ever.
pub(crate) struct Patient {
    read: OwnedReadHalf,
    line: Arc<Line>,
    patience: Duration,
    /// Runs while a write waits; a connection that is read, or idle, has none.
    waits: Option<Pin<Box<Sleep>>>,
    pace: Pace,
    /// When the pace began to be counted.
    began: Instant,
    /// Runs while the client has said as much as it may.
    rests: Option<Pin<Box<Sleep>>>,
}

/// How much may be read of a socket.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// Bytes in a second.
    per_second: u64,
    /// Bytes at once.
    at_once: i64,
    /// What may be read now; less than nothing after more came at once.
    left: i64,
    /// Up to when that was counted, in milliseconds.
    counted_ms: u64,
}

impl Pace {
    /// So many bytes a second, and so many at once.
    pub(crate) fn new(per_second: u64, at_once: u64) -> Self {
        let at_once = i64::try_from(at_once.max(1)).unwrap_or(i64::MAX);
        Self { per_second: per_second.max(1), at_once, left: at_once, counted_ms: 0 }
    }

    /// Whether anything may be read now; what may is counted anew only when nothing is left.
    fn allows(&mut self, now_ms: u64) -> bool {
        let more = self.per_second.saturating_mul(now_ms.saturating_sub(self.counted_ms)) / 1000;
        if self.left <= 0 && more > 0 {
            self.left = self.left.saturating_add_unsigned(more).min(self.at_once);
            // Of what is no whole byte yet nothing is lost.
            let counted_ms = more.saturating_mul(1000) / self.per_second;
            self.counted_ms = self.counted_ms.saturating_add(counted_ms).min(now_ms);
        }
        self.left > 0
    }

    fn read(&mut self, bytes: usize) {
        self.left = self.left.saturating_sub_unsigned(bytes as u64);
    }
}

/// How often a connection that ends is read once more, for nothing.
const MOST_PASSED_OVER: usize = 16;
/// How long a socket rests before it is read again.
const REST: Duration = Duration::from_millis(100);

impl Patient {
    /// A connection for which so many frames may wait, and a write so long, and that is read at this pace as a socket.
    pub(crate) fn new(stream: TcpStream, patience: Duration, longest_queue: usize, pace: Pace) -> Self {
        let (read, write) = stream.into_split();
        let line = Arc::new(Line::new(write, longest_queue));
        Self { read, line, patience, waits: None, pace, began: Instant::now(), rests: None }
    }

    /// Its writing end, for those who write frames there.
    pub(crate) fn line(&self) -> &Arc<Line> {
        &self.line
    }

    /// Ready when a socket may be read on. Requests have limits of their own.
    fn poll_pace(&mut self, context: &mut Context<'_>) -> Poll<()> {
        while self.line.is_shared() {
            let now_ms = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
            if self.pace.allows(now_ms) {
                break;
            }
            let rests = self.rests.get_or_insert_with(|| {
                metrics::counter!("cardroom_limited_total", "limit" => "bytes").increment(1);
                Box::pin(tokio::time::sleep(REST))
            });
            ready!(rests.as_mut().poll(context));
            self.rests = None;
        }
        Poll::Ready(())
    }

    /// What came of a write; an error if nothing has come of it for too long.
    fn or_too_late<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.waits = None;
            return written;
        }
        let waits = self.waits.get_or_insert_with(|| Box::pin(tokio::time::sleep(self.patience)));
        waits.as_mut().poll(context).map(|()| {
            metrics::counter!("cardroom_slow_readers_total").increment(1);
            Err(io::ErrorKind::TimedOut.into())
        })
    }
}

impl Drop for Patient {
    fn drop(&mut self) {
        // Where something came that nobody read, the system breaks the connection off, and the farewell may be lost with it.
        let mut unread = [0; 4096];
        for _ in 0..MOST_PASSED_OVER {
            if !matches!(self.read.try_read(&mut unread), Ok(1..)) {
                break;
            }
        }
        // Others may still hold the line, and learn by this that it is gone.
        self.line.close();
    }
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        ready!(self.poll_pace(context));
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.read).poll_read(context, buffer))?;
        self.pace.read(buffer.filled().len().saturating_sub(before));
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Patient {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = self.line.poll_write(context, bytes);
        self.or_too_late(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = self.line.poll_write_vectored(context, parts);
        self.or_too_late(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let sent = self.line.poll_flush(context);
        self.or_too_late(context, sent)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.line.poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_read_than_may_be_said() {
        let mut pace = Pace::new(1_000, 5_000);
        let mut read_until = |until_ms: u64| {
            let mut read = 0;
            for now_ms in (until_ms - 60_000..=until_ms).step_by(REST.as_millis() as usize) {
                while pace.allows(now_ms) {
                    pace.read(300);
                    read += 300;
                }
            }
            read
        };
        let first = read_until(60_000);
        assert!((65_000..=65_300).contains(&first), "{first}: at once, a minute's, and what came with the last of it");
        let later = read_until(660_000);
        assert!(
            (64_700..=65_300).contains(&later),
            "{later}: who was quiet may say as much at once again, and no more"
        );
        // However slow, something is read some day.
        let mut slowest = Pace::new(0, 0);
        slowest.read(3);
        assert_eq!([1_999, 2_000, 3_000].map(|now_ms| slowest.allows(now_ms)), [false, false, true]);
    }
}
