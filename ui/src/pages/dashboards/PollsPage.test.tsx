import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../../api/query";
import { blockAnswer } from "../../figures/blocks/testAnswers";
import { DEFAULT_FILTERS, withPeriod } from "../../figures/filters/model";
import { useApplyFilters } from "../../figures/filters/useFilters";
import type { FilterParams } from "../../generated/wire";
import PollsPage from "./PollsPage";

const called = vi.hoisted(() => vi.fn());
vi.mock("../../api/client", async (original) => ({
  ...(await original()),
  call: called,
  callDeclared: called,
}));
vi.mock("../../figures/filters/FilterBar", () => ({ FilterBar: () => null }));

const POLLS = "api/v1/content/dashboard/polls/breakdown";
/** The server's answer for each poll's options; a poll without answers has no rows by group. */
const ANSWERS: Record<string, number> = { "1": 3, "2": 0 };

beforeEach(() => {
  called.mockReset();
  called.mockImplementation(async (_method, path, body) => {
    if (String(path).endsWith("/program")) return { today: "2026-11-21", currency: "USD" };
    if (path === "api/v1/targets/fitting") return { targets: [], lines: [] };
    if (String(path).endsWith("/userGroups")) return [];
    if (path === `${POLLS}/info`) {
      const gone = (body as FilterParams).period === "LAST_7DAYS";
      return {
        pollDto: { polls: 2, answers: 3 },
        compare: {},
        comparedWith: { comparison: "PREVIOUS_PERIOD", startDate: null, endDate: null },
        pollList: [{ id: 1, name: "Read it?" }, ...(gone ? [] : [{ id: 2, name: "Liked it?" }])],
      };
    }
    const poll = /breakdown\/(\d+)\/answerInfos$/.exec(String(path))?.[1] ?? "";
    const count = ANSWERS[poll] ?? 0;
    return {
      pollAnswers: [{ index: 1, name: `Yes to ${poll}`, answerCount: count, percent: 100 }],
      POLL_ANSWERS_BY_AUDIENCE_TABLE: blockAnswer("POLL_ANSWERS_BY_AUDIENCE_TABLE", [
        { name: "Auto", isTotal: false, value: count, answers: [count], records: [] },
      ]),
    };
  });
});

let address = "";

function Go() {
  const [apply] = useApplyFilters();
  const { search } = useLocation();
  address = search;
  const to = (period: "LAST_30DAYS" | "LAST_7DAYS") => () => apply(withPeriod(DEFAULT_FILTERS, period));
  return (
    <>
      <button type="button" onClick={to("LAST_30DAYS")}>
        month
      </button>
      <button type="button" onClick={to("LAST_7DAYS")}>
        week
      </button>
    </>
  );
}

async function show(path = "/") {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Go />
        <PollsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return (await screen.findByLabelText("Choose Poll")) as HTMLSelectElement;
}

const choose = (select: HTMLSelectElement, value: string) => fireEvent.change(select, { target: { value } });
const requested = () =>
  called.mock.calls.map(([, path]) => String(path)).filter((path) => path.endsWith("answerInfos"));

it("requests no poll until one is chosen", async () => {
  const select = await show();
  expect([...select.options].map(({ value }) => value)).toEqual(["-1", "1", "2"]);
  expect(select.value).toBe("-1");
  expect(screen.getByText("No poll is chosen")).toBeInTheDocument();
  expect(requested()).toEqual([]);
});

it("offers polls where none is chosen", async () => {
  const select = await show();
  fireEvent.click(screen.getByRole("button", { name: "Liked it?" }));
  expect(await screen.findByText("Yes to 2")).toBeInTheDocument();
  expect(select.value).toBe("2");
  expect(screen.queryByRole("button", { name: "Liked it?" })).toBeNull();
});

it("shows the answers of the chosen poll, by user group if there are any", async () => {
  const select = await show();
  choose(select, "1");
  expect(await screen.findByRole("table", { name: "Poll Question and Answers" })).toHaveTextContent(
    "Yes to 1",
  );
  const groups = screen.getByRole("table", { name: "Poll Answers by Audience" });
  expect(within(groups).getByRole("columnheader", { name: "Yes to 1" })).toBeInTheDocument();
  expect(groups).toHaveTextContent("100.0%");
  choose(select, "2");
  // The previous poll disappears at once: its answers would appear under the new name.
  expect(screen.queryByText("Yes to 1")).not.toBeInTheDocument();
  expect(await screen.findByText("Yes to 2")).toBeInTheDocument();
  expect(screen.queryByRole("table", { name: "Poll Answers by Audience" })).not.toBeInTheDocument();
  choose(select, "-1");
  expect(screen.queryByRole("table")).not.toBeInTheDocument();
});

it("stays on the poll while the filters change, and drops it if it is not listed", async () => {
  const select = await show();
  choose(select, "2");
  await screen.findByText("Yes to 2");
  fireEvent.click(screen.getByText("month"));
  await waitFor(() => expect(requested()).toHaveLength(2));
  expect(select.value).toBe("2");
  fireEvent.click(screen.getByText("week"));
  await waitFor(() => expect(select.value).toBe("-1"));
  expect(screen.getByText("This poll is not open in this period")).toBeInTheDocument();
});

it("stores the poll in the address, together with the filters", async () => {
  const select = await show();
  choose(select, "2");
  await screen.findByText("Yes to 2");
  expect(address).toBe("?poll=2");
  fireEvent.click(screen.getByText("month"));
  await waitFor(() => expect(requested()).toHaveLength(2));
  expect([...new URLSearchParams(address).keys()]).toEqual(["filters", "poll"]);
  choose(select, "-1");
  expect(new URLSearchParams(address).has("poll")).toBe(false);
});

it("opens with the poll in the address", async () => {
  const select = await show("/?poll=2");
  expect(select.value).toBe("2");
  expect(await screen.findByText("Yes to 2")).toBeInTheDocument();
});

it("says so where the poll in the address is not one of the period", async () => {
  const select = await show("/?poll=99");
  expect(select.value).toBe("-1");
  expect(screen.getByText("This poll is not open in this period")).toBeInTheDocument();
  expect(requested()).toEqual([]);
});

it.each(["-1", "0", "1.5", "two", ""])("ignores the poll %j in an address", async (poll) => {
  const select = await show(`/?poll=${poll}`);
  expect(select.value).toBe("-1");
  expect(screen.getByText("No poll is chosen")).toBeInTheDocument();
  expect(requested()).toEqual([]);
});
