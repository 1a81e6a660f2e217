//! What tests do to a process or a file by means of the system. Windows has less of it: `.ci/under-wine.txt` lists the tests
//! that it leaves out, with the reasons.

pub(crate) use these::{ask_to_stop, freeze, hang_up, link, mode, set_mode};

#[cfg(unix)]
mod these {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    use rustix::process::{Pid, Signal, kill_process};

    fn send(pid: u32, signal: Signal) {
        kill_process(Pid::from_raw(pid as i32).expect("a process id"), signal).expect("the signal is sent");
    }

    /// As an operator does.
    pub(crate) fn ask_to_stop(pid: u32) {
        // Wine makes Ctrl-C of SIGINT, and ends a process at once that gets SIGTERM.
        let is_foreign = std::env::var_os(crate::EXECUTABLE).is_some();
        send(pid, if is_foreign { Signal::INT } else { Signal::TERM });
    }

    pub(crate) fn hang_up(pid: u32) {
        send(pid, Signal::HUP);
    }

    pub(crate) fn freeze(pid: u32) {
        send(pid, Signal::STOP);
    }

    pub(crate) fn link(to: &Path, at: &Path) {
        std::os::unix::fs::symlink(to, at).expect("linked");
    }

    pub(crate) fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).expect("there").permissions().mode()
    }

    pub(crate) fn set_mode(path: &Path, mode: u32) {
        std::fs::set_permissions(path, Permissions::from_mode(mode)).expect("set");
    }
}

#[cfg(windows)]
mod these {
    use std::path::Path;

    /// With Ctrl-Break, for processes that have a group of their own.
    pub(crate) fn ask_to_stop(pid: u32) {
        #[link(name = "kernel32")]
        unsafe extern "system" {
            fn GenerateConsoleCtrlEvent(event: u32, group: u32) -> i32;
        }
        const BREAK: u32 = 1;
        // SAFETY: it takes numbers.
        let sent = unsafe { GenerateConsoleCtrlEvent(BREAK, pid) };
        assert!(sent != 0, "{}", std::io::Error::last_os_error());
    }

    pub(crate) fn hang_up(_: u32) {
        panic!("Windows has no such signal");
    }

    pub(crate) use hang_up as freeze;

    pub(crate) fn link(to: &Path, at: &Path) {
        let make = if to.is_dir() { std::os::windows::fs::symlink_dir } else { std::os::windows::fs::symlink_file };
        make(to, at).expect("linked");
    }

    pub(crate) fn mode(_: &Path) -> u32 {
        panic!("Windows has no modes");
    }

    pub(crate) fn set_mode(_: &Path, _: u32) {
        panic!("Windows has no modes");
    }
}
