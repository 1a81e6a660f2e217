//! Messages of the server in other languages, by their English text (`data/languages/<code>/*.json`), as gettext finds them: errors
//! of calls, faults of files, findings of `bond doctor`, the meaning of settings.
//!
//! Messages arise in every layer, also where no language is known, and programs read them in English. So they are
//! translated as they leave: `{}` in a text stands for what was put there, which may be a message itself. What has no
//! translation stays English.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::labels;
use super::numbers::grouped;
use super::translated::{Files, files};
use crate::i18n::language::Language;

/// A text that begins with a gap and has fewer fixed bytes, such as `{} days`, is meant with a number in the gap only.
const FEW_FIXED: usize = 10;

/// An English text, cut at its gaps, and its translation.
struct Known {
    parts: Vec<String>,
    translation: String,
}

static KNOWN: LazyLock<ByLanguage> = LazyLock::new(|| by_language(|files| files.messages.to_vec()));

/// Parts of the details of the audit log. Such short texts mean something else elsewhere.
static AUDITED: LazyLock<ByLanguage> = LazyLock::new(|| by_language(|files| vec![files.audit]));

type ByLanguage = BTreeMap<&'static str, Vec<Known>>;

fn by_language(texts: fn(&Files) -> Vec<&'static str>) -> ByLanguage {
    let read = |text| serde_json::from_str::<BTreeMap<String, String>>(text).expect("texts by English texts");
    let parts = |english: String| english.split("{}").map(str::to_owned).collect();
    let of = |language: Language| {
        // What is in two files says the same.
        let all: BTreeMap<String, String> = texts(&files(language)?).into_iter().flat_map(read).collect();
        let mut known: Vec<Known> =
            all.into_iter().map(|(english, translation)| Known { parts: parts(english), translation }).collect();
        // The more of a text is fixed, the surer it is meant.
        known.sort_by_key(|known| std::cmp::Reverse(known.fixed()));
        Some((language.code(), known))
    };
    Language::ALL.iter().copied().filter_map(of).collect()
}

impl Known {
    fn fixed(&self) -> usize {
        self.parts.iter().map(String::len).sum()
    }

    /// What was put into the gaps; None where the text is another one.
    fn gaps<'t>(&self, text: &'t str) -> Option<Vec<&'t str>> {
        let (first, others) = self.parts.split_first()?;
        let mut rest = text.strip_prefix(first.as_str())?;
        let Some((last, between)) = others.split_last() else { return rest.is_empty().then(Vec::new) };
        rest = rest.strip_suffix(last.as_str())?;
        let mut gaps = Vec::with_capacity(others.len());
        for part in between {
            let (gap, after) = rest.split_once(part.as_str())?;
            gaps.push(gap);
            rest = after;
        }
        gaps.push(rest);
        let is_digits = |gap: &str| !gap.is_empty() && gap.bytes().all(|byte| byte.is_ascii_digit());
        let is_day = |gap: &str| gap.len() == 10 && gap.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
        let is_number = |gap: &&str| is_digits(gap) || is_day(gap) || count(gap).is_some();
        let is_meant = !first.is_empty() || self.fixed() >= FEW_FIXED || gaps.first().is_some_and(is_number);
        // A text of one line says nothing of several.
        let is_one_line = !self.parts.iter().any(|part| part.contains('\n'));
        (is_meant && !(is_one_line && text.contains('\n'))).then_some(gaps)
    }
}

/// A message in a language. What stands before it without a space, such as a field (`name: expected …`) or the place in a
/// file, stays.
pub fn translated(message: &str, language: Language) -> String {
    if language == Language::En {
        return message.to_owned();
    }
    known(message, language).unwrap_or_else(|| message.to_owned())
}

/// What a line of the audit log says, in a language: it is written down in English. Names and values stay as they are, as does
/// what has no translation.
pub fn audited(detail: &str, language: Language) -> String {
    if language == Language::En {
        return detail.to_owned();
    }
    let part = |text: &str| whole_audited(text, language);
    let by = |text: &str, joint: &str, say: &dyn Fn(&str) -> String| {
        part(text).unwrap_or_else(|| text.split(joint).map(say).collect::<Vec<String>>().join(joint))
    };
    let value = |text: &str| part(text).unwrap_or_else(|| text.to_owned());
    let listed = |text: &str| by(text, ", ", &value);
    let named = |text: &str| by(text, ": ", &listed);
    whole(detail, language).unwrap_or_else(|| by(detail, "; ", &named))
}

fn whole_audited(text: &str, language: Language) -> Option<String> {
    AUDITED.get(language.code())?.iter().find_map(|known| {
        let gaps = known.gaps(text)?;
        // A value is quoted; anything else with a joint is more than one part.
        let is_one = |gap: &&str| gap.starts_with('"') || !["; ", ": ", ", "].iter().any(|joint| gap.contains(joint));
        if !gaps.iter().all(is_one) {
            return None;
        }
        let mut parts = known.translation.split("{}");
        let first = parts.next().unwrap_or_default().to_owned();
        let said = |gap: &str| whole_audited(gap, language).unwrap_or_else(|| labels::name(language, gap));
        Some(parts.zip(gaps).fold(first, |text, (part, gap)| text + &said(gap) + part))
    })
}

/// The digits of a count such as `4,062`.
fn count(text: &str) -> Option<String> {
    let mut groups = text.split(',');
    let first = groups.next().is_some_and(|group| matches!(group.len(), 1..=3));
    let is_count = first && text.contains(',') && groups.all(|group| group.len() == 3);
    let is_digits = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b',');
    (is_count && is_digits).then(|| text.replace(',', ""))
}

/// The translation of a message or of each of its lines; None where it has none.
fn known(message: &str, language: Language) -> Option<String> {
    count(message)
        .map(|digits| grouped(&digits, language))
        .or_else(|| whole(message, language))
        .or_else(|| {
            let (place, fault) = message.split_once(": ").filter(|(place, _)| !place.contains(char::is_whitespace))?;
            Some(format!("{place}: {}", known(fault, language)?))
        })
        .or_else(|| {
            // Notes end with their line.
            let lines: Vec<&str> = message.lines().collect();
            let translated = |line: &&str| translated(line, language);
            (lines.len() > 1).then(|| lines.iter().map(translated).collect::<Vec<String>>().join("\n"))
        })
        .or_else(|| {
            // Of notes that were joined each has a translation of its own.
            let joined = message.match_indices("; ").map(|(at, joint)| (&message[..at], &message[at + joint.len()..]));
            let mut translated =
                joined.filter_map(|(first, rest)| Some((whole(first, language)?, known(rest, language)?)));
            translated.next().map(|(first, rest)| format!("{first}; {rest}"))
        })
}

/// Whether what was put into a gap is a part of a sentence, which has no translation as a name has none.
fn are_words(gap: &str) -> bool {
    gap.contains("; ") || ["the ", "its ", "such ", "this "].iter().any(|first| gap.starts_with(first))
}

fn whole(message: &str, language: Language) -> Option<String> {
    KNOWN.get(language.code())?.iter().find_map(|known| {
        let gaps = known.gaps(message)?;
        // Rather all in English than half of it.
        let is_said = |part: &String| part.ends_with(": ") || part.ends_with('(');
        let is_fine =
            |(part, gap): (&String, &&str)| is_said(part) || !are_words(gap) || self::known(gap, language).is_some();
        if !known.parts.iter().zip(&gaps).all(is_fine) {
            return None;
        }
        let mut parts = known.translation.split("{}");
        let first = parts.next().unwrap_or_default().to_owned();
        Some(parts.zip(gaps).fold(first, |said, (part, gap)| said + &translated(gap, language) + part))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_filters_and_paths_are_in_the_language_of_the_request() {
        for (english, german, spanish) in [
            (
                "startDate must be a valid day as yyyy-mm-dd, year 1000 to 3000, not \"2026-02-30\"",
                "startDate muss ein gültiger Tag als JJJJ-MM-TT sein, Jahr 1000 bis 3000, nicht „2026-02-30“",
                "startDate debe ser un día válido como aaaa-mm-dd, del año 1000 al 3000, no «2026-02-30»",
            ),
            (
                "endDate must not be before startDate",
                "endDate darf nicht vor startDate liegen",
                "endDate no puede ser anterior a startDate",
            ),
            (
                "filters: comparisonEndDate must not be before comparisonStartDate",
                "filters: comparisonEndDate darf nicht vor comparisonStartDate liegen",
                "filters: comparisonEndDate no puede ser anterior a comparisonStartDate",
            ),
            (
                "viewByH2 must differ from viewByH1",
                "viewByH2 muss sich von viewByH1 unterscheiden",
                "viewByH2 debe ser distinto de viewByH1",
            ),
            ("There is no poll 77.", "Es gibt keine Umfrage 77.", "No hay ninguna encuesta 77."),
        ] {
            let said = [Language::De, Language::Es].map(|language| translated(english, language));
            assert_eq!(said, [german, spanish], "{english}");
        }
    }

    #[test]
    fn errors_are_found_with_what_was_put_into_them() {
        let german = |text: &str| translated(text, Language::De);
        assert_eq!(german("You have no report 7."), "Sie haben keinen Bericht 7.");
        assert_eq!(
            german("recipients: ann@example.org: expected addresses of example.com"),
            "recipients: ann@example.org: Adressen von example.com"
        );
        assert_eq!(
            german("webhook: expected a host of a.example, b.example (setting webhook_hosts), not c.example"),
            "webhook: ein Host von a.example, b.example (Einstellung webhook_hosts), nicht c.example"
        );
        let days = translated("days: expected a number from 1 to 90", Language::Es);
        assert_eq!(days, "days: un número del 1 al 90");
        for same in ["You have no report", "", "x: ", "nobody translated this: {}"] {
            assert_eq!(german(same), same);
        }
        let english = "You have no report 7.";
        assert_eq!(translated(english, Language::En), english);
    }

    #[test]
    fn what_was_put_into_them_is_translated_too() {
        let german = |text: &str| translated(text, Language::De);
        assert_eq!(
            german("ledger.toml:5:8: the mapping has no [[file]] and no [[query]]"),
            "ledger.toml:5:8: die Zuordnung hat kein [[file]] und kein [[query]]"
        );
        let shrinks = "these days would lose more than half of their rows:\nlogins 2026-03-01: 4 rows before, 1 after\n\
                       logins 2026-03-02: 7 rows before, 2 after\nnothing was loaded; load whole days, or allow \
                       it if this is right (--allow-shrink; on the page: Replace even if more than half of a day's rows \
                       disappear)";
        let told = german(shrinks);
        assert!(told.contains("\nlogins 2026-03-02: zuvor 7 Zeilen, danach 2") && !told.contains("rows"), "{told}");
        let many = "t.csv:Who: 4,062 rows, first on lines 2, 3, 4: Who is not in offers; load it before or together with this file";
        assert_eq!(
            german(many),
            "t.csv:Who: 4.062 Zeilen, zuerst in den Zeilen 2, 3, 4: Who ist nicht in offers; laden Sie es vor dieser Datei oder zusammen mit ihr"
        );
        assert_eq!(german("some rows have no value; nobody says this"), "some rows have no value; nobody says this");
        let notes = "some rows have no value; email addresses do not come in; one of A, B; left out: \"x\"";
        let told = german(notes);
        let wanted =
            "einige Zeilen haben keinen Wert; E-Mail-Adressen kommen nicht hinein; eins von A, B; ausgelassen: \"x\"";
        assert_eq!(told, wanted);
        // The time is a number; anything else that ends alike is another text.
        assert_eq!(german("3 days"), "3 Tage");
        assert_eq!(german("no answer in 30 seconds"), "no answer in 30 seconds");
        assert_eq!(german("somebody wrote of\n3 days\nof rain"), "somebody wrote of\n3 Tage\nof rain");
    }

    #[test]
    fn no_message_is_half_translated() {
        let german = |text: &str| translated(text, Language::De);
        assert_eq!(
            german(
                "sales.csv is not a feed file: there is no table \"sales\"; the tables are offers, logins\nb.csv is not a feed \
                 file either"
            ),
            "sales.csv ist keine Feed-Datei: es gibt keine Tabelle \"sales\"; die Tabellen sind offers, logins\nb.csv ist auch keine \
             Feed-Datei"
        );
        // Texts for programs and commands, which begin as others do.
        for english in [
            "there is no table \"x\"; ask for another",
            "there is no such field; the fields are mapping, as and files",
            "the warehouse cannot be read: no such file",
        ] {
            assert_eq!(german(english), english);
        }
    }

    #[test]
    fn what_a_mail_server_or_a_command_says_is_in_a_sentence_of_the_language() {
        let german = |text: &str| translated(text, Language::De);
        for (english, wanted) in [
            (
                "there is no mapping \"ledger\"; `bond mapping list` shows them",
                "es gibt keine Zuordnung \"ledger\"; `bond mapping list` zeigt sie",
            ),
            ("the mail server mail:587: Connection refused", "der Mailserver mail:587: Connection refused"),
            (
                "the mail server mail:587: permanent error (535): no; correct smtp_user and its password",
                "der Mailserver mail:587: permanent error (535): no; berichtigen Sie smtp_user und sein Passwort",
            ),
            (
                "the mail server mail:587 did not answer within 30 s; check smtp_host, smtp_port and smtp_tls",
                "der Mailserver mail:587 hat 30 s lang nicht geantwortet; prüfen Sie smtp_host, smtp_port und smtp_tls",
            ),
            ("/b/x.bondbackup, 1,234,567 bytes, data version 3", "/b/x.bondbackup, 1.234.567 Byte, Datenversion 3"),
        ] {
            assert_eq!(german(english), wanted);
        }
    }

    #[test]
    fn translations_have_the_gaps_of_the_english_text() {
        for language in Language::translated() {
            let known = &KNOWN[language.code()];
            assert!(known.len() > 100, "{language:?}");
            for Known { parts, translation } in known.iter().chain(&AUDITED[language.code()]) {
                assert_eq!(translation.split("{}").count(), parts.len(), "{translation}");
            }
        }
    }

    #[test]
    fn each_message_is_translated_into_each_language() {
        let texts = |language: Language| {
            let known =
                KNOWN[language.code()].iter().chain(&AUDITED[language.code()]).map(|known| known.parts.join("{}"));
            known.collect::<std::collections::BTreeSet<String>>()
        };
        let mut languages = Language::translated();
        let first = texts(languages.next().expect("a language"));
        for language in languages {
            assert_eq!(texts(language), first, "{language:?}");
        }
    }

    #[test]
    fn details_of_the_audit_log_are_said_part_by_part() {
        let of = |detail: &str| [Language::En, Language::De, Language::Es].map(|language| audited(detail, language));
        for (english, german, spanish) in [
            ("now \"Harbor; Rewards\"", "jetzt \"Harbor; Rewards\"", "ahora \"Harbor; Rewards\""),
            (
                "PDF of Program Monitor, whole dashboard",
                "PDF von Programm-Monitor, ganzes Dashboard",
                "PDF de Monitor del programa, panel completo",
            ),
            (
                "12 rows, data version 3: logins.csv, members.csv",
                "12 Zeilen, Datenversion 3: logins.csv, members.csv",
                "12 filas, versión de datos 3: logins.csv, members.csv",
            ),
            (
                "executive-summary: Period 2026-01-01 to 2026-11-26, Tier all, Compared with previous period; 16 receipts",
                "executive-summary: Zeitraum 2026-01-01 bis 2026-11-26, Stufe alle, Verglichen mit vorheriger Zeitraum; 16 \
                 Belege",
                "executive-summary: Período 2026-01-01 a 2026-11-26, Nivel todo, Comparado con período anterior; 16 comprobantes",
            ),
            (
                "api/v1/program/monitor/info, every week, to folder board",
                "api/v1/program/monitor/info, jede Woche, an den Ordner board",
                "api/v1/program/monitor/info, cada semana, a la carpeta board",
            ),
            (
                "for demo: Written to board/week.pdf; 16 receipts",
                "für demo: geschrieben nach board/week.pdf; 16 Belege",
                "para demo: escrito en board/week.pdf; 16 comprobantes",
            ),
            ("ROLE_ADMIN, Regional", "Administrator, Regional", "Administrador, Regional"),
            ("M-17 and a; b", "M-17 and a; b", "M-17 and a; b"),
        ] {
            assert_eq!(of(english), [english, german, spanish]);
        }
    }
}
