//! Keys of moves and of what is unusual, by which notes about them are kept.

use serde_json::json;

use crate::figures::Selection;
use crate::figures::filter::Choice;
use crate::groupings::Grouping;
use crate::scope::Scope;
use crate::screens::answers::{AnswerError, Snapshot};
use crate::screens::receipts::digest;

/// So much of a digest distinguishes all that anybody looks at.
const DIGITS: usize = 12;

impl Snapshot<'_> {
    /// How the keys of this answer end: for everybody not at all, and for some members or items with a digest of who they
    /// are, so that what is noted of these is not noted of others.
    pub(super) fn key_of_chosen(&self) -> Result<String, AnswerError> {
        let Selection { groups, offers, campaigns } = self.selection;
        let ids = |choice: &Choice| match choice {
            Choice::All => None,
            Choice::Only(ids) => Some(ids.clone()),
        };
        // A choice of all groups is none.
        let leaves_out = |grouping: Grouping| {
            let mut with_members = self.catalogue.segments.iter().filter(|segment| segment.members > 0);
            with_members.any(|segment| !segment.groups[grouping].iter().any(|id| groups[grouping].has(*id)))
        };
        let groups: Vec<Option<Vec<i32>>> =
            Grouping::all().map(|grouping| ids(&groups[grouping]).filter(|_| leaves_out(grouping))).collect();
        let items = [&offers.own, &offers.kind, &campaigns.own, &campaigns.kind].map(ids);
        let roles = match self.scope {
            Scope::All => None,
            Scope::Some { any_of, .. } => Some(any_of),
        };
        if roles.is_none() && groups.iter().chain(&items).all(Option::is_none) {
            return Ok(String::new());
        }
        let digest = digest(&json!({ "roles": roles, "groups": groups, "items": items }))?;
        Ok(format!(" {}", &digest[..DIGITS]))
    }
}
