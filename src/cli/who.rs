//! Who runs a command, for the audit log.

use crate::platform::process;

/// The user of the system whose process this is, with whoever became that user by sudo:
/// `root (command line, sudo by ann)`. Nobody can have such a login by accident.
pub fn who() -> String {
    described(&process::user_name(), std::env::var("SUDO_USER").ok().as_deref())
}

fn described(name: &str, sudo: Option<&str>) -> String {
    // Any text can be in the environment.
    let is_name = |by: &&str| !by.is_empty() && by.len() <= 64 && by.chars().all(|sign| sign.is_ascii_graphic());
    match sudo.filter(is_name) {
        Some(by) => format!("{name} (command line, sudo by {by})"),
        None => format!("{name} (command line)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_came_by_sudo_is_named_too() {
        assert_eq!(described("root", None), "root (command line)");
        assert_eq!(described("bond", Some("ann")), "bond (command line, sudo by ann)");
        assert_eq!(described("bond", Some("a\nb")), "bond (command line)");
        assert_eq!(described("bond", Some("")), "bond (command line)");
    }
}
