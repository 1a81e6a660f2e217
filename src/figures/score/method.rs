//! The method of the score: which values its parts are measured against, and what each is worth.
//!
//! A method is data. [`BOND_1`] comes with Bond; administrators publish others. Its days are always the
//! [`super::WINDOW_DAYS`], as are those of the parts' metrics and of what is kept for them.

use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::parts::{PARTS, Part, PartKey, Pillar};
use crate::error::FieldFault;
use crate::figures::model::Unit;

/// The share of the weight that must count in `bond-1`, in percent.
pub(super) const LEAST_COVERAGE: u32 = 70;

/// The smallest denominator that counts in `bond-1`, if it is a number of members, pairs or answers.
const LEAST: u32 = 30;

/// The largest weight.
pub const MOST_WEIGHT: u32 = 100;
/// The largest value of [`PartMethod::least`].
const MOST_LEAST: u32 = 1_000_000;
/// The limits of the share of the weight that must count, in percent.
const COVERAGES: std::ops::RangeInclusive<u32> = 50..=100;

/// The method that comes with Bond.
pub static BOND_1: LazyLock<Method> = LazyLock::new(|| Method {
    name: "bond-1".to_owned(),
    parts: PARTS.each_ref().map(|part| {
        let of = |floor, target, weight| PartMethod { part: part.key, floor, target, weight, least: LEAST };
        match part.key {
            PartKey::Enrolled2Eligible => of(0.0, 60.0, 15),
            PartKey::ClientsRetentionRate => of(0.0, 70.0, 15),
            PartKey::ProgramActiveRate => of(0.0, 40.0, 15),
            PartKey::ReturnRate => of(75.0, 97.0, 8),
            PartKey::RedemptionRate => of(0.0, 50.0, 15),
            PartKey::EngagementRate => of(0.0, 30.0, 12),
            // Its denominator counts months, so one is enough.
            PartKey::FaActivityLevel => PartMethod { least: 1, ..of(0.0, 100.0, 5) },
            PartKey::Csat => of(40.0, 90.0, 10),
            PartKey::AverageTenure => of(0.0, 24.0, 5),
        }
    }),
    least_coverage: LEAST_COVERAGE,
});

/// What a part is measured against.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PartMethod {
    pub part: PartKey,
    /// In the part's own unit: 0 points at or below the floor, all at or above the target. At most two decimals.
    pub floor: f64,
    pub target: f64,
    /// 0 to 100; with 0 the part is left out.
    pub weight: u32,
    /// With a smaller denominator the part does not count.
    pub least: u32,
}

/// A method of the score.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    pub name: String,
    /// In the order of [`PARTS`].
    pub parts: [PartMethod; 9],
    /// The share of the weight that must count for there to be a score, in percent.
    pub least_coverage: u32,
}

/// The numbers of a method, without its name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MethodNumbers {
    /// Each part once.
    pub parts: Vec<PartMethod>,
    /// The share of the weight that must count for there to be a score, in percent: 50 to 100.
    pub least_coverage: u32,
}

impl MethodNumbers {
    /// The method with these numbers.
    ///
    /// # Errors
    /// A message for every field that is wrong.
    pub fn named(&self, name: &str) -> Result<Method, Vec<FieldFault>> {
        let mut faults = Vec::new();
        for (at, own) in self.parts.iter().enumerate() {
            faults.extend(own.faults().into_iter().map(|fault| fault.below(&format!("parts[{at}]."))));
        }
        let all = PARTS.each_ref().map(|part| {
            let mut own = self.parts.iter().filter(|own| own.part == part.key);
            own.next().copied().filter(|_| own.next().is_none()).ok_or(part)
        });
        let missing: Vec<&str> = all.iter().filter_map(|own| own.err()).map(|part| part.key.name()).collect();
        if !missing.is_empty() {
            faults.push(FieldFault::of(
                "parts",
                format!("expected each part once, which these are not: {}", missing.join(", ")),
            ));
        }
        if !COVERAGES.contains(&self.least_coverage) {
            faults.push(FieldFault::of("leastCoverage", "expected a number from 50 to 100"));
        }
        let is_habit = |part: &PartMethod| part.info().pillar == Pillar::Habit && part.weight > 0;
        if !self.parts.iter().any(is_habit) {
            faults.push(FieldFault::of(
                "parts",
                "a Habit part must have a weight above 0; without one there is no score",
            ));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let parts = all.map(|own| own.unwrap_or_else(|part| BOND_1.part(part.key)));
        Ok(Method { name: name.to_owned(), parts, least_coverage: self.least_coverage })
    }
}

impl PartMethod {
    fn info(&self) -> &'static Part {
        &PARTS[index_of(self.part)]
    }

    /// The largest target in the part's own unit.
    fn most(&self) -> f64 {
        if self.info().metric.unit == Unit::Months { 1200.0 } else { 100.0 }
    }

    fn faults(&self) -> Vec<FieldFault> {
        let PartMethod { floor, target, weight, least, .. } = *self;
        let most = self.most();
        let mut faults = Vec::new();
        for (field, value) in [("floor", floor), ("target", target)] {
            if !(0.0..=most).contains(&value) {
                faults.push(FieldFault::of(field, format!("expected a number from 0 to {most}")));
            } else if !has_two_decimals(value) {
                faults.push(FieldFault::of(field, "expected at most two decimals"));
            }
        }
        if floor >= target {
            faults.push(FieldFault::of("target", "expected more than the floor"));
        }
        if weight > MOST_WEIGHT {
            faults.push(FieldFault::of("weight", format!("expected a number from 0 to {MOST_WEIGHT}")));
        }
        if !(1..=MOST_LEAST).contains(&least) {
            faults.push(FieldFault::of("least", format!("expected a number from 1 to {MOST_LEAST}")));
        }
        faults
    }
}

fn has_two_decimals(value: f64) -> bool {
    ((value * 100.0).round() / 100.0 - value).abs() < 1e-9
}

/// The index of a part in [`PARTS`].
pub fn index_of(key: PartKey) -> usize {
    PARTS.iter().position(|part| part.key == key).unwrap_or_default()
}

impl Method {
    /// What a part is measured against.
    pub fn part(&self, key: PartKey) -> PartMethod {
        self.parts[index_of(key)]
    }

    /// Its numbers.
    pub fn numbers(&self) -> MethodNumbers {
        MethodNumbers { parts: self.parts.to_vec(), least_coverage: self.least_coverage }
    }

    /// The sum of all weights.
    pub fn weight(&self) -> u32 {
        self.parts.iter().map(|part| part.weight).sum()
    }

    /// The method with the weight of a part multiplied by `times / of`.
    pub fn with_weight(&self, at: usize, times: u32, of: u32) -> Method {
        let mut changed = self.clone();
        // Only the proportion of weights matters, so that the others are multiplied to stay whole.
        for (other, part) in changed.parts.iter_mut().enumerate() {
            part.weight *= if other == at { times } else { of };
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::texts;

    #[test]
    fn what_comes_with_bond_is_valid_and_adds_up_to_100() {
        assert_eq!(BOND_1.numbers().named("bond-1").as_ref(), Ok(&*BOND_1));
        assert_eq!(BOND_1.weight(), 100);
        let written = serde_json::to_string(&BOND_1.numbers()).expect("written");
        let read: MethodNumbers = serde_json::from_str(&written).expect("read");
        assert_eq!(read.named("bond-1").as_ref(), Ok(&*BOND_1));
    }

    #[test]
    fn each_fault_names_its_field() {
        let faults = |change: fn(&mut MethodNumbers)| {
            let mut numbers = BOND_1.numbers();
            change(&mut numbers);
            texts(&numbers.named("x").err().unwrap_or_default())
        };
        assert_eq!(faults(|numbers| numbers.parts.reverse()), [""; 0], "the order does not matter");
        assert_eq!(
            faults(|numbers| numbers.parts[0].floor = -1.0),
            ["parts[0].floor: expected a number from 0 to 100"]
        );
        assert_eq!(
            faults(|numbers| numbers.parts[0].target = 100.5),
            ["parts[0].target: expected a number from 0 to 100"]
        );
        assert_eq!(
            faults(|numbers| numbers.parts[8].target = 1201.0),
            ["parts[8].target: expected a number from 0 to 1200"]
        );
        assert_eq!(faults(|numbers| numbers.parts[3].floor = 97.0), ["parts[3].target: expected more than the floor"]);
        assert_eq!(faults(|numbers| numbers.parts[2].floor = 0.125), ["parts[2].floor: expected at most two decimals"]);
        assert_eq!(
            faults(|numbers| numbers.parts[1].weight = 101),
            ["parts[1].weight: expected a number from 0 to 100"]
        );
        assert_eq!(
            faults(|numbers| numbers.parts[1].least = 0),
            ["parts[1].least: expected a number from 1 to 1000000"]
        );
        assert_eq!(faults(|numbers| numbers.least_coverage = 49), ["leastCoverage: expected a number from 50 to 100"]);
        let twice = faults(|numbers| numbers.parts[1] = numbers.parts[0]);
        let text = "parts: expected each part once, which these are not: enrolled2Eligible, clientsRetentionRate";
        assert_eq!(twice, [text]);
        let no_habit = faults(|numbers| numbers.parts.iter_mut().for_each(|part| part.weight = 0));
        assert_eq!(no_habit, ["parts: a Habit part must have a weight above 0; without one there is no score"]);
    }
}
