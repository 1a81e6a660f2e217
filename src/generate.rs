//! Writes what is generated from the declarations (`make generate`).

use std::path::Path;

fn main() -> std::io::Result<()> {
    for file in bond::screens::generate::files() {
        std::fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(file.path), file.content)?;
        println!("{}", file.path);
    }
    Ok(())
}
