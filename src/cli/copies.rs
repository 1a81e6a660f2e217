//! `bond copies`: backups that are copied elsewhere. Works while the server runs.

use std::fs;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::failure::Failure;
use super::output::say;
use super::settings::StoreFlags;
use super::table::table;
use super::users;
use crate::app::backup_dir;
use crate::backup::BackupName;
use crate::clock::{Clock, minute};
use crate::config::Config;
use crate::copies::{self, Copier, CopyError, Job};
use crate::egress::Egress;
use crate::platform::files;
use crate::pull::Running;
use crate::store::audit::acts_for;

/// `bond copies`
#[derive(Subcommand)]
pub enum CopiesCommand {
    /// List the places and their copies.
    List {
        #[command(flatten)]
        settings: StoreFlags,
    },
    /// Copy the newest backup to a place now.
    Send(OfPlace),
    /// Fetch the newest copy of a place and try it.
    Test(OfPlace),
    /// Fetch a copy, to restore it: without a name the newest. Works on a machine that has only the settings file.
    Fetch(Fetch),
}

pub const EXAMPLES: &str = "\
A table [backup_to.NAME] of the settings file says where backups are copied to: another machine with SFTP, a bucket, a
folder that is mounted. A running server copies each backup when it is made, and tries the copies; docs/operations.md has
a table for each kind.

Examples:
  bond copies list --data-dir D
  bond copies send --data-dir D vault
  bond copies fetch --config bond.toml vault --to /var/tmp";

/// Names a place.
#[derive(Args)]
pub struct OfPlace {
    #[command(flatten)]
    settings: StoreFlags,
    /// The place, as [backup_to.NAME] of the settings file names it.
    name: String,
}

/// `bond copies fetch`
#[derive(Args)]
pub struct Fetch {
    #[command(flatten)]
    settings: StoreFlags,
    /// The place, as [backup_to.NAME] of the settings file names it.
    name: String,
    /// The name of the copy.
    copy: Option<String>,
    /// The folder for it.
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
}

/// Runs `bond copies`.
pub fn run(command: CopiesCommand) -> Result<(), Failure> {
    match command {
        CopiesCommand::List { settings } => list(settings.resolve()?.config),
        CopiesCommand::Send(of) => work(of, Job::Send),
        CopiesCommand::Test(of) => work(of, Job::Test),
        CopiesCommand::Fetch(fetch) => fetched(fetch),
    }
}

fn work(of: OfPlace, job: Job) -> Result<(), Failure> {
    let config = of.settings.resolve()?.config;
    let to = copies::named(&config.backup_to, &of.name).map_err(Failure::usage)?;
    let clock = Clock::system(config.time_zone.as_deref())?;
    let store = users::open_store(config.clone())?;
    let egress = Egress::new(config.no_egress);
    let backups = backup_dir(&config, &config.data_dir);
    let (store, clock) = (&store, &clock);
    let copier =
        Copier { egress: &egress, store, clock, backups: &backups, data_dir: &config.data_dir, is_stopping: &|| false };
    say(copies::run(copier, &Running::default(), to, job, acts_for()).map_err(Failure::new)?);
    Ok(())
}

fn fetched(fetch: Fetch) -> Result<(), Failure> {
    let config = fetch.settings.resolve()?.config;
    let to = copies::named(&config.backup_to, &fetch.name).map_err(Failure::usage)?;
    let egress = Egress::new(config.no_egress);
    let wanted = match fetch.copy.as_deref().map(|name| BackupName::parse(name).ok_or(name)) {
        Some(Err(name)) => return Err(Failure::usage(format!("{name} is not the name of a backup"))),
        Some(Ok(name)) => Some(name),
        None => None,
    };
    let mut place = copies::connect(&egress, to).map_err(Failure::new)?;
    let found = place.list().map_err(Failure::new)?;
    let newest = || found.iter().filter_map(|file| BackupName::parse(&file.name)).max();
    let name = wanted.or_else(newest).ok_or_else(|| Failure::new(CopyError::NoCopy))?.to_string();
    fs::create_dir_all(&fetch.to).map_err(Failure::new)?;
    let path = fetch.to.join(&name);
    let mut file =
        files::private_file().write(true).create_new(true).open(&path).map_err(|error| {
            Failure::new(format!("{}: {error}; choose another folder, or remove it", path.display()))
        })?;
    if let Err(fault) = place.get(&name, &mut file) {
        let _ = fs::remove_file(&path);
        return Err(Failure::new(fault));
    }
    file.sync_all().map_err(Failure::new)?;
    say(format!("{}\nVerify it: bond verify {0}", path.display()));
    Ok(())
}

/// The places, and what lies there.
fn list(config: Config) -> Result<(), Failure> {
    if config.backup_to.is_empty() {
        say("The settings file names no place: docs/operations.md has a table [backup_to.NAME] for each kind.");
        return Ok(());
    }
    let store = users::open_store(config.clone())?;
    let heads = ["NAME", "KIND", "WHERE", "COPIES", "NEWEST", "SENT (UTC)", "TESTED (UTC)", "HOW IT WENT"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    let mut faults = Vec::new();
    for to in &config.backup_to {
        let copies = store.backup_copies(&to.name)?;
        let (newest, last) = (copies.first(), store.last_copying(&to.name)?);
        let tested = copies.iter().filter_map(|copy| copy.tested_at).max();
        let fault = last.as_ref().and_then(|last| last.fault.clone());
        rows.push(vec![
            to.name.clone(),
            to.place.kind().to_owned(),
            to.place.place(),
            copies.len().to_string(),
            newest.map(|copy| copy.name.clone()).unwrap_or_default(),
            newest.map(|copy| minute(copy.sent_at)).unwrap_or_default(),
            tested.map(minute).unwrap_or_default(),
            match (&last, &fault) {
                (None, _) => "never".to_owned(),
                (_, Some(_)) => "failed".to_owned(),
                _ => "well".to_owned(),
            },
        ]);
        faults.extend(fault.map(|fault| format!("{}: {fault}", to.name)));
    }
    say(table(&rows));
    faults.into_iter().for_each(say);
    Ok(())
}
