import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, renderHook, screen, waitFor, within } from "@testing-library/react";
import { type ReactNode, use, useLayoutEffect } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useBlocking } from "../../api/blocking";
import { FILTERS_PARAM } from "../../api/paths";
import { useProgram } from "../../api/query";
import type { ProgramInfo } from "../../generated/wire";
import { useAutoApply } from "./autoApply";
import { useChosenComparison } from "./chosenComparison";
import { decodeFilters } from "./codec";
import { useDraft } from "./draft";
import { FilterBar } from "./FilterBar";

const PROGRAM = {
  name: "BOND",
  today: "2026-11-20",
  through: null,
  firstDay: "2024-11-20",
  dataFrom: "2024-11-20",
  dataUntil: null,
  currency: "USD",
  demo: false,
};
const GROUPS = [
  { id: 1, name: "Gold", type: "TIER" },
  { id: 2, name: "Silver", type: "TIER" },
  { id: 3, name: "Auto", type: "LOB" },
  { id: 4, name: "Families", type: "AUDIENCE" },
];

let address = "";
function Address() {
  const { pathname, search } = useLocation();
  // What is drawn: a transition that waits has rendered its address, too.
  useLayoutEffect(() => {
    address = pathname + search;
  });
  return null;
}

function applied() {
  return decodeFilters(new URLSearchParams(address.split("?")[1]).get(FILTERS_PARAM));
}

function show(
  path = "/executive-summary",
  compares?: boolean,
  program: Partial<ProgramInfo> = {},
  screen?: ReactNode,
) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(["api/v1/program"], { ...PROGRAM, ...program });
  client.setQueryData(["api/v1/dashboard/users/userGroups"], GROUPS);
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <FilterBar kind="groups" compares={compares} />
        <Address />
        {screen}
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/** The comparison that the bar names; its text is in two elements. */
const hint = () => screen.getByText(/^Compared with/);
const button = (name: RegExp | string) => screen.getByRole("button", { name });
const seconds = (count: number) => {
  for (let at = 0; at < count; at++) act(() => vi.advanceTimersByTime(1000));
};

/** Opens a filter and waits for its panel to load. */
async function open(name: RegExp) {
  await Promise.all([import("./PeriodPanel"), import("./GroupsPanel")]);
  await act(async () => {
    fireEvent.click(button(name));
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  act(() => {
    useDraft.getState().drop();
    useChosenComparison.getState().choose(null);
    useAutoApply.getState().setOn(true);
  });
});
afterEach(() => vi.useRealTimers());

describe("the filter bar", () => {
  it("goes by the year of the program", () => {
    show(undefined, undefined, { fiscalYearStart: 4, firstDay: "2023-01-01" });
    expect(button(/^This year\s+Apr 1 – Nov 19\s*, 2026$/)).toBeInTheDocument();
    // A year to date, though not a calendar year.
    fireEvent.click(button(/same dates last year/i));
    expect(hint()).toHaveTextContent("Compared with Apr 1 – Nov 19, 2025");
  });

  it("shows its values and the comparison", () => {
    show();
    expect(button(/^This year\s+Jan 1 – Nov 19\s*, 2026$/)).toBeInTheDocument();
    expect(button(/User groups All/)).toBeInTheDocument();
    expect(hint()).toHaveTextContent("Compared with Feb 12 – Dec 31, 2025 (previous period)");
  });

  it("says to which day of the period there are data", () => {
    const today = { today: "2026-12-01", dataUntil: "2026-11-29" };
    const month = `/executive-summary?${FILTERS_PARAM}={"period":"LAST_FULL_MONTH"}`;
    const { unmount } = show(month, undefined, today);
    expect(button("Last full month Nov 1 – Nov 30 , 2026 (data to Nov 29)")).toBeInTheDocument();
    unmount();
    const whole = show(month, undefined, { ...today, dataUntil: "2026-11-30" });
    expect(button("Last full month Nov 1 – Nov 30 , 2026")).toBeInTheDocument();
    whole.unmount();
    // Before all data and after them, a note says it.
    show(month, undefined, { ...today, dataUntil: "2026-10-31" });
    expect(button("Last full month Nov 1 – Nov 30 , 2026")).toBeInTheDocument();
  });

  it("says that it could not be loaded, and tries again", async () => {
    vi.useRealTimers();
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const fetched = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("offline"));
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <FilterBar kind="groups" />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    expect(await screen.findByRole("alert")).toHaveTextContent("The filters could not be loaded");
    const before = fetched.mock.calls.length;
    fireEvent.click(button("Try again"));
    await waitFor(() => expect(fetched.mock.calls.length).toBeGreaterThan(before));
    fetched.mockRestore();
  });

  it("shows no comparison on screens without one", () => {
    show("/emails-dashboard/schedule", false);
    expect(button(/User groups All/)).toBeInTheDocument();
    expect(screen.queryByText(/Compared with/)).not.toBeInTheDocument();
  });

  it("offers the same dates last year to a year to date, in one click", () => {
    show();
    fireEvent.click(button("Compare with the same dates last year"));
    expect(applied()).toMatchObject({ period: "THIS_YEAR", comparison: "SAME_DATES_LAST_YEAR" });
    expect(hint()).toHaveTextContent("Compared with Jan 1 – Nov 19, 2025 (same dates last year)");
    expect(screen.queryByRole("button", { name: /Compare with/ })).not.toBeInTheDocument();
  });

  it.each([
    ["nothing is loaded", null, 0],
    ["the data begin later", "2025-01-02", 0],
    ["the data begin with them", "2025-01-01", 1],
  ])("offers the same dates last year only if they are loaded: %s", (_, firstDay, offers) => {
    show("/executive-summary", undefined, { firstDay, dataFrom: firstDay });
    expect(hint()).toBeInTheDocument();
    expect(screen.queryAllByRole("button", { name: /Compare with/ })).toHaveLength(offers);
  });

  it("says what was chosen, and offers no other comparison if the period is not to date", () => {
    show(
      `/executive-summary?filters=${encodeURIComponent('{"period":"PREVIOUS_YEAR","comparison":"NONE"}')}`,
    );
    expect(screen.getByText("Compared with no other period")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /Compare with/ })).not.toBeInTheDocument();
  });

  it("begins the list of periods at the chosen one, and moves in it by the arrow keys", async () => {
    show();
    await open(/This year/);
    act(() => vi.advanceTimersByTime(50));
    const chosen = screen.getByRole("button", { name: "This year", pressed: true });
    expect(chosen).toHaveFocus();
    fireEvent.keyDown(chosen, { key: "ArrowDown" });
    expect(screen.getByRole("button", { name: "Last full month" })).toHaveFocus();
    fireEvent.keyDown(screen.getByRole("button", { name: "Last full month" }), { key: "ArrowUp" });
    expect(chosen).toHaveFocus();
  });

  it("lists what the period can be compared with, with the dates", async () => {
    show();
    await open(/This year/);
    const choice = within(screen.getByRole("group", { name: "Compare with" }));
    expect(choice.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent)).toEqual([
      "Previous periodFeb 12 – Dec 31, 2025",
      "Same dates last yearJan 1 – Nov 19, 2025",
      "Same weekdays last yearJan 2 – Nov 20, 2025",
      "Previous full periodJan 1 – Dec 31, 2025",
      "Other dates",
      "No comparison",
    ]);
    fireEvent.click(choice.getByLabelText(/^Previous full period/));
    const [apply] = screen.getAllByRole("button", { name: "Apply" });
    if (apply) fireEvent.click(apply);
    expect(applied().comparison).toBe("PREVIOUS_FULL_PERIOD");
  });

  it.each([
    ["goes with its period", false, "PREVIOUS_PERIOD"],
    ["stays if it was chosen, though the period begins with it", true, "SAME_DATES_LAST_YEAR"],
  ])("the comparison %s", async (_, isChosen, expected) => {
    const filters = JSON.stringify({ period: "THIS_YEAR", comparison: "SAME_DATES_LAST_YEAR" });
    show(`/executive-summary?filters=${encodeURIComponent(filters)}`, undefined, {
      compareToDate: "last_year",
      fiscalYearStart: 1,
    });
    await open(/This year/);
    if (isChosen) {
      fireEvent.click(screen.getByLabelText(/^Previous period/));
      fireEvent.click(screen.getByLabelText(/^Same dates last year/));
    }
    await act(async () => {
      fireEvent.click(button("Last 30 days"));
    });
    const [apply] = screen.getAllByRole("button", { name: "Apply" });
    if (apply) fireEvent.click(apply);
    expect(applied()).toMatchObject({ period: "LAST_30DAYS", comparison: expected });
  });

  it("compares with other dates, which begin with those that are compared", async () => {
    show();
    await open(/This year/);
    fireEvent.click(screen.getByLabelText(/^Same dates last year/));
    fireEvent.click(screen.getByLabelText(/^Other dates/));
    expect(screen.getByRole("button", { name: /^Compare from/ })).toHaveTextContent("Jan 1, 2025");
    expect(screen.getByRole("button", { name: /^Compare to/ })).toHaveTextContent("Nov 19, 2025");
    const [apply] = screen.getAllByRole("button", { name: "Apply" });
    if (apply) fireEvent.click(apply);
    expect(applied()).toMatchObject({
      comparison: "SELECTED_DATES",
      comparedRange: { start: "2025-01-01", end: "2025-11-19" },
    });
  });

  it("offers no comparison on screens without one", async () => {
    show("/emails-dashboard/schedule", false);
    await open(/This year/);
    expect(screen.queryByRole("group", { name: "Compare with" })).not.toBeInTheDocument();
  });

  it("asks which groups count where members have moved", async () => {
    show("/executive-summary", undefined, { groupsAsOf: "NOW", groupsHistorySince: "2025-10-01" });
    await open(/^User groups All$/);
    const choice = within(screen.getByRole("group", { name: "Which groups count" }));
    expect(choice.getByRole("radio", { name: /^As they are now/ })).toBeChecked();
    expect(screen.getByText(/known from Oct 1, 2025 on/)).toBeInTheDocument();
    expect(screen.queryByText(/members who moved/)).not.toBeInTheDocument();
    fireEvent.click(choice.getByRole("radio", { name: /^As they were then/ }));
    const [apply] = screen.getAllByRole("button", { name: "Apply" });
    if (apply) fireEvent.click(apply);
    expect(applied().groupsAsOf).toBe("WINDOW");
    expect(button(/^User groups All$/), "of all members both are the same").toBeInTheDocument();
    fireEvent.click(button("Reset filters"));
    expect(address).toBe("/executive-summary");
  });

  it.each([
    [{ userGroupTiers: [1] }, "Gold · as they are now"],
    [{ userGroupTiers: [1], groupsAsOf: "WINDOW" }, "Gold · as they were then"],
    [{ userGroupTiers: [1, 2], groupsAsOf: "WINDOW" }, "All"],
    [{ userGroupTiers: [], groupsAsOf: "WINDOW" }, "No tiers"],
  ])("says of chosen groups which count where members have moved: %j", (filter, value) => {
    const search = `/executive-summary?filters=${encodeURIComponent(JSON.stringify(filter))}`;
    const { unmount } = show(search, undefined, { groupsAsOf: "NOW", groupsHistorySince: "2025-10-01" });
    expect(button(`User groups ${value}`)).toBeInTheDocument();
    unmount();
    show(search, undefined, { groupsAsOf: "NOW", groupsHistorySince: null });
    expect(button(`User groups ${value.replace(/ · .*/, "")}`), "nobody has moved").toBeInTheDocument();
  });

  it("says that figures as they were are hidden where small groups are protected", async () => {
    const program = { groupsAsOf: "NOW", groupsHistorySince: "2025-10-01", minimumMembers: 5 } as const;
    show("/executive-summary", undefined, program);
    await open(/^User groups All$/);
    expect(screen.getByText(/would reveal fewer than 5 members who moved/)).toBeInTheDocument();
  });

  it("begins with the groups of the program's setting", async () => {
    show("/executive-summary", undefined, { groupsAsOf: "WINDOW", groupsHistorySince: "2025-10-01" });
    await open(/^User groups All$/);
    expect(screen.getByRole("radio", { name: /^As they were then/ })).toBeChecked();
    fireEvent.click(screen.getByRole("radio", { name: /^As they are now/ }));
    const [apply] = screen.getAllByRole("button", { name: "Apply" });
    if (apply) fireEvent.click(apply);
    expect(applied().groupsAsOf).toBe("NOW");
    expect(button(/^User groups All$/)).toBeInTheDocument();
  });

  it("asks nothing where nobody has moved", async () => {
    const search = encodeURIComponent('{"groupsAsOf":"WINDOW"}');
    show(`/executive-summary?filters=${search}`, undefined, { groupsAsOf: "NOW", groupsHistorySince: null });
    await open(/^User groups All$/);
    expect(screen.queryByRole("radio", { name: /^As they were then/ })).not.toBeInTheDocument();
  });

  it.each([
    [{ userGroupTiers: [] }, "No tier is chosen: all figures are 0.", "No tiers"],
    [{ userGroupTiers: [99] }, "No tier is chosen: all figures are 0.", "No tiers"],
    [
      { userGroupLobs: [], userGroupAudiences: [] },
      "No line of business and no audience is chosen: all figures are 0.",
      "No lines of business",
    ],
  ])("says that nothing is chosen: %j", (lists, note, value) => {
    show(`/executive-summary?filters=${encodeURIComponent(JSON.stringify(lists))}`);
    expect(screen.getByText(note)).toBeInTheDocument();
    expect(button(`User groups ${value}`)).toBeInTheDocument();
  });

  it("applies a period automatically 5 seconds after its popover closes", async () => {
    show("/executive-summary?fromPage=%2Fx");
    await open(/This year/);
    fireEvent.click(button("Last 7 days"));
    expect(screen.getByText("Some filters have changed.")).toBeInTheDocument();
    expect(screen.getByText("Applying in 5 s")).toBeInTheDocument();
    // The style sheet dims what is below.
    expect(screen.getByRole("region", { name: "Filters" })).toHaveAttribute("data-draft");
    seconds(4);
    expect(applied().period).toBe("THIS_YEAR");
    seconds(1);
    expect(applied().period).toBe("LAST_7DAYS");
    expect(address).toContain("fromPage");
    expect(screen.queryByText("Some filters have changed.")).not.toBeInTheDocument();
    expect(screen.getByRole("region", { name: "Filters" })).not.toHaveAttribute("data-draft");
  });

  it("shows what is applied while the screen is still drawn with the filters before; a call is pending", async () => {
    let finish = () => {};
    const drawn = new Promise<void>((resolve) => {
      finish = resolve;
    });
    /** A screen that takes its time. */
    function Slow() {
      if (useLocation().search !== "") use(drawn);
      return null;
    }
    show(undefined, undefined, {}, <Slow />);
    await open(/This year/);
    fireEvent.click(button("Last 7 days"));
    await act(async () => {
      fireEvent.click(button("Apply"));
    });
    expect(applied().period).toBe("THIS_YEAR");
    expect(button(/^Last 7 days/)).toBeInTheDocument();
    expect(screen.queryByText("Some filters have changed.")).not.toBeInTheDocument();
    expect(useBlocking.getState()).toBe(1);
    await act(async () => finish());
    expect(applied().period).toBe("LAST_7DAYS");
    expect(button(/^Last 7 days/)).toBeInTheDocument();
    expect(useBlocking.getState()).toBe(0);
  });

  it("waits for Apply when the countdown is switched off", async () => {
    act(() => useAutoApply.getState().setOn(false));
    show();
    await open(/This year/);
    fireEvent.click(button("Last 30 days"));
    expect(screen.queryByText(/Applying in/)).not.toBeInTheDocument();
    seconds(9);
    expect(applied().period).toBe("THIS_YEAR");
    fireEvent.click(button("Apply"));
    expect(applied().period).toBe("LAST_30DAYS");
  });

  it("counts groups, selects only one, and discards the draft on Reset", async () => {
    show();
    await open(/User groups/);
    const tiers = screen.getByRole("region", { name: "Tiers" });
    fireEvent.click(within(tiers).getByRole("button", { name: "ONLY Silver" }));
    expect(within(tiers).getByLabelText("Silver")).toBeChecked();
    expect(within(tiers).getByLabelText("Gold")).not.toBeChecked();
    expect(within(tiers).getByLabelText(/^All/)).toHaveProperty("indeterminate", true);
    // The remaining groups are named.
    expect(screen.getByRole("button", { name: "User groups Silver" })).toBeInTheDocument();
    fireEvent.click(within(tiers).getByLabelText("Gold"));
    expect(within(tiers).getByLabelText(/^All/)).toBeChecked();
    // With everything checked again there is no draft.
    expect(screen.queryByText("Some filters have changed.")).not.toBeInTheDocument();
    fireEvent.click(within(tiers).getByLabelText("Gold"));
    const [reset] = screen.getAllByRole("button", { name: "Reset", hidden: true });
    if (reset) fireEvent.click(reset);
    expect(within(tiers).getByLabelText("Gold")).toBeChecked();
  });

  it("does not apply a custom range that ends before it starts", () => {
    const range = JSON.stringify({ period: "SELECTED_DATE", startDate: "2026-02-01", endDate: "2026-02-10" });
    show(`/executive-summary?filters=${encodeURIComponent(range)}`);
    act(() => {
      const filters = applied();
      useDraft.getState().edit({ ...filters, range: { start: "2026-03-01", end: "2026-02-10" } }, filters);
      useDraft.getState().closePopover("period", false);
    });
    expect(button("Apply")).toBeDisabled();
  });

  it("discards the draft when leaving the screen", async () => {
    const { unmount } = show();
    await open(/This year/);
    fireEvent.click(button("Last 7 days"));
    unmount();
    expect(useDraft.getState().draft).toBeNull();
  });

  it("resets to the defaults", () => {
    show(`/executive-summary?filters=${encodeURIComponent('{"period":"LAST_7DAYS"}')}`);
    fireEvent.click(button("Reset filters"));
    expect(address).toBe("/executive-summary");
  });

  it("offers no reset for filters of other screens' bars", () => {
    const offers = encodeURIComponent('{"period":"SELECTED_DATE","offersAll":false,"offers":[7]}');
    show(`/executive-summary?filters=${offers}`);
    expect(button(/User groups All/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Reset filters" })).not.toBeInTheDocument();
  });

  it("resets the filters it shows and leaves the others unchanged", () => {
    const chosen =
      '{"period":"SELECTED_DATE","userGroupsTiersAll":false,"userGroupTiers":[1],"offersAll":false,"offers":[7]}';
    show(`/executive-summary?filters=${encodeURIComponent(chosen)}&poll=3`);
    fireEvent.click(button("Reset filters"));
    expect(applied().lists).toMatchObject({ tiers: "all", offers: [7] });
    expect(address).toContain("poll=3");
  });

  it("shows the default range instead of one that ends after today", () => {
    const range = '{"period":"SELECTED_DATE","startDate":"2026-02-01","endDate":"2027-02-10"}';
    show(`/executive-summary?filters=${encodeURIComponent(range)}`);
    expect(button(/^This year\s+Jan 1 – Nov 19\s*, 2026$/)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Reset filters" })).not.toBeInTheDocument();
  });

  it.each([
    ["before", "2024-01-01", "2024-01-31", /begin on Nov 20, 2024/, "first", ["2024-11-20", "2024-12-19"]],
    ["after", "2026-11-01", "2026-11-05", /end on Oct 31, 2026/, "last", ["2026-10-02", "2026-10-31"]],
  ])("offers days with data for a period %s all of them", async (_, start, end, said, which, [from, to]) => {
    await import("./OutsideData");
    const range = JSON.stringify({ period: "SELECTED_DATE", startDate: start, endDate: end });
    await act(async () => {
      show(`/executive-summary?filters=${encodeURIComponent(range)}`, undefined, { dataUntil: "2026-10-31" });
    });
    expect(screen.getByText(said)).toBeInTheDocument();
    await act(async () => fireEvent.click(button(`Show the ${which} days with data`)));
    expect(applied().range).toEqual({ start: from, end: to });
    expect(screen.queryByText(said)).not.toBeInTheDocument();
    expect(screen.getByRole("region", { name: "Filters" })).toHaveFocus();
  });

  it("says nothing of a period that has some days with data", () => {
    show(undefined, undefined, { dataUntil: "2026-01-01", dataFrom: "2026-01-01" });
    expect(screen.queryByRole("button", { name: /days with data/ })).not.toBeInTheDocument();
  });

  it("opens on the last year with data, and says so", async () => {
    await import("./OutsideData");
    await act(async () => show(undefined, undefined, { dataUntil: "2025-06-30", fiscalYearStart: 1 }));
    expect(screen.getByText(/Data end on Jun 30, 2025/)).toBeInTheDocument();
    expect(button("Show this year")).toBeInTheDocument();
  });

  it("shows this year where it is asked for, though the data have ended", async () => {
    await import("./OutsideData");
    const program = { ...PROGRAM, dataUntil: "2025-06-30", fiscalYearStart: 1, modules: [] };
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify(program)));
    // The server has answered, as whenever a page has a filter bar.
    const client = new QueryClient();
    const asked = renderHook(() => useProgram(), {
      wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
    });
    await act(async () => vi.advanceTimersByTimeAsync(100));
    expect(asked.result.current.data).toBeDefined();
    await act(async () => show(undefined, undefined, program));
    await act(async () => fireEvent.click(button("Show this year")));
    // The address names the period, as one without filters opens on the last days with data.
    expect(address).toContain("THIS_YEAR");
    expect(button(/^This year\s+Jan 1 – Nov 19\s*, 2026$/)).toBeInTheDocument();
    expect(screen.queryByText(/these are the last days with data/)).not.toBeInTheDocument();
    vi.unstubAllGlobals();
  });
});
