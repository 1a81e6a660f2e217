//! The texts about sending that people read.

use crate::store::destinations::host_of;

pub const FIGURE: &str = "Figure";
pub const NOW: &str = "Now";
pub const BEFORE: &str = "Before";
pub const CHANGE: &str = "Change";
pub const NO_MAIL: &str = "No mail server is set up (setting smtp_host).";
pub const NO_FOLDER: &str = "No folder is set up (setting reports_dir).";

pub fn no_webhook(why: &str) -> String {
    format!("The settings do not allow this webhook: {why}.")
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
    format!("The file has {megabytes} MB, and this way takes less than {most}. Choose a smaller screen, or a folder.")
}

pub fn mailed(recipients: &[String]) -> String {
    format!("Mailed to {}.", recipients.join(", "))
}

pub fn written(folder: &str, file: &str) -> String {
    format!("Written to {folder}/{file}.")
}

/// The path of a webhook may be a secret.
pub fn posted(address: &str) -> String {
    format!("Posted to {}.", host_of(address))
}
