//! The control connection: a port of this machine that only processes on it reach. Its number and a secret are in a file of
//! the data directory, which others cannot read. Both ends prove that they know the secret, without saying it, before
//! anything else is said.
//!
//! A named pipe would let its list of access do this, but nobody can wait on one end of it for reading and writing at once,
//! or for a limited time, without asynchronous calls.

use std::fs;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::random::{random_bytes, random_secret};

/// How long the other end may take to prove that it knows the secret.
const PATIENCE: Duration = Duration::from_secs(5);
const NONCE: usize = 32;
const PROOF: usize = 32;

/// What leads to it in a data directory.
pub const FILE: &str = "control.port";

fn file(data_dir: &Path) -> PathBuf {
    data_dir.join(FILE)
}

/// Where the process that owns a data directory listens, and the secret.
fn address(data_dir: &Path) -> io::Result<(u16, String)> {
    let text = fs::read_to_string(file(data_dir))?;
    let parsed = text.trim().split_once(' ').and_then(|(port, secret)| Some((port.parse().ok()?, secret.to_owned())));
    parsed.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "control.port has no port"))
}

/// A connection.
#[derive(Debug)]
pub struct Stream {
    stream: TcpStream,
    secret: String,
}

impl Stream {
    /// Another handle to the same connection.
    pub fn try_clone(&self) -> io::Result<Stream> {
        Ok(Stream { stream: self.stream.try_clone()?, secret: self.secret.clone() })
    }

    /// How long a read may take.
    pub fn set_read_timeout(&self, longest: Option<Duration>) -> io::Result<()> {
        self.stream.set_read_timeout(longest)
    }

    /// How long a write may take.
    pub fn set_write_timeout(&self, longest: Option<Duration>) -> io::Result<()> {
        self.stream.set_write_timeout(longest)
    }

    /// What `who` says to prove that it knows the secret.
    fn proof(&self, who: &str, nonces: &[u8]) -> Hmac<Sha256> {
        let mut proof = Hmac::<Sha256>::new_from_slice(self.secret.as_bytes()).expect("a key may have any length");
        proof.update(who.as_bytes());
        proof.update(nonces);
        proof
    }

    fn require(&self, who: &str, nonces: &[u8]) -> io::Result<()> {
        let mut said = [0; PROOF];
        (&self.stream).read_exact(&mut said)?;
        let refused = |_| io::Error::new(io::ErrorKind::PermissionDenied, "the other end does not know the secret");
        self.proof(who, nonces).verify_slice(&said).map_err(refused)
    }

    /// What the end that answers says and asks.
    fn accepted(&self) -> io::Result<()> {
        let mut nonces = [0; 2 * NONCE];
        (&self.stream).read_exact(&mut nonces[..NONCE])?;
        nonces[NONCE..].copy_from_slice(&random_bytes::<NONCE>());
        (&self.stream).write_all(&nonces[NONCE..])?;
        (&self.stream).write_all(&self.proof("server", &nonces).finalize().into_bytes())?;
        self.require("client", &nonces)
    }

    /// What the end that asks says and asks.
    fn introduced(&self) -> io::Result<()> {
        let mut nonces = [0; 2 * NONCE];
        nonces[..NONCE].copy_from_slice(&random_bytes::<NONCE>());
        (&self.stream).write_all(&nonces[..NONCE])?;
        (&self.stream).read_exact(&mut nonces[NONCE..])?;
        self.require("server", &nonces)?;
        (&self.stream).write_all(&self.proof("client", &nonces).finalize().into_bytes())
    }
}

impl Read for Stream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.stream.read(into)
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Write for &Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (&self.stream).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        (&self.stream).flush()
    }
}

/// Accepts the commands for a data directory.
#[derive(Debug)]
pub struct Listener {
    listener: TcpListener,
    secret: String,
}

impl Listener {
    /// Opens it. The caller owns the data directory, so that what is there already is a leftover.
    pub fn open(data_dir: &Path) -> io::Result<Listener> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let (secret, port) = (random_secret(), listener.local_addr()?.port());
        fs::write(file(data_dir), format!("{port} {secret}\n"))?;
        Ok(Listener { listener, secret })
    }

    /// Waits for a command.
    pub fn accept(&self) -> io::Result<Stream> {
        let (stream, _) = self.listener.accept()?;
        stream.set_nodelay(true)?;
        Ok(Stream { stream, secret: self.secret.clone() })
    }
}

/// Wakes whoever waits in [`Listener::accept`] a last time, and removes what leads to it.
pub fn close(data_dir: &Path) {
    if let Ok((port, _)) = address(data_dir) {
        let _ = TcpStream::connect((Ipv4Addr::LOCALHOST, port));
        let _ = fs::remove_file(file(data_dir));
    }
}

/// Whether the other end is a command of somebody who may read the data directory.
pub fn is_own_user(stream: &Stream) -> bool {
    let limited = stream.set_read_timeout(Some(PATIENCE)).and_then(|()| stream.set_write_timeout(Some(PATIENCE)));
    let accepted = limited.and_then(|()| stream.accepted());
    if accepted.is_err() {
        // It is told nothing.
        let _ = stream.stream.shutdown(Shutdown::Both);
    }
    accepted.and_then(|()| stream.set_read_timeout(None)).and_then(|()| stream.set_write_timeout(None)).is_ok()
}

/// Connects to the process that owns a data directory.
pub fn connect(data_dir: &Path) -> io::Result<Stream> {
    let (port, secret) = address(data_dir)?;
    let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_nodelay(true)?;
    let stream = Stream { stream, secret };
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.introduced()?;
    stream.set_read_timeout(None)?;
    Ok(stream)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_can_read_the_directory_is_answered() {
        let dir = tempfile::tempdir().expect("a directory");
        let listener = Listener::open(dir.path()).expect("opened");
        std::thread::scope(|scope| {
            let answers = scope.spawn(|| {
                let mut answers = Vec::new();
                for _ in 0..2 {
                    let stream = listener.accept().expect("a connection");
                    answers.push(is_own_user(&stream));
                }
                answers
            });
            assert!(connect(dir.path()).is_ok());
            let (port, _) = address(dir.path()).expect("written");
            fs::write(file(dir.path()), format!("{port} guessed")).expect("written");
            assert!(connect(dir.path()).is_err(), "the server's proof is another");
            assert_eq!(answers.join().expect("answered"), [true, false]);
        });
    }
}
