import { expect, type Locator, type Page, type Request } from "@playwright/test";

export const MONITOR = "/executive-summary";
export const LOGINS = "/user-dashboard/logins-breakdown";

/** The filters in an address, as specified: JSON text in the parameter `filters`. */
export function filtersOf(address: string): Record<string, unknown> | null {
  const text = new URL(address, "http://page").searchParams.get("filters");
  return text === null ? null : JSON.parse(text);
}

/** An address with filters. */
export function withFilters(path: string, filters: Record<string, unknown>): string {
  return `${path}?${new URLSearchParams({ filters: JSON.stringify(filters) })}`;
}

/** What a screen without filters in its address begins with. On the first of January this year is the whole one before. */
export const firstFilters = (): Record<string, unknown> => ({
  period: "THIS_YEAR",
  ...(new Date().toISOString().slice(5, 10) === "01-01" ? {} : { comparison: "SAME_DATES_LAST_YEAR" }),
});

/** Skeletons and other parts that are still loading; the whole screen is busy while calls are pending. */
const WAITING = 'main span[aria-hidden="true"]:empty, [aria-busy="true"]';

/** Waits until the page is idle: no skeleton, no overlay, no pending request. */
export async function idle(page: Page): Promise<void> {
  // Checked in every frame: the polling intervals of `expect` would add up over all tests.
  await page.evaluate(async (waiting) => {
    const isOver = () =>
      document.querySelector("h1")?.checkVisibility() &&
      !document.querySelector(waiting) &&
      !document.body.innerText.includes("Loading...");
    for (const end = performance.now() + 7_000; !isOver() && performance.now() < end; )
      await new Promise(requestAnimationFrame);
  }, WAITING);
  // Passes at once, or reports what is still loading.
  await expect(page.locator("h1")).toBeVisible();
  await expect(page.getByText("Loading...")).toHaveCount(0);
  await expect(page.locator(WAITING)).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Opens a screen and waits for its figures. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await idle(page);
}

/** Opens a screen and waits for all of its calls, those too that follow the figures: the next call is the test's own. */
export async function openAndSettle(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: "networkidle" });
  await idle(page);
}

/** Goes to an address through the history, without reloading the page. */
export async function navigate(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, address);
}

/** Goes to a screen as a user would from another screen, and waits for its figures. */
export async function goTo(page: Page, address: string, title: string | RegExp): Promise<void> {
  await navigate(page, address);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await idle(page);
}

/** Presses Tab until something has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 100; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not reach it");
}

/** A block of a breakdown, by its title. */
export const block = (page: Page, title: string): Locator =>
  page.getByRole("main").getByRole("region", { name: title, exact: true });

/** A card of a dashboard, by its title. */
export const cardOf = (page: Page, title: string): Locator =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

export const bar = (page: Page): Locator => page.getByRole("region", { name: "Filters" });
export const notice = (page: Page): Locator => bar(page).getByText("Some filters have changed.");
export const countdown = (page: Page): Locator => bar(page).getByRole("timer");
export const periodButton = (page: Page): Locator => bar(page).getByRole("button").first();
export const groupsButton = (page: Page): Locator => bar(page).getByRole("button", { name: /^User groups/ });

/** Opens the popover of the user groups. */
export async function openGroups(page: Page): Promise<Locator> {
  await groupsButton(page).click();
  const popover = page.getByRole("dialog", { name: "User groups" });
  await expect(popover.getByRole("checkbox").first()).toBeVisible();
  return popover;
}

/** Opens the popover of a filter of two lists: campaign types and campaigns, or categories and offers. */
export async function openLinked(page: Page, name: "Campaigns" | "Offers"): Promise<Locator> {
  // The bar's button shows its value after its name.
  await bar(page)
    .getByRole("button", { name: new RegExp(`${name}\\b`) })
    .click();
  const popover = page.getByRole("dialog", { name, exact: true });
  await expect(popover).toBeVisible();
  return popover;
}

/** Opens the popover of the period. */
export async function openPeriod(page: Page): Promise<Locator> {
  await periodButton(page).click();
  const popover = page.getByRole("dialog").filter({ hasText: "Last calendar year" });
  await expect(popover).toBeVisible();
  return popover;
}

/**
 * Presses Apply in the bar, or in the popover of a filter. Once the bar says nothing of changes, the screen is either
 * drawn with the filters or busy, so that {@link idle} waits for its figures.
 */
export async function apply(page: Page, where: Locator = bar(page)): Promise<void> {
  await where.getByRole("button", { name: "Apply" }).click();
  await expect(notice(page)).toHaveCount(0);
}

/** Records the page's calls under /api/ from now on. */
export function callsOf(page: Page): { path: string; body: Record<string, unknown> | null }[] {
  const calls: { path: string; body: Record<string, unknown> | null }[] = [];
  page.on("request", (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/"))
      calls.push({ path: pathname.slice(1), body: request.postDataJSON() as Record<string, unknown> | null });
  });
  return calls;
}

/** A figure in the format of the page: thousands separators, at most 2 decimals. */
export function written(figure: number): string {
  return figure.toLocaleString("en-US", { maximumFractionDigits: 2 });
}

/**
 * A figure with its unit in the specified format; a missing figure is empty.
 *
 * @param least the minimum number of decimals of a percentage
 */
export function writtenAs(figure: unknown, unit: string, least = 0): string {
  if (typeof figure !== "number") return "";
  switch (unit) {
    case "percent":
      return `${figure.toLocaleString("en-US", { minimumFractionDigits: least, maximumFractionDigits: 2 })}%`;
    case "money":
      return `$${figure < 1000 ? figure.toFixed(2) : shortened(figure, 0)}`;
    case "seconds":
      return [Math.floor(figure / 60), figure % 60].map((part) => String(part).padStart(2, "0")).join(":");
    case "months":
      return writtenTenure({ years: Math.floor(Math.round(figure) / 12), months: Math.round(figure) % 12 });
    default:
      return shortened(figure, 2);
  }
}

/** A figure in a table cell, where months are named in the header. */
export function writtenCell(figure: unknown, unit: string, least = 0): string {
  return unit === "months" && typeof figure === "number" ? figure.toFixed(1) : writtenAs(figure, unit, least);
}

/** Thousands separators up to ten million, then M with 2 decimals. */
function shortened(figure: number, maximumFractionDigits: number): string {
  return figure < 1e7
    ? figure.toLocaleString("en-US", { maximumFractionDigits })
    : `${(figure / 1e6).toFixed(2)}M`;
}

/** Years and months, plural above 1; zero parts are omitted. */
export function writtenTenure({ years, months }: { years: number; months: number }): string {
  const part = (count: number, word: string) => (count ? [`${count} ${word}${count > 1 ? "s" : ""}`] : []);
  return [...part(years, "year"), ...part(months, "month")].join(" ") || "0 months";
}

/** The visible text on one line, without hints for screen readers. */
export function plain(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replaceAll(" . What it means", "")
    .replace(/(?<=\d) %/g, "%");
}

/** The date a number of days later. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** A range as the page writes it. */
export function writtenRange(start: string, end: string): string {
  const write = (day: string, year: boolean) =>
    new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", {
      timeZone: "UTC",
      month: "short",
      day: "numeric",
      ...(year ? { year: "numeric" } : {}),
    });
  if (start === end) return write(end, true);
  return `${write(start, start.slice(0, 4) !== end.slice(0, 4))} – ${write(end, true)}`;
}

/** The text of a download. */
export async function downloaded(page: Page, press: Locator): Promise<{ name: string; content: Buffer }> {
  const started = page.waitForEvent("download");
  await press.click();
  const download = await started;
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return { name: download.suggestedFilename(), content: Buffer.concat(chunks) };
}

/** The rows of a CSV file without quoted line breaks; the file starts with the byte order mark. */
export function csvRows(content: Buffer): string[][] {
  const text = content.toString("utf8");
  expect(text.startsWith("\uFEFF")).toBe(true);
  expect(text.endsWith("\r\n")).toBe(true);
  return text
    .slice(1, -2)
    .split("\r\n")
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map((m) => m[1] ?? m[2] ?? ""),
    );
}

/** Fails if the page, or a part that does not scroll by itself, is wider than the window. */
export async function expectNoHorizontalOverflow(page: Page): Promise<void> {
  const faults = () =>
    page.evaluate(() => {
      const wide: string[] = [];
      const { scrollWidth } = document.documentElement;
      if (scrollWidth > innerWidth) wide.push(`the page: ${scrollWidth} > ${innerWidth}`);
      scrollTo(100, scrollY);
      if (scrollX > 0) wide.push(`the page scrolls by ${scrollX}`);
      const clips = (element: Element | null): boolean =>
        element !== null &&
        (getComputedStyle(element).overflowX !== "visible" || clips(element.parentElement));
      for (const element of document.querySelectorAll("main *, header *, dialog[open] *, [role=dialog] *")) {
        const { right, left, width } = element.getBoundingClientRect();
        if (width === 0 || element.closest(".sr-only, [inert], [aria-hidden=true]")) continue;
        if ((right > innerWidth + 1 || left < -1) && !clips(element.parentElement))
          wide.push(`${element.tagName} .${element.getAttribute("class")}: ${left} to ${right}`);
      }
      return wide;
    });
  // Layers adjust shortly after the window is resized.
  await expect.poll(faults).toEqual([]);
}

/** Takes the screen along: what, and in which form. */
export async function exportAs(page: Page, what: string, form: string): Promise<void> {
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const choices = page.getByRole("dialog", { name: "Export" });
  await choices.getByRole("radio", { name: what, exact: true }).check();
  await choices.getByRole("radio", { name: form, exact: true }).check();
  await choices.getByRole("button", { name: "Save the file" }).click();
}

/** Chooses one of the ways in which others get the screen. */
export async function shareBy(page: Page, way: string): Promise<void> {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("menuitem", { name: way }).click();
}
