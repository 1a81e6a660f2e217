//! Folders that other users may write to, or read: the inbox, and folders of reports.
//!
//! A folder is opened once. What is done in it goes by its descriptor and a plain name, so that nobody can put a link in
//! the place of something: no link is followed, and a file gets its name only when all of it is written.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, Dir, FileType, Gid, Mode, OFlags, Stat};
use rustix::io::Errno;

use crate::random::random_bytes;

/// A folder that is open.
#[derive(Debug)]
pub struct SharedFolder {
    folder: OwnedFd,
    path: PathBuf,
}

/// What a name in a folder stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    Folder,
    /// With its size in bytes.
    File(u64),
    Link,
    /// A FIFO, a socket or a device.
    Other,
}

/// Who may use what Bond makes in a folder, beside Bond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Nobody,
    /// The group of the folder, as far as it may use the folder itself.
    Group,
}

/// The most bytes of the name of something that was moved. With `.report.txt` behind it, it is still a name of a file.
pub const LONGEST_MOVED: usize = 230;

/// The bits of a mode that say what the group may do, and the one by which a folder passes its group on.
const GROUP: u32 = 0o070;
const SETGID: u32 = 0o2000;

impl SharedFolder {
    /// Opens a folder. It must exist, and be no link.
    ///
    /// # Errors
    /// What is wrong with it, without its path.
    pub fn open(path: &Path) -> io::Result<SharedFolder> {
        SharedFolder::at(rustix::fs::CWD, path.as_os_str(), path.to_owned())
    }

    fn at(from: impl AsFd, name: &OsStr, path: PathBuf) -> io::Result<SharedFolder> {
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::RDONLY;
        match rustix::fs::openat(&from, name, flags, Mode::empty()) {
            Ok(folder) => Ok(SharedFolder { folder, path }),
            Err(error @ (Errno::LOOP | Errno::NOTDIR)) => {
                let found = rustix::fs::statat(&from, name, AtFlags::SYMLINK_NOFOLLOW);
                Err(match found.map(|found| entry(&found)) {
                    Ok(Entry::Link) => io::Error::other("it is a link, which is not followed"),
                    Ok(_) => io::Error::other("it is no folder"),
                    Err(_) => error.into(),
                })
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Where it was when it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens a folder in this one.
    pub fn folder(&self, name: &OsStr) -> io::Result<SharedFolder> {
        SharedFolder::at(&self.folder, plain(name)?, self.path.join(name))
    }

    /// Opens a folder in this one, and makes it if there is none.
    pub fn made_folder(&self, name: &str, access: Access) -> io::Result<SharedFolder> {
        let is_new = match rustix::fs::mkdirat(&self.folder, plain(name.as_ref())?, Mode::from_raw_mode(0o700)) {
            Ok(()) => true,
            Err(Errno::EXIST) => false,
            Err(error) => return Err(error.into()),
        };
        let made = self.folder(name.as_ref())?;
        let is_private = made.is_own()? && made.stat()?.st_mode & 0o777 == 0o700;
        if access == Access::Group && (is_new || is_private) {
            self.share(&made.folder, 0o700)?;
        }
        Ok(made)
    }

    /// As [`SharedFolder::made_folder`], of this process's user.
    ///
    /// # Errors
    /// It belongs to somebody else, or others may write to a folder that nobody else may use.
    pub fn own_folder(&self, name: &str, access: Access) -> io::Result<SharedFolder> {
        let made = self.made_folder(name, access)?;
        let (path, found) = (made.path.display(), made.stat()?);
        if !made.is_own()? {
            let text = format!("{path} belongs to user {} and not to the one who runs Bond; remove it", found.st_uid);
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, text));
        }
        if access == Access::Nobody && found.st_mode & 0o022 != 0 {
            let text = format!("others may write to {path}; chmod go-w {path}");
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, text));
        }
        Ok(made)
    }

    fn stat(&self) -> io::Result<Stat> {
        Ok(rustix::fs::fstat(&self.folder)?)
    }

    fn is_own(&self) -> io::Result<bool> {
        Ok(self.stat()?.st_uid == rustix::process::geteuid().as_raw())
    }

    /// Lets the folder's group use something new in it, as far as it may use the folder. `own` is what its owner may do.
    fn share(&self, new: impl AsFd, own: u32) -> io::Result<()> {
        let (folder, found) = (self.stat()?, rustix::fs::fstat(&new)?);
        // Who is no member of the group cannot give it away. Its own group has nothing to do with the folder.
        let is_given =
            found.st_gid == folder.st_gid || rustix::fs::fchown(&new, None, Some(Gid::from_raw(folder.st_gid))).is_ok();
        if !is_given {
            return Ok(());
        }
        let mode = match own {
            0o700 => own | folder.st_mode & (GROUP | SETGID),
            _ => own | (folder.st_mode & 0o040),
        };
        Ok(rustix::fs::fchmod(&new, Mode::from_raw_mode(mode))?)
    }

    /// What a name stands for.
    ///
    /// # Errors
    /// There is nothing of that name, or it cannot be looked at.
    pub fn entry(&self, name: &OsStr) -> io::Result<Entry> {
        let found = rustix::fs::statat(&self.folder, plain(name)?, AtFlags::SYMLINK_NOFOLLOW)?;
        Ok(entry(&found))
    }

    /// The names in it, in order, without hidden ones. They may have any bytes but `/`.
    pub fn names(&self) -> io::Result<Vec<OsString>> {
        let mut names = Vec::new();
        for found in Dir::read_from(&self.folder)? {
            let name = found?.file_name().to_bytes().to_vec();
            if !name.starts_with(b".") {
                names.push(OsString::from_vec(name));
            }
        }
        names.sort();
        Ok(names)
    }

    /// Opens a file to read it. Anything else is refused, without waiting for it.
    pub fn file(&self, name: &OsStr) -> io::Result<File> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let file = File::from(rustix::fs::openat(&self.folder, plain(name)?, flags, Mode::empty())?);
        if file.metadata()?.is_file() { Ok(file) } else { Err(io::Error::other("it is no file")) }
    }

    /// Writes a file in the place of one with the same name. Nobody sees a part of it.
    pub fn write(&self, name: &str, bytes: &[u8], access: Access) -> io::Result<()> {
        let part = format!(".{}.part", random_suffix());
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let opened = rustix::fs::openat(&self.folder, &*part, flags, Mode::from_raw_mode(0o600))?;
        let written = || -> io::Result<()> {
            let mut file = File::from(opened);
            file.write_all(bytes)?;
            if access == Access::Group {
                self.share(&file, 0o600)?;
            }
            file.sync_all()?;
            rustix::fs::renameat(&self.folder, &*part, &self.folder, plain(name.as_ref())?)?;
            Ok(())
        };
        let done = written();
        if done.is_err() {
            // What is left of it is in the way of nothing.
            let _ = rustix::fs::unlinkat(&self.folder, &*part, AtFlags::empty());
        }
        done
    }

    /// Moves something to another folder, under a name of its own there, which is returned.
    pub fn move_to(&self, name: &OsStr, folder: &SharedFolder, to: &str) -> io::Result<String> {
        let to = if folder.entry(to.as_ref()).is_ok() { distinct(to, LONGEST_MOVED) } else { to.to_owned() };
        rustix::fs::renameat(&self.folder, plain(name)?, &folder.folder, plain(to.as_ref())?)?;
        Ok(to)
    }

    /// Whether this process may write to it.
    pub fn is_writable(&self) -> bool {
        let wanted = rustix::fs::Access::WRITE_OK | rustix::fs::Access::EXEC_OK;
        rustix::fs::accessat(&self.folder, ".", wanted, AtFlags::EACCESS).is_ok()
    }

    /// The bits of its mode, its owner and its group.
    pub fn rights(&self) -> io::Result<(u32, u32, u32)> {
        let found = self.stat()?;
        Ok((found.st_mode & 0o7777, found.st_uid, found.st_gid))
    }
}

fn entry(found: &Stat) -> Entry {
    match FileType::from_raw_mode(found.st_mode) {
        FileType::Directory => Entry::Folder,
        FileType::RegularFile => Entry::File(u64::try_from(found.st_size).unwrap_or_default()),
        FileType::Symlink => Entry::Link,
        _ => Entry::Other,
    }
}

/// Refuses a name that leads out of the folder.
fn plain(name: &OsStr) -> io::Result<&OsStr> {
    let is_plain = Path::new(name).file_name().is_some_and(|plain| plain == name);
    if is_plain { Ok(name) } else { Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no file name")) }
}

fn random_suffix() -> String {
    random_bytes::<8>().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The end of a name that says what is in a file.
const ZIP: &str = ".zip";

/// The name that something of any name gets in Bond's own folders, of at most so many bytes: its own where that is short
/// and plain, else its beginning without what is not plain, and something random.
pub fn safe_name(name: &OsStr, most: usize) -> String {
    let text: String = name.to_string_lossy().chars().map(|c| if c.is_control() { '_' } else { c }).collect();
    if text.len() <= most && *text == *name { text } else { distinct(&text, most) }
}

/// Another name of at most so many bytes that begins and ends like a name.
fn distinct(name: &str, most: usize) -> String {
    let (stem, end) = name.strip_suffix(ZIP).map_or((name, ""), |stem| (stem, ZIP));
    let suffix = random_suffix();
    let stem = &stem[..stem.floor_char_boundary(most.saturating_sub(suffix.len() + 1 + end.len()))];
    format!("{stem}-{suffix}{end}")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};

    use super::*;

    #[test]
    fn no_link_is_followed_and_no_name_leads_out() {
        let dir = tempfile::tempdir().expect("a directory");
        let (shared, secret) = (dir.path().join("shared"), dir.path().join("secret"));
        fs::create_dir_all(shared.join("folder")).expect("made");
        fs::write(&secret, "secret").expect("written");
        symlink(&secret, shared.join("a.txt")).expect("linked");
        symlink(dir.path(), shared.join("link")).expect("linked");
        let folder = SharedFolder::open(&shared).expect("opened");
        let error = SharedFolder::open(&shared.join("link")).expect_err("a link").to_string();
        assert!(error.contains("a link, which is not followed"), "{error}");
        assert!(folder.made_folder("link", Access::Nobody).is_err() && folder.file("a.txt".as_ref()).is_err());
        assert_eq!(folder.entry("a.txt".as_ref()).expect("there"), Entry::Link);
        for name in ["..", ".", "", "folder/..", "/etc"] {
            assert!(folder.folder(name.as_ref()).is_err(), "{name:?}");
            assert!(folder.write(name, b"x", Access::Nobody).is_err(), "{name:?}");
        }
        folder.write("a.txt", b"new", Access::Nobody).expect("in the place of the link");
        assert_eq!(fs::read(&secret).expect("read"), b"secret");
        assert_eq!(fs::read(shared.join("a.txt")).expect("read"), b"new");
        rustix::fs::mknodat(rustix::fs::CWD, shared.join("fifo"), FileType::Fifo, Mode::from_raw_mode(0o600), 0)
            .expect("made");
        assert!(folder.file("fifo".as_ref()).is_err(), "without waiting for a writer");
        let left: Vec<_> = fs::read_dir(&shared).expect("listed").collect();
        assert_eq!(left.len(), 4, "{left:?}");
    }

    #[test]
    fn what_is_made_is_for_the_folders_group_as_far_as_the_folder_is() {
        let dir = tempfile::tempdir().expect("a directory");
        let folder = SharedFolder::open(dir.path()).expect("opened");
        let mode = |name: &str| fs::metadata(dir.path().join(name)).expect("there").permissions().mode() & 0o7777;
        let set = |mode| fs::set_permissions(dir.path(), fs::Permissions::from_mode(mode)).expect("set");
        set(0o700);
        folder.own_folder("done", Access::Group).expect("made");
        folder.write("a.txt", b"x", Access::Group).expect("written");
        assert_eq!((mode("done"), mode("a.txt")), (0o700, 0o600), "nobody else may enter the folder");
        set(0o2770);
        folder.own_folder("done", Access::Group).expect("made before");
        folder.own_folder("own", Access::Nobody).expect("made");
        folder.write("a.txt", b"x", Access::Group).expect("written");
        assert_eq!((mode("done"), mode("a.txt")), (0o2770, 0o640));
        assert_eq!(mode("own") & 0o777, 0o700);
        set(0o755);
        folder.made_folder("board", Access::Group).expect("made");
        assert_eq!(mode("board"), 0o750, "nothing for everybody");
        fs::set_permissions(dir.path().join("own"), fs::Permissions::from_mode(0o770)).expect("set");
        assert!(folder.own_folder("own", Access::Nobody).is_err(), "others may write to it");
        if rustix::process::geteuid().is_root() {
            chown(dir.path(), None, Some(65534)).expect("given");
            folder.write("b.txt", b"x", Access::Group).expect("written");
            assert_eq!(fs::metadata(dir.path().join("b.txt")).expect("there").gid(), 65534);
            chown(dir.path().join("done"), Some(65534), None).expect("given");
            let error = folder.own_folder("done", Access::Group).expect_err("of another user").to_string();
            assert!(error.contains("belongs to user 65534"), "{error}");
        }
    }

    #[test]
    fn names_are_short_and_plain() {
        assert_eq!(safe_name("feed 2026.zip".as_ref(), 180), "feed 2026.zip");
        for name in [&b"a\nb.zip"[..], b"\xff\xfe.zip", &[b'a'; 254], "字".repeat(80).as_bytes()] {
            let safe = safe_name(OsStr::from_bytes(name), 180);
            assert!(safe.len() <= 180 && !safe.contains('\n'), "{safe}");
            assert_eq!(safe.ends_with(ZIP), name.ends_with(b".zip"), "{safe}");
            assert_ne!(safe, safe_name(OsStr::from_bytes(name), 180), "two that are cut alike stay apart");
        }
    }

    #[test]
    fn what_is_moved_replaces_nothing() {
        let dir = tempfile::tempdir().expect("a directory");
        let folder = SharedFolder::open(dir.path()).expect("opened");
        let done = folder.own_folder("done", Access::Nobody).expect("made");
        for name in ["a", "done/x"] {
            fs::create_dir(dir.path().join(name)).expect("made");
            fs::write(dir.path().join(name).join("f"), "x").expect("written");
        }
        let moved = folder.move_to("a".as_ref(), &done, "x").expect("moved");
        assert!(moved.starts_with("x-") && dir.path().join("done").join(moved).is_dir());
    }
}
