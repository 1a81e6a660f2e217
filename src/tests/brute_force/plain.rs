//! The plain count: every figure computed from the raw rows, member by member and row by row.
//!
//! It uses no segments, recency columns, daily sums or SQL, and shares no calendar with the code it checks: a group's
//! figure is the sum over its members, and a period is found by iterating over its days.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use bond::figures::filter::{Choice, Groups, Items};
use bond::groupings::Grouping;
use time::{Date, Duration, Month};

use super::world::TIER_ORDER;
use super::world::{GROUPINGS, Member, Offer, Poll, World};

/// Days from first to last, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Days {
    pub start: Date,
    pub end: Date,
}

impl Days {
    pub fn has(self, day: Date) -> bool {
        self.start <= day && day <= self.end
    }

    fn is_whole_months(self) -> bool {
        self.start.day() == 1 && self.end.next_day().is_some_and(|next| next.day() == 1)
    }

    /// The preceding period: the same number of calendar months if this is whole months, otherwise of days.
    pub fn period_before(self) -> Days {
        let end = self.start.previous_day().expect("a day");
        if self.is_whole_months() {
            let months = (self.end.year() - self.start.year()) * 12 + month(self.end) - month(self.start) + 1;
            let mut start = self.start;
            for _ in 0..months {
                start = start.previous_day().and_then(|day| day.replace_day(1).ok()).expect("a month");
            }
            return Days { start, end };
        }
        Days { start: self.start - (self.end - self.start) - Duration::days(1), end }
    }

    /// The same dates a year earlier: 29 February becomes the 28th; whole calendar months stay whole.
    pub fn year_before(self) -> Days {
        let earlier = |day: Date| {
            day.replace_year(day.year() - 1).unwrap_or_else(|_| {
                Date::from_calendar_date(day.year() - 1, Month::February, 28).expect("a February has 28 days")
            })
        };
        let mut end = earlier(self.end);
        while self.is_whole_months() && end.next_day().is_some_and(|next| next.month() == end.month()) {
            end = end.next_day().expect("a day");
        }
        Days { start: earlier(self.start), end }
    }

    /// The calendar month, quarter or year before the shortest one that begins with these days and holds them; the
    /// preceding period if there is none.
    pub fn full_period_before(self) -> Days {
        for grain in [Grain::Month, Grain::Quarter, Grain::Year] {
            let whole = Days::around(self.start, grain);
            if whole.start == self.start && whole.end >= self.end {
                return Days::around(self.start.previous_day().expect("a day"), grain);
            }
        }
        self.period_before()
    }

    /// The calendar periods with their labels; the first and last are clipped.
    pub fn periods(self, grain: Grain) -> Vec<(String, Days)> {
        let mut periods: Vec<(String, Days)> = Vec::new();
        let mut day = self.start;
        while day <= self.end {
            let label = grain.label(day);
            match periods.last_mut() {
                Some((last, days)) if *last == label => days.end = day,
                _ => periods.push((label, Days { start: day, end: day })),
            }
            day = day.next_day().expect("a day");
        }
        periods
    }

    /// The windows of a card's sparkline: None for the months of a chart, else eight windows of this length.
    pub fn short_windows(self) -> Option<Vec<(String, Days)>> {
        (self.periods(Grain::Month).len() < 4).then(|| self.windows_of_its_length())
    }

    pub fn windows_of_its_length(self) -> Vec<(String, Days)> {
        let mut windows = vec![self];
        while windows.len() < 8 {
            windows.push(windows[windows.len() - 1].period_before());
        }
        windows.reverse();
        let mut named: Vec<(String, Days)> = windows
            .iter()
            .map(|window| (format!("{} {}", month_name(window.end), window.end.day()), *window))
            .collect();
        let has_twice = |(label, _): &(String, Days)| named.iter().filter(|(other, _)| other == label).count() > 1;
        if named.iter().any(has_twice) {
            named.iter_mut().for_each(|(label, days)| *label += &format!(", {}", days.end.year()));
        }
        named
    }

    /// The periods of a chart whose data begin with a day: from that day to today.
    pub fn chart_periods(self, grain: Grain, first: Date, today: Date) -> Vec<(String, Days)> {
        Days { start: self.start.max(first), end: self.end.min(today) }.periods(grain)
    }

    /// The whole month, quarter or year of a day.
    pub fn around(day: Date, grain: Grain) -> Days {
        let (label, mut days) = (grain.label(day), Days { start: day, end: day });
        while let Some(before) = days.start.previous_day().filter(|day| grain.label(*day) == label) {
            days.start = before;
        }
        while let Some(after) = days.end.next_day().filter(|day| grain.label(*day) == label) {
            days.end = after;
        }
        days
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    Month,
    Quarter,
    Year,
    Day,
    Week,
}

impl Grain {
    pub fn label(self, day: Date) -> String {
        match self {
            Grain::Month => format!("{} {}", month_name(day), day.year()),
            Grain::Quarter => format!("Q{} {}", (month(day) + 2) / 3, day.year()),
            Grain::Year => day.year().to_string(),
            Grain::Day => format!("{} {}, {}", month_name(day), day.day(), day.year()),
            Grain::Week => {
                let mut sunday = day;
                while sunday.weekday() != time::Weekday::Sunday {
                    sunday = sunday.previous_day().expect("a day");
                }
                Grain::Day.label(sunday)
            }
        }
    }
}

fn month(day: Date) -> i32 {
    i32::from(u8::from(day.month()))
}

fn month_name(day: Date) -> String {
    day.month().to_string()[..3].to_owned()
}

/// A computed figure, before rounding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    pub of: i128,
    /// Above 0.
    pub by: i128,
}

impl Fraction {
    /// 0 when the denominator is 0.
    pub fn new(of: i128, by: i128) -> Fraction {
        if by == 0 { Fraction { of: 0, by: 1 } } else { Fraction { of, by } }
    }

    /// Rounds half away from zero.
    pub fn rounded(self, decimals: u32) -> f64 {
        let unit = 10i128.pow(decimals);
        let twice = 2 * self.of.abs() * unit;
        let rounded = (twice + self.by) / (2 * self.by);
        if self.of < 0 && rounded > 0 { -(rounded as f64) / unit as f64 } else { rounded as f64 / unit as f64 }
    }

    fn less(self, other: Fraction) -> Fraction {
        Fraction { of: self.of * other.by - other.of * self.by, by: self.by * other.by }
    }

    /// 100 × (now − before) / before.
    pub fn change_percent(self, before: Fraction) -> Option<f64> {
        // A fraction's denominator is above 0, or it is 0.
        if before.of <= 0 {
            return (self.less(before).of == 0).then_some(0.0);
        }
        let difference = self.less(before);
        let (of, by) = (100 * difference.of * before.by, difference.by * before.of);
        Some(Fraction { of: of * by.signum(), by: by.abs() }.rounded(2))
    }

    pub fn difference(self, before: Fraction) -> f64 {
        self.less(before).rounded(2)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        (self.of * other.by).partial_cmp(&(other.of * self.by))
    }
}

/// Everything that can be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    // Members, by their logins.
    Logins,
    UniqueLogins,
    Returned,
    ReturnedMoreThanTwice,
    Logins1To3,
    Logins4To7,
    Logins8To10,
    LoginsOver10,
    Active,
    Engaged,
    OneFromActive,
    OneFromEngaged,
    SoonDormant,
    New,
    Registered,
    RegisteredBefore,
    /// Registered before and logged in again.
    Retained,
    Eligible,
    Dormant,
    /// Registered before the window; these four are of the groups of the day before it.
    Before,
    MovedUp,
    MovedDown,
    StayedInTier,
    TenureDays,
    /// Distinct days with a login, per member.
    LoginDays,
    // Members, by other activity.
    Views,
    Clicks,
    UniqueViews,
    UniqueClicks,
    MembersWithView,
    MembersWithClick,
    Redemptions,
    SalesCents,
    SavingsCents,
    Buyers,
    Sent,
    Delivered,
    Bounced,
    Opened,
    ClickedMessages,
    RegisteredByMessage,
    Unsubscribed,
    LinkClicks,
    ArticleViews,
    Shares,
    Prints,
    PollAnswers,
    // Distinct over all members.
    Campaigns,
    Articles,
    // Not tied to members.
    ActiveOffers,
    NewOffers,
    OffboardedOffers,
    OpenPolls,
    Sessions,
    Pageviews,
    Seconds,
    Direct,
    OrganicSearch,
    EmailSessions,
    NewVisitors,
    ReturningVisitors,
    Searches,
}

/// How many of the variants are counted per member.
const OF_MEMBERS: usize = Count::Campaigns as usize;

/// What a row of a list is about: only what belongs to it is counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Item {
    All,
    Offer(i32),
    OfferCategory(i32),
    Partner(i32),
    Campaign(i32),
    Link(String),
    Article(i32),
    ArticleCategory(String),
    /// Type and page.
    Page(String, String),
    Poll(i32),
    /// Poll and option.
    Option(i32, i32),
    Channel(String),
    /// In lower case.
    TrafficSource(String),
    Device(String),
    Browser(String),
    System(String),
    Resolution(String),
    Query(String),
}

/// A member's history in the terms of the definitions.
pub struct History {
    /// Day and whether qualifying, in chronological order.
    pub sessions: Vec<(Date, bool)>,
    pub eligible: Date,
}

pub fn history(member: &Member) -> History {
    let mut logins = member.logins.clone();
    logins.sort();
    let mut seen = vec![(0, 0); logins.len()];
    for row in &member.interactions {
        // The latest login at or before it, if that is at most 24 hours earlier.
        let Some(at) = logins.iter().rposition(|login| *login <= row.when) else { continue };
        if row.when - logins[at] <= Duration::hours(24) {
            if row.click {
                seen[at].1 += 1;
            } else {
                seen[at].0 += 1;
            }
        }
    }
    let sessions: Vec<(Date, bool)> =
        logins.iter().zip(seen).map(|(login, (views, clicks))| (login.date(), clicks >= 1 || views >= 2)).collect();
    let eligible_on = member.eligible_on.expect("every member has a day");
    let eligible = sessions.first().map_or(eligible_on, |(first, _)| eligible_on.min(*first));
    History { sessions, eligible }
}

/// One member's counts in one window.
pub struct MemberCounts {
    counts: [i64; OF_MEMBERS],
    campaigns: BTreeSet<i32>,
    articles: BTreeSet<i32>,
}

impl MemberCounts {
    fn add(&mut self, what: Count, number: i64) {
        self.counts[what as usize] += number;
    }

    pub fn count(&self, what: Count) -> i64 {
        self.counts[what as usize]
    }
}

/// What a filter chooses, apart from days.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Choices {
    pub groups: Groups,
    /// Whether members count in the groups that they had on the last day of each window.
    pub as_they_were: bool,
    pub offers: Items,
    pub campaigns: Items,
}

/// Members in some groups.
#[derive(Clone, Debug, Default)]
pub struct Who {
    pub groups: Vec<(Grouping, i32)>,
    /// Only these.
    pub only: Option<Vec<usize>>,
}

impl Who {
    pub fn within(&self, grouping: Grouping, id: i32) -> Who {
        let groups = self.groups.iter().copied().chain([(grouping, id)]).collect();
        Who { groups, only: self.only.clone() }
    }
}

/// The counts of all members by window and item.
type CountCache = HashMap<(Days, Item), Rc<Vec<MemberCounts>>>;

/// Counts for one filter, with a cache.
pub struct Counter<'a> {
    pub world: &'a World,
    histories: &'a [History],
    chosen: Choices,
    /// From this day on members have the groups of now.
    last_day: Date,
    /// All chosen members.
    pub everyone: Who,
    cache: RefCell<CountCache>,
}

impl<'a> Counter<'a> {
    pub fn new(world: &'a World, histories: &'a [History], chosen: Choices) -> Counter<'a> {
        let last_day = world.last_day("logins");
        Counter { world, histories, chosen, last_day, everyone: Who::default(), cache: RefCell::default() }
    }

    /// The groups that count in windows that end on a day.
    pub fn groups_on(&self, member: &Member, day: Date) -> [Vec<i32>; 3] {
        if self.chosen.as_they_were && day < self.last_day { member.on(day) } else { member.now() }
    }

    /// The groups of a member on a day, whichever count.
    pub fn groups_were(&self, member: &Member, day: Date) -> [Vec<i32>; 3] {
        if day < self.last_day { member.on(day) } else { member.now() }
    }

    /// Whether a member with these groups is chosen and in some groups.
    pub fn is_of(&self, who: &Who, groups: &[Vec<i32>; 3]) -> bool {
        let chosen =
            |grouping: &Grouping| groups[*grouping as usize].iter().any(|id| self.chosen.groups[*grouping].has(*id));
        GROUPINGS.iter().all(chosen) && who.groups.iter().all(|(of, id)| groups[*of as usize].contains(id))
    }

    /// The chosen members in some groups, in windows that end on a day.
    pub fn members(&self, who: &Who, day: Date) -> Vec<usize> {
        let all = who.only.clone().unwrap_or_else(|| (0..self.world.members.len()).collect());
        let is_of = |at: &usize| self.is_of(who, &self.groups_on(&self.world.members[*at], day));
        all.into_iter().filter(is_of).collect()
    }

    /// Whether a chosen member is in some groups, or was.
    pub fn has_any(&self, who: &Who) -> bool {
        self.world.members.iter().any(|member| {
            let were = member.states.iter().map(|(_, groups)| groups).filter(|_| self.chosen.as_they_were);
            were.chain([&member.now()]).any(|groups| self.is_of(who, groups))
        })
    }

    /// The count of `what` for the given members and days.
    pub fn number(&self, what: Count, who: &Who, days: Days, item: &Item) -> i64 {
        let of_day_before = [Count::Before, Count::MovedUp, Count::MovedDown, Count::StayedInTier].contains(&what);
        let members = self.members(who, if of_day_before { days.start - Duration::DAY } else { days.end });
        match what {
            Count::Campaigns => {
                let counts = self.counts(days, item);
                members.iter().flat_map(|at| &counts[*at].campaigns).collect::<BTreeSet<_>>().len() as i64
            }
            Count::Articles => {
                let counts = self.counts(days, item);
                members.iter().flat_map(|at| &counts[*at].articles).collect::<BTreeSet<_>>().len() as i64
            }
            of_member if (of_member as usize) < OF_MEMBERS => {
                let counts = self.counts(days, item);
                members.iter().map(|at| counts[*at].count(of_member)).sum()
            }
            Count::OpenPolls => self.world.polls.iter().filter(|poll| is_open(poll, days, item)).count() as i64,
            Count::ActiveOffers | Count::NewOffers | Count::OffboardedOffers => {
                let counted = self.world.offers.iter().filter(|offer| {
                    let in_days = match what {
                        Count::NewOffers => days.has(offer.from),
                        Count::OffboardedOffers => offer.to.is_some_and(|to| days.has(to)),
                        _ => offer.from <= days.end && offer.to.is_none_or(|to| to >= days.start),
                    };
                    in_days && self.is_of_offer(offer.id, item)
                });
                counted.count() as i64
            }
            Count::Searches => {
                let rows = self.world.searches.iter().filter(|row| days.has(row.day));
                rows.filter(|row| matches!(item, Item::All) || *item == Item::Query(row.query.to_owned()))
                    .map(|row| row.searches)
                    .sum()
            }
            what => self.of_website(what, days, item),
        }
    }

    fn of_website(&self, what: Count, days: Days, item: &Item) -> i64 {
        let rows = self.world.web_sessions.iter().filter(|row| {
            let is_of_item = match item {
                Item::TrafficSource(source) => row.source.to_lowercase() == *source,
                Item::Device(device) => row.device == device,
                Item::Browser(browser) => row.browser == browser,
                Item::System(system) => row.system == system,
                Item::Resolution(resolution) => row.resolution == resolution,
                _ => true,
            };
            days.has(row.day) && is_of_item
        });
        let number = rows.map(|row| {
            let source = row.source.to_lowercase();
            match what {
                Count::Pageviews => row.pageviews,
                Count::Seconds => row.seconds,
                Count::Sessions => row.sessions,
                Count::Direct if source == "direct" => row.sessions,
                Count::OrganicSearch if source == "organic search" => row.sessions,
                Count::EmailSessions if source == "email" => row.sessions,
                Count::NewVisitors if row.is_new => row.sessions,
                Count::ReturningVisitors if !row.is_new => row.sessions,
                _ => 0,
            }
        });
        number.sum()
    }

    /// The counts of every member.
    pub fn counts(&self, days: Days, item: &Item) -> Rc<Vec<MemberCounts>> {
        let key = (days, item.clone());
        if let Some(cached) = self.cache.borrow().get(&key) {
            return Rc::clone(cached);
        }
        let counts = (0..self.world.members.len()).map(|at| self.counts_of(at, days, item)).collect();
        let counts = Rc::new(counts);
        self.cache.borrow_mut().insert(key, Rc::clone(&counts));
        counts
    }

    /// Whether rows of an offer count: the filter selects it and it belongs to the item.
    fn is_of_offer(&self, id: i32, item: &Item) -> bool {
        let offer: &Offer = self.world.offer(id);
        let is_of_item = match item {
            Item::Offer(wanted) => id == *wanted,
            Item::OfferCategory(category) => offer.category == *category,
            Item::Partner(partner) => offer.partner == *partner,
            _ => true,
        };
        is_of_item && passes(&self.chosen.offers, id, offer.category)
    }

    fn is_of_campaign(&self, id: i32, item: &Item) -> bool {
        let is_of_item = !matches!(item, Item::Campaign(wanted) if id != *wanted);
        is_of_item && passes(&self.chosen.campaigns, id, self.world.campaign(id).kind)
    }

    fn count_moves(&self, at: usize, days: Days, counts: &mut MemberCounts) {
        let first = self.histories[at].sessions.first().map(|(day, _)| *day);
        if first.is_none_or(|first| first >= days.start) {
            return;
        }
        let place = |day: Date| {
            let tier = self.groups_were(&self.world.members[at], day)[0][0];
            TIER_ORDER.iter().position(|id| *id == tier).expect("a tier")
        };
        let (before, after) = (place(days.start - Duration::DAY), place(days.end));
        counts.add(Count::Before, 1);
        counts.add(Count::MovedUp, i64::from(after > before));
        counts.add(Count::MovedDown, i64::from(after < before));
        counts.add(Count::StayedInTier, i64::from(after == before));
    }

    fn counts_of(&self, at: usize, days: Days, item: &Item) -> MemberCounts {
        let member = &self.world.members[at];
        let mut counts =
            MemberCounts { counts: [0; OF_MEMBERS], campaigns: BTreeSet::new(), articles: BTreeSet::new() };
        match item {
            Item::Channel(channel) if member.source != channel => {}
            Item::All | Item::Channel(_) => {
                count_logins(&self.histories[at], days, &mut counts);
                self.count_moves(at, days, &mut counts);
            }
            _ => {}
        }

        let (mut viewed, mut clicked) = (BTreeSet::new(), BTreeSet::new());
        let interactions = member.interactions.iter().filter(|row| days.has(row.when.date()));
        for row in interactions.filter(|row| self.is_of_offer(row.offer, item)) {
            if row.click {
                counts.add(Count::Clicks, 1);
                clicked.insert(row.offer);
            } else {
                counts.add(Count::Views, 1);
                viewed.insert(row.offer);
            }
        }
        counts.add(Count::UniqueViews, viewed.len() as i64);
        counts.add(Count::UniqueClicks, clicked.len() as i64);
        counts.add(Count::MembersWithView, i64::from(!viewed.is_empty()));
        counts.add(Count::MembersWithClick, i64::from(!clicked.is_empty()));

        let mut has_bought = false;
        let purchases = member.purchases.iter().filter(|row| days.has(row.day));
        for row in purchases.filter(|row| self.is_of_offer(row.offer, item)) {
            has_bought = true;
            counts.add(Count::Redemptions, row.redemptions);
            counts.add(Count::SalesCents, row.sales_cents);
            counts.add(Count::SavingsCents, row.savings_cents);
        }
        counts.add(Count::Buyers, i64::from(has_bought));

        let messages = member.messages.iter().filter(|row| days.has(row.sent.date()));
        for row in messages.filter(|row| self.is_of_campaign(row.campaign, item)) {
            counts.campaigns.insert(row.campaign);
            counts.add(Count::Sent, 1);
            if !row.delivered {
                counts.add(Count::Bounced, 1);
                continue;
            }
            counts.add(Count::Delivered, 1);
            counts.add(Count::Opened, i64::from(row.opened.is_some()));
            counts.add(Count::ClickedMessages, i64::from(row.clicked.is_some()));
            counts.add(Count::RegisteredByMessage, i64::from(row.registered.is_some()));
            counts.add(Count::Unsubscribed, i64::from(row.unsubscribed.is_some()));
        }
        let link_clicks = member.link_clicks.iter().filter(|row| days.has(row.when.date()));
        for row in link_clicks.filter(|row| self.is_of_campaign(row.campaign, item)) {
            counts.add(Count::LinkClicks, i64::from(!matches!(item, Item::Link(link) if row.link != link)));
        }

        for row in member.article_views.iter().filter(|row| days.has(row.when.date())) {
            let category = || self.world.articles.iter().find(|article| article.id == row.article);
            let is_of_item = match item {
                Item::Article(id) => row.article == *id,
                Item::ArticleCategory(wanted) => category().is_some_and(|article| article.category == wanted),
                _ => true,
            };
            if is_of_item {
                counts.articles.insert(row.article);
                counts.add(Count::ArticleViews, 1);
            }
        }
        for row in member.actions.iter().filter(|row| days.has(row.when.date())) {
            if !matches!(item, Item::Page(kind, page) if row.kind != kind || row.page != page) {
                counts.add(if row.share { Count::Shares } else { Count::Prints }, 1);
            }
        }
        for row in member.answers.iter().filter(|row| days.has(row.when.date())) {
            let is_of_item = match item {
                Item::Poll(poll) => row.poll == *poll,
                Item::Option(poll, option) => (row.poll, row.option) == (*poll, *option),
                _ => true,
            };
            counts.add(Count::PollAnswers, i64::from(is_of_item));
        }
        counts
    }
}

fn is_open(poll: &Poll, days: Days, item: &Item) -> bool {
    let is_of_item = !matches!(item, Item::Poll(id) if *id != poll.id);
    is_of_item && poll.opened <= days.end && poll.closed.is_none_or(|closed| closed >= days.start)
}

/// An item passes if both its own list and the list of its kind allow it.
fn passes(items: &Items, id: i32, kind: i32) -> bool {
    let has = |choice: &Choice, id: i32| match choice {
        Choice::All => true,
        Choice::Only(ids) => ids.contains(&id),
    };
    has(&items.own, id) && has(&items.kind, kind)
}

fn count_logins(history: &History, days: Days, counts: &mut MemberCounts) {
    let sessions = &history.sessions;
    let inside = || sessions.iter().enumerate().filter(|(_, (day, _))| days.has(*day));
    let logins = inside().count() as i64;
    let returns = inside().filter(|(number, _)| *number > 0).count();
    let qualifying = inside().filter(|(_, (_, qualifying))| *qualifying).count();
    let first = sessions.first().map(|(day, _)| *day);
    let registered = first.is_some_and(|day| day <= days.end);
    let before = first.is_some_and(|day| day < days.start);
    let dormancy = Days { start: days.end - Duration::days(89), end: days.end };
    let has_recent_login = sessions.iter().any(|(day, _)| dormancy.has(*day));
    let is_dormant_on =
        |day: Date| !sessions.iter().any(|(login, _)| *login <= days.end && day - *login < Duration::days(90));
    let last = sessions.iter().map(|(day, _)| *day).rfind(|day| *day <= days.end);
    counts.add(Count::Logins, logins);
    counts.add(Count::LoginDays, inside().map(|(_, (day, _))| *day).collect::<BTreeSet<Date>>().len() as i64);
    counts.add(Count::TenureDays, first.zip(last).map_or(0, |(first, last)| (last - first).whole_days()));
    for (what, holds) in [
        (Count::UniqueLogins, logins > 0),
        (Count::Returned, returns > 0),
        (Count::ReturnedMoreThanTwice, returns > 2),
        (Count::Logins1To3, (1..=3).contains(&logins)),
        (Count::Logins4To7, (4..=7).contains(&logins)),
        (Count::Logins8To10, (8..=10).contains(&logins)),
        (Count::LoginsOver10, logins > 10),
        (Count::Active, qualifying >= 2),
        (Count::Engaged, qualifying >= 3),
        (Count::OneFromActive, qualifying == 1),
        (Count::OneFromEngaged, qualifying == 2),
        (Count::SoonDormant, has_recent_login && is_dormant_on(days.end + Duration::days(14))),
        (Count::New, first.is_some_and(|day| days.has(day))),
        (Count::Registered, registered),
        (Count::RegisteredBefore, before),
        (Count::Retained, before && logins > 0),
        (Count::Eligible, history.eligible <= days.end),
        (Count::Dormant, registered && !has_recent_login),
    ] {
        counts.add(what, i64::from(holds));
    }
}
