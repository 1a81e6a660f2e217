//! The order in which people expect names.

use std::cmp::Ordering;
use std::sync::LazyLock;

use icu_collator::options::CollatorOptions;
use icu_collator::preferences::{CollationCaseFirst, CollationNumericOrdering};
use icu_collator::{Collator, CollatorBorrowed, CollatorPreferences};

/// The order of Unicode (CLDR root) with numbers by their size: it is that of English, German and, but for ñ, Spanish. All
/// languages have the same, so that a rank, a receipt and a link mean the same row in each.
static COLLATOR: LazyLock<Option<CollatorBorrowed<'static>>> = LazyLock::new(|| {
    let mut preferences = CollatorPreferences::default();
    preferences.numeric_ordering = Some(CollationNumericOrdering::True);
    preferences.case_first = Some(CollationCaseFirst::Upper);
    Collator::try_new(preferences, CollatorOptions::default()).ok()
});

/// A name by its place: Level 2 comes before Level 10, Épargne between Eco and Zoo, of names that differ in nothing but accents
/// the plain one comes first, and of those that differ in case the one with a capital. The page sorts alike (`ui/src/figures/blocks/table/sorting.ts`); both are held to
/// `natural_vectors.json`.
#[derive(Clone, Copy, Debug)]
pub struct Natural<T>(pub T);

impl<T: AsRef<str>> Ord for Natural<T> {
    fn cmp(&self, other: &Natural<T>) -> Ordering {
        let (one, other) = (self.0.as_ref(), other.0.as_ref());
        COLLATOR.as_ref().map_or(Ordering::Equal, |collator| collator.compare(one, other)).then_with(|| one.cmp(other))
    }
}

impl<T: AsRef<str>> PartialOrd for Natural<T> {
    fn partial_cmp(&self, other: &Natural<T>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: AsRef<str>> PartialEq for Natural<T> {
    fn eq(&self, other: &Natural<T>) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<T: AsRef<str>> Eq for Natural<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_of_the_shared_vectors() {
        let vectors: Vec<Vec<String>> = serde_json::from_str(include_str!("natural_vectors.json")).expect("vectors");
        assert!(vectors.len() > 6);
        for expected in vectors {
            let mut names = expected.clone();
            names.reverse();
            names.sort_by(|one, other| Natural(one).cmp(&Natural(other)));
            assert_eq!(names, expected);
        }
    }
}
