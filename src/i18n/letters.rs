//! What letters about an account say.

/// The texts of one language.
#[derive(Debug)]
pub struct Letters {
    pub invitation: Words,
    pub new_password: Words,
    pub forgotten: Words,
    pub password_changed: Words,
    pub roles_changed: Words,
    pub factor_on: Words,
    pub factor_off: Words,
    pub factor_reset: Words,
    pub program: &'static str,
    pub login: &'static str,
    pub roles: &'static str,
    /// Until when a link works.
    pub until: &'static str,
    /// What to do where somebody else did it.
    pub not_you: &'static str,
    pub footer: fn(&str) -> String,
}

/// A letter.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// With the program's name.
    pub heading: fn(&str) -> String,
    pub sentence: &'static str,
}
