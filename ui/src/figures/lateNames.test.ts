import { expect, it } from "vitest";
import * as english from "#texts/page";
import * as german from "../texts/de/page";
import * as spanish from "../texts/es/page";
import { lateName, lateNames } from "./lateNames";

it("calls tables of the feed as a person would", () => {
  expect(lateNames([])).toBe("");
  expect(lateNames(["email_link_clicks", "fa_activity"])).toBe("email link clicks and FA activity");
  // One that has no name yet.
  expect(lateName("csat_of_partners")).toBe("CSAT of partners");
});

it("has names in every language, where English ones are the table's own", () => {
  for (const [table, name] of Object.entries(english.lateTables)) {
    expect(name.toLowerCase()).toBe(table.replaceAll("_", " "));
    const others = [german, spanish].map(({ lateTables }) => (lateTables as Record<string, string>)[table]);
    expect(others).not.toContain(name);
  }
});
