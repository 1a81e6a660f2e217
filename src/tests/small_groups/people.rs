//! Whether few members are behind a figure, against a count of the members of a random program one by one.

use std::sync::Arc;

use bond::figures::filter::{Choice, Items};
use bond::figures::period::Window;
use bond::figures::{Engine, Figure, GroupKey, ItemQuery, Levels, Metric, Selection, emails};
use bond::groupings::Grouping;
use bond::screens::FIGURES;
use time::{Date, Duration, PrimitiveDateTime};

use super::MINIMUM;
use crate::brute_force::world::{DAYS, FIRST, Member, Message, SEED, World};
use crate::random::Random;
use crate::{setting, wait};

/// The rows that count.
struct Counted<'a> {
    window: Window,
    /// The campaigns whose messages and clicks count, or the articles whose views do.
    items: &'a dyn Fn(i32) -> bool,
}

impl Counted<'_> {
    fn is_in(&self, when: PrimitiveDateTime) -> bool {
        (self.window.start..=self.window.end).contains(&when.date())
    }

    fn has_message(&self, member: &Member, is_of: fn(&Message) -> bool) -> bool {
        member.messages.iter().any(|one| self.is_in(one.sent) && (self.items)(one.campaign) && is_of(one))
    }
}

/// Whether a member has a row that counts.
type IsBehind = fn(&Member, &Counted) -> bool;

const RECIPIENT: IsBehind = |member, of| of.has_message(member, |_| true);
const REACHED: IsBehind = |member, of| of.has_message(member, |one| one.delivered);
const MISSED: IsBehind = |member, of| of.has_message(member, |one| !one.delivered);
const OPENER: IsBehind = |member, of| of.has_message(member, |one| one.delivered && one.opened.is_some());
const CLICKER: IsBehind = |member, of| of.has_message(member, |one| one.delivered && one.clicked.is_some());
const REGISTRANT: IsBehind = |member, of| of.has_message(member, |one| one.delivered && one.registered.is_some());
const LEAVER: IsBehind = |member, of| of.has_message(member, |one| one.delivered && one.unsubscribed.is_some());
const LINK_CLICKER: IsBehind =
    |member, of| member.link_clicks.iter().any(|click| of.is_in(click.when) && (of.items)(click.campaign));
const VIEWER: IsBehind =
    |member, of| member.article_views.iter().any(|view| of.is_in(view.when) && (of.items)(view.article));

/// Figures with the members of their sides.
const OF_EMAILS: [(&str, &[IsBehind]); 10] = [
    ("deliveryStatus.sent", &[RECIPIENT]),
    ("deliveryStatus.delivered", &[REACHED]),
    ("deliveryStatus.bounced", &[MISSED]),
    ("performanceDto.avgOpen", &[OPENER, REACHED]),
    ("performanceDto.avgClick", &[CLICKER, REACHED]),
    ("enrollDto.percent", &[REGISTRANT, REACHED]),
    ("enrollDto.enrollments", &[REGISTRANT]),
    ("unsubscribedDto.sum", &[LEAVER]),
    ("linkDto.sum", &[LINK_CLICKER]),
    ("deliveryStatus.campaigns", &[RECIPIENT]),
];
/// All but the last, which counts campaigns.
const OF_EACH_CAMPAIGN: &[(&str, &[IsBehind])] = OF_EMAILS.split_at(9).0;
const OF_ARTICLES: [(&str, &[IsBehind]); 2] = [("article.amount", &[VIEWER]), ("article.views", &[VIEWER])];

/// Few and enough that were found.
#[derive(Debug, Default)]
struct Found {
    few: u64,
    enough: u64,
}

impl Found {
    fn compare(&mut self, of: &str, figure: Figure, sides: &[IsBehind], members: &[&Member], counted: &Counted) {
        let few = |is_behind: &IsBehind| {
            let count = members.iter().filter(|member| is_behind(member, counted)).count();
            0 < count && count < usize::from(MINIMUM)
        };
        let is_few = sides.iter().any(few);
        assert_eq!(figure.is_few(), is_few, "{of} in {:?}", counted.window);
        *(if is_few { &mut self.few } else { &mut self.enough }) += 1;
    }
}

fn metric_of(id: &str) -> &'static Metric {
    FIGURES.iter().find(|figure| figure.id == id).expect("a figure").metric
}

fn random_window(random: &mut Random) -> Window {
    let start = FIRST + Duration::days(random.below(DAYS - 40) as i64);
    let days = random.one_of(&[0, 1, 6, 29, 45, 150, 400]);
    // Some are whole months, and some end after all rows.
    let start = if random.percent(40) { start.replace_day(1).expect("a first day") } else { start };
    let end = start + Duration::days(days);
    let end = if random.percent(40) { last_of_month(end) } else { end };
    Window { start, end }
}

fn last_of_month(day: Date) -> Date {
    day.replace_day(day.month().length(day.year())).expect("a last day")
}

#[test]
fn few_members_are_those_that_are_counted_one_by_one() {
    let mut random = Random(setting("TEST_SEED", 20_261_127));
    let (app, world) = World::prepared(setting("TEST_SEED", SEED), |config| config.minimum_members = MINIMUM);
    let engine = Engine::new(Arc::clone(&app.app.warehouse), 1 << 26, 90).protecting(MINIMUM);
    let catalogue = wait(engine.catalogue()).expect("a catalogue");
    let levels = Levels { first: Some(Grouping::Tier), second: None };
    let all = |_: i32| true;
    let members: Vec<&Member> = world.members.iter().collect();
    let metrics: Vec<&Metric> = OF_EACH_CAMPAIGN.iter().map(|(id, _)| metric_of(id)).collect();
    let mut found = Found::default();
    for _ in 0..setting("TEST_ROUNDS", 3).max(3) {
        let windows: Vec<Window> = (0..3).map(|_| random_window(&mut random)).collect();
        let campaigns: Vec<i32> = (1..=9).filter(|_| random.percent(40)).collect();
        let chosen = if random.percent(50) { Choice::All } else { Choice::Only(campaigns) };
        let selection =
            Selection { campaigns: Items { own: chosen.clone(), kind: Choice::All }, ..Selection::default() };
        let is_chosen = |campaign: i32| match &chosen {
            Choice::All => true,
            Choice::Only(ids) => ids.contains(&campaign),
        };
        let figures = OF_EMAILS.iter().map(|figure| (figure, &is_chosen as &dyn Fn(i32) -> bool));
        for ((id, sides), items) in figures.chain(OF_ARTICLES.iter().map(|figure| (figure, &all as _))) {
            let metric = metric_of(id);
            let figures = wait(engine.figures(&catalogue, &[metric], &windows, &selection, levels)).expect("figures");
            for (period, window) in windows.iter().enumerate() {
                let counted = Counted { window: *window, items };
                for tier in [None, Some(1), Some(2), Some(3)] {
                    let group = tier.map_or(0, |tier| figures.index_of(GroupKey::One(tier)).expect("a tier"));
                    let is_of = |member: &&Member| tier.is_none_or(|tier| member.tier == tier);
                    let members: Vec<&Member> = world.members.iter().filter(is_of).collect();
                    let of = format!("{id} of tier {tier:?}, campaigns {chosen:?}");
                    found.compare(&of, figures.figure(metric, group, period), sides, &members, &counted);
                }
            }
        }
        let query = ItemQuery {
            dimension: &emails::BY_CAMPAIGN,
            metrics: &metrics,
            windows: &windows,
            selection: &selection,
            levels: Levels::default(),
            with: None,
        };
        let items = wait(engine.by_item(&catalogue, &query)).expect("figures");
        let ids = items.attribute("id").expect("ids").ints();
        for ((id, sides), metric) in OF_EACH_CAMPAIGN.iter().zip(&metrics) {
            for (item, campaign) in ids.iter().enumerate() {
                let is_own = |one: i32| i64::from(one) == *campaign && is_chosen(one);
                for (period, window) in windows.iter().enumerate() {
                    let counted = Counted { window: *window, items: &is_own };
                    let of = format!("{id} of campaign {campaign}");
                    found.compare(&of, items.figure(metric, item, 0, period), sides, &members, &counted);
                }
            }
        }
    }
    assert!(found.few > 200 && found.enough > 600, "{found:?}");
}
