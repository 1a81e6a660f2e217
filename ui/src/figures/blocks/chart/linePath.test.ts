import { expect, it } from "vitest";
import { linePath, placesIn } from "./linePath";

it("begins at the left and the bottom of a box, inside its margin", () => {
  const place = placesIn({ width: 100, height: 50, margin: 5 }, [10, 20], [0, 3]);
  expect([place(10, 0), place(20, 3), place(15, 1)]).toEqual([
    [5, 45],
    [95, 5],
    [50, expect.closeTo(31.667)],
  ]);
  expect(linePath([place(10, 0), place(15, 1)])).toBe("5,45 50,31.67");
});
