//! Answers metrics: plans the questions, asks each once, keeps the answers, rolls them up.

use std::collections::HashMap;
use std::sync::{Arc, RwLock};

use futures_util::future::try_join_all;
use time::Date;

use super::filter::{Choice, Filter, Grouping, Groups, Items};
use super::items::{ByItem, ItemTable};
use super::period::Window;
use super::query::{Part, Question, Span, write};
use super::rollup::{Figures, Levels, Places, Plan};
use super::{Dimension, ItemFilter, Metric, Scan, Term};
use crate::warehouse::day::Day;
use crate::warehouse::{Column, Rows, Warehouse, WarehouseError};

/// An id and its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub id: i32,
    pub name: String,
}

/// One combination of tier, line of business and audiences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    pub tier: i32,
    pub lob: i32,
    pub audiences: Vec<i32>,
    pub members: i64,
}

/// What a data version holds besides facts: groups, segments, and which days are loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Catalogue {
    pub version: i32,
    /// By type, each by name (without regard to case, then by code point), then id.
    pub tiers: Vec<Named>,
    pub lobs: Vec<Named>,
    pub audiences: Vec<Named>,
    /// By segment id; the first is the empty segment 0.
    pub segments: Vec<Segment>,
    /// Offers and campaigns by id, each with its category or type.
    pub(super) offers: Vec<(i32, i32)>,
    pub(super) campaigns: Vec<(i32, i32)>,
    /// First and last loaded day, by feed table; tables that hold no row are missing.
    pub loaded: HashMap<String, (Date, Date)>,
    /// Whether the demo made the data.
    pub demo: bool,
}

impl Catalogue {
    /// First day with logins.
    pub fn first_day(&self) -> Option<Date> {
        self.loaded.get("logins").map(|(first, _)| *first)
    }

    /// Last day with logins.
    pub fn through(&self) -> Option<Date> {
        self.loaded.get("logins").map(|(_, last)| *last)
    }

    /// The groups of a type.
    pub fn groups(&self, grouping: Grouping) -> &[Named] {
        match grouping {
            Grouping::Tier => &self.tiers,
            Grouping::Lob => &self.lobs,
            Grouping::Audience => &self.audiences,
        }
    }

    /// Which offers or campaigns a selection chooses. Found here and not in SQL: a scan then compares with one list,
    /// and filters that choose the same share their answers.
    fn chosen(&self, filter: ItemFilter, selection: &Selection) -> Choice {
        let (all, items) = match filter {
            ItemFilter::None => return Choice::All,
            ItemFilter::Offers => (&self.offers, &selection.offers),
            ItemFilter::Campaigns => (&self.campaigns, &selection.campaigns),
        };
        if *items == Items::default() {
            return Choice::All;
        }
        let passes = |(id, kind): &&(i32, i32)| items.own.has(*id) && items.kind.has(*kind);
        let ids: Vec<i32> = all.iter().filter(passes).map(|(id, _)| *id).collect();
        if ids.len() == all.len() { Choice::All } else { Choice::Only(ids) }
    }

    /// Whether the window begins on or after the first loaded day of every table the metric reads.
    pub fn reaches_back_to(&self, metric: &Metric, start: Date) -> bool {
        metric
            .terms()
            .flat_map(Term::tables)
            .all(|table| self.loaded.get(table).is_some_and(|(first, _)| *first <= start))
    }
}

/// Which rows a figure is of.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    pub groups: Groups,
    pub offers: Items,
    pub campaigns: Items,
}

impl From<&Filter> for Selection {
    fn from(filter: &Filter) -> Selection {
        Selection { groups: filter.groups.clone(), offers: filter.offers.clone(), campaigns: filter.campaigns.clone() }
    }
}

/// What is asked of a dimension.
pub struct Asked<'a> {
    pub dimension: &'static Dimension,
    pub metrics: &'a [&'a Metric],
    pub windows: &'a [Window],
    pub selection: &'a Selection,
    pub levels: Levels,
    /// Only the values with this number in an attribute; of a dimension with names.
    pub keep: Option<(&'a str, i64)>,
}

fn terms_of(metrics: &[&Metric]) -> Vec<Term> {
    let mut terms: Vec<Term> = Vec::new();
    for term in metrics.iter().flat_map(|metric| metric.terms()) {
        if !terms.contains(&term) {
            terms.push(term);
        }
    }
    terms
}

/// The key of a kept answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    version: i32,
    source: &'static str,
    spans: Vec<Span>,
    items: Choice,
    /// A dimension's column, which several dimensions may count in different rows; its id where names are kept.
    by: Option<&'static str>,
    part: Part,
}

impl Key {
    /// What it takes to keep it: a filter may list very many items.
    fn bytes(&self) -> usize {
        let list = |choice: &Choice| if let Choice::Only(ids) = choice { ids.len() } else { 0 };
        size_of::<Key>() + self.spans.len() * size_of::<Span>() + list(&self.items) * size_of::<i32>()
    }
}

/// Answers metrics over one warehouse.
pub struct Engine {
    warehouse: Arc<Warehouse>,
    answers: moka::future::Cache<Key, Arc<Rows>>,
    catalogue: RwLock<Arc<Catalogue>>,
    dormant_days: u16,
}

impl Engine {
    /// `cache_bytes` bounds the kept answers; `dormant_days` is the length of silence that makes a member dormant.
    pub fn new(warehouse: Arc<Warehouse>, cache_bytes: u64, dormant_days: u16) -> Engine {
        let answers = moka::future::Cache::builder()
            .max_capacity(cache_bytes)
            .weigher(|key: &Key, rows: &Arc<Rows>| u32::try_from(rows.bytes() + key.bytes()).unwrap_or(u32::MAX))
            .build();
        let catalogue = Catalogue { version: -1, ..Catalogue::default() };
        Engine { warehouse, answers, catalogue: RwLock::new(Arc::new(catalogue)), dormant_days }
    }

    /// The catalogue of the newest data version.
    pub async fn catalogue(&self) -> Result<Arc<Catalogue>, WarehouseError> {
        loop {
            let version = self.warehouse.data_version();
            let kept = Arc::clone(&self.catalogue.read().unwrap_or_else(std::sync::PoisonError::into_inner));
            if kept.version == version {
                return Ok(kept);
            }
            match self.read_catalogue(version).await {
                Ok(read) => {
                    let read = Arc::new(read);
                    *self.catalogue.write().unwrap_or_else(std::sync::PoisonError::into_inner) = Arc::clone(&read);
                    return Ok(read);
                }
                Err(WarehouseError::VersionMoved) => {}
                Err(error) => return Err(error),
            }
        }
    }

    async fn read_catalogue(&self, version: i32) -> Result<Catalogue, WarehouseError> {
        let ask = |sql: &str| self.warehouse.query(version, sql.to_owned(), Vec::new());
        let mut catalogue = Catalogue { version, segments: vec![Segment::default()], ..Catalogue::default() };

        let groups = ask("select type::varchar, id::bigint, name::varchar from bond.feed.user_groups").await?;
        if let [kinds, ids, names] = groups.columns.as_slice() {
            for ((kind, id), name) in kinds.texts().iter().zip(ids.ints()).zip(names.texts()) {
                let group = Named { id: *id as i32, name: name.clone() };
                match kind.as_str() {
                    "TIER" => catalogue.tiers.push(group),
                    "LOB" => catalogue.lobs.push(group),
                    _ => catalogue.audiences.push(group),
                }
            }
        }
        for groups in [&mut catalogue.tiers, &mut catalogue.lobs, &mut catalogue.audiences] {
            groups.sort_by_cached_key(|group| (group.name.to_lowercase(), group.name.clone(), group.id));
        }

        let segments = ask(
            "select s.segment_id::bigint, s.tier_id::bigint, s.lob_id::bigint, s.audience_ids::integer[], coalesce(m.members, 0)::bigint \
             from bond.derived.segment s \
             left join (select segment_id, count(*) as members from bond.derived.member group by segment_id) m using (segment_id) \
             order by 1",
        )
        .await?;
        if let [ids, tiers, lobs, audiences, members] = segments.columns.as_slice() {
            for (at, id) in ids.ints().iter().enumerate() {
                // Ids are dense from 1 but for segments that lost their last member.
                catalogue.segments.resize(usize::try_from(*id).unwrap_or_default() + 1, Segment::default());
                if let Some(segment) = catalogue.segments.last_mut() {
                    *segment = Segment {
                        tier: tiers.ints()[at] as i32,
                        lob: lobs.ints()[at] as i32,
                        audiences: audiences.lists()[at].clone(),
                        members: members.ints()[at],
                    };
                }
            }
        }

        let items = [
            (&mut catalogue.offers, "select id::bigint, category_id::bigint from bond.feed.offers order by 1"),
            (
                &mut catalogue.campaigns,
                "select id::bigint, campaign_type_id::bigint from bond.feed.campaigns order by 1",
            ),
        ];
        for (list, sql) in items {
            if let [ids, kinds] = ask(sql).await?.columns.as_slice() {
                list.extend(ids.ints().iter().zip(kinds.ints()).map(|(id, kind)| (*id as i32, *kind as i32)));
            }
        }

        let loaded =
            ask("select table_name::varchar, first_day::bigint, last_day::bigint from bond.main.loaded").await?;
        if let [names, firsts, lasts] = loaded.columns.as_slice() {
            let date = |number: i64| i16::try_from(number).ok().and_then(Day::from_number).map(Day::to_date);
            for ((name, first), last) in names.texts().iter().zip(firsts.ints()).zip(lasts.ints()) {
                if let (Some(first), Some(last)) = (date(*first), date(*last)) {
                    catalogue.loaded.insert(name.clone(), (first, last));
                }
            }
        }
        let demo = ask("select count(*)::bigint from bond.main.setting where name like 'demo.%'").await?;
        catalogue.demo = demo.columns.first().is_some_and(|column| column.ints().first().is_some_and(|n| *n > 0));
        Ok(catalogue)
    }

    /// The figures of `metrics` for each of `windows` (one period each) and the groups of `levels`.
    ///
    /// # Errors
    /// [`WarehouseError::VersionMoved`] where `catalogue` is no longer the newest: ask for it anew.
    pub async fn figures(
        &self,
        catalogue: &Catalogue,
        metrics: &[&Metric],
        windows: &[Window],
        selection: &Selection,
        levels: Levels,
    ) -> Result<Figures, WarehouseError> {
        self.terms(catalogue, &terms_of(metrics), windows, selection, levels).await
    }

    /// The same for bare terms.
    pub(super) async fn terms(
        &self,
        catalogue: &Catalogue,
        terms: &[Term],
        windows: &[Window],
        selection: &Selection,
        levels: Levels,
    ) -> Result<Figures, WarehouseError> {
        let plan = Plan::new(catalogue, &selection.groups, levels);
        let mut figures = Figures::new(plan.groups.clone(), 1, windows.len());
        for (term, rows) in self.answers(catalogue, terms, windows, selection, None).await? {
            figures.add(&plan, term, &rows, &Places::Whole);
        }
        Ok(figures)
    }

    /// The figures of `metrics` for every value of a dimension, each for the windows and groups asked for.
    ///
    /// # Errors
    /// [`WarehouseError::VersionMoved`] where `catalogue` is no longer the newest: ask for it anew.
    pub async fn by_item(&self, catalogue: &Catalogue, asked: &Asked<'_>) -> Result<ByItem, WarehouseError> {
        let Asked { dimension, metrics, windows, selection, levels, keep } = asked;
        let answers = self.answers(catalogue, &terms_of(metrics), windows, selection, Some(dimension)).await?;
        let items = match dimension.names {
            Some(sql) => {
                let key = Key {
                    version: catalogue.version,
                    source: "names",
                    spans: Vec::new(),
                    items: Choice::All,
                    by: Some(dimension.id),
                    part: Part::Whole,
                };
                let asked = async { self.warehouse.query(catalogue.version, sql.to_owned(), Vec::new()).await };
                let names = self.kept(key, asked).await?;
                let column = keep.and_then(|(name, _)| dimension.place(name)).and_then(|at| names.columns.get(2 + at));
                let wanted = keep.map_or(0, |(_, number)| number);
                ItemTable::named(&names, |row| column.is_none_or(|column| column.ints()[row] == wanted))
            }
            None => ItemTable::of_keys(answers.iter().map(|(_, rows)| &**rows), dimension.attributes.len()),
        };
        let plan = Plan::new(catalogue, &selection.groups, *levels);
        let mut figures = Figures::new(plan.groups.clone(), items.len, windows.len());
        for (term, rows) in answers {
            let places = items.places(rows.columns.get(2));
            figures.add(&plan, term, &rows, &Places::Items(&places));
        }
        Ok(items.with(dimension, figures))
    }

    async fn answers(
        &self,
        catalogue: &Catalogue,
        terms: &[Term],
        windows: &[Window],
        selection: &Selection,
        by: Option<&'static Dimension>,
    ) -> Result<Vec<(Term, Arc<Rows>)>, WarehouseError> {
        let asked =
            terms.iter().map(|term| async { Ok((*term, self.rows(catalogue, *term, windows, selection, by).await?)) });
        try_join_all(asked).await
    }

    /// The answer that holds a term, kept or asked for. Terms of one part of a source and the same windows share one.
    async fn rows(
        &self,
        catalogue: &Catalogue,
        term: Term,
        windows: &[Window],
        selection: &Selection,
        by: Option<&'static Dimension>,
    ) -> Result<Arc<Rows>, WarehouseError> {
        let source = term.source();
        let by = if let Term::Distinct(_, dimension) = term { Some(dimension) } else { by };
        let mut spans = Vec::with_capacity(windows.len());
        let mut first_period = 0;
        for window in windows {
            let window = match term {
                Term::Trailing(_) => window.trailing(self.dormant_days),
                _ => *window,
            };
            if source.scan == Scan::Reference {
                spans.push(Span { first: Day::count_to(window.start), last: Day::count_to(window.end) });
            } else if window.end < Day::FIRST.to_date() {
                // Before any fact can be. Windows are in order of time, so such ones come first.
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
        let key = Key {
            version: catalogue.version,
            source: source.id,
            spans,
            part: Part::of(term.measure(), &items, by),
            items,
            by: by.and_then(|dimension| dimension.column),
        };
        let question = Question { source, spans: key.spans.clone(), items: key.items.clone(), by, part: key.part };
        let rows = self.kept(key, self.ask(catalogue.version, &question)).await?;
        if first_period == 0 {
            return Ok(rows);
        }
        let mut shifted = Rows::clone(&rows);
        shift_periods(&mut shifted, first_period);
        Ok(Arc::new(shifted))
    }
}

impl Engine {
    /// The kept answer, or what `asked` answers. The same question is never asked twice at once.
    async fn kept(
        &self,
        key: Key,
        asked: impl Future<Output = Result<Rows, WarehouseError>>,
    ) -> Result<Arc<Rows>, WarehouseError> {
        let asked = async { asked.await.map(Arc::new) };
        self.answers.try_get_with(key, asked).await.map_err(|error| match &*error {
            WarehouseError::VersionMoved => WarehouseError::VersionMoved,
            other => WarehouseError::Worker(other.to_string()),
        })
    }

    /// Asks the warehouse, in pieces where there are many windows: the time it takes to plan a statement grows
    /// faster than the number of its parts.
    async fn ask(&self, version: i32, question: &Question) -> Result<Rows, WarehouseError> {
        let piece_size = match question.source.scan {
            Scan::History => question.spans.len(),
            Scan::Windows | Scan::Few | Scan::Reference => WINDOWS_A_STATEMENT,
        };
        let pieces =
            question.spans.chunks(piece_size).zip((0..).step_by(piece_size)).map(|(spans, first)| async move {
                let (sql, values) = write(&Question { spans: spans.to_vec(), ..question.clone() });
                let mut rows = self.warehouse.query(version, sql, values).await?;
                shift_periods(&mut rows, first);
                Ok::<_, WarehouseError>(rows)
            });
        let mut all = Rows::default();
        for rows in try_join_all(pieces).await? {
            all.append(rows);
        }
        // The dimension's value: every use of the answer asks which item each row belongs to.
        if question.by.is_some_and(|dimension| dimension.column.is_some())
            && let Some(column) = all.columns.get_mut(2)
        {
            *column = std::mem::replace(column, Column::Int(Vec::new())).coded();
        }
        Ok(all)
    }
}

/// Most windows one statement asks for.
const WINDOWS_A_STATEMENT: usize = 12;

/// Counts periods from another first one. Numbers below 0 tell days before a period, counted downwards (query.rs).
fn shift_periods(rows: &mut Rows, first: i64) {
    if let Some(Column::Int(periods)) = rows.columns.get_mut(1) {
        periods.iter_mut().for_each(|period| *period += if *period < 0 { -first } else { first });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_offer_passes_its_own_list_and_that_of_its_category() {
        let catalogue = Catalogue { offers: vec![(1, 10), (2, 10), (3, 20)], ..Catalogue::default() };
        let of = |own: Choice, kind: Choice| {
            let selection = Selection { offers: Items { own, kind }, ..Selection::default() };
            catalogue.chosen(ItemFilter::Offers, &selection)
        };
        let only = |ids: &[i32]| Choice::Only(ids.to_vec());
        assert_eq!(of(only(&[2, 3]), only(&[10])), only(&[2]));
        assert_eq!(of(Choice::All, only(&[10])), only(&[1, 2]));
        assert_eq!(of(only(&[9]), Choice::All), only(&[]), "there is no offer 9");
        assert_eq!(of(only(&[1, 2, 3]), only(&[10, 20])), Choice::All, "each of them is chosen");
        assert_eq!(of(Choice::All, only(&[])), only(&[]));
        let selection = Selection { offers: Items { own: only(&[1]), kind: Choice::All }, ..Selection::default() };
        assert_eq!(catalogue.chosen(ItemFilter::Campaigns, &selection), Choice::All);
        assert_eq!(catalogue.chosen(ItemFilter::None, &selection), Choice::All);
    }
}
