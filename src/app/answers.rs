//! Figures of the declared calls as of now: for requests, reports, alerts, and what says whether data are late.

use super::App;
use crate::figures::calendar::Calendar;
use crate::i18n::language::Language;
use crate::loads::held::{self, Held, HeldError, Places};
use crate::render::Logo;
use crate::scope::Scope;
use crate::screens::loaded::LoadedData;
use crate::screens::wire::ProgramInfo;
use crate::screens::{AnswerError, Answers};
use crate::store::audit::{By, Entry};
use crate::store::{self, StoreError};

impl App {
    /// Answers the declared calls, as of now, for somebody who sees the members of a scope. Notes and sentences are in a
    /// language.
    pub fn answers<'a>(&'a self, scope: &'a Scope, language: Language) -> Answers<'a> {
        let settings = self.settings();
        let calendar =
            Calendar { year_start: settings.fiscal_year_start, first_weekday: settings.first_weekday.into() };
        let (engine, today, method) = (&self.engine, self.clock.today(), self.score_method());
        let (currency, groups_as_of) = (settings.currency.clone(), self.groups_as_of());
        Answers { engine, today, calendar, groups_as_of, scope, method, currency, language, kept: &self.kept }
    }

    /// The program and the range of its data, for somebody who sees the members of a scope.
    pub async fn program(&self, scope: &Scope) -> Result<ProgramInfo, AnswerError> {
        // A program whose logo cannot be read is shown without it.
        let logo = self.store.logo_digest().unwrap_or_else(|error| {
            tracing::error!(%error, "the logo cannot be read");
            None
        });
        self.answers(scope, Language::En).program(&self.settings(), logo, self.clock.local()).await
    }

    /// All that is held about a member, for somebody who sees the members of a scope; None where there is nothing, or it is
    /// not among these.
    pub async fn held(&self, id: &str, scope: &Scope) -> Result<Option<Held>, HeldError> {
        let places = Places {
            store: self.store.clone(),
            data_dir: self.data_dir().path().to_owned(),
            backups: self.backups.clone(),
        };
        let held = held::held(&self.warehouse, places, id).await?;
        let is_shown = *scope == Scope::All || held.members.iter().any(|member| scope.has(&member.groups));
        Ok(Some(held).filter(|held| is_shown && !held.is_empty()))
    }

    /// Writes down that somebody looked at what is held about a member. Only of one that is known, the line has the id,
    /// which an erasure takes out of it: otherwise the line would be what is held.
    pub fn record_look(&self, id: &str, is_found: bool, by: By<'_>) -> Result<(), StoreError> {
        let (subject, detail) = if is_found { (Some(id), None) } else { (None, Some("nothing found")) };
        self.store.record(&Entry { subject, detail, ..by.entry("member_shown") })
    }

    /// The program's logo, for files.
    pub fn logo(&self) -> Result<Option<Logo>, StoreError> {
        let logo = self.store.logo()?;
        Ok(logo.map(|store::logo::Logo { image, width, height }| Logo { image, width, height }))
    }

    /// What is loaded of each feed table, and what is late.
    pub async fn loaded(&self) -> Result<LoadedData, AnswerError> {
        let due = &self.settings().expected_by;
        self.answers(&Scope::All, Language::En).loaded(&self.warehouse, due, self.clock.local()).await
    }

    /// The feed tables whose data are late.
    pub async fn late_tables(&self) -> Result<Vec<String>, AnswerError> {
        Ok(self.program(&Scope::All).await?.late_tables)
    }
}
