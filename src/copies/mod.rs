//! Backups that are copied elsewhere, as the tables `[backup_to.NAME]` of the settings file ask for: the newest is sent,
//! those that no rule keeps are removed there, and now and then the newest copy is fetched and tried.
//!
//! Only what Bond has sent to a place is removed there. A copy is a file like any other backup: `bond verify` and `bond
//! restore` take it.

mod keep;

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::backup::{self, BackupError, BackupName, Found, Key};
use crate::clock::Clock;
use crate::config::BackupPlace;
use crate::egress::{Egress, Purpose};
use crate::platform::files;
use crate::pull::{HasFiles, Running, again_after, open};
use crate::random::random_id;
use crate::store::audit::Entry;
use crate::store::backups::NotedBackup;
use crate::store::copies::BackupCopy;
use crate::store::{Store, StoreError};
use crate::warehouse::counted::counted;
use crate::warehouse::{Phase, Progress};

const DAY: i64 = 24 * 60 * 60;

/// What copying works with.
#[derive(Clone, Copy)]
pub struct Copier<'a> {
    pub egress: &'a Egress,
    pub store: &'a Store,
    pub clock: &'a Clock,
    /// The folder of the backups.
    pub backups: &'a Path,
    /// Where copies are fetched to for their test.
    pub data_dir: &'a Path,
    pub is_stopping: &'a (dyn Fn() -> bool + Sync),
}

/// What is wanted of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// Send the newest backup, unless it is there.
    Send,
    /// Fetch the newest copy and try it.
    Test,
}

/// Why nothing was copied or tried.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    #[error("there is no [backup_to.{0}] in the settings file")]
    Unknown(String),
    #[error("backups are being copied to {0} already")]
    Busy(String),
    #[error("there is no backup yet that counts; make one: bond backup")]
    None,
    #[error("there is no copy yet; send one first")]
    NoCopy,
    #[error(
        "the backup is not encrypted, and whoever can read it there has everything: set backup_recipient, or plain = true \
         in [backup_to.{0}]"
    )]
    Plain(String),
    /// The place is at fault.
    #[error("{0}")]
    Remote(String),
    /// The test found a copy that is not as it was made.
    #[error("the copy {name} cannot be used: {why}; another one is sent at the next time")]
    Bad { name: String, why: String },
    #[error(transparent)]
    Backup(#[from] BackupError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The settings of a place.
///
/// # Errors
/// [`CopyError::Unknown`].
pub fn named<'a>(places: &'a [BackupPlace], name: &str) -> Result<&'a BackupPlace, CopyError> {
    let unknown = || CopyError::Unknown(name.chars().take(40).collect());
    places.iter().find(|place| place.name == name).ok_or_else(unknown)
}

/// Does a job at a place, writes down how it went and returns what to say of it.
///
/// # Errors
/// What is wrong and what to do.
pub fn run(
    copier: Copier<'_>,
    running: &Running,
    to: &BackupPlace,
    job: Job,
    actor: Option<&str>,
) -> Result<String, CopyError> {
    let _turn = running.enter(&to.name).map_err(|_| CopyError::Busy(to.name.clone()))?;
    let done = match job {
        Job::Send => send(copier, to),
        Job::Test => test(copier, to),
    };
    let (detail, fault) = match &done {
        Ok(said) => (said.clone(), None),
        Err(error) => (error.to_string(), Some(error.to_string())),
    };
    let event = match (job, &done) {
        (Job::Send, Ok(_)) => "backup_copied",
        (Job::Test, Ok(_)) => "backup_copy_tested",
        (_, Err(_)) => "backup_copy_failed",
    };
    let (now, subject) = (copier.clock.now(), format!("backup_to {}", to.name));
    let entry = Entry { at: now, event, actor, subject: Some(&subject), detail: Some(&detail), ..Entry::default() };
    copier.store.end_copying(&to.name, fault.as_deref(), now, Some(&entry))?;
    match &done {
        Ok(said) => tracing::info!(place = to.name, said, "a backup was copied or tried"),
        Err(error) => tracing::error!(place = to.name, %error, "a backup could not be copied or tried"),
    }
    done
}

/// What is due at a place now, by what was noted.
///
/// # Errors
/// The store or the folder cannot be read.
pub fn due(copier: Copier<'_>, to: &BackupPlace) -> Result<Option<Job>, CopyError> {
    let now = copier.clock.now();
    if let Some(last) = copier.store.last_copying(&to.name)?
        && last.failures > 0
        && now < last.at + again_after(last.failures)
    {
        return Ok(None);
    }
    let copies = copier.store.backup_copies(&to.name)?;
    let newest = newest(copier)?;
    if newest.is_some_and(|newest| !copies.iter().any(|copy| copy.name == newest.name.to_string())) {
        return Ok(Some(Job::Send));
    }
    let tested_at = copies.iter().filter_map(|copy| copy.tested_at).max();
    let is_old = |tested_at: i64| tested_at + i64::from(to.test_days) * DAY <= now;
    let is_due = to.test_days > 0 && !copies.is_empty() && tested_at.is_none_or(is_old);
    Ok(is_due.then_some(Job::Test))
}

/// The newest backup that counts.
fn newest(copier: Copier<'_>) -> Result<Option<Found>, BackupError> {
    backup::newest(copier.backups, copier.store, copier.clock.machine())
}

fn send(copier: Copier<'_>, to: &BackupPlace) -> Result<String, CopyError> {
    let Copier { store, clock, .. } = copier;
    let backup = newest(copier)?.ok_or(CopyError::None)?;
    if !backup.name.encrypted && !to.takes_plain {
        return Err(CopyError::Plain(to.name.clone()));
    }
    let name = backup.name.to_string();
    let noted: Option<NotedBackup> = store.noted_backups()?.into_iter().find(|noted| noted.name == name);
    let noted = noted.ok_or(CopyError::None)?;
    let mut place = connect(copier.egress, to)?;
    let bytes_there = |place: &mut dyn HasFiles| -> Result<Option<u64>, CopyError> {
        let found = place.list().map_err(CopyError::Remote)?;
        Ok(found.iter().find(|file| file.name == name).map(|file| file.bytes))
    };
    let is_known = store.backup_copies(&to.name)?.iter().any(|copy| copy.name == name);
    let there = bytes_there(&mut *place)?;
    let mut said = format!("{name} is there");
    if !is_known || there != Some(noted.bytes) {
        if there.is_some() {
            // It was not sent whole, or was found to be bad.
            place.remove(&name).map_err(CopyError::Remote)?;
        }
        let file = File::open(&backup.path).map_err(BackupError::io("read", &backup.path))?;
        let mut from = Watched { inner: file, copier };
        place.put(&name, &mut from, noted.bytes).map_err(CopyError::Remote)?;
        if bytes_there(&mut *place)? != Some(noted.bytes) {
            return Err(CopyError::Remote(format!("{name} was sent, and the place does not have it as it was sent")));
        }
        store.note_copy(&to.name, &noted, clock.now())?;
        said = format!("{name}, {}", counted(noted.bytes, ["byte", "bytes"]));
    }
    let removed = remove_old(copier, to, &mut *place)?;
    Ok(if removed > 0 { format!("{said}; {removed} older removed") } else { said })
}

/// Removes the copies that no rule keeps, and forgets those that are gone. Returns how many were removed.
fn remove_old(copier: Copier<'_>, to: &BackupPlace, place: &mut dyn HasFiles) -> Result<usize, CopyError> {
    let copies = copier.store.backup_copies(&to.name)?;
    let there = place.list().map_err(CopyError::Remote)?;
    let (there, gone): (Vec<BackupCopy>, Vec<BackupCopy>) =
        copies.into_iter().partition(|copy| there.iter().any(|file| file.name == copy.name));
    for copy in gone {
        copier.store.forget_copy(&to.name, &copy.name)?;
    }
    let mut made: Vec<i64> = there.iter().filter_map(|copy| Some(BackupName::parse(&copy.name)?.at)).collect();
    made.sort_unstable_by(|a, b| b.cmp(a));
    let kept = keep::kept(&made, to.keep);
    let mut removed = 0;
    for copy in &there {
        let Some(name) = BackupName::parse(&copy.name) else { continue };
        if !kept.contains(&name.at) {
            place.remove(&copy.name).map_err(CopyError::Remote)?;
            copier.store.forget_copy(&to.name, &copy.name)?;
            removed += 1;
        }
    }
    Ok(removed)
}

/// Fetches the newest copy and compares it: with its key everything in it, else its bytes with those that were sent.
fn test(copier: Copier<'_>, to: &BackupPlace) -> Result<String, CopyError> {
    let Copier { store, clock, data_dir, is_stopping, .. } = copier;
    let copy = store.backup_copies(&to.name)?.into_iter().next().ok_or(CopyError::NoCopy)?;
    let name = BackupName::parse(&copy.name).ok_or(CopyError::NoCopy)?;
    let folder = Fetched::new(data_dir)?;
    let path = folder.0.join(&copy.name);
    let mut file =
        files::private_file().write(true).create_new(true).open(&path).map_err(BackupError::io("create", &path))?;
    connect(copier.egress, to)?.get(&copy.name, &mut file).map_err(CopyError::Remote)?;
    file.flush().map_err(BackupError::io("write", &path))?;
    let bytes = file.metadata().map_err(BackupError::io("read", &path))?.len();
    // Another one is sent then.
    let bad = |why: String| match store.forget_copy(&to.name, &copy.name) {
        Ok(()) => CopyError::Bad { name: copy.name.clone(), why },
        Err(error) => error.into(),
    };
    let found = Found { name, path: path.clone(), bytes };
    let key = to.identity_file.as_deref().map(Key::of_identity_file).transpose()?;
    // What a copy says of itself is not enough: somebody could have put another one in its place.
    if !backup::is_unchanged(&found, store)? {
        return Err(bad("its bytes are not those that were sent".to_owned()));
    }
    let said = match (name.encrypted, key) {
        (true, None) => "every byte is as it was sent; it is encrypted, so what is in it was not looked at".to_owned(),
        (_, key) => {
            let stopping = Stopping(is_stopping);
            let manifest = backup::verify(&path, &key.unwrap_or_default(), &folder.0, &stopping);
            let manifest = manifest.map_err(|error| bad(error.to_string()))?;
            format!("restored and compared: data version {}, {} rows", manifest.warehouse.data_version, manifest.rows())
        }
    };
    store.note_copy_test(&to.name, &copy.name, &said, clock.now())?;
    Ok(format!("{}: {said}", copy.name))
}

/// Connects to a place, and signs in.
///
/// # Errors
/// [`CopyError::Remote`].
pub fn connect<'a>(egress: &Egress, to: &'a BackupPlace) -> Result<Box<dyn HasFiles + 'a>, CopyError> {
    open(egress, Purpose::Backup, &to.place).map_err(CopyError::Remote)
}

/// A file that is read until Bond stops.
struct Watched<'a> {
    inner: File,
    copier: Copier<'a>,
}

impl Read for Watched<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if (self.copier.is_stopping)() { Err(io::Error::other("Bond stops")) } else { self.inner.read(into) }
    }
}

struct Stopping<'a>(&'a (dyn Fn() -> bool + Sync));

impl Progress for Stopping<'_> {
    fn start(&self, _phase: Phase<'_>, _total: Option<u64>) {}
    fn advance(&self, _done: u64) {}
    fn finish(&self) {}
    fn is_cancelled(&self) -> bool {
        (self.0)()
    }
}

/// The folder that a copy is fetched to, removed at the end.
struct Fetched(PathBuf);

impl Fetched {
    fn new(data_dir: &Path) -> Result<Fetched, BackupError> {
        let path = data_dir.join("tmp").join(format!("copy-{}", random_id()));
        files::make_folders(&path).map_err(BackupError::io("create", &path))?;
        Ok(Fetched(path))
    }
}

impl Drop for Fetched {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
