//! What is said of figures that were issued, and of forecasts that cannot be made.

#[derive(Debug)]
pub struct Issued {
    /// Where small groups are protected.
    pub only_the_score: &'static str,
    /// `Issued 62.4, now 62.9: …`: the figure of then, that of now, and why.
    pub differs: fn(&str, &str, &str) -> String,
    /// In place of a figure of now.
    pub nothing: &'static str,
    /// Why a figure differs where nothing explains it.
    pub no_load: &'static str,
    /// The method of then and of now.
    pub method: fn(&str, &str) -> String,
    /// The release of then.
    pub definition: fn(&str) -> String,
    /// The setting of then and of now.
    pub dormant_days: fn(u16, u16) -> String,
    pub load: fn(i64) -> String,
    pub data_version: fn(i32) -> String,
    /// A load of a day.
    pub of_day: fn(&str, &str) -> String,
    /// What a load did, of which and of what days or tables.
    pub took_days_back: fn(&str, &str) -> String,
    pub took_load_back: fn(&str) -> String,
    pub erased: fn(&str) -> String,
    pub removed: fn(&str) -> String,
    pub corrected: fn(&str, &str) -> String,
    pub changed: fn(&str, &str) -> String,
    pub more_loads: fn(usize) -> String,
    /// Why there is no forecast.
    pub forecast_needs_members: fn(&str) -> String,
    pub forecast_needs_days: fn(usize) -> String,
}
