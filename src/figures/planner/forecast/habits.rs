//! What members did after a habit, and what those with the same habit are expected to do.
//!
//! Days are in blocks of [`BLOCK_DAYS`], numbered backwards: block 0 ends with the last day. *At* a block means at its end.

use std::collections::HashMap;

/// The days that are counted together. The score's window is three blocks.
pub const BLOCK_DAYS: i32 = 30;
/// The blocks of the score's window, which are also those of a habit.
pub const WINDOW: usize = 3;
/// The number of blocks that are learned from; earlier ones are not.
pub const LEARNED: usize = 6;
/// The number of members by which a habit is drawn towards all whose last login was as long ago, so that a habit of few
/// members is expected to do what those did.
const PRIOR: f64 = 10.0;

/// A member's logins and sessions in a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    pub number: u8,
    pub logins: u32,
    /// Qualifying ones.
    pub sessions: u32,
    /// How many days before the last day of all blocks the last login was.
    pub days_ago: u16,
    /// Days between its logins and those before them.
    pub gap_days: i64,
    /// Whether it has the first login of all.
    pub is_first: bool,
}

/// Logins and qualifying sessions in some blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Done {
    logins: u32,
    sessions: u32,
    days_ago: Option<u16>,
    gap_days: i64,
    is_first: bool,
}

/// A member's logins and sessions in all blocks after one. Those of some blocks are a difference of two of these.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct After {
    logins: u32,
    sessions: u32,
    gap_days: i64,
    has_first: bool,
    /// The latest block with a login that is not after this one, and how many days ago that login was.
    latest: Option<(u8, u16)>,
}

/// A member's logins and sessions in the last 90 days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Habit {
    /// When the last login was: 1 within 7 days, 2 within 30, 3 within 90; 0 for earlier.
    lately: u8,
    /// How many logins: 0, 1, 2, 3 for up to 5, 4 for more.
    logins: u8,
    /// How many qualifying sessions, up to 3.
    sessions: u8,
}

impl Habit {
    const AWAY: Habit = Habit { lately: 0, logins: 0, sessions: 0 };
    /// How many habits have a place.
    const PLACES: usize = 4 * 5 * 4;

    fn place(self) -> usize {
        (usize::from(self.lately) * 5 + usize::from(self.logins)) * 4 + usize::from(self.sessions)
    }

    /// The part of its place that says when the last login was.
    fn lately_of(place: usize) -> usize {
        place / (5 * 4)
    }
}

/// The past of the chosen members, or of a sample of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Past {
    /// How many were registered and eligible at each block, and before the first.
    registered: Vec<i64>,
    eligible: Vec<i64>,
    /// By block, and before the first: each member with a login in the blocks.
    after: Vec<Vec<After>>,
}

/// What some members did in a horizon. Each number counts members.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Seen {
    members: f64,
    logins: f64,
    second_logins: f64,
    /// With one qualifying session, two, three.
    sessions: [f64; 3],
}

impl Seen {
    fn add(&mut self, done: Done) {
        self.members += 1.0;
        self.logins += f64::from(done.logins > 0);
        self.second_logins += f64::from(done.logins > 1);
        for (sessions, least) in self.sessions.iter_mut().zip(1..) {
            *sessions += f64::from(done.sessions >= least);
        }
    }

    fn add_all(&mut self, other: &Seen) {
        self.members += other.members;
        self.logins += other.logins;
        self.second_logins += other.second_logins;
        self.sessions.iter_mut().zip(other.sessions).for_each(|(sessions, more)| *sessions += more);
    }
}

/// The chances that members with a habit have logins and qualifying sessions in a horizon.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Chances {
    login: f64,
    /// One, two, three.
    sessions: [f64; 3],
}

impl Chances {
    /// The chances of a habit, drawn towards those of all whose last login was as long ago.
    fn of(seen: &Seen, alike: &Seen) -> Chances {
        let chance = |of: fn(&Seen) -> f64| {
            let prior = if alike.members > 0.0 { of(alike) / alike.members } else { 0.0 };
            (of(seen) + PRIOR * prior) / (seen.members + PRIOR)
        };
        Chances {
            login: chance(|seen| seen.logins),
            sessions: [
                chance(|seen| seen.sessions[0]),
                chance(|seen| seen.sessions[1]),
                chance(|seen| seen.sessions[2]),
            ],
        }
    }

    /// The chance of at least `more` more qualifying sessions.
    fn sessions(&self, more: u32) -> f64 {
        match more {
            0 => 1.0,
            more => self.sessions.get(more as usize - 1).copied().unwrap_or_default(),
        }
    }
}

/// What is counted of members at the end of a horizon.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    pub registered: f64,
    pub eligible: f64,
    /// Registered before the 90 days.
    pub before: f64,
    /// Members of `before` with a login in the 90 days.
    pub retained: f64,
    pub unique: f64,
    pub returned: f64,
    pub active: f64,
    pub engaged: f64,
    /// Days that the time from first to last login grows by, for each member who is registered at the beginning.
    pub tenure_growth: f64,
}

impl Counts {
    /// Adds a member who did `done` in a part of the 90 days, with the chances for the rest of them.
    fn add(&mut self, done: Done, rest: &Chances) {
        let login = if done.logins > 0 { 1.0 } else { rest.login };
        self.unique += login;
        // The first login is no return.
        self.returned += if done.is_first && done.logins == 1 { rest.login } else { login };
        self.active += rest.sessions(2_u32.saturating_sub(done.sessions));
        self.engaged += rest.sessions(3_u32.saturating_sub(done.sessions));
        if !done.is_first {
            self.retained += login;
        }
    }
}

/// What was seen in some blocks after one.
#[derive(Clone, Debug)]
struct Lesson {
    /// By place of the habit.
    seen: [Seen; Habit::PLACES],
    /// Those who registered.
    joined: Seen,
    gap_days: f64,
    registered: f64,
    eligible: f64,
}

impl Default for Lesson {
    fn default() -> Lesson {
        let seen = [Seen::default(); Habit::PLACES];
        Lesson { seen, joined: Seen::default(), gap_days: 0.0, registered: 0.0, eligible: 0.0 }
    }
}

impl Lesson {
    fn add(&mut self, other: &Lesson) {
        self.seen.iter_mut().zip(&other.seen).for_each(|(seen, more)| seen.add_all(more));
        self.joined.add_all(&other.joined);
        self.gap_days += other.gap_days;
        self.registered += other.registered;
        self.eligible += other.eligible;
    }
}

/// What was seen, by block and number of blocks: forecasts from several days learn from the same blocks.
#[derive(Debug, Default)]
pub struct Lessons(HashMap<(usize, usize), Lesson>);

impl Past {
    /// Takes how many were registered and eligible at each block and before the first, and each member's blocks with
    /// logins, the last one first.
    pub fn new<'a>(
        registered: Vec<i64>,
        eligible: Vec<i64>,
        members: impl Iterator<Item = &'a [Block]> + Clone,
    ) -> Past {
        let mut after: Vec<Vec<After>> = Vec::with_capacity(registered.len());
        let mut left: Vec<(After, &[Block])> = members.map(|blocks| (After::default(), blocks)).collect();
        for at in 0..registered.len() {
            for (after, blocks) in &mut left {
                if let [block, earlier @ ..] = blocks
                    && usize::from(block.number) < at
                {
                    after.logins += block.logins;
                    after.sessions += block.sessions;
                    after.gap_days += block.gap_days;
                    after.has_first |= block.is_first;
                    *blocks = earlier;
                }
                after.latest = blocks.first().map(|block| (block.number, block.days_ago));
            }
            after.push(left.iter().map(|(after, _)| *after).collect());
        }
        Past { registered, eligible, after }
    }

    fn members(&self) -> std::ops::Range<usize> {
        0..self.after.first().map_or(0, Vec::len)
    }

    /// What a member did in `blocks` blocks up to one.
    fn done(&self, member: usize, at: usize, blocks: usize) -> Done {
        let first = self.after[at][member];
        let last = self.after[(at + blocks).min(self.after.len() - 1)][member];
        Done {
            logins: last.logins - first.logins,
            sessions: last.sessions - first.sessions,
            days_ago: first.latest.filter(|(number, _)| usize::from(*number) < at + blocks).map(|(_, days)| days),
            gap_days: last.gap_days - first.gap_days,
            is_first: last.has_first && !first.has_first,
        }
    }

    /// The habit of a member at a block; None before the member registered.
    fn habit(&self, member: usize, at: usize) -> Option<Habit> {
        let done = self.done(member, at, WINDOW);
        let Some(days_ago) = done.days_ago else {
            // Members whose first login is later were not there.
            return (!self.after[at][member].has_first).then_some(Habit::AWAY);
        };
        let lately = match i32::from(days_ago) - at as i32 * BLOCK_DAYS {
            ..7 => 1,
            7..30 => 2,
            _ => 3,
        };
        let logins = match done.logins {
            few @ ..3 => few as u8,
            3..6 => 3,
            _ => 4,
        };
        Some(Habit { lately, logins, sessions: done.sessions.min(3) as u8 })
    }

    /// What is counted at a block.
    pub fn counts(&self, at: usize) -> Counts {
        let mut counts = Counts {
            registered: self.registered_at(at),
            eligible: self.eligible.get(at).copied().unwrap_or_default() as f64,
            before: self.registered_at(at + WINDOW),
            ..Counts::default()
        };
        let nothing = Chances::default();
        for member in self.members() {
            let done = self.done(member, at, WINDOW);
            if done.logins > 0 {
                counts.add(done, &nothing);
            }
        }
        counts
    }

    /// What is expected `horizon` blocks after a block, from what was known then. None if nothing can be learned.
    pub fn expected(&self, lessons: &mut Lessons, at: usize, horizon: usize) -> Option<Counts> {
        // What was seen after the blocks from which it can be seen.
        let learned: Vec<usize> =
            (at + horizon..=at + LEARNED).take_while(|from| from + WINDOW < self.registered.len()).collect();
        let windows = learned.len() as f64;
        if learned.is_empty() {
            return None;
        }
        let mut all = Lesson::default();
        for from in learned {
            all.add(lessons.0.entry((from, horizon)).or_insert_with(|| self.lesson(from, horizon)));
        }
        let Lesson { seen, joined, gap_days, registered, eligible } = all;
        let mut alike = [Seen::default(); 4];
        for (place, one) in seen.iter().enumerate() {
            alike[Habit::lately_of(place)].add_all(one);
        }
        // A habit that nobody had is expected to do what all whose last login was as long ago did.
        let chances: Vec<Chances> =
            seen.iter().enumerate().map(|(place, one)| Chances::of(one, &alike[Habit::lately_of(place)])).collect();
        let of = |habit: Habit| chances[habit.place()];
        // As many members register as did on average, and they do what those did.
        let mut counts = Counts {
            registered: self.registered_at(at) + joined.members / windows,
            eligible: self.eligible.get(at).copied().unwrap_or_default() as f64 + eligible / windows,
            before: self.registered_at(at + WINDOW - horizon),
            unique: joined.members / windows,
            returned: joined.second_logins / windows,
            active: joined.sessions[1] / windows,
            engaged: joined.sessions[2] / windows,
            tenure_growth: if registered > 0.0 { gap_days / registered } else { 0.0 },
            ..Counts::default()
        };
        let mut there = 0.0;
        for member in self.members() {
            if let Some(habit) = self.habit(member, at) {
                counts.add(self.done(member, at, WINDOW - horizon), &of(habit));
                there += 1.0;
            }
        }
        let mut away = Counts::default();
        away.add(Done::default(), &of(Habit::AWAY));
        let others = (self.registered_at(at) - there).max(0.0);
        counts.unique += others * away.unique;
        counts.returned += others * away.returned;
        counts.retained += others * away.retained;
        counts.active += others * away.active;
        counts.engaged += others * away.engaged;
        Some(counts)
    }

    /// What was seen in `horizon` blocks after a block.
    fn lesson(&self, from: usize, horizon: usize) -> Lesson {
        let mut lesson = Lesson::default();
        let mut there = 0.0;
        for member in self.members() {
            let done = self.done(member, from - horizon, horizon);
            match self.habit(member, from) {
                Some(habit) => {
                    there += 1.0;
                    lesson.seen[habit.place()].add(done);
                    lesson.gap_days += done.gap_days as f64;
                }
                None if done.is_first => lesson.joined.add(done),
                None => {}
            }
        }
        // Members in no block were away, and stayed away.
        lesson.registered = self.registered_at(from);
        lesson.seen[Habit::AWAY.place()].members += (lesson.registered - there).max(0.0);
        let eligible_at = |at: usize| self.eligible.get(at).copied().unwrap_or_default() as f64;
        lesson.eligible = eligible_at(from - horizon) - eligible_at(from);
        lesson
    }

    fn registered_at(&self, at: usize) -> f64 {
        self.registered.get(at).copied().unwrap_or_default() as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Logins and qualifying sessions by block, the last block first; a member with `first` registered in the oldest of them.
    fn member(first: bool, blocks: &[(u8, u32, u32)]) -> Vec<Block> {
        let oldest = blocks.iter().map(|(number, ..)| *number).max();
        let block = |(number, logins, sessions): &(u8, u32, u32)| Block {
            number: *number,
            logins: *logins,
            sessions: *sessions,
            days_ago: u16::from(*number) * 30,
            gap_days: 30,
            is_first: first && Some(*number) == oldest,
        };
        blocks.iter().map(block).collect()
    }

    fn past(registered: &[i64], members: Vec<Vec<Block>>) -> Past {
        let eligible = registered.iter().map(|n| 2 * n).collect();
        Past::new(registered.to_vec(), eligible, members.iter().map(Vec::as_slice))
    }

    fn near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-6, "{value} is not {expected}");
    }

    #[test]
    fn counts_are_those_of_the_last_90_days() {
        let members = vec![
            member(false, &[(0, 1, 1), (1, 1, 1), (2, 1, 1), (3, 9, 9)]),
            member(false, &[(2, 2, 2)]),
            member(true, &[(1, 1, 0)]),
            member(true, &[(0, 2, 0)]),
            member(false, &[(3, 1, 1)]),
        ];
        let counts = past(&[10, 9, 8, 8, 8], members).counts(0);
        assert_eq!((counts.registered, counts.eligible, counts.before), (10.0, 20.0, 8.0));
        assert_eq!((counts.unique, counts.retained), (4.0, 2.0));
        assert_eq!(counts.returned, 3.0, "a first login alone is no return");
        assert_eq!((counts.active, counts.engaged), (2.0, 1.0));
    }

    #[test]
    fn members_do_what_those_with_their_habit_did_by_hand() {
        // At block 1, of 6 members with one login 30 days ago or more two came back in block 0, one with two sessions. At
        // block 0 there are 2 with that habit.
        let came = |sessions| member(false, &[(0, 1, sessions), (3, 1, 0)]);
        let gone = || member(false, &[(3, 1, 0)]);
        let now = || member(false, &[(2, 1, 0)]);
        let members = vec![came(2), came(0), gone(), gone(), now(), now()];
        // One more registered member was never seen; nothing is known earlier.
        let past = past(&[7, 7, 7, 7, 7], members);
        // 2 of the 6 whose last login was as long ago came back.
        let then = past.expected(&mut Lessons::default(), 0, 1).expect("something to learn from");
        near(then.registered, 7.0);
        // Those who came back have been there within 7 days, and nothing is known of that habit; the two with the habit come
        // back with a chance of one third; who is away was never seen to come back.
        let (came_back, of_habit) = (2.0, 2.0 / 3.0);
        near(then.unique, came_back + of_habit);
        near(then.active, 1.0 + 2.0 / 6.0);
        near(then.retained, then.unique);
        near(then.tenure_growth, 60.0 / 7.0);
    }

    #[test]
    fn nothing_moves_where_habits_hold_and_nobody_joins() {
        let steady = || member(false, &(0..10).map(|number| (number, 2, 1)).collect::<Vec<_>>());
        let past = past(&[50; 10], (0..30).map(|_| steady()).collect());
        let now = past.counts(0);
        for horizon in 1..=3 {
            let then = past.expected(&mut Lessons::default(), 0, horizon).expect("something to learn from");
            for (now, then) in [
                (now.unique, then.unique),
                (now.returned, then.returned),
                (now.retained, then.retained),
                (now.active, then.active),
                (now.engaged, then.engaged),
            ] {
                near(then, now);
            }
        }
    }

    #[test]
    fn what_came_after_a_block_is_not_learned_from() {
        let steady = |from: u8| member(false, &(from..12).map(|number| (number, 2, 1)).collect::<Vec<_>>());
        let stopped = past(&[50; 12], (0..30).map(|_| steady(2)).collect());
        let went_on = past(&[50; 12], (0..30).map(|_| steady(0)).collect());
        assert_eq!(stopped.expected(&mut Lessons::default(), 2, 1), went_on.expected(&mut Lessons::default(), 2, 1));
        assert_ne!(stopped.expected(&mut Lessons::default(), 0, 1), went_on.expected(&mut Lessons::default(), 0, 1));
    }

    #[test]
    fn as_many_register_as_did_on_average() {
        // 10 and 20 registered in the last two blocks, with two logins each.
        let mut members: Vec<Vec<Block>> = (0..10).map(|_| member(true, &[(0, 2, 2)])).collect();
        members.extend((0..20).map(|_| member(true, &[(1, 2, 0)])));
        let past = past(&[130, 120, 100, 100, 100, 100], members);
        let then = past.expected(&mut Lessons::default(), 0, 1).expect("something to learn from");
        near(then.registered, 145.0);
        near(then.eligible, 290.0);
        near(then.before, 100.0);
        // New members are not retained. In block 0 the 20 of block 1 were away.
        near(then.retained, 0.0);
        near(then.unique, 30.0 + 15.0);
    }

    #[test]
    fn without_history_nothing_is_expected() {
        assert_eq!(past(&[10; 4], Vec::new()).expected(&mut Lessons::default(), 0, 1), None);
        assert!(past(&[10; 5], Vec::new()).expected(&mut Lessons::default(), 0, 1).is_some());
        assert_eq!(past(&[10; 5], Vec::new()).expected(&mut Lessons::default(), 0, 2), None);
    }
}
