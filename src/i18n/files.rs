//! What files say around their figures.

use crate::groupings::{Grouping, GroupsAsOf};
use crate::i18n::language::Language;

#[derive(Debug)]
pub struct Files {
    /// The code of the language, for programs that read a file aloud.
    pub language: Language,
    // What a file is of.
    pub program: &'static str,
    pub screen: &'static str,
    pub through: &'static str,
    pub currency: &'static str,
    pub taken_by: &'static str,
    pub taken_at: &'static str,
    pub note: &'static str,
    pub made_up: &'static str,
    pub annotation: &'static str,
    pub correction: &'static str,
    /// What a load did with days, by its number and whether it took another one back.
    pub corrected: fn(i64, bool) -> String,
    pub earlier_annotations: fn(usize) -> String,
    pub no_data: &'static str,
    pub all_dashboards: &'static str,
    /// The name of the sheet and of the file that say it.
    pub about: &'static str,
    // The filter in words.
    pub period: &'static str,
    pub compared_with: &'static str,
    /// The tables that have the figures of those days, too.
    pub compared_tables: &'static str,
    pub nothing: &'static str,
    pub previous_period: &'static str,
    pub same_dates_last_year: &'static str,
    pub same_weekdays_last_year: &'static str,
    pub previous_full_period: &'static str,
    pub selected_dates: &'static str,
    pub no_comparison: &'static str,
    pub all: &'static str,
    pub none: &'static str,
    pub chosen: fn(usize) -> String,
    pub grouping: fn(Grouping) -> &'static str,
    /// The groups in which members count, and which those are.
    pub groups: &'static str,
    pub groups_as_of: fn(GroupsAsOf) -> &'static str,
    pub campaign_types: &'static str,
    pub campaigns: &'static str,
    pub offer_categories: &'static str,
    pub offers: &'static str,
    pub poll: &'static str,
    // What is hidden or left out.
    pub hidden: &'static str,
    pub figures_hidden: fn(usize, u16) -> String,
    pub why_hidden: fn(u16) -> String,
    pub not_complete: fn(&str, &str) -> String,
    pub empty: &'static str,
    pub left_out: fn(usize, usize) -> String,
    pub rows_left_out: fn(usize, usize) -> String,
    pub lines_left_out: fn(usize, usize) -> String,
    pub bars_left_out: fn(usize, usize) -> String,
    // Names of columns.
    pub list: &'static str,
    pub month: &'static str,
    pub figure: &'static str,
    pub value: &'static str,
    pub before: &'static str,
    pub change: &'static str,
    pub change_in_points: &'static str,
    pub total: &'static str,
    /// From where to where members moved, and which way.
    pub flow: [&'static str; 3],
    /// Joined, stayed, up, down, to another group.
    pub ways: [&'static str; 5],
    pub not_registered: &'static str,
    pub others: &'static str,
    pub year_before: fn(&str) -> String,
    /// The figure of the compared period, and its change.
    pub figure_before: fn(&str) -> String,
    pub figure_change: fn(&str) -> String,
    /// Which days those are.
    pub year_before_is: fn(&str) -> String,
    pub by: fn(&str, &[String]) -> String,
    pub indicator: &'static str,
    pub members: &'static str,
    pub share: &'static str,
    pub difference: &'static str,
    pub part: &'static str,
    pub last_month: &'static str,
    pub floor: &'static str,
    pub target: &'static str,
    pub weight: &'static str,
    pub points: &'static str,
    /// Units in the names of columns.
    pub in_months: &'static str,
    pub in_seconds: &'static str,
    // Names of tables.
    pub key_figures: &'static str,
    pub indicators: &'static str,
    // The first page of a document.
    pub nothing_changed: &'static str,
    pub since_last_month: &'static str,
    /// How many receipts there are, and the beginning of the digest of their digests.
    /// How many letters have no font, and some of them.
    pub letters_missing: fn(usize, &str) -> String,
    pub receipts_of_page: fn(usize, &str) -> String,
    // Why a part of the score does not count.
    pub not_applicable: &'static str,
    pub insufficient: &'static str,
    pub part_hidden: &'static str,
    pub part_left_out: &'static str,
    // Parts of a file.
    pub sheet: &'static str,
    pub what_it_shows: &'static str,
    pub notes: &'static str,
    pub definition: &'static str,
    pub definitions: &'static str,
    pub contents: &'static str,
    pub chart: fn(&str) -> String,
    pub page: fn(usize, usize) -> String,
    /// At the foot of pages: title, period, login and time.
    pub foot: fn(&str, &str, &str, &str) -> String,
    pub made_with: &'static str,
    // Receipts.
    pub receipts: &'static str,
    pub receipt: &'static str,
    /// The text before and after the command that checks one.
    pub about_receipts: [&'static str; 2],
    pub signed_digest: &'static str,
    pub receipts_of_cover: &'static str,
    /// In place of a receipt.
    pub no_receipt_hidden: &'static str,
    pub no_receipt_not_loaded: &'static str,
}

/// Joins what rows are grouped by: `Tier and Audience`.
pub(super) fn joined(by: &[String], and: &str) -> String {
    by.join(&format!(" {and} "))
}
