// Prints the licences of everything inside the executable and the page, as one text:
//
//   node .ci/licences.mjs --tools DIR --metafile FILE
//
// The crates are listed by cargo-about, the packages of the page by generate-license-file, both in DIR (see
// .ci/package-tools). FILE is esbuild's metafile: a package of the bundle that the list lacks is an error. The notices of
// what is compiled into DuckDB are taken from the sources in its crate. Uses no network.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const RULE = "=".repeat(80);

/** The licence of each folder of DuckDB's third_party. Another DuckDB may have other folders: then this throws. */
const INSIDE_DUCKDB = {
  brotli: "MIT",
  concurrentqueue: "BSD-2-Clause; its semaphore Zlib",
  fast_float: "MIT (of Apache-2.0 OR MIT OR BSL-1.0)",
  fastpforlib: "Apache-2.0",
  fmt: "MIT",
  fsst: "MIT",
  httplib: "MIT",
  hyperloglog: "BSD-3-Clause",
  jaro_winkler: "MIT",
  lz4: "BSD-2-Clause",
  mbedtls: "Apache-2.0 (of Apache-2.0 OR GPL-2.0-or-later)",
  miniz: "MIT",
  parquet: "Apache-2.0",
  pcg: "Apache-2.0 OR MIT",
  pdqsort: "Zlib",
  re2: "BSD-3-Clause",
  ska_sort: "BSL-1.0",
  skiplist: "MIT",
  snappy: "BSD-3-Clause",
  tdigest: "Apache-2.0",
  thrift: "Apache-2.0",
  utf8proc: "MIT, and the Unicode licence for its data",
  vergesort: "MIT",
  yyjson: "MIT",
  zstd: "BSD-3-Clause (of BSD-3-Clause OR GPL-2.0)",
};

const NOTICE =
  /copyright|©|licen[cs]e|permission|redistribut|misrepresent|warrant|liable|liability|public domain|SPDX/i;

const { values: options } = parseArgs({ options: { tools: { type: "string" }, metafile: { type: "string" } } });
const run = (program, args) =>
  execFileSync(program, args, { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] });
const work = mkdtempSync(join(tmpdir(), "bond-licences-"));
try {
  process.stdout.write(
    [
      "What is inside Bond, and under which licences. Bond itself has no licence yet: its owner reserves all rights.",
      "",
      "1. Crates of the executable",
      "2. DuckDB and what is compiled into it",
      "3. Packages and fonts of the page",
      "The Rust standard library and what is inside it: LICENSES-rust-library.html.",
      part("1. CRATES OF THE EXECUTABLE", crates()),
      part("2. DUCKDB AND WHAT IS COMPILED INTO IT", duckdb()),
      part("3. PACKAGES AND FONTS OF THE PAGE", page()),
    ].join("\n"),
  );
} finally {
  rmSync(work, { recursive: true });
}

function part(title, text) {
  return `\n${RULE}\n${title}\n${RULE}\n\n${text.trim()}\n`;
}

function crates() {
  const settings = ["--locked", "--offline", "--fail", "-c", "assets/packaging/about.toml"];
  const about = run(join(options.tools, "bin/cargo-about"), ["generate", ...settings, "assets/packaging/about.hbs"]);
  const words = readFileSync(join(ROOT, "data/passwords/LICENSE"), "utf8");
  return `${about}\n---- Common passwords, from Django (BSD-3-Clause)\n\n${words}`;
}

function duckdb() {
  const { packages } = JSON.parse(run("cargo", ["metadata", "--locked", "--offline", "--format-version", "1"]));
  const crate = packages.find(({ name }) => name === "libduckdb-sys");
  run("tar", ["-xzf", join(dirname(crate.manifest_path), "duckdb.tar.gz"), "-C", work]);
  const folders = readdirSync(join(work, "duckdb/third_party")).sort();
  const unknown = folders.filter((folder) => !(folder in INSIDE_DUCKDB));
  const gone = Object.keys(INSIDE_DUCKDB).filter((folder) => !folders.includes(folder));
  if (unknown.length + gone.length > 0) {
    throw new Error(`.ci/licences.mjs: DuckDB has other parts now: new: ${unknown}; gone: ${gone}`);
  }
  const texts = [
    `DuckDB (MIT), crate ${crate.name} ${crate.version}; its licence is in part 1. SQLite is in the public domain.`,
    "Below are the notices in the sources of their parts. Where a notice only names a licence, part 1 has its text.",
  ];
  for (const folder of folders) {
    texts.push(`---- ${folder}: ${INSIDE_DUCKDB[folder]}`, ...notices(join(work, "duckdb/third_party", folder)));
  }
  texts.push("---- DuckDB's own sources name these authors", ...notices(join(work, "duckdb/src"), /copyright/i));
  return texts.join("\n\n");
}

/** The paragraphs of comments about copyright and licence in the files of a folder, each once. */
function notices(folder, wanted = NOTICE) {
  const found = new Map();
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || !/\.(c|cc|cpp|h|hh|hpp|inl|ipp|tcc|inc)$/.test(file.name)) continue;
    const source = readFileSync(join(file.parentPath ?? file.path, file.name), "utf8");
    for (const [comment] of source.matchAll(/\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+/gm)) {
      const lines = comment.split("\n").map((line) => line.replace(/^[\s/*]+|[\s/*]+$/g, ""));
      for (const paragraph of lines.join("\n").split(/\n\s*\n/)) {
        const key = paragraph.replace(/\W+/g, " ").trim();
        // A long comment that only mentions one of the words is no notice.
        if (wanted.test(paragraph) && key.length < 3000 && !found.has(key)) found.set(key, paragraph.trim());
      }
    }
  }
  return [...found.values()];
}

function page() {
  const file = join(work, "page.txt");
  const tool = join(options.tools, "node_modules/.bin/generate-license-file");
  run(tool, ["--input", "ui/package.json", "--output", file, "--overwrite", "--ci", "--eol", "lf"]);
  const text = readFileSync(file, "utf8");
  const { outputs } = JSON.parse(readFileSync(options.metafile, "utf8"));
  const bundled = new Set();
  for (const input of Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs))) {
    const [, name] = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input) ?? [];
    if (name) bundled.add(name);
  }
  const missing = [...bundled].filter((name) => !text.includes(` - ${name}@`));
  if (bundled.size === 0 || missing.length > 0) {
    throw new Error(`.ci/licences.mjs: of ${bundled.size} packages in the page, without a licence text: ${missing}`);
  }
  return text;
}
