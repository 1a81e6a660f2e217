//! Why the BOND Score moved since a month earlier: its parts, and what moved each of them.

use futures_util::future::try_join;
use num_rational::BigRational;

use super::opening;
use super::wire::{ExplainParams, Explanation, OpenedCauses};
use super::{of_groups, sentences};
use crate::error::FieldFault;
use crate::figures::calendar::month_earlier;
use crate::figures::explain::{CauseKind, CauseNode, CauseTree, Chance, Compared, How, NodeScope, Reader, explain_as};
use crate::figures::filter::{FilterParams, iso};
use crate::figures::period::Window;
use crate::figures::score::{PARTS, Part, ScoreAnswer, ScorePart, WINDOW_DAYS};
use crate::figures::{Polarity, Unit};
use crate::groupings::Grouping;
use crate::i18n::{Explain, labels};
use crate::screens::answers::{AnswerError, Answers, Snapshot};
use crate::screens::words::Words;

/// The division of the score.
const BY_PART: &str = "PART";

/// The decimals of what moved a part: a part itself is shown in tenths.
const DECIMALS: u32 = 2;

impl Answers<'_> {
    /// Why the score moved.
    ///
    /// # Errors
    /// If the filter or what is opened is wrong, or the warehouse gives no answer.
    pub async fn explain_score(
        &self,
        params: &FilterParams,
        explain: &ExplainParams,
    ) -> Result<Explanation, AnswerError> {
        let filter = self.resolved(params, &[Grouping::Lob])?;
        if let Some(by) = explain.open.as_ref().and_then(|open| open.by.as_ref()).filter(|by| *by != BY_PART) {
            let shown: String = by.chars().take(40).collect();
            return Err(AnswerError::Opening(FieldFault::about(
                "open.by",
                format!("open.by must be {BY_PART}, not {shown:?}"),
            )));
        }
        self.with_snapshot(&filter, async |snapshot| snapshot.explained_score(explain.open.as_ref()).await).await
    }
}

impl Snapshot<'_> {
    pub(in crate::screens) async fn explained_score(
        &self,
        opened: Option<&OpenedCauses>,
    ) -> Result<Explanation, AnswerError> {
        let (score, certainty) = try_join(self.score(), self.score_certainty()).await?;
        let as_of =
            score.explain.as_of.as_ref().and(self.catalogue.through()).map(|day| day.min(self.filter.window.end));
        let windows = as_of.and_then(|day| {
            let of = |day| Window { start: day, end: day }.trailing(WINDOW_DAYS);
            Some((of(day), of(month_earlier(day)?)))
        });
        let texts = &self.language.texts().explain;
        let mut answer = without_tree(&score, windows, texts);
        let (Some(moved), Some((now, before))) = (score.explain.mom, windows) else { return Ok(answer) };
        let mut causes = Vec::new();
        for (part, found) in PARTS.iter().zip(&score.explain.parts) {
            let Some(effect) = found.points_moved else { continue };
            let opened = opened.and_then(|opened| opened.inside.as_ref()?.get(&found.key));
            let inside = match opened {
                Some(opened) if effect != 0.0 && !self.catalogue.protects_moves() => {
                    self.part(part, effect, (now, before), opened).await?
                }
                _ => None,
            };
            causes.push(cause(found, labels::label(self.language, part.label), effect, inside));
        }
        if let Some(effect) = score.explain.coverage_effect.filter(|effect| *effect != 0.0) {
            causes.push(coverage(effect, texts.coverage));
        }
        let size = |cause: &CauseNode| cause.effect.unwrap_or_default().abs();
        // Equal ones in the order of the parts, whatever the language.
        causes.sort_by(|one, other| size(other).total_cmp(&size(one)));
        let is_largest = |cause: &&CauseNode| causes.get(1).is_none_or(|second| size(second) < size(cause));
        let leading =
            causes.first().filter(is_largest).filter(|cause| size(cause) > 0.0).map(|cause| cause.key.clone());
        answer.change = Some(moved);
        answer.chance = certainty.map(|found| Chance::of(found.change, found.standard_error));
        answer.tree = Some(CauseTree {
            by: BY_PART.to_owned(),
            label: texts.part.to_owned(),
            causes,
            leading,
            divisions: vec![BY_PART.to_owned()],
        });
        answer.sentences = sentences::of(&answer, &Words::of_score(self.language));
        Ok(answer)
    }

    /// What moved a part of the score, in points of the score.
    async fn part(
        &self,
        part: &'static Part,
        effect: f64,
        (now, before): (Window, Window),
        opened: &OpenedCauses,
    ) -> Result<Option<CauseTree>, AnswerError> {
        let metric = part.metric;
        let path = format!("open.inside.{}", part.key.name());
        let opening = opening::resolved(opened, metric, &path, &mut 0).map_err(AnswerError::Opening)?;
        let compared = Compared { metric, now, before };
        let reader = Reader { engine: self.engine, catalogue: &self.catalogue, language: self.language };
        let worth = BigRational::from_float(effect);
        let found = explain_as(&reader, compared, NodeScope::of(of_groups(self.selection)), &opening, worth).await?;
        let minimum_members = self.engine.minimum_members();
        let how = How { compared, minimum_members, decimals: DECIMALS, language: self.language };
        Ok(found.causes_within(&how, effect))
    }
}

fn without_tree(score: &ScoreAnswer, windows: Option<(Window, Window)>, texts: &Explain) -> Explanation {
    let date = |of: fn(&(Window, Window)) -> time::Date| windows.as_ref().map(|windows| iso(of(windows)));
    let note = match (&score.explain.missing, score.score_last_month) {
        (Some(missing), _) => Some(missing.clone()),
        (None, None) => Some(texts.no_score_before.to_owned()),
        (None, Some(_)) => None,
    };
    Explanation {
        metric: "score".to_owned(),
        label: "BOND Score".to_owned(),
        unit: Unit::Decimal,
        polarity: Polarity::Higher,
        start_date: date(|(now, _)| now.start).unwrap_or_default(),
        end_date: date(|(now, _)| now.end).unwrap_or_default(),
        start_date_before: date(|(_, before)| before.start),
        end_date_before: date(|(_, before)| before.end),
        now: score.score,
        before: score.score_last_month,
        change: None,
        change_percent: None,
        note,
        chance: None,
        calendar: None,
        divisions: Vec::new(),
        tree: None,
        sentences: Vec::new(),
    }
}

fn cause(part: &ScorePart, name: &str, effect: f64, inside: Option<CauseTree>) -> CauseNode {
    CauseNode {
        key: part.key.clone(),
        name: name.to_owned(),
        kind: CauseKind::Part,
        now: part.value,
        before: part.value_last_month,
        unit: Some(part.unit),
        share: part.points_possible,
        share_before: None,
        effect: Some(effect),
        rate_effect: None,
        mix_effect: None,
        hidden: None,
        can_open: effect != 0.0,
        inside,
    }
}

fn coverage(effect: f64, name: &str) -> CauseNode {
    CauseNode {
        key: "coverage".to_owned(),
        name: name.to_owned(),
        kind: CauseKind::Coverage,
        now: None,
        before: None,
        unit: None,
        share: None,
        share_before: None,
        effect: Some(effect),
        rate_effect: None,
        mix_effect: None,
        hidden: None,
        can_open: false,
        inside: None,
    }
}
