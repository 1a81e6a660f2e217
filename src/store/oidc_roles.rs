//! The roles that each provider gives to a user: what one of them gives ends with it, and another leaves it alone.

use rusqlite::{Connection, OptionalExtension, params};

use super::audit::{self, Entry};
use super::roles::{self, HAS_PROVIDER};
use super::{Store, StoreError};

/// The names of a user's roles, in order.
pub(super) fn of_user(connection: &Connection, user_id: i64) -> Result<Vec<String>, StoreError> {
    let mut names: Vec<String> = roles::of_user(connection, user_id)?.into_iter().map(|role| role.name).collect();
    names.sort_unstable();
    Ok(names)
}

/// Writes down what roles an identity gives. Returns all that the user's providers give, in order; None where this one
/// leaves roles to Bond.
pub(super) fn give(
    connection: &Connection,
    (issuer, subject): (&str, &str),
    user_id: i64,
    given: Option<&[String]>,
) -> Result<Option<Vec<String>>, StoreError> {
    connection.execute("delete from oidc_role where issuer = ?1 and subject = ?2", params![issuer, subject])?;
    let Some(given) = given else { return Ok(None) };
    for name in given {
        let role_id = roles::id_of(connection, name)?;
        let sql = "insert into oidc_role (issuer, subject, role_id) values (?1, ?2, ?3)";
        connection.execute(sql, params![issuer, subject, role_id])?;
    }
    let mut all = given.to_vec();
    all.extend(of_others(connection, user_id, issuer)?);
    all.sort_unstable();
    all.dedup();
    Ok(Some(all))
}

/// The roles that a user has from other providers that Bond still has.
fn of_others(connection: &Connection, user_id: i64, issuer: &str) -> Result<Vec<String>, StoreError> {
    let sql = format!(
        "select role.name from oidc_identity join oidc_role using (issuer, subject) join role on role.id = role_id
         where user_id = ?1 and oidc_identity.issuer <> ?2 and {HAS_PROVIDER}"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let names = statement.query_map(params![user_id, issuer], |row| row.get(0))?;
    Ok(names.collect::<Result<_, _>>()?)
}

/// Takes the roles that an identity gave from its user, but those that another provider gives, too. Whoever is the last who
/// can administer Bond keeps them, which is logged.
pub(super) fn take(connection: &Connection, issuer: &str, subject: &str, at: i64) -> Result<(), StoreError> {
    let sql =
        "select user_id, login from oidc_identity join user on user.id = user_id where issuer = ?1 and subject = ?2";
    let of = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let known: Option<(i64, String)> = connection.query_row(sql, params![issuer, subject], of).optional()?;
    let Some((user_id, login)) = known else { return Ok(()) };
    let mut statement = connection.prepare_cached(
        "select role.name from oidc_role join role on role.id = role_id where issuer = ?1 and subject = ?2",
    )?;
    let names = statement.query_map(params![issuer, subject], |row| row.get(0))?;
    let given: Vec<String> = names.collect::<Result<_, _>>()?;
    let (before, others) = (of_user(connection, user_id)?, of_others(connection, user_id, issuer)?);
    let stays = |name: &&String| !given.contains(name) || others.contains(name);
    let kept: Vec<&str> = before.iter().filter(stays).map(String::as_str).collect();
    if kept.len() < before.len() {
        match roles::keeping_an_administrator(connection, || roles::set(connection, user_id, &kept)) {
            Err(StoreError::LastAdministrator) => {
                tracing::warn!(issuer, subject, "the roles of a user stay: nobody else can administer Bond");
                return roles::set(connection, user_id, &before.iter().map(String::as_str).collect::<Vec<_>>());
            }
            done => done?,
        }
        let left = if kept.is_empty() { "none".to_owned() } else { kept.join(", ") };
        let detail = format!("{left}; by {issuer}");
        let (event, subject) = ("roles_changed", Some(login.as_str()));
        audit::append(connection, &Entry { at, event, subject, detail: Some(&detail), ..Entry::default() })?;
    }
    let of = "delete from oidc_role where issuer = ?1 and subject = ?2";
    connection.execute(of, params![issuer, subject])?;
    Ok(())
}

impl Store {
    /// Takes from a user what roles an identity gave: its provider gives none any more.
    pub fn take_given_roles(&self, issuer: &str, subject: &str, at: i64) -> Result<(), StoreError> {
        self.write(|transaction| take(transaction, issuer, subject, at))
    }
}

#[cfg(test)]
mod tests {
    use super::super::oidc::{NewcomerPolicy, OidcIdentity};
    use super::super::sessions::NewSession;
    use super::super::users::NewUser;
    use super::*;

    const ISSUER: &str = "https://login.example";

    fn sign_in(store: &Store, issuer: &str, nonce: &str, roles: &[&str]) {
        let roles: Vec<String> = roles.iter().map(|role| (*role).to_owned()).collect();
        let identity = OidcIdentity {
            issuer,
            subject: "s-1",
            nonce,
            nonce_ends_at: 600,
            login: "ann",
            first_name: "Ann",
            roles: Some(&roles),
            sid: None,
            refresh: None,
        };
        let session = NewSession { browser: nonce, at: 10, ..NewSession::of(nonce) };
        let started = store.start_oidc_session(&identity, &NewcomerPolicy::Refuse, &session).expect("no fault");
        started.expect("signed in");
    }

    fn names(store: &Store) -> Vec<String> {
        let ann = store.user_by_login("ann").expect("read").expect("there");
        ann.roles.into_iter().map(|role| role.name).collect()
    }

    fn store(issuers: &[&str]) -> (tempfile::TempDir, Store) {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        store.note_oidc_issuers(issuers).expect("noted");
        store
            .add_user(&NewUser { login: "ann", first_name: "Ann", password_hash: "h", roles: &[roles::ADMIN] }, 0)
            .expect("added");
        for issuer in issuers {
            store.link_user("ann", issuer, "s-1", 1).expect("linked");
        }
        (dir, store)
    }

    #[test]
    fn the_last_who_can_administer_keeps_the_role_that_a_provider_takes_until_another_is_there() {
        let (_dir, store) = store(&[ISSUER]);
        sign_in(&store, ISSUER, "n1", &[roles::ADMIN]);
        store.take_given_roles(ISSUER, "s-1", 2).expect("done");
        assert_eq!(names(&store), [roles::ADMIN]);
        let bob = NewUser { login: "bob", first_name: "Bob", password_hash: "h", roles: &[roles::ADMIN] };
        store.add_user(&bob, 0).expect("added");
        store.take_given_roles(ISSUER, "s-1", 3).expect("done");
        assert_eq!(names(&store), Vec::<String>::new());
        let line = store.last_audit_lines(1).expect("read").remove(0);
        assert_eq!((line.event.as_str(), line.detail), ("roles_changed", Some(format!("none; by {ISSUER}"))));
        // Taken once; what an administrator gives afterwards stays.
        store.set_roles(1, &[roles::USERS], 4).expect("set");
        store.take_given_roles(ISSUER, "s-1", 5).expect("done");
        assert_eq!(names(&store), [roles::USERS]);
    }

    #[test]
    fn what_a_provider_gave_that_the_settings_no_longer_have_ends_with_the_next_word_of_another() {
        const OTHER: &str = "https://other.example";
        let (_dir, store) = store(&[ISSUER, OTHER]);
        let bob = NewUser { login: "bob", first_name: "Bob", password_hash: "h", roles: &[roles::ADMIN] };
        store.add_user(&bob, 0).expect("added");
        sign_in(&store, ISSUER, "n1", &[roles::ADMIN]);
        sign_in(&store, OTHER, "n2", &[roles::USERS]);
        assert_eq!(names(&store), [roles::ADMIN, roles::USERS]);
        // The issuers are compared as a whole.
        store.note_oidc_issuers(&[OTHER, "https://login.example.com", "xhttps://login.example"]).expect("noted");
        sign_in(&store, OTHER, "n3", &[roles::USERS]);
        assert_eq!(names(&store), [roles::USERS]);
    }
}
