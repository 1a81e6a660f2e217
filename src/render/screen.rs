//! What is exported: a screen, and the calls that answer it.

use std::borrow::Cow;

use super::blocks;
use super::cards;
use super::grid::Grid;
use super::polls as own_polls;
use super::titles;
use crate::i18n::language::Language;
use crate::modules::Module;
use crate::screens::declared::{content, emails, monitor, polls};
use crate::screens::receipts::SCORE;
use crate::screens::{Answered, Block, Breakdown, Call, Card, DASHBOARDS, Dashboard, OpenDashboards, Totals};

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
    /// The polls to choose from.
    Polls,
    /// One poll.
    Poll(i32),
    /// The e-mail schedule.
    Schedule,
}

/// A call whose answer is written.
#[derive(Clone, Copy, Debug)]
pub enum ScreenCall {
    Cards(&'static Totals),
    /// The card of a breakdown, for the first page of a document.
    Card(&'static Totals, &'static Card),
    Indicators,
    Score,
    /// What happened, for the first page of a document; with what Insights says of these dashboards.
    News(Option<OpenDashboards>),
    Breakdown(&'static Breakdown),
    Block(&'static Breakdown, &'static Block),
    Polls,
    Poll(i32),
    Schedule,
}

impl Screen {
    /// Every screen, in the order of the dashboards. What answers a card by itself is none.
    pub fn all() -> impl Iterator<Item = Screen> {
        DASHBOARDS.iter().flat_map(|dashboard| {
            let dashboard: &'static Dashboard = dashboard;
            let totals = dashboard.all_totals().filter(|totals| !totals.unwrapped).map(Subject::Totals);
            let breakdowns = dashboard.all_breakdowns().map(Subject::Breakdown);
            // These fit no declaration.
            let is = |other: &Dashboard| std::ptr::eq(dashboard, other);
            let others = [(is(&content::DASHBOARD), Subject::Polls), (is(&emails::DASHBOARD), Subject::Schedule)];
            let others = others.into_iter().filter_map(|(is_here, subject)| is_here.then_some(subject));
            totals.chain(breakdowns).chain(others).map(move |subject| Screen { dashboard, subject })
        })
    }

    /// The screen with a path. That of a poll ends with its number.
    pub fn of_path(path: &str) -> Option<Screen> {
        let poll = path.strip_prefix(polls::PATH).and_then(|rest| rest.strip_prefix('/')?.parse().ok());
        match poll {
            Some(poll) => Some(Screen { dashboard: &content::DASHBOARD, subject: Subject::Poll(poll) }),
            None => Screen::all().find(|screen| screen.path() == path),
        }
    }

    /// The module whose permission opens it, and whether its figures count members.
    pub fn opened_by(&self) -> (Module, bool) {
        let Dashboard { module, has_members, .. } = *self.dashboard;
        // The schedule belongs to no member: it is for those who see all.
        (module, has_members && !matches!(self.subject, Subject::Schedule))
    }

    /// The poll that it is of.
    pub fn poll(&self) -> Option<i32> {
        match self.subject {
            Subject::Poll(poll) => Some(poll),
            _ => None,
        }
    }

    /// The breakdown that it is.
    pub(super) fn breakdown(&self) -> Option<&'static Breakdown> {
        match self.subject {
            Subject::Breakdown(breakdown) => Some(breakdown),
            _ => None,
        }
    }

    /// The screen that a dashboard begins with.
    pub fn first_of(dashboard: &'static Dashboard) -> Option<Screen> {
        Screen::all().find(|screen| std::ptr::eq(screen.dashboard, dashboard))
    }

    /// The path of its call, without `/breakdowns`.
    pub fn path(&self) -> Cow<'static, str> {
        match self.subject {
            Subject::Totals(totals) => totals.path.into(),
            Subject::Breakdown(breakdown) => breakdown.path.into(),
            Subject::Polls => polls::PATH.into(),
            Subject::Poll(poll) => format!("{}/{poll}", polls::PATH).into(),
            Subject::Schedule => emails::SCHEDULE_PATH.into(),
        }
    }

    /// The part of a file's name that says of what it is.
    pub fn file_stem(&self) -> String {
        match self.subject {
            Subject::Polls => "polls".to_owned(),
            Subject::Poll(poll) => format!("poll-{poll}"),
            Subject::Totals(_) | Subject::Breakdown(_) | Subject::Schedule => {
                self.path().rsplit('/').next().unwrap_or_default().to_owned()
            }
        }
    }

    /// What it is called in files.
    pub fn title(&self, language: Language) -> String {
        match self.subject {
            Subject::Totals(_) => titles::of_dashboard(self.dashboard, language),
            Subject::Breakdown(breakdown) => titles::of_breakdown(breakdown, language),
            Subject::Polls | Subject::Poll(_) => titles::of_polls(language),
            Subject::Schedule => titles::of_schedule(language),
        }
    }

    /// The call of the figures at its head, and the card that they are of where they are not of all cards.
    pub fn head(&self) -> Option<(&'static Totals, Option<&'static Card>)> {
        let mut all = self.dashboard.all_totals().filter(|totals| !totals.unwrapped);
        match self.subject {
            Subject::Totals(totals) => Some((totals, None)),
            Subject::Polls => Some((&polls::TOTALS, None)),
            Subject::Poll(_) | Subject::Schedule => None,
            Subject::Breakdown(breakdown) => all.find_map(|totals| {
                let is_own = |card: &&Card| card.breakdown.as_ref().is_some_and(|of| std::ptr::eq(of, breakdown));
                totals.cards.iter().copied().find(is_own).map(|card| (totals, Some(card)))
            }),
        }
    }

    /// The calls of the screen alone, or of its dashboard with all breakdowns.
    pub fn parts(&self, whole: bool) -> Vec<ScreenCall> {
        let own = match self.subject {
            Subject::Breakdown(breakdown) if !whole => return vec![ScreenCall::Breakdown(breakdown)],
            Subject::Totals(totals) if !whole => Some(totals),
            Subject::Polls if !whole => return vec![ScreenCall::Polls],
            Subject::Poll(poll) if !whole => return vec![ScreenCall::Poll(poll)],
            Subject::Schedule if !whole => return vec![ScreenCall::Schedule],
            _ => self.dashboard.all_totals().next(),
        };
        let is_monitor = std::ptr::eq(self.dashboard, &monitor::DASHBOARD);
        let mut parts: Vec<ScreenCall> = own.map(ScreenCall::Cards).into_iter().collect();
        parts.extend([ScreenCall::Indicators, ScreenCall::Score].into_iter().filter(|_| is_monitor));
        if whole {
            let is_new = |breakdown: &&'static Breakdown| {
                own.and_then(|totals| totals.extra).is_none_or(|(_, extra)| !std::ptr::eq(extra, *breakdown))
            };
            parts.extend(self.dashboard.all_breakdowns().filter(is_new).map(ScreenCall::Breakdown));
        }
        parts
    }

    /// The same for a document, which begins with cards; the Program Monitor also with what happened, in the sentences of
    /// the page.
    pub fn document(&self, whole: bool, insights: Option<OpenDashboards>) -> Vec<ScreenCall> {
        let head = match (whole, self.head()) {
            (false, Some((totals, Some(card)))) if card.type_name.is_some() => Some(ScreenCall::Card(totals, card)),
            _ => None,
        };
        let has_news = std::ptr::eq(self.dashboard, &monitor::DASHBOARD);
        let news = has_news.then_some(ScreenCall::News(insights));
        head.into_iter().chain(self.parts(whole)).chain(news).collect()
    }

    /// The call of one block of the screen; None where it has no such block.
    pub fn block(&self, id: &str) -> Option<ScreenCall> {
        let of = |breakdown: &'static Breakdown| breakdown.blocks.iter().find(|block| block.id == id);
        match self.subject {
            Subject::Breakdown(breakdown) => of(breakdown).map(|block| match breakdown.unwrapped {
                true => ScreenCall::Breakdown(breakdown),
                false => ScreenCall::Block(breakdown, block),
            }),
            Subject::Totals(totals) => {
                let (_, extra) = totals.extra?;
                of(extra).map(|_| ScreenCall::Cards(totals))
            }
            Subject::Polls => (id == own_polls::LIST).then_some(ScreenCall::Polls),
            Subject::Poll(poll) => [own_polls::OPTIONS, polls::BLOCK].contains(&id).then_some(ScreenCall::Poll(poll)),
            Subject::Schedule => None,
        }
    }

    /// The ids of its blocks.
    pub fn blocks(&self) -> impl Iterator<Item = &'static str> {
        let (breakdown, others): (Option<&'static Breakdown>, &[&'static str]) = match self.subject {
            Subject::Breakdown(breakdown) => (Some(breakdown), &[]),
            Subject::Totals(totals) => (totals.extra.map(|(_, extra)| extra), &[]),
            Subject::Polls => (None, &[own_polls::LIST]),
            Subject::Poll(_) => (None, &[own_polls::OPTIONS, polls::BLOCK]),
            Subject::Schedule => (None, &[]),
        };
        let of_breakdown = breakdown.into_iter().flat_map(|breakdown| breakdown.blocks).map(|block| block.id);
        of_breakdown.chain(others.iter().copied())
    }
}

impl ScreenCall {
    /// Whether only the first page of a document has what it answers.
    pub(super) fn is_of_first_page(&self) -> bool {
        matches!(self, ScreenCall::Card(..) | ScreenCall::News(_))
    }

    /// What a breakdown is called.
    pub fn title(&self, language: Language) -> Option<String> {
        match self {
            ScreenCall::Cards(_)
            | ScreenCall::Card(..)
            | ScreenCall::Indicators
            | ScreenCall::Score
            | ScreenCall::News(_)
            | ScreenCall::Polls
            | ScreenCall::Poll(_)
            | ScreenCall::Schedule => None,
            ScreenCall::Breakdown(breakdown) | ScreenCall::Block(breakdown, _) => {
                Some(titles::of_breakdown(breakdown, language))
            }
        }
    }

    /// The ids of the figures that have receipts: those of its cards, or of the card that opens into it.
    pub fn figures(&self) -> Vec<String> {
        let of = |card: &Card| card.fields.iter().map(|field| card.metric_id(field)).collect::<Vec<String>>();
        match self {
            ScreenCall::Cards(totals) => totals.cards.iter().flat_map(|card| of(card)).collect(),
            ScreenCall::Card(..)
            | ScreenCall::Indicators
            | ScreenCall::News(_)
            | ScreenCall::Polls
            | ScreenCall::Poll(_)
            | ScreenCall::Schedule => Vec::new(),
            ScreenCall::Score => vec![SCORE.to_owned()],
            ScreenCall::Breakdown(breakdown) | ScreenCall::Block(breakdown, _) => {
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
            ScreenCall::Cards(totals) => Call::Totals(totals, None),
            ScreenCall::Card(totals, card) => Call::Totals(totals, Some(card)),
            ScreenCall::Indicators => Call::Indicators,
            ScreenCall::Score => Call::Score,
            ScreenCall::News(insights) => Call::News(*insights),
            ScreenCall::Breakdown(breakdown) => Call::Breakdown(breakdown),
            ScreenCall::Block(breakdown, block) => Call::Block(breakdown, block),
            ScreenCall::Polls => Call::Polls,
            ScreenCall::Poll(poll) => Call::Poll(*poll),
            ScreenCall::Schedule => Call::Schedules,
        }
    }

    /// The grids of its answer; none of what no part asks for.
    pub fn grids(&self, answered: &Answered, language: Language) -> Vec<Grid> {
        match (self, answered) {
            (ScreenCall::Card(..), _) => Vec::new(),
            (_, Answered::Cards(table)) => cards::of_totals(table, language),
            (_, Answered::Indicators(rows)) => vec![cards::of_indicators(rows, language)],
            (_, Answered::Score(score)) => vec![cards::of_score(score, language)],
            (_, Answered::Polls(card, polls)) => own_polls::of_polls(card, polls, language),
            (_, Answered::Poll(table)) => own_polls::of_poll(table, language),
            (_, Answered::List(_, rows)) => vec![blocks::of_schedule(rows, language)],
            (_, Answered::Breakdown(breakdown, blocks)) => blocks::of_breakdown(breakdown, blocks, language),
            (ScreenCall::Block(breakdown, _), Answered::Block(table)) => {
                vec![blocks::of_block(breakdown, table, language)]
            }
            _ => Vec::new(),
        }
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
        assert!(matches!(rate.parts(false)[..], [ScreenCall::Breakdown(_)]));
    }

    #[test]
    fn a_whole_dashboard_has_every_breakdown_once() {
        for screen in Screen::all() {
            let parts = screen.parts(true);
            let cards = parts.iter().filter(|part| matches!(part, ScreenCall::Cards(_))).count();
            let breakdowns = parts.iter().filter(|part| matches!(part, ScreenCall::Breakdown(_))).count();
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
