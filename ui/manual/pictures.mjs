/**
 * Takes the screenshots of the manual and of README.md from a running demo:
 * `npm --prefix ui run pictures -- URL LOGIN PASSWORD`. Writes docs/images/*.png.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

const [url, login, password] = process.argv.slice(2);
const images = join(dirname(fileURLToPath(import.meta.url)), "../../docs/images");
const browser = await chromium.launch({
  executablePath: process.env.E2E_CHROMIUM ?? "/usr/bin/chromium",
  args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
});
const page = await browser.newPage({
  baseURL: url,
  locale: "en-US",
  reducedMotion: "reduce",
  viewport: { width: 1280, height: 900 },
});
await page.goto("/login");
await page.getByLabel("Login").fill(login);
await page.getByLabel("Password").fill(password);
await page.getByRole("button", { name: "Sign In" }).click();
await page.getByRole("article").first().waitFor();

const save = (part, name) => part.screenshot({ path: join(images, `using-${name}.png`) });

await save(page.getByRole("region", { name: "BOND Score" }), "score");
await save(page.getByRole("article").filter({ hasText: "Program Engagement Rate" }).first(), "card");
await page.getByRole("region", { name: "Filters" }).getByRole("button").first().click();
await page.getByText("Compare with", { exact: true }).waitFor();
await save(page.getByRole("dialog"), "period");
await page.goto("/user-dashboard/logins-breakdown");
await page.locator("canvas").first().waitFor();
await page.waitForLoadState("networkidle");
await save(page.getByRole("region", { name: "Logins by Period", exact: true }), "chart");

// Whole screens, for README.md.
await page.setViewportSize({ width: 1440, height: 900 });
for (const [name, route, colorScheme] of [
  ["monitor", "/executive-summary", "light"],
  ["offers", "/offers-dashboard/unique-interactions-breakdown", "dark"],
  ["website", "/website-dashboard", "light"],
]) {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.goto(route);
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(
    () => !document.querySelector('main span[aria-hidden="true"]:empty, [aria-busy="true"]'),
  );
  await page.screenshot({ path: join(images, `${name}.png`) });
}
await browser.close();
