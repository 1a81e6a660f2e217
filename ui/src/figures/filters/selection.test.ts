import { describe, expect, it } from "vitest";
import { editSelection, summed, tickedIn, tidy } from "./selection";

const LISTED = [1, 2, 3];

describe("selection", () => {
  it("unchecks one of all", () => {
    expect(editSelection("all", { ids: [2], on: false }, LISTED)).toEqual([1, 3]);
  });

  it("becomes all again when every item is checked", () => {
    expect(editSelection([1, 3], { ids: [2], on: true }, LISTED)).toBe("all");
    expect(editSelection([1], { ids: [2, 3], on: true }, LISTED)).toBe("all");
    expect(tidy([3, 2, 1, 1], LISTED)).toBe("all");
  });

  it("can be empty, which is not all", () => {
    expect(editSelection([1], { ids: [1], on: false }, LISTED)).toEqual([]);
    expect(editSelection("all", { all: false }, LISTED)).toEqual([]);
  });

  it("selects all from some and from none", () => {
    expect(editSelection([1], { all: true }, LISTED)).toBe("all");
    expect(editSelection([], { all: true }, LISTED)).toBe("all");
  });

  it("selects only one", () => {
    expect(editSelection("all", { only: 3 }, LISTED)).toEqual([3]);
    expect(editSelection([2], { only: 1 }, [1])).toBe("all");
  });

  it("distinguishes mixed from checked and empty", () => {
    expect(summed([true, true])).toBe(true);
    expect(summed([true, false])).toBe("indeterminate");
    expect(summed(["indeterminate", false])).toBe("indeterminate");
    expect(summed([false, false])).toBe(false);
    expect(summed([])).toBe(false);
  });

  it("retains ids that are not listed", () => {
    expect(tidy([9, 1], LISTED)).toEqual([1, 9]);
    expect(tickedIn([9])(1)).toBe(false);
  });

  it("is not all if nothing is listed", () => {
    expect(tidy([], [])).toEqual([]);
  });
});
