//! Rules for the sources themselves: which modules may use which crates, the order of the layers, no cycles, and what
//! must not appear at all.

mod cycles;
pub mod sources;

use std::collections::BTreeSet;

use cycles::{cycles, folder_cycles};
use sources::{SourceFile, Sources, files, text};

/// The folders and files directly under `src`, from the lowest to the highest: one uses those of the lines above its own.
const LAYERS: &[&[&str]] = &[
    &["random"],
    &["platform"],
    &["child", "clock", "data_dir", "egress", "error", "groupings", "modules", "telemetry", "trust"],
    &["abilities", "i18n", "limited", "scope", "shared_folder", "warehouse"],
    &["config", "figures", "store"],
    &["auth", "backup", "connections", "mail", "outbox", "screens", "syslog"],
    &["loads", "maintenance", "render"],
    &["pull", "recovery"],
    &["copies"],
    &["app"],
    &["delivery", "doctor", "http"],
    &["features"],
    &["accounts", "background", "operate"],
    &["routes"],
    &["generate", "ui"],
    &["server"],
    &["cli"],
];

/// Lower layers that a layer has no business with: accounts with figures, and figures with the store.
const APART: &[(&str, &[&str])] =
    &[("store", &["warehouse"]), ("auth", &["figures", "warehouse"]), ("screens", &["store"]), ("render", &["store"])];

fn sources(texts: &[(&str, &str)]) -> Sources {
    Sources::of(texts.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())))
}

#[test]
fn crates_are_used_only_where_they_belong() {
    let sources = Sources::read();
    for (name, paths) in [
        ("duckdb", &["warehouse/", "bench/files.rs", "tests/golden.rs", "tests/hostile.rs"][..]),
        (
            "rusqlite",
            &[
                "store/",
                "features/*/stored.rs",
                "tests/erasure.rs",
                "tests/golden.rs",
                "tests/keys.rs",
                "tests/reported.rs",
            ],
        ),
        ("actix_http", &["connections.rs"]),
        (
            "rustls",
            &[
                "trust.rs",
                "connections/tls.rs",
                "connections/tls/",
                "syslog.rs",
                "tests/certificates.rs",
                "tests/clusters/tls.rs",
                "tests/openid_connect/",
                "tests/pulls/",
                "tests/syslog.rs",
            ],
        ),
        (
            "actix_web",
            &[
                "accounts/",
                "connections.rs",
                "error.rs",
                "features/",
                "http/",
                "maintenance.rs",
                "operate/",
                "routes/",
                "server.rs",
                "server/",
                "tests/",
                "ui.rs",
            ],
        ),
        (
            "clap",
            &[
                "bench/main.rs",
                "cli.rs",
                "cli/",
                "config.rs",
                "config/agents.rs",
                "config/clickhouse.rs",
                "config/links.rs",
                "config/mail.rs",
                "config/oidc.rs",
                "config/oidc_tables.rs",
                "config/origin.rs",
                "config/resolve.rs",
                "config/sign_in.rs",
                "config/syslog.rs",
            ],
        ),
        ("argon2", &["auth/", "tests/mod.rs"]),
        ("jsonwebtoken", &["auth/"]),
        ("openidconnect", &["auth/oidc/", "tests/openid_connect/"]),
        (
            "ureq",
            &[
                "auth/oidc/",
                "bench/",
                "cli/mcp.rs",
                "egress.rs",
                "pull/clients/",
                "tests/",
                "trust.rs",
                "warehouse/clickhouse/node.rs",
            ],
        ),
        ("lettre", &["mail.rs"]),
        (
            "url",
            &[
                "auth/oidc/",
                "cli/mcp.rs",
                "config/clickhouse.rs",
                "config/mail.rs",
                "config/oidc.rs",
                "config/places.rs",
                "config/pulls.rs",
                "config/syslog.rs",
                "config/tables.rs",
                "features/alerts/check.rs",
                "features/questions/figures.rs",
                "pull/clients/",
                "tests/alerts.rs",
            ],
        ),
        ("rustix", &["platform/unix/", "tests/", "doctor/", "recovery/examined.rs", "shared_folder.rs"]),
        ("windows_sys", &["platform/windows/"]),
        ("rustls_native_certs", &["trust.rs"]),
        ("chrono", &["auth/oidc/"]),
        ("getrandom", &["random.rs"]),
        ("encoding_rs", &["warehouse/mapping/", "warehouse/suggest/"]),
        ("jiff", &["clock.rs", "warehouse/mapping/"]),
        ("rust_embed", &["ui.rs"]),
        ("moka", &["figures/", "screens/answers/"]),
        ("rust_xlsxwriter", &["render/"]),
        (
            "calamine",
            &[
                "warehouse/read/decode/workbook.rs",
                "tests/addresses.rs",
                "tests/exports.rs",
                "tests/languages.rs",
                "tests/reports.rs",
            ],
        ),
        ("krilla", &["render/pdf/"]),
        ("png", &["operate/picture.rs", "tests/logo.rs"]),
        ("zune_jpeg", &["operate/picture.rs"]),
        ("exif", &["operate/picture.rs"]),
        ("maud", &["operate/mail.rs", "render/dossier/"]),
        ("harfrust", &["render/drawing/faces.rs", "render/drawing/typeface.rs"]),
        ("prometheus_client", &["telemetry/"]),
        ("age", &["backup/", "tests/backup.rs"]),
        ("tar", &["backup/"]),
        ("tokio_postgres", &["pull/clients/postgresql.rs"]),
        ("mysql_async", &["pull/clients/mysql.rs"]),
        ("russh", &["pull/clients/sftp.rs"]),
        ("rusty_s3", &["pull/clients/s3.rs", "tests/pulls/"]),
    ] {
        let mut used = false;
        for source in sources.files.iter().filter(|source| source.names_crate(name)) {
            used = true;
            assert!(source.is_of(paths), "{} uses {name}, which is reserved for {paths:?}", source.path);
        }
        assert!(used, "{name} is no longer used: remove it from this list");
    }
}

/// Nothing opens a connection past [`bond::egress`], which notes and forbids them.
#[test]
fn connections_are_opened_in_one_place() {
    let opens = ["new_agent()", "Agent::new", "new_with_config", "TcpStream::connect", "UdpSocket", "SmtpTransport::"];
    let sources = Sources::read();
    let library = sources.files.iter().filter(|source| source.is_library() && source.path != "egress.rs");
    for source in library {
        for opening in opens {
            let is_mail = source.path == "mail.rs" && opening.starts_with("Smtp");
            // Only this machine reaches it.
            let is_control = source.path == "platform/windows/control.rs" && opening == "TcpStream::connect";
            let is_there = text(source.path.as_ref()).contains(opening);
            assert!(
                !is_there || is_mail || is_control,
                "{} has {opening}: connections go through egress.rs",
                source.path
            );
        }
    }
}

/// What differs between systems stands in `platform`. Tests may be of one system.
#[test]
fn systems_are_told_apart_in_one_place() {
    let of_system = |name: &&sources::Name| {
        let parts: Vec<&str> = name.parts.iter().map(String::as_str).collect();
        matches!(
            parts[..],
            ["std", "os", ..] | ["tokio", "signal", "unix" | "windows", ..] | ["rustix" | "windows_sys", ..]
        )
    };
    let library = Sources::read().files.into_iter().filter(SourceFile::is_library);
    for source in library.filter(|source| !source.is_test && !source.path.starts_with("platform/")) {
        let named = source.names.iter().filter(|name| !name.is_test).find(of_system);
        assert!(named.is_none(), "{} uses {named:?}: code for one system belongs in platform", source.path);
        let text = text(source.path.as_ref());
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for condition in [
            "cfg(unix",
            "cfg(windows",
            "cfg(not(unix",
            "cfg(not(windows",
            "cfg!(unix",
            "cfg!(windows",
            "target_os",
            "\"/proc/",
        ] {
            assert!(
                !code.contains(condition),
                "{} has {condition}: code for one system belongs in platform",
                source.path
            );
        }
    }
}

/// Figures leave the engine by tables whose small groups are suppressed. The command that checks receipts reads the data
/// directory as its owner.
#[test]
fn only_tests_read_figures_that_are_not_suppressed() {
    let sources = Sources::read();
    for source in sources.files.iter().filter(|source| source.is_library() && source.path != "figures/table.rs") {
        let text = text(source.path.as_ref());
        assert!(!text.contains("unsuppressed()"), "{} reads them", source.path);
        let is_owner = source.path == "screens/receipts/verify.rs";
        assert!(is_owner || !text.contains("to_owner_of_data"), "{} reads them", source.path);
    }
}

#[test]
fn layers_use_only_lower_layers() {
    let height = |name: &str| LAYERS.iter().position(|layers| layers.contains(&name));
    let sources = Sources::read();
    let mut known = BTreeSet::new();
    for source in sources.files.iter().filter(|source| source.is_library()) {
        let layer = source.layer();
        let of = height(layer).unwrap_or_else(|| panic!("{} belongs to no layer: add {layer} to LAYERS", source.path));
        let apart = APART.iter().find(|(name, _)| *name == layer).map_or(&[][..], |(_, others)| others);
        for named in source.names.iter().filter(|name| name.parts[0] == "crate") {
            let Some(other) = named.parts.get(1).filter(|other| *other != layer) else { continue };
            let is_below = height(other).is_none_or(|other| other < of) && !apart.contains(&other.as_str());
            assert!(is_below, "{} uses {}, which {layer} may not", source.path, named.parts.join("::"));
        }
        known.insert(layer);
    }
    for name in LAYERS.iter().copied().flatten() {
        assert!(known.contains(*name), "there is no layer {name}: remove it from LAYERS");
    }
}

#[test]
fn files_have_no_cyclic_dependencies() {
    let sources = Sources::read();
    let found = cycles(&sources.dependencies());
    assert!(found.is_empty(), "cycles: {found:#?}");
}

#[test]
fn folders_have_no_cyclic_dependencies() {
    let sources = Sources::read();
    let found = folder_cycles(&sources.dependencies());
    assert!(found.is_empty(), "cycles: {found:#?}");
}

#[test]
fn dependencies_are_read_from_the_code() {
    let sources = sources(&[
        ("lib.rs", "pub mod a; pub mod b;"),
        (
            "a/mod.rs",
            "mod one; mod two; pub use one::One; pub const A: u8 = 0; #[cfg(test)] mod tests { use crate::b; }",
        ),
        ("a/one.rs", "use super::{A, two::Two as Second}; // crate::b\npub struct One;"),
        ("a/two.rs", "pub(super) struct Two; const X: &str = \"crate::b\";"),
        (
            "b.rs",
            "use crate::a::{self, One}; fn f() { assert!(a::A == 0, \"crate::a::two\", c = crate::a::two::Two); }",
        ),
    ]);
    let wanted = [("a/one.rs", "a/mod.rs"), ("a/one.rs", "a/two.rs"), ("b.rs", "a/mod.rs"), ("b.rs", "a/one.rs")];
    let dependencies = sources.dependencies();
    assert_eq!(dependencies, BTreeSet::from_iter(wanted.into_iter().chain([("b.rs", "a/two.rs")])));
    assert!(cycles(&dependencies).is_empty() && folder_cycles(&dependencies).is_empty());
}

#[test]
fn crates_are_read_from_the_code() {
    let source = |code: &str| sources(&[("x.rs", code)]).files.remove(0);
    let names = |code: &str| source(code).names_crate("duckdb");
    assert!(names("use duckdb::Connection;") && names("use duckdb;") && names("use duckdb::{a, b::*};"));
    assert!(names("fn f() -> duckdb::Result<()> { g() }") && names("fn f() { vec![duckdb::NULL] }"));
    assert!(names("#[derive(duckdb::Row)] struct A;"));
    assert!(!names("// duckdb::A\nfn duckdb() { let duckdb = \"duckdb::A\"; f(duckdb); }"));
}

#[test]
fn cycles_are_found() {
    let of = |dependencies: &[(&'static str, &'static str)]| dependencies.iter().copied().collect::<BTreeSet<_>>();
    assert!(cycles(&of(&[("a", "b"), ("a", "c"), ("b", "c")])).is_empty());
    assert_eq!(cycles(&of(&[("a", "b"), ("b", "c"), ("c", "b"), ("d", "d")])), [vec!["b", "c"], vec!["d"]]);
    // No cycle between files, but one between folders and one within a folder.
    let folders = of(&[("a/x.rs", "b/x.rs"), ("b/y.rs", "a/y.rs"), ("c/d/x.rs", "c/e.rs"), ("c/e.rs", "c/d/mod.rs")]);
    assert!(cycles(&folders).is_empty());
    assert_eq!(folder_cycles(&folders), [vec!["a", "b"], vec!["c/d", "c/e"]]);
}

#[test]
fn handlers_contain_no_sql() {
    for path in files().iter().filter(|path| {
        path.starts_with("http")
            || path.starts_with("routes")
            || path.starts_with("screens")
            || path.ends_with("routes.rs")
    }) {
        let text = text(path).to_lowercase();
        for sql in ["select ", "insert into", "delete from", " from bond."] {
            assert!(!text.contains(&format!("\"{sql}")), "{} contains SQL", path.display());
        }
    }
}

#[test]
fn nothing_has_a_vague_name() {
    const VAGUE: [&str; 8] = ["util", "utils", "helper", "helpers", "common", "misc", "shared", "stuff"];
    for path in files() {
        for part in path.components() {
            let part = part.as_os_str().to_string_lossy().to_lowercase();
            let stem = part.split('.').next().unwrap_or_default().to_owned();
            assert!(!VAGUE.contains(&stem.as_str()), "{} is called {stem}", path.display());
        }
    }
    for SourceFile { path, modules, .. } in Sources::read().files {
        for name in VAGUE {
            assert!(!modules.contains(name), "{path} has a module {name}");
        }
    }
}

#[test]
fn nothing_is_left_unfinished() {
    for SourceFile { path, macros, .. } in Sources::read().files {
        for name in ["todo", "unimplemented", "dbg"] {
            assert!(!macros.contains(name), "{path} calls {name}!");
        }
    }
}

/// The package lists the licences of all crates, and fails over one that is not in its own list.
#[test]
fn the_package_accepts_the_licences_that_the_audit_allows() {
    let list = |file: &str, section: &str, key: &str| -> BTreeSet<String> {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let text = std::fs::read_to_string(path).expect("read");
        let document: toml::Table = text.parse().expect("TOML");
        let table = if section.is_empty() { &document } else { document[section].as_table().expect("a section") };
        table[key].as_array().expect("a list").iter().map(|name| name.as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(list("assets/packaging/about.toml", "", "accepted"), list("deny.toml", "licenses", "allow"));
}
