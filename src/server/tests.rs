use super::*;

#[test]
fn addresses_and_localhost_are_known_hosts_and_names_must_be_allowed() {
    let allowed = ["bond.example".to_owned()];
    for host in ["10.0.0.7", "10.0.0.7:8080", "[::1]:8080", "[fe80::1]", "localhost:1", "Bond.Example:8080"] {
        assert!(is_known_host(host, &allowed), "{host}");
    }
    for host in [
        "evil.example",
        "bond.example.evil",
        "localhost.evil:8080",
        "",
        ":8080",
        "[evil]",
        "[::1].evil",
        "localhost:1.evil",
    ] {
        assert!(!is_known_host(host, &allowed), "{host}");
    }
}

#[test]
fn timings_are_in_milliseconds_and_one_miss_makes_a_miss() {
    let stages = Stages { waiting: Duration::from_millis(1), scanning: Duration::from_millis(11), ..Stages::default() };
    let work = Work { database: Duration::from_micros(12_340), stages, hits: 3, misses: 1 };
    let timing = server_timing(work, Duration::from_millis(15), true);
    assert_eq!(
        timing,
        "cache;desc=miss, wait;dur=1.0, plan;dur=0.0, scan;dur=11.0, count;dur=0.0, db;dur=12.3, total;dur=15.0"
    );
    let timing = server_timing(Work { hits: 1, ..Work::default() }, Duration::from_millis(1), true);
    assert_eq!(
        timing,
        "cache;desc=hit, wait;dur=0.0, plan;dur=0.0, scan;dur=0.0, count;dur=0.0, db;dur=0.0, total;dur=1.0"
    );
    assert_eq!(server_timing(work, Duration::from_millis(15), false), "total;dur=15.0");
}

#[test]
fn methods_that_clients_make_up_are_one() {
    assert_eq!(known_method(&Method::POST), "POST");
    assert_eq!(known_method(&Method::from_bytes(b"SECRET").expect("a token")), "other");
}
