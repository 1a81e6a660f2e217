//! The identities of users at an OpenID Connect provider, and sessions that begin there.

use rusqlite::{Connection, OptionalExtension, params};

use super::audit::{self, Entry};
use super::sessions::{self, NewSession};
use super::users::{self, User, login_key};
use super::{Store, StoreError, oidc_roles, roles};

/// The record of a finished sign-in is deleted this long after it would have expired, in seconds: a day, in case the
/// clock is set back.
const DELETED_AFTER: i64 = 24 * 60 * 60;

/// A user whom the provider vouches for.
#[derive(Clone, Debug)]
pub struct OidcIdentity<'a> {
    /// The provider.
    pub issuer: &'a str,
    /// The provider's id of the user, which never changes.
    pub subject: &'a str,
    /// The nonce of the sign-in, which works once.
    pub nonce: &'a str,
    /// When the sign-in expires, in seconds since 1970-01-01 UTC.
    pub nonce_ends_at: i64,
    /// The login of a user that was added or is to be; empty leaves login and first name as they are.
    pub login: &'a str,
    /// The user's current first name.
    pub first_name: &'a str,
    /// Names of the user's current roles; None while roles are left to Bond.
    pub roles: Option<&'a [String]>,
    /// The provider's id of its own session, if it says one.
    pub sid: Option<&'a str>,
    /// The provider's refresh token, sealed; None if there is none to check the user with.
    pub refresh: Option<&'a [u8]>,
}

impl OidcIdentity<'_> {
    /// By what it is known.
    fn key(&self) -> (&str, &str) {
        (self.issuer, self.subject)
    }
}

/// What to do with somebody whom Bond does not know.
#[derive(Clone, Debug)]
pub enum NewcomerPolicy {
    /// Refuse: an administrator links users.
    Refuse,
    /// Add a user, with this role where the identity has none.
    Add {
        /// The name of the role.
        role: String,
    },
}

/// Why the store rejects an identity.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OidcRejection {
    /// The sign-in was finished before.
    #[error("it was used before")]
    Used,
    /// No user is linked, and none is to be added.
    #[error("no user is linked to the subject {0}")]
    Unknown(String),
    /// The user was disabled.
    #[error("the user has been disabled")]
    Disabled,
    /// Another user has the login.
    #[error("its login belongs to another user, who is not linked to the subject {0}")]
    LoginTaken(String),
    /// A mapped role does not exist.
    #[error("there is no role {0}")]
    NoSuchRole(String),
    /// The provider's roles would leave Bond without an administrator.
    #[error("its roles would leave nobody who can administer Bond")]
    LastAdministrator,
}

/// A linked identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedIdentity {
    /// The user's login.
    pub login: String,
    /// The provider.
    pub issuer: String,
    /// The provider's id of the user.
    pub subject: String,
}

impl Store {
    /// Notes by which providers users can sign in: their administrators count as such, in commands too.
    pub fn note_oidc_issuers(&self, issuers: &[&str]) -> Result<(), StoreError> {
        self.write(|transaction| {
            if issuers.is_empty() {
                transaction.execute("delete from setting where name = ?1", params![roles::OIDC_ISSUERS])?;
                return Ok(());
            }
            transaction.execute(
                "insert into setting (name, value) values (?1, ?2)
                 on conflict (name) do update set value = excluded.value where value <> excluded.value",
                params![roles::OIDC_ISSUERS, issuers.join("\n").as_bytes()],
            )?;
            Ok(())
        })
    }

    /// Links a user to an identity: whoever has it signs in as that user.
    pub fn link_user(&self, login: &str, issuer: &str, subject: &str, at: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            let user = users::find(transaction, login)?.ok_or_else(|| StoreError::NoSuchUser(login.to_owned()))?;
            users::person(&user)?;
            let holder: Option<String> = transaction
                .query_row(
                    "select user.login from oidc_identity join user on user.id = oidc_identity.user_id
                     where (issuer = ?1 and subject = ?2) or (issuer = ?1 and user_id = ?3)",
                    params![issuer, subject, user.id],
                    |row| row.get(0),
                )
                .optional()?;
            if let Some(holder) = holder {
                return Err(StoreError::IdentityTaken(holder));
            }
            insert(transaction, issuer, subject, user.id, false, at)?;
            note(transaction, at, "user_linked", &user.login, &format!("to {subject} of {issuer}"))
        })
    }

    /// Removes the identities of a user and ends its sessions. Returns how many there were.
    pub fn unlink_user(&self, login: &str, at: i64) -> Result<usize, StoreError> {
        self.write(|transaction| {
            let user = users::find(transaction, login)?.ok_or_else(|| StoreError::NoSuchUser(login.to_owned()))?;
            let gone = "select exists (select 1 from oidc_identity where user_id = ?1 and gone_at is not null)";
            let is_gone: bool = transaction.query_row(gone, params![user.id], |row| row.get(0))?;
            // What the provider took away does not come back without it.
            if is_gone || (user.password_hash.is_empty() && user.sso_issuer.is_none()) {
                transaction.execute("delete from api_token where user_id = ?1", params![user.id])?;
            }
            let removed = transaction.execute("delete from oidc_identity where user_id = ?1", params![user.id])?;
            if removed > 0 {
                sessions::end_all_of_user(transaction, user.id, at, "unlinked from OpenID Connect")?;
                note(transaction, at, "user_unlinked", &user.login, "from OpenID Connect")?;
            }
            Ok(removed)
        })
    }

    /// All identities, ordered by login.
    pub fn oidc_identities(&self) -> Result<Vec<LinkedIdentity>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "select user.login, issuer, subject from oidc_identity join user on user.id = oidc_identity.user_id
             order by user.login_key, issuer",
        )?;
        let identities = statement.query_map([], |row| {
            Ok(LinkedIdentity { login: row.get(0)?, issuer: row.get(1)?, subject: row.get(2)? })
        })?;
        Ok(identities.collect::<Result<_, _>>()?)
    }

    /// The providers that a user is linked to.
    pub fn oidc_issuers(&self, user_id: i64) -> Result<Vec<String>, StoreError> {
        let reader = self.reader();
        let mut statement =
            reader.prepare_cached("select issuer from oidc_identity where user_id = ?1 order by issuer")?;
        let issuers = statement.query_map(params![user_id], |row| row.get(0))?;
        Ok(issuers.collect::<Result<_, _>>()?)
    }

    /// Marks a sign-in as finished and starts a session for its user, in one transaction.
    ///
    /// A rejection changes nothing. `session.user_id` is ignored.
    pub fn start_oidc_session(
        &self,
        identity: &OidcIdentity<'_>,
        newcomers: &NewcomerPolicy,
        session: &NewSession<'_>,
    ) -> Result<Result<User, OidcRejection>, StoreError> {
        let done = self.write(|transaction| {
            let is_used: bool = transaction.query_row(
                "select exists (select 1 from oidc_used where nonce = ?1)",
                params![identity.nonce],
                |row| row.get(0),
            )?;
            if is_used {
                return Ok(Err(OidcRejection::Used));
            }
            let login = match add_or_update(transaction, identity, newcomers, session.at)? {
                Ok(login) => login,
                Err(rejection) => return Ok(Err(rejection)),
            };
            take_once(transaction, identity.nonce, identity.nonce_ends_at, session.at)?;
            // The user exists and is enabled; an error rolls the transaction back.
            let gone = || StoreError::NoSuchUser(login.clone());
            let user = users::find(transaction, &login)?.ok_or_else(gone)?;
            let detail = format!("OpenID Connect by {} as {}", identity.issuer, identity.subject);
            let session = NewSession { user_id: user.id, ..session.clone() };
            if !sessions::start(transaction, &session, Some(&detail))? {
                return Err(gone());
            }
            transaction.execute(
                "update session set oidc_issuer = ?2, oidc_subject = ?3, oidc_sid = ?4 where digest = ?1",
                params![sessions::digest(session.id), identity.issuer, identity.subject, identity.sid],
            )?;
            transaction.execute(
                "update oidc_identity set vouched_at = ?3, asked_at = ?3, fault = null, refresh = coalesce(?4, refresh)
                 where issuer = ?1 and subject = ?2",
                params![identity.issuer, identity.subject, session.at, identity.refresh],
            )?;
            Ok(Ok(user))
        });
        match done {
            Err(StoreError::LastAdministrator) => Ok(Err(OidcRejection::LastAdministrator)),
            done => done,
        }
    }
}

/// Notes that something was used that works once; returns whether this is the first time.
pub(super) fn take_once(connection: &Connection, nonce: &str, ends_at: i64, at: i64) -> Result<bool, StoreError> {
    connection.execute("delete from oidc_used where expires_at < ?1", params![at - DELETED_AFTER])?;
    let sql = "insert or ignore into oidc_used (nonce, expires_at) values (?1, ?2)";
    Ok(connection.execute(sql, params![nonce, ends_at])? == 1)
}

/// Finds, updates or adds the user of an identity and returns its login. A rejection comes before the first write.
pub(super) fn add_or_update(
    connection: &Connection,
    identity: &OidcIdentity<'_>,
    newcomers: &NewcomerPolicy,
    at: i64,
) -> Result<Result<String, OidcRejection>, StoreError> {
    let known: Option<(i64, bool, bool, String)> = connection
        .query_row(
            "select user.id, disabled_at is not null, added, login
             from oidc_identity join user on user.id = oidc_identity.user_id where issuer = ?1 and subject = ?2",
            params![identity.issuer, identity.subject],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
        )
        .optional()?;
    for role in identity.roles.unwrap_or_default() {
        match roles::id_of(connection, role) {
            Err(StoreError::NoSuchRole(role)) => return Ok(Err(OidcRejection::NoSuchRole(role))),
            found => found?,
        };
    }
    let Some((id, is_disabled, is_added, login)) = known else { return add(connection, identity, newcomers, at) };
    if is_disabled {
        return Ok(Err(OidcRejection::Disabled));
    }
    let before = oidc_roles::of_user(connection, id)?;
    let changed = oidc_roles::give(connection, identity.key(), id, identity.roles)?.filter(|roles| *roles != before);
    let login =
        if is_added && !identity.login.is_empty() { update_names(connection, id, login, identity, at)? } else { login };
    if let Some(roles) = changed {
        // A session that began with fewer roles would have these too.
        sessions::end_all_of_user(connection, id, at, "roles changed by OpenID Connect")?;
        let names: Vec<&str> = roles.iter().map(String::as_str).collect();
        roles::keeping_an_administrator(connection, || roles::set(connection, id, &names))?;
        note(connection, at, "roles_changed", &login, &format!("{}; by {}", names.join(", "), identity.issuer))?;
    }
    Ok(Ok(login))
}

fn add(
    connection: &Connection,
    identity: &OidcIdentity<'_>,
    newcomers: &NewcomerPolicy,
    at: i64,
) -> Result<Result<String, OidcRejection>, StoreError> {
    let NewcomerPolicy::Add { role } = newcomers else {
        return Ok(Err(OidcRejection::Unknown(identity.subject.to_owned())));
    };
    let login = identity.login.trim();
    // A provider must not sign anybody in as a user that nobody linked to it.
    if users::find(connection, login)?.is_some() {
        return Ok(Err(OidcRejection::LoginTaken(identity.subject.to_owned())));
    }
    let names: Vec<&str> =
        identity.roles.map_or_else(|| vec![role.as_str()], |roles| roles.iter().map(String::as_str).collect());
    if let Err(StoreError::NoSuchRole(role)) = roles::id_of(connection, names.first().copied().unwrap_or_default()) {
        return Ok(Err(OidcRejection::NoSuchRole(role)));
    }
    connection.execute(
        "insert into user (login, login_key, first_name, password_hash, created_at) values (?1, ?2, ?3, '', ?4)",
        params![login, login_key(login), identity.first_name, at],
    )?;
    let id = connection.last_insert_rowid();
    roles::set(connection, id, &names)?;
    insert(connection, identity.issuer, identity.subject, id, true, at)?;
    oidc_roles::give(connection, identity.key(), id, identity.roles)?;
    let detail = format!("{}; by {} as {}", names.join(", "), identity.issuer, identity.subject);
    note(connection, at, "user_added", login, &detail)?;
    Ok(Ok(login.to_owned()))
}

/// Follows the provider's login and first name, and returns the login. A login that another user has is not taken.
fn update_names(
    connection: &Connection,
    id: i64,
    before: String,
    identity: &OidcIdentity<'_>,
    at: i64,
) -> Result<String, StoreError> {
    connection.execute("update user set first_name = ?2 where id = ?1", params![id, identity.first_name])?;
    let login = identity.login.trim();
    if login == before || users::find(connection, login)?.is_some_and(|holder| holder.id != id) {
        return Ok(before);
    }
    users::set_login(connection, id, login)?;
    note(connection, at, "login_changed", login, &format!("from {before}; by {}", identity.issuer))?;
    Ok(login.to_owned())
}

fn insert(
    connection: &Connection,
    issuer: &str,
    subject: &str,
    user_id: i64,
    is_added: bool,
    at: i64,
) -> Result<(), StoreError> {
    connection.execute(
        "insert into oidc_identity (issuer, subject, user_id, added, linked_at) values (?1, ?2, ?3, ?4, ?5)",
        params![issuer, subject, user_id, is_added, at],
    )?;
    Ok(())
}

fn note(connection: &Connection, at: i64, event: &str, login: &str, detail: &str) -> Result<(), StoreError> {
    audit::append(connection, &Entry { at, event, subject: Some(login), detail: Some(detail), ..Entry::default() })
}

#[cfg(test)]
mod tests {
    use super::super::users::NewUser;
    use super::*;

    const ISSUER: &str = "https://login.example";

    fn store() -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        for (login, role) in [("root", roles::ADMIN), ("ann", roles::USERS)] {
            let user = NewUser { login, first_name: "Ann", password_hash: "h", roles: &[role] };
            store.add_user(&user, 0).expect("added");
        }
        (dir, store)
    }

    struct Case<'a> {
        subject: &'a str,
        nonce: &'a str,
        login: &'a str,
        roles: Option<&'a [&'a str]>,
        adds: bool,
    }

    const ANN: Case<'_> = Case { subject: "s-1", nonce: "n", login: "ann.lee", roles: None, adds: false };

    fn sign_in(store: &Store, case: &Case<'_>) -> Result<User, OidcRejection> {
        let roles: Option<Vec<String>> = case.roles.map(|roles| roles.iter().map(|role| (*role).to_owned()).collect());
        let identity = OidcIdentity {
            issuer: ISSUER,
            subject: case.subject,
            nonce: case.nonce,
            nonce_ends_at: 600,
            login: case.login,
            first_name: "Anna",
            roles: roles.as_deref(),
            sid: None,
            refresh: None,
        };
        let newcomers =
            if case.adds { NewcomerPolicy::Add { role: roles::USERS.to_owned() } } else { NewcomerPolicy::Refuse };
        let id = format!("session {}", case.nonce);
        let session = NewSession { browser: case.nonce, at: 10, ..NewSession::of(&id) };
        store.start_oidc_session(&identity, &newcomers, &session).expect("no fault of the store")
    }

    fn names(user: &User) -> Vec<&str> {
        user.roles.iter().map(|role| role.name.as_str()).collect()
    }

    #[test]
    fn only_a_linked_user_signs_in_and_keeps_its_login_and_name() {
        let (_dir, store) = store();
        assert_eq!(sign_in(&store, &ANN).expect_err("not linked"), OidcRejection::Unknown("s-1".to_owned()));
        store.link_user("ann", ISSUER, "s-1", 1).expect("linked");
        let ann = sign_in(&store, &ANN).expect("signed in");
        assert_eq!((ann.login.as_str(), ann.first_name.as_str(), names(&ann)), ("ann", "Ann", vec!["USERS"]));
        assert_eq!(sign_in(&store, &ANN).expect_err("twice"), OidcRejection::Used);
        assert_eq!(store.last_audit_lines(1).expect("read")[0].event, "sign_in");

        store.disable_user("ann", 2).expect("disabled");
        assert_eq!(sign_in(&store, &Case { nonce: "n2", ..ANN }).expect_err("disabled"), OidcRejection::Disabled);
        store.enable_user("ann", 3).expect("enabled");
        assert_eq!(store.unlink_user("ann", 4).expect("unlinked"), 1);
        assert!(store.session("session n").expect("read").is_some_and(|session| session.ended));
        assert!(sign_in(&store, &Case { nonce: "n3", ..ANN }).is_err());
    }

    #[test]
    fn an_identity_has_one_user_and_a_user_one_identity_of_a_provider() {
        let (_dir, store) = store();
        store.link_user("ann", ISSUER, "s-1", 1).expect("linked");
        for (login, subject) in [("root", "s-1"), ("ann", "s-2")] {
            let refused = store.link_user(login, ISSUER, subject, 1).expect_err("refused");
            assert!(matches!(&refused, StoreError::IdentityTaken(holder) if holder == "ann"), "{refused}");
        }
        store.link_user("ann", "https://other.example", "s-1", 1).expect("another provider");
        assert_eq!(store.oidc_identities().expect("read").len(), 2);
        assert!(matches!(store.link_user("nobody", ISSUER, "s-9", 1), Err(StoreError::NoSuchUser(_))));
    }

    #[test]
    fn a_newcomer_never_gets_the_user_of_the_same_login() {
        let (_dir, store) = store();
        for login in ["ann", " ANN "] {
            let taken = sign_in(&store, &Case { login, adds: true, ..ANN }).expect_err("taken");
            assert_eq!(taken, OidcRejection::LoginTaken("s-1".to_owned()));
        }
        let new = sign_in(&store, &Case { adds: true, ..ANN }).expect("added");
        assert_eq!((new.login.as_str(), new.password_hash.as_str(), names(&new)), ("ann.lee", "", vec!["USERS"]));
        // Known by its subject, whatever its login is now; a taken one is left alone.
        let renamed = sign_in(&store, &Case { nonce: "n2", login: "ann.smith", ..ANN }).expect("signed in");
        assert_eq!((renamed.id, renamed.login.as_str()), (new.id, "ann.smith"));
        let same = sign_in(&store, &Case { nonce: "n3", login: "root", ..ANN }).expect("signed in");
        assert_eq!((same.id, same.login.as_str()), (new.id, "ann.smith"));
    }

    #[test]
    fn roles_follow_the_provider_and_a_change_ends_earlier_sessions() {
        let (_dir, store) = store();
        let both = Some(&["ROLE_ADMIN", "USERS"][..]);
        let new = sign_in(&store, &Case { adds: true, roles: both, ..ANN }).expect("added");
        assert_eq!(names(&new), ["ROLE_ADMIN", "USERS"]);
        sign_in(&store, &Case { nonce: "n2", roles: both, ..ANN }).expect("signed in");
        assert!(!store.session("session n").expect("read").expect("there").ended, "nothing changed");
        let fewer = sign_in(&store, &Case { nonce: "n3", roles: Some(&["USERS"]), ..ANN }).expect("signed in");
        assert_eq!(names(&fewer), ["USERS"]);
        assert!(store.session("session n").expect("read").expect("there").ended);
        let wrong = sign_in(&store, &Case { nonce: "n4", roles: Some(&["KING"]), ..ANN }).expect_err("refused");
        assert_eq!(wrong, OidcRejection::NoSuchRole("KING".to_owned()));
    }

    #[test]
    fn the_provider_cannot_remove_the_last_administrator() {
        let (_dir, store) = store();
        store.link_user("root", ISSUER, "s-0", 1).expect("linked");
        let root = Case { subject: "s-0", roles: Some(&["USERS"]), ..ANN };
        assert_eq!(sign_in(&store, &root).expect_err("the last"), OidcRejection::LastAdministrator);
        let boss = NewUser { login: "boss", first_name: "B", password_hash: "h", roles: &[roles::ADMIN] };
        store.add_user(&boss, 0).expect("added");
        assert_eq!(names(&sign_in(&store, &root).expect("another is there")), ["USERS"]);
    }
}
