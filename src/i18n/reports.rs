//! What reports say that are sent.

#[derive(Debug)]
pub struct Reports {
    pub figure: &'static str,
    pub now: &'static str,
    pub before: &'static str,
    pub change: &'static str,
    pub no_figures: &'static str,
    pub footer: fn(&str) -> String,
    // Why one was not sent.
    pub no_view: &'static str,
    pub no_mail: &'static str,
    pub no_folder: &'static str,
    /// Why a webhook is not allowed.
    pub no_webhook: fn(&str) -> String,
    pub no_screen: &'static str,
    pub disabled: fn(&str) -> String,
    pub not_open: fn(&str, &str) -> String,
    pub not_allowed: fn(&str) -> String,
    pub too_large: fn(usize, usize) -> String,
    /// After so many minutes.
    pub too_long: fn(u64) -> String,
    /// The whole letter that tries the mail server; of a program.
    pub tried: fn(&str) -> String,
    // Where it went.
    pub mailed: fn(&[String]) -> String,
    pub written: fn(&str, &str) -> String,
    /// To the host of a webhook: its path may be a secret.
    pub posted: fn(&str) -> String,
}
