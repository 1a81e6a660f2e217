// Bring your data: files of other systems, from an empty program to open screens. The tests have a server of their own.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { bond, PASSWORD, serve, type User } from "./bond";
import { cutTexts, expectNoViolations, PHONE, picture, smallTargets } from "./looks";
import { expectNoHorizontalOverflow, filtersOf, idle, open } from "./page";
import { test as base, expect, signIn } from "./test";

const ADA: User = { login: "ada@example.com", firstName: "Ada" };

const test = base.extend<{ program: string }>({
  // Each test begins with an empty program.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  program: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "bond-bring-"));
    const data = join(folder, "data");
    const words = [
      "user add",
      "--first-name",
      ADA.firstName,
      "--role",
      "ROLE_ADMIN",
      "--password-stdin",
      ADA.login,
    ];
    bond(words, PASSWORD, data);
    const { url, stop } = await serve({ data });
    await use(url);
    await stop();
    rmSync(folder, { recursive: true, force: true });
  },
  baseURL: async ({ program }, use) => {
    await use(program);
  },
});
test.use({ signedIn: false });
test.describe.configure({ timeout: 120_000 });

const GROUPS = "id,type,name\n1,TIER,Gold\n1,LOB,All\n1,AUDIENCE,All\n";
const MEMBERS = "Customer ID,Joined\nC1,2025-12-01\nC2,2025-12-02\nC3,2025-12-03\n";
const VISITS = "Customer ID,Visited\nC1,2026-03-01 10:00:00\nC2,2026-03-02 11:00:00\nC3,yesterday\n";

const file = (name: string, text: string | Buffer) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(text),
});

async function enter(page: Page): Promise<void> {
  await page.goto("/login");
  await signIn(page, ADA);
  await page.waitForURL("**/executive-summary");
  await open(page, "/admin/data");
  await page.getByRole("button", { name: "Bring your data" }).click();
  await expect(page.getByRole("heading", { name: "Bring your data" })).toBeFocused();
}

const cards = (page: Page) => page.getByRole("list", { name: "Files" });
const card = (page: Page, name: string) =>
  cards(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name }) });
const mapping = (page: Page) => page.getByLabel("Mapping (TOML)");

/** Waits until what was sent and changed is shown. */
const looked = (page: Page) => expect(cards(page)).toHaveAttribute("aria-busy", "false");

async function send(page: Page, ...files: ReturnType<typeof file>[]): Promise<void> {
  await page.getByLabel("Choose files").setInputFiles(files);
  await expect(page.getByText(/^Sending/)).toHaveCount(0);
  await looked(page);
}

async function become(page: Page, name: string, table: string): Promise<void> {
  await card(page, name).getByLabel(`What ${name} is`).first().selectOption(table);
  await looked(page);
}

async function fill(page: Page, name: string, column: string, from: string): Promise<void> {
  await card(page, name).getByLabel(`What fills ${column}`).selectOption(from);
  await looked(page);
}

async function same(page: Page, name: string, column: string, value: string): Promise<void> {
  await card(page, name).getByLabel(`What fills ${column}`).selectOption("The same in each row");
  await page.getByLabel(`The value of ${column} in each row`).fill(value);
  await page.keyboard.press("Enter");
  await expect(mapping(page)).toHaveValue(new RegExp(`${column} = .*${value}`));
  await looked(page);
}

/** Describes the members and the visits. */
async function describe(page: Page): Promise<void> {
  await send(page, file("groups.csv", GROUPS), file("customers.csv", MEMBERS), file("visits.csv", VISITS));
  await become(page, "groups.csv", "Groups");
  await become(page, "customers.csv", "Members");
  await become(page, "visits.csv", "Logins");
  await fill(page, "customers.csv", "member_id", "Customer ID");
  await fill(page, "customers.csv", "eligible_on", "Joined");
  for (const column of ["tier_id", "lob_id", "audience_ids"]) await same(page, "customers.csv", column, "1");
  await same(page, "customers.csv", "source", "Website");
  await fill(page, "visits.csv", "member_id", "Customer ID");
  await fill(page, "visits.csv", "logged_in_at", "Visited");
}

test("files are dropped, described, mended, loaded and opened", async ({ page, expectFailure }) => {
  // The archive that is none.
  expectFailure(400, "/api/v1/admin/loads/drafts/");
  await enter(page);
  await picture(page, "bring-empty");
  await describe(page);
  await send(page, file("photos.zip", "no archive"));
  await expect(card(page, "photos.zip")).toContainText("cannot be unpacked");
  await expect(card(page, "customers.csv")).toContainText("3 rows");
  await expect(card(page, "customers.csv").getByRole("cell", { name: "Website" })).toHaveCount(3);

  // The fault stands at its row, and the load is refused with it.
  await expect(card(page, "visits.csv")).toContainText("1 fault");
  await expect(card(page, "visits.csv")).toContainText("line 4");
  await expect(card(page, "visits.csv").locator("[data-wrong]")).toHaveText(/yesterday/);
  await expectNoHorizontalOverflow(page);
  await expectNoViolations(page, "the cards");
  await picture(page, "bring-cards", true);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(page, "the cards in dark");
  await picture(page, "bring-cards-dark", true);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 900, height: 900 });
  await expectNoHorizontalOverflow(page);
  await picture(page, "bring-cards-900", true);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByRole("main")).toContainText("Nothing was loaded.", { timeout: 20_000 });

  // The mended file takes the place of the other, and its card stays as it was.
  await send(page, file("visits.csv", VISITS.replace("yesterday", "2026-03-03 12:00:00")));
  await expect(card(page, "visits.csv")).not.toContainText("fault");
  await expect(page.getByRole("main")).toContainText("Logins: 3 rows");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByText(/^Checked: 9 rows/)).toBeVisible({ timeout: 20_000 });
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await expect(page.getByText("Loaded: 9 rows.")).toBeVisible({ timeout: 20_000 });
  await picture(page, "bring-loaded", true);
  await page.getByRole("link", { name: "Open" }).click();
  await idle(page);
  expect(filtersOf(page.url())).toMatchObject({ startDate: "2026-03-01", endDate: "2026-03-03" });
});

test("the text and the cards follow each other, and a mapping is saved", async ({ page }) => {
  await enter(page);
  await describe(page);
  await page.getByText("Show as text").click();
  const text = await mapping(page).inputValue();
  await mapping(page).fill(`# Ours.\n${text.replace('"Website"', '"Partner"')}`);
  await expect(card(page, "customers.csv").getByRole("cell", { name: "Partner" })).toHaveCount(3);
  await same(page, "customers.csv", "source", "Email");
  await expect(mapping(page)).toHaveValue(/^# Ours\.\n/);
  await mapping(page).fill("[[file]\n");
  await expect(page.getByText(/^line 1: /)).toBeVisible();
  await expect(card(page, "customers.csv").getByRole("cell", { name: "Email" })).toHaveCount(3);
  await mapping(page).fill(text);
  await expect(card(page, "customers.csv").getByRole("cell", { name: "Website" })).toHaveCount(3);
  await page.getByRole("button", { name: "Save the mapping …" }).click();
  const dialog = page.getByRole("dialog", { name: "Save the mapping" });
  await dialog.getByLabel("Name").fill("shop");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog).toBeHidden();
  // A reload goes on where one was.
  await page.reload();
  await looked(page);
  await expect(card(page, "customers.csv").getByRole("cell", { name: "Website" })).toHaveCount(3);
  await page.getByRole("button", { name: "Remove the files" }).click();
  await expect(cards(page)).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ ...PHONE, colorScheme: "dark" });

  test("a file is described", async ({ page }) => {
    await enter(page);
    await send(page, file("visits.csv", VISITS));
    await become(page, "visits.csv", "Logins");
    await expectNoHorizontalOverflow(page);
    expect(await smallTargets(page, 44)).toEqual([]);
    expect(await cutTexts(page)).toEqual([]);
    await expectNoViolations(page, "a card on a phone");
    await picture(page, "bring-phone", true);
  });
});
