//! What administrators are told: one text for each check of `bond doctor` of which they are. A letter has nothing but these: no
//! path and no name of the machine.

/// What is so, and what to do.
#[derive(Clone, Copy, Debug)]
pub struct NoticeText {
    pub title: &'static str,
    pub todo: &'static str,
}

#[derive(Debug)]
pub struct Notices {
    pub space: NoticeText,
    pub certificate: NoticeText,
    pub sign_ins: NoticeText,
    pub warehouse: NoticeText,
    pub freshness: NoticeText,
    pub loads: NoticeText,
    pub pulls: NoticeText,
    pub quarantine: NoticeText,
    pub backups: NoticeText,
    pub copies: NoticeText,
    pub syslog: NoticeText,
    // Of a message.
    pub over: fn(&str) -> String,
    /// When it began.
    pub since: fn(&str) -> String,
    /// The subject where there are several.
    pub several: fn(usize) -> String,
    pub footer: &'static str,
}
