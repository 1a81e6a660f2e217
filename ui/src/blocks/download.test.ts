import { expect, it } from "vitest";
import { fileName } from "./download";

const WINDOW = { start: "2026-01-01", end: "2026-11-19" };

it.each([
  ["Logins by Period", "png", "logins-by-period_2026-01-01_2026-11-19.png"],
  ["Total / Unique Logins", "csv", "total-unique-logins_2026-01-01_2026-11-19.csv"],
  ["% of Unsubscribed", "csv", "percent-of-unsubscribed_2026-01-01_2026-11-19.csv"],
  ["../..", "csv", "bond_2026-01-01_2026-11-19.csv"],
])("names the file of %s", (title, extension, expected) => {
  expect(fileName(title, WINDOW, extension)).toBe(expected);
});

it("leaves the dates out while they are not known", () => {
  expect(fileName("Logins", null, "csv")).toBe("logins.csv");
});
