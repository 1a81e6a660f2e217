// Makes a release of what is committed: the changes under "Unreleased" in CHANGELOG.md get the version and today's date,
// Cargo.toml and Cargo.lock the version; then a commit and a tag. Nothing is pushed or built.
//
//   node .ci/release.mjs 0.2.0
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))));
const git = (...args) => execFileSync("git", args, { encoding: "utf8" }).trim();
const fail = (text) => {
  console.error(`release: ${text}`);
  process.exit(1);
};
const numbers = (version) => version.split(".").map(Number);
const [version] = process.argv.slice(2);

if (!/^\d+\.\d+\.\d+$/.test(version ?? "")) fail("name the version, such as: make release VERSION=0.2.0");
if (git("status", "--porcelain") !== "") fail("there are changes that are not committed; commit them first");
const files = Object.fromEntries(["CHANGELOG.md", "Cargo.toml", "Cargo.lock"].map((name) => [name, readFileSync(name, "utf8")]));
const [, last] = /^version = "(.*)"$/m.exec(files["Cargo.toml"]);
const at = numbers(version).findIndex((number, index) => number !== numbers(last)[index]);
if (at < 0 || numbers(version)[at] < numbers(last)[at]) fail(`${version} is not after ${last}, the version in Cargo.toml`);
const unreleased = /^## \[Unreleased\]\n([^]*?)(?=^## \[)/m.exec(files["CHANGELOG.md"]);
if (!unreleased?.[1].trim()) fail("CHANGELOG.md has nothing under Unreleased");

function write(name, before, after) {
  if (files[name].split(before).length !== 2) fail(`${name} does not have, once: ${before}`);
  writeFileSync(name, files[name].replace(before, () => after));
}
const today = new Date().toISOString().slice(0, 10);
write("CHANGELOG.md", "## [Unreleased]\n", `## [Unreleased]\n\n## [${version}] - ${today}\n`);
write("Cargo.toml", `name = "bond"\nversion = "${last}"\n`, `name = "bond"\nversion = "${version}"\n`);
write("Cargo.lock", `name = "bond"\nversion = "${last}"\n`, `name = "bond"\nversion = "${version}"\n`);
git("commit", "--quiet", "--all", "--message", `Bond ${version}`);
git("tag", "--annotate", `v${version}`, "--message", `Bond ${version}`);
console.log(`Bond ${version} is committed and has the tag v${version}. Next: make release-check, then push both.`);
