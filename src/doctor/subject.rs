//! What the checks look at, gathered once.

use std::path::{Path, PathBuf};

use time::Date;

use crate::app::{App, backup_dir};
use crate::backup::Site;
use crate::clock::Clock;
use crate::config::{Config, ConfigError, Resolved};
use crate::data_dir::{self, Owner};
use crate::egress::Egress;
use crate::loads::control::{Client, Event, Health, Request};
use crate::platform::machine::Process;
use crate::platform::{files, process};
use crate::recovery;
use crate::store::Store;
use crate::store::overrides::Override;
use crate::warehouse::day::Day;
use crate::warehouse::{Probed, Warehouse};

/// What to check.
pub struct Wanted {
    /// The settings. Where they could not be resolved: the defaults, with the data directory that was named, and why.
    pub config: Config,
    /// The origin of each setting and the warnings.
    pub settings: Result<Resolved, ConfigError>,
    pub clock: Clock,
    /// What the connections of the checks go through.
    pub egress: Egress,
    /// Read every row of the warehouse and every byte of the newest backup.
    pub full: bool,
}

/// The server that runs on the data directory.
pub enum Server {
    /// Nobody owns the directory.
    None,
    /// A process owns it, and the answer of its control socket.
    Running(Owner, Result<Health, String>),
}

/// The warehouse, seen from where it can be seen.
pub enum Seen {
    /// There is no file yet.
    Missing,
    /// By the server that has it open.
    Asked(Health),
    /// By a child process, while nobody has it open.
    Probed(Probed),
    /// It cannot be opened, for this reason.
    Damaged(String),
    /// It can be opened, but not all of it can be read, for this reason.
    DamagedInside(String),
    /// Nobody could look, for this reason.
    Unseen(String),
}

/// What the checks look at.
pub struct Subject {
    pub wanted: Wanted,
    pub server: Server,
    /// The accounts, or why they could not be opened.
    pub store: Result<Store, String>,
    pub warehouse: Seen,
    /// The user who owns the directory, and the one who asks.
    pub owner: u32,
    pub own: u32,
}

impl Subject {
    /// What a server sees of itself.
    ///
    /// # Errors
    /// If the data directory or the time zone cannot be read.
    pub fn of_server(app: &App) -> std::io::Result<Subject> {
        let clock = Clock::system(app.config.time_zone.as_deref()).map_err(std::io::Error::other)?;
        let config = Config::clone(&app.settings());
        let names = app.origins.keys().filter_map(|name| Some((name.clone(), app.origin(name)?)));
        let settings = Resolved { config: config.clone(), origins: names.collect(), warnings: Vec::new() };
        let wanted = Wanted { config, settings: Ok(settings), clock, egress: app.egress.clone(), full: false };
        let server = Server::Running(Owner { pid: Some(std::process::id()) }, Ok(app.health()));
        Subject::beside(wanted, server)
    }

    /// Looks at everything. The data directory must exist.
    pub fn gather(wanted: Wanted) -> std::io::Result<Subject> {
        let dir = &wanted.config.data_dir;
        let server = match data_dir::owner(dir) {
            Ok(None) => Server::None,
            Ok(Some(owner)) => Server::Running(owner, ask(dir)),
            Err(error) => Server::Running(Owner { pid: None }, Err(error.to_string())),
        };
        Subject::beside(wanted, server)
    }

    fn beside(wanted: Wanted, server: Server) -> std::io::Result<Subject> {
        let dir = &wanted.config.data_dir;
        let own = process::own_user();
        let owner = files::rights(&std::fs::metadata(dir)?).map_or(own, |rights| rights.owner);
        // SQLite creates files beside the store. Those of another user would lock the server out.
        let store = if owner == own {
            Store::look(dir).map_err(|error| error.to_string())
        } else {
            Err("it was not opened, because the directory belongs to another user".to_owned())
        };
        let warehouse = see(dir, &server, wanted.full);
        let chosen = store.as_ref().ok().and_then(|store| store.chosen_settings().ok()).unwrap_or_default();
        let config = match &wanted.settings {
            Ok(resolved) => wanted.config.with_chosen(&resolved.origins, chosen.iter().map(Override::pair)),
            Err(_) => wanted.config.clone(),
        };
        let wanted = Wanted { config, ..wanted };
        Ok(Subject { wanted, server, store, warehouse, owner, own })
    }

    pub(super) fn config(&self) -> &Config {
        &self.wanted.config
    }

    pub(super) fn data_dir(&self) -> &Path {
        &self.wanted.config.data_dir
    }

    pub(super) fn site(&self) -> Site {
        Site::new(self.data_dir())
    }

    /// The folder of the backups.
    pub(super) fn backup_dir(&self) -> PathBuf {
        backup_dir(self.config(), self.data_dir())
    }

    pub(super) fn now(&self) -> i64 {
        self.wanted.clock.now()
    }

    /// The process whose limits count: the server's, else this one's. The flag says which.
    pub(super) fn process(&self) -> (Process, bool) {
        let pid = if let Server::Running(Owner { pid: Some(pid) }, _) = self.server { Some(pid) } else { None };
        match pid.map(Process::with_pid).filter(Process::exists) {
            Some(process) => (process, true),
            None => (Process::own(), false),
        }
    }

    /// The answer of the server's control socket.
    pub(super) fn health(&self) -> Option<&Health> {
        if let Server::Running(_, Ok(health)) = &self.server { Some(health) } else { None }
    }

    /// Whether the server can say how the data do: not while it is busy, or opens them anew.
    pub fn is_answered(&self) -> bool {
        self.health().is_some_and(|health| health.fault.is_none())
    }

    /// Whether a query has met damage, which stays until the next start.
    pub(super) fn has_met_damage(&self) -> bool {
        self.data_dir().join(Warehouse::DAMAGED).exists()
    }

    /// The time zone of the loaded days, if it could be seen.
    pub fn data_zone(&self) -> Option<&str> {
        match &self.warehouse {
            Seen::Asked(Health { time_zone, .. }) | Seen::Probed(Probed { time_zone, .. }) => time_zone.as_deref(),
            Seen::Missing | Seen::Damaged(_) | Seen::DamagedInside(_) | Seen::Unseen(_) => None,
        }
    }

    /// The last day with logins, if the warehouse could be seen.
    pub(super) fn last_day(&self) -> Result<Option<Date>, ()> {
        let number = match &self.warehouse {
            Seen::Asked(Health { fault: None, last_day, .. }) | Seen::Probed(Probed { last_day, .. }) => *last_day,
            Seen::Missing => None,
            Seen::Asked(_) | Seen::Damaged(_) | Seen::DamagedInside(_) | Seen::Unseen(_) => return Err(()),
        };
        Ok(number.and_then(Day::from_number).map(Day::to_date))
    }
}

fn ask(data_dir: &Path) -> Result<Health, String> {
    let mut client = Client::ask(data_dir, &Request::Health).map_err(|error| error.to_string())?;
    match client.receive() {
        Ok(Some(Event::Health(health))) => Ok(health),
        Ok(Some(Event::Refused(reason))) => Err(reason),
        Ok(_) => Err("it ended the connection".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn see(data_dir: &Path, server: &Server, full: bool) -> Seen {
    let file = data_dir.join(Warehouse::FILE);
    match server {
        Server::Running(_, Ok(health)) => Seen::Asked(health.clone()),
        Server::Running(_, Err(_)) => Seen::Unseen("the process that owns the directory does not answer".to_owned()),
        Server::None if !file.exists() => Seen::Missing,
        Server::None => match recovery::probe(&file, full) {
            Ok(Ok(probed)) => Seen::Probed(probed),
            Ok(Err(reason)) if full && matches!(recovery::probe(&file, false), Ok(Ok(_))) => {
                Seen::DamagedInside(reason)
            }
            Ok(Err(reason)) => Seen::Damaged(reason),
            Err(error) => Seen::Unseen(error.to_string()),
        },
    }
}
