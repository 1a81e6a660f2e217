//! Files that somebody has sent and is still describing: drafts of loads.
//!
//! The files lie in the spool as those of a load do. A load gets links to them, so that a draft outlives a load that was
//! refused. Drafts are in memory alone: at the next start [`super::reconcile`] removes their folders.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::files::{Incoming, IncomingError};
use crate::platform::files;
use crate::warehouse::look::Known;
use crate::warehouse::suggest::{Ignored, Recognised};

/// Drafts of a user. One more takes the place of the one that was used least lately.
const MOST_OF_USER: usize = 3;
/// Drafts of all users.
const MOST: usize = 20;
/// The files of a draft.
const MOST_FILES: usize = 200;
/// For how many seconds a draft is kept that nobody uses.
pub const KEPT_SECONDS: i64 = 2 * 60 * 60;

/// Why files were not added to a draft.
#[derive(Debug, thiserror::Error)]
pub enum DraftError {
    /// Those of all users are too many.
    #[error("too many files are being described by others")]
    Full,
    #[error("a draft has at most {MOST_FILES} files; load these first")]
    TooManyFiles,
    /// Bytes that it may have.
    #[error("the files of a draft have at most {0} bytes together; load these first")]
    TooLarge(u64),
    #[error("{0}")]
    Files(#[from] IncomingError),
}

/// The drafts of a running process.
#[derive(Debug, Default)]
pub struct Drafts(Mutex<BTreeMap<String, Kept>>);

#[derive(Debug)]
struct Kept {
    user: i64,
    used_at: i64,
    draft: Arc<Draft>,
}

/// The files that a user has sent, with their mapping. The files are removed with the last reference to the draft.
#[derive(Debug)]
pub struct Draft {
    files: Incoming,
    /// Whether the audit log does not have the files that were sent last.
    is_untold: AtomicBool,
    /// Findings in the files, so that only what changes is read again.
    pub known: Known,
    /// The text of their mapping, once there is one.
    mapping: Mutex<Option<String>>,
    proposal: Mutex<Proposal>,
}

/// What was proposed for files, and why.
#[derive(Clone, Debug, Default)]
pub struct Proposal {
    /// The tables that they fill.
    pub recognised: Vec<Recognised>,
    /// What fills none.
    pub ignored: Vec<Ignored>,
}

impl Proposal {
    /// The sheets of a file that were left out, with their columns.
    pub fn sheets(&self, file: &str) -> Vec<(Option<String>, Vec<String>)> {
        let of_file = self.ignored.iter().filter(|one| one.file == file);
        of_file.map(|one| (one.sheet.clone(), one.columns.clone())).collect()
    }
}

impl Drafts {
    /// A new draft of a user, and its id.
    ///
    /// # Errors
    /// [`DraftError::Full`]
    pub fn add(&self, user: i64, files: Incoming, now: i64) -> Result<String, DraftError> {
        let mut all = self.all();
        let mut own: Vec<(i64, String)> =
            all.iter().filter(|(_, kept)| kept.user == user).map(|(id, kept)| (kept.used_at, id.clone())).collect();
        own.sort();
        let spare = (own.len() + 1).saturating_sub(MOST_OF_USER);
        own.into_iter().take(spare).for_each(|(_, id)| {
            all.remove(&id);
        });
        if all.len() >= MOST {
            return Err(DraftError::Full);
        }
        let id = files.name().to_owned();
        let draft = Arc::new(Draft {
            files,
            is_untold: true.into(),
            known: Known::default(),
            mapping: Mutex::default(),
            proposal: Mutex::default(),
        });
        all.insert(id.clone(), Kept { user, used_at: now, draft });
        Ok(id)
    }

    /// The draft of a user; None for one of another user, and for one that was removed.
    pub fn of(&self, user: i64, id: &str, now: i64) -> Option<Arc<Draft>> {
        let mut all = self.all();
        let kept = all.get_mut(id).filter(|kept| kept.user == user)?;
        kept.used_at = now;
        Some(Arc::clone(&kept.draft))
    }

    /// The drafts of a user: the id of each, and when it was used last. The one that was used last comes first.
    pub fn of_user(&self, user: i64) -> Vec<(String, i64, Arc<Draft>)> {
        let all = self.all();
        let own = all.iter().filter(|(_, kept)| kept.user == user);
        let mut own: Vec<_> = own.map(|(id, kept)| (id.clone(), kept.used_at, Arc::clone(&kept.draft))).collect();
        own.sort_by_key(|(_, used_at, _)| Reverse(*used_at));
        own
    }

    /// Removes a draft of a user. Returns whether there was one.
    pub fn remove(&self, user: i64, id: &str) -> bool {
        let mut all = self.all();
        all.get(id).is_some_and(|kept| kept.user == user) && all.remove(id).is_some()
    }

    /// Removes the drafts that nobody has used for [`KEPT_SECONDS`].
    pub fn remove_old(&self, now: i64) {
        self.all().retain(|_, kept| now - kept.used_at < KEPT_SECONDS);
    }

    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Draft {
    /// The files, by name.
    ///
    /// # Errors
    /// [`IncomingError::Read`]
    pub fn paths(&self) -> Result<Vec<PathBuf>, IncomingError> {
        self.files.paths()
    }

    /// Takes in the files of another folder. One with the name of a file of the draft takes its place. `most` is how many
    /// bytes all of them may have.
    ///
    /// # Errors
    /// [`DraftError`]; no file was taken in then.
    pub fn take(&self, others: &Incoming, most: u64) -> Result<(), DraftError> {
        let (own, new) = (self.paths()?, others.paths()?);
        let is_new = |path: &&PathBuf| !new.iter().any(|other| other.file_name() == path.file_name());
        let all: Vec<&PathBuf> = own.iter().filter(is_new).chain(&new).collect();
        require_small(&all, most)?;
        for path in &new {
            let to = self.files.path().join(path.file_name().unwrap_or_default());
            files::rename(path, &to).map_err(|source| IncomingError::Write { path: to, source })?;
        }
        self.known.clear();
        self.is_untold.store(true, Relaxed);
        Ok(())
    }

    /// Whether files were sent that the audit log does not have; it has them then.
    pub fn tell(&self) -> bool {
        self.is_untold.swap(false, Relaxed)
    }

    /// A folder for a load with the files of these names, which lie in both.
    ///
    /// # Errors
    /// [`IncomingError`]
    pub fn linked(&self, data_dir: &std::path::Path, names: &[String]) -> Result<Incoming, IncomingError> {
        let incoming = Incoming::create(data_dir)?;
        for path in self.paths()? {
            let Some(name) = path.file_name().filter(|name| names.iter().any(|wanted| *name == wanted.as_str())) else {
                continue;
            };
            let to = incoming.path().join(name);
            fs::hard_link(&path, &to).map_err(|source| IncomingError::Write { path: to, source })?;
        }
        Ok(incoming)
    }

    /// The text of the mapping that was looked at last.
    pub fn mapping(&self) -> Option<String> {
        self.mapping.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What was proposed for its files.
    pub fn proposal(&self) -> Proposal {
        self.proposal.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps what is proposed for these files, in the place of what was.
    pub fn propose(&self, files: &[String], new: Proposal) {
        let mut proposal = self.proposal.lock().unwrap_or_else(PoisonError::into_inner);
        proposal.recognised.retain(|one| !files.contains(&one.file));
        proposal.ignored.retain(|one| !files.contains(&one.file));
        proposal.recognised.extend(new.recognised);
        proposal.ignored.extend(new.ignored);
    }

    /// Keeps the text of the mapping.
    pub fn set_mapping(&self, text: String) {
        *self.mapping.lock().unwrap_or_else(PoisonError::into_inner) = Some(text);
    }
}

/// Refuses more files, or more bytes, than a draft may have.
pub fn require_small(paths: &[&PathBuf], most: u64) -> Result<(), DraftError> {
    if paths.len() > MOST_FILES {
        return Err(DraftError::TooManyFiles);
    }
    let bytes: u64 = paths.iter().map(|path| fs::metadata(path).map_or(0, |data| data.len())).sum();
    if bytes > most { Err(DraftError::TooLarge(most)) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::path::Path;

    use super::*;

    fn files(dir: &Path, all: &[(&str, &str)]) -> Incoming {
        let incoming = Incoming::create(dir).expect("made");
        for (name, text) in all {
            incoming.file(name).expect(name).write_all(text.as_bytes()).expect("written");
        }
        incoming
    }

    fn names(draft: &Draft) -> Vec<String> {
        let name = |path: &PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
        draft.paths().expect("read").iter().map(name).collect()
    }

    #[test]
    fn a_draft_is_of_its_user_until_nobody_uses_it() {
        let dir = tempfile::tempdir().expect("a directory");
        let drafts = Drafts::default();
        let id = drafts.add(1, files(dir.path(), &[("a.csv", "x")]), 100).expect("added");
        let folder = super::super::incoming_folder(dir.path(), &id);
        assert!(drafts.of(2, &id, 101).is_none() && !drafts.remove(2, &id));
        drafts.remove_old(100 + KEPT_SECONDS - 1);
        assert_eq!(names(&drafts.of(1, &id, 200).expect("kept")), ["a.csv"]);
        drafts.remove_old(100 + KEPT_SECONDS);
        assert!(folder.is_dir());
        drafts.remove_old(200 + KEPT_SECONDS);
        assert!(drafts.of(1, &id, 201).is_none() && !folder.exists());
    }

    #[test]
    fn the_draft_that_was_used_least_lately_makes_room_for_a_new_one() {
        let dir = tempfile::tempdir().expect("a directory");
        let drafts = Drafts::default();
        let ids: Vec<String> = (0..3).map(|at| drafts.add(1, files(dir.path(), &[]), at).expect("added")).collect();
        drafts.of(1, &ids[0], 10).expect("kept");
        drafts.add(1, files(dir.path(), &[]), 11).expect("added");
        let left: Vec<bool> = ids.iter().map(|id| drafts.of(1, id, 12).is_some()).collect();
        assert_eq!(left, [true, false, true]);
        for user in 2..=18 {
            drafts.add(user, files(dir.path(), &[]), 12).expect("added");
        }
        assert!(matches!(drafts.add(19, files(dir.path(), &[]), 12), Err(DraftError::Full)));
    }

    #[test]
    fn files_are_added_replaced_and_limited() {
        let dir = tempfile::tempdir().expect("a directory");
        let drafts = Drafts::default();
        let id = drafts.add(1, files(dir.path(), &[("a.csv", "one"), ("b.csv", "two")]), 1).expect("added");
        let draft = drafts.of(1, &id, 1).expect("kept");
        let large = files(dir.path(), &[("c.csv", "four4")]);
        assert!(matches!(draft.take(&large, 10), Err(DraftError::TooLarge(10))));
        draft.take(&files(dir.path(), &[("b.csv", "four4")]), 8).expect("taken");
        assert_eq!(names(&draft), ["a.csv", "b.csv"]);
        let linked = draft.linked(dir.path(), &["b.csv".to_owned()]).expect("linked");
        assert!(drafts.remove(1, &id));
        drop(draft);
        assert_eq!(fs::read_to_string(linked.path().join("b.csv")).expect("read"), "four4");
        assert!(!linked.has("a.csv"));
    }
}
