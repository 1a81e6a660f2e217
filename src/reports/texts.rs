//! The texts of reports that people read.

pub const NO_FIGURES: &str = "This screen has no figures of its own; the attached file has its tables.";
pub const NO_VIEW: &str = "Its saved view was removed, or is no longer shared with its owner. Choose filters anew.";
pub const NO_SCREEN: &str = "This release of Bond has no such screen.";

pub fn subject(name: &str, program: &str) -> String {
    format!("{name} – {program}")
}

pub fn footer(login: &str) -> String {
    format!("Bond sends this report for {login}, with the figures that {login} may see.")
}
