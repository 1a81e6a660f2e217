//! `bond serve`

use std::net::{SocketAddr, TcpListener};

use clap::Args;

use super::failure::Failure;
use super::output::say;
use super::progress::Bar;
use super::settings::ServerFlags;
use crate::app::{App, OpenError};
use crate::clock::Clock;
use crate::config::Config;
use crate::maintenance;
use crate::recovery::Damage;
use crate::server;
use crate::warehouse::demo;

/// `bond serve`
#[derive(Args)]
pub struct Serve {
    #[command(flatten)]
    settings: ServerFlags,
}

pub const EXAMPLES: &str = "\
The server runs until SIGTERM or Ctrl-C, then lets running requests end and exits with 0.
/healthz answers while the process is alive, /readyz while it can answer calls.

Examples:
  bond serve --data-dir D
  bond serve --data-dir D --listen 0.0.0.0:8080 --allowed-hosts bond.example.com";

/// Opens the data directory and serves it.
pub fn run(command: Serve) -> Result<(), Failure> {
    let config = command.settings.resolve()?.config;
    let listener = server::bind(config.listen)?;
    let app = match open_app(config)? {
        Ok(app) => app,
        Err(damage) => {
            tracing::error!(reason = %damage, "the data cannot be opened; serving the maintenance page");
            eprintln!("bond: {damage}");
            return maintenance::serve(listener, |address| say(format!("Bond is in maintenance at {}", url(address))))
                .map_err(Failure::new);
        }
    };
    if let Some(yesterday) = app.clock.today().previous_day() {
        // An outdated demo can still be served.
        if let Err(error) = demo::extend(&app.warehouse, yesterday, &Bar::default()) {
            tracing::warn!(%error, "the demo could not be brought up to date");
        }
    }
    if app.store.has_no_users()? && app.store.sso_keys()?.is_empty() {
        say(first_user_hint(&app.config));
    }
    serve(app, listener)
}

/// Prints the address and serves until a signal.
pub fn serve(app: App, listener: TcpListener) -> Result<(), Failure> {
    Ok(server::serve(app, listener, |address| say(format!("Bond is ready at {}", url(address))))?)
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

/// Opens everything for a command that owns the data directory.
pub fn open(config: Config) -> Result<App, Failure> {
    let clock = Clock::system(config.time_zone.as_deref())?;
    Ok(App::open(config, clock)?)
}

fn first_user_hint(config: &Config) -> String {
    format!(
        "Nobody can sign in yet. In another terminal, with a login and a password of your own:\n  \
         printf '%s' 'PASSWORD' | bond user add --data-dir {} --first-name NAME --role ROLE_ADMIN --password-stdin LOGIN",
        config.data_dir.display()
    )
}

/// The URL of the page for a browser on this machine; the loopback address if the server listens on all addresses.
pub fn page_url(address: SocketAddr) -> String {
    let mut shown = address;
    if address.ip().is_unspecified() {
        let loopback: std::net::IpAddr =
            if address.is_ipv4() { std::net::Ipv4Addr::LOCALHOST.into() } else { std::net::Ipv6Addr::LOCALHOST.into() };
        shown.set_ip(loopback);
    }
    format!("http://{shown}/")
}

fn url(address: SocketAddr) -> String {
    let page = page_url(address);
    if address.ip().is_unspecified() { format!("{page} (listening on {address})") } else { page }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_shown_can_be_opened() {
        let shown = |text: &str| url(text.parse().expect("an address"));
        assert_eq!(shown("127.0.0.1:8080"), "http://127.0.0.1:8080/");
        assert_eq!(shown("[::1]:80"), "http://[::1]:80/");
        assert_eq!(shown("0.0.0.0:8080"), "http://127.0.0.1:8080/ (listening on 0.0.0.0:8080)");
    }
}
