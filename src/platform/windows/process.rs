//! Child processes, their limits and ends, and the user of this process.

use std::io;
use std::mem::ManuallyDrop;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::os::windows::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Output};
use std::ptr::{null, null_mut};
use std::thread;
use std::time::{Duration, Instant};

use windows_sys::Win32::Foundation::{
    ERROR_BROKEN_PIPE, ERROR_NOT_ENOUGH_QUOTA, STATUS_NO_MEMORY, STATUS_STACK_BUFFER_OVERRUN,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_ACTIVE_PROCESS,
    JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION, JOB_OBJECT_LIMIT_PROCESS_MEMORY, JOB_OBJECT_LIMIT_PROCESS_TIME,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation, SetInformationJobObject,
};
use windows_sys::Win32::System::Pipes::PeekNamedPipe;
use windows_sys::Win32::System::Threading::{CREATE_NEW_PROCESS_GROUP, CREATE_NO_WINDOW, GetCurrentProcess};
use windows_sys::Win32::System::WindowsProgramming::GetUserNameW;

use super::wide;
use crate::platform::Ending;

/// The output of a child, which [`wait_readable`] looks at.
pub use std::os::windows::io::AsHandle as Pipe;

/// The variables of the environment without which a child does not start: the system's libraries ask for them.
pub const NEEDED_ENVIRONMENT: &[&str] = &["SystemRoot", "SystemDrive", "TEMP", "TMP"];

/// The running executable. Its file cannot be replaced while it runs.
pub fn own_executable() -> PathBuf {
    std::env::current_exe().unwrap_or_else(|_| "bond.exe".into())
}

/// Starts a child in a group and on a console of its own, which has no window: what is typed into a console, or closing it,
/// is for the parent alone.
pub fn set_apart(command: &mut Command) {
    command.creation_flags(CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW);
}

/// Limits this process, by a job: bytes of memory and seconds of processor time. It cannot start others either. The system
/// has no limit for the length of files.
pub fn limit_own(memory: u64, seconds: u64) -> io::Result<()> {
    let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    limits.ProcessMemoryLimit = usize::try_from(memory).unwrap_or(usize::MAX);
    // In steps of 100 ns.
    limits.BasicLimitInformation.PerProcessUserTimeLimit =
        i64::try_from(seconds.saturating_mul(10_000_000)).unwrap_or(i64::MAX);
    limits.BasicLimitInformation.ActiveProcessLimit = 1;
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_PROCESS_MEMORY
        | JOB_OBJECT_LIMIT_PROCESS_TIME
        | JOB_OBJECT_LIMIT_ACTIVE_PROCESS
        | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION;
    // SAFETY: the job is made here and stays open until the process ends; the limits are as long as is said.
    unsafe {
        let job = CreateJobObjectW(null(), null());
        if job.is_null() {
            return Err(io::Error::last_os_error());
        }
        let job = ManuallyDrop::new(OwnedHandle::from_raw_handle(job));
        let (handle, size) = (job.as_raw_handle(), size_of_val(&limits) as u32);
        let of = (&raw const limits).cast();
        if SetInformationJobObject(handle, JobObjectExtendedLimitInformation, of, size) == 0
            || AssignProcessToJobObject(handle, GetCurrentProcess()) == 0
        {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

/// Nothing: the system has no such limit.
pub fn limit_open_files(_most: u64) -> io::Result<()> {
    Ok(())
}

/// Why a child ended that did not end well.
pub fn ending(status: ExitStatus) -> Ending {
    /// From here on the codes are those of faults.
    const FAULT: u32 = 0xC000_0000;
    const ABORTED: u32 = 3;
    match status.code().map(i32::cast_unsigned) {
        // The system ends a process with it at its limit of time.
        Some(ERROR_NOT_ENOUGH_QUOTA) => Ending::Time,
        // A process aborts that gets no memory: Rust with a fault, C++ with the code 3.
        Some(ABORTED) => Ending::Memory,
        Some(code) if [STATUS_NO_MEMORY, STATUS_STACK_BUFFER_OVERRUN].contains(&code.cast_signed()) => Ending::Memory,
        Some(code) if code >= FAULT => Ending::Crash(format!("code {code:#X}")),
        _ => Ending::Failed,
    }
}

/// Whether somebody killed a child: the task manager and others end a process with the code 1, and it says nothing. Bond
/// itself says why it ends with that code.
pub fn was_killed(output: &Output) -> bool {
    output.status.code() == Some(1) && output.stderr.is_empty()
}

/// Waits until something can be read from a child, or it has ended. False after so long without either.
pub fn wait_readable(pipe: &impl Pipe, longest: Duration) -> io::Result<bool> {
    const LONGEST_PAUSE: Duration = Duration::from_millis(16);
    let start = Instant::now();
    let mut pause = Duration::from_micros(100);
    loop {
        let mut bytes = 0;
        // SAFETY: the handle is open as long as the pipe is borrowed, and `bytes` is written.
        let done = unsafe {
            PeekNamedPipe(pipe.as_handle().as_raw_handle(), null_mut(), 0, null_mut(), &mut bytes, null_mut())
        };
        if done == 0 {
            let error = io::Error::last_os_error();
            return if error.raw_os_error() == Some(ERROR_BROKEN_PIPE.cast_signed()) { Ok(true) } else { Err(error) };
        }
        if bytes > 0 {
            return Ok(true);
        }
        if start.elapsed() >= longest {
            return Ok(false);
        }
        // There is nothing to wait for: the system tells nobody that a pipe has something.
        thread::sleep(pause);
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// The number of the user whose rights this process has: Windows has no such numbers, so that it is everybody's.
pub fn own_user() -> u32 {
    0
}

/// Whether this process may do everything: never. Lists of access bind administrators too.
pub fn is_root() -> bool {
    false
}

/// The name of the user of the system whose process this is.
pub fn user_name() -> String {
    let mut name = [0; 257];
    let mut length = name.len() as u32;
    // SAFETY: the buffer is as long as is said.
    let done = unsafe { GetUserNameW(name.as_mut_ptr(), &mut length) };
    if done == 0 { "unknown user".to_owned() } else { wide::written(&name) }
}
