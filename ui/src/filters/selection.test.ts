import { describe, expect, it } from "vitest";
import { allState, countTicked, isTicked, only, tidy, toggle, toggleAll } from "./selection";

const LISTED = [1, 2, 3];

describe("selection", () => {
  it("unticks one of all", () => {
    expect(toggle("all", 2, LISTED)).toEqual([1, 3]);
  });

  it("becomes all again when every item is ticked", () => {
    expect(toggle([1, 3], 2, LISTED)).toBe("all");
    expect(tidy([3, 2, 1, 1], LISTED)).toBe("all");
  });

  it("may become nothing, which is not all", () => {
    expect(toggle([1], 1, LISTED)).toEqual([]);
    expect(toggleAll("all")).toEqual([]);
    expect(allState([], LISTED)).toBe(false);
  });

  it("takes all from some and from nothing", () => {
    expect(toggleAll([1])).toBe("all");
    expect(toggleAll([])).toBe("all");
  });

  it("selects only one", () => {
    expect(only(3, LISTED)).toEqual([3]);
    expect(only(1, [1])).toBe("all");
  });

  it("tells mixed from ticked and empty", () => {
    expect(allState("all", LISTED)).toBe(true);
    expect(allState([2], LISTED)).toBe("indeterminate");
  });

  it("keeps ids that are not listed and does not count them", () => {
    expect(tidy([9, 1], LISTED)).toEqual([1, 9]);
    expect(allState([9], LISTED)).toBe(false);
    expect(countTicked([9, 1], LISTED)).toBe(1);
    expect(isTicked([9], 1)).toBe(false);
    expect(countTicked("all", LISTED)).toBe(3);
  });

  it("is not all where nothing is listed", () => {
    expect(tidy([], [])).toEqual([]);
  });
});
