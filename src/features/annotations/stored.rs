//! Annotations in the store.

use crate::store::saved::{OfUser, Resource, StoredTable, stored};

/// A day or a range of days with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// The first day and the last: yyyy-mm-dd.
    pub starts: String,
    pub ends: String,
    pub text: String,
    /// The id of a figure; None for all charts.
    pub metric: Option<String>,
    /// Whether everybody sees it who may see the figure.
    pub shared: bool,
}

stored!(Annotation { starts, ends, text, metric, shared });

impl Resource for Annotation {
    const TABLE: StoredTable = StoredTable {
        name: "annotation",
        order: "starts, ends, id",
        time_column: "saved_at",
        may_be_shared: true,
        most: 200,
        things: "annotations",
        advice: "delete one that is no longer needed",
        added: "annotation_saved",
        changed: "annotation_saved",
        removed: "annotation_removed",
    };
    type Owner = OfUser;
    type State = ();

    fn audited(&self) -> (&str, String) {
        let Annotation { starts, ends, text, metric, .. } = self;
        (text, format!("{starts} to {ends}, {}", metric.as_deref().unwrap_or("all charts")))
    }

    fn is_shared(&self) -> bool {
        self.shared
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::audit::By;
    use crate::store::saved::tests::{Users, lines, lives, users};

    #[test]
    fn annotations_are_kept_and_those_that_are_shared_are_recorded() {
        let on = |shared: bool| Annotation {
            starts: "2026-02-12".to_owned(),
            ends: "2026-02-13".to_owned(),
            text: "a sale".to_owned(),
            metric: Some("logins.totalLogins".to_owned()),
            shared,
        };
        lives(|_| (on(false), ()));
        lives(|_| (Annotation { metric: None, ..on(true) }, ()));
        let Users { store, ann, .. } = &users();
        store.add_saved(*ann, &on(true), &(), By::from(2)).expect("saved");
        let detail = "2026-02-12 to 2026-02-13, logins.totalLogins".to_owned();
        assert_eq!(lines::<Annotation>(store), [("annotation_saved".to_owned(), detail)]);
    }
}
