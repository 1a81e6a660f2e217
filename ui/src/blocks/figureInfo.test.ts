import { expect, it } from "vitest";
import { withUnit } from "./figureInfo";

it.each([
  ["Total Logins", "count", "Total Logins"],
  ["Avg Login/Member", "decimal", "Avg Login/Member"],
  ["Avg. Session Duration", "seconds", "Avg. Session Duration (seconds)"],
  ["Average Tenure(Months)", "months", "Average Tenure(Months)"],
  ["Avg. Open %", "percent", "Avg. Open %"],
  ["Sales", "money", "Sales (USD)"],
] as const)("%s, a %s, is called %s in a file", (label, unit, expected) => {
  expect(withUnit(label, unit, "USD")).toBe(expected);
});
