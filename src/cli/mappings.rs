//! `bond mapping`: mappings saved by name. Works while the server runs.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::failure::Failure;
use super::output::say;
use super::settings::StoreFlags;
use super::table::table;
use super::users;
use crate::clock::minute;
use crate::loads::mappings::{self, MappingError};

/// `bond mapping`
#[derive(Subcommand)]
pub enum MappingCommand {
    /// Check a mapping and save it under a name.
    #[command(after_help = ADD_EXAMPLES)]
    Add(Add),
    /// List the saved mappings.
    List {
        #[command(flatten)]
        settings: StoreFlags,
    },
    /// Print a saved mapping.
    Show(ByName),
    /// Remove a saved mapping; loads that used it keep its text.
    Remove(ByName),
}

const ADD_EXAMPLES: &str = "\
Examples:
  bond mapping add --data-dir D points-ledger mapping.toml
  bond import --data-dir D --mapping points-ledger export.csv";

/// `bond mapping add`
#[derive(Args)]
pub struct Add {
    #[command(flatten)]
    settings: StoreFlags,
    /// Save it in the place of the mapping that has this name.
    #[arg(long)]
    replace: bool,
    /// The name: lower-case letters, digits, hyphens and underscores.
    name: String,
    /// The mapping, as docs/mapping.md describes it.
    file: PathBuf,
}

/// Names a mapping.
#[derive(Args)]
pub struct ByName {
    #[command(flatten)]
    settings: StoreFlags,
    /// The mapping's name.
    name: String,
}

/// Runs `bond mapping`.
pub fn run(command: MappingCommand) -> Result<(), Failure> {
    match command {
        MappingCommand::Add(add) => {
            let (store, at) = users::open(&add.settings)?;
            let text = std::fs::read_to_string(&add.file)
                .map_err(|error| Failure::usage(format!("cannot read the mapping {}: {error}", add.file.display())))?;
            if !add.replace && store.mapping(&add.name)?.is_some() {
                let name = &add.name;
                return Err(Failure::usage(format!("there is a mapping {name:?}; use --replace to save another")));
            }
            mappings::save(&store, &add.name, &text, None, at)?;
            say(format!("Saved the mapping {}.", add.name));
        }
        MappingCommand::List { settings } => {
            let saved = users::open(&settings)?.0.mappings()?;
            if saved.is_empty() {
                say("There are no mappings; `bond mapping add` saves one.");
                return Ok(());
            }
            let mut rows = vec![["NAME", "SAVED (UTC)", "BY"].map(str::to_owned).to_vec()];
            rows.extend(saved.into_iter().map(|mapping| {
                vec![mapping.name, minute(mapping.saved_at), mapping.saved_by.unwrap_or("command line".to_owned())]
            }));
            say(table(&rows));
        }
        MappingCommand::Show(ByName { settings, name }) => {
            let (store, _) = users::open(&settings)?;
            let (_, text) = store.mapping(&name)?.ok_or(MappingError::Unknown(name))?;
            say(text.trim_end());
        }
        MappingCommand::Remove(ByName { settings, name }) => {
            let (store, at) = users::open(&settings)?;
            mappings::remove(&store, &name, None, at)?;
            say(format!("Removed the mapping {name}."));
        }
    }
    Ok(())
}
