import { render, screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Totals } from "../../../generated/wire";
import { cardPies } from "./CardPies";

const TOTALS = { compare: {} } as Totals;
const rows = (...values: number[]) => values.map((value, at) => ({ name: `n${at}`, value }));

describe("the pies of a card", () => {
  it("show each part's share of the whole, rounded to 2 decimals", () => {
    const Body = cardPies([
      { title: "Devices", of: "Sessions", rows: () => rows(1, 2) },
      { title: "Browsers", of: "Sessions", rows: () => rows(4) },
    ]);
    render(<Body totals={TOTALS} currency="USD" />);
    const devices = within(screen.getByRole("table", { name: "Devices" }));
    expect(devices.getByRole("row", { name: "n1 66.67%" })).toBeInTheDocument();
    expect(devices.getByRole("row", { name: "n0 33.33%" })).toBeInTheDocument();
    expect(screen.getAllByRole("table")).toHaveLength(2);
  });

  it("show a list alone where slices say nothing", () => {
    const Body = cardPies([
      { title: "Devices", of: "Sessions", rows: () => rows(1, 2) },
      { title: "Screens", of: "Sessions", isTable: true, rows: () => rows(3, 1) },
    ]);
    const { container } = render(<Body totals={TOTALS} currency="USD" />);
    const screens = screen.getByRole("table", { name: "Screens" });
    expect(within(screens).getByRole("row", { name: "n0 75%" })).toBeInTheDocument();
    expect(screens.querySelector("svg")).toBeNull();
    expect(container.querySelectorAll("[data-alone], h4")).toHaveLength(2);
    expect(screen.getByText("3 Sessions")).toBeInTheDocument();
    expect(screen.queryByText("4 Sessions")).toBeNull();
  });

  it("use one colour for a shared name, and show truncated names in full", () => {
    const long = "x".repeat(200);
    const named = (...names: string[]) => names.map((name, at) => ({ name, value: 9 - at }));
    const Body = cardPies([
      { title: "Devices", of: "Sessions", rows: () => named("a", long) },
      { title: "Browsers", of: "Sessions", rows: () => named(long, "b") },
    ]);
    render(<Body totals={TOTALS} currency="USD" />);
    for (const title of ["Devices", "Browsers"]) {
      const row = within(screen.getByRole("table", { name: title })).getByRole("row", { name: /^x/ });
      expect(within(row).getByTitle(long)).toHaveTextContent(long);
      expect(row.querySelector("svg")).toHaveAttribute("data-colour", "1");
    }
  });

  it("show the counts too if there is only one pie", () => {
    const Body = cardPies([{ of: "Sessions", rows: () => rows(3000, 1000) }]);
    const { container } = render(<Body totals={TOTALS} currency="USD" />);
    expect(screen.getByRole("row", { name: "n0 3,000 75%" })).toBeInTheDocument();
    expect(container.querySelector("svg")).toHaveTextContent(/^4,000Sessions$/);
  });

  it("shorten a sum that does not fit, and give all its digits in a hint", () => {
    const Body = cardPies([{ of: "Sessions", rows: () => rows(1_234_567) }]);
    const { container } = render(<Body totals={TOTALS} currency="USD" />);
    expect(container.querySelector("svg text")).toHaveTextContent("1.23M");
    expect(container.querySelector("svg title")).toHaveTextContent("1,234,567");
    expect(screen.getByText("1,234,567 Sessions")).toHaveClass("sr-only");
  });

  it("say so if there is no data", () => {
    const Body = cardPies([{ title: "Devices", of: "Sessions", rows: () => [] }]);
    render(<Body totals={TOTALS} currency="USD" />);
    expect(screen.getByText("No sessions in this period")).toBeInTheDocument();
    expect(screen.queryByRole("table")).not.toBeInTheDocument();
  });
});
