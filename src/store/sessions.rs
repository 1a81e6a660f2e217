//! Sessions: one row per sign-in. The row decides whether a session is valid; a token only refers to it.
//!
//! The id of a session is a secret that only its token has. The store keeps the digest of the id, so nobody can make a
//! token from a copy of the store.

use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::audit::{self, By, Entry};
use super::notes::{self, Note};
use super::roles::{self, Role};
use super::{Store, StoreError};

/// Sessions are deleted this long after they expire, in seconds: 30 days.
const DELETED_AFTER: i64 = 30 * 24 * 60 * 60;

/// A session and its user, in their current state.
#[derive(Clone, Debug)]
pub struct Session {
    /// The `sid` of the token, by which it was looked up.
    pub id: String,
    /// What its user ends it by; not secret.
    pub number: i64,
    /// The user's id.
    pub user_id: i64,
    /// The user's login.
    pub login: String,
    /// The user's first name.
    pub first_name: String,
    /// What the user may do.
    pub roles: Vec<Role>,
    /// When it began, in seconds since 1970-01-01 UTC.
    pub created_at: i64,
    /// When it expires, in seconds since 1970-01-01 UTC.
    pub expires_at: i64,
    /// The time of the last request, at most a minute behind, in seconds since 1970-01-01 UTC.
    pub last_seen_at: i64,
    /// It was ended before it expired, or its user was disabled.
    pub ended: bool,
}

/// A session as its user sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LiveSession {
    /// What it is ended by.
    #[ts(type = "number")]
    pub id: i64,
    /// The browser and its system, such as Firefox on Linux; empty if they are not known.
    pub device: String,
    /// Seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub created_at: i64,
    /// At most a minute behind, in seconds since 1970-01-01 UTC.
    #[ts(type = "number")]
    pub last_seen_at: i64,
}

/// A session to start.
#[derive(Clone, Debug)]
pub struct NewSession<'a> {
    /// Random and not guessable.
    pub id: &'a str,
    /// The user's id.
    pub user_id: i64,
    /// Digest of the browser's cookie.
    pub browser: &'a str,
    /// The browser and its system, for the user's list of sessions.
    pub device: &'a str,
    /// Seconds since 1970-01-01 UTC.
    pub at: i64,
    /// Seconds since 1970-01-01 UTC.
    pub expires_at: i64,
    /// A session that this one replaces, in addition to those of the same browser.
    pub replaces: Option<&'a str>,
    /// The client's IP address, for the audit log.
    pub address: &'a str,
}

#[cfg(test)]
impl<'a> NewSession<'a> {
    /// A session of the user 0 and of a browser of its own.
    pub fn of(id: &'a str) -> NewSession<'a> {
        let (at, expires_at) = (0, 100);
        NewSession { id, user_id: 0, browser: id, device: "", at, expires_at, replaces: None, address: "127.0.0.1" }
    }
}

pub(super) fn digest(id: &str) -> [u8; 32] {
    Sha256::digest(id).into()
}

/// The longest that something waits that could not be sent, in seconds.
const LONGEST_WAIT: i64 = 2 * 24 * 60 * 60;

impl Store {
    /// Starts a session and ends those of the same browser.
    ///
    /// Returns false, and starts nothing, if the user was disabled in the meantime, or is a service account.
    pub fn start_session(&self, session: &NewSession<'_>) -> Result<bool, StoreError> {
        self.write(|transaction| start(transaction, session, None))
    }

    /// As [`Store::start_session`]; the audit log says how the user signed in.
    pub fn start_session_by(&self, session: &NewSession<'_>, detail: &str) -> Result<bool, StoreError> {
        self.write(|transaction| start(transaction, session, Some(detail)))
    }

    /// The session with this id, in any state.
    pub fn session(&self, id: &str) -> Result<Option<Session>, StoreError> {
        let reader = self.reader();
        let session = reader
            .prepare_cached(
                "select session.id, user.id, user.login, user.first_name, session.created_at, session.expires_at,
                        session.last_seen_at, session.ended_at is not null or user.disabled_at is not null
                 from session join user on user.id = session.user_id where session.digest = ?1",
            )?
            .query_row(params![digest(id)], |row| {
                Ok(Session {
                    id: id.to_owned(),
                    number: row.get(0)?,
                    user_id: row.get(1)?,
                    login: row.get(2)?,
                    first_name: row.get(3)?,
                    roles: Vec::new(),
                    created_at: row.get(4)?,
                    expires_at: row.get(5)?,
                    last_seen_at: row.get(6)?,
                    ended: row.get(7)?,
                })
            })
            .optional()?;
        let Some(session) = session else { return Ok(None) };
        Ok(Some(Session { roles: roles::of_user(&reader, session.user_id)?, ..session }))
    }

    /// The number of sessions that have neither ended nor expired, if those that were not used for `idle` seconds are over.
    /// A session's last use may be known a minute late.
    pub fn live_sessions(&self, now: i64, idle: i64) -> Result<i64, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "select count(*) from session join user on user.id = session.user_id
             where session.expires_at > ?1 and session.last_seen_at > ?1 - ?2 and session.ended_at is null
               and user.disabled_at is null",
        )?;
        Ok(statement.query_row(params![now, idle], |row| row.get(0))?)
    }

    /// Records that a session was used. A time before the recorded one changes nothing.
    pub fn touch_session(&self, id: &str, at: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "update session set last_seen_at = max(last_seen_at, ?2) where digest = ?1 and ended_at is null",
                params![digest(id), at],
            )?;
            notes::raise(transaction, Note::Clock, at)
        })
    }

    /// The sessions of a user that have neither ended nor expired, the latest used first. `idle` as in
    /// [`Store::live_sessions`].
    pub fn sessions_of_user(&self, user_id: i64, now: i64, idle: i64) -> Result<Vec<LiveSession>, StoreError> {
        let reader = self.reader();
        let mut statement = reader.prepare_cached(
            "select id, device, created_at, last_seen_at from session
             where user_id = ?1 and expires_at > ?2 and last_seen_at > ?2 - ?3 and ended_at is null
             order by last_seen_at desc, id desc",
        )?;
        let sessions = statement.query_map(params![user_id, now, idle], |row| {
            Ok(LiveSession { id: row.get(0)?, device: row.get(1)?, created_at: row.get(2)?, last_seen_at: row.get(3)? })
        })?;
        Ok(sessions.collect::<Result<_, _>>()?)
    }

    /// Ends a session of a user by its number.
    ///
    /// # Errors
    /// [`StoreError::NoSuchSession`].
    pub fn end_session_of_user(&self, user_id: i64, number: i64, by: By<'_>) -> Result<(), StoreError> {
        self.write(|transaction| {
            let ended = transaction.execute(
                "update session set ended_at = ?3, end_reason = 'ended by its user'
                 where user_id = ?1 and id = ?2 and ended_at is null",
                params![user_id, number, by.at],
            )?;
            if ended == 0 {
                return Err(StoreError::NoSuchSession(number));
            }
            audit::append(transaction, &by.entry("session_ended"))
        })
    }

    /// Ends the sessions of a user but one, and returns how many.
    pub fn end_other_sessions(&self, user_id: i64, number: i64, by: By<'_>) -> Result<usize, StoreError> {
        self.write(|transaction| {
            let ended = end_others_of_user(transaction, user_id, number, by.at, "ended by its user")?;
            audit::append(transaction, &by.entry("other_sessions_ended"))?;
            Ok(ended)
        })
    }

    /// Forgets what was written down while the clock was ahead: the latest time at which a session was used and retention
    /// looked, and that reports and alerts are not due for long. Ends all sessions. `today` is yyyy-mm-dd.
    pub fn reset_clock(&self, at: i64, today: &str) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute("delete from setting where name = ?1", params![Note::Clock.name()])?;
            transaction.execute(
                "update setting set value = ?2 where name = ?1",
                params![Note::Retention.name(), at.to_le_bytes()],
            )?;
            // Due on the day itself too: it may have passed without them.
            transaction.execute("update report set done_day = date(?1, '-1 day') where done_day > ?1", [today])?;
            for table in ["report", "alert"] {
                transaction.execute(
                    &format!("update {table} set again_at = ?1 where again_at > ?1 + ?2"),
                    [at, LONGEST_WAIT],
                )?;
            }
            notes::raise(transaction, Note::Clock, at)?;
            end_all(transaction, at, "clock reset")?;
            audit::append(transaction, &Entry { at, event: "clock_reset", ..Entry::default() })
        })
    }

    /// Ends a session because its user signed out.
    pub fn end_session(&self, id: &str, at: i64, address: &str) -> Result<(), StoreError> {
        self.write(|transaction| {
            let login: Option<String> = transaction
                .query_row(
                    "update session set ended_at = ?2, end_reason = 'signed out' where digest = ?1 and ended_at is null
                     returning (select login from user where user.id = session.user_id)",
                    params![digest(id), at],
                    |row| row.get(0),
                )
                .optional()?;
            let Some(login) = login else { return Ok(()) };
            let entry =
                Entry { at, event: "sign_out", actor: Some(&login), address: Some(address), ..Entry::default() };
            audit::append(transaction, &entry)
        })
    }
}

/// Starts a session as [`Store::start_session`] does, in the caller's transaction. `detail` is for the audit log.
pub(super) fn start(
    connection: &Connection,
    session: &NewSession<'_>,
    detail: Option<&str>,
) -> Result<bool, StoreError> {
    let login: Option<String> = connection
        .query_row(
            "update user set signed_in_at = ?2 where id = ?1 and disabled_at is null and service = 0 returning login",
            params![session.user_id, session.at],
            |row| row.get(0),
        )
        .optional()?;
    let Some(login) = login else { return Ok(false) };
    connection.execute("update oidc_identity set gone_at = null where user_id = ?1", params![session.user_id])?;
    connection.execute(
        "update session set ended_at = ?3, end_reason = 'signed in again'
         where ended_at is null and (browser = ?1 or digest = ?2)",
        params![session.browser, session.replaces.map(digest), session.at],
    )?;
    connection.execute("delete from session where expires_at < ?1", params![session.at - DELETED_AFTER])?;
    connection.execute(
        "insert into session (digest, user_id, browser, device, created_at, expires_at, last_seen_at)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?5)",
        params![digest(session.id), session.user_id, session.browser, session.device, session.at, session.expires_at],
    )?;
    notes::raise(connection, Note::Clock, session.at)?;
    let entry = Entry {
        at: session.at,
        event: "sign_in",
        actor: Some(&login),
        address: Some(session.address),
        detail,
        ..Entry::default()
    };
    audit::append(connection, &entry)?;
    Ok(true)
}

/// Ends all sessions of a user, in the transaction of the change that ends them.
pub(super) fn end_all_of_user(connection: &Connection, user_id: i64, at: i64, reason: &str) -> Result<(), StoreError> {
    connection.execute(
        "update session set ended_at = ?2, end_reason = ?3 where user_id = ?1 and ended_at is null",
        params![user_id, at, reason],
    )?;
    Ok(())
}

/// Ends the sessions of a user but one, in the transaction of the change that ends them; returns how many.
pub(super) fn end_others_of_user(
    connection: &Connection,
    user_id: i64,
    number: i64,
    at: i64,
    reason: &str,
) -> Result<usize, StoreError> {
    Ok(connection.execute(
        "update session set ended_at = ?3, end_reason = ?4 where user_id = ?1 and id <> ?2 and ended_at is null",
        params![user_id, number, at, reason],
    )?)
}

/// Ends the sessions of all users, in the transaction of the change that ends them.
pub(super) fn end_all(connection: &Connection, at: i64, reason: &str) -> Result<(), StoreError> {
    connection
        .execute("update session set ended_at = ?1, end_reason = ?2 where ended_at is null", params![at, reason])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::users::NewUser;
    use super::*;

    fn store_with_ann() -> (tempfile::TempDir, Store, i64) {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let ann = NewUser { login: "ann", first_name: "Ann", password_hash: "h", roles: &[roles::USERS] };
        let id = store.add_user(&ann, 0).expect("added");
        (dir, store, id)
    }

    fn start(store: &Store, user_id: i64, id: &str, browser: &str, at: i64) -> bool {
        let session = NewSession { user_id, browser, at, expires_at: at + 100, ..NewSession::of(id) };
        store.start_session(&session).expect("started")
    }

    fn ended(store: &Store, id: &str) -> bool {
        store.session(id).expect("read").expect("there").ended
    }

    #[test]
    fn signing_in_again_ends_the_browsers_earlier_session_only() {
        let (_dir, store, ann) = store_with_ann();
        assert!(start(&store, ann, "one", "laptop", 1));
        assert!(start(&store, ann, "two", "phone", 2));
        assert!(start(&store, ann, "three", "laptop", 3));
        assert!(ended(&store, "one"));
        assert!(!ended(&store, "two"));
        assert!(!ended(&store, "three"));
        let live = |now| store.live_sessions(now, 50).expect("counted");
        assert_eq!((live(3), live(52), live(53)), (2, 1, 0), "they were used at 2 and 3");
    }

    #[test]
    fn disabling_ends_sessions_permanently_and_prevents_new_ones() {
        let (_dir, store, ann) = store_with_ann();
        start(&store, ann, "one", "laptop", 1);
        store.disable_user("ann", 2).expect("disabled");
        assert!(ended(&store, "one"));
        assert!(!start(&store, ann, "two", "laptop", 3));
        store.enable_user("ann", 4).expect("enabled");
        assert!(ended(&store, "one"), "enabling does not revive a session");
    }

    #[test]
    fn last_seen_never_goes_back_and_old_sessions_are_deleted() {
        let (_dir, store, ann) = store_with_ann();
        start(&store, ann, "one", "laptop", 1);
        store.touch_session("one", 50).expect("noted");
        store.touch_session("one", 40).expect("noted");
        assert_eq!(store.session("one").expect("read").expect("there").last_seen_at, 50);
        store.end_session("one", 60, "127.0.0.1").expect("ended");
        store.end_session("one", 61, "127.0.0.1").expect("ending twice is not an error");
        assert!(ended(&store, "one"));
        start(&store, ann, "two", "laptop", 1 + 100 + DELETED_AFTER + 1);
        assert!(store.session("one").expect("read").is_none());
    }
}
