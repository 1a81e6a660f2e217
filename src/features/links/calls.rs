//! The calls that a link answers: those of its screen, with the choices in its blocks as they were when it was made.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::figures::filter::FilterParams;
use crate::figures::period::Grain;
use crate::groupings::{Grouping, ViewBy, ViewByH2};
use crate::render::{Screen, ScreenCall};
use crate::screens::declared::{monitor, polls};
use crate::screens::{Call, OpenDashboards};

/// The most calls of a link: a screen makes two or three, and one more for each block with choices.
pub const MOST_CALLS: usize = 40;

/// A call that a screen makes, and the choices in its blocks. What is left out has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct LinkCall {
    /// Such as `api/v1/dashboard/users/logins/breakdowns`.
    pub path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_scale: Option<Grain>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view_by: Option<ViewBy>,
    #[serde(rename = "viewByH1", default, skip_serializing_if = "Option::is_none")]
    #[ts(rename = "viewByH1")]
    pub view_by_h1: Option<Grouping>,
    #[serde(rename = "viewByH2", default, skip_serializing_if = "Option::is_none")]
    #[ts(rename = "viewByH2")]
    pub view_by_h2: Option<ViewByH2>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record_count: Option<u32>,
}

impl LinkCall {
    /// The filter of the link with the choices of this call alone.
    pub fn filter(&self, of_link: &FilterParams) -> FilterParams {
        FilterParams {
            time_scale: self.time_scale,
            view_by: self.view_by,
            view_by_h1: self.view_by_h1,
            view_by_h2: self.view_by_h2,
            record_count: self.record_count,
            ..of_link.clone()
        }
    }
}

/// The sentences with which the Program Monitor begins.
const NEWS: &str = "api/v1/insights/news";

/// The call of a screen that has a path; None for every other path.
///
/// Sentences tell of `insights`, the dashboards that the maker of a link may look at there.
pub fn call_of(screen: &Screen, path: &str, insights: Option<OpenDashboards>) -> Option<Call> {
    let parts = screen.parts(false);
    match parts.first()? {
        ScreenCall::Cards(totals) if path == totals.path => Some(Call::Totals(totals, None)),
        // Only documents begin with one.
        ScreenCall::Card(..) => None,
        ScreenCall::Cards(_) => {
            let is_monitor = parts.iter().any(|part| matches!(part, ScreenCall::Indicators));
            match path {
                monitor::INDICATORS_PATH => is_monitor.then_some(Call::Indicators),
                NEWS => is_monitor.then_some(Call::News(insights)),
                _ => None,
            }
        }
        ScreenCall::Breakdown(breakdown) => {
            let below = path.strip_prefix(breakdown.path);
            if below == Some("/breakdowns") {
                return Some(Call::Breakdown(breakdown));
            }
            if let Some(id) = below.and_then(|below| below.strip_prefix("/breakdown/")) {
                let block = breakdown.blocks.iter().find(|block| block.id == id && !breakdown.unwrapped)?;
                return Some(Call::Block(breakdown, block));
            }
            // The figures at its head are of the dashboard's cards, or of one of them.
            screen.dashboard.all_totals().find_map(|totals| {
                let of_type = path.strip_prefix(totals.path)?;
                let Some(name) = of_type.strip_prefix('/') else {
                    return of_type.is_empty().then_some(Call::Totals(totals, None));
                };
                let (_, card) = totals.types().find(|(of, _)| *of == name)?;
                Some(Call::Totals(totals, Some(card)))
            })
        }
        ScreenCall::Poll(poll) => match path.strip_prefix(screen.path().as_ref())?.strip_prefix('/')? {
            polls::OPTIONS => Some(Call::Poll(*poll)),
            polls::BLOCK => Some(Call::PollTable(*poll)),
            _ => None,
        },
        ScreenCall::Schedule => (path == screen.path()).then_some(Call::Schedules),
        // Without a poll their screen has a choice, and a link has none.
        ScreenCall::Polls => None,
        ScreenCall::Indicators | ScreenCall::Score | ScreenCall::News(_) | ScreenCall::Block(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(screen: &str, path: &str) -> bool {
        call_of(&Screen::of_path(screen).expect("a screen"), path, None).is_some()
    }

    #[test]
    fn a_screen_has_its_own_calls_and_no_others() {
        const LOGINS: &str = "api/v1/dashboard/users/logins";
        const CARDS: &str = "api/v1/dashboard/users/userDashboardInfo";
        for path in [
            CARDS,
            &format!("{CARDS}/LOGINS"),
            &format!("{LOGINS}/breakdowns"),
            &format!("{LOGINS}/breakdown/LOGINS_TABLE"),
        ] {
            assert!(answers(LOGINS, path), "{path}");
        }
        for path in [
            LOGINS,
            "",
            &format!("{LOGINS}/breakdown/OFFERS"),
            &format!("{LOGINS}/breakdown/"),
            &format!("/{LOGINS}/breakdowns"),
            "api/v1/dashboard/users/registrations/breakdowns",
            "api/v1/program/monitor/getIndicatorList",
            "api/v1/bond/score",
            "api/v1/website/dashboard/info",
            &format!("{CARDS}/"),
            &format!("{CARDS}/OFFERS"),
            &format!("{CARDS}x"),
        ] {
            assert!(!answers(LOGINS, path), "{path}");
        }
        assert!(answers(CARDS, CARDS) && !answers(CARDS, &format!("{LOGINS}/breakdowns")));
        const POLLS: &str = "api/v1/content/dashboard/polls/breakdown";
        const SCHEDULE: &str = "api/v1/emails/dashboard/schedules";
        let poll = format!("{POLLS}/7");
        assert!(answers(&poll, &format!("{poll}/answerInfos")));
        assert!(answers(&poll, &format!("{poll}/POLL_ANSWERS_BY_AUDIENCE_TABLE")));
        for path in [
            poll.as_str(),
            POLLS,
            &format!("{POLLS}/info"),
            &format!("{POLLS}/8/answerInfos"),
            &format!("{POLLS}/77/answerInfos"),
            &format!("{poll}/answerInfos/"),
        ] {
            assert!(!answers(&poll, path), "{path}");
        }
        assert!(!answers(POLLS, &format!("{POLLS}/info")), "a link has no choice of a poll");
        assert!(answers(SCHEDULE, SCHEDULE) && !answers(SCHEDULE, CARDS));
        let monitor = "api/v1/program/monitor/info";
        for path in [monitor::INDICATORS_PATH, NEWS] {
            assert!(answers(monitor, path) && !answers(CARDS, path), "{path}");
        }
        assert!(!answers(monitor, "api/v1/bond/score"), "the score has a panel of its own");
    }
}
