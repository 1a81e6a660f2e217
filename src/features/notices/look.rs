//! Compares what is found with what was told, and sends what is owed.

use std::collections::BTreeMap;
use std::error::Error;

use super::message::parcel;
use crate::app::App;
use crate::auth::permissions::Permissions;
use crate::delivery::{Post, pause, tried};
use crate::doctor::{Subject, to_tell};
use crate::i18n::language::Language;
use crate::mail::valid_address;
use crate::modules::Module;
use crate::outbox::Item;
use crate::store::StoreError;
use crate::store::destinations::{DeliveryState, Destination};
use crate::store::told::{OwedMessage, Told};

const WEBHOOK: &str = "webhook";
const MAIL: &str = "mail ";

/// Runs the checks, writes down what began and what is over, and has messages sent, on threads of their own.
///
/// # Errors
/// If the store fails, or the data directory cannot be looked at.
pub fn look(app: &App) -> Result<(), Box<dyn Error>> {
    let subject = Subject::of_server(app)?;
    let found = to_tell(&subject);
    let (told, to, at) = (app.store.told()?, ways(app)?, app.clock.now());
    let ways: Vec<String> = to.keys().cloned().collect();
    for line in found.iter().filter(|line| told.iter().all(|Told { condition, .. }| condition != line.check)) {
        app.store.begin_told(line.check, &line.finding.text, &ways, at)?;
    }
    // What cannot be seen now is not over.
    for told in
        told.iter().filter(|told| subject.is_answered() && found.iter().all(|line| line.check != told.condition))
    {
        app.store.end_told(told, &ways, at)?;
    }
    let mut owed: BTreeMap<String, Vec<OwedMessage>> = BTreeMap::new();
    for message in app.store.owed_messages(at)? {
        owed.entry(message.way.clone()).or_default().push(message);
    }
    // One way of a channel after the other: what is still owed is seen by the next look.
    for (way, messages) in owed {
        send(app, to.get(&way), &way, messages);
    }
    Ok(())
}

/// Sends all that is owed by a way, as one message.
fn send(app: &App, to: Option<&Destination>, way: &str, messages: Vec<OwedMessage>) {
    let post = Post::of(app);
    // The setting was changed meanwhile.
    let Some(to) = to.cloned() else {
        return note(&post, &messages, Ok("nobody is told by this way any more"));
    };
    let Ok(entry) = app.outbox.enter(Item::Notices(to.channel), None) else { return };
    let Some(turn) = entry.turn_now(to.channel) else { return };
    let language = way.strip_prefix(MAIL).and_then(Language::of_code).unwrap_or(Language::En);
    let parcel = parcel(app, &messages, language);
    let work = move |_: &_| {
        let (last, logged) = tried(post.now(), post.send(&to, parcel, language));
        let tries = messages.iter().map(|message| message.tries).max().unwrap_or_default() + 1;
        let said = match last.state {
            DeliveryState::Sent => Ok(logged.as_str()),
            _ => Err((logged.as_str(), last.at + pause(tries))),
        };
        note(&post, &messages, said);
    };
    if let Err(error) = turn.run(work) {
        tracing::error!(%error, "administrators could not be told");
    }
}

fn note(post: &Post, messages: &[OwedMessage], said: Result<&str, (&str, i64)>) {
    if let Err(error) = post.store().note_told(messages, said, post.now()) {
        tracing::error!(%error, "what administrators were told could not be written down");
    }
}

/// How messages go, and where: by mail in each language of those who get it, and to the webhook.
fn ways(app: &App) -> Result<BTreeMap<String, Destination>, StoreError> {
    let settings = app.settings();
    let mut ways = BTreeMap::new();
    if settings.mail.smtp_host.is_some() {
        let mut by_language: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (address, language) in recipients(app)? {
            by_language.entry(format!("{MAIL}{}", language.code())).or_default().push(address);
        }
        ways.extend(by_language.into_iter().map(|(way, addresses)| (way, Destination::mail(addresses))));
    }
    if let Some(address) = &settings.mail.tell_webhook {
        ways.insert(WEBHOOK.to_owned(), Destination::webhook(address.clone()));
    }
    Ok(ways)
}

/// The addresses, each with the language of the user who has it as a login.
fn recipients(app: &App) -> Result<Vec<(String, Language)>, StoreError> {
    let settings = app.settings();
    let language = |id: i64| app.store.language(id).map(|language| language.unwrap_or(Language::En));
    if let Some(named) = settings.mail.told() {
        let of = |address: String| {
            let user = app.store.user_by_login(&address)?;
            Ok((address, user.map(|user| language(user.id)).transpose()?.unwrap_or(Language::En)))
        };
        return named.into_iter().map(of).collect();
    }
    let may = |roles: &[_]| Permissions::of(roles, &settings.modules).may_write(Module::Admin);
    let users = app.store.users()?.into_iter();
    let told = users.filter(|user| !user.disabled && valid_address(&user.login).is_ok() && may(&user.roles));
    told.map(|user| Ok((language(user.id)?, user.login)).map(|(language, login)| (login, language))).collect()
}
