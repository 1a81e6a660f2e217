import type { Locator, Page } from "@playwright/test";
import { type LineBlock, openingSort, type TableBlock } from "../src/figures/blocks/declaration";
import type { BreakdownDeclaration } from "../src/pages/dashboards/declaration";
import { asTable, cellTexts, columnsOf, groupsInOrder, headsOf, type Row, rowsOf, setScale } from "./blocks";
import { byDashboard } from "./declared";
import { block, callsOf, goTo, idle, MONITOR, navigate, open, TWO_YEARS, withFilters } from "./page";
import { guarded, leastDecimals } from "./specified";
import { expect, test } from "./test";

// The result does not depend on the current date.
const FILTERS = TWO_YEARS;
const OTHER_FILTERS = { period: "PREVIOUS_YEAR" };

/** Records block calls of a screen from now on: the last part of each path and its body. */
function blockCalls(page: Page, endpoint: string) {
  const calls = callsOf(page);
  return () =>
    calls
      .splice(0)
      .filter(({ path }) => path.startsWith(`${endpoint}/`))
      .map(({ path, body }) => ({ call: path.slice(endpoint.length + 1), body }));
}

type Calls = ReturnType<typeof blockCalls>;

async function tryChart(page: Page, declared: BreakdownDeclaration, chart: LineBlock, taken: Calls) {
  const region = block(page, chart.title);
  const table = await asTable(page, chart);
  const sent = { ...FILTERS, ...(declared.recordCount ? { recordCount: declared.recordCount } : {}) };
  for (const [scale, timeScale, label] of [
    ["Quarters", "BY_QUARTERS", /^Q[1-4] \d{4}( \(.+\))?$/],
    ["Years", "BY_YEARS", /^\d{4}( \(.+\))?$/],
  ] as const) {
    await setScale(region, scale);
    await idle(page);
    const calls = taken();
    expect(calls.map(({ call }) => call)).toEqual([`breakdown/${chart.block}`]);
    expect(calls[0]?.body).toMatchObject({ ...sent, timeScale });
    for (const [first] of await rowsOf(table)) expect(first).toMatch(label);
  }
  const viewBy = region.getByRole("combobox", { name: "View by" });
  if (!chart.viewBy) return;
  expect(await viewBy.getByRole("option").allTextContents()).toEqual(["Totals", "LOB", "Tier", "Audience"]);
  const answered = page.waitForResponse(`**/${declared.endpoint}/breakdown/${chart.block}`);
  await viewBy.selectOption("TIER");
  const answer = (await (await answered).json()) as { data: { name: string }[] };
  await idle(page);
  const calls = taken();
  expect(calls.map(({ call }) => call)).toEqual([`breakdown/${chart.block}`]);
  expect(calls[0]?.body).toMatchObject({ ...sent, timeScale: "BY_YEARS", viewBy: "TIER" });
  expect(await headsOf(table)).toEqual(["Period", ...answer.data.map(({ name }) => name)]);
}

async function tryTable(page: Page, declared: BreakdownDeclaration, shown: TableBlock, taken: Calls) {
  const region = block(page, shown.title);
  const table = region.getByRole("table", { name: shown.title, exact: true });
  const [first, second] = [
    region.getByRole("combobox", { name: "View by" }),
    region.getByRole("combobox", { name: "then" }),
  ];
  const choose = async (box: Locator, value: string) => {
    const answered = page.waitForResponse(`**/${declared.endpoint}/breakdown/${shown.block}`);
    await box.selectOption(value);
    const { data } = (await (await answered).json()) as { data: Row[] };
    await idle(page);
    expect(taken().map(({ call }) => call)).toEqual([`breakdown/${shown.block}`]);
    return data;
  };
  await choose(first, "TIER");
  await expect(second).toHaveValue("NONE");
  expect(await second.getByRole("option").allTextContents()).toEqual(["None", "LOB", "Audience"]);
  const rows = await choose(second, "LOB");
  const columns = columnsOf(declared.endpoint, shown);
  const line = (row: Row) => [row.name, ...cellTexts(row, columns, leastDecimals(declared.route))];
  const { column: field, descending } = openingSort(shown);
  const sort = { field, descending };
  // Each group's own total is in bold above its rows; the grand total is at the bottom.
  const groups = rows.filter(({ records }) => records?.length).map((row) => ({ ...row, isTotal: false }));
  expect((await headsOf(table))[0]).toBe("Tier / LOB");
  expect(await rowsOf(table)).toEqual([
    ...groupsInOrder(groups, sort).flatMap((row) => [
      line(row),
      ...groupsInOrder(row.records ?? [], sort).map(line),
    ]),
    ...rows.filter(({ records }) => !records?.length).map(line),
  ]);
  await expect(table.locator("tbody tr").first().getByRole("rowheader")).toHaveCSS("font-weight", /[67]00/);
  // Changing the first level resets the second to none.
  const [level, header] = shown.opensBy === "AUDIENCE" ? ["LOB", "LOB"] : ["AUDIENCE", "Audience"];
  await choose(first, level);
  await expect(second).toHaveValue("NONE");
  expect((await headsOf(table))[0]).toBe(header);
}

/** What is offered on a screen: the choices of its chart and its table, and what its calls say of lists. */
const kindOf = ({ recordCount }: BreakdownDeclaration, chart?: LineBlock, shown?: TableBlock) =>
  JSON.stringify([
    recordCount !== undefined,
    chart && [chart.viewBy, chart.fields?.length],
    shown && [shown.opensBy, ...new Set(shown.columns.map(({ format }) => format))],
  ]);

for (const [parent, screens] of byDashboard.filter(([parent]) => parent !== "website-dashboard")) {
  test(`${guarded[`/${parent}`]}: a block's own filter requests that block only, the top filters all of them`, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    await open(page, MONITOR);
    const kinds = new Set<string>();
    for (const declared of screens) {
      const title = guarded[`/${declared.route}`] ?? "";
      const chart = declared.blocks.find((one) => one.kind === "line");
      // A table that opens by tier has nothing to change there.
      const shown = declared.blocks
        .filter((one) => one.kind === "table")
        .find(({ opensBy }) => opensBy !== "TIER");
      // Two screens of the same kind differ in their figures: a release tries each.
      const kind = kindOf(declared, chart, shown);
      if (kinds.has(kind) && !process.env.E2E_ALL) continue;
      kinds.add(kind);
      await test.step(title, async () => {
        await goTo(page, withFilters(`/${declared.route}`, FILTERS), title);
        const taken = blockCalls(page, declared.endpoint);
        if (chart) await tryChart(page, declared, chart, taken);
        if (shown) await tryTable(page, declared, shown, taken);
        const answered = page.waitForResponse(`**/${declared.endpoint}/breakdowns`);
        // As Apply does, this leaves the other parameters unchanged.
        const address = new URL(page.url());
        address.searchParams.set("filters", JSON.stringify(OTHER_FILTERS));
        await navigate(page, address.pathname + address.search);
        await answered;
        await idle(page);
        const calls = taken();
        const own = [chart, shown].flatMap((one) => (one ? [`breakdown/${one.block}`] : []));
        expect(calls.map(({ call }) => call).sort()).toEqual([...own, "breakdowns"].sort());
        for (const { body } of calls) expect(body).toMatchObject(OTHER_FILTERS);
        // The filter of a block survives.
        if (chart)
          await expect(block(page, chart.title).getByRole("combobox", { name: "Time scale" })).toHaveValue(
            "BY_YEARS",
          );
      });
    }
  });
}
