//! Settings that were chosen on the page. The store does not know what they mean: `config` declares and checks them.

use std::fmt;

use rusqlite::params;

use super::audit::{self, By, Entry};
use super::{Store, StoreError};

/// A setting that was chosen.
#[derive(Clone, PartialEq, Eq)]
pub struct Override {
    /// The setting's name.
    pub name: String,
    /// Its value, as a flag would give it.
    pub value: String,
    /// Seconds since 1970-01-01 UTC.
    pub changed_at: i64,
    /// The login of the user.
    pub changed_by: String,
}

impl Override {
    /// Its name and value.
    pub fn pair(&self) -> (&str, &str) {
        (&self.name, &self.value)
    }
}

impl fmt::Debug for Override {
    /// Its value may be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Override").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Store {
    /// The chosen settings, by name.
    pub fn chosen_settings(&self) -> Result<Vec<Override>, StoreError> {
        let reader = self.reader();
        let mut statement =
            reader.prepare_cached("select name, value, changed_at, changed_by from chosen_setting order by name")?;
        let chosen = statement.query_map([], |row| {
            Ok(Override { name: row.get(0)?, value: row.get(1)?, changed_at: row.get(2)?, changed_by: row.get(3)? })
        })?;
        Ok(chosen.collect::<Result<_, _>>()?)
    }

    /// Chooses values; None goes back to the default. Each is recorded with its value, all or none are changed.
    pub fn choose_settings(&self, values: &[(&str, Option<&str>)], by: By<'_>) -> Result<(), StoreError> {
        self.choose(values, &|_| false, by)
    }

    /// The same, where the values of some are secrets, which are not recorded.
    pub fn choose(
        &self,
        values: &[(&str, Option<&str>)],
        is_secret: &dyn Fn(&str) -> bool,
        by: By<'_>,
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            for (name, value) in values {
                let changed = match value {
                    Some(value) => transaction.execute(
                        "insert into chosen_setting (name, value, changed_at, changed_by) values (?1, ?2, ?3, ?4)
                         on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at,
                           changed_by = excluded.changed_by where value <> excluded.value",
                        params![name, value, by.at, by.actor.unwrap_or_default()],
                    )?,
                    None => transaction.execute("delete from chosen_setting where name = ?1", [name])?,
                };
                if changed > 0 {
                    let detail = match value {
                        None => "back to the default".to_owned(),
                        Some(_) if is_secret(name) => "now another".to_owned(),
                        Some(value) => format!("now {value:?}"),
                    };
                    let entry = Entry { subject: Some(name), detail: Some(&detail), ..by.entry("setting_changed") };
                    audit::append(transaction, &entry)?;
                }
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_recorded_once_and_can_be_taken_back() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let by = |actor, at| By { actor: Some(actor), address: None, at };
        store.choose_settings(&[("program_name", Some("Horizon")), ("other", None)], by("ann", 7)).expect("chosen");
        store.choose_settings(&[("program_name", Some("Horizon"))], by("bob", 8)).expect("nothing to do");
        let chosen = store.chosen_settings().expect("read");
        assert_eq!((chosen.len(), chosen[0].value.as_str(), chosen[0].changed_by.as_str()), (1, "Horizon", "ann"));
        store.choose_settings(&[("program_name", None)], by("bob", 9)).expect("taken back");
        assert_eq!(store.chosen_settings().expect("read"), []);
        let secret = |name: &str| name == "password";
        store.choose(&[("password", Some("hush-hush"))], &secret, by("ann", 10)).expect("chosen");
        assert!(!format!("{:?}", store.chosen_settings().expect("read")).contains("hush"));
        let line = store.last_audit_lines(1).expect("read").remove(0);
        assert_eq!((line.subject.as_deref(), line.detail.as_deref()), (Some("password"), Some("now another")));
        let lines = store.last_audit_lines(9).expect("read").split_off(1);
        let details: Vec<_> = lines.iter().map(|line| (line.actor.as_deref(), line.detail.as_deref())).collect();
        assert_eq!(details, [(Some("bob"), Some("back to the default")), (Some("ann"), Some("now \"Horizon\""))]);
    }
}
