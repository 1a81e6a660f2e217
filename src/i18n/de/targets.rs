//! What files say of targets.

use crate::i18n::targets::Targets;

pub(super) const TEXTS: Targets = Targets {
    target: "Ziel",
    of_target: "Vom Ziel",
    target_note: "Zum Ziel",
    target_of: |figure| format!("{figure}, Ziel"),
    of_score: |target, state| format!("Das Ziel des Scores ist {target}; {state}."),
    under: "unter dem Ziel",
    on: "genau im Ziel",
    over: "über dem Ziel",
    reached: "erreicht",
    not_reached: "nicht erreicht",
    after: |percent| format!("nach {percent} der Tage"),
    so_far: "bisher",
};
