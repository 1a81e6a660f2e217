//! Where reports and alerts go, and how the last try to send one ended. The words of both.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSqlOutput, Value, ValueRef};
use rusqlite::{Row, ToSql};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::saved::{Columns, Stored, value};

// A word of the store and of calls for each variant.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS, JsonSchema)]
        pub enum $name {
            $(#[serde(rename = $word)] $variant,)*
        }

        impl $name {
            /// As it is stored and answered.
            pub fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)*
                }
            }
        }

        impl ToSql for $name {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.word().into())
            }
        }

        impl FromSql for $name {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<$name> {
                match value.as_str()? {
                    $($word => Ok($name::$variant),)*
                    _ => Err(FromSqlError::InvalidType),
                }
            }
        }
    };
}

words! {
    /// How often a report is sent.
    Every { Day "day", Week "week", Month "month" }
}
words! {
    /// Where a report or alert goes.
    Channel { Mail "mail", Folder "folder", Webhook "webhook" }
}
words! {
    /// The form of a report's file.
    ReportFormat { Xlsx "xlsx", Pdf "pdf" }
}
words! {
    /// How the last try to send something ended: `stopped` where trying again is of no use.
    DeliveryState { Sent "sent", Failed "failed", Stopped "stopped" }
}
words! {
    /// When an alert fires: the figure is above or below an amount; it changed by more than so many percent or points; it is
    /// unlike the same weekday; it changed by more than normal variation; data are late.
    AlertRule {
        Above "above", Below "below", Percent "percent", Points "points", Weekday "weekday", Chance "chance", Late "late",
    }
}
words! {
    /// The changes that an alert is about: all, or only rises or falls.
    Direction { Any "any", Up "up", Down "down" }
}
words! {
    /// What the last check of an alert found: whether its rule holds, or that this cannot be said.
    AlertState { Holds "holds", Ceased "ceased", Unknown "unknown" }
}

/// Where something goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    pub channel: Channel,
    /// Addresses of mail.
    pub recipients: Vec<String>,
    /// The subfolder; empty for other channels.
    pub folder: String,
    /// The address of a webhook; empty for other channels.
    pub webhook: String,
}

impl Destination {
    /// By mail.
    pub fn mail(recipients: Vec<String>) -> Destination {
        Destination { channel: Channel::Mail, recipients, folder: String::new(), webhook: String::new() }
    }

    /// To a subfolder.
    pub fn folder(folder: String) -> Destination {
        Destination { channel: Channel::Folder, recipients: Vec::new(), folder, webhook: String::new() }
    }

    /// To a webhook.
    pub fn webhook(webhook: String) -> Destination {
        Destination { channel: Channel::Webhook, recipients: Vec::new(), folder: String::new(), webhook }
    }

    /// For the audit log. The path of a webhook may be a secret, so only its host is named.
    pub fn named(&self) -> String {
        match self.channel {
            Channel::Mail => self.recipients.join(", "),
            Channel::Folder => format!("folder {}", self.folder),
            Channel::Webhook => format!("webhook {}", host_of(&self.webhook)),
        }
    }
}

/// The word of what is sent nowhere and shown in the page alone, in the store.
const PAGE: &str = "page";

/// None for what is shown in the page alone.
impl Stored for Option<Destination> {
    fn columns(&self) -> rusqlite::Result<Columns> {
        let text = |text: &str| Value::from(text.to_owned());
        match self {
            Some(to) => to.columns(),
            None => {
                Ok(vec![("channel", text(PAGE)), ("recipients", text("")), ("folder", text("")), ("webhook", text(""))])
            }
        }
    }

    fn from_row(row: &Row<'_>) -> rusqlite::Result<Option<Destination>> {
        let channel: String = row.get("channel")?;
        (channel != PAGE).then(|| Destination::from_row(row)).transpose()
    }
}

impl Stored for Destination {
    fn columns(&self) -> rusqlite::Result<Columns> {
        Ok(vec![
            ("channel", value(&self.channel)?),
            // Addresses have no line breaks.
            ("recipients", value(&self.recipients.join("\n"))?),
            ("folder", value(&self.folder)?),
            ("webhook", value(&self.webhook)?),
        ])
    }

    fn from_row(row: &Row<'_>) -> rusqlite::Result<Destination> {
        let recipients: String = row.get("recipients")?;
        Ok(Destination {
            channel: row.get("channel")?,
            recipients: recipients.lines().map(str::to_owned).collect(),
            folder: row.get("folder")?,
            webhook: row.get("webhook")?,
        })
    }
}

/// The host of an address, with its port.
pub fn host_of(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or(rest)
}

/// The last try to send something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastTry {
    /// Seconds since 1970-01-01 UTC.
    pub at: i64,
    pub state: DeliveryState,
    /// To whom it went, or why it did not.
    pub text: String,
}

impl Stored for Option<LastTry> {
    fn columns(&self) -> rusqlite::Result<Columns> {
        let [at, state, text] = match self {
            None => [Value::Null, Value::Null, Value::Null],
            Some(LastTry { at, state, text }) => [value(at)?, value(state)?, value(text)?],
        };
        Ok(vec![("last_at", at), ("last_state", state), ("last_text", text)])
    }

    fn from_row(row: &Row<'_>) -> rusqlite::Result<Option<LastTry>> {
        let at: Option<i64> = row.get("last_at")?;
        let Some(at) = at else { return Ok(None) };
        let text: Option<String> = row.get("last_text")?;
        Ok(Some(LastTry { at, state: row.get("last_state")?, text: text.unwrap_or_default() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_audit_log_names_the_host_of_a_webhook_and_not_its_path() {
        let to = |address: &str| Destination::webhook(address.to_owned()).named();
        assert_eq!(to("https://hooks.example.com/T1/secret"), "webhook hooks.example.com");
        assert_eq!(to("http://127.0.0.1:99?key=secret"), "webhook 127.0.0.1:99");
        assert_eq!(Destination::folder("board".to_owned()).named(), "folder board");
    }
}
