//! What is chosen while Bond runs, and read where the store has changed since: settings, and the method of the score.

use std::sync::{Arc, PoisonError};

use super::App;
use crate::auth::oidc::Providers;
use crate::config::{self, Config, Origin, ReadSettings};
use crate::error::joined;
use crate::figures::score::{BOND_1, Method, MethodNumbers};
use crate::groupings::GroupsAsOf;
use crate::store::overrides::Override;

/// The settings that were found changed when they were read anew, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reread {
    /// They are in use now.
    pub used: Vec<String>,
    /// They wait for a start.
    pub waiting: Vec<String>,
}

impl App {
    /// The groups in which members count where a filter does not say. Where small groups are protected, figures of groups as
    /// they were may be hidden, and have no explanation.
    pub fn groups_as_of(&self) -> GroupsAsOf {
        let settings = self.settings();
        let fitting = if settings.minimum_members > 0 { GroupsAsOf::Now } else { GroupsAsOf::Window };
        settings.groups_as_of.unwrap_or(fitting)
    }

    /// The method of the score: the one that was published last, or what comes with Bond. One that this release cannot
    /// read, which is logged, is not used: what is answered has the name of the one that is.
    ///
    /// It is read only where the store has changed since.
    pub fn score_method(&self) -> Arc<Method> {
        let mut known = self.method.lock().unwrap_or_else(PoisonError::into_inner);
        let read = self.store.version().and_then(|version| match &*known {
            Some((at, _)) if *at == version => Ok(None),
            _ => Ok(Some((version, self.store.last_score_method()?))),
        });
        match read {
            Ok(None) => {}
            Ok(Some((version, None))) => *known = Some((version, Arc::new(BOND_1.clone()))),
            Ok(Some((version, Some((name, numbers))))) => {
                let method = read_method(&name, &numbers).map(Arc::new).unwrap_or_else(|reason| {
                    tracing::error!(name, reason, "the published method of the score cannot be read");
                    known.take().map_or_else(|| Arc::new(BOND_1.clone()), |(_, method)| method)
                });
                *known = Some((version, method));
            }
            Err(error) => tracing::error!(%error, "the method of the score cannot be read"),
        }
        known.as_ref().map_or_else(|| Arc::new(BOND_1.clone()), |(_, method)| Arc::clone(method))
    }

    /// The settings with those that were chosen on the page. A value from the file, the environment or a flag stays; so does
    /// the value of a setting whose choice cannot be read, which is logged.
    ///
    /// Every request asks for them, so the choices are read only where the store has changed since.
    pub fn settings(&self) -> Arc<Config> {
        let mut known = self.with_chosen.lock().unwrap_or_else(PoisonError::into_inner);
        // The version is read before the choices: if one changes in between, the next request reads them again.
        let read = self.store.version().and_then(|version| match &*known {
            Some((at, _)) if *at == version => Ok(None),
            _ => Ok(Some((version, Arc::new(self.with(&self.store.chosen_settings()?))))),
        });
        match read {
            Ok(Some(read)) => *known = Some(read),
            Ok(None) => {}
            Err(error) => tracing::error!(%error, "the chosen settings cannot be read"),
        }
        known.as_ref().map_or_else(|| Arc::new(self.config.clone()), |(_, settings)| Arc::clone(settings))
    }

    fn with(&self, chosen: &[Override]) -> Config {
        let chosen = chosen.iter().map(Override::pair);
        match self.last_read() {
            None => self.config.with_chosen(&self.origins, chosen),
            Some(read) => read.config.with_chosen(&read.origins, chosen),
        }
    }

    /// The settings without those that were chosen, as they were read anew; None if they never were.
    fn last_read(&self) -> Option<Arc<ReadSettings>> {
        self.reread.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Where a setting came from; None for a process that does not serve.
    pub fn origin(&self, name: &str) -> Option<Origin> {
        match self.last_read() {
            None => self.origins.get(name).cloned(),
            Some(read) => read.origins.get(name).cloned(),
        }
    }

    /// Whether a setting may be chosen on the page: nothing else says what it is.
    pub fn is_choosable(&self, name: &str) -> bool {
        config::choosable(name).is_some() && matches!(self.origin(name), None | Some(Origin::Default))
    }

    /// Reads the settings anew, and uses at once those that can be used so. Any fault leaves all as they are.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn reread(&self) -> Result<Reread, String> {
        let read = self.rereads.as_ref().ok_or("this process was started without settings to read anew")?()?;
        // As a start would see them.
        read.config.check_network()?;
        let mut known = self.reread.lock().unwrap_or_else(PoisonError::into_inner);
        let mut config = known.as_ref().map_or_else(|| self.config.clone(), |known| known.config.clone());
        let mut reread = Reread::default();
        let settings = config::settings();
        for name in settings.iter().map(|setting| setting.get_id().as_str()).chain(config::TABLES) {
            if config.take(name, &read.config) {
                reread.used.push(name.to_owned());
            } else if config.text(name) != read.config.text(name) {
                reread.waiting.push(name.to_owned());
            }
        }
        let providers = Providers::read(&config, &self.egress).map_err(|error| error.to_string())?;
        *known = Some(Arc::new(ReadSettings { config, origins: read.origins }));
        drop(known);
        self.auth.oidc.replace(providers);
        self.auth.note_providers().map_err(|error| error.to_string())?;
        self.auth.end_of_other_providers(self.clock.now()).map_err(|error| error.to_string())?;
        *self.with_chosen.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Ok(reread)
    }
}

/// A method of the score as the store has it.
fn read_method(name: &str, numbers: &str) -> Result<Method, String> {
    let numbers: MethodNumbers = serde_json::from_str(numbers).map_err(|error| error.to_string())?;
    numbers.named(name).map_err(|faults| joined(&faults))
}
