//! What administrators are told.

use crate::i18n::notices::{NoticeText, Notices};

pub(super) const TEXTS: Notices = Notices {
    space: NoticeText {
        title: "Die Festplatte ist fast voll.",
        todo: "Schaffen Sie Platz: Ladevorgänge und Sicherungen werden abgelehnt, wo er nicht reicht.",
    },
    certificate: NoticeText {
        title: "Das TLS-Zertifikat läuft bald ab.",
        todo: "Erneuern Sie es. Der Server liest ein neues von selbst.",
    },
    sign_ins: NoticeText {
        title: "Jemand probiert viele Passwörter: Ein Login oder eine Adresse ist gesperrt.",
        todo: "Siehe das Prüfprotokoll. Eine Sperre endet von selbst.",
    },
    warehouse: NoticeText {
        title: "Ein Teil der Daten ist beschädigt.",
        todo: "Sehen Sie ins Log des Servers und starten Sie ihn neu: Er stellt wieder her, was er kann.",
    },
    freshness: NoticeText {
        title: "Erwartete Daten sind verspätet.",
        todo: "Prüfen Sie, ob die Daten noch geliefert werden.",
    },
    loads: NoticeText {
        title: "Der letzte Ladevorgang wurde abgelehnt oder ist gescheitert, oder einer endet nicht.",
        todo: "Sein Bericht nennt den Grund.",
    },
    pulls: NoticeText {
        title: "Ein System lässt sich nicht nach seinen Daten fragen.",
        todo: "Sehen Sie nach dem Grund, und prüfen Sie die Verbindung.",
    },
    quarantine: NoticeText {
        title: "Eine beschädigte Datei wurde gefunden und ersetzt.",
        todo: "Prüfen Sie die Festplatte und das Log des Servers.",
    },
    backups: NoticeText {
        title: "Die Sicherung ist gescheitert, beschädigt oder zu alt.",
        todo: "Sehen Sie nach dem Grund, und erstellen Sie eine Sicherung.",
    },
    copies: NoticeText {
        title: "Eine Sicherung ließ sich nicht an einen anderen Ort kopieren, oder die Kopie ist unbrauchbar.",
        todo: "Sehen Sie nach dem Grund, und senden Sie sie noch einmal.",
    },
    syslog: NoticeText {
        title: "Der Syslog-Server nimmt das Prüfprotokoll nicht an.",
        todo: "Prüfen Sie, ob er erreichbar ist. Bis dahin geht nichts verloren.",
    },
    over: |title| format!("Vorbei: {title}"),
    since: |time| format!("Seit {time}."),
    several: |number| format!("{number} Hinweise für die Administration"),
    footer: "Bond meldet dies der Administration einmal, wenn es beginnt, und einmal, wenn es vorbei ist.",
};
