//! What is served while the data cannot be: a page that says so, 503 for every call, and the health checks.

use std::io;
use std::net::{SocketAddr, TcpListener};

use actix_web::http::header;
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};

use crate::error::ApiError;

const PAGE: &str = include_str!("../assets/maintenance.html");

/// Serves the maintenance page until SIGTERM or SIGINT. `started` is called with the address once requests are accepted.
///
/// The reason goes to the log only: it names files, and the page is shown to everybody.
pub fn serve(listener: TcpListener, started: impl FnOnce(SocketAddr)) -> io::Result<()> {
    let address = listener.local_addr()?;
    actix_web::rt::System::new().block_on(async {
        let server = HttpServer::new(|| App::new().default_service(web::to(answer))).workers(1).listen(listener)?.run();
        started(address);
        server.await
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
