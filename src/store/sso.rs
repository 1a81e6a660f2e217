//! Single sign-on: the keys of issuers, and sessions that begin with a link.

use std::fmt;

use rusqlite::{Connection, OptionalExtension, params};

use super::audit::{self, Entry};
use super::sessions::{self, NewSession};
use super::users::{self, User, login_key};
use super::{Store, StoreError, roles};

/// The record of a used link is deleted this long after the link expires, in seconds: 90 days, in case the clock was
/// wrong or is set back.
const DELETED_AFTER: i64 = 90 * 24 * 60 * 60;

/// A key that an issuer seals links with.
#[derive(Clone)]
pub struct SsoKey {
    /// The `aa` of its links.
    pub id: String,
    /// The `iss` of its links.
    pub issuer: String,
    /// For AES-256-GCM.
    pub key: [u8; 32],
    /// Names of the roles its links may request, in alphabetical order.
    pub roles: Vec<String>,
    /// Seconds since 1970-01-01 UTC.
    pub created_at: i64,
    /// When its links are refused, in seconds since 1970-01-01 UTC; None for never.
    pub ends_at: Option<i64>,
}

impl fmt::Debug for SsoKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SsoKey").field("id", &self.id).field("issuer", &self.issuer).finish_non_exhaustive()
    }
}

/// The user of a valid link.
#[derive(Clone, Debug)]
pub struct SsoIdentity<'a> {
    /// The key the link was sealed with.
    pub key_id: &'a str,
    /// The nonce of the link, which works once.
    pub nonce: [u8; 12],
    /// When the link expires, in seconds since 1970-01-01 UTC.
    pub link_ends_at: i64,
    /// The issuer's own id of the user, which never changes.
    pub subject: &'a str,
    /// The user's current login.
    pub login: &'a str,
    /// The user's current first name.
    pub first_name: &'a str,
    /// Names of the user's current roles.
    pub roles: &'a [&'a str],
}

/// Why the store rejects a valid link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SsoRejection {
    /// The key was removed.
    #[error("its key was removed")]
    KeyRemoved,
    /// It was used before.
    #[error("it was used before")]
    Used,
    /// The user was disabled.
    #[error("the user has been disabled")]
    Disabled,
    /// Another user has the login.
    #[error("its login belongs to another user")]
    LoginTaken,
}

impl Store {
    /// Adds a key. `key.roles` must not be empty.
    pub fn add_sso_key(&self, key: &SsoKey) -> Result<(), StoreError> {
        self.write(|transaction| {
            insert(transaction, key)?;
            let detail = format!("{} for {}: {}", key.id, key.issuer, key.roles.join(", "));
            let entry = Entry { at: key.created_at, event: "sso_key_added", detail: Some(&detail), ..Entry::default() };
            audit::append(transaction, &entry)
        })
    }

    /// Adds a key of the same issuer and roles as an earlier one, whose links are refused from `ends_at` on.
    pub fn replace_sso_key(&self, id: &str, new: &SsoKey, ends_at: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            insert(transaction, new)?;
            transaction.execute(
                "update sso_key set ends_at = min(?2, coalesce(ends_at, ?2)) where id = ?1",
                params![id, ends_at],
            )?;
            let detail = format!("{id} by {} for {}", new.id, new.issuer);
            let entry =
                Entry { at: new.created_at, event: "sso_key_replaced", detail: Some(&detail), ..Entry::default() };
            audit::append(transaction, &entry)
        })
    }

    /// All keys by issuer, the oldest first.
    pub fn sso_keys(&self) -> Result<Vec<SsoKey>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached("select id from sso_key order by issuer, created_at, id")?;
        let ids: Vec<String> = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
        // A key that is removed meanwhile is left out.
        ids.iter().filter_map(|id| find(&reader, id).transpose()).collect()
    }

    /// The key with this id.
    pub fn sso_key(&self, id: &str) -> Result<Option<SsoKey>, StoreError> {
        find(&self.reader(), id)
    }

    /// Removes a key. All sessions of its issuer's users end, because the store does not record the key of a session.
    pub fn remove_sso_key(&self, id: &str, at: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            let key = find(transaction, id)?.ok_or_else(|| StoreError::NoSuchSsoKey(id.to_owned()))?;
            transaction.execute("delete from sso_key where id = ?1", params![id])?;
            let mut statement = transaction.prepare("select id from user where sso_issuer = ?1")?;
            let users: Vec<i64> =
                statement.query_map(params![key.issuer], |row| row.get(0))?.collect::<Result<_, _>>()?;
            for user in users {
                sessions::end_all_of_user(transaction, user, at, "single sign-on key removed")?;
            }
            let detail = format!("{id} for {}", key.issuer);
            audit::append(
                transaction,
                &Entry { at, event: "sso_key_removed", detail: Some(&detail), ..Entry::default() },
            )
        })
    }

    /// Why [`Store::start_sso_session`] would reject a link now; None if it would not. Changes nothing.
    pub fn check_sso_link(&self, identity: &SsoIdentity<'_>) -> Result<Option<SsoRejection>, StoreError> {
        Ok(admit(&self.reader(), identity)?.err())
    }

    /// Marks a link as used and starts a session for its user, in one transaction. The first link of a user adds the
    /// user; each one sets the login, name and roles that it gives.
    ///
    /// A rejection changes nothing. `session.user_id` is ignored.
    pub fn start_sso_session(
        &self,
        identity: &SsoIdentity<'_>,
        session: &NewSession<'_>,
    ) -> Result<Result<User, SsoRejection>, StoreError> {
        self.write(|transaction| {
            let (key, known) = match admit(transaction, identity)? {
                Ok(admitted) => admitted,
                Err(rejection) => return Ok(Err(rejection)),
            };
            let user_id = add_or_update(transaction, &key, known, identity, session.at)?;
            transaction.execute("delete from sso_used where expires_at < ?1", params![session.at - DELETED_AFTER])?;
            transaction.execute(
                "insert into sso_used (key_id, nonce, expires_at) values (?1, ?2, ?3)",
                params![key.id, identity.nonce, identity.link_ends_at],
            )?;
            let detail = format!("single sign-on by {} with key {}", key.issuer, key.id);
            let session = NewSession { user_id, ..session.clone() };
            // The user exists and is enabled; an error rolls the transaction back.
            let gone = || StoreError::NoSuchUser(identity.login.to_owned());
            if !sessions::start(transaction, &session, Some(&detail))? {
                return Err(gone());
            }
            users::find(transaction, identity.login)?.map(Ok).ok_or_else(gone)
        })
    }
}

fn insert(connection: &Connection, key: &SsoKey) -> Result<(), StoreError> {
    connection.execute(
        "insert into sso_key (id, issuer, key, created_at, ends_at) values (?1, ?2, ?3, ?4, ?5)",
        params![key.id, key.issuer, key.key, key.created_at, key.ends_at],
    )?;
    for role in &key.roles {
        let role_id = roles::id_of(connection, role)?;
        connection.execute("insert into sso_key_role (key_id, role_id) values (?1, ?2)", params![key.id, role_id])?;
    }
    Ok(())
}

/// A user with its login.
type KnownUser = (i64, String);

/// The key of a link, and its user if there is one.
fn admit(
    connection: &Connection,
    identity: &SsoIdentity<'_>,
) -> Result<Result<(SsoKey, Option<KnownUser>), SsoRejection>, StoreError> {
    let Some(key) = find(connection, identity.key_id)? else { return Ok(Err(SsoRejection::KeyRemoved)) };
    let is_used: bool = connection.query_row(
        "select exists (select 1 from sso_used where key_id = ?1 and nonce = ?2)",
        params![key.id, identity.nonce],
        |row| row.get(0),
    )?;
    if is_used {
        return Ok(Err(SsoRejection::Used));
    }
    let known: Option<(i64, bool, String)> = connection
        .query_row(
            "select id, disabled_at is not null, login from user where sso_issuer = ?1 and sso_subject = ?2",
            params![key.issuer, identity.subject],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )
        .optional()?;
    if known.as_ref().is_some_and(|(_, disabled, _)| *disabled) {
        return Ok(Err(SsoRejection::Disabled));
    }
    let holder: Option<i64> = connection
        .query_row("select id from user where login_key = ?1", params![login_key(identity.login)], |row| row.get(0))
        .optional()?;
    // An issuer must not sign anybody in as a user that is not its own.
    if holder.is_some() && holder != known.as_ref().map(|(id, _, _)| *id) {
        return Ok(Err(SsoRejection::LoginTaken));
    }
    Ok(Ok((key, known.map(|(id, _, login)| (id, login)))))
}

/// Adds or updates a link's user and returns its id.
fn add_or_update(
    connection: &Connection,
    key: &SsoKey,
    known: Option<KnownUser>,
    identity: &SsoIdentity<'_>,
    at: i64,
) -> Result<i64, StoreError> {
    let login = identity.login.trim();
    let roles_now = identity.roles.join(", ");
    let Some((id, login_before)) = known else {
        connection.execute(
            "insert into user (login, login_key, first_name, password_hash, created_at, sso_issuer, sso_subject)
             values (?1, ?2, ?3, '', ?4, ?5, ?6)",
            params![login, login_key(login), identity.first_name, at, key.issuer, identity.subject],
        )?;
        let id = connection.last_insert_rowid();
        roles::set(connection, id, identity.roles)?;
        let detail = format!("{roles_now}; by {} as {}", key.issuer, identity.subject);
        let entry = Entry { at, event: "user_added", subject: Some(login), detail: Some(&detail), ..Entry::default() };
        audit::append(connection, &entry)?;
        return Ok(id);
    };
    connection.execute("update user set first_name = ?2 where id = ?1", params![id, identity.first_name])?;
    if login_before != login {
        users::set_login(connection, id, login)?;
        let detail = format!("from {login_before}; by {}", key.issuer);
        let entry =
            Entry { at, event: "login_changed", subject: Some(login), detail: Some(&detail), ..Entry::default() };
        audit::append(connection, &entry)?;
    }
    let before: Vec<String> = roles::of_user(connection, id)?.into_iter().map(|role| role.name).collect();
    if before != identity.roles {
        // Roles are a user's, so a session that began with fewer would have these too.
        sessions::end_all_of_user(connection, id, at, "roles changed by single sign-on")?;
        roles::set(connection, id, identity.roles)?;
        let detail = format!("{roles_now}; by {}", key.issuer);
        let entry =
            Entry { at, event: "roles_changed", subject: Some(login), detail: Some(&detail), ..Entry::default() };
        audit::append(connection, &entry)?;
    }
    Ok(id)
}

fn find(connection: &Connection, id: &str) -> Result<Option<SsoKey>, StoreError> {
    let key = connection
        .prepare_cached("select id, issuer, key, created_at, ends_at from sso_key where id = ?1")?
        .query_row(params![id], |row| {
            Ok(SsoKey {
                id: row.get(0)?,
                issuer: row.get(1)?,
                key: row.get(2)?,
                roles: Vec::new(),
                created_at: row.get(3)?,
                ends_at: row.get(4)?,
            })
        })
        .optional()?;
    let Some(key) = key else { return Ok(None) };
    let roles = connection
        .prepare_cached(
            "select role.name from sso_key_role join role on role.id = sso_key_role.role_id
             where sso_key_role.key_id = ?1 order by role.name",
        )?
        .query_map(params![id], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    Ok(Some(SsoKey { roles, ..key }))
}

#[cfg(test)]
mod tests {
    use super::super::users::NewUser;
    use super::*;

    const KEY: &str = "portal-1";

    fn store() -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        add_key(&store, KEY);
        (dir, store)
    }

    fn add_key(store: &Store, id: &str) {
        let roles = vec![roles::ADMIN.to_owned(), roles::USERS.to_owned()];
        let key = SsoKey {
            id: id.to_owned(),
            issuer: "portal".to_owned(),
            key: [7; 32],
            roles,
            created_at: 1,
            ends_at: None,
        };
        store.add_sso_key(&key).expect("added");
    }

    fn ann(nonce: u8) -> SsoIdentity<'static> {
        SsoIdentity {
            key_id: KEY,
            nonce: [nonce; 12],
            link_ends_at: 200,
            subject: "17",
            login: "Ann@example.com",
            first_name: "Ann",
            roles: &[roles::USERS],
        }
    }

    fn follow_at(store: &Store, identity: &SsoIdentity<'_>, at: i64) -> Result<User, SsoRejection> {
        let id = format!("{}-{}-{at}-{}", identity.key_id, identity.subject, identity.nonce[0]);
        let session = NewSession { at, expires_at: at + 100, ..NewSession::of(&id) };
        store.start_sso_session(identity, &session).expect("the store works")
    }

    fn follow(store: &Store, identity: &SsoIdentity<'_>) -> Result<User, SsoRejection> {
        follow_at(store, identity, 100)
    }

    fn role_names(user: &User) -> Vec<&str> {
        user.roles.iter().map(|role| role.name.as_str()).collect()
    }

    #[test]
    fn the_first_link_adds_the_user_and_a_later_one_updates_it() {
        let (_dir, store) = store();
        let first = follow(&store, &ann(1)).expect("signed in");
        assert_eq!((first.login.as_str(), first.first_name.as_str()), ("Ann@example.com", "Ann"));
        assert_eq!(role_names(&first), [roles::USERS]);
        assert_eq!(first.password_hash, "", "no password matches");
        let renamed = SsoIdentity {
            login: "anna@example.com",
            first_name: "Anna",
            roles: &[roles::ADMIN, roles::USERS],
            ..ann(2)
        };
        let second = follow(&store, &renamed).expect("signed in");
        assert_eq!(
            (second.id, second.login.as_str(), second.first_name.as_str()),
            (first.id, "anna@example.com", "Anna")
        );
        assert_eq!(role_names(&second), [roles::ADMIN, roles::USERS]);
        assert!(store.user_by_login("ann@example.com").expect("read").is_none());
        let events: Vec<_> = store.last_audit_lines(10).expect("read").into_iter().map(|line| line.event).collect();
        assert_eq!(events, ["sign_in", "roles_changed", "login_changed", "sign_in", "user_added", "sso_key_added"]);
    }

    #[test]
    fn a_link_works_once() {
        let (_dir, store) = store();
        follow(&store, &ann(1)).expect("signed in");
        assert_eq!(follow(&store, &ann(1)).err(), Some(SsoRejection::Used));
        // With another key it is another link.
        add_key(&store, "portal-2");
        follow(&store, &SsoIdentity { key_id: "portal-2", ..ann(1) }).expect("signed in");
        // Its record is deleted 90 days after it expires.
        let used = |store: &Store| -> i64 {
            store.reader().query_row("select count(*) from sso_used", [], |row| row.get(0)).expect("read")
        };
        follow_at(&store, &SsoIdentity { link_ends_at: 10_000_000, ..ann(3) }, 200 + DELETED_AFTER).expect("signed in");
        assert_eq!(used(&store), 3);
        follow_at(&store, &SsoIdentity { link_ends_at: 10_000_000, ..ann(4) }, 201 + DELETED_AFTER).expect("signed in");
        assert_eq!(used(&store), 2);
    }

    #[test]
    fn a_rejection_changes_nothing_and_does_not_use_up_the_link() {
        let (_dir, store) = store();
        let local = NewUser { login: "bob", first_name: "Bob", password_hash: "h", roles: &[roles::ADMIN] };
        store.add_user(&local, 1).expect("added");
        let as_bob = SsoIdentity { subject: "18", login: "BOB", ..ann(1) };
        assert_eq!(follow(&store, &as_bob).err(), Some(SsoRejection::LoginTaken), "not as a user with a password");
        let lines = store.last_audit_lines(10).expect("read").len();
        follow(&store, &SsoIdentity { login: "rob", ..as_bob }).expect("the same link, unused");

        follow(&store, &ann(2)).expect("signed in");
        let takes_over = SsoIdentity { login: "rob", ..ann(3) };
        assert_eq!(follow(&store, &takes_over).err(), Some(SsoRejection::LoginTaken), "nor as another of its users");
        store.disable_user("ann@example.com", 5).expect("disabled");
        assert_eq!(follow(&store, &ann(3)).err(), Some(SsoRejection::Disabled));
        assert_eq!(follow(&store, &SsoIdentity { login: "new", ..ann(3) }).err(), Some(SsoRejection::Disabled));
        assert_eq!(store.last_audit_lines(20).expect("read").len(), lines + 5, "two sign-ins, one disabled user");
    }

    #[test]
    fn the_same_subject_of_two_issuers_is_two_users() {
        let (_dir, store) = store();
        let other = SsoKey {
            issuer: "other".to_owned(),
            id: "other-1".to_owned(),
            ..store.sso_keys().expect("read")[0].clone()
        };
        store.add_sso_key(&other).expect("added");
        let first = follow(&store, &ann(1)).expect("signed in");
        let namesake = SsoIdentity { key_id: "other-1", login: "ann@elsewhere", ..ann(2) };
        assert_ne!(follow(&store, &namesake).expect("signed in").id, first.id);
    }

    #[test]
    fn a_session_that_began_with_fewer_roles_never_has_more() {
        let (_dir, store) = store();
        follow(&store, &ann(1)).expect("signed in");
        let ended = |nonce: u8| store.session(&format!("portal-1-17-100-{nonce}")).expect("read").expect("there").ended;
        follow(&store, &ann(2)).expect("signed in again");
        assert!(!ended(1), "with the same roles");
        follow(&store, &SsoIdentity { roles: &[roles::ADMIN, roles::USERS], ..ann(3) }).expect("signed in");
        assert!(ended(1) && ended(2) && !ended(3));
    }

    #[test]
    fn a_removed_key_is_rejected_and_ends_its_issuers_sessions() {
        let (_dir, store) = store();
        add_key(&store, "portal-2");
        follow(&store, &ann(1)).expect("signed in");
        let ended = || store.session("portal-1-17-100-1").expect("read").expect("there").ended;
        store.remove_sso_key(KEY, 101).expect("removed");
        assert_eq!(follow(&store, &ann(2)).err(), Some(SsoRejection::KeyRemoved));
        assert!(ended());
        follow(&store, &SsoIdentity { key_id: "portal-2", ..ann(2) }).expect("signed in with the other key");
        store.remove_sso_key("portal-2", 102).expect("removed");
        assert!(matches!(store.remove_sso_key(KEY, 103), Err(StoreError::NoSuchSsoKey(_))));
        assert!(store.sso_keys().expect("read").is_empty());
    }

    #[test]
    fn keys_are_stored_as_given_and_not_printed() {
        let (_dir, store) = store();
        let key = store.sso_key(KEY).expect("read").expect("there");
        assert_eq!((key.issuer.as_str(), key.key, key.created_at), ("portal", [7; 32], 1));
        assert_eq!(key.roles, [roles::ADMIN, roles::USERS]);
        assert!(!format!("{key:?}").contains("7, 7"));
        let unknown = SsoKey { id: "x".to_owned(), roles: vec!["KING".to_owned()], ..key };
        assert!(matches!(store.add_sso_key(&unknown), Err(StoreError::NoSuchRole(_))));
        assert!(store.sso_key("x").expect("read").is_none(), "a refused change changes nothing");
    }
}
