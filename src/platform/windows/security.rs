//! Who may use a folder: lists of access (ACL), as texts in the system's notation (SDDL).

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::ptr::{null, null_mut};

use windows_sys::Win32::Foundation::{CloseHandle, ERROR_ALREADY_EXISTS, HANDLE, LocalFree};
use windows_sys::Win32::Security::Authorization::{
    ConvertSecurityDescriptorToStringSecurityDescriptorW, ConvertSidToStringSidW,
    ConvertStringSecurityDescriptorToSecurityDescriptorW, GetNamedSecurityInfoW, SDDL_REVISION_1, SE_FILE_OBJECT,
    SetNamedSecurityInfoW,
};
use windows_sys::Win32::Security::{
    ACL, DACL_SECURITY_INFORMATION, GetSecurityDescriptorDacl, GetTokenInformation, OWNER_SECURITY_INFORMATION,
    PROTECTED_DACL_SECURITY_INFORMATION, PSECURITY_DESCRIPTOR, SECURITY_ATTRIBUTES, TOKEN_QUERY, TOKEN_USER, TokenUser,
};
use windows_sys::Win32::Storage::FileSystem::CreateDirectoryW;
use windows_sys::Win32::System::Threading::{GetCurrentProcess, OpenProcessToken};

use super::wide;

/// The groups that all users are in, as the notation abbreviates them: everybody, users, those who signed in, those at
/// this machine, those from the network, guests, and those who did not sign in.
const WIDE: [&str; 7] = ["WD", "BU", "AU", "IU", "NU", "BG", "AN"];

/// Memory of the system, freed when this is dropped.
struct Freed(*mut core::ffi::c_void);

impl Drop for Freed {
    fn drop(&mut self) {
        // SAFETY: it is a block that the system allocated for the caller, or none, and nobody has it any more.
        unsafe { LocalFree(self.0) };
    }
}

fn succeeded(done: i32) -> io::Result<()> {
    if done == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

fn done(error: u32) -> io::Result<()> {
    if error == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(error.cast_signed())) }
}

/// A text of the system's, which is freed.
///
/// # Safety
/// It ends with a zero, and the system allocated it for the caller.
unsafe fn taken(text: *mut u16) -> String {
    let _freed = Freed(text.cast());
    let mut units = Vec::new();
    let mut at = text;
    // SAFETY: every unit up to the zero is in the block.
    unsafe {
        while *at != 0 {
            units.push(*at);
            at = at.add(1);
        }
    }
    String::from_utf16_lossy(&units)
}

/// The number of the user whose rights this process has.
fn own_sid() -> io::Result<String> {
    let mut token: HANDLE = null_mut();
    // SAFETY: the pseudo handle of this process is always valid, and `token` is written.
    succeeded(unsafe { OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &mut token) })?;
    // Room for the structure and the longest number, aligned for it.
    let mut user = [0_u64; 32];
    let mut length = 0;
    // SAFETY: the buffer is as long as is said.
    let found = succeeded(unsafe {
        GetTokenInformation(token, TokenUser, user.as_mut_ptr().cast(), size_of_val(&user) as u32, &mut length)
    });
    // SAFETY: it was opened above and is not used any more.
    unsafe { CloseHandle(token) };
    found?;
    let mut text = null_mut();
    // SAFETY: the call above wrote the structure, whose number is in the same buffer; what is written is the caller's.
    unsafe {
        succeeded(ConvertSidToStringSidW((*user.as_ptr().cast::<TOKEN_USER>()).User.Sid, &mut text))?;
        Ok(taken(text))
    }
}

/// All for the system, administrators and the own user, also of what comes into the folder; nothing for anybody else,
/// whatever the folder above says.
fn private() -> io::Result<Freed> {
    parsed(&format!("D:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;{})", own_sid()?))
}

fn parsed(list: &str) -> io::Result<Freed> {
    let (list, mut made) = (wide::text(OsStr::new(list)), null_mut());
    // SAFETY: the text ends with a zero; what is written is the caller's.
    succeeded(unsafe {
        ConvertStringSecurityDescriptorToSecurityDescriptorW(list.as_ptr(), SDDL_REVISION_1, &mut made, null_mut())
    })?;
    Ok(Freed(made))
}

/// Makes a private folder. One that is there already stays as it is.
pub(super) fn make_private_folder(path: &Path) -> io::Result<()> {
    make_folder(path, &private()?)
}

/// Makes a folder for administrators and one account alone, or makes it so. One that another user has made is refused:
/// its owner could let others in again.
pub(super) fn make_folder_for(path: &Path, account: &str) -> io::Result<()> {
    let list = parsed(&format!("D:P(A;OICI;FA;;;BA)(A;OICI;FA;;;{account})"))?;
    if !path.exists() {
        return make_folder(path, &list);
    }
    let owner = |path: &Path| text_of(&descriptor(path, OWNER_SECURITY_INFORMATION)?, OWNER_SECURITY_INFORMATION);
    // Whoever runs this owns what he makes.
    let own = path.join("owner.tmp");
    std::fs::write(&own, "")?;
    let owners = owner(path).and_then(|of_folder| Ok((of_folder, owner(&own)?)));
    std::fs::remove_file(&own)?;
    let (of_folder, of_own) = owners?;
    if ![of_own.as_str(), "O:BA", "O:SY"].contains(&of_folder.as_str()) {
        return Err(io::Error::other("it belongs to another user; remove it, or choose another folder"));
    }
    set(path, list.0)
}

fn make_folder(path: &Path, list: &Freed) -> io::Result<()> {
    let attributes = SECURITY_ATTRIBUTES {
        nLength: size_of::<SECURITY_ATTRIBUTES>() as u32,
        lpSecurityDescriptor: list.0,
        bInheritHandle: 0,
    };
    // SAFETY: the path ends with a zero, and the list lives until the call returns.
    match succeeded(unsafe { CreateDirectoryW(wide::path(path)?.as_ptr(), &attributes) }) {
        Err(error) if error.raw_os_error() == Some(ERROR_ALREADY_EXISTS.cast_signed()) => Ok(()),
        made => made,
    }
}

/// Gives a folder, and what is in it, the list of `of`.
fn set(path: &Path, of: PSECURITY_DESCRIPTOR) -> io::Result<()> {
    let (mut list, mut is_there, mut is_default): (*mut ACL, i32, i32) = (null_mut(), 0, 0);
    // SAFETY: the descriptor is valid, and lives longer than the list, which is in it; the path ends with a zero.
    unsafe {
        succeeded(GetSecurityDescriptorDacl(of, &mut is_there, &mut list, &mut is_default))?;
        let what = DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION;
        let path = wide::path(path)?;
        done(SetNamedSecurityInfoW(path.as_ptr(), SE_FILE_OBJECT, what, null_mut(), null_mut(), list, null()))
    }
}

/// What the system knows of a folder: its list of access, or its owner.
fn descriptor(path: &Path, what: u32) -> io::Result<Freed> {
    let (path, mut found) = (wide::path(path)?, null_mut());
    // SAFETY: the path ends with a zero; what is written is the caller's.
    done(unsafe {
        GetNamedSecurityInfoW(
            path.as_ptr(),
            SE_FILE_OBJECT,
            what,
            null_mut(),
            null_mut(),
            null_mut(),
            null_mut(),
            &mut found,
        )
    })?;
    Ok(Freed(found))
}

/// Takes from all others what they may do with a folder.
pub(super) fn make_private(path: &Path) -> io::Result<()> {
    set(path, private()?.0)
}

/// Lets those use a folder who may use another one, unless that is everybody.
pub(super) fn make_like(path: &Path, other: &Path) -> io::Result<()> {
    if is_wide(other)? { make_private(path) } else { set(path, descriptor(other, DACL_SECURITY_INFORMATION)?.0) }
}

/// Whether a list of access lets a group in that all users are in.
pub(super) fn is_wide(path: &Path) -> io::Result<bool> {
    let what = DACL_SECURITY_INFORMATION;
    Ok(lets_all_in(&text_of(&descriptor(path, what)?, what)?))
}

/// What was found, in the system's notation.
fn text_of(found: &Freed, what: u32) -> io::Result<String> {
    let mut text = null_mut();
    // SAFETY: the descriptor is valid; what is written is the caller's.
    unsafe {
        succeeded(ConvertSecurityDescriptorToStringSecurityDescriptorW(
            found.0,
            SDDL_REVISION_1,
            what,
            &mut text,
            null_mut(),
        ))?;
        Ok(taken(text))
    }
}

/// Whether a list has a line that allows something to one of the wide groups. A list that is missing allows everything.
fn lets_all_in(list: &str) -> bool {
    let allows = |line: &str| {
        let mut parts = line.split(';');
        let is_allowing = parts.next() == Some("A");
        is_allowing && parts.nth(4).is_some_and(|who| WIDE.contains(&who))
    };
    list.contains("NO_ACCESS_CONTROL") || list.split(['(', ')']).any(allows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_that_let_everybody_in_are_known() {
        assert!(!lets_all_in("D:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;S-1-5-21-1-2-3-1000)"));
        assert!(lets_all_in("D:AI(A;ID;FA;;;SY)(A;OICIID;0x1200a9;;;BU)"));
        assert!(!lets_all_in("D:(D;;FA;;;WD)(A;;FA;;;SY)"), "it forbids them");
        assert!(lets_all_in("D:NO_ACCESS_CONTROL"));
    }

    #[test]
    fn a_folder_for_one_account_is_made_and_made_again() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("Bond");
        make_folder_for(&path, "BA").expect("made");
        assert!(!is_wide(&path).expect("read"));
        make_folder_for(&path, "BA").expect("made so again");
        assert_eq!(std::fs::read_dir(&path).expect("listed").count(), 0);
    }

    #[test]
    fn a_private_folder_is_not_wide_and_one_that_is_becomes_private() {
        let dir = tempfile::tempdir().expect("a directory");
        let (made, other) = (dir.path().join("made"), dir.path().join("other"));
        make_private_folder(&made).expect("made");
        assert!(!is_wide(&made).expect("read"));
        std::fs::create_dir(&other).expect("made");
        make_private(&other).expect("set");
        assert!(!is_wide(&other).expect("read"));
    }
}
