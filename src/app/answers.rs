//! Figures of the declared calls as of now: for requests, reports, alerts, and what says whether data are late.

use super::App;
use crate::figures::calendar::Calendar;
use crate::i18n::language::Language;
use crate::render::Logo;
use crate::scope::Scope;
use crate::screens::loaded::LoadedData;
use crate::screens::wire::ProgramInfo;
use crate::screens::{AnswerError, Answers};
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
