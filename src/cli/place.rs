//! Where a command that needs the whole data directory does its work: in this process, or in the server that owns it.

use std::thread;
use std::time::{Duration, Instant};

use super::failure::Failure;
use super::output::note;
use crate::app::{App, OpenError};
use crate::clock::Clock;
use crate::config::Config;
use crate::data_dir::DataDirError;
use crate::loads::control::Client;

/// How long a process that has the directory may take until it answers: a server that starts, or a command that ends.
const PATIENCE: Duration = Duration::from_secs(30);
/// After how long somebody who waits is told so.
const SILENCE: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(50);

/// Where the work is done.
pub enum Place {
    /// This process owns the directory.
    Here(Box<App>),
    /// A server does, and it answers.
    Served,
}

/// Opens the data directory, or finds the server that has it open.
///
/// # Errors
/// Also where another process owns the directory and does not answer within half a minute: it is no server.
pub fn find(config: &Config) -> Result<Place, Failure> {
    find_within(config, PATIENCE)
}

/// As [`find`], waiting this long for a process that does not answer.
///
/// # Errors
/// As those of [`find`].
pub fn find_within(config: &Config, patience: Duration) -> Result<Place, Failure> {
    let started = Instant::now();
    let mut is_told = false;
    loop {
        let in_use = match App::open(config.clone(), Clock::system(config.time_zone.as_deref())?) {
            Ok(app) => return Ok(Place::Here(Box::new(app))),
            Err(OpenError::DataDir(in_use @ DataDirError::InUse { .. })) => in_use,
            Err(error) => return Err(error.into()),
        };
        if Client::is_answered(&config.data_dir) {
            return Ok(Place::Served);
        }
        if started.elapsed() > patience {
            return Err(in_use.into());
        }
        if !is_told && started.elapsed() > SILENCE {
            is_told = true;
            note("Another Bond process has the data directory and does not answer yet; waiting for it.");
        }
        thread::sleep(PAUSE);
    }
}
