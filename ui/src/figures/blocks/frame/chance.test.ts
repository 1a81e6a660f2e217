import { describe, expect, it } from "vitest";
import { isWithinChance } from "./chance";

const REDEMPTIONS = { unit: "count", course: "flow" } as const;
const REGISTERED = { unit: "count", course: "level" } as const;

describe("whether a change may be chance", () => {
  it("is what the answer says of a rate or mean", () => {
    const rate = { unit: "percent", course: "rate" } as const;
    expect([true, false, undefined].map((said) => isWithinChance(rate, 20, 10, said))).toEqual([
      true,
      false,
      undefined,
    ]);
  });

  it.each([
    // One redemption less of 459 is no news; 2 √(400 + 460) is 58.6.
    [458, 459, true],
    [458, 400, true],
    [460, 401, undefined],
    [1, 0, true],
    [4, 0, true],
    [5, 0, undefined],
    [17, 17, undefined],
    [0, 0, undefined],
  ])("says of %i after %i events what independent events would", (now, before, expected) => {
    expect(isWithinChance(REDEMPTIONS, now, before)).toBe(expected);
  });

  it("judges a level by what came and left, not by its size", () => {
    // 500 of 20,000 more is much more than a few that come and leave, though less than √20,000 four times.
    expect(isWithinChance(REGISTERED, 20_500, 20_000)).toBeUndefined();
    expect(isWithinChance(REGISTERED, 20_004, 20_000)).toBe(true);
    expect(isWithinChance(REGISTERED, 140, 139)).toBe(true);
  });

  it("says nothing where a figure is hidden, and of money and durations", () => {
    expect(isWithinChance(REDEMPTIONS, null, 459)).toBeUndefined();
    expect(isWithinChance({ unit: "seconds", course: "rate" }, 138, 139)).toBeUndefined();
  });
});
