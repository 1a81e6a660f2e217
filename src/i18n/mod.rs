//! Texts that the server writes, in the languages of the page: sentences, files and mail.
//!
//! Each area has a struct of its texts, and each language a folder with one value of it: a text that is missing in one does
//! not compile. A text that takes values is a function; figures and days come to it as texts that are formatted already.
//!
//! - `language` lists the languages; `en`, `de` and `es` have their texts.
//! - `alerts`, `explain`, `insights`, `issued`, `files`, `letters`, `notices`, `reports` and `targets` are the areas.
//! - `labels` has labels, names and definitions of figures, from `data/languages`.
//! - `dates` and `numbers` write days and numbers, by the language's `writing`.
//! - `messages` translates what arises in English, by its text: errors, faults of files, findings.
//!
//! What is for scripts and operators stays English: names of fields and settings, the audit log, logs and command line.

mod alerts;
pub mod dates;
mod de;
mod en;
mod es;
mod explain;
pub mod file_names;
mod files;
mod insights;
mod issued;
pub mod labels;
pub mod language;
mod letters;
pub mod messages;
mod notices;
pub mod numbers;
mod reports;
mod targets;
mod texts;
mod translated;
mod writing;

pub use alerts::{Alerts, Way};
pub use explain::{Explain, Moved, Named, Rest};
pub use files::Files;
pub use insights::{Insights, Instead, MovedPart, Others};
pub use issued::Issued;
pub use letters::{Letters, Words};
pub use notices::{NoticeText, Notices};
pub use reports::Reports;
pub use targets::Targets;
pub use texts::Texts;
pub use writing::Writing;

use self::language::{Language, languages};

macro_rules! texts {
    ($($language:ident $code:literal $module:ident),*) => {
        impl Language {
            /// What the server writes in it.
            pub fn texts(self) -> &'static Texts {
                match self {
                    $(Language::$language => &$module::TEXTS,)*
                }
            }
        }
    };
}

languages!(texts);
