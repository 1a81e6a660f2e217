import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

it("the names of blocks and cards that files have are those of the page", () => {
  // It exits with 1 and names the file that is not current.
  expect(() => execFileSync("node", ["names.mjs", "--check"], { stdio: "pipe" })).not.toThrow();
});
