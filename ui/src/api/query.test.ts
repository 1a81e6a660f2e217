import { expect, it } from "vitest";
import { keepLast } from "./query";

it("keeps the last answer for other parameters, and none to another call", () => {
  const keep = keepLast("api/v1/x");
  expect(keep(7, { queryKey: ["api/v1/x", { period: "THIS_YEAR" }] })).toBe(7);
  expect(keep(7, { queryKey: ["api/v1/y"] })).toBeUndefined();
  expect(keep(undefined, undefined)).toBeUndefined();
});
