//! The hash chain of the audit log.
//!
//! The hash of a line is SHA-256 over the hash of the line before, the line's number, time and event, and a digest of its
//! texts. The digest is SHA-256 over a random salt and the texts. A redaction replaces texts, deletes the salt and keeps
//! the digest: the chain still holds, and nobody can find the old texts by trying. It is recorded in a line of its own,
//! with a digest of the new texts over a new salt: `Store::verify_audit` finds a redaction that no line records, and texts
//! that are not those which the latest line about them recorded. A redacted text always has the mark. Retention deletes the oldest lines and keeps the hash of the last of
//! them as the anchor; that too is a line of the log.
//!
//! Whoever can write the file can compute a new chain. So a look at the newest hash from time to time, kept
//! elsewhere, is what shows that the log was not written anew.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension, Row, params};
use sha2::{Digest, Sha256};

use crate::clock::second;
use crate::random::random_bytes;

/// The event of a line that says which line was redacted; its subject is `line N`.
pub(super) const REDACTED: &str = "audit_redacted";
/// The event of a line that says where the log begins now; its subject is `line N`, the last that was deleted.
pub(super) const TRIMMED: &str = "audit_trimmed";

/// What stands in the place of an id that was redacted.
pub const MARK: &str = "[erased]";
/// What stands before the digest of the new texts, in the detail of a line about a redaction.
const BINDS: &str = "its texts are now sha256 ";

pub(super) type Hash = [u8; 32];
type Salt = [u8; 16];

/// What stands before the first line of all.
pub(super) const START: Hash = [0; 32];

/// The place of a line in the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The line's number.
    pub line: i64,
    /// Its hash.
    pub hash: Hash,
}

impl std::fmt::Display for Link {
    /// The number and the hash in hexadecimal: `17:ab…`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:", self.line)?;
        self.hash.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl std::str::FromStr for Link {
    type Err = String;

    fn from_str(text: &str) -> Result<Link, String> {
        let read = || {
            let (line, digits) = text.split_once(':')?;
            let mut hash = START;
            if digits.len() != 2 * hash.len() || !digits.is_ascii() {
                return None;
            }
            for (at, byte) in hash.iter_mut().enumerate() {
                *byte = u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).ok()?;
            }
            Some(Link { line: line.parse().ok().filter(|line| *line > 0)?, hash })
        };
        read().ok_or_else(|| "expected LINE:HASH, as `bond audit verify` prints it".to_owned())
    }
}

/// The content of a line that its hash covers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Content<'a> {
    pub line: i64,
    pub at: i64,
    pub event: &'a str,
    /// Actor, subject, address, detail.
    pub texts: [Option<&'a str>; 4],
}

/// The texts of a line, hidden by a salt.
fn digest(salt: &Salt, texts: &[Option<&str>; 4]) -> Hash {
    let mut hasher = Sha256::new();
    hasher.update(salt);
    for text in texts {
        match text {
            None => hasher.update([0]),
            Some(text) => {
                hasher.update([1]);
                hasher.update((text.len() as u64).to_be_bytes());
                hasher.update(text.as_bytes());
            }
        }
    }
    hasher.finalize().into()
}

pub(super) fn hash(before: &Hash, content: &Content<'_>, digest: &Hash) -> Hash {
    let mut hasher = Sha256::new();
    hasher.update(before);
    hasher.update(content.line.to_be_bytes());
    hasher.update(content.at.to_be_bytes());
    hasher.update((content.event.len() as u64).to_be_bytes());
    hasher.update(content.event.as_bytes());
    hasher.update(digest);
    hasher.finalize().into()
}

/// Adds a line that was just inserted to the chain.
pub(super) fn seal(connection: &Connection, content: &Content<'_>) -> rusqlite::Result<()> {
    let before = connection
        .prepare_cached("select hash from audit where id < ?1 order by id desc limit 1")?
        .query_row([content.line], |row| row.get(0))
        .optional()?;
    let before = match before {
        Some(hash) => hash,
        None => anchor(connection)?.map_or(START, |anchor| anchor.hash),
    };
    let salt: Salt = random_bytes();
    let hash = hash(&before, content, &digest(&salt, &content.texts));
    connection.prepare_cached("update audit set salt = ?2, hash = ?3 where id = ?1")?.execute(params![
        content.line,
        salt,
        hash
    ])?;
    Ok(())
}

/// Adds the lines of an older release to the chain, and binds those that it redacted, in the transaction of the migration.
pub(super) fn seal_older(connection: &Connection) -> rusqlite::Result<()> {
    let is_chain = connection
        .query_row("select 1 from pragma_table_info('audit') where name = 'hash'", [], |_| Ok(()))
        .optional()?
        .is_some();
    if !is_chain {
        return Ok(());
    }
    let older: Vec<i64> = connection
        .prepare("select id from audit where hash is null order by id")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let mut statement =
        connection.prepare("select at, event, actor, subject, address, detail from audit where id = ?1")?;
    for line in older {
        let (at, event, texts) = statement.query_row([line], |row| {
            let texts: [Option<String>; 4] = [row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?];
            Ok((row.get(0)?, row.get::<_, String>(1)?, texts))
        })?;
        seal(connection, &Content { line, at, event: &event, texts: texts.each_ref().map(Option::as_deref) })?;
    }
    bind_older(connection)
}

/// Keeps the hash of the last of the lines that are about to be deleted, those up to `line`.
pub(super) fn move_anchor(connection: &Connection, line: i64) -> rusqlite::Result<()> {
    connection.execute("delete from audit_anchor", [])?;
    connection.execute("insert into audit_anchor (line, hash) select id, hash from audit where id = ?1", [line])?;
    Ok(())
}

pub(super) fn anchor(connection: &Connection) -> rusqlite::Result<Option<Link>> {
    let mut statement = connection.prepare_cached("select line, hash from audit_anchor")?;
    statement.query_row([], |row| Ok(Link { line: row.get(0)?, hash: row.get(1)? })).optional()
}

/// Replaces the texts of lines where `redact` returns another, and records each in a line of its own. A new text without
/// the mark becomes the mark. Lines about the log itself name nothing but lines, and stay.
pub(super) fn redact(
    connection: &Connection,
    now: i64,
    redact: &dyn Fn(&str) -> Option<String>,
) -> rusqlite::Result<()> {
    for (mut stored, new) in naming(connection, redact)? {
        // One without a digest is broken, and stays so for whoever verifies the chain.
        let Some(digest) = stored.digest() else { continue };
        for (text, new) in stored.texts.iter_mut().zip(new) {
            *text = new.or_else(|| text.take());
        }
        bind(connection, now, &stored, &digest)?;
    }
    Ok(())
}

/// Writes the texts of a redacted line, and the line that binds them. `digest` is that of the texts before.
fn bind(connection: &Connection, now: i64, stored: &Stored, digest: &Hash) -> rusqlite::Result<()> {
    let salt: Salt = random_bytes();
    let [actor, subject, address, detail] = &stored.texts;
    connection.execute(
        "update audit set actor = ?2, subject = ?3, address = ?4, detail = ?5, salt = ?6, digest = ?7 where id = ?1",
        params![stored.line, actor, subject, address, detail, salt, digest],
    )?;
    let bound = hexadecimal(&self::digest(&salt, &stored.texts.each_ref().map(Option::as_deref)));
    let (subject, detail) = (format!("line {}", stored.line), format!("{BINDS}{bound}"));
    let sql = "insert into audit (at, event, subject, detail) values (?1, ?2, ?3, ?4)";
    let line = connection.prepare_cached(sql)?.insert(params![now, REDACTED, subject, detail])?;
    seal(connection, &Content { line, at: now, event: REDACTED, texts: [None, Some(&subject), None, Some(&detail)] })
}

/// Binds the texts of lines that an older release redacted, in the transaction of the migration.
fn bind_older(connection: &Connection) -> rusqlite::Result<()> {
    let mut older = Vec::new();
    {
        let mut statement = connection.prepare(
            "select id, at, event, actor, subject, address, detail, salt, digest from audit
             where digest is not null and salt is null order by id",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            older.push(Stored::read(row)?);
        }
    }
    let Some(now) = connection.query_row("select max(at) from audit", [], |row| row.get::<_, Option<i64>>(0))? else {
        return Ok(());
    };
    for stored in older {
        if let Some(digest) = stored.digest {
            bind(connection, now, &stored, &digest)?;
        }
    }
    Ok(())
}

/// The lines that a redaction changes, with their new texts.
pub(super) fn naming(
    connection: &Connection,
    redact: &dyn Fn(&str) -> Option<String>,
) -> rusqlite::Result<Vec<(Stored, [Option<String>; 4])>> {
    let marked = |new: String| if new.contains(MARK) { new } else { MARK.to_owned() };
    let mut naming = Vec::new();
    let logins: BTreeSet<String> = connection
        .prepare("select login from user")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let mut statement = connection.prepare(
        "select id, at, event, actor, subject, address, detail, salt, digest from audit
         where event not in (?1, ?2) order by id",
    )?;
    let mut rows = statement.query([REDACTED, TRIMMED])?;
    while let Some(row) = rows.next()? {
        let stored = Stored::read(row)?;
        // Who did it from where stays, and so does the user whom it is about: members are no users.
        let [_, subject, _, detail] = stored.texts.each_ref().map(Option::as_deref);
        let subject = subject.filter(|subject| !logins.contains(*subject));
        let [subject, detail] = [subject, detail].map(|text| redact(text?).map(marked));
        let new = [None, subject, None, detail];
        if new.iter().any(Option::is_some) {
            naming.push((stored, new));
        }
    }
    Ok(naming)
}

fn hexadecimal(hash: &Hash) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A line as it is stored.
pub(super) struct Stored {
    pub line: i64,
    pub at: i64,
    pub event: String,
    pub texts: [Option<String>; 4],
    /// Of the texts that it has; None for a line that an older release redacted, until it is migrated.
    salt: Option<Salt>,
    /// Of the texts that a redaction replaced.
    pub digest: Option<Hash>,
}

impl std::fmt::Display for Stored {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let texts: Vec<&str> = self.texts.iter().flatten().map(String::as_str).collect();
        write!(f, "line {}, {}, {}: {}", self.line, second(self.at), self.event, texts.join("; "))
    }
}

impl Stored {
    pub fn read(row: &Row<'_>) -> rusqlite::Result<Stored> {
        Ok(Stored {
            line: row.get(0)?,
            at: row.get(1)?,
            event: row.get(2)?,
            texts: [row.get(3)?, row.get(4)?, row.get(5)?, row.get(6)?],
            salt: row.get(7)?,
            digest: row.get(8)?,
        })
    }

    /// The digest that the chain has of it: of its texts before any redaction. None where it has neither a salt nor a kept
    /// digest.
    pub fn digest(&self) -> Option<Hash> {
        self.digest.or_else(|| self.digest_now())
    }

    /// The digest of the texts that it has.
    fn digest_now(&self) -> Option<Hash> {
        Some(digest(&self.salt?, &self.texts.each_ref().map(Option::as_deref)))
    }

    /// Whether its texts are those of a redaction that recorded `detail`.
    pub fn is_bound_by(&self, detail: &str) -> bool {
        let is_marked = self.texts.iter().flatten().any(|text| text.contains(MARK));
        let bound = detail.strip_prefix(BINDS);
        is_marked && self.digest_now().is_some_and(|digest| bound == Some(&*hexadecimal(&digest)))
    }
}
