//! Computes metrics: plans the queries, runs each once, caches the rows, sums them into groups.

mod catalogues;

use std::sync::{Arc, RwLock};

use futures_util::future::try_join_all;
use moka::future::Cache;
use moka::policy::EvictionPolicy;

use super::cached_rows::{CacheKey, CachedRows};
use super::catalogue::{Catalogue, Selection};
use super::cover::{cover, plan};
use super::dimension::Dimension;
use super::filter::GroupsAsOf;
use super::in_flight::InFlight;
use super::items::{ItemFigures, ItemTable};
use super::model::{Metric, NOTICE_DAYS, Scan, Source, Term};
use super::moved_logins::MovedLogins;
use super::period::Window;
use super::reader::{Reader, shift_periods, without_items};
use super::resident;
use super::rollup::{Figures, RowItems};
use super::segment_groups::{Levels, SegmentGroups};
use super::source_query::SourceQuery;
use super::subset::{Measures, Subset};
use super::table::MayShow;
use crate::scope::Scope;
use crate::telemetry;
use crate::warehouse::day::Day;
use crate::warehouse::feed;
use crate::warehouse::question::Span;
use crate::warehouse::{Rows, Warehouse, WarehouseError};

/// A query for figures by the values of a dimension.
pub struct ItemQuery<'a> {
    pub dimension: &'static Dimension,
    pub metrics: &'a [&'a Metric],
    pub windows: &'a [Window],
    pub selection: &'a Selection,
    pub levels: Levels,
    /// Only the values with this number in an attribute, for example the options of one poll. The dimension must
    /// have names.
    pub with: Option<(&'a str, i64)>,
}

/// The terms of some metrics; with `contributors` also those that count their contributors.
pub(super) fn terms_of(metrics: &[&Metric], contributors: bool) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    let behind = metrics.iter().filter(|_| contributors);
    let behind = behind.flat_map(|metric| metric.contributor_terms().chain(metric.added()));
    for term in metrics.iter().flat_map(|metric| metric.terms()).chain(behind) {
        if !terms.contains(&term) {
            terms.push(term);
        }
    }
    terms
}

/// The most cached catalogues of scopes: users have few different scopes.
const MOST_SCOPED: u64 = 64;

/// The most cached dimensions with their values: one data version has fewer.
const MOST_NAMED: u64 = 32;

/// A cache that keeps the `most` entries that were used last.
fn lru_cache<K, V>(most: u64) -> Cache<K, V>
where
    K: std::hash::Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    Cache::builder().max_capacity(most).eviction_policy(EvictionPolicy::lru()).build()
}

/// Computes metrics over one warehouse.
pub struct Engine {
    warehouse: Arc<Warehouse>,
    cache: CachedRows,
    catalogue: Arc<RwLock<Arc<Catalogue>>>,
    /// The catalogue that is being read, by its data version.
    reading: InFlight<i32, Catalogue>,
    /// Catalogues within scopes, by data version.
    scoped: Cache<(i32, Scope, GroupsAsOf), Arc<Catalogue>>,
    /// The values of dimensions with names, by data version and id.
    named: Cache<(i32, &'static str), Arc<ItemTable>>,
    moved_logins: Cache<i32, Arc<MovedLogins>>,
    dormant_days: u16,
    minimum_members: u16,
    most_rows: i64,
    lookups: telemetry::Cache,
}

impl Engine {
    /// `cache_bytes` bounds the cached rows; a member without a login for `dormant_days` days is dormant.
    pub fn new(warehouse: Arc<Warehouse>, cache_bytes: u64, dormant_days: u16) -> Engine {
        let cache = CachedRows::new(Arc::clone(&warehouse), cache_bytes);
        let catalogue = Catalogue::none();
        Engine {
            reading: InFlight::new(Arc::clone(&warehouse)),
            warehouse,
            cache,
            catalogue: Arc::new(RwLock::new(Arc::new(catalogue))),
            scoped: lru_cache(MOST_SCOPED),
            named: lru_cache(MOST_NAMED),
            moved_logins: lru_cache(1),
            dormant_days,
            minimum_members: 0,
            most_rows: resident::MOST_ROWS,
            lookups: telemetry::Cache::default(),
        }
    }

    /// Also computes how many members are behind each figure, unless `minimum_members` is 0.
    pub fn protecting(self, minimum_members: u16) -> Engine {
        Engine { minimum_members, ..self }
    }

    /// Keeps at most `most_rows` rows of each table of a profile in memory; figures are the same with any number.
    pub fn with_rows_in_memory(self, most_rows: i64) -> Engine {
        Engine { most_rows, ..self }
    }

    /// Figures with fewer members behind them are not shown; 0 if all are shown.
    pub fn minimum_members(&self) -> u16 {
        self.minimum_members
    }

    /// The proof that every figure may be shown; None if small groups are protected.
    pub fn shows_all(&self) -> Option<MayShow> {
        MayShow::all(self.minimum_members)
    }

    /// The number of days without a login after which a member is dormant.
    pub fn dormant_days(&self) -> u16 {
        self.dormant_days
    }

    /// As [`Warehouse::compute`].
    ///
    /// # Errors
    /// Errors of the warehouse.
    pub async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, WarehouseError> {
        self.warehouse.compute(work).await
    }

    pub(super) fn warehouse(&self) -> &Warehouse {
        &self.warehouse
    }

    pub(super) fn shared_warehouse(&self) -> Arc<Warehouse> {
        Arc::clone(&self.warehouse)
    }

    /// The counters of look-ups in the cache.
    pub fn lookups(&self) -> &telemetry::Cache {
        &self.lookups
    }

    /// The bytes that the cache holds.
    pub async fn cached_bytes(&self) -> u64 {
        // The cache counts a new entry with a delay.
        self.cache.bytes().await
    }

    /// The figures of `metrics` for each of `windows` (one period each) and the groups of `levels`.
    ///
    /// # Errors
    /// [`WarehouseError::VersionMoved`] if `catalogue` is no longer the newest: retry with a new one.
    pub async fn figures(
        &self,
        catalogue: &Catalogue,
        metrics: &[&Metric],
        windows: &[Window],
        selection: &Selection,
        levels: Levels,
    ) -> Result<Figures, WarehouseError> {
        let groups = SegmentGroups::new(catalogue, &selection.groups, levels);
        self.figures_of_groups(catalogue, metrics, windows, selection, (&groups, None)).await
    }

    /// The figures of `metrics` for groups of segments: of everybody, or of newcomers, whose first login is in a
    /// window.
    pub(super) async fn figures_of_groups(
        &self,
        catalogue: &Catalogue,
        metrics: &[&Metric],
        windows: &[Window],
        selection: &Selection,
        (groups, newcomers): (&SegmentGroups, Option<Window>),
    ) -> Result<Figures, WarehouseError> {
        let mut figures = Figures::new(groups.keys.clone(), 1, windows.len(), self.minimum_members)
            .in_both_readings(catalogue, groups, windows);
        let of_everybody = groups.of_everybody;
        let request = RowsRequest { newcomers, only_needed: newcomers.is_some(), by: None, of_everybody };
        for (term, rows) in self.rows_of_terms(catalogue, metrics, windows, selection, request).await? {
            figures.add(groups, term, &rows, &RowItems::One);
        }
        Ok(figures)
    }

    /// The figures of `metrics` for every value of a dimension, each for the windows and groups of the query.
    ///
    /// # Errors
    /// [`WarehouseError::VersionMoved`] if `catalogue` is no longer the newest: retry with a new one.
    pub async fn by_item(&self, catalogue: &Catalogue, query: &ItemQuery<'_>) -> Result<ItemFigures, WarehouseError> {
        let groups = SegmentGroups::new(catalogue, &query.selection.groups, query.levels);
        self.items(catalogue, query, &groups, false).await
    }

    /// The same for groups of segments; computes only these metrics. The levels of the query do not matter.
    pub(super) async fn by_item_of_groups(
        &self,
        catalogue: &Catalogue,
        query: &ItemQuery<'_>,
        groups: &SegmentGroups,
    ) -> Result<ItemFigures, WarehouseError> {
        self.items(catalogue, query, groups, true).await
    }

    async fn items(
        &self,
        catalogue: &Catalogue,
        query: &ItemQuery<'_>,
        groups: &SegmentGroups,
        only_needed: bool,
    ) -> Result<ItemFigures, WarehouseError> {
        let ItemQuery { dimension, metrics, windows, selection, with, .. } = query;
        let of_everybody = groups.of_everybody;
        let request = RowsRequest { by: Some(dimension), only_needed, newcomers: None, of_everybody };
        let answers = self.rows_of_terms(catalogue, metrics, windows, selection, request).await?;
        let items = match dimension.names {
            Some(sql) => self.named(catalogue, dimension, sql, *with).await?,
            None => Arc::new(ItemTable::of_keys(answers.iter().map(|(_, rows)| &**rows), dimension.attributes.len())),
        };
        let mut figures = Figures::new(groups.keys.clone(), items.len, windows.len(), self.minimum_members)
            .in_both_readings(catalogue, groups, windows);
        // Terms of a source share their rows.
        let mut of_rows: (Option<Arc<Rows>>, Vec<Option<u32>>) = (None, Vec::new());
        for (term, rows) in answers {
            if !of_rows.0.as_ref().is_some_and(|before| Arc::ptr_eq(before, &rows)) {
                of_rows = (Some(Arc::clone(&rows)), items.of_rows(rows.columns.get(2)));
            }
            let of_rows = &of_rows.1;
            if items.several_keys && term.measure().is_some_and(|measure| measure.members_with.is_some()) {
                figures.add_most(groups, term, &rows, of_rows);
            } else {
                figures.add(groups, term, &rows, &RowItems::Each(of_rows));
            }
        }
        Ok(items.with(dimension, figures))
    }

    /// The values of a dimension with names; see [`ItemQuery::with`].
    async fn named(
        &self,
        catalogue: &Catalogue,
        dimension: &'static Dimension,
        sql: &'static str,
        with: Option<(&str, i64)>,
    ) -> Result<Arc<ItemTable>, WarehouseError> {
        let version = catalogue.version;
        let names = async {
            let warehouse = Arc::clone(&self.warehouse);
            let query = async move || warehouse.query(version, sql.to_owned(), Vec::new()).await;
            self.cached(CacheKey::Names(version, dimension.id), query).await
        };
        let Some((attribute, number)) = with else {
            let whole = async { Ok(Arc::new(ItemTable::named(&*names.await?, |_| true))) };
            let kept = self.named.try_get_with((version, dimension.id), whole).await;
            return kept.map_err(|error: Arc<WarehouseError>| (*error).clone());
        };
        let names = names.await?;
        let column = dimension.index_of(attribute).and_then(|index| names.columns.get(2 + index));
        let is_wanted = |row: usize| column.is_none_or(|column| column.ints()[row] == number);
        Ok(Arc::new(ItemTable::named(&names, is_wanted)))
    }

    /// The rows of every term of some metrics.
    pub(super) async fn rows_of_terms(
        &self,
        catalogue: &Catalogue,
        metrics: &[&Metric],
        windows: &[Window],
        selection: &Selection,
        RowsRequest { by, only_needed, newcomers, of_everybody }: RowsRequest,
    ) -> Result<Vec<(Term, Arc<Rows>)>, WarehouseError> {
        let terms = terms_of(metrics, self.minimum_members > 0);
        // If a term is queried by item, its totals come from those rows.
        let listed = |source: &Source| {
            terms.iter().find_map(|term| match term {
                Term::Distinct(of, dimension) if *of == source => Some(*dimension),
                _ => None,
            })
        };
        let answers = terms.iter().map(|term| {
            let listed = if let Term::In(measure) = term { listed(measure.source) } else { None };
            let beside = terms.iter().filter_map(|other| other.measure()).filter(|one| one.source == term.source());
            let only = (only_needed && term.measure().is_some()).then(|| Measures::of(beside));
            let which = TermRows { by, listed, only, newcomers, of_everybody };
            async move { Ok((*term, self.rows(catalogue, *term, windows, selection, which).await?)) }
        });
        try_join_all(answers).await
    }

    /// The rows that a term is computed from, for groups of segments.
    pub(super) async fn rows_of(
        &self,
        catalogue: &Catalogue,
        term: Term,
        windows: &[Window],
        selection: &Selection,
        groups: &SegmentGroups,
    ) -> Result<Arc<Rows>, WarehouseError> {
        let of_everybody = groups.of_everybody;
        let which = TermRows { by: None, listed: None, only: None, newcomers: None, of_everybody };
        self.rows(catalogue, term, windows, selection, which).await
    }

    /// The rows that a term is computed from, cached or queried. Terms of the same subset and windows of a source share
    /// them. Rows without items are summed from the rows by the items `listed` if all measures add up.
    async fn rows(
        &self,
        catalogue: &Catalogue,
        term: Term,
        windows: &[Window],
        selection: &Selection,
        TermRows { by, listed, only, newcomers, of_everybody }: TermRows,
    ) -> Result<Arc<Rows>, WarehouseError> {
        let source = term.source();
        let by = if let Term::Distinct(_, dimension) = term { Some(dimension) } else { by };
        let mut spans = Vec::with_capacity(windows.len());
        let mut first_period = 0;
        for window in windows {
            let window = match term {
                Term::Trailing(_) => window.trailing(self.dormant_days),
                // If members become dormant sooner than that, the window has no days.
                Term::TrailingToNotice(_) => window.trailing(self.dormant_days.saturating_sub(NOTICE_DAYS)),
                _ => *window,
            };
            if source.scan == Scan::Reference {
                spans.push(Span { first: Day::count_to(window.start), last: Day::count_to(window.end) });
            } else if window.end < Day::FIRST.to_date() {
                // Before the first day a fact can have. Windows are in chronological order, so such windows come first.
                first_period += 1;
            } else {
                let [first, last] = [window.start, window.end].map(|date| i32::from(Day::clamped(date).number()));
                spans.push(Span { first, last });
            }
        }
        if spans.is_empty() {
            return Ok(Arc::default());
        }
        let items = catalogue.chosen(source.items, selection);
        let by = by.and_then(|dimension| dimension.column);
        let subset = Subset::of(term.measure(), &items, by);
        // No other measure is counted over these days.
        let subset = if let Term::Trailing(one) | Term::TrailingToNotice(one) = term {
            subset.only(Measures::of([one]))
        } else {
            subset
        };
        let subset = only.map_or(subset, |measures| subset.only(measures));
        let number = |date| i32::from(Day::clamped(date).number());
        let newcomers = newcomers.map(|window| Span { first: number(window.start), last: number(window.end) });
        let were = catalogue.were.as_ref().and_then(|were| {
            let is_before_now = spans.iter().any(|span| span.last <= were.until);
            let moves = match source.scan {
                Scan::Moves => true,
                _ => feed::has_members(source.id) && is_before_now,
            };
            were.of_rows(moves && !of_everybody)
        });
        let query = SourceQuery { source, spans, items, by, subset, newcomers, were };
        let key = CacheKey::Rows(catalogue.version, query.clone());
        let reader = Reader {
            warehouse: Arc::clone(&self.warehouse),
            cache: self.cache.clone(),
            version: catalogue.version,
            summaries: catalogue.summaries(source),
            member_segments: Arc::clone(&catalogue.member_segments),
            membership: Arc::clone(&catalogue.membership),
            group_moves: Arc::clone(&catalogue.group_moves),
            moved_logins: self.moved_logins.clone(),
        };
        let by_item = listed.and_then(|dimension| query.by_item(dimension.column?));
        if plan::is_wanted() {
            let read = by_item.as_ref().unwrap_or(&query);
            plan::note(read, &cover(read, &reader.summaries), self.cache.get(&key).await.is_some());
        }
        let read = async move || match by_item {
            Some(by_item) => {
                let key = CacheKey::Rows(reader.version, by_item.clone());
                let cache = reader.cache.clone();
                Ok(without_items(&*cache.rows(key, async move || reader.read(by_item).await).await?))
            }
            None => reader.read(query).await,
        };
        let rows = self.cached(key, read).await?;
        if first_period == 0 {
            return Ok(rows);
        }
        let mut shifted = Rows::clone(&rows);
        shift_periods(&mut shifted, first_period);
        Ok(Arc::new(shifted))
    }

    /// The cached rows, or those that `query` reads. Concurrent requests for the same rows share one query and its
    /// error.
    pub(super) async fn cached<F>(
        &self,
        key: CacheKey,
        query: impl FnOnce() -> F + Clone,
    ) -> Result<Arc<Rows>, WarehouseError>
    where
        F: Future<Output = Result<Rows, WarehouseError>> + Send + 'static,
    {
        if let Some(rows) = self.cache.get(&key).await {
            self.lookups.count(true);
            return Ok(rows);
        }
        self.lookups.count(false);
        let _time = telemetry::querying();
        self.cache.rows(key, query).await
    }
}

/// Which rows of a term are read.
#[derive(Clone, Copy)]
struct TermRows {
    by: Option<&'static Dimension>,
    /// See [`Engine::rows`].
    listed: Option<&'static Dimension>,
    /// The measures to compute; None for all with the same rows, which other requests may share.
    only: Option<Measures>,
    /// Only those of members whose first login is in this window.
    newcomers: Option<Window>,
    /// See [`RowsRequest::of_everybody`].
    of_everybody: bool,
}

/// Which rows of some metrics are read: those of everybody, without items, by default.
#[derive(Clone, Copy, Default)]
pub(super) struct RowsRequest {
    pub by: Option<&'static Dimension>,
    /// Whether only the measures of these metrics are computed. Scans of rows take less than half of the time without
    /// the columns of other measures, and no other request would share their rows.
    pub only_needed: bool,
    /// Only those of members whose first login is in this window.
    pub newcomers: Option<Window>,
    /// Whether only the total of all members is summed from them: who was in which group makes no difference to it.
    pub of_everybody: bool,
}
