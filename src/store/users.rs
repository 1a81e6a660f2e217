//! Users.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::audit::{self, Entry};
use super::roles::{self, Role};
use super::{Store, StoreError, sessions};

/// A user in the store.
#[derive(Clone, Debug)]
pub struct User {
    /// Never reused.
    pub id: i64,
    /// As it was entered.
    pub login: String,
    /// Shown in the greeting.
    pub first_name: String,
    /// Argon2id, as a PHC string; empty for a user of single sign-on, who has no password.
    pub password_hash: String,
    /// The single sign-on issuer that the user belongs to; None for a user that was added with a password.
    pub sso_issuer: Option<String>,
    /// A disabled user cannot sign in.
    pub disabled: bool,
    /// The last sign-in, in seconds since 1970-01-01 UTC; None if there was none.
    pub signed_in_at: Option<i64>,
    pub roles: Vec<Role>,
}

/// A user to add.
#[derive(Clone, Debug)]
pub struct NewUser<'a> {
    /// Unique, ignoring case.
    pub login: &'a str,
    /// Shown in the greeting.
    pub first_name: &'a str,
    /// Argon2id, as a PHC string.
    pub password_hash: &'a str,
    /// Names of roles.
    pub roles: &'a [&'a str],
}

/// The form in which logins are compared: trimmed and in lower case.
pub fn login_key(login: &str) -> String {
    login.trim().to_lowercase()
}

impl Store {
    /// Adds a user and returns its id. `at` is in seconds since 1970-01-01 UTC.
    pub fn add_user(&self, user: &NewUser<'_>, at: i64) -> Result<i64, StoreError> {
        self.write(|transaction| {
            let login = user.login.trim();
            let added = transaction.execute(
                "insert into user (login, login_key, first_name, password_hash, created_at)
                 values (?1, ?2, ?3, ?4, ?5) on conflict (login_key) do nothing",
                params![login, login_key(login), user.first_name, user.password_hash, at],
            )?;
            if added == 0 {
                return Err(StoreError::LoginTaken(login.to_owned()));
            }
            let id = transaction.last_insert_rowid();
            roles::set(transaction, id, user.roles)?;
            let detail = user.roles.join(", ");
            let entry = Entry { subject: Some(login), detail: Some(&detail), ..note(at, "user_added") };
            audit::append(transaction, &entry)?;
            Ok(id)
        })
    }

    /// The user with this login, ignoring case.
    pub fn user_by_login(&self, login: &str) -> Result<Option<User>, StoreError> {
        find(&self.reader(), login)
    }

    /// All users, ordered by login.
    pub fn users(&self) -> Result<Vec<User>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare(&format!("{SELECT} order by login_key"))?;
        let users: Vec<User> = statement.query_map([], from_row)?.collect::<Result<_, _>>()?;
        users.into_iter().map(|user| with_roles(&reader, user)).collect()
    }

    /// Whether there are no users.
    pub fn has_no_users(&self) -> Result<bool, StoreError> {
        Ok(self.reader().query_row("select not exists (select 1 from user)", [], |row| row.get(0))?)
    }

    /// Changes a user's login. The new one must be free or the user's own.
    pub fn rename_user(&self, login: &str, new_login: &str, at: i64) -> Result<(), StoreError> {
        let new_login = new_login.trim();
        let detail = format!("to {new_login}");
        let entry = Entry { detail: Some(&detail), ..note(at, "login_changed") };
        self.change_user(login, entry, |connection, user| {
            if find(connection, new_login)?.is_some_and(|holder| holder.id != user.id) {
                return Err(StoreError::LoginTaken(new_login.to_owned()));
            }
            connection.execute(
                "update user set login = ?2, login_key = ?3 where id = ?1",
                params![user.id, new_login, login_key(new_login)],
            )?;
            Ok(())
        })
    }

    /// Disables a user and ends the user's sessions.
    pub fn disable_user(&self, login: &str, at: i64) -> Result<(), StoreError> {
        self.change_user(login, note(at, "user_disabled"), |connection, user| {
            connection.execute(
                "update user set disabled_at = coalesce(disabled_at, ?2) where id = ?1",
                params![user.id, at],
            )?;
            sessions::end_all_of_user(connection, user.id, at, "disabled")
        })
    }

    /// Enables a disabled user.
    pub fn enable_user(&self, login: &str, at: i64) -> Result<(), StoreError> {
        self.change_user(login, note(at, "user_enabled"), |connection, user| {
            connection.execute("update user set disabled_at = null where id = ?1", params![user.id])?;
            Ok(())
        })
    }

    /// Resets a user's password and ends the user's sessions.
    pub fn set_password(&self, login: &str, password_hash: &str, at: i64) -> Result<(), StoreError> {
        self.change_user(login, note(at, "password_reset"), |connection, user| {
            connection.execute("update user set password_hash = ?2 where id = ?1", params![user.id, password_hash])?;
            sessions::end_all_of_user(connection, user.id, at, "password changed")
        })
    }

    /// Replaces a user's roles. The user's sessions have them from their next request on.
    pub fn set_roles(&self, login: &str, roles: &[&str], at: i64) -> Result<(), StoreError> {
        let detail = roles.join(", ");
        let entry = Entry { detail: Some(&detail), ..note(at, "roles_changed") };
        self.change_user(login, entry, |connection, user| roles::set(connection, user.id, roles))
    }

    fn change_user(
        &self,
        login: &str,
        entry: Entry<'_>,
        change: impl Fn(&Connection, &User) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            let user = find(transaction, login)?.ok_or_else(|| StoreError::NoSuchUser(login.to_owned()))?;
            change(transaction, &user)?;
            audit::append(transaction, &Entry { subject: Some(&user.login), ..entry })
        })
    }
}

const SELECT: &str = "select id, login, first_name, password_hash, disabled_at is not null, signed_in_at,
                              sso_issuer from user";

fn note<'a>(at: i64, event: &'a str) -> Entry<'a> {
    Entry { at, event, ..Entry::default() }
}

/// The user with this login, ignoring case.
pub(super) fn find(connection: &Connection, login: &str) -> Result<Option<User>, StoreError> {
    connection
        .prepare_cached(&format!("{SELECT} where login_key = ?1"))?
        .query_row(params![login_key(login)], from_row)
        .optional()?
        .map(|user| with_roles(connection, user))
        .transpose()
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<User> {
    Ok(User {
        id: row.get(0)?,
        login: row.get(1)?,
        first_name: row.get(2)?,
        password_hash: row.get(3)?,
        disabled: row.get(4)?,
        signed_in_at: row.get(5)?,
        sso_issuer: row.get(6)?,
        roles: Vec::new(),
    })
}

fn with_roles(connection: &Connection, user: User) -> Result<User, StoreError> {
    Ok(User { roles: roles::of_user(connection, user.id)?, ..user })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modules::Module;

    fn store_with_ann() -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let ann = NewUser { login: " Ann@Example.com ", first_name: "Ann", password_hash: "h", roles: &[roles::ADMIN] };
        store.add_user(&ann, 10).expect("added");
        (dir, store)
    }

    #[test]
    fn logins_are_compared_ignoring_case() {
        let (_dir, store) = store_with_ann();
        let user = store.user_by_login("ANN@example.com").expect("read").expect("found");
        assert_eq!(user.login, "Ann@Example.com");
        let again = NewUser { login: "ann@example.COM", first_name: "B", password_hash: "h", roles: &[roles::USERS] };
        assert!(matches!(store.add_user(&again, 11), Err(StoreError::LoginTaken(_))));
        assert!(!store.has_no_users().expect("read"));
    }

    #[test]
    fn a_login_is_changed_to_a_free_one_or_to_its_own_in_another_case() {
        let (_dir, store) = store_with_ann();
        let bob = NewUser { login: "bob", first_name: "Bob", password_hash: "h", roles: &[roles::USERS] };
        store.add_user(&bob, 11).expect("added");
        assert!(matches!(store.rename_user("bob", "ANN@example.com", 12), Err(StoreError::LoginTaken(_))));
        store.rename_user("bob", "BOB", 13).expect("its own");
        store.rename_user("Bob", " rob ", 14).expect("free");
        assert!(store.user_by_login("bob").expect("read").is_none());
        assert_eq!(store.user_by_login("ROB").expect("read").map(|user| user.login), Some("rob".to_owned()));
        store.rename_user("ann@example.com", "bob", 15).expect("free again");
        assert!(matches!(store.rename_user("nobody", "x", 16), Err(StoreError::NoSuchUser(_))));
        let last = store.last_audit_lines(1).expect("read").remove(0);
        assert_eq!((last.event.as_str(), last.subject.as_deref()), ("login_changed", Some("Ann@Example.com")));
    }

    #[test]
    fn roles_have_the_permissions_of_the_schema() {
        let (_dir, store) = store_with_ann();
        let of_ann = |store: &Store| store.user_by_login("ann@example.com").expect("read").expect("found").roles;
        let admin = of_ann(&store);
        let modules: Vec<_> = admin[0].permissions.iter().map(|one| (one.module.code.code(), one.editable)).collect();
        let mut all: Vec<_> = Module::ALL.iter().map(|module| (module.code(), true)).collect();
        all.sort_unstable();
        assert_eq!(modules, all);
        store.set_roles("ann@example.com", &[roles::USERS], 12).expect("changed");
        let users = of_ann(&store);
        assert_eq!(users.len(), 1);
        let only_admins = [Module::Admin, Module::Data, Module::People];
        assert_eq!(users[0].permissions.len(), Module::ALL.len() - only_admins.len());
        assert!(users[0].permissions.iter().all(|one| !one.editable && !only_admins.contains(&one.module.code)));
        assert!(matches!(store.set_roles("ann@example.com", &["KING"], 12), Err(StoreError::NoSuchRole(_))));
        assert_eq!(of_ann(&store), users, "a refused change changes nothing");
    }

    #[test]
    fn every_change_is_in_the_audit_log() {
        let (_dir, store) = store_with_ann();
        store.disable_user("ann@example.com", 20).expect("disabled");
        store.enable_user("ann@example.com", 21).expect("enabled");
        store.set_password("ann@example.com", "other", 22).expect("changed");
        assert!(matches!(store.disable_user("bob", 23), Err(StoreError::NoSuchUser(_))));
        let events: Vec<_> =
            store.last_audit_lines(10).expect("read").into_iter().map(|line| (line.at, line.event)).collect();
        let wanted = [(22, "password_reset"), (21, "user_enabled"), (20, "user_disabled"), (10, "user_added")];
        assert_eq!(events, wanted.map(|(at, event)| (at, event.to_owned())));
    }
}
