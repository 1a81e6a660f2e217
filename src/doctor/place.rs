//! Where the data are: permissions, file system, space.

use std::fs;
use std::path::{Path, PathBuf};

use super::finding::{Finding, size};
use super::subject::Subject;
use crate::backup;
use crate::data_dir::{self, DataDirError};
use crate::platform::{Rights, files};
use crate::store::reserve;

/// Below this, Bond has no room to work.
const LEAST_FREE: u64 = 1_000_000_000;

/// A file as far as its permissions go.
#[derive(Debug)]
struct Seen {
    path: PathBuf,
    owner: u32,
    mode: u32,
}

pub(super) fn permissions(subject: &Subject) -> Finding {
    let mut seen = Vec::new();
    if let Err((path, error)) = walk(subject.data_dir(), &mut seen) {
        let todo = "run bond doctor as the user who runs the server";
        return Finding::problem(format!("{} cannot be read: {error}", path.display()), todo);
    }
    let shown = subject.data_dir().display();
    if files::is_open_to_others(subject.data_dir()) {
        return Finding::problem(
            format!("other users of this machine may use {shown}"),
            "stop the server and start it again: it makes the folder private",
        );
    }
    if seen.is_empty() {
        return Finding::ok(format!("{shown} is for its owner, the system and administrators alone"));
    }
    judge_permissions(&seen, subject.owner, subject.own)
}

/// All files and folders below a path, with itself, that have a mode. What vanishes meanwhile is left out.
fn walk(path: &Path, seen: &mut Vec<Seen>) -> Result<(), (PathBuf, std::io::Error)> {
    let Ok(data) = fs::symlink_metadata(path) else { return Ok(()) };
    if data.is_symlink() {
        return Ok(());
    }
    if let Some(Rights { owner, mode, .. }) = files::rights(&data) {
        seen.push(Seen { path: path.to_owned(), owner, mode: mode & 0o777 });
    }
    if data.is_dir() {
        let entries = match fs::read_dir(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
            entries => entries.map_err(|error| (path.to_owned(), error))?,
        };
        for entry in entries.flatten() {
            walk(&entry.path(), seen)?;
        }
    }
    Ok(())
}

fn judge_permissions(seen: &[Seen], owner: u32, own: u32) -> Finding {
    let example = |wrong: &[&Seen]| match wrong {
        [] => String::new(),
        [one] => one.path.display().to_string(),
        [one, others @ ..] => format!("{} and {} more", one.path.display(), others.len()),
    };
    let foreign: Vec<&Seen> = seen.iter().filter(|file| file.owner != owner).collect();
    let open: Vec<&Seen> = seen.iter().filter(|file| file.mode & 0o077 != 0).collect();
    let dir = seen.first().map(|file| file.path.display().to_string()).unwrap_or_default();
    if own != owner {
        Finding::problem(
            format!(
                "{dir} belongs to user {owner}, and this command runs as user {own}: what it creates would lock the server out"
            ),
            "run it as that user, for example with runuser -u bond -- bond doctor",
        )
    } else if !foreign.is_empty() {
        let owners = format!("{} belongs to another user than {dir}", example(&foreign));
        Finding::problem(owners, format!("as root: chown -R --reference={dir} {dir}"))
    } else if let Some(first) = open.first() {
        let files = format!("other users may use {} (mode {:03o})", example(&open), first.mode);
        let todo = format!("chmod -R go= {dir}");
        if seen.first().is_some_and(|dir| dir.mode & 0o077 != 0) {
            Finding::problem(files, todo)
        } else {
            Finding::note(format!("{files}, if they could enter {dir}"), todo)
        }
    } else {
        Finding::ok(format!(
            "{dir} and the {} files and folders in it are private to user {owner}",
            seen.len().max(1) - 1
        ))
    }
}

pub(super) fn file_system(subject: &Subject) -> Finding {
    match data_dir::check_file_system(subject.data_dir(), false) {
        Err(DataDirError::Network { kind, .. }) if subject.config().allow_network_fs => Finding::note(
            format!("a network file system ({kind}), which may lose data that it reported as written"),
            "make backups to another place; a local disk is safer",
        ),
        Err(error) => Finding::problem(error.to_string(), "move the data directory to a local disk"),
        Ok(()) => Finding::ok("a local file system"),
    }
}

pub(super) fn space(subject: &Subject) -> Finding {
    match backup::free_space(subject.data_dir()) {
        Ok(free) => {
            let reserve = fs::metadata(subject.data_dir().join(reserve::FILE)).map_or(0, |data| data.len());
            judge_space(&Space {
                free,
                needed: subject.site().room_for_backup(),
                reserve,
                wanted_reserve: subject.config().reserve_bytes,
            })
        }
        Err(error) => Finding::problem(format!("the free space cannot be read: {error}"), "look at the disk"),
    }
}

struct Space {
    free: u64,
    /// What a backup needs.
    needed: u64,
    /// Bytes of reserve.bin, and those that it should have.
    reserve: u64,
    wanted_reserve: u64,
}

fn judge_space(space: &Space) -> Finding {
    let Space { free, needed, reserve, wanted_reserve } = *space;
    let text = format!("{} are free; a backup needs {}", size(free), size(needed));
    if free < LEAST_FREE {
        Finding::problem(text, "make room: loads, backups and migrations are refused where it does not suffice")
    } else if free < needed {
        Finding::problem(text, "make room: backups and migrations are refused")
    } else if reserve < wanted_reserve {
        let text = format!("{text}; reserve.bin has {} of {}", size(reserve), size(wanted_reserve));
        Finding::note(text, "a running server makes it whole when there is room: look at this again")
    } else {
        Finding::ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::finding::Level;
    use super::*;

    #[test]
    fn every_file_must_be_the_owners_alone() {
        let file = |path: &str, owner, mode| Seen { path: path.into(), owner, mode };
        let judge = |other: Seen, own| judge_permissions(&[file("/d", 7, 0o700), other], 7, own);
        assert_eq!(judge(file("/d/a", 7, 0o600), 7).level, Level::Ok);
        let open = judge(file("/d/a", 7, 0o640), 7);
        assert!(open.level == Level::Note && open.text.contains("/d/a (mode 640)"), "{open:?}");
        let open = judge_permissions(&[file("/d", 7, 0o755), file("/d/a", 7, 0o644)], 7, 7);
        assert!(open.level == Level::Problem && open.text.contains("/d and 1 more (mode 755)"), "{open:?}");
        let foreign = judge(file("/d/a", 0, 0o600), 7);
        assert!(foreign.text.contains("/d/a belongs to another user") && foreign.todo.contains("chown"), "{foreign:?}");
        let root = judge(file("/d/a", 7, 0o600), 0);
        assert!(root.level == Level::Problem && root.todo.contains("runuser"), "{root:?}");
    }

    /// On Windows no file has a mode, and links need a right of their own.
    #[cfg(unix)]
    #[test]
    fn folders_are_walked_whole() {
        let dir = tempfile::tempdir().expect("a directory");
        fs::create_dir_all(dir.path().join("spool/loads/1")).expect("made");
        fs::write(dir.path().join("spool/loads/1/a.zst"), "x").expect("written");
        std::os::unix::fs::symlink("/", dir.path().join("link")).expect("made");
        let mut seen = Vec::new();
        walk(dir.path(), &mut seen).expect("read");
        assert_eq!(seen.len(), 5, "{seen:?}");
    }

    #[test]
    fn a_backup_must_find_room() {
        let level = |free, reserve| {
            judge_space(&Space { free, needed: 2_000_000_000, reserve, wanted_reserve: 64_000_000 }).level
        };
        assert_eq!((level(5_000_000_000, 64_000_000), level(5_000_000_000, 1)), (Level::Ok, Level::Note));
        assert_eq!(
            (level(1_500_000_000, 64_000_000), level(999_999_999, 64_000_000)),
            (Level::Problem, Level::Problem)
        );
    }
}
