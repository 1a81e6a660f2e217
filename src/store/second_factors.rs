//! The second factors of users: the sealed secret of their codes, the last code that was taken, and the digests of
//! recovery codes.

use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};

use super::audit::{self, By, Entry};
use super::sessions::{self, NewSession};
use super::users::{self, User, Who};
use super::{Store, StoreError};

/// A user's second factor.
#[derive(Clone, Debug)]
pub struct SecondFactor {
    /// The secret of its codes, sealed.
    pub secret: Vec<u8>,
    /// When it was set up, in seconds since 1970-01-01 UTC.
    pub since: i64,
    /// Recovery codes that were not used.
    pub codes_left: i64,
}

/// A second factor to set up.
#[derive(Debug)]
pub struct NewSecondFactor<'a> {
    /// The secret of its codes, sealed.
    pub secret: &'a [u8],
    /// The step of time of the code that confirmed it, which is not taken again.
    pub step: i64,
    /// When the one was set up that it replaces; None where there is none. Nothing happens where that has changed.
    pub replaces: Option<i64>,
    pub recovery_codes: &'a [String],
}

/// A right code, to be used up.
#[derive(Clone, Debug)]
pub enum Proof {
    /// The step of time of a code of the device.
    Step(i64),
    Recovery(String),
}

impl Proof {
    /// How a sign-in with it is named in the audit log.
    fn name(&self) -> &'static str {
        match self {
            Proof::Step(_) => "password and code",
            Proof::Recovery(_) => "password and recovery code",
        }
    }
}

impl Store {
    /// A user's second factor.
    pub fn second_factor(&self, user_id: i64) -> Result<Option<SecondFactor>, StoreError> {
        let read = "select secret, since, (select count(*) from recovery_code where user_id = ?1)
                    from second_factor where user_id = ?1";
        let factor = |row: &rusqlite::Row<'_>| {
            Ok(SecondFactor { secret: row.get(0)?, since: row.get(1)?, codes_left: row.get(2)? })
        };
        Ok(self.reader().prepare_cached(read)?.query_row(params![user_id], factor).optional()?)
    }

    /// Sets up a user's second factor, in the place of an earlier one. The user's sessions end, but for `session`. False
    /// where another was set up or removed meanwhile.
    pub fn set_second_factor(
        &self,
        user_id: i64,
        factor: &NewSecondFactor<'_>,
        session: Option<i64>,
        by: By<'_>,
    ) -> Result<bool, StoreError> {
        self.write(|transaction| {
            let since: Option<i64> = transaction
                .query_row("select since from second_factor where user_id = ?1", params![user_id], |row| row.get(0))
                .optional()?;
            if since != factor.replaces {
                return Ok(false);
            }
            let user = users::required(transaction, user_id)?;
            transaction.execute(
                "insert or replace into second_factor (user_id, secret, since, last_step) values (?1, ?2, ?3, ?4)",
                params![user_id, factor.secret, by.at, factor.step],
            )?;
            set_recovery_codes(transaction, user_id, factor.recovery_codes)?;
            changed(transaction, &user, session, "second_factor_on", by)?;
            Ok(true)
        })
    }

    /// Uses up a code of a user who has a session. False where it was used before.
    pub fn use_proof(&self, user_id: i64, proof: &Proof, by: By<'_>) -> Result<bool, StoreError> {
        self.write(|transaction| take(transaction, &users::required(transaction, user_id)?, proof, by))
    }

    /// Starts a session as [`Store::start_session`], with a code that is used up. None where it was used before.
    pub fn start_proved_session(&self, session: &NewSession<'_>, proof: &Proof) -> Result<Option<bool>, StoreError> {
        self.write(|transaction| {
            let Some(user) = users::by_id(transaction, session.user_id)? else { return Ok(Some(false)) };
            let by = By { actor: Some(&user.login), address: Some(session.address), at: session.at };
            if !take(transaction, &user, proof, by)? {
                return Ok(None);
            }
            sessions::start(transaction, session, Some(proof.name())).map(Some)
        })
    }

    /// Replaces a user's recovery codes.
    pub fn renew_recovery_codes(&self, user_id: i64, codes: &[String], by: By<'_>) -> Result<(), StoreError> {
        self.write(|transaction| {
            let user = users::required(transaction, user_id)?;
            set_recovery_codes(transaction, user_id, codes)?;
            audit::append(transaction, &Entry { subject: Some(&user.login), ..by.entry("recovery_codes_made") })
        })
    }

    /// Removes the second factor of a user who does it itself. The user's other sessions end.
    pub fn remove_second_factor(&self, user_id: i64, session: i64, by: By<'_>) -> Result<(), StoreError> {
        self.write(|transaction| {
            let user = users::required(transaction, user_id)?;
            delete(transaction, user_id)?;
            changed(transaction, &user, Some(session), "second_factor_off", by)
        })
    }

    /// Removes a user's second factor, because its device is lost. The user's sessions end. False where there was none.
    pub fn reset_second_factor<'u>(&self, user: impl Into<Who<'u>>, by: By<'_>) -> Result<bool, StoreError> {
        let user = user.into();
        self.write(|transaction| {
            let user = users::required(transaction, user)?;
            if !delete(transaction, user.id)? {
                return Ok(false);
            }
            changed(transaction, &user, None, "second_factor_reset", by)?;
            Ok(true)
        })
    }
}

/// Records a change of a second factor and ends the user's sessions, but for one: they began under another rule.
fn changed(
    connection: &Connection,
    user: &User,
    session: Option<i64>,
    event: &str,
    by: By<'_>,
) -> Result<(), StoreError> {
    // No session has the number 0.
    sessions::end_others_of_user(connection, user.id, session.unwrap_or(0), by.at, "second factor changed")?;
    audit::append(connection, &Entry { subject: Some(&user.login), ..by.entry(event) })
}

/// Uses up a code; false where it was used before.
fn take(connection: &Connection, user: &User, proof: &Proof, by: By<'_>) -> Result<bool, StoreError> {
    match proof {
        Proof::Step(step) => {
            let newer = "update second_factor set last_step = ?2 where user_id = ?1 and last_step < ?2";
            Ok(connection.execute(newer, params![user.id, step])? > 0)
        }
        Proof::Recovery(code) => {
            let used = "delete from recovery_code where user_id = ?1 and digest = ?2";
            if connection.execute(used, params![user.id, digest(code)])? == 0 {
                return Ok(false);
            }
            let left = "select count(*) from recovery_code where user_id = ?1";
            let left: i64 = connection.query_row(left, params![user.id], |row| row.get(0))?;
            let detail = format!("{left} left");
            let entry = Entry { subject: Some(&user.login), detail: Some(&detail), ..by.entry("recovery_code_used") };
            audit::append(connection, &entry)?;
            Ok(true)
        }
    }
}

fn set_recovery_codes(connection: &Connection, user_id: i64, codes: &[String]) -> Result<(), StoreError> {
    connection.execute("delete from recovery_code where user_id = ?1", params![user_id])?;
    for code in codes {
        connection
            .execute("insert into recovery_code (user_id, digest) values (?1, ?2)", params![user_id, digest(code)])?;
    }
    Ok(())
}

fn delete(connection: &Connection, user_id: i64) -> Result<bool, StoreError> {
    connection.execute("delete from recovery_code where user_id = ?1", params![user_id])?;
    Ok(connection.execute("delete from second_factor where user_id = ?1", params![user_id])? > 0)
}

/// A code has 79 random bits, to which a salt would add nothing.
fn digest(code: &str) -> [u8; 32] {
    Sha256::digest(code).into()
}

#[cfg(test)]
mod tests {
    use super::super::copy::copy_file;
    use super::super::roles;
    use super::super::users::NewUser;
    use super::*;

    fn codes(of: &[&str]) -> Vec<String> {
        of.iter().map(|code| (*code).to_owned()).collect()
    }

    fn set(store: &Store, user_id: i64, step: i64, replaces: Option<i64>, of: &[&str]) -> bool {
        let factor = NewSecondFactor { secret: b"sealed", step, replaces, recovery_codes: &codes(of) };
        store.set_second_factor(user_id, &factor, None, By::from(step)).expect("written")
    }

    fn with_users(dir: &std::path::Path) -> (Store, i64, i64) {
        let store = Store::open(dir).expect("opened");
        let user = |login| NewUser { login, first_name: "Ann", password_hash: "h", roles: &[roles::USERS] };
        let (ann, bob) = (store.add_user(&user("ann"), 1), store.add_user(&user("bob"), 1));
        (store, ann.expect("added"), bob.expect("added"))
    }

    #[test]
    fn a_code_is_taken_once_also_after_a_restart_and_only_for_its_user() {
        let dir = tempfile::tempdir().expect("a directory");
        let (store, ann, bob) = with_users(dir.path());
        assert!(set(&store, ann, 5, None, &["one", "two"]));
        assert!(!set(&store, ann, 9, None, &["three"]), "there is one by now");
        assert!(set(&store, bob, 5, None, &["four"]));
        let take =
            |store: &Store, user: i64, proof: Proof| store.use_proof(user, &proof, By::from(2)).expect("written");
        let recovery = |code: &str| Proof::Recovery(code.to_owned());
        assert!(!take(&store, ann, Proof::Step(5)) && !take(&store, ann, Proof::Step(4)), "at or before its set-up");
        assert!(take(&store, ann, Proof::Step(7)));
        assert!(take(&store, bob, Proof::Step(6)), "another device");
        assert!(!take(&store, bob, recovery("one")) && take(&store, ann, recovery("one")));
        drop(store);
        let store = Store::open(dir.path()).expect("opened again");
        assert!(!take(&store, ann, Proof::Step(7)) && !take(&store, ann, recovery("one")));
        assert!(take(&store, ann, Proof::Step(8)) && take(&store, ann, recovery("two")));
        assert!(set(&store, ann, 9, Some(5), &["five"]) && !take(&store, ann, Proof::Step(9)));
        assert_eq!(store.second_factor(ann).expect("read").expect("there").codes_left, 1);
        assert!(store.reset_second_factor("ann", By::from(3)).expect("written"));
        assert!(!take(&store, ann, Proof::Step(99)) && !take(&store, ann, recovery("five")));
        store.delete_user(bob, By::from(4)).expect("deleted with it");
    }

    /// Neither is one that was set up since switched off, nor does a code that was used work again.
    #[test]
    fn a_restore_keeps_the_second_factors_that_are_replaced() {
        let dir = tempfile::tempdir().expect("a directory");
        let (store, ann, bob) = with_users(dir.path());
        assert!(set(&store, bob, 5, None, &["one", "two"]));
        let backup = tempfile::tempdir().expect("a directory");
        copy_file(&Store::file(dir.path()), &Store::file(backup.path())).expect("copied");
        let key = store.second_factor_key().expect("made");
        assert!(set(&store, ann, 6, None, &["three"]));
        assert!(store.use_proof(bob, &Proof::Recovery("one".to_owned()), By::from(6)).expect("written"));
        let present = dir.path().join("present.sqlite");
        copy_file(&Store::file(dir.path()), &present).expect("copied");

        let restored = Store::open(backup.path()).expect("opened");
        assert!(restored.second_factor(ann).expect("read").is_none());
        restored.end_what_ended(&present, 7).expect("done");
        assert_eq!(restored.second_factor_key().expect("read"), key);
        let left = |user| restored.second_factor(user).expect("read").expect("there").codes_left;
        assert_eq!((left(ann), left(bob)), (1, 1));
        assert!(!restored.use_proof(bob, &Proof::Recovery("one".to_owned()), By::from(8)).expect("written"));
    }
}
