//! `bond reload`

use clap::Args;

use super::failure::Failure;
use super::output::say;
use super::settings::StoreFlags;
use crate::loads::control::{Client, Event, Request};
use crate::store::audit::acts_for;

/// `bond reload`
#[derive(Args)]
pub struct Reload {
    #[command(flatten)]
    settings: StoreFlags,
}

pub const EXAMPLES: &str = "\
A running server reads its settings file, its systems to pull from and its certificate anew, as after systemctl reload or
the signal SIGHUP. It says what is in use now, and what waits for a restart. A file with a fault changes nothing;
a certificate with one leaves the one in use.

Examples:
  bond reload --data-dir D
  systemctl reload bond";

/// Asks the server.
pub fn run(command: Reload) -> Result<(), Failure> {
    // The settings may have a fault: the server says it, too, in its log.
    let data_dir = command.settings.data_dir();
    let by = acts_for().map(str::to_owned);
    let no_server = |error: std::io::Error| {
        Failure::new(format!("no server answers on {} ({error}); start it with bond serve", data_dir.display()))
    };
    let mut client = Client::ask(&data_dir, &Request::Reload { by }).map_err(no_server)?;
    match client.receive().map_err(Failure::new)? {
        Some(Event::Said(said)) => say(format!("The settings were read anew; {said}.")),
        Some(Event::Refused(why)) => return Err(Failure::new(why)),
        _ => return Err(Failure::new("the server ended the connection")),
    }
    Ok(())
}
