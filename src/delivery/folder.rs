//! Reports as files in a subfolder of the folder that a setting names.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

use crate::texts::file_names;

/// The longest name of a subfolder.
const LONGEST_NAME: usize = 60;

/// Whether a text can be the name of a subfolder: no path leads out of the folder by it.
pub fn is_name(text: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    !text.is_empty() && text.len() <= LONGEST_NAME && !text.starts_with('.') && text.chars().all(is_plain)
}

/// The name of a file for a report and a day: letters and digits of the name, as many as a file's name can have.
pub fn file_name(report: &str, day: &str, ending: &str) -> String {
    let name = file_names::words(report);
    file_names::fitting(if name.is_empty() { "report" } else { &name }, &format!("_{day}.{ending}"))
}

/// Writes a file in place of one with the same name. Nobody sees a part of it. The folder must exist; its subfolder is
/// made.
///
/// # Errors
/// Where the folder cannot be written, or the subfolder is none.
pub fn write(folder: &Path, subfolder: &str, name: &str, bytes: &[u8]) -> io::Result<()> {
    if !is_name(subfolder) {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{subfolder:?} is no name of a subfolder")));
    }
    let into = folder.join(subfolder);
    match fs::create_dir(&into) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        _ => {}
    }
    // A link would lead out of the folder.
    if !fs::symlink_metadata(&into)?.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotADirectory, format!("{} is no folder", into.display())));
    }
    let part = into.join(format!(".{name}.part"));
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let done = written.and_then(|()| fs::rename(&part, into.join(name)));
    if done.is_err() {
        // What is left of it is in the way of nothing.
        let _ = fs::remove_file(&part);
    }
    done
}

#[cfg(test)]
mod tests {
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
        assert_eq!(file_name("Logins of Gold / Q1", "2026-03-15", "xlsx"), "logins-of-gold-q1_2026-03-15.xlsx");
        assert_eq!(file_name("../..", "2026-03-15", "xlsx"), "report_2026-03-15.xlsx");
        assert_eq!(file_name("Übersicht", "2026-03-15", "xlsx"), "übersicht_2026-03-15.xlsx");
        let dir = tempfile::tempdir().expect("a directory");
        for name in ["月".repeat(100), "e\u{301}".repeat(100), "🎉".repeat(100)] {
            let name = file_name(&name, "2026-03-15", "xlsx");
            write(dir.path(), "board", &name, b"1").expect("a name that the file system takes");
        }
    }
}
