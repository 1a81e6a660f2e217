//! Receipts of figures: what a figure is made of, signed, and checked again later (docs/receipts.md).
//!
//! - `wire` is the form of a receipt, `canonical` the bytes that are signed, `sign` makes and checks the signature.
//! - `subject` says what a figure heeds and reads, `measure` counts it, `hidden` says whether it may have a receipt.
//! - `issue` puts a receipt together; `verify` computes it again and reports the result.

mod canonical;
mod hidden;
mod issue;
mod measure;
mod named;
mod sign;
mod subject;
mod verify;
mod wire;

pub use canonical::{digest, hexadecimal};
pub use issue::{Issuer, NoReceipt, issue_time};
pub use sign::{Untrusted, read_key, sign, verified, written};
pub use subject::{SCORE, Subject};
pub use verify::{Finding, Outcome};
pub(in crate::screens) use verify::{REMOVALS, read_window};
pub use wire::{
    Receipt, ReceiptData, ReceiptDefinition, ReceiptFigure, ReceiptFilter, ReceiptGroup, ReceiptMetric, ReceiptPart,
    ReceiptScope, ReceiptScore, ReceiptSegment, ReceiptTable, ReceiptValue, ReceiptWindow, SegmentsLeftOut, Whole,
};
