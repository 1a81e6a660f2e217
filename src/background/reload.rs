//! Reads anew what can be read anew while the server runs: settings, the systems to pull from, the certificate.

use crate::app::App;
use crate::connections::tls::Tls;
use crate::store::audit::Entry;

/// Reads settings and certificate anew, for whoever ran a command or sent a signal. The log and the audit log say what has
/// changed, and what waits for a start. Faulty settings change nothing at all.
///
/// # Errors
/// What is wrong.
pub fn reload(app: &App, tls: Option<&Tls>, by: Option<&str>) -> Result<String, String> {
    let read = app.reread().and_then(|reread| {
        let certificate = match tls.map(Tls::reload) {
            None => String::new(),
            Some(Ok(())) => "; the certificate was read anew".to_owned(),
            Some(Err(error)) => return Err(format!("the settings were read anew, but not the certificate: {error}")),
        };
        let listed = |names: &[String]| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        Ok(format!("in use now: {}; after a restart: {}{certificate}", listed(&reread.used), listed(&reread.waiting)))
    });
    let (event, detail) = match &read {
        Ok(said) => ("settings_reread", said),
        Err(why) => ("settings_refused", why),
    };
    match &read {
        Ok(said) => tracing::info!("the settings were read anew; {said}"),
        Err(why) => tracing::error!(why, "the settings could not be read anew; those in use stay"),
    }
    let entry = Entry { at: app.clock.now(), event, actor: by, detail: Some(detail), ..Entry::default() };
    if let Err(error) = app.store.record(&entry) {
        tracing::error!(%error, event, "not in the audit log");
    }
    read
}
