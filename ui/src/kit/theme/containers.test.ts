import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SRC = join(import.meta.dirname, "..");

/** esbuild shortens the names of containers too, and one that becomes `or`, `and` or `not` is no name in CSS. */
it("leaves containers without names", () => {
  const all = readdirSync(SRC, { recursive: true, encoding: "utf8" });
  const files = all.filter((file) => file.endsWith(".css"));
  expect(files.length).toBeGreaterThan(20);
  const named = files.filter((file) =>
    /container(?:-name)?:|@container [a-z]/.test(readFileSync(join(SRC, file), "utf8")),
  );
  expect(named).toEqual([]);
});
