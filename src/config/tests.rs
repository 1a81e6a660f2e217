use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::*;

fn given(flags: &[(&str, &str)], environment: &[(&str, &str)], data_dir: &Path) -> Given {
    let mut flags: BTreeMap<_, _> =
        flags.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    flags.insert("data_dir".to_owned(), data_dir.display().to_string());
    Given {
        flags,
        environment: environment.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect(),
        file: None,
        ..Given::default()
    }
}

#[test]
fn a_flag_wins_over_the_environment_over_the_file_over_the_default() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("bond.toml");
    fs::write(&file, "# settings\ndormant_days = 30\nsession_hours = 4\ncurrency = \"EUR\"\n").expect("written");
    let resolved = resolve(&given(
        &[("dormant_days", "10")],
        &[("BOND_DORMANT_DAYS", "20"), ("BOND_SESSION_HOURS", "5")],
        dir.path(),
    ))
    .expect("valid");
    assert_eq!(resolved.config.dormant_days, 10);
    assert_eq!(resolved.config.session_hours, 5);
    assert_eq!(resolved.config.currency, "EUR");
    assert_eq!(resolved.config.session_idle_minutes, 60);
    assert_eq!(resolved.origins["dormant_days"], Origin::Flag);
    assert_eq!(resolved.origins["session_hours"], Origin::Environment);
    assert_eq!(resolved.origins["currency"], Origin::File(file, 4));
    assert_eq!(resolved.origins["session_idle_minutes"], Origin::Default);
}

#[test]
fn a_fault_names_the_setting_its_value_and_its_origin() {
    let dir = tempfile::tempdir().expect("a directory");
    let fails = |text: &str| {
        fs::write(dir.path().join("bond.toml"), text).expect("written");
        resolve(&given(&[], &[], dir.path())).expect_err("refused").to_string()
    };
    assert!(fails("\nlisten = \"here\"\n").contains("bond.toml:2"));
    assert!(fails("listne = 1\n").contains("bond.toml:1: listne is not a setting"));
    assert!(fails("data_dir = \"x\"\n").contains("bond.toml:1: data_dir cannot be set"));
    assert!(fails("currency = 1.5\n").contains("bond.toml:1: currency: expected text"));
    assert!(fails("a = \n").contains("bond.toml:1"));
    assert!(fails("listen = 127.0.0.1:8080\n").contains("; texts need quotes: listen = \"127.0.0.1:8080\""));
    let error = resolve(&given(&[("session_hours", "0")], &[], &dir.path().join("none"))).expect_err("refused");
    assert_eq!(error.to_string(), "session_hours = \"0\" (from flag): expected a whole number from 1 to 168");
}

#[test]
fn people_and_colours_are_checked() {
    let dir = tempfile::tempdir().expect("a directory");
    let of = |name: &str, text: &str| resolve(&given(&[(name, text)], &[], dir.path())).map(|resolved| resolved.config);
    let config = of("account_manager_mail", " ann@example.com ").expect("valid");
    assert_eq!(config.account_manager_mail, "ann@example.com");
    assert_eq!((config.account_manager_name.as_str(), config.change_colours), ("", ChangeColours::Meaning));
    for bad in ["ann", "ann@", "@example.com", "ann lee@example.com", "a@b\r\nBcc: c@d", "a@b.c?bcc=d@e", "a@b&body=x"]
    {
        let error = of("account_manager_mail", bad).expect_err(bad).to_string();
        assert!(error.contains("account_manager_mail") && error.contains("ann@example.com"), "{error}");
    }
    for (name, bad) in [("program_name", "a\nb"), ("program_name", ""), ("account_manager_phone", "\u{1b}[2J")] {
        assert!(of(name, bad).is_err(), "{bad:?}");
    }
    assert!(of("program_name", &"x".repeat(201)).is_err());
    assert_eq!(of("change_colours", "sign").expect("valid").change_colours, ChangeColours::Sign);
    assert!(of("change_colours", "green").expect_err("refused").to_string().ends_with("expected meaning or sign"));
}

#[test]
fn a_named_file_must_exist_and_may_move_the_data_directory() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("settings.toml");
    let given = Given { file: Some(file.clone()), ..Given::default() };
    assert!(matches!(resolve(&given), Err(ConfigError::Unreadable { .. })));
    fs::write(&file, "data_dir = \"elsewhere\"\nallowed_hosts = [\"Bond.example\", \"b\"]\n").expect("written");
    let resolved = resolve(&given).expect("valid");
    assert_eq!(resolved.config.data_dir, PathBuf::from("elsewhere"));
    assert_eq!(resolved.config.allowed_hosts, ["bond.example", "b"]);
}

#[test]
fn a_misspelt_environment_name_is_pointed_out() {
    let dir = tempfile::tempdir().expect("a directory");
    let resolved = resolve(&given(&[], &[("BOND_LISTNE", "x"), ("HOME", "/")], dir.path())).expect("valid");
    assert_eq!(resolved.warnings.len(), 1);
    assert!(resolved.warnings[0].contains("BOND_LISTNE"));
}

#[test]
fn a_secret_in_a_file_that_everybody_can_read_is_named() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("settings.toml");
    fs::write(&file, "currency = \"EUR\"\noidc_client_secret = \"hush\"\n").expect("written");
    let exposed = |folder: u32, mode: u32| {
        fs::set_permissions(dir.path(), fs::Permissions::from_mode(folder)).expect("set");
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).expect("set");
        resolve(&Given { file: Some(file.clone()), ..Given::default() }).expect("valid").exposed()
    };
    let found = exposed(0o755, 0o644);
    assert_eq!(found, [format!("{}:2: every user of this machine can read oidc_client_secret", file.display())]);
    for (folder, mode) in [(0o755, 0o640), (0o755, 0o600), (0o700, 0o644)] {
        assert_eq!(exposed(folder, mode), Vec::<String>::new(), "{folder:o} {mode:o}");
    }
    fs::write(&file, "currency = \"EUR\"\n").expect("written");
    assert_eq!(exposed(0o755, 0o644), Vec::<String>::new(), "no secret");
}

#[test]
fn a_file_with_a_secret_that_everybody_can_read_is_named() {
    let dir = tempfile::tempdir().expect("a directory");
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).expect("set");
    let (file, secret) = (dir.path().join("settings.toml"), dir.path().join("secret"));
    fs::write(&secret, "hush").expect("written");
    let place = format!("host = \"h\"\nuser = \"u\"\nhost_key = \"SHA256:{}\"\n", "a".repeat(43));
    for (name, table) in [
        ("smtp_password_file", "smtp_password_file = FILE\nsmtp_host = \"h\"\nsmtp_user = \"u\"\nmail_from = \"a@b.example\"\n".to_owned()),
        ("clickhouse_password_file", "clickhouse_password_file = FILE\n".to_owned()),
        ("oidc.a.client_secret_file", "[oidc.a]\nissuer = \"https://h\"\nclient_id = \"i\"\nclient_secret_file = FILE\n".to_owned()),
        ("pull.a.password_file", "[pull.a]\nkind = \"postgresql\"\nhost = \"h\"\ndatabase = \"d\"\nuser = \"u\"\npassword_file = FILE\nqueries = { logins = \"select 1\" }\n".to_owned()),
        ("pull.a.key_file", format!("[pull.a]\nkind = \"sftp\"\nkey_file = FILE\n{place}")),
        ("pull.a.secret_file", "[pull.a]\nkind = \"s3\"\nendpoint = \"https://h\"\nbucket = \"b\"\nkey_id = \"i\"\nsecret_file = FILE\n".to_owned()),
        ("backup_to.a.password_file", format!("[backup_to.a]\nkind = \"sftp\"\npassword_file = FILE\n{place}")),
    ] {
        fs::write(&file, table.replace("FILE", &format!("{:?}", secret.display().to_string()))).expect("written");
        let exposed = |mode: u32| {
            fs::set_permissions(&secret, fs::Permissions::from_mode(mode)).expect("set");
            resolve(&Given { file: Some(file.clone()), ..Given::default() }).expect("valid").exposed()
        };
        let wanted = format!("{}: every user of this machine can read it ({name})", secret.display());
        assert_eq!((exposed(0o644), exposed(0o640)), (vec![wanted], vec![]), "{name}");
    }
}

#[test]
fn sizes_are_read_with_their_units() {
    assert_eq!(bytes("0"), Ok(0));
    assert_eq!(bytes("1.5GB"), Ok(1_500_000_000));
    assert_eq!(bytes("2 MiB"), Ok(2 * 1024 * 1024));
    assert!(bytes("lots").is_err());
    assert!(bytes("-1MB").is_err());
}

#[test]
fn every_setting_is_listed_with_a_value_that_reads_back_the_same() {
    let resolved = Resolved { config: Config::default(), origins: BTreeMap::new(), warnings: Vec::new() };
    for setting in settings() {
        let name = setting.get_id().as_str();
        let shown = resolved.shown(name);
        let config = parse(&[(name, &shown)]).expect("what is shown can be given");
        let again = Resolved { config, origins: BTreeMap::new(), warnings: Vec::new() };
        assert_eq!(again.shown(name), shown, "{name}");
        assert!(setting.get_help().is_some(), "{name}");
        assert!(setting.get_help_heading().is_some_and(|heading| HEADINGS.contains(&heading)), "{name}");
    }
}

#[test]
fn a_file_may_say_true_or_false() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("bond.toml");
    std::fs::write(&file, "allow_network_fs = true\n").expect("written");
    let resolved = resolve(&Given { file: Some(file.clone()), ..Given::default() }).expect("resolved");
    assert!(resolved.config.allow_network_fs);
    assert_eq!(resolved.shown("allow_network_fs"), "true");
    std::fs::write(&file, "allow_network_fs = 1\n").expect("written");
    assert!(resolve(&Given { file: Some(file), ..Given::default() }).is_err());
}

#[test]
fn the_data_directory_is_known_even_if_other_settings_are_wrong() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("bond.toml");
    fs::write(&file, "data_dir = \"/srv/bond\"\nlistne = 1\n").expect("written");
    let mut given = Given { file: Some(file), ..Given::default() };
    assert!(resolve(&given).is_err());
    assert_eq!(data_dir(&given), Path::new("/srv/bond"));
    given.environment.insert("BOND_DATA_DIR".to_owned(), "/elsewhere".to_owned());
    assert_eq!(data_dir(&given), Path::new("/elsewhere"));
    assert_eq!(data_dir(&Given::default()), Config::default().data_dir);
}

#[test]
fn what_is_expected_is_a_table_of_the_file_or_a_list_of_a_flag() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("bond.toml");
    let from_file = |text: &str| {
        std::fs::write(&file, text).expect("written");
        resolve(&Given { file: Some(file.clone()), ..Given::default() })
    };
    let text = "logins=1d 08:00,web_sessions=2d 12:30";
    for written in [
        "expected_by = { logins = \"1d 08:00\", web_sessions = \"2d 12:30\" }\n",
        "[expected_by]\nweb_sessions = \"2d 12:30\"\nlogins = \"1d 08:00\"\n",
        "expected_by = \"logins=1d 08:00, web_sessions = 2d 12:30\"\n",
    ] {
        assert_eq!(from_file(written).expect(written).shown("expected_by"), text, "{written}");
    }
    for (wrong, wanted) in [
        ("logins = \"08:00\"", "expected a table, days and a time for each"),
        ("logins = \"0d 08:00\"", "expected a table, days and a time for each"),
        ("logins = \"1d 8:00\"", "expected a time from 00:00 to 23:59"),
        ("members = \"1d 08:00\"", "\"members\" is not a table of facts; those are logins, "),
        ("email_schedule = \"1d 08:00\"", "is not a table of facts"),
        ("logins = 1", "a list or table of texts"),
    ] {
        let error = from_file(&format!("expected_by = {{ {wrong} }}\n")).expect_err(wrong).to_string();
        assert!(error.contains(wanted), "{wrong}: {error}");
    }
    assert!(parse(&[("expected_by", "logins=1d 08:00,logins=1d 09:00")]).is_err());
}

#[test]
fn a_setting_after_a_table_of_the_file_is_refused_with_its_line() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("bond.toml");
    for further in ["oidc_ca_file = \"ca.pem\"", "oidc_sign_out = true"] {
        std::fs::write(&file, format!("[oidc_roles]\nstaff = \"USERS\"\n{further}\n")).expect("written");
        let error = resolve(&Given { file: Some(file.clone()), ..Given::default() }).expect_err(further).to_string();
        let name = further.split(' ').next().expect("a name");
        let wanted = format!("bond.toml:3: {name} is a setting, but here it is a part of oidc_roles: ");
        assert!(error.contains(&wanted) && error.ends_with("put it before the line [oidc_roles]"), "{error}");
    }
}

#[test]
fn the_first_month_of_the_year_is_a_number_in_the_file_too() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("bond.toml");
    let from_file = |text: &str| {
        fs::write(&file, text).expect("written");
        resolve(&Given { file: Some(file.clone()), ..Given::default() })
    };
    assert_eq!(Config::default().fiscal_year_start, Month::January);
    for number in 1..=12 {
        let resolved = from_file(&format!("fiscal_year_start = {number}\n")).expect("a month");
        assert_eq!(u8::from(resolved.config.fiscal_year_start), number);
        assert_eq!(resolved.shown("fiscal_year_start"), number.to_string());
    }
    let error = from_file("fiscal_year_start = 13\n").expect_err("no month").to_string();
    assert!(error.ends_with("expected the number of a month, from 1 to 12"), "{error}");
}

#[test]
fn the_modules_of_the_program_are_a_list_or_all() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("bond.toml");
    let from_file = |text: &str| {
        fs::write(&file, text).expect("written");
        resolve(&Given { file: Some(file.clone()), ..Given::default() })
    };
    let every: Vec<_> = Module::ALL.iter().copied().filter(|module| !module.is_administration()).collect();
    assert_eq!(Config::default().modules, every);
    for written in ["\"emails, MONITOR,EMAILS\"", "[\"EMAILS\", \"MONITOR\"]"] {
        let resolved = from_file(&format!("modules = {written}\n")).expect(written);
        assert_eq!(resolved.config.modules, [Module::Monitor, Module::Emails], "in the order of lists");
        assert_eq!(resolved.shown("modules"), "MONITOR,EMAILS");
    }
    assert_eq!(from_file("modules = \"All\"\n").expect("all").config.modules, every);
    for (wrong, wanted) in [
        ("OFFERS,ADMIN", "ADMIN cannot be turned off"),
        ("data", "DATA cannot be turned off"),
        ("OFFERS,MAIL", "\"MAIL\" is not a module; those are MONITOR, MEMBERS,"),
        (" , ", "expected all, or at least one of MONITOR,"),
    ] {
        let error = from_file(&format!("modules = {wrong:?}\n")).expect_err(wrong).to_string();
        assert!(error.contains("modules = ") && error.contains(wanted), "{wrong}: {error}");
    }
}
