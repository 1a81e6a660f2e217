import type { Page } from "@playwright/test";
import {
  addDays,
  apply,
  bar,
  callsOf,
  cardOf,
  countdown,
  filtersOf,
  firstComparison,
  firstFilters,
  groupsButton,
  idle,
  LOGINS,
  MONITOR,
  notice,
  open,
  openGroups,
  openPeriod,
  periodButton,
  withFilters,
  written,
  writtenRange,
} from "./page";
import { expect, test } from "./test";

type Group = { id: number; name: string; type: "TIER" | "LOB" | "AUDIENCE" };
type Indicator = { sum: number };
type Program = { today: string };

const INDICATORS = "api/v1/program/monitor/getIndicatorList";

/** The displayed figures of the indicator table. */
async function shownSums(page: Page): Promise<(string | undefined)[]> {
  const rows = page.getByRole("table", { name: "Indicators of the program" }).locator("tbody tr");
  return rows.evaluateAll((all) => all.map((row) => row.querySelector("td")?.innerText.split(/\s/)[0]));
}

const sumsOf = (rows: readonly Indicator[]) => rows.map(({ sum }) => written(sum));

test("ONLY and Apply: notice, URL and figures follow", async ({ page, api }) => {
  const groups = await api<Group[]>("api/v1/dashboard/users/userGroups");
  const tiers = groups.filter(({ type }) => type === "TIER");
  const chosen = tiers[1];
  if (!chosen) throw new Error("the demo has tiers");
  await open(page, MONITOR);
  const before = sumsOf(await api<Indicator[]>(INDICATORS, {}));
  expect(await shownSums(page)).toEqual(before);
  await expect(groupsButton(page)).toHaveText(/User groups\s*All/);

  const popover = await openGroups(page);
  await expect(popover.getByRole("checkbox")).toHaveCount(groups.length + 3);
  for (const box of await popover.getByRole("checkbox").all()) await expect(box).toBeChecked();
  await popover.getByRole("button", { name: `ONLY ${chosen.name}` }).click();
  for (const { name } of tiers)
    await expect(popover.getByRole("checkbox", { name, exact: true })).toBeChecked({
      checked: name === chosen.name,
    });
  await expect(popover.getByRole("checkbox", { name: "All Tiers" })).toBeChecked({ indeterminate: true });
  await expect(notice(page)).toHaveText("Some filters have changed.");
  // The figures are still those of the filters before.
  const figures = page.getByRole("region", { name: "Pinned Metrics" });
  await expect(figures).not.toHaveCSS("opacity", "1");
  await expect(popover.getByText("Some filters have changed.")).toBeVisible();
  // Nothing is applied yet.
  expect(filtersOf(page.url())).toBeNull();
  expect(await shownSums(page)).toEqual(before);

  await apply(page, popover);
  await expect(notice(page)).toHaveCount(0);
  await expect(figures).toHaveCSS("opacity", "1");
  await expect(popover).toHaveCount(0);
  expect(filtersOf(page.url())).toEqual({
    ...firstFilters(),
    userGroupsTiersAll: false,
    userGroupTiers: [chosen.id],
  });
  const wanted = sumsOf(
    await api<Indicator[]>(INDICATORS, { userGroupsTiersAll: false, userGroupTiers: [chosen.id] }),
  );
  expect(wanted).not.toEqual(before);
  await expect.poll(() => shownSums(page)).toEqual(wanted);
  await expect(groupsButton(page)).toHaveText(new RegExp(`User groups\\s*${chosen.name}`));

  // Opening the address restores the same figures, as does the browser history.
  await page.reload();
  await idle(page);
  expect(await shownSums(page)).toEqual(wanted);
  await page.goBack();
  await expect.poll(() => shownSums(page)).toEqual(before);
  await page.goForward();
  await bar(page).getByRole("button", { name: "Reset filters" }).click();
  await expect(page).toHaveURL(MONITOR);
  await expect.poll(() => shownSums(page)).toEqual(before);
});

test("from Apply on, each frame has the figures of the new period or says that they are being loaded", async ({
  page,
}) => {
  await open(page, MONITOR);
  await openPeriod(page);
  await page.getByRole("button", { name: "Last 7 days" }).click();
  await expect(notice(page)).toBeVisible();
  // The screen is drawn with the new period some frames after the press.
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  const card = await cardOf(page, "Logins").elementHandle();
  const filters = await bar(page).elementHandle();
  const frames = await page.evaluate(
    async ({ card, filters }) => {
      const before = card?.textContent;
      const seen: { isOld: boolean; isBusy: boolean; period: string }[] = [];
      const look = () =>
        seen.push({
          isOld: card?.textContent === before,
          isBusy: document.querySelector("main[aria-busy=true], main [aria-busy=true]") !== null,
          period: filters?.querySelector("button[aria-haspopup]")?.textContent ?? "",
        });
      for (const button of filters?.querySelectorAll("button") ?? [])
        if (button.textContent === "Apply") button.click();
      for (const end = performance.now() + 5_000; performance.now() < end; ) {
        await new Promise(requestAnimationFrame);
        look();
        if (!seen.at(-1)?.isOld) break;
      }
      return seen;
    },
    { card, filters },
  );
  await session.detach();
  expect(frames.length).toBeGreaterThan(1);
  expect(frames.at(-1)?.isOld).toBe(false);
  expect(frames.filter(({ isOld, isBusy }) => isOld && !isBusy)).toEqual([]);
  expect(frames.filter(({ period }) => !period.startsWith("Last 7 days"))).toEqual([]);
});

test("an All box sets its children, and is ticked once every child is", async ({ page, api }) => {
  const lobs = (await api<Group[]>("api/v1/dashboard/users/userGroups")).filter(({ type }) => type === "LOB");
  await open(page, MONITOR);
  const popover = await openGroups(page);
  const all = popover.getByRole("checkbox", { name: "All Lines of business (LOB)" });
  const child = (name: string) => popover.getByRole("checkbox", { name, exact: true });
  await all.uncheck();
  for (const { name } of lobs) await expect(child(name)).not.toBeChecked();
  for (const { name } of lobs) await child(name).check();
  await expect(all).toBeChecked();
  // Everything is as at first: there is nothing to apply.
  await expect(notice(page)).toHaveCount(0);
  await all.uncheck();
  await apply(page);
  await expect(page).toHaveURL(/userGroupLobs/);
  await expect.poll(() => shownSums(page)).toEqual(["0", "0", "0", "0"]);
  await expect(bar(page)).toContainText("No line of business is chosen: all figures are 0.");
  await expect(groupsButton(page)).toHaveText(/User groups\s*No lines of business/);
});

test("ONLY shows on hover and on keyboard focus; Reset and leaving the route discard what it chose", async ({
  page,
}) => {
  await open(page, MONITOR);
  const calls = callsOf(page);
  const popover = await openGroups(page);
  const only = popover.getByRole("button", { name: "ONLY Gold" });
  await expect(only).toHaveCSS("opacity", "0");
  await popover.getByText("Gold", { exact: true }).hover();
  await expect(only).toHaveCSS("opacity", "1");
  await popover.getByRole("heading", { name: "Tiers" }).hover();
  await expect(only).toHaveCSS("opacity", "0");
  await popover.getByRole("checkbox", { name: "Gold" }).focus();
  await page.keyboard.press("Tab");
  await expect(only).toBeFocused();
  await expect(only).toHaveCSS("opacity", "1");

  await popover.getByRole("button", { name: "ONLY Home" }).click();
  await popover.getByRole("button", { name: "Reset" }).click();
  await expect(notice(page)).toHaveCount(0);
  for (const box of await popover.getByRole("checkbox").all()) await expect(box).toBeChecked();
  await page.keyboard.press("Escape");
  await expect(popover).toHaveCount(0);
  await expect(countdown(page)).toHaveCount(0);
  expect(filtersOf(page.url())).toBeNull();
  expect(calls).toEqual([]);

  await openGroups(page);
  await popover.getByRole("button", { name: "ONLY Home" }).click();
  await page.keyboard.press("Escape");
  await expect(notice(page)).toBeVisible();
  await page.getByRole("link", { name: "Explore Unique Logins" }).click();
  await expect(page).toHaveURL(new RegExp(`^[^?]*${LOGINS}`));
  await idle(page);
  await expect(notice(page)).toHaveCount(0);
  await expect(groupsButton(page)).toHaveText(/User groups\s*All/);
  expect(filtersOf(page.url())).toBeNull();
});

test("a change is applied automatically after five seconds", async ({ page }) => {
  await page.clock.install();
  await open(page, MONITOR);
  // The panel is loaded when it is first opened, which needs a running clock.
  await expect(await openGroups(page)).toBeVisible();
  const period = await openPeriod(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await period.getByRole("button", { name: "Last 30 days" }).click();
  await expect(period).toHaveCount(0);
  await expect(notice(page)).toBeVisible();
  for (const seconds of [5, 4]) {
    await expect(countdown(page)).toHaveText(`Applying in ${seconds} s`);
    await page.clock.runFor(1000);
  }
  // An open popover stops the countdown; closing it restarts the countdown.
  const groups = await openGroups(page);
  await expect(countdown(page)).toHaveCount(0);
  await page.clock.runFor(20_000);
  expect(filtersOf(page.url())).toBeNull();
  await page.keyboard.press("Escape");
  await expect(groups).toHaveCount(0);
  for (const seconds of [5, 4, 3, 2, 1]) {
    await expect(countdown(page)).toHaveText(`Applying in ${seconds} s`);
    expect(filtersOf(page.url())).toBeNull();
    await page.clock.runFor(1000);
  }
  await expect(notice(page)).toHaveCount(0);
  await expect.poll(() => filtersOf(page.url())).toEqual({ period: "LAST_30DAYS" });
});

test("auto-apply can be switched off in the avatar menu", async ({ page }) => {
  await page.clock.install();
  await open(page, MONITOR);
  await page.getByRole("button", { name: /^Account of/ }).click();
  const choice = page.getByRole("menuitemcheckbox", { name: /Apply filters automatically/ });
  await expect(choice).toBeChecked();
  await choice.click();
  await expect(choice).not.toBeChecked();
  await page.keyboard.press("Escape");
  await expect(choice).toHaveCount(0);
  await page.reload();
  await idle(page);
  const period = await openPeriod(page);
  await period.getByRole("button", { name: "Last 7 days" }).click();
  await expect(notice(page)).toBeVisible();
  await page.clock.runFor(30_000);
  await expect(countdown(page)).toHaveCount(0);
  expect(filtersOf(page.url())).toBeNull();
  await apply(page);
  await expect.poll(() => filtersOf(page.url())).toEqual({ period: "LAST_7DAYS" });
});

/** 0 for Sunday. */
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();

const firstOfQuarter = (day: string) => {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${day.slice(0, 4)}-${String(month).padStart(2, "0")}-01`;
};

test("each period covers its days, and the bar names the comparison period", async ({ page, api }) => {
  test.setTimeout(60_000);
  const { today } = await api<Program>("api/v1/program");
  const yesterday = addDays(today, -1);
  const year = Number(yesterday.slice(0, 4));
  const aYearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`.replace("02-29", "02-28");
  const options: [string, string, string, string][] = [
    ["Custom", "SELECTED_DATE", `${year}-01-01`, yesterday],
    ["Last 7 days", "LAST_7DAYS", addDays(yesterday, -6), yesterday],
    ["Last 30 days", "LAST_30DAYS", addDays(yesterday, -29), yesterday],
    ["Last 90 days", "LAST_90DAYS", addDays(yesterday, -89), yesterday],
    ["Last 12 months", "LAST_12MONTHS", aYearAgo, yesterday],
    ["Last calendar year", "PREVIOUS_YEAR", `${year - 1}-01-01`, `${year - 1}-12-31`],
  ];
  const thisYear = ["This year", "THIS_YEAR", `${year}-01-01`, yesterday] as const;
  const [sunday, month] = [addDays(today, -weekdayOf(today)), `${today.slice(0, 7)}-01`];
  const quarter = firstOfQuarter(today);
  const recent: [string, string, string, string][] = [
    ["Yesterday", "YESTERDAY", yesterday, yesterday],
    ["Last full week", "LAST_FULL_WEEK", addDays(sunday, -7), addDays(sunday, -1)],
    ["Month to date", "MONTH_TO_DATE", `${yesterday.slice(0, 7)}-01`, yesterday],
    ["Quarter to date", "QUARTER_TO_DATE", firstOfQuarter(yesterday), yesterday],
  ];
  const full: [string, string, string, string][] = [
    ["Last full month", "LAST_FULL_MONTH", `${addDays(month, -1).slice(0, 7)}-01`, addDays(month, -1)],
    ["Last full quarter", "LAST_FULL_QUARTER", firstOfQuarter(addDays(quarter, -1)), addDays(quarter, -1)],
  ];
  await open(page, MONITOR);
  const popover = await openPeriod(page);
  await expect(popover.getByRole("listitem").getByRole("button")).toHaveText(
    [...recent, ...options.slice(1), thisYear, ...full, ...options.slice(0, 1)].map(([label]) => label),
  );
  await expect(popover.getByRole("button", { name: "This year" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  // This year comes last: it is the default, so choosing it first would change nothing.
  for (const [label, id, start, end] of [...recent, ...options.slice(1), ...full, thisYear]) {
    const list = await openPeriod(page);
    await list.getByRole("button", { name: label }).click();
    // Choosing closes the list.
    await expect(list).toHaveCount(0);
    const isDefault = id === "THIS_YEAR";
    const request = isDefault ? null : page.waitForRequest(`**/${INDICATORS}`);
    await apply(page);
    const body = (await request)?.postDataJSON() ?? { period: id };
    expect(body).toMatchObject({ period: id });
    expect(body).not.toHaveProperty("startDate");
    const isToDate = isDefault || id.endsWith("_TO_DATE");
    const filters = { period: id, ...(isToDate ? firstComparison(start, today) : {}) };
    expect(filtersOf(page.url())).toEqual(isDefault ? null : filters);
    await expect(periodButton(page)).toHaveText(`${label} ${writtenRange(start, end)}`);
    // The days shown on the page are those the server counts.
    const trends = await api<Record<string, string>>("api/v1/trends/U_LOGINS", filters);
    expect([trends.startDate, trends.endDate]).toEqual([start, end]);
    const to = "comparison" in filters ? "Yoy" : "Pop";
    const [first = "", last = ""] = [trends[`startDate${to}`], trends[`endDate${to}`]];
    await expect(bar(page)).toContainText(`Compared with ${writtenRange(first, last)}`);
  }
});

test("a custom period: two pickers without typing, both days included, none after today", async ({
  page,
  api,
}) => {
  const { today } = await api<Program>("api/v1/program");
  const [yesterday, start] = [addDays(today, -1), addDays(today, -3)];
  await open(page, MONITOR);
  const popover = await openPeriod(page);
  await popover.getByRole("button", { name: "Custom" }).click();
  await expect(popover.getByRole("textbox")).toHaveCount(0);
  await expect(popover.getByText("Both days are included.")).toBeVisible();
  const pick = async (label: string, day: string) => {
    const picker = popover.getByRole("button", { name: new RegExp(`^${label}`) });
    await picker.focus();
    await page.keyboard.type("1");
    await picker.click();
    const calendar = page.getByRole("dialog", { name: label });
    await expect(calendar.getByRole("grid")).toBeVisible();
    await calendar.getByRole("combobox", { name: /year/i }).selectOption(day.slice(0, 4));
    await calendar
      .getByRole("combobox", { name: /month/i })
      .selectOption(String(Number(day.slice(5, 7)) - 1));
    return { calendar, day: (iso: string) => calendar.locator(`[data-day="${iso}"]`).getByRole("button") };
  };

  const from = await pick("Start date", today);
  // Seven days per week, six weeks per month, and nothing after today.
  await expect(from.calendar.locator("[data-day]")).toHaveCount(42);
  await expect(from.day(today)).toBeEnabled();
  const later = await from.calendar.locator("[data-day]").evaluateAll(
    (cells, last) =>
      cells
        .filter((cell) => (cell.getAttribute("data-day") ?? "") > last)
        .map((cell) => {
          const button = cell.querySelector("button");
          return button === null || button.disabled;
        }),
    today,
  );
  expect(later.length === 0 || later.every((disabled) => disabled)).toBe(true);
  // A start after the end makes the range invalid: it can be applied neither manually nor automatically.
  await from.day(today).click();
  await expect(from.calendar).toHaveCount(0);
  await expect(popover.getByRole("alert")).toContainText("Not before");
  for (const where of [popover, bar(page)])
    await expect(where.getByRole("button", { name: "Apply" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(popover).toHaveCount(0);
  await expect(notice(page)).toBeVisible();
  await expect(countdown(page)).toHaveCount(0);
  expect(filtersOf(page.url())).toBeNull();

  await openPeriod(page);
  const again = await pick("Start date", start);
  await again.day(start).click();
  await expect(popover.getByRole("alert")).toHaveCount(0);
  const to = await pick("End date", start);
  await expect(to.day(addDays(start, -1))).toBeDisabled();
  // A single day as start and end.
  await to.day(start).click();
  const request = page.waitForRequest(`**/${INDICATORS}`);
  await apply(page, popover);
  const range = { period: "SELECTED_DATE", startDate: start, endDate: start };
  expect((await request).postDataJSON()).toMatchObject(range);
  expect(filtersOf(page.url())).toEqual(range);
  await expect(periodButton(page)).toHaveText(`Custom ${writtenRange(start, start)}`);
  const wanted = sumsOf(await api<Indicator[]>(INDICATORS, range));
  await expect.poll(() => shownSums(page)).toEqual(wanted);
  const whole = await api<{ logins: { totalLogins: number } }>("api/v1/program/monitor/info", {
    ...range,
    endDate: yesterday,
  });
  const parts = await Promise.all(
    [start, addDays(start, 1), yesterday].map((day) =>
      api<{ logins: { totalLogins: number } }>("api/v1/program/monitor/info", {
        ...range,
        startDate: day,
        endDate: day,
      }),
    ),
  );
  expect(parts.reduce((sum, { logins }) => sum + logins.totalLogins, 0)).toBe(whole.logins.totalLogins);
});

test("the default period reads This year; a chosen range of the same days reads Custom", async ({
  page,
  api,
}) => {
  const { today } = await api<Program>("api/v1/program");
  const yesterday = addDays(today, -1);
  const start = `${yesterday.slice(0, 4)}-01-01`;
  await open(page, MONITOR);
  await expect(periodButton(page)).toHaveText(`This year ${writtenRange(start, yesterday)}`);
  // An address from an earlier version, with the custom period and no dates.
  await open(
    page,
    withFilters(MONITOR, { period: "SELECTED_DATE", userGroupsLobsAll: false, userGroupLobs: [2] }),
  );
  await expect(periodButton(page)).toHaveText(/^This year/);
  const popover = await openPeriod(page);
  await popover.getByRole("button", { name: "Custom" }).click();
  await apply(page, popover);
  await expect(periodButton(page)).toHaveText(`Custom ${writtenRange(start, yesterday)}`);
  expect(filtersOf(page.url())).toMatchObject({
    period: "SELECTED_DATE",
    startDate: start,
    endDate: yesterday,
  });
});

test("the address sets the filters", async ({ page, api }) => {
  const filters = { period: "LAST_30DAYS", userGroupsLobsAll: false, userGroupLobs: [2] };
  await open(page, withFilters(MONITOR, filters));
  await expect(periodButton(page)).toHaveText(/^Last 30 days/);
  expect(await shownSums(page)).toEqual(sumsOf(await api<Indicator[]>(INDICATORS, filters)));
  const popover = await openGroups(page);
  await expect(popover.getByRole("checkbox", { name: "Home" })).toBeChecked();
  await expect(popover.getByRole("checkbox", { name: "Auto" })).not.toBeChecked();
});

test("an address with invalid filters, or with a range that ends in the future, uses the defaults", async ({
  page,
  api,
}) => {
  const wanted = sumsOf(await api<Indicator[]>(INDICATORS, {}));
  let shown = "";
  for (const text of [
    "{",
    "[]",
    "null",
    '{"period":"EVER","startDate":"2026-02-30","endDate":7,"userGroupTiers":"x"}',
  ]) {
    await open(page, `${MONITOR}?${new URLSearchParams({ filters: text })}`);
    await expect(periodButton(page), text).toHaveText(/^This year/);
    expect(await shownSums(page), text).toEqual(wanted);
    shown = await periodButton(page).innerText();
  }
  const range = { period: "SELECTED_DATE", startDate: "2020-01-01", endDate: "2999-12-31" };
  await open(page, withFilters(MONITOR, range));
  await expect(periodButton(page)).toHaveText(shown, { useInnerText: true });
  await expect.poll(() => shownSums(page)).toEqual(wanted);
});

test("the address can be reset only if that changes what the bar shows", async ({ page }) => {
  const reset = bar(page).getByRole("button", { name: "Reset filters" });
  const elsewhere = { ...firstFilters(), offersAll: false, offers: [1] };
  await open(page, withFilters(MONITOR, elsewhere));
  await expect(groupsButton(page)).toBeVisible();
  await expect(reset).toHaveCount(0);
  await open(page, withFilters(MONITOR, { offersAll: false, offers: [1], period: "LAST_30DAYS" }));
  await reset.click();
  await expect(periodButton(page)).toHaveText(/^This year/);
  expect(filtersOf(page.url())).toEqual(elsewhere);
  await expect(reset).toHaveCount(0);
});

test("the list of periods begins at the chosen one, and arrows move in it", async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await open(page, withFilters(MONITOR, { period: "LAST_FULL_MONTH" }));
  const list = await openPeriod(page);
  const chosen = list.getByRole("button", { name: "Last full month" });
  await expect(chosen).toBeFocused();
  await expect(chosen).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("ArrowDown");
  await expect(list.getByRole("button", { name: "Last full quarter" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(chosen).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
