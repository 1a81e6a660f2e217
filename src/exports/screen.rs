//! What is exported: a screen, and the calls that answer it.

use super::blocks;
use super::cards;
use super::error::ExportError;
use super::grid::Grid;
use super::titles;
use crate::screens::declared::monitor;
use crate::screens::receipts::SCORE;
use crate::screens::{Block, Breakdown, Call, Card, DASHBOARDS, Dashboard, Totals};

/// A screen, named by the path of its call.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    pub dashboard: &'static Dashboard,
    subject: Subject,
}

#[derive(Clone, Copy, Debug)]
enum Subject {
    Totals(&'static Totals),
    Breakdown(&'static Breakdown),
}

/// A call whose answer is written.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    Cards(&'static Totals),
    Indicators,
    Score,
    Breakdown(&'static Breakdown),
    Block(&'static Breakdown, &'static Block),
}

impl Screen {
    /// Every screen, in the order of the dashboards. What answers a card by itself is none.
    pub fn all() -> impl Iterator<Item = Screen> {
        DASHBOARDS.iter().flat_map(|dashboard| {
            let dashboard: &'static Dashboard = dashboard;
            let totals = dashboard.all_totals().filter(|totals| !totals.unwrapped).map(Subject::Totals);
            let breakdowns = dashboard.all_breakdowns().map(Subject::Breakdown);
            totals.chain(breakdowns).map(move |subject| Screen { dashboard, subject })
        })
    }

    /// The screen with a path.
    pub fn of_path(path: &str) -> Option<Screen> {
        Screen::all().find(|screen| screen.path() == path)
    }

    /// The screen that a dashboard begins with.
    pub fn first_of(dashboard: &'static Dashboard) -> Option<Screen> {
        Screen::all().find(|screen| std::ptr::eq(screen.dashboard, dashboard))
    }

    /// The path of its call, without `/breakdowns`.
    pub fn path(&self) -> &'static str {
        match self.subject {
            Subject::Totals(totals) => totals.path,
            Subject::Breakdown(breakdown) => breakdown.path,
        }
    }

    /// What it is called in files.
    pub fn title(&self) -> &'static str {
        match self.subject {
            Subject::Totals(_) => self.dashboard.title,
            Subject::Breakdown(breakdown) => titles::of_breakdown(breakdown),
        }
    }

    /// The call of the figures at its head, and the card that they are of where they are not of all cards.
    pub fn head(&self) -> Option<(&'static Totals, Option<&'static Card>)> {
        let mut all = self.dashboard.all_totals().filter(|totals| !totals.unwrapped);
        match self.subject {
            Subject::Totals(totals) => Some((totals, None)),
            Subject::Breakdown(breakdown) => all.find_map(|totals| {
                let is_own = |card: &&Card| card.breakdown.as_ref().is_some_and(|of| std::ptr::eq(of, breakdown));
                totals.cards.iter().copied().find(is_own).map(|card| (totals, Some(card)))
            }),
        }
    }

    /// The calls of the screen alone, or of its dashboard with all breakdowns.
    pub fn parts(&self, whole: bool) -> Vec<Part> {
        let own = match self.subject {
            Subject::Breakdown(breakdown) if !whole => return vec![Part::Breakdown(breakdown)],
            Subject::Totals(totals) if !whole => Some(totals),
            _ => self.dashboard.all_totals().next(),
        };
        let is_monitor = std::ptr::eq(self.dashboard, &monitor::DASHBOARD);
        let mut parts: Vec<Part> = own.map(Part::Cards).into_iter().collect();
        parts.extend([Part::Indicators, Part::Score].into_iter().filter(|_| is_monitor));
        if whole {
            let is_new = |breakdown: &&'static Breakdown| {
                own.and_then(|totals| totals.extra).is_none_or(|(_, extra)| !std::ptr::eq(extra, *breakdown))
            };
            parts.extend(self.dashboard.all_breakdowns().filter(is_new).map(Part::Breakdown));
        }
        parts
    }

    /// The call of one block of the screen; None where it has no such block.
    pub fn block(&self, id: &str) -> Option<Part> {
        let of = |breakdown: &'static Breakdown| breakdown.blocks.iter().find(|block| block.id == id);
        match self.subject {
            Subject::Breakdown(breakdown) => of(breakdown).map(|block| match breakdown.unwrapped {
                true => Part::Breakdown(breakdown),
                false => Part::Block(breakdown, block),
            }),
            Subject::Totals(totals) => {
                let (_, extra) = totals.extra?;
                of(extra).map(|_| Part::Cards(totals))
            }
        }
    }

    /// The ids of its blocks.
    pub fn blocks(&self) -> impl Iterator<Item = &'static str> {
        let breakdown = match self.subject {
            Subject::Breakdown(breakdown) => Some(breakdown),
            Subject::Totals(totals) => totals.extra.map(|(_, extra)| extra),
        };
        breakdown.into_iter().flat_map(|breakdown| breakdown.blocks).map(|block| block.id)
    }
}

impl Part {
    /// What a breakdown is called.
    pub fn title(&self) -> Option<&'static str> {
        match self {
            Part::Cards(_) | Part::Indicators | Part::Score => None,
            Part::Breakdown(breakdown) | Part::Block(breakdown, _) => Some(titles::of_breakdown(breakdown)),
        }
    }

    /// The ids of the figures that have receipts: those of its cards, or of the card that opens into it.
    pub fn figures(&self) -> Vec<String> {
        let of = |card: &Card| card.fields.iter().map(|field| card.metric_id(field)).collect::<Vec<String>>();
        match self {
            Part::Cards(totals) => totals.cards.iter().flat_map(|card| of(card)).collect(),
            Part::Indicators => Vec::new(),
            Part::Score => vec![SCORE.to_owned()],
            Part::Breakdown(breakdown) | Part::Block(breakdown, _) => {
                let cards = DASHBOARDS.iter().flat_map(|dashboard| dashboard.cards());
                let opens =
                    |card: &&'static Card| card.breakdown.as_ref().is_some_and(|own| std::ptr::eq(own, *breakdown));
                cards.filter(opens).flat_map(of).collect()
            }
        }
    }

    /// The call that answers it.
    pub fn call(&self) -> Call {
        match self {
            Part::Cards(totals) => Call::Totals(totals, None),
            Part::Indicators => Call::Indicators,
            Part::Score => Call::Score,
            Part::Breakdown(breakdown) => Call::Breakdown(breakdown),
            Part::Block(breakdown, block) => Call::Block(breakdown, block),
        }
    }

    /// Its grids.
    ///
    /// # Errors
    /// If the answer does not have the declared shape.
    pub fn grids(&self, json: &[u8]) -> Result<Vec<Grid>, ExportError> {
        Ok(match self {
            Part::Cards(totals) => cards::of_totals(totals, json)?,
            Part::Indicators => vec![cards::of_indicators(json)?],
            Part::Score => vec![cards::of_score(json)?],
            Part::Breakdown(breakdown) => blocks::of_breakdown(breakdown, serde_json::from_slice(json)?)?,
            Part::Block(breakdown, block) => vec![blocks::of_block(breakdown, block, serde_json::from_slice(json)?)?],
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_screen_has_a_path_of_its_own() {
        let mut paths = HashSet::new();
        for screen in Screen::all() {
            assert!(paths.insert(screen.path()), "{} twice", screen.path());
        }
        assert!(Screen::of_path("api/v1/nothing").is_none());
        let rate = Screen::of_path("api/v1/dashboard/users/programActiveRate").expect("found");
        assert!(matches!(rate.parts(false)[..], [Part::Breakdown(_)]));
    }

    #[test]
    fn a_whole_dashboard_has_every_breakdown_once() {
        for screen in Screen::all() {
            let parts = screen.parts(true);
            let cards = parts.iter().filter(|part| matches!(part, Part::Cards(_))).count();
            let breakdowns = parts.iter().filter(|part| matches!(part, Part::Breakdown(_))).count();
            let in_cards = usize::from(screen.dashboard.all_totals().any(|totals| totals.extra.is_some()));
            assert_eq!((cards, breakdowns + in_cards), (1, screen.dashboard.all_breakdowns().count()));
        }
    }

    #[test]
    fn figures_are_those_that_have_receipts() {
        let figures: HashSet<String> =
            Screen::all().flat_map(|screen| screen.parts(true)).flat_map(|part| part.figures()).collect();
        assert!(figures.len() > 25, "{}", figures.len());
        for id in figures {
            assert!(crate::screens::receipts::Subject::named(&id).is_some(), "{id}");
        }
        let logins = Screen::of_path("api/v1/dashboard/users/logins").expect("found");
        assert_eq!(logins.parts(false)[0].figures(), ["logins.totalLogins", "logins.uniqueLogins"]);
    }
}
