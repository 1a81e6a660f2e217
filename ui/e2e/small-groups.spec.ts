// A program whose small groups are protected: what its screens and files say in place of figures. The setting is read at the
// start, so these tests have a server of their own.
import type { Locator, Page } from "@playwright/test";
import { menuItem } from "./blocks";
import { checkPage, devices } from "./looks";
import { block, csvRows, downloaded, open, withFilters } from "./page";
import { testsWith } from "./program";
import { expect } from "./test";

const LEAST = 20;
const FEW = `fewer than ${LEAST}`;
const SCREEN = withFilters("/emails-dashboard/unsubscribed-breakdown", { period: "LAST_12MONTHS" });
const [CHART, PIE, TABLE] = ["Unsubscribers by Period", "Unsubscribed Breakdown", "% of Unsubscribed"];

const test = testsWith({
  demo: 3000,
  users: [[{ login: "ann", firstName: "Ann" }, "USERS"]],
  settings: () => ({ BOND_MINIMUM_MEMBERS: String(LEAST) }),
});
test.describe.configure({ mode: "default" });

/** A block as the server answers it. */
type Answered = {
  readonly hidden?: number;
  readonly data: readonly {
    readonly name: string;
    readonly sum: number | null;
    readonly hidden?: { sum?: string };
  }[];
};

type Answers = Record<"UNSUBSCRIBED_TABLE" | "UNSUBSCRIBED_BY_PERIOD", Answered>;

/** Opens the screen, and returns its blocks. */
async function openScreen(page: Page): Promise<Answers> {
  const answered = page.waitForResponse("**/breakdowns");
  await open(page, SCREEN);
  return (await answered).json();
}

/** What the canvases of the page draw from now on. */
async function textsOf(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const drawn: string[] = [];
    Object.assign(window, { drawn });
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text: string, ...rest) {
      drawn.push(text);
      return Reflect.apply(fillText, this, [text, ...rest]);
    };
  });
  return () => page.evaluate(() => (window as unknown as { drawn: string[] }).drawn);
}

const file = async (page: Page, region: Locator, title: string) => {
  const own = region.getByRole("button", { name: `Download CSV: ${title}`, exact: true });
  // Charts have it in their menu.
  const press = title === TABLE ? own : await menuItem(region, "Download CSV");
  return csvRows((await downloaded(page, press)).content);
};

for (const [device, size] of devices)
  test.describe(device, () => {
    test.use(size);

    test("hidden figures are named in tables, charts, pies, tooltips and files", async ({ page }) => {
      test.setTimeout(90_000);
      const answer = await openScreen(page);
      const rows = answer.UNSUBSCRIBED_TABLE.data;
      const [few] = rows.filter(({ hidden }) => hidden?.sum === "few");
      if (!few) throw new Error(`no hidden figure: ${JSON.stringify(rows)}`);
      const note = `hidden because fewer than ${LEAST} members`;

      await test.step("the table", async () => {
        const region = block(page, TABLE);
        const row = region.getByRole("row", { name: few.name });
        await expect(row.getByText(`< ${LEAST}`, { exact: true }).first()).toBeVisible();
        await expect(row.getByTitle(`${FEW} members`).first()).toBeVisible();
        await expect(region).toContainText(note);
        const written = (await file(page, region, TABLE)).find(([name]) => name === few.name);
        expect(written).toContain(FEW);
      });

      await test.step("the pie", async () => {
        const region = block(page, PIE);
        await expect(region).toContainText("Shares are of the figures shown.");
        const row = region.getByRole("row", { name: few.name });
        await expect(row).toContainText(`< ${LEAST}`);
        await expect(row).toContainText("–");
        await expect(region.locator("canvas")).toBeVisible();
        await (await menuItem(region, "View as table")).click();
        const written = (await file(page, region, PIE)).find(([name]) => name === few.name);
        expect(written).toEqual([few.name, FEW, ""]);
      });

      await test.step("the chart and its tooltip", async () => {
        const region = block(page, CHART);
        expect(answer.UNSUBSCRIBED_BY_PERIOD.hidden).toBeGreaterThan(0);
        await expect(region).toContainText(note);
        const texts = await textsOf(page);
        await region.locator("canvas").scrollIntoViewIfNeeded();
        const box = await region.locator("canvas").boundingBox();
        if (!box) throw new Error("no chart");
        await expect(async () => {
          for (let part = 1; part < 20; part++)
            await page.mouse.move(box.x + (part / 20) * box.width, box.y + box.height / 2);
          expect(await texts()).toContain("hidden");
        }).toPass();
      });
      await checkPage(page, device, "hidden figures", "small-groups");

      await test.step("the chart as a table", async () => {
        const region = block(page, CHART);
        await (await menuItem(region, "View as table")).click();
        await expect(region.getByRole("cell", { name: /^hidden: fewer than/ }).first()).toBeVisible();
        const written = await file(page, region, CHART);
        expect(written.flat()).toContain("hidden");
        await checkPage(page, device, "hidden figures in tables", "small-groups-tables");
      });
    });
  });
