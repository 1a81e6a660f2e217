import { describe, expect, it } from "vitest";
import { FILTERS_PARAM } from "../../api/paths";
import { useSession } from "../../api/session";
import {
  decodeFilters,
  encodeFilters,
  FROM_PAGE_PARAM,
  filtersSearch,
  searchWith,
  withFilters,
} from "./codec";
import { DEFAULT_FILTERS, withComparison, withList, withPeriod, withRange } from "./model";

const CHOSEN = withList(
  withList(withRange(DEFAULT_FILTERS, { start: "2026-02-01", end: "2026-02-10" }), "tiers", [1, 4]),
  "offers",
  [],
);

const TODAY = "2026-11-20";
const UNCOMPARED = { ...DEFAULT_FILTERS, comparison: "NONE" } as const;
const OTHER_DATES = withComparison(DEFAULT_FILTERS, "SELECTED_DATES", {
  start: "2025-03-01",
  end: "2025-03-10",
});

describe("the filters parameter", () => {
  it("survives a round trip", () => {
    for (const filters of [
      DEFAULT_FILTERS,
      CHOSEN,
      withPeriod(DEFAULT_FILTERS, "LAST_90DAYS"),
      UNCOMPARED,
      OTHER_DATES,
      { ...CHOSEN, groupsAsOf: "WINDOW" } as const,
    ]) {
      expect(decodeFilters(encodeFilters(filters))).toEqual(filters);
    }
  });

  it("uses the field names of the API", () => {
    expect(JSON.parse(encodeFilters(CHOSEN))).toEqual({
      period: "SELECTED_DATE",
      startDate: "2026-02-01",
      endDate: "2026-02-10",
      userGroupsTiersAll: false,
      userGroupTiers: [1, 4],
      offersAll: false,
      offers: [],
    });
    expect(JSON.parse(encodeFilters(OTHER_DATES))).toEqual({
      period: "THIS_YEAR",
      comparison: "SELECTED_DATES",
      comparisonStartDate: "2025-03-01",
      comparisonEndDate: "2025-03-10",
    });
    expect(JSON.parse(encodeFilters(UNCOMPARED))).toEqual({ period: "THIS_YEAR", comparison: "NONE" });
  });

  it("reads an address of an earlier version: the custom period without dates was this year", () => {
    expect(decodeFilters('{"period":"SELECTED_DATE","offersAll":false,"offers":[]}')).toEqual(
      withList(DEFAULT_FILTERS, "offers", []),
    );
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
    '{"period":"SELECTED_DATE"}',
    '{"comparison":"SOMETHING"}',
    '{"comparison":7}',
    '{"comparison":"SELECTED_DATES"}',
    '{"comparison":"SELECTED_DATES","comparisonStartDate":"2026-03-01","comparisonEndDate":"2026-02-01"}',
    '{"comparisonStartDate":"2026-02-01","comparisonEndDate":"2026-03-01"}',
    '{"startDate":"2026-02-30","endDate":"2026-03-01"}',
    '{"startDate":"2026-03-02","endDate":"2026-03-01"}',
    '{"userGroupsTiersAll":true,"userGroupTiers":[1]}',
    '{"userGroupsTiersAll":false}',
    '{"userGroupsTiersAll":false,"userGroupTiers":"1"}',
  ])("takes the defaults for %s", (text) => {
    expect(decodeFilters(text)).toEqual(DEFAULT_FILTERS);
  });

  it("replaces a range that ends after today with the default", () => {
    const text = '{"period":"SELECTED_DATE","startDate":"2026-02-01","endDate":"2026-11-21"}';
    expect(decodeFilters(text, "2026-11-20")).toEqual(DEFAULT_FILTERS);
    expect(decodeFilters(text, "2026-11-21").range).toEqual({ start: "2026-02-01", end: "2026-11-21" });
  });

  it("uses a list as given, as the server does, unless its All flag is true", () => {
    expect(decodeFilters('{"userGroupTiers":[1]}').lists.tiers).toEqual([1]);
  });

  it("names the groups that count where they are not those of the program", () => {
    const read = (groupsAsOf: unknown, byDefault: "NOW" | "WINDOW", since: string | null = "2026-02-01") => {
      const program = { groupsAsOf: byDefault, groupsHistorySince: since };
      return decodeFilters(JSON.stringify({ groupsAsOf }), TODAY, program).groupsAsOf;
    };
    expect(read("WINDOW", "NOW")).toBe("WINDOW");
    expect(read("NOW", "WINDOW")).toBe("NOW");
    expect(read("NOW", "NOW")).toBeNull();
    expect(read("WINDOW", "WINDOW")).toBeNull();
    for (const wrong of [undefined, null, "now", 1]) expect(read(wrong, "WINDOW")).toBeNull();
    // Where nobody has moved it makes no difference.
    expect(read("WINDOW", "NOW", null)).toBeNull();
    // Until the program is known.
    expect(decodeFilters('{"groupsAsOf":"NOW"}').groupsAsOf).toBe("NOW");
    expect(JSON.parse(encodeFilters({ ...DEFAULT_FILTERS, groupsAsOf: "WINDOW" }))).toEqual({
      period: "THIS_YEAR",
      groupsAsOf: "WINDOW",
    });
    expect(JSON.parse(encodeFilters(DEFAULT_FILTERS))).toEqual({ period: "THIS_YEAR" });
  });

  it("drops invalid ids", () => {
    const text = '{"userGroupsTiersAll":false,"userGroupTiers":[3,"1",1.5,null,-2,0,4294967296,3,1]}';
    expect(decodeFilters(text).lists.tiers).toEqual([1, 3]);
  });
});

describe("links", () => {
  it("have no filters at the defaults", () => {
    expect(withFilters("/executive-summary", DEFAULT_FILTERS)).toBe("/executive-summary");
  });

  it("to the same page preserve the other parameters", () => {
    const lastWeek = withPeriod(DEFAULT_FILTERS, "LAST_7DAYS");
    const search = new URLSearchParams(searchWith("?fromPage=%2Fx&filters=%7B%7D&poll=3", lastWeek));
    expect(Object.fromEntries(search)).toEqual({
      filters: '{"period":"LAST_7DAYS"}',
      fromPage: "/x",
      poll: "3",
    });
    expect(searchWith("?filters=%7B%7D&poll=3", DEFAULT_FILTERS)).toBe("?poll=3");
    expect(searchWith("?filters=%7B%7D", DEFAULT_FILTERS)).toBe("");
  });

  it("contain the filters and the page they came from", () => {
    const search = new URLSearchParams(filtersSearch(CHOSEN, "/executive-summary?filters=%7B%7D"));
    expect(decodeFilters(search.get(FILTERS_PARAM))).toEqual(CHOSEN);
    expect(search.get(FROM_PAGE_PARAM)).toBe("/executive-summary?filters=%7B%7D");
  });
});

describe("the filters that a user has set", () => {
  it("are those of an address without any, so that every other choice is written", () => {
    const own = encodeFilters(withPeriod(DEFAULT_FILTERS, "LAST_90DAYS"));
    const user = { id: 1, firstName: "Ann", roleList: [], modules: [], schedule: false };
    useSession.setState({ status: "signedIn", user: { ...user, preferences: { filters: own } } }, true);
    const written = (filters: typeof DEFAULT_FILTERS) =>
      new URLSearchParams(filtersSearch(filters)).get(FILTERS_PARAM);
    expect(written(DEFAULT_FILTERS)).toBe('{"period":"THIS_YEAR"}');
    expect(written(decodeFilters(own))).toBe(own);
    useSession.setState({ status: "signedIn", user: { ...user, preferences: {} } }, true);
    expect(written(DEFAULT_FILTERS)).toBeNull();
  });
});
