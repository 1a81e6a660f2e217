import { rowsOf } from "./blocks";
import { checkPage, devices } from "./looks";
import { block, callsOf, csvRows, downloaded, idle, open, withFilters, written, writtenRange } from "./page";
import { expect, test } from "./test";

type Row = { name: string; activeUsers: number; enrolled: number; percent: number; isTotal: boolean };

const SCREEN = "/user-dashboard/program-active-rate-breakdown";
const CALL = "api/v1/dashboard/users/programActiveRate/breakdown/ACTIVE_USERS_TABLE";
const YEAR = new Date().getFullYear() - 1;
const NOW = { period: "SELECTED_DATE", startDate: `${YEAR}-02-01`, endDate: `${YEAR}-02-28` };
const BEFORE = { period: "SELECTED_DATE", startDate: `${YEAR}-01-01`, endDate: `${YEAR}-01-31` };
const TITLE = "Active Members";

test("a table by groups shows the period before and the change, remembers it, and saves it", async ({
  page,
  api,
}) => {
  await open(page, withFilters(SCREEN, NOW));
  const table = block(page, TITLE).getByRole("table", { name: TITLE });
  const compare = block(page, TITLE).getByRole("button", { name: /^Compare with the period before/ });
  const calls = callsOf(page);
  await compare.focus();
  await page.keyboard.press("Enter");
  await expect(compare).toHaveAttribute("aria-pressed", "true");
  await idle(page);
  expect(calls.map(({ path }) => path)).toEqual([CALL]);
  const [now, before] = await Promise.all(
    [NOW, BEFORE].map((dates) => api<{ data: Row[] }>(`/${CALL}`, { ...dates, viewByH1: "LOB" })),
  );
  const expected = now?.data.map(({ name, activeUsers }) => {
    const was = before?.data.find((row) => row.name === name)?.activeUsers;
    return [name, written(activeUsers), was === undefined ? "–" : written(was)];
  });
  expect((await rowsOf(table)).map((row) => row.slice(0, 3))).toEqual(expected);
  await expect(block(page, TITLE)).toContainText(
    `Compared with ${writtenRange(BEFORE.startDate, BEFORE.endDate)}`,
  );

  // By its change, largest first.
  await table.getByRole("button", { name: "Active Members, change" }).click();
  await expect(page).toHaveURL(/table\.compared\.desc-activeUsers_change/);
  const changes = (await rowsOf(table)).slice(0, -1).map((row) => {
    const text = row[3]?.match(/[+−]?[\d.,]+/)?.[0] ?? "0";
    return Number(text.replace("−", "-").replace(/[+,]/g, ""));
  });
  expect(changes).toEqual(changes.toSorted((a, b) => b - a));
  await page.reload();
  await idle(page);
  await expect(compare).toHaveAttribute("aria-pressed", "true");
  await expect(table.getByRole("columnheader", { name: "Active Members, before" })).toBeVisible();
  const { content } = await downloaded(
    page,
    block(page, TITLE).getByRole("button", { name: /^Download CSV/ }),
  );
  expect(csvRows(content)[0]?.slice(0, 4)).toEqual([
    "LOB",
    "Active Members",
    "Active Members, before",
    "Active Members, change (%)",
  ]);
  await compare.click();
  await expect(page).not.toHaveURL(/compared/);
  await expect(table.getByRole("columnheader", { name: "Active Members, before" })).toHaveCount(0);
});

const LIST = "Articles Visited";
const ARTICLES = "/api/v1/content/dashboard/articles/breakdown/ARTICLES_VISITED";

test("a list compares with the period before, and takes it along in the file of its screen", async ({
  page,
  api,
}) => {
  await open(page, withFilters("/content-dashboard/articles-breakdown", NOW));
  await block(page, LIST)
    .getByRole("button", { name: /^Compare with the period before/ })
    .click();
  await idle(page);
  await expect(page).toHaveURL(/articles\.compared/);
  type Article = { name: string; visits: number };
  const [now, before] = await Promise.all(
    [NOW, BEFORE].map((dates) => api<{ data: Article[] }>(ARTICLES, dates)),
  );
  // An article that nobody read then is in no answer.
  const was = (name: string) => before?.data.find((article) => article.name === name)?.visits ?? 0;
  const expected = now?.data.map(({ name, visits }) => [name, written(visits), written(was(name))]);
  const shown = (await rowsOf(block(page, LIST).getByRole("table"))).map((row) => row.slice(1, 4));
  expect(shown.length).toBeGreaterThan(5);
  expect(shown).toEqual(expected?.slice(0, shown.length));

  await page.getByRole("button", { name: "Export", exact: true }).click();
  const choices = page.getByRole("dialog", { name: "Export" });
  await choices.getByRole("radio", { name: "CSV tables (.zip)" }).check();
  const [request] = await Promise.all([
    page.waitForRequest(/export\/zip/),
    choices.getByRole("button", { name: "Save the file" }).click(),
  ]);
  expect(request.postDataJSON()).toMatchObject({ compared: ["ARTICLES_VISITED"] });
  expect((await request.response())?.status()).toBe(200);
});

test("an address of a list that compares has the figures of the period before", async ({ page, api }) => {
  const address = withFilters("/content-dashboard/articles-breakdown", NOW);
  await open(page, `${address}&view=articles.compared`);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("button", { name: "Address for Excel and Power BI…" }).click();
  const form = page.getByRole("dialog", { name: /^An address of/ });
  await form.getByLabel("Table").selectOption(`Articles Breakdown: ${LIST}`);
  await form.getByRole("button", { name: "Create address" }).click();
  const made = page.getByRole("dialog", { name: "Your address" });
  const answer = await page.request.get(await made.getByLabel("JSON, for Excel and Power BI").inputValue());
  expect(answer.status()).toBe(200);
  const [first] = (await answer.json()) as Record<string, unknown>[];
  const before = await api<{ data: { name: string; visits: number }[] }>(ARTICLES, BEFORE);
  const name = String(first?.Name);
  expect(first?.["Visits, before"]).toBe(before.data.find((article) => article.name === name)?.visits ?? 0);
  expect(first).toHaveProperty(["Visits, change (%)"]);
});

for (const [device, size] of devices) {
  test.describe(device, () => {
    test.use(size);

    test("a compared table fits", async ({ page }) => {
      await open(page, `${withFilters(SCREEN, NOW)}&view=table.compared.by-tier-lob`);
      await expect(block(page, TITLE).getByRole("columnheader", { name: "%, change" })).toBeAttached();
      await checkPage(page, device, "a compared table", "compared-table");
    });
  });
}
