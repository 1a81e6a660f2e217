//! Causes as they are answered.

use num_rational::BigRational;

use super::wire::{CauseKind, CauseNode, CauseTree};
use crate::figures::explain::{Cause, Compared, Division, Kind, Opened, Pair, rounded, share};
use crate::figures::period::Window;
use crate::figures::{Figure, Formula, Hidden, Metric, Operands, Quantity, Table, suppress};
use crate::i18n::labels;
use crate::i18n::language::Language;

/// How causes are shown.
pub(super) struct Shown {
    pub compared: Compared,
    pub minimum: u16,
    /// Of effects.
    pub decimals: u32,
    pub language: Language,
}

/// A tree whose effects add up to `total`, as it is shown. `whole` is what is divided. None where the total alone would
/// tell what few members are behind.
pub(super) fn shown_tree(of: &Shown, opened: &Opened, whole: &Pair, total: f64) -> Option<CauseTree> {
    let hidden = hidden(of, opened, whole)?;
    let is_ratio = matches!(of.compared.metric.formula, Formula::Ratio { .. });
    let totals: Vec<BigRational> = opened.causes.iter().map(|cause| cause.effect.total.clone()).collect();
    let effects = rounded(&totals, total, of.decimals);
    let causes = opened.causes.iter().zip(hidden).zip(effects);
    let mut causes: Vec<CauseNode> = causes
        .map(|((cause, hidden), effect)| {
            let has_figure = cause.kind != Kind::Mix;
            let is_shown = hidden.is_none();
            let figure = |counted: &Operands| {
                (has_figure && is_shown && (!is_ratio || counted.denominator != 0))
                    .then(|| of.compared.metric.shown(counted.value(of.compared.metric)))
            };
            let part = |of_pair: fn(&Pair) -> &Operands| {
                let part = share(of.compared.metric, of_pair(&cause.slice.pair), of_pair(whole));
                (has_figure && is_shown).then(|| (part * 1e4).round() / 100.0)
            };
            let split = is_ratio && has_figure && is_shown;
            // Both are rounded so that they add up to the effect.
            let of_split = rounded(&[cause.effect.rate(), cause.effect.mix.clone()], effect, of.decimals);
            CauseNode {
                key: cause.slice.key.clone(),
                name: cause.slice.name.clone(),
                kind: match cause.kind {
                    Kind::Slice => CauseKind::Slice,
                    Kind::Others(_) => CauseKind::Others,
                    Kind::Mix => CauseKind::Mix,
                },
                now: figure(&cause.slice.pair.now),
                before: figure(&cause.slice.pair.before),
                unit: has_figure.then_some(of.compared.metric.unit),
                share: part(|pair| &pair.now),
                share_before: part(|pair| &pair.before),
                effect: is_shown.then_some(effect),
                rate_effect: split.then(|| of_split[0]),
                mix_effect: split.then(|| of_split[1]),
                hidden,
                can_open: cause.can_open && is_shown,
                inside: cause
                    .inside
                    .as_ref()
                    .filter(|_| is_shown)
                    .map(|inside| tree_within(of, inside, &cause.slice.pair, effect)),
            }
        })
        .collect();
    let leading = opened.leading.map(|at| &causes[at]);
    // What is hidden has no effect, and what rounds to none does not stand out.
    let leading = leading.filter(|cause| cause.effect.is_some_and(|effect| effect != 0.0));
    let leading = leading.map(|cause| cause.key.clone());
    // The largest effects come first: the place of a hidden one would tell it.
    causes.sort_by(|one, other| match (one.hidden, other.hidden) {
        (Some(_), Some(_)) => one.key.cmp(&other.key),
        _ => one.hidden.is_some().cmp(&other.hidden.is_some()),
    });
    Some(CauseTree {
        by: opened.division.key(),
        label: label_of(opened.division, of.language),
        causes,
        leading,
        divisions: opened.offered.iter().map(|division| division.key()).collect(),
    })
}

/// The tree within a cause; without causes where the cause alone would tell what few members are behind.
pub(super) fn tree_within(of: &Shown, opened: &Opened, whole: &Pair, total: f64) -> CauseTree {
    shown_tree(of, opened, whole, total).unwrap_or_else(|| {
        // Which division tells most is found from the causes that are withheld.
        let first = opened.offered.first().copied().filter(|_| !opened.is_wanted);
        let division = first.unwrap_or(opened.division);
        CauseTree {
            by: division.key(),
            label: label_of(division, of.language),
            causes: Vec::new(),
            leading: None,
            divisions: opened.offered.iter().map(|division| division.key()).collect(),
        }
    })
}

/// Why each cause is hidden; None where the total tells them whatever is hidden.
///
/// A cause shows its figures now and before, their change, and its parts of all, which tell both sides of a ratio. So all
/// of it is hidden together.
fn hidden(of: &Shown, opened: &Opened, whole: &Pair) -> Option<Vec<Option<Hidden>>> {
    let Compared { metric, now, before } = of.compared;
    let sides = metric.sides();
    let metrics: Vec<&Metric> = [metric].into_iter().chain(&sides).collect();
    let mut table = Table::new(of.minimum, &metrics);
    let mut row = |window: Window, counted: &Operands| {
        let numbers = [counted.numerator, counted.denominator].map(|number| Quantity::new(number, 1));
        let values = [counted.value(metric)].into_iter().chain(numbers);
        let figures = metrics.iter().zip(values).map(|(shown, value)| {
            // A side is a sum of its own.
            let side = Operands { numerator: value.numerator(), ..counted.clone() };
            let is_whole = std::ptr::eq(*shown, metric);
            let is_few = if is_whole { counted } else { &side }.is_few(shown, of.minimum.into());
            Figure::new(value, is_few)
        });
        table.row(window, figures)
    };
    let totals = [row(now, &whole.now), row(before, &whole.before)];
    let rows: Vec<Option<[usize; 2]>> = opened
        .causes
        .iter()
        .map(|Cause { kind, slice, .. }| {
            let (at, earlier) = slice.windows.unwrap_or((now, before));
            (*kind != Kind::Mix).then(|| [row(at, &slice.pair.now), row(earlier, &slice.pair.before)])
        })
        .collect();
    for (window, total) in totals.into_iter().enumerate() {
        let parts: Vec<usize> = rows.iter().flatten().map(|rows| rows[window]).collect();
        if opened.division == Division::Time {
            table.periods(Some(total), &parts);
        } else {
            table.sum(Some(total), &parts);
        }
    }
    table.timeline(&totals);
    for rows in rows.iter().flatten() {
        // Who is new in the one period is not in the other, and times are none of the same.
        if matches!(opened.division, Division::Grouping(_) | Division::Items(_)) {
            table.timeline(rows);
        }
        table.wholly(rows);
    }
    let table = suppress(table);
    let why = |row: usize| (0..metrics.len()).find_map(|column| table.why(row, column));
    if totals.iter().any(|total| why(*total).is_some()) {
        return None;
    }
    Some(rows.iter().map(|rows| rows.and_then(|[now, before]| why(now).or(why(before)))).collect())
}

/// The name of a division, in a language.
pub(super) fn label_of(division: Division, language: Language) -> String {
    labels::name(language, division.label())
}
