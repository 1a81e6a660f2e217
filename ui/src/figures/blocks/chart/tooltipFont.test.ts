import { expect, it, vi } from "vitest";
import { setTooltipFont } from "./tooltipFont";

it("sets the font of rich texts drawn on the canvas", () => {
  const add = vi.fn();
  const canvas = { add };
  setTooltipFont<object>(canvas, "Test");
  const text = { type: "text", style: { rich: { a: {}, b: { fontFamily: "Other" } } } };
  const shape = { type: "rect", style: { rich: { a: {} } } };
  for (const element of [text, shape, { type: "text" }]) canvas.add(element);
  expect(text.style.rich).toEqual({ a: { fontFamily: "Test" }, b: { fontFamily: "Test" } });
  expect(shape.style.rich).toEqual({ a: {} });
  expect(add).toHaveBeenCalledTimes(3);
});
