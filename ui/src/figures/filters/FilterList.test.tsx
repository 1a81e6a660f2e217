import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FilterList } from "./FilterList";
import { editSelection, type Selection, tickedIn } from "./selection";

const COUNT = 5000;
const ITEMS = Array.from({ length: COUNT }, (_, at) => ({
  id: at + 1,
  name: `Offer ${String(at + 1).padStart(4, "0")}`,
}));
const IDS = ITEMS.map(({ id }) => id);
const ROW = 34;

function Offers({
  initial = "all",
  onChange,
}: {
  initial?: Selection;
  onChange?: (next: Selection) => void;
}) {
  const [selection, setSelection] = useState<Selection>(initial);
  return (
    <FilterList
      list="offers"
      items={ITEMS}
      stateOf={tickedIn(selection)}
      onEdit={(edit) => {
        const next = editSelection(selection, edit, IDS);
        setSelection(next);
        onChange?.(next);
      }}
    />
  );
}

const list = () => screen.getByRole("list");
const rows = () => screen.getAllByRole("listitem");
const positionOf = (name: string) => screen.getByLabelText(name).closest("li")?.getAttribute("aria-posinset");
const scrollTo = (row: number) =>
  act(() => {
    list().scrollTop = row * ROW;
    fireEvent.scroll(list());
  });

beforeEach(() => {
  // The test environment has no layout.
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(ROW);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(380);
});

describe("a list of 5,000 offers", () => {
  it("draws the first rows and says how many there are", () => {
    render(<Offers />);
    expect(rows().length).toBeLessThan(60);
    expect(screen.getByText(`${COUNT} of ${COUNT}`)).toBeInTheDocument();
    // The All box is the first row.
    for (const row of rows()) expect(row).toHaveAttribute("aria-setsize", String(COUNT + 1));
    expect(positionOf("All Offers")).toBe("1");
    expect(positionOf("Offer 0001")).toBe("2");
  });

  it("draws the visible rows when scrolling, and the focused one", () => {
    render(<Offers />);
    const first = screen.getByLabelText("Offer 0003");
    act(() => first.focus());
    scrollTo(4000);
    expect(positionOf("Offer 4000")).toBe("4001");
    expect(screen.queryByLabelText("Offer 0100")).not.toBeInTheDocument();
    expect(first).toHaveFocus();
    expect(rows().length).toBeLessThan(60);
    act(() => first.blur());
    expect(screen.queryByLabelText("Offer 0003")).not.toBeInTheDocument();
  });

  it("reserves the height of the rows that are not drawn", () => {
    render(<Offers />);
    scrollTo(2000);
    const gaps = [...list().querySelectorAll<HTMLElement>('[aria-hidden="true"]:empty')];
    const left = gaps.reduce((sum, gap) => sum + Number.parseFloat(gap.style.height), 0);
    expect(left + rows().length * ROW).toBe((COUNT + 1) * ROW);
  });

  it("ticks a row far down, only one row, and every row", () => {
    const onChange = vi.fn();
    render(<Offers onChange={onChange} />);
    scrollTo(4500);
    fireEvent.click(screen.getByLabelText("Offer 4500"));
    expect(screen.getByText(`${COUNT - 1} of ${COUNT}`)).toBeInTheDocument();
    expect(onChange).toHaveBeenLastCalledWith(IDS.filter((id) => id !== 4500));
    fireEvent.click(screen.getByRole("button", { name: "ONLY Offer 4501" }));
    expect(onChange).toHaveBeenLastCalledWith([4501]);
    expect(screen.getByLabelText("Offer 4501")).toBeChecked();
    expect(screen.getByLabelText("Offer 4500")).not.toBeChecked();
    scrollTo(0);
    expect(screen.getByLabelText("All Offers")).toHaveProperty("indeterminate", true);
    fireEvent.click(screen.getByLabelText("All Offers"));
    expect(onChange).toHaveBeenLastCalledWith("all");
  });

  it("shows matches from the top, and ticks all of them", () => {
    const onChange = vi.fn();
    render(<Offers initial={[]} onChange={onChange} />);
    scrollTo(4000);
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "offer 499" } });
    expect(list().scrollTop).toBe(0);
    expect(rows()).toHaveLength(11);
    fireEvent.click(screen.getByLabelText(/^All 10 found/));
    expect(onChange).toHaveBeenLastCalledWith([4990, 4991, 4992, 4993, 4994, 4995, 4996, 4997, 4998, 4999]);
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "" } });
    expect(rows().length).toBeGreaterThan(20);
    expect(rows().length).toBeLessThan(60);
  });
});
