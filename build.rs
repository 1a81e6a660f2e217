//! Bundles the page into `OUT_DIR`, for ui.rs to embed, lists the migrations, and links DuckDB. Uses no network.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    link_duckdb();
    // Windows has limits for programs that do not say that they go without: 260 characters of a path is one.
    if env::var_os("CARGO_CFG_WINDOWS").is_some() {
        embed_manifest::embed_manifest(embed_manifest::new_manifest("Bond")).expect("the manifest can be written");
    }
    // `make dist` names the commit, so that two builds of one version differ in what they say.
    println!("cargo::rerun-if-env-changed=BOND_COMMIT");
    let version = env::var("CARGO_PKG_VERSION").expect("cargo says the version");
    let commit = env::var("BOND_COMMIT").ok().filter(|commit| !commit.is_empty());
    println!(
        "cargo::rustc-env=VERSION_AND_COMMIT={version}{}",
        commit.map_or(String::new(), |commit| format!(" ({commit})"))
    );
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where to build"));
    for store in ["store", "warehouse"] {
        fs::write(out.join(store).with_extension("rs"), migrations(&root.join("data").join(store)))
            .expect("the list of migrations can be written");
    }
    let page = out.join("page");
    // npm writes this file last, so it exists only if all packages are installed.
    let packages = "ui/node_modules/.package-lock.json";
    for path in [
        "build.rs",
        "assets/fonts",
        "assets/icons",
        "assets/index.html",
        "docs/using.md",
        "docs/using.de.md",
        "docs/using.es.md",
        "docs/images",
        "ui/manual",
        "ui/src",
        "ui/esbuild.mjs",
        "ui/textsIn.mjs",
        "ui/package-lock.json",
        "ui/tsconfig.json",
        packages,
    ] {
        println!("cargo::rerun-if-changed={path}");
    }
    // Any value builds Bond without the page: for work on the rest while the page does not bundle.
    println!("cargo::rerun-if-env-changed=WITHOUT_PAGE");
    let without_page = env::var_os("WITHOUT_PAGE").is_some_and(|value| !value.is_empty());

    // Files of an earlier bundle would be embedded too.
    if page.exists() {
        fs::remove_dir_all(&page).expect("the earlier bundle can be removed");
    }
    fs::create_dir_all(&page).expect("the bundle's folder can be made");
    if !without_page && root.join(packages).is_file() {
        bundle(&root, &page);
    } else {
        if !without_page {
            println!("cargo::warning=the page is not bundled: run `npm ci --prefix ui`, then build again");
        }
        fs::write(page.join("index.html"), WITHOUT_PAGE).expect("the stand-in can be written");
    }
}

/// A list, in Rust, of the files of a folder that begin with a number of three digits: 001, 002 and so on.
fn migrations(folder: &Path) -> String {
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(folder).expect("the folder of migrations can be read");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("its entries can be read").path()).collect();
    let name = |file: &Path| file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    files.retain(|file| name(file).starts_with(|first: char| first.is_ascii_digit()));
    files.sort();
    for (number, file) in (1..).zip(&files) {
        assert!(name(file).starts_with(&format!("{number:03}_")), "{}: expected number {number:03}", file.display());
    }
    let included: String = files.iter().map(|file| format!("include_str!({file:?}),")).collect();
    format!("&[{included}]")
}

/// Sets the run-time search path for a linked DuckDB library (if DuckDB is not compiled into the executable).
fn link_duckdb() {
    println!("cargo::rerun-if-env-changed=DUCKDB_LIB_DIR");
    let Some(dir) = env::var_os("DUCKDB_LIB_DIR").map(PathBuf::from) else { return };
    // Compiled into the executable, by cargo or by .ci/cross; and on Windows a library is found beside the executable.
    let bundled = env::var_os("CARGO_FEATURE_BUNDLED").is_some() || dir.join("libduckdb.a").is_file();
    if bundled || env::var_os("CARGO_CFG_WINDOWS").is_some() {
        return;
    }
    println!("cargo::rustc-link-arg=-Wl,-rpath,{}", dir.display());
    // The Python symbols that the library of a Python wheel needs (see .ci/duckdb). Only the dynamic loader uses them.
    if dir.join("libduckdb_python.so").is_file() {
        println!("cargo::rustc-link-arg=-Wl,--no-as-needed");
        println!("cargo::rustc-link-arg=-L{}", dir.display());
        println!("cargo::rustc-link-arg=-lduckdb_python");
    }
}

fn bundle(root: &Path, page: &Path) {
    let output = Command::new("node")
        .arg(root.join("ui/esbuild.mjs"))
        .arg("--out")
        .arg(page)
        .current_dir(root.join("ui"))
        .output()
        .unwrap_or_else(|error| panic!("node (20.19 or later) is needed to bundle the page: {error}"));
    assert!(
        output.status.success(),
        "bundling the page failed ({}):\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(page.join("index.html").is_file(), "the bundler wrote no index.html");
}

const WITHOUT_PAGE: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Bond</title>
<h1>The page is not part of this build</h1>
<p>The interface under /api works. To build the page too, with Node.js 20.19 or later:</p>
<pre>make build</pre>
</html>
"#;
