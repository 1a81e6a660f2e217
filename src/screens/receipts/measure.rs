//! The numbers of a receipt: the same when it is issued and when it is checked.

use super::named;
use super::subject::Subject;
use super::wire::{ReceiptFigure, ReceiptPart, ReceiptScore, ReceiptSegment, ReceiptValue, SegmentsLeftOut, Whole};
use crate::figures::period::Window;
use crate::figures::score::{Method, PARTS, PartState, ScorePart, Tenure, score};
use crate::figures::{Catalogue, Counted, Engine, Metric, Selection, Sides, Unit};
use crate::warehouse::WarehouseError;

/// The numbers of a subject.
#[derive(Clone, Debug)]
pub enum Measured {
    Figure(ReceiptFigure),
    Score(ReceiptScore),
}

/// Measures a subject in the window that it is of; the score by a method.
pub async fn measured(
    engine: &Engine,
    catalogue: &Catalogue,
    method: &Method,
    subject: Subject,
    window: Window,
    selection: &Selection,
) -> Result<Measured, WarehouseError> {
    let counted = engine.counted(catalogue, &subject.metrics(), window, selection).await?;
    match (subject, counted.as_slice()) {
        (Subject::Figure(figure) | Subject::Part(figure, _), [counted]) => {
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

fn of_figure(engine: &Engine, catalogue: &Catalogue, counted: &Counted, value: Option<ReceiptValue>) -> ReceiptFigure {
    let (segments, left_out) = match &counted.segments {
        _ if engine.minimum_members() > 0 => (None, Some(SegmentsLeftOut::SmallGroups)),
        None => (None, Some(SegmentsLeftOut::NotAdditive)),
        Some(segments) => {
            let segment = |(id, sides): &(usize, Sides)| ReceiptSegment {
                groups: named::segment(catalogue, *id),
                numerator: Whole(sides.numerator),
                denominator: sides.denominator.map(Whole),
            };
            let mut segments: Vec<ReceiptSegment> = segments.iter().map(segment).collect();
            segments.sort_by(|one, other| one.groups.cmp(&other.groups));
            (Some(segments), None)
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

fn value(metric: &Metric, counted: &Counted) -> ReceiptValue {
    ReceiptValue {
        numerator: Whole(counted.value.numerator()),
        denominator: Whole(counted.value.denominator()),
        shown: metric.shown(counted.value),
        tenure: (metric.unit == Unit::Months).then(|| Tenure::of(counted.value)),
    }
}

fn of_part(metric: &Metric, counted: &Counted, answer: &ScorePart) -> ReceiptPart {
    let is_told = !matches!(answer.state, PartState::Hidden | PartState::NotApplicable);
    ReceiptPart {
        key: answer.key.clone(),
        label: answer.label.clone(),
        state: answer.state,
        numerator: is_told.then_some(Whole(counted.total.numerator)),
        denominator: counted.total.denominator.filter(|_| is_told).map(Whole),
        value: answer.value.filter(|_| is_told).map(|_| value(metric, counted)),
        floor: answer.floor,
        target: answer.target,
        weight: answer.weight,
        score: answer.score,
    }
}
