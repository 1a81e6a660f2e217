//! Why a figure moved: its change as a tree of effects that add up at every level (docs/explain.md).
//!
//! - `effects` divides a change, as pure functions of exact fractions.
//! - `division` lists the ways to divide a metric.
//! - `slices` reads the figure in each group, item or time; `moves` for members who moved between groups.
//! - `distinctness` says how much a division tells, and which slice stands out.
//! - [`explain`] builds the tree: it divides the whole, and each slice that is opened by another division.
//! - `shown` leaves out figures with few members; nothing else reads an [`Explanation`]. `wire` has its answer.

mod distinctness;
mod division;
mod effects;
mod moves;
mod shown;
mod slices;
mod wire;

use std::collections::BTreeMap;

use futures_util::future::{BoxFuture, FutureExt, try_join, try_join_all};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

use super::standard_error::{Spread, standard_error};
use crate::warehouse::WarehouseError;
use distinctness::Distinctness;

pub use division::Division;
use effects::{Effect, rounded, share};
pub(in crate::figures) use effects::{Effects, Pair, change, shown, to_f64};
pub use shown::{How, NoTree, PartOfChange, Shown, ShownChange, hidden_parts};
use slices::Slice;
pub use slices::{Compared, NodeScope, Reader};
pub use wire::{CauseKind, CauseNode, CauseTree, Chance, DivisionOffer};

/// The most causes of a division that are shown; the smallest others are one cause together.
const MOST_CAUSES: usize = 12;

/// Which slices of a tree are opened, and how each is divided.
#[derive(Clone, Debug, Default)]
pub struct OpenSlices {
    /// None for the division that tells most.
    pub by: Option<Division>,
    /// The opened slices, by key.
    pub inside: BTreeMap<String, OpenSlices>,
}

/// A part of a program's change, divided.
#[derive(Debug)]
struct Opened {
    division: Division,
    /// Whether this division was asked for, and not chosen because it tells most.
    is_wanted: bool,
    /// The largest effects first; merged slices, what is in no group, and the mix come last.
    causes: Vec<Cause>,
    /// The index of the cause that stands out, if one does.
    leading: Option<usize>,
    /// The ways to divide this part of the change.
    offered: Vec<Division>,
}

/// The kind of a cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Slice,
    /// Several slices with small effects, and their number.
    Others(usize),
    /// The slice around it became a larger or smaller part of what is around that.
    Mix,
}

/// A slice with its effect on the change of the whole.
#[derive(Debug)]
struct Cause {
    kind: Kind,
    slice: Slice,
    /// In the unit of the tree's root.
    effect: Effect,
    /// The division within it, if it is opened.
    inside: Option<Opened>,
    /// Whether it can be opened.
    can_open: bool,
}

/// A division that is offered, and what it tells.
#[derive(Clone, Debug)]
struct Offer {
    division: Division,
    /// 0 if every slice changed like the whole, up to 1 if one did all of it and more ([`Distinctness`]).
    tells: f64,
    /// The slice that stands out, if one does.
    leading: Option<Slice>,
}

/// Why a figure moved. [`Explanation::shown`] returns what may be shown of it.
#[derive(Debug)]
pub struct Explanation {
    whole: Pair,
    /// The standard error of the change, in the metric's unit; None if it is not known.
    error: Option<f64>,
    /// The divisions, the one that tells most first.
    offers: Vec<Offer>,
    /// None if nothing divides the figure.
    tree: Option<Opened>,
}

/// Explains the change of a figure.
///
/// # Errors
/// Errors of the warehouse.
pub async fn explain(
    reader: &Reader<'_>,
    compared: Compared,
    cut: NodeScope,
    opening: &OpenSlices,
) -> Result<Explanation, WarehouseError> {
    explain_as(reader, compared, cut, opening, None).await
}

/// The same with effects that add up to the worth of the change (points of the score) instead of the change.
///
/// # Errors
/// Errors of the warehouse.
pub async fn explain_as(
    reader: &Reader<'_>,
    compared: Compared,
    cut: NodeScope,
    opening: &OpenSlices,
    worth: Option<BigRational>,
) -> Result<Explanation, WarehouseError> {
    // Read at the same time as what the divisions need, so that none of them waits for the sample.
    let whole_and_spread = try_join(reader.whole(compared, &cut), reader.spread(compared, &cut));
    let all = divided(reader, compared, &cut, opening.by);
    let ((whole, spread), read) = try_join(whole_and_spread, all).await?;
    let change = change(compared.metric, &whole);
    let error = standard_error(compared.metric, &whole.now, &whole.before, spread.as_ref());
    if !effects::can_divide(compared.metric, &whole) || (worth.is_some() && change.is_zero()) {
        return Ok(Explanation { whole, error, offers: Vec::new(), tree: None });
    }
    let factor = worth.map_or_else(|| effects::whole(1), |worth| worth / &change);
    let node = Node { compared, cut, whole: whole.clone(), spread, factor };
    let mut divided = node.offers(read);
    let by = opening.by.filter(|by| divided.iter().any(|(offer, _)| offer.division == *by));
    if by.is_none()
        && let Some((_, estimated)) = divided.first_mut().filter(|(_, read)| read.is_estimated)
    {
        // What is shown is exact. With the exact numbers, another division may tell more.
        estimated.slices = reader.slices(compared, &node.cut, estimated.division).await?;
        estimated.is_estimated = false;
        let read = divided.into_iter().map(|(_, read)| read).collect();
        divided = node.offers(read);
    }
    let offers: Vec<Offer> = divided.iter().map(|(offer, _)| offer.clone()).collect();
    let wanted = by.or_else(|| offers.first().map(|offer| offer.division));
    let read = divided.into_iter().map(|(_, read)| read).find(|read| Some(read.division) == wanted);
    let tree = match read {
        Some(Read { division, slices, .. }) => Some(node.opened(reader, division, slices, opening).await?),
        None => None,
    };
    Ok(Explanation { whole, error, offers, tree })
}

impl Reader<'_> {
    /// The slices of a cut, groups in their order and items by name. They add up to the whole.
    ///
    /// # Errors
    /// Errors of the warehouse.
    async fn slices(
        &self,
        compared: Compared,
        cut: &NodeScope,
        division: Division,
    ) -> Result<Vec<Slice>, WarehouseError> {
        match division {
            Division::Grouping(grouping) => self.by_grouping(compared, cut, grouping).await,
            Division::Moves => moves::slices(self, compared, cut, true).await,
            Division::Newcomers => self.by_newcomers(compared, cut).await,
            Division::Items(dimension) => self.by_items(compared, cut, dimension).await,
            Division::Time => self.by_time(compared, cut).await,
        }
    }
}

/// How a cut can be divided.
fn divisions(reader: &Reader<'_>, compared: Compared, cut: &NodeScope) -> impl Iterator<Item = Division> {
    let divisions = Division::of(compared.metric).into_iter();
    let knows = |division| division != Division::Moves || reader.catalogue.counts_as_they_were();
    divisions.filter(move |division| cut.allows(*division) && compared.allows(*division) && knows(*division))
}

/// The slices of a cut by a division.
struct Read {
    division: Division,
    slices: Vec<Slice>,
    /// Whether they only have the proportions of a sample, or have new members among the others: that is enough to know what
    /// the division tells.
    is_estimated: bool,
}

/// The slices of a cut by every division; those of the `wanted` division are exact.
async fn divided(
    reader: &Reader<'_>,
    compared: Compared,
    cut: &NodeScope,
    wanted: Option<Division>,
) -> Result<Vec<Read>, WarehouseError> {
    let read = divisions(reader, compared, cut).map(|division| async move {
        if division == Division::Moves && wanted != Some(division) {
            return Ok(Read {
                division,
                slices: moves::slices(reader, compared, cut, false).await?,
                is_estimated: true,
            });
        }
        if division == Division::Newcomers
            && wanted != Some(division)
            && let Some(slices) = reader.estimated_newcomers(compared, cut).await?
        {
            return Ok(Read { division, slices, is_estimated: true });
        }
        Ok(Read { division, slices: reader.slices(compared, cut, division).await?, is_estimated: false })
    });
    try_join_all(read).await
}

/// A part of a program whose change is divided.
struct Node {
    compared: Compared,
    cut: NodeScope,
    whole: Pair,
    /// How the metric varies from member to member, whatever the part of the program.
    spread: Option<Spread>,
    /// The factor from its own effects to effects on the change of the tree's root.
    factor: BigRational,
}

impl Node {
    fn divisions(&self, reader: &Reader<'_>) -> impl Iterator<Item = Division> {
        divisions(reader, self.compared, &self.cut)
    }

    /// Every division with its slices and what it tells, the one that tells most first.
    fn offers(&self, read: Vec<Read>) -> Vec<(Offer, Read)> {
        let offer = |read: Read| {
            let Distinctness { tells, leading } = self.telling(read.division, &read.slices);
            let leading = leading.map(|at| read.slices[at].clone());
            (Offer { division: read.division, tells, leading }, read)
        };
        let mut offers: Vec<(Offer, Read)> = read.into_iter().map(offer).collect();
        // One slice alone is the whole again.
        if offers.iter().any(|(_, read)| read.slices.len() > 1) {
            offers.retain(|(_, read)| read.slices.len() > 1);
        }
        offers.sort_by(|(one, _), (other, _)| other.tells.total_cmp(&one.tells));
        offers
    }

    fn telling(&self, division: Division, slices: &[Slice]) -> Distinctness {
        Distinctness::of(self.compared.metric, &self.whole, self.spread.as_ref(), division, slices)
    }

    /// The slices with their effects, and what is within those that are opened.
    fn opened<'a>(
        &'a self,
        reader: &'a Reader<'_>,
        division: Division,
        slices: Vec<Slice>,
        opening: &'a OpenSlices,
    ) -> BoxFuture<'a, Result<Opened, WarehouseError>> {
        async move {
            let (metric, texts) = (self.compared.metric, &reader.language.texts().explain);
            let leading = self.telling(division, &slices).leading.map(|at| slices[at].key.clone());
            let effects = Effects::on(metric, &self.whole);
            let opens = |slice: &Slice| {
                let has_divisions = |cut| divisions(reader, self.compared, cut).next().is_some();
                effects::can_divide(metric, &slice.pair) && slice.cut.as_ref().is_some_and(has_divisions)
            };
            // A slice that cannot be opened must not leave the others because a call names it: that would reveal it.
            let is_kept = |slice: &Slice| {
                (opening.inside.contains_key(&slice.key) && opens(slice)) || Some(&slice.key) == leading.as_ref()
            };
            let (shown, others) = largest(slices, &effects, is_kept);
            let mut causes = Vec::with_capacity(shown.len() + 1);
            for slice in shown {
                let effect = effects.of(&slice.pair).times(&self.factor);
                let can_open = opens(&slice);
                let wanted = slice.cut.clone().filter(|_| can_open).zip(opening.inside.get(&slice.key));
                let weight = effects::weight(metric, &slice.pair, &self.whole);
                let inside = match wanted.zip(weight) {
                    Some(((cut, opening), weight)) => {
                        let (whole, factor) = (slice.pair.clone(), weight * &self.factor);
                        let node = Node { compared: self.compared, cut, whole, spread: self.spread, factor };
                        node.inside(reader, opening, &effect.mix).await?
                    }
                    None => None,
                };
                causes.push(Cause { kind: Kind::Slice, slice, effect, inside, can_open });
            }
            let leading = leading.and_then(|key| causes.iter().position(|cause| cause.slice.key == key));
            causes.extend(others.map(|(count, pair)| {
                let effect = effects.of(&pair).times(&self.factor);
                let slice =
                    Slice { key: "others".to_owned(), name: (texts.others)(count), pair, cut: None, windows: None };
                Cause { kind: Kind::Others(count), slice, effect, inside: None, can_open: false }
            }));
            let is_wanted = opening.by == Some(division);
            Ok(Opened { division, is_wanted, causes, leading, offered: self.divisions(reader).collect() })
        }
        .boxed()
    }

    /// Divides a slice, by the division that is wanted, by moves, or by what tells most; with the effect of the mix, so that all adds
    /// up to the slice's own.
    async fn inside(
        &self,
        reader: &Reader<'_>,
        opening: &OpenSlices,
        mix: &BigRational,
    ) -> Result<Option<Opened>, WarehouseError> {
        let wanted = opening.by.filter(|wanted| self.divisions(reader).any(|division| division == *wanted));
        let chosen = match wanted {
            Some(division) => Some((division, reader.slices(self.compared, &self.cut, division).await?)),
            None => {
                let offers = self.offers(divided(reader, self.compared, &self.cut, None).await?);
                // Of a group as it was people ask first whether its members changed, or are others.
                let moves = offers.iter().position(|(offer, _)| offer.division == Division::Moves);
                match offers.into_iter().nth(moves.unwrap_or(0)) {
                    Some((_, Read { division, is_estimated: true, .. })) => {
                        Some((division, reader.slices(self.compared, &self.cut, division).await?))
                    }
                    first => first.map(|(_, read)| (read.division, read.slices)),
                }
            }
        };
        let Some((division, slices)) = chosen else { return Ok(None) };
        let mut opened = self.opened(reader, division, slices, opening).await?;
        if !mix.is_zero() {
            opened.causes.push(Cause::of_mix(mix.clone(), reader.language.texts().explain.mix));
        }
        Ok(Some(opened))
    }
}

impl Cause {
    fn of_mix(mix: BigRational, name: &str) -> Cause {
        let slice =
            Slice { key: "mix".to_owned(), name: name.to_owned(), pair: Pair::default(), cut: None, windows: None };
        let effect = Effect { total: mix.clone(), mix };
        Cause { kind: Kind::Mix, slice, effect, inside: None, can_open: false }
    }
}

/// Slices in order of the size of their effects, and those of one size as they were; if there are too many, the smallest of those that are not kept are given
/// as their number and their sum.
fn largest(
    slices: Vec<Slice>,
    effects: &Effects<'_>,
    is_kept: impl Fn(&Slice) -> bool,
) -> (Vec<Slice>, Option<(usize, Pair)>) {
    let mut sized: Vec<(BigInt, Slice)> =
        slices.into_iter().map(|slice| (effects.units(&slice.pair).abs(), slice)).collect();
    sized.sort_by(|(one, _), (other, _)| other.cmp(one));
    let slices = sized.into_iter().map(|(_, slice)| slice);
    if slices.len() <= MOST_CAUSES {
        return (slices.collect(), None);
    }
    let mut room = MOST_CAUSES - 1;
    let (shown, others): (Vec<Slice>, Vec<Slice>) = slices.partition(|slice| {
        let is_shown = room > 0 || is_kept(slice);
        room = room.saturating_sub(1);
        is_shown
    });
    let sum = others.iter().fold(Pair::default(), |sum, slice| Pair {
        now: sum.now.with(&slice.pair.now),
        before: sum.before.with(&slice.pair.before),
    });
    (shown, (!others.is_empty()).then_some((others.len(), sum)))
}
