//! Answers what is worth knowing without being asked for (docs/insights.md): what moved, what is unusual, how long members
//! stay, and what ends soon.

mod cohorts;
mod expiring;
mod keys;
mod moves;
mod unusual;
mod wire;

pub use wire::{
    AlsoMoved, CohortCell, CohortRow, CohortsAnswer, EndingOffer, ExpiringAnswer, Move, MovedGroup, MovesAnswer,
    UnusualAnswer, UnusualItem,
};
