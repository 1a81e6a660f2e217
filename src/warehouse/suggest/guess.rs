//! Which table a file fills, and which of its columns fill those of the table.

use super::detect::Detected;
use super::hints::{EVIDENCE, Evidence, Hint, Role};
use super::profile::{Contents, Kind, SHOWN};
use super::values::{are_channels, are_levels, meaning, score};
use super::words::Spoken;
use crate::warehouse::feed::{Column, Kind as TableKind, Refers, TABLES, Table, Type};

/// What a file may be.
#[derive(Clone)]
pub(super) struct Guess {
    pub(super) table: &'static Table,
    pub(super) evidence: &'static Evidence,
    /// For each column of the table, the column of the file that fills it.
    pub(super) fills: Vec<Option<Fill>>,
    pub(super) score: f64,
    /// Whether something in the names speaks of what the table is about.
    pub(super) is_named: bool,
}

/// What fills a column of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Fill {
    /// The index of the column of the file.
    pub(super) index: usize,
    /// How well it fits.
    pub(super) score: f64,
    /// How well the best other column of the file would.
    pub(super) next: f64,
}

/// The least score of a table that is proposed.
const LEAST: f64 = 9.0;

/// A column that has the same name, whatever it means.
const SAME_NAME: f64 = 12.0;

impl Guess {
    /// Every table as what the file may be, the best first.
    pub(super) fn all(file: &Spoken, detected: &Detected) -> Vec<Guess> {
        let mut guesses: Vec<Guess> =
            EVIDENCE.iter().filter_map(|evidence| Guess::of(evidence, file, detected)).collect();
        guesses.sort_by(|one, other| other.score.total_cmp(&one.score));
        guesses
    }

    fn of(evidence: &'static Evidence, file: &Spoken, detected: &Detected) -> Option<Guess> {
        let table = TABLES.iter().find(|table| table.name == evidence.table)?;
        let columns = &detected.columns;
        let fills = fills(table, evidence, columns);
        let mut score = 0.0;
        for (hint, fill) in hints(table, evidence).zip(&fills) {
            score += match (fill, hint.role) {
                (Some(fill), role) => factor(role) * fill.score,
                (None, Role::Key) if hint.column == "id" => -2.0,
                (None, Role::Key) => -7.0,
                (None, Role::Usual) if table.name == "members" => 0.0,
                (None, Role::Usual) => -0.5,
                (None, Role::Extra) => 0.0,
            };
        }
        let in_columns = |things: &[&str]| columns.iter().any(|column| column.spoken.share(things) > 0.0);
        score +=
            weights(evidence.signs).filter(|(things, _)| in_columns(things)).map(|(_, weight)| weight).sum::<f64>();
        let in_file = weights(evidence.file).filter(|(things, _)| file.share(things) > 0.0).map(|(_, weight)| weight);
        score += in_file.fold(0.0, f64::max);
        let needs = |things: &str| {
            let things: Vec<&str> = things.split('+').collect();
            file.share(&things) > 0.0 || in_columns(&things)
        };
        let is_named = evidence.needs.is_empty() || evidence.needs.split_whitespace().any(needs);
        if !is_named {
            score -= 6.0;
        }
        score += keys(table, &fills, columns);
        let mut guess = Guess { table, evidence, fills, score, is_named };
        guess.share_names();
        Some(guess)
    }

    /// The id of a reference table and its name may be the same column.
    fn share_names(&mut self) {
        let at = |name: &str| self.table.columns.iter().position(|column| column.name == name);
        let name = ["name", "title", "question"].into_iter().find_map(at);
        if let (TableKind::Reference, Some(id), Some(name)) = (self.table.kind, at("id"), name)
            && self.table.name != "user_groups"
        {
            let (of_id, of_name) = (self.fills[id], self.fills[name]);
            self.fills[id] = of_id.or(of_name);
            self.fills[name] = of_name.or(of_id.map(|fill| Fill { score: 2.0, ..fill }));
        }
    }

    /// The columns that the table cannot be without, and that nothing fills.
    pub(super) fn lacks(&self) -> Vec<&'static str> {
        let hints = hints(self.table, self.evidence).zip(&self.fills);
        hints.filter(|(hint, fill)| hint.role == Role::Key && fill.is_none()).map(|(hint, _)| hint.column).collect()
    }

    /// Whether the file is more likely this than nothing.
    pub(super) fn is_likely(&self) -> bool {
        self.score >= LEAST
    }

    /// The same with other columns of the file for some of the table.
    pub(super) fn with(&self, fills: &[(&str, Option<Fill>)]) -> Guess {
        let mut guess = self.clone();
        for (column, fill) in guess.table.columns.iter().zip(&mut guess.fills) {
            if let Some((_, other)) = fills.iter().find(|(name, _)| *name == column.name) {
                *fill = *other;
            }
        }
        guess
    }

    pub(super) fn fill(&self, column: &str) -> Option<Fill> {
        let at = self.table.columns.iter().position(|known| known.name == column)?;
        self.fills[at]
    }
}

/// The hints in the order of the table's columns.
fn hints(table: &'static Table, evidence: &'static Evidence) -> impl Iterator<Item = &'static Hint> {
    table.columns.iter().filter_map(|column| evidence.columns.iter().find(|hint| hint.column == column.name))
}

fn factor(role: Role) -> f64 {
    match role {
        Role::Key => 1.0,
        Role::Usual => 0.7,
        Role::Extra => 0.5,
    }
}

/// The things of a list, with their weights.
fn weights(list: &'static str) -> impl Iterator<Item = (Vec<&'static str>, f64)> {
    list.split_whitespace().filter_map(|entry| {
        let (things, weight) = entry.split_once('=')?;
        Some((things.split('+').collect(), weight.parse().ok()?))
    })
}

/// What the uniqueness of keys says: a member is once among members and often in facts.
fn keys(table: &Table, fills: &[Option<Fill>], columns: &[Contents]) -> f64 {
    let of = |wanted: &Column| {
        let at = table.columns.iter().position(|column| column.name == wanted.name)?;
        fills[at].map(|fill| &columns[fill.index])
    };
    // Of few rows, chance decides.
    let weight = |contents: &Contents| (libm::log2(contents.filled as f64 + 1.0) / 5.0).min(1.0);
    let mut score = 0.0;
    for column in table.columns {
        let Some(contents) = of(column) else { continue };
        let weight = weight(contents);
        if column.refers == Some(Refers::Member) {
            // An answer or a message is often the only one of its member.
            let single = if table.key.contains(&"member_id") || table.name == "csat_responses" { -0.5 } else { -3.0 };
            score += weight * if contents.is_unique { single } else { 2.0 };
        } else if table.key == [column.name] && matches!(table.kind, TableKind::Reference) {
            score += weight * if contents.is_unique { 4.0 } else { -9.0 };
        }
    }
    score
}

/// Gives each column of a table a column of the file, so that all together fit best.
fn fills(table: &'static Table, evidence: &'static Evidence, columns: &[Contents]) -> Vec<Option<Fill>> {
    let hints: Vec<&Hint> = hints(table, evidence).collect();
    let mut scores: Vec<Vec<f64>> = (table.columns.iter().zip(&hints))
        .map(|(column, hint)| columns.iter().map(|contents| fit(table, column, hint, contents)).collect())
        .collect();
    let of_member = |(column, _): &(&Column, &mut Vec<f64>)| column.kind == Type::MemberId;
    for (_, scores) in table.columns.iter().zip(&mut scores).filter(of_member) {
        prefer_ids(scores, columns);
    }
    // The best choice for each set of columns of the table, taking the columns of the file one after another.
    let sets = 1_usize << hints.len();
    let mut best: Vec<Option<(f64, Vec<Option<usize>>)>> = vec![None; sets];
    best[0] = Some((0.0, vec![None; hints.len()]));
    for index in 0..columns.len() {
        if scores.iter().all(|scores| scores[index] <= 0.0) {
            continue;
        }
        for set in (0..sets).rev() {
            let Some((total, chosen)) = best[set].clone() else { continue };
            for (at, hint) in hints.iter().enumerate() {
                let (score, with) = (scores[at][index], set | 1 << at);
                if score <= 0.0 || with == set {
                    continue;
                }
                // What a table cannot be without comes first.
                let total = total + score * factor(hint.role) * if hint.role == Role::Key { 3.0 } else { 1.0 };
                if best[with].as_ref().is_none_or(|(known, _)| total > *known) {
                    let mut chosen = chosen.clone();
                    chosen[at] = Some(index);
                    best[with] = Some((total, chosen));
                }
            }
        }
    }
    let chosen = best.into_iter().flatten().max_by(|(one, _), (other, _)| one.total_cmp(other));
    let chosen = chosen.map_or_else(|| vec![None; hints.len()], |(_, chosen)| chosen);
    let fill = |(at, index): (usize, Option<usize>)| {
        let index = index?;
        let taken = |other: &usize| chosen.contains(&Some(*other));
        let others = (0..columns.len()).filter(|other| *other != index && !taken(other));
        let next = others.map(|other| scores[at][other]).fold(0.0, f64::max);
        Some(Fill { index, score: scores[at][index], next })
    };
    chosen.iter().copied().enumerate().map(fill).collect()
}

/// An address changes, and an id that another system gave stays: it is the member. Where only the address relates the file to
/// others, the address is.
fn prefer_ids(scores: &mut [f64], columns: &[Contents]) {
    /// The least score of a name that speaks of a member.
    const NAMED: f64 = 5.0;
    let is_address = |contents: &Contents| contents.addresses > 0.5;
    let relates = |contents: &Contents| contents.refers || contents.is_referred_to;
    let is_id = |(contents, score): &(&Contents, &f64)| {
        !is_address(contents) && **score >= NAMED && 2 * contents.filled > contents.rows
    };
    let ids = columns.iter().zip(&*scores).filter(is_id);
    let Some((id, best)) = ids.max_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(id, best)| (id, *best)) else {
        return;
    };
    let addresses = columns.iter().zip(&*scores).filter(|(contents, score)| is_address(contents) && **score >= NAMED);
    let related = addresses.filter(|(contents, _)| relates(contents) && !relates(id)).map(|(_, score)| *score);
    let address = related.reduce(f64::max);
    for (contents, score) in columns.iter().zip(scores) {
        match address {
            None if is_address(contents) => *score = score.min(best - 0.5),
            Some(address) if !is_address(contents) => *score = score.min(address - 0.5),
            _ => {}
        }
    }
}

/// The most different answers of a poll whose values are all known.
const SHOWN_DISTINCT: u64 = SHOWN as u64 - 1;

/// How well words fit of which the feed knows none.
const NO_WORD: f64 = 0.1;

/// How well a column of a file fits a column of a table; 0 if it does not.
fn fit(table: &Table, wanted: &Column, hint: &Hint, contents: &Contents) -> f64 {
    let Some(kind) = kind_fit(table, wanted, contents) else { return 0.0 };
    // Where no word of the feed is among its values, it does not say what a row is.
    if hint.role == Role::Key && matches!(wanted.kind, Type::OneOf(_)) && kind <= NO_WORD {
        return 0.0;
    }
    // A word that means a day in one language is another word in the next: without days it is none.
    let is_meant = |things: &str| !matches!(things, "DATE" | "TIME") || matches!(contents.kind, Kind::Time(..));
    let excludes = |entry: &str| {
        let excluded = entry.strip_prefix('!').filter(|things| is_meant(things));
        excluded.is_some_and(|things| contents.spoken.share(&things.split('+').collect::<Vec<_>>()) > 0.0)
    };
    if contents.spoken.words == Spoken::of(wanted.name).words {
        return SAME_NAME * (0.5 + 0.5 * kind);
    }
    if hint.names.split_whitespace().any(excludes) {
        return 0.0;
    }
    let mut named =
        weights(hint.names).map(|(things, weight)| weight * contents.spoken.share(&things).sqrt()).fold(0.0, f64::max);
    // In facts, a key of another file says more than a name: what has the better one may be the id of the row.
    if wanted.kind == Type::MemberId && table.kind != TableKind::Reference && contents.refers {
        named = named.max(5.0) + 8.0;
    }
    // Names of levels say more than the name of their column.
    if wanted.refers == Some(Refers::Group("TIER")) && are_levels(contents) {
        named = named.max(10.0);
    }
    // So do those of channels.
    if (table.name, wanted.name) == ("web_sessions", "source") && are_channels(contents) {
        named = named.max(8.0);
    }
    if named > 0.0 {
        // A day with its time of day says more than the day.
        let joined = if contents.template.is_some() && wanted.kind == Type::Time { 1.5 } else { 1.0 };
        // The amount of a line says more than that of its whole order.
        let own = if contents.once_for.is_some() && wanted.kind == Type::Money { 0.6 } else { 1.0 };
        return named * joined * own * (0.4 + 0.6 * kind);
    }
    // Without a name that says so, only what a column contains.
    match wanted.kind {
        Type::MemberId if contents.addresses > 0.9 => 4.0,
        // The number of a card, where nothing else names the member.
        Type::MemberId if contents.spoken.has("CARD") && contents.is_unique && contents.has_numbers() => 5.0 * kind,
        // A key that other files have.
        Type::MemberId if contents.is_referred_to => 5.0 * kind,
        Type::MemberId if contents.hashes > 0.9 => 2.0,
        Type::Time | Type::Date if hint.role == Role::Key && kind >= 0.7 => 1.5,
        Type::OneOf(_) if kind >= 0.8 => 3.0,
        _ => 0.0,
    }
}

/// Whether a column names groups of members.
fn is_group(wanted: &Column) -> bool {
    matches!(wanted.refers, Some(Refers::Group(_) | Refers::GroupOfType))
}

/// How well what a column contains fits, from 0 to 1; None if it cannot be.
fn kind_fit(table: &Table, wanted: &Column, contents: &Contents) -> Option<f64> {
    let kind = contents.kind;
    if kind == Kind::Empty {
        return wanted.may_be_empty.then_some(0.1);
    }
    let is_whole = contents.is_integral && matches!(kind, Kind::Whole | Kind::Number(..));
    let is_text = kind == Kind::Text;
    let range = contents.range.unwrap_or_default();
    match wanted.kind {
        Type::MemberId => {
            // The same in all rows is nobody of them.
            if contents.distinct < 2 && contents.filled > 40 {
                return None;
            }
            let few = contents.distinct < 5 && contents.filled > 40;
            let is_prose = is_text && contents.length > 40.0 && contents.hashes < 0.5 && contents.addresses < 0.5;
            match () {
                () if is_prose || !(is_text || is_whole) => None,
                () if few => Some(0.1),
                () if contents.addresses > 0.5 || contents.hashes > 0.5 || is_whole => Some(1.0),
                () => Some(0.8),
            }
        }
        Type::Time => match kind {
            Kind::Time(_, true) => Some(1.0),
            Kind::Time(_, false) => Some(0.8),
            // Hours after some midnight; elsewhere it is a count.
            Kind::Whole if range.1 < 100_000.0 && table.day_column() == Some(wanted.name) => Some(0.0),
            _ => None,
        },
        Type::Date | Type::Month => matches!(kind, Kind::Time(..)).then_some(1.0),
        Type::Count => match kind {
            Kind::Duration(_) if wanted.name == "duration_seconds" => Some(1.0),
            Kind::Whole => Some(1.0),
            Kind::Number(..) if contents.is_integral => Some(0.9),
            Kind::Number(..) => Some(0.4),
            _ => None,
        },
        Type::Money => match kind {
            Kind::Number(..) => Some(1.0),
            Kind::Whole => Some(0.7),
            _ => None,
        },
        Type::Level => {
            (matches!(kind, Kind::Whole | Kind::Number(..)) && range.0 >= 0.0 && range.1 <= 100.0).then_some(1.0)
        }
        Type::Position => (is_whole && range.0 >= 1.0 && range.1 <= f64::from(i16::MAX)).then_some(1.0),
        Type::Score if is_text => {
            let scores = contents.values.iter().filter_map(|value| score(value)).count();
            (scores == contents.values.len() && contents.distinct <= SHOWN as u64).then_some(1.0)
        }
        Type::Score => (is_whole && range.0 >= 0.0 && range.1 <= 5.0).then_some(if range.0 >= 1.0 { 1.0 } else { 0.2 }),
        Type::OneOf(words) => {
            if !is_text || contents.distinct > SHOWN as u64 / 2 {
                return None;
            }
            let known = contents.values.iter().filter(|value| meaning(words, value).is_some()).count();
            let share = known as f64 / contents.values.len().max(1) as f64;
            Some(if known == 0 { NO_WORD } else { 0.6 + 0.4 * share })
        }
        // Answers in words get numbers.
        Type::Id if wanted.name == "option_index" => match contents.distinct {
            _ if is_whole => Some(1.0),
            2..=SHOWN_DISTINCT if is_text && contents.length < 100.0 => Some(0.8),
            _ => None,
        },
        // Members share their groups.
        Type::Id | Type::Groups if is_group(wanted) && contents.is_unique && contents.filled > 20 => None,
        Type::Id | Type::Groups => {
            let is_own = table.key == [wanted.name];
            let fits = (is_whole && range.0 >= 0.0) || (is_text && contents.length < 150.0);
            fits.then_some(if is_own && !contents.is_unique { 0.3 } else { 1.0 })
        }
        Type::Link => (contents.links > 0.9).then_some(1.0),
        Type::Text(_) if wanted.name == "link" => match contents.links {
            share if share > 0.5 => Some(1.0),
            _ => is_text.then_some(0.4),
        },
        Type::Text(most) => match kind {
            Kind::Text => (contents.length < most as f64).then_some(1.0),
            Kind::Whole => Some(0.3),
            Kind::Number(..) => Some(0.1),
            _ => None,
        },
    }
}
