//! What a word of the feed is called elsewhere.

use super::profile::{Contents, Kind};

/// Words of the feed, with parts of what others write. Those that stand first are looked for first.
const VALUES: &[(&str, &[&str])] = &[
    ("REDEEM_CLICK", &["redeem", "click", "complet", "used", "purchase", "einlös", "canje", "utilis"]),
    ("VIEW", &["view", "impression", "open", "seen", "exposure", "ansicht", "gesehen", "vist", "vu"]),
    (
        "BOUNCED",
        &[
            "bounce",
            "fail",
            "undeliver",
            "not delivered",
            "unzustellbar",
            "rebot",
            "dropped",
            "rejected",
            "nicht zugestellt",
            "non livré",
            "non délivré",
            "no entregad",
            "niet bezorgd",
            "niet afgeleverd",
            "non consegnat",
            "não entreg",
        ],
    ),
    (
        "DELIVERED",
        &[
            "deliver",
            "sent",
            "ok",
            "zugestellt",
            "entreg",
            "livré",
            "délivré",
            "bezorgd",
            "afgelever",
            "verzonden",
            "verstuurd",
            "enviad",
            "inviat",
            "consegnat",
            "gesendet",
            "versendet",
            "envoyé",
            "success",
            "open",
            "click",
        ],
    ),
    ("RETURNING", &["return", "existing", "wiederkehrend", "recurrent", "terugkerend", "repeat"]),
    ("NEW", &["new", "first", "neu", "nuevo", "nouveau", "nieuw", "novo", "nuov"]),
    ("SHARE", &["share", "teil", "compart", "partag", "del", "shared"]),
    ("PRINT", &["print", "druck", "imprim", "stamp"]),
    (
        "FAILED",
        &[
            "fail",
            "denied",
            "reject",
            "refus",
            "invalid",
            "wrong",
            "error",
            "locked",
            "unsuccess",
            "incorrect",
            "falsch",
            "incorret",
            "onjuist",
            "verkeerd",
            "errat",
            "scorrett",
            "false",
            "fehl",
            "abgelehnt",
            "gesperrt",
            "ungültig",
            "fallid",
            "rechazad",
            "bloquead",
            "échec",
            "echec",
            "mislukt",
            "falh",
            "fallit",
        ],
    ),
    (
        "SUCCEEDED",
        &[
            "success", "succe", "ok", "grant", "allow", "true", "erfolg", "exitos", "éxito", "réussi", "gelukt",
            "riuscit", "sucesso",
        ],
    ),
    (
        "CANCELLED",
        &[
            "cancel",
            "void",
            "storn",
            "annul",
            "anulad",
            "geannul",
            "declined",
            "failed",
            "denied",
            "rejected",
            "abandon",
            "abgebrochen",
            "abgelehnt",
            "fehlgeschlagen",
            "rechazad",
            "fallid",
            "refusé",
            "échou",
            "mislukt",
            "geweigerd",
            "recusad",
            "rifiutat",
            "no show",
            "no-show",
            "revers",
            "noshow",
        ],
    ),
    ("TIER", &["tier", "level"]),
    ("LOB", &["lob", "line"]),
    ("AUDIENCE", &["audience", "segment"]),
];

/// The word that a value stands for, among these.
pub(super) fn meaning(words: &[&'static str], value: &str) -> Option<&'static str> {
    let lower = value.to_lowercase();
    if let Some(word) = words.iter().find(|word| lower == word.to_lowercase()) {
        return Some(word);
    }
    let among = VALUES.iter().filter(|(word, _)| words.contains(word));
    among.into_iter().find(|(_, parts)| parts.iter().any(|part| lower.contains(part))).map(|(word, _)| *word)
}

/// Whether a value says yes.
pub(super) fn is_true(value: &str) -> bool {
    const WORDS: [&str; 12] = ["true", "yes", "y", "1", "x", "ja", "oui", "si", "sí", "sim", "wahr", "vrai"];
    WORDS.contains(&&*value.to_lowercase())
}

/// What tiers are called, as whole words in small letters.
const LEVELS: &[&str] = &[
    "bronze", "bronce", "bronzo", "brons", "silver", "silber", "plata", "argent", "argento", "zilver", "prata", "gold",
    "oro", "or", "goud", "ouro", "platinum", "platin", "platino", "platine", "platina", "diamond", "diamant",
    "diamante", "ruby", "rubin", "sapphire", "emerald", "titanium", "vip", "elite", "basic", "basis", "premium",
];

/// What traffic to a website comes from, as parts of a name in small letters.
const CHANNELS: &[&str] = &[
    "direct",
    "organic",
    "search engine",
    "referral",
    "social",
    "paid",
    "campaign",
    "website",
    "email",
    "newsletter",
    "direkt",
    "suchmaschine",
    "kampagne",
    "directo",
    "busqueda",
    "campaña",
    "moteur",
    "campagne",
    "zoekmachine",
    "cpc",
];

/// Whether at least half of the few values of a column are names of tiers, and two of them are.
pub(super) fn are_levels(contents: &Contents) -> bool {
    let is_level = |value: &String| {
        let lower = value.to_lowercase();
        lower.split(|c: char| !c.is_alphanumeric()).any(|word| LEVELS.contains(&word))
    };
    are_mostly(contents, is_level)
}

/// The same of channels of a website.
pub(super) fn are_channels(contents: &Contents) -> bool {
    let is_channel = |value: &String| {
        let lower = value.to_lowercase();
        CHANNELS.iter().any(|channel| lower.contains(channel))
    };
    are_mostly(contents, is_channel)
}

fn are_mostly(contents: &Contents, is_it: impl Fn(&String) -> bool) -> bool {
    let count = contents.values.iter().filter(|value| is_it(value)).count();
    contents.kind == Kind::Text && contents.distinct < 20 && count >= 2 && count * 2 >= contents.values.len()
}

/// Answers in words, in small letters, with their scores from 1 to 5. An answer has the first score of which it contains a
/// text, so longer texts come before those that are part of them.
const SCORES: &[(u8, &[&str])] = &[
    (
        1,
        &[
            "very dissatisfied",
            "extremely dissatisfied",
            "completely dissatisfied",
            "very unsatisfied",
            "very poor",
            "very bad",
            "terrible",
            "sehr unzufrieden",
            "muy insatisfech",
            "muy mal",
            "très insatisfait",
            "zeer ontevreden",
            "muito insatisfeit",
            "molto insoddisfatt",
        ],
    ),
    (
        5,
        &[
            "very satisfied",
            "extremely satisfied",
            "completely satisfied",
            "excellent",
            "very good",
            "sehr zufrieden",
            "sehr gut",
            "muy satisfech",
            "excelente",
            "très satisfait",
            "zeer tevreden",
            "uitstekend",
            "muito satisfeit",
            "molto soddisfatt",
            "ottimo",
        ],
    ),
    (
        3,
        &[
            "neither",
            "neutral",
            "okay",
            "average",
            "teils",
            "weder",
            "ni satisfech",
            "ni satisfait",
            "neutr",
            "noch tevreden",
            "nem satisfeit",
            "né soddisfatt",
            "mittel",
            "regular",
        ],
    ),
    (
        2,
        &[
            "dissatisfied",
            "unsatisfied",
            "poor",
            "bad",
            "unzufrieden",
            "insatisfech",
            "insatisfait",
            "ontevreden",
            "insatisfeit",
            "insoddisfatt",
            "schlecht",
        ],
    ),
    (
        4,
        &[
            "satisfied",
            "good",
            "zufrieden",
            "satisfech",
            "satisfait",
            "tevreden",
            "satisfeit",
            "soddisfatt",
            "gut",
            "buen",
        ],
    ),
];

/// The score from 1 to 5 that an answer stands for: the number that it begins with, or its words.
pub(super) fn score(answer: &str) -> Option<u8> {
    let digits = answer.chars().take_while(char::is_ascii_digit).count();
    if digits > 0 {
        let is_apart = !answer[digits..].starts_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | ','));
        return answer[..digits].parse().ok().filter(|score| is_apart && (1..=5).contains(score));
    }
    let lower = answer.to_lowercase();
    SCORES.iter().find(|(_, words)| words.iter().any(|word| lower.contains(word))).map(|(score, _)| *score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_scores_by_their_number_or_words() {
        for (answer, wanted) in [
            ("4", Some(4)),
            ("2 = rather not", Some(2)),
            ("5 (best)", Some(5)),
            ("5★", Some(5)),
            ("Very satisfied", Some(5)),
            ("Somewhat dissatisfied", Some(2)),
            ("Sehr unzufrieden", Some(1)),
            ("Neither satisfied nor dissatisfied", Some(3)),
            ("Satisfecho", Some(4)),
            ("7 of 10", None),
            ("45", None),
            ("4.5", None),
            ("3rd", None),
            ("blue", None),
        ] {
            assert_eq!(score(answer), wanted, "{answer}");
        }
    }
}
