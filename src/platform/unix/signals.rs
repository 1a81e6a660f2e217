//! Signals.

use std::io;

use tokio::signal::unix::{Signal, SignalKind, signal};

/// Being told to stop: SIGTERM, or SIGINT (Ctrl-C).
#[derive(Debug)]
pub struct Stop {
    terminate: Signal,
    interrupt: Signal,
}

impl Stop {
    /// From here on these signals do not end the process by themselves.
    pub fn new() -> io::Result<Stop> {
        Ok(Stop { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits for the next of them.
    pub async fn received(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// Ctrl-C alone.
#[derive(Debug)]
pub struct Interrupt(Signal);

impl Interrupt {
    /// From here on it does not end the process by itself.
    pub fn new() -> io::Result<Interrupt> {
        signal(SignalKind::interrupt()).map(Interrupt)
    }

    /// Waits for the next one. False when none can come any more.
    pub async fn received(&mut self) -> bool {
        self.0.recv().await.is_some()
    }
}

/// Being told to read files anew: SIGHUP.
#[derive(Debug)]
pub struct Reload(Signal);

impl Reload {
    /// From here on it does not end the process by itself.
    pub fn new() -> io::Result<Reload> {
        signal(SignalKind::hangup()).map(Reload)
    }

    /// Waits for the next one.
    pub async fn received(&mut self) {
        self.0.recv().await;
    }
}

/// From here on this process outlives its terminal: SIGHUP, which a closed terminal sends, does not end it.
///
/// # Errors
/// The system does not let the signal be handled.
pub fn outlive_terminal() -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let _inside = runtime.enter();
    // It stays handled for the rest of the process, also when nobody listens.
    signal(SignalKind::hangup()).map(drop)
}
