//! The folders that others use too, and what retention does not delete.

use std::io;
use std::path::Path;

use super::finding::{Finding, count};
use super::subject::Subject;
use crate::platform::Rights;
use crate::shared_folder::SharedFolder;
use crate::store::Store;

/// The setting and what the folder is for.
struct Shared<'a> {
    setting: &'a str,
    path: &'a Path,
    /// The folders in it that are the user's who runs Bond.
    own: &'a [&'a str],
}

pub(super) fn inbox(subject: &Subject) -> Finding {
    match &subject.config().inbox {
        None => Finding::ok("no feeds are taken from a folder"),
        Some(path) => look(&Shared { setting: "inbox", path, own: &["taken", "done", "refused"] }, subject.owner),
    }
}

pub(super) fn reports(subject: &Subject) -> Finding {
    match &subject.config().mail.reports_dir {
        None => Finding::ok("no reports are written to a folder"),
        Some(path) => look(&Shared { setting: "reports_dir", path, own: &[] }, subject.owner),
    }
}

/// `server` is the user who runs Bond.
fn look(shared: &Shared<'_>, server: u32) -> Finding {
    let Shared { setting, path, own } = shared;
    let shown = path.display();
    let folder = match SharedFolder::open(path) {
        Ok(folder) => folder,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Finding::problem(
                format!("there is no folder {shown}"),
                format!("make it, or correct the setting {setting}"),
            );
        }
        Err(error) => {
            return Finding::problem(
                format!("{shown}: {error}"),
                format!("correct the setting {setting} or the folder"),
            );
        }
    };
    for name in *own {
        match folder.folder(name.as_ref()).and_then(|own| own.rights()) {
            Ok(Some(Rights { owner, .. })) if owner != server => {
                return Finding::problem(
                    format!("{shown}/{name} belongs to user {owner} and not to the one who runs Bond"),
                    "remove it: Bond makes it",
                );
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Finding::problem(format!("{shown}/{name}: {error}"), "remove it: Bond makes it");
            }
            _ => {}
        }
    }
    let is_writable = folder.is_writable();
    match folder.rights() {
        Ok(Some(rights)) => judge(&format!("{shown}"), rights, is_writable, setting),
        Ok(None) if is_writable => Finding::ok(format!("Bond may write to {shown}")),
        Ok(None) => Finding::problem(
            format!("Bond may not write to {shown}"),
            "let the account that runs Bond change it (its properties, Security)",
        ),
        Err(error) => Finding::problem(format!("{shown}: {error}"), "look at the folder"),
    }
}

fn judge(shown: &str, rights: Rights, is_writable: bool, setting: &str) -> Finding {
    let Rights { mode, owner, group } = rights;
    let text = format!("{shown} is of user {owner} and group {group} (mode {mode:04o})");
    if !is_writable {
        Finding::problem(
            format!("{text}, and Bond may not write to it"),
            "give it to the user who runs Bond, or to a group that this user is in, with mode 2770",
        )
    } else if mode & 0o002 != 0 {
        Finding::problem(format!("{text}: everybody may write to it"), format!("chmod o-w {shown}"))
    } else if mode & 0o070 == 0 {
        Finding::note(
            format!("{text}: nobody else may use it"),
            format!("see \"Owner, group and mode\" in the manual, if others are to use {setting}"),
        )
    } else {
        Finding::ok(text)
    }
}

pub(super) fn retention(subject: &Subject) -> Finding {
    let Some(store) = subject.store.as_ref().ok().filter(|store| store.schema().ok() == Some(Store::SCHEMA)) else {
        return Finding::note("it was not looked at", "see the checks accounts and versions");
    };
    match store.held() {
        Err(error) => Finding::problem(format!("it cannot be read: {error}"), "see the check accounts"),
        Ok(held) => {
            let waits: Vec<_> = held.iter().filter(|held| held.allowed_to.is_none()).collect();
            match waits.as_slice() {
                [] => Finding::ok("nothing is kept for longer than the settings say"),
                [first, ..] => {
                    let words: Vec<&str> = waits.iter().map(|held| held.what.word()).collect();
                    Finding::problem(
                        format!("{} not deleted: {}: {}", held_count(waits.len()), first.what.about(), first.why),
                        format!("if the clock and the settings are right: bond retention allow {}", words.join(" ")),
                    )
                }
            }
        }
    }
}

fn held_count(number: usize) -> String {
    format!("{} {}", count(number, "thing"), if number == 1 { "is" } else { "are" })
}

/// Of owners and modes as Unix has them.
#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::super::finding::Level;
    use super::*;
    use crate::platform::process;
    use crate::shared_folder::Access;

    #[test]
    fn a_shared_folder_is_there_and_open_to_a_group_alone() {
        let dir = tempfile::tempdir().expect("a directory");
        std::fs::set_permissions(dir.path(), std::fs::Permissions::from_mode(0o700)).expect("set");
        let own = process::own_user();
        let shared = Shared { setting: "inbox", path: dir.path(), own: &["done"] };
        assert_eq!(look(&shared, own).level, Level::Note);
        let missing = dir.path().join("tpyo");
        let finding = look(&Shared { path: &missing, ..shared }, own);
        assert!(finding.level == Level::Problem && finding.text.contains("there is no folder"), "{finding:?}");
        let folder = SharedFolder::open(dir.path()).expect("opened");
        folder.own_folder("done", Access::Group).expect("made");
        let finding = look(&Shared { path: dir.path(), ..shared }, own + 1);
        assert!(finding.level == Level::Problem && finding.text.contains("done belongs to user"), "{finding:?}");
        let level = |mode, is_writable| judge("/in", Rights { mode, owner: 1, group: 2 }, is_writable, "inbox").level;
        assert_eq!(
            (level(0o2770, true), level(0o2770, false), level(0o777, true)),
            (Level::Ok, Level::Problem, Level::Problem)
        );
    }
}
