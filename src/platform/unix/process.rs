//! Child processes, their limits and ends, and the user of this process.

use std::fs;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Resource, Rlimit, Signal, setrlimit};

use crate::platform::Ending;

/// The output of a child, which [`wait_readable`] looks at.
pub use std::os::fd::AsFd as Pipe;

/// The variables of the environment without which a child does not start: where DuckDB is not part of the executable.
pub const NEEDED_ENVIRONMENT: &[&str] = &["LD_LIBRARY_PATH"];

/// The running executable, also when its file has been replaced by a newer one.
pub fn own_executable() -> PathBuf {
    let running = Path::new("/proc/self/exe");
    if running.exists() { running.to_owned() } else { std::env::current_exe().unwrap_or_else(|_| "bond".into()) }
}

/// Starts a child in a group of its own: what a terminal sends when it is closed, or on Ctrl-C, is for the parent alone.
pub fn set_apart(command: &mut Command) {
    command.process_group(0);
}

fn limit(resource: Resource, most: u64) -> io::Result<()> {
    Ok(setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?)
}

/// Limits this process: bytes of address space and seconds of processor time. It cannot lengthen a file either, nor leave
/// a core.
pub fn limit_own(memory: u64, seconds: u64) -> io::Result<()> {
    [(Resource::As, memory), (Resource::Cpu, seconds), (Resource::Fsize, 0), (Resource::Core, 0)]
        .into_iter()
        .try_for_each(|(resource, most)| limit(resource, most))
}

/// Limits how many files and connections this process may have open. What is open stays so.
pub fn limit_open_files(most: u64) -> io::Result<()> {
    limit(Resource::Nofile, most)
}

/// Why a child ended that did not end well.
pub fn ending(status: ExitStatus) -> Ending {
    match status.signal() {
        // SIGXCPU and SIGKILL are sent at the limits of time.
        Some(24 | 9) => Ending::Time,
        // SIGABRT is how a process ends that gets no memory.
        Some(6) => Ending::Memory,
        Some(signal) => Ending::Crash(format!("signal {signal}")),
        None => Ending::Failed,
    }
}

/// Whether somebody killed a child, or the system did, where memory is short.
pub fn was_killed(output: &Output) -> bool {
    output.status.signal() == Some(Signal::KILL.as_raw())
}

/// Waits until something can be read from a child, or it has ended. False after so long without either.
pub fn wait_readable(pipe: &impl Pipe, longest: Duration) -> io::Result<bool> {
    let timeout = Timespec::try_from(longest).unwrap_or(Timespec { tv_sec: i64::MAX, tv_nsec: 0 });
    Ok(poll(&mut [PollFd::new(pipe, PollFlags::IN)], Some(&timeout))? > 0)
}

/// The number of the user whose rights this process has.
pub fn own_user() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Whether this process may do everything.
pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// The name of the user of the system whose process this is.
pub fn user_name() -> String {
    named(rustix::process::getuid().as_raw(), &fs::read_to_string("/etc/passwd").unwrap_or_default())
}

/// `users` is the text of /etc/passwd. A user of a directory service is named by its number.
fn named(uid: u32, users: &str) -> String {
    let name = |line: &str| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)?.parse() == Ok(uid)).then(|| name.to_owned())
    };
    users.lines().find_map(name).unwrap_or_else(|| format!("user {uid}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_are_named_as_the_system_names_them() {
        let users = "root:x:0:0:root:/root:/bin/sh\nbroken\nbond:x:998:998::/var/lib/bond:/usr/sbin/nologin\n";
        assert_eq!((named(0, users), named(998, users)), ("root".to_owned(), "bond".to_owned()));
        assert_eq!((named(1234, users), named(1234, "")), ("user 1234".to_owned(), "user 1234".to_owned()));
    }
}
