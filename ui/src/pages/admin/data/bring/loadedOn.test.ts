import { expect, it } from "vitest";
import { loadedOn } from "./loadedOn";

const of = (table: string, firstDay: string | null, lastDay: string | null) => ({ table, firstDay, lastDay });
const daysOf = (filled: Parameters<typeof loadedOn>[0]) => {
  const { startDate, endDate } = JSON.parse(
    new URLSearchParams(loadedOn(filled).split("?")[1]).get("filters") ?? "",
  );
  return [startDate, endDate];
};

it("opens on the last twelve months that have data", () => {
  expect(daysOf([of("members", null, null), of("logins", "2023-05-02", "2025-12-31")])).toEqual([
    "2025-01-01",
    "2025-12-31",
  ]);
  expect(daysOf([of("logins", "2025-05-02", "2025-06-30")])).toEqual(["2025-05-02", "2025-06-30"]);
});

it("does not count what is planned", () => {
  const filled = [of("logins", "2025-01-02", "2025-12-31"), of("email_schedule", "2025-01-21", "2026-04-21")];
  expect(daysOf(filled)).toEqual(["2025-01-02", "2025-12-31"]);
});

it("opens the Program Monitor as it is where no file has days", () => {
  expect(loadedOn([of("members", null, null)])).toBe("/executive-summary");
});
