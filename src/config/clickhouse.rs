//! The settings of a warehouse whose rows of members are on a cluster of ClickHouse servers.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use url::Url;

use super::HEADINGS;
use super::values::{first_line, not_empty, optional_directory};
use crate::trust::{Peer, Trust};

const SERVERS: Peer = Peer {
    name: "the server",
    ca_file: "clickhouse_ca_file",
    address: "clickhouse_url",
    trusts_machine: false,
    reads_file_again: false,
};

/// Where the rows of members are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    DuckDb,
    ClickHouse,
}

// With `::std` in front of Vec and Option, clap takes one text for the whole value.
#[derive(Args, Clone, Debug, Serialize)]
pub struct ClickHouseSettings {
    /// Where the rows of members are read: duckdb, in the data directory; clickhouse, on the servers of clickhouse_url.
    #[arg(long, value_name = "duckdb|clickhouse", default_value = "duckdb", value_parser = engine)]
    #[arg(help_heading = HEADINGS[1])]
    pub warehouse: Engine,
    /// Addresses of the HTTP or HTTPS ports of the ClickHouse servers, separated by commas, such as
    /// https://ch1:8443,https://ch2:8443. Each has the rows of its own members: name the same ones in the same order each
    /// time.
    #[arg(long, value_name = "URL,...", default_value = "", value_parser = urls, help_heading = HEADINGS[1])]
    pub clickhouse_url: ::std::vec::Vec<String>,
    /// File with the certificates (PEM) of the authorities that are trusted for addresses with https; empty for those of
    /// this machine.
    #[arg(long, value_name = "FILE", default_value = "", value_parser = optional_directory, help_heading = HEADINGS[1])]
    pub clickhouse_ca_file: ::std::option::Option<PathBuf>,
    /// User of the ClickHouse servers.
    #[arg(long, value_name = "NAME", default_value = "bond", value_parser = not_empty, help_heading = HEADINGS[1])]
    pub clickhouse_user: String,
    /// File whose first line is that user's password; empty for no password.
    #[arg(long, value_name = "FILE", default_value = "", value_parser = optional_directory, help_heading = HEADINGS[1])]
    pub clickhouse_password_file: ::std::option::Option<PathBuf>,
    /// Database of the ClickHouse servers, which no other program uses.
    #[arg(long, value_name = "NAME", default_value = "bond", value_parser = database, help_heading = HEADINGS[1])]
    pub clickhouse_database: String,
}

impl ClickHouseSettings {
    /// The password.
    ///
    /// # Errors
    /// What is wrong with its file.
    pub fn password(&self) -> Result<String, String> {
        let read = |path: &PathBuf| first_line("clickhouse_password_file", path);
        self.clickhouse_password_file.as_ref().map_or_else(|| Ok(String::new()), read)
    }

    /// The authorities that are trusted for the servers; None if no server is asked over TLS.
    ///
    /// # Errors
    /// What is wrong with their file, or that nothing would use it.
    pub fn trust(&self) -> Result<Option<Arc<Trust>>, String> {
        let has_tls = self.clickhouse_url.iter().any(|url| url.starts_with("https:"));
        if has_tls {
            return Trust::new(&SERVERS, self.clickhouse_ca_file.as_deref()).map(Arc::new).map(Some);
        }
        match &self.clickhouse_ca_file {
            None => Ok(None),
            Some(_) => Err("clickhouse_ca_file is set, but no address of clickhouse_url begins with https".to_owned()),
        }
    }
}

fn engine(text: &str) -> Result<Engine, String> {
    match text {
        "duckdb" => Ok(Engine::DuckDb),
        "clickhouse" => Ok(Engine::ClickHouse),
        _ => Err("expected duckdb or clickhouse".to_owned()),
    }
}

fn urls(text: &str) -> Result<Vec<String>, String> {
    let one = |text: &str| {
        let url = Url::parse(text).ok().filter(|url| {
            let has_account = !url.username().is_empty() || url.password().is_some();
            let is_bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
            matches!(url.scheme(), "http" | "https") && is_bare && !has_account
        });
        let wanted =
            "is not an address such as http://ch1:8123 or https://ch1:8443, without a path, a user or a password";
        url.map(|url| url.as_str().trim_end_matches('/').to_owned()).ok_or_else(|| format!("{text:?} {wanted}"))
    };
    let all: Vec<String> =
        text.split(',').map(str::trim).filter(|one| !one.is_empty()).map(one).collect::<Result<_, _>>()?;
    match all.iter().enumerate().find(|(index, url)| all[..*index].contains(url)) {
        Some((_, twice)) => Err(format!("{twice} is named twice")),
        None => Ok(all),
    }
}

fn database(text: &str) -> Result<String, String> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let begins_right = text.bytes().next().is_some_and(|byte| !byte.is_ascii_digit());
    if is_plain && begins_right {
        Ok(text.to_owned())
    } else {
        Err("expected letters, digits and _, and no digit at the beginning".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_no_path_and_no_password() {
        let two = urls("http://ch1:8123, https://10.0.0.2:8443/").expect("addresses");
        assert_eq!(two, ["http://ch1:8123", "https://10.0.0.2:8443"]);
        assert_eq!(urls("").expect("none"), Vec::<String>::new());
        for wrong in ["ch1:8123", "ftp://ch1", "https://ch1/db", "https://ann:secret@ch1", "http://ch1/?user=ann"] {
            assert!(urls(wrong).is_err(), "{wrong}");
        }
        assert!(urls("http://ch1:8123,http://ch1:8123/").is_err());
        assert!(database("loyalty_2").is_ok());
        for wrong in ["", "2nd", "a-b", "a;b"] {
            assert!(database(wrong).is_err(), "{wrong}");
        }
    }
}
