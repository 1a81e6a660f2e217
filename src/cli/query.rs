//! `bond query`: what a load starts for each query of its mapping. Whatever the SQL does, it ends this process and no other.

use std::io;

use clap::Args;

use super::failure::Failure;
use crate::platform::process;
use crate::warehouse::query::answer;

/// `bond query`
#[derive(Args)]
pub struct Query {
    /// The memory of the database, in MiB.
    #[arg(long)]
    memory: u64,
    /// The most processor time, in seconds.
    #[arg(long)]
    seconds: u64,
}

/// Address space beyond that of the database, in MiB: its code, and what it does not count.
const SPARE: u64 = 1_024;

/// Limits this process, reads SQL and tables from standard input, and writes rows to standard output.
pub fn run(command: &Query) -> Result<(), Failure> {
    let memory = command.memory.saturating_add(SPARE).saturating_mul(1 << 20);
    process::limit_own(memory, command.seconds).map_err(Failure::new)?;
    // What is open stays so, and nothing else can be opened: no file, no socket.
    let close = || process::limit_open_files(0);
    answer(io::stdin().lock(), io::stdout().lock(), command.memory, close).map_err(Failure::new)
}
