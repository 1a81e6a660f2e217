//! Whether an answer is genuine.

use crate::error::ApiError;
use crate::features::questions::asked::{Asking, refused};
use crate::features::questions::said::{Said, data};
use crate::features::receipts::check::checked;
use crate::features::receipts::tables::Viewer;

/// `verify`
pub async fn verify(asking: &Asking<'_>) -> Result<Said, ApiError> {
    let text = asking.required("text")?;
    let found = checked(asking.app, Viewer { user: asking.user, permissions: Some(asking.permissions) }, text).await?;
    if found.is_empty() {
        return Err(refused("There is no receipt number in it. One looks like R-3f9a1c22d07b88e1."));
    }
    let receipt = found.last().and_then(|quote| quote.number.clone());
    let notes = found.iter().flat_map(|quote| quote.lines(data)).collect();
    Ok(Said { notes, receipt, ..Said::default() })
}
