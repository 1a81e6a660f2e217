//! The texts of reports that people read.

pub const FIGURE: &str = "Figure";
pub const NOW: &str = "Now";
pub const BEFORE: &str = "Before";
pub const CHANGE: &str = "Change";
pub const NO_FIGURES: &str = "This screen has no figures of its own; the attached file has its tables.";
pub const NO_VIEW: &str = "Its saved view was removed, or is no longer shared with its owner. Choose filters anew.";
pub const NO_MAIL: &str = "No mail server is set up (setting smtp_host).";
pub const NO_FOLDER: &str = "No folder is set up for reports (setting reports_dir).";
pub const NO_SCREEN: &str = "This release of Bond has no such screen.";

pub fn subject(name: &str, program: &str) -> String {
    format!("{name} – {program}")
}

pub fn footer(login: &str) -> String {
    format!("Bond sends this report for {login}, with the figures that {login} may see.")
}

pub fn disabled(login: &str) -> String {
    format!("Its owner, {login}, has been disabled.")
}

pub fn not_open(login: &str, module: &str) -> String {
    format!("The roles of its owner, {login}, do not open the module {module}.")
}

pub fn not_allowed(address: &str) -> String {
    format!("The setting mail_domains does not allow mail to {address}.")
}

pub fn too_large(megabytes: usize, most: usize) -> String {
    format!("The file has {megabytes} MB, and mail takes at most {most}. Choose a smaller screen or a folder.")
}

pub fn mailed(recipients: &[String]) -> String {
    format!("Mailed to {}.", recipients.join(", "))
}

pub fn written(folder: &str, file: &str) -> String {
    format!("Written to {folder}/{file}.")
}
