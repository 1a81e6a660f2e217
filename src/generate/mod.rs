//! Generates files from the declarations: for the page the wire types, metrics, calls, blocks and groupings, for readers
//! the feed guide and the glossary, for the packages the settings file. The files are committed; `make generate` writes
//! them, and a test fails if one is out of date.
//!
//! The generator is the topmost layer: it reads every layer and no layer reads it.

mod administration;
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
    pub path: &'static str,
    pub content: String,
}

/// All generated files.
pub fn files() -> Vec<Generated> {
    vec![
        Generated { path: "ui/src/api/generated/wire.ts", content: wire::wire() },
        Generated { path: "ui/src/api/generated/administration.ts", content: administration::types() },
        Generated { path: "ui/src/api/generated/calls.ts", content: calls::calls() },
        Generated { path: "ui/src/api/generated/metrics.ts", content: metrics::metrics(Language::En) },
        Generated { path: "ui/src/api/generated/metrics.de.ts", content: metrics::metrics(Language::De) },
        Generated { path: "ui/src/api/generated/metrics.es.ts", content: metrics::metrics(Language::Es) },
        Generated { path: "ui/src/api/generated/figureModules.ts", content: metrics::modules() },
        Generated { path: "ui/src/api/generated/figureLabels.ts", content: metrics::figure_labels(Language::En) },
        Generated { path: "ui/src/api/generated/figureLabels.de.ts", content: metrics::figure_labels(Language::De) },
        Generated { path: "ui/src/api/generated/figureLabels.es.ts", content: metrics::figure_labels(Language::Es) },
        Generated { path: "ui/src/api/generated/definitions.ts", content: metrics::definitions(Language::En) },
        Generated { path: "ui/src/api/generated/definitions.de.ts", content: metrics::definitions(Language::De) },
        Generated { path: "ui/src/api/generated/definitions.es.ts", content: metrics::definitions(Language::Es) },
        Generated { path: "ui/src/api/generated/blocks.ts", content: blocks::blocks(Language::En) },
        Generated { path: "ui/src/api/generated/blocks.de.ts", content: blocks::blocks(Language::De) },
        Generated { path: "ui/src/api/generated/blocks.es.ts", content: blocks::blocks(Language::Es) },
        Generated { path: "ui/src/api/generated/groupings.ts", content: groupings::groupings() },
        Generated { path: "docs/feed.md", content: feed::guide() },
        Generated { path: "docs/metrics.md", content: glossary::glossary() },
        Generated { path: "assets/packaging/bond.toml", content: settings::settings_file() },
    ]
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_committed_files_are_current() {
        for file in files() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file.path);
            let committed = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(committed == file.content, "{} is not current: run `make generate`", file.path);
        }
    }
}
