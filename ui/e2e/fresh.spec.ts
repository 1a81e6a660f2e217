// A page that is open when data are loaded or a load is undone. The tests have a server of their own.
import type { Page } from "@playwright/test";
import { PASSWORD, type User } from "./bond";
import { checkPage } from "./looks";
import { cardOf, open } from "./page";
import { testsWith } from "./program";
import { enter, expect, NOBODY } from "./test";

const ADA: User = { login: "ada@example.com", firstName: "Ada" };
const ANN: User = { login: "ann@example.com", firstName: "Ann" };

const test = testsWith({
  users: [
    [ADA, "ROLE_ADMIN"],
    [ANN, "USERS"],
  ],
});

const registered = (page: Page) => cardOf(page, "Registrations").first();
const freshness = (page: Page) => page.getByRole("complementary").getByText(/^(Data through|No data loaded)/);

test.describe.configure({ mode: "serial" });

test("a program without data opens on the ways to begin, or says whom to ask", async ({
  browser,
  page,
  program,
}) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Nothing is loaded yet" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "What is left to do" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Bring your data" })).toBeVisible();
  await checkPage(page, "desktop", "the start screen", "start");
  const left = page.getByRole("listitem").filter({ hasText: "Set up email" });
  await left.getByRole("button").click();
  await page.reload();
  await expect(page.getByText("Turn on backups")).toBeVisible();
  await expect(left).toHaveCount(0);
  // From elsewhere, the line of the sidebar leads there.
  await page.goto("/user-dashboard");
  await freshness(page).click();
  await expect(page.getByRole("button", { name: "Create a demo" })).toBeVisible();

  const other = await browser.newContext({ baseURL: program.url, storageState: NOBODY });
  const reader = await other.newPage();
  await enter(reader, ANN);
  await reader.goto("/");
  await expect(reader.getByText(/ask an administrator of Bond/)).toBeVisible();
  await expect(reader.getByRole("button", { name: /sample|demo/ })).toHaveCount(0);
  await other.close();
});

test("a refused file stays, with its reason and a mapping that is proposed for it", async ({ page }) => {
  await page.goto("/admin/data");
  const buffer = Buffer.from("customer,day,amount\nA1,2026-03-01,10\n");
  const files = page.getByLabel("Choose files", { exact: true });
  await files.setInputFiles({ name: "sales.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Load", exact: true }).click();
  await expect(page.getByText(/^sales.csv is not a feed file/)).toBeVisible();
  await expect(page.getByRole("list", { name: "Chosen files" })).toContainText("sales.csv");
  await checkPage(page, "desktop", "a refused file");
  await page.getByRole("button", { name: "Propose a mapping" }).click();
  await expect(page.getByRole("list", { name: "Files" })).toContainText("sales.csv");
});

test("another tab follows a load and its undo at once, and the way back leads to the start", async ({
  page,
  context,
}) => {
  test.setTimeout(120_000);
  await page.goto("/");
  const tab = await context.newPage();
  await tab.clock.install();
  await open(tab, "/user-dashboard");
  await page.getByRole("button", { name: "Load the sample" }).click();
  await expect(page.getByText(/^Loaded 8,\d{3} rows$/)).toBeVisible({ timeout: 60_000 });
  // Its minute of looking for news has not passed.
  await expect(freshness(tab)).toHaveText(/^Data through/);
  await expect(freshness(page)).toHaveText(/^Data through/);
  await expect(page.getByText("Data end on Dec 31, 2025")).toBeVisible();
  await page.goto("/admin/data");
  await page.getByRole("button", { name: "Undo the last load" }).click();
  await page.getByRole("dialog").getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  await page.getByText("The last load was undone").waitFor({ timeout: 60_000 });
  await page.getByRole("link", { name: "Open Program Monitor" }).click();
  await expect(page.getByRole("button", { name: "Load the sample" })).toBeVisible();
  await expect(freshness(tab)).toHaveText(/^No data loaded/);
});

test("the screens of everybody follow a load and its undo without a reload", async ({
  browser,
  page,
  program,
}) => {
  test.setTimeout(120_000);
  await page.goto("/");
  const other = await browser.newContext({ baseURL: program.url, storageState: NOBODY });
  const reader = await other.newPage();
  await reader.clock.install();
  await enter(reader, ANN);
  await open(reader, "/user-dashboard");
  await expect(freshness(reader)).toHaveText(/^No data loaded/);
  const before = await registered(reader).innerText();

  // Who loads has seen the screen, too.
  await page.getByRole("link", { name: "Members Dashboard" }).click();
  await expect(registered(page)).toBeVisible();
  await page.getByRole("link", { name: "Administration" }).click();
  await page.getByRole("link", { name: "Data", exact: true }).click();
  await page.getByRole("button", { name: "Load the sample" }).click();
  await expect(page.getByRole("button", { name: "Undo the last load" })).toBeVisible({ timeout: 60_000 });
  await expect(freshness(page)).toHaveText(/^Data through/);
  await page.getByRole("link", { name: "Members Dashboard" }).click();
  await expect(registered(page)).toBeVisible();
  expect(await registered(page).innerText()).not.toBe(before);

  // Nobody touches the other tab.
  await reader.clock.fastForward(61_000);
  await expect(freshness(reader)).toHaveText(/^Data through/);
  await expect.poll(() => registered(reader).innerText()).not.toBe(before);

  await page.getByRole("link", { name: "Administration" }).click();
  await page.getByRole("link", { name: "Data", exact: true }).click();
  await page.getByRole("button", { name: "Undo the last load" }).click();
  await page.getByRole("dialog").getByLabel("Your password").fill(PASSWORD);
  await page.getByRole("dialog").getByRole("button", { name: "Undo" }).click();
  await expect(freshness(page)).toHaveText(/^No data loaded/, { timeout: 60_000 });
  await page.getByRole("link", { name: "Members Dashboard" }).click();
  await expect(registered(page)).toBeVisible();
  expect(await registered(page).innerText()).toBe(before);
  await reader.clock.fastForward(61_000);
  await expect.poll(() => registered(reader).innerText()).toBe(before);
  await other.close();
});
