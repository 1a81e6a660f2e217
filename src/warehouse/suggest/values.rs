//! What a word of the feed is called elsewhere.

/// Words of the feed, with parts of what others write. Those that stand first are looked for first.
const VALUES: &[(&str, &[&str])] = &[
    ("REDEEM_CLICK", &["redeem", "click", "complet", "used", "purchase", "einlös", "canje", "utilis"]),
    ("VIEW", &["view", "impression", "open", "seen", "exposure", "ansicht", "gesehen", "vist", "vu"]),
    ("BOUNCED", &["bounce", "fail", "undeliver", "not delivered", "unzustellbar", "rebot", "dropped", "rejected"]),
    ("DELIVERED", &["deliver", "sent", "ok", "zugestellt", "entreg", "livré", "bezorgd", "success", "open", "click"]),
    ("RETURNING", &["return", "existing", "wiederkehrend", "recurrent", "terugkerend", "repeat"]),
    ("NEW", &["new", "first", "neu", "nuevo", "nouveau", "nieuw", "novo", "nuov"]),
    ("SHARE", &["share", "teil", "compart", "partag", "del", "shared"]),
    ("PRINT", &["print", "druck", "imprim", "stamp"]),
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
