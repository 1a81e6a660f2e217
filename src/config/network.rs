//! Whether the settings of the network can be used together, and who may connect.

use std::net::IpAddr;

use super::{Config, Engine, OwnTls, PullSettings};

impl Config {
    /// Whether the settings of the network can be used together.
    ///
    /// # Errors
    /// What to set instead.
    pub fn check_network(&self) -> Result<(), String> {
        self.check_egress()?;
        self.mail.check()?;
        self.syslog.check()?;
        if self.tls_cert.is_some() != self.tls_key.is_some() {
            return Err("tls_cert and tls_key belong together: set both or neither".to_owned());
        }
        if self.tls == OwnTls::SelfSigned && self.tls_cert.is_some() {
            return Err("set tls = \"self-signed\", or tls_cert and tls_key, not both".to_owned());
        }
        let is_safe = self.listen.ip().is_loopback() || self.has_tls() || !self.trusted_proxies.is_empty();
        if is_safe || self.insecure_http {
            return Ok(());
        }
        Err(format!(
            "listen = {} would send passwords and data unencrypted to other machines. Choose one of:\n  \
             TLS: --tls-cert FILE --tls-key FILE, or --tls self-signed\n  \
             a proxy with TLS in front: --trusted-proxies with its address\n  \
             unencrypted all the same: --insecure-http",
            self.listen
        ))
    }

    /// Whether a program at this address may talk to the server as it listens. Where a proxy has the TLS, only that proxy
    /// may come without.
    pub fn admits(&self, peer: IpAddr) -> bool {
        let is_proxy = || self.trusted_proxies.iter().any(|net| net.contains(&peer.to_canonical()));
        self.has_tls() || self.insecure_http || self.trusted_proxies.is_empty() || is_proxy()
    }

    /// Whether the settings ask for connections that `no_egress` forbids.
    ///
    /// # Errors
    /// Which, and what to do.
    pub fn check_egress(&self) -> Result<(), String> {
        if !self.no_egress {
            return Ok(());
        }
        let is_asked_for = [
            ("oidc_issuer", self.oidc.oidc_issuer.is_some()),
            ("[oidc.NAME]", !self.oidc_tables.is_empty()),
            ("warehouse = clickhouse", self.clickhouse.warehouse == Engine::ClickHouse),
            ("smtp_host", self.mail.smtp_host.is_some()),
            ("webhook_hosts", !self.mail.webhook_hosts.is_empty()),
            ("syslog", self.syslog.syslog.is_some()),
            ("[pull.NAME] of another machine", self.pulls.iter().any(PullSettings::connects)),
            ("[backup_to.NAME] of another machine", self.backup_to.iter().any(|to| to.place.connects())),
        ];
        match is_asked_for.iter().find(|(_, is_set)| *is_set) {
            None => Ok(()),
            Some((setting, _)) => Err(format!(
                "no_egress forbids every connection to other programs, and {setting} needs some: take one of the two out"
            )),
        }
    }
}
