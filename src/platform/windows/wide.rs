//! Texts as Windows takes them: UTF-16 that ends with a zero.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::windows::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

/// A text.
pub(super) fn text(text: &OsStr) -> Vec<u16> {
    text.encode_wide().chain([0]).collect()
}

/// A path, absolute, in the form that may be long.
pub(super) fn path(path: &Path) -> io::Result<Vec<u16>> {
    const LONG: usize = 240;
    let absolute = std::path::absolute(path)?;
    let plain = absolute.as_os_str();
    let is_verbatim = plain.as_encoded_bytes().starts_with(br"\\?\");
    let is_share = plain.as_encoded_bytes().starts_with(br"\\");
    Ok(match plain.len() > LONG && !is_verbatim {
        true if is_share => {
            let rest: OsString = OsString::from_wide(&plain.encode_wide().skip(2).collect::<Vec<_>>());
            text([OsStr::new(r"\\?\UNC\"), &rest].into_iter().collect::<OsString>().as_os_str())
        }
        true => text([OsStr::new(r"\\?\"), plain].into_iter().collect::<OsString>().as_os_str()),
        false => text(plain),
    })
}

/// What a call wrote into a buffer, up to the zero.
pub(super) fn written(buffer: &[u16]) -> String {
    let end = buffer.iter().position(|unit| *unit == 0).unwrap_or(buffer.len());
    String::from_utf16_lossy(&buffer[..end])
}
