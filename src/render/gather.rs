//! The answers that a file is made of.

use super::compared::{Before, Compared};
use super::error::ExportError;
use super::front::Front;
use super::grid::Grid;
use super::screen::ScreenCall;
use super::targets::add_targets;
use crate::figures::filter::FilterParams;
use crate::i18n::language::Language;
use crate::limited::Client;
use crate::screens::targets::{FittingTargets, Seen, Target};
use crate::screens::{AnswerError, Answered, Answers, Dashboard};

/// How often the calls are made again because a load was committed meanwhile.
const RETRIES: usize = 3;

/// The answers to the calls of a screen, all of one data version where loads leave the time.
pub struct Gathered {
    answers: Vec<(ScreenCall, Answered, Before)>,
    /// Of the grids.
    language: Language,
    targets: FittingTargets,
    /// Whoever waits for the file.
    client: Client,
}

/// Makes the calls one after the other: a user's export leaves the others their turns. `targets` are those of the program;
/// the file has those that fit the filter and the members that the calls show. `answered` is called after each part.
///
/// # Errors
/// As the calls.
pub async fn gather(
    answers: &Answers<'_>,
    parts: &[ScreenCall],
    params: &FilterParams,
    compared: &Compared,
    targets: &[Target],
    answered: &(dyn Fn() + Sync),
) -> Result<Gathered, ExportError> {
    // Whoever may take a screen along sees its figures.
    let on = |_: &Dashboard| Some(answers.scope.clone());
    let targets = answers.fitting_targets(params, targets, &Seen { on: &on }).await?;
    let gathered = at_one_version(answers, async || {
        let mut gathered = Vec::with_capacity(parts.len());
        for part in parts {
            let before = compared.answered(answers, part, params).await?;
            gathered.push((*part, answers.answered(part.call(), params).await?, before));
            answered();
        }
        Ok::<_, ExportError>(gathered)
    });
    Ok(Gathered { answers: gathered.await?, language: answers.language, targets, client: Client::default() })
}

/// Makes something again where a load was committed meanwhile, up to three times, so that all of it is of one data version.
///
/// # Errors
/// As `make`, and where the data version cannot be read.
pub async fn at_one_version<T, E: From<AnswerError>>(
    answers: &Answers<'_>,
    make: impl AsyncFn() -> Result<T, E>,
) -> Result<T, E> {
    let mut retries = 0;
    loop {
        let before = answers.data_version().await?;
        let made = make().await?;
        if before == answers.data_version().await? || retries == RETRIES {
            return Ok(made);
        }
        retries += 1;
    }
}

/// The grids of one call.
pub struct Section {
    /// What the breakdown is called; none for cards and indicators.
    pub title: Option<String>,
    pub grids: Vec<Grid>,
}

impl Gathered {
    /// Whether there is more than one section.
    pub fn has_several(&self) -> bool {
        self.answers.iter().filter(|(part, ..)| !part.is_of_first_page()).count() > 1
    }

    /// What the first page of a document says.
    pub fn front(&self, currency: &str) -> Front {
        Front::of(self.answers.iter().map(|(_, answered, _)| answered), currency, self.language)
    }

    /// For somebody who waits for the file: no further grid is made for whoever has gone.
    pub fn for_client(self, client: &Client) -> Gathered {
        Gathered { client: client.clone(), ..self }
    }

    /// The grids by call, made one call at a time: a large answer is not kept in three forms.
    ///
    /// # Errors
    /// If nobody waits for the file any more.
    pub fn sections(self) -> impl Iterator<Item = Result<Section, ExportError>> {
        let Gathered { answers, language, targets, client } = self;
        let section = move |(part, answered, before): (ScreenCall, Answered, Before)| {
            if client.is_gone() {
                return Err(ExportError::ClientGone);
            }
            let mut grids = part.grids(&answered, language);
            before.add(&mut grids, &answered, language);
            add_targets(&mut grids, &part, &targets, language);
            Ok(Section { title: part.title(language), grids })
        };
        answers.into_iter().map(section)
    }

    /// All grids.
    ///
    /// # Errors
    /// As [`Gathered::sections`].
    pub fn grids(self) -> impl Iterator<Item = Result<Grid, ExportError>> {
        self.sections().flat_map(|section| {
            let (grids, error) = match section {
                Ok(section) => (section.grids, None),
                Err(error) => (Vec::new(), Some(error)),
            };
            grids.into_iter().map(Ok).chain(error.map(Err))
        })
    }
}
