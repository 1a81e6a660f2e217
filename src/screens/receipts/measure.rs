//! The numbers of a receipt: the same when it is issued and when it is checked.

use super::named;
use super::subject::Subject;
use super::wire::{ReceiptFigure, ReceiptPart, ReceiptScore, ReceiptSegment, ReceiptValue, SegmentsLeftOut, Whole};
use crate::figures::period::Window;
use crate::figures::score::{Method, PARTS, ScorePart, Tenure, score};
use crate::figures::{Catalogue, Counted, CountedNumbers, Engine, MayShow, Metric, Selection, Sides, Unit};
use crate::warehouse::WarehouseError;

/// The numbers of a subject.
#[derive(Clone, Debug)]
pub enum Measured {
    Figure(ReceiptFigure),
    Score(ReceiptScore),
}

/// What may have a receipt.
#[derive(Clone, Copy, Debug)]
pub enum Allowed {
    /// A figure, or a part of the score.
    Figure(Subject, MayShow),
    /// Its parts that are hidden are left out.
    Score,
}

impl Allowed {
    pub(super) fn subject(self) -> Subject {
        match self {
            Allowed::Figure(subject, _) => subject,
            Allowed::Score => Subject::Score,
        }
    }
}

/// Measures a subject in the window that it is of; the score by a method.
pub async fn measured(
    engine: &Engine,
    catalogue: &Catalogue,
    method: &Method,
    allowed: Allowed,
    window: Window,
    selection: &Selection,
) -> Result<Measured, WarehouseError> {
    let subject = allowed.subject();
    let counted = engine.counted(catalogue, &subject.metrics(), window, selection).await?;
    match (allowed, subject, counted.as_slice()) {
        (Allowed::Figure(_, may_show), Subject::Figure(figure) | Subject::Part(figure, _), [counted]) => {
            let counted = counted.shown(may_show);
            let is_missing = matches!(subject, Subject::Part(..)) && counted.total.denominator == Some(0);
            let value = (!is_missing).then(|| value(figure.metric, counted));
            Ok(Measured::Figure(of_figure(engine, catalogue, counted, value)))
        }
        _ => {
            let answer = score(engine, catalogue, method, &selection.groups, window.end).await?;
            let parts = PARTS.iter().zip(&counted).zip(&answer.explain.parts);
            Ok(Measured::Score(ReceiptScore {
                method: answer.explain.method.clone(),
                score: answer.score,
                missing: answer.explain.missing.clone(),
                coverage: answer.explain.coverage,
                parts: parts.map(|((part, counted), answer)| of_part(part.metric, counted, answer)).collect(),
            }))
        }
    }
}

fn of_figure(
    engine: &Engine,
    catalogue: &Catalogue,
    counted: &CountedNumbers,
    value: Option<ReceiptValue>,
) -> ReceiptFigure {
    let (segments, left_out) = match &counted.segments {
        _ if engine.minimum_members() > 0 => (None, Some(SegmentsLeftOut::SmallGroups)),
        None => (None, Some(SegmentsLeftOut::NotAdditive)),
        Some(segments) => {
            let segment = |(id, sides): &(usize, Sides)| ReceiptSegment {
                groups: named::segment(catalogue, *id),
                numerator: Whole(sides.numerator),
                denominator: sides.denominator.map(Whole),
            };
            let mut in_order: Vec<&(usize, Sides)> = segments.iter().collect();
            in_order.sort_by_cached_key(|(id, _)| named::places(catalogue, *id));
            (Some(in_order.into_iter().map(segment).collect()), None)
        }
    };
    ReceiptFigure {
        numerator: Whole(counted.total.numerator),
        denominator: counted.total.denominator.map(Whole),
        value,
        segments,
        segments_left_out: left_out,
    }
}

fn value(metric: &Metric, counted: &CountedNumbers) -> ReceiptValue {
    ReceiptValue {
        numerator: Whole(counted.value.numerator()),
        denominator: Whole(counted.value.denominator()),
        shown: metric.shown(counted.value),
        tenure: (metric.unit == Unit::Months).then(|| Tenure::of(counted.value)),
    }
}

fn of_part(metric: &Metric, counted: &Counted, answer: &ScorePart) -> ReceiptPart {
    let told = answer.state.may_show().map(|may_show| counted.shown(may_show));
    ReceiptPart {
        key: answer.key.clone(),
        label: answer.label.clone(),
        state: answer.state,
        numerator: told.map(|counted| Whole(counted.total.numerator)),
        denominator: told.and_then(|counted| counted.total.denominator).map(Whole),
        value: answer.value.and(told).map(|counted| value(metric, counted)),
        floor: answer.floor,
        target: answer.target,
        weight: answer.weight,
        score: answer.score,
    }
}
