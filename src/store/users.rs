//! Users.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::audit::{self, By, Entry};
use super::roles::{self, Role};
use super::{Store, StoreError, password_links, sessions};

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
    /// When it was added, in seconds since 1970-01-01 UTC.
    pub created_at: i64,
    /// The last sign-in, in seconds since 1970-01-01 UTC; None if there was none.
    pub signed_in_at: Option<i64>,
    /// A service account: no person, so that nothing but its API tokens acts for it.
    pub service: bool,
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

/// Which user is meant. Whoever has found a user goes on with its id: a login may be somebody else's a moment later.
#[derive(Clone, Copy, Debug)]
pub enum Who<'a> {
    Id(i64),
    Login(&'a str),
}

impl From<i64> for Who<'_> {
    fn from(id: i64) -> Self {
        Who::Id(id)
    }
}

impl<'a> From<&'a str> for Who<'a> {
    fn from(login: &'a str) -> Self {
        Who::Login(login)
    }
}

impl<'a> From<&'a String> for Who<'a> {
    fn from(login: &'a String) -> Self {
        Who::Login(login)
    }
}

/// The form in which logins are compared: trimmed and in lower case.
pub fn login_key(login: &str) -> String {
    login.trim().to_lowercase()
}

impl Store {
    /// Adds a user and returns its id.
    pub fn add_user<'a>(&self, user: &NewUser<'_>, by: impl Into<By<'a>>) -> Result<i64, StoreError> {
        let by = by.into();
        self.write(|transaction| insert(transaction, user, by))
    }

    /// Adds a service account and returns its id.
    pub fn add_service(&self, login: &str, name: &str, roles: &[&str], by: By<'_>) -> Result<i64, StoreError> {
        let user = NewUser { login, first_name: name, password_hash: "", roles };
        self.write(|transaction| insert_as(transaction, &user, true, by))
    }

    /// The service accounts, by login.
    pub fn services(&self) -> Result<Vec<User>, StoreError> {
        self.users_where("service = 1")
    }

    /// Adds the first user.
    ///
    /// # Errors
    /// [`StoreError::NotEmpty`] where there is one.
    pub fn add_first_user(&self, user: &NewUser<'_>, by: By<'_>) -> Result<i64, StoreError> {
        self.write(|transaction| {
            if has_users(transaction)? {
                return Err(StoreError::NotEmpty);
            }
            insert(transaction, user, by)
        })
    }

    /// The user with this login, ignoring case.
    pub fn user_by_login(&self, login: &str) -> Result<Option<User>, StoreError> {
        find(&self.reader(), login)
    }

    /// The user with this id.
    pub fn user_by_id(&self, id: i64) -> Result<Option<User>, StoreError> {
        by_id(&self.reader(), id)
    }

    /// All users, ordered by login.
    pub fn users(&self) -> Result<Vec<User>, StoreError> {
        self.users_where("true")
    }

    fn users_where(&self, condition: &str) -> Result<Vec<User>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare(&format!("{SELECT} where {condition} order by login_key"))?;
        let users: Vec<User> = statement.query_map([], from_row)?.collect::<Result<_, _>>()?;
        users.into_iter().map(|user| with_roles(&reader, user)).collect()
    }

    /// The persons whose login or first name contains a text, whatever the case, ordered by login, and how many there are
    /// without the limit.
    pub fn search_users(&self, text: &str, limit: u32, offset: u32) -> Result<(Vec<User>, i64), StoreError> {
        let reader = self.reader();
        let text = login_key(text);
        // instr takes the text as it is, while like has patterns.
        let found = "service = 0 and (?1 = '' or instr(login_key, ?1) > 0 or instr(lower(first_name), ?1) > 0)";
        let mut statement =
            reader.prepare_cached(&format!("{SELECT} where {found} order by login_key limit ?2 offset ?3"))?;
        let users: Vec<User> =
            statement.query_map(params![text, limit, offset], from_row)?.collect::<Result<_, _>>()?;
        let count = reader
            .prepare_cached(&format!("select count(*) from user where {found}"))?
            .query_row(params![text], |row| row.get(0))?;
        Ok((users.into_iter().map(|user| with_roles(&reader, user)).collect::<Result<_, _>>()?, count))
    }

    /// Whether there are no users.
    pub fn has_no_users(&self) -> Result<bool, StoreError> {
        Ok(!has_users(&self.reader())?)
    }

    /// Changes a user's login. The new one must be free or the user's own.
    pub fn rename_user<'a, 'u>(
        &self,
        user: impl Into<Who<'u>>,
        new_login: &str,
        by: impl Into<By<'a>>,
    ) -> Result<(), StoreError> {
        let new_login = new_login.trim();
        let detail = format!("to {new_login}");
        self.change_user(user, "login_changed", Some(&detail), by.into(), |connection, user| {
            if find(connection, new_login)?.is_some_and(|holder| holder.id != user.id) {
                return Err(StoreError::LoginTaken(new_login.to_owned()));
            }
            set_login(connection, user.id, new_login)
        })
    }

    /// Changes a user's first name.
    pub fn set_first_name<'u>(&self, user: impl Into<Who<'u>>, first_name: &str, by: By<'_>) -> Result<(), StoreError> {
        let detail = format!("to {first_name}");
        self.change_user(user, "name_changed", Some(&detail), by, |connection, user| {
            connection.execute("update user set first_name = ?2 where id = ?1", params![user.id, first_name])?;
            Ok(())
        })
    }

    /// Disables a user and ends the user's sessions and link to choose a password. The API tokens of a person are refused
    /// while it is disabled; those of a service account are gone.
    ///
    /// # Errors
    /// [`StoreError::LastAdministrator`].
    pub fn disable_user<'a, 'u>(&self, user: impl Into<Who<'u>>, by: impl Into<By<'a>>) -> Result<(), StoreError> {
        let by = by.into();
        self.change_user(user, "user_disabled", None, by, |connection, user| {
            roles::keeping_an_administrator(connection, || {
                connection.execute(
                    "update user set disabled_at = coalesce(disabled_at, ?2) where id = ?1",
                    params![user.id, by.at],
                )?;
                password_links::remove(connection, user.id)?;
                if user.service {
                    connection.execute("delete from api_token where user_id = ?1", params![user.id])?;
                }
                sessions::end_all_of_user(connection, user.id, by.at, "disabled")
            })
        })
    }

    /// Enables a disabled user.
    pub fn enable_user<'a, 'u>(&self, user: impl Into<Who<'u>>, by: impl Into<By<'a>>) -> Result<(), StoreError> {
        self.change_user(user, "user_enabled", None, by.into(), |connection, user| {
            connection.execute("update user set disabled_at = null where id = ?1", params![user.id])?;
            Ok(())
        })
    }

    /// Resets a user's password and ends the user's sessions and link to choose a password.
    pub fn set_password<'a, 'u>(
        &self,
        user: impl Into<Who<'u>>,
        password_hash: &str,
        by: impl Into<By<'a>>,
    ) -> Result<(), StoreError> {
        let by = by.into();
        self.change_user(user, "password_reset", None, by, |connection, user| {
            person(user)?;
            connection.execute("update user set password_hash = ?2 where id = ?1", params![user.id, password_hash])?;
            password_links::remove(connection, user.id)?;
            sessions::end_all_of_user(connection, user.id, by.at, "password changed")
        })
    }

    /// Changes the password of a user who does it itself, and ends the user's other sessions.
    pub fn change_own_password(
        &self,
        user: i64,
        password_hash: &str,
        session: i64,
        by: By<'_>,
    ) -> Result<(), StoreError> {
        self.change_user(user, "password_changed", None, by, |connection, user| {
            connection.execute("update user set password_hash = ?2 where id = ?1", params![user.id, password_hash])?;
            password_links::remove(connection, user.id)?;
            sessions::end_others_of_user(connection, user.id, session, by.at, "password changed").map(|_| ())
        })
    }

    /// Replaces a user's roles. The user's sessions have them from their next request on.
    ///
    /// # Errors
    /// [`StoreError::LastAdministrator`].
    pub fn set_roles<'a, 'u>(
        &self,
        user: impl Into<Who<'u>>,
        roles: &[&str],
        by: impl Into<By<'a>>,
    ) -> Result<(), StoreError> {
        let detail = roles.join(", ");
        self.change_user(user, "roles_changed", Some(&detail), by.into(), |connection, user| {
            roles::keeping_an_administrator(connection, || roles::set(connection, user.id, roles))
        })
    }

    /// Ends all sessions of a user.
    pub fn end_sessions_of_user<'u>(&self, user: impl Into<Who<'u>>, by: By<'_>) -> Result<(), StoreError> {
        self.change_user(user, "sessions_ended", None, by, |connection, user| {
            sessions::end_all_of_user(connection, user.id, by.at, "ended by an administrator")
        })
    }

    /// Deletes a user with its sessions, tokens and preferences. What it did stays in the audit log.
    ///
    /// # Errors
    /// [`StoreError::LastAdministrator`].
    pub fn delete_user<'u>(&self, user: impl Into<Who<'u>>, by: By<'_>) -> Result<(), StoreError> {
        self.change_user(user, "user_deleted", None, by, |connection, user| {
            roles::keeping_an_administrator(connection, || delete(connection, user.id))
        })
    }

    fn change_user<'u>(
        &self,
        user: impl Into<Who<'u>>,
        event: &str,
        detail: Option<&str>,
        by: By<'_>,
        change: impl Fn(&Connection, &User) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let user = user.into();
        self.write(|transaction| {
            let user = required(transaction, user)?;
            change(transaction, &user)?;
            audit::append(transaction, &Entry { subject: Some(&user.login), detail, ..by.entry(event) })
        })
    }
}

/// Gives a user another login, which is free or its own. A link that was mailed to the earlier one, which may have been an
/// address, ends.
pub(super) fn set_login(connection: &Connection, id: i64, login: &str) -> Result<(), StoreError> {
    connection
        .execute("update user set login = ?2, login_key = ?3 where id = ?1", params![id, login, login_key(login)])?;
    password_links::remove_mailed(connection, id)
}

/// Deletes a user with all that is its own.
pub(super) fn delete(connection: &Connection, id: i64) -> Result<(), StoreError> {
    for table in ["session", "api_token", "password_link", "second_factor", "recovery_code", "preferences", "user_role"]
    {
        connection.execute(&format!("delete from {table} where user_id = ?1"), params![id])?;
    }
    connection.execute("delete from user where id = ?1", params![id])?;
    Ok(())
}

pub(super) fn insert(connection: &Connection, user: &NewUser<'_>, by: By<'_>) -> Result<i64, StoreError> {
    insert_as(connection, user, false, by)
}

fn insert_as(connection: &Connection, user: &NewUser<'_>, service: bool, by: By<'_>) -> Result<i64, StoreError> {
    let login = user.login.trim();
    let added = connection.execute(
        "insert into user (login, login_key, first_name, password_hash, created_at, service)
         values (?1, ?2, ?3, ?4, ?5, ?6) on conflict (login_key) do nothing",
        params![login, login_key(login), user.first_name, user.password_hash, by.at, service],
    )?;
    if added == 0 {
        return Err(StoreError::LoginTaken(login.to_owned()));
    }
    let id = connection.last_insert_rowid();
    roles::set(connection, id, user.roles)?;
    let detail = user.roles.join(", ");
    let event = if service { "service_added" } else { "user_added" };
    audit::append(connection, &Entry { subject: Some(login), detail: Some(&detail), ..by.entry(event) })?;
    Ok(id)
}

/// Refuses what makes no sense for a service account: a way to sign in.
pub(super) fn person(user: &User) -> Result<(), StoreError> {
    if user.service { Err(StoreError::IsService(user.login.clone())) } else { Ok(()) }
}

fn has_users(connection: &Connection) -> Result<bool, StoreError> {
    Ok(connection.query_row("select exists (select 1 from user where service = 0)", [], |row| row.get(0))?)
}

const SELECT: &str = "select id, login, first_name, password_hash, disabled_at is not null, signed_in_at,
                              sso_issuer, created_at, service from user";

/// The user, or the error that there is none.
pub(super) fn required<'a>(connection: &Connection, user: impl Into<Who<'a>>) -> Result<User, StoreError> {
    match user.into() {
        Who::Id(id) => by_id(connection, id)?.ok_or_else(|| StoreError::NoSuchUser(id.to_string())),
        Who::Login(login) => find(connection, login)?.ok_or_else(|| StoreError::NoSuchUser(login.to_owned())),
    }
}

/// The user with this id.
pub(super) fn by_id(connection: &Connection, id: i64) -> Result<Option<User>, StoreError> {
    connection
        .prepare_cached(&format!("{SELECT} where id = ?1"))?
        .query_row(params![id], from_row)
        .optional()?
        .map(|user| with_roles(connection, user))
        .transpose()
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
        created_at: row.get(7)?,
        service: row.get(8)?,
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
        let root = NewUser { login: "root", first_name: "Root", password_hash: "h", roles: &[roles::ADMIN] };
        store.add_user(&root, 5).expect("added");
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
        let wanted = [
            (22, "password_reset"),
            (21, "user_enabled"),
            (20, "user_disabled"),
            (5, "user_added"),
            (10, "user_added"),
        ];
        assert_eq!(events, wanted.map(|(at, event)| (at, event.to_owned())));
    }

    #[test]
    fn the_last_administrator_who_can_sign_in_stays_one() {
        let (_dir, store) = store_with_ann();
        let by = By::from(30);
        let refused = |result: Result<(), StoreError>| matches!(result, Err(StoreError::LastAdministrator));
        store.disable_user("ann@example.com", 20).expect("root is left");
        assert!(refused(store.disable_user("root", 21)));
        assert!(refused(store.delete_user("root", by)));
        assert!(refused(store.set_roles("root", &[roles::USERS], 22)));
        let invited = NewUser { login: "new", first_name: "New", password_hash: "", roles: &[roles::ADMIN] };
        store.invite_user(&invited, "secret", 100, by).expect("invited");
        assert!(refused(store.disable_user("root", 23)), "the other one cannot sign in yet");
        assert!(store.use_password_link("secret", "h", "10.0.0.1", 31).expect("written"));
        store.delete_user("root", by).expect("deleted");
        assert!(store.user_by_login("root").expect("read").is_none());
        assert!(refused(store.delete_user("new", by)));
        assert!(store.user_by_login("new").expect("read").is_some(), "a refused change changes nothing");
    }

    #[test]
    fn users_are_found_by_a_part_of_login_or_name() {
        let (_dir, store) = store_with_ann();
        let found = |text: &str| -> Vec<String> {
            let (users, count) = store.search_users(text, 10, 0).expect("read");
            assert_eq!(users.len() as i64, count);
            users.into_iter().map(|user| user.login).collect()
        };
        assert_eq!(found(""), ["Ann@Example.com", "root"]);
        assert_eq!(found("EXAMPLE"), ["Ann@Example.com"]);
        assert_eq!(found("Roo"), ["root"]);
        assert!(found("%").is_empty() && found("_").is_empty());
        let (one, count) = store.search_users("", 1, 1).expect("read");
        assert_eq!((one[0].login.as_str(), count), ("root", 2));
    }
}
