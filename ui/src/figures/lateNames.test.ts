import { expect, it } from "vitest";
import * as english from "#texts/page";
import * as germanTables from "../texts/de/bring";
import * as german from "../texts/de/page";
import * as englishTables from "../texts/en/bring";
import * as spanishTables from "../texts/es/bring";
import * as spanish from "../texts/es/page";
import { lateName, lateNames } from "./lateNames";

it("calls tables of the feed as a person would", () => {
  expect(lateNames([])).toBe("");
  expect(lateNames(["email_link_clicks", "fa_activity"])).toBe("email link clicks and FA activity");
  expect(lateName("email_messages.unsubscribed_at")).toBe("unsubscribes");
  // One that has no name yet.
  expect(lateName("csat_of_partners")).toBe("CSAT of partners");
});

it.each([
  [english, englishTables],
  [german, germanTables],
  [spanish, spanishTables],
])("calls tables in every language as where data are brought", ({ lateTables }, { bring }) => {
  for (const [table, name] of Object.entries(lateTables)) {
    expect(name.toLowerCase()).toBe(bring.tables[table]?.toLowerCase());
  }
});
