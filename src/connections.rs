//! The connections of the HTTP servers: how many there may be, how slow, and TLS.
//!
//! actix's own server can neither refuse a connection nor end one whose client does not read, and over HTTP/2 it
//! finishes requests whose client has gone. So Bond accepts connections itself and gives them to actix's HTTP/1.

mod gate;
mod stream;
pub mod tls;

use std::fmt;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_http::error::DispatchError;
use actix_http::{HttpService, KeepAlive, Request, Response};
use actix_server::Server;
use actix_service::{IntoServiceFactory, ServiceFactory, ServiceFactoryExt, fn_service, map_config};
use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::AppConfig;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::config::{Config, OwnTls};
use crate::platform::machine;
use crate::telemetry::Connections;
pub use gate::Gate;
use stream::Connection;
use tls::{Authority, Source, Tls, TlsError};

/// The folder of Bond's own authority in the data directory.
pub const TLS_FOLDER: &str = "tls";
/// How long a connection without a request stays open.
const KEEP_ALIVE: Duration = Duration::from_secs(75);

/// What connections must keep to.
#[derive(Clone)]
pub struct ConnectionPolicy {
    /// Who may connect.
    pub gate: Arc<Gate>,
    /// None for plain HTTP.
    pub tls: Option<Arc<Tls>>,
    /// How long a client may take for the TLS handshake, and for the head of a request.
    pub head: Duration,
    /// How long a client may go without reading what is sent to it.
    pub stalled: Duration,
}

impl ConnectionPolicy {
    /// As the settings say.
    pub fn of(config: &Config, counts: Connections) -> Result<ConnectionPolicy, TlsError> {
        let tls = match (&config.tls_cert, &config.tls_key) {
            (Some(cert), Some(key)) => Some(Source::Files { cert: cert.clone(), key: key.clone() }),
            _ if config.tls == OwnTls::SelfSigned => {
                let mut names = config.allowed_hosts.clone();
                if !config.listen.ip().is_unspecified() {
                    names.push(config.listen.ip().to_string());
                }
                Some(Source::Own(Authority::open(&config.data_dir.join(TLS_FOLDER), names)?))
            }
            _ => None,
        };
        let free = config.unlimited_addresses.iter().chain(&config.trusted_proxies).copied().collect();
        let most = usize::from(config.connections).min(room_for_connections());
        let seconds = |seconds: u16| Duration::from_secs(u64::from(seconds));
        Ok(ConnectionPolicy {
            tls: tls.map(|source| Tls::new(source, counts.clone())).transpose()?.map(Arc::new),
            gate: Arc::new(Gate::new(most, usize::from(config.address_connections), free, counts)),
            head: seconds(config.request_seconds),
            stalled: seconds(config.stalled_seconds),
        })
    }

    /// Reads the certificate anew when its files change. Never ends.
    pub async fn tend(&self) {
        loop {
            tokio::time::sleep(POLL_INTERVAL).await;
            if let Some(tls) = &self.tls {
                tls.tend();
            }
        }
    }
}

/// How often the files of the certificate are looked at.
const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// File descriptors that are left to everything else.
const OTHER_FILES: u64 = 200;

/// The connections that the process has file descriptors for.
fn room_for_connections() -> usize {
    let most = machine::raise_descriptors().unwrap_or(u64::MAX);
    // The connections of a program with very few descriptors still have half of them.
    usize::try_from(most.saturating_sub(OTHER_FILES).max(most / 2)).unwrap_or(usize::MAX)
}

/// A server on a listener, which must be awaited. It handles no signals; `shutdown_seconds` is what running requests have
/// to end when it stops.
pub fn start<F, I, S, B>(
    listener: TcpListener,
    terms: ConnectionPolicy,
    shutdown_seconds: u64,
    app: F,
) -> io::Result<Server>
where
    F: Fn() -> I + Send + Clone + 'static,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig> + 'static,
    S::Error: Into<Error> + 'static,
    S::InitError: fmt::Debug,
    S::Response: Into<Response<B>> + 'static,
    B: MessageBody + 'static,
{
    let address = listener.local_addr()?;
    let builder = Server::build();
    let stopping = builder.graceful_shutdown_signal();
    let builder = builder
        .shutdown_timeout(shutdown_seconds)
        .disable_signals()
        // The gate limits connections, and answers those that are too many.
        .max_concurrent_connections(usize::from(u16::MAX))
        .listen("bond", listener, move || {
            let (stopping, terms) = (stopping.clone(), terms.clone());
            let http = HttpService::build()
                .graceful_shutdown_signal(move || {
                    let stopping = stopping.clone();
                    async move { stopping.notified().await }
                })
                .keep_alive(KeepAlive::Timeout(KEEP_ALIVE))
                .client_request_timeout(terms.head)
                // Whoever hangs up waits for no answer: the future of the request is dropped, and its queries with it.
                .h1_allow_half_closed(false)
                .local_addr(address);
            let app = app().into_factory().map_err(|error: S::Error| error.into().error_response());
            fn_service(move |stream: TcpStream| admitted(terms.clone(), stream))
                .and_then(http.h1(map_config(app, |()| AppConfig::default())))
        })?;
    Ok(builder.run())
}

/// The connection, unless there are too many.
async fn admitted(
    terms: ConnectionPolicy,
    stream: TcpStream,
) -> Result<(Connection, Option<SocketAddr>), DispatchError> {
    let peer = stream.peer_addr()?;
    stream.set_nodelay(true)?;
    let Some(place) = terms.gate.enter(peer.ip()) else {
        // What is answered without TLS means nothing to a client that expects it.
        if terms.tls.is_none()
            && let Some(_place) = terms.gate.refuse()
        {
            refused(stream, TOO_MANY).await;
        }
        return Err(DispatchError::Io(io::Error::other("too many connections")));
    };
    let connection = match &terms.tls {
        None => Connection::plain(stream, terms.stalled, place),
        Some(tls) => {
            let accepted = timeout(terms.head, tls.acceptor().accept(stream)).await;
            let stream = accepted.map_err(|_| DispatchError::SlowRequestTimeout)??;
            Connection::tls(stream, terms.stalled, place)
        }
    };
    Ok((connection, Some(peer)))
}

const TOO_MANY: &str = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\n\
    Content-Type: application/json\r\nContent-Length: 92\r\n\r\n\
    {\"status\":503,\"error\":\"busy\",\"message\":\"The server is busy. Please try again.\",\"errors\":[]}\n";

const STOPPING: &str = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nConnection: close\r\n\
    Content-Type: application/json\r\nContent-Length: 103\r\n\r\n\
    {\"status\":503,\"error\":\"unavailable\",\"message\":\"The server is stopping. Please try again.\",\"errors\":[]}\n";

/// Answers everybody who connects to a listener that the server stops. Never ends, unless it cannot listen at all.
pub async fn turn_away(listener: TcpListener, terms: ConnectionPolicy) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // More than that are closed without a word.
        let Some(place) = terms.gate.refuse() else { continue };
        let terms = terms.clone();
        actix_web::rt::spawn(async move {
            let _place = place;
            match &terms.tls {
                None => refused(stream, STOPPING).await,
                Some(tls) => {
                    if let Ok(Ok(stream)) = timeout(terms.head, tls.acceptor().accept(stream)).await {
                        refused(stream, STOPPING).await;
                    }
                }
            }
        });
    }
}

/// Answers a connection and closes it, whatever its request.
async fn refused(mut stream: impl AsyncRead + AsyncWrite + Unpin, answer: &str) {
    let answer = async {
        stream.write_all(answer.as_bytes()).await?;
        stream.shutdown().await?;
        // A connection that is closed before its request was read is reset, and the answer lost.
        let mut rest = [0; 4096];
        for _ in 0..16 {
            if stream.read(&mut rest).await? == 0 {
                break;
            }
        }
        io::Result::Ok(())
    };
    let _ = timeout(Duration::from_secs(1), answer).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_without_a_request_are_whole() {
        for (answer, error) in [(TOO_MANY, "busy"), (STOPPING, "unavailable")] {
            let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
            assert!(head.ends_with(&format!("Content-Length: {}", body.len())), "{}", body.len());
            let body: serde_json::Value = serde_json::from_str(body).expect("JSON");
            assert_eq!(body["error"], error);
        }
    }
}
