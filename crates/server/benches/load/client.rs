//! The client's side of HTTP and WebSocket, as little of it as a bench can do with: most of the machine is for the
//! server.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A connection for requests.
pub(crate) struct Door {
    stream: TcpStream,
    address: SocketAddr,
}

/// Somebody with a session.
#[derive(Clone)]
pub(crate) struct Guest {
    pub(crate) cookie: String,
    pub(crate) csrf: String,
}

impl Door {
    pub(crate) async fn open(address: SocketAddr) -> Self {
        Self { stream: TcpStream::connect(address).await.unwrap(), address }
    }

    /// One request and the whole answer, head and body.
    async fn ask(&mut self, method: &str, path: &str, headers: &str, body: &str) -> String {
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\n{headers}Content-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}",
            self.address
        );
        self.stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        loop {
            let mut part = [0; 4096];
            let read = self.stream.read(&mut part).await.unwrap();
            assert!(read > 0, "the server hung up: {}", String::from_utf8_lossy(&answer));
            answer.extend_from_slice(&part[..read]);
            let text = String::from_utf8_lossy(&answer);
            if let Some((head, body)) = text.split_once("\r\n\r\n")
                && body.len() >= value_of(head, "content-length: ").and_then(|text| text.parse().ok()).unwrap_or(0)
            {
                return text.into_owned();
            }
        }
    }

    /// As [`Door::ask`], again and again while the room asks to come back: so many come at once that it does.
    async fn ask_patiently(&mut self, method: &str, path: &str, headers: &str, body: &str) -> String {
        loop {
            let answer = self.ask(method, path, headers, body).await;
            if !["HTTP/1.1 408", "HTTP/1.1 503"].iter().any(|busy| answer.starts_with(busy)) {
                return answer;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    pub(crate) async fn guest(&mut self) -> Guest {
        let answer = self.ask_patiently("GET", "/api/v1/account", "", "").await;
        let cookie = value_of(&answer, "set-cookie: ").unwrap_or_else(|| panic!("no cookie in {answer}"));
        let cookie = cookie.split(';').next().unwrap().to_owned();
        let csrf = answer.split("\"csrf\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a token");
        Guest { cookie, csrf: csrf.to_owned() }
    }

    /// Opens a table; its number.
    pub(crate) async fn table(&mut self, host: &Guest, wanted: &str) -> u64 {
        let headers = format!("Cookie: {}\r\nX-CSRF-Token: {}\r\n", host.cookie, host.csrf);
        let answer = self.ask_patiently("POST", "/api/v1/tables", &headers, wanted).await;
        number_after(answer.as_bytes(), b"\"table\":").unwrap_or_else(|| panic!("{answer}"))
    }
}

fn value_of<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| line.strip_prefix(name))
}

/// The number that follows a text.
pub(crate) fn number_after(bytes: &[u8], text: &[u8]) -> Option<u64> {
    let at = memchr::memmem::find(bytes, text)? + text.len();
    let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit());
    digits.fold(None, |number: Option<u64>, digit| Some(number.unwrap_or(0) * 10 + u64::from(digit - b'0')))
}

/// A WebSocket.
pub(crate) struct Line {
    stream: TcpStream,
    read: Vec<u8>,
    start: usize,
}

impl Line {
    pub(crate) async fn open(address: SocketAddr, cookie: &str) -> Self {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let upgrade = format!(
            "GET /ws/v1 HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(upgrade.as_bytes()).await.unwrap();
        let mut line = Self { stream, read: Vec::new(), start: 0 };
        let end = loop {
            if let Some(end) = memchr::memmem::find(&line.read, b"\r\n\r\n") {
                break end;
            }
            line.more().await;
        };
        assert!(line.read.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&line.read));
        line.start = end + 4;
        line
    }

    /// Sends a short text. The mask may be zero: nothing but the server reads it.
    pub(crate) async fn say(&mut self, text: &str) {
        let length = u16::try_from(text.len()).unwrap();
        let mut frame = Vec::with_capacity(text.len() + 8);
        frame.push(0x81);
        if length < 126 {
            frame.push(0x80 | length as u8);
        } else {
            frame.push(0x80 | 126);
            frame.extend(length.to_be_bytes());
        }
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        self.stream.write_all(&frame).await.unwrap();
    }

    /// The next text, given to `take`; pings are answered.
    pub(crate) async fn hear<T>(&mut self, take: impl FnOnce(&[u8]) -> T) -> T {
        loop {
            let Some((kind, from, to)) = self.frame() else {
                self.more().await;
                continue;
            };
            self.start = to;
            match kind {
                1 => return take(&self.read[from..to]),
                9 => self.stream.write_all(&[0x8a, 0x80, 0, 0, 0, 0]).await.unwrap(),
                8 => panic!("the server closed: {}", String::from_utf8_lossy(&self.read[from..to])),
                _ => {}
            }
        }
    }

    /// A whole frame that was read: its kind, and where its text is.
    fn frame(&self) -> Option<(u8, usize, usize)> {
        let bytes = &self.read[self.start..];
        let (&first, &second) = (bytes.first()?, bytes.get(1)?);
        let (length, head) = match second & 0x7f {
            126 => (usize::from(u16::from_be_bytes([*bytes.get(2)?, *bytes.get(3)?])), 4),
            127 => (usize::try_from(u64::from_be_bytes(*bytes.get(2..10)?.first_chunk()?)).ok()?, 10),
            length => (usize::from(length), 2),
        };
        let from = self.start + head;
        (bytes.len() >= head + length).then_some((first & 0x0f, from, from + length))
    }

    async fn more(&mut self) {
        if self.start == self.read.len() {
            self.read.clear();
        } else {
            self.read.drain(..self.start);
        }
        self.start = 0;
        // An idle line shall not hold a buffer for long messages that never come.
        self.read.reserve(1024);
        let read = self.stream.read_buf(&mut self.read).await.unwrap();
        assert!(read > 0, "the server hung up");
    }
}
