// What only a browser shows of modal dialogs: the focus, the pointer, and what lies above what.
import type { Locator, Page } from "@playwright/test";
import { menuItem } from "./blocks";
import { addUser } from "./bond";
import { expectNoViolations } from "./looks";
import { block, LOGINS, MONITOR, open, shareBy } from "./page";
import { enter, expect, test } from "./test";

test.use({ signedIn: false });

test.beforeEach(async ({ page }) => {
  await enter(page, addUser("Dora", "ROLE_ADMIN"));
});

async function makeToken(page: Page): Promise<{ opener: Locator; dialog: Locator; name: Locator }> {
  await open(page, "/account");
  const opener = page.getByRole("button", { name: "Create token" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Create token" });
  return { opener, dialog, name: dialog.getByRole("textbox").first() };
}

test("a dialog that is removed while it is open gives the focus back; selecting text out of it keeps it open", async ({
  page,
}) => {
  const { opener, dialog, name } = await makeToken(page);
  await expect(dialog).toBeVisible();
  await expect(name).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();

  await page.keyboard.press("Enter");
  await name.fill("a name that is selected");
  const box = await name.boundingBox();
  if (!box) throw new Error("no field");
  await page.mouse.move(box.x + box.width - 20, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(20, box.y + box.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(dialog).toBeVisible();
  await expect(name).toHaveValue("a name that is selected");
});

test("what was entered is lost only when that is confirmed", async ({ page }) => {
  const { opener, dialog, name } = await makeToken(page);
  const question = page.getByRole("dialog", { name: "Discard your changes?" });
  await name.fill("reporting");
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible();
  // Escape answers the question alone.
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(name).toHaveValue("reporting");
  await expect(name).toBeFocused();
  await page.mouse.click(10, 10);
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(name).toHaveValue("reporting");
  await page.mouse.click(10, 10);
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("a note and a page ask, too, before what was entered is lost", async ({ page }) => {
  const question = page.getByRole("dialog", { name: "Discard your changes?" });
  const answer = (button: string) => question.getByRole("button", { name: button }).click();
  const title = "Logins by Period";
  await open(page, LOGINS);
  const opener = block(page, title).getByRole("button", { name: `More: ${title}` });
  await (await menuItem(block(page, title), "Annotate")).click();
  const form = page.getByRole("dialog", { name: `Annotate: ${title}` });
  const text = form.getByRole("textbox", { name: "Text" });
  await text.fill("The new app");
  await page.keyboard.press("Escape");
  await answer("Keep editing");
  // The focus that the question gives back is no reason to ask again.
  await expect(question).toHaveCount(0);
  await expect(text).toBeFocused();
  await expect(text).toHaveValue("The new app");
  await page.keyboard.press("Escape");
  await answer("Discard");
  await expect(form).toHaveCount(0);
  await expect(opener).toBeFocused();

  await open(page, "/account");
  const name = page.getByLabel("First name");
  await name.fill("Somebody");
  const link = page.getByRole("link", { name: "Program Monitor" });
  await link.click();
  await answer("Keep editing");
  await expect(page).toHaveURL(/\/account$/);
  await expect(name).toHaveValue("Somebody");
  await link.click();
  await answer("Discard");
  await expect(page).toHaveURL(new RegExp(MONITOR));
});

/** Whether an element is what is seen at its middle. */
const isOnTop = (element: Locator) =>
  element.evaluate((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return one.contains(there);
  });

test("messages and tooltips of a dialog are above it, and can be used", async ({ page }) => {
  await open(page, LOGINS);
  const title = "Logins by Period";
  await (await menuItem(block(page, title), "Targets")).click();
  const dialog = page.getByRole("dialog", { name: "Targets" });
  await dialog.getByRole("combobox", { name: "Year" }).selectOption("2028");
  await dialog.getByRole("spinbutton", { name: "Target" }).fill("7");
  await dialog.getByRole("button", { name: "Set target" }).click();
  // By its role, as a screen reader hears it: what is inert has none.
  const message = page.getByRole("status").filter({ hasText: /saved|set/i });
  await expect(message).toBeVisible();
  expect(await isOnTop(message)).toBe(true);
  await message.getByRole("button", { name: "Dismiss" }).click();
  await expect(message).toHaveCount(0);

  const change = dialog.getByRole("button", { name: /^Change the target/ }).first();
  await change.hover();
  const tooltip = page.getByRole("tooltip");
  await expect(tooltip).toBeAttached();
  const drawn = page.locator("[data-radix-popper-content-wrapper]").filter({ has: tooltip });
  await expect.poll(() => isOnTop(drawn)).toBe(true);
  const inView = await drawn.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  });
  expect(inView).toBe(true);

  await dialog
    .getByRole("row", { name: /2028/ })
    .getByRole("button", { name: /^Delete/ })
    .click();
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(dialog.getByRole("row", { name: /2028/ })).toHaveCount(0);
});

test("what is not set up is said over the screen, with where to set it up; Escape goes back to it", async ({
  page,
}) => {
  await open(page, LOGINS);
  await shareBy(page, "Schedule…");
  const dialog = page.getByRole("dialog", { name: "A report of Logins Breakdown" });
  await expect(dialog).toContainText(/smtp_host.*reports_dir.*webhook_hosts/);
  await expectNoViolations(page, "what is not set up", { part: dialog });
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  expect(new URL(page.url()).pathname).toBe(LOGINS);
  await expect(page.getByRole("button", { name: "Share", exact: true })).toBeFocused();
  await shareBy(page, "Share link…");
  await expect(page.getByRole("dialog")).toContainText("allow_links");
  await page.getByRole("link", { name: "Open the settings" }).click();
  await expect(page).toHaveURL(/\/admin\/settings#allow_links$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.locator("[name=allow_links]")).toBeFocused();
});
