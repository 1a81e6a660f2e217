//! Services of Windows. Elsewhere the system's own manager runs Bond, such as systemd.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

const ELSEWHERE: &str = "this is for Windows. The Debian package has a systemd unit: systemctl enable --now bond. \
                         docs/operations.md says what else runs Bond as a service";

/// What a service does.
pub enum State {
    Missing,
    Stopped,
    Changing,
    Running(u32),
}

pub fn folder() -> Result<PathBuf, String> {
    Err(ELSEWHERE.to_owned())
}

pub fn make_private(_: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

pub fn install(_: &Path, _: Vec<OsString>) -> Result<(), String> {
    Err(ELSEWHERE.to_owned())
}

pub fn uninstall() -> Result<(), String> {
    Err(ELSEWHERE.to_owned())
}

pub fn state() -> Result<State, String> {
    Err(ELSEWHERE.to_owned())
}

pub fn run(_: Box<dyn FnOnce() -> bool + Send>) -> Result<(), String> {
    Err(ELSEWHERE.to_owned())
}
