//! `make generate`: writes the generated files.

use std::path::Path;

fn main() -> std::io::Result<()> {
    for file in bond::generate::files() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file.path);
        // A newer file would have the page bundled again, and the crate compiled.
        if std::fs::read(&path).ok().as_deref() != Some(file.content.as_bytes()) {
            std::fs::write(path, file.content)?;
        }
        println!("{}", file.path);
    }
    Ok(())
}
