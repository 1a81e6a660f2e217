//! What letters about an account say.

use crate::i18n::letters::{Letters, Words};

pub(super) const TEXTS: Letters = Letters {
    invitation: Words {
        heading: |program| format!("Your account for {program}"),
        sentence: "An administrator has made an account for you. Choose your password by this link, which works once.",
    },
    new_password: Words {
        heading: |program| format!("{program}: choose a new password"),
        sentence: "An administrator has made a link for you to choose a new password. It works once.",
    },
    forgotten: Words {
        heading: |program| format!("{program}: choose a new password"),
        sentence: "Somebody asked for this because the password was forgotten. The link works once. If it was not you, do nothing: your password stays as it is.",
    },
    password_changed: Words {
        heading: |program| format!("{program}: your password was changed"),
        sentence: "The password of your account was changed, and its other sessions have ended.",
    },
    roles_changed: Words {
        heading: |program| format!("{program}: your roles were changed"),
        sentence: "An administrator has changed what you may see and do.",
    },
    factor_on: Words {
        heading: |program| format!("{program}: second factor set up"),
        sentence: "From now on, signing in with your password asks for a code of your device.",
    },
    factor_off: Words {
        heading: |program| format!("{program}: second factor removed"),
        sentence: "Signing in with your password no longer asks for a code.",
    },
    factor_reset: Words {
        heading: |program| format!("{program}: second factor reset"),
        sentence: "An administrator has removed the second factor of your account, and its sessions have ended.",
    },
    program: "Program",
    login: "Login",
    roles: "Roles",
    until: "Works until",
    not_you: "If you did not expect this, tell your administrator at once.",
    footer: |login| format!("Bond sends this because it is about the account {login}."),
};
