//! The server and the machine it runs on: settings, versions, clock, limits.

use super::finding::{Finding, size, span};
use super::subject::{Seen, Server, Subject};
use crate::clock::minute;
use crate::config::Origin;
use crate::platform::control;
use crate::platform::machine::total_memory;
use crate::store::Store;
use crate::warehouse::Warehouse;
use crate::warehouse::mapping::time::has_clocks_of;

/// What Bond occupies besides the warehouse and cached answers.
const REST: u64 = 1_000_000_000;
/// Enough for a page with many users behind a proxy.
const ENOUGH_DESCRIPTORS: u64 = 4096;
/// With fewer, some hundred connections exhaust them.
const FEWEST_DESCRIPTORS: u64 = 512;
/// Clocks of machines that are set by the network differ less.
const CLOCK_SLACK: i64 = 120;

pub(super) fn settings(subject: &Subject) -> Finding {
    let resolved = match &subject.wanted.settings {
        Ok(resolved) => resolved,
        Err(error) => {
            return Finding::problem(
                error.to_string(),
                "correct it: the server does not start with it; the checks below go by the defaults",
            );
        }
    };
    let exposed = resolved.exposed();
    if !exposed.is_empty() {
        return Finding::problem(
            exposed.join("; "),
            "take that right from the file (chmod o= FILE) and renew the secret",
        );
    }
    if !resolved.warnings.is_empty() {
        return Finding::note(resolved.warnings.join("; "), "correct or remove what is not a setting");
    }
    judge_origins(resolved.origins.values())
}

fn judge_origins<'a>(origins: impl Iterator<Item = &'a Origin>) -> Finding {
    let mut numbers = [("the settings file", 0), ("the environment", 0), ("flags", 0)];
    for origin in origins {
        match origin {
            Origin::File(..) => numbers[0].1 += 1,
            Origin::Environment => numbers[1].1 += 1,
            Origin::Flag => numbers[2].1 += 1,
            Origin::Default => {}
        }
    }
    let set = numbers.iter().filter(|(_, number)| *number > 0);
    let set: Vec<String> = set.map(|(from, number)| format!("{number} from {from}")).collect();
    Finding::ok(match set.as_slice() {
        [] => "all have their defaults".to_owned(),
        set => format!("{}; the others have their defaults", set.join(", ")),
    })
}

pub(super) fn server(subject: &Subject) -> Finding {
    match &subject.server {
        Server::None => {
            Finding::note("no server runs on this directory", "start it with bond serve, or systemctl start bond")
        }
        Server::Running(owner, answer) => {
            let process = owner.pid.map_or("a process".to_owned(), |pid| format!("process {pid}"));
            match answer {
                Ok(health) => {
                    let since = minute(health.started_at);
                    Finding::ok(format!("a server runs as {process} since {since} UTC, Bond {}", health.version))
                }
                Err(error) => Finding::note(
                    format!("{process} owns the directory and does not answer on {} ({error})", control::FILE),
                    "if that is another bond command, run this again when it has ended; if it is the server, look at its log",
                ),
            }
        }
    }
}

/// The number of the last migration in a file.
struct Schema {
    what: &'static str,
    found: u32,
    known: u32,
}

pub(super) fn versions(subject: &Subject) -> Finding {
    let mut schemas = Vec::new();
    match subject.store.as_ref().map(Store::schema) {
        Ok(Ok(found)) => schemas.push(Schema { what: "accounts", found, known: Store::SCHEMA }),
        Ok(Err(error)) => {
            return Finding::problem(
                format!("the version of the accounts cannot be read: {error}"),
                "see the check accounts",
            );
        }
        Err(_) => {}
    }
    let warehouse = match &subject.warehouse {
        Seen::Asked(health) => Some(health.warehouse_schema),
        Seen::Probed(probed) => Some(probed.schema),
        _ => None,
    };
    if let Some(found) = warehouse {
        schemas.push(Schema {
            what: "warehouse",
            found: found.unsigned_abs(),
            known: Warehouse::SCHEMA.unsigned_abs(),
        });
    }
    judge_versions(&schemas, subject.health().map(|health| health.version.as_str()))
}

fn judge_versions(schemas: &[Schema], server: Option<&str>) -> Finding {
    let own = env!("CARGO_PKG_VERSION");
    let shown: Vec<String> = schemas.iter().map(|schema| format!("{} schema {}", schema.what, schema.found)).collect();
    let text = format!(
        "Bond {own}, {}",
        if shown.is_empty() { "no schema could be read".to_owned() } else { shown.join(", ") }
    );
    if let Some(newer) = schemas.iter().find(|schema| schema.found > schema.known) {
        let text =
            format!("{text}: a newer version of Bond used the {}, this one knows up to {}", newer.what, newer.known);
        Finding::problem(text, "use that version, or restore a backup of this one")
    } else if schemas.iter().any(|schema| schema.found < schema.known && schema.found > 0) {
        Finding::note(
            format!("{text}: older than this version"),
            "the next start makes a backup and migrates; bond upgrade --check says more",
        )
    } else if let Some(server) = server.filter(|server| *server != own) {
        Finding::note(
            format!("{text}; the server runs Bond {server}"),
            "restart the server if the executable was replaced",
        )
    } else {
        Finding::ok(text)
    }
}

pub(super) fn clock(subject: &Subject) -> Finding {
    let store = subject.store.as_ref().ok();
    let known = [
        ("the last line of the audit log", store.and_then(|store| store.latest_audit_time().ok().flatten())),
        ("the last load", store.and_then(|store| store.last_ended_load().ok().flatten()?.ended_at)),
    ];
    let latest = known.into_iter().filter_map(|(what, at)| Some((what, at?))).max_by_key(|(_, at)| *at);
    let zone = subject.wanted.clock.zone_name();
    let other = subject.data_zone().filter(|data| !has_clocks_of(&subject.wanted.clock.zone(), data));
    judge_clock(
        subject.now(),
        latest,
        Zones { own: zone.as_deref(), of_data: other },
        subject.config().time_zone.is_some(),
    )
}

/// The names of time zones.
#[derive(Clone, Copy)]
struct Zones<'a> {
    own: Option<&'a str>,
    /// That of the loaded days, where it is another one.
    of_data: Option<&'a str>,
}

/// `latest` is the latest time that Bond has written down.
fn judge_clock(now: i64, latest: Option<(&str, i64)>, zones: Zones<'_>, is_set: bool) -> Finding {
    let zone = zones.own;
    let text = format!("{} UTC; days are those of {}", minute(now), zone.unwrap_or("a zone without a name"));
    match latest {
        Some((what, at)) if now + CLOCK_SLACK < at => Finding::problem(
            format!("{text}, but {what} is of {} UTC: the clock went back by {}", minute(at), span(at - now)),
            "set the clock, and have the network keep it right (timedatectl set-ntp true)",
        ),
        _ if zones.of_data.is_some() => Finding::problem(
            format!("{text}, but the loaded days are those of {}", zones.of_data.unwrap_or_default()),
            "set time_zone to that, or load all days again: other loads are refused",
        ),
        _ if !is_set => Finding::note(
            format!("{text}, this machine's zone"),
            "set time_zone, so that days do not move when somebody changes the machine",
        ),
        _ => Finding::ok(text),
    }
}

pub(super) fn descriptors(subject: &Subject) -> Finding {
    let (process, is_server) = subject.process();
    match process.most_descriptors() {
        Some(most) => judge_descriptors(most, process.open_descriptors(), is_server),
        None => Finding::note("the limit cannot be read", "compare LimitNOFILE of the service with the manual"),
    }
}

fn judge_descriptors(most: u64, open: Option<u64>, is_server: bool) -> Finding {
    let whose = if is_server { "the server" } else { "this shell; a service has its own limit" };
    let most_text = if most == u64::MAX { "any number of".to_owned() } else { most.to_string() };
    let open_text = open.filter(|_| is_server).map(|open| format!(", {open} are in use")).unwrap_or_default();
    let text = format!("{most_text} files and connections{open_text} ({whose})");
    let todo = "set LimitNOFILE=65536 for the service, or ulimit -n 65536";
    if is_server && (most < FEWEST_DESCRIPTORS || open.is_some_and(|open| open > most / 10 * 8)) {
        Finding::problem(text, todo)
    } else if most < ENOUGH_DESCRIPTORS {
        Finding::note(text, todo)
    } else {
        Finding::ok(text)
    }
}

pub(super) fn memory(subject: &Subject) -> Finding {
    let (process, is_server) = subject.process();
    let config = subject.config();
    let (warehouse, cache) = match subject.health() {
        Some(health) => (health.warehouse_memory.as_str(), health.cache_bytes),
        None => (config.warehouse_memory.as_str(), config.cache_bytes),
    };
    let allowed = process.memory();
    let limit = process.memory_limit().filter(|limit| total_memory().is_none_or(|total| *limit < total));
    match (allowed, warehouse.parse::<bytesize::ByteSize>()) {
        (Some(allowed), Ok(warehouse)) => {
            let used = process.resident_bytes().filter(|_| is_server);
            judge_memory(Memory { allowed, is_limited: limit.is_some(), warehouse: warehouse.as_u64(), cache, used })
        }
        _ => Finding::note("the memory of this machine cannot be read", "set warehouse_memory"),
    }
}

struct Memory {
    /// What the process may use.
    allowed: u64,
    /// By its control group, not by the machine.
    is_limited: bool,
    warehouse: u64,
    cache: u64,
    used: Option<u64>,
}

fn judge_memory(memory: Memory) -> Finding {
    let Memory { allowed, is_limited, warehouse, cache, used } = memory;
    let needed = warehouse.saturating_add(cache).saturating_add(REST);
    let by = if is_limited { "allowed by the service or container" } else { "in this machine" };
    let used = used.map(|used| format!("; {} are in use", size(used))).unwrap_or_default();
    let text = format!(
        "{} {by}; warehouse_memory {} + cache_bytes {} + 1 GB are {}{used}",
        size(allowed),
        size(warehouse),
        size(cache),
        size(needed)
    );
    let todo = if is_limited { "raise MemoryMax, or lower warehouse_memory" } else { "lower warehouse_memory" };
    if warehouse.saturating_add(cache) > allowed {
        Finding::problem(text, format!("{todo}: the system ends the server when it takes more"))
    } else if needed > allowed {
        Finding::note(text, format!("{todo}, to leave 1 GB for everything else"))
    } else {
        Finding::ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::super::finding::Level;
    use super::*;

    #[test]
    fn settings_are_counted_by_origin() {
        let origins = [Origin::Default, Origin::Flag, Origin::File("bond.toml".into(), 1), Origin::Flag];
        assert_eq!(
            judge_origins(origins.iter()).text,
            "1 from the settings file, 2 from flags; the others have their defaults"
        );
        assert_eq!(judge_origins([].iter()).text, "all have their defaults");
    }

    #[test]
    fn a_newer_directory_is_a_problem_and_an_older_one_is_not() {
        let judge = |found, server| judge_versions(&[Schema { what: "warehouse", found, known: 4 }], server);
        assert_eq!(judge(4, None).level, Level::Ok);
        assert_eq!(judge(4, Some(env!("CARGO_PKG_VERSION"))).level, Level::Ok);
        assert_eq!(judge(0, None).level, Level::Ok, "a file that is new");
        assert_eq!((judge(3, None).level, judge(4, Some("9.9.9")).level), (Level::Note, Level::Note));
        let newer = judge(5, None);
        assert!(newer.level == Level::Problem && newer.text.contains("knows up to 4"), "{newer:?}");
    }

    #[test]
    fn a_clock_behind_what_was_written_down_went_back() {
        let judge = |now, latest: Option<i64>, is_set| {
            let zones = Zones { own: Some("Europe/Paris"), of_data: None };
            judge_clock(now, latest.map(|at| ("the last load", at)), zones, is_set)
        };
        assert_eq!(judge(1_000_000, None, true).level, Level::Ok);
        assert_eq!(judge(1_000_000, Some(1_000_100), true).level, Level::Ok, "another clock, a little ahead");
        assert_eq!(judge(1_000_000, Some(900_000), false).level, Level::Note);
        let back = judge(1_000_000, Some(1_010_800), true);
        assert!(
            back.level == Level::Problem && back.text.contains("the last load") && back.text.ends_with("3 hours"),
            "{back:?}"
        );
    }

    #[test]
    fn a_time_zone_that_is_not_that_of_the_data_is_a_problem() {
        for is_set in [true, false] {
            let found = judge_clock(0, None, Zones { own: Some("UTC"), of_data: Some("Europe/Paris") }, is_set);
            let text = "1970-01-01 00:00 UTC; days are those of UTC, but the loaded days are those of Europe/Paris";
            assert_eq!((found.level, found.text.as_str()), (Level::Problem, text));
        }
    }

    #[test]
    fn a_server_needs_descriptors_to_spare() {
        let level = |most, open, is_server| judge_descriptors(most, Some(open), is_server).level;
        assert_eq!(level(65_536, 100, true), Level::Ok);
        assert_eq!(level(u64::MAX, 100, true), Level::Ok);
        assert_eq!((level(1024, 100, true), level(256, 5, false)), (Level::Note, Level::Note));
        assert_eq!((level(256, 5, true), level(65_536, 60_000, true)), (Level::Problem, Level::Problem));
    }

    #[test]
    fn memory_must_hold_the_warehouse_the_cache_and_the_rest() {
        let judge = |allowed, is_limited| {
            judge_memory(Memory { allowed, is_limited, warehouse: 4_000_000_000, cache: 256_000_000, used: None })
        };
        assert_eq!(judge(5_300_000_000, true).level, Level::Ok);
        assert_eq!(judge(5_000_000_000, true).level, Level::Note);
        let tight = judge(4_000_000_000, true);
        assert!(tight.level == Level::Problem && tight.todo.contains("MemoryMax"), "{tight:?}");
        assert!(!judge(4_000_000_000, false).todo.contains("MemoryMax"));
    }
}
