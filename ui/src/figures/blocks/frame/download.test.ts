import { expect, it } from "vitest";
import { fileName } from "./download";

const WINDOW = { start: "2026-01-01", end: "2026-11-19" };

it.each([
  ["Logins by Period", "png", "logins-by-period_2026-01-01_2026-11-19.png"],
  ["Total / Unique Logins", "csv", "total-unique-logins_2026-01-01_2026-11-19.csv"],
  ["% of Unsubscribed", "csv", "percent-of-unsubscribed_2026-01-01_2026-11-19.csv"],
  ["../..", "csv", "bond_2026-01-01_2026-11-19.csv"],
])("names the file of %s", (title, extension, expected) => {
  expect(fileName([title], WINDOW, extension)).toBe(expected);
});

it("omits the dates while they are unknown", () => {
  expect(fileName(["Logins"], null, "csv")).toBe("logins.csv");
});

it("distinguishes the same block on two screens", () => {
  const name = (screen: string) => fileName([screen, "Categories"], WINDOW, "csv");
  expect(name("Partner Offers Breakdown")).toBe(
    "partner-offers-breakdown_categories_2026-01-01_2026-11-19.csv",
  );
  expect(name("Total Interactions Breakdown")).not.toBe(name("Unique Interactions Breakdown"));
});

it("keeps names of every script within what file systems take", () => {
  const bytes = (name: string) => new TextEncoder().encode(name).length;
  for (const letter of ["界", "é", "𝔸", "नि"]) {
    const name = fileName([letter.repeat(100), letter.repeat(100)], WINDOW, "csv");
    expect(bytes(name)).toBeLessThan(255);
    expect(name).toMatch(/_2026-01-01_2026-11-19\.csv$/);
    expect(name.startsWith(letter)).toBe(true);
  }
});

it("truncates names that are too long for a file", () => {
  expect(fileName(["Polls Breakdown", `${"x".repeat(59)} ${"y".repeat(200)}`], null, "csv")).toBe(
    `polls-breakdown_${"x".repeat(59)}.csv`,
  );
});
