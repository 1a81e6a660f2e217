/**
 * Takes the screenshots of the manual and of README.md from a running demo, as an administrator:
 * `bond demo`, then `npm --prefix ui run pictures -- URL LOGIN PASSWORD`. Writes
 * docs/images/*.png. It sets targets and makes a link.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, request } from "@playwright/test";

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
const chart = page.getByRole("region", { name: "Logins by Period", exact: true });
await save(chart, "chart");

// Gold as it was, 2 of the demo's tiers, over the day on which members came to it.
const gold = { period: "LAST_30DAYS", userGroupTiers: [2], userGroupsTiersAll: false };
await page.goto(`/explain/programRetentionRate.percent?filters=${encodeURIComponent(JSON.stringify(gold))}`);
await page.getByRole("table", { name: "Causes by moves between groups" }).waitFor();
await page.waitForLoadState("networkidle");
const [bar, causes] = await Promise.all(
  [page.getByRole("region", { name: "Filters" }), page.getByRole("table").first()].map((part) =>
    part.boundingBox(),
  ),
);
await page.screenshot({
  path: join(images, "using-moves.png"),
  clip: { x: bar.x - 8, y: bar.y - 8, width: bar.width + 16, height: causes.y + causes.height - bar.y + 16 },
  fullPage: true,
});

// Reports, alerts and links.
const LOGINS = "/user-dashboard/logins-breakdown";
const dialog = page.getByRole("dialog");
const shared = async (item) => {
  await page.goto(LOGINS);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
  await dialog.waitFor();
};
await shared("Schedule…");
await save(dialog, "report");
await page.goto("/explain/logins.totalLogins");
await page.getByRole("button", { name: "Alert me…" }).click();
await dialog.waitFor();
await save(dialog, "alert");
await shared("Share link…");
await dialog.getByRole("button", { name: "Create link" }).click();
const link = new URL(await dialog.getByRole("textbox", { name: "Address" }).inputValue());
const visitor = await browser.newPage({
  baseURL: url,
  locale: "en-US",
  viewport: { width: 1280, height: 720 },
});
await visitor.goto(link.pathname + link.hash);
await visitor.locator("canvas").first().waitFor();
await visitor.waitForLoadState("networkidle");
await save(visitor, "link");
await visitor.close();

// Targets of each month of this year: a tenth more than a year before.
const token = await page.evaluate(() => localStorage.getItem("dsb_token"));
const script = await request.newContext({
  baseURL: url,
  extraHTTPHeaders: { Authorization: `Bearer ${token}` },
});
const api = async (path, data) => {
  const answer = await script.post(path, { data });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
};
const year = new Date().getFullYear();
for (const [at, month] of [
  "01",
  "02",
  "03",
  "04",
  "05",
  "06",
  "07",
  "08",
  "09",
  "10",
  "11",
  "12",
].entries()) {
  const last = new Date(Date.UTC(year - 1, at + 1, 0)).toISOString().slice(0, 10);
  const before = { startDate: `${year - 1}-${month}-01`, endDate: last };
  const { logins } = await api("/api/v1/dashboard/users/userDashboardInfo/LOGINS", before);
  const value = Math.round((logins.totalLogins * 1.1) / 1000) * 1000;
  await api("/api/v1/targets", {
    metric: "logins.totalLogins",
    grain: "MONTH",
    starts: `${year}-${month}`,
    value,
  });
}
await page.goto(LOGINS);
await page.locator("canvas").first().waitFor();
await page.waitForLoadState("networkidle");
await save(chart, "targets");

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
