//! Generates files from the declarations: for the page the wire types, metrics, calls, blocks and groupings, for readers
//! the feed guide and the glossary, for the packages the settings file. The files are committed; `make generate` writes
//! them, and a test fails if one is out of date.
//!
//! The generator is the topmost layer: it reads every layer and no layer reads it.

mod blocks;
mod calls;
mod feed;
mod glossary;
mod groupings;
mod literals;
mod metrics;
mod settings;
mod translated;
mod wire;

use crate::i18n::language::Language;

/// A generated file.
pub struct Generated {
    /// Relative to the project's root.
    pub path: String,
    pub content: String,
}

impl Generated {
    fn new(path: &str, content: String) -> Generated {
        Generated { path: path.to_owned(), content }
    }
}

/// All generated files.
pub fn files() -> Vec<Generated> {
    let mut files = vec![
        Generated::new("ui/src/generated/wire.ts", wire::wire()),
        Generated::new("ui/src/generated/calls.ts", calls::calls()),
        Generated::new("ui/src/generated/figureModules.ts", metrics::modules()),
        Generated::new("ui/src/generated/groupings.ts", groupings::groupings()),
        Generated::new("docs/feed.md", feed::guide()),
        Generated::new("docs/metrics.md", glossary::glossary()),
        Generated::new("assets/packaging/bond.toml", settings::settings_file()),
    ];
    for &language in Language::ALL {
        for (name, content) in [
            ("metrics", metrics::metrics(language)),
            ("figureLabels", metrics::figure_labels(language)),
            ("definitions", metrics::definitions(language)),
            ("blocks", blocks::blocks(language)),
        ] {
            let path = format!("ui/src/texts/{}/generated/{name}.ts", language.code());
            files.push(Generated { path, content });
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_committed_files_are_current() {
        for file in files() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&file.path);
            let committed = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(committed == file.content, "{} is not current: run `make generate`", file.path);
        }
    }
}
