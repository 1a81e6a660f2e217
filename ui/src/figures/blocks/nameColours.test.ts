import { describe, expect, it } from "vitest";
import vectors from "../../../../src/render/drawing/names.json";
import { nameColours } from "./nameColours";

describe("the colours of names", () => {
  it.each(vectors)("are those of files, in any order: %j", (names, colours) => {
    expect(nameColours("Other").of(names as string[])).toEqual(colours);
  });

  it("are by name: a chart of other names, or in another order, has the same", () => {
    const channels = ["Direct", "Email", "Social"];
    const of = (names: readonly string[]) => nameColours("Other").of(names);
    expect(of(channels)).toEqual([1, 0, 4]);
    expect(of([...channels].reverse())).toEqual([4, 0, 1]);
    expect(of(["Social", "Windows"])).toEqual([4, 6]);
  });

  it("are distinct within a chart, and the same in all charts of a screen", () => {
    const colours = nameColours("Other");
    // Both would have the first.
    expect(colours.of(["Email", "Organic Search"])).toEqual([0, 1]);
    expect(colours.of(["Organic Search"])).toEqual([1]);
    expect(colours.of(["Organic Search", "Email"])).toEqual([1, 0]);
  });

  it("reserve the last for the combined rest, unless there are eight without it", () => {
    const eight = Array.from({ length: 8 }, (_, at) => `n${at}`);
    expect(nameColours("Other").of(["Email", "Other"])).toEqual([0, 7]);
    expect(new Set(nameColours("Other").of([...eight.slice(0, 7), "Other"])).size).toBe(8);
    expect(nameColours("Other").of([...eight.slice(0, 7), "Other"])[7]).toBe(7);
    expect(new Set(nameColours("Other").of(eight)).size).toBe(8);
  });

  it("of groups follow their places, whatever is left out", () => {
    const tiers = ["Bronze", "Silver", "Gold"].map((name, place) => ({ name, place }));
    const groups = [...tiers, { name: "Auto", place: 0 }, { name: "Gold", place: 1 }];
    const colours = () => nameColours("Other", groups);
    expect(colours().of(["Bronze", "Silver", "Gold"])).toEqual([0, 1, 2]);
    expect(colours().of(["Gold"])).toEqual([2]);
    // A pie ranks them.
    expect(colours().of(["Gold", "Bronze", "Other"])).toEqual([2, 0, 7]);
    expect(colours().of(["Auto", "Social"])).toEqual([0, 4]);
  });

  it("of more groups than there are colours repeat, and are distinct within a chart", () => {
    const groups = Array.from({ length: 11 }, (_, place) => ({ name: `Level ${place}`, place }));
    const colours = nameColours("Other", groups);
    expect(colours.of(["Level 9", "Level 10"])).toEqual([1, 2]);
    expect(colours.of(["Level 1", "Level 9"])).toEqual([1, 2]);
  });

  it("distinguish two items with the same name", () => {
    expect(nameColours("Other").of(["Gold", "Gold"])).toEqual([1, 2]);
  });
});
