//! What administrators are told.

use crate::i18n::notices::{NoticeText, Notices};

pub(super) const TEXTS: Notices = Notices {
    space: NoticeText {
        title: "El disco está casi lleno.",
        todo: "Libere espacio: las cargas y las copias se rechazan si no alcanza.",
    },
    certificate: NoticeText {
        title: "El certificado TLS caduca pronto.",
        todo: "Renuévelo. El servidor lee el nuevo por sí mismo.",
    },
    sign_ins: NoticeText {
        title: "Alguien prueba muchas contraseñas: un usuario o una dirección está bloqueado.",
        todo: "Consulte el registro de auditoría. El bloqueo termina por sí mismo.",
    },
    warehouse: NoticeText {
        title: "Una parte de los datos está dañada.",
        todo: "Mire el registro del servidor y reinícielo: recupera lo que puede.",
    },
    freshness: NoticeText {
        title: "Los datos esperados llegan tarde.",
        todo: "Compruebe si los datos siguen llegando.",
    },
    loads: NoticeText {
        title: "La última carga se rechazó o falló, o una carga no termina.",
        todo: "Su informe dice por qué.",
    },
    pulls: NoticeText {
        title: "No se pueden pedir los datos a un sistema.",
        todo: "Vea por qué y pruebe la conexión.",
    },
    quarantine: NoticeText {
        title: "Se encontró un archivo dañado y se sustituyó.",
        todo: "Revise el disco y el registro del servidor.",
    },
    backups: NoticeText {
        title: "La copia de seguridad falló, está dañada o es demasiado antigua.",
        todo: "Vea por qué y haga una copia.",
    },
    copies: NoticeText {
        title: "No se pudo copiar una copia de seguridad a otro lugar, o esa copia no sirve.",
        todo: "Vea por qué y envíela otra vez.",
    },
    syslog: NoticeText {
        title: "El servidor syslog no acepta el registro de auditoría.",
        todo: "Compruebe si es accesible. Mientras tanto no se pierde nada.",
    },
    over: |title| format!("Terminado: {title}"),
    since: |time| format!("Desde {time}."),
    several: |number| format!("{number} avisos para la administración"),
    footer: "Bond avisa de esto a la administración una vez cuando empieza y otra cuando termina.",
};
