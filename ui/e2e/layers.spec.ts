import type { Locator, Page } from "@playwright/test";
import { checkPage, PHONE, picture, ZOOMED } from "./looks";
import { bar, expectNoHorizontalOverflow, goTo, idle, LOGINS, MONITOR, open } from "./page";
import { guarded, headingOf } from "./specified";
import { expect, test } from "./test";

/** A layer over the page or next to it, opened by a button. */
type Layer = {
  readonly name: string;
  /** The button that opens it; screens without the button are skipped. */
  readonly opener: (page: Page) => Locator;
  readonly layer: (page: Page) => Locator;
  /** What is in it once it is loaded, if it loads when it is first opened. */
  readonly content?: (layer: Locator) => Locator;
  /** The layer it is opened from. */
  readonly within?: Layer;
};

const filter = (name: string, label: RegExp): Layer => ({
  name,
  opener: (page: Page) => bar(page).getByRole("button", { name: label }),
  layer: (page: Page) => page.getByRole("dialog").last(),
});

const PERIOD = filter("period", /\d{4}/);
const CALENDAR: Layer = {
  name: "calendar",
  opener: (page) => page.getByRole("button", { name: /^Start date/ }),
  layer: (page) => page.getByRole("dialog", { name: "Start date" }),
  content: (layer) => layer.getByRole("grid"),
  within: PERIOD,
};
const SCORE: Layer = {
  name: "score",
  opener: (page) =>
    page.getByRole("button", { name: /(See|Close) Breakdown$/ }).and(page.locator("[aria-expanded]")),
  layer: (page) =>
    page
      .getByRole("region", { name: "Score breakdown" })
      .or(page.getByRole("dialog", { name: "Score breakdown" })),
};
const LAYERS: readonly Layer[] = [
  PERIOD,
  CALENDAR,
  filter("user groups", /^User groups/),
  filter("campaigns", /Campaigns/),
  filter("offers", /Offers/),
  {
    name: "views",
    opener: (page) => page.getByRole("button", { name: /^Views/ }),
    layer: (page) => page.getByRole("dialog", { name: "Saved views" }),
  },
  {
    name: "annotation",
    opener: (page) => page.getByRole("button", { name: /^Annotate:/ }).first(),
    layer: (page) => page.getByRole("dialog", { name: /^Annotate:/ }),
    content: (layer) => layer.getByRole("textbox"),
  },
  {
    name: "definition",
    opener: (page) =>
      page
        .getByRole("main")
        .getByRole("button", { name: /What it means$/ })
        .first(),
    layer: (page) => page.getByRole("dialog").last(),
  },
  {
    name: "trends",
    opener: (page) => page.getByRole("button", { name: /^Trends for/ }).last(),
    layer: (page) => page.getByRole("complementary", { name: "Trends" }),
  },
  {
    name: "account",
    opener: (page) => page.getByRole("button", { name: /^Account of/ }),
    layer: (page) => page.getByRole("menu"),
  },
  {
    name: "main menu",
    opener: (page) => page.getByRole("banner").getByRole("button", { name: /(Open|Close) menu/ }),
    layer: (page) => page.getByRole("dialog", { name: "Main menu" }),
  },
  SCORE,
];

/** Whether the screen has the button that opens the layer, or the layer beneath it. */
const isOffered = async (page: Page, layer: Layer) =>
  (await (layer.within ?? layer).opener(page).count()) > 0;

/** Opens a layer with the keyboard, and those beneath it first. */
async function openByKey(page: Page, layer: Layer): Promise<void> {
  if (layer.within) await openByKey(page, layer.within);
  if (layer === CALENDAR && !(await layer.opener(page).isVisible()))
    await page.getByRole("button", { name: "Custom", exact: true }).press("Enter");
  await layer.opener(page).press("Enter");
  await expect(layer.layer(page)).toBeVisible();
  if (layer.content) await expect(layer.content(layer.layer(page))).toBeVisible();
  await idle(page);
}

/** Escape closes the layer, the focus returns to its opener, and the layer beneath stays. */
async function closeByKey(page: Page, layer: Layer): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(layer.layer(page)).toBeHidden();
  await expect(layer.opener(page)).toBeFocused();
  if (!layer.within) return;
  await expect(layer.within.layer(page)).toBeVisible();
  await closeByKey(page, layer.within);
  // Choosing the calendar's period left a draft: discard it.
  const reset = bar(page).getByRole("button", { name: "Reset", exact: true });
  if (layer === CALENDAR && (await reset.isVisible())) await reset.press("Enter");
}

/** Fails if a layer extends beyond the window. */
async function expectInWindow(layer: Locator, what: string): Promise<void> {
  const outside = () =>
    layer.evaluate((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return [left < -1, top < -1, right > innerWidth + 1, bottom > innerHeight + 1].some(Boolean)
        ? [left, top, right, bottom]
        : [];
    });
  await expect.poll(outside, what).toEqual([]);
}

// Together these screens have every layer of the page.
const SCREENS = [MONITOR, LOGINS, ...Object.keys(guarded).filter((route) => route.split("/").length === 2)];

/** The windows in which each layer is opened, and whether axe checks it there. */
const WINDOWS = [
  { name: "desktop", use: { viewport: { width: 1440, height: 900 } }, device: "desktop" },
  { name: "phone", use: PHONE, device: "phone" },
  { name: "320 px", use: { ...PHONE, viewport: { width: 320, height: 568 } }, device: null },
  { name: "200 % zoom", use: { viewport: ZOOMED }, device: null },
] as const;

for (const { name, use, device } of WINDOWS)
  test.describe(name, () => {
    test.use(use);

    test("each layer fits the window and is accessible; Escape closes only the top one and returns the focus", async ({
      page,
    }) => {
      test.setTimeout(120_000);
      // A layer is the same on every screen.
      const seen = new Set<string>();
      await open(page, MONITOR);
      for (const route of SCREENS) {
        await goTo(page, route, headingOf(route));
        for (const layer of LAYERS) {
          if (seen.has(layer.name) || !(await isOffered(page, layer))) continue;
          seen.add(layer.name);
          await test.step(layer.name, async () => {
            await openByKey(page, layer);
            await expectInWindow(layer.layer(page), layer.name);
            await picture(page, `${layer.name}, ${name}`);
            if (device) await checkPage(page, device, layer.name, undefined, layer.layer(page));
            else await expectNoHorizontalOverflow(page);
            await closeByKey(page, layer);
          });
        }
      }
      // The main menu is a layer where there is no room for a sidebar.
      const missing = LAYERS.filter((layer) => !seen.has(layer.name)).map((layer) => layer.name);
      expect(missing).toEqual(device === "desktop" ? ["main menu"] : []);
    });
  });
