//! The members that were erased, by keyed hashes of their ids.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, params};
use serde_json::Value;

use super::audit::{self, Entry};
use super::chain;
use super::loads::{Kind, Origin, State};
use super::{Store, StoreError};

/// A member that was erased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErasedMember {
    /// The keyed hash of the id.
    pub digest: [u8; 32],
    /// The number of the erasure in the ledger.
    pub load: i64,
    /// Whether the member's facts stay, under another id.
    pub keep_counts: bool,
}

impl Store {
    /// Adds members to those that no feed brings back. One that is there already stays as it is, unless it now is to be
    /// erased whole.
    pub fn add_erased(&self, members: &[ErasedMember]) -> Result<(), StoreError> {
        self.write(|transaction| add(transaction, members))
    }

    /// All erased members.
    pub fn erased(&self) -> Result<Vec<ErasedMember>, StoreError> {
        all(&self.reader())
    }

    /// Adds members that were erased after a backup was made which has just been restored. `data_version` is that of the
    /// backup. The ledger gets an erasure that the warehouse lacks, so that the next start repeats it before it serves.
    pub fn erase_again(&self, members: &[ErasedMember], data_version: i32, at: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute(
                "insert into load (kind, origin, options, state, queued_at, started_at, ended_at, data_version, rows, message)
                 values (?1, ?2, '{}', ?3, ?4, ?4, ?4, ?5, 0, 'repeated after a restore')",
                params![Kind::Erase, Origin::CommandLine, State::Published, at, data_version.saturating_add(1)],
            )?;
            let load = transaction.last_insert_rowid();
            let members: Vec<ErasedMember> = members.iter().map(|member| ErasedMember { load, ..*member }).collect();
            add(transaction, &members)
        })
    }

    /// The data version of the last finished erasure. Backups of earlier versions still have the members.
    pub fn last_erasure(&self) -> Result<Option<i32>, StoreError> {
        let sql = "select max(data_version) from load where kind = ?1 and state = ?2";
        let reader = self.reader();
        let mut statement = reader.prepare_cached(sql)?;
        Ok(statement.query_row(params![Kind::Erase, State::Published], |row| row.get(0)).optional()?.flatten())
    }

    /// Replaces ids in texts: those of the ledger, which quote what files contained (faults, messages, reports), those that
    /// users wrote (annotations, notes, names, filters), and those of the audit log, which records how many as of `now`.
    /// `redact` returns the new text where it changes one; its flag says that a program reads the text. Then compacts the
    /// file, so that no free page has the old texts. Returns how many texts were changed, without those of the log.
    pub fn redact(&self, now: i64, redact: &dyn Fn(&str, bool) -> Option<String>) -> Result<usize, StoreError> {
        let changed = self.write(|transaction| {
            let mut changed = 0;
            for text in TEXTS {
                changed += replace(transaction, text, redact)?;
            }
            if changed > 0 {
                let detail = format!("{changed} texts");
                let entry = Entry { at: now, event: "texts_redacted", detail: Some(&detail), ..Entry::default() };
                audit::append(transaction, &entry)?;
            }
            chain::redact(transaction, now, &|text| redact(text, false))?;
            Ok(changed)
        })?;
        self.compact()?;
        Ok(changed)
    }

    /// Rewrites the file without free pages, and empties the log.
    fn compact(&self) -> Result<(), StoreError> {
        let writer = self.0.writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        writer.execute_batch("vacuum")?;
        Ok(writer.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()))?)
    }
}

/// How a text is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// By people.
    Plain,
    /// By programs.
    Code,
    /// JSON: its strings by people.
    Report,
    /// JSON: its strings by programs.
    Json,
}

/// A column whose texts may name members, and the most characters that it takes.
struct Text {
    table: &'static str,
    column: &'static str,
    form: Form,
    longest: usize,
}

const fn text(table: &'static str, column: &'static str, form: Form, longest: usize) -> Text {
    Text { table, column, form, longest }
}

const ANY: usize = usize::MAX;

/// Every column with texts that are not written by Bond alone. Published methods and issued figures never change; logins
/// and the addresses of mail are of users.
const TEXTS: &[Text] = &[
    text("load_fault", "what", Form::Plain, ANY),
    text("load_fault", "file", Form::Plain, ANY),
    text("load_file", "name", Form::Plain, ANY),
    text("load", "message", Form::Plain, ANY),
    text("load", "options", Form::Json, ANY),
    text("load", "report", Form::Report, ANY),
    text("mapping", "text", Form::Code, ANY),
    text("annotation", "text", Form::Plain, 200),
    text("insight_note", "note", Form::Plain, 400),
    text("target", "note", Form::Plain, 200),
    text("score_draft", "reason", Form::Plain, ANY),
    text("saved_view", "name", Form::Plain, 100),
    text("saved_view", "filters", Form::Json, ANY),
    text("saved_view", "blocks", Form::Code, ANY),
    text("report", "name", Form::Plain, 100),
    text("report", "filters", Form::Json, ANY),
    text("report", "last_text", Form::Plain, ANY),
    text("alert", "name", Form::Plain, 100),
    text("alert", "filters", Form::Json, ANY),
    text("alert", "state_text", Form::Plain, ANY),
    text("alert", "last_text", Form::Plain, ANY),
    text("plan", "name", Form::Plain, 100),
    text("plan", "parts", Form::Json, ANY),
    text("plan", "members", Form::Json, ANY),
    text("shared_link", "name", Form::Plain, 100),
    text("shared_link", "filters", Form::Json, ANY),
    text("shared_link", "blocks", Form::Code, ANY),
    text("shared_link", "calls", Form::Json, ANY),
    text("api_token", "name", Form::Plain, ANY),
    text("chosen_setting", "value", Form::Code, ANY),
    text("opened_connection", "last_failure", Form::Plain, ANY),
];

/// The most texts of a column that a redaction may make alike where they have to differ.
const ALIKE: usize = 10_000;

/// Replaces ids in the texts of a column. Returns how many texts it changed.
fn replace(
    transaction: &Transaction<'_>,
    text: &Text,
    redact: &dyn Fn(&str, bool) -> Option<String>,
) -> Result<usize, StoreError> {
    let Text { table, column, form, longest } = text;
    let texts: Vec<String> = transaction
        .prepare(&format!("select distinct {column} from {table} where {column} is not null"))?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    // One that would break a rule of the table is left, and found by the count.
    let mut update = transaction.prepare(&format!("update or ignore {table} set {column} = ?2 where {column} = ?1"))?;
    let mut left = transaction.prepare(&format!("select exists (select 1 from {table} where {column} = ?1)"))?;
    let mut changed = 0;
    for old in texts {
        let new = match form {
            Form::Plain => redact(&old, false),
            Form::Code => redact(&old, true),
            Form::Report => in_json(&old, &|text| redact(text, false)),
            Form::Json => in_json(&old, &|text| redact(text, true)),
        };
        let Some(new) = new else { continue };
        // Two that became the same get a number each.
        for number in 1..ALIKE {
            let end = if number == 1 { String::new() } else { format!(" {number}") };
            let kept: String = new.chars().take(longest.saturating_sub(end.len())).collect();
            changed += update.execute(params![old, kept + &end])?;
            if !left.query_row([&old], |row| row.get::<_, bool>(0))? {
                break;
            }
        }
    }
    Ok(changed)
}

/// Changes the strings of a JSON text; a text that is none is changed as a whole.
fn in_json(text: &str, redact: &dyn Fn(&str) -> Option<String>) -> Option<String> {
    let Ok(mut value) = serde_json::from_str::<Value>(text) else { return redact(text) };
    in_value(&mut value, redact).then(|| value.to_string())
}

fn in_value(value: &mut Value, redact: &dyn Fn(&str) -> Option<String>) -> bool {
    let any = |values: &mut dyn Iterator<Item = &mut Value>| {
        values.fold(false, |changed, value| in_value(value, redact) | changed)
    };
    match value {
        Value::String(text) => match redact(text) {
            Some(new) => {
                *text = new;
                true
            }
            None => false,
        },
        Value::Array(values) => any(&mut values.iter_mut()),
        Value::Object(fields) => any(&mut fields.values_mut()),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// The erased members in a store's file that is not in use.
pub fn erased_in(file: &Path) -> Result<Vec<ErasedMember>, StoreError> {
    all(&Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?)
}

fn all(connection: &Connection) -> Result<Vec<ErasedMember>, StoreError> {
    let mut statement = connection.prepare_cached("select digest, load_id, keep_counts from erased_member")?;
    let found = statement
        .query_map([], |row| Ok(ErasedMember { digest: row.get(0)?, load: row.get(1)?, keep_counts: row.get(2)? }))?;
    Ok(found.collect::<Result<_, _>>()?)
}

fn add(transaction: &Transaction<'_>, members: &[ErasedMember]) -> Result<(), StoreError> {
    let mut statement = transaction.prepare(
        "insert into erased_member (digest, load_id, keep_counts) values (?1, ?2, ?3)
         on conflict (digest) do update set keep_counts = 0, load_id = excluded.load_id
           where keep_counts > excluded.keep_counts",
    )?;
    for member in members {
        statement.execute(params![member.digest, member.load, member.keep_counts])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::audit::Entry;
    use super::super::loads::{Ending, LoadFault, NewLoad, Origin};
    use super::*;

    #[test]
    fn a_member_erased_whole_stays_erased_whole() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let member = |load, keep_counts| ErasedMember { digest: [7; 32], load, keep_counts };
        for (added, expected) in [
            (member(1, true), member(1, true)),
            (member(2, true), member(1, true)),
            (member(3, false), member(3, false)),
            (member(4, true), member(3, false)),
        ] {
            store.add_erased(&[added]).expect("added");
            assert_eq!(store.erased().expect("read"), [expected]);
        }
    }

    #[test]
    fn texts_that_quote_an_id_are_nowhere_in_the_files() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let new =
            NewLoad { kind: Kind::Import, origin: Origin::Page, actor: None, folder: None, options: "{}", at: 100 };
        let id = store.add_load(&new).expect("added");
        let fault =
            |text: &str| LoadFault { file: "logins.csv".into(), line: Some(3), column: None, text: text.into() };
        let faults = vec![fault("\"MEMBER-4711-X\" is not in members"), fault("another")];
        let message = Some("MEMBER-4711-X".to_owned());
        let ending = Ending { message, faults, fault_count: 2, ..Ending::default() };
        let entry = Entry { at: 101, event: "load_refused", ..Entry::default() };
        store.end_load(id, State::Refused, &ending, &entry).expect("ended");
        // Names that may not be the same twice, and texts that are as long as they may be.
        let sql = format!(
            "insert into user (login, login_key, first_name, password_hash, created_at) values ('a', 'a', 'a', 'h', 1);
             insert into annotation (user_id, saved_at, starts, ends, text, shared)
               values (1, 1, '2025-01-01', '2025-01-01', '{}MEMBER-4711-X', 1);
             insert into target (metric, grain, starts, repeats, value, note, set_at)
               values ('m', 'YEAR', '2025', 0, 1, 'for MEMBER-4711-X', 1);
             insert into saved_view (user_id, name, saved_at, screen, filters, blocks, shared)
               values (1, 'MEMBER-4711-X', 1, '/', '{{\"search\":\"MEMBER-4711-X\",\"n\":4711}}', '', 0);
             insert into load_file values ({id}, 1, 'MEMBER-4711-X.csv', 't', 1, '', 1),
               ({id}, 2, '[a long mark instead].csv', 't', 1, '', 1)",
            "x".repeat(187),
        );
        store.write(|transaction| Ok(transaction.execute_batch(&sql)?)).expect("written");
        let mark = "[a long mark instead]";
        let redacted = store
            .redact(102, &|text, _| text.contains("4711").then(|| text.replace("MEMBER-4711-X", mark)))
            .expect("redacted");
        assert_eq!(redacted, 7);
        let line = store.last_audit_lines(1).expect("read").remove(0);
        assert_eq!((line.event.as_str(), line.detail.as_deref()), ("texts_redacted", Some("7 texts")));
        let one = |sql: &str| -> String { store.reader().query_row(sql, [], |row| row.get(0)).expect("read") };
        assert_eq!(one("select filters from saved_view"), format!("{{\"search\":\"{mark}\",\"n\":4711}}"));
        assert_eq!(one("select text from annotation"), format!("{}{}", "x".repeat(187), &mark[..13]));
        assert_eq!(one("select name from load_file order by length(name) desc"), format!("{mark}.csv"));
        let texts: Vec<String> = store.load_faults(id).expect("read").into_iter().map(|fault| fault.text).collect();
        assert_eq!(texts, [format!("\"{mark}\" is not in members"), "another".to_owned()]);
        for entry in std::fs::read_dir(dir.path()).expect("a folder") {
            let path = entry.expect("an entry").path();
            let bytes = std::fs::read(&path).expect("read");
            assert!(!bytes.windows(13).any(|bytes| bytes == b"MEMBER-4711-X"), "{}", path.display());
        }
    }
}
