//! What differs between operating systems, once for each: Unix and Windows. Everything else asks here.

#[cfg(any(windows, test))]
mod sddl;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::*;
#[cfg(windows)]
pub use windows::*;
