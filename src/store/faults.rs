//! What is wrong with a store's file, as far as it can be found: SQLite's own check, references, the tables of its schema,
//! and every value. SQLite has no checksums, so a changed letter of a text stays unknown, unless it is no UTF-8 any more.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, Result, ffi};

use super::{MIGRATIONS, Store, StoreError};

/// How often this process met damage in a store's file.
static MET: AtomicU64 = AtomicU64::new(0);

/// How often this process met damage in the file of any store. Whoever sees the number grow examines the file.
pub fn met() -> u64 {
    MET.load(Ordering::Relaxed)
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        if is_damage(&error) {
            MET.fetch_add(1, Ordering::Relaxed);
        }
        StoreError::Sqlite(error)
    }
}

impl StoreError {
    /// Whether the file is damaged, rather than busy, full or of another release.
    pub fn is_damage(&self) -> bool {
        match self {
            StoreError::Damaged { .. } => true,
            StoreError::Sqlite(error) => is_damage(error),
            _ => false,
        }
    }
}

fn is_damage(error: &rusqlite::Error) -> bool {
    let rusqlite::Error::SqliteFailure(failure, _) = error else { return false };
    matches!(failure.code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
        || [ffi::SQLITE_IOERR_READ, ffi::SQLITE_IOERR_SHORT_READ].contains(&failure.extended_code)
}

impl Store {
    /// The first fault of its file; None if the file is whole. It reads every page.
    pub fn first_fault(&self) -> std::result::Result<Option<String>, StoreError> {
        found(&self.reader())
    }
}

/// As [`Store::first_fault`], of an open file.
pub(super) fn found(connection: &Connection) -> std::result::Result<Option<String>, StoreError> {
    match look(connection) {
        Err(error) if is_damage(&error) => Ok(Some(error.to_string())),
        found => Ok(found?),
    }
}

fn look(connection: &Connection) -> Result<Option<String>> {
    connection.pragma_update(None, "cell_size_check", true)?;
    let finding: String = connection.query_row("pragma integrity_check(1)", [], |row| row.get(0))?;
    if finding != "ok" {
        return Ok(Some(finding));
    }
    if connection.prepare("pragma foreign_key_check")?.exists([])? {
        let sql = "select \"table\", parent from pragma_foreign_key_check limit 1";
        return connection.query_row(sql, [], |row| {
            let (table, parent): (String, String) = (row.get(0)?, row.get(1)?);
            Ok(Some(format!("a row of {table} refers to a row of {parent} that is not there")))
        });
    }
    Ok(match in_schema(connection)? {
        None => in_values(connection)?,
        found => found,
    })
}

/// A table, column, index or trigger that its release made and the file lacks.
fn in_schema(connection: &Connection) -> Result<Option<String>> {
    let number: usize = connection.query_row("pragma user_version", [], |row| row.get::<_, u32>(0))? as usize;
    let Some(own) = MIGRATIONS.get(..number) else { return Ok(None) };
    let there = objects(connection)?;
    let mut made = Connection::open_in_memory()?;
    for migration in own {
        made.execute_batch(migration)?;
    }
    let expected = objects(&made)?;
    if let Some((kind, name)) = expected.difference(&there).next() {
        return Ok(Some(format!("the {kind} {name} is missing")));
    }
    for (_, table) in expected.iter().filter(|(kind, _)| kind == "table") {
        if let Some(column) = columns(&made, table)?.difference(&columns(connection, table)?).next() {
            return Ok(Some(format!("the column {column} of {table} is missing")));
        }
    }
    // A number of the schema that is too small would have the file migrated once more.
    make(&mut made, number)?;
    let later = objects(&made)?;
    let early = later.difference(&expected).find(|object| there.contains(*object));
    Ok(early.map(|(kind, name)| format!("it says schema {number}, and has the {kind} {name} of a later one")))
}

fn make(made: &mut Connection, from: usize) -> Result<()> {
    MIGRATIONS[from..].iter().try_for_each(|migration| made.execute_batch(migration))
}

fn objects(connection: &Connection) -> Result<BTreeSet<(String, String)>> {
    let mut statement =
        connection.prepare("select type, name from sqlite_schema where name not like 'sqlite\\_%' escape '\\'")?;
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

fn columns(connection: &Connection, table: &str) -> Result<BTreeSet<String>> {
    let mut statement = connection.prepare("select name from pragma_table_info(?1)")?;
    statement.query_map([table], |row| row.get(0))?.collect()
}

/// A value that cannot be read.
fn in_values(connection: &Connection) -> Result<Option<String>> {
    for (_, table) in objects(connection)?.iter().filter(|(kind, _)| kind == "table") {
        let mut statement = connection.prepare(&format!("select * from \"{}\"", table.replace('"', "\"\"")))?;
        let count = statement.column_count();
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            for column in 0..count {
                if let ValueRef::Text(text) = row.get_ref(column)?
                    && std::str::from_utf8(text).is_err()
                {
                    let name = row.as_ref().column_name(column)?.to_owned();
                    return Ok(Some(format!("a {name} of {table} is no UTF-8")));
                }
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::super::audit::Entry;
    use super::super::roles;
    use super::super::users::NewUser;
    use super::*;

    fn filled(dir: &std::path::Path) {
        let store = Store::open(dir).expect("opened");
        let ann = NewUser { login: "ann", first_name: "Ann-who-signs-in", password_hash: "h", roles: &[roles::USERS] };
        store.add_user(&ann, 1).expect("added");
        for at in 0..300 {
            store.record(&Entry { at, event: "import", detail: Some("a file"), ..Entry::default() }).expect("written");
        }
        store.close().expect("closed");
    }

    fn fault_of(dir: &std::path::Path) -> Option<String> {
        Store::look(dir).and_then(|store| store.first_fault()).unwrap_or_else(|error| Some(error.to_string()))
    }

    #[test]
    fn what_is_missing_changed_or_no_text_is_found() {
        let change = |change: &dyn Fn(&Connection)| {
            let dir = tempfile::tempdir().expect("a directory");
            filled(dir.path());
            assert_eq!(fault_of(dir.path()), None);
            change(&Connection::open(Store::file(dir.path())).expect("opened"));
            fault_of(dir.path()).expect("a fault")
        };
        let run = |sql: &'static str| move |connection: &Connection| connection.execute_batch(sql).expect("changed");
        assert!(change(&run("drop index audit_by_time")).contains("the index audit_by_time is missing"));
        assert!(change(&run("alter table user rename column login to lxgin")).contains("the column login of user"));
        assert!(change(&run("pragma user_version = 20")).contains("it says schema 20"));
        assert!(change(&run("update user set first_name = cast(x'41ff42' as text)")).contains("a first_name of user"));
        let orphan =
            "pragma foreign_keys = off; insert into session (digest, user_id, created_at, expires_at, last_seen_at)
                      values (zeroblob(32), 77, 1, 1, 1)";
        assert!(change(&run(orphan)).contains("a row of session refers to a row of user"));
    }

    #[test]
    fn damage_that_a_call_meets_is_counted() {
        let dir = tempfile::tempdir().expect("a directory");
        filled(dir.path());
        let before = met();
        let mut bytes = std::fs::read(Store::file(dir.path())).expect("read");
        bytes[100..4000].fill(0x55);
        std::fs::write(Store::file(dir.path()), bytes).expect("written");
        let error = Store::open(dir.path()).err().expect("refused");
        assert!(error.is_damage(), "{error}");
        assert!(met() > before);
    }
}
