//! Loading feed files: all or nothing, in one transaction.
//!
//! Files are read strictly into temporary tables, what only the whole load can tell (ids, keys) is checked there,
//! and then one transaction swaps the days in, brings the derived tables up and writes the batch's row. Readers
//! see the load before or the load after, never a part.

use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use duckdb::{Appender, Connection, appender_params_from_iter};
use sha2::{Digest, Sha256};
use time::Date;

use super::day::Day;
use super::feed::{Kind, Refers, TABLES, Table, Type};
use super::read::{Cell, Fault, ReadError, excerpt, read_file};
use super::{Progress, Warehouse, WarehouseError, Writer, derive};

pub use super::read::Faults;

/// How to load.
#[derive(Clone, Debug, Default)]
pub struct ImportOptions {
    /// The first and last day the load covers: days of it without a row are emptied, and a row of another day is
    /// an error. Without it a load covers the days it has rows for.
    pub days: Option<(Date, Date)>,
    /// Lets a day lose more than half of its rows.
    pub allow_shrink: bool,
}

/// What a load did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// The files are those of the last load of the same tables: nothing was done.
    pub already_loaded: bool,
    /// The data version the files are in.
    pub data_version: i32,
    /// In the order they were read.
    pub files: Vec<FileReport>,
    /// Every reference table of the load.
    pub references: Vec<ReferenceReport>,
    /// Every day of a fact table that was replaced.
    pub replaced: Vec<Replaced>,
    /// Rows read in all.
    pub rows: u64,
    /// What the operator should know.
    pub warnings: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileReport {
    pub file: String,
    pub table: &'static str,
    pub rows: u64,
}

/// Rows of a reference table that were not there, that differ from what was there, and that are as before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceReport {
    pub table: &'static str,
    pub added: u64,
    pub changed: u64,
    pub same: u64,
}

/// A day of a fact table with its rows before and after; no day for a table that is replaced whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    pub table: &'static str,
    pub day: Option<Date>,
    pub before: u64,
    pub after: u64,
}

impl fmt::Display for Replaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.day {
            Some(day) => write!(f, "{} {day}: {} rows before, {} after", self.table, self.before, self.after),
            None => write!(f, "{}: {} rows before, {} after", self.table, self.before, self.after),
        }
    }
}

/// Why nothing was loaded.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("{} holds no feed file; docs/feed.md names them (logins.csv, members.parquet, ...)", .0.display())]
    NoFiles(PathBuf),
    #[error("{} is not a feed file: {why}", path.display())]
    NotAFeedFile { path: PathBuf, why: String },
    #[error("{} cannot be read: {source}", path.display())]
    Io { path: PathBuf, source: std::io::Error },
    #[error("{} changed while it was read; load it again when it is complete", .0.display())]
    Changed(PathBuf),
    #[error("the days to load, {0}, are not a range within 2000-01-02 to 2089-09-17")]
    Days(String),
    #[error("{0}")]
    Faults(Faults),
    #[error("{}", shrinking(.0))]
    Shrink(Vec<Replaced>),
    #[error(transparent)]
    Warehouse(#[from] WarehouseError),
}

impl From<duckdb::Error> for ImportError {
    fn from(error: duckdb::Error) -> Self {
        ImportError::Warehouse(error.into())
    }
}

fn shrinking(days: &[Replaced]) -> String {
    let mut text = String::from("days would lose more than half of their rows:\n");
    for day in days.iter().take(Faults::SHOWN) {
        text += &format!("{day}\n");
    }
    text + "nothing was loaded; load whole days, or allow days to shrink (--allow-shrink) if this is right"
}

/// Loads feed files: those given, and those in the folders given.
///
/// # Errors
/// Nothing is loaded where this fails; the error names every fault's file, line and column, up to
/// [`Faults::SHOWN`] of them.
pub fn import(
    warehouse: &Warehouse,
    inputs: &[PathBuf],
    options: &ImportOptions,
    progress: &dyn Progress,
) -> Result<ImportReport, ImportError> {
    let days = match options.days {
        None => None,
        Some((from, to)) => match (Day::from_date(from), Day::from_date(to)) {
            (Some(first), Some(last)) if first <= last => Some((first, last)),
            _ => return Err(ImportError::Days(format!("{from}..{to}"))),
        },
    };
    let files = collect(inputs)?;
    let mut tables: Vec<&'static Table> = files.iter().map(|file| file.table).collect();
    tables.dedup_by_key(|table| table.name);
    let names: Vec<&str> = tables.iter().map(|table| table.name).collect();

    progress.start("reading the files' digests", None);
    let digest = digest(&files, days)?;
    progress.finish();

    let writer = warehouse.writer()?;
    if let Some(data_version) = already_loaded(&writer, &names, &digest)? {
        return Ok(ImportReport { already_loaded: true, data_version, ..ImportReport::default() });
    }
    let stages = Stages { conn: &writer, tables: &tables };
    let mut load = Load { conn: &writer, files: &files, tables: &tables, days, faults: Faults::default() };
    let mut report = ImportReport { files: load.stage(progress)?, ..ImportReport::default() };
    report.rows = report.files.iter().map(|file| file.rows).sum();
    load.sound()?;
    progress.start("checking ids and keys", None);
    load.check()?;
    progress.finish();
    load.sound()?;

    writer.execute_batch("begin")?;
    let swapped = load.swap(options.allow_shrink, &mut report, progress).and_then(|()| {
        report.data_version = writer.commit_batch("import", &names, &digest, report.rows)?;
        Ok(())
    });
    if let Err(error) = swapped {
        roll_back(&writer);
        return Err(error);
    }
    drop(stages);
    Ok(report)
}

fn roll_back(writer: &Writer<'_>) {
    // A commit that failed has ended the transaction already.
    if let Err(error) = writer.execute_batch("rollback") {
        tracing::debug!(%error, "nothing to roll back after a failed load");
    }
}

/// A file to load.
struct Input {
    path: PathBuf,
    name: String,
    table: &'static Table,
    len: u64,
    modified: Option<SystemTime>,
}

/// The files of a load by table, in declared order, and by name within a table.
fn collect(inputs: &[PathBuf]) -> Result<Vec<Input>, ImportError> {
    let mut paths = Vec::new();
    for input in inputs {
        let io = |source| ImportError::Io { path: input.clone(), source };
        if !std::fs::metadata(input).map_err(io)?.is_dir() {
            paths.push((input.clone(), true));
            continue;
        }
        let before = paths.len();
        for entry in std::fs::read_dir(input).map_err(io)? {
            let path = entry.map_err(io)?.path();
            // A folder may hold a note or a hidden file beside the feed; a data file with a wrong name is a mistake.
            let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            let data = path.extension().is_some_and(|extension| {
                extension.eq_ignore_ascii_case("csv") || extension.eq_ignore_ascii_case("parquet")
            });
            if data && !hidden {
                paths.push((path, false));
            }
        }
        if paths.len() == before {
            return Err(ImportError::NoFiles(input.clone()));
        }
    }
    let mut files = Vec::new();
    for (path, _) in paths {
        let refused = |why: String| ImportError::NotAFeedFile { path: path.clone(), why };
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let stem = name.strip_suffix(".csv").or_else(|| name.strip_suffix(".parquet"));
        let stem = stem.ok_or_else(|| refused("its name must end in .csv or .parquet".into()))?;
        let (table, rest) = stem.split_once('-').map_or((stem, None), |(table, rest)| (table, Some(rest)));
        let table = Table::named(table).ok_or_else(|| {
            let known: Vec<_> = TABLES.iter().map(|table| table.name).collect();
            refused(format!("no table is named {}; there are {}", excerpt(table), known.join(", ")))
        })?;
        let metadata = std::fs::metadata(&path).map_err(|source| ImportError::Io { path: path.clone(), source })?;
        if !metadata.is_file() {
            return Err(refused("it is not a regular file".into()));
        }
        let place = TABLES.iter().position(|known| known.name == table.name);
        // logins, logins-2, logins-10, logins-b: the bare name, then numbers, then words.
        let number = rest.map(|rest| rest.parse::<u64>().unwrap_or(u64::MAX));
        let order = (place, rest.is_some(), number, rest.map(str::to_owned), path.clone());
        let input = Input { name, table, len: metadata.len(), modified: metadata.modified().ok(), path };
        files.push((order, input));
    }
    files.sort_by(|(one, _), (other, _)| one.cmp(other));
    files.dedup_by(|(one, _), (other, _)| one == other);
    if files.is_empty() {
        return Err(ImportError::NoFiles(PathBuf::from(".")));
    }
    Ok(files.into_iter().map(|(_, input)| input).collect())
}

/// SHA-256 over the files' names and bytes, and the days asked for, in hexadecimal.
fn digest(files: &[Input], days: Option<(Day, Day)>) -> Result<String, ImportError> {
    let mut context = Sha256::new();
    if let Some((first, last)) = days {
        context.update(format!("days {}..{}\n", first.number(), last.number()).as_bytes());
    }
    let mut chunk = vec![0; 256 * 1024];
    for file in files {
        context.update(format!("{}\n{}\n", file.name, file.len).as_bytes());
        let io = |source| ImportError::Io { path: file.path.clone(), source };
        let mut input = std::fs::File::open(&file.path).map_err(io)?;
        loop {
            match input.read(&mut chunk) {
                Ok(0) => break,
                Ok(read) => context.update(&chunk[..read]),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(io(error)),
            }
        }
    }
    Ok(context.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The data version that already holds these files: that of the last load that touched any of the tables, where
/// it was a load of just these tables with just these bytes.
fn already_loaded(conn: &Connection, tables: &[&str], digest: &str) -> Result<Option<i32>, ImportError> {
    let mut statement =
        conn.prepare("select batch_id, array_to_string(tables, ','), digest from main.batch order by 1 desc")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let held: String = row.get(1)?;
        if held == tables.join(",") && row.get::<_, String>(2)? == digest {
            return Ok(Some(row.get(0)?));
        }
        if held.split(',').any(|table| tables.contains(&table)) {
            break;
        }
    }
    Ok(None)
}

/// The temporary tables of a load, dropped however it ends.
struct Stages<'a> {
    conn: &'a Connection,
    tables: &'a [&'static Table],
}

impl Drop for Stages<'_> {
    fn drop(&mut self) {
        for table in self.tables {
            let name = table.name;
            let drop = format!("drop table if exists temp.stage_{name}; drop table if exists temp.days_{name}");
            if let Err(error) = self.conn.execute_batch(&drop) {
                tracing::warn!(%error, table = name, "a temporary table of a load stays");
            }
        }
    }
}

/// A load between its files and the warehouse.
struct Load<'a> {
    conn: &'a Connection,
    files: &'a [Input],
    tables: &'a [&'static Table],
    days: Option<(Day, Day)>,
    faults: Faults,
}

impl Load<'_> {
    fn sound(&mut self) -> Result<(), ImportError> {
        if self.faults.count == 0 {
            return Ok(());
        }
        // Each check finds its faults in order; together they are shown file by file.
        let place = |fault: &Fault| self.files.iter().position(|file| file.name == fault.file);
        let mut faults = std::mem::take(&mut self.faults);
        faults.first.sort_by_key(|fault| (place(fault), fault.line));
        Err(ImportError::Faults(faults))
    }

    fn staged(&self, table: &str) -> bool {
        self.tables.iter().any(|staged| staged.name == table)
    }

    /// Reads every file into its temporary table, and works out which days each fact table replaces.
    fn stage(&mut self, progress: &dyn Progress) -> Result<Vec<FileReport>, ImportError> {
        let mut reports = Vec::new();
        for table in self.tables {
            let name = table.name;
            let columns: String =
                table.columns.iter().map(|column| format!(", \"{}\" {}", column.name, column.kind.sql())).collect();
            self.conn.execute_batch(&format!(
                "create or replace temp table stage_{name} (row_no integer, file integer, line bigint{columns})"
            ))?;
            let mut appender = self.conn.appender_to_catalog_and_db(&format!("stage_{name}"), "temp", "main")?;
            let mut row_no = 0;
            for (place, file) in self.files.iter().enumerate().filter(|(_, file)| file.table.name == name) {
                progress.start(&format!("reading {}", file.name), None);
                let before = row_no;
                append_file(file, place as i32, &mut row_no, &mut appender, &mut self.faults, progress)?;
                reports.push(FileReport {
                    file: file.name.clone(),
                    table: name,
                    rows: u64::from((row_no - before).unsigned_abs()),
                });
                progress.finish();
                let now = std::fs::metadata(&file.path);
                if !now.is_ok_and(|now| now.len() == file.len && now.modified().ok() == file.modified) {
                    return Err(ImportError::Changed(file.path.clone()));
                }
            }
            appender.flush()?;
            drop(appender);
            if let Kind::Days { day } = table.kind {
                let range = self.days.map_or_else(String::new, |(first, last)| {
                    format!(
                        " union select date '2000-01-01' + unnest(range({}, {} + 1))::integer",
                        first.number(),
                        last.number()
                    )
                });
                self.conn.execute_batch(&format!(
                    "create or replace temp table days_{name} as
                     select distinct \"{day}\"::date as day from temp.stage_{name}{range}"
                ))?;
            }
        }
        Ok(reports)
    }

    /// What only the whole load can tell: ids that name nothing, keys that repeat, rows of days not asked for.
    fn check(&mut self) -> Result<(), ImportError> {
        for table in self.tables {
            self.check_ids(table)?;
            self.check_keys(table)?;
            self.check_days(table)?;
        }
        if self.staged("email_messages") {
            self.check_registrations()?;
        }
        for (table, first, last) in [("offers", "active_from", "active_to"), ("polls", "opened_on", "closed_on")] {
            if self.staged(table) {
                self.check_ends(table, first, last)?;
            }
        }
        Ok(())
    }

    /// Notes a fault for each row of a query over (file, line, text...), whose texts `what` puts into words.
    fn note(
        &mut self,
        column: &str,
        sql: &str,
        texts: usize,
        what: impl Fn(&Self, &[String]) -> String,
    ) -> Result<(), ImportError> {
        let mut statement = self
            .conn
            .prepare(&format!("select count(*) over (), * from ({sql}) order by file, line limit {}", Faults::SHOWN))?;
        let mut rows = statement.query([])?;
        let (mut all, mut noted) = (0, 0);
        while let Some(row) = rows.next()? {
            all = row.get::<_, i64>(0)?.unsigned_abs();
            let file = &self.files[row.get::<_, i32>(1)?.unsigned_abs() as usize];
            let values = (3..3 + texts).map(|place| row.get(place)).collect::<Result<Vec<String>, _>>()?;
            let fault = Fault {
                file: file.name.clone(),
                line: Some(row.get::<_, i64>(2)?.unsigned_abs()),
                column: Some(column.to_owned()),
                what: what(self, &values),
            };
            self.faults.push(fault);
            noted += 1;
        }
        self.faults.count += all - noted;
        Ok(())
    }

    fn check_ids(&mut self, table: &Table) -> Result<(), ImportError> {
        for column in table.columns {
            let Some(refers) = column.refers else {
                continue;
            };
            let name = column.name;
            // The rows that may be named: those loaded, and those of this load.
            let (target, keys, loaded, also) = match refers {
                Refers::Member => ("members", "member_id", "feed.member_keys".to_owned(), String::new()),
                Refers::Group(kind) => {
                    ("user_groups", "id", "feed.user_groups".to_owned(), format!(" where \"type\" = '{kind}'"))
                }
                Refers::Id(target) => (target, "id", format!("feed.{target}"), String::new()),
                Refers::PollOption => {
                    ("poll_options", "poll_id, option_index", "feed.poll_options".to_owned(), String::new())
                }
            };
            let mut known = format!("select {keys} from {loaded}{also}");
            if self.staged(target) {
                known += &format!(" union all select {keys} from temp.stage_{target}{also}");
            }
            let value =
                if column.kind == Type::Audiences { format!("unnest(\"{name}\")") } else { format!("\"{name}\"") };
            let (own, text, matches) = match refers {
                Refers::PollOption => (
                    "poll_id, option_index".to_owned(),
                    "option_index || ' of poll ' || poll_id",
                    "k.poll_id = s.poll_id and k.option_index = s.option_index".to_owned(),
                ),
                _ => (format!("{value} as value"), "value::varchar", format!("k.{keys} = s.value")),
            };
            let sql = format!(
                "select file, line, {text} from (select file, line, {own} from temp.stage_{}) s
                 anti join ({known}) k on {matches}",
                table.name
            );
            let what = match refers {
                Refers::Member => "a member".to_owned(),
                Refers::Group(kind) => format!("a group of type {kind}"),
                Refers::Id(target) => format!("in {target}"),
                Refers::PollOption => "an option".to_owned(),
            };
            self.note(name, &sql, 1, |_, values| {
                let value = if column.kind == Type::MemberId { excerpt(&values[0]) } else { values[0].clone() };
                format!("{value} is not {what}; it must be in {target}, loaded before or in this load")
            })?;
        }
        Ok(())
    }

    fn check_keys(&mut self, table: &Table) -> Result<(), ImportError> {
        if table.key.is_empty() {
            return Ok(());
        }
        let name = table.name;
        let key = table.key.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
        let text = table.key.iter().map(|name| format!("\"{name}\"::varchar")).collect::<Vec<_>>().join(", ");
        let columns = table.key.join(", ");
        // Most loads repeat nothing; only what repeats is put in order.
        let sql = format!(
            "select file, line, first_file::varchar, first_line::varchar, concat_ws(', ', {text}) from (
               select *, first_value(file) over w as first_file, first_value(line) over w as first_line,
                      row_number() over w as place
               from temp.stage_{name} semi join (
                 select {key} from temp.stage_{name} group by {key} having count(*) > 1) using ({key})
               window w as (partition by {key} order by row_no))
             where place > 1"
        );
        self.note(&columns, &sql, 3, |load, values| {
            let file = values[0].parse().ok().and_then(|place: usize| load.files.get(place));
            let file = file.map_or("?", |file| file.name.as_str());
            format!("{} is there already, in {file} on line {}", excerpt(&values[2]), values[1])
        })?;
        // A key without the day may also repeat a row of a day that stays.
        let Kind::Days { day } = table.kind else {
            return Ok(());
        };
        if table.key.contains(&day) || !table.key.contains(&"member_id") {
            return Ok(());
        }
        let same: String = table
            .key
            .iter()
            .filter(|name| **name != "member_id")
            .map(|name| format!(" and f.\"{name}\" = s.\"{name}\""))
            .collect();
        let text = table.key.iter().map(|name| format!("s.\"{name}\"::varchar")).collect::<Vec<_>>().join(", ");
        let sql = format!(
            "select s.file, s.line, f.\"{day}\"::date::varchar, concat_ws(', ', {text})
             from temp.stage_{name} s join feed.member_keys k using (member_id)
             join feed.{name} f on f.member_key = k.member_key{same}
             where f.\"{day}\"::date not in (select day from temp.days_{name})"
        );
        self.note(&columns, &sql, 2, |_, values| {
            format!("{} is loaded already, on {}; load that day with this one", excerpt(&values[1]), values[0])
        })
    }

    fn check_days(&mut self, table: &Table) -> Result<(), ImportError> {
        let (Some((first, last)), Kind::Days { day }) = (self.days, table.kind) else {
            return Ok(());
        };
        let sql = format!(
            "select file, line, \"{day}\"::date::varchar from temp.stage_{}
             where \"{day}\"::date not between date '{first}' and date '{last}'",
            table.name
        );
        self.note(day, &sql, 1, |_, values| format!("{} is not within the days to load, {first}..{last}", values[0]))
    }

    /// What ends does not end before it begins.
    fn check_ends(&mut self, table: &str, first: &str, last: &str) -> Result<(), ImportError> {
        let sql = format!(
            "select file, line, \"{last}\"::varchar, \"{first}\"::varchar from temp.stage_{table}
             where \"{last}\" < \"{first}\""
        );
        self.note(last, &sql, 2, |_, values| format!("{} is before {first}, {}", values[0], values[1]))
    }

    /// At most one message a member led to the registration.
    fn check_registrations(&mut self) -> Result<(), ImportError> {
        let within = "select file, line, member_id from (
               select *, row_number() over (partition by member_id order by row_no) as place
               from temp.stage_email_messages where registered_at is not null)
             where place > 1";
        let loaded = "select s.file, s.line, s.member_id
             from temp.stage_email_messages s join feed.member_keys k using (member_id)
             join feed.email_messages f on f.member_key = k.member_key
             where s.registered_at is not null and f.registered_at is not null
               and f.sent_at::date not in (select day from temp.days_email_messages)";
        for sql in [within, loaded] {
            self.note("registered_at", sql, 1, |_, values| {
                format!("another message already led member {} to register; at most one may", excerpt(&values[0]))
            })?;
        }
        Ok(())
    }

    /// Puts the staged rows in, inside the open transaction, and brings what is derived up.
    fn swap(&self, allow_shrink: bool, report: &mut ImportReport, progress: &dyn Progress) -> Result<(), ImportError> {
        progress.start("replacing rows", None);
        let mut changed = Vec::new();
        for table in self.tables {
            match table.kind {
                Kind::Reference => report.references.push(self.upsert(table)?),
                Kind::Whole { .. } => report.replaced.push(self.replace_whole(table)?),
                Kind::Days { day } => {
                    let replaced = self.count_days(table, day)?;
                    if let Some(first) = replaced.first().and_then(|first| first.day).and_then(Day::from_date) {
                        changed.push((table.name, first.number()));
                    }
                    report.replaced.extend(replaced);
                }
            }
        }
        if !allow_shrink {
            let shrinks = |day: &&Replaced| day.day.is_some() && day.after * 2 < day.before;
            let shrinking: Vec<Replaced> = report.replaced.iter().filter(shrinks).cloned().collect();
            if !shrinking.is_empty() {
                return Err(ImportError::Shrink(shrinking));
            }
        }
        for table in self.tables {
            if let Kind::Days { day } = table.kind {
                self.replace_days(table, day)?;
                self.check_sums(table)?;
            }
        }
        progress.finish();
        progress.start("working out what is derived", None);
        if self.staged("members") {
            let membership = derive::refresh_membership(self.conn)?;
            if membership.segments > derive::MANY_SEGMENTS {
                report.warnings.push(derive::many_segments(membership.segments));
            }
        }
        derive::derive_changed(self.conn, &changed)?;
        derive::refresh_loaded(self.conn)?;
        progress.finish();
        Ok(())
    }

    /// Figures are whole numbers of 64 bits, money in cents: what the rows of a column add up to has to fit, or every
    /// answer that sums it would fail.
    fn check_sums(&self, table: &Table) -> Result<(), ImportError> {
        let name = table.name;
        let mut faults = Faults::default();
        for column in table.columns {
            let most = match column.kind {
                Type::Count => "9223372036854775807",
                Type::Money => "92233720368547758.07",
                _ => continue,
            };
            let mut statement = self.conn.prepare(&format!(
                "select file, line, \"{0}\"::varchar from temp.stage_{name}
                 where (select sum(abs(\"{0}\")) > {most} from feed.{name})
                 order by abs(\"{0}\") desc, file, line limit 1",
                column.name
            ))?;
            let mut rows = statement.query([])?;
            if let Some(row) = rows.next()? {
                let value: String = row.get(2)?;
                faults.push(Fault {
                    file: self.files[row.get::<_, i32>(0)?.unsigned_abs() as usize].name.clone(),
                    line: Some(row.get::<_, i64>(1)?.unsigned_abs()),
                    column: Some(column.name.to_owned()),
                    what: format!("with {} the loaded values add up to more than {most}", excerpt(&value)),
                });
            }
        }
        if faults.count == 0 { Ok(()) } else { Err(ImportError::Faults(faults)) }
    }

    /// The staged columns as the warehouse has them: (names, expressions over s and k, joins).
    fn stored(table: &Table) -> (String, String, &'static str) {
        let mut names = Vec::new();
        let mut values = Vec::new();
        let mut join = "";
        if table.kind != Kind::Reference && table.name != "fa_activity" {
            names.push("row_no".to_owned());
            values.push("s.row_no".to_owned());
        }
        for column in table.columns {
            if column.kind == Type::MemberId {
                names.push("member_key".to_owned());
                values.push("k.member_key".to_owned());
                join = "join feed.member_keys k using (member_id)";
            } else {
                names.push(format!("\"{}\"", column.name));
                values.push(format!("s.\"{}\"", column.name));
            }
        }
        (names.join(", "), values.join(", "), join)
    }

    /// A row replaces the row with its key; only rows that differ are written.
    fn upsert(&self, table: &'static Table) -> Result<ReferenceReport, ImportError> {
        let name = table.name;
        if name == "members" {
            self.conn.execute_batch(
                "insert into feed.member_keys
                 select (select coalesce(max(member_key), 0) from feed.member_keys)
                        + row_number() over (order by row_no), member_id
                 from temp.stage_members anti join feed.member_keys using (member_id)
                 order by row_no",
            )?;
        }
        let (names, values, join) = Self::stored(table);
        let key: Vec<&str> =
            table.key.iter().map(|key| if *key == "member_id" { "member_key" } else { *key }).collect();
        let using = key.iter().map(|key| format!("\"{key}\"")).collect::<Vec<_>>().join(", ");
        let same = key.iter().map(|key| format!("c.\"{key}\" = t.\"{key}\"")).collect::<Vec<_>>().join(" and ");
        self.conn.execute_batch(&format!(
            "create or replace temp table differing as
             select {values} from temp.stage_{name} s {join} except select {names} from feed.{name}"
        ))?;
        let (all, differing, changed): (i64, i64, i64) = self.conn.query_row(
            &format!(
                "select (select count(*) from temp.stage_{name}), (select count(*) from differing),
                        (select count(*) from differing semi join feed.{name} using ({using}))"
            ),
            [],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )?;
        self.conn.execute_batch(&format!(
            "delete from feed.{name} as t using differing c where {same};
             insert into feed.{name} ({names}) select * from differing order by {using};
             drop table differing"
        ))?;
        Ok(ReferenceReport {
            table: name,
            added: (differing - changed).unsigned_abs(),
            changed: changed.unsigned_abs(),
            same: (all - differing).unsigned_abs(),
        })
    }

    fn replace_whole(&self, table: &'static Table) -> Result<Replaced, ImportError> {
        let name = table.name;
        let (names, values, join) = Self::stored(table);
        let before: i64 = self.conn.query_row(&format!("select count(*) from feed.{name}"), [], |row| row.get(0))?;
        self.conn.execute_batch(&format!("delete from feed.{name}"))?;
        let after = self.conn.execute(
            &format!(
                "insert into feed.{name} ({names}) select {values} from temp.stage_{name} s {join} order by s.row_no"
            ),
            [],
        )?;
        Ok(Replaced { table: name, day: None, before: before.unsigned_abs(), after: after as u64 })
    }

    /// Each day the load replaces, in order, with its rows before and after.
    fn count_days(&self, table: &'static Table, day: &str) -> Result<Vec<Replaced>, ImportError> {
        let name = table.name;
        let mut statement = self.conn.prepare(&format!(
            "with before as (select \"{day}\"::date as day, count(*) as n from feed.{name} {} group by 1),
                  after as (select \"{day}\"::date as day, count(*) as n from temp.stage_{name} group by 1)
             select (day - date '2000-01-01')::integer, coalesce(before.n, 0), coalesce(after.n, 0)
             from temp.days_{name} left join before using (day) left join after using (day) order by 1",
            Self::replaced_days(table, day)
        ))?;
        let rows =
            statement.query_map([], |row| Ok((row.get::<_, i16>(0)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?)))?;
        rows.map(|row| {
            let (number, before, after) = row?;
            Ok(Replaced {
                table: name,
                day: Day::from_number(number).map(Day::to_date),
                before: before.unsigned_abs(),
                after: after.unsigned_abs(),
            })
        })
        .collect()
    }

    /// The condition for rows of the days a load replaces. The bounds let DuckDB pass over the rest of the table.
    fn replaced_days(table: &Table, day: &str) -> String {
        let days = format!("temp.days_{}", table.name);
        format!(
            "where \"{day}\" >= (select min(day) from {days}) and \"{day}\" < (select max(day) + 1 from {days})
               and \"{day}\"::date in (select day from {days})"
        )
    }

    fn replace_days(&self, table: &Table, day: &str) -> Result<(), ImportError> {
        let name = table.name;
        let (names, values, join) = Self::stored(table);
        self.conn.execute_batch(&format!(
            "delete from feed.{name} {};
             insert into feed.{name} ({names}) select {values} from temp.stage_{name} s {join}
             order by s.\"{day}\"::date, s.row_no",
            Self::replaced_days(table, day)
        ))?;
        Ok(())
    }
}

/// Appends the rows of one file to its temporary table, with their number in the load, file and line.
fn append_file(
    file: &Input,
    place: i32,
    row_no: &mut i32,
    appender: &mut Appender<'_>,
    faults: &mut Faults,
    progress: &dyn Progress,
) -> Result<(), ImportError> {
    const STEP: u64 = 10_000;
    let mut unsaid = 0;
    let mut sink = |line: u64, cells: &[Cell<'_>]| {
        *row_no = row_no.checked_add(1).ok_or_else(|| {
            WarehouseError::Invalid(format!("{}: more than {} rows of one table in a load", file.name, i32::MAX))
        })?;
        let own = [Cell::Int(*row_no), Cell::Int(place), Cell::Count(line as i64)];
        appender.append_row(appender_params_from_iter(own.iter().chain(cells)))?;
        unsaid += 1;
        if unsaid == STEP {
            progress.advance(STEP);
            unsaid = 0;
        }
        Ok(())
    };
    let read = read_file(Path::new(&file.path), file.table, faults, &mut sink);
    progress.advance(unsaid);
    read.map_err(|error| match error {
        ReadError::Io(source) => ImportError::Io { path: file.path.clone(), source },
        ReadError::Warehouse(error) => error.into(),
    })
}

#[cfg(test)]
mod tests;
