//! What the sources themselves must hold: which module names which crate, that arrows point one way, and what is not
//! written at all.

mod circles;
mod sources;

use std::collections::BTreeSet;

use circles::{circles, folder_circles};
use sources::{Source, Sources, files, text};

/// What each folder or file right under `src` may name of the others: arrows point down this list.
const LAYERS: &[(&str, &[&str])] = &[
    ("clock", &[]),
    ("data_dir", &[]),
    ("error", &[]),
    ("groupings", &[]),
    ("random", &[]),
    ("config", &["clock"]),
    ("warehouse", &["groupings"]),
    ("metrics", &["groupings", "warehouse"]),
    ("screens", &["groupings", "metrics", "warehouse"]),
    ("store", &["random"]),
    ("auth", &["config", "random", "store"]),
    ("app", &["auth", "clock", "config", "data_dir", "metrics", "screens", "store", "warehouse"]),
    ("routes", &["app", "auth", "error", "groupings", "metrics", "random", "screens", "store", "warehouse"]),
    ("generate", &["error", "groupings", "metrics", "routes", "screens", "store", "warehouse"]),
    ("ui", &["error"]),
    ("server", &["app", "auth", "error", "random", "routes", "ui"]),
    ("cli", &["app", "auth", "clock", "config", "data_dir", "random", "server", "store", "warehouse"]),
];

fn sources(texts: &[(&str, &str)]) -> Sources {
    Sources::of(texts.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())))
}

#[test]
fn a_crate_is_named_only_where_it_belongs() {
    for (name, places) in [
        ("duckdb", &["warehouse/"][..]),
        ("rusqlite", &["store/"]),
        ("actix_web", &["routes/", "server.rs", "ui.rs", "error.rs", "tests/"]),
        ("clap", &["cli.rs", "cli/", "config.rs"]),
        ("argon2", &["auth/"]),
        ("jsonwebtoken", &["auth/"]),
        ("getrandom", &["random.rs"]),
        ("jiff", &["clock.rs"]),
        ("rust_embed", &["ui.rs"]),
        ("moka", &["metrics/"]),
    ] {
        let mut met = false;
        for source in Sources::read().files.iter().filter(|source| source.names_crate(name)) {
            met = true;
            assert!(source.is_of(places), "{} names {name}, which is for {places:?}", source.path);
        }
        assert!(met, "nothing names {name} any more: take it out of this list");
    }
}

#[test]
fn layers_name_only_those_below() {
    let sources = Sources::read();
    let mut used = BTreeSet::new();
    for source in sources.files.iter().filter(|source| source.is_of_the_library()) {
        let layer = source.layer();
        let (_, below) = LAYERS
            .iter()
            .find(|(name, _)| *name == layer)
            .unwrap_or_else(|| panic!("{} is of no layer: add {layer} to LAYERS", source.path));
        for named in source.names.iter().filter(|name| name.parts[0] == "crate") {
            let Some(other) = named.parts.get(1).filter(|other| *other != layer) else { continue };
            assert!(
                below.contains(&other.as_str()),
                "{} names {}: {layer} may not",
                source.path,
                named.parts.join("::")
            );
            used.insert((layer.to_owned(), other.clone()));
        }
    }
    for (index, (layer, below)) in LAYERS.iter().enumerate() {
        for other in *below {
            let is_below = LAYERS[..index].iter().any(|(name, _)| name == other);
            assert!(is_below, "{layer} names {other}, which is not above it in LAYERS");
            assert!(used.contains(&((*layer).to_owned(), (*other).to_owned())), "{layer} names no {other} any more");
        }
    }
}

#[test]
fn no_files_name_each_other_in_a_circle() {
    let sources = Sources::read();
    let circles = circles(&sources.arrows());
    assert!(circles.is_empty(), "circles: {circles:#?}");
}

#[test]
fn no_folders_name_each_other_in_a_circle() {
    let sources = Sources::read();
    let circles = folder_circles(&sources.arrows());
    assert!(circles.is_empty(), "circles: {circles:#?}");
}

#[test]
fn arrows_are_read_from_the_code() {
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
    let arrows = sources.arrows();
    assert_eq!(arrows, BTreeSet::from_iter(wanted.into_iter().chain([("b.rs", "a/two.rs")])));
    assert!(circles(&arrows).is_empty() && folder_circles(&arrows).is_empty());
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
fn circles_are_found() {
    let of = |arrows: &[(&'static str, &'static str)]| arrows.iter().copied().collect::<BTreeSet<_>>();
    assert!(circles(&of(&[("a", "b"), ("a", "c"), ("b", "c")])).is_empty());
    assert_eq!(circles(&of(&[("a", "b"), ("b", "c"), ("c", "b"), ("d", "d")])), [vec!["b", "c"], vec!["d"]]);
    // No circle of files, but one of the folders, and one within a folder.
    let folders = of(&[("a/x.rs", "b/x.rs"), ("b/y.rs", "a/y.rs"), ("c/d/x.rs", "c/e.rs"), ("c/e.rs", "c/d/mod.rs")]);
    assert!(circles(&folders).is_empty());
    assert_eq!(folder_circles(&folders), [vec!["a", "b"], vec!["c/d", "c/e"]]);
}

#[test]
fn handlers_hold_no_sql() {
    for path in files().iter().filter(|path| path.starts_with("routes") || path.starts_with("screens")) {
        let text = text(path).to_lowercase();
        for sql in ["select ", "insert into", "delete from", " from bond."] {
            assert!(!text.contains(&format!("\"{sql}")), "{} holds SQL", path.display());
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
    for Source { path, modules, .. } in Sources::read().files {
        for name in VAGUE {
            assert!(!modules.contains(name), "{path} has a module {name}");
        }
    }
}

#[test]
fn nothing_is_left_unfinished() {
    for Source { path, macros, .. } in Sources::read().files {
        for name in ["todo", "unimplemented", "dbg"] {
            assert!(!macros.contains(name), "{path} calls {name}!");
        }
    }
}
