//! Where backups are copied to: the tables `[backup_to.NAME]` of the settings file. Their keys stand in docs/operations.md.

use std::path::PathBuf;

use toml::Spanned;
use toml::de::DeValue;

use super::places::FilePlace;
use super::tables::{Fault, Keys, is_true, path, read_each};
use super::values::whole;

/// A place that backups are copied to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupPlace {
    /// What it is called on the page and in messages.
    pub name: String,
    pub place: FilePlace,
    pub keep: Kept,
    /// Whether backups that are not encrypted may go there.
    pub takes_plain: bool,
    /// After how many days the newest copy is fetched and tried; 0 for never.
    pub test_days: u16,
    /// The secret key with which the test opens copies that are encrypted.
    pub identity_file: Option<PathBuf>,
}

/// Which copies stay: the newest of each of the last days, weeks and months that have one. The newest always stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    pub days: u16,
    /// From Monday to Sunday.
    pub weeks: u16,
    pub months: u16,
}

/// Reads the value of the key `backup_to`.
pub(super) fn read(value: &Spanned<DeValue<'_>>) -> Result<Vec<BackupPlace>, Fault> {
    read_each("backup_to", value, place)
}

fn place(mut keys: Keys<'_>) -> Result<BackupPlace, Fault> {
    let kind = keys.text("kind")?;
    let Some(place) = keys.file_place(&kind)? else {
        let text = format!("{kind:?} is no kind of a place for backups; those are folder, s3 and sftp");
        return Err(keys.fault("kind", text));
    };
    let number = |text: &str| whole(text, 0..=1000);
    let found = BackupPlace {
        name: keys.name.to_owned(),
        place,
        keep: Kept {
            days: keys.optional("keep_days", number)?.unwrap_or(7),
            weeks: keys.optional("keep_weeks", number)?.unwrap_or(4),
            months: keys.optional("keep_months", number)?.unwrap_or(12),
        },
        takes_plain: keys.optional("plain", is_true)?.unwrap_or(false),
        test_days: keys.optional("test_days", number)?.unwrap_or(7),
        identity_file: keys.optional("identity_file", path)?,
    };
    keys.end(&kind)?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use toml::de::DeTable;

    fn read_text(text: &str) -> Result<Vec<BackupPlace>, String> {
        let table = DeTable::parse(text).expect("TOML");
        read(table.get_ref().get("backup_to").expect("a table")).map_err(|fault| fault.text)
    }

    #[test]
    fn a_place_has_defaults_and_refuses_what_it_does_not_know() {
        let [nas] = read_text("[backup_to.nas]\nkind = \"folder\"\npath = \"/mnt/nas\"\n")
            .expect("sound")
            .try_into()
            .expect("one");
        let kept = Kept { days: 7, weeks: 4, months: 12 };
        assert_eq!((nas.keep, nas.takes_plain, nas.test_days, nas.place.kind()), (kept, false, 7, "folder"));
        let more = "keep_days = 2\nkeep_weeks = 0\nkeep_months = 1\nplain = true\ntest_days = 0\n";
        let of = |more: &str| read_text(&format!("[backup_to.nas]\nkind = \"folder\"\npath = \"/mnt/nas\"\n{more}"));
        let nas = of(more).expect("sound").remove(0);
        assert_eq!((nas.keep, nas.takes_plain, nas.test_days), (Kept { days: 2, weeks: 0, months: 1 }, true, 0));
        let wrong = of("keep = 3\n").expect_err("refused");
        assert!(
            wrong.starts_with("backup_to.nas: folder has no key keep; its keys are kind, path, keep_days"),
            "{wrong}"
        );
        assert!(of("keep_days = -1\n").expect_err("refused").starts_with("backup_to.nas.keep_days: "));
        let wrong = read_text("[backup_to.x]\nkind = \"mysql\"\n").expect_err("refused");
        assert!(wrong.contains("those are folder, s3 and sftp"), "{wrong}");
    }
}
