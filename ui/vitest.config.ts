import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** A test of functions that needs a browser says so in its first line; what it replaces in modules stays its own. */
const APART = /^\/\/ @vitest-environment happy-dom|\bvi\.(mock|doMock|resetModules)\(/;

const functions = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((name) => join("src", name))
  .filter((name) => name.endsWith(".test.ts") && !APART.test(readFileSync(name, "utf8")));

export default defineConfig({
  test: {
    restoreMocks: true,
    coverage: {
      include: ["src/**"],
      exclude: ["src/generated/**", "src/texts/*/generated/**", "src/**/*.test.*"],
    },
    projects: [
      // Most of the time of a test of functions goes into a browser and modules of its own, which it does not need.
      { extends: true, test: { name: "functions", include: functions, isolate: false } },
      {
        extends: true,
        test: {
          name: "page",
          environment: "happy-dom",
          pool: "threads",
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: functions,
          setupFiles: ["src/test-setup.ts"],
        },
      },
    ],
  },
});
