//! What a request works with.

use std::sync::Arc;

use time::Date;

use super::answer_cache::AnswerCache;
use crate::error::{FieldFault, joined};
use crate::figures::calendar::Calendar;
use crate::figures::filter::{Filter, FilterErrors, FilterParams, GroupsAsOf};
use crate::figures::period::{Bucket, Grain, Window};
use crate::figures::score::Method;
use crate::figures::{Catalogue, Engine, Metric, Selection, Unit, chart};
use crate::groupings::Grouping;
use crate::i18n::language::Language;
use crate::scope::Scope;
use crate::screens::tables::BlockTable;
use crate::screens::words::Words;
use crate::warehouse::WarehouseError;

/// Why there is no answer.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AnswerError {
    #[error("{}", joined(&.0.0))]
    Filter(FilterErrors),
    #[error("There is no poll {0}.")]
    NoPoll(i32),
    /// What is to be opened of an explanation is wrong.
    #[error("{0}")]
    Opening(FieldFault),
    #[error(transparent)]
    Warehouse(#[from] WarehouseError),
    #[error("the keys of receipts cannot be read: {0}")]
    Keys(String),
    #[error("the answer could not be written: {0}")]
    Json(#[source] Arc<serde_json::Error>),
}

impl From<serde_json::Error> for AnswerError {
    fn from(error: serde_json::Error) -> AnswerError {
        AnswerError::Json(Arc::new(error))
    }
}

impl From<FilterErrors> for AnswerError {
    fn from(errors: FilterErrors) -> AnswerError {
        AnswerError::Filter(errors)
    }
}

/// How often an answer is computed again because a load was committed meanwhile, or because there was no room for the
/// request that computed it.
pub(super) const RETRIES: usize = 5;

/// Answers the declared calls.
#[derive(Clone)]
pub struct Answers<'a> {
    pub engine: &'a Engine,
    /// The date in the program's time zone.
    pub today: Date,
    pub calendar: Calendar,
    /// Of filters that name none.
    pub groups_as_of: GroupsAsOf,
    /// The members that the answers show; no figure counts another.
    pub scope: &'a Scope,
    /// The method of the score.
    pub method: Arc<Method>,
    /// The ISO 4217 code of the program's currency.
    pub currency: String,
    /// Of sentences, notes and names of causes. Labels of periods and groups are answered alike in every language.
    pub language: Language,
    /// The answers to calls, kept until there is a newer data version.
    pub kept: &'a AnswerCache,
}

/// What one request works with: its filter, resolved, and the catalogue of one data version.
pub(in crate::screens) struct Snapshot<'a> {
    pub engine: &'a Engine,
    pub today: Date,
    pub method: &'a Method,
    pub currency: &'a str,
    pub language: Language,
    pub scope: &'a Scope,
    pub catalogue: Arc<Catalogue>,
    pub filter: &'a Filter,
    pub selection: &'a Selection,
}

impl Answers<'_> {
    /// The number of the last published load.
    ///
    /// # Errors
    /// If the warehouse gives no answer.
    pub async fn data_version(&self) -> Result<i32, AnswerError> {
        Ok(self.engine.catalogue().await?.version)
    }

    /// A filter of a call about no blocks, checked.
    ///
    /// # Errors
    /// A message for every field that is wrong.
    pub fn filter_of(&self, params: &FilterParams) -> Result<Filter, FilterErrors> {
        self.resolved(params, &[])
    }

    /// A filter, checked, by the settings of the program. `first_groupings` are the defaults of viewByH1 of the blocks that
    /// the call answers.
    pub(in crate::screens) fn resolved(
        &self,
        params: &FilterParams,
        first_groupings: &[Grouping],
    ) -> Result<Filter, FilterErrors> {
        params.resolve(self.today, self.calendar, self.groups_as_of, first_groupings)
    }

    /// The newest catalogue, within the scope.
    pub(in crate::screens) async fn catalogue(&self) -> Result<Arc<Catalogue>, WarehouseError> {
        self.engine.catalogue_within(self.scope, GroupsAsOf::Now).await
    }

    /// Runs `work` with the newest catalogue, and again with a newer one if the data version moved meanwhile.
    pub(in crate::screens) async fn with_snapshot<T>(
        &self,
        filter: &Filter,
        work: impl AsyncFn(&Snapshot<'_>) -> Result<T, AnswerError>,
    ) -> Result<T, AnswerError> {
        let selection = Selection::from(filter);
        let mut retries = 0;
        loop {
            let catalogue = self.engine.catalogue_within(self.scope, filter.groups_as_of).await?;
            let snapshot = Snapshot {
                engine: self.engine,
                today: self.today,
                method: &self.method,
                currency: &self.currency,
                language: self.language,
                scope: self.scope,
                catalogue,
                filter,
                selection: &selection,
            };
            match work(&snapshot).await {
                Err(AnswerError::Warehouse(WarehouseError::VersionMoved)) if retries < RETRIES => retries += 1,
                answered => return answered,
            }
        }
    }
}

impl Snapshot<'_> {
    /// How sentences write figures of a unit.
    pub(in crate::screens) fn words(&self, unit: Unit) -> Words<'_> {
        Words::new(unit, self.currency, self.language)
    }

    /// The note of a comparison, in the language of the answer.
    pub(super) fn note(&self, note: Option<String>) -> Option<String> {
        note.map(|_| self.language.texts().explain.not_enough_history.to_owned())
    }

    /// The buckets of a chart; their dates and coverage are put into the answer.
    pub(super) fn buckets(&self, metrics: &[&Metric], grain: Grain, answer: &mut BlockTable) -> Vec<Bucket> {
        let window = self.filter.window;
        let buckets = chart::buckets(&self.catalogue, metrics, window, grain, self.today);
        answer.periods = Some(chart::periods(&self.catalogue, metrics, window, grain, &buckets));
        buckets
    }
}

pub(super) fn windows(buckets: &[Bucket]) -> Vec<Window> {
    buckets.iter().map(|bucket| bucket.window).collect()
}
