//! The HTTP server: starting, stopping, and what applies to every request and answer.

mod target;

use std::fmt::Write as _;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::rc::Rc;
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Server, ServerHandle, ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::{Compress, Next, from_fn};
use actix_web::{Error, HttpMessage, HttpResponse, ResponseError, web};
use tracing::Instrument;

use crate::app::App;
use crate::auth::csrf;
use crate::background::{Background, reload};
use crate::config::Config;
use crate::connections::tls::{Tls, TlsError};
use crate::connections::{self, ConnectionPolicy};
use crate::error::ApiError;
use crate::http::client::require_proxy;
use crate::http::request_language;
use crate::http::same_machine::{is_address_or_localhost, name_of};
use crate::http::signed_in::{SignedIn, UserId, with_evidence};
use crate::http::visit_paths::PAGE;
use crate::i18n::language::Language;
use crate::operate::loads;
use crate::platform::signals::{Reload, Stop};
use crate::random::random_bytes;
use crate::routes::path_template::{UNKNOWN, is_api, template};
use crate::telemetry::{Stages, Work, collected};
use crate::warehouse::Principals;
use crate::{routes, ui};
use target::{as_path, below, plain};

/// How long a request may take, including the arrival of its body.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(120);
/// How long an upload of feed files may take.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(60 * 60);
/// How many seconds running requests have to end when the server stops.
const SHUTDOWN_SECONDS: u64 = 10;

/// What is said of a request for anything but a path of this server.
const NOT_A_PATH: &str = "Ask for a path, or for an address of the host in the Host header.";

const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

/// Tells signed-in users the version of the data, so that an open page learns of loads and undone loads.
const DATA_VERSION: &str = "bond-data-version";

/// Why the server could not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}; choose another with --listen ADDRESS:PORT")]
    Listen {
        /// The requested address.
        address: SocketAddr,
        /// The error of the system.
        source: io::Error,
    },
    /// The settings of the network do not fit together, or are not safe.
    #[error("{0}")]
    Settings(String),
    /// There is no certificate to use.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// It stopped by itself.
    #[error("the server failed: {0}")]
    Io(#[from] io::Error),
}

/// Binds the address, so that a port in use is found before any long step.
///
/// # Errors
/// Also where the settings would send data unencrypted to other machines.
pub fn bind(config: &Config) -> Result<TcpListener, ServeError> {
    config.check_network().map_err(ServeError::Settings)?;
    let address = config.listen;
    TcpListener::bind(address).map_err(|source| ServeError::Listen { address, source })
}

/// Why [`serve`] ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// A signal.
    Stopped,
    /// The warehouse has failed and has to be opened anew; the reason.
    WarehouseFailed(String),
    /// The accounts have failed; the reason.
    AccountsFailed(String),
}

/// Serves until it is told to [stop](Stop), or until the warehouse fails; after a second signal it does not wait for running
/// requests. `started` is called with the address once requests are accepted.
pub fn serve(app: App, listener: TcpListener, started: impl FnOnce(SocketAddr)) -> Result<Ended, ServeError> {
    actix_web::rt::System::new().block_on(async {
        // Registered before `started` announces that the server is ready.
        let mut stop = Stop::new()?;
        let app = Arc::new(app);
        let (warehouse, store, loads) = (Arc::clone(&app.warehouse), app.store.clone(), Arc::clone(&app.loads));
        // Before the control socket says where the page is.
        app.listen_on(listener.local_addr()?);
        let terms = ConnectionPolicy::of(&app.config, app.connections.clone())?;
        let background = Background::start(&app, terms.tls.clone())?;
        let rereading = rereading(Reload::new()?, Arc::clone(&app), terms.tls.clone());
        let same_port = listener.try_clone()?;
        let (server, address) = start(app, listener, terms.clone())?;
        let handle = server.handle();
        let running = actix_web::rt::spawn(server);
        started(address);
        tracing::info!(%address, "serving");

        let ended = tokio::select! {
            () = stop.received() => Ended::Stopped,
            reason = warehouse.failed() => Ended::WarehouseFailed(reason),
            reason = store.failed() => Ended::AccountsFailed(reason),
            () = terms.tend() => unreachable!("it never ends"),
            () = rereading => unreachable!("it never ends"),
        };
        tracing::info!("stopping; running requests have {SHUTDOWN_SECONDS} s to end");
        // From here on it is not ready, and no load begins.
        loads.stop();
        if ended == Ended::Stopped {
            // Otherwise new clients wait: the warehouse is opened anew, and they are served.
            handle.pause().await;
            actix_web::rt::spawn(connections::turn_away(same_port, terms));
        }
        tokio::select! {
            () = handle.stop(true) => {}
            () = stop.received() => handle.stop(false).await,
        }
        running.await.map_err(io::Error::other)??;
        // A load that has begun to publish ends first; clients are answered meanwhile.
        actix_web::rt::task::spawn_blocking(move || drop(background)).await.map_err(io::Error::other)?;
        drop(store);
        tracing::info!("stopped");
        Ok(ended)
    })
}

/// Reads settings and certificate anew on each SIGHUP, which ends nothing. Never ends.
async fn rereading(mut signal: Reload, app: Arc<App>, tls: Option<Arc<Tls>>) {
    loop {
        signal.received().await;
        let (app, tls) = (Arc::clone(&app), tls.clone());
        // What is wrong is in the log.
        let read = move || drop(reload(&app, tls.as_deref(), None));
        let _ = actix_web::rt::task::spawn_blocking(read).await;
    }
}

/// A server on a separate thread, stopped on drop. For tests and benchmarks.
pub struct Spawned {
    address: SocketAddr,
    handle: ServerHandle,
    thread: Option<JoinHandle<io::Result<()>>>,
    _background: Background,
}

impl Spawned {
    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Spawned {
    fn drop(&mut self) {
        // The command is sent by the call; the future would only wait for its end, as join does.
        drop(self.handle.stop(false));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Starts the server on a listener, on a separate thread.
pub fn spawn(app: Arc<App>, listener: TcpListener) -> io::Result<Spawned> {
    app.listen_on(listener.local_addr()?);
    let background = Background::start(&app, None)?;
    let (sender, receiver) = mpsc::channel();
    let thread = thread::spawn(move || {
        actix_web::rt::System::new().block_on(async {
            let terms = ConnectionPolicy::of(&app.config, app.connections.clone()).map_err(io::Error::other)?;
            let (server, address) = start(app, listener, terms)?;
            let _ = sender.send((address, server.handle()));
            server.await
        })
    });
    match receiver.recv() {
        Ok((address, handle)) => Ok(Spawned { address, handle, thread: Some(thread), _background: background }),
        Err(_) => Err(match thread.join() {
            Ok(Err(error)) => error,
            _ => io::Error::other("the server's thread ended"),
        }),
    }
}

/// Starts the server on a listener, within a running actix system, without signal handling.
///
/// Returns the server, which must be awaited, and the address it listens on.
pub fn start(app: Arc<App>, listener: TcpListener, terms: ConnectionPolicy) -> io::Result<(Server, SocketAddr)> {
    let app = web::Data::from(app);
    let address = listener.local_addr()?;
    // A proxy on this machine knows its own names, and only it can come here.
    let is_checked_before =
        address.ip().is_loopback() && !app.config.trusted_proxies.is_empty() && app.config.allowed_hosts.is_empty();
    let hosts: Option<Arc<[String]>> = (!is_checked_before).then(|| Arc::from(app.config.allowed_hosts.as_slice()));
    let server = connections::start(listener, terms, SHUTDOWN_SECONDS, move || {
        let hosts = hosts.clone();
        actix_web::App::new()
            .app_data(app.clone())
            .configure(routes::configure)
            .default_service(web::to(ui::page))
            .wrap(Compress::default())
            .wrap(from_fn(move |request: ServiceRequest, next: Next<_>| wrap(hosts.clone(), request, next)))
    })?;
    Ok((server, address))
}

/// Wraps every request: checks host and origin, limits the time, adds error bodies and headers, and logs one line.
async fn wrap(
    hosts: Option<Arc<[String]>>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let started = Instant::now();
    let id = request_id();
    let app = request.app_data::<web::Data<App>>().cloned();
    let base = app.as_ref().map_or("", |app| &app.config.base_path);
    let (request, is_path) = as_path(request);
    let (request, is_below) = below(base, plain(request));
    let is_strict = app.as_ref().is_some_and(|app| app.config.has_tls())
        && request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).is_some_and(is_name);
    let done = Done { method: known_method(request.method()), route: template(request.path()), started };
    let path = request.path().to_owned();
    let language = request_language::language(request.request());
    // Read before the answer is made, which is then at least of this version.
    let version = app.as_ref().map(|app| app.warehouse.data_version());

    let checked = match require_proxy(app.as_ref(), request.peer_addr(), request.path()) {
        Ok(()) if is_path => check_host_and_origin(hosts.as_deref(), &request),
        Ok(()) => Err(ApiError::invalid(NOT_A_PATH)),
        refused => refused,
    };
    let answer = match checked {
        Err(refused) => Ok(request.into_response(refused.error_response())),
        Ok(()) if !is_below => Ok(request.into_response(elsewhere(base))),
        Ok(()) => {
            // What goes wrong on the way is logged under the id of the request.
            let answered = next.call(request).instrument(tracing::error_span!("request", id));
            let answered = Arc::<Principals>::default().ask(answered);
            match collected(tokio::time::timeout(time_limit(&path), answered)).await {
                (Ok(answer), work) => answer.map(|answer| with_timing(answer.map_into_boxed_body(), work, started)),
                (Err(_), _) => Err(ApiError::timed_out().into()),
            }
        }
    };
    match answer {
        Ok(mut answer) => {
            if is_api(&path) && lacks_error_body(&answer) {
                let error = ApiError::of_status(answer.status());
                let body = translated(&error, language).or_else(|| serde_json::to_vec(error.body()).ok());
                answer = with_error_body(answer, body.unwrap_or_default());
            }
            let error = answer.response().error().and_then(Error::as_error::<ApiError>);
            if let Some(body) = error.and_then(|error| translated(error, language)) {
                answer = with_error_body(answer, body);
            }
            add_headers(answer.headers_mut(), &path, &id, is_strict);
            if path == PAGE {
                open_to_framers(answer.headers_mut(), app.as_ref().and_then(|app| app.settings().links.framers()));
            }
            let user = user_of(&answer);
            if let (Some(version), Some(_)) = (version, user) {
                answer.headers_mut().insert(HeaderName::from_static(DATA_VERSION), HeaderValue::from(version));
            }
            done.report(app.as_ref(), &id, answer.status().as_u16(), user);
            Ok(answer)
        }
        // The request has been consumed, so the answer is returned as an error.
        Err(error) => {
            let mut answer: HttpResponse = error.error_response();
            if let Some(body) = error.as_error().and_then(|error| translated(error, language)) {
                answer = answer.set_body(BoxBody::new(body));
            }
            add_headers(answer.headers_mut(), &path, &id, is_strict);
            done.report(app.as_ref(), &id, answer.status().as_u16(), None);
            Err(InternalError::from_response(error, answer).into())
        }
    }
}

/// The answer outside the base path: the page is there.
fn elsewhere(base: &str) -> HttpResponse {
    HttpResponse::PermanentRedirect().insert_header((header::LOCATION, format!("{base}/"))).finish()
}

/// Whether a Host is a name for which browsers may remember that it has TLS: others use localhost, too.
fn is_name(host: &str) -> bool {
    !is_address_or_localhost(host)
}

fn check_host_and_origin(hosts: Option<&[String]>, request: &ServiceRequest) -> Result<(), ApiError> {
    let host = request.headers().get(header::HOST).map(|host| host.to_str().unwrap_or_default());
    if let (Some(hosts), Some(host)) = (hosts, host)
        && !is_known_host(host, hosts)
    {
        return Err(ApiError::of_status(actix_web::http::StatusCode::MISDIRECTED_REQUEST));
    }
    if !request.method().is_safe() {
        let own_hosts = &request.app_data::<web::Data<App>>().map_or(&[][..], |app| &app.config.allowed_hosts);
        with_evidence(request.request(), |evidence| csrf::check_origin(evidence, own_hosts))?;
    }
    Ok(())
}

/// IP addresses and localhost are always known. A name must be allowed: another site could point its own name here
/// and have a browser in this network make requests for it (DNS rebinding).
fn is_known_host(host: &str, allowed: &[String]) -> bool {
    is_address_or_localhost(host) || allowed.iter().any(|allowed| allowed.eq_ignore_ascii_case(name_of(host)))
}

fn time_limit(path: &str) -> Duration {
    if path == loads::PATH { UPLOAD_TIMEOUT } else { REQUEST_TIMEOUT }
}

fn lacks_error_body(answer: &ServiceResponse<BoxBody>) -> bool {
    let is_fault = answer.status().is_client_error() || answer.status().is_server_error();
    let is_json = answer
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|value| value.as_bytes().starts_with(b"application/json"));
    is_fault && !(is_json && answer.response().body().size() != BodySize::None)
}

/// The body of an error in another language than English.
fn translated(error: &ApiError, language: Language) -> Option<Vec<u8>> {
    serde_json::to_vec(&request_language::error_body(error, language)?).ok()
}

/// Leaves the headers as they are: a 405 lists the methods in Allow.
fn with_error_body(answer: ServiceResponse<BoxBody>, body: Vec<u8>) -> ServiceResponse<BoxBody> {
    answer.map_body(|head, _| {
        head.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        head.headers_mut().remove(header::CONTENT_ENCODING);
        BoxBody::new(body)
    })
}

fn add_headers(headers: &mut HeaderMap, path: &str, request_id: &str, is_strict: bool) {
    let fixed = [
        ("content-security-policy", CONTENT_SECURITY_POLICY),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if is_strict {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    if is_api(path) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if let Ok(id) = HeaderValue::from_str(request_id) {
        headers.insert(HeaderName::from_static("x-request-id"), id);
    }
    // ui.rs sets "identity" to prevent compression; the header itself has no meaning for clients.
    if headers.get(header::CONTENT_ENCODING).is_some_and(|value| value == "identity") {
        headers.remove(header::CONTENT_ENCODING);
    }
}

/// The headers of the page that shows what links show. Only this path may be framed, and only by whom the settings name:
/// the page of a session never is, and it does not begin here.
fn open_to_framers(headers: &mut HeaderMap, framers: Option<String>) {
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex, nofollow"));
    let Some(framers) = framers else { return };
    let policy = CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", &format!("frame-ancestors {framers}"));
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        // It knows no list of hosts; browsers that read it beside frame-ancestors ignore it.
        headers.remove(header::X_FRAME_OPTIONS);
    }
}

fn request_id() -> String {
    random_bytes::<8>().iter().fold(String::with_capacity(16), |mut id, byte| {
        let _ = write!(id, "{byte:02x}");
        id
    })
}

/// The user of a request, if it was of a live session.
fn user_of(answer: &ServiceResponse<BoxBody>) -> Option<i64> {
    answer.request().extensions().get::<UserId>().map(|user| user.0)
}

/// Adds Server-Timing to the answers that a signed-in user gets from the cache or the warehouse. Only administrators see
/// more than the total: whether an answer was cached tells that somebody asked the same before.
fn with_timing(mut answer: ServiceResponse<BoxBody>, work: Work, started: Instant) -> ServiceResponse<BoxBody> {
    let is_admin = answer.request().extensions().get::<Rc<SignedIn>>().map(|user| user.permissions().is_admin());
    if work != Work::default()
        && let Some(is_admin) = is_admin
        && let Ok(timing) = HeaderValue::from_str(&server_timing(work, started.elapsed(), is_admin))
    {
        answer.headers_mut().insert(HeaderName::from_static("server-timing"), timing);
    }
    answer
}

/// In milliseconds. An answer is a hit if the cache had all of it. wait, plan, scan and count are added up over all queries, which
/// run side by side; db is the time with at least one.
fn server_timing(work: Work, total: Duration, with_details: bool) -> String {
    let part = |name: &str, time: Duration| format!("{name};dur={:.1}", time.as_secs_f64() * 1000.0);
    let total = part("total", total);
    if !with_details {
        return total;
    }
    let cache = format!("cache;desc={}", if work.misses == 0 { "hit" } else { "miss" });
    let Stages { waiting, planning, scanning, counting } = work.stages;
    let database = part("db", work.database);
    let stages = [("wait", waiting), ("plan", planning), ("scan", scanning), ("count", counting)];
    let [wait, plan, scan, count] = stages.map(|(name, time)| part(name, time));
    [cache, wait, plan, scan, count, database, total].join(", ")
}

/// A request as it is counted and logged: its template instead of its path and query, which may have anything in them,
/// such as the secret of a sign-in link.
struct Done {
    method: &'static str,
    route: &'static str,
    started: Instant,
}

impl Done {
    fn report(&self, app: Option<&web::Data<App>>, id: &str, status: u16, user: Option<i64>) {
        let Done { method, route, started } = *self;
        let took = started.elapsed();
        if let Some(app) = app {
            app.requests.count(method, route, status, took);
        }
        let milliseconds = (took.as_secs_f64() * 100_000.0).round() / 100.0;
        // Health checks and the page's own files are logged at debug level, because they are many.
        if is_api(route) || route == UNKNOWN || status >= 500 {
            tracing::info!(id, user, method, route, status, milliseconds, "request");
        } else {
            tracing::debug!(id, user, method, route, status, milliseconds, "request");
        }
    }
}

/// The method's name, if it is one that Bond knows.
fn known_method(method: &Method) -> &'static str {
    let known = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"];
    known.into_iter().find(|known| method.as_str() == *known).unwrap_or("other")
}

#[cfg(test)]
mod tests;
