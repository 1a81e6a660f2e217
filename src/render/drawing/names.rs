//! Colours by name: a name has the same in every file and on the page. `names.json` holds
//! `ui/src/figures/blocks/nameColours.ts` to the same.

use super::shapes::COLOURS;

/// The last colour, which names have only where there is no other: on the page it is that of the combined rest.
const LAST: usize = COLOURS - 1;

/// The colour that a name has wherever it may.
fn preferred(name: &str) -> usize {
    let sum = name.chars().fold(0_u32, |sum, letter| sum.wrapping_mul(31).wrapping_add(u32::from(letter)));
    sum as usize % LAST
}

/// The colours of the names of a chart, in their order; the first eight are distinct. Where two names have one colour, one
/// of them has the next that is free, whatever their order.
pub fn of(names: &[&str]) -> Vec<usize> {
    let mut ordered: Vec<usize> = (0..names.len()).collect();
    ordered.sort_by_key(|at| names[*at]);
    let mut colours: Vec<Option<usize>> = vec![None; names.len()];
    for at in &ordered {
        let first = preferred(names[*at]);
        if !colours.contains(&Some(first)) {
            colours[*at] = Some(first);
        }
    }
    for (place, at) in ordered.iter().enumerate() {
        if colours[*at].is_none() {
            let first = preferred(names[*at]);
            let mut others = (0..LAST).map(|step| (first + step) % LAST).chain([LAST]);
            let free = others.find(|colour| !colours.contains(&Some(*colour)));
            colours[*at] = Some(free.unwrap_or(place % COLOURS));
        }
    }
    colours.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_colours_of_the_page() {
        let vectors: Vec<(Vec<String>, Vec<usize>)> =
            serde_json::from_str(include_str!("names.json")).expect("vectors");
        assert!(!vectors.is_empty());
        for (names, colours) in vectors {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            assert_eq!(of(&names), colours, "{names:?}");
        }
    }
}
