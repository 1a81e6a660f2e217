//! `bond retention`: what is older than it is kept, and is not deleted until somebody says so.

use clap::{Args, Subcommand, ValueEnum};

use super::failure::Failure;
use super::output::say;
use super::settings::StoreFlags;
use super::users::open;
use crate::clock::minute;
use crate::store::audit::By;
use crate::store::retention::Retained;

/// `bond retention`
#[derive(Subcommand)]
pub enum RetentionCommand {
    /// List what is not deleted, and why.
    List {
        #[command(flatten)]
        settings: StoreFlags,
    },
    /// Let it be deleted: the clock is right, and so is the setting.
    #[command(after_help = ALLOW_EXAMPLES)]
    Allow(Allow),
}

const ALLOW_EXAMPLES: &str = "\
Where the clock shows a day long after the last one that is known to have been, or where more than a quarter of the facts
or of the days of the audit log would go at once, the server deletes nothing until somebody allows it. Look at the clock
(`date`) and at `bond retention list` first. A running server goes on within half a minute, else the next one that starts.

Examples:
  bond retention allow --data-dir D facts
  bond retention allow --data-dir D facts audit";

/// `bond retention allow`
#[derive(Args)]
pub struct Allow {
    /// What to delete.
    #[arg(required = true, value_enum)]
    what: Vec<What>,
    #[command(flatten)]
    settings: StoreFlags,
}

/// What is deleted when it is older than it is kept.
#[derive(Clone, Copy, ValueEnum)]
enum What {
    Facts,
    Audit,
    LoadFiles,
    Undo,
}

impl What {
    fn kept(self) -> Retained {
        match self {
            What::Facts => Retained::Facts,
            What::Audit => Retained::Audit,
            What::LoadFiles => Retained::LoadFiles,
            What::Undo => Retained::Undo,
        }
    }
}

/// Runs one of the commands.
pub fn run(command: RetentionCommand) -> Result<(), Failure> {
    match command {
        RetentionCommand::List { settings } => {
            let (store, _) = open(&settings)?;
            let held = store.held()?;
            if held.is_empty() {
                say("Nothing is kept for longer than the settings say.");
            }
            for held in held {
                let state = if held.allowed_to.is_some() { "allowed" } else { "not deleted" };
                say(format!("{}: {state}, since {} UTC: {}", held.what.word(), minute(held.since), held.why));
                say(format!("  what is of before {} UTC would go", minute(held.before)));
            }
        }
        RetentionCommand::Allow(Allow { what, settings }) => {
            let (store, at) = open(&settings)?;
            for what in what {
                let what = what.kept();
                match store.allow(what, By::from(at))? {
                    Some(held) => {
                        say(format!("Allowed: {} of before {} UTC go.", what.about(), minute(held.before)));
                    }
                    None => {
                        let why = format!("{} are not held; `bond retention list` shows what is", what.about());
                        return Err(Failure::usage(why));
                    }
                }
            }
            say("A running server deletes them within half a minute, else the next one that starts.");
        }
    }
    Ok(())
}
