//! `bond import`

mod suggest;

use std::path::{Path, PathBuf};

use clap::Args;
use time::Date;

use super::failure::Failure;
use super::loads::{Ask, run_load};
use super::settings::WarehouseFlags;
use super::users;
use crate::config::Config;
use crate::data_dir;
use crate::loads::mappings::{self, MappingError};
use crate::loads::{DayRange, LoadOptions, effective_day};
use crate::store::loads::Kind;
use crate::warehouse::load::MappingFile;
use crate::warehouse::mapping::source_name;

/// `bond import`
#[derive(Args)]
pub struct Import {
    /// Days that the load covers: those without a row are emptied, and a row of another day is an error.
    #[arg(long, value_name = "FROM..TO")]
    days: Option<DayRange>,
    /// Replace a day even if more than half of its rows disappear.
    #[arg(long)]
    allow_shrink: bool,
    /// Load days although the setting time_zone has changed since the first load: from this load on, loaded days begin and end
    /// by the new zone, and those that are loaded already stay as they are.
    #[arg(long)]
    new_time_zone: bool,
    /// Do everything but publish, and say what would change.
    #[arg(long)]
    check: bool,
    /// How files that others wrote become the feed (docs/mapping.md): a file, or the name of a mapping that `bond
    /// mapping add` saved. By default a folder's mapping.toml counts for its files.
    #[arg(long, value_name = "FILE|NAME")]
    mapping: Option<String>,
    /// The system that reports the rows, such as `till`: the load replaces its days of this source only. A mapping can
    /// name it, too.
    #[arg(long, value_name = "NAME", value_parser = source_name)]
    source: Option<String>,
    /// The day from which members have the groups that members files give them; by default the last day with logins.
    #[arg(long, value_name = "DAY", value_parser = effective_day)]
    effective: Option<Date>,
    /// Propose a mapping for the files from their names and values, all files together, and show the first twenty rows as
    /// Bond would load them. Loads nothing.
    #[arg(long, conflicts_with_all = ["days", "allow_shrink", "new_time_zone", "check", "mapping", "source", "effective"])]
    suggest: bool,
    /// With --suggest: what a file is, where the proposal is wrong: a table such as members, or `ignore`. Of several files or
    /// sheets, say which: FILE=TABLE or FILE/SHEET=TABLE.
    #[arg(long = "as", value_name = "[FILE=]TABLE", requires = "suggest")]
    tables: Vec<String>,
    /// Folders and files of the feed: CSV, Parquet, workbooks or JSON, named after their table (logins.csv, logins-2.csv, ...); .gz, .zst and .zip are unpacked.
    #[arg(required = true, value_name = "FOLDER|FILE")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    settings: WarehouseFlags,
}

pub const EXAMPLES: &str = "\
A load is all or nothing. Every day that a fact file has rows for is replaced, so loading a file twice changes
nothing, and a day is corrected by loading it again. Faults are listed with file, line and column.
While a server runs on the data directory, it copies the files and loads them itself: Ctrl-C cancels a load that has
not begun to publish, and a closed terminal cancels nothing. docs/feed.md describes the files, docs/mapping.md how
files of another form become the feed.

Examples:
  bond import --data-dir D feed/
  bond import --data-dir D --check feed/
  bond import --data-dir D logins-2026-03.csv --days 2026-03-01..2026-03-31
  bond import --data-dir D --source till logins.csv
  bond import --suggest export.csv > mapping.toml
  bond import --suggest --as customers.csv=members folder/ > mapping.toml
  bond import --data-dir D --mapping mapping.toml export.csv
  bond import --data-dir D --mapping points-ledger export.csv";

/// Loads files, here or in the running server.
pub fn run(command: Import) -> Result<(), Failure> {
    let config = command.settings.resolve()?.config;
    if command.suggest {
        return suggest::run(&command.inputs, &command.tables, &config);
    }
    let mapping = command.mapping.as_deref().map(|mapping| mapping_file(mapping, &config)).transpose()?;
    let options = LoadOptions {
        days: command.days,
        allow_shrink: command.allow_shrink,
        new_time_zone: command.new_time_zone,
        mapping,
        source: command.source,
        effective: command.effective,
        ..LoadOptions::default()
    };
    let kind = if command.check { Kind::Check } else { Kind::Import };
    run_load(config, &Ask { kind, options, inputs: &command.inputs })
}

/// The file, or the saved mapping of this name where there is no such file.
fn mapping_file(given: &str, config: &Config) -> Result<MappingFile, Failure> {
    let path = Path::new(given);
    if mappings::is_name(given) && !path.exists() {
        data_dir::prepare_existing(&config.data_dir)?;
        let store = users::open_store(config.clone())?;
        return mappings::named(&store, given).map_err(|error| match error {
            MappingError::Unknown(_) => Failure::usage(format!("there is no file {given}, and {error}")),
            error => error.into(),
        });
    }
    MappingFile::read(path)
        .map_err(|error| Failure::usage(format!("cannot read the mapping {}: {error}", path.display())))
}
