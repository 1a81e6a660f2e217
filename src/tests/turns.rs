//! Which of the long tests run today. The tests beside the code use this file, too.

/// A number from the environment, for tests that may run for longer or with other seeds.
pub(crate) fn setting(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).unwrap_or_else(|_| default.to_string());
    text.parse().unwrap_or_else(|_| panic!("{name} = {text:?} is not a number"))
}

/// Which part of many cases the tests of today try: the number of the day, or `TEST_SEED`.
pub(crate) fn todays_number() -> u64 {
    setting("TEST_SEED", std::time::UNIX_EPOCH.elapsed().expect("a clock").as_secs() / 86_400)
}

/// Whether tests try all cases and not a part of them: with `TEST_ROUNDS` above 1, as in `make soak`.
pub(crate) fn is_whole() -> bool {
    setting("TEST_ROUNDS", 1) > 1
}

/// A long test runs once in so many days.
const DAYS: u64 = 7;

/// Whether the long test that asks runs today; always if all cases are tried. Says so if not. The names of the tests spread
/// them over the days.
pub(crate) fn runs_today() -> bool {
    let name = name_of_test();
    takes_turn(name.bytes().fold(0, |sum: u64, byte| sum.wrapping_mul(131).wrapping_add(u64::from(byte))))
}

/// As [`runs_today`], for the longest tests: each has a turn, so that a day has few of them.
pub(crate) fn takes_turn(turn: u64) -> bool {
    let runs = is_whole() || (turn % DAYS + todays_number() % DAYS).is_multiple_of(DAYS);
    if !runs {
        skipped(&format!("{}: it runs once in {DAYS} days, and with TEST_ROUNDS=2", name_of_test()));
    }
    runs
}

/// The cases that a test tries today: a third of them, another third each day, or all of them.
pub(crate) fn of_today<T>(cases: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    third(todays_number(), cases)
}

/// As [`of_today`], for a test that has a turn: another third each time.
pub(crate) fn of_turn<T>(cases: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    third(todays_number() / DAYS, cases)
}

fn third<T>(number: u64, cases: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
    let is_whole = is_whole();
    (number % 3..).zip(cases).filter(move |(at, _)| is_whole || at.is_multiple_of(3)).map(|(_, case)| case)
}

/// Nothing where a test runs alone: it has no thread of its own then.
fn name_of_test() -> String {
    std::thread::current().name().filter(|name| name.contains("::")).unwrap_or_default().to_owned()
}

/// Says that a test could not run here, past the test runner, which shows no output of a test that passes.
pub(crate) fn skipped(why: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "SKIPPED: {why}");
}
