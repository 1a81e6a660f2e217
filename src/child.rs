//! Bond as its own child process, for work that a damaged or hostile file may end: the child dies, and the parent says why.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

static EXECUTABLE: OnceLock<PathBuf> = OnceLock::new();

/// Sets the executable for the rest of the process. For tests, whose own executable is not Bond; only the first call has
/// an effect.
pub fn use_executable(path: impl Into<PathBuf>) {
    let _ = EXECUTABLE.set(path.into());
}

/// A hidden command of Bond, to be started. By default it is the running executable, also when its file has been replaced
/// by a newer one.
pub fn command(name: &str) -> Command {
    let own = || {
        let running = Path::new("/proc/self/exe");
        if running.exists() { running.to_owned() } else { std::env::current_exe().unwrap_or_else(|_| "bond".into()) }
    };
    let mut command = Command::new(EXECUTABLE.get().cloned().unwrap_or_else(own));
    command.arg(name);
    command
}
