//! What administrators are told.

use crate::i18n::notices::{NoticeText, Notices};

pub(super) const TEXTS: Notices = Notices {
    space: NoticeText {
        title: "The disk is nearly full.",
        todo: "Make room: loads and backups are refused where it does not suffice.",
    },
    certificate: NoticeText {
        title: "The TLS certificate ends soon.",
        todo: "Renew it. The server reads a new one by itself.",
    },
    sign_ins: NoticeText {
        title: "Somebody tries many passwords: a login or an address is blocked.",
        todo: "See the audit log. A block ends by itself.",
    },
    warehouse: NoticeText {
        title: "A part of the data is damaged.",
        todo: "Look at the server’s log and restart the server: it recovers what it can.",
    },
    freshness: NoticeText { title: "Expected data are late.", todo: "See whether the feed still comes." },
    loads: NoticeText {
        title: "The last load was refused or has failed, or a load does not end.",
        todo: "See why in its report.",
    },
    pulls: NoticeText { title: "A system cannot be asked for its data.", todo: "See why, and try the connection." },
    quarantine: NoticeText {
        title: "A damaged file was found and replaced.",
        todo: "Look at the disk and at the server’s log.",
    },
    backups: NoticeText { title: "The backup failed, is damaged or too old.", todo: "See why, and make a backup." },
    copies: NoticeText {
        title: "A backup could not be copied elsewhere, or its copy is bad.",
        todo: "See why, and send it again.",
    },
    syslog: NoticeText {
        title: "The syslog server does not take the audit log.",
        todo: "See whether it can be reached. Nothing is lost meanwhile.",
    },
    over: |title| format!("Over: {title}"),
    since: |time| format!("Since {time}."),
    several: |number| format!("{number} notices for administrators"),
    footer: "Bond tells administrators of this once when it begins, and once when it is over.",
};
