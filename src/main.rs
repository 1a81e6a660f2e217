//! The executable; its code is in `bond::cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bond::cli::main()
}
