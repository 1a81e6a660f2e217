import type { Locator, Page } from "@playwright/test";
import { asTable, rowsOf } from "./blocks";
import { block, downloaded, goTo, idle, MONITOR, open, withFilters } from "./page";
import { guarded } from "./specified";
import { expect, test } from "./test";

const REGISTRATIONS = "/user-dashboard/registrations-breakdown";
// The result does not depend on the current date.
const FILTERS = { period: "LAST_12MONTHS" };

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
      const press = region.getByRole("button", { name: `Download PNG: ${title}`, exact: true });
      const { name, content } = await downloaded(page, press);
      expect(name).toMatch(/^[a-z-]+-breakdown_[a-z-]+_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.png$/);
      expect(content.subarray(1, 4).toString()).toBe("PNG");
      expect(content.readUInt32BE(16)).toBeGreaterThan(400);
      expect(content.readUInt32BE(20)).toBeGreaterThan(280);
      const table = await asTable(page, { title });
      expect((await rowsOf(table)).length).toBeGreaterThan(1);
      await expect(region.locator("canvas")).toHaveCount(0);
      await region.getByRole("button", { name: `View as chart: ${title}`, exact: true }).click();
      await expect(region.locator("canvas")).toBeVisible();
    });
  }
});

/** The registration charts with a zoom in the specification. */
const ZOOMED = [
  "Registrations by Period",
  "Eligible Members by Period",
  "Registrations by Tier",
  "Eligible Members by Tier",
];

const wholeRange = (of: Page | Locator): Locator => of.getByRole("button", { name: "Whole range" });

test("the registration charts with a zoom open on their first part; Whole range shows all of it", async ({
  page,
}) => {
  await open(page, withFilters(REGISTRATIONS, FILTERS));
  for (const title of ZOOMED) await expect(wholeRange(block(page, title)), title).toHaveCount(1);
  await expect(wholeRange(page)).toHaveCount(ZOOMED.length);
  const region = block(page, "Registrations by Period");
  const part = await drawn(region);
  await wholeRange(region).click();
  await expect(wholeRange(region)).toHaveAttribute("aria-pressed", "true");
  await expect.poll(() => drawn(region)).not.toBe(part);
  await wholeRange(region).click();
  await expect(wholeRange(region)).toHaveAttribute("aria-pressed", "false");
  await expect.poll(() => drawn(region)).toBe(part);
  // The table shows all figures; a few points need no zoom.
  await asTable(page, { title: "Registrations by Period" });
  await expect(wholeRange(region)).toHaveCount(0);
  await region.getByRole("button", { name: /^View as chart/ }).click();
  await region.getByRole("radio", { name: "Years" }).check();
  await idle(page);
  await expect(wholeRange(region)).toHaveCount(0);
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
  await open(page, withFilters(REGISTRATIONS, FILTERS));
  const region = block(page, "Registrations by Tier");
  const canvas = region.locator("canvas");
  await canvas.scrollIntoViewIfNeeded();
  const opened = await drawn(region);
  const box = await canvas.boundingBox();
  if (!box) throw new Error("the chart is not drawn");
  // The slider is at the bottom; initially its handle is at the sixth of thirteen months.
  const [left, width, foot] = [box.x + 32, box.width - 56, box.y + box.height - 11];
  await page.mouse.move(left + (width * 5) / 12, foot);
  await page.mouse.down();
  await page.mouse.move(left + width * 0.7, foot, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => drawn(region)).not.toBe(opened);
  const name = region.getByRole("list").getByRole("button").first();
  const moved = await drawn(region);
  await name.click();
  await expect.poll(() => drawn(region)).not.toBe(moved);
  await name.click();
  await page.mouse.move(0, 0);
  const table = region.getByRole("button", { name: /^View as table/ });
  await table.click();
  await region.getByRole("button", { name: /^View as chart/ }).click();
  await expect(canvas).toBeVisible();
  await expect.poll(() => drawn(region)).not.toBe(opened);
});
