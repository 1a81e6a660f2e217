//! The colours of the page's themes, read from its style sheet.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::shapes::Ink;

const STYLES: &str = include_str!("../../../ui/src/kit/theme/tokens.css");

/// The tokens of a theme with their values, in order: those that are colours.
pub struct Theme(Vec<(&'static str, &'static str)>);

/// The light theme; paper has it, too.
pub static LIGHT: LazyLock<Theme> = LazyLock::new(|| Theme::of(":root {"));
/// What the dark theme has in its place.
pub static DARK: LazyLock<Theme> = LazyLock::new(|| Theme::of(":root[data-theme=\"dark\"] {"));

static PAPER: LazyLock<HashMap<&str, (u8, u8, u8)>> = LazyLock::new(|| {
    let colours = LIGHT.0.iter().filter_map(|(name, value)| Some((*name, read(value)?)));
    colours.collect()
});

impl Theme {
    fn of(selector: &str) -> Theme {
        let block = STYLES.split_once(selector).map_or("", |(_, rest)| rest);
        let block = block.split_once('}').map_or(block, |(block, _)| block);
        let tokens = block.lines().filter_map(|line| {
            let (name, rest) = line.trim().strip_prefix("--")?.split_once(':')?;
            let (value, _) = rest.split_once(';')?;
            let value = value.trim();
            read(value).map(|_| (name, value))
        });
        Theme(tokens.collect())
    }

    /// The tokens as declarations of a style sheet.
    pub fn declarations(&self) -> String {
        self.0.iter().map(|(name, value)| format!("--{name}:{value};")).collect()
    }
}

/// Red, green and blue of `#4b4acf`.
fn read(value: &str) -> Option<(u8, u8, u8)> {
    let digits = value.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    Some((part(0)?, part(2)?, part(4)?))
}

/// A colour on paper.
pub fn on_paper(ink: Ink) -> (u8, u8, u8) {
    match ink {
        Ink::Accent(colour) => colour,
        ink => PAPER.get(ink.token()).copied().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::shapes::COLOURS;
    use super::*;

    #[test]
    fn every_colour_is_a_token_of_both_themes() {
        for ink in Ink::NAMED.into_iter().chain((0..COLOURS).map(Ink::Series)) {
            for theme in [&LIGHT, &DARK] {
                assert!(theme.0.iter().any(|(name, _)| *name == ink.token()), "{ink:?}");
            }
        }
        assert_eq!(on_paper(Ink::Surface), (0xff, 0xff, 0xff));
        assert_eq!(on_paper(Ink::Series(0)), on_paper(Ink::Series(COLOURS)));
        assert_ne!(LIGHT.declarations(), DARK.declarations());
    }
}
