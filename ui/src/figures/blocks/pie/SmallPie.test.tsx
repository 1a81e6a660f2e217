import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { arcsOf, SmallPie } from "./SmallPie";

describe("arcsOf", () => {
  it("starts each part where the previous one ends, and leaves a gap", () => {
    expect(arcsOf([60, 30, 10])).toEqual([
      { start: 0, length: 59 },
      { start: 60, length: 29 },
      { start: 90, length: 9 },
    ]);
  });

  it("draws the smallest part too", () => {
    expect(arcsOf([9999, 1])[1]?.length).toBeGreaterThan(0);
  });

  it("draws one part as the whole ring", () => {
    expect(arcsOf([7])).toEqual([{ start: 0, length: 100 }]);
  });

  it("is empty without parts", () => {
    expect(arcsOf([])).toEqual([]);
  });
});

it("draws one slice per part in its colour", () => {
  const slices = ["a", "b", "c"].map((name, at) => ({ name, value: 1, percent: 33.33, colour: 2 * at }));
  const { container } = render(<SmallPie slices={slices} middle="3" />);
  const parts = [...container.querySelectorAll("circle")];
  expect(parts.map((part) => part.dataset.colour)).toEqual(["0", "2", "4"]);
  expect(container.querySelector("text")).toHaveTextContent("3");
  expect(container.querySelector("svg")).toHaveAttribute("aria-hidden", "true");
});
