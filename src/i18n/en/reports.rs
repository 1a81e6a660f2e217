//! What reports say that are sent.

use crate::i18n::reports::Reports;

pub(super) const TEXTS: Reports = Reports {
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
    not_open: |login, module| format!("The roles of its owner, {login}, give no access to the module {module}."),
    not_allowed: |address| format!("The setting mail_domains does not allow mail to {address}."),
    too_large: |megabytes, most| {
        format!(
            "The file has {megabytes} MB, and this way of sending takes less than {most} MB. Choose a smaller screen, or a folder."
        )
    },
    too_long: |minutes| {
        format!("Its figures took more than {minutes} minutes. Choose a shorter period or a smaller screen.")
    },
    tried: |program| format!("Bond can send mail for {program}: this letter was asked for in the settings."),
    mailed: |recipients| format!("Emailed to {}.", recipients.join(", ")),
    written: |folder, file| format!("Written to {folder}/{file}."),
    posted: |host| format!("Posted to {host}."),
};
