import type { Locator, Page } from "@playwright/test";
import { checkPage } from "./looks";
import { bar, expectNoHorizontalOverflow, goTo, idle, MONITOR, open } from "./page";
import { guarded, headingOf } from "./specified";
import { ACTIVE, smallTargets } from "./targets";
import { expect, test } from "./test";

/** A layer over the page or next to it, opened by a button. */
type Layer = {
  readonly name: string;
  /** The button that opens it; screens without the button are skipped. */
  readonly opener: (page: Page) => Locator;
  readonly layer: (page: Page) => Locator;
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
  {
    name: "score in detail",
    opener: (page) => page.getByRole("button", { name: "Points left and definitions" }),
    layer: (page) => page.getByRole("dialog", { name: "BOND Score in detail" }),
    within: SCORE,
  },
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

/** The elements whose focus is not visible: without a mark, or under the header. */
function unmarked(page: Page): Promise<string[]> {
  return page.evaluate((active) => {
    const isMarked = (element: Element | null, up: number): boolean => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return (
        (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) ||
        (up > 0 && isMarked(element.parentElement, up - 1))
      );
    };
    return [...document.querySelectorAll<HTMLElement>(active)]
      .filter((element) => element.checkVisibility() && !element.closest("[inert]") && element.tabIndex >= 0)
      .flatMap((element) => {
        element.focus({ focusVisible: true } as FocusOptions);
        const { top, left, width, height } = element.getBoundingClientRect();
        const name = `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent}`.slice(
          0,
          60,
        );
        const faults = isMarked(element, 2) ? [] : [`${name}: no mark`];
        const at = document.elementFromPoint(
          left + width / 2,
          Math.max(top, 0) + Math.min(height, innerHeight) / 2,
        );
        if (at?.closest("header[data-scrolled]") && !element.closest("header[data-scrolled]"))
          faults.push(`${name}: under the header`);
        return faults;
      });
  }, ACTIVE);
}

const routes = Object.keys(guarded);
/** A predicate that is true once for each layer: a layer is the same on every screen. */
const unseen = () => {
  const seen = new Set<string>();
  return (layer: Layer) => !seen.has(layer.name) && !!seen.add(layer.name);
};

/** A phone of 320 px, and a window of 1440 x 900 at 200 %. */
const NARROW = [
  {
    name: "320 px",
    size: { viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true },
    target: 44,
  },
  { name: "200 % zoom", size: { viewport: { width: 720, height: 450 } }, target: 24 },
] as const;

for (const { name, size, target } of NARROW) {
  test.describe(name, () => {
    test.use(size);

    test("every screen and layer fits the window, and every target is large enough", async ({ page }) => {
      test.setTimeout(120_000);
      const isNew = unseen();
      await open(page, MONITOR);
      for (const route of routes) {
        await test.step(route, async () => {
          await goTo(page, route, headingOf(route));
          await expectNoHorizontalOverflow(page);
          expect.soft(await smallTargets(page, target), route).toEqual([]);
          for (const layer of LAYERS) {
            if (!(await isOffered(page, layer)) || !isNew(layer)) continue;
            await openByKey(page, layer);
            await expectInWindow(layer.layer(page), layer.name);
            await expectNoHorizontalOverflow(page);
            await closeByKey(page, layer);
          }
        });
      }
    });
  });
}

test("every layer is accessible in both themes; Escape closes only the top one and returns the focus", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const isNew = unseen();
  await open(page, MONITOR);
  // Together these screens have every layer of the page.
  for (const route of [MONITOR, ...routes.filter((one) => one.split("/").length === 2)]) {
    await goTo(page, route, headingOf(route));
    for (const layer of LAYERS) {
      if (!(await isOffered(page, layer)) || !isNew(layer)) continue;
      await test.step(layer.name, async () => {
        await openByKey(page, layer);
        await checkPage(page, "desktop", layer.name);
        await closeByKey(page, layer);
      });
    }
  }
});

test("every focused element is in view and marked", async ({ page }) => {
  test.setTimeout(120_000);
  await open(page, MONITOR);
  for (const route of routes) {
    await goTo(page, route, headingOf(route));
    expect.soft(await unmarked(page), route).toEqual([]);
  }
});
