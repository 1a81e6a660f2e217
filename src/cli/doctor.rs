//! `bond doctor`

use clap::Args;
use serde_json::json;

use super::failure::Failure;
use super::output::{one_line, say};
use super::settings::ServerFlags;
use crate::clock::Clock;
use crate::config::Config;
use crate::data_dir::{self, DataDirError};
use crate::doctor::{self, Level, Line, Subject, Wanted};
use crate::egress::Egress;
use crate::platform::files;

/// `bond doctor`
#[derive(Args)]
pub struct Doctor {
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    /// Also read every row of the warehouse (while no server runs) and every byte of the newest backup.
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    settings: ServerFlags,
}

pub const EXAMPLES: &str = "\
One line for each check: ok, note or problem, the finding, and what to do. It changes nothing, and the server may run. Run it
as the user who runs the server, with the same settings. The exit code is 4 if there is a problem, else 0.

Examples:
  bond doctor --data-dir D
  runuser -u bond -- bond doctor --config /etc/bond/bond.toml
  bond doctor --data-dir D --json";

/// Prints what every check finds.
pub fn run(command: Doctor) -> Result<(), Failure> {
    files::make_files_private();
    let data_dir = command.settings.data_dir();
    let settings = command.settings.try_resolve();
    let config = match &settings {
        Ok(resolved) => resolved.config.clone(),
        // The other checks can be made all the same.
        Err(_) => Config { data_dir, ..Config::default() },
    };
    if !data_dir::is_there(&config.data_dir) {
        // The directory may be named where the fault is.
        return Err(settings
            .err()
            .map_or_else(|| DataDirError::Missing { path: config.data_dir }.into(), Failure::from));
    }
    let clock = Clock::system(config.time_zone.as_deref())?;
    let shown = config.data_dir.display().to_string();
    // These connections are the command's own: only the server has a list of its connections.
    let egress = Egress::new(config.no_egress);
    let wanted = Wanted { config, settings, clock, egress, full: command.full };
    let subject = Subject::gather(wanted).map_err(Failure::new)?;
    let lines = doctor::run(&subject);
    let problems = lines.iter().filter(|line| line.finding.level == Level::Problem).count();
    if command.json {
        say(json!({ "bond": env!("CARGO_PKG_VERSION"), "dataDir": shown, "problems": problems, "checks": lines }));
    } else {
        lines.iter().for_each(|line| say(written(line)));
    }
    match problems {
        0 => Ok(()),
        1 => Err(Failure::problems("1 problem was found")),
        more => Err(Failure::problems(format!("{more} problems were found"))),
    }
}

/// What is to be done stands on the same line, so that a line can be searched for and mailed.
fn written(line: &Line) -> String {
    let doctor::Finding { level, text, todo } = &line.finding;
    let todo = if todo.is_empty() { String::new() } else { format!(" -> {todo}") };
    one_line(&format!("{:<7}  {:<11}  {text}{todo}", level.text(), line.check))
}
