//! Issued figures computed again from the data of now.

use std::collections::{BTreeMap, BTreeSet};

use time::{Date, Duration};

use super::issue::issues_figures;
use super::why::{DependsOn, by_loads, named};
use super::wire::{IssuedAnswer, IssuedDay};
use crate::figures::filter::{FilterParams, Groups, GroupsAsOf, iso};
use crate::figures::period::Window;
use crate::figures::score::{PARTS, PartState, WINDOW_DAYS, standings};
use crate::figures::{Cell, Metric, Quantity, Scan, Selection, suppress};
use crate::groupings::Grouping;
use crate::i18n::language::Language;
use crate::i18n::numbers::{listed, number};
use crate::screens::answers::{AnswerError, Answers, Snapshot};
use crate::screens::receipts::{Receipt, ReceiptFilter, ReceiptPart, SCORE, Subject, read_window};
use crate::screens::words::Words;
use crate::warehouse::load::ChangedDays;
use crate::warehouse::{PastLoad, Warehouse};

/// The most days that are answered at once.
pub const MOST_DAYS: i64 = 400;

/// The most days that are computed at once where that takes a question for each: the latest that may differ.
const MOST_COMPUTED: usize = 20;

/// What the ledger knows of loads, by their number.
pub type LoadChanges = BTreeMap<i64, ChangedDays>;

/// What was issued of a subject.
#[derive(Clone, Debug, Default)]
pub struct IssuedReceipts {
    /// The first day of which it was issued.
    pub first_day: Option<String>,
    /// The receipts of the days that are asked for, in order of days.
    pub receipts: Vec<Receipt>,
    /// What the loads since then changed.
    pub changes: LoadChanges,
}

impl Answers<'_> {
    /// The days of a filter that are answered: the last ones where it has more than [`MOST_DAYS`].
    ///
    /// # Errors
    /// If the filter is wrong.
    pub fn issued_range(&self, params: &FilterParams) -> Result<Window, AnswerError> {
        let Window { start, end } = self.resolved(params, &[Grouping::Lob])?.window;
        Ok(Window { start: start.max(end.saturating_sub(Duration::days(MOST_DAYS - 1))), end })
    }

    /// A subject as it was issued on some days and as it is now, with why where they differ.
    ///
    /// # Errors
    /// If the warehouse gives no answer.
    pub async fn issued(
        &self,
        warehouse: &Warehouse,
        subject: Subject,
        days: Window,
        kept: &IssuedReceipts,
    ) -> Result<IssuedAnswer, AnswerError> {
        let described = subject.described();
        let mut answer = IssuedAnswer {
            metric: described.id,
            label: described.label,
            unit: described.unit,
            start_date: iso(days.start),
            end_date: iso(days.end),
            window_days: WINDOW_DAYS,
            first_day: kept.first_day.clone(),
            note: None,
            days: Vec::new(),
        };
        if !matches!(subject, Subject::Score) && !issues_figures(self.engine.minimum_members()) {
            (answer.first_day, answer.note) = (None, Some(self.language.texts().issued.only_the_score.to_owned()));
            return Ok(answer);
        }
        // As they were issued.
        let params = FilterParams { groups_as_of: Some(GroupsAsOf::Now), ..FilterParams::default() };
        let filter = self.resolved(&params, &[Grouping::Lob])?;
        answer.days = self
            .with_snapshot(&filter, async |snapshot| {
                let history = warehouse.history(snapshot.catalogue.version).await?;
                let since = Since { subject, history: &history, changes: &kept.changes };
                let now = snapshot.values_now(&since, &kept.receipts).await?;
                let compared = kept.receipts.iter().zip(now);
                compared
                    .filter_map(|(receipt, now)| snapshot.compared(receipt, now, &since).transpose())
                    .collect::<Result<Vec<_>, _>>()
            })
            .await?;
        Ok(answer)
    }
}

/// A value that was computed again.
#[derive(Clone, Copy, Debug)]
struct Now {
    /// None where there is none any more, and where it was not computed.
    shown: Option<f64>,
    differs: bool,
    is_compared: bool,
}

/// What issued figures are compared with.
struct Since<'a> {
    subject: Subject,
    history: &'a [PastLoad],
    changes: &'a LoadChanges,
}

impl Snapshot<'_> {
    /// The values of now of some issued days, which are in order. Only days that may differ are computed.
    async fn values_now(&self, since: &Since<'_>, receipts: &[Receipt]) -> Result<Vec<Now>, AnswerError> {
        let mut now = vec![Now { shown: None, differs: true, is_compared: true }; receipts.len()];
        let mut open: Vec<(usize, Date)> = Vec::new();
        for (at, receipt) in receipts.iter().enumerate() {
            let end = read_window(&receipt.window).map(|window| window.end);
            let is_loaded = |day: &Date| self.catalogue.through().is_some_and(|through| *day <= through);
            let Some(end) = end.filter(is_loaded) else { continue };
            now[at] = Now { shown: shown(receipt), differs: false, is_compared: true };
            if self.may_differ(receipt, since.subject, since)? {
                open.push((at, end));
            }
        }
        let is_score = matches!(since.subject, Subject::Score);
        if is_score {
            open = self.with_other_parts(receipts, open, since).await?;
        }
        let most = if is_cheap(since.subject) { open.len() } else { MOST_COMPUTED };
        let computed = open.split_off(open.len().saturating_sub(most));
        for (at, _) in open {
            now[at] = Now { shown: None, differs: false, is_compared: false };
        }
        if is_score {
            let ends: Vec<Date> = computed.iter().map(|(_, end)| *end).collect();
            let groups = Groups::default();
            let scores = standings(self.engine, &self.catalogue, self.method, &groups, &ends).await?;
            for ((at, _), score) in computed.into_iter().zip(scores) {
                let shown = score.score;
                let issued = receipts[at].score.as_ref().and_then(|score| score.score);
                now[at] = Now { shown, differs: shown != issued, is_compared: true };
            }
            return Ok(now);
        }
        let metrics = since.subject.metrics();
        let figures = self.figures_of(metrics[0], &computed).await?;
        for ((at, _), cell) in computed.into_iter().zip(figures) {
            now[at] = figure_now(&receipts[at], metrics[0], cell);
        }
        Ok(now)
    }

    /// A metric on some days.
    async fn figures_of(&self, metric: &Metric, days: &[(usize, Date)]) -> Result<Vec<Cell>, AnswerError> {
        let ends: Vec<Date> = days.iter().map(|(_, end)| *end).collect();
        let (engine, nothing) = (self.engine, Selection::default());
        let figures = engine.rolling_figures(&self.catalogue, &[metric], (&ends, WINDOW_DAYS), &nothing).await?;
        let mut table = self.empty_table(&[metric]);
        let day = |(at, end)| table.row(Window { start: end, end }, std::iter::once(figures.figure(metric, 0, at)));
        let rows: Vec<usize> = ends.into_iter().enumerate().map(day).collect();
        let table = suppress(table);
        Ok(rows.into_iter().map(|row| table.cell(row, 0)).collect())
    }

    /// Whether a subject may be another one than its receipt says: something else than loads has changed, or a load has
    /// changed something that it reads up to its last day.
    fn may_differ(&self, receipt: &Receipt, subject: Subject, since: &Since<'_>) -> Result<bool, AnswerError> {
        let Some(days) = read_window(&receipt.window) else { return Ok(true) };
        let has_all_days = self.catalogue.first_day().is_some_and(|first| first <= days.start);
        let is_protected = self.engine.minimum_members() > 0;
        if is_protected || !has_all_days || !self.other_reasons(receipt, since.subject)?.is_empty() {
            return Ok(true);
        }
        let tables = subject.tables(&ReceiptFilter::default());
        let reads_references = subject.reads_references();
        let a_day_later = subject.read_a_day_later();
        let changed = |load: &PastLoad| {
            // What a load took back or removed is not known so exactly.
            let changes = load.load.and_then(|id| since.changes.get(&id)).filter(|_| load.origin == "import");
            let Some(changes) = changes else {
                return tables.iter().any(|table| load.tables.iter().any(|of| of == table));
            };
            tables.iter().any(|table| {
                let end = if a_day_later.contains(table) { days.end.saturating_add(Duration::DAY) } else { days.end };
                let replaced = changes.days.get(*table).and_then(|of| of.first()).is_some_and(|day| *day <= end);
                replaced || changes.whole.contains(*table) || (reads_references && changes.added.contains(*table))
            })
        };
        Ok(receipt.loads_since(since.history).into_iter().any(changed))
    }

    /// The days on which a part of the score differs, or may. Parts that only count what is so up to a day are computed for
    /// all days at once: new members change one each day.
    async fn with_other_parts(
        &self,
        receipts: &[Receipt],
        open: Vec<(usize, Date)>,
        since: &Since<'_>,
    ) -> Result<Vec<(usize, Date)>, AnswerError> {
        let mut differ: BTreeSet<(usize, Date)> = BTreeSet::new();
        for (index, part) in PARTS.iter().enumerate() {
            let Some(subject) = Subject::named(&format!("{SCORE}.{}", part.key.name())) else { return Ok(open) };
            let mut days = Vec::new();
            for (at, end) in open.iter().filter(|day| !differ.contains(*day)) {
                if self.may_differ(&receipts[*at], subject, since)? {
                    days.push((*at, *end));
                }
            }
            if !is_cheap(subject) {
                differ.extend(days);
                continue;
            }
            let figures = self.figures_of(part.metric, &days).await?;
            let issued = |at: usize| receipts[at].score.as_ref().and_then(|score| score.parts.get(index));
            let is_same = |(index, (at, _)): &(usize, (usize, Date))| {
                issued(*at).is_some_and(|part_then| {
                    let is_told = matches!(part_then.state, PartState::Ok | PartState::Insufficient);
                    is_told && figures[*index].value().is_some_and(|now| sides(part_then) == of_value(now))
                })
            };
            differ.extend(days.into_iter().enumerate().filter(|day| !is_same(day)).map(|(_, day)| day));
        }
        Ok(differ.into_iter().collect())
    }

    /// None for a receipt that this version cannot read.
    fn compared(&self, receipt: &Receipt, now: Now, since: &Since<'_>) -> Result<Option<IssuedDay>, AnswerError> {
        let (Some(days), Some(issued)) = (read_window(&receipt.window), shown(receipt)) else { return Ok(None) };
        let tables: Vec<String> = receipt.data.tables.iter().map(|of| of.table.clone()).collect();
        let a_day_later = since.subject.read_a_day_later();
        let depends = DependsOn {
            tables: &tables,
            window: days,
            reads_before: since.subject.reads_before_its_window(),
            a_day_later: &a_day_later,
        };
        let mut day = IssuedDay {
            day: iso(days.end),
            issued_at: receipt.issued_at.clone(),
            data_version: receipt.data.version,
            method: receipt.score.as_ref().map(|score| score.method.clone()),
            issued,
            now: now.shown,
            differs: now.differs,
            is_compared: now.is_compared,
            sentence: None,
            loads: Vec::new(),
        };
        if now.differs {
            day.loads = named(&receipt.loads_since(since.history), since.changes, depends);
            let mut reasons = self.other_reasons(receipt, since.subject)?;
            reasons.extend((!day.loads.is_empty()).then(|| by_loads(&day.loads, self.language)));
            let words = receipt.metric.unit.map(|unit| self.words(unit));
            day.sentence = Some(sentence((words.as_ref(), self.language), &day, &reasons));
        }
        Ok(Some(day))
    }

    /// What else than loads has changed since a receipt was issued.
    fn other_reasons(&self, receipt: &Receipt, subject: Subject) -> Result<Vec<String>, AnswerError> {
        let texts = &self.language.texts().issued;
        let mut reasons = Vec::new();
        let method =
            receipt.score.as_ref().map(|score| score.method.as_str()).filter(|method| *method != self.method.name);
        if let Some(method) = method {
            reasons.push((texts.method)(method, &self.method.name));
        } else if subject.definition(self.method)?.sha256 != receipt.definition.sha256 {
            reasons.push((texts.definition)(&receipt.bond_version));
        }
        let dormant = receipt.dormant_days().filter(|days| *days != self.engine.dormant_days());
        if let Some(days) = dormant {
            reasons.push((texts.dormant_days)(days, self.engine.dormant_days()));
        }
        Ok(reasons)
    }
}

fn figure_now(receipt: &Receipt, metric: &Metric, cell: Cell) -> Now {
    let issued = receipt.figure.as_ref().and_then(|figure| figure.value.as_ref());
    let issued = issued.map(|issued| Quantity::new(issued.numerator.0, issued.denominator.0));
    Now { shown: cell.value().map(|value| metric.shown(value)), differs: issued != cell.value(), is_compared: true }
}

/// Whether many days of a subject are computed at once: it only counts what is so up to a day.
fn is_cheap(subject: Subject) -> bool {
    let is_history = |metric: &Metric| metric.terms().all(|term| term.source().scan == Scan::History);
    subject.metrics().into_iter().all(is_history)
}

/// Numerator and denominator of a part's value, with the factors of its formula: 0 of 1 where there is nothing to divide
/// by.
fn sides(part: &ReceiptPart) -> (i128, i128) {
    part.value.as_ref().map_or((0, 1), |value| (value.numerator.0, value.denominator.0))
}

fn of_value(value: Quantity) -> (i128, i128) {
    (value.numerator(), value.denominator())
}

fn shown(receipt: &Receipt) -> Option<f64> {
    match (&receipt.figure, &receipt.score) {
        (Some(figure), _) => figure.value.as_ref().map(|value| value.shown),
        (None, Some(score)) => score.score,
        (None, None) => None,
    }
}

/// Such as "Issued 62.4, now 62.9: load 34 of Mar 3, 2026 corrected Feb 12 to 14, 2026."
fn sentence((words, language): (Option<&Words<'_>>, Language), day: &IssuedDay, reasons: &[String]) -> String {
    let texts = &language.texts().issued;
    let text = |value: f64| match words {
        Some(words) => words.figure(value),
        None => number(value, 1, language),
    };
    let now = day.now.map_or_else(|| texts.nothing.to_owned(), text);
    let why = match reasons {
        [] => texts.no_load.to_owned(),
        reasons => listed(reasons, language),
    };
    (texts.differs)(&text(day.issued), &now, &why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Unit;

    fn day(issued: f64, now: Option<f64>) -> IssuedDay {
        IssuedDay {
            day: "2026-02-14".to_owned(),
            issued_at: "2026-02-15T08:30:00Z".to_owned(),
            data_version: 3,
            method: None,
            issued,
            now,
            differs: true,
            is_compared: true,
            sentence: None,
            loads: Vec::new(),
        }
    }

    fn of(unit: Unit) -> Words<'static> {
        Words::new(unit, "USD", Language::En)
    }

    #[test]
    fn a_sentence_has_both_values_and_why() {
        let reasons = ["load 34 of Mar 3, 2026 corrected Feb 12 to 14, 2026".to_owned()];
        assert_eq!(
            sentence((None, Language::En), &day(62.4, Some(62.9)), &reasons),
            "Issued 62.4, now 62.9: load 34 of Mar 3, 2026 corrected Feb 12 to 14, 2026."
        );
        let reasons =
            ["the method was bond-1 and is bond-2".to_owned(), "load 2 of Mar 3, 2026 erased members".to_owned()];
        assert_eq!(
            sentence((Some(&of(Unit::Percent)), Language::En), &day(47.1, Some(46.25)), &reasons),
            "Issued 47.1%, now 46.25%: the method was bond-1 and is bond-2 and load 2 of Mar 3, 2026 erased members."
        );
        let text = sentence((Some(&of(Unit::Count)), Language::En), &day(12_345.0, None), &[]);
        assert!(text.starts_with("Issued 12,345, now nothing: no load has changed"), "{text}");
    }
}
