//! Who runs a command, for the audit log.

use std::fs;

/// The user of the system whose process this is, with whoever became that user by sudo:
/// `root (command line, sudo by ann)`. Nobody can have such a login by accident.
pub fn who() -> String {
    let uid = rustix::process::getuid().as_raw();
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    described(uid, &users, std::env::var("SUDO_USER").ok().as_deref())
}

/// `users` is the text of /etc/passwd. A user of a directory service is named by its number.
fn described(uid: u32, users: &str, sudo: Option<&str>) -> String {
    let named = |line: &str| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)?.parse() == Ok(uid)).then(|| name.to_owned())
    };
    let name = users.lines().find_map(named).unwrap_or_else(|| format!("user {uid}"));
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
    fn who_is_the_user_of_the_system_and_who_came_by_sudo() {
        let users = "root:x:0:0:root:/root:/bin/sh\nbroken\nbond:x:998:998::/var/lib/bond:/usr/sbin/nologin\n";
        assert_eq!(described(0, users, None), "root (command line)");
        assert_eq!(described(998, users, Some("ann")), "bond (command line, sudo by ann)");
        assert_eq!(described(1234, users, Some("a\nb")), "user 1234 (command line)");
        assert_eq!(described(1234, "", Some("")), "user 1234 (command line)");
    }
}
