//! What the sources themselves must hold: which module names which crate, that layers do not point back, and what
//! is not written at all.

use std::fs;
use std::path::{Path, PathBuf};

/// A source file: its path from `src`, its text, and the text without comments and strings.
struct Source {
    path: String,
    code: String,
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, into);
        } else {
            into.push(path);
        }
    }
}

/// Everything under `src`, of any kind.
fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    files.into_iter().map(|file| file.strip_prefix(&root).expect("below src").to_path_buf()).collect()
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let rust = files().into_iter().filter(|path| path.extension().is_some_and(|kind| kind == "rs"));
    rust.map(|path| {
        let text = fs::read_to_string(root.join(&path)).expect("a source");
        Source { path: path.to_string_lossy().replace('\\', "/"), code: without_comments_and_strings(&text) }
    })
    .collect()
}

/// The code with every comment, string and character literal made blank.
fn without_comments_and_strings(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut code = String::with_capacity(text.len());
    let mut at = 0;
    let starts = |at: usize, what: &str| what.chars().enumerate().all(|(i, c)| chars.get(at + i) == Some(&c));
    while at < chars.len() {
        let before = at.checked_sub(1).map_or(' ', |before| chars[before]);
        let in_word = before.is_alphanumeric() || before == '_';
        if starts(at, "//") {
            while at < chars.len() && chars[at] != '\n' {
                at += 1;
            }
        } else if starts(at, "/*") {
            at += 2;
            while at < chars.len() && !starts(at, "*/") {
                at += 1;
            }
            at += 2;
        } else if let Some(hashes) = raw_string(&chars, at).filter(|_| !in_word || before == 'b') {
            let end = format!("\"{}", "#".repeat(hashes));
            at += hashes + 2;
            while at < chars.len() && !starts(at, &end) {
                at += 1;
            }
            at += end.len();
            code.push_str("\"\"");
        } else if chars[at] == '"' {
            at += 1;
            while at < chars.len() && chars[at] != '"' {
                at += if chars[at] == '\\' { 2 } else { 1 };
            }
            at += 1;
            code.push_str("\"\"");
        } else if chars[at] == '\'' && (chars.get(at + 1) == Some(&'\\') || chars.get(at + 2) == Some(&'\'')) {
            // A character, not a lifetime.
            at += if chars[at + 1] == '\\' { 3 } else { 2 };
            while at < chars.len() && chars[at] != '\'' {
                at += 1;
            }
            at += 1;
            code.push_str("' '");
        } else {
            code.push(chars[at]);
            at += 1;
        }
    }
    code
}

/// How many `#` a raw string that begins here has.
fn raw_string(chars: &[char], at: usize) -> Option<usize> {
    if chars.get(at) != Some(&'r') {
        return None;
    }
    let hashes = chars[at + 1..].iter().take_while(|c| **c == '#').count();
    (chars.get(at + 1 + hashes) == Some(&'"')).then_some(hashes)
}

impl Source {
    /// Whether it is in one of the folders (`warehouse/`) or is one of the files.
    fn is_of(&self, places: &[&str]) -> bool {
        places.iter().any(|place| if place.ends_with('/') { self.path.starts_with(place) } else { self.path == *place })
    }

    /// Whether the code has the word by itself.
    fn names(&self, word: &str) -> bool {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        self.code.match_indices(word).any(|(at, _)| {
            let before = self.code[..at].chars().next_back().is_some_and(is_part);
            let after = self.code[at + word.len()..].chars().next().is_some_and(is_part);
            !before && !after
        })
    }

    /// Whether the code names one of the crate's own modules: `crate::layer`, `bond::layer`, `super::layer` or
    /// in a group, `use crate::{layer, ...}`.
    fn uses(&self, layer: &str) -> bool {
        let tight: String = self.code.split_whitespace().collect();
        let is_end = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let path = |from: &str| {
            let prefix = format!("{from}{layer}");
            tight.match_indices(&prefix).any(|(at, _)| is_end(&tight[at + prefix.len()..]))
        };
        let grouped = tight.match_indices("crate::{").any(|(at, start)| {
            let mut depth = 1;
            let rest = &tight[at + start.len()..];
            let end = rest.find(|c| {
                depth += match c {
                    '{' => 1,
                    '}' => -1,
                    _ => 0,
                };
                depth == 0
            });
            let mut depth = 0;
            let mut items = rest[..end.unwrap_or(rest.len())].split(|c| {
                depth += match c {
                    '{' => 1,
                    '}' => -1,
                    _ => 0,
                };
                c == ',' && depth == 0
            });
            items.any(|item| item.strip_prefix(layer).is_some_and(is_end))
        });
        path("crate::") || path("bond::") || grouped
    }
}

#[test]
fn comments_and_strings_are_no_code() {
    let of = |text: &str| without_comments_and_strings(text);
    assert_eq!(of("a // duckdb\nb"), "a \nb");
    assert_eq!(of("a /* duckdb */ b"), "a  b");
    assert_eq!(of(r#"f("duckdb \" x", 'x', '\'', "y")"#), r#"f("", ' ', ' ', "")"#);
    assert_eq!(of("r#\"duck\"db\"# x &'a str '\"'"), "\"\" x &'a str ' '");
    let source = |code: &str| Source { path: String::new(), code: code.to_owned() };
    assert!(source("use duckdb::Connection;").names("duckdb") && !source("fn duckdb_file() {}").names("duckdb"));
    assert!(source("use crate::{app::App, screens};").uses("screens"));
    assert!(source("use crate::{a::{b, c}, routes::x};").uses("routes"));
    assert!(!source("use crate::{a::{routes, c}, b};").uses("routes"));
    assert!(source("crate::metrics::Metric").uses("metrics") && !source("crate::metrics_of()").uses("metrics"));
}

#[test]
fn a_crate_is_named_only_where_it_belongs() {
    for (name, places) in [
        ("duckdb", &["warehouse/"][..]),
        ("rusqlite", &["store/"]),
        ("actix_web", &["routes/", "server.rs", "ui.rs", "error.rs", "auth/user.rs", "tests/"]),
        ("clap", &["cli.rs", "cli/", "config.rs"]),
        ("argon2", &["auth/"]),
        ("jsonwebtoken", &["auth/"]),
        ("rust_embed", &["ui.rs"]),
        ("moka", &["metrics/"]),
    ] {
        let mut met = false;
        for source in sources() {
            if source.names(name) {
                met = true;
                assert!(source.is_of(places), "{} names {name}, which is for {places:?}", source.path);
            }
        }
        assert!(met, "nothing names {name} any more: take it out of this list");
    }
}

#[test]
fn layers_do_not_point_back() {
    const ABOVE_WAREHOUSE: &[&str] =
        &["metrics", "screens", "routes", "auth", "store", "server", "app", "cli", "error", "generate"];
    const ABOVE_METRICS: &[&str] = &["screens", "routes", "auth", "store", "server", "app", "cli", "error", "generate"];
    const ABOVE_SCREENS: &[&str] = &["routes", "auth", "store", "server", "app", "cli", "error", "generate"];
    const ABOVE_STORE: &[&str] =
        &["metrics", "screens", "routes", "auth", "warehouse", "server", "app", "cli", "error", "generate"];
    const ABOVE_AUTH: &[&str] = &["metrics", "screens", "routes", "warehouse", "server", "cli", "generate"];
    const ABOVE_ROUTES: &[&str] = &["generate"];
    for source in sources() {
        for (layer, above) in [
            ("warehouse/", ABOVE_WAREHOUSE),
            ("metrics/", ABOVE_METRICS),
            ("screens/", ABOVE_SCREENS),
            ("store/", ABOVE_STORE),
            ("auth/", ABOVE_AUTH),
            ("routes/", ABOVE_ROUTES),
        ] {
            if !source.path.starts_with(layer) {
                continue;
            }
            for name in above {
                assert!(!source.uses(name), "{} names {name}: {layer} lies below it", source.path);
            }
        }
    }
}

#[test]
fn handlers_hold_no_sql() {
    for path in files().iter().filter(|path| path.starts_with("routes") || path.starts_with("screens")) {
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(path)).expect("a source");
        let text = text.to_lowercase();
        for sql in ["select ", "insert into", "delete from", " from bond."] {
            assert!(!text.contains(&format!("\"{sql}")), "{} holds SQL", path.display());
        }
    }
}

#[test]
fn nothing_is_called_after_nothing_in_particular() {
    const VAGUE: [&str; 8] = ["util", "utils", "helper", "helpers", "common", "misc", "shared", "stuff"];
    for path in files() {
        for part in path.components() {
            let part = part.as_os_str().to_string_lossy().to_lowercase();
            let stem = part.split('.').next().unwrap_or_default().to_owned();
            assert!(!VAGUE.contains(&stem.as_str()), "{} is called {stem}", path.display());
        }
    }
    for source in sources() {
        for name in VAGUE {
            let tight = source.code.split_whitespace().collect::<Vec<_>>().join(" ");
            for ending in [";", " {"] {
                assert!(!tight.contains(&format!("mod {name}{ending}")), "{} has a module {name}", source.path);
            }
        }
    }
}

#[test]
fn nothing_is_left_unfinished() {
    for source in sources() {
        let tight: String = source.code.split_whitespace().collect();
        for name in ["todo!", "unimplemented!", "dbg!"] {
            let word = name.trim_end_matches('!');
            assert!(!(source.names(word) && tight.contains(name)), "{} has {name}", source.path);
        }
    }
}
