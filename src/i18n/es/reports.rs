//! What reports say that are sent.

use crate::i18n::reports::Reports;

pub(super) const TEXTS: Reports = Reports {
    figure: "Cifra",
    now: "Ahora",
    before: "Antes",
    change: "Cambio",
    no_figures: "Esta pantalla no tiene cifras propias; el archivo adjunto tiene sus tablas.",
    footer: |login| format!("Bond envía este informe para {login}, con las cifras que {login} puede ver."),
    no_view: "Su vista guardada se eliminó o ya no está compartida con la cuenta. Elija de nuevo los filtros.",
    no_mail: "No hay ningún servidor de correo configurado (ajuste smtp_host).",
    no_folder: "No hay ninguna carpeta configurada (ajuste reports_dir).",
    no_webhook: |why| format!("Los ajustes no permiten este webhook: {why}."),
    no_screen: "Esta versión de Bond no tiene esa pantalla.",
    disabled: |login| format!("La cuenta {login}, a la que pertenece el informe, está desactivada."),
    not_open: |login, module| {
        format!("Los roles de la cuenta {login}, a la que pertenece el informe, no dan acceso al módulo {module}.")
    },
    not_allowed: |address| format!("El ajuste mail_domains no permite enviar correo a {address}."),
    too_large: |megabytes, most| {
        format!(
            "El archivo tiene {megabytes} MB y esta vía de envío admite menos de {most} MB. Elija una pantalla más pequeña o una carpeta."
        )
    },
    too_long: |minutes| {
        format!(
            "Calcular las cifras tardó más de {minutes} minutos. Elija un período más corto o una pantalla más pequeña."
        )
    },
    tried: |program| format!("Bond puede enviar correo para {program}: este mensaje se pidió en la configuración."),
    mailed: |recipients| format!("Enviado a {}.", recipients.join(", ")),
    written: |folder, file| format!("Escrito en {folder}/{file}."),
    posted: |host| format!("Enviado a {host}."),
};
