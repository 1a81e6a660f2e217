//! What files say of targets.

#[derive(Debug)]
pub struct Targets {
    // Names of columns.
    pub target: &'static str,
    pub of_target: &'static str,
    pub target_note: &'static str,
    /// The column with the targets of a figure with this name.
    pub target_of: fn(&str) -> String,
    /// The target of the score, and how the score stands against it.
    pub of_score: fn(&str, &str) -> String,
    // How a figure stands against its target.
    pub under: &'static str,
    pub on: &'static str,
    pub over: &'static str,
    pub reached: &'static str,
    pub not_reached: &'static str,
    /// After so much of the days of a period, in percent.
    pub after: fn(&str) -> String,
    pub so_far: &'static str,
}
