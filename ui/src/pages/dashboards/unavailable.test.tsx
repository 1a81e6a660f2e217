import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../../api/client";
import { breakdownCall } from "../../figures/blocks/calls";
import type { BlockDeclaration } from "../../figures/blocks/declaration";
import { nameColours } from "../../figures/blocks/nameColours";
import { blockAnswer, monthsFrom } from "../../figures/blocks/testAnswers";
import { useBlocks } from "../../figures/blocks/useBlocks";
import { BlockView } from "../../figures/blocks/view/BlockView";
import { defaultView } from "../../figures/blocks/viewState";
import { Summary } from "./Summary";

const called = vi.hoisted(() => vi.fn());
vi.mock("../../api/client", async (original) => ({
  ...(await original()),
  call: called,
  callDeclared: called,
}));
vi.mock("../../figures/blocks/chart/Chart", async (original) => ({
  ...(await original()),
  Chart: () => null,
}));

const REASON = "A server that has a part of the data does not answer. Please try again later.";
const unavailable = (error = "data_unavailable", status = 503) =>
  new ApiError(status, { status, error, message: REASON, errors: [] });
const POLLS = "api/v1/content/dashboard/polls/breakdown/info";
const LOGINS: BlockDeclaration = { kind: "line", id: "l", block: "LOGINS_BY_PERIOD", title: "Logins" };
const CALL = breakdownCall("api/v1/dashboard/users/logins");

function Block() {
  return (
    <BlockView
      isFirst
      declaration={LOGINS}
      wide
      screen={useBlocks(CALL, {})}
      choice={defaultView(LOGINS)}
      onChoose={() => undefined}
      filePrefix={[]}
      colours={nameColours("Other")}
      window={null}
      currency="USD"
    />
  );
}

function show(shown: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(<QueryClientProvider client={client}>{shown}</QueryClientProvider>);
}

/** What the call of figures is answered with; an error rejects it. */
let figures: unknown;
beforeEach(() => {
  called.mockReset();
  called.mockImplementation(async (_method, path) => {
    if (path === "api/v1/program") return { currency: "USD" };
    if (figures instanceof Error) throw figures;
    return figures;
  });
});

it("says why the figures at the top are not there, and tries again", async () => {
  figures = unavailable();
  show(<Summary summary={{ endpoint: POLLS, metrics: ["pollDto.polls"] }} params={{}} />);
  expect(await screen.findByRole("alert")).toHaveTextContent(REASON);
  figures = {
    pollDto: { polls: 2, answers: 3 },
    compare: {},
    comparedWith: { comparison: "PREVIOUS_PERIOD", startDate: null, endDate: null },
  };
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("2")).toBeInTheDocument();
  expect(screen.queryByText(REASON)).not.toBeInTheDocument();
});

it("says why a block is not there, and tries again", async () => {
  figures = unavailable();
  show(<Block />);
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("Logins could not be loaded");
  expect(alert).toHaveTextContent(REASON);
  const block = blockAnswer("LOGINS_BY_PERIOD", [["Jan 2026", 3]], { periods: monthsFrom("2026-01", 1) });
  figures = { LOGINS_BY_PERIOD: block };
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("button", { name: "More: Logins" })).toBeEnabled();
  expect(screen.queryByText(REASON)).not.toBeInTheDocument();
});

it("leaves out what the server says of its own faults", async () => {
  figures = unavailable("internal", 500);
  show(<Block />);
  expect(await screen.findByRole("alert")).toHaveTextContent("Logins could not be loaded");
  expect(screen.queryByText(REASON)).not.toBeInTheDocument();
});
