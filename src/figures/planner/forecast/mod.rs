//! Where the score would be if members go on logging in as they did (docs/planner.md, "Forecast").
//!
//! A member's habit is how long ago the last login was, and how many logins and qualifying sessions the last 90 days
//! have. Members are expected to do next what members with the same habit did next in the last six months: one step of
//! an empirical Markov chain (Anderson and Goodman 1957, *Statistical Inference about Markov Chains*). It is tried on
//! days whose score is known, and as much of the change that it says is believed as proved right there.
//!
//! - [`read`] reads what members did; if they are many, of a sample.
//! - [`habits`] counts and expects, as pure arithmetic.

mod habits;
mod read;
mod wire;

use std::collections::HashMap;

use futures_util::future::try_join;
use time::{Date, Duration};

use self::habits::{BLOCK_DAYS, Counts, LEARNED, Lessons, Past, WINDOW};
use self::read::Chosen;
use super::state::PlanState;
use super::tenths_of;
use crate::figures::catalogue::{Catalogue, Selection};
use crate::figures::engine::Engine;
use crate::figures::filter::{Groups, iso};
use crate::figures::members::TOTAL_REGISTERED;
use crate::figures::model::Formula;
use crate::figures::period::Window;
use crate::figures::score::formula::{Measured, from_tenths, round_to, scored};
use crate::figures::score::{Method, PARTS, PartKey, PartState, ScoreAnswer, WINDOW_DAYS, score, standings};
use crate::figures::segment_groups::Levels;
use crate::i18n::language::Language;
use crate::i18n::numbers::number;
use crate::warehouse::WarehouseError;

pub use wire::{ForecastAnswer, ForecastPart, ForecastPoint, ForecastTry};

/// How many blocks ahead the score is forecast.
const HORIZONS: [usize; 3] = [1, 2, 3];
/// How often it is tried on the past, a block further back each time: the score on the first day of a try is also the
/// truth for an earlier one.
const TRIES: usize = 6;
/// With fewer registered members there is no forecast.
const LEAST_MEMBERS: f64 = 500.0;
/// The approximate number of members that are read at most; at least half as many are read.
const SAMPLE: f64 = 30_000.0;

/// Forecasts the score of the chosen members as of the earlier of `end` and the last day with logins.
///
/// # Errors
/// [`WarehouseError::VersionMoved`] if `catalogue` is no longer the newest: retry with a new one.
pub async fn forecast(
    engine: &Engine,
    catalogue: &Catalogue,
    method: &Method,
    groups: &Groups,
    end: Date,
    language: Language,
) -> Result<ForecastAnswer, WarehouseError> {
    let days = catalogue.through().map(|through| through.min(end)).zip(catalogue.first_day());
    let covered = days.map_or(0, |(as_of, first_day)| (as_of - first_day).whole_days() + 1);
    let Some((as_of, first_day)) = days.filter(|_| covered >= i64::from(WINDOW_DAYS)) else {
        // It says why there is no score.
        return Ok(ForecastAnswer::of(&score(engine, catalogue, method, groups, end).await?, language));
    };
    let today = [Window { start: as_of, end: as_of }];
    let selection = Selection { groups: groups.clone(), ..Selection::default() };
    let metric = &TOTAL_REGISTERED;
    let figures = engine.figures(catalogue, &[metric], &today, &selection, Levels::default()).await?;
    let registered = figures.value(metric, 0, 0).to_f64();
    let one_in = ((registered / SAMPLE).ceil().max(1.0) as u32).next_power_of_two();
    let chosen = Chosen::of(one_in, catalogue.member_segments.members());
    // Habits need the blocks of a window before what is learned from them.
    let blocks = usize::try_from(covered / i64::from(BLOCK_DAYS)).unwrap_or_default().min(TRIES + LEARNED + WINDOW);
    let days_of = |blocks: usize| Duration::days(blocks as i64 * i64::from(BLOCK_DAYS));
    let mut days: Vec<Date> = (0..=TRIES).map(|at| as_of - days_of(at)).take_while(|day| *day >= first_day).collect();
    days.reverse();
    let read_past = async {
        if registered < LEAST_MEMBERS || blocks < HORIZONS[0] + WINDOW {
            return Ok(Past::default());
        }
        read::past(engine, catalogue, groups, as_of, blocks, chosen).await
    };
    let (past, mut standings) = try_join(read_past, standings(engine, catalogue, method, groups, &days)).await?;
    standings.reverse();
    let now = &standings[0];
    let texts = &language.texts().issued;
    let mut answer = ForecastAnswer::of(now, language);
    if now.score.is_none() {
        return Ok(answer);
    }
    if registered < LEAST_MEMBERS {
        answer.missing = Some((texts.forecast_needs_members)(&number(LEAST_MEMBERS, 0, language)));
        return Ok(answer);
    }
    answer.one_in = chosen.one_in();
    if blocks < HORIZONS[0] + WINDOW {
        answer.missing = Some((texts.forecast_needs_days)((1 + WINDOW) * BLOCK_DAYS as usize));
        return Ok(answer);
    }
    let mut lessons = Lessons::default();
    let mut known: HashMap<Date, Option<f64>> = HashMap::new();
    let (mut ahead, mut tries): (Vec<Course>, Vec<Course>) = (Vec::new(), Vec::new());
    for (at, standing) in standings.iter().enumerate() {
        let day = as_of - days_of(at);
        let expected: Vec<(usize, Counts)> = HORIZONS
            .into_iter()
            .filter(|horizon| at == 0 || *horizon <= at)
            .filter_map(|horizon| Some((horizon, past.expected(&mut lessons, at, horizon)?)))
            .collect();
        if expected.is_empty() {
            break;
        }
        known.insert(day, standing.score);
        if standing.score.is_none() {
            break;
        }
        let counted = past.counts(at);
        for (horizon, then) in expected {
            let course = Course {
                from: day,
                to: day + days_of(horizon),
                days: horizon as u16 * BLOCK_DAYS as u16,
                now: values(method, standing, &counted, &counted),
                then: values(method, standing, &counted, &then),
            };
            if at == 0 { ahead.push(course) } else { tries.push(course) }
        }
    }
    let truth = |course: &Course| known.get(&course.to).copied().flatten();
    for course in ahead {
        let alike: Vec<(&Course, f64)> = tries
            .iter()
            .filter(|tried| tried.days == course.days)
            .filter_map(|tried| Some((tried, truth(tried)?)))
            .collect();
        let moves: Vec<Moved> = alike.iter().filter_map(|(tried, truth)| tried.moved(method, *truth)).collect();
        let of_others =
            |at: usize| believed(moves.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, one)| one));
        for (at, (tried, truth)) in alike.iter().enumerate() {
            // Each is tried with what the others say, so that its own error is not fitted away.
            let Some(forecast) = score_of(method, &tried.believed(of_others(at))) else { continue };
            answer.tries.push(ForecastTry {
                from: iso(tried.from),
                day: iso(tried.to),
                days: tried.days,
                forecast,
                score: *truth,
            });
        }
        let share = believed(moves.iter());
        let values = course.believed(share);
        let Some(reached) = score_of(method, &values) else { continue };
        let mut point = ForecastPoint::new(course.days, course.to, reached, &values);
        point.believed = round_to(share, 2);
        point.judge(&answer.tries);
        answer.points.push(point);
    }
    answer.past = known.into_iter().filter_map(|(day, score)| Some((iso(day), score?))).collect();
    answer.past.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(answer)
}

/// The changes from one day to another that follow from habits.
struct Course {
    from: Date,
    to: Date,
    days: u16,
    /// The parts of the score on both days.
    now: [Option<f64>; 9],
    then: [Option<f64>; 9],
}

/// The move of the score that was forecast, and the real one.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Moved {
    said: f64,
    came: f64,
}

impl Course {
    /// The values of parts if this share of the change is believed.
    fn believed(&self, share: f64) -> [Option<f64>; 9] {
        std::array::from_fn(|at| {
            let (now, then) = (self.now[at]?, self.then[at]?);
            Some(now + share * (then - now))
        })
    }

    fn moved(&self, method: &Method, came: f64) -> Option<Moved> {
        let now = score_of(method, &self.now)?;
        Some(Moved { said: score_of(method, &self.then)? - now, came: came - now })
    }
}

/// How much of a change is believed, from 0 to 1: the factor with the smallest squares of errors. All of it if nothing
/// was tried.
fn believed<'a>(moves: impl Iterator<Item = &'a Moved>) -> f64 {
    let (mut both, mut said, mut tried) = (0.0, 0.0, false);
    for moved in moves {
        both += moved.said * moved.came;
        said += moved.said * moved.said;
        tried = true;
    }
    match tried {
        false => 1.0,
        true if said == 0.0 => 0.0,
        true => (both / said).clamp(0.0, 1.0),
    }
}

/// The score of some values of parts, rounded.
fn score_of(method: &Method, values: &[Option<f64>; 9]) -> Option<f64> {
    let measured = values.map(|value| match value {
        None => Measured::never_loaded(),
        Some(_) => Measured { numerator: 0.0, denominator: 0.0, value, state: PartState::Ok },
    });
    scored(method, &measured).score.map(|score| from_tenths(tenths_of(score)))
}

/// The values of the score's parts after a horizon, unrounded; None for those that do not count. Parts that logins do not
/// decide stay as they are.
fn values(method: &Method, standing: &ScoreAnswer, now: &Counts, then: &Counts) -> [Option<f64>; 9] {
    let base = PlanState::of(standing, method);
    std::array::from_fn(|at| {
        let value = base.value(at)?;
        let shown = &standing.explain.parts[at];
        let (of, by) = (shown.numerator?, shown.denominator?);
        // The sample says by how much each count grows; what has been counted of all is not estimated.
        let share = |of_then: f64, of_now: f64, by_then: f64, by_now: f64| {
            let grown = |counted: f64, then: f64, now: f64| if now > 0.0 { counted * then / now } else { counted };
            let (of, by) = (grown(of, of_then, of_now), grown(by, by_then, by_now));
            if by > 0.0 { (100.0 * of / by).clamp(0.0, 100.0) } else { value }
        };
        Some(match PARTS[at].key {
            PartKey::Enrolled2Eligible => share(then.registered, now.registered, then.eligible, now.eligible),
            PartKey::ClientsRetentionRate => share(then.retained, now.retained, then.before, now.before),
            PartKey::ProgramActiveRate => share(then.active, now.active, then.registered, now.registered),
            PartKey::ReturnRate => share(then.returned, now.returned, then.unique, now.unique),
            PartKey::EngagementRate => share(then.engaged, now.engaged, then.registered, now.registered),
            PartKey::AverageTenure => {
                let Formula::Ratio { scale, .. } = PARTS[at].metric.formula else { return Some(value) };
                let growth = if now.registered > 0.0 { then.registered / now.registered } else { 1.0 };
                let days = of + then.tenure_growth * by;
                days * scale.0 as f64 / (by * growth * scale.1 as f64)
            }
            PartKey::RedemptionRate | PartKey::FaActivityLevel | PartKey::Csat => value,
        })
    })
}

#[cfg(test)]
mod tests;
