//! New passwords, from the terminal or a pipe.

use std::io::BufRead;

use super::failure::Failure;

/// Reads a new password from the terminal, twice, without showing it.
pub fn prompt() -> Result<String, Failure> {
    let prompt = |text: &str| {
        rpassword::prompt_password(text)
            .map_err(|error| Failure::usage(format!("the password could not be read from the terminal: {error}")))
    };
    let password = prompt("New password (12 to 128 characters): ")?;
    if prompt("Repeat the password: ")? != password {
        return Err(Failure::usage("the two passwords differ"));
    }
    Ok(password)
}

/// The longest line that is read as a password, in bytes: anything longer was piped in by mistake.
const LONGEST_LINE: u64 = 4096;

/// A password of one line, as it was piped in.
pub fn first_line(input: impl BufRead) -> Result<String, Failure> {
    let mut line = String::new();
    input
        .take(LONGEST_LINE)
        .read_line(&mut line)
        .map_err(|error| Failure::usage(format!("the password could not be read from standard input: {error}")))?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_the_first_line_with_its_spaces() {
        assert_eq!(first_line(&b" two words \r\nnext\n"[..]).expect("read"), " two words ");
        assert_eq!(first_line(&b"no newline"[..]).expect("read"), "no newline");
        assert!(first_line(&[0xff, 0xfe, b'\n'][..]).is_err());
    }
}
