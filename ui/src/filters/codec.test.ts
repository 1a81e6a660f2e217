import { describe, expect, it } from "vitest";
import {
  decodeFilters,
  encodeFilters,
  FILTERS_PARAM,
  FROM_PAGE_PARAM,
  filtersSearch,
  withFilters,
} from "./codec";
import { DEFAULT_FILTERS, withList, withPeriod, withRange } from "./model";

const CHOSEN = withList(
  withList(withRange(DEFAULT_FILTERS, { start: "2026-02-01", end: "2026-02-10" }), "tiers", [1, 4]),
  "offers",
  [],
);

describe("the filters parameter", () => {
  it("comes back as it was written", () => {
    for (const filters of [DEFAULT_FILTERS, CHOSEN, withPeriod(DEFAULT_FILTERS, "LAST_90DAYS")]) {
      expect(decodeFilters(encodeFilters(filters))).toEqual(filters);
    }
  });

  it("is written in the names of the wire", () => {
    expect(JSON.parse(encodeFilters(CHOSEN))).toEqual({
      period: "SELECTED_DATE",
      startDate: "2026-02-01",
      endDate: "2026-02-10",
      userGroupsTiersAll: false,
      userGroupTiers: [1, 4],
      offersAll: false,
      offers: [],
    });
  });

  it.each([
    null,
    "",
    "{",
    "null",
    "[]",
    "7",
    '"text"',
    '{"period":"NEVER"}',
    '{"startDate":"2026-02-30","endDate":"2026-03-01"}',
    '{"startDate":"2026-03-02","endDate":"2026-03-01"}',
    '{"userGroupTiers":[1]}',
    '{"userGroupsTiersAll":false}',
    '{"userGroupsTiersAll":false,"userGroupTiers":"1"}',
  ])("takes the defaults for %s", (text) => {
    expect(decodeFilters(text)).toEqual(DEFAULT_FILTERS);
  });

  it("drops what is no id", () => {
    const text = '{"userGroupsTiersAll":false,"userGroupTiers":[3,"1",1.5,null,-2,0,4294967296,3,1]}';
    expect(decodeFilters(text).lists.tiers).toEqual([1, 3]);
  });
});

describe("links", () => {
  it("carry no filters at the defaults", () => {
    expect(withFilters("/executive-summary", DEFAULT_FILTERS)).toBe("/executive-summary");
  });

  it("carry filters and where they come from", () => {
    const search = new URLSearchParams(filtersSearch(CHOSEN, "/executive-summary?filters=%7B%7D"));
    expect(decodeFilters(search.get(FILTERS_PARAM))).toEqual(CHOSEN);
    expect(search.get(FROM_PAGE_PARAM)).toBe("/executive-summary?filters=%7B%7D");
  });
});
