//! `bond member`

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::failure::Failure;
use super::loads::{Ask, run_load};
use super::output::say;
use super::place::{self, Place};
use super::settings::WarehouseFlags;
use super::table::table;
use super::who::who;
use crate::config::Config;
use crate::loads::LoadOptions;
use crate::loads::control::{Client, Event, Request};
use crate::loads::held::Held;
use crate::operate::held_file::archive;
use crate::operate::members::{AN_ID, is_wrong};
use crate::scope::Scope;
use crate::store::loads::Kind;

/// `bond member`
#[derive(Subcommand)]
pub enum MemberCommand {
    /// Erase members, so that nothing in the data directory leads to them.
    #[command(after_help = ERASE_EXAMPLES)]
    Erase(Erase),
    /// Say what is held about a member: every table, text and kept file.
    #[command(after_help = SHOW_EXAMPLES)]
    Show(Show),
}

/// `bond member show`
#[derive(Args)]
pub struct Show {
    /// Print all of it as JSON, with every row.
    #[arg(long)]
    json: bool,
    /// Write a zip file of CSV files, for whoever asked.
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    out: Option<PathBuf>,
    #[command(flatten)]
    settings: WarehouseFlags,
    /// The member's id as the feed has it.
    id: String,
}

pub const SHOW_EXAMPLES: &str = "\
Finds what `bond member erase` would remove: the rows of every table, what is computed from them, what is kept for an undo,
and texts of loads, users and the audit log that name the member. Copies of loaded files and backups are listed and not
searched. If a mapping hashes ids, give the id as it is before it. The audit log has each look.

Examples:
  bond member show --data-dir D M1
  bond member show --data-dir D --out M1.zip M1";

/// `bond member erase`
#[derive(Args)]
pub struct Erase {
    /// File with the members' ids as the feed has them, one in each line.
    #[arg(long, value_name = "FILE")]
    ids: PathBuf,
    /// Keep the members' facts under another id that leads to nobody, so that no figure changes.
    #[arg(long)]
    keep_counts: bool,
    #[command(flatten)]
    settings: WarehouseFlags,
}

pub const ERASE_EXAMPLES: &str = "\
Removes the members' rows from every table, computes everything again, rewrites the file without free blocks, makes a
backup without the members, and removes what was kept of earlier loads and of the last load for an undo. Older backups
are listed: delete them. A keyed hash of each id stays, so that a feed that still has the members does not bring them
back. It cannot be undone. A mapping that hashes ids is no obstacle: give the ids as they are before it.

Examples:
  bond member erase --data-dir D --ids ids.txt
  bond member erase --data-dir D --ids ids.txt --keep-counts";

/// Runs `bond member`.
pub fn run(command: MemberCommand) -> Result<(), Failure> {
    match command {
        MemberCommand::Erase(Erase { ids, keep_counts, settings }) => {
            let options = LoadOptions { keep_counts, ..LoadOptions::default() };
            run_load(settings.resolve()?.config, &Ask { kind: Kind::Erase, options, inputs: &[ids] })
        }
        MemberCommand::Show(Show { json, out, settings, id }) => {
            if is_wrong(&id) {
                return Err(Failure::usage(format!("the id: {AN_ID}")));
            }
            let held = held(settings.resolve()?.config, &id)?;
            let Some(held) = held else {
                return Err(Failure::usage(
                    "nothing is held about this member: the id is not loaded, and no text names it",
                ));
            };
            if json {
                say(serde_json::to_string_pretty(&held).map_err(Failure::new)?);
            } else if let Some(path) = out {
                std::fs::write(&path, archive(&held).map_err(Failure::new)?).map_err(Failure::new)?;
                say(format!("What is held about {id} is in {}.", path.display()));
            } else {
                print(&held);
            }
            Ok(())
        }
    }
}

/// What is held, here or in the running server.
fn held(config: Config, id: &str) -> Result<Option<Held>, Failure> {
    match place::find(&config)? {
        Place::Here(app) => {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(Failure::new)?;
            let held = runtime.block_on(app.held(id, &Scope::All)).map_err(Failure::new)?;
            app.record_look(id, held.is_some(), app.clock.now().into())?;
            Ok(held)
        }
        Place::Served => {
            let ask = Request::ShowMember { id: id.to_owned(), by: Some(who()) };
            let mut client = Client::ask(&config.data_dir, &ask).map_err(Failure::new)?;
            match client.receive().map_err(Failure::new)? {
                Some(Event::Held(held)) => serde_json::from_value(held).map_err(Failure::new),
                Some(Event::Refused(why)) => Err(Failure::new(why)),
                _ => Err(Failure::new("the server ended before it answered")),
            }
        }
    }
}

fn print(held: &Held) {
    if held.erased {
        say("It was erased: a keyed hash of its id is kept, so that no feed brings it back.");
    }
    let mut rows = vec![["MEMBER", "PLACE", "ROWS", "FIRST DAY", "LAST DAY"].map(str::to_owned).to_vec()];
    for member in &held.members {
        rows.extend(member.tables.iter().map(|table| {
            let day = |day: &Option<String>| day.clone().unwrap_or_default();
            let (rows, first, last) = (table.rows.to_string(), day(&table.first_day), day(&table.last_day));
            vec![member.id.clone(), table.name.clone(), rows, first, last]
        }));
    }
    rows.extend(held.mentions.iter().map(|mention| {
        vec![held.id.clone(), mention.place.clone(), mention.rows.to_string(), String::new(), String::new()]
    }));
    say(table(&rows));
    for path in &held.not_searched {
        say(format!("Not searched, may have it: {path}"));
    }
}
