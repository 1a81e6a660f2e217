//! Sends what reports and alerts have to say: by mail, to a folder, or to a webhook.
//!
//! - `owner` says with which rights something is made for its owner.
//! - `compose` writes the text of mail, `folder` writes files, `webhook` posts signed JSON.
//! - [`computed`] computes what is sent. [`Post`] then sends a parcel by any of them, without the data: these can be closed
//!   while a mail server is slow. [`pause`] says when one that failed is tried again.

mod compose;
pub mod folder;
mod owner;
mod webhook;

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

pub use compose::Content;
pub use owner::{insights_of, not_open, open_to, owned_scope, owner, scope_of};

use crate::app::App;
use crate::config::{Config, MailSettings};
use crate::egress::Egress;
use crate::error::joined;
use crate::i18n::Reports;
use crate::i18n::language::Language;
use crate::limited::NotDone;
use crate::mail::{AttachedFile, Letter, MailError, Mailer};
use crate::render::ExportError;
use crate::screens::AnswerError;
use crate::store::audit::By;
use crate::store::destinations::{Channel, DeliveryState, Destination, LastTry, host_of};
use crate::store::{Store, StoreError};
use crate::warehouse::Principals;

/// So many minutes a report or alert may take: a screen takes seconds, and others wait for it.
const MOST_MINUTES: u64 = 10;
/// The largest file that is mailed or posted, in megabytes. Many servers take no more.
const LARGEST_MAIL: usize = 15;
const LARGEST_POST: usize = 5;
/// The longest reason of a failure that is kept, in characters.
const LONGEST_TEXT: usize = 500;
/// Seconds after which something is tried again that failed for the first, second and third time.
const PAUSES: [i64; 3] = [5 * 60, 30 * 60, 2 * 60 * 60];
/// And after each later time.
const LONG_PAUSE: i64 = 24 * 60 * 60;

/// What is said of something that was sent, or was not: on the page in its owner's language, in the audit log in English.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub shown: String,
    pub logged: String,
}

impl Said {
    /// Something with a text in every language.
    pub fn of(language: Language, text: impl Fn(&Reports) -> String) -> Said {
        Said { shown: text(&language.texts().reports), logged: text(&Language::En.texts().reports) }
    }
}

impl From<String> for Said {
    fn from(text: String) -> Said {
        Said { shown: text.clone(), logged: text }
    }
}

/// Why something was not sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// To try again is of no use until somebody changes something.
    Stopped(Said),
    Failed(Said),
}

impl Fault {
    /// A reason to stop with a text in every language.
    pub fn stopped(language: Language, text: impl Fn(&Reports) -> String) -> Fault {
        Fault::Stopped(Said::of(language, text))
    }
}

impl From<ExportError> for Fault {
    fn from(error: ExportError) -> Fault {
        match error {
            ExportError::Answer(AnswerError::Filter(errors)) => Fault::Stopped(joined(&errors.0).into()),
            error => Fault::Failed(error.to_string().into()),
        }
    }
}

impl From<AnswerError> for Fault {
    fn from(error: AnswerError) -> Fault {
        ExportError::from(error).into()
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        Fault::Failed(error.to_string().into())
    }
}

impl From<MailError> for Fault {
    fn from(error: MailError) -> Fault {
        Fault::Failed(error.to_string().into())
    }
}

impl From<NotDone> for Fault {
    fn from(error: NotDone) -> Fault {
        Fault::Failed(error.to_string().into())
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Failed(error.to_string().into())
    }
}

/// What is sent.
#[derive(Debug)]
pub struct Parcel {
    pub subject: String,
    pub text: String,
    pub html: String,
    /// What a folder gets in place of the text, mail beside it, and a webhook within the JSON.
    pub file: Option<AttachedFile>,
    /// The name of the text's file in a folder, where there is no other.
    pub name: String,
    /// What a webhook gets.
    pub json: Value,
}

/// Somebody who asked for something to be sent out of turn.
#[derive(Clone, Debug)]
pub struct Sender {
    pub user_id: i64,
    pub login: String,
    /// The client's IP address.
    pub address: String,
    /// Seconds since 1970-01-01 UTC.
    pub at: i64,
}

impl Sender {
    /// For the audit log.
    pub fn by(&self) -> By<'_> {
        By { actor: Some(&self.login), address: Some(&self.address), at: self.at }
    }
}

/// Checks that the settings allow a destination, before the work that would be for nothing.
///
/// # Errors
/// What has to change, in the language of the owner.
pub fn require(app: &App, to: &Destination, language: Language) -> Result<(), Fault> {
    require_by(&app.settings().mail, to, language)
}

fn require_by(settings: &MailSettings, to: &Destination, language: Language) -> Result<(), Fault> {
    let stopped = |text: &dyn Fn(&Reports) -> String| Err(Fault::stopped(language, text));
    match to.channel {
        Channel::Mail if settings.smtp_host.is_none() => stopped(&|texts| texts.no_mail.to_owned()),
        Channel::Mail => match to.recipients.iter().find(|address| !settings.allows(address)) {
            Some(address) => stopped(&|texts| (texts.not_allowed)(address)),
            None => Ok(()),
        },
        Channel::Folder if settings.reports_dir.is_none() => stopped(&|texts| texts.no_folder.to_owned()),
        Channel::Folder => Ok(()),
        Channel::Webhook => match settings.webhook(&to.webhook) {
            Ok(_) => Ok(()),
            Err(why) => stopped(&|texts| (texts.no_webhook)(&why)),
        },
    }
}

/// What sends parcels. It has the account store, and holds nothing else that is open.
#[derive(Clone)]
pub struct Post {
    settings: Arc<Config>,
    egress: Egress,
    store: Store,
    /// When it was made, by the program's clock and by one that nobody sets.
    at: (i64, Instant),
}

impl Post {
    /// With the settings of now.
    pub fn of(app: &App) -> Post {
        let at = (app.clock.now(), Instant::now());
        Post { settings: app.settings(), egress: app.egress.clone(), store: app.store.clone(), at }
    }

    /// Where it is written down how things went.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The time, in seconds since 1970-01-01 UTC.
    pub fn now(&self) -> i64 {
        let (at, since) = self.at;
        at.saturating_add(i64::try_from(since.elapsed().as_secs()).unwrap_or(i64::MAX))
    }

    /// Sends a parcel, which may take as long as another program likes. Returns to whom it went, in the language of the
    /// owner.
    ///
    /// # Errors
    /// Why it was not sent.
    pub fn deliver(&self, to: &Destination, parcel: Parcel, language: Language) -> Result<Said, Fault> {
        // The settings may have changed since the work began.
        require_by(&self.settings.mail, to, language)?;
        self.send(to, parcel, language)
    }

    /// As [`Post::deliver`], also to addresses of other domains than reports may go to.
    ///
    /// # Errors
    /// Why it was not sent.
    pub fn send(&self, to: &Destination, parcel: Parcel, language: Language) -> Result<Said, Fault> {
        match to.channel {
            Channel::Mail => self.mail(to, parcel, language),
            Channel::Folder => self.write(to, parcel, language),
            Channel::Webhook => self.post(to, parcel, language),
        }
    }

    fn mail(&self, to: &Destination, parcel: Parcel, language: Language) -> Result<Said, Fault> {
        fitting(parcel.file.as_ref(), LARGEST_MAIL, language)?;
        let mailer = Mailer::of(&self.settings, &self.egress)?;
        let mailer = mailer.ok_or_else(|| Fault::stopped(language, |texts| texts.no_mail.to_owned()))?;
        let Parcel { subject, text, html, file, .. } = parcel;
        let letter = Letter { to: &to.recipients, subject: &subject, text, html, files: file.into_iter().collect() };
        mailer.send(&letter)?;
        Ok(Said::of(language, |texts| (texts.mailed)(&to.recipients)))
    }

    fn write(&self, to: &Destination, parcel: Parcel, language: Language) -> Result<Said, Fault> {
        let no_folder = || Fault::stopped(language, |texts| texts.no_folder.to_owned());
        let into = self.settings.mail.reports_dir.as_deref().ok_or_else(no_folder)?;
        let (name, bytes) = match parcel.file {
            Some(file) => (file.name, file.bytes),
            None => (parcel.name, parcel.text.into_bytes()),
        };
        let failed = |error: io::Error| Fault::Failed(format!("{}: {error}", into.display()).into());
        folder::write(into, &to.folder, &name, &bytes).map_err(failed)?;
        Ok(Said::of(language, |texts| (texts.written)(&to.folder, &name)))
    }

    fn post(&self, to: &Destination, parcel: Parcel, language: Language) -> Result<Said, Fault> {
        fitting(parcel.file.as_ref(), LARGEST_POST, language)?;
        let mut json = parcel.json;
        json["file"] = parcel.file.map_or(
            Value::Null,
            |file| json!({ "name": file.name, "contentType": file.content_type, "base64": STANDARD.encode(&file.bytes) }),
        );
        let not_allowed = |why: String| Fault::stopped(language, |texts| (texts.no_webhook)(&why));
        let failed = |why: String| Fault::Failed(why.into());
        let address = self.settings.mail.webhook(&to.webhook).map_err(not_allowed)?;
        let trust = self.settings.mail.webhook_trust().map_err(failed)?;
        let secret = self.store.webhook_secret()?;
        webhook::post(&self.egress, &trust, &address, (&secret, self.now()), &json.to_string()).map_err(failed)?;
        Ok(Said::of(language, |texts| (texts.posted)(host_of(&address))))
    }
}

/// How a try to send something ended, and what the audit log says of it.
pub fn tried(at: i64, sent: Result<Said, Fault>) -> (LastTry, String) {
    let (state, said) = match sent {
        Ok(said) => (DeliveryState::Sent, said),
        Err(Fault::Stopped(said)) => (DeliveryState::Stopped, said),
        Err(Fault::Failed(said)) => (DeliveryState::Failed, said),
    };
    let cut = |text: String| text.chars().take(LONGEST_TEXT).collect::<String>();
    (LastTry { at, state, text: cut(said.shown) }, cut(said.logged))
}

/// After how many seconds something is tried again that has failed so often.
pub fn pause(failures: u32) -> i64 {
    let index = usize::try_from(failures.saturating_sub(1)).unwrap_or(usize::MAX);
    PAUSES.get(index).copied().unwrap_or(LONG_PAUSE)
}

/// How often it is looked whether something is still wanted.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Computes what is to be sent, on a thread that is not one of the server's: for a user, who takes turns with the others as
/// in a request, or for Bond itself. Returns None, and stops the queries, once it `is_wanted` no more.
///
/// # Errors
/// Why it cannot be computed; after [`MOST_MINUTES`] that it takes too long, and its queries are stopped.
pub fn computed<T>(
    language: Language,
    user: Option<i64>,
    is_wanted: &dyn Fn() -> bool,
    work: impl Future<Output = Result<T, Fault>>,
) -> Option<Result<T, Fault>> {
    // A future that makes a whole report is large: it is not moved about on the stack.
    let work = Box::pin(work);
    let work = Arc::<Principals>::default().ask(async move {
        user.into_iter().for_each(Principals::note_user);
        work.await
    });
    in_time(language, Duration::from_secs(60 * MOST_MINUTES), is_wanted, work)
}

fn in_time<T>(
    language: Language,
    most: Duration,
    is_wanted: &dyn Fn() -> bool,
    work: impl Future<Output = Result<T, Fault>>,
) -> Option<Result<T, Fault>> {
    let runtime = match runtime() {
        Ok(runtime) => runtime,
        Err(error) => return Some(Err(error.into())),
    };
    runtime.block_on(async {
        let no_longer_wanted = async {
            while is_wanted() {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        tokio::select! {
            biased;
            () = no_longer_wanted => None,
            timed = tokio::time::timeout(most, work) => Some(timed.unwrap_or_else(|_| {
                Err(Fault::Failed(Said::of(language, |texts| (texts.too_long)(MOST_MINUTES))))
            })),
        }
    })
}

/// What computes figures on a thread that is not one of the server's.
///
/// # Errors
/// If the machine gives no more.
pub fn runtime() -> io::Result<tokio::runtime::Runtime> {
    // Queries run on the blocking threads of a runtime; this thread only waits for them.
    tokio::runtime::Builder::new_current_thread().enable_all().build()
}

fn fitting(file: Option<&AttachedFile>, most: usize, language: Language) -> Result<(), Fault> {
    let megabytes = file.map_or(0, |file| file.bytes.len() / 1_000_000);
    if megabytes < most { Ok(()) } else { Err(Fault::stopped(language, |texts| (texts.too_large)(megabytes, most))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_day() {
        assert_eq!([1, 2, 3, 4, 5].map(pause), [300, 1800, 7200, 86_400, 86_400]);
    }

    #[test]
    fn what_takes_too_long_is_stopped_and_tried_again() {
        let of = |work: Duration, is_wanted: bool| {
            in_time(Language::De, Duration::from_millis(50), &|| is_wanted, async move {
                tokio::time::sleep(work).await;
                Ok(7)
            })
        };
        assert_eq!(of(Duration::ZERO, true), Some(Ok(7)));
        assert_eq!(of(Duration::from_secs(60), false), None, "nobody wants it");
        let Some(Err(Fault::Failed(Said { shown, logged }))) = of(Duration::from_secs(60), true) else {
            panic!("not stopped")
        };
        assert!(shown.contains("10 Minuten") && logged.contains("10 minutes"), "{shown} {logged}");
    }
}
