//! The desktop of whoever starts Bond.

use std::env;
use std::path::PathBuf;

/// How a person ends a program that runs in a window.
pub const HOW_TO_STOP: &str = "press Ctrl-C in this window";

/// Where programs keep data of this user, as the XDG base directories say, or macOS; None where that is not known.
pub fn data_folder() -> Option<PathBuf> {
    if cfg!(target_os = "macos") {
        return Some(env::home_dir()?.join("Library/Application Support/Bond"));
    }
    let named = env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    Some(named.or_else(|| Some(env::home_dir()?.join(".local/share")))?.join("bond"))
}

/// Whether a browser can be shown. Without a screen one might open in the terminal, in the middle of what Bond says.
pub fn has_browser() -> bool {
    let has = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(target_os = "macos") || ["BROWSER", "DISPLAY", "WAYLAND_DISPLAY"].into_iter().any(has)
}

/// Whether a double click started this process. Here a file of the desktop says what is to be started, with arguments.
pub fn is_double_clicked() -> bool {
    false
}
