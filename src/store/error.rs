//! Why a call of the store failed, in words that say what to do.

use std::path::PathBuf;

use rusqlite::{ErrorCode, ffi};

/// Why a call of the store failed.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite failed.
    #[error("the account store failed: {0}")]
    Sqlite(#[source] rusqlite::Error),
    /// Something cannot be written as JSON.
    #[error("the account store cannot take this as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// SQLite's own check found the file damaged.
    #[error("{} is damaged ({finding}); replace it with a backup", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The first finding of the check.
        finding: String,
    },
    /// The file was written by an older version of Bond, and this process must not migrate it.
    #[error("{} was written by an older version of Bond (schema {found}; this one needs {known}); the server that runs is that version: stop it and start this one, or use its executable", path.display())]
    TooOld {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version of this release.
        known: u32,
    },
    /// The file was written by a newer version of Bond.
    #[error("{} was written by a newer version of Bond (schema {found}; this one knows up to {known}); start that version", path.display())]
    TooNew {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The latest version that this release knows.
        known: u32,
    },
    /// The login belongs to another user.
    #[error("the login {0:?} is taken; choose another")]
    LoginTaken(String),
    /// No user has this login.
    #[error("there is no user with the login {0:?}; `bond user list` shows them")]
    NoSuchUser(String),
    /// The identity or the user is linked already.
    #[error("{0:?} is linked already; `bond user unlink` removes the link")]
    IdentityTaken(String),
    /// No role has this name.
    #[error("there is no role {0:?}; `bond role list` shows them")]
    NoSuchRole(String),
    /// Nobody could administer Bond afterwards.
    #[error("no enabled user could administer Bond afterwards; give somebody else the role ROLE_ADMIN first")]
    LastAdministrator,
    /// The user is of another system and has no password here.
    #[error("{0:?} signs in through another system and has no password here")]
    SignsInElsewhere(String),
    /// A service account has no way to sign in.
    #[error("{0:?} is a service account: it has API tokens and cannot sign in")]
    IsService(String),
    /// A first administrator is made only where there is no user.
    #[error("there are users already; sign in, or ask an administrator")]
    NotEmpty,
    /// There are too many of something.
    #[error("{whose} has at most {most} {things}; {advice}")]
    TooMany { whose: &'static str, most: i64, things: &'static str, advice: &'static str },
    /// There is a target of the same figure, period and members.
    #[error("there is a target of this figure for the same period and members already; change that one")]
    TargetTaken,
    /// A method of the score has this name.
    #[error("there is a method {0:?} already; choose another name")]
    MethodTaken(String),
    /// The draft of a method is not, or no longer, as it was shown.
    #[error("somebody changed the draft meanwhile; look at it again")]
    DraftChanged,
    /// Nobody has proposed the draft.
    #[error("the draft does not wait for approval")]
    NotProposed,
    /// Who proposed a draft cannot approve it while there is another administrator.
    #[error("another administrator must approve the draft, not the one who proposed it")]
    OwnProposal,
    /// No API token has this id.
    #[error("there is no API token {0}; `bond token list` shows them")]
    NoSuchToken(i64),
    /// No session of the user has this id.
    #[error("there is no session {0}")]
    NoSuchSession(i64),
    /// Another role has this name.
    #[error("there is a role {0:?}; choose another name")]
    RoleTaken(String),
    /// The role is part of Bond.
    #[error("the role {0} is built in; add another role")]
    BuiltInRole(String),
    /// Users have the role, or keys of single sign-on may give it.
    #[error(
        "the role {name} is that of {users} users and {keys} single sign-on keys; say that it is to be taken from them"
    )]
    RoleInUse { name: String, users: i64, keys: i64 },
    /// No single sign-on key has this id.
    #[error("there is no single sign-on key {0:?}; `bond sso-key list` shows them")]
    NoSuchSsoKey(String),
}

impl StoreError {
    /// Whether there was no room, by the disk or by a quota, which SQLite reports as a failed write.
    pub fn is_full(&self) -> bool {
        let StoreError::Sqlite(rusqlite::Error::SqliteFailure(failure, _)) = self else { return false };
        failure.code == ErrorCode::DiskFull
            || [ffi::SQLITE_IOERR_SHMSIZE, ffi::SQLITE_IOERR_WRITE].contains(&failure.extended_code)
    }
}
