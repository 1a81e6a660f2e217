//! What it would take to reach a target, who is close to a threshold, and how saved plans go.

use time::Date;

use super::blocks::{group_rows, group_sums};
use super::snapshot::{AnswerError, Answers, Snapshot};
use crate::figures::close::CloseTo;
use crate::figures::filter::{Filter, FilterErrors, FilterParams, Groups, GroupsAsOf, iso};
use crate::figures::period::Window;
use crate::figures::planner::forecast::{ForecastAnswer, forecast};
use crate::figures::planner::{PlannerAnswer, plan};
use crate::figures::score::{ScoreAnswer, score};
use crate::figures::{Cell, GroupKey, Levels, Metric, NOTICE_DAYS, suppress};
use crate::groupings::Grouping;
use crate::screens::planner::{CloseAnswer, ClosePeople, PlannerParams};
use crate::screens::wire::hidden_fields;

/// Days of a plan with the score on each of them.
pub struct PlanScores {
    pub days: Vec<(Date, Option<f64>)>,
    /// The last of them that has come.
    pub now: Option<ScoreAnswer>,
}

impl Answers<'_> {
    /// What it would take to reach a target, and what changes would give.
    ///
    /// # Errors
    /// If the filter or the wish is wrong, or the warehouse gives no answer.
    pub async fn planner(&self, PlannerParams { filter, wish }: &PlannerParams) -> Result<PlannerAnswer, AnswerError> {
        let filter = self.of_groups_now(filter)?;
        let score = self.with_snapshot(&filter, async |snapshot| snapshot.score().await).await?;
        Ok(plan(&score, &self.method, wish).map_err(FilterErrors)?)
    }

    /// Where the score would be if members go on logging in as they did.
    ///
    /// # Errors
    /// If the filter is wrong, or the warehouse gives no answer.
    pub async fn forecast(&self, filter: &FilterParams) -> Result<ForecastAnswer, AnswerError> {
        self.with_snapshot(&self.of_groups_now(filter)?, async |snapshot| {
            let Snapshot { engine, catalogue, method, filter, language, .. } = snapshot;
            Ok(forecast(engine, catalogue, method, &filter.groups, filter.window.end, *language).await?)
        })
        .await
    }

    /// How many members are close to a threshold, by group.
    ///
    /// # Errors
    /// If the filter is wrong, or the warehouse gives no answer.
    pub async fn close(&self, filter: &FilterParams) -> Result<CloseAnswer, AnswerError> {
        self.with_snapshot(&self.resolved(filter, &[Grouping::Lob])?, async |snapshot| snapshot.close().await).await
    }

    /// The ids of the members who are close to a threshold.
    ///
    /// # Errors
    /// If the filter is wrong, or the warehouse gives no answer.
    pub async fn members_close_to(
        &self,
        filter: &FilterParams,
        threshold: CloseTo,
    ) -> Result<Vec<String>, AnswerError> {
        self.with_snapshot(&self.resolved(filter, &[Grouping::Lob])?, async |snapshot| {
            let Some(window) = snapshot.loaded_window() else { return Ok(Vec::new()) };
            let Snapshot { engine, catalogue, selection, .. } = snapshot;
            Ok(engine.members_close_to(catalogue, selection, window, threshold).await?)
        })
        .await
    }

    /// The user groups that a filter chooses.
    ///
    /// # Errors
    /// If the filter is wrong.
    pub fn groups_of(&self, filter: &FilterParams) -> Result<Groups, AnswerError> {
        Ok(self.resolved(filter, &[Grouping::Lob])?.groups)
    }

    /// The score of some groups on the last loaded day.
    ///
    /// # Errors
    /// If the warehouse gives no answer.
    pub async fn latest_score(&self, groups: &Groups) -> Result<ScoreAnswer, AnswerError> {
        self.with_snapshot(
            &self.of_groups_now(&FilterParams::default())?,
            async |Snapshot { engine, catalogue, method, .. }| {
                Ok(score(engine, catalogue, method, groups, self.today).await?)
            },
        )
        .await
    }

    /// The score of some groups on some days, in order; those that have not come have none.
    ///
    /// # Errors
    /// If the warehouse gives no answer.
    pub async fn scores_of_plan(&self, groups: &Groups, days: &[Date]) -> Result<PlanScores, AnswerError> {
        self.with_snapshot(
            &self.of_groups_now(&FilterParams::default())?,
            async |Snapshot { engine, catalogue, method, .. }| {
                let mut scores = PlanScores { days: Vec::new(), now: None };
                for day in days {
                    let has_come = catalogue.through().is_some_and(|through| *day <= through);
                    let answer =
                        if has_come { Some(score(engine, catalogue, method, groups, *day).await?) } else { None };
                    scores.days.push((*day, answer.as_ref().and_then(|answer| answer.score)));
                    scores.now = answer.or(scores.now);
                }
                Ok(scores)
            },
        )
        .await
    }

    /// The last loaded day.
    ///
    /// # Errors
    /// Errors of the warehouse.
    pub async fn through(&self) -> Result<Option<Date>, AnswerError> {
        Ok(self.catalogue().await?.through())
    }

    /// The filter, with the groups of now: what is to come is said of those who are in a group, and plans name no reading.
    fn of_groups_now(&self, filter: &FilterParams) -> Result<Filter, FilterErrors> {
        let filter = FilterParams { groups_as_of: Some(GroupsAsOf::Now), ..filter.clone() };
        self.resolved(&filter, &[Grouping::Lob])
    }
}

impl Snapshot<'_> {
    /// The filter's window up to the last loaded day: who will be dormant is said as of a day that is known.
    fn loaded_window(&self) -> Option<Window> {
        let Window { start, end } = self.filter.window;
        Window::new(start, end.min(self.catalogue.through()?))
    }

    async fn close(&self) -> Result<CloseAnswer, AnswerError> {
        self.close_in(self.loaded_window()).await
    }

    /// Who is close in a window that ends with a loaded day.
    pub(in crate::screens) async fn close_in(&self, window: Option<Window>) -> Result<CloseAnswer, AnswerError> {
        let grouping = self.filter.block(Grouping::Lob).view_by_h1;
        let mut answer = CloseAnswer {
            as_of: None,
            start_date: None,
            view_by_h1: grouping,
            dormant_days: self.engine.dormant_days(),
            notice_days: NOTICE_DAYS,
            rows: Vec::new(),
            hidden: None,
        };
        let Some(window) = window else { return Ok(answer) };
        (answer.as_of, answer.start_date) = (Some(iso(window.end)), Some(iso(window.start)));
        let metrics: [&Metric; 3] = CloseTo::ALL.map(CloseTo::metric);
        let levels = Levels { first: Some(grouping), second: None };
        let figures = self.engine.figures(&self.catalogue, &metrics, &[window], self.selection, levels).await?;
        let mut table = self.empty_table(&metrics);
        let rows = group_rows(&mut table, &figures, &metrics, window);
        for (total, parts) in group_sums(&figures.groups) {
            table.sum(total.map(|at| rows[at]), &parts.iter().map(|at| rows[*at]).collect::<Vec<usize>>());
        }
        let table = suppress(table);
        answer.hidden = table.count();
        let row = |id: Option<i32>, name: &str, key: GroupKey| {
            let index = figures.index_of(key)?;
            let [active, engaged, dormant] = [0, 1, 2].map(|at| table.cell(rows[index], at));
            let number = |cell: Cell| cell.value().map(|members| members.rounded(0) as i64);
            Some(ClosePeople {
                id,
                name: name.to_owned(),
                is_total: key == GroupKey::Total,
                active: number(active),
                engaged: number(engaged),
                dormant: number(dormant),
                hidden: hidden_fields([
                    ("active", active.why()),
                    ("engaged", engaged.why()),
                    ("dormant", dormant.why()),
                ]),
            })
        };
        let groups = self.catalogue.groups(grouping).iter();
        answer.rows = groups.filter_map(|group| row(Some(group.id), &group.name, GroupKey::One(group.id))).collect();
        if !answer.rows.is_empty() {
            answer.rows.extend(row(None, "Total", GroupKey::Total));
        }
        Ok(answer)
    }
}
