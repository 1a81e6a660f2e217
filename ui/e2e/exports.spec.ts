import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { addUser, bond } from "./bond";
import { open } from "./page";
import { expect, signIn, test } from "./test";

const LOGINS = "/user-dashboard/logins-breakdown";

/** Saves a file of the menu, and returns its name and bytes. */
async function saved(page: Page, item: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: item }).click();
  const file = await waiting;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test("a screen, its dashboard and its tables are saved", async ({ page }) => {
  await open(page, LOGINS);
  const workbook = await saved(page, "Workbook (.xlsx)");
  expect(workbook.name).toMatch(/^logins-breakdown_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.xlsx$/);
  expect(workbook.bytes.subarray(0, 2).toString()).toBe("PK");

  const whole = await saved(page, "Whole dashboard (.xlsx)");
  expect(whole.name).toMatch(/^member-dashboard_.*\.xlsx$/);
  expect(whole.bytes.length).toBeGreaterThan(workbook.bytes.length);

  for (const [item, name] of [
    ["PDF (.pdf)", /^logins-breakdown_.*\.pdf$/],
    ["Whole dashboard (.pdf)", /^member-dashboard_.*\.pdf$/],
  ] as const) {
    const pdf = await saved(page, item);
    expect(pdf.name).toMatch(name);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  }

  const tables = await saved(page, "All tables (.zip)");
  expect(tables.name).toMatch(/^logins-breakdown_.*\.zip$/);
  expect(tables.bytes.toString("latin1")).toContain("00-about.csv");
});

test("the separator is remembered", async ({ page }) => {
  await open(page, LOGINS);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const semicolon = page.getByRole("menuitemcheckbox", { name: "Semicolon" });
  await expect(semicolon).not.toBeChecked();
  await semicolon.click();
  await expect(semicolon).toBeChecked();
  await page.reload();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await expect(page.getByRole("menuitemcheckbox", { name: "Semicolon" })).toBeChecked();
  await page.getByRole("menuitemcheckbox", { name: "Comma" }).click();
  await expect(page.getByRole("menuitemcheckbox", { name: "Comma" })).toBeChecked();
});

test("a file in the making says how far it is, and can be cancelled", async ({ page }) => {
  await open(page, LOGINS);
  const menu = page.getByRole("button", { name: /^Export/ });
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let number: string | undefined;
  await page.route("**/api/v1/export/xlsx", async (route) => {
    number = route.request().headers()["bond-export-id"];
    await held;
    await route.abort();
  });
  await page.route("**/api/v1/export/progress/*", async (route) => {
    expect(new URL(route.request().url()).pathname).toBe(`/api/v1/export/progress/${number}`);
    await route.fulfill({ json: { done: 3, all: 12 } });
  });
  await menu.click();
  await page.getByRole("menuitem", { name: "Workbook (.xlsx)" }).click();
  await expect(menu).toHaveText("Exporting…");
  await expect(menu).toHaveText("Exporting… 3 of 12");
  await menu.click();
  const cancelled = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/export/xlsx"));
  await page.getByRole("menuitem", { name: "Cancel the export" }).click();
  await cancelled;
  await expect(menu).toHaveText("Export");
  await expect(page.getByText(/^The file could not be made\./)).toHaveCount(0);
  finish();
});

test("a file that cannot be made says so", async ({ page, expectFailure }) => {
  expectFailure(503, "/api/v1/export/xlsx");
  await open(page, LOGINS);
  await page.route("**/api/v1/export/xlsx", (route) => route.fulfill({ status: 503, body: "" }));
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: "Workbook (.xlsx)" }).click();
  await expect(page.getByText(/^The file could not be made\./)).toBeVisible();
  await expect(page.getByRole("button", { name: "Export", exact: true })).toBeVisible();
});

test.describe("without the permission", () => {
  test.use({ signedIn: false });

  test("there is no button", async ({ page }) => {
    bond(["role set", "no-export", "--read", "MEMBERS"]);
    await page.goto("/login");
    await signIn(page, addUser("Nora", "no-export"));
    await expect(page).toHaveURL(/\/user-dashboard/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("button", { name: "Export", exact: true })).toHaveCount(0);
  });
});
