//! A change of a figure: of everybody, of a group or of an item.

use schemars::JsonSchema;
use serde::Serialize;
use ts_rs::TS;

use super::moves::{Counted, Judged, Tested};
use crate::figures::catalogue::{Catalogue, Selection};
use crate::figures::engine::Engine;
use crate::figures::explain::{self, Division, Effects, change, shown, to_f64};
use crate::figures::model::{Formula, Metric};
use crate::figures::operands::Operands;
use crate::figures::score::{Method, PARTS};
use crate::groupings::Grouping;

/// The group that moved.
#[derive(Clone, Debug, PartialEq, Serialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MovedGroup {
    pub grouping: Grouping,
    pub id: i32,
    pub name: String,
}

/// A part of the program that moved.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    Group(MovedGroup),
    /// An item, such as a partner.
    Item {
        division: Division,
        key: String,
        name: String,
    },
}

/// A change that was tested, and may be shown.
pub struct Change {
    /// The place of its figure among those that were asked for.
    pub figure: usize,
    /// The group or item that changed; None for the whole program.
    pub part: Option<Part>,
    pub judged: Judged,
    metric: &'static Metric,
    counted: Counted,
    /// The numbers of everybody; for a part, `rest` has those of all others.
    whole: Counted,
    rest: Option<Counted>,
    pub(super) tested: Tested,
}

/// Of whom changes are asked.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    pub engine: &'a Engine,
    pub catalogue: &'a Catalogue,
    pub selection: &'a Selection,
}

const UNJUDGED: Judged = Judged { errors: 0.0, probability: 1.0 };

impl Change {
    /// A change of a figure at a place, not yet judged; `counted` are the numbers of the part, and of everybody.
    pub(super) fn new(
        (figure, metric): (usize, &'static Metric),
        part: Option<Part>,
        (counted, whole): (Counted, Counted),
        tested: Tested,
    ) -> Change {
        Change { figure, part, judged: UNJUDGED, metric, counted, whole, rest: None, tested }
    }

    /// The same with the numbers of all others.
    pub(super) fn beside(self, rest: Counted) -> Change {
        Change { rest: Some(rest), ..self }
    }

    /// Whether another change is of the same rows: those of the source of visitors "Email" are also a figure of their own.
    pub fn is_the_same(&self, other: &Change) -> bool {
        let source = |change: &Change| change.metric.terms().next().map(|term| term.source().id);
        self.part != other.part && source(self) == source(other) && self.counted == other.counted
    }

    fn pair(&self) -> explain::Pair {
        explain::Pair { now: self.counted.0.clone(), before: self.counted.1.clone() }
    }

    /// The worth of the change in points of the score; None if the figure is no part of it.
    pub fn points(&self, method: &Method) -> Option<f64> {
        let metric = self.metric;
        let (_, part) = PARTS.iter().zip(&method.parts).find(|(part, _)| std::ptr::eq(part.metric, metric))?;
        let weights: u32 = method.parts.iter().map(|part| part.weight).sum();
        let whole = explain::Pair { now: self.whole.0.clone(), before: self.whole.1.clone() };
        let value = |counted: &Operands| counted.value(metric).to_f64();
        let (now, before) = (value(&whole.now), value(&whole.before));
        let earned = |value: f64| {
            let share = ((value - part.floor) / (part.target - part.floor)).clamp(0.0, 1.0);
            100.0 * f64::from(part.weight) / f64::from(weights) * share
        };
        let all = earned(now) - earned(before);
        if self.part.is_none() {
            return Some(all);
        }
        let own = Effects::on(metric, &whole).of(&self.pair());
        let moved = now - before;
        Some(if moved == 0.0 { 0.0 } else { all / moved * to_f64(&own.rate()) })
    }

    /// The figure now and before, its change in its unit (of a percentage, in points) and in percent.
    pub fn shown(&self) -> (f64, f64, f64, Option<f64>) {
        let metric = self.metric;
        let (now, before) = (self.counted.0.value(metric), self.counted.1.value(metric));
        let difference = shown(&change(metric, &self.pair()), metric.unit.decimals());
        (metric.shown(now), metric.shown(before), difference, now.change_percent(before))
    }

    /// How everybody else changed: a sum in percent, a rate or mean in its unit.
    pub fn rest_change(&self) -> Option<f64> {
        let metric = self.metric;
        let (now, before) = self.rest.as_ref()?;
        match metric.formula {
            Formula::Sum(..) => now.value(metric).change_percent(before.value(metric)),
            Formula::Ratio { .. } => {
                let rest = explain::Pair { now: now.clone(), before: before.clone() };
                Some(shown(&change(metric, &rest), metric.unit.decimals()))
            }
        }
    }
}

/// What is left of a whole without a part.
pub(super) fn without((whole, part): (&Counted, &Counted)) -> Counted {
    (whole.0.without(&part.0), whole.1.without(&part.1))
}
