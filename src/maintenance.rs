//! What is served while the data cannot be: a page that says so, 503 for every call, and the health checks.

use std::io;
use std::net::{SocketAddr, TcpListener};

use actix_web::http::header;
use actix_web::{App, HttpRequest, HttpResponse, web};

use crate::connections::{self, ConnectionPolicy};
use crate::error::ApiError;
use crate::platform::signals::Stop;

/// How many seconds running requests have to end when the server stops.
const SHUTDOWN_SECONDS: u64 = 10;

const PAGE: &str = include_str!("../assets/maintenance.html");

/// Serves the maintenance page until it is told to [stop](Stop), which is None, or until something has come about. `started` is
/// called with the address once requests are accepted.
///
/// The reason goes to the log only: it names files, and the page is shown to everybody.
pub fn serve<T>(
    listener: TcpListener,
    terms: ConnectionPolicy,
    started: impl FnOnce(SocketAddr),
    until: impl Future<Output = T>,
) -> io::Result<Option<T>> {
    let address = listener.local_addr()?;
    actix_web::rt::System::new().block_on(async {
        let mut stop = Stop::new()?;
        let app = || App::new().default_service(web::to(answer));
        let server = connections::start(listener, terms.clone(), SHUTDOWN_SECONDS, app)?;
        let handle = server.handle();
        let running = actix_web::rt::spawn(server);
        started(address);
        let has_come = tokio::select! {
            () = stop.received() => None,
            () = terms.tend() => None,
            has_come = until => Some(has_come),
        };
        handle.stop(true).await;
        running.await.map_err(io::Error::other)??;
        Ok(has_come)
    })
}

async fn answer(request: HttpRequest) -> HttpResponse {
    let mut answer = match request.path() {
        "/healthz" => HttpResponse::Ok().content_type("text/plain; charset=utf-8").body("ok\n"),
        "/readyz" => HttpResponse::ServiceUnavailable().content_type("text/plain; charset=utf-8").body("maintenance\n"),
        path if path.starts_with("/api/") => actix_web::ResponseError::error_response(&ApiError::unavailable()),
        _ => HttpResponse::ServiceUnavailable().content_type("text/html; charset=utf-8").body(PAGE),
    };
    let headers = answer.headers_mut();
    for (name, value) in [
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        headers.insert(name, header::HeaderValue::from_static(value));
    }
    answer
}
