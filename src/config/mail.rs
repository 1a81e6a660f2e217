//! The settings of reports and alerts: the mail server that takes them, the folder that they may be written to, and the hosts
//! whose webhooks may get them.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use url::Url;

use super::HEADINGS;
use super::oidc::{Secret, is_this_machine as is_loopback, secret};
use super::values::{first_line, host_name, host_names, line, mail_address, optional_directory, whole};
use crate::trust::{Peer, Trust};

const MAIL_SERVER: Peer = Peer {
    name: "the mail server",
    ca_file: "mail_ca_file",
    address: "smtp_host",
    trusts_machine: true,
    reads_file_again: false,
};

const WEBHOOKS: Peer = Peer {
    name: "the webhook",
    ca_file: "webhook_ca_file",
    address: "webhook_hosts",
    trusts_machine: true,
    reads_file_again: false,
};

/// The longest address of a webhook.
const LONGEST_WEBHOOK: usize = 500;

/// How the connection to the mail server is protected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SmtpTls {
    /// From the command STARTTLS on, without which nothing is sent.
    StartTls,
    /// From the beginning.
    Tls,
    None,
}

// With `::std` in front of Vec and Option, clap takes one text for the whole value.
#[derive(Args, Clone, Debug, Serialize)]
pub struct MailSettings {
    /// Mail server that takes reports and alerts, such as mail.example.com; empty for no mail.
    #[arg(long, value_name = "HOST", default_value = "", value_parser = host_name, help_heading = HEADINGS[2])]
    pub smtp_host: ::std::option::Option<String>,
    /// Port of the mail server (1 to 65535).
    #[arg(long, value_name = "PORT", default_value = "587", value_parser = |text: &str| whole(text, 1..=65_535))]
    #[arg(help_heading = HEADINGS[2])]
    pub smtp_port: u16,
    /// How the connection to the mail server is protected. Values: starttls; tls, from the beginning, usually on port 465;
    /// none.
    #[arg(long, value_name = "starttls|tls|none", default_value = "starttls", value_parser = smtp_tls)]
    #[arg(help_heading = HEADINGS[2])]
    pub smtp_tls: SmtpTls,
    /// User of the mail server; empty to send without signing in.
    #[arg(long, value_name = "NAME", default_value = "", value_parser = line, help_heading = HEADINGS[2])]
    pub smtp_user: String,
    /// That user's password, from the page, the environment or the settings file; empty for none.
    #[arg(long, value_name = "PASSWORD", default_value = "", value_parser = secret, hide = true)]
    #[arg(help_heading = HEADINGS[2])]
    pub smtp_password: Secret,
    /// File whose first line is that password, in place of smtp_password; empty for none.
    #[arg(long, value_name = "FILE", default_value = "", value_parser = optional_directory, help_heading = HEADINGS[2])]
    pub smtp_password_file: ::std::option::Option<PathBuf>,
    /// Address that mail is from, such as bond@example.com.
    #[arg(long, value_name = "ADDRESS", default_value = "", value_parser = mail_address, help_heading = HEADINGS[2])]
    pub mail_from: String,
    /// File with certificates (PEM) that are trusted for the mail server in addition to those of this machine; empty for
    /// none.
    #[arg(long, value_name = "FILE", default_value = "", value_parser = optional_directory, help_heading = HEADINGS[2])]
    pub mail_ca_file: ::std::option::Option<PathBuf>,
    /// Domains to which reports and alerts may be mailed, separated by commas, such as example.com; empty allows none.
    #[arg(long, value_name = "DOMAINS", default_value = "", value_parser = host_names, help_heading = HEADINGS[2])]
    pub mail_domains: ::std::vec::Vec<String>,
    /// Folder in whose subfolders reports and alerts may be written; empty for none.
    #[arg(long, value_name = "DIR", default_value = "", value_parser = optional_directory, help_heading = HEADINGS[2])]
    pub reports_dir: ::std::option::Option<PathBuf>,
    /// Hosts whose webhooks may get reports and alerts, separated by commas, such as hooks.example.com; empty for no
    /// webhooks.
    #[arg(long, value_name = "NAMES", default_value = "", value_parser = host_names, help_heading = HEADINGS[2])]
    pub webhook_hosts: ::std::vec::Vec<String>,
    /// File with certificates (PEM) that are trusted for webhooks in addition to those of this machine; empty for none.
    #[arg(long, value_name = "FILE", default_value = "", value_parser = optional_directory, help_heading = HEADINGS[2])]
    pub webhook_ca_file: ::std::option::Option<PathBuf>,
}

impl MailSettings {
    /// Whether the settings can be used together.
    ///
    /// # Errors
    /// What to set instead, or what is wrong with a file.
    pub fn check(&self) -> Result<(), String> {
        if !self.webhook_hosts.is_empty() {
            self.webhook_trust()?;
        } else if self.webhook_ca_file.is_some() {
            return Err("webhook_ca_file is set, but webhook_hosts names no host".to_owned());
        }
        self.faults_of_server().into_iter().next().map_or(Ok(()), |(_, reason)| Err(reason))
    }

    /// What is wrong where the settings of the mail server are used together: the setting to change, and what to set
    /// instead or what is wrong with a file. One of each setting.
    pub fn faults_of_server(&self) -> Vec<(&'static str, String)> {
        let Some(host) = &self.smtp_host else { return Vec::new() };
        let from = self.mail_from.is_empty().then(|| {
            let reason = "smtp_host is set, so mail_from must be set, too";
            ("mail_from", reason.to_owned())
        });
        let password = self.fault_of_password();
        let file = self.password().err().filter(|_| password.is_none()).map(|reason| ("smtp_password", reason));
        let trust = self.trust().err().map(|reason| ("smtp_host", reason));
        [from, password, self.fault_of_tls(host), file, trust].into_iter().flatten().collect()
    }

    fn fault_of_password(&self) -> Option<(&'static str, String)> {
        let has_password = self.smtp_password.reveal().is_some();
        if has_password && self.smtp_password_file.is_some() {
            return Some(("smtp_password", "smtp_password and smtp_password_file are both set; remove one".to_owned()));
        }
        if self.smtp_user.is_empty() != (!has_password && self.smtp_password_file.is_none()) {
            let missing = if self.smtp_user.is_empty() { "smtp_user" } else { "smtp_password" };
            return Some((missing, "smtp_user and its password belong together: set both or neither".to_owned()));
        }
        None
    }

    fn fault_of_tls(&self, host: &str) -> Option<(&'static str, String)> {
        if self.smtp_tls != SmtpTls::None {
            return None;
        }
        let reason = if self.mail_ca_file.is_some() {
            "mail_ca_file is set, but smtp_tls = none uses no certificates".to_owned()
        } else if !self.smtp_user.is_empty() && !is_this_machine(host) {
            format!("smtp_tls = none would send the password of smtp_user unencrypted to {host}: set starttls or tls")
        } else {
            return None;
        };
        Some(("smtp_tls", reason))
    }

    /// The password of `smtp_user`; None without a user.
    ///
    /// # Errors
    /// What is wrong with its file.
    pub fn password(&self) -> Result<Option<String>, String> {
        match (self.smtp_password.reveal(), &self.smtp_password_file) {
            (Some(password), _) => Ok(Some(password.to_owned())),
            (None, file) => file.as_ref().map(|path| first_line("smtp_password_file", path)).transpose(),
        }
    }

    /// The authorities that are trusted for the mail server.
    ///
    /// # Errors
    /// What is wrong with their file.
    pub fn trust(&self) -> Result<Trust, String> {
        Trust::new(&MAIL_SERVER, self.mail_ca_file.as_deref())
    }

    /// The authorities that are trusted for webhooks.
    ///
    /// # Errors
    /// What is wrong with their file.
    pub fn webhook_trust(&self) -> Result<Trust, String> {
        Trust::new(&WEBHOOKS, self.webhook_ca_file.as_deref())
    }

    /// The address of a webhook, as it is sent to.
    ///
    /// # Errors
    /// Why nothing may be sent there, and what to do.
    pub fn webhook(&self, address: &str) -> Result<String, String> {
        if self.webhook_hosts.is_empty() {
            return Err("no host is allowed yet; an administrator can change that (setting webhook_hosts)".to_owned());
        }
        let expected = || format!("expected an https address of at most {LONGEST_WEBHOOK} characters");
        let url = Url::parse(address.trim()).map_err(|_| expected())?;
        let is_safe = url.scheme() == "https" || (url.scheme() == "http" && is_loopback(&url));
        if !is_safe || url.as_str().len() > LONGEST_WEBHOOK {
            return Err(expected());
        }
        if !url.username().is_empty() || url.password().is_some() || url.fragment().is_some() {
            return Err("expected an address without a user, a password and a fragment".to_owned());
        }
        let host = url.host_str().unwrap_or_default();
        if self.webhook_hosts.iter().any(|allowed| allowed == host) {
            return Ok(url.into());
        }
        Err(format!("expected a host of {} (setting webhook_hosts), not {host}", self.webhook_hosts.join(", ")))
    }

    /// Whether mail may be sent to an address.
    pub fn allows(&self, address: &str) -> bool {
        let domain = address.rsplit_once('@').map(|(_, domain)| domain.to_ascii_lowercase());
        domain.is_some_and(|domain| self.mail_domains.contains(&domain))
    }
}

fn is_this_machine(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn smtp_tls(text: &str) -> Result<SmtpTls, String> {
    match text {
        "starttls" => Ok(SmtpTls::StartTls),
        "tls" => Ok(SmtpTls::Tls),
        "none" => Ok(SmtpTls::None),
        _ => Err("expected starttls, tls or none".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Given, resolve};

    fn settings(flags: &[(&str, &str)]) -> MailSettings {
        let flags = flags.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        resolve(&Given { flags, ..Given::default() }).expect("valid").config.mail
    }

    #[test]
    fn settings_that_cannot_be_used_together_say_which_to_change() {
        let fault = |flags: &[(&str, &str)]| settings(flags).check().err().unwrap_or_default();
        assert_eq!(fault(&[]), "");
        let (host, from) = (("smtp_host", "mail.example.com"), ("mail_from", "bond@example.com"));
        assert_eq!(fault(&[host, from]), "");
        assert!(fault(&[host]).contains("mail_from must be set"));
        assert!(fault(&[host, from, ("smtp_user", "bond")]).contains("its password belong together"));
        let file = ("smtp_password_file", "/nowhere/password");
        assert!(fault(&[host, from, file]).contains("set both or neither"));
        assert!(fault(&[host, from, ("smtp_user", "bond"), file]).contains("/nowhere/password: "));
        assert!(fault(&[host, from, ("mail_ca_file", "/nowhere/ca.pem")]).contains("mail_ca_file /nowhere/ca.pem: "));
        let none = ("smtp_tls", "none");
        assert!(fault(&[host, from, none, ("smtp_user", "bond"), file]).contains("unencrypted to mail.example.com"));
        assert!(fault(&[host, from, none, ("mail_ca_file", "/nowhere")]).contains("uses no certificates"));
    }

    #[test]
    fn only_addresses_of_the_domains_are_allowed_whatever_their_case() {
        let settings = settings(&[("mail_domains", "example.com, Example.org")]);
        for (address, is_allowed) in [
            ("ann@example.com", true),
            ("ann@EXAMPLE.ORG", true),
            ("ann@sub.example.com", false),
            ("ann@example.com.evil.net", false),
            ("example.com", false),
        ] {
            assert_eq!(settings.allows(address), is_allowed, "{address}");
        }
    }

    #[test]
    fn webhooks_are_https_addresses_of_the_hosts() {
        let none = settings(&[]).webhook("https://hooks.example.com/").expect_err("off");
        assert!(none.contains("webhook_hosts"), "{none}");
        let settings = settings(&[("webhook_hosts", "Hooks.example.com, localhost, 127.0.0.1")]);
        for (address, is_allowed) in [
            ("https://hooks.example.com/a?b=c", true),
            ("https://HOOKS.example.com:8443", true),
            ("http://127.0.0.1:9/x", true),
            ("http://localhost/x", true),
            ("http://hooks.example.com/", false),
            ("https://hooks.example.com.evil.net/", false),
            ("https://sub.hooks.example.com/", false),
            ("https://hooks.example.com@evil.net/", false),
            ("https://ann:x@hooks.example.com/", false),
            ("https://hooks.example.com/#x", false),
            ("https://hooks.example.com./", false),
            ("http://127.0.0.2/", false),
            ("ftp://hooks.example.com/", false),
            ("hooks.example.com", false),
        ] {
            assert_eq!(settings.webhook(address).is_ok(), is_allowed, "{address}");
        }
        assert!(settings.webhook(&format!("https://hooks.example.com/{}", "x".repeat(500))).is_err());
    }
}
