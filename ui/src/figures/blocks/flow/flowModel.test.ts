// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { chartTheme } from "../../../kit/theme";
import { flowRows } from "./FlowTable";
import { type Flow, flowModel, largestMoves } from "./flowModel";
import { flowOption } from "./flowOption";

const flow = (from: string, to: string, way: Flow["way"], value: number): Flow => ({ from, to, way, value });

const FLOWS: readonly Flow[] = [
  flow("", "Bronze", "joined", 7),
  flow("Gold", "Gold", "stayed", 20),
  flow("Gold", "Silver", "down", 2),
  flow("Silver", "Gold", "up", 5),
  flow("Bronze", "Bronze", "stayed", 40),
  flow("Bronze", "Gold", "up", 1),
];
const ORDER = ["Bronze", "Silver", "Gold"];

describe("the model of a flow", () => {
  it("adds up to both ends, in the order of groups", () => {
    const model = flowModel(FLOWS, ORDER);
    expect(flowRows(model)).toEqual([
      ["From / To", "Bronze", "Silver", "Gold", "Total"],
      ["Bronze", 40, 0, 1, 41],
      ["Silver", 0, 0, 5, 5],
      ["Gold", 0, 2, 20, 22],
      ["Not registered", 7, 0, 0, 7],
      ["Total", 47, 2, 26, 75],
    ]);
    const { all, joined, up, down, moved, hasOthers } = model;
    expect({ all, joined, up, down, moved, hasOthers }).toEqual({
      all: 75,
      joined: 7,
      up: 6,
      down: 2,
      moved: 8,
      hasOthers: false,
    });
    expect(largestMoves(model).map(({ value }) => value)).toEqual([5, 2, 1]);
  });

  it("has members of no chosen group on a side of their own, apart from those who joined", () => {
    const model = flowModel(
      [flow("", "Gold", "joined", 3), flow("", "Gold", "moved", 4), flow("Gold", "", "moved", 5)],
      ORDER,
    );
    expect(flowRows(model)).toEqual([
      ["From / To", "Gold", "Other members", "Total"],
      ["Gold", 0, 5, 5],
      ["Other members", 4, 0, 4],
      ["Not registered", 3, 0, 3],
      ["Total", 7, 5, 12],
    ]);
    expect(model.hasOthers).toBe(true);
  });

  it("is drawn with a node for each end and a link for each flow", () => {
    const model = flowModel(FLOWS, ORDER);
    const { series } = flowOption(model, chartTheme("light"), ({ key }) => (key === "joined" ? null : 1));
    const [sankey] = series as { data: { name: string }[]; links: { source: string; target: string }[] }[];
    expect(sankey?.data).toHaveLength(4 + 3);
    expect(sankey?.links).toHaveLength(FLOWS.length);
    const names = new Set(sankey?.data.map(({ name }) => name));
    expect(sankey?.links.every(({ source, target }) => names.has(source) && names.has(target))).toBe(true);
  });
});
