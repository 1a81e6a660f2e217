use super::*;

fn address(last: u8) -> IpAddr {
    IpAddr::from([10, 0, 0, last])
}

/// Whether an attempt may be made; it fails.
fn fails(throttle: &Throttle, attempted: &Attempted<'_>, now: i64) -> bool {
    throttle.try_begin(attempted, now).map(Attempt::fail).is_ok()
}

fn fail(throttle: &Throttle, login: &str, address: IpAddr, now: i64) -> bool {
    fails(throttle, &from(login, address), now)
}

fn from(login: &str, address: IpAddr) -> Attempted<'_> {
    let unlocked = Unlocked::default();
    Attempted { login_key: login, address, counts: CountsFor::Everybody, unlocked }
}

#[test]
fn five_failures_of_a_login_from_an_address_block_it_there_for_five_minutes() {
    let throttle = Throttle::default();
    for second in 0..5 {
        assert!(fail(&throttle, "ann", address(1), second));
    }
    assert!(!fail(&throttle, "ann", address(1), 5));
    assert!(!fail(&throttle, "ann", address(1), 299));
    assert!(fail(&throttle, "ann", address(2), 5), "another address may try");
    assert!(fail(&throttle, "bob", address(1), 5), "another login may try");
    assert!(fail(&throttle, "ann", address(1), 300), "the first failure is over");
}

#[test]
fn twenty_failures_of_a_login_block_it_everywhere_for_fifteen_minutes() {
    let throttle = Throttle::default();
    for number in 0..20 {
        assert!(fail(&throttle, "ann", address(number), 0));
    }
    assert!(!fail(&throttle, "ann", address(99), 899));
    assert!(fail(&throttle, "ann", address(99), 900));
}

#[test]
fn fifty_failures_from_an_address_block_it_for_ten_minutes() {
    let throttle = Throttle::default();
    for number in 0..50 {
        assert!(fail(&throttle, &format!("login{number}"), address(1), 0));
    }
    assert!(!fail(&throttle, "new", address(1), 599));
    assert!(fail(&throttle, "new", address(1), 600));
}

#[test]
fn success_forgets_the_failures_of_that_login_from_that_address() {
    let throttle = Throttle::default();
    for _ in 0..4 {
        assert!(fail(&throttle, "ann", address(1), 0));
    }
    let attempt = throttle.try_begin(&from("ann", address(1)), 1).expect("the fifth may try");
    assert!(attempt.succeed().is_some_and(|counter| counter.ends_with("address 10.0.0.1")));
    for _ in 0..5 {
        assert!(fail(&throttle, "ann", address(1), 2));
    }
    assert!(!fail(&throttle, "ann", address(1), 2));
}

#[test]
fn an_attempt_that_was_neither_a_failure_nor_a_success_leaves_no_counter() {
    let throttle = Throttle::default();
    for second in 0..100 {
        drop(throttle.try_begin(&from("ann", address(1)), second).expect("never blocked"));
    }
    assert!(throttle.0.lock().is_empty());
}

#[test]
fn attempts_in_flight_are_no_failures_and_take_the_places_that_are_left() {
    let throttle = Throttle::default();
    let begin = || throttle.try_begin(&from("ann", address(1)), 10);
    assert!(fail(&throttle, "ann", address(1), 10));
    let mut flying: Vec<Attempt> = (0..4).map(|_| begin().expect("may fail")).collect();
    assert_eq!(begin().map(|_| ()), Err(Refused::Busy), "four in flight and one failure are five");
    flying.pop();
    flying.push(begin().expect("a place is free again"));
    // Whoever hangs up while the password is checked has tried one.
    let mut hung_up = flying.pop().expect("one");
    hung_up.checks();
    drop(hung_up);
    assert_eq!(begin().map(|_| ()), Err(Refused::Busy), "three in flight and two failures");
    let mut right = flying.pop().expect("one");
    right.checks();
    right.is_right();
    drop(right);
    flying.push(begin().expect("a right password is no failure"));
    for attempt in flying {
        attempt.fail();
    }
    assert_eq!(begin().map(|_| ()), Err(Refused::Blocked));
}

#[test]
fn what_does_not_count_for_the_address_blocks_nobody_else_there() {
    let throttle = Throttle::default();
    for number in 0..60 {
        let login = format!("link{number}");
        let link = Attempted { counts: CountsFor::Login, ..from(&login, address(1)) };
        assert!(fails(&throttle, &link, 0));
    }
    assert!(fail(&throttle, "ann", address(1), 1));
}

#[test]
fn an_unlocked_address_starts_from_nothing_but_its_logins_elsewhere_do_not() {
    let throttle = Throttle::default();
    for number in 0..50 {
        assert!(fail(&throttle, &format!("login{}", number % 10), address(1), 10));
    }
    assert!(!fail(&throttle, "new", address(1), 11));
    let unlocked =
        |login| Attempted { unlocked: Unlocked { login: None, address: Some(10) }, ..from(login, address(1)) };
    assert!(throttle.try_begin(&unlocked("new"), 11).is_ok());
    assert!(throttle.try_begin(&unlocked("login1"), 11).is_ok(), "five failures from there no longer count");
    for number in 0..20 {
        assert!(fail(&throttle, "ann", address(100 + number), 10));
    }
    assert_eq!(throttle.try_begin(&unlocked("ann"), 11).map(|_| ()), Err(Refused::Blocked), "twenty from elsewhere");
    for _ in 0..50 {
        assert!(throttle.faulty_link(address(1), None, 10).is_some());
    }
    assert!(throttle.faulty_link(address(1), None, 11).is_none());
    assert!(throttle.faulty_link(address(1), Some(10), 11).is_some());
}

#[test]
fn a_browser_that_knows_the_login_has_a_count_of_its_own() {
    let throttle = Throttle::default();
    for number in 0..20 {
        assert!(fail(&throttle, "ann", address(number), 0));
    }
    let at_home = |login| Attempted { counts: CountsFor::Browser("laptop"), ..from(login, address(1)) };
    assert!(!fail(&throttle, "ann", address(99), 1));
    for _ in 0..5 {
        assert!(fails(&throttle, &at_home("ann"), 1), "under attack");
    }
    assert!(!fails(&throttle, &at_home("ann"), 1), "five of its own");
    assert!(fails(&throttle, &at_home("bob"), 1), "another login");
    assert!(fails(&throttle, &at_home("ann"), 301));
}

#[test]
fn an_unlocked_login_starts_from_nothing_but_its_address_does_not() {
    let throttle = Throttle::default();
    for number in 0..20 {
        assert!(fail(&throttle, "ann", address(number), 10));
    }
    let unlocked =
        |address, at| Attempted { unlocked: Unlocked { login: Some(at), address: None }, ..from("ann", address) };
    assert!(!fails(&throttle, &unlocked(address(1), 9), 11), "failures after that count");
    let attempt = throttle.try_begin(&unlocked(address(1), 10), 11).expect("unlocked");
    assert_eq!(attempt.fail().blocks().count(), 0);
    for number in 0..48 {
        assert!(fail(&throttle, &format!("login{number}"), address(1), 11));
    }
    assert!(!fails(&throttle, &unlocked(address(1), 10), 12), "50 from the address");
}

#[test]
fn kept_failures_block_as_before_and_say_so_once() {
    let throttle = Throttle::default();
    let mut blocks = Vec::new();
    for _ in 0..5 {
        let failed = throttle.try_begin(&from("ann", address(1)), 10).expect("may try").fail();
        blocks.extend(failed.blocks());
        assert_eq!(failed.failures.len(), 3);
        let restarted = Throttle::new(failed.failures);
        assert_eq!(*restarted.0.lock(), *throttle.0.lock());
    }
    assert_eq!(blocks.len(), 1, "{blocks:?}");
    let texts = ["login 1 address x", "login zz", "address", "links 1.2.3", "", "browser 5"];
    assert!(texts.iter().all(|text| Counter::parse(text).is_none()));
}

#[test]
fn addresses_of_one_ipv6_network_count_together() {
    let throttle = Throttle::default();
    for host in 0..5 {
        let one = IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 1, 2, 9, 9, 9, host));
        assert!(fail(&throttle, "ann", one, 0));
    }
    assert!(!fail(&throttle, "ann", IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 1, 2, 7, 7, 7, 7)), 0));
    assert!(fail(&throttle, "ann", IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 1, 3, 7, 7, 7, 7)), 0));
}

#[test]
fn memory_is_bounded_under_a_flood_of_logins() {
    let throttle = Throttle::default();
    for number in 0..120_000_u32 {
        let [_, a, b, c] = number.to_be_bytes();
        assert!(fail(&throttle, &format!("login{number}"), IpAddr::from([a, b, c, 1]), 0));
    }
    assert!(throttle.0.lock().len() <= MOST_COUNTERS);
}
