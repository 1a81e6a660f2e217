//! `bond serve`

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;

use super::failure::Failure;
use super::output::{note, say};
use super::progress::Bar;
use super::settings::ServerFlags;
use crate::app::{App, OpenError};
use crate::auth::once::SETUP_LIFE;
use crate::clock::Clock;
use crate::config::{Config, OwnTls, Resolved};
use crate::connections::tls::Authority;
use crate::connections::{ConnectionPolicy, TLS_FOLDER};
use crate::maintenance;
use crate::platform::signals;
use crate::recovery::Damage;
use crate::server::{self, Ended, ServeError};
use crate::telemetry::Connections;
use crate::warehouse::demo;

/// `bond serve`
#[derive(Args)]
pub struct Serve {
    #[command(flatten)]
    settings: ServerFlags,
}

impl Serve {
    /// The settings file that is named.
    pub fn settings_file(&self) -> Option<&Path> {
        self.settings.file()
    }
}

pub const EXAMPLES: &str = "\
The server runs until SIGTERM or Ctrl-C, then lets running requests end and exits with 0.
/healthz answers while the process is alive, /readyz while it can answer calls.

Examples:
  bond serve --data-dir D
  bond serve --data-dir D --listen 0.0.0.0:8443 --tls self-signed
  bond serve --data-dir D --listen 0.0.0.0:443 --tls-cert C.pem --tls-key K.pem --allowed-hosts bond.example.com";

/// Opens the data directory and serves it.
pub fn run(command: Serve) -> Result<(), Failure> {
    // Also while it starts, which may take minutes.
    signals::outlive_terminal().map_err(Failure::new)?;
    let Resolved { config, origins, .. } = command.settings.resolve()?;
    let listener = server::bind(&config)?;
    match open_app(config.clone())? {
        Ok(mut app) => {
            app.origins = origins;
            serve(app, listener)
        }
        Err(damage) => maintain(&damage, listener, &config),
    }
}

/// A warehouse that fails again within this time is not opened anew.
const CALM: Duration = Duration::from_secs(10 * 60);

/// Prints the address and serves until a signal. A warehouse that fails is opened anew as at a start, once; then the
/// maintenance page is served. The port stays open, so clients wait meanwhile.
pub fn serve(app: App, listener: TcpListener) -> Result<(), Failure> {
    serve_and(app, listener, ready)
}

/// As [`serve`]; at its start it says this in place of the address.
pub fn serve_and(
    mut app: App,
    listener: TcpListener,
    started: impl FnOnce(SocketAddr, &Config),
) -> Result<(), Failure> {
    let mut started = Some(started);
    let mut failed_at: Option<Instant> = None;
    loop {
        prepare(&app, listener.local_addr().map_err(Failure::new)?)?;
        let (config, origins, outbox) = (app.config.clone(), app.origins.clone(), app.outbox.clone());
        let again = listener.try_clone().map_err(Failure::new)?;
        let tell = |address| match started.take() {
            Some(started) => started(address, &config),
            None => ready(address, &config),
        };
        let (what, reason) = match server::serve(app, again, tell)? {
            Ended::Stopped => {
                // What has gone to a mail server is written down, or it would be sent once more after the next start.
                outbox.settle(LAST_WAIT);
                return Ok(());
            }
            Ended::WarehouseFailed(reason) => ("the warehouse has", reason),
            Ended::AccountsFailed(reason) => ("the accounts have", reason),
        };
        if failed_at.is_some_and(|at| at.elapsed() < CALM) {
            return maintain(&format!("{what} failed again: {reason}"), listener, &config);
        }
        tracing::error!(%reason, "{what} failed; everything is opened anew");
        note(format!("bond: {what} failed, and everything is opened anew: {reason}"));
        failed_at = Some(Instant::now());
        app = match reopen_app(&config, &listener) {
            Ok(Some(Ok(app))) => app,
            Ok(Some(Err(damage))) => return maintain(&damage, listener, &config),
            Ok(None) => return Ok(()),
            Err(failure) => return maintain(&failure, listener, &config),
        };
        // What is being sent goes on meanwhile, and is not sent twice.
        (app.origins, app.outbox) = (origins, outbox);
    }
}

/// How long is waited, at the end, for what is being sent.
const LAST_WAIT: Duration = Duration::from_secs(3);

/// What has to be done before an opened data directory is served.
fn prepare(app: &App, address: SocketAddr) -> Result<(), Failure> {
    if let Some(yesterday) = app.clock.today().previous_day() {
        // An outdated demo can still be served.
        if let Err(error) = demo::extend(&app.warehouse, yesterday, &Bar::default()) {
            tracing::warn!(%error, "the demo could not be brought up to date");
        }
    }
    if app.store.has_no_users()? && app.store.sso_keys()?.is_empty() {
        say(first_user_hint(app, address));
    }
    Ok(())
}

/// Serves the maintenance page until a signal.
fn maintain(reason: &dyn std::fmt::Display, listener: TcpListener, config: &Config) -> Result<(), Failure> {
    tracing::error!(%reason, "the data cannot be opened; serving the maintenance page");
    note(format!("bond: {reason}"));
    maintain_until(listener, config, std::future::pending::<()>()).map(drop)
}

/// Serves the maintenance page until a signal, which is None, or until something has come about.
fn maintain_until<T>(
    listener: TcpListener,
    config: &Config,
    until: impl Future<Output = T>,
) -> Result<Option<T>, Failure> {
    let terms = ConnectionPolicy::of(config, Connections::default()).map_err(ServeError::from)?;
    let started = |address| say(format!("Bond is in maintenance at {}", url(address, config)));
    maintenance::serve(listener, terms, started, until).map_err(Failure::new)
}

/// As [`open`]; damaged data are not a failure of the command.
fn open_app(config: Config) -> Result<Result<App, Damage>, Failure> {
    let clock = Clock::system(config.time_zone.as_deref())?;
    match App::open(config, clock) {
        Ok(app) => Ok(Ok(app)),
        Err(OpenError::Damage(damage)) => Ok(Err(damage)),
        Err(error) => Err(error.into()),
    }
}

/// As [`open_app`], after this process had the directory open: the last threads of the server may still be letting go of
/// it. The maintenance page is served while they do. None after a signal.
fn reopen_app(config: &Config, listener: &TcpListener) -> Result<Option<Result<App, Damage>>, Failure> {
    let soon = Instant::now() + Duration::from_secs(5);
    loop {
        match open_app(config.clone()) {
            Err(failure) if failure.is_in_use() && Instant::now() < soon => thread::sleep(Duration::from_millis(50)),
            Err(failure) if failure.is_in_use() => break,
            opened => return opened.map(Some),
        }
    }
    tracing::warn!("the data directory is still in use; it is tried again every few seconds");
    let (sender, opened) = tokio::sync::oneshot::channel();
    let trying = config.clone();
    let open = move || {
        while !sender.is_closed() {
            match open_app(trying.clone()) {
                Err(failure) if failure.is_in_use() => thread::sleep(AGAIN),
                // Nobody waits for it after a signal: it is closed again.
                opened => return drop(sender.send(opened)),
            }
        }
    };
    thread::Builder::new().name("reopening".to_owned()).spawn(open).map_err(Failure::new)?;
    let listener = listener.try_clone().map_err(Failure::new)?;
    match maintain_until(listener, config, opened)? {
        None => Ok(None),
        Some(Ok(opened)) => opened.map(Some),
        Some(Err(_)) => Err(Failure::new("the thread that opens the data directory has ended")),
    }
}

/// How often a directory that is in use is tried again.
const AGAIN: Duration = Duration::from_secs(2);

/// Opens everything for a command that owns the data directory.
pub fn open(config: Config) -> Result<App, Failure> {
    let clock = Clock::system(config.time_zone.as_deref())?;
    Ok(App::open(config, clock)?)
}

/// The token is behind the `#`, which browsers send to nobody.
fn first_user_hint(app: &App, address: SocketAddr) -> String {
    let token = app.auth.setup.issue(app.clock.now());
    format!(
        "Nobody can sign in yet. Make the first administrator here:\n  {}set-up#{token}\n\
         Or open the page at its own address and give it this set-up token, valid for {} minutes:\n  {token}\n\
         Or in another terminal, with a login of your own and a password that it prints:\n  \
         bond user add --data-dir \"{}\" --first-name NAME --role ROLE_ADMIN --generate-password LOGIN",
        app.config.page_at(address),
        SETUP_LIFE / 60,
        app.config.data_dir.display()
    )
}

/// Says where the page is, and how browsers come to trust it.
fn ready(address: SocketAddr, config: &Config) {
    let page = url(address, config);
    say(format!("Bond is ready at {page}"));
    if config.tls == OwnTls::SelfSigned
        && let Ok(authority) = Authority::open(&config.data_dir.join(TLS_FOLDER), Vec::new())
    {
        say(format!(
            "Browsers trust it once they have its authority, {}authority.crt (SHA-256 {})",
            config.page_at(address),
            authority.fingerprint()
        ));
    }
}

fn url(address: SocketAddr, config: &Config) -> String {
    let page = config.page_at(address);
    if address.ip().is_unspecified() { format!("{page} (listening on {address})") } else { page }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_shown_can_be_opened() {
        let shown = |text: &str| url(text.parse().expect("an address"), &Config::default());
        assert_eq!(shown("127.0.0.1:8080"), "http://127.0.0.1:8080/");
        assert_eq!(shown("[::1]:80"), "http://[::1]:80/");
        assert_eq!(shown("0.0.0.0:8080"), "http://127.0.0.1:8080/ (listening on 0.0.0.0:8080)");
    }
}
