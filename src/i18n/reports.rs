//! What reports say that are sent.

#[derive(Debug)]
pub struct Reports {
    pub figure: &'static str,
    pub now: &'static str,
    pub before: &'static str,
    pub change: &'static str,
    pub no_figures: &'static str,
    pub footer: fn(&str) -> String,
    // Why one was not sent.
    pub no_view: &'static str,
    pub no_mail: &'static str,
    pub no_folder: &'static str,
    /// Why a webhook is not allowed.
    pub no_webhook: fn(&str) -> String,
    pub no_screen: &'static str,
    pub disabled: fn(&str) -> String,
    pub not_open: fn(&str, &str) -> String,
    pub not_allowed: fn(&str) -> String,
    pub too_large: fn(usize, usize) -> String,
    /// After so many minutes.
    pub too_long: fn(u64) -> String,
    // Where it went.
    pub mailed: fn(&[String]) -> String,
    pub written: fn(&str, &str) -> String,
    /// To the host of a webhook: its path may be a secret.
    pub posted: fn(&str) -> String,
}

pub(super) const ENGLISH: Reports = Reports {
    figure: "Figure",
    now: "Now",
    before: "Before",
    change: "Change",
    no_figures: "This screen has no figures of its own; the attached file has its tables.",
    footer: |login| format!("Bond sends this report for {login}, with the figures that {login} may see."),
    no_view: "Its saved view was removed, or is no longer shared with its owner. Choose filters anew.",
    no_mail: "No mail server is set up (setting smtp_host).",
    no_folder: "No folder is set up (setting reports_dir).",
    no_webhook: |why| format!("The settings do not allow this webhook: {why}."),
    no_screen: "This release of Bond has no such screen.",
    disabled: |login| format!("Its owner, {login}, has been disabled."),
    not_open: |login, module| format!("The roles of its owner, {login}, do not open the module {module}."),
    not_allowed: |address| format!("The setting mail_domains does not allow mail to {address}."),
    too_large: |megabytes, most| {
        format!(
            "The file has {megabytes} MB, and this way takes less than {most}. Choose a smaller screen, or a folder."
        )
    },
    too_long: |minutes| {
        format!("Its figures took more than {minutes} minutes. Choose a shorter period or a smaller screen.")
    },
    mailed: |recipients| format!("Mailed to {}.", recipients.join(", ")),
    written: |folder, file| format!("Written to {folder}/{file}."),
    posted: |host| format!("Posted to {host}."),
};

pub(super) const GERMAN: Reports = Reports {
    figure: "Kennzahl",
    now: "Jetzt",
    before: "Zuvor",
    change: "Änderung",
    no_figures: "Diese Seite hat keine eigenen Kennzahlen; die angehängte Datei hat ihre Tabellen.",
    footer: |login| format!("Bond sendet diesen Bericht für {login}, mit den Werten, die {login} sehen darf."),
    no_view: "Die Ansicht wurde entfernt oder ist für das Konto nicht mehr freigegeben. Wählen Sie die Filter neu.",
    no_mail: "Es ist kein Mailserver eingerichtet (Einstellung smtp_host).",
    no_folder: "Es ist kein Ordner eingerichtet (Einstellung reports_dir).",
    no_webhook: |why| format!("Die Einstellungen erlauben diesen Webhook nicht: {why}."),
    no_screen: "Diese Version von Bond hat keine solche Seite.",
    disabled: |login| format!("Das Konto {login}, dem der Bericht gehört, ist gesperrt."),
    not_open: |login, module| {
        format!("Die Rollen des Kontos {login}, dem der Bericht gehört, öffnen das Modul {module} nicht.")
    },
    not_allowed: |address| format!("Die Einstellung mail_domains erlaubt keine Mail an {address}."),
    too_large: |megabytes, most| {
        format!(
            "Die Datei hat {megabytes} MB, und dieser Weg nimmt weniger als {most}. Wählen Sie eine kleinere Seite oder einen Ordner."
        )
    },
    too_long: |minutes| {
        format!(
            "Die Berechnung dauerte mehr als {minutes} Minuten. Wählen Sie einen kürzeren Zeitraum oder eine kleinere Seite."
        )
    },
    mailed: |recipients| format!("Gesendet an {}.", recipients.join(", ")),
    written: |folder, file| format!("Geschrieben nach {folder}/{file}."),
    posted: |host| format!("Gesendet an {host}."),
};

pub(super) const SPANISH: Reports = Reports {
    figure: "Cifra",
    now: "Ahora",
    before: "Antes",
    change: "Cambio",
    no_figures: "Esta vista no tiene cifras propias; el archivo adjunto tiene sus tablas.",
    footer: |login| format!("Bond envía este informe para {login}, con las cifras que {login} puede ver."),
    no_view: "Su vista guardada se eliminó o ya no está compartida con la cuenta. Elija de nuevo los filtros.",
    no_mail: "No hay ningún servidor de correo configurado (ajuste smtp_host).",
    no_folder: "No hay ninguna carpeta configurada (ajuste reports_dir).",
    no_webhook: |why| format!("Los ajustes no permiten este webhook: {why}."),
    no_screen: "Esta versión de Bond no tiene esa vista.",
    disabled: |login| format!("La cuenta {login}, a la que pertenece el informe, está desactivada."),
    not_open: |login, module| {
        format!("Los roles de la cuenta {login}, a la que pertenece el informe, no abren el módulo {module}.")
    },
    not_allowed: |address| format!("El ajuste mail_domains no permite enviar correo a {address}."),
    too_large: |megabytes, most| {
        format!(
            "El archivo tiene {megabytes} MB y esta vía admite menos de {most}. Elija una vista más pequeña o una carpeta."
        )
    },
    too_long: |minutes| {
        format!(
            "Calcular las cifras tardó más de {minutes} minutos. Elija un período más corto o una vista más pequeña."
        )
    },
    mailed: |recipients| format!("Enviado a {}.", recipients.join(", ")),
    written: |folder, file| format!("Escrito en {folder}/{file}."),
    posted: |host| format!("Enviado a {host}."),
};
