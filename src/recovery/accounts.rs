//! Whether the accounts can be used, and are those of the data beside them.
//!
//! Nothing is mended here: which accounts are right is for a person to say. Bond says what it found and which command
//! mends it.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::damage::Damage;
use super::examined::{Examined, Place, probe};
use super::quarantine;
use crate::backup;
use crate::loads::kept_root;
use crate::platform::files;
use crate::store::notes::Note;
use crate::store::{Store, StoreError, copy, seen};
use crate::warehouse::mapping::MemberKey;
use crate::warehouse::{Batch, Pair, Probed, Warehouse};

/// The bytes that an SQLite file begins with, and those that it always has at byte 21.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
const FRACTIONS: [u8; 3] = [64, 32, 32];

/// Refuses accounts that are gone, damaged or older than they were. `thoroughly` reads every page of them; else only what
/// takes no time is looked at.
///
/// # Errors
/// [`Damage::Accounts`] with the command that mends it.
pub fn require(place: Place<'_>, thoroughly: bool) -> Result<(), Damage> {
    match fault(place.data_dir, thoroughly)? {
        Some(fault) => Err(refused(place, fault)),
        None => Ok(()),
    }
}

/// Refuses accounts that are damaged. Whether they are gone, older or others does not matter.
///
/// # Errors
/// [`Damage::Accounts`] with the command that mends it.
pub fn require_whole(place: Place<'_>) -> Result<(), Damage> {
    match fault(place.data_dir, true)? {
        Some(fault) if !fault.can_adopt => Err(refused(place, fault)),
        _ => Ok(()),
    }
}

/// What is wrong with the accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// A clause.
    pub what: String,
    /// Whether new accounts, or those that are there, could take the data over.
    pub can_adopt: bool,
}

/// What is wrong with the accounts by themselves, as [`require`] finds it.
pub fn fault(data_dir: &Path, thoroughly: bool) -> Result<Option<Fault>, StoreError> {
    let file = Store::file(data_dir);
    let damaged = |what: String| Some(Fault { what, can_adopt: false });
    if let Some(what) = in_header(&file) {
        return Ok(damaged(what));
    }
    // Read before the store, which may grow meanwhile.
    let seen = seen::seen(data_dir);
    let look = || -> Result<Option<Fault>, StoreError> {
        if is_new(&file)? {
            let trace = trace(data_dir);
            return Ok(trace
                .map(|trace| Fault { what: format!("bond.sqlite is gone or empty, and {trace}"), can_adopt: true }));
        }
        let store = Store::look(data_dir)?;
        if thoroughly && let Some(fault) = store.first_fault()? {
            return Ok(damaged(format!("bond.sqlite is damaged ({fault})")));
        }
        let changes = store.changes()?;
        Ok(seen.filter(|seen| *seen > changes).map(|seen| Fault {
            what: format!(
                "bond.sqlite is older than it was: it has {changes} of {seen} changes. It is an earlier copy, or \
                 bond.sqlite-wal was lost or damaged"
            ),
            can_adopt: true,
        }))
    };
    match look() {
        Err(error) if error.is_damage() => Ok(damaged(format!("bond.sqlite is damaged ({error})"))),
        found => found,
    }
}

/// What is wrong with accounts beside these data; None where they belong together. Changes nothing. The store has this
/// release's schema.
pub fn stranger(pair: Option<&Pair>, batches: &[Batch], store: &Store) -> Result<Option<Fault>, StoreError> {
    let fault = |what: String| Some(Fault { what, can_adopt: true });
    let own = own_pair(store)?;
    match (pair, &own) {
        (Some(pair), Some(own)) if pair == own => {}
        (Some(pair), Some(own)) if pair.install == own.install => {
            return Ok(fault(
                "bond.sqlite has another key for hashing ids than warehouse.duckdb was loaded with".to_owned(),
            ));
        }
        (Some(_), _) => {
            return Ok(fault("bond.sqlite is of another installation than warehouse.duckdb".to_owned()));
        }
        (None, _) => {}
    }
    let known = store.load_ids()?;
    let unknown: Vec<i64> =
        batches.iter().filter_map(|batch| batch.load).filter(|load| !known.contains(load)).collect();
    if let Some(first) = unknown.first() {
        return Ok(fault(format!(
            "bond.sqlite does not know {} loads that warehouse.duckdb has, the first of them load {first}: it is older, or \
             of another installation",
            unknown.len()
        )));
    }
    // Every start of a release that writes whose data they are has noted the data version.
    if !batches.is_empty() && store.noted(Note::DataVersion)?.is_none() {
        return Ok(fault("bond.sqlite has never been used with warehouse.duckdb".to_owned()));
    }
    Ok(None)
}

/// Refuses accounts that are not those of the data. The store has this release's schema.
///
/// # Errors
/// [`Damage::Accounts`].
pub fn require_own(examined: &Examined, place: Place<'_>, store: &Store) -> Result<(), Damage> {
    match stranger(examined.pair.as_ref(), &examined.batches, store)? {
        Some(fault) => Err(refused(place, fault)),
        None => Ok(()),
    }
}

/// The install's id and key; None while it has none.
pub fn own_pair(store: &Store) -> Result<Option<Pair>, StoreError> {
    Ok(store.identity()?.map(|(install, member)| Pair::new(&install, &MemberKey(member))))
}

/// Says what is wrong and what to do.
fn refused(place: Place<'_>, fault: Fault) -> Damage {
    let advice = advice(place, fault.can_adopt);
    Damage::Accounts { what: fault.what, advice }
}

/// The commands that mend the accounts: with the newest backup of these data that can be read, or as they are.
pub fn advice(place: Place<'_>, can_adopt: bool) -> String {
    let data_dir = place.data_dir.display();
    let probed = probe(&place.data_dir.join(Warehouse::FILE), false);
    let pair = probed.ok().and_then(Result::ok).and_then(|probed: Probed| probed.pair);
    let is_own = |install: Option<&String>| match (install, &pair) {
        (Some(install), Some(pair)) => *install == pair.install,
        _ => true,
    };
    let backups = backup::list(place.backups).unwrap_or_default();
    let newest = backups.iter().find(|found| match backup::glance(&found.path) {
        Ok(Some(manifest)) => is_own(manifest.install.as_ref()),
        Ok(None) => true,
        Err(_) => false,
    });
    let restore = match newest {
        Some(newest) => {
            let key = if newest.name.encrypted { " --identity-file KEY" } else { "" };
            format!(
                "restore the newest backup, accounts and data, with `bond restore {} --data-dir {data_dir} --replace{key}`, \
                 and make the loads after it again",
                newest.path.display()
            )
        }
        None => format!(
            "there is no backup of it in {}; restore one from elsewhere with `bond restore FILE --data-dir {data_dir} --replace`",
            place.backups.display()
        ),
    };
    if can_adopt {
        format!(
            "{restore}. If you know that the accounts and the data are to be used together as they are: `bond keys \
             adopt-data --data-dir {data_dir}`"
        )
    } else {
        restore
    }
}

/// What shows by its first bytes. SQLite must not open such a file: beside an empty one it deletes the log.
fn in_header(file: &Path) -> Option<String> {
    let mut header = [0; 24];
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut header));
    let length = fs::metadata(file).map_or(0, |data| data.len());
    match read {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof && length > 0 => {
            Some("bond.sqlite is cut off".to_owned())
        }
        // What is gone or cannot be opened is told elsewhere.
        Err(_) => None,
        Ok(()) => {
            let is_sound = header.starts_with(MAGIC)
                && header[18..20].iter().all(|form| [1, 2].contains(form))
                && header[21..24] == FRACTIONS;
            (!is_sound).then(|| "bond.sqlite is damaged (it does not begin as SQLite writes it)".to_owned())
        }
    }
}

/// Whether there is no store yet.
fn is_new(file: &Path) -> Result<bool, StoreError> {
    if fs::metadata(file).map_or(true, |data| data.len() == 0) {
        return Ok(true);
    }
    Ok(copy::schema_of(file)? == 0)
}

/// What shows that there were accounts here; None on a first start.
fn trace(data_dir: &Path) -> Option<String> {
    let file = data_dir.join(Warehouse::FILE);
    if file.exists() {
        match probe(&file, false) {
            Ok(Ok(Probed { batches, .. })) => {
                if let Some(last) = batches.last() {
                    return Some(format!("warehouse.duckdb has data version {}", last.version));
                }
            }
            _ => return Some("there is a warehouse.duckdb that cannot be read now".to_owned()),
        }
    }
    let kept = fs::read_dir(kept_root(data_dir)).is_ok_and(|mut entries| entries.next().is_some());
    match (kept, seen::was_here(data_dir)) {
        (true, _) => Some("spool/loads has the files of loads".to_owned()),
        (false, true) => Some("there were accounts here".to_owned()),
        (false, false) => None,
    }
}

/// Takes the data over for the accounts that are there: of the ledger, the loads that these data do not have are no longer
/// published, and of the data, only the loads that are returned are of the ledger. Kept files of other loads go to
/// quarantine.
pub fn adopt(place: Place<'_>, examined: &Examined, store: &Store) -> Result<HashSet<i64>, Damage> {
    let Place { data_dir, now, .. } = place;
    let io = |path: &Path| {
        let path = path.to_owned();
        move |source| Damage::Io { path, source }
    };
    seen::forget(data_dir).map_err(io(data_dir))?;
    let is_own = examined.pair.is_some() && examined.pair == own_pair(store)?;
    let ledger = store.published_loads()?;
    let ids = store.load_ids()?;
    let known: HashSet<i64> = examined
        .batches
        .iter()
        .filter_map(|batch| Some((batch.load?, batch.version)))
        .filter(|(load, version)| {
            let is_same = || ledger.iter().any(|one| one.id == *load && one.data_version == Some(*version));
            if is_own { ids.contains(load) } else { is_same() }
        })
        .map(|(load, _)| load)
        .collect();
    store.adopt_data(&known, examined.data_version())?;
    let root = kept_root(data_dir);
    let others: Vec<PathBuf> = match fs::read_dir(&root) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        entries => entries.map_err(io(&root))?.flatten().map(|entry| entry.path()).collect(),
    };
    let is_known = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.parse().ok());
        name.is_some_and(|load: i64| known.contains(&load))
    };
    let others: Vec<PathBuf> = others.into_iter().filter(|path| !is_known(path)).collect();
    if !others.is_empty() {
        let aside = quarantine::free_folder(data_dir, now);
        fs::create_dir_all(&aside).map_err(io(&aside))?;
        for path in others {
            let to = aside.join(path.file_name().unwrap_or_default());
            files::rename(&path, &to).map_err(io(&path))?;
        }
    }
    Ok(known)
}
