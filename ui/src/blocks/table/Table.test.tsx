import { fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import type { TableRow } from "../../api/generated/wire";
import type { Sort } from "./sorting";
import { Table } from "./Table";

const row = (name: string, total: number, records: TableRow[] = [], isTotal = false): TableRow => ({
  name,
  total,
  isTotal,
  records,
});
const ROWS = [
  row("Home", 50, [row("Gold", 20), row("Silver", 30)], true),
  row("Auto", 1200, [row("Gold", 700), row("Silver", 500)], true),
  row("Total", 1250, [], true),
];

function Shown() {
  const [sort, setSort] = useState<Sort>({ column: "name", descending: false });
  return (
    <Table
      label="Logins"
      firstColumn="LOB / Tier"
      columns={[{ field: "total", label: "Total Logins", unit: "count", bar: true }]}
      rows={ROWS}
      sort={sort}
      onSort={setSort}
      currency="USD"
    />
  );
}

const order = () => screen.getAllByRole("rowheader").map((cell) => cell.textContent);
const header = (name: string) => screen.getByRole("columnheader", { name: new RegExp(name) });

describe("Table", () => {
  it("shows groups with their rows and the total last", () => {
    render(<Shown />);
    expect(order()).toEqual(["Auto", "Gold", "Silver", "Home", "Gold", "Silver", "Total"]);
    expect(screen.getByText("1,200")).toBeInTheDocument();
  });

  it("sorts by a header and says so on that column only", () => {
    render(<Shown />);
    expect(header("LOB / Tier")).toHaveAttribute("aria-sort", "ascending");
    fireEvent.click(within(header("Total Logins")).getByRole("button"));
    expect(order()).toEqual(["Home", "Gold", "Silver", "Auto", "Silver", "Gold", "Total"]);
    expect(header("Total Logins")).toHaveAttribute("aria-sort", "ascending");
    expect(header("LOB / Tier")).not.toHaveAttribute("aria-sort");
    fireEvent.click(within(header("Total Logins")).getByRole("button"));
    expect(header("Total Logins")).toHaveAttribute("aria-sort", "descending");
    expect(order()[0]).toBe("Auto");
  });

  it("folds a group, and all of them", () => {
    render(<Shown />);
    fireEvent.click(screen.getByRole("button", { name: "Hide the rows of Auto" }));
    expect(order()).toEqual(["Auto", "Home", "Gold", "Silver", "Total"]);
    fireEvent.click(screen.getByRole("button", { name: "Hide the rows of all groups" }));
    expect(order()).toEqual(["Auto", "Home", "Total"]);
    fireEvent.click(screen.getByRole("button", { name: "Show all rows" }));
    expect(order()).toHaveLength(7);
  });
});
