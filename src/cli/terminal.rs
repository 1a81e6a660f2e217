//! What the terminal of a command does to it.

use std::io;

use tokio::signal::unix::{SignalKind, signal};

/// From here on this process outlives its terminal: SIGHUP, which a closed terminal sends, does not end it.
///
/// # Errors
/// The system does not let the signal be handled.
pub fn outlive() -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let _inside = runtime.enter();
    // It stays handled for the rest of the process, also when nobody listens.
    signal(SignalKind::hangup()).map(drop)
}
