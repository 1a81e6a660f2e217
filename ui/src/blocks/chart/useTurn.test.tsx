import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useTurn } from "./useTurn";

let now = 0;

/** Takes this long to draw. */
function Chart({ name, takes = 3 }: { readonly name: string; readonly takes?: number }) {
  const isOn = useTurn();
  if (isOn) now += takes;
  return <p>{isOn ? name : "waiting"}</p>;
}

const drawn = () => screen.queryAllByText(/^chart/).map((one) => one.textContent);
const nextTask = () => act(() => vi.advanceTimersToNextTimer());

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => {
  // What a test leaves waiting must not hold up the next.
  act(() => vi.runAllTimers());
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("begins charts in the order of the page until the time of a task is used up", () => {
  render(["chart 1", "chart 2", "chart 3", "chart 4"].map((name) => <Chart key={name} name={name} />));
  expect(drawn()).toEqual([]);
  nextTask();
  expect(drawn()).toEqual(["chart 1", "chart 2", "chart 3"]);
  nextTask();
  expect(drawn()).toEqual(["chart 1", "chart 2", "chart 3", "chart 4"]);
});

it("gives a slow chart a task of its own", () => {
  render(["chart 1", "chart 2"].map((name) => <Chart key={name} name={name} takes={50} />));
  nextTask();
  expect(drawn()).toEqual(["chart 1"]);
});

it("skips a chart that was removed", () => {
  const { rerender } = render([<Chart key="1" name="chart 1" />, <Chart key="2" name="chart 2" />]);
  rerender([<Chart key="2" name="chart 2" />]);
  nextTask();
  expect(drawn()).toEqual(["chart 2"]);
  expect(vi.getTimerCount()).toBe(0);
});
