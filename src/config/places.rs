//! Where files are, on this machine or another: what systems are asked for, and what backups are copied to.

use std::path::{Path, PathBuf};

use url::Url;

use super::tables::{Fault, Keys, path, port, text, url};

/// A folder of this machine, a bucket, or a folder of another machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilePlace {
    Folder(PathBuf),
    S3(S3Origin),
    Sftp(SftpOrigin),
}

/// Objects of a bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct S3Origin {
    pub endpoint: Url,
    pub region: String,
    pub bucket: String,
    /// What the keys of the objects begin with.
    pub prefix: String,
    pub key_id: String,
    pub secret_file: PathBuf,
    pub ca_file: Option<PathBuf>,
}

/// Files of a server with SSH.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SftpOrigin {
    pub host: String,
    pub port: u16,
    pub user: String,
    /// The fingerprint of the server's key, as `ssh-keygen -l` writes it: `SHA256:...`.
    pub host_key: String,
    pub secret: SshSecret,
    pub path: String,
}

/// How Bond signs in to a server with SSH.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SshSecret {
    Password(PathBuf),
    Key { file: PathBuf, passphrase_file: Option<PathBuf> },
}

impl FilePlace {
    /// Host and port, or the folder, for people.
    pub fn place(&self) -> String {
        match self {
            FilePlace::Folder(path) => path.display().to_string(),
            FilePlace::S3(S3Origin { endpoint, bucket, .. }) => format!("{}, {bucket}", peer(endpoint)),
            FilePlace::Sftp(SftpOrigin { host, port, .. }) => format!("{host}:{port}"),
        }
    }

    /// Its kind, as the settings have it.
    pub fn kind(&self) -> &'static str {
        match self {
            FilePlace::Folder(_) => "folder",
            FilePlace::S3(_) => "s3",
            FilePlace::Sftp(_) => "sftp",
        }
    }

    /// Whether it needs a connection to another program.
    pub fn connects(&self) -> bool {
        !matches!(self, FilePlace::Folder(_))
    }

    /// The files with its secrets, by their keys.
    pub fn secret_files(&self) -> Vec<(&'static str, &Path)> {
        match self {
            FilePlace::Folder(_) => Vec::new(),
            FilePlace::S3(S3Origin { secret_file, .. }) => vec![("secret_file", secret_file)],
            FilePlace::Sftp(SftpOrigin { secret, .. }) => match secret {
                SshSecret::Password(file) => vec![("password_file", file)],
                SshSecret::Key { file, passphrase_file } => {
                    let passphrase = passphrase_file.as_deref().map(|file| ("passphrase_file", file));
                    [("key_file", file.as_path())].into_iter().chain(passphrase).collect()
                }
            },
        }
    }
}

/// Host and port of an address.
pub fn peer(url: &Url) -> String {
    format!("{}:{}", url.host_str().unwrap_or_default(), url.port_or_known_default().unwrap_or_default())
}

impl Keys<'_> {
    /// The place of a kind; None for another kind.
    pub fn file_place(&mut self, kind: &str) -> Result<Option<FilePlace>, Fault> {
        Ok(Some(match kind {
            "folder" => FilePlace::Folder(self.path("path")?),
            "s3" => FilePlace::S3(S3Origin {
                endpoint: self.value("endpoint", url)?,
                region: self.optional("region", text)?.unwrap_or_else(|| "us-east-1".to_owned()),
                bucket: self.text("bucket")?,
                prefix: self.optional("prefix", text)?.unwrap_or_default(),
                key_id: self.text("key_id")?,
                secret_file: self.path("secret_file")?,
                ca_file: self.optional("ca_file", path)?,
            }),
            "sftp" => FilePlace::Sftp(SftpOrigin {
                host: self.text("host")?,
                port: self.optional("port", port)?.unwrap_or(22),
                user: self.text("user")?,
                host_key: self.value("host_key", fingerprint)?,
                secret: self.ssh_secret()?,
                path: self.optional("path", text)?.unwrap_or_else(|| ".".to_owned()),
            }),
            _ => return Ok(None),
        }))
    }

    fn ssh_secret(&mut self) -> Result<SshSecret, Fault> {
        let password = self.optional("password_file", path)?;
        let key = self.optional("key_file", path)?;
        let passphrase_file = self.optional("passphrase_file", path)?;
        match (password, key) {
            (Some(file), None) if passphrase_file.is_none() => Ok(SshSecret::Password(file)),
            (None, Some(file)) => Ok(SshSecret::Key { file, passphrase_file }),
            _ => {
                let text = "set key_file (and passphrase_file where the key has one), or password_file".to_owned();
                Err(self.fault("key_file", text))
            }
        }
    }
}

fn fingerprint(given: &str) -> Result<String, String> {
    let digits = given.strip_prefix("SHA256:").unwrap_or_default().trim_end_matches('=');
    let is_plain =
        digits.len() == 43 && digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/".contains(&byte));
    let wanted = "expected the fingerprint of the server's key, SHA256: and 43 letters: ssh-keyscan HOST | ssh-keygen -lf - \
                  shows it; ask whoever runs the server whether it is theirs";
    if is_plain { Ok(format!("SHA256:{digits}")) } else { Err(wanted.to_owned()) }
}
