//! The server: listens, serves, and on a signal finishes the hands before it goes.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use cardroom_protocol::{Code, Problem};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinHandle;
use tower::ServiceExt;
use tower_http::catch_panic::CatchPanicLayer;

use crate::accounts::Address;
use crate::config::Config;
use crate::door::{Listener, Place};
use crate::error::ServerError;
use crate::house::House;
use crate::patient::{Pace, Patient};
use crate::problem::{Refuse, overloaded};
use crate::session::Peer;
use crate::{api, keeping, operator, wall, web};

/// What the system keeps of what was written to a connection and not read yet, in bytes.
const KEPT_UNREAD: u32 = 128 * 1024;
/// How long nothing is said of connections that can't be accepted, once it was.
const SAID_AGAIN: Duration = Duration::from_secs(60);
/// Bytes before what a frame says (RFC 6455 §5.2).
const LONGEST_FRAME_HEAD: u64 = 14;
/// Connections that may wait to be accepted.
const LONGEST_LINE: u32 = 1024;

/// A server that listens.
///
/// ```
/// use cardroom_server::{Config, Server};
///
/// # #[tokio::main] async fn main() -> Result<(), cardroom_server::ServerError> {
/// let config = Config { demo: true, listen: ([127, 0, 0, 1], 0).into(), ..Config::default() };
/// let server = Server::open(config).await?;
/// println!("The card room is open at http://{}", server.address());
/// server.run_until(async { /* somebody wants it to stop */ }).await;
/// # Ok(()) }
/// ```
pub struct Server {
    house: Arc<House>,
    listener: TcpListener,
    operator: Option<TcpListener>,
    address: SocketAddr,
}

impl Server {
    /// Opens the store, brings every table back, and listens.
    ///
    /// # Errors
    /// If the settings, the store or the address can't be used.
    pub async fn open(config: Config) -> Result<Self, ServerError> {
        crate::metrics::install();
        let listener = listen(config.listen, "--listen")?;
        let operator = match config.operator_listen {
            Some(address) => Some(listen(address, "--operator-listen")?),
            None => None,
        };
        let address = listener.local_addr().unwrap_or(config.listen);
        let house = House::open(config, address).await?;
        house.furnish().await?;
        house.keep_tournaments().await;
        Ok(Self { house, listener, operator, address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where the operator's listener is, if there is one.
    pub fn operator_address(&self) -> Option<SocketAddr> {
        self.operator.as_ref().and_then(|listener| listener.local_addr().ok())
    }

    /// Serves until `stop` is done; then deals no more, finishes the hands that run, and closes.
    pub async fn run_until(self, stop: impl Future<Output = ()>) {
        let serving = self.begin();
        stop.await;
        serving.close().await;
    }

    /// Not generic, as `run_until` is: so all that a room does is compiled here, and not by everybody who opens one.
    fn begin(self) -> Serving {
        let Self { house, listener, operator, .. } = self;
        let players = accept(listener, Listener::Players, app(&house), house.clone());
        let mut doors = vec![tokio::spawn(players)];
        if let Some(listener) = operator {
            let app = operator::router(&house).with_state(house.clone());
            doors.push(tokio::spawn(accept(listener, Listener::Operator, app, house.clone())));
        }
        doors.push(tokio::spawn(wall::keep_written(house.clone())));
        let keeping = vec![
            tokio::spawn(keeping::keep(house.clone())),
            tokio::spawn(keeping::probe(house.clone())),
            tokio::spawn(keeping::audit(house.clone())),
        ];
        Serving { keeping, doors, house }
    }
}

/// A server's tasks.
struct Serving {
    house: Arc<House>,
    keeping: Vec<JoinHandle<()>>,
    /// What people are answered by, until the last hand is over.
    doors: Vec<JoinHandle<()>>,
}

impl Serving {
    async fn close(self) {
        self.keeping.iter().for_each(JoinHandle::abort);
        self.house.drain(Duration::from_secs(self.house.config.drain_seconds.into())).await;
        self.doors.iter().for_each(JoinHandle::abort);
    }
}

fn listen(address: SocketAddr, flag: &'static str) -> Result<TcpListener, ServerError> {
    let open = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        socket.set_reuseaddr(true)?;
        // Accepted connections inherit it: who reads slowly can't have megabytes kept for it by the system.
        socket.set_send_buffer_size(KEPT_UNREAD)?;
        socket.bind(address)?;
        socket.listen(LONGEST_LINE)
    };
    open().map_err(|cause| ServerError::Listen { address, flag, cause })
}

/// Everything that is served to players.
fn app(house: &Arc<House>) -> Router {
    let router = Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(crate::metrics::ready))
        .route("/metrics", get(crate::metrics::scrape))
        .route(cardroom_protocol::PROBLEMS, get(crate::problem::kinds))
        .merge(api::router(house))
        .merge(web::client());
    let router = router.layer(middleware::from_fn_with_state(house.clone(), in_time));
    web::headers(router.layer(middleware::from_fn_with_state(house.clone(), unhurried)))
        .layer(CatchPanicLayer::custom(panicked))
        .with_state(house.clone())
}

/// Who asks faster than it could read is answered more slowly, one request of a connection after another.
async fn unhurried(
    State(house): State<Arc<House>>,
    Address(address): Address,
    request: Request,
    next: Next,
) -> Response {
    house.door.unhurried(address).await;
    next.run(request).await
}

/// A request has to come whole and be answered in time; once the house is closed its store is, too.
async fn in_time(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    if house.is_over() {
        return Refuse(overloaded("the room is closing")).into_response();
    }
    let patience = Duration::from_secs(house.config.request_seconds);
    tokio::time::timeout(patience, next.run(request)).await.unwrap_or_else(|_| {
        let problem = overloaded("the request took too long to come or to be answered");
        Refuse(Problem { status: StatusCode::REQUEST_TIMEOUT.as_u16(), ..problem }).into_response()
    })
}

/// A defect of ours in one request must not take the connection's task down without an answer.
fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    metrics::counter!("cardroom_panics_total").increment(1);
    tracing::error!("a request's task panicked");
    Refuse(Problem::new(Code::Internal, "The server made a mistake.")).into_response()
}

async fn accept(listener: TcpListener, kind: Listener, app: Router, house: Arc<House>) {
    let connections = Arc::<AtomicUsize>::default();
    let mut said: Option<Instant> = None;
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of file descriptors, say: what is open goes on, and new ones wait. Where one gets in whenever
                // another leaves, this is come to again and again.
                metrics::counter!("cardroom_limited_total", "limit" => "accept").increment(1);
                if said.is_none_or(|said| said.elapsed() >= SAID_AGAIN) {
                    said = Some(Instant::now());
                    tracing::warn!(%error, "a connection can't be accepted; the next minute's are only counted");
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        if connections.load(Ordering::Relaxed) >= house.config.connections {
            metrics::counter!("cardroom_limited_total", "limit" => "connections").increment(1);
            turn_away(&stream);
            continue;
        }
        let Some(place) = house.door.connect(kind, peer.ip()) else {
            turn_away(&stream);
            continue;
        };
        let admission = Admission::new(connections.clone(), place);
        let (app, house) = (app.clone(), house.clone());
        tokio::spawn(async move { converse(stream, peer, admission, app, &house).await });
    }
}

/// A place among all connections and among those of one address, given back when the connection ends. A socket that a
/// connection has turned into keeps it.
#[derive(Clone)]
pub(crate) struct Admission {
    _held: Arc<Held>,
}

struct Held {
    connections: Arc<AtomicUsize>,
    _place: Place,
}

impl Admission {
    fn new(connections: Arc<AtomicUsize>, place: Place) -> Self {
        connections.fetch_add(1, Ordering::Relaxed);
        Self { _held: Arc::new(Held { connections, _place: place }) }
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

/// No room: says so, without waiting for anything, and hangs up.
fn turn_away(stream: &TcpStream) {
    let problem = overloaded("the room is full");
    let retry_after = problem.retry_after.unwrap_or(1);
    let body = serde_json::to_string(&problem).unwrap_or_default();
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nRetry-After: {retry_after}\r\nConnection: close\r\n\
         Content-Type: application/problem+json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let _ = stream.try_write(answer.as_bytes());
}

/// As much is read of a socket as its messages can be long.
fn reading_pace(config: &Config) -> Pace {
    let message = (config.message_bytes as u64).saturating_add(LONGEST_FRAME_HEAD);
    let messages = |count: u32| message.saturating_mul(count.into());
    Pace::new(messages(config.messages_per_second), messages(config.messages_burst))
}

/// Serves one connection; who sends its head too slowly, or doesn't read what it asked for, is cut off.
async fn converse(stream: TcpStream, peer: SocketAddr, admission: Admission, app: Router, house: &House) {
    let _ = stream.set_nodelay(true);
    let (patience, config) = (Duration::from_secs(house.config.request_seconds), &house.config);
    let stream = Patient::new(stream, patience, config.queued_messages, reading_pace(config));
    let line = stream.line().clone();
    let service = hyper::service::service_fn(move |mut request: Request<hyper::body::Incoming>| {
        request.extensions_mut().insert(Peer(peer.ip()));
        request.extensions_mut().insert(admission.clone());
        request.extensions_mut().insert(line.clone());
        app.clone().oneshot(request.map(axum::body::Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(Duration::from_secs(config.header_seconds))
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let _ = connection.await;
}
