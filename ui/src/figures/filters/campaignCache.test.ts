// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest";
import { cacheCampaigns, cachedCampaigns } from "./campaignCache";
import { CAMPAIGNS_KEY, cachedKeys, forgetCampaigns } from "./forgetCampaigns";

const NOW = 1_790_000_000_000;
const HOUR = 3_600_000;
const THROUGH = "2026-11-19";
const WINDOW = { start: "2026-01-01", end: "2026-11-19" };
const KEY = `${CAMPAIGNS_KEY}2026-01-01_2026-11-19`;
const CAMPAIGNS = [{ id: 3, name: "Double Rewards Week", campaigntypeid: 1 }];
const CACHED = { at: NOW, through: THROUGH, campaigns: CAMPAIGNS };

const read = (through: string | null = THROUGH, now = NOW + HOUR) => cachedCampaigns(WINDOW, through, now);

describe("cached campaigns", () => {
  it("are stored by start and end date", () => {
    cacheCampaigns(WINDOW, CACHED);
    expect(cachedKeys()).toEqual([KEY]);
    expect(read()).toEqual(CACHED);
    expect(cachedCampaigns({ ...WINDOW, end: "2026-11-18" }, THROUGH, NOW)).toBeNull();
  });

  it("expire when newer data is loaded, after a day, or with a date in the future", () => {
    cacheCampaigns(WINDOW, CACHED);
    expect(read("2026-11-20")).toBeNull();
    expect(read(null)).toBeNull();
    expect(read(THROUGH, NOW + 25 * HOUR)).toBeNull();
    expect(read(THROUGH, NOW - HOUR)).toBeNull();
  });

  it.each([
    "",
    "{",
    "null",
    "7",
    "[]",
    '{"at":1790000000000,"through":"2026-11-19"}',
    '{"at":"now","through":"2026-11-19","campaigns":[]}',
    '{"at":1790000000000,"through":"2026-11-19","campaigns":[{"id":"1","name":"x","campaigntypeid":1}]}',
    '{"at":1790000000000,"through":"2026-11-19","campaigns":[null]}',
  ])("are ignored if the entry is %s", (text) => {
    localStorage.setItem(KEY, text);
    expect(read()).toBeNull();
  });

  it("are limited to the twelve most recent, and leave other entries alone", () => {
    localStorage.setItem("bond_theme", "dark");
    localStorage.setItem(`${CAMPAIGNS_KEY}broken`, "{");
    for (let day = 10; day < 30; day++)
      cacheCampaigns({ start: "2026-01-01", end: `2026-01-${day}` }, { ...CACHED, at: NOW + day });
    expect(cachedKeys().sort()).toEqual(
      Array.from({ length: 12 }, (_, at) => `${CAMPAIGNS_KEY}2026-01-01_2026-01-${at + 18}`),
    );
    forgetCampaigns();
    expect(cachedKeys()).toEqual([]);
    expect(localStorage.getItem("bond_theme")).toBe("dark");
  });

  it("are not cached if storage is unavailable", () => {
    vi.stubGlobal(
      "localStorage",
      new Proxy(
        {},
        {
          get() {
            throw new DOMException("denied", "SecurityError");
          },
        },
      ),
    );
    expect(() => cacheCampaigns(WINDOW, CACHED)).not.toThrow();
    expect(read()).toBeNull();
    expect(() => forgetCampaigns()).not.toThrow();
    vi.unstubAllGlobals();
  });
});
