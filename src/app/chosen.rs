//! What is chosen while Bond runs, and read where the store has changed since: settings, and the method of the score.

use std::sync::{Arc, PoisonError};

use super::App;
use crate::config::{self, Config};
use crate::error::joined;
use crate::figures::score::{BOND_1, Method, MethodNumbers};
use crate::groupings::GroupsAsOf;
use crate::store::overrides::Override;

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
        self.config.with_chosen(&self.origins, chosen.iter().map(Override::pair))
    }

    /// Whether a setting may be chosen on the page: nothing else says what it is.
    pub fn is_choosable(&self, name: &str) -> bool {
        config::choosable(name).is_some() && config::is_free(&self.origins, name)
    }
}

/// A method of the score as the store has it.
fn read_method(name: &str, numbers: &str) -> Result<Method, String> {
    let numbers: MethodNumbers = serde_json::from_str(numbers).map_err(|error| error.to_string())?;
    numbers.named(name).map_err(|faults| joined(&faults))
}
