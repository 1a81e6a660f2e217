import { addUser, bond } from "./bond";
import { checkPage, devices } from "./looks";
import { idle, MONITOR, open } from "./page";
import { enter, expect, test } from "./test";

const INSIGHTS = "/bond-insights";

/** The month of the enrollment drive that the demo plants: six months before the last loaded day's. */
function month(): string {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  const last = new Date(Date.now() - 24 * 60 * 60 * 1000);
  const [year, at] = [last.getUTCFullYear(), last.getUTCMonth() - 6];
  const filters = {
    period: "SELECTED_DATE",
    startDate: day(new Date(Date.UTC(year, at, 1))),
    endDate: day(new Date(Date.UTC(year, at + 1, 0))),
  };
  return `${INSIGHTS}?filters=${encodeURIComponent(JSON.stringify(filters))}`;
}

const MONTH = month();

for (const [device, size] of devices)
  test.describe(device, () => {
    test.use(size);

    test("insights look right in both themes", async ({ page }) => {
      await open(page, MONTH);
      await expect(page.getByRole("region", { name: "What changed" })).toContainText(
        /We checked [\d,]+ changes\./,
      );
      await expect(page.getByRole("region", { name: "How long members stay" })).toContainText("Members");
      await checkPage(page, device, "insights", "insights");
    });
  });

test("a move opens its explanation; one that was looked at comes back", async ({ page }) => {
  await open(page, MONTH);
  const moves = page.getByRole("region", { name: "What changed" });
  const first = moves.getByRole("link").first();
  const sentence = await first.innerText();
  await moves.getByRole("button", { name: `Reviewed: ${sentence}` }).click();
  await expect(moves.getByRole("heading", { name: "Reviewed" })).toBeVisible();
  // The user's role may read Insights and not change it.
  await expect(moves).toContainText("only for you");
  await page.reload();
  await idle(page);
  await moves.getByRole("button", { name: `Show again: ${sentence}` }).click();
  const link = moves.getByRole("link", { name: sentence });
  await expect(link).toBeVisible();
  await link.click();
  await expect(page).toHaveURL(/\/explain\//);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("a year, too long to judge, has a list of moves of the longest period that can be", async ({ page }) => {
  await open(page, `${INSIGHTS}?filters=${encodeURIComponent(JSON.stringify({ period: "LAST_12MONTHS" }))}`);
  const moves = page.getByRole("region", { name: "What changed" });
  await expect(moves).toContainText("The longest period that can be judged is used instead:");
  await expect(moves).toContainText(/We checked [\d,]+ changes\./);
  expect(await moves.getByRole("listitem").count()).toBeGreaterThanOrEqual(10);
  await moves.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/explain\//);
  // It explains the period that was judged.
  expect(decodeURIComponent(page.url())).toContain('"period":"SELECTED_DATE"');
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("the Program Monitor begins with sentences, which open their explanations", async ({ page }) => {
  await open(page, MONITOR);
  const news = page.getByRole("region", { name: "What happened" });
  const first = news.getByRole("link", { name: /^BOND Score/ });
  await expect(first).toBeVisible();
  expect(await news.getByRole("listitem").count()).toBeGreaterThanOrEqual(4);
  // It is above the indicators.
  const [sentences, table] = await Promise.all([
    news.boundingBox(),
    page.getByRole("table").first().boundingBox(),
  ]);
  expect((sentences?.y ?? 0) + (sentences?.height ?? 0)).toBeLessThanOrEqual(table?.y ?? 0);
  const second = news.getByRole("link").nth(1);
  const sentence = await second.innerText();
  await second.click();
  await expect(page).toHaveURL(/\/explain\//);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(sentence).not.toBe("");
  await page.goBack();
  await news.getByRole("link", { name: "See all in Insights" }).click();
  await expect(page.getByRole("region", { name: "What changed" })).toBeVisible();
});

test("cohorts are lines too", async ({ page }) => {
  await open(page, MONTH);
  const cohorts = page.getByRole("region", { name: "How long members stay" });
  await cohorts.getByRole("radio", { name: "Lines" }).check();
  await expect(cohorts.getByRole("img", { name: /^Share who logged in/ })).toBeVisible();
});

test.describe("with a role that may change it", () => {
  test.use({ signedIn: false });

  test("what is looked at is looked at for everybody, and the page says so", async ({ page }) => {
    bond(["role set", "insights-editor", "--edit", "INSIGHTS", "--read", "MEMBERS"]);
    await enter(page, addUser("Rita", "insights-editor"));
    await page.goto(MONTH);
    await idle(page);
    const moves = page.getByRole("region", { name: "What changed" });
    await expect(moves).toContainText("are for everybody who opens Insights.");
    const sentence = await moves.getByRole("link").first().innerText();
    await moves.getByRole("button", { name: `Reviewed: ${sentence}` }).click();
    await expect(moves.getByRole("heading", { name: "Reviewed" })).toBeVisible();
    await moves.getByRole("button", { name: `Show again: ${sentence}` }).click();
    await expect(moves.getByRole("link", { name: sentence })).toBeVisible();
  });
});

test.describe("without the module", () => {
  test.use({ signedIn: false });

  test("the page says how to ask for it", async ({ page }) => {
    bond(["role set", "only-offers", "--read", "OFFERS"]);
    await enter(page, addUser("Olga", "only-offers"));
    await page.goto(INSIGHTS);
    await expect(page.getByRole("heading", { name: /Unlock/ })).toBeVisible();
  });
});
