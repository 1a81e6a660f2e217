//! What alerts say: on the page, in mail and to webhooks.

/// Which way a figure went.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    Any,
    Up,
    Down,
}

#[derive(Debug)]
pub struct Alerts {
    // Labels of a message.
    pub program: &'static str,
    pub rule: &'static str,
    pub checked_at: &'static str,
    // Rules as sentences, of the name of a figure and an amount.
    pub above: fn(&str, &str) -> String,
    pub below: fn(&str, &str) -> String,
    /// A change by more than an amount.
    pub changed: fn(&str, Way, &str) -> String,
    /// A change by more than normal variation.
    pub beyond_chance: fn(&str, Way) -> String,
    /// A day that differs from the same weekdays by more than an amount.
    pub weekday: fn(&str, Way, &str) -> String,
    pub unlike_weekdays: fn(&str, Way) -> String,
    pub some_late: &'static str,
    pub table_late: fn(&str) -> String,
    // What was found.
    /// The name of a figure, its value with what stands beside it, and the days.
    pub found: fn(&str, &str, &str) -> String,
    /// What the value was before, and what it usually is on such a weekday.
    pub before: fn(&str) -> String,
    pub usually: fn(&str) -> String,
    pub none_late: &'static str,
    pub late: fn(&str) -> String,
    // Why it cannot be said whether a rule holds.
    pub no_figure: &'static str,
    pub nothing_expected: &'static str,
    pub no_percent: &'static str,
    pub nothing_before: &'static str,
    pub no_weekdays: &'static str,
    pub chance_unknown: &'static str,
    pub hidden: &'static str,
    pub no_data: fn(&str) -> String,
    pub no_weekdays_of: fn(&str) -> String,
    /// What comes before the sentence about a week before.
    pub week_before: fn(&str) -> String,
    // Around the message.
    pub trial_holds: &'static str,
    pub trial_ceased: &'static str,
    pub footer: fn(&str) -> String,
}
