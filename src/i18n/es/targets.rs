//! What files say of targets.

use crate::i18n::targets::Targets;

pub(super) const TEXTS: Targets = Targets {
    target: "Objetivo",
    of_target: "Del objetivo",
    target_note: "Sobre el objetivo",
    target_of: |figure| format!("{figure}, objetivo"),
    of_score: |target, state| format!("El objetivo de la puntuación es {target}; {state}."),
    under: "por debajo del objetivo",
    on: "en el objetivo",
    over: "por encima del objetivo",
    reached: "alcanzado",
    not_reached: "no alcanzado",
    after: |percent| format!("tras el {percent} de los días"),
    so_far: "hasta ahora",
};
