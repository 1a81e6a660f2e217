//! `bond backup`, `bond verify`, `bond restore` and `bond upgrade`.

use std::path::{Path, PathBuf};
use std::time::Instant;

use bytesize::ByteSize;
use clap::{ArgGroup, Args};

use super::failure::Failure;
use super::output::say;
use super::place;
use super::progress::Bar;
use super::settings::{StoreFlags, WarehouseFlags};
use super::users::now;
use crate::app::backup_dir;
use crate::backup::upgrade::{self, Schema};
use crate::backup::{
    self, BackupError, Ended, Key, Made, Manifest, Passphrase, RequestedBackup, Restore as Wanted, Site,
};
use crate::clock::{Clock, minute};
use crate::config::{Config, Engine};
use crate::data_dir::{self, DataDir, DataDirError};
use crate::loads::Forward;
use crate::loads::control::{Client, Event, Request};
use crate::recovery::{Place, accounts, restore_warehouse};
use crate::store::Store;
use crate::store::audit::acts_for;
use crate::warehouse::counted::{counted, rows};

/// `bond backup`
#[derive(Args)]
#[command(group = ArgGroup::new("protection"))]
pub struct Backup {
    /// Folder for the backup, of this data directory alone [default: the setting backup_dir, else backups/ in the data
    /// directory].
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    /// Leave the last N backups of this installation in that folder and remove those made before. Other files stay.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    keep: Option<u16>,
    /// Encrypt it with the passphrase in the first line of this file, 12 characters or more.
    #[arg(long, value_name = "FILE", group = "protection")]
    passphrase_file: Option<PathBuf>,
    /// Encrypt it for this public key of age; may be given several times [default: the setting backup_recipient].
    #[arg(long, value_name = "AGE1...", group = "protection")]
    recipient: Vec<String>,
    #[command(flatten)]
    settings: WarehouseFlags,
}

pub const EXAMPLES: &str = "\
A backup is one file with accounts, data and settings, all as they are after the same load. It is verified before it
gets its name. Without encryption, whoever can read it can read everything in it.

Examples:
  bond backup --data-dir D
  bond backup --data-dir D --to /mnt/backups/bond --keep 14
  bond backup --data-dir D --passphrase-file passphrase.txt";

/// What opens an encrypted backup.
#[derive(Args)]
#[command(group = ArgGroup::new("key"))]
struct KeyFlags {
    /// File whose first line is the passphrase that the backup was encrypted with.
    #[arg(long, value_name = "FILE", group = "key")]
    passphrase_file: Option<PathBuf>,
    /// File with the secret key of a recipient, as age-keygen writes it.
    #[arg(long, value_name = "FILE", group = "key")]
    identity_file: Option<PathBuf>,
}

impl KeyFlags {
    fn key(&self) -> Result<Key, Failure> {
        Ok(match (&self.passphrase_file, &self.identity_file) {
            (Some(file), _) => Key::of_passphrase_file(file)?,
            (_, Some(file)) => Key::of_identity_file(file)?,
            _ => Key::None,
        })
    }
}

/// `bond verify`
#[derive(Args)]
pub struct Verify {
    /// A backup, a folder of backups, or a data directory, for the backups in it.
    #[arg(value_name = "FILE|DIR")]
    path: PathBuf,
    #[command(flatten)]
    key: KeyFlags,
    /// Folder to unpack into for a while [default: the folder of the backup].
    #[arg(long, value_name = "DIR")]
    scratch: Option<PathBuf>,
}

pub const VERIFY_EXAMPLES: &str = "\
Compares every byte of the file with its SHA-256, then unpacks it, has SQLite check the accounts, and compares rows and
hash of every table. It needs as much free space as the unpacked data, and changes nothing, but that a good backup of a
data directory that lies in it counts from then on.

Examples:
  bond verify D/backups
  bond verify --identity-file key.txt bond-20260315T013000Z-v7.tar.zst.age";

/// `bond restore`
#[derive(Args)]
pub struct Restore {
    /// The backup.
    file: PathBuf,
    /// If the data directory is not empty, move it aside to D.before-restore-TIME first. Nothing is deleted.
    #[arg(long)]
    replace: bool,
    /// Restore only the data: accounts, audit log and settings stay, and the loads after the backup are loaded again from
    /// the spool when Bond starts. The warehouse that is there goes to quarantine/ in the data directory.
    #[arg(long, conflicts_with = "replace")]
    keep_accounts: bool,
    #[command(flatten)]
    key: KeyFlags,
    #[command(flatten)]
    settings: StoreFlags,
}

pub const RESTORE_EXAMPLES: &str = "\
The backup is unpacked and verified beside the data directory and then takes its place, so a restore that fails changes
nothing. Everyone has to sign in again. No server may run on the data directory.

Examples:
  bond restore bond-20260315T013000Z-v7.tar.zst --data-dir D
  bond restore D/backups/bond-20260315T013000Z-v7.tar.zst --data-dir D --replace
  bond restore D/backups/bond-20260315T013000Z-v7.tar.zst --data-dir D --keep-accounts";

/// `bond upgrade`
#[derive(Args)]
pub struct Upgrade {
    /// Only say what would be done. There is nothing else: starting the server upgrades the data directory.
    #[arg(long, required = true)]
    check: bool,
    #[command(flatten)]
    settings: StoreFlags,
}

pub const UPGRADE_EXAMPLES: &str = "\
Says what this executable would do to a data directory of an older version. It changes nothing, and a server may run.

Example:
  ./bond-new upgrade --check --data-dir D";

/// The hidden command that checks the unpacked files of a backup.
#[derive(Args)]
pub struct CheckCopy {
    folder: PathBuf,
}

/// Makes a backup.
pub fn run(command: Backup) -> Result<(), Failure> {
    let config = command.settings.resolve()?.config;
    data_dir::prepare_existing(&config.data_dir)?;
    let passphrase = command.passphrase_file.as_deref().map(backup::passphrase).transpose()?.map(Passphrase);
    let to = command.to.map(std::path::absolute).transpose().map_err(Failure::new)?;
    let by = acts_for().map(str::to_owned);
    let wish = RequestedBackup { to, keep: command.keep, passphrase, recipients: command.recipient, by };
    // Before anything is opened, and in words of this command line.
    wish.clone().request(PathBuf::new(), &config.backup_recipient, 0)?;
    let started = Instant::now();
    let made = match place::find(&config)? {
        place::Place::Here(app) => app.back_up(wish, None, &Bar::default())?,
        place::Place::Served => ask_server(&config.data_dir, wish)?,
    };
    say(summary(&made, started.elapsed().as_secs_f64()));
    if config.clickhouse.warehouse == Engine::ClickHouse {
        say(
            "It has all rows of members. At the first start after a restore, Bond writes to the ClickHouse servers those \
             that they lack.",
        );
    }
    Ok(())
}

/// Has the server that runs on the data directory make the backup.
fn ask_server(data_dir: &Path, wish: RequestedBackup) -> Result<Made, Failure> {
    let mut client = Client::ask(data_dir, &Request::BackUp(wish)).map_err(Failure::new)?;
    let (bar, mut shown) = (Bar::default(), Forward::default());
    loop {
        match client.receive() {
            Ok(Some(Event::Steps(steps))) => shown.to(&steps, &bar),
            Ok(Some(Event::BackedUp(made))) => return Ok(*made),
            Ok(Some(Event::Refused(reason))) => return Err(Failure::new(reason)),
            Ok(Some(_)) => {}
            Ok(None) | Err(_) => {
                return Err(Failure::new("the server ended before the backup was made; try again"));
            }
        }
    }
}

fn summary(made: &Made, seconds: f64) -> String {
    let mut text = format!(
        "{}\n{}, {}; made and verified in {seconds:.1} s.",
        made.path.display(),
        size(made.bytes),
        content(&made.manifest),
    );
    for removed in &made.removed {
        text += &format!("\nRemoved {}", removed.display());
    }
    if !made.encrypted {
        text += "\nIt is not encrypted: keep it where only administrators can read it.";
    }
    text
}

fn content(manifest: &Manifest) -> String {
    format!(
        "data version {}, {} in {}",
        manifest.warehouse.data_version,
        rows(manifest.rows()),
        counted(manifest.warehouse.tables.len() as u64, ["table", "tables"])
    )
}

/// In units of a thousand, as disks have them.
fn size(bytes: u64) -> String {
    ByteSize(bytes).display().si().to_string()
}

/// Verifies one backup or all of a folder.
pub fn verify(command: Verify) -> Result<(), Failure> {
    let key = command.key.key()?;
    let path = &command.path;
    let folder = if path.join("bond.sqlite").is_file() { path.join("backups") } else { path.clone() };
    let noted = Noted::near(path);
    if !path.is_dir() {
        let manifest = verify_one(path, &key, command.scratch.as_deref())?;
        noted.note(path, &manifest);
        say(format!("{}: {}", path.display(), verified(&manifest)));
        return Ok(());
    }
    let found = backup::list(&folder)?;
    if found.is_empty() {
        return Err(BackupError::NoneIn(folder).into());
    }
    let mut wrong = 0;
    for one in &found {
        match verify_one(&one.path, &key, command.scratch.as_deref()) {
            Ok(manifest) => {
                noted.note(&one.path, &manifest);
                say(format!("{}: {}", one.path.display(), verified(&manifest)));
            }
            Err(error) => {
                wrong += 1;
                say(error);
            }
        }
    }
    match wrong {
        0 => Ok(()),
        _ => Err(Failure::new(format!("{wrong} of {} backups could not be verified", found.len()))),
    }
}

/// The accounts of the data directory that a folder of backups is in, where verified ones are noted.
struct Noted(Option<Store>);

impl Noted {
    fn near(path: &Path) -> Noted {
        let near = path.ancestors().take(3).find(|folder| Store::file(folder).is_file());
        let is_own = |folder: &&Path| data_dir::require_owner(folder).is_ok();
        Noted(near.filter(is_own).and_then(|folder| Store::open(folder).ok()))
    }

    /// It is good whether or not it can be noted.
    fn note(&self, path: &Path, manifest: &Manifest) {
        let folder = path.parent().unwrap_or(path);
        let found = backup::list(folder).ok().and_then(|all| all.into_iter().find(|found| found.path == path));
        let (Some(store), Some(found), Ok(clock)) = (&self.0, found, Clock::system(None)) else { return };
        if let Err(error) = backup::note_verified(&found, manifest, store, clock.machine()) {
            tracing::warn!(%error, "the verified backup could not be noted");
        }
    }
}

fn verify_one(file: &Path, key: &Key, scratch: Option<&Path>) -> Result<Manifest, BackupError> {
    let beside = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    backup::verify(file, key, scratch.unwrap_or(beside), &Bar::default())
}

fn verified(manifest: &Manifest) -> String {
    format!("good. {}, made {} UTC by Bond {}.", content(manifest), minute(manifest.made_at), manifest.bond)
}

/// Restores a backup.
pub fn restore(command: Restore) -> Result<(), Failure> {
    let config = command.settings.resolve()?.config;
    let key = command.key.key()?;
    if command.keep_accounts {
        return restore_data(&config, &command.file, &key);
    }
    let wanted = Wanted {
        file: &command.file,
        key: &key,
        data_dir: &config.data_dir,
        replace: command.replace,
        at: now(&config)?,
        free_space: backup::free_space,
    };
    let restored = backup::restore(&wanted, &Bar::default())?;
    let (dir, manifest) = (config.data_dir.display(), &restored.manifest);
    say(format!("Restored {dir}: {}, as of {} UTC.", content(manifest), minute(manifest.made_at)));
    if let Some(aside) = &restored.aside {
        say(format!(
            "What was there is in {}, with its own backups; delete it when you no longer need it.",
            aside.display()
        ));
    }
    if restored.erases_again {
        say("Members that were erased since then are erased again when Bond starts.");
    }
    if restored.erased_unknown {
        say("The accounts that were there cannot be read: erase again the members that were erased since then.");
    }
    match &restored.ended {
        Ended::Since(what) if !what.is_empty() => {
            say(format!("Not brought back, because it had ended since then: {what}."))
        }
        Ended::All(what) if !what.is_empty() => say(format!(
            "Ended: {what}. No accounts of this install were there to say which of them were revoked since then; make those that are needed again."
        )),
        _ => {}
    }
    say(format!("Everyone has to sign in again. Start the server with: bond serve --data-dir {dir}"));
    Ok(())
}

/// Restores the warehouse alone.
fn restore_data(config: &Config, file: &Path, key: &Key) -> Result<(), Failure> {
    data_dir::prepare_existing(&config.data_dir)?;
    let owned = DataDir::open(&config.data_dir)?;
    let backups = backup_dir(config, owned.path());
    let place = Place { data_dir: owned.path(), backups: &backups, now: now(config)? };
    accounts::require(place, true)?;
    if !upgrade::is_current(owned.path())? {
        let why = "the accounts are of an older version of Bond; restore the whole backup with --replace";
        return Err(Failure::usage(why));
    }
    let store = Store::open(owned.path())?;
    let later = restore_warehouse(place, &store, file, key, &Bar::default())
        .and_then(|examined| examined.missing(owned.path(), &store))?;
    let dir = config.data_dir.display();
    say(format!("Restored the data of {dir} from {}. Accounts and audit log stay as they were.", file.display()));
    if !later.is_empty() {
        say(format!("{} later loads are loaded again when Bond starts.", later.len()));
    }
    say(format!("Start the server with: bond serve --data-dir {dir}"));
    Ok(())
}

/// Says what this executable would do.
pub fn upgrade(command: Upgrade) -> Result<(), Failure> {
    debug_assert!(command.check, "clap requires it");
    let config = command.settings.resolve()?.config;
    if !config.data_dir.join("bond.sqlite").is_file() {
        return Err(DataDirError::Missing { path: config.data_dir }.into());
    }
    let outlook = upgrade::outlook(&Site::new(&config.data_dir))?;
    say(format!("Bond {} on {}", env!("CARGO_PKG_VERSION"), config.data_dir.display()));
    say(format!("Accounts:   {}", of_schema(outlook.store)));
    match &outlook.warehouse {
        Ok(schema) => say(format!("Warehouse:  {}", of_schema(*schema))),
        Err(error) => say(format!("Warehouse:  its schema cannot be read now: {error}")),
    }
    say(format!("Free space: {}; a backup needs {}", size(outlook.free), size(outlook.needed)));
    match outlook.backups.first() {
        None => say("Backups:    none in backups/"),
        Some(newest) => say(format!(
            "Backups:    {} in backups/, the newest of {} UTC: {}",
            outlook.backups.len(),
            minute(newest.name.at),
            newest.path.display()
        )),
    }
    if let Some(refusal) = outlook.refusal {
        return Err(refusal.into());
    }
    let migrations = outlook.store.migrations() + outlook.warehouse.as_ref().map_or(0, |schema| schema.migrations());
    say(match (&outlook.warehouse, migrations) {
        (Err(_), _) => "Stop the server and run this again to see whether the warehouse would be migrated.".to_owned(),
        (Ok(_), 0) => "This version can be started as it is: nothing would be migrated.".to_owned(),
        (Ok(_), _) => "Starting this version makes a backup in backups/ and then migrates the data. The older version \
                       cannot use the data directory after that; to go back, restore the backup."
            .to_owned(),
    });
    Ok(())
}

fn of_schema(schema: Schema) -> String {
    let Schema { found, known } = schema;
    match schema.migrations() {
        _ if found == 0 => format!("new, would get schema {known}"),
        _ if found > known => format!("schema {found}, which this version does not know (it knows up to {known})"),
        0 => format!("schema {found}, which is this version's"),
        1 => format!("schema {found}; 1 migration to {known}"),
        several => format!("schema {found}; {several} migrations to {known}"),
    }
}

/// Checks unpacked files, for the process that started this one.
pub fn check_copy(command: &CheckCopy) -> Result<(), Failure> {
    say(backup::check_copy(&command.folder).map_err(Failure::new)?);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_are_described_by_what_happens_to_them() {
        let of = |found, known| of_schema(Schema { found, known });
        assert_eq!(of(0, 3), "new, would get schema 3");
        assert_eq!(of(3, 3), "schema 3, which is this version's");
        assert_eq!(of(2, 3), "schema 2; 1 migration to 3");
        assert_eq!(of(1, 3), "schema 1; 2 migrations to 3");
        assert_eq!(of(4, 3), "schema 4, which this version does not know (it knows up to 3)");
    }
}
