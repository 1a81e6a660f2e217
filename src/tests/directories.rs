//! Data directories that cannot be used: each has a message that says what to do, and the exit code of its cause.
//!
//! Permissions do not bind root, so where root runs the tests, Bond runs as the user nobody.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use super::command_line::captured;

/// The user nobody, and its group.
const NOBODY: u32 = 65534;

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// A folder that everybody can read, with the executable and the libraries that it needs from outside the system.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().expect("a directory");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("set");
        let maps = fs::read_to_string("/proc/self/maps").expect("Linux");
        let of_system = |path: &&Path| path.starts_with("/usr") || path.starts_with("/lib");
        let mapped = maps.lines().filter_map(|line| line.split_once('/').map(|(_, path)| format!("/{path}")));
        let mut libraries: Vec<PathBuf> =
            mapped.map(PathBuf::from).filter(|path| !of_system(&path.as_path())).collect();
        libraries.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().contains(".so")));
        libraries.push(env!("CARGO_BIN_EXE_bond").into());
        libraries.sort();
        libraries.dedup();
        for library in libraries {
            let to = folder.path().join(library.file_name().expect("a name"));
            // Not by this process: a child that another test starts meanwhile would have the file open for writing, and a
            // file that is written cannot be run.
            let copied = Command::new("cp").arg(&library).arg(&to).status().expect("run");
            assert!(copied.success(), "{}", library.display());
            fs::set_permissions(&to, fs::Permissions::from_mode(0o755)).expect("set");
        }
        Place { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A folder of a user, with a mode.
    fn folder(&self, name: &str, owner: u32, mode: u32) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(&path).expect("made");
        self.give(&path, owner, mode);
        path
    }

    fn give(&self, path: &Path, owner: u32, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("set");
        if is_root() {
            chown(path, Some(owner), Some(owner)).expect("given");
        }
    }

    /// Bond's command line, as the user nobody where root runs this; after `before`, commands of a shell that are run in
    /// a mount namespace of their own.
    fn bond(&self, data: &Path, words: &[&str], before: Option<&str>) -> (i32, String, String) {
        let bond = self.path("bond");
        let mut command = match before {
            None => Command::new(bond),
            Some(before) => {
                let mut command = Command::new("unshare");
                let user = format!("--reuid={NOBODY} --regid={NOBODY} --clear-groups");
                command
                    .args(["-m", "sh", "-c", &format!("{before} && exec setpriv {user} \"$@\"")])
                    .arg("sh")
                    .arg(bond);
                command
            }
        };
        command.args(words).env("BOND_DATA_DIR", data).env("BOND_WAREHOUSE_MEMORY", "512MB");
        command.env("LD_LIBRARY_PATH", self.folder.path()).current_dir("/").stdin(Stdio::null());
        if is_root() && before.is_none() {
            command.uid(NOBODY).gid(NOBODY);
        }
        let started = Instant::now();
        let output = command.output().expect("run");
        let (code, said, error) = captured(&output);
        println!("{words:?}: {code} in {} ms: {}", started.elapsed().as_millis(), error.trim_end());
        (code, said, error)
    }

    /// Tries commands that need the directory, of which each must end with this code and a message with these texts.
    fn refused(&self, data: &Path, before: Option<&str>, code: i32, texts: &[&str]) {
        let commands: [&[&str]; 3] = [
            &["serve", "--listen", "127.0.0.1:0"],
            &["user", "add", "--first-name", "Ann", "--role", "USERS", "--generate-password", "ann"],
            &["import", "/nowhere"],
        ];
        for words in commands {
            let (found, _, error) = self.bond(data, words, before);
            assert_eq!(found, code, "{words:?}: {error}");
            for text in texts {
                assert!(error.contains(text), "{words:?}: {error} has no {text:?}");
            }
            assert_eq!(error.lines().count(), 1, "{error}");
        }
    }

    fn add_user(&self, data: &Path) {
        let words = ["user", "add", "--first-name", "Ann", "--role", "USERS", "--generate-password", "ann"];
        let (code, _, error) = self.bond(data, &words, None);
        assert_eq!(code, 0, "{error}");
    }
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("there").mode() & 0o777
}

#[test]
fn a_file_in_the_place_of_the_directory_is_named() {
    let place = Place::new();
    let file = place.path("letter.txt");
    fs::write(&file, "x").expect("written");
    let named = format!("{} is not a directory; choose another --data-dir", file.display());
    place.refused(&file, None, 2, &[&named]);
    place.refused(&file.join("data"), None, 2, &[&named]);
    assert_eq!(fs::read(&file).expect("read"), b"x");
    println!("PASS T07 a file in place of the directory: 6 commands");
}

#[test]
fn a_directory_that_cannot_be_made_or_written_is_refused_with_the_reason() {
    let place = Place::new();
    let parent = place.folder("read-only", NOBODY, 0o555);
    place.refused(
        &parent.join("data"),
        None,
        1,
        &["cannot create ", "Permission denied", "must own the data directory"],
    );
    assert_eq!(fs::read_dir(&parent).expect("listed").count(), 0);

    // The owner's own directory is made private and can be written again, whatever its mode was.
    let own = place.folder("own", NOBODY, 0o700);
    place.add_user(&own);
    for before in [0o777, 0o500, 0o755] {
        place.give(&own, NOBODY, before);
        let (code, listed, error) = place.bond(&own, &["user", "list"], None);
        assert_eq!((code, listed.contains("ann"), mode(&own)), (0, true, 0o700), "{before:o}: {error}");
    }
    println!("PASS T07 read-only and 0777 directories: 6 commands");
}

#[test]
fn a_directory_of_another_user_is_refused_for_root_too() {
    if !is_root() {
        return println!("SKIPPED T07 directories of another user: only root can make them");
    }
    let place = Place::new();
    let other = place.folder("other", NOBODY, 0o700);
    place.add_user(&other);
    let owner = |path: &Path, owner: u32| {
        chown(path, Some(owner), Some(owner)).expect("given");
    };
    for mode in [0o700, 0o755, 0o777] {
        place.give(&other, 0, mode);
        let text =
            format!("{} belongs to user 0, and this is user {NOBODY}; run the command as that user", other.display());
        place.refused(&other, None, 2, &[&text]);
    }
    // One of its files alone, as root leaves it that runs another program there.
    place.give(&other, NOBODY, 0o700);
    let store = other.join("bond.sqlite");
    owner(&store, 0);
    fs::set_permissions(&store, fs::Permissions::from_mode(0o600)).expect("set");
    let text = format!("cannot open {}: Permission denied", store.display());
    place.refused(&other, None, 1, &[&text, "must own the data directory and all that is in it"]);
    owner(&store, NOBODY);

    // Root could write everywhere, and the server could not read it then.
    let before = fs::read_dir(&other).expect("listed").count();
    let mut command = Command::new(place.path("bond"));
    command.args(["import", "/nowhere"]).env("BOND_DATA_DIR", &other).env("LD_LIBRARY_PATH", place.folder.path());
    let (code, _, error) = captured(&command.output().expect("run"));
    let text = format!("belongs to user {NOBODY}, and this is user 0; run the command as that user");
    assert_eq!((code, error.contains(&text)), (2, true), "{error}");
    assert_eq!(fs::read_dir(&other).expect("listed").count(), before);
    println!("PASS T07 directories of another user: 13 commands");
}

#[test]
fn a_full_or_read_only_disk_is_named() {
    let may_mount = || {
        let tried = Command::new("unshare").args(["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).output();
        tried.is_ok_and(|output| output.status.success())
    };
    if !is_root() || !may_mount() {
        return println!("SKIPPED T07 full and read-only disks: nothing can be mounted here");
    }
    let place = Place::new();
    let disk = place.folder("disk", NOBODY, 0o755);
    let mount = |options: &str| format!("mount -t tmpfs -o {options},uid={NOBODY},mode=755 tmpfs {}", disk.display());
    // The folder itself is the only inode.
    let full = mount("size=64k,nr_inodes=1");
    place.refused(
        &disk.join("data"),
        Some(&full),
        1,
        &["cannot create ", "No space left on device", "free some space"],
    );
    let read_only = mount("size=64k,ro");
    let texts = ["cannot create ", "Read-only file system", "mount it for writing"];
    place.refused(&disk.join("data"), Some(&read_only), 1, &texts);
    println!("PASS T07 full and read-only disks: 6 commands");
}
