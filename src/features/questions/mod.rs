//! Questions about figures in words, such as agents ask, answered by the calls that screens and files have.
//!
//! - `asked` reads arguments, `said` is the form of an answer: fields, text, and what of it comes from the data.
//! - `figures` and `causes` answer. What was answered is kept with the question (features/receipts), which is asked again when
//!   somebody checks the answer.

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
