//! Was Briefe über ein Konto sagen.

use crate::i18n::letters::{Letters, Words};

pub(super) const TEXTS: Letters = Letters {
    invitation: Words {
        heading: |program| format!("Ihr Konto für {program}"),
        sentence: "Ihre Administration hat ein Konto für Sie angelegt. Wählen Sie Ihr Passwort über diesen Link; er gilt einmal.",
    },
    new_password: Words {
        heading: |program| format!("{program}: neues Passwort wählen"),
        sentence: "Ihre Administration hat einen Link erstellt, mit dem Sie ein neues Passwort wählen. Er gilt einmal.",
    },
    forgotten: Words {
        heading: |program| format!("{program}: neues Passwort wählen"),
        sentence: "Jemand hat darum gebeten, weil das Passwort vergessen wurde. Der Link gilt einmal. Wenn Sie es nicht waren, tun Sie nichts: Ihr Passwort bleibt, wie es ist.",
    },
    password_changed: Words {
        heading: |program| format!("{program}: Ihr Passwort wurde geändert"),
        sentence: "Das Passwort Ihres Kontos wurde geändert; seine anderen Sitzungen sind beendet.",
    },
    roles_changed: Words {
        heading: |program| format!("{program}: Ihre Rollen wurden geändert"),
        sentence: "Ihre Administration hat geändert, was Sie sehen und tun dürfen.",
    },
    factor_on: Words {
        heading: |program| format!("{program}: zweiter Faktor eingerichtet"),
        sentence: "Von jetzt an fragt die Anmeldung mit Passwort nach einem Code Ihres Geräts.",
    },
    factor_off: Words {
        heading: |program| format!("{program}: zweiter Faktor entfernt"),
        sentence: "Die Anmeldung mit Passwort fragt nicht mehr nach einem Code.",
    },
    factor_reset: Words {
        heading: |program| format!("{program}: zweiter Faktor zurückgesetzt"),
        sentence: "Ihre Administration hat den zweiten Faktor Ihres Kontos entfernt; seine Sitzungen sind beendet.",
    },
    program: "Programm",
    login: "Anmeldename",
    roles: "Rollen",
    until: "Gilt bis",
    not_you: "Wenn Sie das nicht erwartet haben, sagen Sie es sofort Ihrer Administration.",
    footer: |login| format!("Bond sendet dies, weil es um das Konto {login} geht."),
};
