//! What a page is of.

use crate::render::gather::Gathered;

/// The screens of one dashboard.
pub struct Chapter {
    pub title: String,
    pub gathered: Gathered,
}
