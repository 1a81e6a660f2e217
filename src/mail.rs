//! Mail to a mail server, which does the rest.

use std::time::Duration;

use lettre::address::AddressError;
use lettre::message::header::ContentType;
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};
use lettre::transport::smtp;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, CertificateStore, Tls, TlsParameters};
use lettre::{Address, Message, SmtpTransport, Transport};

use crate::config::{Config, MailSettings, SmtpTls};
use crate::egress::{Egress, Forbidden, Purpose};
use crate::random::random_id;
use crate::trust::Trust;

/// How long the server may take for each step.
const LIMIT: Duration = Duration::from_secs(20);
/// Longest text of the server that is repeated, in characters.
const LONGEST_REASON: usize = 300;

/// What is sent.
#[derive(Clone, Debug)]
pub struct Letter<'a> {
    pub to: &'a [String],
    pub subject: &'a str,
    pub text: String,
    pub html: String,
    pub files: Vec<AttachedFile>,
}

/// A file beside the text.
#[derive(Clone, Debug)]
pub struct AttachedFile {
    pub name: String,
    pub content_type: &'static str,
    pub bytes: Vec<u8>,
}

/// Why nothing was sent. The text says what to do where that is known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MailError(pub(crate) String);

impl From<Forbidden> for MailError {
    fn from(forbidden: Forbidden) -> MailError {
        MailError(forbidden.to_string())
    }
}

/// A mail server that takes letters.
pub struct Mailer<'a> {
    settings: &'a MailSettings,
    from: Mailbox,
    host: &'a str,
    trust: Trust,
    egress: &'a Egress,
}

impl<'a> Mailer<'a> {
    /// The mail server of the settings; None if they name none. Nothing is sent yet.
    ///
    /// # Errors
    /// What is wrong with the settings.
    pub fn of(config: &'a Config, egress: &'a Egress) -> Result<Option<Mailer<'a>>, MailError> {
        let settings = &config.mail;
        let Some(host) = settings.smtp_host.as_deref() else { return Ok(None) };
        settings.check().map_err(MailError)?;
        let address = settings.mail_from.parse::<Address>();
        let address = address.map_err(|error| MailError(format!("mail_from {}: {error}", settings.mail_from)))?;
        let from = Mailbox::new(Some(config.program_name.clone()), address);
        Ok(Some(Mailer { settings, from, host, trust: settings.trust().map_err(MailError)?, egress }))
    }

    /// Sends a letter.
    ///
    /// # Errors
    /// If the server does not take it.
    pub fn send(&self, letter: &Letter<'_>) -> Result<(), MailError> {
        let message = self.message(letter)?;
        self.with_server(|server| server.send(&message).map(drop))
    }

    /// Connects to the server and signs in, and sends nothing.
    ///
    /// # Errors
    /// If the server would not take a letter.
    pub fn check(&self) -> Result<(), MailError> {
        self.with_server(|server| server.test_connection().map(drop))
    }

    /// Host and port of the server.
    pub fn peer(&self) -> String {
        format!("{}:{}", self.host, self.settings.smtp_port)
    }

    fn message(&self, letter: &Letter<'_>) -> Result<Message, MailError> {
        let id = format!("<{}@{}>", random_id(), self.from.email.domain());
        let mut message = Message::builder().from(self.from.clone()).subject(letter.subject).message_id(Some(id));
        for address in letter.to {
            message = message.to(Mailbox::new(None, valid_address(address).map_err(MailError)?));
        }
        let body = MultiPart::alternative_plain_html(letter.text.clone(), letter.html.clone());
        let mut parts = MultiPart::mixed().multipart(body);
        for file in &letter.files {
            let content_type = ContentType::parse(file.content_type).map_err(|error| MailError(error.to_string()))?;
            parts = parts.singlepart(attachment(file, content_type));
        }
        message.multipart(parts).map_err(|error| MailError(format!("the letter cannot be written: {error}")))
    }

    fn with_server(&self, work: impl FnOnce(&SmtpTransport) -> Result<(), smtp::Error>) -> Result<(), MailError> {
        let settings = self.settings;
        let mut server =
            SmtpTransport::builder_dangerous(self.host).port(settings.smtp_port).timeout(Some(LIMIT)).tls(self.tls()?);
        if let Some(password) = settings.password().map_err(MailError)? {
            server = server.credentials(Credentials::new(settings.smtp_user.clone(), password));
        }
        let server = server.build();
        self.egress.open(Purpose::Mail, &self.peer(), || work(&server).map_err(|error| self.fault(&error)))?
    }

    fn tls(&self) -> Result<Tls, MailError> {
        if self.settings.smtp_tls == SmtpTls::None {
            return Ok(Tls::None);
        }
        // The authorities of this machine are among those of `trust`.
        let mut parameters = TlsParameters::builder(self.host.to_owned()).certificate_store(CertificateStore::None);
        for authority in self.trust.authorities() {
            parameters = parameters.add_root_certificate(Certificate::from_der(authority).map_err(|e| self.fault(&e))?);
        }
        let parameters = parameters.build_rustls().map_err(|error| self.fault(&error))?;
        Ok(match self.settings.smtp_tls {
            SmtpTls::Tls => Tls::Wrapper(parameters),
            _ => Tls::Required(parameters),
        })
    }

    /// What went wrong, and what to do.
    fn fault(&self, error: &smtp::Error) -> MailError {
        let peer = self.peer();
        if let Some(advice) = self.trust.advice_of(error) {
            return MailError(format!("the certificate of the mail server {peer} is not trusted: {advice}"));
        }
        if error.is_timeout() || is_timeout(error) {
            let limit = LIMIT.as_secs();
            return MailError(format!(
                "the mail server {peer} did not answer within {limit} s; check smtp_host, smtp_port and smtp_tls"
            ));
        }
        let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
        let said: String = error.to_string().chars().map(plain).take(LONGEST_REASON).collect();
        let todo = match error.status().map(|code| code.to_string()).as_deref() {
            Some("535" | "534" | "530") => "; correct smtp_user and its password",
            Some("550" | "551" | "553" | "554") => "; the server does not take mail from mail_from to a recipient",
            None if said.contains("STARTTLS") => "; set smtp_tls to tls or none",
            _ => "",
        };
        MailError(format!("the mail server {peer}: {said}{todo}"))
    }
}

/// Whether a read or write took too long: a socket with a time limit says "would block" then.
fn is_timeout(error: &smtp::Error) -> bool {
    let causes = std::iter::successors(std::error::Error::source(error), |cause| cause.source());
    let kinds = causes.filter_map(|cause| cause.downcast_ref::<std::io::Error>()).map(std::io::Error::kind);
    kinds.into_iter().any(|kind| matches!(kind, std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut))
}

fn attachment(file: &AttachedFile, content_type: ContentType) -> SinglePart {
    Attachment::new(file.name.clone()).body(file.bytes.clone(), content_type)
}

/// An address that mail can be sent to.
///
/// # Errors
/// What is wrong with it.
pub fn valid_address(text: &str) -> Result<Address, String> {
    text.parse::<Address>().map_err(|error: AddressError| format!("{text:?} is not a mail address: {error}"))
}
