//! The control connection: a socket in the data directory, which its mode keeps others from.

use std::fs;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

/// A connection.
pub use std::os::unix::net::UnixStream as Stream;

/// What leads to it in a data directory.
pub const FILE: &str = "control.sock";

/// The path through which the socket of a directory is opened. A socket's address has room for about 100 bytes, so Linux
/// names the directory by its open descriptor, which the returned file holds.
fn address(data_dir: &Path) -> io::Result<(fs::File, PathBuf)> {
    let folder = fs::File::open(data_dir)?;
    let path = match cfg!(target_os = "linux") {
        true => PathBuf::from(format!("/proc/self/fd/{}/{FILE}", folder.as_raw_fd())),
        false => data_dir.join(FILE),
    };
    Ok((folder, path))
}

/// Accepts the commands for a data directory.
#[derive(Debug)]
pub struct Listener(UnixListener);

impl Listener {
    /// Opens it. The caller owns the data directory, so that what is there already is a leftover.
    pub fn open(data_dir: &Path) -> io::Result<Listener> {
        let (_folder, path) = address(data_dir)?;
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        // The umask and the directory's mode keep others out; the peer is checked as well.
        UnixListener::bind(&path).map(Listener)
    }

    /// Waits for a command.
    pub fn accept(&self) -> io::Result<Stream> {
        self.0.accept().map(|(stream, _)| stream)
    }
}

/// Wakes whoever waits in [`Listener::accept`] a last time, and removes what leads to it.
pub fn close(data_dir: &Path) {
    if let Ok((_folder, path)) = address(data_dir) {
        let _ = Stream::connect(&path);
        let _ = fs::remove_file(&path);
    }
}

/// Whether the other end is a command of the own user or of root.
#[cfg(target_os = "linux")]
pub fn is_own_user(stream: &Stream) -> bool {
    let own = rustix::process::geteuid();
    rustix::net::sockopt::socket_peercred(stream).is_ok_and(|peer| peer.uid == own || peer.uid.is_root())
}

/// Whether the other end is a command of the own user or of root: the mode of the directory lets nobody else in.
#[cfg(not(target_os = "linux"))]
pub fn is_own_user(_: &Stream) -> bool {
    true
}

/// Connects to the process that owns a data directory.
pub fn connect(data_dir: &Path) -> io::Result<Stream> {
    let (_folder, path) = address(data_dir)?;
    Stream::connect(path)
}
