//! A connection whose other end has to read: a write that gets nowhere for too long fails, and the connection with it.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use tokio::time::Sleep;

use crate::line::Line;

/// A stream that waits for its reader, but not for ever.
pub(crate) struct Patient {
    read: OwnedReadHalf,
    line: Arc<Line>,
    patience: Duration,
    /// Runs while a write waits; a connection that is read, or idle, has none.
    waits: Option<Pin<Box<Sleep>>>,
}

impl Patient {
    /// A connection for which so many frames may wait, and a write so long.
    pub(crate) fn new(stream: TcpStream, patience: Duration, longest_queue: usize) -> Self {
        let (read, write) = stream.into_split();
        Self { read, line: Arc::new(Line::new(write, longest_queue)), patience, waits: None }
    }

    /// Its writing end, for those who write frames there.
    pub(crate) fn line(&self) -> &Arc<Line> {
        &self.line
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
        Pin::new(&mut self.read).poll_read(context, buffer)
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
