//! The work of looking at a draft: proposing a mapping, changing its text, and saying what it makes of the files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::answer::{DraftCard, DraftCheck, MappingChange, draft_check, filled_card, first};
use crate::limited::Client;
use crate::loads::IncomingError;
use crate::loads::drafts::{Draft, Proposal};
use crate::operate::suggest::{ignored_file, recognised_file};
use crate::store::loads::LoadFault;
use crate::warehouse::feed::{Refers, table};
use crate::warehouse::file_name;
use crate::warehouse::load::{ImportError, ImportOptions, MappingFile};
use crate::warehouse::look::{self, Described, Queried};
use crate::warehouse::mapping::FILE_NAME;
use crate::warehouse::mapping::edit::{self, EditError, Fill, Place, UnknownMembers};
use crate::warehouse::suggest::{Asked, Head, IGNORE, Preview, Recognised, Suggestion, head, suggest};
use crate::warehouse::{Phase, Progress, Warehouse};

/// What is looked at and answered.
pub(super) struct Looked {
    pub(super) mapping: String,
    pub(super) faults: Vec<LoadFault>,
    pub(super) cards: Vec<DraftCard>,
    /// The first rows of what queries make.
    pub(super) queries: Arc<Vec<Preview>>,
    /// What a load would find besides the faults of the cards.
    pub(super) check: Option<DraftCheck>,
}

/// Why a draft cannot be looked at.
pub(super) enum LookError {
    Load(ImportError),
    Edit(EditError),
    Table(String),
    File(String),
}

impl From<ImportError> for LookError {
    fn from(error: ImportError) -> LookError {
        LookError::Load(error)
    }
}

impl From<EditError> for LookError {
    fn from(error: EditError) -> LookError {
        LookError::Edit(error)
    }
}

/// Files of which a mapping gets what it lacks.
pub(super) enum Completed {
    All,
    Named(Vec<String>),
}

/// The work of looking at a draft.
pub(super) struct Look<'a> {
    pub(super) draft: &'a Draft,
    pub(super) options: &'a ImportOptions,
    pub(super) client: &'a Client,
    /// What is proposed of that which a given text lacks.
    pub(super) completes: Option<Completed>,
    /// Mappings that know files by their headers.
    pub(super) saved: Vec<MappingFile>,
    /// Whether members are loaded: rows that only name them are no members of their own then.
    pub(super) has_members: bool,
    pub(super) warehouse: &'a Warehouse,
    /// As `options`, with the key of the members.
    pub(super) of_load: &'a ImportOptions,
}

/// Ends a rehearsal that nobody waits for.
struct Waiting<'a>(&'a Client);

impl Progress for Waiting<'_> {
    fn start(&self, _phase: Phase<'_>, _total: Option<u64>) {}
    fn advance(&self, _done: u64) {}
    fn finish(&self) {}
    fn is_cancelled(&self) -> bool {
        self.0.is_gone()
    }
}

impl Look<'_> {
    /// Looks at the files by a text, or by the one that lies beside them, with a change.
    pub(super) fn at(&self, text: Option<String>, change: Option<MappingChange>) -> Result<Looked, LookError> {
        let (mut files, mut own) = (Vec::new(), None);
        for path in self.draft.paths().map_err(unreadable)? {
            if path.file_name().is_some_and(|name| name == FILE_NAME) {
                let io = |source| ImportError::Io { path: path.clone(), source };
                own = Some(std::fs::read_to_string(&path).map_err(io)?);
            } else {
                files.push(path);
            }
        }
        let completes = if text.is_none() { Some(&Completed::All) } else { self.completes.as_ref() };
        let mut text = text.or(own).unwrap_or_default();
        if let Some(which) = completes {
            text = self.completed(text, &files, which)?;
        }
        if let Some(change) = change {
            text = self.changed(&text, &files, change)?;
        }
        let (described, faults) = match self.described(&text, &files) {
            Ok(described) => (described, Vec::new()),
            Err(ImportError::Faults(faults)) => (Vec::new(), first(&faults)),
            Err(error) => return Err(error.into()),
        };
        let queried = if faults.is_empty() { self.queried(&text, &files)? } else { Queried::default() };
        let proposal = self.draft.proposal();
        let mut cards: Vec<DraftCard> = Vec::new();
        for path in &files {
            let name = file_name(path);
            let before = cards.len();
            cards.extend(described.iter().filter(|one| one.file == name).map(filled_card));
            let is_shown = |sheet: &Option<String>| cards[before..].iter().any(|card| card.sheet == *sheet);
            // Sheets that fill nothing have cards beside those that do.
            let sheets = proposal.sheets(&name).into_iter().filter(|(sheet, _)| sheet.is_some() && !is_shown(sheet));
            let others: Vec<DraftCard> =
                sheets.map(|(sheet, names)| DraftCard { sheet, names, ..empty_card(&name) }).collect();
            cards.extend(others);
            if cards.len() == before {
                cards.push(self.plain_card(path)?);
            }
        }
        for card in &mut cards {
            say_proposed(card, &proposal);
            card.is_queried = queried.files.contains(&card.file);
        }
        let check = if faults.is_empty() { self.rehearsal(&text, &files, &described)? } else { None };
        Ok(Looked { mapping: text, faults, cards, queries: queried.previews, check })
    }

    fn rehearsal(
        &self,
        text: &str,
        files: &[PathBuf],
        described: &[Described],
    ) -> Result<Option<DraftCheck>, LookError> {
        if edit::is_empty(text) {
            return Ok(None);
        }
        let (mapping, known) = (MappingFile::of_folder(text), &self.draft.known);
        let found = look::rehearsal(self.warehouse, &mapping, files, self.of_load, known, &Waiting(self.client))?;
        let said: Vec<LoadFault> = described.iter().flat_map(|one| first(&one.found.faults)).collect();
        Ok(found.map(|found| draft_check(&found, &said)))
    }

    fn described(&self, text: &str, files: &[PathBuf]) -> Result<Vec<Described>, ImportError> {
        // A mapping that names no file is no fault here.
        if edit::is_empty(text) {
            return Ok(Vec::new());
        }
        look::look(&MappingFile::of_folder(text), files, self.options, &self.draft.known, || !self.client.is_gone())
    }

    fn queried(&self, text: &str, files: &[PathBuf]) -> Result<Queried, ImportError> {
        if edit::is_empty(text) {
            return Ok(Queried::default());
        }
        look::queries(&MappingFile::of_folder(text), files, self.options, &self.draft.known)
    }

    /// Proposes what a mapping lacks: from all files, for they say what the others are.
    fn completed(&self, text: String, files: &[PathBuf], which: &Completed) -> Result<String, LookError> {
        let described = match self.described(&text, files) {
            Ok(described) => described,
            // Its faults are shown first.
            Err(ImportError::Faults(_)) => return Ok(text),
            Err(error) => return Err(error.into()),
        };
        // What a query reads would count twice.
        let queried = self.queried(&text, files)?.files;
        let is_wanted = |name: &String| match which {
            Completed::All => true,
            Completed::Named(names) => names.contains(name),
        };
        let lacks = |path: &&PathBuf| {
            let name = file_name(path);
            is_wanted(&name) && !queried.contains(&name) && !described.iter().any(|one| one.file == name)
        };
        let others: Vec<PathBuf> = files.iter().filter(lacks).cloned().collect();
        if others.is_empty() {
            return Ok(text);
        }
        let said = described.iter().filter(|one| one.place.table == 0);
        let table_of = |one: &Described| (Some(called(&one.file, one.sheet.as_deref())), one.table.name.to_owned());
        let tables = said.map(table_of).collect();
        let asked = Asked { tables, saved: self.saved.clone() };
        let suggestion = match suggest(files, &asked, self.options) {
            // What is said of files by hand may be about a sheet that a proposal reads in another way.
            Err(ImportError::Faults(_)) => suggest(&others, &Asked { tables: Vec::new(), ..asked }, self.options),
            suggestion => suggestion,
        };
        let mut suggestion = match suggestion {
            Ok(suggestion) => suggestion,
            // No file is a table: the cards say why.
            Err(ImportError::Faults(_)) => return Ok(text),
            Err(error) => return Err(error.into()),
        };
        if self.has_members && !edit::is_empty(&suggestion.mapping) {
            let fills_members = suggestion.filled().contains(&"members");
            suggestion.mapping = edit::without(&suggestion.mapping, &["members"])?;
            // Their files may name members that nobody has loaded.
            if fills_members && edit::common(&suggestion.mapping).unknown == UnknownMembers::Error {
                suggestion.mapping = edit::set_unknown(&suggestion.mapping, UnknownMembers::Add)?;
            }
        }
        let names: Vec<String> = others.iter().map(|path| file_name(path)).collect();
        let is_of = |name: &String| names.contains(name);
        let proposal = Proposal {
            recognised: suggestion.recognised.iter().filter(|one| is_of(&one.file)).cloned().collect(),
            ignored: suggestion.ignored.iter().filter(|one| is_of(&one.file)).cloned().collect(),
        };
        let text = if text.trim().is_empty() {
            // With its comments, of files that are left out, too.
            suggestion.mapping.clone()
        } else {
            let part = part_of(&suggestion, &proposal.recognised)?;
            let text = if part.is_empty() { text } else { edit::append(&text, &part)? };
            with_common(text, &suggestion, &proposal.recognised)?
        };
        self.draft.propose(&names, proposal);
        Ok(text)
    }

    fn changed(&self, text: &str, files: &[PathBuf], change: MappingChange) -> Result<String, LookError> {
        Ok(match change {
            MappingChange::Table { place, file, table } => {
                let described = self.described(text, files)?;
                let Some(one) = described.iter().find(|one| one.place == place && one.file == file) else {
                    return Err(EditError::Gone.into());
                };
                let is_whole = place.table == 0 && !one.is_of_several;
                let is_other = |other: &&Described| !is_whole || other.place.file != place.file;
                let filled = described.iter().filter(is_other).map(|other| other.table.name);
                let filled: Vec<&str> = filled.chain(self.has_members.then_some("members")).collect();
                let (part, suggestion) = self.proposed(files, &file, one.sheet.as_deref(), &table, &filled)?;
                let text = match is_whole {
                    true => edit::replace_tables(text, place.file, &part)?,
                    false => edit::replace(text, place, &part)?,
                };
                with_common(text, &suggestion, &suggestion.recognised)?
            }
            MappingChange::Describe { file, sheet, table } => {
                let described = self.described(text, files)?;
                let filled = described.iter().map(|other| other.table.name);
                let filled: Vec<&str> = filled.chain(self.has_members.then_some("members")).collect();
                let (part, suggestion) = self.proposed(files, &file, sheet.as_deref(), &table, &filled)?;
                with_common(edit::append(text, &part)?, &suggestion, &suggestion.recognised)?
            }
            MappingChange::Ignore { place } => edit::remove(text, place)?,
            MappingChange::Column { place, column, from } => {
                let named = self.named(text, files, place, &column)?;
                let mut text = text.to_owned();
                for (place, column) in std::iter::once((place, column.as_str())).chain(named) {
                    text = self.filled(&text, files, place, column, &from)?;
                }
                text
            }
            MappingChange::Value { place, column, value } => edit::fill(text, place, &column, &Fill::Value(value))?,
            MappingChange::Nothing { place, column } => edit::fill(text, place, &column, &Fill::Nothing)?,
            MappingChange::Program { key, value } => edit::set_common(text, &key, &value)?,
            MappingChange::UnknownMembers { members } => edit::set_unknown(text, members)?,
        })
    }

    fn filled(
        &self,
        text: &str,
        files: &[PathBuf],
        place: Place,
        column: &str,
        from: &str,
    ) -> Result<String, LookError> {
        let rule = look::rule_from(&MappingFile::of_folder(text), files, place, column, from, self.options)?;
        Ok(match rule {
            Some(rule) => edit::rule(text, place, column, &rule)?,
            None => edit::fill(text, place, column, &Fill::Column(from.to_owned()))?,
        })
    }

    /// The ids and names of the rows that a column names, where they come from the same as the column: they follow it, or a
    /// purchase would name an offer that no row has.
    fn named(
        &self,
        text: &str,
        files: &[PathBuf],
        place: Place,
        column: &str,
    ) -> Result<Vec<(Place, &'static str)>, LookError> {
        let described = self.described(text, files)?;
        let of = |one: &Described, column: &str| {
            let at = one.table.columns.iter().position(|known| known.name == column)?;
            Some((one.table.columns[at].refers, one.fills.get(at)?.clone()))
        };
        let changed = described.iter().find(|one| one.place == place).and_then(|one| of(one, column));
        let Some((Some(Refers::Id(target)), fill)) = changed else { return Ok(Vec::new()) };
        let is_named =
            |one: &&Described| one.table.name == target && one.place.file == place.file && !one.is_of_several;
        let columns = described.iter().filter(is_named).flat_map(|one| {
            let is_same = |name: &&'static str| of(one, name).is_some_and(|(_, own)| own == fill);
            ["id", "name", "title", "question"]
                .into_iter()
                .filter(is_same)
                .map(|name| (one.place, name))
                .collect::<Vec<_>>()
        });
        Ok(columns.collect())
    }

    /// What is proposed for a file, or a sheet of it, whose table somebody has chosen: the text, without the tables beside
    /// it that are filled already.
    fn proposed(
        &self,
        files: &[PathBuf],
        file: &str,
        sheet: Option<&str>,
        name: &str,
        filled: &[&str],
    ) -> Result<(String, Suggestion), LookError> {
        let gone = || LookError::File(file.to_owned());
        table(name).ok_or_else(|| LookError::Table(name.to_owned()))?;
        let path = files.iter().find(|path| file_name(path) == file).ok_or_else(gone)?;
        let whole = Asked { tables: vec![(None, name.to_owned())], ..Asked::default() };
        let asked = match sheet {
            None => whole.clone(),
            Some(_) => {
                let tables = vec![(None, IGNORE.to_owned()), (Some(called(file, sheet)), name.to_owned())];
                Asked { tables, ..Asked::default() }
            }
        };
        let alone = std::slice::from_ref(path);
        let suggestion = match suggest(alone, &asked, self.options) {
            // The only sheet of a workbook has no name in a proposal.
            Err(ImportError::Faults(_)) => suggest(alone, &whole, self.options),
            suggestion => suggestion,
        };
        let suggestion = match suggestion {
            Ok(suggestion) => suggestion,
            Err(ImportError::Faults(_)) => return Err(gone()),
            Err(error) => return Err(error.into()),
        };
        let first = suggestion.recognised.first().ok_or_else(gone)?;
        let part = part_of(&suggestion, std::slice::from_ref(first))?;
        Ok((edit::without(&part, filled)?, suggestion))
    }

    /// A file that the mapping does not name.
    fn plain_card(&self, path: &Path) -> Result<DraftCard, ImportError> {
        let (names, first_rows, refused) = match head(path, self.options)? {
            Ok(Head { names, rows }) => (names, rows, None),
            Err(faults) => (Vec::new(), Vec::new(), Some(faults.join("; "))),
        };
        Ok(DraftCard { names, first_rows, refused, ..empty_card(&file_name(path)) })
    }
}

fn empty_card(file: &str) -> DraftCard {
    DraftCard {
        file: file.to_owned(),
        sheet: None,
        filled: None,
        is_queried: false,
        names: Vec::new(),
        first_rows: Vec::new(),
        refused: None,
        proposed: None,
        ignored: None,
    }
}

/// Says what was proposed for a card.
fn say_proposed(card: &mut DraftCard, proposal: &Proposal) {
    let of_card = |file: &str, sheet: &Option<String>| file == card.file && *sheet == card.sheet;
    let own: Vec<&Recognised> = proposal.recognised.iter().filter(|one| of_card(&one.file, &one.sheet)).collect();
    let ignored = proposal.ignored.iter().find(|one| of_card(&one.file, &one.sheet));
    let of_table = match &card.filled {
        None => own.first(),
        // The list of the first table begins with what the rows may be, whatever was chosen.
        Some(filled) => (own.iter().find(|one| one.table.name == filled.table))
            .or_else(|| own.first().filter(|_| filled.place.table == 0)),
    };
    let (proposed, ignored) = (of_table.map(|one| recognised_file((*one).clone())), ignored.cloned().map(ignored_file));
    (card.proposed, card.ignored) = (proposed, ignored);
}

/// A file, and a sheet of it, as people say what it is.
fn called(file: &str, sheet: Option<&str>) -> String {
    sheet.map_or_else(|| file.to_owned(), |sheet| format!("{file}/{sheet}"))
}

/// What a proposal says of some of its files.
fn part_of(suggestion: &Suggestion, of: &[Recognised]) -> Result<String, EditError> {
    let wanted: Vec<(String, Option<String>)> = of.iter().map(|one| (one.file.clone(), one.sheet.clone())).collect();
    if wanted.is_empty() { Ok(String::new()) } else { edit::parts(&suggestion.mapping, &wanted) }
}

/// A text with what is proposed for all rows of the program, as far as these files need it and it is not said.
fn with_common(text: String, suggestion: &Suggestion, of: &[Recognised]) -> Result<String, EditError> {
    let columns = of.iter().flat_map(|one| one.table.columns.iter().zip(&one.columns));
    let needed: Vec<String> = columns
        .filter(|(_, filled)| filled.from.is_none() && filled.value.is_some())
        .filter_map(|(column, _)| match column.refers {
            Some(Refers::Group(kind)) => Some(kind.to_lowercase()),
            _ => None,
        })
        .collect();
    let known = edit::common(&text).values;
    let lacks = |key: &String| needed.contains(key) && !known.iter().any(|(known, _)| known == key);
    let mut new = suggestion.program.iter().filter(|(key, _)| lacks(key));
    new.try_fold(text, |text, (key, value)| edit::set_common(&text, key, value))
}

fn unreadable(error: IncomingError) -> ImportError {
    ImportError::Unfinished(error.to_string())
}
