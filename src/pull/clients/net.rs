//! What the clients have in common: connections that are noted, secrets, certificates, a runtime.

use std::future::Future;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use ureq::http::{Response, Uri};
use ureq::{Agent, Body};

use super::system::plain;
use crate::config::first_line;
use crate::egress::{Egress, Purpose};
use crate::trust::{Peer, Trust};

/// How long a connection may take, and signing in.
pub(super) const CONNECT: Duration = Duration::from_secs(15);
/// How long a system may send nothing: a query may take its time.
pub(super) const SILENCE: Duration = Duration::from_secs(15 * 60);
/// How long one file may take.
const LONGEST: Duration = Duration::from_secs(6 * 60 * 60);
/// How often it is looked whether the pull should end.
const LOOK: Duration = Duration::from_millis(500);

const SYSTEM: Peer =
    Peer { name: "the system", ca_file: "ca_file", address: "host", trusts_machine: true, reads_file_again: true };

/// The authorities that are trusted for a system.
pub(super) fn trust(ca_file: Option<&Path>) -> Result<Trust, String> {
    Trust::new(&SYSTEM, ca_file)
}

/// A secret: the first line of a file, which is read each time, so that it can be changed.
pub(super) fn secret(key: &str, path: &Path) -> Result<String, String> {
    first_line(key, path)
}

pub(super) fn runtime() -> Result<Runtime, String> {
    Builder::new_current_thread().enable_all().build().map_err(|error| format!("no runtime can be made: {error}"))
}

/// Waits for something that may take so long, unless the pull should end.
pub(super) async fn within<T>(
    limit: Duration,
    is_stopping: &dyn Fn() -> bool,
    peer: &str,
    what: impl Future<Output = T>,
) -> Result<T, String> {
    let stopped = async {
        while !is_stopping() {
            tokio::time::sleep(LOOK).await;
        }
    };
    tokio::select! {
        done = what => Ok(done),
        () = tokio::time::sleep(limit) => {
            Err(format!("{peer} has sent nothing for {} seconds; look whether it is in trouble", limit.as_secs()))
        }
        () = stopped => Err("stopped".to_owned()),
    }
}

/// A connection that the list of connections has.
pub(super) async fn connect(egress: &Egress, purpose: Purpose, host: &str, port: u16) -> Result<TcpStream, String> {
    let opened = egress.connect(purpose, (host, port), CONNECT).await.map_err(|forbidden| forbidden.to_string())?;
    opened.map_err(|error| unreachable(&format!("{host}:{port}"), &error.to_string()))
}

fn unreachable(peer: &str, said: &str) -> String {
    format!("{peer} cannot be reached: {}; look at host and port, and at firewalls on the way", plain(said))
}

/// A client for HTTP.
pub(super) fn agent(egress: &Egress, purpose: Purpose, trust: &Trust) -> Agent {
    let limits = trust.http().timeout_connect(Some(CONNECT)).timeout_recv_response(Some(SILENCE));
    egress.agent(purpose, limits.timeout_global(Some(LONGEST)).build())
}

/// Writes what a request is answered with. An answer that does not say how it ends is none: where a server goes away in the
/// middle, it would look whole.
pub(super) fn save(name: &str, host: &str, answer: Response<Body>, to: &mut dyn Write) -> Result<(), String> {
    let ends = ["content-length", "transfer-encoding"].iter().any(|header| answer.headers().contains_key(*header));
    if !ends {
        return Err(format!(
            "{name}: {host} does not say how long its answer is; have it send the header content-length, or pieces (chunked)"
        ));
    }
    let copied = io::copy(&mut answer.into_body().into_reader(), to);
    let cut = |error: io::Error| format!("{name}: it was cut off: {}; nothing was loaded", plain(&error.to_string()));
    copied.map(drop).map_err(cut)
}

/// What a failed request says.
pub(super) fn of_request(trust: &Trust, address: &str, error: &ureq::Error) -> String {
    let host = host(address);
    match trust.advice(error) {
        Some(advice) => format!("the certificate of {host} is not trusted: {advice}"),
        None => unreachable(&host, &error.to_string()),
    }
}

/// Host and port of an address, without what else it has: it may be a secret.
pub(super) fn host(address: &str) -> String {
    let uri: Option<Uri> = address.parse().ok();
    uri.and_then(|uri| uri.authority().map(ToString::to_string)).unwrap_or_else(|| "the address".to_owned())
}
