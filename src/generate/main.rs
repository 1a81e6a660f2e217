//! `make generate`: writes the generated files.

use std::path::Path;

fn main() -> std::io::Result<()> {
    for file in bond::generate::files() {
        std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(file.path), file.content)?;
        println!("{}", file.path);
    }
    Ok(())
}
