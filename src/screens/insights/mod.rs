//! Answers what is worth knowing without being asked for (docs/insights.md): what moved, what is unusual, how long members
//! stay, and what ends soon.

mod expiring;
mod keys;
mod moves;
mod news;
mod period;
mod unusual;

pub use super::insight_answers::{
    AlsoMoved, EndingOffer, ExpiringAnswer, InsightNews, InsteadOf, Move, MovedItem, MovesAnswer, NewsAnswer,
    ScoreNews, UnusualAnswer, UnusualItem,
};
