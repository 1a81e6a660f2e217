import { act, render, screen } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useDrawQueue } from "./useDrawQueue";

type Tell = (entries: readonly { target: Element; isIntersecting: boolean }[]) => void;

/** The observer of the charts, which the test environment only declares. */
const observer = vi.hoisted(() => {
  const made: { tell: Tell } = { tell: () => undefined };
  class Observer {
    constructor(tell: Tell) {
      made.tell = tell;
    }
    observe = () => undefined;
    unobserve = () => undefined;
  }
  globalThis.IntersectionObserver = Observer as unknown as typeof IntersectionObserver;
  return made;
});

let now = 0;

type ChartProps = {
  readonly name: string;
  readonly takes?: number;
  readonly isReady?: boolean;
  readonly isFirst?: boolean;
};

/** Takes this long to draw. */
function Chart({ name, takes = 3, ...turn }: ChartProps) {
  const place = useRef<HTMLParagraphElement>(null);
  const isOn = useDrawQueue(place, turn);
  if (isOn) now += takes;
  return (
    <p ref={place} title={name}>
      {isOn ? name : "waiting"}
    </p>
  );
}

const drawn = () => screen.queryAllByText(/^chart/).map((one) => one.textContent);
const nextTask = () => act(() => vi.advanceTimersToNextTimer());
/** The charts come into view. */
const see = (...names: string[]) =>
  act(() => observer.tell(names.map((name) => ({ target: screen.getByTitle(name), isIntersecting: true }))));

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

it("begins the charts in view in the order of the page until the time of a task is used up", () => {
  render(["chart 1", "chart 2", "chart 3", "chart 4"].map((name) => <Chart key={name} name={name} />));
  expect(drawn()).toEqual([]);
  see("chart 4", "chart 1", "chart 2", "chart 3");
  expect(drawn()).toEqual(["chart 1", "chart 2", "chart 3"]);
  nextTask();
  expect(drawn()).toEqual(["chart 1", "chart 2", "chart 3", "chart 4"]);
});

it("gives a slow chart a task of its own", () => {
  render(["chart 1", "chart 2"].map((name) => <Chart key={name} name={name} takes={50} />));
  see("chart 1", "chart 2");
  expect(drawn()).toEqual(["chart 1"]);
});

it("begins the others one by one when the browser is idle", () => {
  render(["chart 1", "chart 2", "chart 3"].map((name) => <Chart key={name} name={name} />));
  see("chart 3");
  expect(drawn()).toEqual(["chart 3"]);
  nextTask();
  expect(drawn()).toEqual(["chart 1", "chart 3"]);
  nextTask();
  expect(drawn()).toEqual(["chart 1", "chart 2", "chart 3"]);
});

it("skips a chart that was removed", () => {
  const { rerender } = render([<Chart key="1" name="chart 1" />, <Chart key="2" name="chart 2" />]);
  rerender([<Chart key="2" name="chart 2" />]);
  see("chart 2");
  expect(drawn()).toEqual(["chart 2"]);
  nextTask();
  expect(vi.getTimerCount()).toBe(0);
});

it("draws what is first as soon as it is ready, and nothing before", () => {
  const charts = (isReady: boolean) => [
    <Chart key="1" name="chart 1" isFirst isReady={isReady} />,
    <Chart key="2" name="chart 2" isReady={isReady} />,
  ];
  const { rerender } = render(charts(false));
  act(() => vi.runAllTimers());
  expect(drawn()).toEqual([]);
  rerender(charts(true));
  expect(drawn()).toEqual(["chart 1"]);
  nextTask();
  expect(drawn()).toEqual(["chart 1", "chart 2"]);
});
