/**
 * Takes the screenshots of docs/administration.md from a running demo, as an administrator, in the light theme:
 * `node ui/manual/administration.mjs URL LOGIN PASSWORD`. Writes docs/images/admin-*.png.
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
  colorScheme: "light",
  reducedMotion: "reduce",
  viewport: { width: 1100, height: 720 },
});
await page.goto("/login");
await page.getByLabel("Login").fill(login);
await page.getByLabel("Password").fill(password);
await page.getByRole("button", { name: "Sign In" }).click();
await page.waitForURL("**/executive-summary");
for (const name of ["users", "roles", "data", "backups", "audit", "settings", "system"]) {
  await page.goto(`/admin/${name}`);
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: join(images, `admin-${name}.png`) });
}
await page.goto("/admin/data");
await page.getByRole("button", { name: "Show the days of logins" }).click();
const dialog = page.getByRole("dialog", { name: "Days of logins" });
await dialog.getByRole("table").waitFor();
await dialog.screenshot({ path: join(images, "admin-calendar.png") });
await browser.close();
