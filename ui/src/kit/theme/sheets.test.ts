import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { WIDTHS } from "./widths";

const SRC = join(import.meta.dirname, "../..");
const SHEETS = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".css"))
  .map((file) => ({ file, text: readFileSync(join(SRC, file), "utf8") }));

/** What the sheets have of something, each with its file. */
const found = (pattern: RegExp) =>
  SHEETS.flatMap(({ file, text }) => (text.match(pattern) ?? []).map((what) => `${file}: ${what}`));

/** esbuild shortens the names of containers too, and one that becomes `or`, `and` or `not` is no name in CSS. */
it("leaves containers without names", () => {
  expect(SHEETS.length).toBeGreaterThan(50);
  expect(found(/container(?:-name)?:|@container [a-z]/g)).toEqual([]);
});

it("changes the layout at the widths of the list only", () => {
  const allowed = [
    ...WIDTHS.below.map((width) => `max-width: ${width - 0.02}px`),
    ...WIDTHS.upTo.map((width) => `max-width: ${width}px`),
    ...WIDTHS.from.map((width) => `min-width: ${width}px`),
  ];
  const queries = found(/@media[^{]*/g).flatMap((query) => query.match(/[^(]*width[^)]*/g) ?? []);
  expect([...new Set(queries)].sort()).toEqual(allowed.sort());
});

it("lays what floats on the layers of the tokens only", () => {
  const declared = found(/--layer-[a-z-]+(?=:)/g).map((one) => one.replace(/.*: /, ""));
  expect(declared.length).toBeGreaterThan(5);
  const allowed = ["1", ...declared.map((name) => `var(${name})`)];
  expect(
    found(/z-index: [^;]*/g).filter((one) => !allowed.some((value) => one.endsWith(`z-index: ${value}`))),
  ).toEqual([]);
});
