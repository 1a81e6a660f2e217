//! The parts of a running Bond, opened once per process.

mod answers;
mod chosen;
mod health;
pub mod opening;

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use crate::auth::{Auth, AuthError};
use crate::backup::{self, BackupError, Found, Made, Protection, RequestedBackup, Site, upgrade};
use crate::clock::Clock;
use crate::config::{Config, Origin, ReadSettings};
use crate::copies::Copier;
use crate::data_dir::{self, DataDir, DataDirError};
use crate::egress::Egress;
use crate::figures::Engine;
use crate::figures::score::Method;
use crate::limited::LimitedWork;
use crate::loads::drafts::Drafts;
use crate::loads::{self, Loads, ReconcileError, ReloadError, Tasks, UntilStop};
use crate::outbox::Outbox;
use crate::pull::{self, Puller};
use crate::recovery::{self, Damage};
use crate::screens::AnswerCache;
use crate::store::audit::Entry;
use crate::store::loads::Kind;
use crate::store::notes::Note;
use crate::store::openings::Openings;
use crate::store::overrides::Override;
use crate::store::reserve::{self, Reserve};
use crate::store::{Store, StoreError};
use crate::telemetry::{Connections, Requests};
use crate::warehouse::copy::Source;
use crate::warehouse::mapping::MemberKey;
use crate::warehouse::{Attached, Limits, Pair, Progress, Warehouse, WarehouseError};

/// One part in so many of the cache is for answers, the others for rows, of which any choice of groups is answered.
const KEPT_SHARE: u64 = 4;

/// Reads the settings anew, as at the start.
pub type Rereads = dyn Fn() -> Result<ReadSettings, String> + Send + Sync;

/// The parts of a running Bond.
pub struct App {
    /// The settings it was started with. [`App::settings`] has those that were chosen since.
    pub config: Config,
    /// Where each of them came from; empty for a process that does not serve. [`App::origin`] has those that were read since.
    pub origins: BTreeMap<String, Origin>,
    /// Reads them anew; None for a process that does not serve.
    pub rereads: Option<Arc<Rereads>>,
    /// The program's calendar.
    pub clock: Clock,
    /// The time zone that was set or chosen when it was opened; None for this machine's.
    pub time_zone: Option<String>,
    /// Users, sessions, audit.
    pub store: Store,
    /// Authentication.
    pub auth: Auth,
    /// The loaded data and the tables derived from it.
    pub warehouse: Arc<Warehouse>,
    /// Computes figures from the warehouse.
    pub engine: Engine,
    /// The answers that are kept.
    pub kept: AnswerCache,
    /// What all connections to other programs go through.
    pub egress: Egress,
    /// The queue of loads.
    pub loads: Arc<Loads>,
    /// The systems that are being asked for data.
    pub pulls: pull::Running,
    /// The places that backups are being copied to.
    pub copying: pull::Running,
    /// The files that are being described.
    pub drafts: Drafts,
    /// The backup or verification that the page asked for.
    pub tasks: Tasks,
    /// The reports and alerts that are being sent.
    pub outbox: Outbox,
    /// The openings of links that are not written down yet.
    pub openings: Openings,
    /// What only so much of is done at the same time.
    pub limited: LimitedWork,
    /// What is counted of requests.
    pub requests: Requests,
    /// What is counted of connections.
    pub connections: Connections,
    /// When it was opened, in seconds since 1970-01-01 UTC.
    pub started_at: i64,
    /// The folder of the backups that nobody gave another folder for.
    pub backups: PathBuf,
    /// Where the server listens.
    listens_on: OnceLock<SocketAddr>,
    /// The settings as they were last read anew.
    reread: Mutex<Option<Arc<ReadSettings>>>,
    /// The settings with those that were chosen, and the store's version at which these were read.
    with_chosen: Mutex<Option<(i64, Arc<Config>)>>,
    /// The published method of the score, and the store's version at which it was read.
    method: Mutex<Option<(i64, Arc<Method>)>>,
    // Last, so that the lock is released after everything in the directory is closed.
    data_dir: DataDir,
}

/// Why the parts could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The data directory cannot be used.
    #[error(transparent)]
    DataDir(#[from] DataDirError),
    /// The account store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The data are damaged, or some are missing.
    #[error(transparent)]
    Damage(#[from] Damage),
    /// The ledger of loads cannot be compared with the warehouse.
    #[error(transparent)]
    Loads(#[from] ReconcileError),
    /// The warehouse cannot be used.
    #[error(transparent)]
    Warehouse(#[from] WarehouseError),
    /// Nobody can be authenticated.
    #[error(transparent)]
    Auth(#[from] AuthError),
    /// What is left of erased members could not be removed.
    #[error("what is left of erased members could not be removed: {0}")]
    Traces(#[from] ReloadError),
    /// The backup before a migration could not be made, or a newer release has used the directory.
    #[error(transparent)]
    Backup(#[from] BackupError),
}

impl OpenError {
    /// What the store said, wherever it was met.
    fn of_store(&self) -> Option<&StoreError> {
        match self {
            OpenError::Store(error)
            | OpenError::Damage(Damage::Store(error) | Damage::Backup(BackupError::Store(error)))
            | OpenError::Loads(ReconcileError::Store(error))
            | OpenError::Auth(AuthError::Store(error))
            | OpenError::Backup(BackupError::Store(error)) => Some(error),
            _ => None,
        }
    }

    /// A damaged store needs a person, as a warehouse that cannot be recovered does.
    fn with_advice(self, config: &Config) -> OpenError {
        match self.of_store().filter(|error| error.is_damage()) {
            None => match self {
                // Busy, full, not readable or of another release: nothing is damaged.
                OpenError::Damage(Damage::Store(error)) => error.into(),
                error => error,
            },
            Some(error) => {
                let what = format!("bond.sqlite is damaged ({error})");
                let backups = backup_dir(config, &config.data_dir);
                let place = recovery::Place { data_dir: &config.data_dir, backups: &backups, now: 0 };
                Damage::Accounts { what, advice: recovery::accounts::advice(place, false) }.into()
            }
        }
    }
}

/// Whether accounts have to be those of the data.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Accounts {
    Own,
    /// They take the data over.
    Adopt,
}

impl App {
    /// Locks the data directory and opens its files, creating those that are missing. Before it migrates files of an
    /// older release it makes a backup of them. What the warehouse lacks of the published loads is loaded again.
    pub fn open(config: Config, clock: Clock) -> Result<App, OpenError> {
        App::open_with(config.clone(), clock, Accounts::Own).map_err(|error| error.with_advice(&config))
    }

    /// As [`App::open`], for accounts and data that are not known to belong together, and that a person wants to use
    /// together: new accounts, an older copy of them, or those of another installation.
    pub fn open_and_adopt(config: Config, clock: Clock) -> Result<App, OpenError> {
        App::open_with(config.clone(), clock, Accounts::Adopt).map_err(|error| error.with_advice(&config))
    }

    fn open_with(config: Config, mut clock: Clock, accounts: Accounts) -> Result<App, OpenError> {
        data_dir::check_file_system(&config.data_dir, config.allow_network_fs)?;
        reserve::make_room_to_start(&config.data_dir, backup::free_space(&config.data_dir).unwrap_or(u64::MAX));
        let data_dir = DataDir::open(&config.data_dir)?;
        let site = Site::new(data_dir.path());
        let backups = backup_dir(&config, data_dir.path());
        let place = recovery::Place { data_dir: data_dir.path(), backups: &backups, now: clock.now() };
        match accounts {
            Accounts::Own => recovery::accounts::require(place, true)?,
            Accounts::Adopt => recovery::accounts::require_whole(place)?,
        }
        upgrade::refuse_newer_by_store(&site)?;
        let examined = match accounts {
            Accounts::Own => recovery::examine(place)?,
            Accounts::Adopt => recovery::look(place)?,
        };
        let is_older = Store::file(data_dir.path()).is_file() && !upgrade::is_current(data_dir.path())?;
        let limits = Limits {
            memory: config.warehouse_memory.clone(),
            threads: config.warehouse_threads,
            temp_dir: data_dir.tmp(),
            // Half of what is free: a query that spills must not leave the accounts without room.
            temp_bytes: Some(match config.warehouse_temp_bytes {
                0 => backup::free_space(data_dir.path()).map_or(1 << 30, |free| free / 2),
                bytes => bytes,
            }),
        };
        let attached = Attached::open(data_dir.path(), &limits)?;
        let protection = Protection::of_recipients(config.backup_recipient.iter().map(String::as_str))?;
        let made = upgrade::before_migration(&site, &attached, &protection, clock.now(), &())?;
        let store = Store::open_and_migrate(data_dir.path())?;
        let chosen = config.with_chosen(&BTreeMap::new(), store.chosen_settings()?.iter().map(Override::pair));
        let time_zone = config.time_zone.clone().or(chosen.time_zone);
        if let Some(Err(error)) = time_zone.as_deref().map(|zone| clock.take_zone(zone)) {
            tracing::error!(%error, "the chosen time zone cannot be used");
        }
        let keys = store.keys()?;
        let pair = Pair::new(&keys.install_id, &MemberKey(keys.member));
        let adopted = match accounts {
            Accounts::Adopt => Some(recovery::accounts::adopt(place, &examined, &store)?),
            Accounts::Own => {
                // Releases before this one noted nothing.
                if is_older && store.noted(Note::DataVersion)?.is_none() {
                    store.note(Note::DataVersion, examined.data_version())?;
                }
                recovery::accounts::require_own(&examined, place, &store)?;
                None
            }
        };
        let behind = clock.not_before(store.noted(Note::Clock)?.unwrap_or(0));
        if behind > 0 {
            tracing::warn!(
                seconds = behind,
                "the clock shows a time before the last use of a session; sessions and links go by the later one \
                 (bond keys reset-clock)"
            );
        }
        if let Some(made) = made {
            backup::note_made(&store, &made)?;
            let detail = format!("before a migration: {}", made.detail());
            store.record(&Entry { at: clock.now(), event: "backup", detail: Some(&detail), ..Entry::default() })?;
        }
        let missing = examined.missing(data_dir.path(), &store)?;
        let egress = Egress::new(config.no_egress);
        let journal = store.clone();
        egress.write_to(Box::new(move |opened| journal.add_opened(opened).map_err(|error| error.to_string())));
        let auth = Auth::new(&store, &config, &egress)?;
        auth.note_providers()?;
        let warehouse = Arc::new(attached.migrate(config.query_limits())?);
        match adopted {
            None => warehouse.belong_to(&pair)?,
            Some(known) => {
                warehouse.adopt(&pair, &known)?;
                let detail = format!("data version {}", warehouse.data_version());
                let (at, event) = (clock.now(), "data_adopted");
                store.record(&Entry { at, event, detail: Some(&detail), ..Entry::default() })?;
            }
        }
        if let Some(cluster) = config.cluster(&egress).map_err(WarehouseError::Invalid)? {
            // It may be the first time that what members did leaves this machine.
            if let Some(detail) = warehouse.use_cluster(cluster)? {
                let at = clock.now();
                store.record(&Entry { at, event: "cluster_filled", detail: Some(&detail), ..Entry::default() })?;
            }
        }
        store.note_warehouse_schema(Warehouse::SCHEMA)?;
        let kept_bytes = config.cache_bytes / KEPT_SHARE;
        let kept = AnswerCache::new(kept_bytes);
        let engine = Engine::new(Arc::clone(&warehouse), config.cache_bytes - kept_bytes, config.dormant_days)
            .protecting(config.minimum_members);
        let loads = Arc::new(Loads::new(&store, data_dir.path()));
        let (requests, connections, started_at) = (Requests::default(), Connections::default(), clock.now());
        let (origins, tasks, limited) = (BTreeMap::new(), Tasks::default(), LimitedWork::default());
        let app = App {
            config,
            origins,
            rereads: None,
            clock,
            time_zone,
            store,
            auth,
            warehouse,
            engine,
            kept,
            egress,
            loads,
            pulls: pull::Running::default(),
            copying: pull::Running::default(),
            drafts: Drafts::default(),
            tasks,
            outbox: Outbox::new(),
            openings: Openings::default(),
            limited,
            requests,
            connections,
            started_at,
            backups,
            listens_on: OnceLock::new(),
            reread: Mutex::default(),
            with_chosen: Mutex::default(),
            method: Mutex::default(),
            data_dir,
        };
        if missing.iter().any(|load| load.kind == Kind::Erase) {
            app.store.note(Note::TracesLeft, 1)?;
        }
        for load in &missing {
            let again = loads::reload(app.load_parts(), load);
            again.map_err(|error| Damage::NotReloaded { load: load.id, reason: error.to_string() })?;
        }
        if app.store.noted(Note::TracesLeft)? == Some(1) {
            loads::erase_traces(app.load_parts())?;
            app.store.note(Note::TracesLeft, 0)?;
        }
        loads::reconcile(app.load_parts())?;
        app.store.cut_off_pulls(app.clock.now())?;
        app.warehouse.take_time_zone(&app.clock.zone())?;
        app.store.note(Note::DataVersion, i64::from(app.warehouse.data_version()))?;
        let mut reserve = app.reserve();
        reserve.tend(backup::free_space(app.data_dir.path()).unwrap_or(0));
        if !reserve.is_whole() {
            tracing::warn!(reserve_bytes = app.config.reserve_bytes, "there is no room for the whole disk reserve");
        }
        Ok(app)
    }

    /// Opens the account store only, for a command that may run beside the server. Creates it if it is missing.
    ///
    /// A store of an older release is migrated as [`App::open`] does it, which only a process that holds the lock may.
    pub fn open_store(config: Config, clock: Clock) -> Result<Store, OpenError> {
        data_dir::check_file_system(&config.data_dir, config.allow_network_fs)?;
        data_dir::prepare(&config.data_dir)?;
        let open = || -> Result<Option<Store>, OpenError> {
            let backups = backup_dir(&config, &config.data_dir);
            let place = recovery::Place { data_dir: &config.data_dir, backups: &backups, now: clock.now() };
            recovery::accounts::require(place, false)?;
            Ok(if upgrade::is_current(&config.data_dir)? { Some(Store::open(&config.data_dir)?) } else { None })
        };
        if let Some(store) = open().map_err(|error| error.with_advice(&config))? {
            return Ok(store);
        }
        let path = config.data_dir.clone();
        match App::open(config, clock) {
            Ok(app) => Ok(app.store),
            // A server of the older release runs: say which of the two is the wrong one.
            Err(OpenError::DataDir(in_use @ DataDirError::InUse { .. })) => {
                Err(Store::open(&path).err().map_or(OpenError::DataDir(in_use), OpenError::Store))
            }
            Err(error) => Err(error),
        }
    }

    /// What loads work with.
    pub fn load_parts(&self) -> loads::LoadContext<'_> {
        loads::LoadContext {
            warehouse: &self.warehouse,
            store: &self.store,
            clock: &self.clock,
            data_dir: self.data_dir.path(),
            first_day: self.config.first_day,
            days_ahead: self.config.days_ahead,
            free_space: backup::free_space,
            backups: loads::Backups { folder: &self.backups, recipients: &self.config.backup_recipient },
        }
    }

    /// What asks other systems for data.
    pub fn puller(&self) -> Puller<'_> {
        Puller { egress: &self.egress, loads: &self.loads, store: &self.store, clock: &self.clock }
    }

    /// What copies backups elsewhere.
    pub fn copier<'a>(&'a self, is_stopping: &'a (dyn Fn() -> bool + Sync)) -> Copier<'a> {
        Copier {
            egress: &self.egress,
            store: &self.store,
            clock: &self.clock,
            backups: &self.backups,
            data_dir: self.data_dir.path(),
            is_stopping,
        }
    }

    /// The disk space set aside for the account store.
    pub fn reserve(&self) -> Reserve {
        Reserve::new(self.data_dir.path(), self.config.reserve_bytes)
    }

    /// The directory this process owns.
    pub fn data_dir(&self) -> &DataDir {
        &self.data_dir
    }

    /// The backups in that folder that count, the last one made first.
    pub fn own_backups(&self) -> Result<Vec<Found>, BackupError> {
        backup::own(&self.backups, &self.store)
    }

    /// All files in that folder that have the name of a backup, newest first by their names.
    pub fn found_backups(&self) -> Result<Vec<Found>, BackupError> {
        backup::list(&self.backups)
    }

    /// The free space of the data directory in bytes.
    pub fn free_space(&self) -> io::Result<u64> {
        backup::free_space(self.data_dir.path())
    }

    /// Makes a backup and records it, unless loads are stopped meanwhile. `actor` is the login of the user who asked for it;
    /// None for the command line, whose wish says who runs it, and the schedule.
    pub fn back_up(
        &self,
        wish: RequestedBackup,
        actor: Option<&str>,
        progress: &dyn Progress,
    ) -> Result<Made, BackupError> {
        let by = wish.by.clone();
        let actor = actor.or(by.as_deref());
        // The machine's time: that of sessions stays ahead where the clock was ahead once.
        let request = wish.request(self.backups.clone(), &self.config.backup_recipient, self.clock.machine())?;
        let (site, source) = (Site::new(self.data_dir.path()), Source::Open(&self.warehouse));
        let until_stop = UntilStop { loads: &self.loads, progress };
        let made = backup::make(&site, source, &request, &self.store, &until_stop)?;
        let detail = made.detail();
        let entry = Entry { at: self.clock.now(), event: "backup", actor, detail: Some(&detail), ..Entry::default() };
        self.store.record(&entry)?;
        Ok(made)
    }
}

/// The folder of the backups of a data directory that nobody gave another folder for.
pub fn backup_dir(config: &Config, data_dir: &Path) -> PathBuf {
    config.backup_dir.clone().unwrap_or_else(|| Site::new(data_dir).backups())
}
