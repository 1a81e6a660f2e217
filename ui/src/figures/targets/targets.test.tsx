import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import vectors from "../../../../src/render/target_vectors.json";
import { useSession } from "../../api/session";
import { exampleUser } from "../../api/session/exampleUser";
import type { ChartPeriod, FittingTarget, Polarity, SessionUser, TargetAnswer } from "../../generated/wire";
import { useToasts } from "../../kit/toasts";
import { lineOf, periodText, saidOf, startText, whyNoLine } from "./model";
import { stateOf } from "./state";
// Loaded before it is opened, which takes long on a busy machine.
import "./TargetDialog";
import TargetPart from "./TargetPart";

const FITTING: FittingTarget = {
  metric: "logins.totalLogins",
  value: 12_000,
  grain: "MONTH",
  periods: 1,
  starts: "2026-03-01",
  ends: "2026-03-31",
  counted: null,
  grows: true,
  polarity: "higher",
  group: null,
};

describe("a state", () => {
  it.each(vectors)("of $value against $target is that of files", (vector) => {
    const { value, target, polarity, grows, isOver, percent, side, verdict } = vector;
    const judged = { value: target, polarity: polarity as Polarity, grows, counted: isOver ? null : 50 };
    expect(stateOf(value, judged)).toEqual({ percent, side, verdict });
  });
});

describe("what is said", () => {
  const said = (value: number | null, change: Partial<FittingTarget> = {}) =>
    saidOf(value, { ...FITTING, ...change }, "USD");

  it("is the share of the target, apart from any change", () => {
    expect(said(11_280).text).toBe("94% of target (12,000) · not reached");
    expect(said(12_000).text).toBe("100% of target (12,000) · reached");
    expect(said(11_280).title).toBe("Target of March 2026: 12,000");
  });

  it("says which side is which where lower is better", () => {
    const rate = { metric: "dormantRate.percent", value: 20, polarity: "lower", grows: false } as const;
    expect(said(22, rate)).toMatchObject({ text: "110% of target (20%) · over target", verdict: "missed" });
    expect(said(18, rate)).toMatchObject({ text: "90% of target (20%) · under target", verdict: "reached" });
    expect(said(20, rate).text).toBe("100% of target (20%) · on target");
  });

  it("compares a period to date with the whole target, and says how much of it is counted", () => {
    expect(said(7_440, { counted: 80 })).toMatchObject({
      text: "62% of target (12,000) · after 80% of the days",
      verdict: "open",
    });
    expect(said(13_000, { counted: 80 }).text).toBe(
      "109% of target (12,000) · reached · after 80% of the days",
    );
    expect(said(11_280, { counted: 80, grows: false }).text).toBe("94% of target (12,000) · so far");
  });

  it("has no share of a hidden figure", () => {
    expect(said(null)).toMatchObject({ text: "Target 12,000", verdict: "open" });
  });

  it("names the period and the group", () => {
    expect(periodText({ ...FITTING, grain: "YEAR", starts: "2026-01-01", ends: "2026-12-31" })).toBe("2026");
    expect(periodText({ ...FITTING, periods: 3, ends: "2026-05-31" })).toContain("May");
    expect(said(1, { group: { type: "TIER", id: 1, name: "Gold" } }).title).toMatch(/ for Gold$/);
    expect(startText({ grain: "MONTH", starts: "2026-03", repeats: true })).toBe(
      "each month from March 2026",
    );
  });
});

it("puts targets at the periods of a chart that begin with them", () => {
  const periods = ["2026-01-15", "2026-02-01", "2026-03-01"].map((start) => ({ start }) as ChartPeriod);
  const lines = [
    { metric: "a", timeScale: "BY_MONTHS" as const, points: [{ start: "2026-02-01", value: 5 }] },
  ];
  expect(lineOf(lines, { metric: "a", course: "flow", unit: "count" }, "BY_MONTHS", periods)).toEqual([
    null,
    5,
    null,
  ]);
  expect(lineOf(lines, { metric: "a", course: "flow", unit: "count" }, "BY_YEARS", periods)).toBeNull();
  expect(lineOf(lines, { metric: "b", course: "flow", unit: "count" }, "BY_MONTHS", periods)).toBeNull();
  expect(
    lineOf(lines, { metric: "a", course: "flow", unit: "count" }, "BY_MONTHS", periods.slice(2)),
  ).toBeNull();
});

it("puts the target of a month at its days and weeks where it is the same for them, else says why not", () => {
  const weeks = [
    { start: "2026-01-19", end: "2026-01-25" },
    { start: "2026-01-26", end: "2026-02-01" },
    { start: "2026-03-02", end: "2026-03-08" },
  ] as ChartPeriod[];
  const lines = [
    {
      metric: "a",
      timeScale: "BY_MONTHS" as const,
      points: [
        { start: "2026-01-01", value: 40 },
        { start: "2026-02-01", value: 50 },
      ],
    },
  ];
  for (const course of ["rate", "level"] as const) {
    expect(lineOf(lines, { metric: "a", course, unit: "percent" }, "BY_WEEKS", weeks)).toEqual([
      40,
      50,
      null,
    ]);
    expect(whyNoLine(lines, { metric: "a", course, unit: "percent" }, "BY_WEEKS")).toBeNull();
  }
  const each = { metric: "a", course: "rate", unit: "money" } as const;
  expect(whyNoLine(lines, each, "BY_DAYS")).toMatch(/grows with the length/);
  for (const [course, why] of [
    ["flow", /no share of one/],
    ["growing", /grows with the length/],
  ] as const) {
    expect(lineOf(lines, { metric: "a", course, unit: "percent" }, "BY_WEEKS", weeks)).toBeNull();
    expect(whyNoLine(lines, { metric: "a", course, unit: "percent" }, "BY_DAYS")).toMatch(why);
    expect(whyNoLine(lines, { metric: "a", course, unit: "percent" }, "BY_MONTHS")).toBeNull();
    expect(whyNoLine(lines, { metric: "b", course, unit: "percent" }, "BY_DAYS")).toBeNull();
  }
});

/** Typing into a form takes long on a busy machine. */
const LONG = 20_000;

describe("on the page", () => {
  const saved: TargetAnswer = {
    id: 7,
    metric: "logins.totalLogins",
    grain: "MONTH",
    starts: "2026-03",
    repeats: false,
    value: 12_000,
    group: null,
    note: "Plan",
    setAt: 1,
    setBy: "ann",
    mayChange: true,
  };
  let calls: { method: string; path: string; body: unknown }[] = [];
  let refused: string | null = null;

  const withPermission = (editable: boolean): SessionUser => ({
    ...exampleUser,
    modules: ["MEMBERS"],
    roleList: [{ name: "A", permissions: [{ module: { code: "MEMBERS" }, editable }] }],
  });

  beforeEach(() => {
    calls = [];
    refused = null;
    useToasts.setState({ toasts: [] });
    useSession.setState({ status: "signedIn", user: withPermission(true) }, true);
    vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
      const method = init.method ?? "GET";
      const at = String(path).replace(/^.*?api\//, "api/");
      if (at.endsWith("/fitting")) return Response.json({ targets: [FITTING], lines: [] });
      if (method !== "GET")
        calls.push({ method, path: at, body: init.body ? JSON.parse(String(init.body)) : undefined });
      if (at === "api/v1/program")
        return Response.json({ today: "2026-03-15", currency: "USD", fiscalYearStart: 1 });
      if (at.endsWith("/userGroups")) return Response.json([{ type: "TIER", id: 1, name: "Gold" }]);
      if (method === "DELETE") return new Response(null, { status: 204 });
      if (method === "GET") return Response.json({ targets: [saved] });
      if (refused !== null)
        return Response.json(
          { status: 400, error: "invalid_request", message: refused, errors: [] },
          { status: 400 },
        );
      return Response.json(saved);
    });
  });

  afterEach(() => vi.unstubAllGlobals());

  async function show(part: React.ReactNode) {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    await act(async () => {
      render(<QueryClientProvider client={client}>{part}</QueryClientProvider>);
    });
  }

  async function openDialog() {
    await show(<TargetPart metric="logins.totalLogins" />);
    await user.click(screen.getByRole("button", { name: "Set targets" }));
    return within(await screen.findByRole("dialog", { name: "Targets" }, { timeout: 4000 }));
  }

  const user = userEvent.setup();

  it("a figure has its state in words", async () => {
    await show(<TargetPart metric="logins.totalLogins" value={11_280} currency="USD" params={{}} />);
    expect(await screen.findByText(/94% of target \(12,000\) · not reached/)).toBeInTheDocument();
  });

  it("a figure without a target has nothing", async () => {
    await show(<TargetPart metric="logins.uniqueLogins" value={1} currency="USD" params={{}} />);
    await waitFor(() => expect(screen.queryByText(/target/i)).toBeNull());
  });

  it("only who may change the module sets targets", async () => {
    useSession.setState({ status: "signedIn", user: withPermission(false) }, true);
    await show(<TargetPart metric="logins.totalLogins" />);
    expect(screen.queryByRole("button")).toBeNull();
  });

  it(
    "a target is set for a group from a month on",
    async () => {
      const dialog = await openDialog();
      await user.selectOptions(dialog.getByRole("combobox", { name: "For" }), "TIER 1");
      await user.selectOptions(dialog.getByRole("combobox", { name: "Month" }), "04");
      await user.click(dialog.getByRole("checkbox", { name: "Also each month after it" }));
      await user.click(dialog.getByRole("button", { name: "Set target" }));
      expect(dialog.getByRole("alert")).toHaveTextContent("Enter a number above 0.");
      await user.type(dialog.getByRole("spinbutton", { name: "Target" }), "900");
      await user.type(dialog.getByRole("textbox", { name: "Note (optional)" }), "Spring");
      await user.click(dialog.getByRole("button", { name: "Set target" }));
      const group = { type: "TIER", id: 1 };
      const body = {
        metric: "logins.totalLogins",
        grain: "MONTH",
        starts: "2026-04",
        repeats: true,
        value: 900,
        group,
        note: "Spring",
      };
      await waitFor(() => expect(calls).toEqual([{ method: "POST", path: "api/v1/targets", body }]));
      expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual(["The target is set."]);
    },
    LONG,
  );

  it("what the server refuses is said", async () => {
    refused =
      "starts: there is a target of this figure for the same period and members already; change that one";
    const dialog = await openDialog();
    await user.type(dialog.getByRole("spinbutton", { name: "Target" }), "900");
    await user.click(dialog.getByRole("button", { name: "Set target" }));
    expect(await dialog.findByText(refused)).toBeInTheDocument();
  });

  it("targets are changed and deleted in the list", async () => {
    const dialog = await openDialog();
    const row = within(await dialog.findByRole("row", { name: /March 2026/ }));
    await user.click(row.getByRole("button", { name: /^Change the target:/ }));
    const value = dialog.getByRole("spinbutton", { name: "Target" });
    expect(value).toHaveValue(12_000);
    await user.clear(value);
    await user.type(value, "13000");
    await user.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(calls.map(({ method, path }) => [method, path])).toEqual([["PUT", "api/v1/targets/7"]]),
    );
    await user.click(row.getByRole("button", { name: /^Delete the target:/ }));
    await user.click(row.getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(calls.at(-1)).toMatchObject({ method: "DELETE", path: "api/v1/targets/7" }));
  });
});
