//! The places that backups are copied to.

use super::finding::Finding;
use super::subject::Subject;
use crate::config::BackupPlace;
use crate::store::StoreError;
use crate::store::copies::{BackupCopy, CopyAttempt};

const DAY: i64 = 24 * 60 * 60;
/// A copy that is older than this is too old: one is sent after each backup, of which there is one a day.
const OLD_DAYS: i64 = 3;

pub(super) fn copies(subject: &Subject) -> Finding {
    let Ok(store) = &subject.store else { return Finding::ok("not looked at: the accounts cannot be read") };
    let places = &subject.config().backup_to;
    let found = places.iter().map(|to| Ok((to, store.last_copying(&to.name)?, store.backup_copies(&to.name)?)));
    match found.collect::<Result<Vec<_>, StoreError>>() {
        Ok(found) => judge(&found, subject.now()),
        Err(error) => Finding::problem(error.to_string(), "see the check accounts"),
    }
}

fn judge(places: &[(&BackupPlace, Option<CopyAttempt>, Vec<BackupCopy>)], now: i64) -> Finding {
    if places.is_empty() {
        return Finding::ok("backups are copied nowhere: the settings file has no [backup_to.NAME]");
    }
    let try_it = |to: &BackupPlace| format!("mend that, and try it: bond copies send {}", to.name);
    for (to, last, copies) in places {
        if let Some(fault) = last.as_ref().and_then(|last| last.fault.as_ref()) {
            return Finding::problem(format!("{}: {fault}", to.name), try_it(to));
        }
        match copies.first() {
            None => return Finding::note(format!("{} has no copy yet", to.name), try_it(to)),
            Some(copy) if copy.sent_at < now - OLD_DAYS * DAY => {
                let days = (now - copy.sent_at) / DAY;
                let text = format!("the newest copy in {} was sent {days} days ago", to.name);
                return Finding::problem(text, "have the server make backups: set backup_at");
            }
            Some(_) => {}
        }
    }
    let names: Vec<&str> = places.iter().map(|(to, ..)| to.name.as_str()).collect();
    let tested = places.iter().flat_map(|(_, _, copies)| copies).filter(|copy| copy.tested_at.is_some()).count();
    Finding::ok(format!("{}; {tested} copies were fetched and tried", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{FilePlace, Kept};
    use crate::doctor::Level;

    #[test]
    fn a_failure_and_an_old_copy_are_problems() {
        let to = BackupPlace {
            name: "nas".to_owned(),
            place: FilePlace::Folder("/mnt/nas".into()),
            keep: Kept { days: 7, weeks: 4, months: 12 },
            takes_plain: true,
            test_days: 7,
            identity_file: None,
        };
        let copy = |sent_at| BackupCopy { name: "b".to_owned(), sent_at, tested_at: None, found: None };
        let tried = |fault: Option<&str>| CopyAttempt { at: 1, failures: 0, fault: fault.map(str::to_owned) };
        let now = 100 * DAY;
        assert_eq!(judge(&[], now).level, Level::Ok);
        assert_eq!(judge(&[(&to, None, vec![])], now).level, Level::Note);
        assert_eq!(judge(&[(&to, Some(tried(None)), vec![copy(now - DAY)])], now).level, Level::Ok);
        assert_eq!(judge(&[(&to, Some(tried(None)), vec![copy(now - 4 * DAY)])], now).level, Level::Problem);
        let failed = judge(&[(&to, Some(tried(Some("it is full"))), vec![copy(now - DAY)])], now);
        assert_eq!((failed.level, failed.text.as_str()), (Level::Problem, "nas: it is full"));
        assert!(failed.todo.contains("bond copies send nas"));
    }
}
