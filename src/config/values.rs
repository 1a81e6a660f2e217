//! Parses the text of each setting.

use std::collections::BTreeMap;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use bytesize::ByteSize;
use ipnet::IpNet;
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use time::format_description::well_known::Iso8601;
use time::macros::date;
use time::{Date, Month, Weekday};
use toml::Spanned;
use toml::de::DeValue;
use ts_rs::TS;

use crate::clock::{Clock, TimeOfDay};
use crate::groupings::GroupsAsOf;
use crate::modules::Module;
use crate::platform::machine::Process;
use crate::warehouse::feed::{Kind, TABLES, Table};

/// The format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object per line.
    Json,
}

/// Whether Bond issues its own TLS certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum OwnTls {
    #[serde(rename = "")]
    None,
    #[serde(rename = "self-signed")]
    SelfSigned,
}

pub fn own_tls(text: &str) -> Result<OwnTls, String> {
    match text {
        "" => Ok(OwnTls::None),
        "self-signed" => Ok(OwnTls::SelfSigned),
        _ => Err("expected self-signed, or nothing".to_owned()),
    }
}

/// Addresses and networks, separated by commas.
pub fn networks(text: &str) -> Result<Vec<IpNet>, String> {
    let one = |text: &str| {
        let found = text.parse::<IpNet>().ok().or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from));
        found.ok_or_else(|| format!("{text:?} is not an address or network, such as 10.0.0.5 or 10.0.0.0/24"))
    };
    text.split(',').map(str::trim).filter(|one| !one.is_empty()).map(one).collect()
}

/// As a flag would give them.
pub fn joined<S: Serializer>(networks: &[IpNet], serializer: S) -> Result<S::Ok, S::Error> {
    let all: Vec<String> = networks.iter().map(ToString::to_string).collect();
    serializer.serialize_str(&all.join(","))
}

/// Begins with a slash and does not end with one; empty for the root.
pub fn base_path(text: &str) -> Result<String, String> {
    let path = text.trim_end_matches('/');
    let is_plain =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    match path.strip_prefix('/') {
        _ if path.is_empty() => Ok(String::new()),
        Some(parts) if parts.split('/').all(is_plain) => Ok(path.to_owned()),
        _ => Err("expected a path such as /bond, of letters, digits, - and _".to_owned()),
    }
}

/// The meaning of the colour of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChangeColours {
    /// Green is good and red is bad; no change has no colour.
    Meaning,
    /// Green is a rise, red is everything else.
    Sign,
}

pub fn change_colours(text: &str) -> Result<ChangeColours, String> {
    match text {
        "meaning" => Ok(ChangeColours::Meaning),
        "sign" => Ok(ChangeColours::Sign),
        _ => Err("expected meaning or sign".to_owned()),
    }
}

/// The day that begins the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FirstWeekday {
    Sunday,
    Monday,
}

impl From<FirstWeekday> for Weekday {
    fn from(day: FirstWeekday) -> Weekday {
        match day {
            FirstWeekday::Sunday => Weekday::Sunday,
            FirstWeekday::Monday => Weekday::Monday,
        }
    }
}

pub fn first_weekday(text: &str) -> Result<FirstWeekday, String> {
    match text {
        "sunday" => Ok(FirstWeekday::Sunday),
        "monday" => Ok(FirstWeekday::Monday),
        _ => Err("expected sunday or monday".to_owned()),
    }
}

/// What the page compares a month, quarter or year to date with at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CompareToDate {
    /// The same dates a year before, where these are loaded; else as many days just before.
    LastYear,
    /// As many days just before, as calls do.
    PreviousPeriod,
}

pub fn compare_to_date(text: &str) -> Result<CompareToDate, String> {
    match text {
        "last_year" => Ok(CompareToDate::LastYear),
        "previous_period" => Ok(CompareToDate::PreviousPeriod),
        _ => Err("expected last_year or previous_period".to_owned()),
    }
}

/// None for those that fit the program.
pub fn groups_as_of(text: &str) -> Result<Option<GroupsAsOf>, String> {
    match text {
        "auto" => Ok(None),
        "now" => Ok(Some(GroupsAsOf::Now)),
        "window" => Ok(Some(GroupsAsOf::Window)),
        _ => Err("expected auto, now or window".to_owned()),
    }
}

/// As the setting has it.
pub fn lower<S: Serializer>(groups: &Option<GroupsAsOf>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match groups {
        None => "auto",
        Some(GroupsAsOf::Now) => "now",
        Some(GroupsAsOf::Window) => "window",
    })
}

/// A value of the file as a flag would give it; the items of a list or table separated by commas.
pub fn of_file(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Datetime(date) => Some(date.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        DeValue::Boolean(is) => Some(is.to_string()),
        DeValue::Array(items) => {
            let items: Option<Vec<&str>> = items.iter().map(|item| item.get_ref().as_str()).collect();
            items.map(|items| items.join(","))
        }
        DeValue::Table(items) => {
            let item = |(name, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| -> Option<String> {
                let name: &std::borrow::Cow<'_, str> = name.get_ref();
                Some(format!("{name}={}", value.get_ref().as_str()?))
            };
            let items: Option<Vec<String>> = items.iter().map(item).collect();
            items.map(|items| items.join(","))
        }
        _ => None,
    }
}

pub fn directory(text: &str) -> Result<PathBuf, String> {
    not_empty(text).map(PathBuf::from)
}

/// None for an empty text.
pub fn optional_directory(text: &str) -> Result<Option<PathBuf>, String> {
    Ok((!text.trim().is_empty()).then(|| PathBuf::from(text.trim())))
}

/// None for an empty text.
pub fn optional_text(text: &str) -> Result<Option<String>, String> {
    Ok((!text.trim().is_empty()).then(|| text.trim().to_owned()))
}

/// The first line of the file that a setting names.
///
/// # Errors
/// The file cannot be read, or its first line is empty.
pub fn first_line(setting: &str, path: &Path) -> Result<String, String> {
    let fault = |what: &str| format!("{setting} {}: {what}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| fault(&error.to_string()))?;
    let line = text.lines().next().unwrap_or_default().trim();
    if line.is_empty() { Err(fault("its first line is empty")) } else { Ok(line.to_owned()) }
}

pub fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "expected an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080".to_owned())
}

/// Longest text that the page shows, in characters.
const LONGEST_LINE: usize = 200;

pub fn not_empty(text: &str) -> Result<String, String> {
    let text = line(text)?;
    if text.is_empty() { Err("must not be empty".to_owned()) } else { Ok(text) }
}

/// A text of one line, which may be empty.
pub fn line(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.chars().count() > LONGEST_LINE || text.chars().any(char::is_control) {
        return Err(format!("expected one line of at most {LONGEST_LINE} characters"));
    }
    Ok(text.to_owned())
}

/// Empty for none. Only what a mailto address needs is checked.
pub fn mail_address(text: &str) -> Result<String, String> {
    let text = text.trim();
    // After `?` and `&` a mailto address has a subject and more addressees.
    let is_bad = |c: char| c.is_whitespace() || c.is_control() || "?&".contains(c);
    let is_plain = |part: &str| !part.is_empty() && !part.contains(is_bad);
    let is_address = text.rsplit_once('@').is_some_and(|(user, host)| is_plain(user) && is_plain(host));
    if text.is_empty() || is_address {
        Ok(text.to_owned())
    } else {
        Err("expected an address such as ann@example.com".to_owned())
    }
}

pub fn currency(text: &str) -> Result<String, String> {
    if text.len() != 3 || !text.bytes().all(|letter| letter.is_ascii_uppercase()) {
        return Err("expected three capital letters, such as USD".to_owned());
    }
    Ok(text.to_owned())
}

/// None for the machine's time zone.
pub fn time_zone(text: &str) -> Result<Option<String>, String> {
    let zone = (!text.is_empty()).then(|| text.to_owned());
    Clock::system(zone.as_deref()).map_err(|_| "expected an IANA name, such as Europe/Paris".to_owned())?;
    Ok(zone)
}

/// A month as a number.
pub fn month(text: &str) -> Result<Month, String> {
    let number = whole(text, 1..=12).map_err(|_| "expected the number of a month, from 1 to 12".to_owned())?;
    // No number of those fails.
    Month::try_from(number as u8).map_err(|error| error.to_string())
}

pub fn number_of<S: Serializer>(month: &Month, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(u8::from(*month))
}

/// A day that the warehouse can store.
pub fn first_day(text: &str) -> Result<Date, String> {
    let wanted = "expected a date from 2000-01-02 to 2089-09-17, such as 2015-01-01";
    let date = Date::parse(text, &Iso8601::DATE).ok().filter(|date| text.len() == 10 && FIRST_DAYS.contains(date));
    date.ok_or_else(|| wanted.to_owned())
}

const FIRST_DAYS: RangeInclusive<Date> = date!(2000 - 01 - 02)..=date!(2089 - 09 - 17);

pub fn iso<S: Serializer>(date: &Date, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(date)
}

/// None for no time.
pub fn time_of_day(text: &str) -> Result<Option<TimeOfDay>, String> {
    if text.is_empty() { Ok(None) } else { text.parse().map(Some) }
}

/// When the data of a day are due: so many days later at this time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// 1 or more: 1 is the next day.
    pub days: u16,
    pub time: TimeOfDay,
}

impl fmt::Display for Due {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}d {}", self.days, self.time)
    }
}

/// When the data of each table are due, by table. Others are not expected at any time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExpectedBy(pub BTreeMap<String, Due>);

impl Serialize for ExpectedBy {
    /// As a flag would give it.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let all: Vec<String> = self.0.iter().map(|(table, due)| format!("{table}={due}")).collect();
        serializer.serialize_str(&all.join(","))
    }
}

/// `logins=1d 08:00,web_sessions=2d 12:00`
pub fn expected_by(text: &str) -> Result<ExpectedBy, String> {
    let wanted = "expected a table, days and a time for each, such as logins=1d 08:00,web_sessions=2d 12:00";
    let mut all = BTreeMap::new();
    for entry in text.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
        let (table, due) = entry.split_once('=').ok_or(wanted)?;
        let (days, time) = due.trim().split_once("d ").ok_or(wanted)?;
        let due = Due { days: whole(days, 1..=366).map_err(|_| wanted)?, time: time.trim().parse()? };
        let table = table.trim();
        let has_days = |known: &&Table| matches!(known.kind, Kind::Days { .. });
        let tables: Vec<&str> = TABLES.iter().filter(has_days).map(|known| known.name).collect();
        if !tables.contains(&table) {
            return Err(format!("{table:?} is not a table of facts; those are {}", tables.join(", ")));
        }
        if all.insert(table.to_owned(), due).is_some() {
            return Err(format!("{table} is there twice"));
        }
    }
    Ok(ExpectedBy(all))
}

/// Only the form is checked; opening the data directory checks the rest.
pub fn recipients(text: &str) -> Result<Vec<String>, String> {
    let recipients: Vec<_> = text.split(',').map(str::trim).filter(|one| !one.is_empty()).collect();
    let has_form = |one: &&str| one.starts_with("age1") && one.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !recipients.iter().all(has_form) {
        return Err("expected public keys of age, such as age1..., separated by commas".to_owned());
    }
    Ok(recipients.into_iter().map(str::to_owned).collect())
}

/// The modules that the program uses, in the order of lists; `all` for every one.
pub fn modules(text: &str) -> Result<Vec<Module>, String> {
    let all = || Module::ALL.iter().copied().filter(|module| !module.is_administration());
    if text.trim().eq_ignore_ascii_case("all") {
        return Ok(all().collect());
    }
    let names = || all().map(Module::code).collect::<Vec<_>>().join(", ");
    let mut used = Vec::new();
    for code in text.split(',').map(str::trim).filter(|code| !code.is_empty()) {
        let module = Module::of_code(code);
        let module = module.ok_or_else(|| format!("{code:?} is not a module; those are {}, or all", names()))?;
        if module.is_administration() {
            return Err(format!("{} cannot be turned off: leave it out of the list", module.code()));
        }
        used.push(module);
    }
    if used.is_empty() {
        return Err(format!("expected all, or at least one of {}", names()));
    }
    Ok(all().filter(|module| used.contains(module)).collect())
}

/// In DuckDB's notation, for example "4GB".
pub fn memory(text: &str) -> Result<String, String> {
    match text {
        "auto" => Ok(format!("{}MB", half_of_memory_in_megabytes())),
        text if bytes(text)? < 256_000_000 => Err("expected at least 256MB".to_owned()),
        text => Ok(text.to_owned()),
    }
}

pub fn threads(text: &str) -> Result<usize, String> {
    match text {
        "auto" => Ok(std::thread::available_parallelism().map_or(2, usize::from)),
        text => whole(text, 1..=512).map(usize::from),
    }
}

pub fn log_format(text: &str) -> Result<LogFormat, String> {
    match text {
        "text" => Ok(LogFormat::Text),
        "json" => Ok(LogFormat::Json),
        _ => Err("expected text or json".to_owned()),
    }
}

pub fn log_level(text: &str) -> Result<tracing::Level, String> {
    match text {
        "error" => Ok(tracing::Level::ERROR),
        "warn" => Ok(tracing::Level::WARN),
        "info" => Ok(tracing::Level::INFO),
        "debug" => Ok(tracing::Level::DEBUG),
        "trace" => Ok(tracing::Level::TRACE),
        _ => Err("expected error, warn, info, debug or trace".to_owned()),
    }
}

pub fn lower_case<S: Serializer>(level: &tracing::Level, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&level.as_str().to_lowercase())
}

pub fn whole(text: &str, range: RangeInclusive<u16>) -> Result<u16, String> {
    text.parse()
        .ok()
        .filter(|number| range.contains(number))
        .ok_or_else(|| format!("expected a whole number from {} to {}", range.start(), range.end()))
}

/// A number of days, at least `least`; 0 for no limit.
pub fn days_or_none(text: &str, least: u16) -> Result<u16, String> {
    none_or(text, least, 36_500)
}

/// The fewest members that a figure may be about; 0 for any number.
pub fn minimum_members(text: &str) -> Result<u16, String> {
    none_or(text, 2, 1000)
}

fn none_or(text: &str, least: u16, most: u16) -> Result<u16, String> {
    let number = text.parse().ok().filter(|number| *number == 0 || (least..=most).contains(number));
    number.ok_or_else(|| format!("expected 0 or a whole number from {least} to {most}"))
}

/// Bytes of a size such as `256MB`, `1.5 GB` or a plain number.
pub fn bytes(text: &str) -> Result<u64, String> {
    let size = text.trim().parse::<ByteSize>().map(|size| size.as_u64());
    size.ok()
        .filter(|size| *size < 1_000_000_000_000_000)
        .ok_or_else(|| "expected a size such as 512MB or 4GB".to_owned())
}

/// None for an empty text; an address of IPv6 stands without brackets.
pub fn host_name(text: &str) -> Result<Option<String>, String> {
    let text = text.trim();
    if text.parse::<IpAddr>().is_ok() {
        return Ok(Some(text.to_owned()));
    }
    match host_names(text)?.as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(one.clone())),
        _ => Err("expected one host name".to_owned()),
    }
}

pub fn host_names(text: &str) -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'));
        if !plain {
            return Err(format!(
                "{name:?} is not a host name; expected names without port or scheme, separated by commas"
            ));
        }
        names.push(name.to_ascii_lowercase());
    }
    Ok(names)
}

/// Origins as a browser writes them: a scheme, a host and perhaps a port, and nothing that a header could read otherwise.
pub fn origins(text: &str) -> Result<Vec<String>, String> {
    let mut origins = Vec::new();
    for origin in text.split(',').map(str::trim).filter(|origin| !origin.is_empty()) {
        let wrong = || {
            format!(
                "{origin:?} is not an origin; expected a scheme and a host, such as https://intranet.example.com, separated by commas"
            )
        };
        let origin = origin.to_ascii_lowercase();
        let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://")).ok_or_else(wrong)?;
        let (name, port) = host.split_once(':').map_or((host, None), |(name, port)| (name, Some(port)));
        let is_name = name.split('.').all(|part| {
            let is_plain = part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            is_plain && !part.is_empty() && !part.starts_with('-') && !part.ends_with('-')
        });
        let is_port = port.is_none_or(|port| {
            port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok_and(|port| port > 0)
        });
        if !is_name || !is_port {
            return Err(wrong());
        }
        origins.push(origin);
    }
    if origins.len() > 20 {
        return Err("expected at most 20 origins".to_owned());
    }
    Ok(origins)
}

/// Half of the memory that this process may use, in megabytes, from 512 to 64,000; 2,000 if that is unknown.
fn half_of_memory_in_megabytes() -> u64 {
    let memory = Process::own().memory().unwrap_or(4_000_000_000);
    (memory / 2 / 1_000_000).clamp(512, 64_000)
}
