//! What files say of targets.

#[derive(Debug)]
pub struct Targets {
    // Names of columns.
    pub target: &'static str,
    pub of_target: &'static str,
    pub target_note: &'static str,
    /// The column with the targets of a figure with this name.
    pub target_of: fn(&str) -> String,
    /// The target of the score, and how the score stands against it.
    pub of_score: fn(&str, &str) -> String,
    // How a figure stands against its target.
    pub under: &'static str,
    pub on: &'static str,
    pub over: &'static str,
    pub reached: &'static str,
    pub not_reached: &'static str,
    /// After so much of the days of a period, in percent.
    pub after: fn(&str) -> String,
    pub so_far: &'static str,
}

pub const ENGLISH: Targets = Targets {
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

pub const GERMAN: Targets = Targets {
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

pub const SPANISH: Targets = Targets {
    target: "Objetivo",
    of_target: "Del objetivo",
    target_note: "Sobre el objetivo",
    target_of: |figure| format!("{figure}, objetivo"),
    of_score: |target, state| format!("El objetivo del score es {target}; {state}."),
    under: "por debajo del objetivo",
    on: "en el objetivo",
    over: "por encima del objetivo",
    reached: "alcanzado",
    not_reached: "no alcanzado",
    after: |percent| format!("tras el {percent} de los días"),
    so_far: "hasta ahora",
};
