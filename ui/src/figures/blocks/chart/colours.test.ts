import { expect, it } from "vitest";
import { metricColour } from "./colours";

it("is one colour for the period that is shown; figures of one chart differ", () => {
  expect(metricColour("dormantRate.dormantUsers", true)).toBe(0);
  expect(metricColour("visitors.pageViews", true)).toBe(0);
  expect(metricColour("visitors.pageViews", false)).toBe(1);
  expect(metricColour("visitors.sessions", false)).toBe(0);
  expect(metricColour(null, false)).toBe(0);
});
