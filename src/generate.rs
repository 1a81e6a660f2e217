//! Writes what is generated from the declarations (`make generate`).

use std::path::Path;

use bond::warehouse::feed::guide;

fn main() -> std::io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for file in bond::screens::generate::files() {
        std::fs::write(root.join(file.path), file.content)?;
        println!("{}", file.path);
    }
    let text = std::fs::read_to_string(root.join(guide::PATH))?;
    let updated = guide::updated(&text)
        .ok_or_else(|| std::io::Error::other(format!("{} has lost the comment that its tables follow", guide::PATH)))?;
    std::fs::write(root.join(guide::PATH), updated)?;
    println!("{}", guide::PATH);
    Ok(())
}
