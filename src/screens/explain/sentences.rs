//! The two sentences of an explanation: what changed, and its largest causes.

use super::wire::Explanation;
use crate::figures::Unit;
use crate::figures::explain::{CauseKind, CauseNode, CauseTree};
use crate::i18n::{Moved, Named, Rest, numbers};
use crate::screens::words::Words;

/// Causes are named until so much of the change is.
const NAMED: f64 = 0.8;

/// By how much a share is more than all: sums of decimal fractions are not exact.
const LEAST_MORE: f64 = 1e-9;

/// At most so many causes are named; of moves between groups, so many.
const MOST_NAMED: usize = 3;
const MOST_MOVES: usize = 4;

/// A move between groups is named if it made at least so much of what the largest made.
const LEAST_MOVE: f64 = 0.05;

pub(super) fn of(explanation: &Explanation, words: &Words<'_>) -> Vec<String> {
    let Explanation { now: Some(now), before: Some(before), change: Some(change), .. } = explanation else {
        return Vec::new();
    };
    let is_chance = explanation.chance.is_some_and(|chance| chance.is_within);
    let mut sentences = vec![what(explanation, words, (*now, *before, *change))];
    // One cause alone is the whole again.
    if let Some(tree) = explanation.tree.as_ref().filter(|tree| tree.causes.len() > 1) {
        let of_division = moves(tree, words, *change).or_else(|| diluted(explanation, tree, words));
        sentences.push(of_division.unwrap_or_else(|| why(tree, words, *change, is_chance)));
    }
    sentences
}

fn what(explanation: &Explanation, words: &Words<'_>, (now, before, change): (f64, f64, f64)) -> String {
    let (label, texts) = (&explanation.label, &words.language.texts().explain);
    let (now, before) = (words.figure(now), words.figure(before));
    match change == 0.0 {
        true if now == before && explanation.change_percent.is_some_and(|percent| percent != 0.0) => {
            return (texts.same_when_rounded)(label, &now);
        }
        true if now == before => return (texts.unchanged)(label, &now),
        true => return (texts.hardly_changed)(label, &now, &before),
        false => {}
    }
    let percent = match (explanation.unit, explanation.change_percent) {
        (Unit::Percent, _) | (_, None) => String::new(),
        // A change is not 0 %.
        (_, Some(percent)) if percent.abs() < 0.05 => String::new(),
        (_, Some(percent)) => words.percent_change(percent, 1),
    };
    (texts.moved)(&Moved {
        label,
        is_up: change > 0.0,
        amount: &words.amount(change.abs()),
        percent: &percent,
        before: &before,
        now: &now,
        is_chance: explanation.chance.is_some_and(|chance| chance.is_within),
    })
}

fn why(tree: &CauseTree, words: &Words<'_>, change: f64, is_chance: bool) -> String {
    let shown: Vec<&CauseNode> =
        tree.causes.iter().filter(|cause| cause.effect.is_some_and(|one| one != 0.0)).collect();
    let texts = &words.language.texts().explain;
    let by = (texts.by)(&tree.label);
    if shown.is_empty() {
        return (texts.nothing_stands_out)(&by);
    }
    let leading = tree.leading.as_ref().and_then(|key| shown.iter().find(|cause| cause.key == *key));
    let Some(leading) = leading else {
        return (if shown.len() > 1 { texts.many_causes } else { texts.nothing_stands_out })(&by);
    };
    let part = |cause: &CauseNode| {
        let name = if cause.kind == CauseKind::Coverage { texts.coverage_of_parts } else { &cause.name };
        format!("{name} ({})", words.signed(cause.effect.unwrap_or_default()))
    };
    let is_of_score = matches!(leading.kind, CauseKind::Part | CauseKind::Coverage);
    // Their name is plural.
    let is_plural = tree.by == "NEWCOMERS" || leading.kind == CauseKind::Coverage;
    let mut named = vec![*leading];
    let mut sum = leading.effect.unwrap_or_default();
    // Causes that move with the change, the largest first, until most of it is named.
    let with_it =
        |cause: &&&CauseNode| cause.effect.unwrap_or_default() * change > 0.0 && cause.kind != CauseKind::Others;
    let mut rest = shown.iter().filter(with_it).filter(|cause| cause.key != leading.key).peekable();
    while let Some(cause) = rest.next_if(|_| named.len() < MOST_NAMED && sum / change < NAMED) {
        named.push(cause);
        sum += cause.effect.unwrap_or_default();
    }
    // One more that did as much as the last that is named; of several, none.
    let last = named.last().and_then(|cause| cause.effect);
    let equal: Vec<&&CauseNode> = rest.take_while(|cause| named.len() > 1 && cause.effect == last).collect();
    match equal.as_slice() {
        [cause] => {
            named.push(cause);
            sum += cause.effect.unwrap_or_default();
        }
        // Parts of the score are shown in tenths, so that several often did as much: none of those is named.
        [_, ..] if is_of_score => {
            while named.len() > 1 && named.last().is_some_and(|cause| cause.effect == last) {
                sum -= last.unwrap_or_default();
                named.pop();
            }
        }
        _ => {}
    }
    let named: Vec<String> = named.iter().map(|cause| part(cause)).collect();
    let Some((leading_part, with)) = named.split_first() else { return (texts.nothing_stands_out)(&by) };
    let against = leading.effect.unwrap_or_default() * change < 0.0;
    let of_parts = |with, rest| {
        (texts.moved_most)(&Named { among: texts.of_its_parts, leading: leading_part, with, is_plural, rest })
    };
    if against && is_of_score {
        return of_parts(&[], Rest::Others(&words.signed(change - leading.effect.unwrap_or_default())));
    }
    if against {
        let others: Vec<&&CauseNode> = shown.iter().filter(|cause| cause.key != leading.key).collect();
        return match others.as_slice() {
            [other] => (texts.against_one)(&by, leading_part, &part(other)),
            others => {
                let sum: f64 = others.iter().filter_map(|cause| cause.effect).sum();
                (texts.against_others)(&by, leading_part, &words.signed(sum))
            }
        };
    }
    let share = sum / change;
    let percent = numbers::percent(&format!("{:.0}", 100.0 * share), words.language);
    let others = words.signed(change - sum);
    let rest = match share {
        share if !share.is_finite() => Rest::Unknown,
        share if share <= 1.0 + LEAST_MORE => Rest::Share(&percent),
        _ => Rest::Others(&others),
    };
    if is_of_score {
        // Nothing tests whether the change of a part is more than chance.
        return of_parts(with, if is_chance { Rest::Unknown } else { rest });
    }
    (texts.stand_out)(&Named { among: &by, leading: leading_part, with, is_plural, rest })
}

/// Who made how much of the change, by where members were before and are now: those that made most, and the rest.
fn moves(tree: &CauseTree, words: &Words<'_>, change: f64) -> Option<String> {
    let texts = &words.language.texts().explain;
    let shown: Vec<&CauseNode> =
        tree.causes.iter().filter(|cause| cause.effect.is_some_and(|one| one != 0.0)).collect();
    if tree.by != "MOVES" || shown.len() < 2 {
        return None;
    }
    let effect = |causes: &[&CauseNode]| words.signed(causes.iter().filter_map(|cause| cause.effect).sum());
    let size = |cause: &CauseNode| cause.effect.unwrap_or_default().abs();
    let largest = shown.iter().map(|cause| size(cause)).fold(0.0, f64::max);
    let is_large = |cause: &&&CauseNode| size(cause) >= LEAST_MOVE * largest;
    let most = shown.iter().take_while(is_large).count().min(MOST_MOVES);
    // One that is left is named, too.
    let (named, others) = shown.split_at(if most + 1 == shown.len() { shown.len() } else { most });
    let others_name = (texts.others)(others.len());
    let mut parts: Vec<(&str, String)> = named.iter().map(|cause| (cause.name.as_str(), effect(&[*cause]))).collect();
    if !others.is_empty() {
        parts.push((&others_name, effect(others)));
    }
    Some((texts.by_moves)(&words.signed(change), &parts))
}

/// Where a rate moved although it held or moved the other way among established members: the newcomers did it.
fn diluted(explanation: &Explanation, tree: &CauseTree, words: &Words<'_>) -> Option<String> {
    let (new, established) = dilution(explanation, tree)?;
    let (held, held_before) = (established.now?, established.before?);
    let language = words.language;
    let share =
        numbers::percent(&numbers::grouped(&format!("{:.1}", new.share.unwrap_or_default()), language), language);
    let (is_held, now, before) = (held == held_before, words.figure(held), words.figure(held_before));
    Some((language.texts().explain.diluted)(&share, is_held, &now, &before))
}

/// What the sentence says explains the change, stands out in the table, too.
pub(super) fn lead_with_newcomers(explanation: &mut Explanation) {
    let tree = explanation.tree.as_ref();
    let Some((key, name)) = tree.and_then(|tree| {
        let (new, _) = dilution(explanation, tree)?;
        Some((new.key.clone(), new.name.clone()))
    }) else {
        return;
    };
    let Explanation { tree: Some(tree), divisions, .. } = explanation else { return };
    for offer in divisions.iter_mut().filter(|offer| offer.by == tree.by) {
        offer.leading = Some(name.clone());
    }
    tree.leading = Some(key);
}

/// New and established members, where the new ones moved the rate.
fn dilution<'a>(explanation: &Explanation, tree: &'a CauseTree) -> Option<(&'a CauseNode, &'a CauseNode)> {
    if tree.by != "NEWCOMERS" || explanation.unit != Unit::Percent {
        return None;
    }
    let find = |key: &str| tree.causes.iter().find(|cause| cause.key == key);
    let (new, established) = (find("new")?, find("established")?);
    let (held, held_before) = (established.now?, established.before?);
    let change = explanation.change?;
    let is_against = (held - held_before) * change <= 0.0;
    let newcomers = new.effect? + established.mix_effect.unwrap_or_default();
    (is_against && newcomers * change > 0.0).then_some((new, established))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Polarity;
    use crate::figures::explain::Chance;
    use crate::i18n::language::Language;

    fn of(explanation: &Explanation) -> Vec<String> {
        super::of(explanation, &Words::new(explanation.unit, "USD", Language::En))
    }

    fn explanation(unit: Unit, now: f64, before: f64, tree: CauseTree) -> Explanation {
        Explanation {
            metric: "logins.totalLogins".to_owned(),
            label: "Total Logins".to_owned(),
            unit,
            polarity: Polarity::Higher,
            start_date: "2026-03-01".to_owned(),
            end_date: "2026-03-31".to_owned(),
            start_date_before: None,
            end_date_before: None,
            now: Some(now),
            before: Some(before),
            change: Some(now - before),
            change_percent: Some(100.0 * (now - before) / before),
            note: None,
            chance: None,
            calendar: None,
            divisions: Vec::new(),
            tree: Some(tree),
            sentences: Vec::new(),
        }
    }

    fn cause(name: &str, effect: f64) -> CauseNode {
        CauseNode {
            key: name.to_lowercase(),
            name: name.to_owned(),
            kind: CauseKind::Slice,
            now: None,
            before: None,
            unit: None,
            share: None,
            share_before: None,
            effect: Some(effect),
            rate_effect: None,
            mix_effect: None,
            hidden: None,
            can_open: false,
            inside: None,
        }
    }

    fn tree(by: &str, label: &str, leading: Option<&str>, causes: Vec<CauseNode>) -> CauseTree {
        let leading = leading.map(str::to_owned);
        CauseTree { by: by.to_owned(), label: label.to_owned(), causes, leading, divisions: Vec::new() }
    }

    #[test]
    fn the_largest_causes_are_named_until_most_of_the_change_is() {
        let causes = vec![cause("Gold", -6_900.0), cause("Silver", -2_400.0), cause("Basic", -700.0)];
        let found = of(&explanation(Unit::Count, 90_000.0, 100_000.0, tree("TIER", "Tier", Some("gold"), causes)));
        assert_eq!(
            found,
            [
                "Total Logins fell by 10,000 (−10%), from 100,000 to 90,000.",
                "By tier, Gold (−6,900) stands out; together with Silver (−2,400) it makes 93% of the change."
            ]
        );
        let causes = vec![cause("Gold", -11_000.0), cause("Silver", 1_000.0)];
        let found = of(&explanation(Unit::Count, 90_000.0, 100_000.0, tree("TIER", "Tier", Some("gold"), causes)));
        assert_eq!(found[1], "By tier, Gold (−11,000) stands out; everything else together: +1,000.");
        let equal = [("Gold", -4.0), ("Silver", -3.0), ("Basic", -3.0), ("Bronze", -3.0), ("Copper", -1.0)];
        let causes = equal.map(|(name, effect)| cause(name, 1_000.0 * effect)).to_vec();
        let found = of(&explanation(Unit::Count, 86_000.0, 100_000.0, tree("TIER", "Tier", Some("gold"), causes)));
        assert_eq!(
            found[1],
            "By tier, Gold (−4,000) stands out; together with Silver (−3,000), Basic (−3,000) and Bronze (−3,000) it makes 93% \
             of the change."
        );
        let equal = [("Gold", -8.0), ("Silver", -3.0), ("Basic", -1.0), ("Bronze", -1.0), ("Copper", -1.0)];
        let causes = equal.map(|(name, effect)| cause(name, 1_000.0 * effect)).to_vec();
        let found = of(&explanation(Unit::Count, 86_000.0, 100_000.0, tree("TIER", "Tier", Some("gold"), causes)));
        assert_eq!(
            found[1],
            "By tier, Gold (−8,000) stands out; together with Silver (−3,000) and Basic (−1,000) it makes 86% of the change."
        );
        let causes = vec![cause("Silver", 5_000.0), cause("Gold", -3_000.0)];
        let found = of(&explanation(Unit::Count, 102_000.0, 100_000.0, tree("TIER", "Tier", Some("gold"), causes)));
        assert_eq!(found[1], "By tier, Gold (−3,000) stands out: it moved against Silver (+5,000).");
        let causes = vec![cause("Silver", 3_000.0), cause("Basic", 2_000.0), cause("Gold", -3_000.0)];
        let found = of(&explanation(Unit::Count, 102_000.0, 100_000.0, tree("TIER", "Tier", Some("gold"), causes)));
        assert!(found[1].ends_with("it moved against the others, which together make +5,000."), "{found:?}");
        let causes = vec![cause("Gold", -50.0), cause("Silver", -50.0)];
        let found = of(&explanation(Unit::Count, 900.0, 1_000.0, tree("TIER", "Tier", None, causes)));
        assert_eq!(found[1], "By tier no single cause stands out.");
        let causes = vec![cause("Gold", 0.2), cause("Silver", 0.1)];
        let found = of(&explanation(Unit::Decimal, 76.4, 76.1, tree("PART", "Part", Some("gold"), causes)));
        assert_eq!(
            found[1],
            "By part, Gold (+0.2) stands out; together with Silver (+0.1) it makes 100% of the change."
        );
        let causes = vec![cause("Gold", -100.0)];
        let found = of(&explanation(Unit::Count, 900.0, 1_000.0, tree("TIER", "Tier", None, causes)));
        assert_eq!(found.len(), 1, "one cause alone says nothing: {found:?}");
    }

    #[test]
    fn where_nothing_changed_no_share_of_it_is_named() {
        let causes = || vec![cause("Gold", -0.15), cause("Silver", 0.15)];
        let mut one = explanation(Unit::Decimal, 5.55, 5.55, tree("TIER", "Tier", Some("gold"), causes()));
        one.change = Some(0.0);
        assert_eq!(
            of(&one),
            ["Total Logins did not change: 5.55 in both periods.", "By tier, Gold (−0.15) stands out."]
        );
        one.tree = Some(tree("TIER", "Tier", Some("silver"), causes().into_iter().rev().collect()));
        assert_eq!(of(&one)[1], "By tier, Silver (+0.15) stands out.");
        one.change_percent = Some(0.11);
        assert_eq!(of(&one)[0], "Total Logins hardly changed: rounded, 5.55 in both periods.");
        let mut hardly = explanation(Unit::Seconds, 142.0, 141.0, tree("TIER", "Tier", None, Vec::new()));
        hardly.change = Some(0.0);
        assert_eq!(of(&hardly), ["Total Logins hardly changed, from 141 s to 142 s."]);
        let little = explanation(Unit::Count, 2_269.0, 2_268.0, tree("TIER", "Tier", None, Vec::new()));
        assert_eq!(of(&little), ["Total Logins rose by 1, from 2,268 to 2,269."]);
    }

    #[test]
    fn parts_of_the_score_move_it_and_do_not_stand_out() {
        let part = |name, effect| CauseNode { kind: CauseKind::Part, ..cause(name, effect) };
        let causes = vec![part("Gold", 0.2), part("Silver", 0.1)];
        let mut one = explanation(Unit::Decimal, 76.4, 76.1, tree("PART", "Part", Some("gold"), causes));
        assert_eq!(
            of(&one)[1],
            "Among its parts, Gold (+0.2) moved the score most; together with Silver (+0.1) it makes 100% of the change."
        );
        let causes = vec![part("CSAT", -0.5), part("Gold", 0.3), part("Silver", 0.3)];
        let against = explanation(Unit::Decimal, 76.2, 76.1, tree("PART", "Part", Some("csat"), causes));
        assert_eq!(
            of(&against)[1],
            "Among its parts, CSAT (−0.5) moved the score most; everything else together: +0.6."
        );
        let causes = [("CSAT", 0.9), ("Gold", 0.1), ("Silver", 0.1), ("Basic", 0.1)];
        let causes = causes.map(|(name, effect)| part(name, effect)).to_vec();
        let four = explanation(Unit::Decimal, 76.3, 75.1, tree("PART", "Part", Some("csat"), causes));
        assert_eq!(
            of(&four)[1],
            "Among its parts, CSAT (+0.9) moved the score most, with 75% of the change.",
            "three did as much"
        );
        let coverage = CauseNode { kind: CauseKind::Coverage, ..cause("Coverage", 6.8) };
        let causes = vec![coverage, part("CSAT", 0.5)];
        let covered = explanation(Unit::Decimal, 75.4, 68.1, tree("PART", "Part", Some("coverage"), causes));
        let score = |language| super::of(&covered, &Words::of_score(language)).remove(1);
        assert_eq!(
            [Language::En, Language::De, Language::Es].map(score),
            [
                "Among its parts, those that count in only one of the months (+6.8) moved the score most, with 93% of the \
                 change.",
                "Unter den Komponenten haben die nur in einem der Monate zählenden (+6,8) den Score am meisten bewegt, mit \
                 93\u{a0}% der Veränderung.",
                "Entre sus componentes, los que cuentan solo en uno de los meses (+6,8) movieron más la puntuación, con el \
                 93\u{a0}% del cambio.",
            ]
        );
        one.chance = Some(Chance { standard_error: 0.4, is_within: true });
        assert_eq!(of(&one)[1], "Among its parts, Gold (+0.2) moved the score most, beside Silver (+0.1).");
    }

    #[test]
    fn moves_say_who_made_how_much() {
        let causes = [("Members from Silver", 2.0), ("Members who stayed", -1.2), ("New members", 0.3)];
        let causes = causes.map(|(name, effect)| cause(name, effect)).to_vec();
        let mut one = explanation(Unit::Percent, 41.1, 40.0, tree("MOVES", "Moves between groups", None, causes));
        one.change = Some(1.1);
        assert_eq!(
            of(&one)[1],
            "Of the change of +1.1 points, members from Silver account for +2 points, members who stayed for −1.2 points \
             and new members for +0.3 points."
        );
        let names = ["Mitglieder aus Silver", "Gebliebene Mitglieder", "Neue Mitglieder"];
        tree_of(&mut one).causes.iter_mut().zip(names).for_each(|(cause, name)| cause.name = name.to_owned());
        let words = |language| Words::new(Unit::Percent, "EUR", language);
        assert_eq!(
            super::of(&one, &words(Language::De))[1],
            "Von der Veränderung um +1,1 Punkte entfallen auf Mitglieder aus Silver +2 Punkte, auf gebliebene Mitglieder \
             −1,2 Punkte und auf neue Mitglieder +0,3 Punkte."
        );
        let more = [("Miembros pasados a Bronze", 0.05), ("Miembros llegados de Bronze", -0.02)];
        tree_of(&mut one).causes.extend(more.map(|(name, effect)| cause(name, effect)));
        assert!(super::of(&one, &words(Language::Es))[1].ends_with("y +0,03 puntos a 2 más."));
        tree_of(&mut one).causes.truncate(1);
        assert_eq!(of(&one).len(), 1, "one cause alone is the whole");
    }

    fn tree_of(explanation: &mut Explanation) -> &mut CauseTree {
        explanation.tree.as_mut().expect("a tree")
    }

    #[test]
    fn new_and_established_members_are_many() {
        let causes = vec![cause("Established members", 90.0), cause("New members", 10.0)];
        let by = tree("NEWCOMERS", "New or established", Some("established members"), causes);
        let found = of(&explanation(Unit::Count, 1_100.0, 1_000.0, by));
        assert_eq!(found[1], "By new or established, Established members (+90) stand out, with 90% of the change.");
    }

    #[test]
    fn a_rate_that_newcomers_dilute_says_so() {
        let mut new = cause("New members", -0.5);
        (new.key, new.share) = ("new".to_owned(), Some(11.52));
        let mut established = cause("Established members", 0.1);
        (established.key, established.now, established.before) = ("established".to_owned(), Some(47.1), Some(47.1));
        let tree = tree("NEWCOMERS", "New members", Some("new"), vec![new, established]);
        let mut explanation = explanation(Unit::Percent, 46.7, 47.1, tree);
        explanation.chance = Some(Chance { standard_error: 0.1, is_within: false });
        explanation.change = Some(-0.4);
        assert_eq!(
            of(&explanation),
            [
                "Total Logins fell by 0.4 points, from 47.1% to 46.7%.",
                "New members, now 11.5% of the denominator, explain this: established members held at 47.1% (before: 47.1%)."
            ]
        );
        tree_of(&mut explanation).leading = Some("established".to_owned());
        lead_with_newcomers(&mut explanation);
        assert_eq!(tree_of(&mut explanation).leading.as_deref(), Some("new"), "as the sentence says");
        explanation.chance = Some(Chance { standard_error: 0.4, is_within: true });
        assert!(of(&explanation)[0].ends_with("to 46.7%, which may well be chance."));
    }

    #[test]
    fn sentences_are_in_the_language_of_the_request() {
        let causes = vec![cause("Gold", -6_900.0), cause("Silver", -2_400.0), cause("Basic", -700.0)];
        let mut one = explanation(Unit::Count, 90_000.0, 100_000.0, tree("TIER", "Stufe", Some("gold"), causes));
        one.label = "Logins gesamt".to_owned();
        let of = |language| super::of(&one, &Words::new(Unit::Count, "EUR", language));
        assert_eq!(
            of(Language::De),
            [
                "Logins gesamt: Rückgang um 10.000 (−10\u{a0}%), zuvor 100.000, jetzt 90.000.",
                "Nach Stufe sticht Gold (−6.900) heraus; zusammen mit Silver (−2.400) sind das 93\u{a0}% der Veränderung."
            ]
        );
        assert_eq!(
            of(Language::Es)[1],
            "Por stufe, destaca Gold (−6.900); junto con Silver (−2.400), suma el 93\u{a0}% del cambio."
        );
    }
}
