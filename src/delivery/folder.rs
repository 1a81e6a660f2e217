//! Reports as files in a subfolder of the folder that a setting names.

use std::io;
use std::path::Path;

use crate::i18n::file_names;
use crate::platform::files;
use crate::shared_folder::{Access, SharedFolder};
use crate::store::destinations::{Channel, Destination};

/// The longest name of a subfolder.
const LONGEST_NAME: usize = 60;

/// Whether a text can be the name of a subfolder: no path leads out of the folder by it.
pub fn is_name(text: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    !text.is_empty()
        && text.len() <= LONGEST_NAME
        && !text.starts_with('.')
        && text.chars().all(is_plain)
        && files::is_file_name(text)
}

/// The name of a file for a report and a day: letters and digits of the name, as many as a file's name can have, and a
/// number, if it needs one. Names have no `_`, so no other name is like one with a number.
pub fn file_name(report: &str, number: Option<i64>, day: &str, ending: &str) -> String {
    let name = file_names::words(report);
    let number = number.map(|number| format!("_{number}")).unwrap_or_default();
    file_names::fitting(if name.is_empty() { "report" } else { &name }, &format!("{number}_{day}.{ending}"))
}

/// Something that is written to a folder: its number, name and destination.
pub type Sender<'a> = (i64, &'a str, &'a Destination);

/// The number that the files of a report or an alert need in their names, because an older one has the same name in the
/// same subfolder: neither replaces the files of the other.
pub fn number<'a>(own: Sender<'_>, all: impl IntoIterator<Item = Sender<'a>>) -> Option<i64> {
    let place = |(_, name, to): Sender<'_>| {
        (to.channel == Channel::Folder).then(|| (to.folder.to_lowercase(), file_name(name, None, "", "")))
    };
    let wanted = place(own)?;
    let is_taken = all.into_iter().any(|other| other.0 < own.0 && place(other).as_ref() == Some(&wanted));
    is_taken.then_some(own.0)
}

/// Writes a file in place of one with the same name. Nobody sees a part of it, and no link is followed. The folder must
/// exist; its subfolder is made. Those who may read the folder by its group may read both.
///
/// # Errors
/// Where the folder cannot be written, or the subfolder is none.
pub fn write(folder: &Path, subfolder: &str, name: &str, bytes: &[u8]) -> io::Result<()> {
    if !is_name(subfolder) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{subfolder:?} is no name of a subfolder")));
    }
    let of = |error: io::Error| io::Error::new(error.kind(), format!("{subfolder}: {error}"));
    let into = SharedFolder::open(folder)?.made_folder(subfolder, Access::Group).map_err(of)?;
    into.write(name, bytes, Access::Group).map_err(of)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn files_stay_in_the_folder() {
        for (name, is_fine) in [
            ("board", true),
            ("2026_q1.v2", true),
            ("", false),
            ("..", false),
            (".hidden", false),
            ("a/b", false),
            ("a b", false),
        ] {
            assert_eq!(is_name(name), is_fine, "{name}");
        }
        let dir = tempfile::tempdir().expect("a directory");
        let folder = dir.path().join("reports");
        assert_eq!(write(&folder, "board", "a.xlsx", b"1").map_err(|e| e.kind()), Err(io::ErrorKind::NotFound));
        fs::create_dir(&folder).expect("made");
        write(&folder, "board", "a.xlsx", b"1").expect("written");
        write(&folder, "board", "a.xlsx", b"22").expect("written again");
        assert_eq!(fs::read(folder.join("board/a.xlsx")).expect("there"), b"22");
        assert_eq!(fs::read_dir(folder.join("board")).expect("there").count(), 1, "nothing else is left");
        let outside = dir.path().join("outside");
        fs::create_dir(&outside).expect("made");
        std::os::unix::fs::symlink(&outside, folder.join("link")).expect("linked");
        assert!(write(&folder, "link", "a.xlsx", b"1").is_err());
        assert!(write(&folder, "..", "a.xlsx", b"1").is_err());
        assert_eq!(fs::read_dir(&outside).expect("there").count(), 0);
    }

    #[test]
    fn names_of_files_are_plain() {
        assert_eq!(file_name("Logins of Gold / Q1", None, "2026-03-15", "xlsx"), "logins-of-gold-q1_2026-03-15.xlsx");
        assert_eq!(file_name("../..", None, "2026-03-15", "xlsx"), "report_2026-03-15.xlsx");
        assert_eq!(file_name("Übersicht", Some(7), "2026-03-15", "xlsx"), "übersicht_7_2026-03-15.xlsx");
        let dir = tempfile::tempdir().expect("a directory");
        for name in ["月".repeat(100), "e\u{301}".repeat(100), "🎉".repeat(100)] {
            let name = file_name(&name, Some(i64::MAX), "2026-03-15_1030", "xlsx");
            write(dir.path(), "board", &name, b"1").expect("a name that the file system takes");
        }
    }
}
