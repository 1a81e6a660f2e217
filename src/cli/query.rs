//! `bond query`: what a load starts for each query of its mapping. Whatever the SQL does, it ends this process and no other.

use std::io;

use clap::Args;
use rustix::process::{Resource, Rlimit, setrlimit};

use super::failure::Failure;
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

fn limit(resource: Resource, most: u64) -> io::Result<()> {
    Ok(setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?)
}

/// Limits this process, reads SQL and tables from standard input, and writes rows to standard output.
pub fn run(command: &Query) -> Result<(), Failure> {
    for (resource, most) in [
        (Resource::As, command.memory.saturating_add(SPARE).saturating_mul(1 << 20)),
        (Resource::Cpu, command.seconds),
        (Resource::Fsize, 0),
        (Resource::Core, 0),
    ] {
        limit(resource, most).map_err(Failure::new)?;
    }
    // What is open stays so, and nothing else can be opened: no file, no socket.
    let close = || limit(Resource::Nofile, 0);
    answer(io::stdin().lock(), io::stdout().lock(), command.memory, close).map_err(Failure::new)
}
