//! `bond member`

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::failure::Failure;
use super::loads::{Ask, run_load};
use super::settings::WarehouseFlags;
use crate::loads::LoadOptions;
use crate::store::loads::Kind;

/// `bond member`
#[derive(Subcommand)]
pub enum MemberCommand {
    /// Erase members, so that nothing in the data directory leads to them.
    #[command(after_help = ERASE_EXAMPLES)]
    Erase(Erase),
}

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
    let MemberCommand::Erase(Erase { ids, keep_counts, settings }) = command;
    let options = LoadOptions { keep_counts, ..LoadOptions::default() };
    run_load(settings.resolve()?.config, &Ask { kind: Kind::Erase, options, inputs: &[ids] })
}
