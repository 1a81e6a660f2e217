import { expect, it } from "vitest";
import { scaleOf } from "./scale";

it("each step of a waterfall begins where the one before it ends", () => {
  const steps = scaleOf([{ effect: -6 }, { effect: null }, { effect: 8 }, { effect: 2 }]);
  expect(steps).toEqual([
    { x: 0, width: 60, zero: 60 },
    { x: 0, width: 0, zero: 60 },
    { x: 0, width: 80, zero: 60 },
    { x: 80, width: 20, zero: 60 },
  ]);
  expect(scaleOf([])).toEqual([]);
  expect(scaleOf([{ effect: 0 }])).toEqual([{ x: 0, width: 0, zero: 0 }]);
});
