//! Being told to stop, by the console, by the system or by its manager of services.

use std::io;

use tokio::signal::windows::{
    CtrlBreak, CtrlC, CtrlClose, CtrlShutdown, ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown,
};

use super::service;

/// Being told to stop: Ctrl-C, Ctrl-Break, a console that is closed, a service that is stopped, or a machine that shuts
/// down. The system ends the process a few seconds after a closed console or a shutdown.
#[derive(Debug)]
pub struct Stop {
    interrupt: CtrlC,
    interrupt_group: CtrlBreak,
    close: CtrlClose,
    shut_down: CtrlShutdown,
}

impl Stop {
    /// From here on these do not end the process at once.
    pub fn new() -> io::Result<Stop> {
        Ok(Stop {
            interrupt: ctrl_c()?,
            interrupt_group: ctrl_break()?,
            close: ctrl_close()?,
            shut_down: ctrl_shutdown()?,
        })
    }

    /// Waits for the next of them.
    pub async fn received(&mut self) {
        tokio::select! {
            () = service::told_to_stop() => {}
            _ = self.interrupt.recv() => {}
            _ = self.interrupt_group.recv() => {}
            _ = self.close.recv() => {}
            _ = self.shut_down.recv() => {}
        }
    }
}

/// Ctrl-C alone.
#[derive(Debug)]
pub struct Interrupt(CtrlC);

impl Interrupt {
    /// From here on it does not end the process by itself.
    pub fn new() -> io::Result<Interrupt> {
        ctrl_c().map(Interrupt)
    }

    /// Waits for the next one. False when none can come any more.
    pub async fn received(&mut self) -> bool {
        self.0.recv().await.is_some()
    }
}

/// Being told to read files anew: Windows has no such signal, so that it never comes.
#[derive(Debug)]
pub struct Reload;

impl Reload {
    /// Nothing to wait for.
    pub fn new() -> io::Result<Reload> {
        Ok(Reload)
    }

    /// Waits for ever.
    pub async fn received(&mut self) {
        std::future::pending().await
    }
}

/// Nothing: whoever closes a console ends what runs in it, and no process can refuse.
pub fn outlive_terminal() -> io::Result<()> {
    Ok(())
}
