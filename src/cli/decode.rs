//! `bond decode`: what a load starts for each file that is not text. A crafted file ends this process and no other.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::failure::Failure;
use crate::platform::process;
use crate::warehouse::decode;

/// `bond decode`
#[derive(Args)]
pub struct Decode {
    /// The file.
    file: PathBuf,
    /// The sheet of a workbook that has several.
    #[arg(long)]
    sheet: Option<String>,
}

/// Address space. DuckDB itself keeps to less and says so; this is for what it does not count.
const MEMORY: u64 = 2 << 30;
/// Seconds of processor time, and one more for each so many bytes of the file.
const SECONDS: u64 = 60;
const BYTES_A_SECOND: u64 = 1 << 20;
const OPEN_FILES: u64 = 64;

/// Limits this process, and writes the rows of the file to standard output.
pub fn run(command: &Decode) -> Result<(), Failure> {
    let bytes = std::fs::metadata(&command.file).map_err(Failure::new)?.len();
    process::limit_own(MEMORY, SECONDS + bytes / BYTES_A_SECOND).map_err(Failure::new)?;
    process::limit_open_files(OPEN_FILES).map_err(Failure::new)?;
    decode(&command.file, command.sheet.as_deref(), io::stdout().lock()).map_err(Failure::new)
}
