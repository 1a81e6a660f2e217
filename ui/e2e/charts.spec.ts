import type { Locator, Page } from "@playwright/test";
import { asTable, menuItem, rowsOf } from "./blocks";
import { block, downloaded, goTo, idle, MONITOR, open, withFilters } from "./page";
import { guarded } from "./specified";
import { expect, test } from "./test";

const REGISTRATIONS = "/user-dashboard/registrations-breakdown";
// The result does not depend on the current date.
const FILTERS = { period: "LAST_12MONTHS" };
/** The answer of a screen with 48 months in each of its charts by period. */
async function manyMonths(page: Page): Promise<void> {
  const start = (at: number) => `${2020 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}-01`;
  const all = Array.from({ length: 48 }, (_, at) => at);
  const periods = all.map((at) => {
    const known = { label: start(at), start: start(at), end: start(at), through: start(at) };
    return { ...known, complete: true, covered: true, previousCovered: false };
  });
  const longer = (block: { data: unknown[] }) => {
    const rows = block.data as { name?: string }[];
    const data = rows[0]?.name
      ? rows.map((row, group) => ({
          name: row.name,
          records: all.map((at) => [start(at), at * (group + 1)]),
        }))
      : all.map((at) => [start(at), 100 + at]);
    return { ...block, data, previous: null, previousToDate: null, periods };
  };
  await page.route("**/enrollments/breakdowns", async (route) => {
    const answer = await route.fetch();
    const blocks = Object.entries((await answer.json()) as Record<string, { data: unknown[] }>);
    const json = Object.fromEntries(
      blocks.map(([id, block]) => [id, id.endsWith("_BY_PERIOD") ? longer(block) : block]),
    );
    await route.fulfill({ response: answer, json });
  });
}

/** One chart of each kind. */
const KINDS = [
  ["lines of groups, with a zoom", REGISTRATIONS, "Registrations by Tier"],
  ["bars", REGISTRATIONS, "New Registrations by Source"],
  ["a pie", "/emails-dashboard/unsubscribed-breakdown", "Unsubscribed Breakdown"],
  ["two lines", "/offers-dashboard/offers-breakdown", "Total and New Offers by Period"],
  ["groups of bars", "/website-dashboard/source-breakdown", "Sessions and Pageviews by Source"],
] as const;

/** The current image of a chart. */
const drawn = (of: Locator): Promise<string> =>
  of.locator("canvas").evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

/** Waits until the image of a chart stops changing. */
async function waitUntilStill(of: Locator): Promise<void> {
  let last = "";
  const same = async () => {
    const before = last;
    last = await drawn(of);
    return last === before;
  };
  await expect.poll(same).toBe(true);
}

test("a chart follows a page that becomes narrower while it is drawn", async ({ page }) => {
  await page.addInitScript(() =>
    new MutationObserver((_, observer) => {
      if (document.querySelector("main canvas") === null) return;
      observer.disconnect();
      document.documentElement.style.maxWidth = "640px";
    }).observe(document, { childList: true, subtree: true }),
  );
  await open(page, withFilters(REGISTRATIONS, FILTERS));
  const right = () =>
    page
      .locator("main canvas")
      .evaluateAll((all) => Math.max(...all.map((canvas) => canvas.getBoundingClientRect().right)));
  await expect.poll(right).toBeLessThanOrEqual(640);
});

test("a chart of each kind: the picture, its figures as a table, and back", async ({ page }) => {
  test.setTimeout(60_000);
  await open(page, MONITOR);
  for (const [kind, path, title] of KINDS) {
    await test.step(kind, async () => {
      await goTo(page, withFilters(path, FILTERS), guarded[path] ?? "");
      const region = block(page, title);
      await expect(region.locator("canvas")).toBeVisible();
      const press = await menuItem(region, "Download PNG");
      const { name, content } = await downloaded(page, press);
      expect(name).toMatch(/^[a-z-]+-breakdown_[a-z-]+_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.png$/);
      expect(content.subarray(1, 4).toString()).toBe("PNG");
      expect(content.readUInt32BE(16)).toBeGreaterThan(400);
      expect(content.readUInt32BE(20)).toBeGreaterThan(280);
      const table = await asTable(page, { title });
      expect((await rowsOf(table)).length).toBeGreaterThan(1);
      await expect(region.locator("canvas")).toHaveCount(0);
      await (await menuItem(region, "View as chart")).click();
      await expect(region.locator("canvas")).toBeVisible();
    });
  }
});

test("the registration charts show all points up to 36, and open on the last part of more", async ({
  page,
}) => {
  await open(page, withFilters(REGISTRATIONS, FILTERS));
  const region = block(page, "Registrations by Period");
  await region.getByRole("button", { name: /^More: / }).click();
  await expect(region.getByRole("menuitem", { name: "View as table" })).toBeVisible();
  await expect(region.getByRole("menuitem", { name: "Whole range" })).toHaveCount(0);
  await page.keyboard.press("Escape");

  await manyMonths(page);
  await page.reload();
  await expect(region.locator("canvas")).toBeVisible();
  await waitUntilStill(region);
  const part = await drawn(region);
  await (await menuItem(region, "Whole range")).click();
  await expect.poll(() => drawn(region)).not.toBe(part);
  await (await menuItem(region, "Last part")).click();
  await page.mouse.move(0, 0);
  await expect.poll(() => drawn(region)).toBe(part);
});

test("pressing a name in the legend hides its line, and shows it again", async ({ page }) => {
  await open(page, withFilters(REGISTRATIONS, FILTERS));
  const region = block(page, "Eligible Members by Tier");
  const names = region.getByRole("list").getByRole("button");
  await expect(names).toHaveCount(4);
  const all = await drawn(region);
  await names.first().click();
  await expect(names.first()).toHaveAttribute("aria-pressed", "false");
  await expect.poll(() => drawn(region)).not.toBe(all);
  await names.first().click();
  await expect(names.first()).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => drawn(region)).toBe(all);
});

test("figures by tier have a note on tiers, figures by audience one on overlaps", async ({ page }) => {
  await open(page, withFilters("/user-dashboard/dormant-rate-breakdown", FILTERS));
  const chart = block(page, "Dormant Members by Period");
  await chart.getByRole("combobox", { name: "View by" }).selectOption("TIER");
  await expect(chart).toContainText("Tiers are those of each period's last day");
  await expect(block(page, "Dormant Members by Audience")).toContainText("may add up to more than the total");
  await idle(page);
});

test("print uses the light theme, charts included, and the screen stays dark", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open(page, withFilters(REGISTRATIONS, FILTERS));
  const region = block(page, "New Registrations by Source");
  const canvas = region.locator("canvas");
  await expect(canvas).toBeVisible();
  await waitUntilStill(region);
  const surface = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--surface").trim());
  const dark = await surface();
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  expect(await surface()).toBe("#ffffff");
  await page.emulateMedia({ colorScheme: "dark", media: "screen" });
  expect(await surface()).toBe(dark);
  await waitUntilStill(region);
  // The browser prints the state left by the handlers of its print event.
  const [shown, printed] = await canvas.evaluate((of) => {
    const picture = () => (of as HTMLCanvasElement).toDataURL();
    const before = picture();
    dispatchEvent(new Event("beforeprint"));
    return [before, picture()];
  });
  expect(printed).not.toBe(shown);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect.poll(async () => (await drawn(region)) === shown).toBe(true);
});

test("the zoom stays in position while the points are the same", async ({ page }) => {
  await manyMonths(page);
  await open(page, withFilters(REGISTRATIONS, FILTERS));
  const region = block(page, "Registrations by Tier");
  const canvas = region.locator("canvas");
  await canvas.scrollIntoViewIfNeeded();
  const opened = await drawn(region);
  const box = await canvas.boundingBox();
  if (!box) throw new Error("the chart is not drawn");
  // The slider is at the bottom; its right handle is at the last month.
  const [left, width, foot] = [box.x + 32, box.width - 56, box.y + box.height - 11];
  await page.mouse.move(left + width, foot);
  await page.mouse.down();
  await page.mouse.move(left + width * 0.6, foot, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => drawn(region)).not.toBe(opened);
  const name = region.getByRole("list").getByRole("button").first();
  const moved = await drawn(region);
  await name.click();
  await expect.poll(() => drawn(region)).not.toBe(moved);
  await name.click();
  await page.mouse.move(0, 0);
  await (await menuItem(region, "View as table")).click();
  await (await menuItem(region, "View as chart")).click();
  await expect(canvas).toBeVisible();
  await expect.poll(() => drawn(region)).not.toBe(opened);
});
