//! Decides what each file is, how sure that is, and why.

use super::asked::{Asked, IGNORE, Sure};
use super::events::EventFile;
use super::guess::{Fill, Guess};
use super::log::Log;
use super::recipes::{Known, Recipes};
use super::relate::{Link, REFERS};
use super::source::Source;
use super::words::Spoken;
use crate::warehouse::feed::Kind;

/// What is proposed for a file.
pub(super) enum Decision {
    Fills(Choice),
    /// What a recipe says.
    Known(Box<Known>),
    /// Nothing, and why.
    Ignored {
        reason: String,
        others: Vec<&'static str>,
    },
}

/// The table that the rows of a file are.
pub(super) struct Choice {
    pub(super) guess: Guess,
    pub(super) sure: Sure,
    pub(super) reason: String,
    pub(super) others: Vec<&'static str>,
    /// Where the rows are of several tables.
    pub(super) log: Option<Log>,
    /// Of messages, the files with what became of them.
    pub(super) united: Vec<EventFile>,
    /// Whether the rows are those of another file's messages.
    pub(super) is_united: bool,
}

impl Choice {
    fn new(guess: &Guess, sure: Sure, reason: String, others: Vec<&'static str>) -> Choice {
        Choice { guess: guess.clone(), sure, reason, others, log: None, united: Vec::new(), is_united: false }
    }
}

/// The least score, and the least distance to the next table, of what is sure and of what is likely.
const SURE: (f64, f64) = (24.0, 7.0);
const LIKELY: (f64, f64) = (14.0, 2.5);

/// The least score of a table of which a column is missing that it cannot be without.
const INCOMPLETE: f64 = 15.0;

/// Other tables that are named, and their least score.
const OTHERS: usize = 4;
const OTHER: f64 = 4.0;

pub(super) fn decide(sources: &[Source], links: &[Link], asked: &Asked) -> Vec<Decision> {
    let recipes = Recipes::with(&asked.saved);
    let decision = |source: &Source| match asked.table_of(source) {
        None => recipes.knows(source).map_or_else(|| decided(source, None), |known| Decision::Known(Box::new(known))),
        told => decided(source, told),
    };
    let mut decisions: Vec<Decision> = sources.iter().map(decision).collect();
    leave_recipes(&mut decisions, sources);
    leave_out_parts(&mut decisions, sources, links);
    leave_out_lists(&mut decisions, links);
    decisions
}

fn decided(source: &Source, told: Option<&str>) -> Decision {
    let best = &source.guesses[0];
    let others = |but: &str| -> Vec<&'static str> {
        let others = source.guesses.iter().filter(|guess| guess.table.name != but && guess.score >= OTHER);
        others.map(|guess| guess.table.name).take(OTHERS).collect()
    };
    if told == Some(IGNORE) {
        return Decision::Ignored { reason: "it is to be left out".to_owned(), others: others("") };
    }
    if let Some(guess) = source.guesses.iter().find(|guess| Some(guess.table.name) == told) {
        let reason = format!("it was said to be {}", guess.table.name);
        let others = others(guess.table.name);
        return Decision::Fills(Choice::new(guess, Sure::Sure, reason, others));
    }
    let lacks = best.lacks();
    if source.detected.rows == 0 {
        return Decision::Ignored { reason: "it has no rows".to_owned(), others: Vec::new() };
    }
    if let Some(reason) = stock(source, best) {
        return Decision::Ignored { reason, others: others("") };
    }
    if let Some(log) = Log::of(source) {
        let guess = &log.parts[0].guess;
        let reason = format!("{} says what each row is", source.detected.columns[log.column].name);
        let choice = Choice::new(guess, Sure::Likely, reason, others(guess.table.name));
        return Decision::Fills(Choice { log: Some(log), ..choice });
    }
    if !best.is_likely() || (!lacks.is_empty() && best.score < INCOMPLETE) {
        let reason = match (lacks.as_slice(), best.score >= OTHER) {
            ([first, ..], true) => {
                format!("no table has such rows; the nearest is {}, and nothing is its {first}", best.table.name)
            }
            _ => "nothing in it says what its rows are".to_owned(),
        };
        return Decision::Ignored { reason, others: others("") };
    }
    let next = source.guesses.get(1).map_or(0.0, |guess| guess.score);
    let reaches = |(score, apart): (f64, f64)| best.score >= score && best.score - next >= apart;
    let sure = match () {
        () if lacks.is_empty() && best.is_named && reaches(SURE) => Sure::Sure,
        () if lacks.is_empty() && reaches(LIKELY) => Sure::Likely,
        () => Sure::Guess,
    };
    let reason = reason(source, best);
    Decision::Fills(Choice::new(best, sure, reason, others(best.table.name)))
}

/// Why a file is a list of what is in stock, and not of what members see: two names speak of that, or one where it would be
/// articles to read.
fn stock(source: &Source, best: &Guess) -> Option<String> {
    let speak =
        |thing: &str| source.detected.columns.iter().filter(|column| column.spoken.has(thing)).collect::<Vec<_>>();
    let columns = speak("STOCK");
    let names = columns.len() + usize::from(source.spoken.has("STOCK"));
    let least = if best.table.name == "articles" { 1 } else { 2 };
    let names_people = ["PERSON", "EMAIL"].iter().any(|thing| !speak(thing).is_empty());
    if columns.is_empty() || names < least || names_people || best.table.kind != Kind::Reference {
        return None;
    }
    let columns: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    Some(format!("its columns are those of a stock list: {}", columns.join(", ")))
}

/// What speaks for a table, in a sentence.
fn reason(source: &Source, guess: &Guess) -> String {
    let named = |fill: &Fill| fill.score >= 3.0;
    let columns: Vec<&str> = (guess.fills.iter().flatten().filter(|fill| named(fill)))
        .map(|fill| source.detected.columns[fill.index].name.as_str())
        .take(4)
        .collect();
    match columns.is_empty() {
        true => "what its columns contain fits".to_owned(),
        false => format!("its columns fit: {}", columns.join(", ")),
    }
}

/// Where a file says of members only that there are such, and another who they are, leaves it out: its other columns are no
/// data of members, such as counts by month.
fn leave_out_lists(decisions: &mut [Decision], links: &[Link]) {
    let fills = |decision: &Decision| match decision {
        Decision::Fills(choice) if choice.guess.table.name == "members" => {
            let id = choice.guess.fill("member_id").map(|fill| fill.index);
            Some((id, choice.guess.fills.iter().flatten().count(), choice.sure))
        }
        _ => None,
    };
    for link in links.iter().filter(|link| link.share >= REFERS) {
        let [Some((list, 1, sure)), Some((_, 2.., _))] = [link.child.0, link.parent.0].map(|at| fills(&decisions[at]))
        else {
            continue;
        };
        // What somebody said counts.
        if list == Some(link.child.1) && sure != Sure::Sure {
            let reason = "it says of its members only that there are such, and another file has them".to_owned();
            decisions[link.child.0] = Decision::Ignored { reason, others: vec!["members"] };
        }
    }
}

/// Does without a recipe whose file of members is missing where another file has the members: the recipe may name them by
/// another column than that file.
fn leave_recipes(decisions: &mut [Decision], sources: &[Source]) {
    let fills_members =
        |decision: &Decision| matches!(decision, Decision::Fills(choice) if choice.guess.table.name == "members");
    if !decisions.iter().any(fills_members) {
        return;
    }
    let whole: Vec<String> = decisions
        .iter()
        .filter_map(|decision| match decision {
            Decision::Known(known) if known.file.fills_members() => Some(known.recipe.clone()),
            _ => None,
        })
        .collect();
    for (decision, source) in decisions.iter_mut().zip(sources) {
        let is_part = matches!(decision, Decision::Known(known) if known.has_members && !whole.contains(&known.recipe));
        if is_part {
            *decision = decided(source, None);
        }
    }
}

/// Where one file has orders and another their lines, keeps the one that fits better: both together would count twice.
fn leave_out_parts(decisions: &mut [Decision], sources: &[Source], links: &[Link]) {
    let is_order = |spoken: &Spoken| spoken.has("ORDER") && spoken.has("ID");
    let name = |(source, column): (usize, usize)| &sources[source].detected.columns[column].spoken;
    for link in links.iter().filter(|link| link.share >= REFERS) {
        let (one, other) = (link.parent.0, link.child.0);
        let (Decision::Fills(first), Decision::Fills(second)) = (&decisions[one], &decisions[other]) else { continue };
        let table = first.guess.table;
        if table.name != second.guess.table.name
            || table.kind == Kind::Reference
            || !(is_order(name(link.parent)) && name(link.child).has("ORDER"))
        {
            continue;
        }
        let (kept, left) = if first.guess.score >= second.guess.score { (one, other) } else { (other, one) };
        let reason = format!("its rows are those of {} in other parts; both would count twice", sources[kept].name());
        decisions[left] = Decision::Ignored { reason, others: vec![table.name] };
    }
}
