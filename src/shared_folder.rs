//! Folders that other users may write to, or read: the inbox, and folders of reports.
//!
//! A folder is opened once. What is done in it goes by its descriptor and a plain name, so that nobody can put a link in
//! the place of something: no link is followed, and a file gets its name only when all of it is written.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub use crate::platform::Entry;
use crate::platform::folder::Folder;
use crate::platform::{Rights, files, process};
use crate::random::random_bytes;

/// A folder that is open.
#[derive(Debug)]
pub struct SharedFolder {
    folder: Folder,
    path: PathBuf,
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

impl SharedFolder {
    /// Opens a folder. It must exist, and be no link.
    ///
    /// # Errors
    /// What is wrong with it, without its path.
    pub fn open(path: &Path) -> io::Result<SharedFolder> {
        Ok(SharedFolder { folder: Folder::open(path)?, path: path.to_owned() })
    }

    /// Where it was when it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens a folder in this one.
    pub fn folder(&self, name: &OsStr) -> io::Result<SharedFolder> {
        Ok(SharedFolder { folder: self.folder.folder(plain(name)?)?, path: self.path.join(name) })
    }

    /// Opens a folder in this one, and makes it if there is none.
    pub fn made_folder(&self, name: &str, access: Access) -> io::Result<SharedFolder> {
        let is_new = self.folder.make(plain(name.as_ref())?)?;
        let made = self.folder(name.as_ref())?;
        let is_private = |rights: &Rights| is_own(rights) && rights.mode & 0o777 == 0o700;
        if access == Access::Group && (is_new || made.rights()?.as_ref().is_some_and(is_private)) {
            self.folder.share_folder(&made.folder)?;
        }
        Ok(made)
    }

    /// As [`SharedFolder::made_folder`], of this process's user.
    ///
    /// # Errors
    /// It belongs to somebody else, or others may write to a folder that nobody else may use.
    pub fn own_folder(&self, name: &str, access: Access) -> io::Result<SharedFolder> {
        let made = self.made_folder(name, access)?;
        let Some(found) = made.rights()? else { return Ok(made) };
        let path = made.path.display();
        if !is_own(&found) {
            let text = format!("{path} belongs to user {} and not to the one who runs Bond; remove it", found.owner);
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, text));
        }
        if access == Access::Nobody && found.mode & 0o022 != 0 {
            let text = format!("others may write to {path}; chmod go-w {path}");
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, text));
        }
        Ok(made)
    }

    /// What a name stands for.
    ///
    /// # Errors
    /// There is nothing of that name, or it cannot be looked at.
    pub fn entry(&self, name: &OsStr) -> io::Result<Entry> {
        self.folder.entry(plain(name)?)
    }

    /// The names in it, in order, without hidden ones. They may be no text.
    pub fn names(&self) -> io::Result<Vec<OsString>> {
        let mut names = self.folder.names()?;
        names.retain(|name| !name.as_encoded_bytes().starts_with(b"."));
        names.sort();
        Ok(names)
    }

    /// Opens a file to read it. Anything else is refused, without waiting for it.
    pub fn file(&self, name: &OsStr) -> io::Result<File> {
        self.folder.file(plain(name)?)
    }

    /// Writes a file in the place of one with the same name. Nobody sees a part of it.
    pub fn write(&self, name: &str, bytes: &[u8], access: Access) -> io::Result<()> {
        let part = format!(".{}.part", random_suffix());
        let opened = self.folder.create(part.as_ref())?;
        let written = || -> io::Result<()> {
            let mut file = opened;
            file.write_all(bytes)?;
            if access == Access::Group {
                self.folder.share_file(&file)?;
            }
            file.sync_all()?;
            drop(file);
            self.folder.rename(part.as_ref(), &self.folder, plain(name.as_ref())?)
        };
        let done = written();
        if done.is_err() {
            // What is left of it is in the way of nothing.
            let _ = self.folder.remove(part.as_ref());
        }
        done
    }

    /// Moves something to another folder, under a name of its own there, which is returned.
    pub fn move_to(&self, name: &OsStr, folder: &SharedFolder, to: &str) -> io::Result<String> {
        let to = if folder.entry(to.as_ref()).is_ok() { distinct(to, LONGEST_MOVED) } else { to.to_owned() };
        self.folder.rename(plain(name)?, &folder.folder, plain(to.as_ref())?)?;
        Ok(to)
    }

    /// Whether this process may write to it.
    pub fn is_writable(&self) -> bool {
        self.folder.is_writable()
    }

    /// Who may use it, where a mode says so.
    pub fn rights(&self) -> io::Result<Option<Rights>> {
        self.folder.rights()
    }
}

fn is_own(rights: &Rights) -> bool {
    rights.owner == process::own_user()
}

/// Refuses a name that leads out of the folder.
fn plain(name: &OsStr) -> io::Result<&OsStr> {
    let is_plain =
        Path::new(name).file_name().is_some_and(|plain| plain == name) && name.to_str().is_none_or(files::is_file_name);
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

/// Of links, owners and modes as Unix has them.
#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};

    use rustix::fs::{FileType, Mode};

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
