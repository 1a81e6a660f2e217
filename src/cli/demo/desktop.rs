//! `bond demo --open`: the demo of whoever has a desktop. Its data are in a folder of the user, the browser opens signed
//! in, and a second start opens the browser on the server that runs.

use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::time::Duration;

use crate::app::App;
use crate::auth::once::OPENING_LIFE;
use crate::cli::failure::Failure;
use crate::cli::output::say;
use crate::cli::place::{self, Place};
use crate::cli::settings::ServerFlags;
use crate::config::{Config, Origin};
use crate::loads::control::{Client, Event, Opening, Request};
use crate::platform::desktop::{self, HOW_TO_STOP};
use crate::server::{self, ServeError};

/// How long a server that starts may take until it answers: it may be making its demo.
const PATIENCE: Duration = Duration::from_secs(5 * 60);

/// What holds where nobody says otherwise: the user's own folder, and a window with what matters alone.
pub fn settle(settings: &mut ServerFlags) -> Result<(), Failure> {
    settings.default_to("log_level", "warn".to_owned());
    let Some(folder) = desktop::data_folder() else { return Ok(()) };
    let folder = folder.join("demo").into_os_string().into_string();
    let folder =
        folder.map_err(|_| Failure::usage("the name of your folder is not Unicode; choose one with --data-dir"));
    settings.default_to("data_dir", folder?);
    Ok(())
}

/// Listens on the usual port if it is free, so that the address stays the same, else on any.
pub fn bind(config: &Config, origins: &BTreeMap<String, Origin>) -> Result<TcpListener, Failure> {
    if !config.listen.ip().is_loopback() || !config.trusted_proxies.is_empty() {
        let text = "--open signs in whoever opens its link, so the server must be for this machine alone: leave out \
                    trusted_proxies, and listen on 127.0.0.1";
        return Err(Failure::usage(text));
    }
    match server::bind(config) {
        Err(ServeError::Listen { source, .. })
            if source.kind() == io::ErrorKind::AddrInUse && origins.get("listen") == Some(&Origin::Default) =>
        {
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(Failure::new)
        }
        bound => Ok(bound?),
    }
}

/// Opens the data directory. Where a server has it open, opens the browser on that one and returns None.
pub fn open_or_join(config: &Config) -> Result<Option<App>, Failure> {
    match place::find_within(config, PATIENCE)? {
        Place::Here(app) => Ok(Some(*app)),
        Place::Served => {
            let mut client = Client::ask(&config.data_dir, &Request::Open).map_err(Failure::new)?;
            match client.receive().map_err(Failure::new)? {
                Some(Event::Opening(opening)) => {
                    say("Bond runs already.");
                    show(&opening);
                    Ok(None)
                }
                Some(Event::Refused(why)) => Err(Failure::new(why)),
                _ => Err(Failure::new("the server that runs gave no answer; stop it and start Bond again")),
            }
        }
    }
}

/// Where the page of an opened demo will be, before the server starts.
pub fn opening(app: &App, address: SocketAddr) -> Result<Opening, Failure> {
    app.listen_on(address);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(Failure::new)?;
    Ok(Opening { page: app.config.page_at(address), link: runtime.block_on(app.opening_link()) })
}

/// Says what runs, and shows it.
pub fn started(opening: &Opening, config: &Config) {
    say(format!(
        "\nBond is running, with the made-up data of a demo.\n  \
         Address: {} (only this computer can reach it)\n  \
         Data:    {}\n  \
         To stop: {HOW_TO_STOP}",
        opening.page,
        config.data_dir.display(),
    ));
    show(opening);
}

/// Opens the browser, signed in where there is a link.
fn show(opening: &Opening) {
    let address = opening.link.as_ref().unwrap_or(&opening.page);
    let is_shown = desktop::has_browser() && opener::open_browser(address).is_ok();
    match (&opening.link, is_shown) {
        (Ok(link), true) => say(format!(
            "Your browser opens now, signed in. If it does not, open this link; it works once, within {} minutes:\n  {link}",
            OPENING_LIFE / 60
        )),
        (Ok(link), false) => say(format!(
            "Open this link in a browser on this computer. It signs you in once, within {} minutes:\n  {link}",
            OPENING_LIFE / 60
        )),
        (Err(why), _) => say(format!("Sign in at {} ({why}).", opening.page)),
    }
}
