import type { Page } from "@playwright/test";
import { addUserTo, bond, PASSWORD, type User } from "./bond";
import { checkPage, devices } from "./looks";
import { idle, open } from "./page";
import { type Program, withProgram } from "./program";
import { test as base, enter, expect } from "./test";

const PATH = "/admin/score-method";
const ADA: User = { login: "ada@example.com", firstName: "Ada" };
const BEA: User = { login: "bea@example.com", firstName: "Bea" };

// A program of its own for each test: a published method stays.
const test = base.extend<{ program: Program }>({
  program: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => withProgram({ demo: 300, users: [[ADA, "ROLE_ADMIN"]] }, use),
    { timeout: 120_000 },
  ],
  baseURL: async ({ program }, use) => {
    // The demo's own account is another administrator.
    bond(["user disable", "demo"], "", program.data);
    await use(program.url);
  },
});
test.use({ signedIn: false });

const slider = (page: Page, name: string) => page.getByRole("slider", { name });
const draft = (page: Page) => page.getByRole("region", { name: "Draft", exact: true });

/** Drafts a method in which CSAT is left out, and saves it. */
async function saveDraft(page: Page): Promise<void> {
  await open(page, PATH);
  await page.getByRole("button", { name: "Draft another method" }).click();
  await slider(page, "CSAT: Weight").fill("0");
  await slider(page, "Program Active Rate: Target").fill("60");
  await page.getByRole("button", { name: "Save the draft" }).click();
  await expect(page.getByText("The draft is saved.")).toBeVisible();
}

async function publish(page: Page, action: string): Promise<void> {
  await page.getByRole("button", { name: "Publish…" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish the draft" });
  await dialog.getByLabel("Name").fill("ours");
  await dialog.getByLabel("Reason").fill("CSAT is no longer asked for.");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: action }).click();
  await expect(dialog).toBeHidden();
}

for (const [device, size] of devices)
  test.describe(device, () => {
    test.use(size);

    test("a draft and its effect look right in both themes", async ({ page }) => {
      test.setTimeout(120_000);
      await enter(page, ADA);
      await saveDraft(page);
      await expect(
        page.getByRole("img", { name: /^The score at the ends of the last 24 months/ }),
      ).toBeVisible();
      await idle(page);
      await checkPage(page, device, "Score method", "score-method");
      await page.getByRole("heading", { name: "The last 24 months" }).scrollIntoViewIfNeeded();
      await checkPage(page, device, "Score method, effect", "score-method-effect");
      await page.getByRole("button", { name: "Publish…" }).click();
      await expect(page.getByRole("dialog", { name: "Publish the draft" })).toBeVisible();
      await checkPage(page, device, "Score method, publish", "score-method-publish");
    });
  });

test("the only administrator publishes, and the score has the new name", async ({ page }) => {
  await enter(page, ADA);
  await open(page, PATH);
  await page.getByRole("button", { name: "Draft another method" }).click();
  const summary = draft(page).getByText("By the draft").locator("..");
  await expect(summary).toHaveText(/\d/);
  const before = await summary.textContent();
  await slider(page, "Program Active Rate: Target").fill("100");
  await expect(summary).not.toHaveText(before ?? "");
  await page.getByRole("button", { name: "Undo changes" }).click();
  await expect(summary).toHaveText(before ?? "");
  await saveDraft(page);
  await publish(page, "Publish");
  await expect(page.getByText("The BOND Score is computed by the method ours.")).toBeVisible();
  const versions = page.getByRole("table", { name: "Versions" });
  await expect(versions.getByRole("row", { name: /^ours/ })).toContainText("CSAT is no longer asked for.");
  await expect(versions.getByRole("row", { name: /^bond-1/ })).toContainText("Comes with Bond");
  await versions.getByRole("button", { name: "Show the method bond-1" }).click();
  const shown = page.getByRole("dialog", { name: "bond-1" });
  await expect(shown.getByRole("row", { name: /^CSAT/ })).toContainText("40%");
  await page.keyboard.press("Escape");

  await open(page, "/executive-summary");
  await page
    .getByRole("button", { name: /breakdown/i })
    .first()
    .click();
  await page.getByRole("link", { name: "Method ours" }).click();
  await expect(page).toHaveURL(new RegExp(`${PATH}$`));
});

test("a second administrator approves", async ({ page, program, browser, baseURL }) => {
  test.setTimeout(120_000);
  addUserTo(program.data, BEA, "ROLE_ADMIN");
  await enter(page, ADA);
  await saveDraft(page);
  await publish(page, "Ask for approval");
  await expect(draft(page)).toContainText(`Waits for approval as ours, proposed by ${ADA.login}`);
  await expect(page.getByRole("button", { name: "Approve…" })).toHaveCount(0);

  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const other = await context.newPage();
  await enter(other, BEA);
  await open(other, PATH);
  await other.getByRole("button", { name: "Approve…" }).click();
  const dialog = other.getByRole("dialog", { name: "Approve the method ours?" });
  await expect(dialog).toContainText("CSAT is no longer asked for.");
  await dialog.getByLabel("Your password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Approve and publish" }).click();
  await expect(other.getByText("The BOND Score is computed by the method ours.")).toBeVisible();
  await expect(other.getByRole("row", { name: /^ours/ })).toContainText(
    `${ADA.login}, approved by ${BEA.login}`,
  );
  await context.close();
});
