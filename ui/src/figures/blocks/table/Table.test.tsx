import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { TableRow } from "../../../generated/wire";
import { startTheme } from "../../../kit/theme";
import type { Sort } from "../declaration";
import { Table, type TableProps } from "./Table";
import { useOrdered } from "./useOrdered";

const row = (name: string, total: number, records: TableRow[] = [], isTotal = false): TableRow => ({
  name,
  total,
  isTotal,
  records,
});

/** A table with its rows in order, as blocks draw it. */
function Ordered({ rows, ...rest }: Omit<TableProps, "rows" | "all"> & { rows: readonly TableRow[] }) {
  const { answered, ordered } = useOrdered(rows, rest.sort);
  return <Table {...rest} rows={ordered} all={answered} />;
}

const ROWS = [
  row("Home", 50, [row("Gold", 20), row("Silver", 30)], true),
  row("Auto", 1200, [row("Gold", 700), row("Silver", 500)], true),
  row("Total", 1250, [], true),
];

function Shown() {
  const [sort, setSort] = useState<Sort>({ column: "name", descending: false });
  return (
    <Ordered
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
    expect(order()).toEqual(["Auto", "Gold", "Silver", "Home", "Silver", "Gold", "Total"]);
    expect(header("Total Logins")).toHaveAttribute("aria-sort", "descending");
    expect(header("LOB / Tier")).not.toHaveAttribute("aria-sort");
    fireEvent.click(within(header("Total Logins")).getByRole("button"));
    expect(header("Total Logins")).toHaveAttribute("aria-sort", "ascending");
    expect(order()).toEqual(["Home", "Gold", "Silver", "Auto", "Silver", "Gold", "Total"]);
  });

  it("collapses a group, and all groups", () => {
    render(<Shown />);
    fireEvent.click(screen.getByRole("button", { name: "Hide the rows of Auto" }));
    expect(order()).toEqual(["Auto", "Home", "Gold", "Silver", "Total"]);
    fireEvent.click(screen.getByRole("button", { name: "Hide the rows of all groups" }));
    expect(order()).toEqual(["Auto", "Home", "Total"]);
    fireEvent.click(screen.getByRole("button", { name: "Show all rows" }));
    expect(order()).toHaveLength(7);
  });
});

it("collapses two groups with the same name separately, in any order", () => {
  const rows = [
    row("Auto", 5, [row("Gold", 5)], true),
    row("Auto", 9, [row("Silver", 9)], true),
    row("Total", 14, [], true),
  ];
  const Sorted = () => {
    const [sort, setSort] = useState<Sort>({ column: "name", descending: false });
    return (
      <Ordered
        label="Logins"
        firstColumn="LOB / Tier"
        columns={[{ field: "total", label: "Total Logins", unit: "count" }]}
        rows={rows}
        sort={sort}
        onSort={setSort}
        currency="USD"
      />
    );
  };
  render(<Sorted />);
  const [first] = screen.getAllByRole("button", { name: "Hide the rows of Auto" });
  if (first) fireEvent.click(first);
  expect(order()).toEqual(["Auto", "Auto", "Silver", "Total"]);
  fireEvent.click(within(header("Total Logins")).getByRole("button"));
  expect(order()).toEqual(["Auto", "Silver", "Auto", "Total"]);
});

describe("the cells of a list", () => {
  const show = (text: string) =>
    render(
      <Ordered
        label="Screens"
        firstColumn="Campaign"
        rank="Rank"
        columns={[
          { field: "day", label: "Date", text: "date" },
          { field: "link", label: "Preview", text: "link", linkText: "Open" },
          { field: "few", label: "Few", unit: "count", isShared: true },
          { field: "many", label: "Many", unit: "count", isShared: true },
        ]}
        rows={[{ ...row("Spring", 0), rank: 1, day: "2026-11-03", link: text, few: 1, many: 2 }]}
        sort={{ column: "name", descending: false }}
        onSort={() => undefined}
        currency="USD"
      />,
    );

  it("are written in their formats", () => {
    show("https://example.org/mail");
    expect(screen.getByRole("columnheader", { name: "Rank" })).toBeInTheDocument();
    expect(screen.getByText("Nov 3, 2026")).toBeInTheDocument();
    expect(screen.getByText("33.33%").closest("td")).toHaveTextContent("1 33.33%");
    const link = screen.getByRole("link", { name: /^Open.*opens in a new tab/ });
    expect(link).toHaveAttribute("href", "https://example.org/mail");
    expect(link).toHaveAttribute("target", "_blank");
    expect(link).toHaveAttribute("rel", "noopener noreferrer");
  });

  it.each(["javascript:alert(1)", "//elsewhere.example", ""])("are not a link if the text is %j", (text) => {
    show(text);
    expect(screen.queryByRole("link")).not.toBeInTheDocument();
  });
});

it("truncates a long heading and shows it in full with its meaning", async () => {
  const label = "x".repeat(200);
  render(
    <Ordered
      label="Answers"
      firstColumn="LOB"
      columns={[{ field: "total", label, unit: "count", definition: "Answers with this option." }]}
      rows={ROWS}
      sort={{ column: "name", descending: false }}
      onSort={() => undefined}
      currency="USD"
    />,
  );
  const button = within(header(label)).getByRole("button");
  // One tooltip, and none of the browser's.
  expect(within(button).queryByTitle(label)).not.toBeInTheDocument();
  act(() => button.focus());
  expect(await screen.findByRole("tooltip")).toHaveTextContent(`${label}: Answers with this option.`);
});

it("has its total first where it would be out of sight, else last", () => {
  const shown = (count: number) => {
    const groups = Array.from({ length: count }, (_, at) => row(`Group ${at + 10}`, at));
    const { unmount } = render(
      <Ordered
        label="Logins"
        firstColumn="Group"
        columns={[{ field: "total", label: "Total Logins", unit: "count" }]}
        rows={[...groups, row("Total", 9, [], true)]}
        sort={{ column: "name", descending: true }}
        onSort={() => undefined}
        currency="USD"
      />,
    );
    const names = order();
    unmount();
    return names;
  };
  expect(shown(18).at(-1)).toBe("Total");
  expect(shown(19).slice(0, 2)).toEqual(["Total", "Group 28"]);
});

describe("a table of 10,000 rows", () => {
  const MANY = Array.from({ length: 10_000 }, (_, at) => row(`Offer ${String(at).padStart(4, "0")}`, at));
  const WITH_GROUP = [row("A group", 50, [row("Gold", 20), row("Silver", 30)], true), ...MANY];

  function Long({ descending = false, rows = WITH_GROUP }) {
    return (
      <Ordered
        label="Offers"
        firstColumn="Offer"
        columns={[{ field: "total", label: "Visits", unit: "count" }]}
        rows={[...rows, row("Total", 0, [], true)]}
        sort={{ column: "name", descending }}
        onSort={() => undefined}
        currency="USD"
      />
    );
  }
  beforeEach(() => {
    // The test environment has no layout.
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(45);
  });
  const drawn = () => document.querySelectorAll("tbody tr[data-index]").length;
  const indexOf = (name: string) =>
    screen.getByRole("rowheader", { name }).closest("tr")?.getAttribute("aria-rowindex");

  it("draws the first rows, and says how many there are", () => {
    render(<Long />);
    expect(drawn()).toBeLessThan(100);
    // The header, the total, the group with its two rows and the others.
    expect(screen.getByRole("table")).toHaveAttribute("aria-rowcount", String(1 + 3 + 10_000 + 1));
    expect(indexOf("Total")).toBe("2");
    expect(indexOf("Offer 0000")).toBe("6");
  });

  it("draws the visible rows when scrolling, and the focused one", () => {
    render(<Long />);
    const toggle = screen.getByRole("button", { name: "Hide the rows of A group" });
    act(() => toggle.focus());
    act(() => {
      window.scrollY = 5000 * 45;
      dispatchEvent(new Event("scroll"));
    });
    expect(indexOf("Offer 5000")).toBe("5006");
    expect(screen.queryByRole("rowheader", { name: "Offer 0100" })).not.toBeInTheDocument();
    expect(toggle).toHaveFocus();
    act(() => toggle.blur());
    expect(toggle).not.toBeInTheDocument();
    window.scrollY = 0;
  });

  it("sorts all rows", () => {
    render(<Long descending />);
    expect(indexOf("Offer 9999")).toBe("3");
  });

  it("draws all rows for printing", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
    startTheme();
    render(<Long rows={MANY.slice(0, 600)} />);
    act(() => void dispatchEvent(new Event("beforeprint")));
    expect(drawn()).toBe(600);
    act(() => void dispatchEvent(new Event("afterprint")));
    expect(drawn()).toBeLessThan(100);
    vi.unstubAllGlobals();
  });
});
