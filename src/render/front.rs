//! What the first page of a PDF says: the score, the cards, and what changed in sentences.

use super::cards;
use super::drawing::{Drawing, Ink, Shape};
use super::headline::{HeadFigure, figure};
use super::names;
use crate::figures::score::ScoreAnswer;
use crate::figures::{Cell, Polarity, Unit};
use crate::i18n::language::Language;
use crate::i18n::{Moved, dates, labels};
use crate::screens::insights::{InsightNews, NewsAnswer};
use crate::screens::tables::{CardValue, CardsTable};
use crate::screens::{Answered, Words};

/// The most sentences.
const MOST: usize = 3;
/// A change of less, in percent, is not told.
const LEAST: f64 = 1.0;

/// The size of the small line of a card.
pub const SPARK: (f32, f32) = (74.0, 26.0);

/// What a change means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Good,
    Bad,
    Quiet,
}

/// A card.
#[derive(Debug)]
pub struct FrontCard {
    pub title: String,
    /// The name of the large figure; empty where the title is its name.
    pub label: String,
    pub now: String,
    /// With its sign.
    pub change: String,
    pub tone: Tone,
    /// The points of its small line, without those that have no data.
    pub line: Vec<f64>,
    /// Whether the last point is of a period that is not over.
    pub is_unfinished: bool,
    /// Its other figures: a name and a value each.
    pub others: Vec<(String, String)>,
}

impl FrontCard {
    /// Its small line, which has no axes; the last stretch is dashed where that period is not over.
    pub fn spark(&self) -> Option<Drawing> {
        spark(&self.line, self.is_unfinished)
    }
}

/// The score now and a month before.
#[derive(Debug)]
pub struct FrontScore {
    pub score: f64,
    pub written: String,
    pub change: String,
    pub tone: Tone,
}

/// What the first page says.
#[derive(Debug, Default)]
pub struct Front {
    pub score: Option<FrontScore>,
    pub cards: Vec<FrontCard>,
    pub sentences: Vec<String>,
}

impl Front {
    /// Of the answers that a file is made of.
    pub fn of<'a>(answers: impl Iterator<Item = &'a Answered>, currency: &str, language: Language) -> Front {
        let mut front = Front::default();
        let mut changes: Vec<(f64, String)> = Vec::new();
        // The sentences of the page, where it has some.
        let mut told = None;
        for answered in answers {
            match answered {
                Answered::Cards(table) | Answered::Polls(table, _) if front.cards.is_empty() => {
                    front.cards = cards_of(table, currency, language);
                    changes = changes_of(table, currency, language);
                }
                Answered::Score(score) => front.score = score_of(score, language),
                Answered::News(news) => told = Some(of_news(news, language)),
                _ => {}
            }
        }
        changes.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        if changes.is_empty() && !front.cards.is_empty() {
            changes.push((0.0, language.texts().files.nothing_changed.to_owned()));
        }
        front.sentences = told.unwrap_or_else(|| changes.into_iter().map(|(_, sentence)| sentence).collect());
        front.sentences.truncate(MOST);
        front
    }
}

/// The values of each card.
fn by_card(table: &CardsTable) -> impl Iterator<Item = &[CardValue]> {
    table.values.chunk_by(|one, other| std::ptr::eq(one.card, other.card))
}

fn cards_of(table: &CardsTable, currency: &str, language: Language) -> Vec<FrontCard> {
    let mut shown: Vec<&[CardValue]> = by_card(table).collect();
    let id_of = |values: &&[CardValue]| large(values).map(id).unwrap_or_default();
    let ids: Vec<String> = shown.iter().map(id_of).collect();
    if let Some(order) = names::order_of(&ids) {
        shown.sort_by_key(|values| order.iter().position(|id| *id == id_of(values)));
    }
    shown.into_iter().filter_map(|values| card(values, currency, language)).collect()
}

/// The large figure of a card: the one that the page names, else the first.
fn large(values: &[CardValue]) -> Option<&CardValue> {
    let is_large = |value: &&CardValue| names::of_card(&id(value), Language::En).is_some();
    values.iter().find(is_large).or(values.first())
}

fn id(value: &CardValue) -> String {
    value.card.metric_id(value.field)
}

fn card(values: &[CardValue], currency: &str, language: Language) -> Option<FrontCard> {
    let large = large(values)?;
    let written = |value: &CardValue| figure(&cards::row(value, language), currency, language);
    let HeadFigure { label: full, now, change, .. } = written(large);
    let named = names::of_card(&id(large), language);
    let title = named.map_or_else(|| full.clone(), |names| names.title.clone());
    let name = |value: &CardValue| named.and_then(|names| names.figures.get(&id(value)));
    let label = name(large).filter(|label| **label != title).cloned().unwrap_or_default();
    let others = values.iter().filter(|value| !std::ptr::eq(*value, large));
    let others = others.filter_map(|value| Some((name(value)?.clone(), written(value).now))).collect();
    let gaps = &large.change.line_gaps;
    let points = large.change.line.iter().enumerate().filter(|(at, _)| !gaps.contains(at));
    Some(FrontCard {
        title,
        label,
        now,
        change: if change_of(large).is_some() { change } else { String::new() },
        tone: tone(large),
        line: points.filter_map(|(_, (_, value))| *value).collect(),
        is_unfinished: large.change.line_through.is_some(),
        others,
    })
}

/// The change of a figure in percent; of a percentage its points, which say more.
fn change_of(value: &CardValue) -> Option<f64> {
    if !matches!(value.now, Cell::Value(_)) {
        return None;
    }
    match value.field.metric.unit {
        Unit::Percent => value.change.points,
        _ => value.change.change_percent,
    }
}

fn tone(value: &CardValue) -> Tone {
    let Some(change) = change_of(value) else { return Tone::Quiet };
    let is_small = value.field.metric.unit != Unit::Percent && change.abs() < LEAST;
    if value.change.within_chance == Some(true) || is_small {
        return Tone::Quiet;
    }
    toned(change, value.field.metric.polarity)
}

fn toned(change: f64, polarity: Polarity) -> Tone {
    match polarity {
        Polarity::None => Tone::Quiet,
        _ if change == 0.0 => Tone::Quiet,
        Polarity::Higher if change > 0.0 => Tone::Good,
        Polarity::Lower if change < 0.0 => Tone::Good,
        Polarity::Higher | Polarity::Lower => Tone::Bad,
    }
}

/// A sentence for each card whose figure changed beyond chance, with how much it changed in percent.
fn changes_of(table: &CardsTable, currency: &str, language: Language) -> Vec<(f64, String)> {
    let sentence = |value: &CardValue| {
        let (metric, change) = (value.field.metric, &value.change);
        let (Cell::Value(now), Some(before), Some(percent)) = (value.now, change.before, change.change_percent) else {
            return None;
        };
        if change.within_chance == Some(true) || percent.abs() < LEAST {
            return None;
        }
        let now = metric.shown(now);
        let label = labels::label(language, value.field.full_label);
        let of_percent = match metric.unit {
            Unit::Percent => String::new(),
            unit => Words::new(unit, currency, language).percent_change(percent, 1),
        };
        let words = Words::new(metric.unit, currency, language);
        Some((percent.abs(), moved(label, (before, now), &of_percent, &words)))
    };
    by_card(table).filter_map(large).filter_map(sentence).collect()
}

fn moved(label: &str, (before, now): (f64, f64), percent: &str, words: &Words<'_>) -> String {
    let change = now - before;
    let moved = Moved {
        label,
        is_up: change > 0.0,
        amount: &words.amount(change.abs()),
        percent,
        before: &words.figure(before),
        now: &words.figure(now),
        is_chance: false,
    };
    (words.language.texts().insights.moved)(&moved, None)
}

fn score_of(answer: &ScoreAnswer, language: Language) -> Option<FrontScore> {
    let score = answer.score?;
    let words = Words::of_score(language);
    let (change, tone) = match answer.explain.mom {
        Some(change) if change != 0.0 => {
            let is_chance = answer.explain.within_chance == Some(true);
            (words.signed(change), if is_chance { Tone::Quiet } else { toned(change, Polarity::Higher) })
        }
        _ => (String::new(), Tone::Quiet),
    };
    Some(FrontScore { score, written: words.figure(score), change, tone })
}

/// What the page begins with: of the score, of the period and of its last day, in its order.
fn of_news(NewsAnswer { score, insights }: &NewsAnswer, language: Language) -> Vec<String> {
    let of_score = match &score.sentences[..] {
        [] => score.note.clone(),
        sentences => Some(sentences.join(" ")),
    };
    let mut sentences: Vec<String> = of_score.into_iter().collect();
    let Some(InsightNews { moves, unusual }) = insights else { return sentences };
    // The days stand in the line above, unless others were judged.
    let days = match (&moves.start_date, &moves.end_date, &moves.instead_of) {
        (Some(start), Some(end), Some(_)) => format!("{}: ", dates::iso_days_in_words(start, end, language)),
        _ => String::new(),
    };
    match moves.real {
        // What is usual is no news.
        0 if moves.tests > 0 => sentences.push(format!("{days}{}", language.texts().files.nothing_changed)),
        _ => sentences.extend(moves.moves.iter().map(|one| format!("{days}{}", one.sentence))),
    }
    if let Some(day) = &unusual.day {
        let day = dates::iso_days_in_words(day, day, language);
        sentences.extend(unusual.items.iter().map(|item| format!("{day}: {}", item.sentence)));
    }
    sentences
}

fn spark(points: &[f64], is_unfinished: bool) -> Option<Drawing> {
    let least = points.iter().copied().reduce(f64::min)?;
    let most = points.iter().copied().reduce(f64::max)?;
    if points.len() < 2 {
        return None;
    }
    let mut drawing = Drawing::new(SPARK.0, SPARK.1);
    let place = |(at, value): (usize, &f64)| {
        let share = if most > least { (value - least) / (most - least) } else { 0.5 };
        (SPARK.0 * at as f32 / (points.len() - 1) as f32, SPARK.1 * (1.0 - share as f32))
    };
    let places: Vec<(f32, f32)> = points.iter().enumerate().map(place).collect();
    let whole = places.len() - usize::from(is_unfinished);
    let mut line = |points: &[(f32, f32)], is_dashed| {
        if points.len() > 1 {
            drawing.shapes.push(Shape::Line { points: points.to_vec(), width: 1.25, is_dashed, ink: Ink::Series(0) });
        }
    };
    line(&places[..whole], false);
    if is_unfinished {
        line(&places[whole.saturating_sub(1)..], true);
    }
    let (x, y) = *places.last()?;
    drawing.shapes.push(Shape::Dot { x, y, radius: 1.75, ink: Ink::Series(0) });
    Some(drawing)
}
