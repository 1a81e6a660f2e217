import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { Button, Dialog, ErrorState, notify, ToastHost } from ".";
import { Checkbox } from "./Checkbox";
import { type Column, DataTable } from "./DataTable";
import { DatePicker } from "./DatePicker";
import { FirstWeekday } from "./firstWeekday";
import { enterModal, leaveModal } from "./modals";
import { NumberSlider } from "./NumberSlider";
import { SegmentedControl } from "./SegmentedControl";
import { Select } from "./Select";
import { Tooltip } from "./Tooltip";

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

describe("DataTable", () => {
  type Row = { readonly name: string; readonly why: string; readonly members: number };
  const columns: readonly Column<Row>[] = [
    { key: "name", title: "Group", cell: ({ name }) => name },
    { key: "why", title: "Why", isExtra: true, cell: ({ why }) => why },
    { key: "members", title: "Members", isNumber: true, cell: ({ members }) => members },
  ];
  const rows = [
    { name: "Gold", why: "older", members: 3 },
    { name: "Total", why: "", members: 4 },
  ];

  it("names each row by its first column, and marks the sum", () => {
    const kindOf = ({ name }: Row) => (name === "Total" ? ("total" as const) : undefined);
    render(
      <DataTable
        caption="Groups"
        columns={columns}
        rows={rows}
        keyOf={({ name }) => name}
        kindOf={kindOf}
        empty="none"
      />,
    );
    expect(screen.getByRole("table", { name: "Groups" })).toBeInTheDocument();
    expect(screen.getAllByRole("rowheader").map((one) => one.textContent)).toEqual(["Gold", "Total"]);
    expect(screen.getByRole("row", { name: /^Total/ })).toHaveAttribute("data-kind", "total");
    expect(screen.queryByText("none")).toBeNull();
  });

  it("repeats below a row what narrow pages leave out, and says what is shown without rows", () => {
    const all = { caption: "Groups", columns, keyOf: ({ name }: Row) => name, empty: "none" };
    const { rerender } = render(<DataTable {...all} rows={rows} hasMore />);
    // Once in its column and once below; nothing is not repeated.
    expect(screen.getAllByText("older")).toHaveLength(2);
    expect(screen.getAllByRole("term")).toHaveLength(1);
    rerender(<DataTable {...all} rows={[]} />);
    expect(screen.getByText("none")).toBeInTheDocument();
    expect(screen.queryByRole("table")).toBeNull();
  });
});

describe("NumberSlider", () => {
  const filled = () => {
    const { style } = screen.getByRole("slider");
    return ["--from", "--to"].map((name) => /\+ ([\d.]+) \*/.exec(style.getPropertyValue(name))?.[1]);
  };

  it("is filled from the left, and a change from 0 to either side", () => {
    const onChange = vi.fn();
    const all = { label: "More", step: 1, onChange };
    const { rerender } = render(<NumberSlider {...all} value={25} least={0} most={100} />);
    expect(filled()).toEqual(["0", "0.25"]);
    rerender(<NumberSlider {...all} value={-25} least={-100} most={100} isChange />);
    expect(filled()).toEqual(["0.375", "0.5"]);
    rerender(<NumberSlider {...all} value={50} least={-100} most={100} isChange />);
    expect(filled()).toEqual(["0.5", "0.75"]);
  });

  it("takes a number that is typed, within its bounds, and nothing else", async () => {
    const onChange = vi.fn();
    render(<NumberSlider label="More" value={5} least={0} most={10} step={1} onChange={onChange} />);
    const field = screen.getByRole("spinbutton", { name: "More" });
    await userEvent.clear(field);
    expect(onChange).not.toHaveBeenCalled();
    await userEvent.type(field, "70");
    expect(onChange.mock.calls).toEqual([[7], [10]]);
  });

  it("reaches its largest value, where the steps end short of it", () => {
    const onChange = vi.fn();
    render(<NumberSlider label="More" value={0} least={0} most={10} step={3} onChange={onChange} />);
    for (const value of ["6", "9"]) fireEvent.change(screen.getByRole("slider"), { target: { value } });
    expect(onChange.mock.calls).toEqual([[6], [10]]);
  });

  it("goes back to no change, where the steps from its least value would miss it", () => {
    const onChange = vi.fn();
    render(
      <NumberSlider label="More" value={5} least={-7} most={12} step={5} isChange onChange={onChange} />,
    );
    const slider = screen.getByRole("slider");
    // The browser says the step beside the least value again, which it cannot show.
    for (const value of ["0", "-10", "-5"]) fireEvent.change(slider, { target: { value } });
    expect(onChange.mock.calls).toEqual([[0], [-7], [-7]]);
  });

  it("says what is wrong beside both, and what is missing while the field is empty", async () => {
    const all = { label: "Goal", step: 1, least: 0, most: 10, onChange: vi.fn() };
    const { rerender } = render(<NumberSlider {...all} value={5} error="Too low." />);
    for (const role of ["slider", "spinbutton"]) {
      expect(screen.getByRole(role)).toBeInvalid();
      expect(screen.getByRole(role)).toHaveAccessibleDescription("Too low.");
    }
    rerender(<NumberSlider {...all} value={5} />);
    const field = screen.getByRole("spinbutton");
    expect(field).toBeValid();
    await userEvent.clear(field);
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription("Enter a number from 0 to 10.");
    expect(all.onChange).not.toHaveBeenCalled();
    await userEvent.tab();
    expect(field).toBeValid();
    expect(field).toHaveValue(5);
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
    const props = { label: "Start date", max: "2026-11-20", onChange: vi.fn() };
    const { rerender } = render(<DatePicker {...props} value="2026-01-01" />);
    expect(screen.getByRole("button", { name: "Start date Jan 1, 2026" })).toBeInTheDocument();
    expect(screen.queryByRole("alert")).not.toBeInTheDocument();
    rerender(<DatePicker {...props} value="2026-12-01" />);
    expect(screen.getByRole("alert")).toHaveTextContent("Not after Nov 20, 2026");
    rerender(<DatePicker {...props} value="2026-02-30" />);
    expect(screen.getByRole("alert")).toHaveTextContent("Not a valid date");
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

  it.each([
    [0, "Sunday"],
    [1, "Monday"],
  ] as const)("begins its weeks with the chosen day", async (first, name) => {
    render(
      <FirstWeekday value={first}>
        <DatePicker label="End date" value="2026-11-19" onChange={vi.fn()} />
      </FirstWeekday>,
    );
    await userEvent.click(screen.getByRole("button", { name: /End date/ }));
    await screen.findAllByRole("row");
    const weeks = document.querySelectorAll("tbody tr");
    for (const week of weeks) expect(week.querySelector("button")).toHaveAccessibleName(new RegExp(name));
    expect(weeks).toHaveLength(6);
  });
});

describe("Dialog", () => {
  /** Presses the pointer's button on one element and releases it on another, as a browser tells it. */
  function press(down: Element, up: Element): void {
    fireEvent.pointerDown(down);
    fireEvent.pointerUp(up);
    fireEvent.click(down === up ? down : screen.getByRole("dialog"));
  }

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
    press(dialog, dialog);
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it("begins at the first field of a form, not at the button that closes it", () => {
    const form = (
      <form>
        <input type="hidden" name="kind" />
        <input type="radio" name="kind" aria-label="Some" />
        <input type="radio" name="kind" aria-label="All" defaultChecked />
        <input aria-label="Name" />
      </form>
    );
    render(
      <Dialog open onClose={() => {}} title="Details">
        {form}
      </Dialog>,
    );
    expect(screen.getByRole("radio", { name: "All" })).toHaveFocus();
  });

  it("stays when the button goes down inside and up on the backdrop, or the other way round", () => {
    const onClose = vi.fn();
    render(
      <Dialog open onClose={onClose} title="Details">
        <p>Inside</p>
      </Dialog>,
    );
    const dialog = screen.getByRole("dialog", { name: "Details" });
    press(screen.getByText("Inside"), dialog);
    press(dialog, screen.getByText("Inside"));
    expect(onClose).not.toHaveBeenCalled();
  });

  it("leaves Escape to a dialog that was opened this moment", () => {
    const onClose = vi.fn();
    render(
      <Dialog open onClose={onClose} title="Details">
        <p>Inside</p>
      </Dialog>,
    );
    const above = document.createElement("dialog");
    enterModal(above);
    expect(fireEvent.keyDown(document.body, { key: "Escape" })).toBe(true);
    expect(onClose).not.toHaveBeenCalled();
    leaveModal(above);
    expect(fireEvent.keyDown(document.body, { key: "Escape" })).toBe(false);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it("is closed when it is removed while it is open, after the dialogs in it", () => {
    const closed: (string | null)[] = [];
    const close = HTMLDialogElement.prototype.close;
    vi.spyOn(HTMLDialogElement.prototype, "close").mockImplementation(function (this: HTMLDialogElement) {
      closed.push(this.querySelector("h2")?.textContent ?? null);
      close.call(this);
    });
    const { rerender } = render(
      <Dialog open onClose={() => {}} title="Details">
        <Dialog open onClose={() => {}} title="Question">
          <p>Sure?</p>
        </Dialog>
      </Dialog>,
    );
    rerender(<p>Without</p>);
    expect(closed).toEqual(["Question", "Details"]);
  });

  it("has what is said about it within it, where the rest of the page is inert", () => {
    const page = (open: boolean) => (
      <>
        <Dialog open={open} onClose={() => {}} title="Targets">
          <Tooltip text="Change this target">
            <button type="button">Change</button>
          </Tooltip>
        </Dialog>
        <ToastHost />
      </>
    );
    const { rerender } = render(page(true));
    act(() => notify({ status: "error", message: "Not saved." }));
    const dialog = screen.getByRole("dialog", { name: "Targets" });
    expect(dialog).toContainElement(screen.getByRole("alert"));
    act(() => screen.getByRole("button", { name: "Change" }).focus());
    expect(dialog).toContainElement(screen.getByRole("tooltip"));
    rerender(page(false));
    expect(dialog).not.toContainElement(screen.getByText("Not saved."));
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
