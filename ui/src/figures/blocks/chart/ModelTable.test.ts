import { describe, expect, it } from "vitest";
import { modelRows } from "./ModelTable";
import type { AxisModel } from "./models";

const series = (name: string, value: number) => ({ name, key: name, values: [value], colour: 0 });
const model = (...names: string[]): AxisModel => ({
  labels: ["Jan 2026"],
  series: names.map(series),
  available: names.length,
});

describe("the file of a chart", () => {
  it("names the figure and the content of each column", () => {
    const figures = [{ label: "Dormant Rate", unit: "percent" }] as const;
    expect(modelRows(model("Jan 1 – Nov 19, 2026", "Last year"), "Period", figures, "USD", 5)).toEqual([
      ["Period", "Dormant Rate (%): Jan 1 – Nov 19, 2026", "Dormant Rate (%): Last year"],
      ["Jan 2026", 0, 1],
    ]);
    expect(modelRows(model("Gold", "Silver"), "Period", figures, "USD", 5)[0]).toEqual([
      "Period",
      "Dormant Rate (%): Gold",
      "Dormant Rate (%): Silver",
    ]);
  });

  it("does not name a figure twice", () => {
    const figures = [
      { label: "Sales", unit: "money" },
      { label: "Redemptions", unit: "count" },
    ] as const;
    expect(modelRows(model("Sales", "Redemptions"), "Name", figures, "EUR", 5)[0]).toEqual([
      "Name",
      "Sales (EUR)",
      "Redemptions",
    ]);
  });
});
