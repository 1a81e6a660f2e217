import { asTable, rowsOf, setScale } from "./blocks";
import { block, callsOf, idle, LOGINS, open, withFilters, written } from "./page";
import { expect, test } from "./test";

const YEAR = new Date().getFullYear() - 1;
const SHORT = { period: "SELECTED_DATE", startDate: `${YEAR}-02-01`, endDate: `${YEAR}-03-31` };
const LONG = { period: "SELECTED_DATE", startDate: `${YEAR}-01-01`, endDate: `${YEAR}-06-30` };
const TITLE = "Logins by Period";
const CALL = "api/v1/dashboard/users/logins/breakdown/LOGINS_BY_PERIOD";

test("a short period has charts by day and by week, a longer one months", async ({ page, api }) => {
  await open(page, withFilters(LOGINS, SHORT));
  const scale = block(page, TITLE).getByRole("combobox", { name: "Time scale" });
  await expect(scale.getByRole("option")).toHaveText(["Days", "Weeks", "Months", "Quarters", "Years"]);
  const calls = callsOf(page);
  await setScale(block(page, TITLE), "Days");
  await idle(page);
  expect(calls.map(({ path }) => path)).toEqual([CALL]);
  expect(calls[0]?.body).toMatchObject({ timeScale: "BY_DAYS" });
  await expect(page).toHaveURL(/logins\.days/);
  const table = await asTable(page, { title: TITLE });
  const days = await api<{ data: [string, number][] }>(`/${CALL}`, { ...SHORT, timeScale: "BY_DAYS" });
  expect(days.data).toHaveLength(59);
  expect((await rowsOf(table)).map(([, figure]) => figure)).toEqual(
    days.data.map(([, figure]) => written(figure)),
  );

  await setScale(block(page, TITLE), "Weeks");
  await idle(page);
  const weeks = await api<{ data: [string, number][] }>(`/${CALL}`, { ...SHORT, timeScale: "BY_WEEKS" });
  expect(weeks.data.length).toBeGreaterThanOrEqual(9);
  const sum = (rows: readonly [string, number][]) => rows.reduce((total, [, figure]) => total + figure, 0);
  expect(sum(weeks.data)).toBe(sum(days.data));
  expect((await rowsOf(table)).map(([, figure]) => figure)).toEqual(
    weeks.data.map(([, figure]) => written(figure)),
  );

  // Where weeks would be too many the same chart has months, and a chosen week stays for later.
  await open(page, `${withFilters(LOGINS, LONG)}&view=logins.weeks.table`);
  await expect(scale.getByRole("option")).toHaveText(["Months", "Quarters", "Years"]);
  await expect(scale).toHaveValue("BY_MONTHS");
  await expect(block(page, TITLE).getByRole("table").locator("tbody tr")).toHaveCount(6);
  const months = await api<{ filterParams: { timeScale: string } }>(`/${CALL}`, {
    ...LONG,
    timeScale: "BY_DAYS",
  });
  expect(months.filterParams.timeScale).toBe("BY_MONTHS");
});

test("a chart of one month opens on its days, which the screen's own call brings", async ({ page }) => {
  const calls = callsOf(page);
  await open(page, withFilters(LOGINS, { ...SHORT, endDate: `${YEAR}-02-28` }));
  await idle(page);
  const scale = block(page, TITLE).getByRole("combobox", { name: "Time scale" });
  await expect(scale).toHaveValue("BY_DAYS");
  await expect(scale.getByRole("option", { name: "Months" })).toBeDisabled();
  const table = await asTable(page, { title: TITLE });
  expect(await rowsOf(table)).toHaveLength(28);
  expect(calls.map(({ path }) => path)).not.toContain(CALL);
});
