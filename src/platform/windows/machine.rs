//! What the machine gives this process, or another: memory, handles. And by what names others know it.

use std::ffi::OsStr;
use std::net::{IpAddr, ToSocketAddrs};
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::null_mut;

use windows_sys::Win32::Foundation::WAIT_TIMEOUT;
use windows_sys::Win32::System::JobObjects::{
    JOB_OBJECT_LIMIT_JOB_MEMORY, JOB_OBJECT_LIMIT_PROCESS_MEMORY, JOBOBJECT_EXTENDED_LIMIT_INFORMATION,
    JobObjectExtendedLimitInformation, QueryInformationJobObject,
};
use windows_sys::Win32::System::ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::Registry::{HKEY_LOCAL_MACHINE, RRF_RT_REG_SZ, RegGetValueW};
use windows_sys::Win32::System::SystemInformation::{
    ComputerNameDnsHostname, GetComputerNameExW, GlobalMemoryStatusEx, MEMORYSTATUSEX,
};
use windows_sys::Win32::System::Threading::{
    GetProcessHandleCount, OpenProcess, PROCESS_QUERY_LIMITED_INFORMATION, PROCESS_SYNCHRONIZE, WaitForSingleObject,
};

use super::wide;

/// A running process, by its number.
#[derive(Clone, Debug)]
pub struct Process(u32);

impl Process {
    /// This one.
    pub fn own() -> Process {
        Process(std::process::id())
    }

    /// Another, by its number.
    pub fn with_pid(pid: u32) -> Process {
        Process(pid)
    }

    fn open(&self) -> Option<OwnedHandle> {
        // SAFETY: a handle that is not null is the caller's.
        unsafe {
            let handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION | PROCESS_SYNCHRONIZE, 0, self.0);
            (!handle.is_null()).then(|| OwnedHandle::from_raw_handle(handle))
        }
    }

    /// Whether it runs and may be looked at.
    pub fn exists(&self) -> bool {
        // SAFETY: the handle is open. It is signalled once the process has ended.
        self.open().is_some_and(|handle| unsafe { WaitForSingleObject(handle.as_raw_handle(), 0) } == WAIT_TIMEOUT)
    }

    fn memory_counters(&self) -> Option<PROCESS_MEMORY_COUNTERS> {
        let handle = self.open()?;
        let mut found = PROCESS_MEMORY_COUNTERS::default();
        // SAFETY: the handle is open, and `found` is as long as is said.
        let done = unsafe { K32GetProcessMemoryInfo(handle.as_raw_handle(), &mut found, size_of_val(&found) as u32) };
        (done != 0).then_some(found)
    }

    /// The bytes of memory that it occupies.
    pub fn resident_bytes(&self) -> Option<u64> {
        Some(self.memory_counters()?.WorkingSetSize as u64)
    }

    /// The most bytes of memory that it occupied at once, since its start.
    pub fn peak_bytes(&self) -> Option<u64> {
        Some(self.memory_counters()?.PeakWorkingSetSize as u64)
    }

    /// Nothing: the system keeps the most since the start.
    pub fn forget_peak(&self) {}

    /// The number of its open files and connections, and whatever else has a handle.
    pub fn open_descriptors(&self) -> Option<u64> {
        let (handle, mut count) = (self.open()?, 0);
        // SAFETY: the handle is open, and `count` is written.
        let done = unsafe { GetProcessHandleCount(handle.as_raw_handle(), &mut count) };
        (done != 0).then_some(u64::from(count))
    }

    /// How many files and connections it may open: the system limits handles by memory alone.
    pub fn most_descriptors(&self) -> Option<u64> {
        Some(u64::MAX)
    }

    /// The smallest memory limit of this process's jobs, such as that of a container; None without one, or of another
    /// process.
    pub fn memory_limit(&self) -> Option<u64> {
        if self.0 != std::process::id() {
            return None;
        }
        let mut found = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        let size = size_of_val(&found) as u32;
        let into = (&raw mut found).cast();
        // SAFETY: without a handle the job of this process is meant, and `found` is as long as is said.
        let done =
            unsafe { QueryInformationJobObject(null_mut(), JobObjectExtendedLimitInformation, into, size, null_mut()) };
        let flags = found.BasicLimitInformation.LimitFlags;
        let limits = [
            (JOB_OBJECT_LIMIT_PROCESS_MEMORY, found.ProcessMemoryLimit),
            (JOB_OBJECT_LIMIT_JOB_MEMORY, found.JobMemoryLimit),
        ];
        let set = limits.into_iter().filter(|(flag, _)| done != 0 && flags & flag != 0);
        set.map(|(_, bytes)| bytes as u64).min()
    }

    /// The memory that it may use at most: the machine's or the limit of its jobs.
    pub fn memory(&self) -> Option<u64> {
        [total_memory(), self.memory_limit()].into_iter().flatten().min()
    }
}

/// How many files and connections this process may open: there is nothing to raise.
pub fn raise_descriptors() -> Option<u64> {
    Process::own().most_descriptors()
}

/// The machine's memory in bytes.
pub fn total_memory() -> Option<u64> {
    let mut found = MEMORYSTATUSEX { dwLength: size_of::<MEMORYSTATUSEX>() as u32, ..MEMORYSTATUSEX::default() };
    // SAFETY: `found` says how long it is.
    let done = unsafe { GlobalMemoryStatusEx(&mut found) };
    (done != 0).then_some(found.ullTotalPhys)
}

/// The name of this machine; empty where it has none.
pub fn host_name() -> String {
    let mut name = [0; 256];
    let mut length = name.len() as u32;
    // SAFETY: the buffer is as long as is said.
    let done = unsafe { GetComputerNameExW(ComputerNameDnsHostname, name.as_mut_ptr(), &mut length) };
    if done == 0 { String::new() } else { wide::written(&name) }
}

/// What tells this machine from others: the number that it got when the system was installed. Copies of a machine have the
/// same.
pub fn identity() -> String {
    let (key, value) =
        (wide::text(OsStr::new(r"SOFTWARE\Microsoft\Cryptography")), wide::text(OsStr::new("MachineGuid")));
    let mut guid = [0_u16; 64];
    let mut bytes = size_of_val(&guid) as u32;
    let into = guid.as_mut_ptr().cast();
    // SAFETY: the texts end with zeros, and the buffer is as long as is said.
    let error = unsafe {
        RegGetValueW(HKEY_LOCAL_MACHINE, key.as_ptr(), value.as_ptr(), RRF_RT_REG_SZ, null_mut(), into, &mut bytes)
    };
    if error == 0 { wide::written(&guid) } else { String::new() }
}

/// The machine's own addresses, as its name stands for them, without the ones that mean something on one link only.
pub fn addresses() -> Vec<String> {
    let is_global = |address: &IpAddr| !matches!(address, IpAddr::V6(address) if address.is_unicast_link_local());
    let found = (host_name(), 0).to_socket_addrs().into_iter().flatten().map(|address| address.ip());
    found.filter(is_global).map(|address| address.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_is_measured() {
        let own = Process::own();
        assert!(own.resident_bytes().is_some_and(|bytes| bytes > 1 << 20));
        assert!(own.open_descriptors().is_some_and(|count| count > 2));
        assert!(own.memory() <= total_memory() && own.memory().is_some());
        assert!(Process::with_pid(std::process::id()).exists() && !Process::with_pid(u32::MAX).exists());
    }
}
