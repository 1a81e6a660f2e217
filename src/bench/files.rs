//! Reading files beside DuckDB: the same logins, interactions and messages as CSV and as Parquet.
//!
//! `BOND_BENCH_FILES_MEMBERS`, `BOND_BENCH_FILES_YEARS` and `BOND_BENCH_FILES_EACH` set another size than 200,000 members,
//! one year, and 20 logins and as many interactions of a member in a year.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use bond::platform::machine::Process;
use bond::warehouse::load::{Decoder, ImportOptions, import};
use bond::warehouse::{Phase, Progress};
use duckdb::Connection;

use crate::{Outcome, memory_peak, number, open, threads};

/// How many rows there are.
struct Size {
    members: u32,
    years: u32,
    /// The logins of a member in a year, and the interactions.
    each: u32,
}

impl Size {
    /// The logins, and as many interactions.
    fn events(&self) -> u32 {
        self.members * self.each * self.years
    }

    /// Those that a campaign is sent to.
    fn reached(&self) -> u32 {
        self.members / 40
    }

    fn messages(&self) -> u32 {
        self.reached() * self.campaigns()
    }

    fn campaigns(&self) -> u32 {
        200 * self.years
    }

    /// Each table with its columns as DuckDB knows them, and the query that makes its rows.
    fn tables(&self) -> [(&'static str, &'static str, String); 3] {
        let Size { members, years, .. } = self;
        let at = |rows: u32| {
            format!("timestamp '{}-01-01' + interval (i * {years} * 31536000 // {rows}) second", 2026 - years)
        };
        let member = format!("printf('M%07d', (i * 2654435761) % {members})");
        let (events, messages) = (self.events(), self.messages());
        [
            (
                "logins",
                "{'member_id': 'varchar', 'logged_in_at': 'timestamp'}",
                format!("select {member} as member_id, {} as logged_in_at from range({events}) t(i)", at(events)),
            ),
            (
                "offer_interactions",
                "{'member_id': 'varchar', 'offer_id': 'integer', 'occurred_at': 'timestamp', 'kind': 'varchar'}",
                format!(
                    "select {member} as member_id, (1 + i * 7 % 500)::integer as offer_id, {} as occurred_at,
                       if(i % 4 = 0, 'REDEEM_CLICK', 'VIEW') as kind from range({events}) t(i)",
                    at(events)
                ),
            ),
            (
                "email_messages",
                "{'campaign_id': 'integer', 'member_id': 'varchar', 'sent_at': 'timestamp', 'outcome': 'varchar',
                  'opened_at': 'timestamp', 'clicked_at': 'timestamp', 'unsubscribed_at': 'timestamp',
                  'registered_at': 'timestamp'}",
                format!(
                    "select (1 + i // {0})::integer as campaign_id, printf('M%07d', i % {0} * 40) as member_id,
                       timestamp '{1}-01-01 09:00:00' + interval (i // {0}) day as sent_at,
                       if(i % 50 = 0, 'BOUNCED', 'DELIVERED') as outcome,
                       if(i % 3 = 0 and i % 50 > 0, sent_at + interval 2 hour, null) as opened_at,
                       null::timestamp as clicked_at, null::timestamp as unsubscribed_at, null::timestamp as registered_at
                     from range({messages}) t(i)",
                    self.reached(),
                    2026 - years
                ),
            ),
        ]
    }

    /// The files that the others refer to: names and queries.
    fn base(&self) -> [(&'static str, String); 3] {
        let Size { members, years, .. } = self;
        [
            (
                "members",
                format!(
                    "select printf('M%07d', i) as member_id, 1 as tier_id, 1 as lob_id, 1 as audience_ids,
                       date '2020-01-01' as eligible_on, 'Email' as source from range({members}) t(i)"
                ),
            ),
            (
                "offers",
                "select i + 1 as id, concat('Offer ', i) as name, 1 as partner_id, 1 as category_id,
                   date '2020-01-01' as active_from, null as active_to from range(500) t(i)"
                    .to_owned(),
            ),
            (
                "campaigns",
                format!(
                    "select i + 1 as id, concat('Campaign ', i) as name, 1 as campaign_type_id, 'Hello' as subject,
                       '' as ssl, 'https://example.com/' as preview_url,
                       timestamp '{}-01-01 09:00:00' + interval (i) day as sent_at from range({}) t(i)",
                    2026 - years,
                    self.campaigns()
                ),
            ),
        ]
    }
}

/// Processor time of this process and of its ended children, in seconds.
fn used() -> Outcome<f64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    // Of itself in user and system mode, and of its children, in hundredths.
    let times = fields.get(11..15).ok_or("/proc/self/stat has no times")?;
    Ok(times.iter().map(|time| time.parse::<f64>()).sum::<Result<f64, _>>()? / 100.0)
}

/// Notes when the rows are replaced: what comes before is reading and checking.
#[derive(Default)]
struct Watch(Mutex<Option<(Instant, f64)>>);

impl Progress for Watch {
    fn start(&self, phase: Phase<'_>, _total: Option<u64>) {
        if let (Phase::Replacing, Ok(used), Ok(mut at)) = (phase, used(), self.0.lock()) {
            at.get_or_insert((Instant::now(), used));
        }
    }

    fn advance(&self, _done: u64) {}

    fn finish(&self) {}
}

/// Measures the reading of both forms, CSV and Parquet.
pub fn measure(dir: &Path) -> Outcome<()> {
    let size = Size {
        members: number("BOND_BENCH_FILES_MEMBERS", 200_000),
        years: number("BOND_BENCH_FILES_YEARS", 1),
        each: number("BOND_BENCH_FILES_EACH", 20),
    };
    let duckdb = opened(None)?;
    let base = dir.join("base");
    fs::create_dir_all(&base)?;
    let copy = |sql: &str, file: &Path, form: &str| {
        duckdb.execute_batch(&format!("copy ({sql}) to '{}' ({form})", file.display()))
    };
    fs::write(base.join("user_groups.csv"), "id,type,name\n1,TIER,Gold\n1,LOB,Auto\n1,AUDIENCE,Families\n")?;
    fs::write(base.join("partners.csv"), "id,name\n1,Store\n")?;
    fs::write(base.join("offer_categories.csv"), "id,name\n1,Travel\n")?;
    fs::write(base.join("campaign_types.csv"), "id,name\n1,News\n")?;
    for (table, sql) in size.base() {
        copy(&sql, &base.join(format!("{table}.csv")), "header")?;
    }
    for (name, ending, form) in [("CSV", "csv", "header"), ("Parquet", "parquet", "format parquet")] {
        let (feed, data) = (dir.join(ending), dir.join(format!("data-{ending}")));
        fs::create_dir_all(&feed)?;
        fs::create_dir_all(&data)?;
        let file = |table: &str| -> PathBuf { feed.join(format!("{table}.{ending}")) };
        for (table, _, sql) in size.tables() {
            copy(&sql, &file(table), form)?;
        }
        let kept = dir.join(format!("{ending}.duckdb"));
        let (begun, before) = (Instant::now(), used()?);
        let into = opened(Some(&kept))?;
        for (table, columns, _) in size.tables() {
            let path = file(table);
            let read = match ending {
                "csv" => format!("read_csv('{}', columns = {columns}, header = true)", path.display()),
                _ => format!("read_parquet('{}')", path.display()),
            };
            into.execute_batch(&format!("create table {table} as select * from {read}"))?;
        }
        // What is loaded is in the file.
        into.execute_batch("checkpoint")?;
        drop(into);
        let (of_duckdb, time) = (used()? - before, begun.elapsed());
        fs::remove_file(&kept)?;
        println!(
            "{name}: DuckDB reads it into tables of a file in {of_duckdb:.1} s of processor time, {:.1} s",
            time.as_secs_f64()
        );

        let warehouse = open(&data)?;
        import(&warehouse, std::slice::from_ref(&base), &ImportOptions::default(), &())?;
        Process::own().forget_peak();
        let (begun, before, watch) = (Instant::now(), used()?, Watch::default());
        let decoder = Decoder::Executable(env!("CARGO_BIN_EXE_bond").into());
        let options = ImportOptions { decoder, ..ImportOptions::default() };
        let report = import(&warehouse, &[feed], &options, &watch)?;
        let (all, time) = (used()? - before, begun.elapsed());
        let read = watch.0.into_inner().ok().flatten().ok_or("no rows were replaced")?;
        let of_reading = read.1 - before;
        println!(
            "{name}: Bond reads and checks {} rows in {of_reading:.1} s of processor time ({:.1} times DuckDB's), {:.1} s; \
             the whole load takes {all:.1} s of processor time, {:.1} s; memory high-water {}",
            report.rows,
            of_reading / of_duckdb,
            (read.0 - begun).as_secs_f64(),
            time.as_secs_f64(),
            memory_peak()
        );
    }
    Ok(())
}

/// A DuckDB of its own, in memory or in a new file, as those who have no Bond use it.
fn opened(file: Option<&Path>) -> Outcome<Connection> {
    let connection = file.map_or_else(Connection::open_in_memory, Connection::open)?;
    connection.execute_batch(&format!("set threads = {}; set memory_limit = '4GB'", threads()?))?;
    Ok(connection)
}
