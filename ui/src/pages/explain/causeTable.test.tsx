import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { CauseNode, CauseTree } from "../../generated/wire";
import { CauseTable, type CauseTableProps, type Written } from "./CauseTable";

const cause = (given: Partial<CauseNode>): CauseNode => ({
  key: given.name ?? "",
  name: "",
  kind: "part",
  now: null,
  before: null,
  unit: null,
  share: null,
  shareBefore: null,
  effect: 0.5,
  rateEffect: null,
  mixEffect: null,
  hidden: null,
  canOpen: false,
  inside: null,
  ...given,
});

const tree = (causes: CauseNode[], label = "Part"): CauseTree => ({
  by: label.toUpperCase(),
  label,
  causes,
  leading: null,
  divisions: [],
});

const table = (
  of: CauseTree,
  written: Partial<Written>,
  onToggle: CauseTableProps["onToggle"] = () => {},
) => (
  <CauseTable
    tree={of}
    written={{ unit: "decimal", polarity: "higher", currency: "USD", isScore: false, ...written }}
    change={1}
    labelOf={(by) => by}
    onToggle={onToggle}
    onDivide={() => {}}
  />
);

function show(of: CauseTree, written: Partial<Written>) {
  render(table(of, written));
  return within(screen.getByRole("table"));
}

const cells = (table: ReturnType<typeof show>, name: RegExp) =>
  within(table.getByRole("row", { name }))
    .getAllByRole("cell")
    .map((cell) => cell.textContent);

it("writes each part of the score in its own unit, and what is within it", () => {
  const gold = cause({ name: "Gold", kind: "slice", unit: "percent", before: 50, now: 52.5 });
  const opened = { canOpen: true, inside: tree([gold], "Tier") };
  const table = show(
    tree([
      cause({ name: "Active Rate", unit: "percent", before: 41.25, now: 43, share: 20, ...opened }),
      cause({ name: "Tenure", unit: "months", before: 26, now: 27, share: 10 }),
      cause({ name: "Parts that count in only one of the months", kind: "coverage" }),
    ]),
    { isScore: true },
  );
  expect(cells(table, /^Active Rate/).slice(0, 3)).toEqual(["41.25%", "43%", "20%"]);
  expect(cells(table, /^Gold/).slice(0, 2)).toEqual(["50%", "52.5%"]);
  expect(cells(table, /^Tenure/).slice(0, 3)).toEqual(["2 years 2 months", "2 years 3 months", "10%"]);
  expect(cells(table, /^Parts that count/).slice(0, 3)).toEqual(["", "", ""]);
  expect(table.getByRole("columnheader", { name: "Effect points" })).toBeInTheDocument();
});

it("names the unit of months and of effects in the head", () => {
  const table = show(
    tree([cause({ name: "Gold", kind: "slice", unit: "months", before: 27.14, now: 27.31 })], "Tier"),
    { unit: "months" },
  );
  expect(cells(table, /^Gold/).slice(0, 2)).toEqual(["27.1", "27.3"]);
  expect(table.getByRole("columnheader", { name: "Before months" })).toBeInTheDocument();
  expect(table.getByRole("columnheader", { name: "Effect months" })).toBeInTheDocument();
});

it("needs no unit for counts", () => {
  const table = show(
    tree([cause({ name: "Gold", kind: "slice", unit: "count", before: 1200, now: 1300 })], "Tier"),
    { unit: "count" },
  );
  expect(cells(table, /^Gold/).slice(0, 2)).toEqual(["1,200", "1,300"]);
  expect(table.getAllByRole("columnheader").map((head) => head.textContent)).toEqual([
    "Cause",
    "Before",
    "Now",
    "Effect",
    "Effect",
  ]);
});

it("marks what moved most, where the answer names it", () => {
  const parts = (leading: string | null) => ({
    ...tree([cause({ key: "csat", name: "CSAT", unit: "percent", before: 75, now: 74, effect: -0.2 })]),
    leading,
  });
  const { rerender } = render(table(parts(null), { isScore: true }));
  expect(screen.queryByText("largest")).toBeNull();
  rerender(table(parts("csat"), { isScore: true }));
  expect(screen.getByText("largest")).toBeInTheDocument();
});

it("says below each row, for phones, what its columns have no room for", () => {
  const gold = cause({ name: "Gold", unit: "percent", before: 50, now: 52, share: 24.4, shareBefore: 25 });
  const shown = show(tree([gold, cause({ name: "Others" })], "Tier"), { unit: "percent" });
  const rows = shown.getAllByRole("row").map((row) => row.textContent);
  expect(rows).toContain("Before50%Share25% → 24.4%");
  // Nothing is known of the others: no empty line.
  expect(rows).toHaveLength(5);
});

it("opens what a row is made of by a press anywhere in it", () => {
  const toggle = vi.fn();
  render(
    table(tree([cause({ name: "Gold", key: "gold", canOpen: true }), cause({ name: "Silver" })]), {}, toggle),
  );
  const press = (name: RegExp) => {
    const cell = within(screen.getByRole("row", { name })).getAllByRole("cell")[0];
    if (cell) fireEvent.click(cell);
  };
  press(/Gold/);
  expect(toggle.mock.calls).toEqual([[["gold"], true]]);
  press(/Silver/);
  expect(toggle).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole("button"));
  expect(toggle).toHaveBeenCalledTimes(2);
});
