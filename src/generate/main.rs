//! `make generate`: writes the generated files.

use std::path::Path;

fn main() -> std::io::Result<()> {
    for file in bond::generate::files() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&file.path);
        // An unchanged file stays as it is: a newer one would make cargo bundle the page and compile the crate again.
        if std::fs::read(&path).ok().as_deref() != Some(file.content.as_bytes()) {
            std::fs::write(path, file.content)?;
        }
        println!("{}", file.path);
    }
    Ok(())
}
