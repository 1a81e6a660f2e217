//! Bond as its own child process, for work that a damaged or hostile file may end: the child dies, and the parent says why.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use crate::platform::process;

static EXECUTABLE: OnceLock<PathBuf> = OnceLock::new();

/// Sets the executable for the rest of the process. For tests, whose own executable is not Bond; only the first call has
/// an effect.
pub fn use_executable(path: impl Into<PathBuf>) {
    let _ = EXECUTABLE.set(path.into());
}

/// The executable of Bond: the running one, also when its file has been replaced by a newer one.
pub fn executable() -> PathBuf {
    EXECUTABLE.get().cloned().unwrap_or_else(process::own_executable)
}

/// A hidden command of Bond, to be started.
pub fn command(name: &str) -> Command {
    let mut command = Command::new(executable());
    process::set_apart(&mut command);
    command.arg(name);
    command
}
