//! What the files of a proposal say about each other: keys of one that others refer to.

use super::guess::Guess;
use super::profile::{Contents, Kind};
use super::source::Source;
use crate::warehouse::feed::{Column, Kind as TableKind, Refers};

/// A column whose values are in a unique column of another file.
pub(super) struct Link {
    /// The file and its column.
    pub(super) child: (usize, usize),
    pub(super) parent: (usize, usize),
    /// Of the different values, the part that the other has.
    pub(super) share: f64,
}

/// The share of values from which one column refers to another.
pub(super) const REFERS: f64 = 0.9;

/// Every column that refers to a column of another file.
pub(super) fn links(sources: &[Source]) -> Vec<Link> {
    let mut links = Vec::new();
    for (parent, of) in sources.iter().enumerate() {
        for (key, contents) in of.detected.columns.iter().enumerate().filter(|(_, contents)| is_key(contents)) {
            for (child, other) in sources.iter().enumerate().filter(|(child, _)| *child != parent) {
                for (index, column) in other.detected.columns.iter().enumerate() {
                    if !may_refer(column, contents, of) {
                        continue;
                    }
                    let share = column.keys.contained_in(&contents.keys);
                    if share > 0.0 {
                        links.push(Link { child: (child, index), parent: (parent, key), share });
                    }
                }
            }
        }
    }
    links
}

fn is_key(contents: &Contents) -> bool {
    contents.is_unique && contents.distinct > 1 && matches!(contents.kind, Kind::Whole | Kind::Text)
}

/// Small numbers are in every other list of small numbers: only names tell that one means the other.
fn may_refer(column: &Contents, key: &Contents, of: &Source) -> bool {
    if column.kind != key.kind || column.distinct == 0 {
        return false;
    }
    let is_small = column.kind == Kind::Whole && column.range.is_some_and(|(_, high)| high < 10_000.0);
    let named = |word: &String| key.spoken.words.contains(word) && word != "id";
    !is_small || column.spoken.words.iter().any(named) || column.spoken.shares_a_thing(&of.spoken)
}

/// Works out what each file may be, and raises the tables that fit what the other files are.
pub(super) fn weigh(sources: &mut [Source], links: &[Link]) {
    for link in links.iter().filter(|link| link.share >= REFERS) {
        let ((parent, key), (child, index)) = (link.parent, link.child);
        sources[parent].detected.columns[key].is_referred_to = true;
        sources[child].detected.columns[index].refers = true;
    }
    for source in sources.iter_mut() {
        source.guesses = Guess::all(&source.spoken, &source.detected);
    }
    let first: Vec<Option<Guess>> = sources.iter().map(|source| source.guesses.first().cloned()).collect();
    for (at, source) in sources.iter_mut().enumerate() {
        for guess in &mut source.guesses {
            guess.score += bonus(at, guess, links, &first);
        }
        source.guesses.sort_by(|one, other| other.score.total_cmp(&one.score));
    }
}

fn bonus(at: usize, guess: &Guess, links: &[Link], first: &[Option<Guess>]) -> f64 {
    let strong = || links.iter().filter(|link| link.share >= REFERS);
    let mut bonus = 0.0;
    for (column, fill) in guess.table.columns.iter().zip(&guess.fills) {
        let (Some(fill), Some(target)) = (fill, target(column)) else { continue };
        let refers = |link: &Link| {
            let parent = first[link.parent.0].as_ref().filter(|parent| parent.table.name == target);
            link.child == (at, fill.index) && parent.and_then(key_of) == Some(link.parent.1)
        };
        if strong().any(refers) {
            bonus += 3.0;
        }
    }
    if guess.table.kind == TableKind::Reference
        && let Some(key) = key_of(guess)
    {
        let mut children: Vec<usize> =
            strong().filter(|link| link.parent == (at, key)).map(|link| link.child.0).collect();
        children.dedup();
        bonus += (2.0 * children.len() as f64).min(4.0);
    }
    bonus
}

/// The column of the file with the key of its rows, for a table with a key of one column.
pub(super) fn key_of(guess: &Guess) -> Option<usize> {
    let [key] = guess.table.key else { return None };
    guess.fill(key).map(|fill| fill.index)
}

/// The table that the values of a column refer to.
pub(super) fn target(column: &Column) -> Option<&'static str> {
    match column.refers? {
        Refers::Member => Some("members"),
        Refers::Id(table) => Some(table),
        Refers::Group(_) | Refers::GroupOfType => Some("user_groups"),
        Refers::PollOption => None,
    }
}
