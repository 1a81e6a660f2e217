//! Encryption of backups, in the format of age (age-encryption.org): to a passphrase, or to the public keys of those who
//! may read them.

use std::fmt;
use std::fs;
use std::io::{BufRead, Read, Write};
use std::path::Path;
use std::str::FromStr;

use age::secrecy::SecretString;
use age::{DecryptError, Decryptor, Encryptor, scrypt, x25519};

use super::error::BackupError;

/// The work of trying one passphrase, as a power of two: 128 MB of memory, as OWASP advises. Fixed, so that a slower
/// machine can read what a faster one wrote.
const WORK: u8 = 17;
/// Shortest passphrase, in characters.
const SHORTEST_PASSPHRASE: usize = 12;
/// The largest file that is read as a passphrase or key.
const LARGEST_KEY_FILE: u64 = 64 * 1024;

/// How a backup is encrypted.
#[derive(Clone, Default)]
pub enum Protection {
    /// Not at all.
    #[default]
    None,
    /// Whoever knows the passphrase can read it.
    Passphrase(SecretString),
    /// Whoever has the secret key of one of these can read it.
    Recipients(Vec<x25519::Recipient>),
}

impl fmt::Debug for Protection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Protection::None => "None",
            Protection::Passphrase(_) => "Passphrase",
            Protection::Recipients(_) => "Recipients",
        })
    }
}

impl Protection {
    /// With a passphrase of 12 characters or more.
    pub fn of_passphrase(passphrase: String) -> Result<Protection, BackupError> {
        if passphrase.chars().count() < SHORTEST_PASSPHRASE {
            let text = format!("the passphrase has fewer than {SHORTEST_PASSPHRASE} characters; choose a longer one");
            return Err(BackupError::Key(text));
        }
        Ok(Protection::Passphrase(SecretString::from(passphrase)))
    }

    /// To recipients such as `age1...`; none for no encryption.
    pub fn of_recipients<'a>(recipients: impl IntoIterator<Item = &'a str>) -> Result<Protection, BackupError> {
        let recipients: Vec<_> = recipients
            .into_iter()
            .map(|text| {
                x25519::Recipient::from_str(text).map_err(|_| {
                    BackupError::Key(format!(
                        "{text:?} is not a recipient of age: expected age1 and 58 letters and digits, the public key \
                         that age-keygen prints"
                    ))
                })
            })
            .collect::<Result<_, _>>()?;
        Ok(if recipients.is_empty() { Protection::None } else { Protection::Recipients(recipients) })
    }

    /// Whether backups are encrypted at all.
    pub fn encrypts(&self) -> bool {
        !matches!(self, Protection::None)
    }

    /// The key that opens what this encrypts, if it is known here: the secret keys of recipients are not.
    pub(super) fn key(&self) -> Option<Key> {
        match self {
            Protection::None => Some(Key::None),
            Protection::Passphrase(passphrase) => Some(Key::Passphrase(passphrase.clone())),
            Protection::Recipients(_) => None,
        }
    }

    pub(super) fn encryptor(&self) -> Option<Encryptor> {
        let encryptor = match self {
            Protection::None => return None,
            Protection::Passphrase(passphrase) => {
                let mut recipient = scrypt::Recipient::new(passphrase.clone());
                recipient.set_work_factor(WORK);
                Encryptor::with_recipients(std::iter::once(&recipient as &dyn age::Recipient))
            }
            Protection::Recipients(recipients) => {
                Encryptor::with_recipients(recipients.iter().map(|one| one as &dyn age::Recipient))
            }
        };
        Some(encryptor.expect("one kind of recipient, and at least one"))
    }
}

/// What opens an encrypted backup.
#[derive(Default)]
pub enum Key {
    /// Nothing, for backups that are not encrypted.
    #[default]
    None,
    /// The passphrase.
    Passphrase(SecretString),
    /// The secret keys of recipients.
    Identities(Vec<x25519::Identity>),
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Key::None => "None",
            Key::Passphrase(_) => "Passphrase",
            Key::Identities(_) => "Identities",
        })
    }
}

impl Key {
    /// The passphrase in the first line of a file.
    pub fn of_passphrase_file(file: &Path) -> Result<Key, BackupError> {
        Ok(Key::Passphrase(SecretString::from(passphrase(file)?)))
    }

    /// The secret keys in a file that age-keygen wrote.
    pub fn of_identity_file(file: &Path) -> Result<Key, BackupError> {
        let text = read_small(file)?;
        let unusable = |reason: &dyn fmt::Display| {
            BackupError::Key(format!(
                "{} has no key of age: expected a line AGE-SECRET-KEY-1..., as age-keygen writes it ({reason})",
                file.display()
            ))
        };
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let identities: Result<Vec<x25519::Identity>, &str> = lines.map(str::parse).collect();
        let identities = identities.map_err(|_| unusable(&"a line of it is something else"))?;
        if identities.is_empty() {
            return Err(unusable(&"it is empty"));
        }
        Ok(Key::Identities(identities))
    }

    /// Opens what comes from `input`; `path` is for errors.
    pub(super) fn decrypt<'a>(&self, input: impl BufRead + 'a, path: &Path) -> Result<Box<dyn Read + 'a>, BackupError> {
        let failed = |error: DecryptError, passphrase: bool| match error {
            DecryptError::Io(source) if source.raw_os_error().is_some() => {
                BackupError::Io { doing: "read", path: path.to_owned(), source }
            }
            DecryptError::NoMatchingKeys | DecryptError::KeyDecryptionFailed | DecryptError::DecryptionFailed => {
                BackupError::WrongKey { path: path.to_owned(), passphrase }
            }
            _ => {
                BackupError::Damaged { path: path.to_owned(), what: "its encrypted beginning is not whole".to_owned() }
            }
        };
        let decryptor = Decryptor::new_buffered(input).map_err(|error| failed(error, false))?;
        let passphrase = decryptor.is_scrypt();
        let opened = match self {
            Key::Passphrase(given) if passphrase => {
                let mut identity = scrypt::Identity::new(given.clone());
                identity.set_max_work_factor(WORK);
                decryptor.decrypt(std::iter::once(&identity as &dyn age::Identity))
            }
            Key::Identities(given) if !passphrase => {
                decryptor.decrypt(given.iter().map(|one| one as &dyn age::Identity))
            }
            _ => return Err(BackupError::Encrypted { path: path.to_owned(), passphrase }),
        };
        Ok(Box::new(opened.map_err(|error| failed(error, passphrase))?))
    }
}

/// Encrypts into `output`.
pub(super) enum Output<W: Write> {
    Plain(W),
    Encrypted(age::stream::StreamWriter<W>),
}

impl<W: Write> Output<W> {
    pub(super) fn new(output: W, protection: &Protection) -> std::io::Result<Output<W>> {
        Ok(match protection.encryptor() {
            None => Output::Plain(output),
            Some(encryptor) => Output::Encrypted(encryptor.wrap_output(output)?),
        })
    }

    pub(super) fn finish(self) -> std::io::Result<W> {
        match self {
            Output::Plain(output) => Ok(output),
            Output::Encrypted(writer) => writer.finish(),
        }
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self {
            Output::Plain(output) => output.write(bytes),
            Output::Encrypted(writer) => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        match self {
            Output::Plain(output) => output.flush(),
            Output::Encrypted(writer) => writer.flush(),
        }
    }
}

/// The first line of a file.
pub fn passphrase(file: &Path) -> Result<String, BackupError> {
    let text = read_small(file)?;
    let line = text.lines().next().unwrap_or_default();
    if line.is_empty() {
        return Err(BackupError::Key(format!(
            "the first line of {} is empty; it must be the passphrase",
            file.display()
        )));
    }
    Ok(line.to_owned())
}

fn read_small(file: &Path) -> Result<String, BackupError> {
    let mut text = String::new();
    fs::File::open(file)
        .and_then(|opened| opened.take(LARGEST_KEY_FILE).read_to_string(&mut text))
        .map_err(BackupError::io("read", file))?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use age::secrecy::ExposeSecret;

    fn sealed(protection: &Protection, text: &[u8]) -> Vec<u8> {
        let mut output = Output::new(Vec::new(), protection).expect("begun");
        output.write_all(text).expect("written");
        output.finish().expect("finished")
    }

    fn opened(key: &Key, bytes: &[u8]) -> Result<Vec<u8>, BackupError> {
        let mut text = Vec::new();
        key.decrypt(bytes, Path::new("b"))?.read_to_end(&mut text).expect("read");
        Ok(text)
    }

    #[test]
    fn a_recipients_key_opens_it_and_nothing_else() {
        let dir = tempfile::tempdir().expect("a directory");
        let identity = x25519::Identity::generate();
        let file = dir.path().join("key.txt");
        fs::write(&file, format!("# a comment\n{}\n", identity.to_string().expose_secret())).expect("written");
        let recipient = identity.to_public().to_string();
        let bytes = sealed(&Protection::of_recipients([recipient.as_str()]).expect("a recipient"), b"text");
        assert_eq!(opened(&Key::of_identity_file(&file).expect("a key"), &bytes).expect("opened"), b"text");
        let other = Key::Identities(vec![x25519::Identity::generate()]);
        assert!(matches!(opened(&other, &bytes), Err(BackupError::WrongKey { passphrase: false, .. })));
        for key in [Key::None, Key::Passphrase(SecretString::from("x".to_owned()))] {
            let error = opened(&key, &bytes).expect_err("refused").to_string();
            assert!(error.contains("--identity-file"), "{error}");
        }
        let error = Protection::of_recipients(["age1nonsense"]).expect_err("refused").to_string();
        assert!(error.contains("age1nonsense") && error.contains("age-keygen"), "{error}");
        fs::write(&file, "no key").expect("written");
        assert!(Key::of_identity_file(&file).expect_err("refused").to_string().contains("AGE-SECRET-KEY-1"));
    }

    #[test]
    fn a_passphrase_opens_it_and_another_does_not() {
        let dir = tempfile::tempdir().expect("a directory");
        let file = dir.path().join("passphrase");
        fs::write(&file, "correct horse battery\nmore\n").expect("written");
        let protection = Protection::of_passphrase(passphrase(&file).expect("read")).expect("a passphrase");
        assert_eq!(format!("{protection:?}"), "Passphrase");
        let bytes = sealed(&protection, b"text");
        assert_eq!(opened(&Key::of_passphrase_file(&file).expect("read"), &bytes).expect("opened"), b"text");
        let other = Key::Passphrase(SecretString::from("correct horse batterz".to_owned()));
        assert!(matches!(opened(&other, &bytes), Err(BackupError::WrongKey { passphrase: true, .. })));
        let error = opened(&Key::None, &bytes).expect_err("refused").to_string();
        assert!(error.contains("--passphrase-file"), "{error}");
        fs::write(&file, "\n").expect("written");
        assert!(Key::of_passphrase_file(&file).expect_err("refused").to_string().contains("is empty"));
    }
}
