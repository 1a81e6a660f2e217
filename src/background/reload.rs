//! Reads anew what can be read anew while the server runs: settings, the systems to pull from, the certificate.

use crate::app::App;
use crate::connections::tls::Tls;
use crate::store::audit::Entry;

/// Reads settings and certificate anew, for whoever ran a command or sent a signal. The log and the audit log say what has
/// changed, and what waits for a start. Faulty settings change nothing at all; a faulty certificate leaves the one in use, and
/// the settings are read anew all the same.
///
/// # Errors
/// What is wrong, and what was done all the same.
pub fn reload(app: &App, tls: Option<&Tls>, by: Option<&str>) -> Result<String, String> {
    let (event, read) = match app.reread() {
        Err(why) => {
            tracing::error!(why, "the settings could not be read anew; those in use stay");
            ("settings_refused", Err(format!("nothing has changed: {why}")))
        }
        Ok(reread) => {
            let listed = |names: &[String]| if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            let said = format!("in use now: {}; after a restart: {}", listed(&reread.used), listed(&reread.waiting));
            tracing::info!("the settings were read anew; {said}");
            let read = match tls.map(Tls::reload) {
                None => Ok(said),
                Some(Ok(())) => Ok(format!("{said}; the certificate was read anew")),
                Some(Err(error)) => {
                    Err(format!("{said}; but the certificate is refused, and the one in use stays: {error}"))
                }
            };
            ("settings_reread", read)
        }
    };
    let (Ok(detail) | Err(detail)) = &read;
    let entry = Entry { at: app.clock.now(), event, actor: by, detail: Some(detail), ..Entry::default() };
    if let Err(error) = app.store.record(&entry) {
        tracing::error!(%error, event, "not in the audit log");
    }
    read
}
