//! What reports say that are sent.

use crate::i18n::reports::Reports;

pub(super) const TEXTS: Reports = Reports {
    figure: "Kennzahl",
    now: "Jetzt",
    before: "Zuvor",
    change: "Änderung",
    no_figures: "Diese Seite hat keine eigenen Kennzahlen; die angehängte Datei hat ihre Tabellen.",
    footer: |login| format!("Bond sendet diesen Bericht für {login}, mit den Werten, die {login} sehen darf."),
    no_view: "Die gespeicherte Ansicht wurde entfernt oder ist nicht mehr mit dem Konto geteilt. Wählen Sie die Filter neu.",
    no_mail: "Es ist kein Mailserver eingerichtet (Einstellung smtp_host).",
    no_folder: "Es ist kein Ordner eingerichtet (Einstellung reports_dir).",
    no_webhook: |why| format!("Die Einstellungen erlauben diesen Webhook nicht: {why}."),
    no_screen: "Diese Version von Bond hat keine solche Seite.",
    disabled: |login| format!("Das Konto {login}, dem der Bericht gehört, ist deaktiviert."),
    not_open: |login, module| {
        format!("Die Rollen des Kontos {login}, dem der Bericht gehört, geben keinen Zugriff auf das Modul {module}.")
    },
    not_allowed: |address| format!("Die Einstellung mail_domains erlaubt keine E-Mail an {address}."),
    too_large: |megabytes, most| {
        format!(
            "Die Datei hat {megabytes} MB, und dieser Versandweg nimmt weniger als {most} MB. Wählen Sie eine kleinere Seite oder einen Ordner."
        )
    },
    too_long: |minutes| {
        format!(
            "Die Berechnung dauerte mehr als {minutes} Minuten. Wählen Sie einen kürzeren Zeitraum oder eine kleinere Seite."
        )
    },
    tried: |program| format!("Bond kann für {program} E-Mails senden: Diese wurde in den Einstellungen angefordert."),
    mailed: |recipients| format!("Gesendet an {}.", recipients.join(", ")),
    written: |folder, file| format!("Geschrieben nach {folder}/{file}."),
    posted: |host| format!("Gesendet an {host}."),
};
