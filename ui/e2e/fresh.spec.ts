// A page that is open when data are loaded or a load is undone. The tests have a server of their own.
import type { Page } from "@playwright/test";
import { PASSWORD, type User } from "./bond";
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
