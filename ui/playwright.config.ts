import { defineConfig } from "@playwright/test";

const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/setup.ts",
  fullyParallel: true,
  forbidOnly: true,
  // Two cores: Chromium, Bond and its queries share them.
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: "list",
  use: {
    // Told by the setup once Bond listens.
    baseURL: process.env.E2E_URL,
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    // What does not come within this time will not come later either; a long test fails no later for it.
    actionTimeout: 10_000,
    // What moves takes time; where a movement itself is looked at, the test asks for it.
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    launchOptions: {
      // Debian's; Playwright's own is never downloaded.
      executablePath: process.env.E2E_CHROMIUM ?? "/usr/bin/chromium",
      args: [
        ...(isRoot ? ["--no-sandbox"] : []),
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        // Whatever the page might ask for elsewhere ends here.
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
      ],
    },
  },
});
