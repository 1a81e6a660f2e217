//! What files say of targets.

use crate::i18n::targets::Targets;

pub(super) const TEXTS: Targets = Targets {
    target: "Target",
    of_target: "Of target",
    target_note: "Target note",
    target_of: |figure| format!("{figure}, target"),
    of_score: |target, state| format!("The target of the score is {target}; {state}."),
    under: "under target",
    on: "on target",
    over: "over target",
    reached: "reached",
    not_reached: "not reached",
    after: |percent| format!("after {percent} of the days"),
    so_far: "so far",
};
