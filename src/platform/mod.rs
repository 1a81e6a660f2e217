//! What differs between operating systems, once for each: Unix (Linux, and macOS as far as it has the same calls) and
//! Windows. Everything else asks here, so that no other file has a condition of a system.
//!
//! - [`control`]: how a command reaches the process that owns a data directory
//! - [`desktop`]: whoever starts Bond by a double click, and the browser
//! - [`files`]: private files and folders, locks, space, what is written down for good
//! - [`folder`]: a folder that others use too, without following links
//! - [`machine`]: memory, descriptors, the machine's names
//! - [`process`]: child processes and their limits, the user of this one
//! - [`service`]: services of Windows
//! - [`signals`]: being told to stop

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use windows::*;

/// Who may use a file or a folder, where the system says it by a mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rights {
    /// The bits of its mode.
    pub mode: u32,
    /// The number of its owner.
    pub owner: u32,
    /// The number of its group.
    pub group: u32,
}

/// What a name in a folder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A folder.
    Folder,
    /// With its size in bytes.
    File(u64),
    /// A link, wherever it leads; on Windows also a junction.
    Link,
    /// A FIFO, a socket or a device.
    Other,
}

/// Why a child process ended that did not end well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It reached its limit of time.
    Time,
    /// It got no more memory.
    Memory,
    /// It crashed: what the system calls it, such as `signal 11`.
    Crash(String),
    /// It ended by itself.
    Failed,
}
