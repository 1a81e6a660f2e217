//! What may be shown of an explanation: figures with few members behind them are left out, and effects are rounded so
//! that they add up on every level.

use num_rational::BigRational;

use super::wire::{CauseKind, CauseNode, CauseTree, Chance, DivisionOffer, rounded_to};
use super::{Cause, Compared, Division, Explanation, Kind, Opened, Pair, change, rounded, share, shown, to_f64};
use crate::figures::model::{Formula, Hidden, Metric};
use crate::figures::operands::Operands;
use crate::figures::period::Window;
use crate::figures::quantity::Quantity;
use crate::figures::suppress::suppress;
use crate::figures::table::{Figure, Table};
use crate::i18n::labels;
use crate::i18n::language::Language;

/// How an explanation is shown.
#[derive(Clone, Copy, Debug)]
pub struct How {
    pub compared: Compared,
    /// Figures of fewer members are left out; 0 to leave out none.
    pub minimum_members: u16,
    /// The decimals of effects.
    pub decimals: u32,
    pub language: Language,
}

/// The parts of an explanation that may be shown.
#[derive(Debug)]
pub struct Shown {
    pub now: Quantity,
    pub before: Quantity,
    /// None if a rate has a denominator of 0: then there is no rate, not one of 0 %.
    pub change: Option<ShownChange>,
}

/// The parts of a change that may be shown.
#[derive(Debug)]
pub struct ShownChange {
    /// In the figure's unit, with its decimals.
    pub change: f64,
    /// 100 × (now − before) / before; see [`Quantity::change_percent`].
    pub change_percent: Option<f64>,
    pub chance: Option<Chance>,
    /// The divisions, the one that tells most first.
    pub divisions: Vec<DivisionOffer>,
    pub tree: Result<CauseTree, NoTree>,
}

/// Why a change has no causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoTree {
    /// The total alone would reveal a figure with few members behind it.
    FewMembers,
    CannotBeDivided,
}

impl Explanation {
    /// Returns what may be shown; None if few members are behind the figure.
    pub fn shown(&self, how: &How) -> Option<Shown> {
        let Compared { metric, .. } = how.compared;
        let minimum = i128::from(how.minimum_members);
        let is_few = |pair: &Pair| [&pair.now, &pair.before].iter().any(|one| one.is_few(metric, minimum));
        if is_few(&self.whole) {
            return None;
        }
        let (now, before) = (self.whole.now.value(metric), self.whole.before.value(metric));
        let is_ratio = matches!(metric.formula, Formula::Ratio { .. });
        if is_ratio && (self.whole.now.denominator == 0 || self.whole.before.denominator == 0) {
            return Some(Shown { now, before, change: None });
        }
        let difference = change(metric, &self.whole);
        let total = shown(&difference, how.decimals);
        let offer = |offer: &super::Offer| DivisionOffer {
            by: offer.division.key(),
            label: label_of(offer.division, how.language),
            // With two parts, the exact number would reveal the effects.
            tells: rounded_to(offer.tells, if minimum == 0 { 3 } else { 1 }),
            leading: offer.leading.as_ref().filter(|slice| !is_few(&slice.pair)).map(|slice| slice.name.clone()),
        };
        let mut divisions: Vec<DivisionOffer> = self.offers.iter().map(offer).collect();
        let tree = match &self.tree {
            Some(tree) => shown_tree(how, tree, &self.whole, total).ok_or(NoTree::FewMembers),
            None => Err(NoTree::CannotBeDivided),
        };
        if let Ok(tree) = &tree {
            hide_leading(&mut divisions, tree);
        }
        let chance = self.error.map(|error| Chance::of(to_f64(&difference), error));
        let change = ShownChange { change: total, change_percent: now.change_percent(before), chance, divisions, tree };
        Some(Shown { now, before, change: Some(change) })
    }

    /// Its causes within something that is shown already, with effects that add up to `total`; None if nothing divides
    /// it.
    pub fn causes_within(&self, how: &How, total: f64) -> Option<CauseTree> {
        self.tree.as_ref().map(|tree| tree_within(how, tree, &self.whole, total))
    }
}

/// A cause that is hidden, or whose effect rounds to none, is not named as the one that stands out.
fn hide_leading(divisions: &mut [DivisionOffer], tree: &CauseTree) {
    let hidden = |name: &String| {
        tree.causes.iter().any(|cause| cause.name == *name && cause.effect.is_none_or(|effect| effect == 0.0))
    };
    for offer in divisions {
        offer.leading = offer.leading.take().filter(|name| offer.by != tree.by || !hidden(name));
    }
}

/// A tree whose effects add up to `total`, as it is shown. `whole` is what is divided. None if the total alone would
/// reveal a figure with few members behind it.
fn shown_tree(of: &How, opened: &Opened, whole: &Pair, total: f64) -> Option<CauseTree> {
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
    // A hidden cause has no effect, and an effect that rounds to 0 does not stand out.
    let leading = leading.filter(|cause| cause.effect.is_some_and(|effect| effect != 0.0));
    let leading = leading.map(|cause| cause.key.clone());
    // The largest effects come first: its place would reveal a hidden one.
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

/// The tree within a cause; without causes if the cause alone would reveal a figure with few members behind it.
fn tree_within(of: &How, opened: &Opened, whole: &Pair, total: f64) -> CauseTree {
    shown_tree(of, opened, whole, total).unwrap_or_else(|| {
        // The causes that are withheld decided which division tells most.
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

/// Why each cause is hidden; None if the total reveals them whatever is hidden.
///
/// A cause shows its figures now and before, their change, and its parts of all, which reveal both sides of a ratio. So
/// all of it is hidden together.
fn hidden(of: &How, opened: &Opened, whole: &Pair) -> Option<Vec<Option<Hidden>>> {
    let part = |cause: &Cause| (cause.kind != Kind::Mix).then(|| (cause.slice.pair.clone(), cause.slice.windows));
    let parts: Vec<Option<PartOfChange>> = opened.causes.iter().map(part).collect();
    hidden_parts((of.compared, of.minimum_members), opened.division, whole, &parts)
}

/// A part of a change, with its own windows if it is a time.
pub type PartOfChange = (Pair, Option<(Window, Window)>);

/// Why each part of a change is hidden, where it is one of `whole` that has figures; None if the total reveals them whatever
/// is hidden.
pub fn hidden_parts(
    (Compared { metric, now, before }, minimum): (Compared, u16),
    division: Division,
    whole: &Pair,
    parts: &[Option<PartOfChange>],
) -> Option<Vec<Option<Hidden>>> {
    let sides = metric.sides();
    let metrics: Vec<&Metric> = [metric].into_iter().chain(&sides).collect();
    let mut table = Table::new(minimum, &metrics);
    let mut row = |window: Window, counted: &Operands| {
        let numbers = [counted.numerator, counted.denominator].map(|number| Quantity::new(number, 1));
        let values = [counted.value(metric)].into_iter().chain(numbers);
        let figures = metrics.iter().zip(values).map(|(shown, value)| {
            // A side is a sum of its own.
            let side = Operands { numerator: value.numerator(), ..counted.clone() };
            let is_whole = std::ptr::eq(*shown, metric);
            let is_few = if is_whole { counted } else { &side }.is_few(shown, minimum.into());
            Figure::new(value, is_few)
        });
        table.row(window, figures)
    };
    let totals = [row(now, &whole.now), row(before, &whole.before)];
    let rows: Vec<Option<[usize; 2]>> = parts
        .iter()
        .map(|part| {
            let (pair, windows) = part.as_ref()?;
            let (at, earlier) = windows.unwrap_or((now, before));
            Some([row(at, &pair.now), row(earlier, &pair.before)])
        })
        .collect();
    for (window, total) in totals.into_iter().enumerate() {
        let parts: Vec<usize> = rows.iter().flatten().map(|rows| rows[window]).collect();
        if division == Division::Time {
            table.periods(Some(total), &parts);
        } else {
            table.sum(Some(total), &parts);
        }
    }
    table.timeline(&totals);
    for rows in rows.iter().flatten() {
        // Only groups and items are the same in both windows: newcomers are other members, and times other days.
        if matches!(division, Division::Grouping(_) | Division::Items(_)) {
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
fn label_of(division: Division, language: Language) -> String {
    labels::name(language, division.label())
}
