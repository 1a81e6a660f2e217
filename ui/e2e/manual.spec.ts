import { expectNoViolations } from "./looks";
import { expectNoHorizontalOverflow, MONITOR, open } from "./page";
import { expect, test } from "./test";

test("the account menu opens the manual in a new tab, with its pictures, in both themes and at any width", async ({
  page,
  context,
}) => {
  await open(page, MONITOR);
  await page.getByRole("button", { name: /^Account of/ }).press("Enter");
  const opened = context.waitForEvent("page");
  await page.getByRole("menuitem", { name: "Using Bond" }).press("Enter");
  const manual = await opened;
  await expect(manual.getByRole("heading", { level: 1, name: "Using Bond" })).toBeVisible();
  await expect(manual).toHaveTitle("Using Bond – BOND Analytics");
  for (const picture of await manual.getByRole("img").all())
    await expect
      .poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
  expect(await manual.getByRole("img").count()).toBeGreaterThan(2);
  // No Markdown is left.
  await expect(manual.getByRole("main")).not.toContainText(/\*\*|\]\(|^#/);
  for (const theme of ["light", "dark"] as const) {
    await manual.emulateMedia({ colorScheme: theme });
    await manual.reload();
    await expect(manual.locator(`html[data-theme="${theme}"]`)).toHaveCount(1);
    await expectNoViolations(manual, theme);
  }
  await manual.setViewportSize({ width: 320, height: 600 });
  await expectNoHorizontalOverflow(manual);
  // On paper it has five pages, with its pictures.
  const paper = await manual.pdf({ format: "A4", preferCSSPageSize: true });
  expect(paper.toString("latin1").match(/\/Type \/Page\b/g)).toHaveLength(5);
});

test("the header opens the manual; its contents stay, and a search leaves what has the words", async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, MONITOR);
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: "Help" }).click();
  const manual = await opened;
  const contents = manual.getByRole("navigation", { name: "Contents" });
  await contents.getByRole("link", { name: "Setting it up" }).click();
  await expect(manual.getByRole("heading", { name: "Setting it up" })).toBeInViewport();
  await expect(contents.getByRole("link", { name: "The BOND Score" })).toBeInViewport();
  await manual.getByRole("searchbox", { name: "Search the manual" }).fill("smtp_host");
  await expect(contents.getByRole("status")).toHaveText("1 section");
  await expect(contents.getByRole("link")).toHaveText(["Setting it up"]);
  await expect(manual.getByRole("heading", { level: 2, name: "The BOND Score" })).toBeHidden();
  await expectNoViolations(manual, "a search");
  await manual.keyboard.press("Escape");
  await expect(manual.getByRole("heading", { level: 2, name: "The BOND Score" })).toBeVisible();
  await manual.getByRole("searchbox").fill("no such word");
  await expect(contents.getByRole("status")).toHaveText("Nothing found");
});

for (const [locale, title] of [
  ["de-DE", "Bond verwenden"],
  ["es-ES", "Cómo usar Bond"],
] as const)
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test("the manual is in the language of the page", async ({ page }) => {
      await page.goto("/help.html");
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page.locator(`html[lang="${locale.slice(0, 2)}"]`)).toHaveCount(1);
      await expect(page.getByRole("main")).not.toContainText(/\*\*|\]\(|^#/);
      await expectNoViolations(page, locale);
      await page.setViewportSize({ width: 320, height: 600 });
      await expectNoHorizontalOverflow(page);
    });
  });
