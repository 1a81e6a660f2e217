//! Which dashboards are open to somebody.

use super::registry::{CardFigure, DASHBOARDS, FIGURES};
use crate::figures::insights::is_comparable;
use crate::modules::Module;

/// The dashboards whose figures somebody may see, one bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenDashboards(i32);

impl OpenDashboards {
    /// Those for which `is_open` holds, by module and whether their figures are of members.
    pub fn of(is_open: impl Fn(Module, bool) -> bool) -> OpenDashboards {
        let open = DASHBOARDS.iter().enumerate().filter(|(_, of)| is_open(of.module, of.has_members));
        OpenDashboards(open.fold(0, |bits, (at, _)| bits | 1 << at))
    }

    /// As a number, by which answers are kept.
    pub(super) fn number(self) -> i32 {
        self.0
    }

    pub(super) fn has(self, module: Module) -> bool {
        let at = DASHBOARDS.iter().position(|dashboard| dashboard.module == module);
        at.is_some_and(|at| self.0 & 1 << at != 0)
    }

    /// The figures of these dashboards whose changes can be compared. Of several with the same metric the first.
    pub(super) fn figures(self) -> Vec<&'static CardFigure> {
        let mut figures: Vec<&CardFigure> = Vec::new();
        for figure in FIGURES.iter().filter(|figure| self.has(figure.dashboard.module) && is_comparable(figure.metric))
        {
            if !figures.iter().any(|known| std::ptr::eq(known.metric, figure.metric)) {
                figures.push(figure);
            }
        }
        figures
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    /// What sentences may name: without a card's title around it, each must say what it counts.
    #[test]
    fn figures_say_what_they_count_without_the_title_of_their_card() {
        let mut named: Vec<&str> =
            OpenDashboards::of(|_, _| true).figures().into_iter().map(|figure| figure.label).collect();
        named.sort_unstable();
        let expected = [
            "Active Members",
            "Article Views",
            "Avg Login/Member",
            "Avg. Website Session Duration",
            "CSAT",
            "Direct Website Sessions",
            "Dormant Members",
            "Dormant Rate",
            "Eligible Members",
            "Email Links Clicked",
            "Email Register %",
            "Email Unsubscribers",
            "Emails Bounced",
            "Emails Clicked %",
            "Emails Delivered",
            "Emails Opened %",
            "Emails Sent",
            "Emails Unsubscribed %",
            "Engaged Members",
            "FA Activity Level",
            "Initiation Rate",
            "Intent to redeem Rate",
            "Member Savings",
            "Member Unique Intent to Redeem Clicks",
            "Member Unique Offer Views",
            "Members Moved Down",
            "Members Moved Up",
            "Members Registered Before",
            "Members with >2 Return Logins",
            "New Website Visitors",
            "Page Prints",
            "Page Shares",
            "Partner Redemptions",
            "Partner Sales",
            "Poll Answers",
            "Program Active Rate",
            "Program Average Tenure",
            "Program Engagement Rate",
            "Program Retention Rate",
            "Registrations by Email",
            "Return Rate",
            "Returning Website Visitors",
            "Satisfaction Survey Answers",
            "Savings Per Member",
            "Stayed in Their Tier",
            "Total Intent to Redeem Clicks",
            "Total Logins",
            "Total New Registered",
            "Total Offer Views",
            "Total Registered",
            "Unique Intent to Redeem Clicks",
            "Unique Logins",
            "Unique Offer Views",
            "Unique Return Logins",
            "Website Pageviews",
            "Website Searches",
            "Website Sessions",
            "Website Sessions from Email",
            "Website Sessions from Organic Search",
        ];
        assert_eq!(named, expected);
        let mut metrics = HashMap::new();
        for figure in FIGURES.iter() {
            let known = metrics.entry(figure.label).or_insert(figure.metric);
            assert!(std::ptr::eq(*known, figure.metric), "{} is of two metrics", figure.label);
        }
    }
}
