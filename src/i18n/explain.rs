//! Why a figure moved, in words.

/// A change, written.
pub struct Moved<'a> {
    pub label: &'a str,
    pub is_up: bool,
    pub amount: &'a str,
    /// Empty where it is not said.
    pub percent: &'a str,
    pub before: &'a str,
    pub now: &'a str,
    /// Whether it is within normal variation.
    pub is_chance: bool,
}

/// How much of a change it and those others are.
pub enum Rest<'a> {
    /// A share in percent.
    Share(&'a str),
    /// More than all: what everything else made.
    Others(&'a str),
    Unknown,
}

/// The cause that stands out.
pub struct Named<'a> {
    /// By what, or of what.
    pub among: &'a str,
    /// It with its effect.
    pub leading: &'a str,
    /// Others that moved the figure the same way, each with its effect.
    pub with: &'a [String],
    /// Whether its name is plural.
    pub is_plural: bool,
    pub rest: Rest<'a>,
}

#[derive(Debug)]
pub struct Explain {
    // Names of causes.
    pub new_members: &'static str,
    pub established_members: &'static str,
    /// Who was in the chosen groups before and now.
    pub stayed: &'static str,
    /// Who came, and from where if that is known; who left, and for where.
    pub moved_in: fn(Option<&str>) -> String,
    pub moved_out: fn(Option<&str>) -> String,
    pub of_no_member: &'static str,
    pub of_no_item: &'static str,
    pub none_of_them: &'static str,
    pub mix: &'static str,
    pub others: fn(usize) -> String,
    /// A time that is compared with another.
    pub against_time: fn(&str, &str) -> String,
    pub part: &'static str,
    pub coverage: &'static str,
    /// The same after `of_its_parts`.
    pub coverage_of_parts: &'static str,
    // Why there is no explanation.
    pub choose_comparison: &'static str,
    pub not_enough_history: &'static str,
    pub nothing_before: &'static str,
    /// From the first day with data.
    pub no_data_before: fn(&str) -> String,
    pub nothing_counted: &'static str,
    pub too_few_members: &'static str,
    pub groups_as_they_were: &'static str,
    pub nothing_to_divide_by: &'static str,
    pub cannot_be_divided: &'static str,
    pub no_score_before: &'static str,
    // Why there is no score.
    pub no_logins: &'static str,
    pub days_covered: fn(i64, u16, &str) -> String,
    pub weight_covered: fn(&str, &str, &str) -> String,
    // How the windows differ.
    pub days: fn(i64, i64) -> String,
    /// How many days have data, of how many, and the days of the period before.
    pub days_with_data: fn(i64, i64, i64) -> String,
    pub weekend_days: fn(i64, i64) -> String,
    // Sentences.
    pub unchanged: fn(&str, &str) -> String,
    /// What changed by less than the last digit: now and before.
    pub hardly_changed: fn(&str, &str, &str) -> String,
    /// What changed by so little that both are written alike.
    pub same_when_rounded: fn(&str, &str) -> String,
    pub moved: fn(&Moved<'_>) -> String,
    /// By what, from the label of the division.
    pub by: fn(&str) -> String,
    pub of_its_parts: &'static str,
    pub nothing_stands_out: fn(&str) -> String,
    /// Nothing stands out.
    pub many_causes: fn(&str) -> String,
    pub against_one: fn(&str, &str, &str) -> String,
    pub against_others: fn(&str, &str, &str) -> String,
    pub stand_out: fn(&Named<'_>) -> String,
    /// The part of the score that moved it most.
    pub moved_most: fn(&Named<'_>) -> String,
    /// The change, and who made how much of it: names with effects.
    pub by_moves: fn(&str, &[(&str, String)]) -> String,
    pub diluted: fn(&str, bool, &str, &str) -> String,
}

/// A name within a sentence.
pub(super) fn within_sentence(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// ` (percent)`, or nothing.
pub(super) fn bracketed(percent: &str) -> String {
    if percent.is_empty() { String::new() } else { format!(" ({percent})") }
}
