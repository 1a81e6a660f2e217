//! Files of what is shown: workbooks, PDF, pages to take along, CSV, and a zip of all tables of a screen.
//!
//! - `screen` names what is exported and lists the calls that answer it.
//! - `gather` makes these calls; their answers are those of the JSON calls, so that no figure is computed twice.
//! - `blocks` and `cards` turn a declaration and its answer into a `grid`: rows of texts and figures with their units;
//!   `polls` does it for polls, which fit no declaration.
//! - `compared` adds the figures of the compared period to the grids of tables and lists.
//! - `targets` adds to grids what their figures are compared with.
//! - `evidence` has receipts of figures, for covers and dossiers.
//! - `headline` has the figures at the head of a screen as texts, for mail.
//! - `front` has what the first page of a PDF says.
//! - `titles` names grids and sheets, by the `names` of the page; `about` says what a file is of, with the names that `items` finds and what is `noted` at
//!   its days.
//! - `format` writes figures as the page does; `drawing` makes charts of grids.
//! - `flat` has tables as programs read them, with the days and the receipt in each row.
//! - `xlsx`, `csv`, `archive`, `pdf` and `dossier` write the grids.

pub mod about;
mod archive;
mod blocks;
mod cards;
mod compared;
pub mod csv;
mod dossier;
mod drawing;
mod error;
mod evidence;
pub mod flat;
mod format;
mod front;
mod gather;
mod grid;
mod headline;
mod items;
mod names;
mod noted;
mod pdf;
mod polls;
mod screen;
mod targets;
mod titles;
mod xlsx;

pub use about::{About, Logo, in_words};
pub use archive::archive;
pub use compared::Compared;
pub use csv::{Separator, Style};
pub use dossier::{Chapter, dossier};
pub use error::ExportError;
pub use evidence::{Evidence, SignedReceipt, receipts_in_words};
pub use format::Formats;
pub use gather::{Gathered, at_one_version, gather};
pub use headline::{HeadFigure, headline};
pub use items::{ItemNames, item_names, poll_name};
pub use noted::{Noted, NotedDays};
pub use pdf::{PDF, pdf};
pub use screen::{Screen, ScreenCall};
pub use titles::of_dashboard;
pub use xlsx::{XLSX, workbook};
