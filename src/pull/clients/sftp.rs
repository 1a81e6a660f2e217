//! Files of a server with SSH.

use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use russh::MethodKind;
use russh::client::{self, AuthResult, Handle, Handler, KeyboardInteractiveAuthResponse};
use russh::keys::{HashAlg, PrivateKeyWithHashAlg, PublicKeyOrCertificate, load_secret_key};
use russh_sftp::client::SftpSession;
use russh_sftp::client::fs::File;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::runtime::Runtime;
use tokio::time::timeout;

use super::net;
use super::system::{Found, HasFiles, plain, unfinished};
use crate::config::{SftpOrigin, SshSecret};
use crate::egress::{Egress, Purpose};

/// The bytes of a piece of a file.
const PIECE: usize = 256 << 10;

pub(super) struct Server<'a> {
    sftp: SftpSession,
    /// The connection lives as long as this.
    _session: Handle<Pinned>,
    origin: &'a SftpOrigin,
    runtime: Runtime,
}

/// Lets one key of a server pass.
struct Pinned {
    wanted: String,
    /// The key that the server has.
    met: Arc<Mutex<Option<String>>>,
}

impl Handler for Pinned {
    type Error = russh::Error;

    async fn check_server_key(&mut self, key: &PublicKeyOrCertificate) -> Result<bool, russh::Error> {
        let met = match key {
            PublicKeyOrCertificate::PublicKey { key, .. } => key.fingerprint(HashAlg::Sha256).to_string(),
            PublicKeyOrCertificate::Certificate(certificate) => {
                certificate.public_key().fingerprint(HashAlg::Sha256).to_string()
            }
        };
        let is_wanted = met == self.wanted;
        *self.met.lock().unwrap_or_else(PoisonError::into_inner) = Some(met);
        Ok(is_wanted)
    }
}

impl<'a> Server<'a> {
    pub(super) fn open(egress: &Egress, purpose: Purpose, origin: &'a SftpOrigin) -> Result<Server<'a>, String> {
        let runtime = net::runtime()?;
        let (session, sftp) = runtime.block_on(open(egress, purpose, origin))?;
        Ok(Server { sftp, _session: session, origin, runtime })
    }

    fn path_of(&self, name: &str) -> String {
        format!("{}/{name}", self.origin.path.trim_end_matches('/'))
    }

    fn fault(&self, what: &str, error: &dyn std::fmt::Display) -> String {
        let said = plain(&error.to_string());
        format!(
            "{what}: {}:{} said: {said}; look at path and at the rights of {}",
            self.origin.host, self.origin.port, self.origin.user
        )
    }
}

async fn open(egress: &Egress, purpose: Purpose, origin: &SftpOrigin) -> Result<(Handle<Pinned>, SftpSession), String> {
    let SftpOrigin { host, port, user, host_key, .. } = origin;
    let peer = format!("{host}:{port}");
    let stream = net::connect(egress, purpose, host, *port).await?;
    let met = Arc::new(Mutex::new(None));
    let handler = Pinned { wanted: host_key.clone(), met: Arc::clone(&met) };
    let config = client::Config { inactivity_timeout: Some(net::SILENCE), ..client::Config::default() };
    let late = |_| {
        format!("{peer} has not let Bond in within {} seconds; look whether it is in trouble", net::CONNECT.as_secs())
    };
    let session =
        timeout(net::CONNECT, client::connect_stream(Arc::new(config), stream, handler)).await.map_err(late)?;
    let mut session = session.map_err(|error| {
        let met = met.lock().unwrap_or_else(PoisonError::into_inner).take();
        match met.filter(|met| met != host_key) {
            Some(met) => format!(
                "the key of {peer} is {met}, not that of host_key: nothing was sent. Somebody may be in between. Ask whoever \
                 runs the server; if it has a new key, set host_key to it"
            ),
            None => format!("{peer} speaks no SSH that Bond knows: {}; look at host and port", plain(&error.to_string())),
        }
    })?;
    let signed_in = timeout(net::CONNECT, sign_in(&mut session, user, &origin.secret)).await.map_err(late)??;
    if !signed_in {
        let which = match &origin.secret {
            SshSecret::Password(_) => "the password in password_file",
            SshSecret::Key { .. } => {
                "the key in key_file; its public half must be among the authorized keys of the user"
            }
        };
        return Err(format!("{peer} does not let {user} in with {which}"));
    }
    let fault = |error: &dyn std::fmt::Display| {
        format!("{peer} lets {user} in, but has no SFTP for them: {}; ask whoever runs it", plain(&error.to_string()))
    };
    let channel = session.channel_open_session().await.map_err(|error| fault(&error))?;
    channel.request_subsystem(true, "sftp").await.map_err(|error| fault(&error))?;
    let sftp = timeout(net::CONNECT, SftpSession::new(channel.into_stream())).await.map_err(late)?;
    let sftp = sftp.map_err(|error| fault(&error))?;
    sftp.set_timeout(60);
    Ok((session, sftp))
}

async fn sign_in(session: &mut Handle<Pinned>, user: &str, secret: &SshSecret) -> Result<bool, String> {
    let away = |error: russh::Error| format!("the connection ended while signing in: {}", plain(&error.to_string()));
    match secret {
        SshSecret::Password(file) => {
            let password = net::secret("password_file", file)?;
            let answer = session.authenticate_password(user, &password).await.map_err(away)?;
            match &answer {
                AuthResult::Failure { remaining_methods: rest, .. }
                    if !rest.contains(&MethodKind::Password) && rest.contains(&MethodKind::KeyboardInteractive) =>
                {
                    answer_questions(session, user, &password).await.map_err(away)
                }
                _ => Ok(answer.success()),
            }
        }
        SshSecret::Key { file, passphrase_file } => {
            let passphrase = passphrase_file.as_deref().map(|path| net::secret("passphrase_file", path)).transpose()?;
            let key = load_secret_key(file, passphrase.as_deref()).map_err(|error| unreadable(file, &error))?;
            let hash = session.best_supported_rsa_hash().await.map_err(away)?.flatten();
            let key = PrivateKeyWithHashAlg::new(Arc::new(key), hash);
            session.authenticate_publickey(user, key).await.map(|answer| answer.success()).map_err(away)
        }
    }
}

/// Some servers take a password only as the answer to a question. More than one question is none for a password.
async fn answer_questions(session: &mut Handle<Pinned>, user: &str, password: &str) -> Result<bool, russh::Error> {
    let mut asked = session.authenticate_keyboard_interactive_start(user, None).await?;
    let mut is_told = false;
    loop {
        let answers = match asked {
            KeyboardInteractiveAuthResponse::Success => return Ok(true),
            KeyboardInteractiveAuthResponse::Failure { .. } => return Ok(false),
            KeyboardInteractiveAuthResponse::InfoRequest { prompts, .. } => match prompts.len() {
                0 => Vec::new(),
                1 if !is_told => vec![password.to_owned()],
                _ => return Ok(false),
            },
        };
        is_told |= !answers.is_empty();
        asked = session.authenticate_keyboard_interactive_respond(answers).await?;
    }
}

fn unreadable(file: &Path, error: &russh::keys::Error) -> String {
    let said = plain(&error.to_string());
    format!(
        "key_file {}: {said}; expected a private key of OpenSSH, with its passphrase in passphrase_file if it has one",
        file.display()
    )
}

async fn copy(file: &mut File, wanted: Option<u64>, to: &mut dyn Write) -> io::Result<()> {
    let (mut piece, mut bytes) = (vec![0; PIECE], 0);
    loop {
        let read = timeout(net::SILENCE, file.read(&mut piece)).await.map_err(|_| io::ErrorKind::TimedOut)??;
        if read == 0 {
            break;
        }
        bytes += read as u64;
        to.write_all(&piece[..read])?;
    }
    match wanted.filter(|wanted| *wanted > bytes) {
        Some(wanted) => Err(io::Error::other(format!("{bytes} of {wanted} bytes arrived"))),
        None => Ok(()),
    }
}

impl HasFiles for Server<'_> {
    fn list(&mut self) -> Result<Vec<Found>, String> {
        let path = &self.origin.path;
        let entries = self.runtime.block_on(self.sftp.read_dir(path.as_str()));
        let entries = entries.map_err(|error| self.fault(path, &error))?;
        let mut found = Vec::new();
        for entry in entries {
            let about = entry.metadata();
            if about.is_regular() {
                let bytes = about.size.unwrap_or_default();
                let version = format!("{bytes} {}", about.mtime.unwrap_or_default());
                found.push(Found { name: entry.file_name(), bytes, version });
            }
        }
        Ok(found)
    }

    fn get(&mut self, name: &str, to: &mut dyn Write) -> Result<(), String> {
        let path = self.path_of(name);
        self.runtime.block_on(async {
            let mut file = self.sftp.open(path.as_str()).await.map_err(|error| self.fault(&path, &error))?;
            let about = file.metadata().await.map_err(|error| self.fault(&path, &error))?;
            let copied = copy(&mut file, about.size, to).await;
            copied.map_err(|error| format!("{name}: it was cut off: {}; nothing was loaded", plain(&error.to_string())))
        })
    }

    fn put(&mut self, name: &str, from: &mut dyn Read, bytes: u64) -> Result<(), String> {
        let (path, unfinished) = (self.path_of(name), self.path_of(&unfinished(name)));
        let copied: io::Result<()> = self.runtime.block_on(async {
            let mut file = self.sftp.create(unfinished.as_str()).await.map_err(io::Error::other)?;
            let (mut piece, mut sent) = (vec![0; PIECE], 0);
            loop {
                let read = from.read(&mut piece)?;
                if read == 0 {
                    break;
                }
                let wrote = timeout(net::SILENCE, file.write_all(&piece[..read])).await;
                wrote.map_err(|_| io::ErrorKind::TimedOut)??;
                sent += read as u64;
            }
            file.flush().await?;
            file.shutdown().await?;
            let arrived = self.sftp.metadata(unfinished.as_str()).await.map_err(io::Error::other)?.size;
            if sent != bytes || arrived.is_some_and(|arrived| arrived != bytes) {
                return Err(io::Error::other(format!("{} of {bytes} bytes arrived", arrived.unwrap_or(sent))));
            }
            self.sftp.rename(unfinished.as_str(), path.as_str()).await.map_err(io::Error::other)
        });
        copied.map_err(|error| {
            let _ = self.runtime.block_on(self.sftp.remove_file(unfinished.as_str()));
            self.fault(&path, &error)
        })
    }

    fn remove(&mut self, name: &str) -> Result<(), String> {
        let path = self.path_of(name);
        let removed = self.runtime.block_on(self.sftp.remove_file(path.as_str()));
        removed.map_err(|error| self.fault(&path, &error))
    }
}
