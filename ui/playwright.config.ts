import { defineConfig } from "@playwright/test";

const isRoot = process.getuid?.() === 0;

// What takes long and seldom breaks: `make release-check` runs it too (E2E_ALL=1).
const OF_RELEASES = ["networks", "print", "manual", "restyle"].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: "e2e",
  testIgnore: process.env.E2E_ALL ? [] : OF_RELEASES,
  outputDir: "test-results",
  globalSetup: "./e2e/setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  // On a busy machine a step may take longer than a test waits. What passes only when run again is listed at the end of
  // `make test`, which fails if there are more than a few.
  retries: 1,
  reporter: "list",
  use: {
    // Set by the setup once Bond listens.
    baseURL: process.env.E2E_URL,
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    // An action that takes longer will not succeed, however long the test may take.
    actionTimeout: 10_000,
    // A page that stays open has compiled Bond's script already, which is half of what opening a screen takes.
    reuseContext: true,
    // Animations take time; a test that checks one turns them on.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    launchOptions: {
      // Debian's Chromium; Playwright's is never downloaded.
      executablePath: process.env.E2E_CHROMIUM ?? "/usr/bin/chromium",
      args: [
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        // Requests to any other host end here.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
      ],
    },
  },
});
