//! Letters about an account, to the login of its user where that is a mail address that may get mail.
//!
//! They are sent one after another on a thread of their own, so that no call waits for a mail server and its time says
//! nothing. What is not sent is a line of the audit log; the administrator has each link, and whoever forgot a password
//! asks again.

use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, LazyLock};
use std::thread;

use crate::accounts::preferences::Preferences;
use crate::app::App;
use crate::clock::minute;
use crate::config::Config;
use crate::delivery::Content;
use crate::egress::Egress;
use crate::i18n::language::Language;
use crate::i18n::{Letters, Words};
use crate::mail::{Letter, MailError, Mailer, valid_address};
use crate::store::Store;
use crate::store::audit::Entry;
use crate::store::invitations::PASSWORD_PAGE;

/// The most letters that wait.
const MOST_WAITING: usize = 200;

/// What a letter is about.
#[derive(Clone, Debug)]
pub enum About {
    /// A link to choose the first password, with its secret and when it expires.
    Invitation(String, i64),
    /// One to choose another, from an administrator.
    NewPassword(String, i64),
    /// One that the user asked for.
    Forgotten(String, i64),
    PasswordChanged,
    /// The new ones.
    RolesChanged(Vec<String>),
    FactorOn,
    FactorOff,
    FactorReset,
}

impl About {
    fn words(&self, texts: &Letters) -> Words {
        match self {
            About::Invitation(..) => texts.invitation,
            About::NewPassword(..) => texts.new_password,
            About::Forgotten(..) => texts.forgotten,
            About::PasswordChanged => texts.password_changed,
            About::RolesChanged(_) => texts.roles_changed,
            About::FactorOn => texts.factor_on,
            About::FactorOff => texts.factor_off,
            About::FactorReset => texts.factor_reset,
        }
    }

    fn link(&self) -> Option<(&str, i64)> {
        match self {
            About::Invitation(secret, until) | About::NewPassword(secret, until) | About::Forgotten(secret, until) => {
                Some((secret, *until))
            }
            _ => None,
        }
    }

    /// For the audit log.
    fn name(&self) -> &'static str {
        match self {
            About::Invitation(..) => "invitation",
            About::NewPassword(..) => "link to choose a password",
            About::Forgotten(..) => "forgotten password",
            About::PasswordChanged => "password changed",
            About::RolesChanged(_) => "roles changed",
            About::FactorOn => "second factor set up",
            About::FactorOff => "second factor removed",
            About::FactorReset => "second factor reset",
        }
    }
}

/// A letter, with what sends it. It holds nothing else that is open.
struct Sealed {
    login: String,
    about: About,
    language: Language,
    at: i64,
    settings: Arc<Config>,
    egress: Egress,
    store: Store,
}

/// Where links may be mailed: there is a mail server, and the page has an address that no request can choose.
pub fn mails_links(settings: &Config) -> bool {
    settings.mail.smtp_host.is_some() && settings.oidc.public_url.is_some()
}

/// Whether a login gets letters.
pub fn gets_letters(settings: &Config, login: &str) -> bool {
    settings.mail.smtp_host.is_some() && valid_address(login).is_ok() && settings.mail.allows(login)
}

/// Sends a letter to a user, later. `language` is for whoever has chosen none. Returns whether there is one to send.
pub fn send(app: &App, (user_id, login): (i64, &str), about: About, language: Language) -> bool {
    let settings = app.settings();
    let may = gets_letters(&settings, login) && (about.link().is_none() || mails_links(&settings));
    if !may {
        return false;
    }
    let language = Preferences::of_user(app, user_id).ok().and_then(|own| own.language).unwrap_or(language);
    let letter = Sealed {
        login: login.to_owned(),
        about,
        language,
        at: app.clock.now(),
        settings,
        egress: app.egress.clone(),
        store: app.store.clone(),
    };
    post(letter)
}

/// Hands a letter to the thread that sends. False where too many wait.
fn post(letter: Sealed) -> bool {
    static WAITING: LazyLock<SyncSender<Sealed>> = LazyLock::new(|| {
        let (waiting, letters) = sync_channel::<Sealed>(MOST_WAITING);
        let all = move || letters.iter().for_each(|letter| letter.deliver());
        if let Err(error) = thread::Builder::new().name("letters".to_owned()).spawn(all) {
            tracing::error!(%error, "no letters can be sent");
        }
        waiting
    });
    let is_waiting = WAITING.try_send(letter).is_ok();
    if !is_waiting {
        tracing::warn!("a letter about an account is not sent: too many wait");
    }
    is_waiting
}

impl Sealed {
    fn deliver(&self) {
        let sent = self.sent();
        let said = sent.as_ref().map_or_else(|fault| format!("not sent: {fault}"), |()| "sent".to_owned());
        let detail = format!("{}: {said}", self.about.name());
        let entry = Entry {
            at: self.at,
            event: "account_letter",
            subject: Some(&self.login),
            detail: Some(&detail),
            ..Entry::default()
        };
        if let Err(error) = self.store.record(&entry) {
            tracing::error!(%error, detail, "a letter is not in the audit log");
        }
    }

    fn sent(&self) -> Result<(), MailError> {
        let Some(mailer) = Mailer::of(&self.settings, &self.egress)? else { return Ok(()) };
        let texts = &self.language.texts().letters;
        let program = self.settings.program_name.as_str();
        let Words { heading, sentence } = self.about.words(texts);
        let (heading, footer) = (heading(program), (texts.footer)(&self.login));
        let mut lines =
            vec![(texts.program.to_owned(), program.to_owned()), (texts.login.to_owned(), self.login.clone())];
        let mut sentences = vec![sentence.to_owned()];
        match self.about.link() {
            Some((_, until)) => lines.push((texts.until.to_owned(), format!("{} UTC", minute(until)))),
            None => sentences.push(texts.not_you.to_owned()),
        }
        if let About::RolesChanged(roles) = &self.about {
            lines.push((texts.roles.to_owned(), roles.join(", ")));
        }
        let link = self.about.link().zip(self.settings.oidc.public_url.as_ref());
        let link =
            link.map(|((secret, _), public)| format!("{}{PASSWORD_PAGE}#{secret}", public.trim_end_matches('/')));
        let content = Content {
            heading: &heading,
            lines: &lines,
            sentences: &sentences,
            figures: &[],
            link: link.as_deref(),
            footer: &footer,
            accent: self.settings.accent_color,
            language: self.language,
        };
        let to = [self.login.clone()];
        let (text, html) = (content.text(), content.html());
        mailer.send(&Letter { to: &to, subject: &heading, text, html, files: Vec::new() })
    }
}
