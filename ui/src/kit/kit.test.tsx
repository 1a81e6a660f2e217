import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Button, Dialog, ErrorState } from ".";
import { Checkbox } from "./Checkbox";
import { DatePicker } from "./DatePicker";
import { SegmentedControl } from "./SegmentedControl";
import { Select } from "./Select";

const options = [
  { value: "a", label: "Alpha" },
  { value: "b", label: "Beta" },
] as const;

describe("Button", () => {
  it("does not submit a form by default", () => {
    render(<Button>Plain</Button>);
    expect(screen.getByRole("button")).toHaveAttribute("type", "button");
  });
});

describe("Checkbox", () => {
  it("is mixed when only some of its children are chosen, and checks on a click", async () => {
    const onChange = vi.fn();
    render(<Checkbox checked="indeterminate" label="All" onChange={onChange} />);
    const box = screen.getByRole("checkbox", { name: "All" });
    expect(box).toBePartiallyChecked();
    await userEvent.click(box);
    expect(onChange).toHaveBeenCalledWith(true);
  });
});

describe("SegmentedControl", () => {
  it("is a named group of radio buttons", async () => {
    const onChange = vi.fn();
    render(<SegmentedControl label="Time scale" options={options} value="a" onChange={onChange} />);
    expect(screen.getByRole("group", { name: "Time scale" })).toBeInTheDocument();
    expect(screen.getByRole("radio", { name: "Alpha" })).toBeChecked();
    await userEvent.click(screen.getByRole("radio", { name: "Beta" }));
    expect(onChange).toHaveBeenCalledWith("b");
  });
});

describe("Select", () => {
  it("returns the chosen value", async () => {
    const onChange = vi.fn();
    render(<Select label="View by" options={options} value="a" onChange={onChange} />);
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "View by" }), "Beta");
    expect(onChange).toHaveBeenCalledWith("b");
  });
});

describe("DatePicker", () => {
  it("shows its day and its error", () => {
    const onError = vi.fn();
    const props = { label: "Start date", max: "2026-11-20", onChange: vi.fn(), onError };
    const { rerender } = render(<DatePicker {...props} value="2026-01-01" />);
    expect(screen.getByRole("button", { name: "Start date Jan 1, 2026" })).toBeInTheDocument();
    expect(onError).toHaveBeenLastCalledWith(null);
    rerender(<DatePicker {...props} value="2026-12-01" />);
    expect(onError).toHaveBeenLastCalledWith("maxDate");
    expect(screen.getByRole("alert")).toHaveTextContent("Not after Nov 20, 2026");
    rerender(<DatePicker {...props} value="2026-02-30" />);
    expect(onError).toHaveBeenLastCalledWith("invalid");
  });

  it("offers the days of six weeks, none after the maximum", async () => {
    const onChange = vi.fn();
    render(<DatePicker label="End date" value="2026-11-19" max="2026-11-20" onChange={onChange} />);
    await userEvent.click(screen.getByRole("button", { name: /End date/ }));
    expect(await screen.findAllByRole("row")).toHaveLength(6);
    const day = (name: RegExp) => screen.getByRole("button", { name });
    expect(day(/November 21st, 2026/)).toBeDisabled();
    await userEvent.click(day(/November 20th, 2026/));
    expect(onChange).toHaveBeenCalledWith("2026-11-20");
  });
});

describe("Dialog", () => {
  it("opens as a modal layer with its name, and closes on Escape and on the backdrop", () => {
    const onClose = vi.fn();
    render(
      <Dialog open onClose={onClose} title="Details">
        <p>Inside</p>
      </Dialog>,
    );
    const dialog = screen.getByRole("dialog", { name: "Details" });
    expect(dialog).toHaveAttribute("open");
    fireEvent(dialog, new Event("cancel", { cancelable: true }));
    expect(onClose).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByText("Inside"));
    expect(onClose).toHaveBeenCalledTimes(1);
    fireEvent.click(dialog);
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it("stays when a dialog inside it closes", () => {
    const [outer, inner] = [vi.fn(), vi.fn()];
    render(
      <Dialog open onClose={outer} title="Details">
        <Dialog open onClose={inner} title="Question">
          <p>Sure?</p>
        </Dialog>
      </Dialog>,
    );
    const question = screen.getByRole("dialog", { name: "Question" });
    fireEvent(question, new Event("cancel", { cancelable: true }));
    fireEvent(question, new Event("close"));
    expect(inner).toHaveBeenCalledTimes(2);
    expect(outer).not.toHaveBeenCalled();
  });

  it("is empty while closed", () => {
    render(
      <Dialog open={false} onClose={() => {}} title="Details">
        <p>Inside</p>
      </Dialog>,
    );
    expect(screen.queryByText("Inside")).not.toBeInTheDocument();
  });
});

describe("ErrorState", () => {
  it("offers to try again", async () => {
    const onRetry = vi.fn();
    render(<ErrorState title="Logins could not be loaded" onRetry={onRetry} />);
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });
});
