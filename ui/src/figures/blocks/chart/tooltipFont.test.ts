import { expect, it, vi } from "vitest";
import { setTooltipFont } from "./tooltipFont";

it("sets the font of rich texts drawn on the canvas, and has a style for figures", () => {
  const add = vi.fn();
  const canvas = { add };
  setTooltipFont<object>(canvas, "Test");
  const text = { type: "text", style: { rich: { a: {}, b: { fontFamily: "Other" } } } };
  const shape = { type: "rect", style: { rich: { a: {} } } };
  const plain = { type: "text", style: {} };
  for (const element of [text, shape, plain]) canvas.add(element);
  const figure = { fontFamily: "Test", fontWeight: 600 };
  expect(text.style).toEqual({
    fontFamily: "Test",
    rich: { a: { fontFamily: "Test" }, b: { fontFamily: "Test" }, figure },
  });
  expect(shape.style.rich).toEqual({ a: {} });
  expect(plain.style).toEqual({});
  expect(add).toHaveBeenCalledTimes(3);
});
