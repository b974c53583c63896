//! The least that any server of these tables could do: it reads an action and writes an update to each seat, and has no
//! rules, no store and no cards. What it takes is what sockets take on this machine, beside which the room is measured.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::OwnedWriteHalf;
use tokio::net::{TcpListener, TcpStream};

/// About as long as an act is, and what a seat is told of one.
const ACT: usize = 130;
const UPDATE: usize = 600;

/// What a table's seats are written to.
type Seats = Arc<Mutex<Vec<OwnedWriteHalf>>>;

/// What the child does: serves until it is killed.
pub(crate) async fn serve(listener: TcpListener) {
    let mut tables = HashMap::<u32, Seats>::new();
    loop {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.set_nodelay(true).unwrap();
        let seats = tables.entry(stream.read_u32().await.unwrap()).or_default().clone();
        let (mut read, write) = stream.into_split();
        seats.lock().unwrap().push(write);
        tokio::spawn(async move {
            let mut act = [0; ACT];
            while read.read_exact(&mut act).await.is_ok() {
                for seat in seats.lock().unwrap().iter() {
                    // A seat that reads nothing for so long that this doesn't fit would end the bench anyhow.
                    assert_eq!(seat.try_write(&[b'x'; UPDATE]).unwrap(), UPDATE);
                }
            }
        });
    }
}

/// What came of a while of it.
pub(crate) struct Figures {
    pub(crate) actions: usize,
    pub(crate) times: Vec<Duration>,
}

/// Plays at so many actions a second for a while; 0 is flat out.
pub(crate) async fn play(address: SocketAddr, tables: usize, seats: usize, pace: u64, seconds: u64) -> Figures {
    let mut playing = Vec::new();
    let pause_us = (tables as u64 * 1_000_000).checked_div(pace).unwrap_or(0);
    for table in 0..tables {
        let mut streams = Vec::new();
        for _ in 0..seats {
            let mut stream = TcpStream::connect(address).await.unwrap();
            stream.set_nodelay(true).unwrap();
            stream.write_u32(table as u32).await.unwrap();
            streams.push(stream);
        }
        playing.push(streams);
    }
    // Until the last of them is seated.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let began = Instant::now();
    let ends = began + Duration::from_secs(seconds);
    let playing = playing.into_iter().enumerate();
    let playing = playing.map(|(table, streams)| tokio::spawn(play_one(table, streams, pause_us, ends)));
    let mut times = Vec::new();
    for table in playing.collect::<Vec<_>>() {
        times.extend(table.await.unwrap());
    }
    times.sort_unstable();
    Figures { actions: times.len(), times }
}

async fn play_one(table: usize, mut streams: Vec<TcpStream>, pause_us: u64, ends: Instant) -> Vec<Duration> {
    let (mut times, mut update) = (Vec::new(), [0; UPDATE]);
    let mut random = (table as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut due = Instant::now();
    while due < ends {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        due = if pause_us > 0 { due + Duration::from_micros(random % (2 * pause_us)) } else { Instant::now() };
        tokio::time::sleep_until(due.into()).await;
        let (sent, actor) = (Instant::now(), random as usize % streams.len());
        streams[actor].write_all(&[b'a'; ACT]).await.unwrap();
        for stream in &mut streams {
            stream.read_exact(&mut update).await.unwrap();
        }
        times.push(sent.elapsed());
    }
    times
}
