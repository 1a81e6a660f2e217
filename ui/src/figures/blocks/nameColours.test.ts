import { describe, expect, it } from "vitest";
import { nameColours } from "./nameColours";

describe("the colours of names", () => {
  it("are by position in the first chart, and by name in the next", () => {
    const colours = nameColours("Other");
    expect(colours.of(["Auto", "Home", "Life"])).toEqual([0, 1, 2]);
    expect(colours.of(["Life", "Auto"])).toEqual([2, 0]);
    expect(colours.of(["Pet", "Life"])).toEqual([0, 2]);
  });

  it("are distinct within a chart", () => {
    const colours = nameColours("Other");
    colours.of(["Chrome", "(not set)"]);
    colours.of(["Windows", "iOS"]);
    // Both have the first colour elsewhere; the second one gives way.
    expect(colours.of(["Chrome", "Windows", "(not set)"])).toEqual([0, 2, 1]);
    // It has its usual colour where that is free.
    expect(colours.of(["Windows"])).toEqual([0]);
    // In any order: a pie and the lines of the same names agree on which one gives way.
    expect(colours.of(["Windows", "(not set)", "Chrome"])).toEqual([2, 1, 0]);
  });

  it("reserve the last for the combined rest, unless there are eight without it", () => {
    const eight = Array.from({ length: 8 }, (_, at) => `n${at}`);
    expect(nameColours("Other").of(["a", "Other"])).toEqual([0, 7]);
    expect(nameColours("Other").of([...eight.slice(0, 7), "Other"])).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(nameColours("Other").of(eight)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("of groups follow their places, whatever is left out", () => {
    const tiers = ["Bronze", "Silver", "Gold"].map((name, place) => ({ name, place }));
    const groups = [...tiers, { name: "Auto", place: 0 }, { name: "Gold", place: 1 }];
    const colours = () => nameColours("Other", groups);
    expect(colours().of(["Bronze", "Silver", "Gold"])).toEqual([0, 1, 2]);
    expect(colours().of(["Gold"])).toEqual([2]);
    // A pie ranks them.
    expect(colours().of(["Gold", "Bronze", "Other"])).toEqual([2, 0, 7]);
    expect(colours().of(["Auto", "Browser"])).toEqual([0, 1]);
  });

  it("of more groups than there are colours repeat, and are distinct within a chart", () => {
    const groups = Array.from({ length: 11 }, (_, place) => ({ name: `Level ${place}`, place }));
    const colours = nameColours("Other", groups);
    expect(colours.of(["Level 9", "Level 10"])).toEqual([1, 2]);
    expect(colours.of(["Level 1", "Level 9"])).toEqual([1, 0]);
  });

  it("distinguish two items with the same name", () => {
    expect(nameColours("Other").of(["Gold", "Gold"])).toEqual([0, 1]);
  });
});
