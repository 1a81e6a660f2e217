//! The colour that a program has in place of Bond's own: what is chosen is of the light theme, and the dark one is computed.

use std::fmt;

use serde::{Serialize, Serializer};

/// Red, green and blue.
type Colour = [u8; 3];

/// The darkest ground on which the light theme writes, and the lightest of the dark theme (`ui/src/kit/theme/tokens.css`):
/// what can be read there, can be read everywhere.
const LIGHT: Colour = [0xf1, 0xef, 0xe9];
const DARK: Colour = [0x22, 0x28, 0x38];
/// The surfaces of cards.
const LIGHT_SURFACE: Colour = [0xff; 3];
const DARK_SURFACE: Colour = [0x16, 0x1a, 0x26];
const WHITE: Colour = [0xff; 3];
const BLACK: Colour = [0; 3];
/// The least contrast of texts (WCAG 2.2, 1.4.3). Shapes need 3.
const LEAST: f64 = 4.5;

/// A colour that can be read on the light theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accent(Colour);

/// The tokens of the page that follow from it, by name.
pub type Tokens = [(&'static str, String); 6];

impl Accent {
    pub fn rgb(self) -> (u8, u8, u8) {
        let [red, green, blue] = self.0;
        (red, green, blue)
    }

    /// What the light theme has, and paper.
    pub fn light(self) -> Tokens {
        let weak = mixed(self.0, LIGHT_SURFACE, 0.92);
        tokens(self.0, (LIGHT_SURFACE, weak), BLACK)
    }

    /// What the dark theme has: the same colour, as much lighter as it has to be.
    pub fn dark(self) -> Tokens {
        let light = readable(self.0, &[DARK], WHITE);
        tokens(light, (DARK_SURFACE, mixed(light, DARK_SURFACE, 0.85)), WHITE)
    }

    /// A style sheet that puts it in the place of the page's own.
    pub fn style_sheet(self) -> String {
        let [light, dark] = [self.light(), self.dark()].map(|tokens| declarations(&tokens));
        format!(":root{{{light}}}@media not print{{:root[data-theme=\"dark\"]{{{dark}}}}}")
    }
}

/// As declarations of a style sheet.
pub fn declarations(tokens: &Tokens) -> String {
    tokens.iter().map(|(name, value)| format!("--{name}:{value};")).collect()
}

/// `strong` is what the theme moves towards: black on light, white on dark.
fn tokens(accent: Colour, (surface, weak): (Colour, Colour), strong: Colour) -> Tokens {
    let ground = if strong == BLACK { LIGHT } else { DARK };
    [
        ("accent", hex(accent)),
        ("accent-hover", hex(mixed(accent, strong, 0.18))),
        ("accent-text", hex(readable(accent, &[ground, weak], strong))),
        ("accent-weak", hex(weak)),
        ("accent-line", hex(mixed(accent, surface, 0.7))),
        ("focus", hex(accent)),
    ]
}

/// The colour, moved towards another until it can be read on all grounds.
fn readable(colour: Colour, grounds: &[Colour], towards: Colour) -> Colour {
    let steps = (0..=100).map(|step| mixed(colour, towards, f64::from(step) / 100.0));
    let is_readable = |colour: &Colour| grounds.iter().all(|ground| contrast(*colour, *ground) >= LEAST);
    steps.into_iter().find(is_readable).unwrap_or(towards)
}

fn mixed(one: Colour, other: Colour, share: f64) -> Colour {
    std::array::from_fn(|at| (f64::from(one[at]) * (1.0 - share) + f64::from(other[at]) * share).round() as u8)
}

/// The contrast of two colours, from 1 to 21 (WCAG 2.2).
fn contrast(one: Colour, other: Colour) -> f64 {
    let [one, other] = [one, other].map(|[red, green, blue]| {
        let part = |part: u8| match f64::from(part) / 255.0 {
            part if part <= 0.04045 => part / 12.92,
            part => libm::pow((part + 0.055) / 1.055, 2.4),
        };
        0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue) + 0.05
    });
    one.max(other) / one.min(other)
}

fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A colour as `#0b6e4f`; nothing for Bond's own.
///
/// # Errors
/// What is expected of it, and a colour that is near and can be read.
pub fn accent(text: &str) -> Result<Option<Accent>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let digits = text.strip_prefix('#').unwrap_or(text);
    let number =
        Some(digits).filter(|digits| digits.len() == 6).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let Some(number) = number else {
        return Err("expected a colour of six hexadecimal digits, such as #0b6e4f".to_owned());
    };
    let [_, colour @ ..] = number.to_be_bytes();
    let found = contrast(colour, LIGHT);
    if found < LEAST {
        let darker = hex(readable(colour, &[LIGHT], BLACK));
        return Err(format!(
            "expected a colour that can be read on light ground: {} has a contrast of {found:.1} to 1, and {LEAST} to 1 is the \
             least; {darker} has it",
            hex(colour)
        ));
    }
    Ok(Some(Accent(colour)))
}

impl fmt::Display for Accent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(self.0))
    }
}

impl Serialize for Accent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colour(text: &str) -> Colour {
        let number = u32::from_str_radix(text.trim_start_matches('#'), 16).expect("a colour");
        let [_, colour @ ..] = number.to_be_bytes();
        colour
    }

    #[test]
    fn grounds_are_those_of_the_page() {
        let tokens = include_str!("../../ui/src/kit/theme/tokens.css");
        let (light, dark) = tokens.split_once("[data-theme=\"dark\"]").expect("two themes");
        for (theme, ground, surface) in [(light, LIGHT, LIGHT_SURFACE), (dark, DARK, DARK_SURFACE)] {
            assert!(theme.contains(&format!("--surface-3: {};", hex(ground))), "{}", hex(ground));
            assert!(theme.contains(&format!("--surface: {};", hex(surface))), "{}", hex(surface));
        }
    }

    #[test]
    fn what_cannot_be_read_is_refused_with_a_colour_that_can_be() {
        assert_eq!(accent(""), Ok(None));
        for text in ["blue", "#12345", "#1234567", "#12345g"] {
            assert!(accent(text).is_err_and(|reason| reason.starts_with("expected a colour of six")), "{text}");
        }
        let reason = accent("#f4b740").expect_err("refused");
        assert!(
            reason.starts_with("expected a colour that can be read on light ground: #f4b740 has a contrast of 1.6"),
            "{reason}"
        );
        let darker = reason.rsplit("; ").next().and_then(|last| last.strip_suffix(" has it")).expect("a colour");
        assert!(accent(darker).is_ok_and(|accent| accent.is_some()), "{darker}");
        let read = accent("0B6E4F").expect("read").expect("a colour");
        assert_eq!((read.to_string().as_str(), read.rgb()), ("#0b6e4f", (0x0b, 0x6e, 0x4f)));
    }

    /// Texts on every ground of both themes, white on buttons of the light theme, dark ink on those of the dark one.
    #[test]
    fn both_themes_can_be_read() {
        for text in ["#0b6e4f", "#000000", "#b3263e", "#1b5fa8", "#3d3bb6", "#5f0f40", "#7a4a00"] {
            let accent = accent(text).expect("read").expect("a colour");
            for (tokens, ground, ink) in [(accent.light(), LIGHT, WHITE), (accent.dark(), DARK, colour("#14162b"))] {
                let of = |name: &str| colour(&tokens.iter().find(|(one, _)| *one == name).expect("a token").1);
                for (one, other) in [
                    (of("accent-text"), ground),
                    (of("accent-text"), of("accent-weak")),
                    (of("accent"), ground),
                    (of("accent"), ink),
                    (of("accent-hover"), ink),
                ] {
                    assert!(contrast(one, other) >= LEAST, "{text}: {} on {}", hex(one), hex(other));
                }
            }
        }
    }
}
