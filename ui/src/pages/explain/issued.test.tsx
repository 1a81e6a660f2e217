import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { issued as copy } from "#texts/explain";
import { receipts } from "#texts/receipt";
import { ApiError } from "../../api/client";
import { createQueryClient } from "../../api/query";
import { Chart } from "../../figures/blocks/chart/Chart";
import type { IssuedAnswer, IssuedDay } from "../../generated/wire";
import { around, IssuedSection } from "./IssuedSection";
import { differing, MOST_LISTED } from "./issuedModel";

const called = vi.hoisted(() => vi.fn());
vi.mock("../../api/client", async (original) => ({
  ...(await original()),
  call: called,
  callDeclared: called,
}));
vi.mock("../../figures/blocks/chart/Chart", async (original) => ({
  ...(await original()),
  Chart: vi.fn(() => null),
}));
const charts = vi.mocked(Chart);

const PARAMS = { startDate: "2026-02-01", endDate: "2026-02-28" };
const SENTENCE = "Issued 62.4, now 62.9: load 34 of Mar 3, 2026 corrected Feb 12 to 14, 2026.";

function day(day: string, issued: number, now: number | null, sentence: string | null = null): IssuedDay {
  const differs = sentence !== null;
  return {
    day,
    issuedAt: `${day}T08:30:00Z`,
    dataVersion: 3,
    method: "bond-1",
    issued,
    now,
    differs,
    sentence,
    isCompared: now !== null,
    loads: [],
  };
}

function answer(change: Partial<IssuedAnswer>): IssuedAnswer {
  return {
    metric: "score",
    label: "BOND Score",
    unit: null,
    startDate: "2026-02-01",
    endDate: "2026-02-28",
    windowDays: 90,
    firstDay: "2026-02-13",
    note: null,
    days: [],
    ...change,
  };
}

beforeEach(() => {
  called.mockReset();
  charts.mockClear();
});

async function show(data: IssuedAnswer | ApiError) {
  called.mockImplementation(async (_, path) => {
    if (path === "api/v1/program") return { currency: "USD", minimumMembers: 0 };
    if (path !== "api/v1/issued/score") return { format: "bond-receipt-1", path };
    if (data instanceof ApiError) throw data;
    return data;
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <IssuedSection figure="score" params={PARAMS} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

async function section(data: IssuedAnswer) {
  await show(data);
  return await screen.findByRole("region", { name: copy.title });
}

it("draws what was issued and what is now, and says why days differ", async () => {
  const days = [day("2026-02-13", 62.4, 62.9, SENTENCE), day("2026-02-14", 63, 63)];
  const shown = await section(answer({ days }));
  const row = await within(shown).findByRole("row", { name: /^Feb 13, 2026/ });
  expect(row).toHaveTextContent(SENTENCE);
  expect(row).toHaveTextContent("62.462.9");
  expect(within(shown).getAllByRole("row")).toHaveLength(2);
  expect(shown).toHaveTextContent(copy.differ(1, 2));
  expect(called.mock.calls.find(([, path]) => path === "api/v1/issued/score")?.[2]).toEqual(PARAMS);
  const { option, label } = charts.mock.lastCall?.[0] ?? {};
  expect(label).toBe(copy.chart("BOND Score"));
  const series = option?.series as { name: string; data: unknown[] }[];
  expect(series.map(({ name }) => name)).toEqual([copy.now, copy.issued]);
  expect(option?.xAxis).toMatchObject({ data: ["Feb 13, 2026", "Feb 14, 2026"] });
  expect(option?.yAxis).toMatchObject({ min: 61, max: 65 });
});

it("says nothing of values that have not changed, but copies their receipts", async () => {
  const written = vi.fn<(text: string) => Promise<void>>().mockResolvedValue(undefined);
  vi.stubGlobal("navigator", { clipboard: { writeText: written } });
  await show(answer({ days: [day("2026-02-13", 62.4, 62.4), day("2026-02-14", 63, 63)] }));
  const verify = await screen.findByText(receipts.verify);
  expect(screen.queryByRole("region", { name: copy.title })).toBeNull();
  expect(charts).not.toHaveBeenCalled();
  expect(verify.closest("details")).not.toHaveAttribute("open");
  fireEvent.click(verify);
  const chooser = screen.getByRole("combobox");
  expect(chooser).toHaveValue("2026-02-14");
  fireEvent.change(chooser, { target: { value: "2026-02-13" } });
  fireEvent.click(screen.getByRole("button", { name: receipts.copyIssued }));
  await screen.findByText(receipts.copied);
  expect(written.mock.lastCall?.[0]).toContain("api/v1/issued/score/2026-02-13");
  vi.unstubAllGlobals();
});

it("says nothing of one day, whether it differs or not", async () => {
  await show(answer({ days: [day("2026-02-13", 62.4, 62.9, SENTENCE)] }));
  expect(await screen.findByText(receipts.verify)).toBeVisible();
  expect(screen.queryByRole("region", { name: copy.title })).toBeNull();
});

it("says how many days are not compared", async () => {
  const days = [
    day("2026-02-12", 61, null),
    day("2026-02-13", 62.4, 62.9, SENTENCE),
    day("2026-02-14", 63, 63),
  ];
  const shown = await section(answer({ days }));
  expect(await within(shown).findByText(new RegExp(copy.open(1)))).toHaveTextContent(copy.differ(1, 2));
});

it("shows the receipt of now alone where nothing was issued", async () => {
  await show(answer({ firstDay: null }));
  fireEvent.click(await screen.findByText(receipts.verify));
  expect(screen.queryByRole("region", { name: copy.title })).toBeNull();
  expect(screen.getByRole("button", { name: receipts.copy })).toBeVisible();
  expect(screen.queryByRole("button", { name: receipts.copyIssued })).toBeNull();
});

it("shows nothing to who sees some members only", async () => {
  const refused = new ApiError(403, { status: 403, error: "forbidden", message: "Limited.", errors: [] });
  await show(refused);
  await vi.waitFor(() => expect(screen.queryByRole("region", { name: copy.title })).toBeNull());
});

it("lists the latest days that differ and counts the others", () => {
  const days = Array.from({ length: MOST_LISTED + 3 }, (_, at) =>
    day(`2026-01-${String(at + 1).padStart(2, "0")}`, at, at + 1, "why"),
  );
  const { listed, more } = differing([...days, day("2026-03-01", 1, 1)]);
  expect([listed.length, more, listed[0]?.day]).toEqual([MOST_LISTED, 3, days.at(-1)?.day]);
});

it("the axis has round ends around the values", () => {
  expect(around([76.3, null])).toEqual({ min: 74, max: 78 });
  expect(around([62.4, 62.9])).toEqual({ min: 61, max: 65 });
  expect(around([0.57])).toEqual({ min: 0.55, max: 0.59 });
  expect(around([120_000, 121_000])).toEqual({ min: 117_000, max: 124_000 });
});
