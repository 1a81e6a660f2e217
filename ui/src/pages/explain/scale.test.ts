import { expect, it } from "vitest";
import { type Caused, scaleOf } from "./scale";

const cause = (effect: number | null, causes?: readonly Caused[]): Caused => ({
  effect,
  inside: causes ? { causes } : null,
});

it("each step of a waterfall begins where the one before it ends", () => {
  const inside: never[] = [];
  expect(scaleOf([cause(-6), cause(null), cause(8), cause(2)])).toEqual([
    { x: 0, width: 60, zero: 60, inside },
    { x: 0, width: 0, zero: 60, inside },
    { x: 0, width: 80, zero: 60, inside },
    { x: 80, width: 20, zero: 60, inside },
  ]);
  expect(scaleOf([])).toEqual([]);
  expect(scaleOf([cause(0)])).toEqual([{ x: 0, width: 0, zero: 0, inside }]);
});

it("steps within a cause lead from its start to its end, on the same scale", () => {
  const [first, second] = scaleOf([cause(2), cause(4, [cause(8), cause(-4)])]);
  expect(first).toEqual({ x: 0, width: 20, zero: 0, inside: [] });
  expect(second).toMatchObject({ x: 20, width: 40, zero: 0 });
  expect(second?.inside).toEqual([
    { x: 20, width: 80, zero: 20, inside: [] },
    { x: 60, width: 40, zero: 20, inside: [] },
  ]);
});
