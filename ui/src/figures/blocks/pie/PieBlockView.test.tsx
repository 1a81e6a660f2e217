import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useImperativeHandle } from "react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../../../api/query";
import { breakdownCall } from "../calls";
import type { ChartProps } from "../chart/Chart";
import { chartPicture } from "../chart/png";
import type { PieBlock } from "../declaration";
import { saveCsv } from "../frame/download";
import { nameColours } from "../nameColours";
import { blockAnswer } from "../testAnswers";
import { useBlocks } from "../useBlocks";
import { defaultView } from "../viewState";
import { PieBlockView } from "./PieBlockView";

const called = vi.hoisted(() => vi.fn());
vi.mock("../../../api/client", async (original) => ({
  ...(await original()),
  call: called,
  callDeclared: called,
}));
vi.mock("../frame/download", async (original) => ({ ...(await original()), saveCsv: vi.fn() }));
vi.mock("../chart/png", () => ({ chartPicture: vi.fn(async () => null) }));
vi.mock("../chart/Chart", async (original) => ({
  ...(await original()),
  Chart: ({ handle }: ChartProps) => {
    useImperativeHandle(handle, () => ({ toCanvas: () => document.createElement("canvas") }));
    return null;
  },
}));
const pictures = vi.mocked(chartPicture);
const saved = vi.mocked(saveCsv);
beforeAll(() => import("../chart/OpenChartMenu"));
beforeEach(() => {
  pictures.mockClear();
  saved.mockClear();
});

const PIE: PieBlock = {
  kind: "pie",
  id: "p",
  block: "UNSUBSCRIBED_TABLE",
  title: "Unsubscribed",
  value: "sum",
  of: "Unsubscribers",
};

function Shown() {
  return (
    <PieBlockView
      skeleton={null}
      declaration={PIE}
      wide
      screen={useBlocks(breakdownCall("api/v1/emails/dashboard/unsubscribed"), {})}
      choice={defaultView(PIE)}
      onChoose={() => undefined}
      filePrefix={["E-mails"]}
      colours={nameColours("Other")}
      window={{ start: "2026-01-01", end: "2026-02-28" }}
      currency="USD"
    />
  );
}

async function show(data: readonly unknown[], item: string) {
  called.mockResolvedValue({ UNSUBSCRIBED_TABLE: blockAnswer("UNSUBSCRIBED_TABLE", data) });
  const client = createQueryClient();
  client.setQueryData(["api/v1/program"], { minimumMembers: 5 });
  render(
    <QueryClientProvider client={client}>
      <Shown />
    </QueryClientProvider>,
  );
  const more = () => screen.getByRole("button", { name: "More: Unsubscribed" });
  await waitFor(() => expect(more()).toBeEnabled());
  await userEvent.click(more());
  await userEvent.click(await screen.findByRole("menuitem", { name: item }));
}

const FEW = { name: "Life", sum: null, hidden: { sum: "few" } };
const OTHER = { name: "Boat", sum: null, hidden: { sum: "other" } };

it("names what has no slice in its picture, as its list does", async () => {
  await show([{ name: "Auto", sum: 30 }, { name: "Home", sum: 10 }, FEW, OTHER], "Download PNG");
  const [, text] = pictures.mock.calls[0] ?? [];
  expect(text?.series.map(({ name }) => name)).toEqual([
    "Auto 75%",
    "Home 25%",
    "Life: fewer than 5",
    "Boat: hidden",
  ]);
  expect(text?.series.slice(2).map(({ colour }) => colour)).toEqual(["hidden", "hidden"]);
  expect(text?.lines).toEqual(["Jan 1 – Feb 28, 2026", "Shares are of the figures shown."]);
});

it("has no such line in its picture where everything is shown", async () => {
  await show([{ name: "Auto", sum: 30 }], "Download PNG");
  const [, text] = pictures.mock.calls[0] ?? [];
  expect(text?.series.map(({ name }) => name)).toEqual(["Auto 100%"]);
  expect(text?.lines).toEqual(["Jan 1 – Feb 28, 2026"]);
});

it("saves its rows where there is no slice to draw", async () => {
  await show([FEW, OTHER], "Download CSV");
  const [, csv] = saved.mock.calls[0] ?? [];
  expect(csv?.split("\r\n").slice(1, 3)).toEqual(["Life,fewer than 5,", "Boat,hidden,"]);
});
