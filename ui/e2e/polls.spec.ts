import type { Locator, Page } from "@playwright/test";
import { headsOf, type Row, rowsOf } from "./blocks";
import { block, callsOf, csvRows, downloaded, idle, navigate, open, withFilters, writtenAs } from "./page";
import { expect, test } from "./test";

const POLLS = "/content-dashboard/polls-breakdown";
const CALLS = "api/v1/content/dashboard/polls/breakdown";
const TABLE = "POLL_ANSWERS_BY_AUDIENCE_TABLE";
// The result does not depend on the current date.
const FILTERS = { period: "LAST_12MONTHS" };

type Poll = { readonly id: number; readonly name: string };
type Info = { pollDto: { polls: number; answers: number }; pollList: Poll[] };
type Option = { readonly name: string; readonly answerCount: number; readonly percent: number };
type Answers = { pollAnswers: Option[]; [TABLE]: { data: Row[] } };

const choose = (page: Page): Locator => page.getByRole("combobox", { name: "Choose Poll" });
const answers = (page: Page): Locator => page.getByRole("table", { name: "Poll Question and Answers" });
const byAudience = (page: Page): Locator => page.getByRole("table", { name: "Poll Answers by Audience" });

/** The count and share of each option in a row. */
function sharesOf(row: Row): { count: number; share: number }[] {
  const counts = row.answers as number[];
  const sum = counts.reduce((total, count) => total + count, 0);
  return counts.map((count) => ({ count, share: sum ? Math.round((count / sum) * 10_000) / 100 : 0 }));
}

const line = (row: Row) => [
  row.name,
  writtenAs(row.value, "count"),
  ...sharesOf(row).map(
    ({ count, share }) => `${writtenAs(count, "count")} ${writtenAs(share, "percent", 1)}`,
  ),
];

test("a poll can be chosen and cleared; its table by user groups is requested alone", async ({
  page,
  api,
}) => {
  const info = await api<Info>(`${CALLS}/info`, FILTERS);
  const poll = info.pollList[0];
  if (!poll) throw new Error("the demo has polls");
  const calls = callsOf(page);
  const requested = () =>
    calls
      .splice(0)
      .filter(({ path }) => path.startsWith(CALLS))
      .map(({ path }) => path.slice(CALLS.length + 1));
  await open(page, withFilters(POLLS, FILTERS));
  expect(requested()).toEqual(["info"]);
  const summary = page.getByRole("region", { name: "Summary" });
  for (const figure of Object.values(info.pollDto))
    await expect(summary).toContainText(writtenAs(figure, "count"));
  expect(await choose(page).getByRole("option").allTextContents()).toEqual([
    "None",
    ...info.pollList.map(({ name }) => name),
  ]);
  await expect(choose(page)).toHaveValue("-1");
  await expect(answers(page)).toHaveCount(0);
  await expect(byAudience(page)).toHaveCount(0);

  const answered = page.waitForResponse(`**/${CALLS}/${poll.id}/answerInfos`);
  await choose(page).selectOption(String(poll.id));
  const answer = (await (await answered).json()) as Answers;
  await idle(page);
  expect(requested()).toEqual([`${poll.id}/answerInfos`]);
  await expect(block(page, "Poll Question and Answers")).toContainText(poll.name);
  expect(await headsOf(answers(page))).toEqual(["Option", "Answers", "%"]);
  expect(await rowsOf(answers(page))).toEqual(
    answer.pollAnswers.map(({ name, answerCount, percent }) => [
      name,
      writtenAs(answerCount, "count"),
      writtenAs(percent, "percent", 1),
    ]),
  );
  const options = answer.pollAnswers.map(({ name }) => name);
  expect(await headsOf(byAudience(page))).toEqual(["Audience", "Answers", ...options]);
  expect(await rowsOf(byAudience(page))).toEqual(answer[TABLE].data.map(line));

  const region = block(page, "Poll Answers by Audience");
  const regrouped = page.waitForResponse(`**/${CALLS}/${poll.id}/${TABLE}`);
  await region.getByRole("combobox", { name: "View by" }).selectOption("TIER");
  const { data } = (await (await regrouped).json()) as { data: Row[] };
  await idle(page);
  expect(requested()).toEqual([`${poll.id}/${TABLE}`]);
  expect((await headsOf(byAudience(page)))[0]).toBe("Tier");
  expect(await rowsOf(byAudience(page))).toEqual(data.map(line));
  const { content } = await downloaded(page, region.getByRole("button", { name: /^Download CSV/ }));
  expect(csvRows(content)).toEqual([
    ["Tier", "Answers", ...options.flatMap((name) => [name, `${name} (%)`])],
    ...data.map((row) => [
      row.name,
      String(row.value),
      ...sharesOf(row).flatMap(({ count, share }) => [String(count), String(share)]),
    ]),
  ]);

  // Another period: every block is requested again, before the list of its polls is known, and the poll stays selected
  // if it is listed.
  const other = { period: "THIS_YEAR" };
  const listed = (await api<Info>(`${CALLS}/info`, other)).pollList.some(({ id }) => id === poll.id);
  const again = page.waitForResponse(`**/${CALLS}/info`);
  const chosen = `&poll=${poll.id}&view=audience.by-tier`;
  await expect(page).toHaveURL(withFilters(POLLS, FILTERS) + chosen);
  await navigate(page, withFilters(POLLS, other) + chosen);
  await again;
  await idle(page);
  expect(requested().sort()).toEqual([`${poll.id}/${TABLE}`, `${poll.id}/answerInfos`, "info"].sort());
  await expect(choose(page)).toHaveValue(String(listed ? poll.id : -1));
  await expect(answers(page)).toHaveCount(listed ? 1 : 0);

  await choose(page).selectOption("-1");
  await expect(answers(page)).toHaveCount(0);
  await expect(byAudience(page)).toHaveCount(0);
  await idle(page);
  expect(requested()).toEqual([]);
});

test("the address keeps the poll after a reload and with other filters; an unlisted poll is ignored", async ({
  page,
  api,
}) => {
  const [poll] = (await api<Info>(`${CALLS}/info`, FILTERS)).pollList;
  await open(page, withFilters(POLLS, FILTERS));
  await choose(page).selectOption(String(poll?.id));
  await page.reload();
  await idle(page);
  await expect(choose(page)).toHaveValue(String(poll?.id));
  await expect(answers(page)).toBeVisible();
  await page.getByRole("button", { name: "Reset filters" }).click();
  await expect(page).toHaveURL(`${POLLS}?poll=${poll?.id}`);
  await open(page, `${withFilters(POLLS, FILTERS)}&poll=2147483647`);
  await expect(choose(page)).toHaveValue("-1");
  await expect(page.getByRole("main")).toContainText("This poll is not open in this period");
});

test("without answers there is no table by user group; without polls there is nothing to choose", async ({
  page,
  api,
}) => {
  const nobody = { ...FILTERS, userGroupsTiersAll: false, userGroupTiers: [] };
  const [poll] = (await api<Info>(`${CALLS}/info`, nobody)).pollList;
  await open(page, withFilters(POLLS, nobody));
  await choose(page).selectOption(String(poll?.id));
  await idle(page);
  for (const [, count, percent] of await rowsOf(answers(page)))
    expect([count, percent]).toEqual(["0", "0.0%"]);
  await expect(byAudience(page)).toHaveCount(0);
  await expect(page.getByText("No data in this period: Poll Answers by Audience.")).toBeVisible();

  await open(
    page,
    withFilters(POLLS, { period: "SELECTED_DATE", startDate: "1999-01-01", endDate: "1999-01-31" }),
  );
  await expect(choose(page)).toBeDisabled();
  await expect(page.getByRole("main")).toContainText("No poll is open in this period");
});
