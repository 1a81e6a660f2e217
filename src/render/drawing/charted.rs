//! What becomes of a grid that is drawn.

use super::shapes::Drawing;

/// A chart, and what it leaves out.
#[derive(Debug)]
pub struct Charted {
    pub drawing: Drawing,
    pub notes: Vec<String>,
}
