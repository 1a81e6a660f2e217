//! Chooses which measures of a source one query computes, and from what.

use super::filter::Choice;
use super::model::Measure;
use super::registry::SOURCES;
use crate::warehouse::aggregate::Key;

/// Which measures of a source a query computes; the columns of the others are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Subset {
    /// These measures, if every item counts and rows are not by item.
    Whole(Measures),
    /// Those of these measures that add up over rows.
    Additive(Measures),
    /// Those that count distinct members ([`Measure::members_with`]).
    Members,
    /// Those that count contributors ([`Measure::counts_contributors`]).
    Contributors,
}

/// Some measures of a source, a bit for each place in its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Measures(u32);

impl Measures {
    /// All measures of a source.
    const ALL: Measures = Measures(u32::MAX);

    /// These measures of one source.
    pub(super) fn of<'a>(measures: impl IntoIterator<Item = &'a Measure>) -> Measures {
        Measures(measures.into_iter().map(bit).fold(0, |all, one| all | one))
    }

    fn has(self, measure: &Measure) -> bool {
        self.0 & bit(measure) != 0
    }
}

/// Every measure of a source has a bit of its own.
const _: () = {
    let mut at = 0;
    while at < SOURCES.len() {
        assert!(SOURCES[at].measures.len() <= u32::BITS as usize, "a source has at most 32 measures");
        at += 1;
    }
};

fn bit(measure: &Measure) -> u32 {
    let place = measure.source.measures.iter().position(|other| std::ptr::eq(*other, measure));
    place.map_or(0, |place| 1 << place)
}

impl Subset {
    /// All measures: every item counts, and the rows are not by item.
    pub(super) const ALL: Subset = Subset::Whole(Measures::ALL);
    /// All measures that add up over rows.
    pub(super) const ADDITIVE: Subset = Subset::Additive(Measures::ALL);

    /// The subset that computes a measure for the chosen `items`; with None, the one that only lists rows.
    pub(super) fn of(measure: Option<&Measure>, items: &Choice, by: Option<Key>) -> Subset {
        match measure {
            Some(Measure { counts_contributors: true, .. }) => Subset::Contributors,
            _ if by.is_none() && *items == Choice::All => Subset::ALL,
            Some(measure) if !adds_up(measure, by) => Subset::Members,
            _ => Subset::ADDITIVE,
        }
    }

    /// The same subset with only these measures of the source.
    pub(super) fn only(self, measures: Measures) -> Subset {
        match self {
            Subset::Whole(_) => Subset::Whole(measures),
            Subset::Additive(_) => Subset::Additive(measures),
            Subset::Members | Subset::Contributors => self,
        }
    }

    /// Whether every item counts, and rows are not by item.
    pub(super) fn is_unfiltered(self) -> bool {
        matches!(self, Subset::Whole(_))
    }

    /// Whether it counts distinct members.
    pub(super) fn of_members(self) -> bool {
        matches!(self, Subset::Members | Subset::Contributors)
    }

    /// Whether a query for it has a column of a measure.
    pub(super) fn lists(self, measure: &Measure) -> bool {
        measure.counts_contributors == (self == Subset::Contributors)
    }

    /// Whether a query for it computes a measure.
    pub(super) fn has(self, measure: &Measure, by: Option<Key>) -> bool {
        match self {
            Subset::Whole(measures) => measures.has(measure) && !measure.counts_contributors,
            Subset::Additive(measures) => measures.has(measure) && adds_up(measure, by),
            Subset::Members => measure.members_with.is_some() && !measure.counts_contributors,
            Subset::Contributors => measure.counts_contributors,
        }
    }
}

/// Whether a measure adds up over rows that are grouped by `by`.
fn adds_up(measure: &Measure, by: Option<Key>) -> bool {
    measure.members_with.is_none() || of_each_item(measure, by).is_some()
}

/// Whether rows are grouped by the id in a column of the source.
pub(super) fn is_id(by: Key, column: &str) -> bool {
    matches!(by, Key::Id(id) if id == column)
}

/// The measure that counts the members of each item, if rows are grouped by the source's items.
pub(super) fn of_each_item(measure: &Measure, by: Option<Key>) -> Option<&'static Measure> {
    let own = measure.source.items.column()?;
    measure.of_each_item.filter(|_| by.is_some_and(|by| is_id(by, own)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::offers;

    #[test]
    fn the_subset_follows_from_the_measure_the_chosen_items_and_the_dimension() {
        let members = offers::INTERACTION.measures.iter().copied().find(|measure| measure.members_with.is_some());
        let facts = offers::INTERACTION.measures.first().copied();
        let (all, some) = (Choice::All, Choice::Only(vec![1]));
        let partners = offers::PARTNER.measures.iter().copied().find(|measure| measure.members_with.is_some());
        let by_offer = offers::BY_OFFER.column;
        assert_eq!(Subset::of(members, &all, None), Subset::ALL);
        assert_eq!(Subset::of(members, &some, None), Subset::Members);
        assert_eq!(Subset::of(members, &all, by_offer), Subset::ADDITIVE, "the first of its member and offer");
        assert_eq!(Subset::of(members, &all, Some(Key::Id("is_click"))), Subset::Members);
        assert_eq!(Subset::of(partners, &all, by_offer), Subset::Members);
        assert_eq!(Subset::of(facts, &some, None), Subset::ADDITIVE);
        assert_eq!(Subset::of(facts, &some, by_offer), Subset::ADDITIVE);
        let sales = offers::PARTNER.measures.first().copied();
        assert_eq!(Subset::of(sales, &some, None), Subset::ADDITIVE);
        assert_eq!(Subset::of(None, &all, by_offer), Subset::ADDITIVE);
    }
}
