//! What the rows of lists, bars and pies are.

/// A column of a source by whose values figures are computed, and the names of those values.
#[derive(Debug)]
pub struct Dimension {
    /// Unique; names are cached by it.
    pub id: &'static str,
    /// Over the source's columns: a BIGINT id or a text. In a text the [`SEPARATOR`] stands between the parts
    /// of a key of several columns. None where its values are only listed, and no figure is asked of them.
    pub column: Option<&'static str>,
    /// A query that answers, for every key there is: the key, the row it is counted in (several keys may be
    /// counted in one), and the attributes. None where the key's own parts are the attributes.
    pub names: Option<&'static str>,
    /// What is known of a row; the first is its name.
    pub attributes: &'static [&'static str],
}

/// Stands between the columns of a key (the ASCII unit separator, which has no other use in text).
pub const SEPARATOR: char = '\u{1f}';

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
