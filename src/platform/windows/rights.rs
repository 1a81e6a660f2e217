//! Owner and rights of a folder, in the text form of Windows (SDDL), and where a folder is.

use std::ffi::c_void;
use std::io;
use std::iter::once;
use std::os::windows::ffi::OsStrExt;
use std::path::{Component, Path, Prefix};
use std::ptr;

use windows_sys::Win32::Foundation::LocalFree;
use windows_sys::Win32::Security::Authorization::{
    ConvertSecurityDescriptorToStringSecurityDescriptorW, ConvertStringSecurityDescriptorToSecurityDescriptorW,
    GetNamedSecurityInfoW, SDDL_REVISION_1, SE_FILE_OBJECT,
};
use windows_sys::Win32::Security::{
    DACL_SECURITY_INFORMATION, OWNER_SECURITY_INFORMATION, PROTECTED_DACL_SECURITY_INFORMATION, PSECURITY_DESCRIPTOR,
    SetFileSecurityW,
};
use windows_sys::Win32::Storage::FileSystem::GetDriveTypeW;
use windows_sys::Win32::System::WindowsProgramming::DRIVE_REMOTE;

/// Memory that Windows gave, and takes back.
struct Local(*mut c_void);

impl Drop for Local {
    fn drop(&mut self) {
        // SAFETY: it came from a call that says so, and nobody else has it.
        unsafe { LocalFree(self.0) };
    }
}

/// A text as Windows takes it, with its end.
fn wide(text: &std::ffi::OsStr) -> Vec<u16> {
    text.encode_wide().chain(once(0)).collect()
}

/// Owner and rights of a folder or file, such as `O:BAD:P(A;OICI;FA;;;BA)`.
pub fn rights(path: &Path) -> io::Result<String> {
    let name = wide(std::path::absolute(path)?.as_os_str());
    let which = OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION;
    let mut found: PSECURITY_DESCRIPTOR = ptr::null_mut();
    // SAFETY: the name ends with 0; what is not wanted is null; what is found is freed below.
    let error = unsafe {
        GetNamedSecurityInfoW(
            name.as_ptr(),
            SE_FILE_OBJECT,
            which,
            ptr::null_mut(),
            ptr::null_mut(),
            ptr::null_mut(),
            ptr::null_mut(),
            &raw mut found,
        )
    };
    if error != 0 {
        return Err(io::Error::from_raw_os_error(error.cast_signed()));
    }
    let found = Local(found);
    let (mut text, mut length) = (ptr::null_mut::<u16>(), 0_u32);
    // SAFETY: the descriptor is the one that was found; the text is freed below.
    let is_made = unsafe {
        ConvertSecurityDescriptorToStringSecurityDescriptorW(
            found.0,
            SDDL_REVISION_1,
            which,
            &raw mut text,
            &raw mut length,
        )
    };
    if is_made == 0 {
        return Err(io::Error::last_os_error());
    }
    let text = Local(text.cast());
    // SAFETY: the text has so many units.
    let units = unsafe { std::slice::from_raw_parts(text.0.cast::<u16>(), length as usize) };
    Ok(String::from_utf16_lossy(units).trim_end_matches('\0').to_owned())
}

/// Gives a folder an owner and rights in place of those it has, also those of the folder around it.
pub fn set_rights(path: &Path, rights: &str) -> io::Result<()> {
    let (name, text) = (wide(std::path::absolute(path)?.as_os_str()), wide(rights.as_ref()));
    let mut made: PSECURITY_DESCRIPTOR = ptr::null_mut();
    // SAFETY: the text ends with 0; what is made is freed below.
    let is_made = unsafe {
        ConvertStringSecurityDescriptorToSecurityDescriptorW(
            text.as_ptr(),
            SDDL_REVISION_1,
            &raw mut made,
            ptr::null_mut(),
        )
    };
    if is_made == 0 {
        return Err(io::Error::last_os_error());
    }
    let made = Local(made);
    let which = OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION;
    // SAFETY: the name ends with 0, and the descriptor is the one that was made.
    if unsafe { SetFileSecurityW(name.as_ptr(), which, made.0) } == 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Whether a path is on another machine: a share, or a drive that stands for one.
pub fn is_on_network(path: &Path) -> bool {
    let Ok(path) = std::path::absolute(path) else { return false };
    let Some(Component::Prefix(prefix)) = path.components().next() else { return false };
    match prefix.kind() {
        Prefix::UNC(..) | Prefix::VerbatimUNC(..) => true,
        Prefix::Disk(letter) | Prefix::VerbatimDisk(letter) => {
            let root = [u16::from(letter), u16::from(b':'), u16::from(b'\\'), 0];
            // SAFETY: the root ends with 0.
            unsafe { GetDriveTypeW(root.as_ptr()) == DRIVE_REMOTE }
        }
        _ => false,
    }
}
