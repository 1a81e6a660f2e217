//! What Bond asks other systems for: databases, files of other machines, a folder (docs/pull.md).
//!
//! A pull gets files into a folder of the spool and queues them as one load, which is checked, published and undone as any
//! other. Until everything has arrived nothing is queued, so a system that goes away in the middle leaves nothing behind.

mod basket;
mod clients;
mod days;
mod error;
mod schedule;

use std::sync::{Mutex, PoisonError};

pub use basket::Basket;
pub use clients::{HasFiles, open};
pub use days::Days;
pub use error::PullError;
pub use schedule::{Schedule, again_after, next_run};

use crate::clock::Clock;
use crate::config::PullSettings;
use crate::egress::Egress;
use crate::loads::mappings;
use crate::loads::{LoadOptions, Loads, NewRequest};
use crate::store::Store;
use crate::store::audit::Entry;
use crate::store::loads::{Kind, Origin};
use crate::store::pulls::{Ended, TakenFile};
use clients::Client;

/// What a pull works with.
#[derive(Clone, Copy)]
pub struct Puller<'a> {
    pub egress: &'a Egress,
    pub loads: &'a Loads,
    pub store: &'a Store,
    pub clock: &'a Clock,
}

/// What somebody wants of a pull.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// [`Kind::Import`] or [`Kind::Check`].
    pub kind: Kind,
    /// The days to ask for; None for those that are missing.
    pub days: Option<Days>,
    /// Lets days be loaded in another time zone than those before.
    pub new_time_zone: bool,
    /// The login of who asked; None for the schedule and the command line.
    pub actor: Option<&'a str>,
    pub origin: Origin,
}

/// What came of a pull.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pulled {
    /// The load that was queued.
    Queued(i64),
    /// There was nothing new.
    Nothing,
}

/// What is said where there was nothing new.
pub const NOTHING: &str = "There was nothing new.";

/// The pulls that run: a system is asked by one at a time.
#[derive(Debug, Default)]
pub struct Running(Mutex<Vec<String>>);

/// Ends with the pull.
#[derive(Debug)]
pub struct Turn<'a> {
    running: &'a Running,
    name: &'a str,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.running.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|one| one != self.name);
    }
}

impl Running {
    /// Whether a system is being asked.
    pub fn has(&self, name: &str) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|one| one == name)
    }

    /// Takes the turn of a name, until it is dropped.
    ///
    /// # Errors
    /// [`PullError::Busy`].
    pub fn enter<'a>(&'a self, name: &'a str) -> Result<Turn<'a>, PullError> {
        let mut running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if running.iter().any(|one| one == name) {
            return Err(PullError::Busy(name.to_owned()));
        }
        running.push(name.to_owned());
        Ok(Turn { running: self, name })
    }
}

/// The settings of a system.
///
/// # Errors
/// [`PullError::Unknown`].
pub fn named<'a>(pulls: &'a [PullSettings], name: &str) -> Result<&'a PullSettings, PullError> {
    let unknown = || PullError::Unknown(name.chars().take(40).collect());
    pulls.iter().find(|pull| pull.name == name).ok_or_else(unknown)
}

/// Asks a system for what is missing, and queues what it gave as a load. How it went is written down.
///
/// # Errors
/// Nothing was queued then.
pub fn run(
    puller: Puller<'_>,
    running: &Running,
    pull: &PullSettings,
    wish: Wish<'_>,
    is_stopping: &(dyn Fn() -> bool + Sync),
) -> Result<Pulled, PullError> {
    let _turn = running.enter(&pull.name)?;
    let Puller { store, clock, .. } = puller;
    let days = match wish.days {
        Some(days) => Some(days),
        None => days::missing(pull, &loaded(puller, pull)?, clock.today()),
    };
    let begun = store.begin_pull(&pull.name, wish.actor, days.map(|days| (days.since, days.until)), clock.now())?;
    let outcome = fetched(puller, pull, wish, days, is_stopping);
    let ended = match &outcome {
        Ok((files, load, bytes)) => Ended { load: *load, fault: None, bytes: *bytes, files: files.clone() },
        Err(error) => Ended { fault: Some(error.to_string()), ..Ended::default() },
    };
    let detail = ended.fault.clone().unwrap_or_else(|| said(&ended));
    let event = if ended.fault.is_some() { "pull_failed" } else { "pulled" };
    let subject = format!("pull {}", pull.name);
    let entry = Entry {
        at: clock.now(),
        event,
        actor: wish.actor,
        subject: Some(&subject),
        detail: Some(&detail),
        ..Entry::default()
    };
    store.end_pull(begun, &ended, &entry)?;
    match &outcome {
        Ok(_) => tracing::info!(pull = pull.name, load = ended.load, bytes = ended.bytes, "a system was asked"),
        Err(error) => tracing::error!(pull = pull.name, %error, "a system could not be asked"),
    }
    outcome.map(|(_, load, _)| load.map_or(Pulled::Nothing, Pulled::Queued))
}

/// The days that the published loads of a pull had, the earliest first. A day that was not over then is none of them.
fn loaded(puller: Puller<'_>, pull: &PullSettings) -> Result<Vec<Days>, PullError> {
    let all = puller.store.pulled_days(&pull.name)?.into_iter().filter_map(|(since, until, at)| {
        let until = until.min(puller.clock.date_of(at).previous_day()?);
        (since <= until).then_some(Days { since, until })
    });
    Ok(all.collect())
}

/// What the audit log says of a pull that went well.
fn said(ended: &Ended) -> String {
    match ended.load {
        Some(load) => format!("{} files, {} bytes: load {load}", ended.files.len(), ended.bytes),
        None => "nothing new".to_owned(),
    }
}

/// Files, load and bytes.
type Fetched = (Vec<TakenFile>, Option<i64>, u64);

fn fetched(
    puller: Puller<'_>,
    pull: &PullSettings,
    wish: Wish<'_>,
    days: Option<Days>,
    is_stopping: &(dyn Fn() -> bool + Sync),
) -> Result<Fetched, PullError> {
    let Puller { egress, loads, store, clock } = puller;
    if loads.is_full()? {
        return Err(PullError::Full);
    }
    let mapping = pull.mapping.as_deref().map(|name| mappings::named(store, name)).transpose();
    let mapping = mapping.map_err(|source| PullError::Mapping { pull: pull.name.clone(), source })?;
    // Somebody who asks wants files again that were refused: the mapping may be another by now.
    let known = store.taken_files(&pull.name, wish.actor.is_none() && wish.origin == Origin::Schedule)?;
    let mut basket = Basket::new(loads.data_dir(), known, is_stopping)?;
    let client = Client { pull, egress, zone: clock.zone_name() };
    client.fetch(days, &mut basket).map_err(|fault| basket.reason(fault))?;
    let (incoming, files, bytes) = basket.into_parts();
    if files.is_empty() {
        return Ok((files, None, 0));
    }
    let folder = incoming.keep()?;
    let range = days.filter(|_| pull.asks_for_days()).map(Days::range);
    let options = LoadOptions { mapping, days: range, new_time_zone: wish.new_time_zone, ..LoadOptions::default() };
    let (kind, origin, actor) = (wish.kind, wish.origin, wish.actor);
    let request = NewRequest { kind, origin, actor, options: &options, folder: Some(&folder) };
    let (load, _) = loads.enqueue(&request, clock.now())?;
    Ok((files, Some(load), bytes))
}

/// Connects to a system, signs in, and says what it would give. Nothing is loaded.
///
/// # Errors
/// [`PullError::Remote`] and those of settings.
pub fn try_connection(puller: Puller<'_>, pull: &PullSettings) -> Result<String, PullError> {
    if let Some(name) = &pull.mapping {
        mappings::named(puller.store, name).map_err(|source| PullError::Mapping { pull: pull.name.clone(), source })?;
    }
    let today = puller.clock.today();
    let days = days::missing(pull, &loaded(puller, pull)?, today).unwrap_or(Days { since: today, until: today });
    let client = Client { pull, egress: puller.egress, zone: puller.clock.zone_name() };
    client.attempt(days).map_err(PullError::Remote)
}
