//! Questions about figures in words, such as agents ask, answered by the calls that screens and files have.
//!
//! - `asked` reads the arguments. `said` defines the form of an answer: its fields, its text, and which parts come from the
//!   data.
//! - `figures` and `causes` compute the answers. `features/receipts` stores each answer with its question. To check an
//!   answer, it asks the question again.

pub mod asked;
pub mod causes;
pub mod figures;
pub mod said;

use asked::Asking;
use said::Said;

use crate::error::ApiError;

/// Answers a question that was kept, by the name of its tool.
///
/// # Errors
/// As the tools; 404 for a tool that this release does not have.
pub async fn again(tool: &str, asking: &Asking<'_>) -> Result<Said, ApiError> {
    match tool {
        "figure" => figures::figure(asking).await,
        "breakdown" => figures::breakdown(asking).await,
        "series" => figures::series(asking).await,
        "why" => causes::why(asking).await,
        "what_moved" => causes::what_moved(asking).await,
        "who_is_close" => causes::who_is_close(asking).await,
        _ => Err(ApiError::not_found("There is no such question.")),
    }
}
