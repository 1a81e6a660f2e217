/**
 * What the page takes in Chromium, from an action to the last visible change, beside what is wanted. Prints, and asserts
 * nothing.
 */
import type { Locator, Page } from "@playwright/test";
import { PASSWORD } from "../e2e/bond";
import { bar, block, idle, LOGINS, MONITOR, navigate, open, openGroups, openPeriod } from "../e2e/page";
import { guarded } from "../e2e/specified";
import { test } from "../e2e/test";
import { head, type Measured, measure, medians, report, say, watch } from "./measuring";

// Movements are work too.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

const ROUNDS = 5;
/** A nearly empty screen, to leave the measured one. */
const ELSEWHERE = "/content-elements";

/** Goes to a screen and waits for its figures. */
async function visit(page: Page, route: string): Promise<void> {
  await navigate(page, route);
  await idle(page);
}

/** An action on an element of the page; what Playwright adds to the page for it is there before it is measured. */
async function on<T>(of: Locator, act: (element: HTMLElement, value: T) => void, value: T) {
  const element = await of.elementHandle();
  await element?.evaluate(() => undefined);
  return async () => element?.evaluate(act as (element: Node, value: unknown) => void, value as unknown);
}

/** Presses a button without the pointer, whose movements would count. */
const press = (button: Locator) => on(button, (element) => element.click(), null);

/** Writes a text at once, as a paste does. */
const write = (field: Locator, text: string) =>
  on(
    field,
    (element, text) => {
      // React ignores a value that it has not seen change.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(element, text);
      element.dispatchEvent(new Event("input", { bubbles: true }));
    },
    text,
  );

/** Waits until the page has loaded in advance what it does not show yet. */
async function loaded(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
}

test.describe("signing in", () => {
  test.use({ signedIn: false });

  test("signing in, to a complete Program Monitor", async ({ browser, baseURL, user }) => {
    const runs: Record<"without" | "with", Measured[]> = { without: [], with: [] };
    for (let round = 0; round < ROUNDS; round++) {
      const context = await browser.newContext({
        ...(baseURL ? { baseURL } : {}),
        reducedMotion: "no-preference",
      });
      const page = await context.newPage();
      await watch(page);
      for (const cache of ["without", "with"] as const) {
        await page.goto("/login");
        await page.getByLabel("Login").fill(user.login);
        await page.getByLabel("Password").fill(PASSWORD);
        const button = page.getByRole("button", { name: "Sign In" });
        await loaded(page);
        runs[cache].push(await measure(page, await press(button)));
        await idle(page);
        await loaded(page);
        await context.clearCookies();
        await page.evaluate(() => localStorage.clear());
      }
      await context.close();
    }
    head("Signing in, from pressing the button to a complete Program Monitor");
    report("without the page's files in the cache", medians(runs.without));
    report("with them", medians(runs.with));
  });
});

test("every screen", async ({ page }) => {
  await watch(page);
  const routes = Object.entries(guarded);
  const asked = new Map<string, Measured[]>(routes.map(([route]) => [route, []]));
  const known = new Map<string, Measured[]>(routes.map(([route]) => [route, []]));
  // The first round is for the server, which then has all answers.
  for (let round = -1; round < ROUNDS; round++) {
    // Anew, so that the page has no answers.
    await open(page, MONITOR);
    await loaded(page);
    for (const [route] of routes) {
      for (const runs of [asked, known]) {
        await visit(page, route === ELSEWHERE ? MONITOR : ELSEWHERE);
        const measured = await measure(page, () => navigate(page, route));
        if (round >= 0) runs.get(route)?.push(measured);
        await idle(page);
      }
    }
  }
  for (const [title, runs] of [
    ["Every screen, its answers from a warm server", asked],
    ["Every screen, for the second time", known],
  ] as const) {
    head(`${title}; medians of ${ROUNDS}`);
    for (const [route, title] of routes) report(title, medians(runs.get(route) ?? []));
  }
});

/** Ways to change the filters: each leaves the changed ones unapplied. */
const CHANGES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  "another period": async (page) => {
    const popover = await openPeriod(page);
    await popover.getByRole("button", { name: "Last 90 days" }).click();
  },
  "one tier": (page) => only(page, 0),
  "one line of business": (page) => only(page, 1),
};

/** Chooses only the first item of one of the lists of user groups. */
async function only(page: Page, list: number): Promise<void> {
  const popover = await openGroups(page);
  const items = popover.locator("section").nth(list);
  await items.getByRole("button", { name: /^ONLY/ }).first().click();
  await page.keyboard.press("Escape");
}

test("changed filters", async ({ page }) => {
  await watch(page);
  head(`Changed filters, from pressing Apply, on a warm server; medians of ${ROUNDS}`);
  for (const route of [MONITOR, LOGINS]) {
    for (const [what, change] of Object.entries(CHANGES)) {
      const runs: Measured[] = [];
      for (let round = -1; round < ROUNDS; round++) {
        await open(page, route);
        await loaded(page);
        await change(page);
        const measured = await measure(page, await press(bar(page).getByRole("button", { name: "Apply" })));
        if (round >= 0) runs.push(measured);
      }
      report(`${guarded[route]}: ${what}`, medians(runs));
    }
  }
});

/** Has the list of articles answer with this many rows. */
async function fill(page: Page, rows: number): Promise<void> {
  await page.unrouteAll();
  await page.route(/\/content\/dashboard\/articles\/breakdown/, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const data = Array.from({ length: rows }, (_, at) => ({
      name: `Article ${(at * 6151) % 100_003} of a program with very many articles`,
      visits: (at * 7919) % 100_003,
    }));
    const put = (block: { type?: string; data: unknown; total?: number }) => {
      if (block?.type === "ARTICLES_VISITED") Object.assign(block, { data, total: rows });
    };
    put(body);
    for (const block of Object.values(body)) put(block as { data: unknown });
    await route.fulfill({ response: answer, json: body });
  });
}

test("a list of many rows", async ({ page }) => {
  await watch(page);
  for (const rows of [200, 1000, 10_000]) {
    const runs = new Map<string, Measured[]>();
    let longestFrame = 0;
    await fill(page, rows);
    for (let round = 0; round < ROUNDS; round++) {
      await open(page, "/content-dashboard/articles-breakdown");
      const region = block(page, "Articles Visited");
      const all = region.getByRole("button", { name: /^Show all/ });
      if (await all.isVisible()) await all.click();
      await loaded(page);
      const take = async (what: string, action: () => Promise<unknown>) => {
        runs.set(what, [...(runs.get(what) ?? []), await measure(page, action)]);
      };
      const header = region.getByRole("columnheader").getByRole("button");
      await take("sorted by name", await press(header.nth(0)));
      await take("sorted by figure", await press(header.nth(1)));
      const search = region.getByRole("searchbox");
      await take("searched", await write(search, "77"));
      await take("search cleared", await write(search, ""));
      longestFrame = Math.max(longestFrame, await scrolled(page));
    }
    head(`A list of ${rows.toLocaleString("en")} rows; medians of ${ROUNDS}`);
    for (const [what, measured] of runs) report(what, medians(measured));
    say(`longest frame of 120, each scrolled by 300 pixels: ${longestFrame.toFixed(0)} ms`);
  }
});

/** Scrolls through a list, and returns the longest frame. */
function scrolled(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let longest = 0;
    for (let step = 0, last = performance.now(); step < 120; step++) {
      window.scrollBy(0, 300);
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }
    return longest;
  });
}
