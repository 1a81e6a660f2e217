import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useTurn } from "./useTurn";

function Chart({ name }: { readonly name: string }) {
  return <p>{useTurn() ? name : "waiting"}</p>;
}

const drawn = () => screen.queryAllByText(/^chart/).map((one) => one.textContent);
const nextTask = () => act(() => vi.advanceTimersToNextTimer());

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("draws one chart per task, in the order of the page", () => {
  render(["chart 1", "chart 2", "chart 3"].map((name) => <Chart key={name} name={name} />));
  expect(drawn()).toEqual([]);
  nextTask();
  expect(drawn()).toEqual(["chart 1"]);
  nextTask();
  expect(drawn()).toEqual(["chart 1", "chart 2"]);
  nextTask();
  expect(drawn()).toEqual(["chart 1", "chart 2", "chart 3"]);
});

it("passes over a chart that has gone", () => {
  const { rerender } = render([<Chart key="1" name="chart 1" />, <Chart key="2" name="chart 2" />]);
  rerender([<Chart key="2" name="chart 2" />]);
  nextTask();
  expect(drawn()).toEqual(["chart 2"]);
  expect(vi.getTimerCount()).toBe(0);
});
