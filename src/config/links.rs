//! The settings of links that show a screen without an account.

use clap::Args;
use serde::Serialize;

use super::HEADINGS;
use super::values::{origins, whole};

// With `::std` in front of Vec, clap takes one text for the whole value.
#[derive(Args, Clone, Debug, Serialize)]
pub struct LinkSettings {
    /// Who may export may share a screen by a link that needs no account. While this is off, no link shows anything.
    /// Values: true or false.
    #[arg(long, value_name = "true|false", default_value = "false", default_missing_value = "true", num_args = 0..=1)]
    #[arg(value_parser = clap::value_parser!(bool), action = clap::ArgAction::Set, require_equals = true)]
    #[arg(help_heading = HEADINGS[2])]
    pub allow_links: bool,
    /// Days after which a link to a screen expires at the latest (1 to 366).
    #[arg(long, value_name = "DAYS", default_value = "30", value_parser = |text: &str| whole(text, 1..=366))]
    #[arg(help_heading = HEADINGS[2])]
    pub link_days: u16,
    /// Origins whose pages may frame what links show, separated by commas, such as https://intranet.example.com; empty
    /// allows none.
    #[arg(long, value_name = "ORIGINS", default_value = "", value_parser = origins, help_heading = HEADINGS[2])]
    pub link_frame_hosts: ::std::vec::Vec<String>,
}

impl LinkSettings {
    /// Who may frame the page of a link, for the header: where links are allowed and origins named.
    pub fn framers(&self) -> Option<String> {
        (self.allow_links && !self.link_frame_hosts.is_empty()).then(|| self.link_frame_hosts.join(" "))
    }
}
