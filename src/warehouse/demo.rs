//! The demo: a complete program made inside DuckDB, without any file.
//!
//! `data/warehouse/demo_plan.sql` makes the members, the offers, the campaigns and everything else that is small;
//! `demo_slice.sql` then makes what members do, some months at a time. Every figure is drawn from `hash()` of the
//! seed and of what it is drawn for, so the same options give the same rows on any number of threads, and what
//! happens on a day depends on nothing after it: [`extend`] appends exactly the rows a longer demo would hold.
//!
//! Known causes are planted in the last year of the first making. They are declared once, in [`explain`], which
//! also gives the SQL its figures.

use std::collections::HashMap;
use std::fmt;

use duckdb::types::Value;
use duckdb::{Connection, params_from_iter};
use time::{Date, Duration, Month};

use super::day::Day;
use super::{Progress, Warehouse, WarehouseError, Writer, derive};

/// What a demo is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoOptions {
    /// Members eligible by the last day, [`DemoOptions::MEMBERS`]; about six in ten of them are registered.
    pub members: u32,
    /// Another seed makes another program of the same kind.
    pub seed: u64,
    /// Years of history, [`DemoOptions::YEARS`].
    pub years: u32,
}

impl DemoOptions {
    /// How many members a demo may have. Fewer than the least show no pattern.
    pub const MEMBERS: std::ops::RangeInclusive<u32> = 100..=5_000_000;
    /// How many years a demo may cover. The planted causes lie in the last of them.
    pub const YEARS: std::ops::RangeInclusive<u32> = 1..=10;
}

impl Default for DemoOptions {
    fn default() -> DemoOptions {
        DemoOptions { members: 50_000, seed: 1, years: 3 }
    }
}

/// What was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoReport {
    /// First and last day written.
    pub first_day: Date,
    pub last_day: Date,
    /// Members and logins in the whole program, not only those of this making.
    pub members: u64,
    pub logins: u64,
    /// Feed rows added.
    pub rows: u64,
    /// The new data version.
    pub version: i32,
}

/// Which way a planted cause moves its metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Up,
    Down,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Direction::Up => "up",
            Direction::Down => "down",
        })
    }
}

/// Something the demo does on purpose, so that an explanation can be tested against it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlantedCause {
    /// A short name that stays the same from release to release.
    pub key: &'static str,
    /// What happens, in a sentence.
    pub what: String,
    /// First and last day on which it is at work; see `what` for what stays afterwards.
    pub from: Date,
    pub to: Date,
    /// The metric it moves, by the name people see.
    pub metric: &'static str,
    /// What to split or filter by to see it; None where the whole program shows it.
    pub within: Option<&'static str>,
    /// Which way it moves the metric while it is at work, against the time before.
    pub direction: Direction,
    /// Its figures for the SQL, as `demo_<key>_<name>`.
    figures: Vec<(&'static str, i64)>,
}

impl fmt::Display for PlantedCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}: {} ", self.from, self.to, self.metric)?;
        if let Some(within) = self.within {
            write!(f, "({within}) ")?;
        }
        write!(f, "goes {}. {}", self.direction, self.what)
    }
}

/// The tier that slides, the partner that leaves and the term that is suddenly searched for: ids and names as in
/// demo_plan.sql, partners.csv and search_terms.csv.
const SLIDING_TIER: (i64, &str) = (2, "Gold");
const LEAVING_PARTNER: (i64, &str) = (1, "Harborline Hotels");
const SUDDEN_TERM: &str = "electric car";

/// The causes planted in a demo whose first making ended on `made_to`, in order of time.
///
/// # Errors
/// [`WarehouseError::Invalid`] where the dates leave the calendar.
pub fn explain(made_to: Date) -> Result<Vec<PlantedCause>, WarehouseError> {
    let before = |days: i64| made_to.checked_sub(Duration::days(days)).ok_or_else(off_the_calendar);
    // The first day of the month so many months before that of `made_to`, and the day before it.
    let month = |months: i32| first_of(month_number(made_to) - months);
    let month_end = |months: i32| month(months - 1)?.previous_day().ok_or_else(off_the_calendar);

    // On a Tuesday, and on no account in the days that are missing at the end.
    let spike = before(47)?;
    let spike = spike + Duration::days(i64::from((9 - spike.weekday().number_from_monday()) % 7));

    let mut causes = vec![
        PlantedCause {
            key: "spike",
            what:
                "The campaign \"Double Rewards Week\" nearly doubles the logins of its first days and fades over five."
                    .into(),
            from: spike,
            to: spike + Duration::days(4),
            metric: "Total Logins",
            within: None,
            direction: Direction::Up,
            figures: vec![("percent", 90)],
        },
        PlantedCause {
            key: "slide",
            what: format!("Members of the tier {} log in less and less, down to half, and stay there.", SLIDING_TIER.1),
            from: before(150)?,
            to: before(60)?,
            metric: "Total Logins",
            within: Some("tier Gold"),
            direction: Direction::Down,
            figures: vec![("tier", SLIDING_TIER.0), ("per_mille", 500)],
        },
        PlantedCause {
            key: "csat",
            what: "For a month, 16 points fewer of the answers are a 4 or a 5.".into(),
            from: month(3)?,
            to: month_end(3)?,
            metric: "CSAT",
            within: None,
            direction: Direction::Down,
            figures: vec![("per_mille", 160)],
        },
        PlantedCause {
            key: "drive",
            what: "An enrollment drive through partners registers several times as many members as usual.".into(),
            from: month(6)?,
            to: month_end(6)?,
            metric: "Total New Registered",
            within: None,
            direction: Direction::Up,
            figures: vec![("per_mille", 70)],
        },
        PlantedCause {
            key: "dilution",
            what: "Most members of the enrollment drive hardly come back, and they count among the registered.".into(),
            from: month(6)?,
            to: month_end(5)?,
            metric: "Program Active Rate",
            within: None,
            direction: Direction::Down,
            figures: vec![],
        },
        PlantedCause {
            key: "exit",
            what: format!("All offers of the partner {} have ended and no new one starts.", LEAVING_PARTNER.1),
            from: month(1)?,
            to: made_to,
            metric: "Total Views",
            within: Some("partner Harborline Hotels"),
            direction: Direction::Down,
            figures: vec![("partner", LEAVING_PARTNER.0)],
        },
        PlantedCause {
            key: "unsubscribes",
            what: "The campaign \"Partner Data Survey\" makes several times as many readers unsubscribe as usual."
                .into(),
            from: before(75)?,
            to: before(75)?,
            metric: "% of Unsubscribed",
            within: Some("campaign Partner Data Survey"),
            direction: Direction::Up,
            figures: vec![("per_mille", 28)],
        },
        PlantedCause {
            key: "bounces",
            what: "The campaign \"Archive Mailing\" goes to an old list and bounces.".into(),
            from: before(100)?,
            to: before(100)?,
            metric: "Bounced",
            within: Some("campaign Archive Mailing"),
            direction: Direction::Up,
            figures: vec![("per_mille", 130)],
        },
        PlantedCause {
            key: "search",
            what: "For a month, search engines send nearly half as many visitors fewer.".into(),
            from: month(1)?,
            to: month_end(1)?,
            metric: "Organic Search",
            within: Some("source Organic Search"),
            direction: Direction::Down,
            figures: vec![("per_mille", 450)],
        },
        PlantedCause {
            key: "term",
            what: format!("\"{SUDDEN_TERM}\" is searched for nine times as often, and there is no offer for it."),
            from: before(20)?,
            to: made_to,
            metric: "Search Count",
            within: Some("query electric car"),
            direction: Direction::Up,
            figures: vec![("factor", 9)],
        },
    ];
    causes.sort_by_key(|cause| (cause.from, cause.key));
    Ok(causes)
}

/// The causes planted in the demo the warehouse holds; None where it holds no demo.
pub fn explain_loaded(warehouse: &Warehouse) -> Result<Option<Vec<PlantedCause>>, WarehouseError> {
    let settings = Settings::read(&*warehouse.writer()?)?;
    settings.map(|settings| explain(settings.anchor)).transpose()
}

/// Makes a demo that ends on `yesterday`, in an empty warehouse.
///
/// # Errors
/// [`WarehouseError::Invalid`] where an option is out of range, where the warehouse already holds data, or where the
/// years reach back before the year 2000.
pub fn make(
    warehouse: &Warehouse,
    options: &DemoOptions,
    yesterday: Date,
    progress: &dyn Progress,
) -> Result<DemoReport, WarehouseError> {
    let DemoOptions { members, seed, years } = *options;
    within("members", members, &DemoOptions::MEMBERS)?;
    within("years", years, &DemoOptions::YEARS)?;
    let writer = warehouse.writer()?;
    let batches: i64 = writer.query_row("select count(*) from main.batch", [], |row| row.get(0))?;
    if batches > 0 {
        return Err(WarehouseError::Invalid(
            "there is data already: a demo is made in a data directory of its own, --data-dir names another".into(),
        ));
    }
    let settings = Settings { members, seed, start: years_before(yesterday, years)?, anchor: yesterday, through: None };
    write(&writer, settings, yesterday, "demo", progress)
}

/// Brings a demo up to `yesterday`, from the same seed; None where there is nothing to do.
///
/// There is nothing to do where the warehouse holds no demo or one that reaches `yesterday`; where files were
/// loaded beside the demo, which then is no longer only the demo's; and, with a warning, where the demo was made
/// by a release that draws differently.
pub fn extend(
    warehouse: &Warehouse,
    yesterday: Date,
    progress: &dyn Progress,
) -> Result<Option<DemoReport>, WarehouseError> {
    let writer = warehouse.writer()?;
    let Some(settings) = Settings::read(&writer)? else { return Ok(None) };
    if settings.through.is_none_or(|through| through >= yesterday) {
        return Ok(None);
    }
    let others: i64 =
        writer.query_row("select count(*) from main.batch where origin not in ('demo', 'demo-extend')", [], |row| {
            row.get(0)
        })?;
    if others > 0 {
        return Ok(None);
    }
    let drawn: String =
        writer.query_row("select value from main.setting where name = 'demo.generator'", [], |row| row.get(0))?;
    if drawn != generator(&writer)? {
        tracing::warn!("the demo was made by another release and is not extended; make it again with `bond demo`");
        return Ok(None);
    }
    write(&writer, settings, yesterday, "demo-extend", progress).map(Some)
}

/// What a demo is drawn from, kept in `main.setting`.
#[derive(Clone, Copy, Debug)]
struct Settings {
    members: u32,
    seed: u64,
    /// First day of the program, and last day of its first making.
    start: Date,
    anchor: Date,
    /// Last day written so far.
    through: Option<Date>,
}

const DATE: &[time::format_description::BorrowedFormatItem<'_>] =
    time::macros::format_description!("[year]-[month]-[day]");

impl Settings {
    fn read(connection: &Connection) -> Result<Option<Settings>, WarehouseError> {
        let mut statement = connection.prepare("select name, value from main.setting where name like 'demo.%'")?;
        let values: HashMap<String, String> =
            statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
        if values.is_empty() {
            return Ok(None);
        }
        let value = |name: &str| {
            values.get(name).ok_or_else(|| WarehouseError::Invalid(format!("the warehouse lost its setting {name}")))
        };
        let number = |name: &str| {
            value(name)?.parse::<u64>().map_err(|_| WarehouseError::Invalid(format!("the setting {name} is no number")))
        };
        let date = |name: &str| {
            Date::parse(value(name)?, DATE)
                .map_err(|_| WarehouseError::Invalid(format!("the setting {name} is no date")))
        };
        Ok(Some(Settings {
            members: u32::try_from(number("demo.members")?)
                .map_err(|_| WarehouseError::Invalid("the setting demo.members is too large".into()))?,
            seed: number("demo.seed")?,
            start: date("demo.start")?,
            anchor: date("demo.anchor")?,
            through: Some(date("demo.through")?),
        }))
    }

    fn write(&self, connection: &Connection, through: Date) -> Result<(), WarehouseError> {
        connection.execute_batch("delete from main.setting where name like 'demo.%'")?;
        let years = self.anchor.next_day().unwrap_or(self.anchor).year() - self.start.year();
        for (name, value) in [
            ("demo.members", self.members.to_string()),
            ("demo.seed", self.seed.to_string()),
            ("demo.years", years.to_string()),
            ("demo.start", self.start.to_string()),
            ("demo.anchor", self.anchor.to_string()),
            ("demo.through", through.to_string()),
            ("demo.generator", generator(connection)?),
        ] {
            connection.execute("insert into main.setting values (?, ?)", [name, value.as_str()])?;
        }
        Ok(())
    }
}

/// Raised whenever the same options would draw other rows than before.
const GENERATION: u32 = 1;

/// What two makings must share for one to extend the other: the demo's own generation and DuckDB's hash, which may
/// change from release to release.
fn generator(connection: &Connection) -> Result<String, WarehouseError> {
    let hash: u64 =
        connection.query_row("select hash(xor(hash(42::ubigint), 7::ubigint), 'bond')", [], |row| row.get(0))?;
    Ok(format!("{GENERATION}-{hash:016x}"))
}

const PLAN: &str = include_str!("../../data/warehouse/demo_plan.sql");
const SLICE: &str = include_str!("../../data/warehouse/demo_slice.sql");
const END: &str = include_str!("../../data/warehouse/demo_end.sql");

/// The names the demo draws from, each as the table `demo_csv_<name>`.
const NAMES: &[(&str, &str)] = &[
    ("articles", include_str!("../../data/demo/articles.csv")),
    ("campaign_titles", include_str!("../../data/demo/campaign_titles.csv")),
    ("hours", include_str!("../../data/demo/hours.csv")),
    ("links", include_str!("../../data/demo/links.csv")),
    ("offer_categories", include_str!("../../data/demo/offer_categories.csv")),
    ("offer_titles", include_str!("../../data/demo/offer_titles.csv")),
    ("partners", include_str!("../../data/demo/partners.csv")),
    ("polls", include_str!("../../data/demo/polls.csv")),
    ("schedule", include_str!("../../data/demo/schedule.csv")),
    ("search_terms", include_str!("../../data/demo/search_terms.csv")),
    ("web_mix", include_str!("../../data/demo/web_mix.csv")),
    ("web_sources", include_str!("../../data/demo/web_sources.csv")),
];

/// Every table the demo fills: all of the feed's.
const TABLES: &[&str] = &[
    "user_groups",
    "members",
    "partners",
    "offer_categories",
    "offers",
    "campaign_types",
    "campaigns",
    "articles",
    "polls",
    "poll_options",
    "logins",
    "offer_interactions",
    "partner_transactions",
    "email_messages",
    "email_link_clicks",
    "email_schedule",
    "web_sessions",
    "site_searches",
    "article_views",
    "content_actions",
    "poll_answers",
    "csat_responses",
    "fa_activity",
];

/// About so many logins are made at a time: enough to be quick, few enough to sort in a small memory.
const LOGINS_AT_A_TIME: u32 = 2_000_000;

/// Writes the days after `settings.through` (all days where there is none) to `to`, as one batch.
fn write(
    writer: &Writer<'_>,
    settings: Settings,
    to: Date,
    origin: &str,
    progress: &dyn Progress,
) -> Result<DemoReport, WarehouseError> {
    writer.execute_batch("begin")?;
    let filled = fill(writer, &settings, to, progress).and_then(|report| {
        let digest: String = writer.query_row(
            "select sha256(?)",
            [format!("{origin} {settings:?} {to} {}", generator(writer)?)],
            |row| row.get(0),
        )?;
        let version = writer.commit_batch(origin, TABLES, &digest, report.rows)?;
        Ok(DemoReport { version, ..report })
    });
    if filled.is_err() {
        // The error to tell is the one that came before; a failed COMMIT leaves nothing to roll back.
        let _ = writer.execute_batch("rollback");
    }
    filled
}

fn fill(
    connection: &Connection,
    settings: &Settings,
    to: Date,
    progress: &dyn Progress,
) -> Result<DemoReport, WarehouseError> {
    let first_day = match settings.through {
        Some(through) => through.next_day().ok_or_else(off_the_calendar)?,
        None => settings.start,
    };
    let from = number(first_day)?;
    let rows_before = rows(connection)?;

    progress.start("Members, offers and campaigns", None);
    for (name, csv) in NAMES {
        load_names(connection, name, csv)?;
    }
    set(connection, "seed", settings.seed)?;
    set(connection, "members", settings.members)?;
    set(connection, "start", number(settings.start)?)?;
    set(connection, "anchor", number(settings.anchor)?)?;
    for cause in explain(settings.anchor)? {
        set(connection, &format!("{}_from", cause.key), number(cause.from)?)?;
        set(connection, &format!("{}_to", cause.key), number(cause.to)?)?;
        for (name, figure) in cause.figures {
            set(connection, &format!("{}_{name}", cause.key), figure)?;
        }
    }
    set(connection, "term_text", format!("'{SUDDEN_TERM}'"))?;
    set(connection, "from", from)?;
    set(connection, "to", number(to)?)?;
    connection.execute_batch(PLAN)?;
    progress.finish();

    let last_month = month_number(to);
    let mut month = month_number(first_day);
    // Half of all members log in about once a month.
    let months_at_a_time = (LOGINS_AT_A_TIME / (settings.members / 2).max(1)).clamp(1, 120) as i32;
    progress.start("Months of activity", u64::try_from(last_month - month + 1).ok());
    while month <= last_month {
        let upto = (month + months_at_a_time - 1).min(last_month);
        set(connection, "month_from", month)?;
        set(connection, "month_to", upto)?;
        set(connection, "from", number(first_day.max(first_of(month)?))?)?;
        set(connection, "to", number(to.min(first_of(upto + 1)?.previous_day().ok_or_else(off_the_calendar)?))?)?;
        connection.execute_batch(SLICE)?;
        progress.advance(u64::from(month.abs_diff(upto)) + 1);
        month = upto + 1;
    }
    connection.execute_batch(END)?;
    for (name, _) in NAMES {
        connection.execute_batch(&format!("drop table demo_csv_{name}"))?;
    }
    progress.finish();

    progress.start("What is derived", None);
    derive::derive_from(connection, settings.through.map(|_| from - 1))?;
    derive::refresh_loaded(connection)?;
    settings.write(connection, to)?;
    progress.finish();

    let count = |table: &str| -> Result<u64, WarehouseError> {
        let count: i64 = connection.query_row(&format!("select count(*) from feed.{table}"), [], |row| row.get(0))?;
        Ok(count.unsigned_abs())
    };
    Ok(DemoReport {
        first_day,
        last_day: to,
        members: count("members")?,
        logins: count("logins")?,
        rows: rows(connection)? - rows_before,
        version: 0,
    })
}

/// Rows in all tables of the feed.
fn rows(connection: &Connection) -> Result<u64, WarehouseError> {
    let counts: Vec<String> = TABLES.iter().map(|table| format!("(select count(*) from feed.{table})")).collect();
    let count: i64 = connection.query_row(&format!("select {}", counts.join(" + ")), [], |row| row.get(0))?;
    Ok(count.unsigned_abs())
}

/// Sets a variable of the demo's SQL. The value is one of this module's own numbers or constants.
fn set(connection: &Connection, name: &str, value: impl fmt::Display) -> Result<(), WarehouseError> {
    Ok(connection.execute_batch(&format!("set variable demo_{name} = {value}"))?)
}

/// Makes the temporary table `demo_csv_<name>`: the lines of an embedded file as text, numbered from 1 as `no`.
fn load_names(connection: &Connection, name: &str, csv: &str) -> Result<(), WarehouseError> {
    let broken = |error: csv::Error| WarehouseError::Invalid(format!("the demo's {name}.csv is broken: {error}"));
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let columns: Vec<String> =
        reader.headers().map_err(broken)?.iter().map(|column| format!("{column} varchar")).collect();
    connection
        .execute_batch(&format!("create or replace temp table demo_csv_{name} (no integer, {})", columns.join(", ")))?;
    let mut insert =
        connection.prepare(&format!("insert into demo_csv_{name} values (?{})", ", ?".repeat(columns.len())))?;
    for (no, record) in (1..).zip(reader.records()) {
        let record = record.map_err(broken)?;
        let texts = record.iter().map(|text| Value::Text(text.to_owned()));
        insert.execute(params_from_iter(std::iter::once(Value::Int(no)).chain(texts)))?;
    }
    Ok(())
}

fn within(name: &str, value: u32, range: &std::ops::RangeInclusive<u32>) -> Result<(), WarehouseError> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(WarehouseError::Invalid(format!("{name} must be from {} to {}, not {value}", range.start(), range.end())))
}

/// The first day of a demo of so many years that ends on `yesterday`.
fn years_before(yesterday: Date, years: u32) -> Result<Date, WarehouseError> {
    let today = yesterday.next_day().ok_or_else(off_the_calendar)?;
    let year = today.year() - years as i32;
    let start = today.replace_year(year).or_else(|_| Date::from_calendar_date(year, Month::February, 28));
    start.map_err(|_| off_the_calendar())
}

/// Months since the year 0, as the demo's SQL counts them.
fn month_number(date: Date) -> i32 {
    date.year() * 12 + i32::from(u8::from(date.month())) - 1
}

fn first_of(month: i32) -> Result<Date, WarehouseError> {
    let name = Month::try_from(month.rem_euclid(12) as u8 + 1).map_err(|_| off_the_calendar())?;
    Date::from_calendar_date(month.div_euclid(12), name, 1).map_err(|_| off_the_calendar())
}

/// A day as the SQL has it.
fn number(date: Date) -> Result<i16, WarehouseError> {
    Day::from_date(date).map(Day::number).ok_or_else(off_the_calendar)
}

fn off_the_calendar() -> WarehouseError {
    WarehouseError::Invalid(format!(
        "the demo's dates must lie from {} to {}: ask for fewer years",
        Day::FIRST,
        Day::LAST
    ))
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Mutex;

    use time::macros::date;

    use super::*;
    use crate::warehouse::Limits;

    const END_OF_FIRST: Date = date!(2026 - 02 - 12);

    fn open(dir: &Path, threads: usize) -> Warehouse {
        let limits = Limits { memory: "1GB".into(), threads, temp_dir: dir.join("tmp") };
        Warehouse::open(dir, &limits).expect("a fresh warehouse opens")
    }

    fn small(seed: u64) -> DemoOptions {
        DemoOptions { members: 600, seed, years: 1 }
    }

    /// Per table its rows and a digest over them, in the order they are stored.
    fn digests(warehouse: &Warehouse) -> Vec<(String, i64, Option<String>)> {
        let writer = warehouse.writer().expect("a writer");
        let feed = TABLES.iter().chain(&["member_keys"]).map(|table| (format!("feed.{table}"), "t", "rowid"));
        // Between two ways to the same data the ids of segments may differ, and the order within a day.
        let session = "struct_pack(t.day, t.member_key, t.offer_views, t.qualifying, t.gap, t.prev1, t.prev3, t.next, t.qualifying2)";
        feed.chain([("derived.session".to_owned(), session, "all")])
            .map(|(table, row, order)| {
                let order = if order == "all" { format!("hash({row})") } else { order.to_owned() };
                let sql = format!(
                    "select count(*), md5(string_agg(hash({row})::varchar, ',' order by {order})) from {table} t"
                );
                let (rows, digest) =
                    writer.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?))).expect("a digest");
                (table, rows, digest)
            })
            .collect()
    }

    fn differing(left: &Warehouse, right: &Warehouse) -> Vec<String> {
        digests(left).into_iter().zip(digests(right)).filter(|(l, r)| l != r).map(|(l, _)| l.0).collect()
    }

    #[test]
    fn the_same_seed_makes_the_same_rows_on_any_number_of_threads_and_another_seed_others() {
        let dirs = [0; 3].map(|_| tempfile::tempdir().expect("a directory"));
        let [one, two, other] = [(0, 1), (1, 2), (2, 2)].map(|(place, threads)| open(dirs[place].path(), threads));
        let report = make(&one, &small(7), END_OF_FIRST, &()).expect("a demo");
        make(&two, &small(7), END_OF_FIRST, &()).expect("a demo");
        make(&other, &small(8), END_OF_FIRST, &()).expect("a demo");
        assert_eq!((report.first_day, report.last_day), (date!(2025 - 02 - 13), END_OF_FIRST));
        assert_eq!((report.members, report.version), (600, 1));
        assert_eq!(differing(&one, &two), Vec::<String>::new());
        let differing = differing(&one, &other);
        for table in ["feed.members", "feed.logins", "feed.offers", "feed.web_sessions", "feed.poll_answers"] {
            assert!(differing.contains(&table.to_owned()), "{table} is the same for another seed");
        }
    }

    #[test]
    fn every_table_is_filled_and_keeps_the_rules_of_the_feed() {
        let dir = tempfile::tempdir().expect("a directory");
        let warehouse = open(dir.path(), 2);
        make(&warehouse, &small(7), END_OF_FIRST, &()).expect("a demo");
        for (table, rows, _) in digests(&warehouse) {
            assert!(rows > 0, "{table} is empty");
        }
        let writer = warehouse.writer().expect("a writer");
        // Each answers the rows that break a rule.
        for (rule, sql) in [
            (
                "a message has one row",
                "select count(*) - count(distinct (campaign_id, member_key)) from feed.email_messages",
            ),
            (
                "a member answers a poll once",
                "select count(*) - count(distinct (poll_id, member_key)) from feed.poll_answers",
            ),
            (
                "web sessions have a key",
                "select count(*) - count(distinct (date, source, device_category, browser, operating_system, screen_resolution, visitor_type)) from feed.web_sessions",
            ),
            ("searches have a key", "select count(*) - count(distinct (date, query)) from feed.site_searches"),
            (
                "a member registers once by e-mail",
                "select count(registered_at) - count(distinct member_key) filter (registered_at is not null) from feed.email_messages",
            ),
            (
                "who registers by e-mail logs in at that instant",
                "select count(*) from feed.email_messages m where registered_at is not null and registered_at <> (select min(logged_in_at) from feed.logins l where l.member_key = m.member_key)",
            ),
            (
                "what happens to a message happens on its day and in order",
                "select count(*) from feed.email_messages where opened_at <= sent_at or clicked_at <= opened_at or unsubscribed_at <= opened_at or registered_at <= clicked_at or greatest(opened_at, clicked_at, unsubscribed_at, registered_at) >= sent_at::date + 1 or (opened_at is null and (clicked_at is not null or unsubscribed_at is not null or registered_at is not null)) or (outcome = 'BOUNCED' and opened_at is not null)",
            ),
            (
                "nobody is written to after unsubscribing",
                "select count(*) from feed.email_messages m join (select member_key, min(unsubscribed_at) as at_time from feed.email_messages group by 1) u using (member_key) where m.sent_at > u.at_time",
            ),
            (
                "an interaction follows a login",
                "select count(*) from derived.interaction i where not exists (from derived.session s where s.member_key = i.member_key and s.day = i.day)",
            ),
            (
                "every interaction is in a session",
                "select (select count(*) from feed.offer_interactions) - (select sum(offer_views + redeem_clicks) from derived.session)",
            ),
            (
                "an offer is seen while it is active",
                "select count(*) from feed.offer_interactions i join feed.offers o on o.id = i.offer_id where occurred_at::date < active_from or occurred_at::date > active_to",
            ),
            ("an offer ends after it starts", "select count(*) from feed.offers where active_to < active_from"),
            (
                "a purchase follows a click",
                "select count(*) from feed.partner_transactions t where not exists (from feed.offer_interactions i where i.kind = 'REDEEM_CLICK' and i.member_key = t.member_key and i.offer_id = t.offer_id and i.occurred_at::date between t.transacted_on - 4 and t.transacted_on)",
            ),
            (
                "an answer names an option",
                "select count(*) from feed.poll_answers a anti join feed.poll_options o using (poll_id, option_index)",
            ),
            (
                "an answer comes while the poll is open",
                "select count(*) from feed.poll_answers a join feed.polls p on p.id = a.poll_id where answered_at::date < opened_on or answered_at::date > closed_on",
            ),
            (
                "an article is read after it is published",
                "select count(*) from feed.article_views v join feed.articles a on a.id = v.article_id where viewed_at::date < published_on",
            ),
            (
                "nobody logs in before being eligible",
                "select count(*) from feed.logins join feed.members using (member_key) where logged_in_at::date < eligible_on",
            ),
            ("keys are dense", "select max(member_key) - count(distinct member_key) from feed.members"),
            (
                "every member has an id",
                "select count(*) from feed.members anti join feed.member_keys using (member_key)",
            ),
            (
                "nothing lies after the last day",
                "select count(*) from main.loaded where table_name not in ('email_schedule', 'fa_activity') and last_day > (select date '2026-02-12' - date '2000-01-01')",
            ),
            ("category 9 has offers", "select (count(*) = 0)::integer from feed.offers where category_id = 9"),
            ("the schedule looks ahead", "select (max(date) < date '2026-03-20')::integer from feed.email_schedule"),
        ] {
            let broken: i64 = writer.query_row(&format!("select ({sql})::bigint"), [], |row| row.get(0)).expect(rule);
            assert_eq!(broken, 0, "{rule}");
        }
        for table in ["logins", "offer_interactions", "email_messages", "csat_responses", "content_actions"] {
            let time = match table {
                "logins" => "logged_in_at",
                "email_messages" => "sent_at",
                "csat_responses" => "responded_at",
                _ => "occurred_at",
            };
            let late: i64 = writer
                .query_row(
                    &format!("select count(*) from (select {time} < lag({time}) over (order by row_no) or row_no <> 1 + rowid as late from feed.{table}) where late"),
                    [],
                    |row| row.get(0),
                )
                .expect("a count");
            assert_eq!(late, 0, "{table} is out of order");
        }
        let left: i64 = writer
            .query_row("select count(*) from duckdb_tables() where temporary and table_name like 'demo%'", [], |row| {
                row.get(0)
            })
            .expect("a count");
        assert_eq!(left, 0, "temporary tables stay behind");
    }

    #[test]
    fn an_extended_demo_equals_a_longer_one() {
        // What make would write, had it been asked for a later day with the same plan.
        fn longer(to: Date, dir: &Path) -> Warehouse {
            let warehouse = open(dir, 2);
            let settings =
                Settings { members: 600, seed: 7, start: date!(2025 - 02 - 13), anchor: END_OF_FIRST, through: None };
            write(&warehouse.writer().expect("a writer"), settings, to, "demo", &()).expect("a demo");
            warehouse
        }
        let dirs = [0; 3].map(|_| tempfile::tempdir().expect("a directory"));
        let extended = open(dirs[0].path(), 2);
        make(&extended, &small(7), END_OF_FIRST, &()).expect("a demo");
        // The next day, the middle of a later month, and the last day of one.
        for (to, dir) in [(date!(2026 - 02 - 13), 1), (date!(2026 - 04 - 30), 2)] {
            let between = if dir == 2 { Some(date!(2026 - 04 - 07)) } else { None };
            for to in between.into_iter().chain([to]) {
                let report = extend(&extended, to, &()).expect("an extension").expect("days to write");
                assert_eq!(report.last_day, to);
            }
            assert_eq!(differing(&extended, &longer(to, dirs[dir].path())), Vec::<String>::new(), "to {to}");
        }
        assert_eq!(extend(&extended, date!(2026 - 04 - 30), &()).expect("no error"), None, "up to date already");
        let members: i64 = extended
            .writer()
            .and_then(|writer| Ok(writer.query_row("select count(*) from feed.members", [], |row| row.get(0))?))
            .expect("a count");
        assert!(members > 600, "the program grows");
        let causes = explain_loaded(&extended).expect("no error").expect("a demo");
        assert_eq!(causes, explain(END_OF_FIRST).expect("causes"), "the causes stay where they are");
    }

    #[test]
    fn only_a_demo_is_extended_and_only_an_empty_warehouse_takes_one() {
        let dir = tempfile::tempdir().expect("a directory");
        let warehouse = open(dir.path(), 2);
        assert_eq!(extend(&warehouse, END_OF_FIRST, &()).expect("no error"), None);
        assert_eq!(explain_loaded(&warehouse).expect("no error"), None);
        for wrong in [DemoOptions { members: 99, ..small(7) }, DemoOptions { years: 11, ..small(7) }] {
            let refused = make(&warehouse, &wrong, END_OF_FIRST, &());
            assert!(matches!(&refused, Err(WarehouseError::Invalid(text)) if text.contains(" to ")), "{refused:?}");
        }
        let early = make(&warehouse, &DemoOptions { years: 3, ..small(7) }, date!(2002 - 01 - 31), &());
        assert!(matches!(early, Err(WarehouseError::Invalid(_))), "{early:?}");

        make(&warehouse, &small(u64::MAX), END_OF_FIRST, &()).expect("a demo");
        let again = make(&warehouse, &small(7), END_OF_FIRST, &());
        assert!(matches!(again, Err(WarehouseError::Invalid(_))), "{again:?}");
        let writer = warehouse.writer().expect("a writer");
        writer.execute_batch("begin").expect("begin");
        writer.commit_batch("import", &["logins"], "digest", 0).expect("a commit");
        drop(writer);
        assert_eq!(extend(&warehouse, date!(2026 - 03 - 01), &()).expect("no error"), None, "it holds other data too");
    }

    #[test]
    fn progress_is_told_step_by_step() {
        #[derive(Default)]
        struct Told(Mutex<Vec<String>>);
        impl Progress for Told {
            fn start(&self, what: &str, total: Option<u64>) {
                self.0.lock().expect("told").push(format!("{what} {total:?}"));
            }
            fn advance(&self, done: u64) {
                self.0.lock().expect("told").push(done.to_string());
            }
            fn finish(&self) {}
        }
        let dir = tempfile::tempdir().expect("a directory");
        let told = Told::default();
        make(&open(dir.path(), 2), &small(7), END_OF_FIRST, &told).expect("a demo");
        assert_eq!(
            told.0.into_inner().expect("told"),
            ["Members, offers and campaigns None", "Months of activity Some(13)", "13", "What is derived None"]
        );
    }

    /// For a cause, a query over its first and last day ($1, $2) that answers what the metric was and what it would
    /// be expected to be without it; and how far apart they must be, as a ratio.
    fn evidence(key: &str) -> (&'static str, f64) {
        match key {
            "spike" => (
                "select sum((d between $1 and $2)::int), sum((d between $1 - 7 and $2 - 7 or d between $1 + 14 and $2 + 14)::int) / 2
                 from (select logged_in_at::date as d from feed.logins)",
                1.4,
            ),
            "slide" => (
                // Gold after and before, against the other tiers after and before.
                "select sum((tier_id = 2 and d between $2 + 1 and $2 + 45)::int) / sum((tier_id = 2 and d between $1 - 45 and $1 - 1)::int),
                        sum((tier_id <> 2 and d between $2 + 1 and $2 + 45)::int) / sum((tier_id <> 2 and d between $1 - 45 and $1 - 1)::int)
                 from (select logged_in_at::date as d, tier_id from feed.logins join feed.members using (member_key))",
                0.7,
            ),
            "csat" => (
                "select avg((score >= 4)::int) filter (d between $1 and $2), avg((score >= 4)::int) filter (d not between $1 and $2)
                 from (select responded_at::date as d, score from feed.csat_responses) where d between $1 - 90 and $2 + 90",
                0.88,
            ),
            "drive" => (
                "select sum((d between $1 and $2)::int), sum((d between $1 - 60 and $1 - 1)::int) / 2
                 from (select min(logged_in_at)::date as d from feed.logins group by member_key)",
                2.5,
            ),
            "dilution" => (
                // The month after the drive against the month before it.
                "with month as (select unnest([date_trunc('month', $2), $1 - 31 + 1]) as first, unnest([$2, $1 - 1]) as last),
                      active as (select last, count(*) as members from (
                        select last, member_key from derived.session, month
                        where qualifying and date '2000-01-01' + day between date_trunc('month', last) and last group by all having count(*) >= 2) group by 1),
                      registered as (select last, count(*) as members from derived.member, month
                        where first_day > 0 and date '2000-01-01' + first_day <= last group by 1)
                 select max(a.members / r.members) filter (last = $2), max(a.members / r.members) filter (last = $1 - 1)
                 from active a join registered r using (last)",
                0.95,
            ),
            "exit" => (
                "select sum((d >= $1)::int), sum((d between $1 - ($2 - $1)::int - 1 and $1 - 1)::int)
                 from (select occurred_at::date as d from feed.offer_interactions i join feed.offers o on o.id = i.offer_id where partner_id = 1)",
                0.0,
            ),
            "unsubscribes" => (
                "select avg((unsubscribed_at is not null)::int) filter (name like 'Partner Data Survey%'),
                        avg((unsubscribed_at is not null)::int) filter (name not like 'Partner Data Survey%')
                 from feed.email_messages m join feed.campaigns c on c.id = m.campaign_id
                 where outcome = 'DELIVERED' and m.sent_at::date between $1 - 60 and $2 + 60",
                3.0,
            ),
            "bounces" => (
                "select avg((outcome = 'BOUNCED')::int) filter (name like 'Archive Mailing%'),
                        avg((outcome = 'BOUNCED')::int) filter (name not like 'Archive Mailing%')
                 from feed.email_messages m join feed.campaigns c on c.id = m.campaign_id
                 where m.sent_at::date between $1 - 60 and $2 + 60",
                3.0,
            ),
            "search" => (
                "select sum(sessions) filter (date between $1 and $2) / ($2 - $1 + 1), sum(sessions) filter (date between $1 - 30 and $1 - 1) / 30
                 from feed.web_sessions where source = 'Organic Search'",
                0.7,
            ),
            "term" => (
                "select sum(searches) filter (date between $1 and $2) / ($2 - $1 + 1), sum(searches) filter (date between $1 - 42 and $1 - 1) / 42
                 from feed.site_searches where query = 'electric car'",
                5.0,
            ),
            other => panic!("no evidence is asked for {other}"),
        }
    }

    #[test]
    fn every_planted_cause_is_visible() {
        for (seed, years, yesterday) in
            [(1, 3, date!(2026 - 11 - 20)), (2, 1, date!(2027 - 01 - 31)), (3, 2, date!(2028 - 02 - 29))]
        {
            let dir = tempfile::tempdir().expect("a directory");
            let warehouse = open(dir.path(), 2);
            make(&warehouse, &DemoOptions { members: 15_000, seed, years }, yesterday, &()).expect("a demo");
            let writer = warehouse.writer().expect("a writer");
            let causes = explain(yesterday).expect("causes");
            assert_eq!(causes.len(), 10);
            for cause in causes {
                assert!(cause.from <= cause.to && cause.to <= yesterday, "{cause}");
                let (sql, least) = evidence(cause.key);
                let sql =
                    sql.replace("$1", &format!("date '{}'", cause.from)).replace("$2", &format!("date '{}'", cause.to));
                let sql = format!("select a::double, b::double from ({sql}) t(a, b)");
                let (seen, expected): (f64, f64) =
                    writer.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?))).expect(cause.key);
                let ratio = seen / expected;
                let visible = match cause.direction {
                    Direction::Up => ratio >= least && least > 1.0,
                    Direction::Down => ratio <= least && least < 1.0,
                };
                assert!(visible, "seed {seed}, {}: {seen} against {expected}, {ratio}: {cause}", cause.key);
            }
        }
    }

    #[test]
    fn the_program_looks_healthy() {
        let yesterday = date!(2026 - 11 - 20);
        let dir = tempfile::tempdir().expect("a directory");
        let warehouse = open(dir.path(), 2);
        make(&warehouse, &DemoOptions { members: 15_000, seed: 1, years: 3 }, yesterday, &()).expect("a demo");
        let writer = warehouse.writer().expect("a writer");
        // The definitions of docs/metrics.md, over the 90 days the score looks at.
        let figures = "with w as (select (date '2026-11-20' - date '2000-01-01')::smallint as last, last - 89 as first),
            m as (select count(*) as eligible, count_if(first_day > 0) as registered, count_if(first_day >= w.first) as new from derived.member, w),
            s as (select count(*) as logins, count_if(qualifying) as q, count_if(not is_first) as r from derived.session, w where day >= w.first group by member_key),
            l as (select count(*) as members, count_if(q >= 2) as active, count_if(q >= 3) as engaged, count_if(r > 0) as returned from s),
            o as (select count(distinct (member_key, offer_id)) filter (is_click) / count(distinct (member_key, offer_id)) filter (not is_click) as intent
                  from derived.interaction, w where day >= w.first),
            c as (select avg((score >= 4)::int) as csat from derived.csat, w where day >= w.first),
            e as (select count_if(unsubscribed) / count_if(delivered) as unsubscribed, count_if(opened) / count_if(delivered) as opened from derived.message)
            select 100.0 * registered / eligible, 100.0 * active / registered, 100.0 * engaged / registered, 100.0 * returned / members,
                   100.0 * (members - new) / (registered - new), 100.0 * intent, 100.0 * csat, 100.0 * unsubscribed, 100.0 * opened
            from m, l, o, c, e";
        let names =
            ["initiation", "active", "engaged", "return", "retention", "intent", "csat", "unsubscribed", "opened"];
        let ranges =
            [55.0..65.0, 25.0..40.0, 18.0..30.0, 90.0..97.5, 50.0..70.0, 20.0..40.0, 75.0..85.0, 0.2..1.0, 20.0..45.0];
        let found: Vec<f64> = writer
            .query_row(figures, [], |row| (0..names.len()).map(|place| row.get(place)).collect())
            .expect("figures");
        for ((name, range), found) in names.iter().zip(ranges).zip(found) {
            assert!(range.contains(&found), "{name} is {found}, expected within {range:?}");
        }
        let logins: f64 = writer
            .query_row("select (select count(*) from feed.logins) / (select count(*) from feed.members)", [], |row| {
                row.get(0)
            })
            .expect("a ratio");
        assert!((17.0..23.0).contains(&logins), "{logins} logins a member");
        let segments: i64 =
            writer.query_row("select count(*) from derived.segment", [], |row| row.get(0)).expect("a count");
        assert!((100..=200).contains(&segments), "{segments} segments");
    }

    #[test]
    fn the_first_year_of_a_demo_may_begin_on_a_leap_day() {
        assert_eq!(years_before(date!(2024 - 02 - 28), 3).expect("a date"), date!(2021 - 02 - 28));
        assert_eq!(years_before(date!(2026 - 11 - 20), 3).expect("a date"), date!(2023 - 11 - 21));
        let spike = explain(date!(2026 - 11 - 20)).expect("causes").into_iter().find(|cause| cause.key == "spike");
        assert_eq!(
            spike.map(|cause| (cause.from, cause.from.weekday())),
            Some((date!(2026 - 10 - 06), time::Weekday::Tuesday))
        );
    }

    #[test]
    fn the_names_in_the_causes_are_those_of_the_files() {
        let line = |name: &str, number: usize| {
            NAMES
                .iter()
                .find(|(file, _)| *file == name)
                .and_then(|(_, csv)| csv.lines().nth(number))
                .unwrap_or_default()
        };
        assert!(line("partners", LEAVING_PARTNER.0 as usize).ends_with(LEAVING_PARTNER.1));
        assert!(NAMES.iter().any(|(_, csv)| csv.contains(&format!("{SUDDEN_TERM},"))));
        assert!(PLAN.contains(&format!("({}, '{}'", SLIDING_TIER.0, SLIDING_TIER.1)));
    }
}
