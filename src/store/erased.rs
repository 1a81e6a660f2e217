//! The members that were erased, by keyed hashes of their ids.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Transaction, ffi, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::audit::{self, Entry};
use super::chain::{self, MARK};
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

/// A place with texts that name a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Mention {
    /// Such as `annotation.text`; `audit` is the audit log.
    pub place: String,
    /// How many rows or lines.
    #[ts(type = "number")]
    pub rows: u64,
    /// The texts that people read. Others are only counted: they have much beside the member.
    pub texts: Vec<String>,
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
            for (table, column) in texts(transaction)? {
                if let Some(form) = form(&format!("{table}.{column}")) {
                    changed += replace(transaction, (&table, &column), form, redact)?;
                }
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

    /// The places with texts that [`Store::redact`] would change.
    pub fn mentions(&self, redact: &dyn Fn(&str, bool) -> Option<String>) -> Result<Vec<Mention>, StoreError> {
        let reader = self.reader();
        let mut mentions = Vec::new();
        for (table, column) in texts(&reader)? {
            let place = format!("{table}.{column}");
            let Some(form) = form(&place) else { continue };
            let mut mention = Mention { place, rows: 0, texts: Vec::new() };
            let sql =
                format!("select \"{column}\", count(*) from \"{table}\" where \"{column}\" is not null group by 1");
            let mut statement = reader.prepare(&sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let text: String = row.get(0)?;
                if without_ids(form, &text, redact).is_some() {
                    mention.rows += row.get::<_, i64>(1)?.unsigned_abs();
                    // What programs read may have much beside the id.
                    mention.texts.extend((form == Form::Plain).then_some(text));
                }
            }
            mentions.extend((mention.rows > 0).then_some(mention));
        }
        let lines = chain::naming(&reader, &|text| redact(text, false))?;
        let texts: Vec<String> = lines.iter().map(|(stored, _)| stored.to_string()).collect();
        let rows = texts.len() as u64;
        mentions.extend((rows > 0).then(|| Mention { place: "audit".to_owned(), rows, texts }));
        Ok(mentions)
    }

    /// Rewrites the file without free pages, and empties the log.
    fn compact(&self) -> Result<(), StoreError> {
        let writer = self.0.writer.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        writer.execute_batch("vacuum")?;
        Ok(writer.query_row("pragma wal_checkpoint(truncate)", [], |_| Ok(()))?)
    }
}

/// How a text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// By people.
    Plain,
    /// By programs.
    Code,
    /// JSON: its strings by people.
    Report,
    /// JSON: its strings by programs.
    Json,
    /// A name of small letters, digits and hyphens: the mark has no brackets there.
    Name,
}

/// The columns whose texts are not simply read by people.
const FORMS: &[(Form, &str)] = &[
    (Form::Code, "mapping.text insight_note.key saved_view.blocks shared_link.blocks"),
    (Form::Report, "answer.answer load.report"),
    (
        Form::Json,
        "load.options saved_view.filters report.filters alert.filters plan.parts plan.members shared_link.filters
         shared_link.calls preferences.document api_token.shows",
    ),
    (Form::Name, "mapping.name report.folder alert.folder"),
];

/// The columns with texts that a redaction leaves as they are, by the reason. It replaces ids in all others.
const LEFT: &[(&str, &str)] = &[
    (
        "a word, a number, a time or a digest that Bond wrote",
        "alert.metric alert.rule alert.direction alert.feed_table alert.channel alert.state alert.state_start alert.state_end alert.last_state
         annotation.starts annotation.ends annotation.metric api_token.abilities api_token.addresses api_token.last_address
         api_token.modules backup.name chosen_setting.name
         load.kind load.origin load.folder load.state load_file.tables load_file.sha256 logo.digest opened_connection.purpose
         permission.module plan.starts plan.ends report.screen report.every report.channel report.format
         report.done_day report.last_state retention_held.what retention_held.why role_group.grouping
         score_draft.numbers session.browser session.device session.end_reason setting.name shared_link.route
         shared_link.screen shared_link.password_hash sign_in_failure.counter sign_in_failure.times signing_key.id
         sso_key.id sso_key_role.key_id sso_used.key_id target.metric target.grain
         target.starts target.grouping told.condition told_dismissed.condition told_message.condition
         told_message.way user.password_hash oidc_used.nonce answer.number",
    ),
    ("the route of a screen: letters and hyphens", "saved_view.screen"),
    (
        "of people who sign in, of their providers and servers, and what they chose for the program",
        "alert.recipients alert.webhook api_token.made_by chosen_setting.changed_by chosen_setting.value load.actor mapping.saved_by oidc_identity.issuer
         oidc_identity.subject oidc_role.issuer oidc_role.subject opened_connection.peer report.recipients report.webhook role.name
         score_draft.saved_by score_draft.proposed_by score_method.drafted_by score_method.approved_by
         session.oidc_issuer session.oidc_subject session.oidc_sid sso_key.issuer target.set_by unlocked_login.login user.login user.login_key user.first_name
         user.sso_issuer user.sso_subject",
    ),
    (
        "never changes: receipts refer to it",
        "issued.metric issued.day issued.value issued.definition issued.method issued.receipt score_method.name
         score_method.numbers score_method.reason",
    ),
    ("the audit log, which has its own redaction", "audit.event audit.actor audit.subject audit.address audit.detail"),
];

/// The form of the texts of a column, such as `report.name`; None if they are left as they are.
fn form(column: &str) -> Option<Form> {
    let names = |names: &str| names.split_whitespace().any(|name| name == column);
    if LEFT.iter().any(|(_, left)| names(left)) {
        return None;
    }
    let special = FORMS.iter().find(|(_, columns)| names(columns));
    Some(special.map_or(Form::Plain, |(form, _)| *form))
}

/// The tables and columns that have texts.
fn texts(connection: &Connection) -> Result<Vec<(String, String)>, StoreError> {
    let mut statement = connection.prepare(
        "select tables.name, fields.name from sqlite_master as tables, pragma_table_info(tables.name) as fields
         where tables.type = 'table' and upper(fields.type) = 'TEXT' order by tables.name, fields.cid",
    )?;
    let found = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(found.collect::<Result<_, _>>()?)
}

/// The mark in a name.
const NAME: &str = "erased";

/// The most texts of a column that a redaction may make alike where they have to differ.
const ALIKE: usize = 10_000;

/// A text of this form without ids, if it has any.
fn without_ids(form: Form, old: &str, redact: &dyn Fn(&str, bool) -> Option<String>) -> Option<String> {
    match form {
        Form::Plain => redact(old, false),
        Form::Code => redact(old, true),
        Form::Report => in_json(old, &|text| redact(text, false)),
        Form::Json => in_json(old, &|text| redact(text, true)),
        Form::Name => redact(old, false).map(|new| new.replace(MARK, NAME)),
    }
}

/// Replaces ids in the texts of a column. Returns how many texts it changed.
fn replace(
    transaction: &Transaction<'_>,
    (table, column): (&str, &str),
    form: Form,
    redact: &dyn Fn(&str, bool) -> Option<String>,
) -> Result<usize, StoreError> {
    let texts: Vec<String> = transaction
        .prepare(&format!("select distinct \"{column}\" from \"{table}\" where \"{column}\" is not null"))?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let mut update =
        transaction.prepare(&format!("update \"{table}\" set \"{column}\" = ?2 where \"{column}\" = ?1"))?;
    let mut changed = 0;
    for old in texts {
        let Some(new) = without_ids(form, &old, redact) else { continue };
        let (mut number, mut longest) = (1, usize::MAX);
        loop {
            let end = match form {
                _ if number == 1 => String::new(),
                Form::Name => format!("-{number}"),
                _ => format!(" {number}"),
            };
            let kept: String = new.chars().take(longest.saturating_sub(end.len())).collect();
            match update.execute(params![old, kept + &end]).map_err(|error| (broken_rule(&error), error)) {
                Ok(rows) => {
                    changed += rows;
                    break;
                }
                // The mark is longer than the id, and the text now too long. JSON that is cut is none.
                Err((Some(ffi::SQLITE_CONSTRAINT_CHECK), _))
                    if longest == usize::MAX && !matches!(form, Form::Json | Form::Report) =>
                {
                    longest = old.chars().count();
                }
                // The column takes only certain words.
                Err((Some(ffi::SQLITE_CONSTRAINT_CHECK), _)) => break,
                // Two that became the same get a number each.
                Err((Some(ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY), _)) if number < ALIKE => {
                    number += 1;
                }
                Err((_, error)) => return Err(error.into()),
            }
        }
    }
    Ok(changed)
}

/// The code of the rule of a table that a change would break.
fn broken_rule(error: &rusqlite::Error) -> Option<i32> {
    error.sqlite_error().map(|error| error.extended_code)
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
    use std::collections::BTreeSet;

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
    fn each_column_that_is_an_exception_is_in_the_store() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let columns: BTreeSet<String> = texts(&store.reader())
            .expect("read")
            .into_iter()
            .map(|(table, column)| format!("{table}.{column}"))
            .collect();
        let exceptions = FORMS.iter().map(|(_, names)| names).chain(LEFT.iter().map(|(_, names)| names));
        let mut seen = BTreeSet::new();
        for name in exceptions.flat_map(|names| names.split_whitespace()) {
            assert!(columns.contains(name), "{name}");
            assert!(seen.insert(name), "{name} is named twice");
        }
        assert_eq!(form("annotation.text"), Some(Form::Plain));
        assert_eq!(form("user.password_hash"), None);
    }

    #[test]
    fn a_name_without_an_id_is_still_a_name() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Store::open(dir.path()).expect("opened");
        let sql = "insert into mapping (name, text, saved_at) values ('m47110815', '', 1), ('m47110816', '', 1),
                     ('of-m47110815', '', 1)";
        store.write(|transaction| Ok(transaction.execute_batch(sql)?)).expect("written");
        let redact = |text: &str, _| {
            let new = text.replace("m47110815", MARK).replace("m47110816", MARK);
            (new != text).then_some(new)
        };
        assert_eq!(store.redact(2, &redact).expect("redacted"), 3);
        let names: Vec<String> = store.mappings().expect("read").into_iter().map(|mapping| mapping.name).collect();
        assert_eq!(names, ["erased", "erased-2", "of-erased"]);
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
             insert into load_file values ({id}, 1, 'MEMBER-4711-X.csv', 't', 1, '', 1, ''),
               ({id}, 2, '[a long mark instead].csv', 't', 1, '', 1, '')",
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
