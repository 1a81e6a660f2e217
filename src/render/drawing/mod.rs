//! Charts and pages as shapes, which PDF and SVG draw alike.
//!
//! - `shapes` is what can be drawn, with colours by their design token; `tokens` reads these from the page's style sheet.
//! - `typeface` measures, cuts and wraps texts; `faces` has the fonts.
//! - `chart` draws a grid: `lines`, `bars` and `pie`, with `axis` and `legend`.

mod axis;
mod bars;
mod chart;
mod charted;
pub mod faces;
mod legend;
pub mod lines;
pub mod names;
mod pie;
pub mod shapes;
pub mod tokens;
pub mod typeface;

pub use chart::charted;
pub use charted::Charted;
pub use shapes::{Align, Drawing, Ink, Shape, Text};
pub use typeface::Weight;
