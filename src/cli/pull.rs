//! `bond pull`

use clap::Args;

use super::failure::Failure;
use super::loads::{ended, follow, run_queued};
use super::output::say;
use super::place::{self, Place};
use super::progress::Bar;
use super::settings::WarehouseFlags;
use super::table::table;
use super::users;
use crate::clock::{Clock, minute};
use crate::config::Config;
use crate::loads::DayRange;
use crate::loads::control::{Client, PullRequest, Request};
use crate::platform::signals;
use crate::pull::{self, Days, PullError, Pulled, Wish, next_run};
use crate::store::audit::acts_for;
use crate::store::loads::{Kind, Origin};
use crate::store::pulls::PullRun;

/// `bond pull`
#[derive(Args)]
pub struct Pull {
    /// The system, as [pull.NAME] of the settings file names it. Without one, list them.
    name: Option<String>,
    /// Connect, sign in and look at the queries, and load nothing.
    #[arg(long = "try", conflicts_with_all = ["check", "days", "new_time_zone"])]
    attempt: bool,
    /// Do everything but publish, and say what would change.
    #[arg(long)]
    check: bool,
    /// The days to ask for, in place of those that are missing.
    #[arg(long, value_name = "FROM..TO")]
    days: Option<DayRange>,
    /// Load days although the setting time_zone has changed since the first load, as with bond import.
    #[arg(long)]
    new_time_zone: bool,
    #[command(flatten)]
    settings: WarehouseFlags,
}

pub const EXAMPLES: &str = "\
A table [pull.NAME] of the settings file says where data are: in a database, on a server with SFTP, at an address, in a
bucket, in a folder; docs/pull.md has one for each. What is missing is asked for, and becomes a load like any other, with
its check, its faults and its undo. A running server does it at the times that the table names, or now.

Examples:
  bond pull --data-dir D
  bond pull --data-dir D --try shop
  bond pull --data-dir D shop
  bond pull --data-dir D shop --days 2026-03-01..2026-03-31";

/// Asks a system, here or in the running server.
pub fn run(command: Pull) -> Result<(), Failure> {
    let config = command.settings.resolve()?.config;
    let Some(name) = command.name else { return list(config) };
    signals::outlive_terminal().map_err(Failure::new)?;
    let days = command.days.map(|DayRange(since, until)| Days { since, until });
    let app = match place::find(&config)? {
        Place::Here(app) => app,
        Place::Served => {
            let Pull { attempt, check, days, new_time_zone, .. } = command;
            let by = acts_for().map(str::to_owned);
            let request = Request::Pull(PullRequest { name, attempt, check, days, new_time_zone, by });
            let client = Client::ask(&config.data_dir, &request).map_err(Failure::new)?;
            return follow(client, &Bar::default(), None)?.map_or(Ok(()), ended);
        }
    };
    let pull = pull::named(&app.config.pulls, &name).map_err(Failure::usage)?;
    if command.attempt {
        say(pull::try_connection(app.puller(), pull).map_err(Failure::new)?);
        return Ok(());
    }
    let kind = if command.check { Kind::Check } else { Kind::Import };
    let new_time_zone = command.new_time_zone;
    let wish = Wish { kind, days, new_time_zone, actor: acts_for(), origin: Origin::CommandLine };
    match pull::run(app.puller(), &app.pulls, pull, wish, &|| false) {
        Ok(Pulled::Queued(load)) => run_queued(&app, load),
        Ok(Pulled::Nothing) => {
            say(pull::NOTHING);
            Ok(())
        }
        Err(error @ (PullError::Unknown(_) | PullError::Mapping { .. })) => Err(Failure::usage(error)),
        Err(error) => Err(Failure::new(error)),
    }
}

/// The systems, and how asking them went.
fn list(config: Config) -> Result<(), Failure> {
    if config.pulls.is_empty() {
        say("The settings file names no system to ask: docs/pull.md has a table [pull.NAME] for each kind.");
        return Ok(());
    }
    let clock = Clock::system(config.time_zone.as_deref())?;
    let store = users::open_store(config.clone())?;
    let heads = ["NAME", "KIND", "FROM", "LAST (UTC)", "HOW IT WENT", "NEXT (UTC)"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    for pull in &config.pulls {
        let runs = store.pull_runs(&pull.name, 10)?;
        let last = runs.first();
        rows.push(vec![
            pull.name.clone(),
            pull.kind().to_owned(),
            pull.place(),
            last.map(|run| minute(run.began_at)).unwrap_or_default(),
            last.map(outcome).unwrap_or_default(),
            next_run(pull, &runs, &clock).map_or_else(|| "when asked".to_owned(), minute),
        ]);
    }
    say(table(&rows));
    for (pull, fault) in config.pulls.iter().filter_map(|pull| {
        let last = store.pull_runs(&pull.name, 1).ok()?.pop()?;
        Some((pull, last.fault?))
    }) {
        say(format!("{}: {fault}", pull.name));
    }
    Ok(())
}

fn outcome(run: &PullRun) -> String {
    match (&run.fault, run.load, run.state) {
        (Some(_), ..) => "failed".to_owned(),
        (None, Some(load), Some(state)) => format!("load {load}: {}", state.text()),
        (None, Some(load), None) => format!("load {load}"),
        (None, None, _) if run.ended_at.is_none() => "running".to_owned(),
        (None, None, _) => "nothing new".to_owned(),
    }
}
