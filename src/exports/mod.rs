//! Files of what is shown: workbooks, CSV, and a zip of all tables of a screen.
//!
//! - `screen` names what is exported and lists the calls that answer it.
//! - `gather` makes these calls; their answers are those of the JSON calls, so that no figure is computed twice.
//! - `blocks` and `cards` turn a declaration and its answer into a `grid`: rows of texts and figures with their units.
//! - `headline` has the figures at the head of a screen as texts, for mail.
//! - `titles` names grids and sheets; `about` says what a file is of.
//! - `xlsx`, `csv` and `archive` write the grids.

pub mod about;
mod archive;
mod blocks;
mod cards;
pub mod csv;
mod error;
mod gather;
mod grid;
mod headline;
mod screen;
mod titles;
mod xlsx;

pub use about::About;
pub use archive::archive;
pub use csv::{Separator, Style};
pub use error::ExportError;
pub use gather::{Gathered, gather};
pub use headline::{HeadFigure, headline};
pub use screen::{Part, Screen};
pub use xlsx::{XLSX, workbook};
