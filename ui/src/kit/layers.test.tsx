import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Popover } from "./Popover";
import { Tooltip } from "./Tooltip";

function Layer() {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen} label="Details" trigger={<button type="button">More</button>}>
      <input aria-label="Field" />
    </Popover>
  );
}

describe("Popover", () => {
  it("opens and closes with its button, which says so", async () => {
    render(<Layer />);
    const button = screen.getByRole("button", { name: "More" });
    expect(button).toHaveAttribute("aria-haspopup", "dialog");
    expect(button).toHaveAttribute("aria-expanded", "false");
    await userEvent.click(button);
    const dialog = screen.getByRole("dialog", { name: "Details" });
    expect(button).toHaveAttribute("aria-expanded", "true");
    expect(button).toHaveAttribute("aria-controls", dialog.id);
    expect(screen.getByRole("textbox")).toHaveFocus();
    await userEvent.click(button);
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
    expect(screen.getByRole("button", { name: "More" })).toBe(button);
  });

  it("returns the focus to its button on Escape, and opens again", async () => {
    render(<Layer />);
    const button = screen.getByRole("button", { name: "More" });
    for (let round = 0; round < 2; round++) {
      await userEvent.click(button);
      await userEvent.keyboard("{Escape}");
      expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
      await vi.waitFor(() => expect(button).toHaveFocus());
    }
  });
});

describe("Tooltip", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const two = () => {
    render(
      <>
        <Tooltip text="One thing">
          <button type="button">one</button>
        </Tooltip>
        <Tooltip text="Another thing">
          <button type="button">two</button>
        </Tooltip>
      </>,
    );
    return [
      screen.getByRole("button", { name: "one" }),
      screen.getByRole("button", { name: "two" }),
    ] as const;
  };
  const pass = (time: number) => act(() => vi.advanceTimersByTime(time));
  const shown = () => screen.queryAllByRole("tooltip").map((one) => one.textContent);

  it("shows after a while under the pointer, one at a time", () => {
    const [one, two_] = two();
    fireEvent.pointerMove(one, { pointerType: "mouse" });
    pass(399);
    expect(shown()).toEqual([]);
    pass(1);
    expect(shown()).toHaveLength(1);
    expect(one).toHaveAccessibleDescription("One thing");
    fireEvent.pointerMove(two_, { pointerType: "mouse" });
    pass(400);
    expect(one).not.toHaveAttribute("aria-describedby");
    expect(two_).toHaveAccessibleDescription("Another thing");
  });

  it("does not show where the pointer only passes, nor for a finger", () => {
    const [one, two_] = two();
    fireEvent.pointerMove(one, { pointerType: "mouse" });
    fireEvent.pointerLeave(one);
    fireEvent.pointerMove(two_, { pointerType: "touch" });
    pass(1000);
    expect(shown()).toEqual([]);
  });

  it("shows on focus by the keyboard, not by a press, and closes on a press", () => {
    const [one, two_] = two();
    act(() => one.focus());
    expect(one).toHaveAccessibleDescription("One thing");
    fireEvent.pointerDown(one);
    expect(one).not.toHaveAttribute("aria-describedby");
    fireEvent.pointerUp(document);
    fireEvent.pointerDown(two_);
    act(() => two_.focus());
    expect(two_).not.toHaveAttribute("aria-describedby");
    fireEvent.pointerUp(document);
  });
});
