//! The writing end of a connection, shared by the connection's own task and by whoever has something to tell: a table
//! writes to its watchers' lines itself, and wakes nobody. What the system doesn't take at once waits here, within
//! bounds, and the connection's own task sends it on.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use axum::body::Bytes;
use cardroom_protocol::ServerMessage;
use tokio::io::AsyncWrite;
use tokio::net::tcp::OwnedWriteHalf;
use tokio::sync::Notify;

/// Frames that go out in one write.
const MOST_AT_ONCE: usize = 16;

/// A message as it goes over the wire: one whole text frame of a WebSocket (RFC 6455 §5.2), which a server doesn't mask.
/// Clones are the same bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frame(Bytes);

impl Frame {
    /// Room for the longest head, before a text of which the length isn't known yet.
    const HEAD: usize = 10;

    /// Writes a message.
    pub(crate) fn of(message: &ServerMessage) -> Self {
        let mut bytes = Self::begin(128);
        // Writing plain values to memory can't fail.
        let _ = serde_json::to_writer(&mut bytes, message);
        Self::end(bytes)
    }

    /// Where a text of about this length can be written to; [`Frame::end`] makes it a frame.
    pub(crate) fn begin(length: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Self::HEAD + length);
        bytes.extend([0; Self::HEAD]);
        bytes
    }

    /// The frame of the text that was written behind [`Frame::begin`].
    pub(crate) fn end(mut bytes: Vec<u8>) -> Self {
        const TEXT_AND_LAST: u8 = 0x81;
        let length = bytes.len().saturating_sub(Self::HEAD);
        let (shortest, long) = (u8::try_from(length).ok().filter(|&length| length < 126), u16::try_from(length).ok());
        let head = match (shortest, long) {
            (Some(length), _) => vec![TEXT_AND_LAST, length],
            (None, Some(length)) => [&[TEXT_AND_LAST, 126][..], &length.to_be_bytes()].concat(),
            (None, None) => [&[TEXT_AND_LAST, 127][..], &(length as u64).to_be_bytes()].concat(),
        };
        let start = Self::HEAD - head.len();
        if let Some(place) = bytes.get_mut(start..Self::HEAD) {
            place.copy_from_slice(&head);
        }
        Self(Bytes::from(bytes).slice(start..))
    }
}

/// Why a frame was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotTaken {
    /// The line is gone.
    Gone,
    /// As many wait as may.
    Full,
}

/// The writing end of a connection.
pub(crate) struct Line {
    end: Mutex<End>,
    /// Told when something waits that the system didn't take.
    stuck: Notify,
    /// Frames that may wait.
    longest_queue: usize,
}

struct End {
    /// Nothing once the connection is over.
    stream: Option<OwnedWriteHalf>,
    waiting: VecDeque<Bytes>,
    /// How much of the first that waits is sent already.
    sent: usize,
    /// Whether the connection's own task sends on what waits; nobody else does meanwhile.
    stuck: bool,
    /// Whether others than the connection's own task write here: then nothing is taken in part.
    shared: bool,
}

impl Line {
    /// A line for which so many frames may wait.
    pub(crate) fn new(stream: OwnedWriteHalf, longest_queue: usize) -> Self {
        let (waiting, sent, stuck, shared) = Default::default();
        let end = Mutex::new(End { stream: Some(stream), waiting, sent, stuck, shared });
        Self { end, stuck: Notify::new(), longest_queue }
    }

    /// From now on others write here as well, in whole frames.
    pub(crate) fn share(&self) {
        self.lock().shared = true;
    }

    /// Whether others write here as well: it is a socket by now.
    pub(crate) fn is_shared(&self) -> bool {
        self.lock().shared
    }

    /// Takes a frame, which goes out with the next [`Line::flush`].
    pub(crate) fn hold(&self, Frame(frame): Frame) -> Result<(), NotTaken> {
        let mut end = self.lock();
        if end.stream.is_none() {
            return Err(NotTaken::Gone);
        }
        if end.waiting.len() >= self.longest_queue {
            return Err(NotTaken::Full);
        }
        end.waiting.push_back(frame);
        Ok(())
    }

    /// Sends what waits, as much as the system takes.
    pub(crate) fn flush(&self) -> Result<(), NotTaken> {
        let mut end = self.lock();
        if end.stuck {
            return Ok(());
        }
        match end.send() {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                self.get_stuck(&mut end);
                Ok(())
            }
            Err(_) => {
                end.over();
                Err(NotTaken::Gone)
            }
        }
    }

    /// Waits until something is stuck.
    pub(crate) async fn gets_stuck(&self) {
        self.stuck.notified().await;
    }

    /// Waits until everything is sent. Only the connection's own task may.
    pub(crate) async fn sent(&self) -> io::Result<()> {
        poll_fn(|context| self.poll_send(&mut self.lock(), context)).await
    }

    /// Lets go of what waits, but for a frame that is half sent.
    pub(crate) fn forget(&self) {
        let mut end = self.lock();
        let begun = usize::from(end.sent > 0);
        end.waiting.truncate(begun);
    }

    /// The connection is over.
    pub(crate) fn close(&self) {
        self.lock().over();
    }

    /// As [`AsyncWrite::poll_write`], after all that waits.
    pub(crate) fn poll_write(&self, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let mut end = self.lock();
        ready!(self.poll_send(&mut end, context))?;
        let stream = end.stream.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        let written = ready!(Pin::new(stream).poll_write(context, bytes))?;
        Poll::Ready(Ok(end.whole(written, bytes)))
    }

    /// As [`AsyncWrite::poll_write_vectored`], after all that waits.
    pub(crate) fn poll_write_vectored(
        &self,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let mut end = self.lock();
        ready!(self.poll_send(&mut end, context))?;
        let shared = end.shared;
        let stream = end.stream.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        let written = ready!(Pin::new(stream).poll_write_vectored(context, parts))?;
        if !shared {
            return Poll::Ready(Ok(written));
        }
        let bytes: Vec<u8> = parts.iter().flat_map(|part| part.iter().copied()).collect();
        Poll::Ready(Ok(end.whole(written, &bytes)))
    }

    /// As [`AsyncWrite::poll_flush`].
    pub(crate) fn poll_flush(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.poll_send(&mut self.lock(), context)
    }

    /// As [`AsyncWrite::poll_shutdown`].
    pub(crate) fn poll_shutdown(&self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut end = self.lock();
        ready!(self.poll_send(&mut end, context))?;
        end.stream.as_mut().map_or(Poll::Ready(Ok(())), |stream| Pin::new(stream).poll_shutdown(context))
    }

    fn poll_send(&self, end: &mut End, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            match end.send() {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    // Whoever waits here may give up; then what waits is still seen to.
                    self.get_stuck(end);
                    let stream = end.stream.as_ref().ok_or(io::ErrorKind::NotConnected)?;
                    ready!(stream.as_ref().poll_write_ready(context))?;
                }
                sent => {
                    end.stuck = false;
                    return Poll::Ready(sent);
                }
            }
        }
    }

    fn get_stuck(&self, end: &mut End) {
        if !end.stuck {
            end.stuck = true;
            self.stuck.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, End> {
        self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl End {
    fn over(&mut self) {
        self.stream = None;
        self.waiting = VecDeque::new();
        self.sent = 0;
    }

    /// Sends all that waits, or as much as the system takes.
    fn send(&mut self) -> io::Result<()> {
        while let Some(first) = self.waiting.front() {
            let stream = self.stream.as_ref().ok_or(io::ErrorKind::NotConnected)?;
            let rest = first.get(self.sent..).unwrap_or_default();
            let sent = if self.waiting.len() == 1 {
                stream.try_write(rest)?
            } else {
                let others = self.waiting.iter().skip(1).map(|frame| IoSlice::new(frame));
                let parts: Vec<_> = std::iter::once(IoSlice::new(rest)).chain(others).take(MOST_AT_ONCE).collect();
                stream.try_write_vectored(&parts)?
            };
            if sent == 0 {
                return Err(io::ErrorKind::WriteZero.into());
            }
            self.advance(sent);
        }
        Ok(())
    }

    fn advance(&mut self, sent: usize) {
        self.sent += sent;
        while let Some(first) = self.waiting.front().filter(|first| first.len() <= self.sent) {
            self.sent -= first.len();
            self.waiting.pop_front();
        }
        // A line on which nothing waits holds no room for it.
        if self.waiting.is_empty() && self.waiting.capacity() > 4 {
            self.waiting = VecDeque::new();
        }
    }

    /// How much counts as written: where others write as well, all of it, and the rest waits before them.
    fn whole(&mut self, written: usize, bytes: &[u8]) -> usize {
        let rest = bytes.get(written..).filter(|rest| self.shared && !rest.is_empty());
        let Some(rest) = rest else { return written };
        self.waiting.push_front(Bytes::copy_from_slice(rest));
        bytes.len()
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt;
    use tokio::net::{TcpListener, TcpStream};

    use super::*;

    fn frame(text: &str) -> Frame {
        let mut bytes = Frame::begin(0);
        bytes.extend(text.as_bytes());
        Frame::end(bytes)
    }

    /// What a client reads of a frame.
    fn read(Frame(bytes): &Frame) -> String {
        let (length, text) = match bytes[1] {
            126 => (usize::from(u16::from_be_bytes([bytes[2], bytes[3]])), &bytes[4..]),
            127 => (u64::from_be_bytes(bytes[2..10].try_into().unwrap()) as usize, &bytes[10..]),
            length => (usize::from(length), &bytes[2..]),
        };
        assert_eq!((bytes[0], text.len()), (0x81, length));
        String::from_utf8(text.to_vec()).unwrap()
    }

    async fn connected() -> (Line, TcpStream, tokio::net::tcp::OwnedReadHalf) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let reader = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (kept, writer) = listener.accept().await.unwrap().0.into_split();
        (Line::new(writer, 64), reader, kept)
    }

    #[test]
    fn frames_of_every_length_are_read_back() {
        for length in [0, 1, 125, 126, 127, 255, 256, 65_535, 65_536, 100_000] {
            let text = "x".repeat(length);
            assert_eq!(read(&frame(&text)), text);
        }
    }

    #[tokio::test]
    async fn what_is_held_goes_out_in_order_with_the_next_flush() {
        let (line, mut reader, _kept) = connected().await;
        let frames: Vec<Frame> = (0..40).map(|number| frame(&format!("message {number}"))).collect();
        for frame in &frames {
            line.hold(frame.clone()).unwrap();
        }
        line.flush().unwrap();
        let all = frames.iter().flat_map(|frame| frame.0.to_vec()).collect::<Vec<u8>>();
        let mut read = vec![0; all.len()];
        reader.read_exact(&mut read).await.unwrap();
        assert_eq!(read, all);
    }

    #[tokio::test]
    async fn a_line_that_nobody_reads_fills_up_and_nothing_is_lost_or_torn() {
        let (line, mut reader, _kept) = connected().await;
        line.share();
        let long = |number: usize| frame(&number.to_string().repeat(60_000));
        let mut told = Vec::new();
        let mut full = false;
        for number in 0..500 {
            let frame = long(number);
            if line.hold(frame.clone()) == Err(NotTaken::Full) {
                full = true;
                break;
            }
            told.extend_from_slice(&frame.0);
            line.flush().unwrap();
        }
        assert!(full, "500 long frames found room");
        line.gets_stuck().await;
        // A frame by the connection's own task, in the middle of that: it waits for its turn.
        let own = frame("own");
        told.extend_from_slice(&own.0);
        let writes = async {
            let written = poll_fn(|context| line.poll_write(context, &own.0)).await.unwrap();
            assert_eq!(written, own.0.len());
            line.sent().await.unwrap();
        };
        let mut read = vec![0; told.len()];
        let reads = reader.read_exact(&mut read);
        tokio::join!(writes, async { reads.await.unwrap() });
        assert!(read == told, "what was read is what was told");
        line.hold(frame("and on")).unwrap();
        line.flush().unwrap();
        assert!(line.lock().waiting.is_empty());
    }

    #[tokio::test]
    async fn what_waits_is_forgotten_but_for_a_frame_that_is_half_sent() {
        let (line, mut reader, _kept) = connected().await;
        line.share();
        let long = frame(&"x".repeat(16 << 20));
        line.hold(long.clone()).unwrap();
        line.flush().unwrap();
        line.hold(frame("never told")).unwrap();
        line.forget();
        let last = frame("last");
        let all = [&long.0[..], &last.0].concat();
        let mut read = vec![0; all.len()];
        let writes = async {
            poll_fn(|context| line.poll_write(context, &last.0)).await.unwrap();
            line.sent().await.unwrap();
        };
        tokio::join!(writes, async { reader.read_exact(&mut read).await.unwrap() });
        assert!(read == all);
    }

    #[tokio::test]
    async fn a_line_that_is_closed_takes_nothing() {
        let (line, mut reader, kept) = connected().await;
        line.close();
        drop(kept);
        assert_eq!(line.hold(frame("late")), Err(NotTaken::Gone));
        assert_eq!(reader.read(&mut [0; 8]).await.unwrap(), 0);
    }
}
