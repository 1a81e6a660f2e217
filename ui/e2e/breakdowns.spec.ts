import type { Locator, Page } from "@playwright/test";
import type {
  BarsBlock,
  BlockDeclaration,
  LineBlock,
  ListBlock,
  PieBlock,
  TableBlock,
} from "../src/figures/blocks/declaration";
import type { BreakdownDeclaration } from "../src/pages/dashboards/declaration";
import {
  type Answer,
  asTable,
  cellTexts,
  columnsOf,
  fileCells,
  fileHead,
  groupsInOrder,
  headsOf,
  inOrder,
  linesOf,
  type Row,
  rowsOf,
  type ShownColumn,
  type Value,
} from "./blocks";
import { byDashboard, fieldOf } from "./declared";
import { block, csvRows, downloaded, goTo, idle, MONITOR, open, withFilters, writtenCell } from "./page";
import { guarded, leastDecimals, SORTS } from "./specified";
import { expect, test } from "./test";

// The result does not depend on the current date.
const FILTERS = { period: "LAST_12MONTHS" };

type Answers = Readonly<Record<string, Answer>>;
type Screen = { readonly page: Page; readonly declared: BreakdownDeclaration; readonly answers: Answers };

/** The answer for a block. */
function answerOf({ answers }: Screen, { block: id }: BlockDeclaration): Answer {
  const answer = answers[id];
  if (!answer) throw new Error(`no answer for ${id}`);
  return answer;
}

const texts = (values: readonly Value[], unit: string, least: number) =>
  values.map((value, at) => (at === 0 ? String(value) : writtenCell(value, unit, least)));

async function expectLine(screen: Screen, chart: LineBlock): Promise<void> {
  const { page, declared } = screen;
  const least = leastDecimals(declared.route);
  const answer = answerOf(screen, chart);
  const field = chart.fields?.[0] ?? chart.field;
  const { unit } = fieldOf(declared.endpoint, chart.block, field);
  const table = await asTable(page, chart);
  const wanted = linesOf(answer, chart.fields, chart.field).map((row) => texts(row, unit, least));
  expect(wanted.length).toBeGreaterThan(11);
  expect(await rowsOf(table)).toEqual(wanted);
  // The specification requires these of every chart by period, or of some.
  const region = block(page, chart.title);
  const isWebsite = declared.bar === "period";
  const isByTier = chart.block.includes("_TIERS_");
  await expect(region.getByRole("combobox", { name: "Time scale" })).toHaveCount(isWebsite ? 0 : 1);
  await expect(region.getByRole("combobox", { name: "View by" })).toHaveCount(
    isWebsite || isByTier || chart.block === "OFFERS_BY_PERIOD" ? 0 : 1,
  );
}

async function expectBars(screen: Screen, chart: BarsBlock): Promise<void> {
  const { page, declared } = screen;
  const rows = (answerOf(screen, chart).data as Row[]).filter(({ isTotal }) => !isTotal);
  const { unit } = fieldOf(declared.endpoint, chart.block, "value");
  expect(await rowsOf(await asTable(page, chart))).toEqual(
    rows.map(({ name, value }) => [name, writtenCell(value, unit)]),
  );
}

async function expectPie(screen: Screen, pie: PieBlock): Promise<void> {
  const { page, declared } = screen;
  const rows = (answerOf(screen, pie).data as Row[])
    .filter(({ isTotal }) => !isTotal)
    .map((row) => ({ name: row.name, count: Number(row[pie.value ?? "value"]) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const sum = rows.reduce((total, { count }) => total + count, 0);
  expect(await rowsOf(await asTable(page, pie))).toEqual(
    rows.map(({ name, count }) => [
      name,
      writtenCell(count, "count"),
      writtenCell(Math.round((count / sum) * 10_000) / 100, "percent", leastDecimals(declared.route)),
    ]),
  );
}

/** The initial sort of a table in the specification. */
function specifiedSort(route: string, title: string): { header: string; descending: boolean } {
  const wanted = SORTS[`/${route}`]?.[title];
  if (!wanted) throw new Error(`no sort is specified for ${title} on ${route}`);
  return { header: wanted.replace(/^-/, ""), descending: wanted.startsWith("-") };
}

/** The displayed figures of the last column, empty if one is abbreviated. */
async function figuresOf(table: Locator): Promise<number[]> {
  const cells = await table.locator("tbody tr td:last-child").allInnerTexts();
  return cells.some((text) => /[MBT]$/.test(text))
    ? []
    : cells.map((text) => Number(/[\d.,]+/.exec(text)?.[0].replaceAll(",", "")));
}

/** Pressing the last header sorts by that column only, largest figures first; pressing it again reverses the order. */
async function expectSortable(page: Page, title: string, unit: string | null | undefined): Promise<void> {
  const table = page.getByRole("table", { name: title, exact: true });
  const sorted = table.locator("th[aria-sort]");
  const header = table.getByRole("columnheader").last();
  for (let press = 0; press < 2; press++) {
    const before = await header.getAttribute("aria-sort");
    await header.getByRole("button").click();
    await idle(page);
    await expect(sorted).toHaveCount(1);
    const first = unit ? "descending" : "ascending";
    const now = before === null ? first : before === "ascending" ? "descending" : "ascending";
    await expect(header).toHaveAttribute("aria-sort", now);
    if (!unit) continue;
    const figures = await figuresOf(table);
    const wanted = [...figures].sort((a, b) => (now === "ascending" ? a - b : b - a));
    expect(figures, `${title}, ${now}`).toEqual(wanted);
  }
}

async function expectOpenSort(
  table: Locator,
  { header, descending }: ReturnType<typeof specifiedSort>,
): Promise<void> {
  const sorted = table.locator("th[aria-sort]");
  await expect(sorted).toHaveCount(1);
  await expect(sorted).toHaveText(header);
  await expect(sorted).toHaveAttribute("aria-sort", descending ? "descending" : "ascending");
}

const fieldUnder = (header: string, columns: readonly ShownColumn[], first: string) =>
  columns.find(({ label }) => label === header)?.field ?? first;

async function expectTable(screen: Screen, shown: TableBlock): Promise<void> {
  const { page, declared } = screen;
  const { title } = shown;
  const table = page.getByRole("table", { name: title, exact: true });
  const columns = columnsOf(declared.endpoint, shown);
  const sort = specifiedSort(declared.route, title);
  await expectOpenSort(table, sort);
  const field = fieldUnder(sort.header, columns, "name");
  const answered = answerOf(screen, shown).data as Row[];
  expect(answered.at(-1)).toMatchObject({ name: "Total", isTotal: true });
  const rows = groupsInOrder(answered, { ...sort, field });
  const first = { AUDIENCE: "Audience", TIER: "Tier", LOB: "LOB" }[shown.opensBy ?? "LOB"];
  expect(await headsOf(table)).toEqual([first, ...columns.map(({ label }) => label)]);
  expect(await rowsOf(table)).toEqual(
    rows.map((row) => [row.name, ...cellTexts(row, columns, leastDecimals(declared.route))]),
  );
  const press = page.getByRole("button", { name: `Download CSV: ${title}`, exact: true });
  expect(csvRows((await downloaded(page, press)).content)).toEqual([
    [first, ...fileHead(columns)],
    ...rows.map((row) => [row.name, ...fileCells(row, columns)]),
  ]);
  await expectSortable(page, title, columns.at(-1)?.unit);
}

async function expectList(screen: Screen, list: ListBlock): Promise<void> {
  const { page, declared } = screen;
  const { title, first, rank } = list;
  const region = block(page, title);
  const table = page.getByRole("table", { name: title, exact: true });
  const columns = columnsOf(declared.endpoint, list);
  const sort = specifiedSort(declared.route, title);
  await expectOpenSort(table, sort);
  const field = fieldUnder(sort.header, columns, first.field);
  const rowsIn = ({ data }: Answer) => {
    const whole = list.part ? (data as Record<string, Row[]>)[list.part] : (data as Row[]);
    return inOrder(
      (whole ?? []).map((row, at): Row => ({ ...row, rank: at + 1 })),
      { ...sort, field },
    );
  };
  const ranked = (row: Row) => (rank ? [String(row.rank)] : []);
  const head = [...(rank ? [rank] : []), first.label];
  expect(await headsOf(table)).toEqual([...head, ...columns.map(({ label }) => label)]);
  const spoken = first.format === "link" ? " (opens in a new tab)" : "";
  const shown = (row: Row) => [
    ...ranked(row),
    `${String(row[first.field])}${spoken}`,
    ...cellTexts(row, columns, leastDecimals(declared.route)),
  ];
  const answer = answerOf(screen, list);
  let rows = rowsIn(answer);
  expect(await rowsOf(table)).toEqual(rows.slice(0, list.show).map(shown));
  const total = answer.total ?? rows.length;
  const more = region.getByRole("button", { name: /^Show all/ });
  if (total > Math.min(rows.length, list.show ?? rows.length)) {
    await expect(more).toHaveText(`Show all ${total}`);
    // Rows beyond the limit are requested; the others are already loaded.
    const whole =
      total > rows.length
        ? page.waitForResponse(`**/${declared.endpoint}/breakdown/${list.block}`)
        : undefined;
    await more.click();
    if (whole) rows = rowsIn((await (await whole).json()) as Answer);
    await idle(page);
    expect(rows).toHaveLength(total);
    expect(await rowsOf(table)).toEqual(rows.map(shown));
  }
  await expect(more).toHaveCount(0);
  const press = page.getByRole("button", { name: `Download CSV: ${title}`, exact: true });
  expect(csvRows((await downloaded(page, press)).content)).toEqual([
    [...head, ...fileHead(columns)],
    ...rows.map((row) => [...ranked(row), String(row[first.field]), ...fileCells(row, columns)]),
  ]);
  await expectSortable(page, title, columns.at(-1)?.unit);
}

async function expectBlock(screen: Screen, declared: BlockDeclaration): Promise<void> {
  switch (declared.kind) {
    case "line":
      return expectLine(screen, declared);
    case "bars":
      return expectBars(screen, declared);
    case "pie":
      return expectPie(screen, declared);
    case "table":
      return expectTable(screen, declared);
    case "list":
      return expectList(screen, declared);
  }
}

for (const [parent, screens] of byDashboard) {
  test(`${guarded[`/${parent}`]}: every block of its breakdowns shows its answer, in the specified order`, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    await open(page, MONITOR);
    for (const declared of screens) {
      const title = guarded[`/${declared.route}`] ?? "";
      await test.step(title, async () => {
        const answered = page.waitForResponse(`**/${declared.endpoint}/breakdowns`);
        await goTo(page, withFilters(`/${declared.route}`, FILTERS), title);
        const screen: Screen = { page, declared, answers: (await (await answered).json()) as Answers };
        for (const one of declared.blocks) await test.step(one.title, () => expectBlock(screen, one));
      });
    }
  });
}
