//! `bond audit`

use clap::{Args, Subcommand};
use serde_json::json;
use time::Date;

use super::failure::Failure;
use super::output::{one_line, say};
use super::settings::StoreFlags;
use super::table::table;
use crate::clock::{Clock, day, minute};
use crate::data_dir;
use crate::store::Store;
use crate::store::audit::{AuditFilter, AuditLine};
use crate::store::chain::Link;
use crate::warehouse::counted::counted;

/// `bond audit`
#[derive(Subcommand)]
pub enum AuditCommand {
    /// List the latest lines, newest first.
    List(List),
    /// Verify that no line was changed, added or removed.
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(Verify),
}

#[derive(Args)]
pub struct List {
    /// A part of the login of the user who did it.
    #[arg(long, value_name = "TEXT")]
    who: Option<String>,
    /// What happened, such as sign_in.
    #[arg(long, value_name = "EVENT")]
    what: Option<String>,
    /// A part of the subject, the details or the address.
    #[arg(long, value_name = "TEXT")]
    text: Option<String>,
    /// First day, in the program's time zone.
    #[arg(long, value_name = "DATE", value_parser = day)]
    from: Option<Date>,
    /// Last day.
    #[arg(long, value_name = "DATE", value_parser = day)]
    to: Option<Date>,
    /// Only lines after this number, the oldest first: to follow the log, give the number of the last line that was read.
    #[arg(long, value_name = "LINE", value_parser = clap::value_parser!(i64).range(0..))]
    since: Option<i64>,
    /// How many.
    #[arg(long, value_name = "N", default_value = "50")]
    limit: u32,
    /// Print one JSON object for each line.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    settings: StoreFlags,
}

#[derive(Args)]
pub struct Verify {
    /// The newest line as this command printed it earlier: it must still be there, and the same.
    #[arg(long, value_name = "LINE:HASH")]
    head: Option<Link>,
    #[command(flatten)]
    settings: StoreFlags,
}

const VERIFY_EXAMPLES: &str = "\
Each line has a hash over its content and the hash of the line before. Whoever can write bond.sqlite could write a whole
new chain: note the newest line from time to time in another place, and give it with --head.

Examples:
  bond audit verify --data-dir D
  bond audit verify --data-dir D --head 1207:5f0c...";

/// Runs `bond audit`.
pub fn run(command: AuditCommand) -> Result<(), Failure> {
    match command {
        AuditCommand::List(list) => show(list),
        AuditCommand::Verify(Verify { head, settings }) => verify(&open(&settings)?.0, head),
    }
}

/// Opens the store for reading; nothing is migrated.
fn open(settings: &StoreFlags) -> Result<(Store, Clock), Failure> {
    let config = settings.resolve()?.config;
    data_dir::prepare_existing(&config.data_dir)?;
    let clock = Clock::system(config.time_zone.as_deref())?;
    let store = Store::look(&config.data_dir)?;
    if store.schema()? < Store::SCHEMA {
        return Err(Failure::usage(
            "an older version of Bond wrote the accounts; start the server once, which migrates them",
        ));
    }
    Ok((store, clock))
}

fn show(list: List) -> Result<(), Failure> {
    let List { who, what, text, from, to, since, limit, json, settings } = list;
    let (store, clock) = open(&settings)?;
    let until = to.and_then(Date::next_day).map(|day| clock.start_of(day));
    let filter = AuditFilter { who, what, but: None, text, from: from.map(|day| clock.start_of(day)), until, since };
    let lines = store.audit_lines(&filter, 0, limit)?;
    if json {
        lines.iter().for_each(|line| say(json!(line)));
        return Ok(());
    }
    if lines.is_empty() {
        say("No line of the audit log is like that.");
        return Ok(());
    }
    let heads = ["LINE", "TIME (UTC)", "EVENT", "WHO", "WHAT TO", "FROM", "DETAILS"];
    let mut rows = vec![heads.map(str::to_owned).to_vec()];
    rows.extend(lines.into_iter().map(|AuditLine { line, at, event, actor, subject, address, detail }| {
        let text = |text: Option<String>| one_line(&text.unwrap_or_default());
        vec![line.to_string(), minute(at), event, text(actor), text(subject), text(address), text(detail)]
    }));
    say(table(&rows));
    Ok(())
}

fn verify(store: &Store, head: Option<Link>) -> Result<(), Failure> {
    let verified = store.verify_audit(head)?.map_err(|broken| Failure::problems(broken.to_string()))?;
    let redacted = match verified.redacted {
        0 => String::new(),
        number => format!(" The texts of {number} were redacted, which is recorded."),
    };
    let lines = counted(verified.lines, ["line", "lines"]);
    say(format!("The chain of {lines} is unbroken.{redacted}"));
    if let Some(head) = verified.head {
        say(format!("Newest line: {head}"));
    }
    Ok(())
}
