//! Every connection that Bond opens to another program goes through an [`Egress`]: it notes whom Bond connects to, for
//! what, when and how often, or forbids it.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::net::{TcpStream, UdpSocket};
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{ConnectionDetails, Connector, DefaultConnector, NextTimeout, Transport};
use ureq::{Agent, config::Config as AgentConfig};

/// Longest text of a failure that is noted, in characters.
const LONGEST_FAILURE: usize = 300;

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// Signing in by the OpenID Connect provider.
    OpenIdConnect,
    /// The rows of members on a cluster.
    ClickHouse,
    /// Sending mail.
    Mail,
    /// Reports and alerts to webhooks.
    Webhook,
    /// Asking another system for data.
    Pull,
    /// Copying backups elsewhere.
    Backup,
    /// The audit log to a syslog server.
    Syslog,
    /// `bond mcp`, which hands messages to a Bond elsewhere.
    Agents,
}

impl Purpose {
    /// As it is stored and answered.
    pub fn id(self) -> &'static str {
        match self {
            Purpose::OpenIdConnect => "openid_connect",
            Purpose::ClickHouse => "clickhouse",
            Purpose::Mail => "mail",
            Purpose::Webhook => "webhook",
            Purpose::Pull => "pull",
            Purpose::Backup => "backup",
            Purpose::Syslog => "syslog",
            Purpose::Agents => "agents",
        }
    }
}

/// The connections to one peer for one purpose, since they were last written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    pub purpose: &'static str,
    /// Host and port.
    pub peer: String,
    /// Seconds since 1970-01-01 UTC.
    pub first_at: i64,
    pub last_at: i64,
    /// How often one was tried.
    pub tries: i64,
    pub failures: i64,
    pub last_failure: Option<String>,
}

/// The setting `no_egress` forbids a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the setting no_egress forbids every connection to other programs")]
pub struct Forbidden;

/// Writes connections down for good.
pub type Journal = dyn Fn(&[Opened]) -> Result<(), String> + Send + Sync;

/// Whom Bond connects to. Clones share what they note.
#[derive(Clone, Default)]
pub struct Egress(Arc<Inner>);

#[derive(Default)]
struct Inner {
    is_forbidden: bool,
    journal: OnceLock<Box<Journal>>,
    /// By purpose and peer; without tries and failures where all is written down.
    noted: Mutex<BTreeMap<(Purpose, String), Opened>>,
}

impl Inner {
    fn flush(&self) {
        let Some(journal) = self.journal.get() else { return };
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh: Vec<Opened> = noted.values().filter(|opened| opened.tries + opened.failures > 0).cloned().collect();
        if fresh.is_empty() {
            return;
        }
        match journal(&fresh) {
            Ok(()) => noted.values_mut().for_each(|opened| {
                (opened.tries, opened.failures, opened.last_failure) = (0, 0, None);
            }),
            Err(error) => tracing::error!(error, "connections that were opened could not be written down"),
        }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.flush();
    }
}

impl fmt::Debug for Egress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Egress").field("is_forbidden", &self.0.is_forbidden).finish_non_exhaustive()
    }
}

impl Egress {
    /// Connections that are allowed, or forbidden by `no_egress`.
    pub fn new(is_forbidden: bool) -> Egress {
        Egress(Arc::new(Inner { is_forbidden, journal: OnceLock::new(), noted: Mutex::default() }))
    }

    /// Where connections are written down, from now on; those that were noted before are written there too.
    pub fn write_to(&self, journal: Box<Journal>) {
        if self.0.journal.set(journal).is_ok() {
            self.flush();
        }
    }

    /// Opens a connection to a peer with `connect`, and notes how that went.
    ///
    /// # Errors
    /// [`Forbidden`], without a call of `connect`.
    pub fn open<T, E: fmt::Display>(
        &self,
        purpose: Purpose,
        peer: &str,
        connect: impl FnOnce() -> Result<T, E>,
    ) -> Result<Result<T, E>, Forbidden> {
        self.begin(purpose, peer)?;
        let opened = connect();
        self.end(purpose, peer, opened.as_ref().err().map(ToString::to_string));
        Ok(opened)
    }

    /// As [`Egress::open`], of a connection that opens while others work.
    ///
    /// # Errors
    /// [`Forbidden`]; `connecting` was not begun.
    pub async fn open_async<T, E: fmt::Display>(
        &self,
        purpose: Purpose,
        peer: &str,
        connecting: impl Future<Output = Result<T, E>>,
    ) -> Result<Result<T, E>, Forbidden> {
        self.begin(purpose, peer)?;
        let opened = connecting.await;
        self.end(purpose, peer, opened.as_ref().err().map(ToString::to_string));
        Ok(opened)
    }

    /// A connection to a host, within so much time.
    ///
    /// # Errors
    /// [`Forbidden`]; inside, that of the system.
    pub async fn connect(
        &self,
        purpose: Purpose,
        (host, port): (&str, u16),
        limit: Duration,
    ) -> Result<io::Result<TcpStream>, Forbidden> {
        let late = |_| io::Error::new(io::ErrorKind::TimedOut, format!("no answer within {} seconds", limit.as_secs()));
        let connecting =
            async { tokio::time::timeout(limit, TcpStream::connect((host, port))).await.map_err(late).flatten() };
        self.open_async(purpose, &format!("{host}:{port}"), connecting).await
    }

    /// A socket for datagrams to a host.
    ///
    /// # Errors
    /// [`Forbidden`]; inside, that of the system.
    pub async fn datagrams(
        &self,
        purpose: Purpose,
        (host, port): (&str, u16),
    ) -> Result<io::Result<UdpSocket>, Forbidden> {
        let connecting = async {
            let peer = tokio::net::lookup_host((host, port)).await?.next();
            let peer = peer.ok_or_else(|| io::Error::other("the name has no address"))?;
            let own: IpAddr = if peer.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
            let socket = UdpSocket::bind((own, 0)).await?;
            socket.connect(peer).await?;
            Ok::<_, io::Error>(socket)
        };
        self.open_async(purpose, &format!("{host}:{port}"), connecting).await
    }

    /// A client for HTTP whose every connection goes through this.
    pub fn agent(&self, purpose: Purpose, config: AgentConfig) -> Agent {
        let gate = Gate { egress: self.clone(), purpose };
        Agent::with_parts(
            config,
            GatedConnector { gate: gate.clone(), inner: DefaultConnector::default() },
            GatedResolver { gate, inner: DefaultResolver::default() },
        )
    }

    /// Writes down what was noted since the last time. What cannot be written is kept for the next time.
    pub fn flush(&self) {
        self.0.flush();
    }

    /// Notes that a connection is about to be opened. The first one to a peer is written down before anything is sent.
    fn begin(&self, purpose: Purpose, peer: &str) -> Result<(), Forbidden> {
        if self.0.is_forbidden {
            return Err(Forbidden);
        }
        let is_first = {
            let mut noted = self.0.noted.lock().unwrap_or_else(PoisonError::into_inner);
            let at = now();
            match noted.entry((purpose, peer.to_owned())) {
                Entry::Occupied(mut known) => {
                    let known = known.get_mut();
                    (known.last_at, known.tries) = (at, known.tries + 1);
                    false
                }
                Entry::Vacant(new) => {
                    new.insert(Opened {
                        purpose: purpose.id(),
                        peer: peer.to_owned(),
                        first_at: at,
                        last_at: at,
                        tries: 1,
                        failures: 0,
                        last_failure: None,
                    });
                    true
                }
            }
        };
        if is_first {
            self.flush();
        }
        Ok(())
    }

    /// Notes how opening a connection ended.
    fn end(&self, purpose: Purpose, peer: &str, failure: Option<String>) {
        let Some(failure) = failure else { return };
        let mut noted = self.0.noted.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = noted.get_mut(&(purpose, peer.to_owned())) {
            let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
            known.failures += 1;
            known.last_failure = Some(failure.chars().map(plain).take(LONGEST_FAILURE).collect());
        }
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

/// What both parts of a client for HTTP have in common.
#[derive(Clone, Debug)]
struct Gate {
    egress: Egress,
    purpose: Purpose,
}

impl Gate {
    fn forbidden(&self) -> Result<(), ureq::Error> {
        if self.egress.0.is_forbidden { Err(ureq::Error::Other(Box::new(Forbidden))) } else { Ok(()) }
    }
}

/// Looks up no name where connections are forbidden.
#[derive(Debug)]
struct GatedResolver {
    gate: Gate,
    inner: DefaultResolver,
}

impl Resolver for GatedResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &AgentConfig,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        self.gate.forbidden()?;
        let Gate { egress, purpose } = &self.gate;
        self.inner.resolve(uri, config, timeout).inspect_err(|error| {
            // Nobody comes as far as opening a connection then.
            let peer = peer(uri);
            if egress.begin(*purpose, &peer).is_ok() {
                egress.end(*purpose, &peer, Some(error.to_string()));
            }
        })
    }
}

/// Notes each connection that is opened; those that are used again are not asked for here.
#[derive(Debug)]
struct GatedConnector {
    gate: Gate,
    inner: DefaultConnector,
}

impl Connector for GatedConnector {
    type Out = Box<dyn Transport>;

    fn connect(&self, details: &ConnectionDetails<'_>, chained: Option<()>) -> Result<Option<Self::Out>, ureq::Error> {
        let Gate { egress, purpose } = &self.gate;
        let opened = egress.open(*purpose, &peer(details.uri), || self.inner.connect(details, chained));
        opened.unwrap_or_else(|forbidden| Err(ureq::Error::Other(Box::new(forbidden))))
    }
}

/// Host and port of an address.
fn peer(uri: &Uri) -> String {
    let port = uri.port_u16().unwrap_or(if uri.scheme_str() == Some("http") { 80 } else { 443 });
    format!("{}:{port}", uri.host().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    type Written = Arc<Mutex<Vec<Opened>>>;

    fn egress(is_forbidden: bool) -> (Egress, Written) {
        let (egress, written) = (Egress::new(is_forbidden), Written::default());
        let to = Arc::clone(&written);
        egress.write_to(Box::new(move |opened| {
            to.lock().expect("whole").extend_from_slice(opened);
            Ok(())
        }));
        (egress, written)
    }

    fn agent(egress: &Egress) -> Agent {
        let second = std::time::Duration::from_secs(1);
        let config = Agent::config_builder().timeout_global(Some(second)).proxy(None).build();
        egress.agent(Purpose::OpenIdConnect, config)
    }

    fn brief(written: &Written) -> Vec<(String, i64, i64)> {
        written.lock().expect("whole").iter().map(|one| (one.peer.clone(), one.tries, one.failures)).collect()
    }

    #[test]
    fn what_is_forbidden_reaches_nobody() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("set");
        let address = listener.local_addr().expect("an address");
        let (egress, written) = egress(true);
        let refused = agent(&egress).get(format!("http://{address}/")).call().expect_err("forbidden");
        assert!(refused.to_string().contains("no_egress"), "{refused}");
        let mut is_called = false;
        let opened = egress.open(Purpose::Mail, "mail.example:25", || {
            is_called = true;
            Ok::<(), String>(())
        });
        assert_eq!((opened, is_called), (Err(Forbidden), false));
        assert_eq!(listener.accept().map(|_| ()).map_err(|error| error.kind()), Err(std::io::ErrorKind::WouldBlock));
        assert!(brief(&written).is_empty());
    }

    #[test]
    fn the_first_connection_is_written_down_before_it_is_opened_and_the_others_when_asked() {
        let (egress, written) = egress(false);
        let peer = "mail.example:25";
        let open = |result: Result<(), String>| egress.open(Purpose::Mail, peer, || result).expect("allowed");
        egress
            .open(Purpose::Mail, peer, || {
                assert_eq!(brief(&written), [(peer.to_owned(), 1, 0)]);
                Err::<(), _>("away\n".to_owned())
            })
            .expect("allowed")
            .expect_err("as said");
        open(Ok(())).expect("as said");
        assert_eq!(brief(&written).len(), 1, "the others wait");
        open(Err("x".repeat(1000))).expect_err("as said");
        egress.flush();
        egress.flush();
        assert_eq!(brief(&written), [(peer.to_owned(), 1, 0), (peer.to_owned(), 2, 2)]);
        let last = written.lock().expect("whole").last().cloned().expect("some");
        assert_eq!(last.last_failure.map(|text| text.len()), Some(LONGEST_FAILURE));
    }

    #[test]
    fn names_that_nobody_knows_and_ports_that_nobody_serves_are_failures() {
        let (egress, written) = egress(false);
        let gone = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
        for address in [gone.to_string(), "nobody.invalid".to_owned()] {
            agent(&egress).get(format!("http://{address}/")).call().expect_err("away");
        }
        egress.flush();
        let failures: Vec<(String, i64)> = {
            let written = written.lock().expect("whole");
            let of = |peer: &str| {
                let all = written.iter().filter(|one| one.peer == peer);
                all.map(|one| one.failures).sum()
            };
            ["nobody.invalid:80".to_owned(), gone.to_string()].map(|peer| (peer.clone(), of(&peer))).to_vec()
        };
        assert_eq!(failures, [("nobody.invalid:80".to_owned(), 1), (gone.to_string(), 1)]);
    }
}
