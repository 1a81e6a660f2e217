//! `bond import`

mod suggest;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use indicatif::HumanCount;
use time::Date;
use time::format_description::well_known::Iso8601;

use super::failure::Failure;
use super::output::say;
use super::progress::Bar;
use super::serve::open;
use super::settings::WarehouseFlags;
use crate::app::App;
use crate::store::audit::Entry;
use crate::warehouse::load::{self, ImportOptions, ImportReport, MappingFile, Replaced};

/// `bond import`
#[derive(Args)]
pub struct Import {
    /// Days that the load covers: those without a row are emptied, and a row of another day is an error.
    #[arg(long, value_name = "FROM..TO", value_parser = days)]
    days: Option<(Date, Date)>,
    /// Let a day lose more than half of its rows.
    #[arg(long)]
    allow_shrink: bool,
    /// How files that others wrote become the feed (docs/mapping.md). By default a folder's mapping.toml counts for its
    /// files.
    #[arg(long, value_name = "FILE")]
    mapping: Option<PathBuf>,
    /// Propose a mapping for the files from their headers and first 1,000 rows, and show the first twenty rows as Bond
    /// would load them. Loads nothing.
    #[arg(long, conflicts_with_all = ["days", "allow_shrink", "mapping"])]
    suggest: bool,
    /// Folders and files of the feed: CSV or Parquet, named after their table (logins.csv, logins-2.csv, ...).
    #[arg(required = true, value_name = "FOLDER|FILE")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    settings: WarehouseFlags,
}

pub const EXAMPLES: &str = "\
A load is all or nothing. Every day that a fact file has rows for is replaced, so loading a file twice changes
nothing, and a day is corrected by loading it again. Faults are listed with file, line and column.
The server must not be running on the same data directory. docs/feed.md describes the files, docs/mapping.md how
files of another form become the feed.

Examples:
  bond import --data-dir D feed/
  bond import --data-dir D logins-2026-03.csv --days 2026-03-01..2026-03-31
  bond import --suggest export.csv > mapping.toml
  bond import --data-dir D --mapping mapping.toml export.csv";

/// Loads files.
pub fn run(command: Import) -> Result<(), Failure> {
    let config = command.settings.resolve()?.config;
    if command.suggest {
        return suggest::run(&command.inputs, &config);
    }
    let app = open(config)?;
    let mapping = command.mapping.as_deref().map(mapping_file).transpose()?;
    let options =
        ImportOptions { days: command.days, allow_shrink: command.allow_shrink, mapping, ..app.import_options()? };
    let started = Instant::now();
    let report = load::import(&app.warehouse, &command.inputs, &options, &Bar::default())?;
    if !report.already_loaded {
        record(&app, &report)?;
    }
    say(summary(&report, started.elapsed().as_secs_f64()).trim_end());
    Ok(())
}

fn mapping_file(path: &Path) -> Result<MappingFile, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::usage(format!("cannot read the mapping {}: {error}", path.display())))?;
    Ok(MappingFile { name: path.display().to_string(), text })
}

fn record(app: &App, report: &ImportReport) -> Result<(), Failure> {
    let files: Vec<_> = report.files.iter().map(|file| file.file.as_str()).collect();
    let detail = format!("{} rows, data version {}: {}", report.rows, report.data_version, files.join(", "));
    let entry = Entry { at: app.clock.now(), event: "import", detail: Some(&detail), ..Entry::default() };
    Ok(app.store.record(&entry)?)
}

/// What the load did: files, reference tables, and days. Only days that had rows before are listed one by one.
fn summary(report: &ImportReport, seconds: f64) -> String {
    let mut text = String::new();
    for warning in &report.warnings {
        let _ = writeln!(text, "warning: {warning}");
    }
    if report.already_loaded {
        let _ = writeln!(text, "Already loaded: these are the files of the last load. Nothing was changed.");
        return text;
    }
    for file in &report.files {
        let _ = match file.left_out {
            None => writeln!(text, "{}: {} rows", file.file, HumanCount(file.rows)),
            Some(left_out) => writeln!(
                text,
                "{}: {} rows of {}, {} left out",
                file.file,
                HumanCount(file.rows),
                file.table,
                HumanCount(left_out)
            ),
        };
    }
    for table in &report.references {
        let _ = writeln!(
            text,
            "{}: {} added, {} changed, {} unchanged",
            table.table, table.added, table.changed, table.same
        );
    }
    let mut rest = report.replaced.as_slice();
    while let Some(first) = rest.first() {
        let (days, others) = rest.split_at(rest.iter().take_while(|day| day.table == first.table).count());
        rest = others;
        let _ = writeln!(text, "{}", of_table(days));
        for day in days.iter().filter(|day| day.before > 0 && day.day.is_some()) {
            let _ = writeln!(text, "  {day}");
        }
    }
    let rate = report.rows as f64 / seconds.max(0.001);
    let _ = writeln!(
        text,
        "Loaded {} rows in {seconds:.1} s ({} a second).",
        HumanCount(report.rows),
        HumanCount(rate as u64)
    );
    text
}

fn of_table(days: &[Replaced]) -> String {
    let sum = |rows: fn(&Replaced) -> u64| HumanCount(days.iter().map(rows).sum());
    let (before, after) = (sum(|day| day.before), sum(|day| day.after));
    let table = days.first().map_or("", |day| day.table);
    let dates = days.iter().filter_map(|day| day.day);
    match (dates.clone().min(), dates.max()) {
        (Some(first), Some(last)) => {
            format!("{table}: {} days, {first} to {last}; {before} rows before, {after} after", days.len())
        }
        _ => format!("{table}: replaced; {before} rows before, {after} after"),
    }
}

fn days(text: &str) -> Result<(Date, Date), String> {
    let wanted = || "expected two dates, such as 2026-03-01..2026-03-31".to_owned();
    let (from, to) = text.split_once("..").ok_or_else(wanted)?;
    let date = |text| Date::parse(text, &Iso8601::DATE).map_err(|_| wanted());
    let (from, to) = (date(from)?, date(to)?);
    if from > to {
        return Err(format!("{from} is after {to}"));
    }
    Ok((from, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::date;

    #[test]
    fn days_are_two_dates_in_order() {
        assert_eq!(days("2026-03-01..2026-03-31"), Ok((date!(2026 - 03 - 01), date!(2026 - 03 - 31))));
        for wrong in ["2026-03-01", "2026-03-01..", "2026-02-30..2026-03-01", "2026-03-02..2026-03-01", "a..b"] {
            assert!(days(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn new_days_are_summed_up_and_replaced_ones_listed() {
        let day = |table, day, before| Replaced { table, day: Some(day), before, after: 10 };
        let report = ImportReport {
            rows: 30,
            replaced: vec![
                day("logins", date!(2026 - 03 - 01), 0),
                day("logins", date!(2026 - 03 - 02), 8),
                Replaced { table: "email_schedule", day: None, before: 2, after: 10 },
            ],
            ..ImportReport::default()
        };
        assert_eq!(
            summary(&report, 2.0),
            "logins: 2 days, 2026-03-01 to 2026-03-02; 8 rows before, 20 after\n  \
             logins 2026-03-02: 8 rows before, 10 after\n\
             email_schedule: replaced; 2 rows before, 10 after\n\
             Loaded 30 rows in 2.0 s (15 a second).\n"
        );
    }
}
