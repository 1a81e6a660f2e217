import { defineConfig } from "@playwright/test";
import endToEnd from "../playwright.config";

/** The measurements of the page (`make bench`). */
export default defineConfig(endToEnd, {
  testDir: ".",
  testMatch: "*.bench.ts",
  outputDir: "../test-results",
  globalSetup: "../e2e/setup.ts",
  // Measurements must not compete for the cores.
  workers: 1,
  retries: 0,
  timeout: 600_000,
});
