// Writes what is inside Bond as two CycloneDX documents, valid by their schema:
//
//   node .ci/sboms.mjs --tools DIR --out DIR
//
// sbom-executable.cdx.json lists the crates, from cargo-cyclonedx, with DuckDB and SQLite, which two of them contain;
// sbom-page.cdx.json lists the packages of the page, from cyclonedx-npm. Both tools are in --tools (.ci/package-tools).
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SPEC = "1.5";

const { values: options } = parseArgs({ options: { tools: { type: "string" }, out: { type: "string" } } });
const { Spec, Validation } = createRequire(join(options.tools, "package.json"))(
  "@cyclonedx/cyclonedx-library",
);
const run = (program, args) =>
  execFileSync(program, args, {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "inherit"],
  });

await write("sbom-executable.cdx.json", executable());
await write("sbom-page.cdx.json", page());

async function write(name, document) {
  // References to Bond's own crate contain the path of the work tree.
  const text = JSON.stringify(document, null, 2)
    .replaceAll(`path+file://${ROOT}`, "bond")
    .replaceAll(ROOT, ".");
  const errors = await new Validation.JsonStrictValidator(
    Spec.Version[`v${SPEC.replace(".", "dot")}`],
  ).validate(text);
  if (errors !== null) throw new Error(`${name} is not valid: ${JSON.stringify(errors)}`);
  writeFileSync(join(options.out, name), `${text}\n`);
  console.log(`${name}: ${document.components.length} components, valid CycloneDX ${SPEC}`);
}

function executable() {
  // cargo-cyclonedx always writes next to Cargo.toml.
  const name = "sbom-of-crates";
  const file = join(ROOT, `${name}.json`);
  const settings = ["--spec-version", SPEC, "--no-build-deps", "--target", "x86_64-unknown-linux-gnu", "-qq"];
  let document;
  try {
    const tool = join(options.tools, "bin/cargo-cyclonedx");
    run(tool, ["cyclonedx", "--format", "json", ...settings, "--override-filename", name]);
    document = JSON.parse(readFileSync(file, "utf8"));
  } finally {
    rmSync(file, { force: true });
  }
  const { packages } = JSON.parse(
    run("cargo", ["metadata", "--locked", "--offline", "--format-version", "1"]),
  );
  const crate = (name) => packages.find((found) => found.name === name);
  // The crate's version 1.20103.4 stands for DuckDB 2.1.3.
  const code = Number(crate("libduckdb-sys").version.split(".")[1]);
  const duckdb = [Math.floor(code / 10000), Math.floor(code / 100) % 100, code % 100].join(".");
  const header = readFileSync(
    join(dirname(crate("libsqlite3-sys").manifest_path), "sqlite3/sqlite3.h"),
    "utf8",
  );
  const [, sqlite] = /^#define SQLITE_VERSION\s+"([\d.]+)"/m.exec(header);
  document.components.push(
    library("duckdb", duckdb, `pkg:github/duckdb/duckdb@v${duckdb}`, { license: { id: "MIT" } }),
    library("sqlite", sqlite, `pkg:generic/sqlite@${sqlite}`, { license: { id: "blessing" } }),
  );
  return document;
}

function library(name, version, purl, license) {
  return { type: "library", "bom-ref": purl, name, version, purl, licenses: [license] };
}

function page() {
  const tool = join(options.tools, "node_modules/.bin/cyclonedx-npm");
  const settings = ["--omit", "dev", "--spec-version", SPEC, "--output-reproducible", "--no-validate"];
  return JSON.parse(run(tool, [...settings, "--output-file", "-", "ui/package.json"]));
}
