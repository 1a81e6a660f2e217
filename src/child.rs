//! Bond as its own child process, for work that a damaged or hostile file may end: the child dies, and the parent says why.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

static EXECUTABLE: OnceLock<PathBuf> = OnceLock::new();

/// Sets the executable for the rest of the process. For tests, whose own executable is not Bond; only the first call has
/// an effect.
pub fn use_executable(path: impl Into<PathBuf>) {
    let _ = EXECUTABLE.set(path.into());
}

/// The executable of Bond: the running one, also when its file has been replaced by a newer one.
pub fn executable() -> PathBuf {
    let running = Path::new("/proc/self/exe");
    let own = || {
        if running.exists() { running.to_owned() } else { std::env::current_exe().unwrap_or_else(|_| "bond".into()) }
    };
    EXECUTABLE.get().cloned().unwrap_or_else(own)
}

/// A hidden command of Bond, to be started.
pub fn command(name: &str) -> Command {
    let mut command = Command::new(executable());
    // A group of its own: what a terminal sends when it is closed, or on Ctrl-C, is for the parent alone.
    command.arg(name).process_group(0);
    command
}
