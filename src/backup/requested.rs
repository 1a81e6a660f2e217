//! What backup somebody asks for, as it is sent to a running server.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::create::Request;
use super::error::BackupError;
use super::protection::Protection;

/// What backup somebody asks for. What is left out is as the settings of the server say.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct RequestedBackup {
    /// The folder for the file, as an absolute path.
    pub to: Option<PathBuf>,
    /// How many backups to leave in the folder, at least 1.
    pub keep: Option<u16>,
    /// Encrypt it with this.
    pub passphrase: Option<Passphrase>,
    /// Encrypt it for these public keys of age.
    pub recipients: Vec<String>,
    /// Who runs the command that asks for it.
    pub by: Option<String>,
}

/// A passphrase, which is never printed.
#[derive(Clone, Serialize, Deserialize)]
pub struct Passphrase(pub String);

impl fmt::Debug for Passphrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Passphrase")
    }
}

impl RequestedBackup {
    /// The request for [`super::create`], at a time in seconds since 1970-01-01 UTC.
    pub fn request(self, default_to: PathBuf, default_recipients: &[String], at: i64) -> Result<Request, BackupError> {
        let recipients = if self.recipients.is_empty() { default_recipients } else { &self.recipients };
        let protection = match self.passphrase {
            Some(Passphrase(passphrase)) => Protection::of_passphrase(passphrase)?,
            None => Protection::of_recipients(recipients.iter().map(String::as_str))?,
        };
        Ok(Request { to: self.to.unwrap_or(default_to), keep: self.keep, protection, at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_as_the_settings_say_and_passphrases_are_not_printed() {
        let of = |wish: RequestedBackup, defaults: &[String]| wish.request("backups".into(), defaults, 7);
        let request = of(RequestedBackup::default(), &[]).expect("valid");
        assert_eq!((request.to, request.keep, request.protection.encrypts()), ("backups".into(), None, false));
        assert!(
            of(RequestedBackup::default(), &["age1nonsense".to_owned()]).is_err(),
            "the recipients of the settings"
        );
        let passphrase = Some(Passphrase("correct horse battery".to_owned()));
        let wish =
            RequestedBackup { to: Some("/elsewhere".into()), keep: Some(3), passphrase, ..RequestedBackup::default() };
        assert!(!format!("{wish:?}").contains("horse"));
        let text = serde_json::to_string(&wish).expect("JSON");
        let request = of(serde_json::from_str(&text).expect("read"), &["age1nonsense".to_owned()]).expect("valid");
        assert_eq!((request.to, request.keep), ("/elsewhere".into(), Some(3)));
        assert!(!format!("{:?}", request.protection).contains("horse") && request.protection.encrypts());
        let short = RequestedBackup { passphrase: Some(Passphrase("short".to_owned())), ..RequestedBackup::default() };
        assert!(of(short, &[]).expect_err("refused").to_string().contains("12 characters"));
    }
}
