//! What the machine gives this process, or another: memory, file descriptors. And by what names others know it.

use std::fs;
use std::net::{IpAddr, Ipv6Addr};
use std::path::{Component, Path, PathBuf};

use rustix::process::{Resource, getrlimit, setrlimit};

/// A running process, by its folder in `/proc`.
#[derive(Clone, Debug)]
pub struct Process(PathBuf);

impl Process {
    /// This one.
    pub fn own() -> Process {
        Process("/proc/self".into())
    }

    /// Another, by its number.
    pub fn with_pid(pid: u32) -> Process {
        Process(format!("/proc/{pid}").into())
    }

    /// Whether it runs and may be looked at.
    pub fn exists(&self) -> bool {
        self.0.is_dir()
    }

    /// The bytes of memory that it occupies.
    pub fn resident_bytes(&self) -> Option<u64> {
        kilobytes(&self.read("status")?, "VmRSS:")
    }

    /// The most bytes of memory that it occupied at once, since its start or since [`forget_peak`](Process::forget_peak).
    pub fn peak_bytes(&self) -> Option<u64> {
        kilobytes(&self.read("status")?, "VmHWM:")
    }

    /// Begins to measure [`peak_bytes`](Process::peak_bytes) anew.
    pub fn forget_peak(&self) {
        let _ = fs::write(self.0.join("clear_refs"), "5");
    }

    /// The number of its open files and connections.
    pub fn open_descriptors(&self) -> Option<u64> {
        Some(fs::read_dir(self.0.join("fd")).ok()?.count() as u64)
    }

    /// How many files and connections it may open; `u64::MAX` if that is not limited.
    pub fn most_descriptors(&self) -> Option<u64> {
        soft_limit(&self.read("limits")?, "Max open files")
    }

    /// The smallest memory limit of its control groups, such as MemoryMax of a systemd unit or the limit of a
    /// container; None without one.
    pub fn memory_limit(&self) -> Option<u64> {
        smallest_limit(Path::new("/sys/fs/cgroup"), &self.read("cgroup")?)
    }

    /// The memory that it may use at most: the machine's or the limit of its control groups.
    pub fn memory(&self) -> Option<u64> {
        [total_memory(), self.memory_limit()].into_iter().flatten().min()
    }

    fn read(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.0.join(name)).ok()
    }
}

/// Lets this process open as many files and connections as it may. Returns how many; None if that is unknown.
pub fn raise_descriptors() -> Option<u64> {
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current != limit.maximum {
        limit.current = limit.maximum;
        if let Err(error) = setrlimit(Resource::Nofile, limit) {
            tracing::warn!(%error, "the number of open files could not be raised");
        }
    }
    Process::own().most_descriptors()
}

/// The machine's memory in bytes.
pub fn total_memory() -> Option<u64> {
    kilobytes(&fs::read_to_string("/proc/meminfo").ok()?, "MemTotal:")
}

/// The name of this machine; empty where it has none.
pub fn host_name() -> String {
    fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default().trim().to_owned()
}

/// What tells this machine from others, also from a copy of it that was started by itself.
pub fn identity() -> String {
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let boot = read("/proc/sys/kernel/random/boot_id");
    format!("{}{boot}", read("/etc/machine-id"))
}

/// The machine's own addresses, without the ones that mean something on one link only.
pub fn addresses() -> Vec<String> {
    let mut addresses = addresses_v4(&fs::read_to_string("/proc/net/fib_trie").unwrap_or_default());
    addresses.extend(addresses_v6(&fs::read_to_string("/proc/net/if_inet6").unwrap_or_default()));
    addresses
}

/// Those in `/proc/net/fib_trie`: each is a line with the address before one that says LOCAL.
fn addresses_v4(text: &str) -> Vec<String> {
    let lines = || text.lines().map(str::trim);
    let own = lines().zip(lines().skip(1)).filter(|(_, next)| next.contains("host LOCAL"));
    own.filter_map(|(line, _)| Some(line.strip_prefix("|-- ")?.parse::<IpAddr>().ok()?.to_string())).collect()
}

/// Those in `/proc/net/if_inet6`.
fn addresses_v6(text: &str) -> Vec<String> {
    let numbers = text.lines().filter_map(|line| u128::from_str_radix(line.split(' ').next()?, 16).ok());
    numbers
        .map(Ipv6Addr::from)
        .filter(|address| !address.is_unicast_link_local())
        .map(|address| address.to_string())
        .collect()
}

/// The bytes of a line such as `VmRSS:   1234 kB`.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let number = text.lines().find_map(|line| line.strip_prefix(name))?.trim().strip_suffix("kB")?;
    Some(number.trim().parse::<u64>().ok()? * 1024)
}

/// The soft limit of a line such as `Max open files  1024  524288  files`.
fn soft_limit(text: &str, name: &str) -> Option<u64> {
    let soft = text.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next()?;
    if soft == "unlimited" { Some(u64::MAX) } else { soft.parse().ok() }
}

/// The smallest limit of the control groups that `/proc/PID/cgroup` names and of those above them. `mounted` is where
/// control groups are mounted.
fn smallest_limit(mounted: &Path, groups: &str) -> Option<u64> {
    let of_line = |line: &str| {
        let (_, rest) = line.split_once(':')?;
        let (controllers, group) = rest.split_once(':')?;
        // Version 2 has one hierarchy, without names of controllers. Where both versions are in use, it is mounted below.
        let (roots, file) = match controllers {
            "" => (vec![mounted.to_owned(), mounted.join("unified")], "memory.max"),
            some if some.split(',').any(|name| name == "memory") => {
                (vec![mounted.join("memory")], "memory.limit_in_bytes")
            }
            _ => return None,
        };
        // A container may see the path that its group has outside: then only the root is there.
        let group: PathBuf =
            Path::new(group).components().filter(|part| matches!(part, Component::Normal(_))).collect();
        let limits = roots.iter().flat_map(|root| {
            group.ancestors().filter_map(|part| fs::read_to_string(root.join(part).join(file)).ok()).collect::<Vec<_>>()
        });
        limits.filter_map(|text| text.trim().parse::<u64>().ok()).min()
    };
    // Version 1 writes "no limit" as the largest number of whole pages.
    groups.lines().filter_map(of_line).min().filter(|limit| *limit < i64::MAX as u64 / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_is_measured() {
        let own = Process::own();
        assert!(own.resident_bytes().is_some_and(|bytes| bytes > 1 << 20));
        assert!(own.open_descriptors().is_some_and(|count| count > 2));
        assert!(own.most_descriptors() >= own.open_descriptors());
        assert!(own.memory() <= total_memory() && own.memory().is_some());
        assert!(Process::with_pid(std::process::id()).exists() && !Process::with_pid(u32::MAX).exists());
    }

    #[test]
    fn addresses_are_read_from_the_systems_tables() {
        let text = "Main:\n  +-- 0.0.0.0/0 3 0 5\n     |-- 10.0.0.0\n        /24 link UNICAST\n     |-- 10.0.0.7\n        /32 host LOCAL\n";
        assert_eq!(addresses_v4(text), ["10.0.0.7"]);
        let text =
            "20010db8000000000000000000000001 02 40 00 80 eth0\nfe800000000000000000000000000001 02 40 20 80 eth0\n";
        assert_eq!(addresses_v6(text), ["2001:db8::1"]);
    }

    #[test]
    fn limits_are_read_from_their_lines() {
        let limits = "Limit                     Soft Limit           Hard Limit           Units     \n\
                      Max processes             unlimited            unlimited            processes \n\
                      Max open files            1024                 524288               files     \n";
        assert_eq!(soft_limit(limits, "Max open files"), Some(1024));
        assert_eq!(soft_limit(limits, "Max processes"), Some(u64::MAX));
        assert_eq!(kilobytes("MemTotal:       16 kB\n", "MemTotal:"), Some(16384));
        assert_eq!(kilobytes("MemTotal:       16\n", "MemTotal:"), None);
    }

    #[test]
    fn the_smallest_limit_from_the_own_group_up_to_the_root_counts() {
        let mounted = tempfile::tempdir().expect("a directory");
        let write = |path: &str, text: &str| {
            let path = mounted.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            fs::write(path, text).expect("written");
        };
        let limit = |groups: &str| smallest_limit(mounted.path(), groups);
        assert_eq!(limit("0::/system.slice/bond.service\n"), None);
        write("system.slice/bond.service/memory.max", "5300000000\n");
        write("system.slice/memory.max", "max\n");
        assert_eq!(limit("0::/system.slice/bond.service\n"), Some(5_300_000_000));
        assert_eq!(limit("0::/system.slice/other.service\n"), None);
        write("system.slice/memory.max", "4000000000\n");
        assert_eq!(limit("0::/system.slice/bond.service\n"), Some(4_000_000_000));
        // In a container, whose own group is the root.
        write("memory.max", "1000000000\n");
        assert_eq!(limit("0::/\n"), Some(1_000_000_000));
        assert_eq!(limit("0::/../../elsewhere\n"), Some(1_000_000_000));
        // Version 1, alone and beside version 2.
        write("memory/docker/a1/memory.limit_in_bytes", "700000000\n");
        write("memory/memory.limit_in_bytes", "9223372036854771712\n");
        assert_eq!(limit("5:cpu,cpuacct:/docker/a1\n4:memory:/docker/a1\n"), Some(700_000_000));
        assert_eq!(limit("4:memory:/not/here\n"), None);
        write("unified/a/memory.max", "600000000\n");
        assert_eq!(limit("4:memory:/docker/a1\n0::/a\n"), Some(600_000_000));
    }
}
