//! Proposes a mapping for foreign files, and shows what a mapping makes of their first rows.
//!
//! [`detect`] finds out how a file is written, and [`profile`] what its columns contain. [`guess`] weighs what speaks for
//! each table ([`hints`], [`words`], [`things`], [`values`]), [`relate`] what the files say about each other. [`decide`]
//! chooses, with [`log`] for files of several tables; [`plan`] says what is filled from what, [`rules`] how, and [`write`]
//! writes the mapping.

mod asked;
mod chosen;
mod decide;
mod detect;
mod events;
mod form;
mod guess;
mod hints;
mod log;
mod plan;
mod profile;
mod queries;
mod recipes;
mod relate;
mod repeats;
mod rules;
mod source;
mod things;
mod times;
mod united;
mod values;
mod within;
mod words;
mod write;

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::feed::{Kind, Table};
use super::load::{ImportError, ImportOptions, MappingFile};
use super::mapping::{Dialect, MappedFile, Mapping, MemberKey, Memory, Rule, matches_name};
use super::path::file_name;
use super::read::{Fault, Faults, MappedReading, ReadError, Sample, mapped_sample, sample};
pub use asked::{Asked, IGNORE, Sure};
pub(super) use chosen::suggest_rule;
use decide::{Choice, Decision};
use detect::{Detected, READ};
use plan::{Planned, PlannedFile, PlannedTable, Planner};
use recipes::Known;
pub use recipes::OF_LOAD;
use rules::UNKNOWN_MEMBERS;
use source::Source;

/// Rows that a preview shows.
pub const SHOWN: usize = 20;

/// A proposed mapping.
#[derive(Clone, Debug)]
pub struct Suggestion {
    /// `mapping.toml`, with comments.
    pub mapping: String,
    /// What each file was taken for.
    pub recognised: Vec<Recognised>,
    /// What the mapping makes of the first rows.
    pub previews: Vec<Preview>,
    /// Why files are no tables. The mapping does not name them.
    pub refused: Vec<Fault>,
    /// Files and sheets that the mapping leaves out.
    pub ignored: Vec<Ignored>,
    /// What stands for every row of the program, because no file has it: keys and values. That of `unknown_members` is TOML.
    pub program: Vec<(String, String)>,
}

/// What a file, or a sheet of a workbook, was taken for: one for each table that it fills.
#[derive(Clone, Debug)]
pub struct Recognised {
    pub file: String,
    /// Of a workbook with several.
    pub sheet: Option<String>,
    pub table: &'static Table,
    pub sure: Sure,
    /// Why this table.
    pub reason: String,
    /// Other tables that it may be, the likeliest first.
    pub others: Vec<&'static str>,
    /// What knows this form of file.
    pub recipe: Option<String>,
    /// Rows that were read.
    pub rows: u64,
    /// For each column of the table, what fills it.
    pub columns: Vec<Filled>,
    /// The columns of the file that fill none.
    pub unused: Vec<String>,
}

/// What fills a column of a table.
#[derive(Clone, Debug, Default)]
pub struct Filled {
    /// The column of the file.
    pub from: Option<String>,
    /// The value of every row.
    pub value: Option<String>,
    /// None if nothing fills it.
    pub sure: Option<Sure>,
    pub note: String,
}

/// A file, or a sheet of a workbook, that fills no table.
#[derive(Clone, Debug)]
pub struct Ignored {
    pub file: String,
    pub sheet: Option<String>,
    pub rows: u64,
    pub reason: String,
    pub others: Vec<&'static str>,
    pub columns: Vec<String>,
}

impl Suggestion {
    /// The tables that have rows by the mapping.
    pub fn filled(&self) -> Vec<&'static str> {
        let added = self.program.iter().filter(|(key, _)| key == UNKNOWN_MEMBERS).map(|_| "members");
        self.recognised.iter().map(|recognised| recognised.table.name).chain(added).collect()
    }
}

impl Recognised {
    /// One for each table that a file fills.
    fn of(source: &Source, choice: &Choice, file: &PlannedFile) -> Vec<Recognised> {
        let unused = write::unused(source, file);
        let recognised = |(at, planned): (usize, &PlannedTable)| Recognised {
            file: source.file.clone(),
            sheet: source.sheet().map(str::to_owned),
            table: planned.table,
            sure: choice.sure,
            reason: match at {
                0 => choice.reason.clone(),
                _ if choice.log.is_some() && planned.table.kind != Kind::Reference => choice.reason.clone(),
                _ => format!("its rows name {} that no other file has", planned.table.name),
            },
            others: if at == 0 { choice.others.clone() } else { Vec::new() },
            recipe: None,
            rows: source.detected.rows,
            columns: planned.columns.iter().map(|planned| Filled::of(source, planned)).collect(),
            unused: unused.clone(),
        };
        file.tables.iter().enumerate().map(recognised).collect()
    }
}

impl Recognised {
    /// What a recipe says of a file.
    fn known(source: &Source, known: &Known) -> Vec<Recognised> {
        let mut used: Vec<String> = Vec::new();
        let mut found = Vec::new();
        for table in &known.file.tables {
            let mut filled = |rule: Option<&Rule>| {
                let columns = rule.map(|rule| rule.source.columns()).unwrap_or_default();
                used.extend(columns.iter().map(|name| (*name).to_owned()));
                let value = rule.and_then(|rule| rule.source.constant()).map(str::to_owned);
                let from = columns.first().map(|name| (*name).to_owned());
                Filled { from, value, sure: rule.map(|_| Sure::Sure), note: String::new() }
            };
            found.push(Recognised {
                file: source.file.clone(),
                sheet: source.sheet().map(str::to_owned),
                table: table.table,
                sure: Sure::Sure,
                reason: known.reason(),
                others: Vec::new(),
                recipe: Some(known.recipe.clone()),
                rows: source.detected.rows,
                columns: table
                    .rules
                    .iter()
                    .zip(&table.common)
                    .map(|(own, common)| filled(own.as_ref().or(common.as_ref())))
                    .collect(),
                unused: Vec::new(),
            });
        }
        // The table of the rows comes first: facts before what they name.
        found.sort_by_key(|recognised| {
            (
                recognised.table.kind == Kind::Reference && recognised.table.name != "members",
                recognised.table.name == "members",
            )
        });
        let names = source.detected.columns.iter().filter(|contents| contents.template.is_none());
        let unused: Vec<String> =
            names.map(|contents| contents.name.clone()).filter(|name| !used.contains(name)).collect();
        found.iter_mut().for_each(|recognised| recognised.unused.clone_from(&unused));
        found
    }
}

impl Filled {
    fn of(source: &Source, planned: &Planned) -> Filled {
        Filled {
            from: planned.from.and_then(|index| source.detected.columns[index].columns().into_iter().next()),
            value: planned.value.clone(),
            sure: planned.sure,
            note: planned.rule.as_ref().map(|rule| rule.note.clone()).unwrap_or_default(),
        }
    }
}

/// The first rows of a file as rows of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    pub file: String,
    pub table: &'static str,
    pub columns: Vec<&'static str>,
    /// At most [`SHOWN`], in the order of the columns.
    pub rows: Vec<Vec<String>>,
    /// What is wrong with these rows, or missing in the mapping.
    pub faults: Vec<Fault>,
}

/// Proposes a mapping for files from all that they contain. Nothing is loaded, and only `options.zone`,
/// `options.fact_days` and `options.decoder` count.
///
/// # Errors
/// [`ImportError::Faults`] where no file is a table or one was asked about that there is not, [`ImportError::Io`] for a
/// file that cannot be read.
pub fn suggest(files: &[PathBuf], asked: &Asked, options: &ImportOptions) -> Result<Suggestion, ImportError> {
    let (mut sources, mut faults) = (Vec::new(), Faults::default());
    for path in files {
        match Detected::of(path, &options.decoder).map_err(|error| unreadable(path, error))? {
            Ok(tables) => sources.extend(tables.into_iter().map(|table| Source::new(file_name(path), table))),
            Err(whats) => {
                let fault = |what| Fault { file: file_name(path), line: None, column: None, what };
                whats.into_iter().map(fault).for_each(|fault| faults.push(fault));
            }
        }
    }
    if let Some(file) = asked.unmet(&sources) {
        let what = "there is no such file or sheet among those that are read".to_owned();
        faults.push(Fault { file, line: None, column: None, what });
        return Err(ImportError::Faults(faults));
    }
    if sources.is_empty() {
        return Err(ImportError::Faults(faults));
    }
    let links = relate::links(&sources);
    relate::weigh(&mut sources, &links);
    let mut decisions = decide::decide(&sources, &links, asked);
    united::unite(&mut decisions, &sources, asked);
    let mut plan = Planner::new(&sources, &decisions, &links).plan();
    let mut mapping = write::mapping(&sources, &decisions, &plan);
    let said = repeats::settle(&mut plan, &MappingFile::of_folder(mapping.clone()), files, options);
    if said.map_err(|(path, error)| unreadable(&path, error))? {
        mapping = write::mapping(&sources, &decisions, &plan);
    }
    let (mut recognised, mut ignored) = (Vec::new(), Vec::new());
    for (source, decision) in sources.iter().zip(&decisions) {
        if let Decision::Known(known) = decision {
            recognised.extend(Recognised::known(source, known));
        }
    }
    for file in &plan.files {
        if let Decision::Fills(choice) = &decisions[file.source] {
            recognised.extend(Recognised::of(&sources[file.source], choice, file));
        }
    }
    for (source, decision) in sources.iter().zip(&decisions) {
        if let Decision::Ignored { reason, others } = decision {
            let names = source.detected.columns.iter().filter(|contents| contents.template.is_none());
            ignored.push(Ignored {
                file: source.file.clone(),
                sheet: source.sheet().map(str::to_owned),
                rows: source.detected.rows,
                reason: reason.clone(),
                others: others.clone(),
                columns: names.map(|contents| contents.name.clone()).collect(),
            });
        }
    }
    let file = MappingFile::of_folder(mapping);
    let previews = if recognised.is_empty() { Vec::new() } else { preview(&file, files, options)? };
    Ok(Suggestion {
        mapping: file.text,
        recognised,
        previews,
        refused: faults.listed(),
        ignored,
        program: plan.program,
    })
}

/// The start of a file that no mapping describes.
#[derive(Debug)]
pub struct Head {
    /// The columns, numbered where the file has no header.
    pub names: Vec<String>,
    /// As they are.
    pub rows: Vec<Vec<String>>,
}

/// The start of a file, as far as it can be read without a mapping; what is wrong with it otherwise.
///
/// # Errors
/// [`ImportError::Io`]
pub fn head(path: &Path, options: &ImportOptions) -> Result<Result<Head, Vec<String>>, ImportError> {
    let form = Detected::form(path, &options.decoder);
    let (_, read) = form.map_err(|error| unreadable(path, error))?;
    if read.names.is_empty() {
        return Ok(Err(read.faults));
    }
    let rows = read.rows.into_iter().take(SHOWN / 2).map(|(_, fields)| fields).collect();
    Ok(Ok(Head { names: read.names, rows }))
}

/// What a mapping makes of the first [`SHOWN`] rows of each file that it names, and of each of its queries.
///
/// # Errors
/// [`ImportError::Faults`] for a mapping that contradicts itself, [`ImportError::Io`] for a file that cannot be read.
pub fn preview(mapping: &MappingFile, files: &[PathBuf], options: &ImportOptions) -> Result<Vec<Preview>, ImportError> {
    let parsed = mapping.parse().map_err(ImportError::Faults)?;
    let mut memory = Memory::default();
    let mut previews = Vec::new();
    for path in files {
        let name = file_name(path);
        let matches = |pattern: &String| matches_name(pattern, &name);
        let is_shown = |entry: &&MappedFile| !entry.tables.is_empty() && entry.names.iter().any(matches);
        for entry in parsed.files.iter().filter(is_shown) {
            let name = entry.called(&name);
            let sample = read(path, &entry.dialect, options).map_err(|error| unreadable(path, error))?;
            let fault = |what: &String| Fault { file: name.clone(), line: None, column: None, what: what.clone() };
            let faults = sample.faults.iter().map(fault).collect();
            let first = First { name, sample, faults };
            previews.extend(first.of_tables(&parsed, entry, options, &mut memory)?);
        }
    }
    previews.extend(of_queries(&parsed, files, options, &mut memory)?);
    Ok(previews)
}

/// What a mapping makes of the first [`SHOWN`] rows of each of its queries.
pub(super) fn of_queries(
    parsed: &Mapping,
    files: &[PathBuf],
    options: &ImportOptions,
    memory: &mut Memory,
) -> Result<Vec<Preview>, ImportError> {
    let mut previews = Vec::new();
    let named: Vec<(String, PathBuf)> = files.iter().map(|path| (file_name(path), path.clone())).collect();
    let until = Instant::now() + queries::TIME;
    for entry in &parsed.files {
        let Some(query) = &entry.query else { continue };
        let name = query.called();
        let first = queries::first(parsed, query, &named, options, until);
        if let Some((sample, faults)) = first.map_err(|error| unreadable(Path::new(&name), error))? {
            let first = First { name, sample, faults };
            previews.extend(first.of_tables(parsed, entry, options, memory)?);
        }
    }
    Ok(previews)
}

/// The first rows of a file or a query, and what is wrong with it.
struct First {
    name: String,
    sample: Sample,
    faults: Vec<Fault>,
}

impl First {
    /// What a mapping makes of them.
    fn of_tables(
        &self,
        mapping: &Mapping,
        entry: &MappedFile,
        options: &ImportOptions,
        memory: &mut Memory,
    ) -> Result<Vec<Preview>, ImportError> {
        // A preview shows hashes, but not those that a load would store.
        let key = options.member_key.clone().unwrap_or(MemberKey([0; 32]));
        let mut previews = Vec::new();
        for table in &entry.tables {
            let mut faults = Faults::default();
            self.faults.iter().for_each(|fault| faults.push(fault.clone()));
            let (mapping, zone, key) = (&*mapping.name, &options.zone, Some(&key));
            let reading = MappedReading { mapping, file: entry, table, zone, key, memory: &mut *memory };
            let rows = mapped_sample(&self.name, &self.sample, reading, options.fact_days, SHOWN, &mut faults)?;
            let rows = rows.into_iter().map(|(_, row)| row).collect();
            let columns = table.table.columns.iter().map(|column| column.name).collect();
            let (file, table) = (self.name.clone(), table.table.name);
            previews.push(Preview { file, table, columns, rows, faults: faults.listed() });
        }
        Ok(previews)
    }
}

fn read(path: &Path, dialect: &Dialect, options: &ImportOptions) -> Result<Sample, ReadError> {
    sample(path, dialect, &options.decoder, READ)
}

fn unreadable(path: &Path, error: ReadError) -> ImportError {
    match error {
        ReadError::Io(source) => ImportError::Io { path: path.to_path_buf(), source },
        ReadError::Warehouse(error) => error.into(),
    }
}

#[cfg(test)]
mod tests;
