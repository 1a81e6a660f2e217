import type { Page } from "@playwright/test";
import { checkPage, devices } from "./looks";
import { LOGINS, open, withFilters } from "./page";
import { testsWith } from "./program";
import { expect } from "./test";

const MONTH = { period: "LAST_FULL_MONTH" };

// A program of its own: its tokens are listed.
const test = testsWith({
  demo: 300,
  users: [[{ login: "ada@example.com", firstName: "Ada" }, "ROLE_ADMIN"]],
});

/** Makes an address of a table of the logins, and returns it. What the form and the address look like may be asked before. */
async function addressOf(
  page: Page,
  table: string,
  name: string,
  look: (what: string) => Promise<void> = async () => {},
): Promise<{ csv: string; json: string }> {
  await open(page, withFilters(LOGINS, MONTH));
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("button", { name: "Address for Excel and Power BI…" }).click();
  const form = page.getByRole("dialog", { name: "An address of Logins Breakdown" });
  await form.getByLabel("Table", { exact: true }).selectOption({ label: table });
  await expect(form).toContainText("The period moves along: Last full month.");
  await form.getByLabel("What it is for").fill(name);
  await look("form");
  await form.getByRole("button", { name: "Create address" }).click();
  const made = page.getByRole("dialog", { name: "Your address" });
  const json = await made.getByLabel("JSON, for Excel and Power BI").inputValue();
  const csv = await made.getByLabel("CSV, for LibreOffice and Google Sheets").inputValue();
  await look("made");
  await made.getByRole("button", { name: "Done" }).click();
  return { csv, json };
}

test("a table has an address, whose rows are checked, until it is revoked", async ({ page, request }) => {
  const { csv, json } = await addressOf(page, "Logins Breakdown: Total / Unique Logins", "Monthly workbook");
  expect(csv).toMatch(/\/api\/v1\/table\/bond_[\w-]{43}\/table\.csv$/);
  // As a spreadsheet asks: without a session.
  const rows: Record<string, string | number | null>[] = await (await request.get(json)).json();
  expect(rows.length).toBeGreaterThan(2);
  const [row] = rows;
  const figure = Object.entries(row ?? {}).find(([, value]) => typeof value === "number");
  if (!row || !figure) throw new Error("There is no figure.");
  const [column, value] = figure;
  expect(row.first_day).toMatch(/-01$/);
  const file = await (await request.get(csv)).text();
  expect(file).toContain(`,${row.receipt}`);

  await page.getByRole("link", { name: "Open your account" }).click();
  const listed = page.getByRole("row", { name: /Monthly workbook/ });
  await expect(listed).toContainText(
    "read one table: Logins Breakdown: Total / Unique Logins (Last full month)",
  );

  await open(page, "/check");
  const judge = async (text: string, verdict: string) => {
    await page.getByRole("textbox", { name: "Pasted text" }).fill(text);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await expect(page.getByRole("status").filter({ hasText: verdict })).toBeVisible();
  };
  await judge(JSON.stringify([row]), "Genuine");
  await judge(JSON.stringify([{ ...row, [column]: Number(value) + 1 }]), "Altered");
  await expect(page.getByRole("row", { name: new RegExp(`${Number(value) + 1}`) })).toContainText(
    String(value),
  );
  await judge("R-0000000000000000", "Unknown");
  await page.getByRole("textbox", { name: "Pasted text" }).fill("nothing");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByText(/^The text has neither a receipt/)).toBeVisible();

  await open(page, "/account");
  await page.getByRole("button", { name: "Revoke Monthly workbook" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByRole("row", { name: /Monthly workbook/ })).toHaveCount(0);
  expect((await request.get(csv)).status()).toBe(404);
});

for (const [device, size] of devices)
  test.describe(device, () => {
    test.use({ ...size });

    test("the form, the address and the check look right in both themes", async ({ page, request }) => {
      test.setTimeout(90_000);
      const look = (what: string) => checkPage(page, device, `an address, its ${what}`, `address-${what}`);
      const { json } = await addressOf(
        page,
        "Logins Breakdown: Total / Unique Logins",
        `Workbook on a ${device}`,
        look,
      );
      const rows: Record<string, string | number>[] = await (await request.get(json)).json();
      await open(page, "/account");
      await checkPage(page, device, "the account with an address", "address-account");
      await open(page, "/check");
      await page.getByRole("textbox", { name: "Pasted text" }).fill(JSON.stringify(rows.slice(0, 1)));
      await page.getByRole("button", { name: "Check", exact: true }).click();
      await expect(page.getByRole("status").filter({ hasText: "Genuine" })).toBeVisible();
      await checkPage(page, device, "what is checked", "check");
    });
  });
