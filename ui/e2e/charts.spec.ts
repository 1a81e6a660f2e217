import type { Locator, Page } from "@playwright/test";
import { asTable, rowsOf } from "./blocks";
import { block, downloaded, goTo, MONITOR, open, settled, withFilters } from "./page";
import { guarded } from "./routes";
import { expect, test } from "./test";

const REGISTRATIONS = "/user-dashboard/registrations-breakdown";
// As many months on any day of the year.
const FILTERS = { period: "LAST_12MONTHS" };

/** A chart of each kind. */
const KINDS = [
  ["lines of groups, with a zoom", REGISTRATIONS, "Registrations by Tier"],
  ["bars", REGISTRATIONS, "New Registrations by Source"],
  ["a pie", "/emails-dashboard/unsubscribed-breakdown", "Unsubscribed Breakdown"],
  ["two lines", "/offers-dashboard/offers-breakdown", "Total and New Offers by Period"],
  ["groups of bars", "/website-dashboard/source-breakdown", "Sessions and Pageviews by Source"],
] as const;

/** The picture as it is drawn now. */
const drawn = (of: Locator): Promise<string> =>
  of.locator("canvas").evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());

test("a chart of each kind: its picture, its figures as a table, and back", async ({ page }) => {
  test.setTimeout(60_000);
  await open(page, MONITOR);
  for (const [kind, path, title] of KINDS) {
    await test.step(kind, async () => {
      await goTo(page, withFilters(path, FILTERS), guarded[path] ?? "");
      const region = block(page, title);
      await expect(region.locator("canvas")).toBeVisible();
      const press = region.getByRole("button", { name: `Download PNG: ${title}`, exact: true });
      const { name, content } = await downloaded(page, press);
      expect(name).toMatch(/^[a-z-]+_\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\d\.png$/);
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

/** The blocks of the registrations with the zoom, by the specification. */
const ZOOMED = [
  "Registrations by Period",
  "Eligible Members by Period",
  "Registrations by Tier",
  "Eligible Members by Tier",
];

const wholeRange = (of: Page | Locator): Locator => of.getByRole("button", { name: "Whole range" });

test("the registrations' charts with zoom open on their first part; Whole range shows it all", async ({
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
  // The figures as a table are all there; few points need no zoom.
  await asTable(page, { title: "Registrations by Period" });
  await expect(wholeRange(region)).toHaveCount(0);
  await region.getByRole("button", { name: /^View as chart/ }).click();
  await region.getByRole("radio", { name: "Years" }).check();
  await settled(page);
  await expect(wholeRange(region)).toHaveCount(0);
});

test("pressing a name of the legend takes its line out of the drawing, and puts it back", async ({
  page,
}) => {
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

test("figures by tier say whose tiers they are, by audience that they overlap", async ({ page }) => {
  await open(page, withFilters("/user-dashboard/dormant-rate-breakdown", FILTERS));
  const chart = block(page, "Dormant Members by Period");
  await chart.getByRole("combobox", { name: "View by" }).selectOption("TIER");
  await expect(chart).toContainText("Tiers are those of the last load");
  await expect(block(page, "Dormant Members by Audience")).toContainText("may add up to more than the total");
  await settled(page);
});
