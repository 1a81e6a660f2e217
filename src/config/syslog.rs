//! The settings of the server that gets the audit log.

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use serde::{Serialize, Serializer};
use url::{Host, Url};

use super::HEADINGS;
use super::values::optional_directory;
use crate::trust::{Peer, Trust};

const SERVER: Peer = Peer {
    name: "the syslog server",
    ca_file: "syslog_ca_file",
    address: "syslog",
    trusts_machine: true,
    // A reload is enough.
    reads_file_again: true,
};

/// How lines are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    Tls,
    Tcp,
    Udp,
}

/// Where they are sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyslogServer {
    pub transport: Transport,
    /// An address of IPv6 stands without brackets.
    pub host: String,
    pub port: u16,
}

impl fmt::Display for SyslogServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.transport {
            Transport::Tls => "tls",
            Transport::Tcp => "tcp",
            Transport::Udp => "udp",
        };
        match self.host.contains(':') {
            true => write!(f, "{scheme}://[{}]:{}", self.host, self.port),
            false => write!(f, "{scheme}://{}:{}", self.host, self.port),
        }
    }
}

// With `::std` in front of Option, clap takes one text for the whole value.
#[derive(Args, Clone, Debug, Serialize)]
pub struct SyslogSettings {
    /// Server that gets each line of the audit log, such as tls://logs.example.com:6514 (RFC 5424 over RFC 5425); tcp:// and
    /// udp:// send it unencrypted, and udp:// may lose lines; empty for none.
    #[arg(long, value_name = "ADDRESS", default_value = "", value_parser = server, help_heading = HEADINGS[2])]
    #[serde(serialize_with = "shown")]
    pub syslog: ::std::option::Option<SyslogServer>,
    /// File with certificates (PEM) that are trusted for the syslog server in addition to those of this machine; empty for
    /// none.
    #[arg(long, value_name = "FILE", default_value = "", value_parser = optional_directory, help_heading = HEADINGS[2])]
    pub syslog_ca_file: ::std::option::Option<PathBuf>,
}

impl SyslogSettings {
    /// Whether the settings can be used together.
    ///
    /// # Errors
    /// What to set instead, or what is wrong with the file.
    pub fn check(&self) -> Result<(), String> {
        match &self.syslog {
            Some(SyslogServer { transport: Transport::Tls, .. }) => self.trust().map(drop),
            _ if self.syslog_ca_file.is_some() => {
                Err("syslog_ca_file is set, but syslog is no tls:// address".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// The authorities that are trusted for the server.
    ///
    /// # Errors
    /// What is wrong with their file.
    pub fn trust(&self) -> Result<Trust, String> {
        Trust::new(&SERVER, self.syslog_ca_file.as_deref())
    }
}

fn shown<S: Serializer>(server: &Option<SyslogServer>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&server.as_ref().map(ToString::to_string).unwrap_or_default())
}

fn server(text: &str) -> Result<Option<SyslogServer>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let read = || {
        let url = Url::parse(text).ok()?;
        let (transport, usual) = match url.scheme() {
            "tls" => (Transport::Tls, Some(6514)),
            "tcp" => (Transport::Tcp, None),
            "udp" => (Transport::Udp, Some(514)),
            _ => return None,
        };
        let is_plain = matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none();
        let host = match url.host()? {
            Host::Ipv6(address) => address.to_string(),
            host => host.to_string(),
        };
        let is_whole = is_plain && url.username().is_empty() && url.password().is_none() && !host.is_empty();
        Some(SyslogServer { transport, host, port: url.port().or(usual)? }).filter(|_| is_whole)
    };
    read().map(Some).ok_or_else(|| "expected tls://HOST:PORT, tcp://HOST:PORT or udp://HOST:PORT".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_way_a_host_and_a_port() {
        let read = |text: &str| server(text).map(|read| read.map(|read| read.to_string()).unwrap_or_default());
        for (text, expected) in [
            ("", ""),
            ("tls://logs.example.com", "tls://logs.example.com:6514"),
            ("tls://logs.example.com:7", "tls://logs.example.com:7"),
            ("udp://10.0.0.7", "udp://10.0.0.7:514"),
            ("tcp://[::1]:601", "tcp://[::1]:601"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(expected), "{text}");
        }
        for text in
            ["logs.example.com", "https://logs.example.com", "tcp://logs", "tls://ann@logs", "tls://logs/x", "tls://"]
        {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
