//! How certain the change of the score is, if the members of a program are a sample of such members.
//!
//! The score is linearised: a part between its floor and its target moves it by a constant for each unit of its value,
//! and any other part by nothing. The two months overlap, and parts count the same members: so the parts' standard
//! errors are added up with the correlations of all parts in both months, from member to member (Cochran 1977,
//! *Sampling Techniques*, section 6.3, of a sum of ratios). FA activity is no sample: the program supplies it.

use time::Date;

use super::Months;
use super::formula::{Measured, scored};
use super::method::Method;
use super::parts::PARTS;
use crate::figures::catalogue::{Catalogue, Selection};
use crate::figures::engine::Engine;
use crate::figures::filter::Groups;
use crate::figures::model::{Contributors, Formula, Metric};
use crate::figures::standard_error::{Sample, variance};
use crate::warehouse::WarehouseError;

/// The change of the score since a month earlier, unrounded, and its standard error, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Certainty {
    pub change: f64,
    pub standard_error: f64,
}

/// The change of the score, as in [`super::score`]; None if there is none, or if too little is known about how members
/// vary.
///
/// # Errors
/// Errors of the warehouse.
pub async fn certainty(
    engine: &Engine,
    catalogue: &Catalogue,
    method: &Method,
    groups: &Groups,
    end: Date,
) -> Result<Option<Certainty>, WarehouseError> {
    let Some(Months { windows: Some(windows), now, last: Some(last), .. }) =
        super::months(engine, catalogue, method, groups, end).await?
    else {
        return Ok(None);
    };
    let scores = [&now, &last.measured].map(|measured| scored(method, measured).score);
    let [Some(score), Some(before)] = scores else { return Ok(None) };
    let slopes = [&now, &last.measured].map(|measured| slopes(method, measured));
    // Other parts are not read.
    let matters = |at: &usize| slopes.iter().any(|slopes| slopes[*at] != 0.0);
    let parts: Vec<usize> = (0..PARTS.len()).filter(matters).collect();
    let metrics: Vec<&Metric> = parts.iter().map(|at| PARTS[*at].metric).collect();
    let sample = engine.sampled(catalogue, &metrics, windows, &Selection::default()).await?;
    let months = [(&now, &slopes[0]), (&last.measured, &slopes[1])];
    Ok(standard_error(&parts, months, &sample)
        .map(|standard_error| Certainty { change: score - before, standard_error }))
}

/// By how many points a unit of each part's value moves the score: 0 if it is at its floor or target or beyond, if it
/// does not count, and if no members are behind it.
fn slopes(method: &Method, measured: &[Measured; 9]) -> [f64; 9] {
    let weight = scored(method, measured).weight;
    std::array::from_fn(|at| {
        let own = method.parts[at];
        let moves = |value: f64| own.floor < value && value < own.target;
        match measured[at].value.filter(|value| measured[at].counts() && moves(*value)) {
            Some(_) if !matches!(PARTS[at].metric.contributors, Contributors::Nobody) => {
                100.0 * f64::from(own.weight) / weight / (own.target - own.floor)
            }
            _ => 0.0,
        }
    })
}

/// The standard error of the change between two months, now first, from what was measured and by how much each part moves
/// the score. The sample has these parts, in this order.
fn standard_error(parts: &[usize], months: [(&[Measured; 9], &[f64; 9]); 2], sample: &Sample) -> Option<f64> {
    // The contribution of each member to the change.
    let mut of_members: Vec<f64> = Vec::new();
    for (month, (measured, slopes)) in months.into_iter().enumerate() {
        for (place, at) in parts.iter().enumerate().filter(|(_, at)| slopes[**at] != 0.0) {
            let metric = PARTS[*at].metric;
            let Formula::Ratio { scale, .. } = metric.formula else { return None };
            let residuals = sample.residuals(place, month)?;
            let counted = (measured[*at].numerator, measured[*at].denominator);
            let error = variance(metric, counted, Some(&residuals.of_window()))?.sqrt();
            let sign = if month == 0 { 1.0 } else { -1.0 };
            let points = sign * slopes[*at] * error * scale.0 as f64 / scale.1 as f64;
            let normed = residuals.normed()?;
            of_members.resize(normed.len(), 0.0);
            of_members.iter_mut().zip(normed).for_each(|(sum, residual)| *sum += points * residual);
        }
    }
    Some(of_members.iter().map(|one| one * one).sum::<f64>().sqrt())
}

#[cfg(test)]
mod tests;
