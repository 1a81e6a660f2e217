//! `bond data`: what is loaded.

use clap::Args;
use indicatif::HumanCount;

use super::failure::Failure;
use super::output::say;
use super::place::{self, Place};
use super::settings::WarehouseFlags;
use super::table::table;
use crate::config::Config;
use crate::loads::control::{Client, Event, Request};
use crate::screens::loaded::{ByUnit, LoadedData, LoadedState, LoadedTable};

/// `bond data`
#[derive(Args)]
pub struct Data {
    /// Print JSON, with the rows of every day.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: WarehouseFlags,
}

pub const EXAMPLES: &str = "\
One line for each table of the feed: its first and last day with rows, its rows, days in between that are not loaded,
and whether its data are late. Where days after the last with rows are loaded as well, the state says up to which.
A table is late only if the setting expected_by says when its data are due; a running server goes by its own settings.
Where loads name the systems that report a table's rows, a line for each follows.

Examples:
  bond data --data-dir D
  bond data --data-dir D --json
  bond data --data-dir D --expected-by 'logins=1d 08:00'";

/// Says what is loaded, here or in the running server.
pub fn run(command: Data) -> Result<(), Failure> {
    let data = loaded(command.settings.resolve()?.config)?;
    if command.json {
        say(serde_json::to_string_pretty(&data).map_err(Failure::new)?);
        return Ok(());
    }
    let heads = ["TABLE", "FIRST DAY", "LAST DAY", "ROWS", "DAYS MISSING", "STATE"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    rows.extend(data.tables.into_iter().flat_map(lines));
    say(table(&rows));
    Ok(())
}

fn loaded(config: Config) -> Result<LoadedData, Failure> {
    match place::find(&config)? {
        Place::Here(app) => {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(Failure::new)?;
            runtime.block_on(app.loaded()).map_err(Failure::new)
        }
        Place::Served => {
            let mut client = Client::ask(&config.data_dir, &Request::Data).map_err(Failure::new)?;
            match client.receive().map_err(Failure::new)? {
                Some(Event::Data(data)) => serde_json::from_value(data).map_err(Failure::new),
                Some(Event::Refused(why)) => Err(Failure::new(why)),
                _ => Err(Failure::new("the server ended before it answered")),
            }
        }
    }
}

/// The line of a table, and one for each system that reports its rows.
fn lines(of: LoadedTable) -> Vec<Vec<String>> {
    let missing = match of.gaps.as_slice() {
        [] => String::new(),
        [gap] if gap.from == gap.to => gap.from.clone(),
        [gap] => format!("{} to {}", gap.from, gap.to),
        [first, others @ ..] => format!("from {}, and {} more times", first.from, others.len()),
    };
    let state = match (of.state, of.late_since, of.expected_by) {
        (LoadedState::Late, Some(since), _) => format!("late since {since}"),
        (LoadedState::Late, None, _) => "late".to_owned(),
        (LoadedState::Fresh, ..) => "fresh".to_owned(),
        (LoadedState::Loaded, ..) => "loaded".to_owned(),
        (LoadedState::NeverLoaded, _, Some(_)) => "never loaded, expected".to_owned(),
        (LoadedState::NeverLoaded, _, None) => "never loaded".to_owned(),
    };
    let (first, last) = (of.first_day.unwrap_or_default(), of.last_day.unwrap_or_default());
    let unit = if of.by == Some(ByUnit::Month) { "months" } else { "days" };
    // The last day with rows of a table with months is the first of its month.
    let known = if of.by == Some(ByUnit::Month) { "yyyy-mm" } else { "yyyy-mm-dd" }.len();
    let state = match of.through {
        Some(through) if through.get(..known) > last.get(..known) => format!("{state}; loaded to {through}"),
        _ => state,
    };
    let mut lines = vec![vec![of.table, first, last, HumanCount(of.rows).to_string(), missing, state]];
    lines.extend(of.sources.into_iter().map(|source| {
        let name =
            if source.source.is_empty() { "without a source".to_owned() } else { format!("source {}", source.source) };
        let (rows, days) = (HumanCount(source.rows), HumanCount(source.days));
        vec![
            format!("  {name}"),
            source.first_day,
            source.last_day,
            rows.to_string(),
            String::new(),
            format!("{unit} with rows: {days}"),
        ]
    }));
    lines
}
