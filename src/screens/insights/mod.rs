//! Answers what is worth knowing without being asked for (docs/insights.md): what moved, what is unusual, how long members
//! stay, and what ends soon.

mod expiring;
mod keys;
mod moves;
mod unusual;
mod wire;

pub use wire::{AlsoMoved, EndingOffer, ExpiringAnswer, Move, MovesAnswer, UnusualAnswer, UnusualItem};
