//! What views, links, reports and alerts have in common: a screen of the page, its filters, and the choices in its blocks.

use crate::error::ApiError;
use crate::figures::filter::FilterParams;
use crate::http::body::strict;
use crate::screens::pages::{Page, page_of};

/// The longest name of a thing that is saved, in characters.
pub const LONGEST_NAME: usize = 100;
/// The longest route of a screen, in characters.
const LONGEST_ROUTE: usize = 100;
/// The longest filters and choices, in bytes.
const LONGEST_FILTERS: usize = 8000;
const LONGEST_BLOCKS: usize = 4000;

/// The page of a screen that has filters, by its route, such as `user-dashboard/logins-breakdown`; None for every other.
pub fn page_of_route(route: &str) -> Option<Page> {
    let is_plain = |sign: char| sign.is_ascii_lowercase() || "-/".contains(sign);
    page_of(route).filter(|_| route.len() <= LONGEST_ROUTE && route.chars().all(is_plain))
}

/// Reads filters that are to be saved as JSON text. What was saved before unknown fields were refused still opens.
///
/// # Errors
/// 400 with the name of the field.
pub fn filters(text: &str) -> Result<FilterParams, ApiError> {
    if text.len() > LONGEST_FILTERS {
        return Err(ApiError::field("filters", format!("expected at most {LONGEST_FILTERS} bytes; choose fewer")));
    }
    strict(text.as_bytes()).map_err(|error| {
        ApiError::field("filters", format!("expected a filter as JSON text: {}", error.body().errors.join("; ")))
    })
}

/// Checks the choices in the blocks of a screen, as the page has them in its address.
///
/// # Errors
/// 400 with the name of the field.
pub fn check_blocks(blocks: &str) -> Result<(), ApiError> {
    if blocks.len() <= LONGEST_BLOCKS && !blocks.chars().any(char::is_control) {
        return Ok(());
    }
    let expected =
        format!("expected at most {LONGEST_BLOCKS} bytes without control characters, as in the address of the page");
    Err(ApiError::field("blocks", expected))
}
