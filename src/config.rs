//! The settings. Each is declared once, as a field of [`Config`]: clap makes the flag from it, its help and default come
//! from it, and its name is the file's key and, after `BOND_`, the environment variable.
//!
//! Precedence: flag, then environment, then file, then default. The file is the one `--config` names, else
//! `bond.toml` in the data directory where there is one.

mod accent;
mod agents;
mod backup_to;
mod choose;
mod clickhouse;
mod links;
mod mail;
mod network;
mod oidc;
mod oidc_tables;
mod origin;
mod places;
mod pulls;
mod resolve;
mod sign_in;
mod syslog;
mod tables;
mod values;

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Arg, Args, Command, FromArgMatches};
use ipnet::IpNet;
use serde::Serialize;
use time::{Date, Month};

pub use accent::{Accent, Tokens as AccentTokens, accent, declarations as accent_declarations};
pub use agents::AgentSettings;
pub use backup_to::{BackupPlace, Kept};
pub use choose::{CHOOSABLE, Choosable, Mark, SettingGroup, cannot_be_chosen, choosable, is_free};
pub use clickhouse::{ClickHouseSettings, Engine};
pub use links::LinkSettings;
pub use mail::{MailSettings, SmtpTls};
pub use oidc::{OidcSettings, RoleMapping, Secret, is_this_machine};
pub use oidc_tables::OidcProvider;
pub use origin::Origin;
pub use places::{FilePlace, S3Origin, SftpOrigin, SshSecret, peer};
pub use pulls::{DatabaseOrigin, Files, HttpsOrigin, PullOrigin, PullSettings, System, When, with_days};
pub use resolve::{ConfigError, Given, ReadSettings, Resolved, TABLES, data_dir, resolve};
pub use sign_in::{RequireSecondFactor, SignInSettings};
pub use syslog::{SyslogServer, SyslogSettings, Transport};
pub use values::{ChangeColours, CompareToDate, Due, ExpectedBy, FirstWeekday, LogFormat, OwnTls, first_line};
use values::{
    address, base_path, bytes, change_colours, compare_to_date, currency, days_or_none, directory, expected_by,
    first_day, first_weekday, groups_as_of, host_names, iso, joined, line, log_format, log_level, lower, lower_case,
    mail_address, memory, minimum_members, modules, month, networks, not_empty, number_of, optional_directory,
    optional_text, own_tls, recipients, threads, time_of_day, time_zone, whole,
};

use crate::clock::TimeOfDay;
use crate::egress::Egress;
use crate::groupings::GroupsAsOf;
use crate::modules::Module;
use crate::warehouse::QueryLimits;
use crate::warehouse::clickhouse::{Account, Cluster, Node};

/// The headings of the settings in help: those of every command, of commands that open the warehouse, and of commands
/// that serve. The environment and the file may hold any setting at any time.
pub const HEADINGS: [&str; 3] = ["Settings", "Warehouse settings", "Server settings"];

/// Every setting, resolved and checked.
// With `::std` in front of Vec and Option, clap takes one text for the whole value.
#[derive(Args, Clone, Debug, Serialize)]
pub struct Config {
    /// Directory for all data of Bond; one process owns it at a time.
    #[arg(long, value_name = "DIR", default_value = "bond-data", value_parser = directory, help_heading = HEADINGS[0])]
    pub data_dir: PathBuf,
    /// Address and port to serve on; port 0 takes any free one.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", value_parser = address)]
    #[arg(help_heading = HEADINGS[2])]
    pub listen: SocketAddr,
    /// File of the server's TLS certificate in PEM, followed by those between it and its authority; empty for none. It and
    /// its key are read anew on SIGHUP and when they change.
    #[arg(long, value_name = "FILE", default_value = "", value_parser = optional_directory, help_heading = HEADINGS[2])]
    pub tls_cert: ::std::option::Option<PathBuf>,
    /// File of the certificate's key in PEM; empty for none.
    #[arg(long, value_name = "FILE", default_value = "", value_parser = optional_directory, help_heading = HEADINGS[2])]
    pub tls_key: ::std::option::Option<PathBuf>,
    /// self-signed: TLS with a certificate of Bond's own authority, whose file browsers get at /authority.crt; empty for
    /// tls_cert, or no TLS.
    #[arg(long, value_name = "self-signed", default_value = "", value_parser = own_tls, help_heading = HEADINGS[2])]
    pub tls: OwnTls,
    /// Serve plain HTTP beyond this machine: true or false. Whoever is on the way reads passwords and data.
    #[arg(long, value_name = "true|false", default_value = "false", default_missing_value = "true", num_args = 0..=1)]
    #[arg(value_parser = clap::value_parser!(bool), action = clap::ArgAction::Set, require_equals = true)]
    #[arg(help_heading = HEADINGS[2])]
    pub insecure_http: bool,
    /// Forbid every connection to other programs, those on this machine too: true or false. OpenID Connect, a cluster,
    /// mail and webhooks cannot be used then.
    #[arg(long, value_name = "true|false", default_value = "false", default_missing_value = "true", num_args = 0..=1)]
    #[arg(value_parser = clap::value_parser!(bool), action = clap::ArgAction::Set, require_equals = true)]
    #[arg(help_heading = HEADINGS[1])]
    pub no_egress: bool,
    /// Addresses or networks of proxies in front of Bond, separated by commas, such as 10.0.0.5,192.168.0.0/24. What they
    /// say in X-Forwarded-For and X-Forwarded-Proto is believed.
    #[arg(long, value_name = "CIDR,...", default_value = "", value_parser = networks, help_heading = HEADINGS[2])]
    #[serde(serialize_with = "joined")]
    pub trusted_proxies: ::std::vec::Vec<IpNet>,
    /// Path under which a proxy serves Bond, such as /bond; empty for the root.
    #[arg(long, value_name = "PATH", default_value = "", value_parser = base_path, help_heading = HEADINGS[2])]
    pub base_path: String,
    /// Host names under which the page may be reached, separated by commas; IP addresses and localhost are always
    /// allowed. A proxy on this machine checks them itself if there are none.
    #[arg(long, value_name = "NAMES", default_value = "", value_parser = host_names, help_heading = HEADINGS[2])]
    pub allowed_hosts: ::std::vec::Vec<String>,
    /// Name of the member program, shown on the page.
    #[arg(long, value_name = "NAME", default_value = "Member program", value_parser = not_empty)]
    #[arg(help_heading = HEADINGS[2])]
    pub program_name: String,
    /// Colour of buttons, links and headings on the page, in files and in mail, such as #0b6e4f; empty for Bond's own. It
    /// must be readable on light ground; the dark theme has a lighter one of it.
    #[arg(long, value_name = "#RRGGBB", default_value = "", value_parser = accent, help_heading = HEADINGS[2])]
    pub accent_color: ::std::option::Option<Accent>,
    /// ISO 4217 code of the money in the feed.
    #[arg(long, value_name = "CODE", default_value = "USD", value_parser = currency, help_heading = HEADINGS[2])]
    pub currency: String,
    /// What the colours of a change say. Values: meaning, whether it is good or bad for the figure; sign, green for a rise
    /// and red for everything else.
    #[arg(long, value_name = "meaning|sign", default_value = "meaning", value_parser = change_colours)]
    #[arg(help_heading = HEADINGS[2])]
    pub change_colours: ChangeColours,
    /// Name of the person who receives requests for more modules; may be empty.
    #[arg(long, value_name = "NAME", default_value = "", value_parser = line, help_heading = HEADINGS[2])]
    pub account_manager_name: String,
    /// Email address of that person; without one, the request has no recipient.
    #[arg(long, value_name = "ADDRESS", default_value = "", value_parser = mail_address, help_heading = HEADINGS[2])]
    pub account_manager_mail: String,
    /// Phone number of that person; may be empty.
    #[arg(long, value_name = "NUMBER", default_value = "", value_parser = line, help_heading = HEADINGS[2])]
    pub account_manager_phone: String,
    /// What the program uses. The rest is closed to everybody, whatever their roles. Values: the codes of modules, separated by
    /// commas, or all; ADMIN and DATA are always in use.
    #[arg(long, value_name = "MODULES", default_value = "all", value_parser = modules, help_heading = HEADINGS[2])]
    pub modules: ::std::vec::Vec<Module>,
    /// The month with which "This year" and "Last calendar year" of the filter begin. Values: 1 to 12.
    #[arg(long, value_name = "MONTH", default_value = "1", value_parser = month, help_heading = HEADINGS[2])]
    #[serde(serialize_with = "number_of")]
    pub fiscal_year_start: Month,
    /// What the page compares a month, quarter or year to date with at first. Values: last_year, the same dates a year before
    /// where they are loaded; previous_period, as many days just before.
    #[arg(long, value_name = "last_year|previous_period", default_value = "last_year", value_parser = compare_to_date)]
    #[arg(help_heading = HEADINGS[2])]
    pub compare_to_date: CompareToDate,
    /// First day of the week, in calendars and for the last full week. Values: sunday or monday.
    #[arg(long, value_name = "sunday|monday", default_value = "sunday", value_parser = first_weekday)]
    #[arg(help_heading = HEADINGS[2])]
    pub first_weekday: FirstWeekday,
    /// Groups in which members count where a filter does not say. Values: now, those that they are in; window, those that they
    /// were in on the last day of each period; auto is window, or now where small groups are protected.
    #[arg(long, value_name = "auto|now|window", default_value = "auto", value_parser = groups_as_of)]
    #[arg(help_heading = HEADINGS[2])]
    #[serde(serialize_with = "lower")]
    pub groups_as_of: ::std::option::Option<GroupsAsOf>,
    /// IANA name of the time zone in which the program counts its days; empty for this machine's.
    #[arg(long, value_name = "ZONE", default_value = "", value_parser = time_zone, help_heading = HEADINGS[1])]
    pub time_zone: ::std::option::Option<String>,
    /// First day that the program's data may have, such as 2015-01-01; earlier dates are refused in every table (2000-01-02 or
    /// later).
    #[arg(long, value_name = "DATE", default_value = "2000-01-02", value_parser = first_day)]
    #[arg(help_heading = HEADINGS[1])]
    #[serde(serialize_with = "iso")]
    pub first_day: Date,
    /// Days after today that facts may have (0 to 366); later ones are refused.
    #[arg(long, value_name = "DAYS", default_value = "0", value_parser = |text: &str| whole(text, 0..=366))]
    #[arg(help_heading = HEADINGS[1])]
    pub days_ahead: u16,
    /// When the data of a day are due, for each table that is expected at a time: logins=1d 08:00 says that those of a day
    /// are there by 08:00 of the next one, in the program's time zone. The page says which tables are late. Leave it
    /// empty if no table is expected at a time.
    #[arg(long, value_name = "TABLE=DAYSd HH:MM,...", default_value = "", value_parser = expected_by)]
    #[arg(help_heading = HEADINGS[1])]
    pub expected_by: ExpectedBy,
    /// Days without a login after which a registered member counts as dormant (1 to 3650).
    #[arg(long, value_name = "DAYS", default_value = "90", value_parser = |text: &str| whole(text, 1..=3650))]
    #[arg(help_heading = HEADINGS[2])]
    pub dormant_days: u16,
    /// Fewest members that a figure may be about (2 to 1000); figures about fewer, and those that would reveal them, are not
    /// shown. 0 shows all.
    #[arg(long, value_name = "MEMBERS", default_value = "0", value_parser = minimum_members, help_heading = HEADINGS[2])]
    pub minimum_members: u16,
    /// Memory the warehouse may use, such as 4GB; auto is half of what this process may use: the machine's
    /// memory, or less where a systemd unit or a container limits it.
    #[arg(long, value_name = "SIZE", default_value = "auto", value_parser = memory, help_heading = HEADINGS[1])]
    pub warehouse_memory: String,
    /// Threads the warehouse may use, and queries it runs at once; auto is one per core.
    #[arg(long, value_name = "N", default_value = "auto", value_parser = threads, help_heading = HEADINGS[1])]
    pub warehouse_threads: usize,
    /// A cluster for the rows of members.
    #[command(flatten)]
    #[serde(flatten)]
    pub clickhouse: ClickHouseSettings,
    /// Seconds that a query may run for a user; it may wait for its turn three times as long (1 to 600). Then its request
    /// is answered with 503.
    #[arg(long, value_name = "SECONDS", default_value = "15", value_parser = |text: &str| whole(text, 1..=600))]
    #[arg(help_heading = HEADINGS[2])]
    pub query_seconds: u16,
    /// Queries of one user that run at the same time (1 to 64). Users take turns.
    #[arg(long, value_name = "N", default_value = "2", value_parser = |text: &str| whole(text, 1..=64))]
    #[arg(help_heading = HEADINGS[2])]
    pub user_queries: u16,
    /// Queries that may wait for their turn, a quarter of them for one user (40 to 60000). Beyond that a request is answered with 503 and
    /// Retry-After.
    #[arg(long, value_name = "N", default_value = "4000", value_parser = |text: &str| whole(text, 40..=60_000))]
    #[arg(help_heading = HEADINGS[2])]
    pub waiting_queries: u16,
    /// Connections of clients, in all (16 to 60000); more are answered with 503. Each takes a file descriptor.
    #[arg(long, value_name = "N", default_value = "4000", value_parser = |text: &str| whole(text, 16..=60_000))]
    #[arg(help_heading = HEADINGS[2])]
    pub connections: u16,
    /// Connections from one address, or from one IPv6 network of 64 bits (4 to 60000).
    #[arg(long, value_name = "N", default_value = "256", value_parser = |text: &str| whole(text, 4..=60_000))]
    #[arg(help_heading = HEADINGS[2])]
    pub address_connections: u16,
    /// Addresses or networks to which address_connections does not apply, nor does it to trusted_proxies.
    #[arg(long, value_name = "CIDR,...", default_value = "127.0.0.0/8,::1", value_parser = networks)]
    #[arg(help_heading = HEADINGS[2])]
    #[serde(serialize_with = "joined")]
    pub unlimited_addresses: ::std::vec::Vec<IpNet>,
    /// Seconds that the head of a request may take to arrive, and its body too unless it is an upload (1 to 600).
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = |text: &str| whole(text, 1..=600))]
    #[arg(help_heading = HEADINGS[2])]
    pub request_seconds: u16,
    /// Seconds without progress after which a client that does not read its answer, or send its upload, is cut (1 to 600).
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = |text: &str| whole(text, 1..=600))]
    #[arg(help_heading = HEADINGS[2])]
    pub stalled_seconds: u16,
    /// Bytes per second that an upload must have on average once stalled_seconds have passed.
    #[arg(long, value_name = "SIZE", default_value = "4KiB", value_parser = bytes, help_heading = HEADINGS[2])]
    pub upload_pace: u64,
    /// Largest body of a request that is not an upload.
    #[arg(long, value_name = "SIZE", default_value = "256KiB", value_parser = bytes, help_heading = HEADINGS[2])]
    pub body_bytes: u64,
    /// Largest body of a request to sign in.
    #[arg(long, value_name = "SIZE", default_value = "8KiB", value_parser = bytes, help_heading = HEADINGS[2])]
    pub sign_in_body_bytes: u64,
    /// Disk space that large queries may use in tmp/, such as 20GB; 0 is half of what is free at start.
    #[arg(long, value_name = "SIZE", default_value = "0", value_parser = bytes, help_heading = HEADINGS[1])]
    pub warehouse_temp_bytes: u64,
    /// Disk space set aside in reserve.bin, so that people can sign in while the disk is full; 0 is none.
    #[arg(long, value_name = "SIZE", default_value = "64MB", value_parser = bytes, help_heading = HEADINGS[1])]
    pub reserve_bytes: u64,
    /// Use a data directory on a network file system: true or false. Such file systems may lose what was reported as
    /// written.
    #[arg(long, value_name = "true|false", default_value = "false", value_parser = clap::value_parser!(bool))]
    #[arg(action = clap::ArgAction::Set, help_heading = HEADINGS[0])]
    pub allow_network_fs: bool,
    /// Memory for cached answers; 0 caches none.
    #[arg(long, value_name = "SIZE", default_value = "256MB", value_parser = bytes, help_heading = HEADINGS[2])]
    pub cache_bytes: u64,
    /// Folder from which feeds are loaded while the server runs; empty for none.
    #[arg(long, value_name = "DIR", default_value = "", value_parser = optional_directory, help_heading = HEADINGS[2])]
    pub inbox: ::std::option::Option<PathBuf>,
    /// Name of the saved mapping of inbox entries that have no mapping of their own; empty for none.
    #[arg(long, value_name = "NAME", default_value = "", value_parser = optional_text, help_heading = HEADINGS[2])]
    pub inbox_mapping: ::std::option::Option<String>,
    /// Largest upload of feed files.
    #[arg(long, value_name = "SIZE", default_value = "512MB", value_parser = bytes, help_heading = HEADINGS[2])]
    pub upload_bytes: u64,
    /// Hours after which a session ends, used or not (1 to 168).
    #[arg(long, value_name = "HOURS", default_value = "8", value_parser = |text: &str| whole(text, 1..=168))]
    #[arg(help_heading = HEADINGS[2])]
    pub session_hours: u16,
    /// Minutes without a request after which a session ends (1 to 1440).
    #[arg(long, value_name = "MINUTES", default_value = "60", value_parser = |text: &str| whole(text, 1..=1440))]
    #[arg(help_heading = HEADINGS[2])]
    pub session_idle_minutes: u16,
    /// Days after which an API token expires at the latest (1 to 3650); 0 allows no tokens.
    #[arg(long, value_name = "DAYS", default_value = "365", value_parser = |text: &str| whole(text, 0..=3650))]
    #[arg(help_heading = HEADINGS[2])]
    pub api_token_days: u16,
    /// Links: screens that people share with others who have no account.
    #[command(flatten)]
    #[serde(flatten)]
    pub links: LinkSettings,
    /// Agents, which ask over MCP.
    #[command(flatten)]
    #[serde(flatten)]
    pub agents: AgentSettings,
    /// Signing in.
    #[command(flatten)]
    #[serde(flatten)]
    pub sign_in: SignInSettings,
    /// Sign-in by the provider that has no table.
    #[command(flatten)]
    #[serde(flatten)]
    pub oidc: OidcSettings,
    /// Reports and alerts by mail, to folders and to webhooks.
    #[command(flatten)]
    #[serde(flatten)]
    pub mail: MailSettings,
    /// The audit log to a syslog server.
    #[command(flatten)]
    #[serde(flatten)]
    pub syslog: SyslogSettings,
    /// Time of each day at which the server makes a backup, such as 02:30, in the program's time zone; empty for none.
    /// A time that passed while the server was stopped is made up for when it starts.
    #[arg(long, value_name = "HH:MM", default_value = "", value_parser = time_of_day, help_heading = HEADINGS[2])]
    pub backup_at: ::std::option::Option<TimeOfDay>,
    /// Backups to leave in the folder when the server has made one; older ones are removed (1 to 1000).
    #[arg(long, value_name = "N", default_value = "7", value_parser = |text: &str| whole(text, 1..=1000))]
    #[arg(help_heading = HEADINGS[2])]
    pub backup_keep: u16,
    /// Folder for backups, of this data directory alone; empty for backups/ in the data directory.
    #[arg(long, value_name = "DIR", default_value = "", value_parser = optional_directory, help_heading = HEADINGS[2])]
    pub backup_dir: ::std::option::Option<PathBuf>,
    /// Public keys of age for which backups are encrypted, separated by commas; empty for no encryption.
    #[arg(long, value_name = "AGE1...", default_value = "", value_parser = recipients, help_heading = HEADINGS[2])]
    pub backup_recipient: ::std::vec::Vec<String>,
    /// Days for which the files of a load are kept once a backup has their rows (0 to 3650). After damage, Bond loads them
    /// again by itself.
    #[arg(long, value_name = "DAYS", default_value = "30", value_parser = |text: &str| whole(text, 0..=3650))]
    #[arg(help_heading = HEADINGS[2])]
    pub keep_load_files_days: u16,
    /// Days for which the last load can be undone, if no other follows (1 to 3650); 0 for no limit.
    #[arg(long, value_name = "DAYS", default_value = "30", value_parser = |text: &str| whole(text, 0..=3650))]
    #[arg(help_heading = HEADINGS[2])]
    pub keep_undo_days: u16,
    /// Days for which facts are kept, to whole months (400 to 36500); 0 for ever. The first login of a member stays.
    #[arg(long, value_name = "DAYS", default_value = "0", value_parser = |text: &str| days_or_none(text, 400))]
    #[arg(help_heading = HEADINGS[2])]
    pub keep_facts_days: u16,
    /// Days for which the audit log and the faults of loads are kept (30 to 36500); 0 for ever.
    #[arg(long, value_name = "DAYS", default_value = "0", value_parser = |text: &str| days_or_none(text, 30))]
    #[arg(help_heading = HEADINGS[2])]
    pub keep_audit_days: u16,
    /// Format of log lines, which go to standard error.
    #[arg(long, value_name = "text|json", default_value = "text", value_parser = log_format)]
    #[arg(help_heading = HEADINGS[0])]
    pub log_format: LogFormat,
    /// Least severe level that is logged: error, warn, info, debug or trace.
    #[arg(long, value_name = "LEVEL", default_value = "info", value_parser = log_level, help_heading = HEADINGS[0])]
    #[serde(serialize_with = "lower_case")]
    pub log_level: tracing::Level,
    /// The systems that Bond asks for data, which only the file can have.
    #[arg(skip)]
    #[serde(skip)]
    pub pulls: ::std::vec::Vec<PullSettings>,
    /// Where backups are copied to, which only the file can have.
    #[arg(skip)]
    #[serde(skip)]
    pub backup_to: ::std::vec::Vec<BackupPlace>,
    /// The providers of the tables, which only the file can have.
    #[arg(skip)]
    #[serde(skip)]
    pub oidc_tables: ::std::vec::Vec<OidcProvider>,
}

impl Default for Config {
    /// The defaults alone, whatever the environment says.
    fn default() -> Config {
        parse(&[]).unwrap_or_else(|error| panic!("a default is not valid: {error}"))
    }
}

impl Config {
    /// The cluster that has the rows of members; None where DuckDB has them. Requests to its servers go through `egress`.
    ///
    /// # Errors
    /// What to set, or what is wrong with the file of the password.
    pub fn cluster(&self, egress: &Egress) -> Result<Option<Cluster>, String> {
        let settings = &self.clickhouse;
        if settings.warehouse == Engine::DuckDb {
            return Ok(None);
        }
        self.check_egress()?;
        if settings.clickhouse_url.is_empty() {
            return Err("warehouse = clickhouse needs clickhouse_url, such as https://ch1:8443".to_owned());
        }
        let trust = settings.trust()?;
        let account = Arc::new(Account {
            user: settings.clickhouse_user.clone(),
            password: settings.password()?,
            database: settings.clickhouse_database.clone(),
        });
        let node = |url: &String| {
            let trust = trust.clone().filter(|_| url.starts_with("https:"));
            Node::new(url, Arc::clone(&account), trust, egress)
        };
        Ok(Some(Cluster::new(settings.clickhouse_url.iter().map(node).collect())))
    }

    /// Whether Bond itself speaks TLS.
    pub fn has_tls(&self) -> bool {
        self.tls == OwnTls::SelfSigned || self.tls_cert.is_some()
    }

    /// The address of the page for a browser on this machine; the loopback address if the server listens on all addresses.
    pub fn page_at(&self, address: SocketAddr) -> String {
        let mut shown = address;
        if address.ip().is_unspecified() {
            let is_v4 = address.is_ipv4();
            shown.set_ip(if is_v4 { Ipv4Addr::LOCALHOST.into() } else { Ipv6Addr::LOCALHOST.into() });
        }
        let scheme = if self.has_tls() { "https" } else { "http" };
        format!("{scheme}://{shown}{}/", self.base_path)
    }

    /// How queries are limited.
    pub fn query_limits(&self) -> QueryLimits {
        let waiting = usize::from(self.waiting_queries);
        QueryLimits {
            of_user: usize::from(self.user_queries),
            waiting,
            waiting_of_user: waiting / 4,
            time: Duration::from_secs(u64::from(self.query_seconds)),
        }
    }
}

/// All settings in the order of [`Config`]. The id of one is its name.
pub fn settings() -> Vec<Arg> {
    command().get_arguments().cloned().collect()
}

/// The environment variable of a setting.
pub fn env_name(name: &str) -> String {
    format!("BOND_{}", name.to_uppercase())
}

/// What a setting means, for commands and files.
pub fn meaning(setting: &Arg) -> String {
    setting.get_help().map(ToString::to_string).unwrap_or_default()
}

/// What it means, for the page, which shows the values that can be chosen by names of its own.
pub fn sentence(setting: &Arg) -> String {
    let mut meaning = meaning(setting);
    if let Some(end) = meaning.find(VALUES) {
        meaning.truncate(end);
    }
    meaning
}

/// What begins the list of the values in the meaning of a setting.
const VALUES: &str = ". Values: ";

/// The values of a setting that has only some; empty for others.
pub fn values_of(setting: &Arg) -> Vec<String> {
    let form = setting.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str());
    if form.contains('|') { form.split('|').map(str::to_owned).collect() } else { Vec::new() }
}

fn command() -> Command {
    Config::augment_args(Command::new("settings").no_binary_name(true).disable_help_flag(true))
}

/// The settings with these (name, text) and the defaults of the others.
fn parse(texts: &[(&str, &str)]) -> Result<Config, clap::Error> {
    let flags = texts.iter().map(|(name, text)| format!("--{}={text}", name.replace('_', "-")));
    Config::from_arg_matches(&command().try_get_matches_from(flags)?)
}

#[cfg(test)]
mod tests;
