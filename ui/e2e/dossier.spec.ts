import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "@playwright/test";
import { bond } from "./bond";
import { expectNoViolations } from "./looks";
import { exportAs, LOGINS, MONITOR, open } from "./page";
import { expect, test } from "./test";

/** Saves an offline page in a folder, and returns its path. */
async function saved(page: Page, what: string, folder: string): Promise<string> {
  const waiting = page.waitForEvent("download");
  await exportAs(page, what, "Offline page (.html)");
  const file = await waiting;
  const path = join(folder, file.suggestedFilename());
  await file.saveAs(path);
  return path;
}

/** Opens a file from the disk in a browser without a network; what it asks for or complains about fails the test. */
async function offline(
  browser: Browser,
  path: string,
  colorScheme: "light" | "dark",
  read: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ offline: true, colorScheme });
  try {
    const faults: string[] = [];
    context.on("console", (message) => faults.push(message.text()));
    context.on("weberror", (error) => faults.push(String(error.error())));
    context.on("request", (request) => {
      if (!/^(file|data):/.test(request.url())) faults.push(`request: ${request.url()}`);
    });
    const page = await context.newPage();
    await page.goto(pathToFileURL(path).href);
    await read(page);
    expect(faults).toEqual([]);
  } finally {
    await context.close();
  }
}

let folder = "";
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bond-dossier-"));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

type Table = { data: { name: string; total: number; unique: number }[] };

test("a screen is read without a network, with the figures of the calls", async ({ page, browser, api }) => {
  await open(page, LOGINS);
  const path = await saved(page, "This screen", folder);
  expect(path).toMatch(/logins-breakdown_.*\.html$/);
  const { data } = await api<Table>("/api/v1/dashboard/users/logins/breakdown/LOGINS_TABLE", {});
  expect(data.length).toBeGreaterThan(2);
  for (const theme of ["light", "dark"] as const)
    await offline(browser, path, theme, async (file) => {
      await expect(file.getByRole("heading", { level: 1 })).toContainText("Logins");
      const table = file.getByRole("table", { name: /^Total \/ Unique Logins/ });
      for (const { name, total, unique } of data) {
        const row = table
          .getByRole("row")
          .filter({ has: file.getByRole("rowheader", { name, exact: true }) });
        const values = await row
          .locator("td")
          .evaluateAll((cells) => cells.map((cell) => Number((cell as HTMLElement).dataset.value)));
        expect(values, name).toEqual([total, unique]);
      }
      // Charts follow the theme.
      const chart = file.locator("svg", { has: file.locator("polyline") }).first();
      await expect(chart).toBeVisible();
      const surface = await file.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(surface).toBe(theme === "light" ? "rgb(246, 245, 241)" : "rgb(14, 16, 25)");
      expect(await file.evaluate(() => document.fonts.check('600 14px "Bond"'))).toBe(true);
      await expectNoViolations(file, `${theme} dossier`, { rules: theme === "light" ? "all" : "colours" });
      const overflow = await file.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });
});

test("its tables are sorted, totals last, and its receipts are checked by Bond", async ({
  page,
  browser,
}) => {
  await open(page, LOGINS);
  const path = await saved(page, "This screen", folder);
  await offline(browser, path, "light", async (file) => {
    const table = file.getByRole("table", { name: /^Total \/ Unique Logins/ });
    const figures = async () =>
      table
        .locator("tbody tr:not(.total)")
        .evaluateAll((rows) => rows.map((row) => Number(row.querySelector("td")?.dataset.value)));
    await table.getByRole("button", { name: "Total Logins" }).click();
    const down = await figures();
    expect(down).toEqual([...down].sort((a, b) => b - a));
    await expect(table.locator("thead th").nth(1)).toHaveAttribute("aria-sort", "descending");
    await table.getByRole("button", { name: "Total Logins" }).click();
    expect(await figures()).toEqual([...down].reverse());
    await expect(table.locator("tbody tr").last()).toHaveClass("total");

    await file.getByText("Total Logins", { exact: true }).last().click();
    const receipt = (await file.locator("details[open] pre").innerText()).trim();
    const saved = join(folder, "receipt.json");
    await writeFile(saved, receipt);
    expect(bond(["verify-receipt", saved])).toContain("Equal");
  });
});

test("all dashboards are one page", async ({ page, browser }) => {
  test.slow();
  await open(page, MONITOR);
  const path = await saved(page, "All dashboards", folder);
  expect((await readFile(path, "utf8")).length).toBeGreaterThan(500_000);
  await offline(browser, path, "light", async (file) => {
    await expect(file.getByRole("navigation", { name: "Contents" }).getByRole("link")).not.toHaveCount(0);
    await file
      .getByRole("navigation", { name: "Contents" })
      .getByRole("link", { name: "Logins" })
      .first()
      .click();
    await expect(file.getByRole("heading", { level: 3, name: "Logins" })).toBeInViewport();
    // The contents stay at the side, and each dashboard begins with its cards.
    await expect(file.getByRole("navigation", { name: "Contents" })).toBeInViewport();
    await expect(file.locator("h2 + .cards").first()).toContainText("Members");
    // Its colours are those of the file of one screen.
    await expectNoViolations(file, "all dashboards", { rules: "others" });
    await file.setViewportSize({ width: 390, height: 844 });
    const overflow = await file.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
