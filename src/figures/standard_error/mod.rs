//! How certain the change of a rate or mean is (docs/explain.md, "Within chance").
//!
//! - `variance` computes the sampling variance of figures, as a pure function.
//! - `sample` reads what each member of a sample has of them.

mod sample;
mod variance;

pub use sample::{Sample, Spreads};
pub use variance::{Residuals, Spread, binomial, is_sampled, is_within_chance, standard_error, variance};
