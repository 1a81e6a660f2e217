//! Lines of the audit log to a syslog server: RFC 5424, over TLS (RFC 5425) or TCP (RFC 6587) with the length of each message
//! before it, or over UDP (RFC 5426).

use std::fmt::Write as _;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio_rustls::TlsConnector;

use crate::clock::second;
use crate::config::{SyslogServer, SyslogSettings, Transport};
use crate::egress::{Egress, Purpose};
use crate::platform::machine::host_name;
use crate::store::audit::AuditLine;

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(10);
/// How long the server may take for the lines.
const LIMIT: Duration = Duration::from_secs(30);
/// The facility of audit logs.
const LOG_AUDIT: u8 = 13;
const WARNING: u8 = 4;
const INFORMATIONAL: u8 = 6;

/// A line as a message: its number is the `sequenceId`, its event the `MSGID`, and its text is the JSON of
/// `bond audit list --json`.
fn message(line: &AuditLine, host: &str, process: u32) -> String {
    let is_bad = ["failed", "refused", "blocked"].iter().any(|word| line.event.contains(word));
    let priority = LOG_AUDIT * 8 + if is_bad { WARNING } else { INFORMATIONAL };
    let time = second(line.at).replace(' ', "T");
    let printable = |text: &str, most: usize| -> String {
        let text: String = text.chars().filter(char::is_ascii_graphic).take(most).collect();
        if text.is_empty() { "-".to_owned() } else { text }
    };
    let json = serde_json::to_string(line).unwrap_or_default();
    let (host, event, number) = (printable(host, 255), printable(&line.event, 32), line.line);
    format!("<{priority}>1 {time}Z {host} bond {process} {event} [meta sequenceId=\"{number}\"] {json}")
}

/// Sends lines, and waits until the server has read them all and closes the connection. Nobody says what became of UDP.
///
/// # Errors
/// Why the server may not have all of them.
pub async fn send(egress: &Egress, settings: &SyslogSettings, lines: &[AuditLine]) -> Result<(), String> {
    let Some(server) = &settings.syslog else { return Ok(()) };
    let SyslogServer { transport, host, port } = server;
    let (own, process) = (host_name(), std::process::id());
    let messages = lines.iter().map(|line| message(line, &own, process));
    if *transport == Transport::Udp {
        let opened = egress.datagrams(Purpose::Syslog, (host, *port)).await.map_err(|error| error.to_string())?;
        let socket = opened.map_err(|error| format!("{server}: {error}"))?;
        for message in messages {
            socket.send(message.as_bytes()).await.map_err(|error| format!("{server}: {error}"))?;
        }
        return Ok(());
    }
    let mut counted = String::new();
    for message in messages {
        let _ = write!(counted, "{} {message}", message.len());
    }
    let opened = egress.connect(Purpose::Syslog, (host, *port), CONNECT).await.map_err(|error| error.to_string())?;
    let stream = opened.map_err(|error| format!("{server} cannot be reached: {error}"))?;
    let sent = async {
        match transport {
            Transport::Tls => {
                let trust = settings.trust().map_err(io::Error::other)?;
                let name = ServerName::try_from(host.clone()).map_err(io::Error::other)?;
                let connector = TlsConnector::from(Arc::new(trust.client()));
                let stream = connector.connect(name, stream).await.map_err(|error| match trust.advice_of(&error) {
                    Some(advice) => io::Error::other(format!("its certificate is not trusted: {advice}")),
                    None => error,
                })?;
                taken(stream, counted.as_bytes()).await
            }
            _ => taken(stream, counted.as_bytes()).await,
        }
    };
    match tokio::time::timeout(LIMIT, sent).await {
        Ok(sent) => sent.map_err(|error| format!("{server}: {error}")),
        Err(_) => Err(format!("{server} has not taken the lines within {} s", LIMIT.as_secs())),
    }
}

/// Writes all and waits for the other end to close, as it does after it has read all.
async fn taken(mut stream: impl AsyncRead + AsyncWrite + Unpin, bytes: &[u8]) -> io::Result<()> {
    stream.write_all(bytes).await?;
    stream.shutdown().await?;
    let mut said = [0; 512];
    loop {
        match stream.read(&mut said).await {
            Ok(0) => return Ok(()),
            Ok(_) => {}
            // It has closed without the last word of TLS.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_has_the_parts_of_the_standard() {
        let line = AuditLine {
            line: 12,
            at: 1_773_538_205,
            event: "sign_in_failed".to_owned(),
            actor: Some("Zoë\n<1>".to_owned()),
            subject: None,
            address: Some("10.0.0.7".to_owned()),
            detail: None,
        };
        assert_eq!(
            message(&line, "bond 1.example.com", 7),
            "<108>1 2026-03-15T01:30:05Z bond1.example.com bond 7 sign_in_failed [meta sequenceId=\"12\"] \
             {\"line\":12,\"at\":1773538205,\"event\":\"sign_in_failed\",\"actor\":\"Zoë\\n<1>\",\"subject\":null,\
             \"address\":\"10.0.0.7\",\"detail\":null}"
        );
        let fine = message(&AuditLine { event: "sign_in".to_owned(), ..line }, "", 7);
        assert!(fine.starts_with("<110>1 2026-03-15T01:30:05Z - bond 7 sign_in ["), "{fine}");
    }
}
