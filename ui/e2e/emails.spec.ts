import { headsOf, type Row, rowsOf } from "./blocks";
import { callsOf, firstFilters, idle, open, withFilters } from "./page";
import { expect, test } from "./test";

const SCREENS = "/emails-dashboard/screens";
const SCHEDULE = "/emails-dashboard/schedule";
const EMAILS = "api/v1/emails/dashboard";
const FILTERS = { period: "LAST_12MONTHS" };

const date = (day: unknown) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-US", {
    timeZone: "UTC",
    year: "numeric",
    month: "short",
    day: "numeric",
  });

test("each campaign screen has a preview that opens in a new tab", async ({ page, baseURL, context }) => {
  const rows = Array.from({ length: 6 }, (_, at) => ({
    campaign: `Campaign ${at}`,
    name: "Newsletter",
    subject: `Subject ${at}`,
    ssl: "-",
    link: "",
  }));
  const links = [
    `${baseURL}/sign-out`,
    "javascript:document.title='taken'",
    "data:text/html,<h1>taken</h1>",
    "//example.com/mail",
    "ftp://example.com/mail",
    "",
  ];
  await page.route(`**/${EMAILS}/screens`, (route) =>
    route.fulfill({ json: rows.map((row, at) => ({ ...row, link: links[at] })) }),
  );
  await open(page, SCREENS);
  const table = page.getByRole("table", { name: "Campaign Screens" });
  expect(await headsOf(table)).toEqual(["Campaign", "Subject", "SSL", "Preview Link"]);
  // Only web addresses become links; the rest is text.
  await expect(table.getByRole("link")).toHaveCount(1);
  for (const [at, link] of links.entries())
    if (at > 0) await expect(table.locator("tbody tr").nth(at).getByRole("cell").last()).toHaveText(link);
  const preview = table.getByRole("link", { name: "Preview (opens in a new tab)" });
  await expect(preview).toHaveAttribute("rel", /noopener/);
  const opened = context.waitForEvent("page");
  await preview.click();
  const tab = await opened;
  await expect(tab).toHaveURL(links[0] ?? "");
  await tab.close();
  await expect(page).toHaveURL(SCREENS);
});

test("the screens match the answer and use the campaign filter only", async ({ page }) => {
  const calls = callsOf(page);
  const answered = page.waitForResponse(`**/${EMAILS}/screens`);
  await open(page, withFilters(SCREENS, FILTERS));
  const answer = (await (await answered).json()) as Row[];
  expect(calls.find(({ path }) => path === `${EMAILS}/screens`)?.body).toEqual({
    ...FILTERS,
    campaignsAll: true,
    campaignsTypesAll: true,
  });
  const region = page.getByRole("region", { name: "Campaign Screens" });
  const table = region.getByRole("table");
  await expect(table.locator("th[aria-sort]")).toHaveText("Campaign");
  await region.getByRole("button", { name: `Show all ${answer.length}` }).click();
  const shown = await rowsOf(table);
  expect([...shown].sort()).toEqual(
    answer
      .map((row) => [row.campaign, row.subject, row.ssl, "Preview (opens in a new tab)"].map(String))
      .sort(),
  );
  const [wanted = ""] = String(answer[3]?.subject).split(" ");
  await region.getByRole("searchbox", { name: "Search in Campaign Screens" }).fill(wanted.toUpperCase());
  const found = answer.filter((row) =>
    [row.campaign, row.subject, row.ssl].some((text) =>
      String(text).toLowerCase().includes(wanted.toLowerCase()),
    ),
  );
  await expect(table.locator("tbody tr")).toHaveCount(found.length);
});

test("the schedule: the next ten entries, all on request, by date", async ({ page, api }) => {
  const calls = callsOf(page);
  const answered = page.waitForResponse(`**/${EMAILS}/schedules`);
  await open(page, SCHEDULE);
  const next = (await (await answered).json()) as Row[];
  expect(next).toHaveLength(10);
  const bodies = () => calls.filter(({ path }) => path === `${EMAILS}/schedules`).map(({ body }) => body);
  const year = firstFilters();
  expect(bodies()).toEqual([{ ...year, recordCount: 10 }]);
  const table = page.getByRole("table", { name: "Planned Emails" });
  expect(await headsOf(table)).toEqual(["Date", "Day", "Audience", "Registration Status", "Note"]);
  await expect(table.getByRole("columnheader", { name: "Date" })).toHaveAttribute("aria-sort", "ascending");
  const line = (row: Row) => [
    date(row.date),
    ...[row.dayOfWeek, row.audience, row.enrollmentStatus, row.notes].map(String),
  ];
  expect(await rowsOf(table)).toEqual(next.map(line));

  await page.getByRole("button", { name: "Show all", exact: true }).click();
  await expect(page.getByRole("button", { name: /^Show all/ })).toHaveCount(0);
  await idle(page);
  expect(bodies().at(-1)).toEqual({ ...year, recordCount: 0 });
  const all = await api<Row[]>(`${EMAILS}/schedules`, { ...year, recordCount: 0 });
  expect(all.length).toBeGreaterThan(10);
  // Rows of a long table are drawn after the answer has come.
  await expect.poll(() => rowsOf(table)).toEqual(all.map(line));
});

test("the schedule is in the menu and shows a chosen period from its first day", async ({ page, api }) => {
  await open(page, withFilters("/emails-dashboard", { period: "LAST_90DAYS" }));
  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Schedule" }).click();
  await expect(page).toHaveURL(withFilters(SCHEDULE, { period: "LAST_90DAYS" }));
  await idle(page);
  const table = page.getByRole("table", { name: "Planned Emails" });
  const all = await api<Row[]>(`${EMAILS}/schedules`, { period: "LAST_90DAYS", recordCount: 0 });
  const { today } = await api<{ today: string }>("api/v1/program");
  expect(String(all[0]?.date) < today).toBe(true);
  expect((await rowsOf(table)).map(([day]) => day)).toEqual(all.map((row) => date(row.date)));
  await expect(page.getByRole("button", { name: /^Show all/ })).toHaveCount(0);
});

test("campaign times have the specified format", async ({ page }) => {
  await open(page, withFilters("/emails-dashboard/unsubscribed-breakdown", FILTERS));
  const table = page.getByRole("table", { name: "Unsubscribed by Campaigns" });
  expect(await headsOf(table)).toEqual([
    "Campaign",
    "Sent Date",
    "Successful Delivered",
    "Unsubscribed",
    "Unsubscribe Rate %",
  ]);
  for (const [, sent] of await rowsOf(table)) expect(sent).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
});
