//! A random program: its members, their activity, and the corresponding feed files.
//!
//! Names repeat, differ only in case and contain commas; rows lie outside the dates of their offer, poll or
//! campaign; every table starts on a different day. The first load is not the final state: a gap is filled later,
//! days are reloaded with rows changed, removed and added, and members, offers, campaigns, articles and polls
//! change.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

use bond::config::Config;
use bond::figures::filter::iso;
use bond::groupings::Grouping;
use bond::warehouse::load::ImportOptions;
use time::macros::{date, datetime};
use time::{Date, Duration, PrimitiveDateTime};

use crate::TestApp;
use crate::past_groups::{Groups, Past, random_rows};
pub use crate::random::Random;

/// The seed of the world that all tests share that need no other.
pub const SEED: u64 = 20_261_121;
/// The day that is today for a world.
pub const TODAY: Date = date!(2026 - 01 - 10);
pub const MEMBERS: usize = 300;
pub const FIRST: Date = date!(2023 - 01 - 01);
pub const DAYS: u64 = 1096; // to 2025-12-31, including a 29 February
pub const GROUPINGS: [Grouping; 3] = [Grouping::Tier, Grouping::Lob, Grouping::Audience];

impl Random {
    /// A random day from `from` to the end of the data.
    fn day_from(&mut self, from: Date) -> Date {
        let last = FIRST + Duration::days(DAYS as i64 - 1);
        from + Duration::days(self.below((last - from).whole_days() as u64 + 1) as i64)
    }

    fn time_from(&mut self, from: Date) -> PrimitiveDateTime {
        let second = if self.percent(10) { self.one_of(&[0, 86_399]) } else { self.below(86_400) };
        self.day_from(from).midnight() + Duration::seconds(second as i64)
    }
}

pub struct Interaction {
    pub when: PrimitiveDateTime,
    pub offer: i32,
    pub click: bool,
}

pub struct Purchase {
    pub day: Date,
    pub offer: i32,
    pub redemptions: i64,
    pub sales_cents: i64,
    pub savings_cents: i64,
}

pub struct Message {
    pub campaign: i32,
    pub sent: PrimitiveDateTime,
    pub delivered: bool,
    pub opened: Option<PrimitiveDateTime>,
    pub clicked: Option<PrimitiveDateTime>,
    pub unsubscribed: Option<PrimitiveDateTime>,
    pub registered: Option<PrimitiveDateTime>,
}

pub struct LinkClick {
    pub when: PrimitiveDateTime,
    pub campaign: i32,
    pub link: &'static str,
}

pub struct ArticleView {
    pub when: PrimitiveDateTime,
    pub article: i32,
}

pub struct Action {
    pub when: PrimitiveDateTime,
    pub share: bool,
    pub kind: &'static str,
    pub page: &'static str,
}

pub struct PollAnswer {
    pub when: PrimitiveDateTime,
    pub poll: i32,
    pub option: i32,
}

#[derive(Default)]
pub struct Member {
    pub tier: i32,
    pub lob: i32,
    pub audiences: Vec<i32>,
    pub eligible_on: Option<Date>,
    pub source: &'static str,
    pub logins: Vec<PrimitiveDateTime>,
    pub interactions: Vec<Interaction>,
    pub purchases: Vec<Purchase>,
    pub messages: Vec<Message>,
    pub link_clicks: Vec<LinkClick>,
    pub article_views: Vec<ArticleView>,
    pub actions: Vec<Action>,
    pub answers: Vec<PollAnswer>,
    /// What loads have said of the groups of the past.
    past: Past,
    /// The groups since each day; the last ones are those of now.
    pub states: Vec<(Date, Groups)>,
}

impl Member {
    pub fn groups(&self, grouping: Grouping) -> &[i32] {
        match grouping {
            Grouping::Tier => std::slice::from_ref(&self.tier),
            Grouping::Lob => std::slice::from_ref(&self.lob),
            Grouping::Audience => &self.audiences,
        }
    }

    /// The groups of now, by grouping.
    pub fn now(&self) -> Groups {
        [Grouping::Tier, Grouping::Lob, Grouping::Audience].map(|grouping| self.groups(grouping).to_vec())
    }

    /// The groups on a day. Before the first known day they are the first known ones.
    pub fn on(&self, day: Date) -> Groups {
        let since = self.states.iter().rev().find(|(since, _)| *since <= day).or(self.states.first());
        since.map_or_else(|| self.now(), |(_, groups)| groups.clone())
    }

    /// What a load of members says of the groups from a day on.
    fn since(&mut self, day: Date, last: Date) {
        self.past.date(day, &self.now());
        self.settle(last);
    }

    /// The groups since each day up to the last loaded one.
    fn settle(&mut self, last: Date) {
        let now = self.now();
        self.states.clear();
        let mut day = FIRST;
        while day <= last {
            let groups = self.past.on(day, last, &now);
            if self.states.last().is_none_or(|(_, before)| *before != groups) {
                self.states.push((day, groups));
            }
            day += Duration::days(1);
        }
    }
}

pub struct Offer {
    pub id: i32,
    pub name: &'static str,
    pub partner: i32,
    pub category: i32,
    pub from: Date,
    pub to: Option<Date>,
}

pub struct Campaign {
    pub id: i32,
    pub name: &'static str,
    pub kind: i32,
    pub subject: &'static str,
    pub second_subject: &'static str,
    pub sent: PrimitiveDateTime,
}

pub struct Article {
    pub id: i32,
    pub title: &'static str,
    pub category: &'static str,
}

pub struct Poll {
    pub id: i32,
    pub question: &'static str,
    pub opened: Date,
    pub closed: Option<Date>,
    pub options: &'static [(i32, &'static str)],
}

/// Website sessions, aggregated by the provider.
pub struct WebSessions {
    pub day: Date,
    pub source: &'static str,
    pub device: &'static str,
    pub browser: &'static str,
    pub system: &'static str,
    pub resolution: &'static str,
    pub is_new: bool,
    pub sessions: i64,
    pub pageviews: i64,
    pub seconds: i64,
}

pub struct QuerySearches {
    pub day: Date,
    pub query: &'static str,
    pub searches: i64,
}

/// Ids and names of the groups. Tier 4 has no members.
pub type Names = &'static [(i32, &'static str)];
pub const TIERS: Names = &[(1, "gold"), (2, "Silver"), (3, "Bronze"), (4, "Platinum")];
/// The positions of tiers; other groups have none.
const POSITIONS: &[(i32, i32)] = &[(2, 20), (3, 3), (4, 3)];
/// The tiers from the lowest to the highest.
pub const TIER_ORDER: [i32; 4] = [3, 4, 2, 1];
pub const LOBS: Names = &[(1, "home"), (2, "Auto")];
pub const AUDIENCES: Names = &[(1, "Students"), (2, "students"), (3, "Families")];
pub const PARTNERS: Names = &[(1, "Coffee, \"black\""), (2, "Acme"), (3, "acme"), (4, "Spa"), (5, "Nobody")];
pub const CATEGORIES: Names = &[(1, "Food"), (2, "media"), (3, "Media"), (4, "Empty"), (9, "Automobile")];
pub const CAMPAIGN_TYPES: Names = &[(1, "Newsletter"), (2, "Invitation"), (3, "Reminder")];
pub const CHANNELS: &[&str] = &["Email", "email", "Website", "Mobile App", "Partner"];
const LINKS: &[&str] = &["https://a.example/o", "https://A.example/o", "https://b.example/?x=1,2", "https://c.example"];
const PAGE_TYPES: &[&str] = &["Article", "article", "Recipe"];
const PAGES: &[&str] = &["/cars", "/homes", "/Cars", "/a b"];
pub const TRAFFIC_SOURCES: &[&str] =
    &["Direct", "DIRECT", "direct", "Organic Search", "organic search", "eMail", "Email", "Social", "Été", "ÉTÉ"];
pub const DEVICES: &[&str] = &["Desktop", "mobile", "Mobile"];
pub const BROWSERS: &[&str] = &["Chrome", "Safari", "chrome", "Firefox"];
pub const SYSTEMS: &[&str] = &["Windows", "macOS", "Android"];
pub const RESOLUTIONS: &[&str] = &["1920x1080", "390x844"];
pub const QUERIES: &[&str] = &["hotel", "Hotel", "car, rented", "çay", "insurance"];

/// The first day of each table, except logins.
const INTERACTIONS_FROM: Date = date!(2023 - 02 - 17);
const PURCHASES_FROM: Date = date!(2023 - 03 - 15);
const MESSAGES_FROM: Date = date!(2023 - 02 - 10);
const LINK_CLICKS_FROM: Date = date!(2023 - 02 - 20);
const ARTICLE_VIEWS_FROM: Date = date!(2023 - 04 - 01);
const ACTIONS_FROM: Date = date!(2023 - 05 - 05);
const ANSWERS_FROM: Date = date!(2023 - 01 - 12);
const WEB_SESSIONS_FROM: Date = date!(2023 - 06 - 01);
const SEARCHES_FROM: Date = date!(2023 - 07 - 09);

pub struct World {
    pub members: Vec<Member>,
    pub offers: Vec<Offer>,
    pub campaigns: Vec<Campaign>,
    pub articles: Vec<Article>,
    pub polls: Vec<Poll>,
    pub web_sessions: Vec<WebSessions>,
    pub searches: Vec<QuerySearches>,
}

impl World {
    /// A random program before the first load.
    fn new(random: &mut Random) -> World {
        let mut world = World {
            members: (0..MEMBERS).map(|_| random_member(random)).collect(),
            offers: offers(),
            campaigns: campaigns(),
            articles: articles(),
            polls: polls(),
            web_sessions: Vec::new(),
            searches: Vec::new(),
        };
        for _ in 0..900 {
            world.add_web_sessions(random, None);
        }
        for _ in 0..500 {
            world.add_searches(random, None);
        }
        for member in 0..MEMBERS {
            for campaign in 1..=9 {
                if random.percent(45) {
                    world.add_message(random, member, campaign, None);
                }
            }
            for poll in 0..world.polls.len() {
                if random.percent(35) {
                    world.add_answer(random, member, poll, None);
                }
            }
        }
        world
    }

    /// A program with the random world of a seed, which is loaded once in this process: its loads take longer than most
    /// tests of it.
    pub fn prepared(seed: u64, change: impl FnOnce(&mut Config)) -> (TestApp, Arc<World>) {
        static LOADED: Mutex<BTreeMap<u64, Arc<World>>> = Mutex::new(BTreeMap::new());
        let loaded = || LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        let load = |app: &TestApp| {
            let world = Arc::new(World::loaded(&mut Random(seed), app));
            loaded().insert(seed, world);
        };
        let app = TestApp::prepared(TODAY, &format!("world {seed}"), &load, |config| {
            // E-mails are opened up to three weeks after they were sent.
            config.days_ahead = 21;
            change(config);
        });
        let world = Arc::clone(&loaded()[&seed]);
        (app, world)
    }

    /// Creates a random program and loads it into the warehouse in several steps.
    fn loaded(random: &mut Random, app: &TestApp) -> World {
        let mut world = World::new(random);
        let mut references = world.references();
        references.push(("members.csv", world.member_rows(0..MEMBERS)));
        references.extend(world.facts(|day| day.year() != 2024));
        import_as_of(app, "all but 2024", &references, Some(date!(2023 - 03 - 01)));
        let last = world.last_day("logins");
        for member in &mut world.members {
            member.since(date!(2023 - 03 - 01), last);
        }
        import(app, "2024", &world.facts(|day| day.year() == 2024));

        let again: BTreeSet<Date> = (0..9).map(|_| random.day_from(date!(2023 - 08 - 01))).collect();
        for day in &again {
            world.correct(random, *day);
        }
        import(app, "some days again", &world.facts(|day| again.contains(&day)));

        let moved: BTreeSet<usize> = (0..40).map(|_| random.below(MEMBERS as u64) as usize).collect();
        for at in &moved {
            let other = random_member(random);
            let member = &mut world.members[*at];
            (member.tier, member.lob, member.audiences) = (other.tier, other.lob, other.audiences);
            (member.eligible_on, member.source) = (other.eligible_on, other.source);
        }
        world.reorganize();
        let mut changed = world.references();
        changed.push(("members.csv", world.member_rows(moved.iter().copied())));
        import(app, "other members, offers, campaigns, articles and polls", &changed);
        let last = world.last_day("logins");
        for at in moved {
            world.members[at].since(last, last);
        }
        world.move_members(app);
        world
    }

    /// Members get other groups from some days on, each in a load of its own: also on days before those of earlier loads,
    /// on the days of other loads, back to what they were, and on the last days. Before the later ones, a load of
    /// memberships says of some what they were, also otherwise than other loads and until after the last day.
    fn move_members(&mut self, app: &TestApp) {
        let random = &mut Random(20_261_129);
        let last = self.last_day("logins");
        let mut days: Vec<Date> = (0..8).map(|_| random.day_from(date!(2023 - 06 - 01))).collect();
        days.sort();
        days.extend([days[4], date!(2024 - 05 - 31), date!(2024 - 06 - 01), last.previous_day().expect("a day"), last]);
        for (at, day) in days.into_iter().enumerate() {
            if at == 6 {
                let some: BTreeSet<usize> = (0..60).map(|_| random.below(MEMBERS as u64) as usize).collect();
                let mut text = "member_id,type,id,from,until\n".to_owned();
                for at in some {
                    self.members[at].past.rows = random_rows(&mut |end| random.below(end), FIRST, DAYS + 30);
                    self.members[at].settle(last);
                    text.extend(self.members[at].past.rows.iter().map(|row| row.line(&format!("M{at}"))));
                }
                import(app, "memberships", &[("memberships.csv", text)]);
            }
            let moved: BTreeSet<usize> = (0..35).map(|_| random.below(MEMBERS as u64) as usize).collect();
            for at in &moved {
                let (other, member) = (random_member(random), &mut self.members[*at]);
                if let Some((_, [tier, lob, audiences])) = member.past.dated.first().filter(|_| random.percent(25)) {
                    (member.tier, member.lob, member.audiences) = (tier[0], lob[0], audiences.clone());
                } else if random.percent(50) {
                    member.tier = other.tier;
                } else {
                    (member.tier, member.lob, member.audiences) = (other.tier, other.lob, other.audiences);
                }
                member.since(day, last);
            }
            import_as_of(app, "moved members", &[("members.csv", self.member_rows(moved))], Some(day));
        }
    }

    /// A random program in which some members of every tier and line of business, who are in all audiences, have rows on
    /// the first and the last day of every table. So a part of the members has the same loaded days as all of them.
    pub fn with_the_same_days(random: &mut Random) -> World {
        let mut world = World::new(random);
        let edges = ["logins", "offer_interactions", "partner_transactions", "email_messages"];
        let edges = edges.into_iter().chain(["email_link_clicks", "article_views", "content_actions", "poll_answers"]);
        let edges: Vec<[Date; 2]> = edges.map(|table| [world.first_day(table), world.last_day(table)]).collect();
        for (at, (tier, lob)) in (1..=3).flat_map(|tier| [(tier, 1), (tier, 2)]).enumerate() {
            let member = &mut world.members[at];
            (member.tier, member.lob, member.audiences) = (tier, lob, vec![1, 2, 3]);
            // At most one message of a campaign, and one answer to a poll.
            (member.messages, member.answers) = (Vec::new(), Vec::new());
            for (campaign, edge) in [1, 2].into_iter().zip(0..) {
                let day = |table: usize| edges[table][edge];
                let noon = |table: usize| day(table).midnight() + Duration::hours(12);
                member.logins.push(noon(0));
                member.interactions.push(Interaction { when: noon(1), offer: 1, click: edge == 0 });
                let (redemptions, sales_cents, savings_cents) = (1, 700, 100);
                member.purchases.push(Purchase { day: day(2), offer: 1, redemptions, sales_cents, savings_cents });
                let (opened, clicked, unsubscribed, registered) = (None, None, None, None);
                let (sent, delivered) = (noon(3), true);
                let message = Message { campaign, sent, delivered, opened, clicked, unsubscribed, registered };
                member.messages.push(message);
                member.link_clicks.push(LinkClick { when: noon(4), campaign, link: LINKS[0] });
                member.article_views.push(ArticleView { when: noon(5), article: 1 });
                member.actions.push(Action { when: noon(6), share: true, kind: PAGE_TYPES[0], page: PAGES[0] });
                member.answers.push(PollAnswer { when: noon(7), poll: campaign, option: 1 });
            }
        }
        // A part of them were in other groups.
        for member in &mut world.members {
            if random.percent(70) {
                continue;
            }
            // Each day is a load.
            let days = [date!(2023 - 03 - 01), date!(2024 - 02 - 29), date!(2025 - 03 - 31), date!(2025 - 11 - 15)];
            let moves = 1 + random.below(3) as usize;
            for since in &days[..moves] {
                member.states.push((*since, random_member(random).now()));
            }
            let since = days[moves];
            member.states.push((since, member.now()));
        }
        world
    }

    /// The loads that give the members their past, with their days, in order.
    pub fn past(&self, seen: impl Fn(&Member) -> bool) -> Vec<(Date, String)> {
        let days: BTreeSet<Date> =
            self.members.iter().flat_map(|member| member.states.iter().map(|(day, _)| *day)).collect();
        let of_day = |day: Date| {
            let is_of = |at: &usize| {
                let member = &self.members[*at];
                seen(member) && member.states.iter().any(|(since, _)| *since == day)
            };
            let rows = self.member_rows_on((0..self.members.len()).filter(is_of), Some(day));
            (rows.lines().count() > 1).then_some((day, rows))
        };
        days.into_iter().filter_map(of_day).collect()
    }

    /// The feed files of some of the members and of their groups; `of_nobody`: also the website's and the searches.
    pub fn files(&self, seen: impl Fn(&Member) -> bool, of_nobody: bool) -> Vec<(&'static str, String)> {
        let seen: Vec<usize> = (0..self.members.len()).filter(|at| seen(&self.members[*at])).collect();
        let mut files = self.references();
        for (_, text) in files.iter_mut().filter(|(name, _)| *name == "user_groups.csv") {
            let has = |line: &str| {
                let parts: Vec<&str> = line.split(',').collect();
                let Some(grouping) = Grouping::named(parts[1]) else { return true };
                let id: i32 = parts[0].parse().expect("an id");
                let is_of = |groups: &[Vec<i32>; 3]| groups[grouping as usize].contains(&id);
                let has =
                    |member: &Member| is_of(&member.now()) || member.states.iter().any(|(_, groups)| is_of(groups));
                seen.iter().any(|at| has(&self.members[*at]))
            };
            *text = text.lines().filter(|line| has(line)).fold(String::new(), |text, line| text + line + "\n");
        }
        files.push(("members.csv", self.member_rows(seen.iter().copied())));
        let facts = self.facts_of(&seen, |_| true).into_iter();
        let has_members = |name: &str| !["web_sessions.csv", "site_searches.csv"].contains(&name);
        files.extend(facts.filter(|(name, _)| of_nobody || has_members(name)));
        files
    }

    /// Applies the later state of the reference data: offers, campaigns, articles and polls change.
    fn reorganize(&mut self) {
        (self.offers[1].category, self.offers[1].to) = (3, None);
        self.offers[4].partner = 2;
        self.offers[5].to = Some(date!(2023 - 03 - 31));
        (self.campaigns[2].kind, self.campaigns[2].name) = (2, "Winback");
        self.articles[4].category = "news";
        self.polls[3].closed = Some(date!(2024 - 01 - 31));
    }

    pub fn offer(&self, id: i32) -> &Offer {
        self.offers.iter().find(|offer| offer.id == id).expect("an offer")
    }

    pub fn campaign(&self, id: i32) -> &Campaign {
        self.campaigns.iter().find(|campaign| campaign.id == id).expect("a campaign")
    }

    /// The first day with a row of a feed table.
    pub fn first_day(&self, table: &str) -> Date {
        self.days(table).into_iter().min().expect("rows")
    }

    /// The last day with a row of a feed table.
    pub fn last_day(&self, table: &str) -> Date {
        self.days(table).into_iter().max().expect("rows")
    }

    /// The day of every row of a feed table.
    fn days(&self, table: &str) -> Vec<Date> {
        fn of<T>(members: &[Member], rows: impl Fn(&Member) -> &Vec<T>, day: impl Fn(&T) -> Date) -> Vec<Date> {
            members.iter().flat_map(|member| rows(member).iter().map(&day)).collect()
        }
        let members = &self.members;
        match table {
            "logins" => of(members, |member| &member.logins, |login| login.date()),
            "offer_interactions" => of(members, |member| &member.interactions, |row| row.when.date()),
            "partner_transactions" => of(members, |member| &member.purchases, |row| row.day),
            "email_messages" => of(members, |member| &member.messages, |row| row.sent.date()),
            "email_link_clicks" => of(members, |member| &member.link_clicks, |row| row.when.date()),
            "article_views" => of(members, |member| &member.article_views, |row| row.when.date()),
            "content_actions" => of(members, |member| &member.actions, |row| row.when.date()),
            "poll_answers" => of(members, |member| &member.answers, |row| row.when.date()),
            "web_sessions" => self.web_sessions.iter().map(|row| row.day).collect(),
            "site_searches" => self.searches.iter().map(|row| row.day).collect(),
            other => panic!("{other} is not a fact table"),
        }
    }

    // ------------------------------------------------------------------------------------------- adding rows

    fn add_web_sessions(&mut self, random: &mut Random, day: Option<Date>) {
        let sessions = if random.percent(10) { 0 } else { random.below(60) as i64 };
        let row = WebSessions {
            day: day.unwrap_or_else(|| random.day_from(WEB_SESSIONS_FROM)),
            source: random.one_of(TRAFFIC_SOURCES),
            device: random.one_of(DEVICES),
            browser: random.one_of(BROWSERS),
            system: random.one_of(SYSTEMS),
            resolution: random.one_of(RESOLUTIONS),
            is_new: random.percent(40),
            sessions,
            pageviews: sessions * random.below(5) as i64 + random.below(3) as i64,
            seconds: sessions * random.below(400) as i64 + random.below(100) as i64,
        };
        fn key(row: &WebSessions) -> (Date, [&str; 5], bool) {
            (row.day, [row.source, row.device, row.browser, row.system, row.resolution], row.is_new)
        }
        if !self.web_sessions.iter().any(|other| key(other) == key(&row)) {
            self.web_sessions.push(row);
        }
    }

    fn add_searches(&mut self, random: &mut Random, day: Option<Date>) {
        let day = day.unwrap_or_else(|| random.day_from(SEARCHES_FROM));
        let query = random.one_of(QUERIES);
        if !self.searches.iter().any(|row| (row.day, row.query) == (day, query)) {
            let searches = if random.percent(35) { 0 } else { random.below(8) as i64 };
            self.searches.push(QuerySearches { day, query, searches });
        }
    }

    /// Messages are sent within three days of the campaign, or on any day.
    fn add_message(&mut self, random: &mut Random, member: usize, campaign: i32, day: Option<Date>) {
        let of_campaign = self.campaign(campaign).sent;
        let sent = match day {
            Some(day) => day.midnight() + Duration::seconds(random.below(86_400) as i64),
            None if random.percent(80) => of_campaign + Duration::hours(random.below(72) as i64),
            None => random.time_from(MESSAGES_FROM),
        };
        let later = |random: &mut Random, chance: u64| {
            let at = random.percent(chance).then(|| sent + Duration::minutes(random.below(60 * 24 * 45) as i64));
            // What is later has not happened yet.
            at.filter(|at| at.date() < FIRST + Duration::days(DAYS as i64))
        };
        // The other flags of a bounced message do not count; a message can be clicked without being opened. All
        // messages of campaign 9 bounce.
        let messages = &self.members[member].messages;
        let registers = messages.iter().all(|message| message.registered.is_none());
        let message = Message {
            campaign,
            sent,
            delivered: campaign != 9 && random.percent(85),
            opened: later(random, 45),
            clicked: later(random, 20),
            unsubscribed: later(random, 8),
            registered: if registers { later(random, 15) } else { None },
        };
        if messages.iter().all(|other| other.campaign != campaign) {
            self.members[member].messages.push(message);
        }
    }

    /// Answers arrive both while the poll is open and at other times.
    fn add_answer(&mut self, random: &mut Random, member: usize, poll: usize, day: Option<Date>) {
        let poll = &self.polls[poll];
        if poll.options.is_empty() {
            return;
        }
        let when = match day {
            Some(day) => day.midnight() + Duration::seconds(random.below(86_400) as i64),
            None => random.time_from(ANSWERS_FROM),
        };
        // The last of several options of a poll gets no answers.
        let answered = &poll.options[..(poll.options.len() - 1).max(1)];
        let (option, _) = answered[random.below(answered.len() as u64) as usize];
        let answer = PollAnswer { when, poll: poll.id, option };
        let answers = &mut self.members[member].answers;
        if answers.iter().all(|other| other.poll != answer.poll) {
            answers.push(answer);
        }
    }

    /// Corrects a day in every table: removes a row if enough remain, changes a row, adds rows.
    fn correct(&mut self, random: &mut Random, day: Date) {
        self.correct_rows(day, |member| &mut member.logins, |login| login.date(), |_| {});
        self.correct_rows(
            day,
            |member| &mut member.interactions,
            |row| row.when.date(),
            |row| (row.offer, row.click) = (row.offer % 8 + 1, !row.click),
        );
        self.correct_rows(day, |member| &mut member.purchases, |row| row.day, |row| row.sales_cents -= 1_234);
        self.correct_rows(
            day,
            |member| &mut member.messages,
            |row| row.sent.date(),
            |row| (row.delivered, row.opened) = (row.campaign != 9 && !row.delivered, None),
        );
        self.correct_rows(day, |member| &mut member.link_clicks, |row| row.when.date(), |row| row.link = LINKS[0]);
        self.correct_rows(day, |member| &mut member.article_views, |row| row.when.date(), |row| row.article = 5);
        self.correct_rows(day, |member| &mut member.actions, |row| row.when.date(), |row| row.share = !row.share);
        self.correct_rows(day, |member| &mut member.answers, |row| row.when.date(), |_| {});
        for _ in 0..2 {
            let at = random.below(MEMBERS as u64) as usize;
            let when = day.midnight() + Duration::seconds(random.below(86_400) as i64);
            let member = &mut self.members[at];
            member.logins.push(when);
            member.interactions.push(Interaction { when, offer: 1, click: true });
            member.purchases.push(Purchase { day, offer: 3, redemptions: 1, sales_cents: -500, savings_cents: 95 });
            member.link_clicks.push(LinkClick { when, campaign: 10, link: LINKS[3] });
            member.article_views.push(ArticleView { when, article: 2 });
            member.actions.push(Action { when, share: false, kind: PAGE_TYPES[0], page: PAGES[0] });
            self.add_web_sessions(random, Some(day));
            self.add_searches(random, Some(day));
            let other = random.below(MEMBERS as u64) as usize;
            self.add_message(random, other, 4, Some(day));
            self.add_answer(random, other, 1, Some(day));
        }
        if let Some(row) = self.web_sessions.iter_mut().find(|row| row.day == day) {
            row.sessions += 7;
        }
    }

    fn correct_rows<T>(
        &mut self,
        day: Date,
        rows: impl Fn(&mut Member) -> &mut Vec<T>,
        day_of: impl Fn(&T) -> Date,
        change: impl Fn(&mut T),
    ) {
        let mut positions = Vec::new();
        for (member, of_member) in self.members.iter_mut().enumerate() {
            let of_day = rows(of_member).iter().enumerate().filter(|(_, row)| day_of(row) == day);
            positions.extend(of_day.map(|(row, _)| (member, row)));
        }
        if let Some((member, row)) = positions.last() {
            change(&mut rows(&mut self.members[*member])[*row]);
        }
        if let ([(member, row), ..], true) = (positions.as_slice(), positions.len() > 2) {
            rows(&mut self.members[*member]).remove(*row);
        }
    }

    // ------------------------------------------------------------------------------------------- feed files

    fn references(&self) -> Vec<(&'static str, String)> {
        let named = |head: &str, names: Names| {
            names.iter().fold(format!("{head}\n"), |text, (id, name)| text + &format!("{id},{}\n", quoted(name)))
        };
        let mut groups = String::from("id,type,name,position\n");
        for (kind, names) in [("TIER", TIERS), ("LOB", LOBS), ("AUDIENCE", AUDIENCES)] {
            for (id, name) in names {
                let position = Grouping::named(kind).and_then(|grouping| position(grouping, *id));
                let position = position.map(|position| position.to_string()).unwrap_or_default();
                writeln!(groups, "{id},{kind},{name},{position}").expect("text");
            }
        }
        let mut offers = String::from("id,name,partner_id,category_id,active_from,active_to\n");
        for Offer { id, name, partner, category, from, to } in &self.offers {
            let to = to.map(iso).unwrap_or_default();
            writeln!(offers, "{id},{},{partner},{category},{},{to}", quoted(name), iso(*from)).expect("text");
        }
        let mut campaigns = String::from("id,name,campaign_type_id,subject,ssl,preview_url,sent_at\n");
        for Campaign { id, name, kind, subject, second_subject, sent } in &self.campaigns {
            let (subject, sent) = (quoted(subject), written(*sent));
            writeln!(campaigns, "{id},{name},{kind},{subject},{second_subject},{},{sent}", preview(*id)).expect("text");
        }
        let mut articles = String::from("id,title,category,published_on\n");
        for Article { id, title, category } in &self.articles {
            writeln!(articles, "{id},{title},{category},2022-01-01").expect("text");
        }
        let mut polls = String::from("id,question,opened_on,closed_on\n");
        let mut options = String::from("poll_id,option_index,text\n");
        for Poll { id, question, opened, closed, options: of_poll } in &self.polls {
            let closed = closed.map(iso).unwrap_or_default();
            writeln!(polls, "{id},{question},{},{closed}", iso(*opened)).expect("text");
            for (index, text) in *of_poll {
                writeln!(options, "{id},{index},{text}").expect("text");
            }
        }
        vec![
            ("user_groups.csv", groups),
            ("partners.csv", named("id,name", PARTNERS)),
            ("offer_categories.csv", named("id,name", CATEGORIES)),
            ("campaign_types.csv", named("id,name", CAMPAIGN_TYPES)),
            ("offers.csv", offers),
            ("campaigns.csv", campaigns),
            ("articles.csv", articles),
            ("polls.csv", polls),
            ("poll_options.csv", options),
        ]
    }

    fn member_rows(&self, which: impl IntoIterator<Item = usize>) -> String {
        self.member_rows_on(which, None)
    }

    /// The rows with the groups of a day; of now without one.
    fn member_rows_on(&self, which: impl IntoIterator<Item = usize>, day: Option<Date>) -> String {
        let mut rows = String::from("member_id,tier_id,lob_id,audience_ids,eligible_on,source\n");
        for at in which {
            let member = &self.members[at];
            let Member { eligible_on, source, .. } = member;
            let [tier, lob, audiences] = day.map_or_else(|| member.now(), |day| member.on(day));
            let (tier, lob) = (tier[0], lob[0]);
            let audiences: Vec<String> = audiences.iter().map(i32::to_string).collect();
            let eligible_on = eligible_on.map(iso).unwrap_or_default();
            writeln!(rows, "M{at},{tier},{lob},{},{eligible_on},{source}", audiences.join("|")).expect("text");
        }
        rows
    }

    /// The facts of the `wanted` days as files; tables without rows are omitted.
    fn facts(&self, wanted: impl Fn(Date) -> bool) -> Vec<(&'static str, String)> {
        let all: Vec<usize> = (0..self.members.len()).collect();
        self.facts_of(&all, wanted)
    }

    /// Those of some members, and all facts without members.
    fn facts_of(&self, members: &[usize], wanted: impl Fn(Date) -> bool) -> Vec<(&'static str, String)> {
        let mut files = Files::default();
        for at in members {
            let member = &self.members[*at];
            for login in member.logins.iter().filter(|login| wanted(login.date())) {
                files.row("logins.csv", "member_id,logged_in_at", format!("M{at},{}", written(*login)));
            }
            for row in member.interactions.iter().filter(|row| wanted(row.when.date())) {
                let kind = if row.click { "REDEEM_CLICK" } else { "VIEW" };
                files.row(
                    "offer_interactions.csv",
                    "member_id,offer_id,occurred_at,kind",
                    format!("M{at},{},{},{kind}", row.offer, written(row.when)),
                );
            }
            for row in member.purchases.iter().filter(|row| wanted(row.day)) {
                let (sales, savings) = (money(row.sales_cents), money(row.savings_cents));
                files.row(
                    "partner_transactions.csv",
                    "member_id,offer_id,transacted_on,redemptions,sales,savings",
                    format!("M{at},{},{},{},{sales},{savings}", row.offer, iso(row.day), row.redemptions),
                );
            }
            for row in member.messages.iter().filter(|row| wanted(row.sent.date())) {
                let outcome = if row.delivered { "DELIVERED" } else { "BOUNCED" };
                let [opened, clicked, unsubscribed, registered] =
                    [row.opened, row.clicked, row.unsubscribed, row.registered]
                        .map(|time| time.map(written).unwrap_or_default());
                files.row(
                    "email_messages.csv",
                    "campaign_id,member_id,sent_at,outcome,opened_at,clicked_at,unsubscribed_at,registered_at",
                    format!(
                        "{},M{at},{},{outcome},{opened},{clicked},{unsubscribed},{registered}",
                        row.campaign,
                        written(row.sent)
                    ),
                );
            }
            for row in member.link_clicks.iter().filter(|row| wanted(row.when.date())) {
                files.row(
                    "email_link_clicks.csv",
                    "campaign_id,member_id,link,clicked_at",
                    format!("{},M{at},{},{}", row.campaign, quoted(row.link), written(row.when)),
                );
            }
            for row in member.article_views.iter().filter(|row| wanted(row.when.date())) {
                files.row(
                    "article_views.csv",
                    "member_id,article_id,viewed_at",
                    format!("M{at},{},{}", row.article, written(row.when)),
                );
            }
            for row in member.actions.iter().filter(|row| wanted(row.when.date())) {
                let action = if row.share { "SHARE" } else { "PRINT" };
                files.row(
                    "content_actions.csv",
                    "member_id,occurred_at,action,type,page",
                    format!("M{at},{},{action},{},{}", written(row.when), row.kind, row.page),
                );
            }
            for row in member.answers.iter().filter(|row| wanted(row.when.date())) {
                files.row(
                    "poll_answers.csv",
                    "poll_id,option_index,member_id,answered_at",
                    format!("{},{},M{at},{}", row.poll, row.option, written(row.when)),
                );
            }
        }
        for row in self.web_sessions.iter().filter(|row| wanted(row.day)) {
            let kind = if row.is_new { "NEW" } else { "RETURNING" };
            files.row(
                "web_sessions.csv",
                "date,source,device_category,browser,operating_system,screen_resolution,visitor_type,sessions,pageviews,duration_seconds",
                format!(
                    "{},{},{},{},{},{},{kind},{},{},{}",
                    iso(row.day), row.source, row.device, row.browser, row.system, row.resolution, row.sessions,
                    row.pageviews, row.seconds
                ),
            );
        }
        for row in self.searches.iter().filter(|row| wanted(row.day)) {
            let query = quoted(row.query);
            files.row("site_searches.csv", "date,query,searches", format!("{},{query},{}", iso(row.day), row.searches));
        }
        files.0
    }
}

/// Files being built.
#[derive(Default)]
struct Files(Vec<(&'static str, String)>);

impl Files {
    fn row(&mut self, file: &'static str, head: &str, row: String) {
        let at = self.0.iter().position(|(name, _)| *name == file).unwrap_or_else(|| {
            self.0.push((file, format!("{head}\n")));
            self.0.len() - 1
        });
        self.0[at].1 += &row;
        self.0[at].1.push('\n');
    }
}

pub fn import(app: &TestApp, what: &str, files: &[(&'static str, String)]) {
    import_as_of(app, what, files, None);
}

/// The same with the day from which members have the groups of the load.
pub fn import_as_of(app: &TestApp, what: &str, files: &[(&'static str, String)], effective: Option<Date>) {
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let options = ImportOptions { effective, ..app.import_options() };
    let report = app.import_with(&files, options).unwrap_or_else(|error| panic!("{what}: {error}"));
    assert!(!report.already_loaded, "{what}");
}

pub fn written(time: PrimitiveDateTime) -> String {
    let (hour, minute, second) = time.as_hms();
    format!("{} {hour:02}:{minute:02}:{second:02}", iso(time.date()))
}

/// The preview link of a campaign.
pub fn preview(campaign: i32) -> String {
    format!("https://mail.example/{campaign}")
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn money(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", cents.abs() / 100, cents.abs() % 100)
}

/// A member's logins: bursts of consecutive days, long gaps, several a day, at midnight.
fn random_member(random: &mut Random) -> Member {
    let mut member = Member {
        tier: random.below(3) as i32 + 1,
        lob: random.below(2) as i32 + 1,
        audiences: match random.some_of(&[1, 2, 3]) {
            none if none.is_empty() => vec![random.below(3) as i32 + 1],
            some => some,
        },
        eligible_on: Some(FIRST + Duration::days(random.below(DAYS + 200) as i64 - 100)),
        source: random.one_of(CHANNELS),
        ..Member::default()
    };
    let wanted = match random.below(100) {
        0..15 => 0,
        15..40 => 1 + random.below(6),
        40..80 => 8 + random.below(35),
        _ => 60 + random.below(200),
    };
    let mut day = random.below(DAYS);
    while (member.logins.len() as u64) < wanted {
        let at = (FIRST + Duration::days(day as i64)).midnight();
        let second = if random.percent(5) { random.one_of(&[0, 86_399]) } else { random.below(86_400) };
        let login = at + Duration::seconds(second as i64);
        member.logins.push(login);
        if random.percent(3) {
            member.logins.push(login);
        }
        // 0 means the same day again, 1 the next day.
        let gap = match random.below(100) {
            0..15 => 0,
            15..50 => 1,
            50..80 => 2 + random.below(12),
            80..95 => 15 + random.below(80),
            _ => random.below(DAYS),
        };
        day = (day + gap) % DAYS;
    }
    for at in 0..member.logins.len() {
        if random.percent(45) {
            for _ in 0..random.one_of(&[1, 1, 2, 3]) {
                // Around the 24-hour limit of a session.
                let later = random.one_of(&[0, 1, 60, 3_600, 40_000, 86_399, 86_400, 86_401, 200_000]);
                let when = member.logins[at] + Duration::seconds(later);
                let (offer, click) = (random.below(8) as i32 + 1, random.percent(25));
                if when.date() >= INTERACTIONS_FROM {
                    member.interactions.push(Interaction { when, offer, click });
                }
            }
        }
    }
    if random.percent(30) {
        let when = datetime!(2024-02-29 12:00) + Duration::days(random.below(300) as i64);
        let (offer, click) = (random.below(8) as i32 + 1, random.percent(50));
        member.interactions.push(Interaction { when, offer, click });
    }
    random_activity(random, &mut member);
    member
}

/// A member's other activity, with or without logins.
fn random_activity(random: &mut Random, member: &mut Member) {
    let often = |random: &mut Random, most: u64| if random.percent(40) { 0 } else { random.below(most) };
    for _ in 0..often(random, 16) {
        let day = random.day_from(PURCHASES_FROM);
        let sales_cents = match random.below(10) {
            0 => 0,
            1 => -(random.below(3_000) as i64),
            _ => random.below(20_000) as i64,
        };
        let purchase = Purchase {
            day,
            // Offer 7 has no transactions; occasionally a row has zeros only.
            offer: random.one_of(&[1, 2, 3, 4, 5, 6, 8]),
            redemptions: random.below(3) as i64,
            sales_cents,
            savings_cents: sales_cents / 7,
        };
        member.purchases.push(purchase);
        if random.percent(20) {
            let offer = random.one_of(&[1, 8]);
            member.purchases.push(Purchase { day, offer, redemptions: 0, sales_cents: 0, savings_cents: 0 });
        }
    }
    for _ in 0..often(random, 10) {
        let when = random.time_from(LINK_CLICKS_FROM);
        let campaign = random.below(10) as i32 + 1;
        member.link_clicks.push(LinkClick { when, campaign, link: random.one_of(LINKS) });
    }
    for _ in 0..often(random, 14) {
        let when = random.time_from(ARTICLE_VIEWS_FROM);
        member.article_views.push(ArticleView { when, article: random.below(5) as i32 + 1 });
    }
    for _ in 0..often(random, 8) {
        let when = random.time_from(ACTIONS_FROM);
        let (kind, page) = (random.one_of(PAGE_TYPES), random.one_of(PAGES));
        member.actions.push(Action { when, share: random.percent(60), kind, page });
    }
}

/// Two names differ only in case, two are identical; one offer lasts a day, one ends before the data and one starts
/// after it.
fn offers() -> Vec<Offer> {
    let offer = |id, name, partner, category, from, to| Offer { id, name, partner, category, from, to };
    vec![
        offer(1, "Espresso", 1, 1, date!(2022 - 01 - 01), None),
        offer(2, "espresso", 2, 1, date!(2023 - 05 - 10), Some(date!(2024 - 02 - 29))),
        offer(3, "Bagel", 1, 9, date!(2023 - 02 - 01), Some(date!(2025 - 06 - 30))),
        offer(4, "Concert, \"live\"", 3, 2, date!(2024 - 01 - 01), Some(date!(2024 - 01 - 01))),
        offer(5, "Museum", 3, 2, date!(2024 - 02 - 29), None),
        offer(6, "Espresso", 3, 3, date!(2022 - 06 - 01), Some(date!(2023 - 01 - 31))),
        offer(7, "Spa", 4, 3, date!(2026 - 01 - 05), None),
        offer(8, "Museum", 2, 9, date!(1990 - 02 - 03), Some(date!(2022 - 12 - 31))),
    ]
}

/// All messages of campaign 9 bounce; campaign 10 sends none.
fn campaigns() -> Vec<Campaign> {
    let campaign =
        |id, name, kind, subject, second_subject, sent| Campaign { id, name, kind, subject, second_subject, sent };
    vec![
        campaign(1, "News", 1, "What is new", "", datetime!(2023-02-27 09:30)),
        campaign(2, "news", 1, "More, and more", "Second", datetime!(2023-08-31 22:00)),
        campaign(3, "News", 1, "Again", "", datetime!(2024-02-28 12:00)),
        campaign(4, "Join us", 2, "Join \"us\"", "", datetime!(2024-03-30 07:05)),
        campaign(5, "Join us", 2, "Please join", "Second", datetime!(2024-06-29 10:00)),
        campaign(6, "Autumn", 1, "Leaves", "", datetime!(2024-10-01 00:00)),
        campaign(7, "Winter", 1, "Snow", "", datetime!(2024-12-30 18:00)),
        campaign(8, "spring", 1, "Flowers", "", datetime!(2025-03-31 23:59:59)),
        campaign(9, "Lost", 2, "Nobody reads this", "", datetime!(2025-05-05 05:05)),
        campaign(10, "Never", 1, "Not sent", "", datetime!(2025-07-01 01:00)),
    ]
}

fn articles() -> Vec<Article> {
    let article = |id, title, category| Article { id, title, category };
    vec![
        article(1, "Cars", "Tips"),
        article(2, "cars", "Tips"),
        article(3, "Homes", "News"),
        article(4, "Cars", "news"),
        article(5, "Travel", "Tips"),
        article(6, "Never read", "News"),
    ]
}

fn polls() -> Vec<Poll> {
    let poll = |id, question, opened, closed, options| Poll { id, question, opened, closed, options };
    vec![
        poll(1, "Colour?", date!(2023 - 01 - 10), Some(date!(2023 - 06 - 30)), &[(1, "Red"), (2, "Blue"), (3, "Red")]),
        poll(2, "colour?", date!(2024 - 02 - 29), None, &[(1, "Yes"), (2, "No"), (3, "Perhaps")]),
        poll(3, "Size?", date!(2025 - 01 - 01), Some(date!(2025 - 01 - 01)), &[(2, "S"), (5, "M"), (9, "L")]),
        poll(4, "Colour?", date!(2023 - 09 - 01), Some(date!(2023 - 12 - 31)), &[(1, "Any")]),
        poll(5, "Later?", date!(2026 - 02 - 01), None, &[(1, "Soon"), (2, "Never")]),
        poll(6, "Empty?", date!(2024 - 05 - 01), Some(date!(2024 - 08 - 01)), &[]),
    ]
}

/// Days on which an offer or a poll starts or ends.
pub const EDGES: &[Date] = &[
    date!(2022 - 12 - 31),
    date!(2023 - 01 - 10),
    date!(2023 - 02 - 01),
    date!(2023 - 03 - 31),
    date!(2023 - 06 - 30),
    date!(2023 - 09 - 01),
    date!(2024 - 01 - 01),
    date!(2024 - 01 - 31),
    date!(2024 - 02 - 29),
    date!(2024 - 08 - 01),
    date!(2025 - 01 - 01),
    date!(2025 - 06 - 30),
    date!(2026 - 01 - 05),
];

/// Ids and names of the groups of a kind.
pub fn group_names(grouping: Grouping) -> Names {
    match grouping {
        Grouping::Tier => TIERS,
        Grouping::Lob => LOBS,
        Grouping::Audience => AUDIENCES,
    }
}

/// The position of a group of a kind.
pub fn position(grouping: Grouping, id: i32) -> Option<i32> {
    let found = POSITIONS.iter().find(|(of, _)| grouping == Grouping::Tier && *of == id);
    found.map(|(_, position)| *position)
}
