//! What processes say to the disk, and what a disk may have of it.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::random::Random;

/// The calls that change files or sync them.
const CALLS: &str = "openat,open,creat,write,pwrite64,writev,pwritev,pwritev2,lseek,ftruncate,truncate,fallocate,fsync,\
                     fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,rmdir,link,linkat,symlink,\
                     symlinkat,copy_file_range,sendfile";

/// The bytes that a disk writes as one.
const BLOCK: u64 = 4096;

/// strace, if it may trace a process here.
pub fn strace() -> Option<PathBuf> {
    let mut tried = Command::new("strace");
    tried.args(["-D", "-f", "-o", "/dev/null", "true"]).stdout(Stdio::null()).stderr(Stdio::null());
    tried.status().is_ok_and(|status| status.success()).then(|| PathBuf::from("strace"))
}

/// A command whose calls are recorded: one file for each of its threads.
pub fn traced(strace: &Path, to: &Path, command: &Command) -> Command {
    let mut traced = Command::new(strace);
    // The tracer is a child of the process, which so remains the one that is started, signalled and waited for.
    traced.args(["-D", "-ff", "-ttt", "-T", "-y", "-xx", "-s", "100000000", "--seccomp-bpf", "-e"]);
    traced.arg(format!("trace={CALLS}")).arg("-o").arg(to).arg(command.get_program()).args(command.get_args());
    traced.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    traced
}

/// Microseconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_micros() as u64
}

/// The files of a folder, by their path below it; folders have no bytes.
pub type Files = BTreeMap<String, Option<Vec<u8>>>;

/// What a folder has, but for sockets and what processes share in memory.
pub fn files(folder: &Path) -> Files {
    let mut found = Files::new();
    let mut left = vec![folder.to_path_buf()];
    while let Some(next) = left.pop() {
        for entry in std::fs::read_dir(&next).expect("listed").map(|entry| entry.expect("an entry")) {
            let (path, kind) = (entry.path(), entry.file_type().expect("a type"));
            let name = path.strip_prefix(folder).expect("below").to_string_lossy().into_owned();
            if kind.is_dir() {
                found.insert(name, None);
                left.push(path);
            } else if kind.is_file() && !name.ends_with("-shm") {
                found.insert(name, Some(std::fs::read(path).expect("read")));
            }
        }
    }
    found
}

#[derive(Clone, Debug)]
enum Change {
    Bytes { at: u64, bytes: Vec<u8> },
    Length(u64),
}

#[derive(Clone, Debug)]
enum Name {
    File { path: String, file: usize },
    Folder { path: String },
    Gone { path: String },
    Renamed { from: String, to: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct When {
    begun: u64,
    ended: u64,
}

/// A file, whatever its name.
#[derive(Default)]
struct File {
    before: Vec<u8>,
    changes: Vec<(When, Change)>,
    syncs: Vec<When>,
    /// What it has after all changes.
    now: Vec<u8>,
    position: u64,
    appends: bool,
}

impl File {
    fn change(&mut self, when: When, change: Change) {
        apply(&mut self.now, &change);
        self.changes.push((when, change));
    }
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Length(length) => bytes.resize(*length as usize, 0),
        Change::Bytes { at, bytes: new } => {
            let (from, to) = (*at as usize, *at as usize + new.len());
            if bytes.len() < to {
                bytes.resize(to, 0);
            }
            bytes[from..to].copy_from_slice(new);
        }
    }
}

/// What processes said to the disk.
pub struct Recorded {
    files: Vec<File>,
    before: BTreeMap<String, Option<usize>>,
    names: Vec<(When, Name)>,
    /// When a folder was synced.
    folders: Vec<When>,
    now: BTreeMap<String, Option<usize>>,
    calls: usize,
}

/// When the power goes, and what survives of what was not synced.
#[derive(Clone, Copy, Debug)]
pub struct Crash {
    pub at: u64,
    pub survives: Survives,
}

#[derive(Clone, Copy, Debug)]
pub enum Survives {
    Nothing,
    Everything,
    /// Some names, some lengths and some blocks.
    Some,
}

impl Recorded {
    pub fn len(&self) -> usize {
        self.calls
    }

    /// Nothing was missed: what was recorded leads to what is there.
    #[track_caller]
    pub fn assert_is_complete(&self, found: &Files) {
        let name_of = |name: &String| !name.ends_with("-shm") && !name.ends_with(".sock");
        let recorded: Vec<&String> = self.now.keys().filter(|name| name_of(name)).collect();
        let there: Vec<&String> = found.keys().filter(|name| name_of(name)).collect();
        assert_eq!(recorded, there);
        for (name, bytes) in found {
            let file = self.now[name].map(|file| &self.files[file].now);
            let is_same = file == bytes.as_ref();
            assert!(
                is_same,
                "{name}: {:?} bytes were recorded, {:?} are there, or others",
                file.map(Vec::len),
                bytes.as_ref().map(Vec::len)
            );
        }
    }

    /// A moment around one at which something was synced or renamed.
    pub fn some_moment(&self, random: &mut Random) -> u64 {
        let syncs = self
            .files
            .iter()
            .flat_map(|file| &file.syncs)
            .chain(&self.folders)
            .chain(self.names.iter().map(|(when, _)| when));
        let all: Vec<&When> = syncs.collect();
        let When { begun, ended } = all[random.below(all.len() as u64) as usize];
        if random.below(2) == 0 { *begun } else { ended + random.below(50) }
    }

    /// Makes a folder as the disk may have it.
    pub fn after(&self, Crash { at, survives }: Crash, random: &mut Random, into: &Path) {
        let synced =
            |syncs: &[When]| syncs.iter().filter(|sync| sync.ended <= at).map(|sync| sync.begun).max().unwrap_or(0);
        // A journal keeps names in order, and a sync of a folder writes it up to there.
        let solid = synced(&self.folders);
        let mut names = self.before.clone();
        let mut is_lost = false;
        for (when, name) in self.names.iter().filter(|(when, _)| when.begun <= at) {
            is_lost |= when.ended > solid
                && match survives {
                    Survives::Nothing => true,
                    Survives::Everything => false,
                    Survives::Some => random.below(4) == 0,
                };
            if when.ended > solid && is_lost {
                break;
            }
            rename(&mut names, name);
        }
        std::fs::create_dir(into).expect("made");
        for (name, file) in names {
            let path = into.join(name);
            match file {
                None => std::fs::create_dir_all(path).expect("made"),
                Some(file) => {
                    std::fs::write(path, self.bytes(&self.files[file], at, survives, random)).expect("written")
                }
            }
        }
    }

    fn bytes(&self, file: &File, at: u64, survives: Survives, random: &mut Random) -> Vec<u8> {
        let solid = file.syncs.iter().filter(|sync| sync.ended <= at).map(|sync| sync.begun).max().unwrap_or(0);
        let mut bytes = file.before.clone();
        for (when, change) in file.changes.iter().filter(|(when, _)| when.begun <= at) {
            if when.ended <= solid {
                apply(&mut bytes, change);
                continue;
            }
            match (survives, change) {
                (Survives::Nothing, _) => {}
                (Survives::Everything, _) => apply(&mut bytes, change),
                (Survives::Some, Change::Length(_)) => {
                    if random.below(2) == 0 {
                        apply(&mut bytes, change);
                    }
                }
                (Survives::Some, Change::Bytes { at, bytes: new }) => {
                    let mut from = *at;
                    let end = at + new.len() as u64;
                    while from < end {
                        let to = ((from / BLOCK + 1) * BLOCK).min(end);
                        if random.below(2) == 0 {
                            let piece = new[(from - at) as usize..(to - at) as usize].to_vec();
                            apply(&mut bytes, &Change::Bytes { at: from, bytes: piece });
                        }
                        from = to;
                    }
                }
            }
        }
        bytes
    }
}

fn rename(names: &mut BTreeMap<String, Option<usize>>, change: &Name) {
    match change {
        Name::File { path, file } => {
            names.insert(path.clone(), Some(*file));
        }
        Name::Folder { path } => {
            names.insert(path.clone(), None);
        }
        Name::Gone { path } => {
            names.remove(path);
        }
        Name::Renamed { from, to } => {
            let below = format!("{from}/");
            let moved: Vec<String> =
                names.keys().filter(|name| *name == from || name.starts_with(&below)).cloned().collect();
            // What had the name is gone with it.
            for old in moved {
                let file = names.remove(&old).expect("listed");
                names.insert(format!("{to}{}", &old[from.len()..]), file);
            }
        }
    }
}

/// Reads again until two readings have as many calls: the tracers have ended.
pub fn settled(read: impl Fn() -> Recorded) -> Recorded {
    let limit = Instant::now() + Duration::from_secs(20);
    let mut last = read();
    loop {
        std::thread::sleep(Duration::from_millis(200));
        let again = read();
        if again.calls == last.calls {
            return again;
        }
        assert!(Instant::now() < limit, "the tracers do not end");
        last = again;
    }
}

/// Reads what was recorded of a folder, which had these files before.
pub fn recorded(traces: &Path, folder: &Path, before: &Files) -> Recorded {
    let mut calls: Vec<(When, String)> = Vec::new();
    for trace in std::fs::read_dir(traces).expect("listed") {
        let text = std::fs::read_to_string(trace.expect("a file").path()).expect("text");
        calls.extend(text.lines().filter_map(call));
    }
    calls.sort_by_key(|one| one.0);
    let mut recorded = Recorded {
        files: Vec::new(),
        before: BTreeMap::new(),
        names: Vec::new(),
        folders: Vec::new(),
        now: BTreeMap::new(),
        calls: calls.len(),
    };
    for (name, bytes) in before {
        let file = bytes.as_ref().map(|bytes| {
            recorded.files.push(File { before: bytes.clone(), now: bytes.clone(), ..File::default() });
            recorded.files.len() - 1
        });
        recorded.before.insert(name.clone(), file);
    }
    recorded.now = recorded.before.clone();
    let mut reader = Reader { folder: folder.to_string_lossy().into_owned(), recorded, copied: HashMap::new() };
    calls.iter().for_each(|(when, call)| reader.read(*when, call));
    reader.recorded
}

/// A call that succeeded: when, and its text up to the time that it took.
fn call(line: &str) -> Option<(When, String)> {
    let (begun, rest) = line.split_once(' ')?;
    let (text, taken) = rest.rsplit_once(" <")?;
    let (_, result) = text.rsplit_once(" = ")?;
    if result.starts_with('-') || result.starts_with('?') {
        return None;
    }
    let micros = |text: &str| text.parse::<f64>().ok().map(|seconds| (seconds * 1e6).round() as u64);
    let (begun, taken) = (begun.replace('.', "").parse::<u64>().ok()?, micros(taken.strip_suffix('>')?)?);
    Some((When { begun, ended: begun + taken + 1 }, text.to_owned()))
}

struct Reader {
    folder: String,
    recorded: Recorded,
    /// How much of each file was copied by the kernel.
    copied: HashMap<usize, u64>,
}

impl Reader {
    fn read(&mut self, when: When, text: &str) {
        let (name, rest) = text.split_once('(').expect("a call");
        let (arguments, result) = rest.rsplit_once(" = ").expect("a result");
        let arguments = split(arguments.trim_end().strip_suffix(')').expect("its end"));
        let number = |index: usize| arguments[index].parse::<i64>().unwrap_or_else(|_| panic!("{text:.300}")) as u64;
        let returned = || result.split(['<', ' ']).next().unwrap_or_default().parse::<u64>().unwrap_or_default();
        match name {
            "openat" | "open" | "creat" => {
                let (flags, file) =
                    (arguments.iter().find(|one| one.contains("O_")).map_or("", String::as_str), descriptor(result));
                let Some(path) = file.and_then(|path| self.below(&path)) else { return };
                if flags.contains("O_DIRECTORY") || !(flags.contains("O_WRONLY") || flags.contains("O_RDWR")) {
                    return;
                }
                let file = match self.recorded.now.get(&path) {
                    Some(Some(file)) => *file,
                    Some(None) => return,
                    None => {
                        self.recorded.files.push(File::default());
                        let file = self.recorded.files.len() - 1;
                        self.name(when, Name::File { path, file });
                        file
                    }
                };
                let file = &mut self.recorded.files[file];
                (file.position, file.appends) = (0, flags.contains("O_APPEND"));
                if flags.contains("O_TRUNC") {
                    file.change(when, Change::Length(0));
                }
            }
            "write" => self.write(when, &arguments[0], None, &string(&arguments[1]), returned()),
            "pwrite64" => self.write(when, &arguments[0], Some(number(3)), &string(&arguments[1]), returned()),
            "writev" | "pwritev" | "pwritev2" => {
                let bytes: Vec<u8> = arguments[1].split("iov_base=").skip(1).flat_map(string).collect();
                self.write(when, &arguments[0], (name != "writev").then(|| number(3)), &bytes, returned());
            }
            "lseek" => {
                let at = returned();
                if let Some(file) = self.file(&arguments[0]) {
                    file.position = at;
                }
            }
            "ftruncate" => {
                let length = number(1);
                if let Some(file) = self.file(&arguments[0]) {
                    file.change(when, Change::Length(length));
                }
            }
            "fallocate" => {
                let length = number(2) + number(3);
                assert!(arguments[1] == "0", "{text:.300}");
                if let Some(file) = self.file(&arguments[0]).filter(|file| (file.now.len() as u64) < length) {
                    file.change(when, Change::Length(length));
                }
            }
            "fsync" | "fdatasync" => {
                let Some(path) = descriptor(&arguments[0]).and_then(|path| self.below(&path)) else { return };
                match self.recorded.now.get(&path) {
                    Some(Some(file)) => self.recorded.files[*file].syncs.push(when),
                    Some(None) => self.recorded.folders.push(when),
                    None if path.is_empty() => self.recorded.folders.push(when),
                    None => {}
                }
            }
            "rename" | "renameat" | "renameat2" => {
                let paths: Vec<&String> = arguments.iter().filter(|one| one.starts_with('"')).collect();
                let folders: Vec<&String> = arguments.iter().filter(|one| !one.starts_with('"')).collect();
                let path = |index: usize| full(folders.get(index).copied(), paths[index]);
                match (self.below(&path(0)), self.below(&path(1))) {
                    (Some(from), Some(to)) => self.name(when, Name::Renamed { from, to }),
                    (None, None) => {}
                    _ => panic!("a file leaves or enters the folder: {text:.300}"),
                }
            }
            "unlink" | "unlinkat" | "rmdir" => {
                let path = arguments.iter().find(|one| one.starts_with('"')).expect("a path");
                let folder = (name == "unlinkat").then(|| &arguments[0]);
                if let Some(path) = self.below(&full(folder, path)) {
                    self.name(when, Name::Gone { path });
                }
            }
            "mkdir" | "mkdirat" => {
                let path = arguments.iter().find(|one| one.starts_with('"')).expect("a path");
                let folder = (name == "mkdirat").then(|| &arguments[0]);
                if let Some(path) = self.below(&full(folder, path)) {
                    self.name(when, Name::Folder { path });
                }
            }
            "copy_file_range" | "sendfile" => {
                let (from, to) = if name == "sendfile" { (1, 0) } else { (0, 2) };
                let Some(to) = self.index(&arguments[to]) else { return };
                let source = descriptor(&arguments[from]).expect("a file");
                let bytes = match self.index(&arguments[from]) {
                    Some(file) => self.recorded.files[file].now.clone(),
                    None => std::fs::read(source).expect("a file that does not change"),
                };
                let at = self.copied.entry(to).or_default();
                let piece = bytes[*at as usize..(*at + returned()) as usize].to_vec();
                self.recorded.files[to].change(when, Change::Bytes { at: *at, bytes: piece });
                *at += returned();
            }
            "truncate" | "link" | "linkat" | "symlink" | "symlinkat" => {
                assert!(!unescaped(text).contains(&self.folder), "not known here: {text:.300}");
            }
            other => panic!("not known here: {other}"),
        }
    }

    fn write(&mut self, when: When, to: &str, at: Option<u64>, bytes: &[u8], written: u64) {
        let Some(file) = self.file(to) else { return };
        let at = at.unwrap_or(if file.appends { file.now.len() as u64 } else { file.position });
        let bytes = bytes[..written as usize].to_vec();
        file.position = at + written;
        file.change(when, Change::Bytes { at, bytes });
    }

    fn name(&mut self, when: When, name: Name) {
        rename(&mut self.recorded.now, &name);
        self.recorded.names.push((when, name));
    }

    /// The path below the folder.
    fn below(&self, path: &str) -> Option<String> {
        let rest = path.strip_prefix(&self.folder)?;
        if rest.is_empty() {
            return Some(String::new());
        }
        rest.strip_prefix('/').filter(|path| !path.ends_with("-shm")).map(str::to_owned)
    }

    fn index(&self, argument: &str) -> Option<usize> {
        *self.recorded.now.get(&self.below(&descriptor(argument)?)?)?
    }

    fn file(&mut self, argument: &str) -> Option<&mut File> {
        let index = self.index(argument)?;
        self.recorded.files.get_mut(index)
    }
}

/// The arguments of a call. Texts have no commas: every byte is written in hexadecimal.
fn split(arguments: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut depth = 0;
    for letter in arguments.chars() {
        match letter {
            '[' | '{' => depth += 1,
            ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                all.push(String::new());
                continue;
            }
            _ => {}
        }
        all.last_mut().expect("one").push(letter);
    }
    all.iter().map(|one| one.trim().to_owned()).collect()
}

/// The path of a descriptor, such as `3<\x2f\x74>`; None for one of a file that has no name any more.
fn descriptor(argument: &str) -> Option<String> {
    let (_, rest) = argument.split_once('<')?;
    let (path, after) = rest.split_once('>')?;
    (!after.starts_with("(deleted)")).then(|| String::from_utf8_lossy(&bytes(path)).into_owned())
}

/// The bytes of the first text in quotes.
fn string(argument: &str) -> Vec<u8> {
    let text = argument.split('"').nth(1).unwrap_or_default();
    bytes(text)
}

fn full(folder: Option<&String>, path: &str) -> String {
    let path = String::from_utf8_lossy(&string(path)).into_owned();
    match folder.and_then(|folder| descriptor(folder)) {
        Some(folder) if !path.starts_with('/') => format!("{folder}/{path}"),
        _ => path,
    }
}

fn bytes(text: &str) -> Vec<u8> {
    let digit = |letter: u8| (letter as char).to_digit(16).unwrap_or_default() as u8;
    text.as_bytes().chunks_exact(4).map(|four| digit(four[2]) << 4 | digit(four[3])).collect()
}

fn unescaped(text: &str) -> String {
    text.split('"')
        .skip(1)
        .step_by(2)
        .map(|text| String::from_utf8_lossy(&bytes(text)).into_owned())
        .collect::<Vec<_>>()
        .join(" ")
}
