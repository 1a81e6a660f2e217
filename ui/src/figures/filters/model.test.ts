import { describe, expect, it } from "vitest";
import {
  DEFAULT_FILTERS,
  isAtDefaults,
  isValid,
  resetShown,
  sameFilters,
  toParams,
  windowOf,
  withList,
  withPeriod,
  withRange,
} from "./model";

const CALENDAR = { yearStart: 1, firstWeekday: 0 } as const;
const RANGE = { start: "2026-02-01", end: "2026-02-10" };

describe("toParams", () => {
  it("leaves the default range to the server", () => {
    expect(toParams(DEFAULT_FILTERS, "period")).toEqual({ period: "THIS_YEAR" });
  });

  it("sends only what the bar shows", () => {
    const filters = withList(withList(withRange(DEFAULT_FILTERS, RANGE), "tiers", [2]), "offers", [7]);
    expect(toParams(filters, "groups")).toEqual({
      period: "SELECTED_DATE",
      startDate: "2026-02-01",
      endDate: "2026-02-10",
      userGroupTiers: [2],
      userGroupsTiersAll: false,
      userGroupsLobsAll: true,
      userGroupsAudiencesAll: true,
    });
    expect(toParams(filters, "offers")).toMatchObject({
      offers: [7],
      offersAll: false,
      offersCategoriesAll: true,
    });
    expect(toParams(filters, "period")).not.toHaveProperty("userGroupTiers");
  });

  it("sends dates only with a custom period", () => {
    expect(toParams(withPeriod(withRange(DEFAULT_FILTERS, RANGE), "THIS_YEAR"), "period")).toEqual({
      period: "THIS_YEAR",
    });
  });

  it("sends a comparison other than the default", () => {
    const lastYear = { ...DEFAULT_FILTERS, comparison: "SAME_DATES_LAST_YEAR" } as const;
    expect(toParams(lastYear, "period")).toEqual({ period: "THIS_YEAR", comparison: "SAME_DATES_LAST_YEAR" });
  });

  it("sends the groups that count with user groups alone", () => {
    const then = { ...DEFAULT_FILTERS, groupsAsOf: "WINDOW" } as const;
    expect(toParams(then, "groups")).toMatchObject({ groupsAsOf: "WINDOW" });
    expect(toParams(then, "campaigns")).not.toHaveProperty("groupsAsOf");
    expect(toParams(DEFAULT_FILTERS, "groups")).not.toHaveProperty("groupsAsOf");
  });

  it("sends an empty list as none, not as all", () => {
    expect(toParams(withList(DEFAULT_FILTERS, "lobs", []), "groups")).toMatchObject({
      userGroupLobs: [],
      userGroupsLobsAll: false,
    });
  });
});

describe("filters", () => {
  it("retain the chosen items when the period changes", () => {
    const chosen = withList(withList(DEFAULT_FILTERS, "campaigns", [1]), "campaignsTypes", [2]);
    expect(withPeriod(chosen, "LAST_7DAYS")).toEqual({ ...chosen, period: "LAST_7DAYS" });
    expect(withRange(chosen, RANGE)).toEqual({ ...chosen, period: "SELECTED_DATE", range: RANGE });
  });

  it("are equal when they mean the same", () => {
    expect(sameFilters(DEFAULT_FILTERS, withList(DEFAULT_FILTERS, "tiers", "all"))).toBe(true);
    expect(sameFilters(DEFAULT_FILTERS, withList(DEFAULT_FILTERS, "tiers", []))).toBe(false);
    expect(sameFilters(DEFAULT_FILTERS, withRange(DEFAULT_FILTERS, RANGE))).toBe(false);
    expect(sameFilters(DEFAULT_FILTERS, { ...DEFAULT_FILTERS, comparison: "NONE" })).toBe(false);
    expect(sameFilters(DEFAULT_FILTERS, { ...DEFAULT_FILTERS, groupsAsOf: "WINDOW" })).toBe(false);
    const lastWeek = withPeriod(DEFAULT_FILTERS, "LAST_7DAYS");
    expect(sameFilters(lastWeek, withPeriod(withRange(DEFAULT_FILTERS, RANGE), "LAST_7DAYS"))).toBe(true);
  });

  it.each([
    ["2026-02-01", "2026-02-10", true],
    ["2026-02-11", "2026-02-10", false],
    ["2026-02-01", "2026-11-20", true],
    ["2026-02-01", "2026-11-21", false],
    ["2026-02-30", "2026-03-10", false],
    ["", "2026-03-10", false],
  ])("custom %s to %s may be applied: %s", (start, end, valid) => {
    expect(isValid(withRange(DEFAULT_FILTERS, { start, end }), "2026-11-20")).toBe(valid);
  });

  it("are at their defaults if everything the bar shows is", () => {
    const offers = withList(DEFAULT_FILTERS, "offers", [7]);
    expect(isAtDefaults(offers, "offers")).toBe(false);
    expect(isAtDefaults(offers, "groups")).toBe(true);
    expect(isAtDefaults(withPeriod(offers, "LAST_7DAYS"), "period")).toBe(false);
    expect(isAtDefaults(withRange(offers, RANGE), "period")).toBe(false);
    expect(isAtDefaults({ ...offers, comparison: "NONE" }, "period")).toBe(false);
    expect(isAtDefaults({ ...offers, groupsAsOf: "WINDOW" }, "groups")).toBe(false);
    expect(isAtDefaults({ ...offers, groupsAsOf: "WINDOW" }, "campaigns")).toBe(true);
  });

  it("reset only what a bar shows", () => {
    const chosen = withList(withList(withRange(DEFAULT_FILTERS, RANGE), "tiers", [1]), "offers", [7]);
    expect(resetShown(chosen, "groups")).toEqual(withList(DEFAULT_FILTERS, "offers", [7]));
    expect(resetShown(chosen, "offers")).toEqual(DEFAULT_FILTERS);
    const campaign = withList(withPeriod(DEFAULT_FILTERS, "LAST_7DAYS"), "campaigns", [4]);
    expect(resetShown({ ...campaign, comparison: "NONE" }, "groups")).toEqual(
      withList(DEFAULT_FILTERS, "campaigns", [4]),
    );
    expect(resetShown(campaign, "campaigns")).toEqual(DEFAULT_FILTERS);
    const then = { ...DEFAULT_FILTERS, groupsAsOf: "WINDOW" } as const;
    expect(resetShown(then, "groups")).toEqual(DEFAULT_FILTERS);
    expect(resetShown(then, "campaigns")).toEqual(then);
  });

  it("resolve their window", () => {
    expect(windowOf(DEFAULT_FILTERS, "2026-11-20", CALENDAR)).toEqual({
      start: "2026-01-01",
      end: "2026-11-19",
    });
    expect(windowOf(withRange(DEFAULT_FILTERS, RANGE), "2026-11-20", CALENDAR)).toEqual(RANGE);
  });
});
