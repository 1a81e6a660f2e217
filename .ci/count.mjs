// Sums up the tests of all runners, from the logs of `make test`, in one line.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const logs = process.argv[2];
const read = (name) => readFileSync(join(logs, name), "utf8");

const cargo = [...read("cargo.log").matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed;/gm)];
const vitest = JSON.parse(read("vitest.json"));
const { stats: playwright, suites } = JSON.parse(read("playwright.json"));
// Tests of the page that passed only when they were run again. More than these are not by chance.
const MOST_FLAKY = 3;
const flaky = suites.flatMap(function inside(suite) {
  const own = suite.specs.filter(({ tests }) => tests.some(({ status }) => status === "flaky"));
  return [
    ...own.map(({ file, line, title }) => `${file}:${line} ${title}`),
    ...(suite.suites ?? []).flatMap(inside),
  ];
});

const counts = {
  cargo: [
    cargo.reduce((sum, [, passed]) => sum + Number(passed), 0),
    cargo.reduce((sum, [, , failed]) => sum + Number(failed), 0),
  ],
  vitest: [vitest.numPassedTests, vitest.numFailedTests],
  playwright: [playwright.expected + playwright.flaky, playwright.unexpected],
};
// Each line "contract: N passed, N failed" of the OpenAPI checks, unless their tools are not available.
const log = read("contract.log");
const lines = [...log.matchAll(/^contract: (\d+) passed, (\d+) failed/gm)];
const skipped = /^contract: skipped: .*/m.exec(log);
if (skipped) console.log(skipped[0]);
else counts.contract = [1, 2].map((index) => lines.reduce((sum, line) => sum + Number(line[index]), 0));
for (const [runner, [passed]] of Object.entries(counts)) {
  if (!(passed > 0)) throw new Error(`${runner} ran no test`);
}
const sum = (index) => Object.values(counts).reduce((total, count) => total + count[index], 0);
// What could not run on this machine, each with its reason.
const unable = read("cargo.log").match(/^SKIPPED: .*/gm) ?? [];
for (const line of unable) console.log(line);
for (const test of flaky) console.log(`FLAKY: ${test}`);
console.log(`${sum(0)} passed, ${sum(1)} failed${unable.length > 0 ? `, ${unable.length} skipped` : ""}`);
if (flaky.length > MOST_FLAKY)
  console.error(`More than ${MOST_FLAKY} tests of the page passed only when run again.`);
process.exitCode = sum(1) === 0 && flaky.length <= MOST_FLAKY ? 0 : 1;
