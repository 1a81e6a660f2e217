import type { Locator, Page } from "@playwright/test";
import { metricOf } from "./declared";
import {
  callsOf,
  cardOf,
  filtersOf,
  idle,
  open,
  plain,
  withFilters,
  writtenAs,
  writtenRange,
  writtenTenure,
} from "./page";
import { DASHBOARDS, guarded, type SpecifiedCard } from "./specified";
import { expect, test } from "./test";

type Change = { changePercent: number | null };
type Info = Record<string, Record<string, number>> & { compare: Record<string, Change> };
type Trends = {
  startDate: string;
  endDate: string;
  pops: { typeName: string; filterPeriodValue: number; metric: string }[];
};

const FILTERS = { period: "LAST_12MONTHS", userGroupsTiersAll: false, userGroupTiers: [1, 2, 3] };
const panel = (page: Page): Locator => page.getByRole("complementary", { name: "Trends" });

/** The text of a figure on a card. */
function figureText(info: Info, path: string): string {
  const [part = "", field] = path.split(".");
  if (field === undefined) return writtenTenure(info[part] as { years: number; months: number });
  return writtenAs(info[part]?.[field], metricOf(path).unit);
}

async function expectCard(page: Page, card: SpecifiedCard, info: Info): Promise<void> {
  const text = plain(await cardOf(page, card.title).innerText());
  for (const [label, path] of card.figures) expect(text).toContain(`${label} ${figureText(info, path)}`);
  const change = info.compare[card.figures[0]?.[1] ?? ""]?.changePercent;
  if (typeof change === "number") expect(text).toContain(`${writtenAs(Math.abs(change), "decimal")}%`);
}

for (const { path, info: call, filters, cards } of DASHBOARDS) {
  test.describe(guarded[path] ?? path, () => {
    test("each card shows the figures of the answer, links to its breakdown with the filters, and opens its trend", async ({
      page,
      api,
    }) => {
      test.setTimeout(60_000);
      const calls = callsOf(page);
      await open(page, withFilters(path, FILTERS));
      // A screen sends only the filters in its bar.
      const body = calls.find((one) => one.path === call)?.body ?? {};
      const groups = filters.includes("userGroupsTiersAll");
      expect(Object.keys(body).sort()).toEqual(
        ["period", ...filters, ...(groups ? ["userGroupTiers"] : [])].sort(),
      );
      await expect(page.getByRole("article").getByRole("heading", { level: 3 })).toHaveText(
        cards.map(({ title }) => title),
      );
      const info = await api<Info>(call, groups ? FILTERS : { period: FILTERS.period });
      for (const card of cards) {
        await test.step(card.title, async () => {
          await expectCard(page, card, info);
          const link = cardOf(page, card.title).getByRole("link", { name: /See Breakdown/ });
          if (!card.to) return expect(link).toHaveCount(0);
          const href = (await link.getAttribute("href")) ?? "";
          expect(href.split("?", 1)[0]).toBe(`${path}/${card.to}`);
          expect(filtersOf(href)).toEqual(FILTERS);
        });
      }

      // Each Trends button highlights only its card and scrolls it into view.
      for (const { title, trend, figures } of cards) {
        await test.step(`trends of ${title}`, async () => {
          const button = cardOf(page, title).getByRole("button", {
            name: `Trends for ${title}`,
            exact: true,
          });
          if (!trend) return expect(button).toHaveCount(0);
          const answered = page.waitForResponse(`**/api/v1/trends/${trend}`);
          await button.click();
          const trends = (await (await answered).json()) as Trends;
          const tables = panel(page).getByRole("table");
          await expect(tables).toHaveCount(2);
          const shown = tables.first().getByRole("rowheader");
          await expect(shown).toContainText(trends.pops.map(({ typeName }) => typeName));
          const named = trends.pops.map(({ typeName }) => typeName);
          for (const [label] of figures) expect(named).toContain(label);
          const heads = (await tables.first().getByRole("columnheader").allInnerTexts()).map(plain);
          expect(heads[2]).toBe(writtenRange(trends.startDate, trends.endDate));
          const first = trends.pops[0];
          await expect(tables.first().getByRole("row").nth(1).getByRole("cell").nth(1)).toHaveText(
            writtenAs(first?.filterPeriodValue, metricOf(first?.metric ?? "").unit),
          );
          await expect(page.locator("article[data-active]").getByRole("heading", { level: 3 })).toHaveText(
            title,
          );
          await expect(
            page.locator('article button[aria-pressed="true"]', { hasText: "Trends" }),
          ).toHaveCount(1);
          await expect(cardOf(page, title)).toBeInViewport({ ratio: 0.99 });
        });
      }
      await page.keyboard.press("Escape");
      await expect(panel(page)).toHaveCount(0);
      await expect(page.locator("article[data-active]")).toHaveCount(0);
    });
  });
}

test("the menu leads to the schedule and screens of the emails with the filters, and nothing does so twice", async ({
  page,
}) => {
  await open(page, withFilters("/emails-dashboard", FILTERS));
  for (const to of ["schedule", "screens"]) {
    const links = page.locator(`a[href^="/emails-dashboard/${to}"]`);
    await expect(links).toHaveCount(1);
    expect(await links.getAttribute("href")).toBe(withFilters(`/emails-dashboard/${to}`, FILTERS));
  }
});

test("the Website Dashboard has the period filter only, and names its data provider", async ({ page }) => {
  await open(page, "/website-dashboard");
  await expect(page.getByRole("region", { name: "Filters" }).locator("button[aria-haspopup]")).toHaveCount(1);
  await expect(page.getByRole("main")).toContainText(
    "The data on this page comes directly from a web analytics provider.",
  );
  const platforms = cardOf(page, "Platforms");
  await expect(platforms.getByRole("heading", { level: 4 })).toHaveText([
    "Devices",
    "Browsers",
    "Operating System",
    "Screen Resolutions",
  ]);
});

test("Tab moves from a figure to its definition", async ({ page }) => {
  await open(page, "/offers-dashboard");
  const name = cardOf(page, "Partners").getByRole("button", { name: /^Redemptions/ });
  await cardOf(page, "Partners").getByRole("button", { name: "Trends for Partners" }).focus();
  await page.keyboard.press("Tab");
  await expect(name).toBeFocused();
  await page.keyboard.press("Enter");
  const definition = page.getByRole("dialog", { name: "Redemptions" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const verify = definition.getByText("Verify");
  await expect(verify).toBeFocused();
  await expect(definition.getByRole("button", { name: "Copy receipt" })).toBeHidden();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(definition.getByRole("button", { name: "Copy receipt" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(definition.getByRole("status")).toHaveText(/^Copied: what the figure is made of, signed\./);
  const receipt = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect([receipt.format, receipt.metric.id]).toEqual(["bond-receipt-1", "partnerDto.redemptions"]);
  await page.keyboard.press("Escape");
  await expect(definition).toHaveCount(0);
  await expect(name).toBeFocused();
  await idle(page);
});
