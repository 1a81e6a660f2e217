//! Lines of the audit log to a syslog server: RFC 5424, over TLS (RFC 5425) or TCP (RFC 6587) with the length of each message
//! before it, or over UDP (RFC 5426).

use std::fmt::Write as _;
use std::io;
use std::pin::pin;
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

/// How a server has taken lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// It closed the connection when all was sent. Over TLS that was its own word, which nobody on the way can give.
    Closed,
    /// The connection ended when all was sent, without the last word of TLS: the server may leave that out, or have stopped,
    /// or somebody on the way may have cut the connection.
    Cut,
}

/// Sends lines, and waits until the server has read them all and closes the connection. Nobody says what became of UDP.
///
/// # Errors
/// Why the server does not have all of them.
pub async fn send(egress: &Egress, settings: &SyslogSettings, lines: &[AuditLine]) -> Result<Taken, String> {
    let Some(server) = &settings.syslog else { return Ok(Taken::Closed) };
    let SyslogServer { transport, host, port } = server;
    let (own, process) = (host_name(), std::process::id());
    let messages = lines.iter().map(|line| message(line, &own, process));
    if *transport == Transport::Udp {
        let opened = egress.datagrams(Purpose::Syslog, (host, *port)).await.map_err(|error| error.to_string())?;
        let socket = opened.map_err(|error| format!("{server}: {error}"))?;
        for message in messages {
            socket.send(message.as_bytes()).await.map_err(|error| format!("{server}: {error}"))?;
        }
        return Ok(Taken::Closed);
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
async fn taken(stream: impl AsyncRead + AsyncWrite, bytes: &[u8]) -> io::Result<Taken> {
    let (mut reader, mut writer) = tokio::io::split(stream);
    let mut end = pin!(async {
        let mut said = [0; 512];
        loop {
            match reader.read(&mut said).await {
                Ok(0) => return Ok(Taken::Closed),
                Ok(_) => {}
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(Taken::Cut),
                Err(error) => return Err(error),
            }
        }
    });
    let written = async {
        writer.write_all(bytes).await?;
        writer.flush().await
    };
    tokio::select! {
        biased;
        // However it ends now, it has not read what is still to be written.
        ended = &mut end => return Err(ended.err().unwrap_or_else(|| io::Error::other("it closed before it had all"))),
        written = written => written?,
    }
    writer.shutdown().await?;
    end.await
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

    #[tokio::test]
    async fn a_server_that_ends_before_it_can_have_all_has_not_taken_it() {
        let (own, mut server) = tokio::io::duplex(8);
        server.shutdown().await.expect("closed");
        // The server reads nothing, so that nothing more can be written.
        let refused = taken(own, b"more than eight").await.expect_err("not taken");
        assert_eq!(refused.to_string(), "it closed before it had all");
        let (own, mut server) = tokio::io::duplex(8);
        let reads = async {
            let mut all = Vec::new();
            server.read_to_end(&mut all).await.expect("read");
            drop(server);
            all
        };
        let (taken, all) = tokio::join!(taken(own, b"more than eight"), reads);
        assert_eq!((taken.expect("taken"), all.as_slice()), (Taken::Closed, &b"more than eight"[..]));
    }
}
