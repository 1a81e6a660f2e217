//! The parts of a running Bond, opened once per process.

use std::sync::Arc;

use crate::auth::Auth;
use crate::clock::Clock;
use crate::config::Config;
use crate::data_dir::{DataDir, DataDirError};
use crate::loads::{self, Loads, ReconcileError};
use crate::metrics::Engine;
use crate::screens::Answers;
use crate::store::{Store, StoreError};
use crate::warehouse::load::Decoder;
use crate::warehouse::{Limits, Warehouse, WarehouseError};

/// The parts of a running Bond.
pub struct App {
    /// The settings it was started with.
    pub config: Config,
    /// The program's calendar.
    pub clock: Clock,
    /// Users, sessions, audit.
    pub store: Store,
    /// Authentication.
    pub auth: Auth,
    /// The loaded data and the tables derived from it.
    pub warehouse: Arc<Warehouse>,
    /// Computes figures from the warehouse.
    pub engine: Engine,
    /// The queue of loads.
    pub loads: Arc<Loads>,
    /// What decodes Parquet files: this executable, unless the process is another one.
    pub decoder: Decoder,
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
    /// The ledger of loads cannot be compared with the warehouse.
    #[error(transparent)]
    Loads(#[from] ReconcileError),
    /// The warehouse cannot be used.
    #[error(transparent)]
    Warehouse(#[from] WarehouseError),
}

impl App {
    /// Locks the data directory and opens its files, creating those that are missing.
    pub fn open(config: Config, clock: Clock) -> Result<App, OpenError> {
        let data_dir = DataDir::open(&config.data_dir)?;
        let store = Store::open(data_dir.path())?;
        let auth = Auth::new(&store, &config)?;
        let limits = Limits {
            memory: config.warehouse_memory.clone(),
            threads: config.warehouse_threads,
            temp_dir: data_dir.tmp(),
        };
        let warehouse = Arc::new(Warehouse::open(data_dir.path(), &limits)?);
        let engine = Engine::new(Arc::clone(&warehouse), config.cache_bytes, config.dormant_days);
        let loads = Arc::new(Loads::new(&store, data_dir.path()));
        let decoder = Decoder::default();
        let app = App { config, clock, store, auth, warehouse, engine, loads, decoder, data_dir };
        loads::reconcile(app.load_parts())?;
        Ok(app)
    }

    /// Answers the declared calls, as of now.
    pub fn answers(&self) -> Answers<'_> {
        Answers { engine: &self.engine, today: self.clock.today() }
    }

    /// What loads work with.
    pub fn load_parts(&self) -> loads::Parts<'_> {
        loads::Parts {
            warehouse: &self.warehouse,
            store: &self.store,
            clock: &self.clock,
            data_dir: self.data_dir.path(),
            first_day: self.config.first_day,
            days_ahead: self.config.days_ahead,
            decoder: &self.decoder,
        }
    }

    /// The directory this process owns.
    pub fn data_dir(&self) -> &DataDir {
        &self.data_dir
    }
}
