import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { block } from "../../api/blocking";
import { Overlay } from "./Overlay";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe("the overlay", () => {
  it("shows after 200 ms and disappears with the last answer", () => {
    render(<Overlay />);
    const ends: (() => void)[] = [];
    act(() => void ends.push(block(), block()));
    wait(199);
    expect(screen.queryByText("Loading...")).not.toBeInTheDocument();
    wait(1);
    expect(screen.getByText("Loading...")).toBeInTheDocument();
    act(() => ends[0]?.());
    expect(screen.getByText("Loading...")).toBeInTheDocument();
    act(() => ends[1]?.());
    expect(screen.queryByText("Loading...")).not.toBeInTheDocument();
  });

  it("never flashes for fast answers, however many follow each other", () => {
    render(<Overlay />);
    for (let i = 0; i < 5; i++) {
      let end = () => {};
      act(() => {
        end = block();
      });
      wait(150);
      act(end);
      expect(screen.queryByText("Loading...")).not.toBeInTheDocument();
    }
  });
});
