//! How rows are scanned for several windows: once for all of them, or once for each.

use super::cover::{Read, ReadFrom};
use super::model::Scan;
use super::source_query::SourceQuery;
use crate::warehouse::feed::Each;
use crate::warehouse::question::{Piece, Relation, Span, Steps};

/// The most windows for which a scan each is faster than one scan for all: it compares with constants and reads only
/// its own days. To plan more scans takes longer than to find the window of each row.
const MOST_WINDOW_SCANS: usize = 3;

/// The window that is read from rows, if it is.
pub(super) fn row_scan(read: &Read) -> Option<(Relation, i64, Span)> {
    let Read { window, days, from: ReadFrom::Rows(relation) } = *read else { return None };
    Some((relation, window, days))
}

/// Scans of rows: one for all windows, or one for each, which compares with constants and reads only its own days. That
/// is quicker than a lookup of every row's period (docs/adr/0005).
pub(super) fn scans(query: &SourceQuery, rows: &[(Relation, i64, Span)]) -> Vec<Piece> {
    match rows {
        [(relation, ..), ..] if is_scanned_once(query, rows) => {
            let windows = rows.iter().map(|(_, window, days)| (*window, *days)).collect();
            vec![Piece::RowsOfEach { relation: *relation, windows }]
        }
        _ => rows.iter().map(|(relation, window, days)| own_scan(*relation, *window, *days)).collect(),
    }
}

/// The scan of one window.
pub(super) fn own_scan(relation: Relation, window: i64, days: Span) -> Piece {
    Piece::Rows { relation, window, days }
}

/// Whether one scan answers for all windows.
pub(super) fn is_scanned_once(query: &SourceQuery, rows: &[(Relation, i64, Span)]) -> bool {
    let spans: Vec<Span> = rows.iter().map(|(_, _, days)| *days).collect();
    match query.source.scan {
        Scan::History => true,
        Scan::Reference | Scan::Overlaps | Scan::Moves => false,
        // Distinct members are counted in a scan of one window only.
        _ if query.subset.of_members() => false,
        scan => {
            let has_few_rows = scan == Scan::Few || query.row_sums(Each::Day).is_some();
            (has_few_rows && spans.len() > 1 && are_disjoint(&spans))
                || (scan == Scan::Windows && spans.len() > MOST_WINDOW_SCANS && Steps::of(&spans).is_some())
        }
    }
}

/// Whether no day is in two of the spans.
fn are_disjoint(spans: &[Span]) -> bool {
    spans.windows(2).all(|pair| pair[0].last < pair[1].first)
}
