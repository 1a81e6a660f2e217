//! The desktop of whoever starts Bond.

use std::env;
use std::path::PathBuf;

use windows_sys::Win32::System::Console::GetConsoleProcessList;

/// How a person ends a program that runs in a window.
pub const HOW_TO_STOP: &str = "close this window, or press Ctrl-C in it";

/// The local application folder of this user; None where that is not known.
pub fn data_folder() -> Option<PathBuf> {
    let named = env::var_os("LOCALAPPDATA").map(PathBuf::from).filter(|path| path.is_absolute());
    Some(named.or_else(|| Some(env::home_dir()?.join("AppData").join("Local")))?.join("Bond"))
}

/// Whether a browser can be shown.
pub fn has_browser() -> bool {
    true
}

/// Whether a double click started this process: its window is its own then. In the window of a shell, the shell is a
/// second process.
pub fn is_double_clicked() -> bool {
    let mut processes = [0_u32; 2];
    // SAFETY: it writes at most two numbers, for which there is room.
    unsafe { GetConsoleProcessList(processes.as_mut_ptr(), 2) == 1 }
}
