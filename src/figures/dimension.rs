//! Dimensions: the rows of lists, bars and pies.

use crate::warehouse::aggregate::Key;

/// A column of a source by whose values figures are computed, and the names of those values.
#[derive(Debug)]
pub struct Dimension {
    /// Unique; names are cached by it.
    pub id: &'static str,
    /// Over the source's columns. None if its values are only listed and have no figures.
    pub column: Option<Key>,
    /// A query that returns for every key: the key, the row it counts in (several keys may count in one), and the
    /// attributes. None if the key's own parts are the attributes.
    pub names: Option<&'static str>,
    /// The names of a row's attributes; the first attribute is its name.
    pub attributes: &'static [&'static str],
}

impl Dimension {
    /// The index of an attribute.
    pub(super) fn index_of(&self, attribute: &str) -> Option<usize> {
        self.attributes.iter().position(|name| *name == attribute)
    }
}

impl PartialEq for Dimension {
    fn eq(&self, other: &Dimension) -> bool {
        self.id == other.id
    }
}

impl Eq for Dimension {}
