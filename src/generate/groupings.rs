//! `groupings.ts`: the groupings of members, and the fields of a filter for the chosen groups.

use std::fmt::Write;

use super::literals::json;
use crate::groupings::{GROUPINGS, Membership};

pub fn groupings() -> String {
    let mut text = String::from(
        "// Generated from the declared groupings by `make generate`. Do not edit.\n\
         import type { FilterParams, GroupType } from \"./wire\";\n\n\
         /** The two fields of a filter for a grouping, and whether a member can be in several of its groups. */\n\
         type Grouping = { readonly ids: keyof FilterParams; readonly all: keyof FilterParams; readonly many: boolean };\n\n\
         /** What members can be grouped by, in the order of answers. */\n\
         export const groupings = {\n",
    );
    for info in &GROUPINGS {
        let _ = writeln!(
            text,
            "  {}: {{ ids: {}, all: {}, many: {} }},",
            info.name,
            json(&camel_case(info.ids_field)),
            json(&camel_case(info.all_field)),
            info.membership == Membership::Many
        );
    }
    text.push_str("} as const satisfies Record<GroupType, Grouping>;\n");
    text
}

/// The wire name of a field, as serde writes it.
fn camel_case(field: &str) -> String {
    let mut words = field.split('_');
    let mut name = words.next().unwrap_or_default().to_owned();
    for word in words {
        let (first, rest) = word.split_at(1);
        name.push_str(&first.to_uppercase());
        name.push_str(rest);
    }
    name
}
