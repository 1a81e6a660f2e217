import { expect, it } from "vitest";
import { cutToFit, legendPositions } from "./png";

it("puts legend entries side by side, and on the next line if they do not fit", () => {
  expect(legendPositions([100, 100, 100], 230)).toEqual([
    { x: 0, line: 0 },
    { x: 118, line: 0 },
    { x: 0, line: 1 },
  ]);
  // An entry that is too wide still gets a line.
  expect(legendPositions([300, 10], 200)).toEqual([
    { x: 0, line: 0 },
    { x: 0, line: 1 },
  ]);
});

it("truncates names that are wider than the image", () => {
  const letters = (text: string) => text.length;
  expect(cutToFit("Gold", 4, letters)).toBe("Gold");
  expect(cutToFit("Gold members", 6, letters)).toBe("Gold…");
  expect(cutToFit("x".repeat(200), 20, letters)).toBe(`${"x".repeat(19)}…`);
});
