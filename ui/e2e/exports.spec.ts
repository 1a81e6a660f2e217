import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { addUser, bond } from "./bond";
import { exportAs, open } from "./page";
import { expect, signIn, test } from "./test";

const LOGINS = "/user-dashboard/logins-breakdown";

/** Saves a file, and returns its name and bytes. */
async function saved(page: Page, what: string, form: string): Promise<{ name: string; bytes: Buffer }> {
  const waiting = page.waitForEvent("download");
  await exportAs(page, what, form);
  const file = await waiting;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test("a screen, its dashboard and its tables are saved", async ({ page }) => {
  await open(page, LOGINS);
  const workbook = await saved(page, "This screen", "Workbook (.xlsx)");
  expect(workbook.name).toMatch(/^logins-breakdown_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.xlsx$/);
  expect(workbook.bytes.subarray(0, 2).toString()).toBe("PK");

  const whole = await saved(page, "The whole dashboard", "Workbook (.xlsx)");
  expect(whole.name).toMatch(/^member-dashboard_.*\.xlsx$/);
  expect(whole.bytes.length).toBeGreaterThan(workbook.bytes.length);

  for (const [what, name] of [
    ["This screen", /^logins-breakdown_.*\.pdf$/],
    ["The whole dashboard", /^member-dashboard_.*\.pdf$/],
  ] as const) {
    const pdf = await saved(page, what, "PDF (.pdf)");
    expect(pdf.name).toMatch(name);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
  }

  for (const [what, name] of [
    ["This screen", /^logins-breakdown_.*\.zip$/],
    ["The whole dashboard", /^member-dashboard_.*\.zip$/],
  ] as const) {
    const tables = await saved(page, what, "CSV tables (.zip)");
    expect(tables.name).toMatch(name);
    expect(tables.bytes.toString("latin1")).toContain("00-about.csv");
  }
});

test("the separator of the account is that of the tables", async ({ page }) => {
  await open(page, "/account");
  const save = async (separator: string) => {
    await page.getByLabel("CSV separator").selectOption(separator);
    await page.getByRole("button", { name: "Save the preferences" }).click();
    await expect(page.getByText("Your preferences are saved.").last()).toBeVisible();
  };
  await save("Semicolon");
  await open(page, LOGINS);
  const asked = page.waitForRequest("**/api/v1/export/zip");
  await saved(page, "This screen", "CSV tables (.zip)");
  expect((await asked).postDataJSON().separator).toBe("semicolon");
  await open(page, "/account");
  await expect(page.getByLabel("CSV separator")).toHaveValue("semicolon");
  await save("Comma");
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
  await exportAs(page, "This screen", "Workbook (.xlsx)");
  await expect(menu).toHaveText("Exporting…");
  await expect(menu).toHaveText("Exporting… 3 of 12");
  await menu.click();
  const cancelled = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/export/xlsx"));
  await page.getByRole("button", { name: "Cancel the export" }).click();
  await cancelled;
  await expect(menu).toHaveText("Export");
  await expect(page.getByText(/^The file could not be created\./)).toHaveCount(0);
  finish();
});

test("a file that cannot be made says so", async ({ page, expectFailure }) => {
  expectFailure(503, "/api/v1/export/xlsx");
  await open(page, LOGINS);
  await page.route("**/api/v1/export/xlsx", (route) => route.fulfill({ status: 503, body: "" }));
  await exportAs(page, "This screen", "Workbook (.xlsx)");
  await expect(page.getByText(/^The file could not be created\./)).toBeVisible();
  await expect(page.getByRole("button", { name: "Export", exact: true })).toBeVisible();
});

test.describe("without the permission", () => {
  test.use({ signedIn: false });

  test("there are no buttons", async ({ page }) => {
    bond(["role set", "no-export", "--read", "MEMBERS"]);
    await page.goto("/login");
    await signIn(page, addUser("Nora", "no-export"));
    await expect(page).toHaveURL(/\/user-dashboard/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const name of ["Export", "Share"])
      await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  });
});

test("nothing in the layer of Export runs over its edge", async ({ page }) => {
  await open(page, LOGINS);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const layer = page.getByRole("dialog", { name: "Export" });
    await expect(layer.getByRole("button", { name: "Address for Excel and Power BI…" })).toBeVisible();
    expect(await layer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.keyboard.press("Escape");
  }
});
