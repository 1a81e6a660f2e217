import { expect, it } from "vitest";
import type { BlockDeclaration } from "../blocks/declaration";
import { tablesOf } from "./tables";

const BLOCKS: readonly BlockDeclaration[] = [
  { kind: "line", id: "logins", block: "LOGINS_BY_PERIOD", title: "Logins", viewBy: true },
  { kind: "table", id: "table", block: "LOGINS_TABLE", title: "By group", columns: [{ field: "total" }] },
];
const SCREEN = {
  screen: "api/v1/dashboard/users/logins",
  title: "Logins Breakdown",
  dashboardTitle: "Member Dashboard",
  params: { period: "LAST_FULL_MONTH", recordCount: 6 },
  dashboardParams: {},
} as const;

it("offers each block with the choices that it has, and lists whole", () => {
  const { tables, title } = tablesOf(
    { ...SCREEN, blocks: BLOCKS },
    "logins.quarters.by-tier*table.by-tier-lob.compared",
  );
  expect(title).toBe("Logins Breakdown");
  expect(tables).toEqual([
    {
      block: "LOGINS_BY_PERIOD",
      title: "Logins Breakdown: Logins",
      params: { period: "LAST_FULL_MONTH", timeScale: "BY_QUARTERS", viewBy: "TIER" },
      isCompared: false,
    },
    {
      block: "LOGINS_TABLE",
      title: "Logins Breakdown: By group",
      params: { period: "LAST_FULL_MONTH", viewByH1: "TIER", viewByH2: "LOB" },
      isCompared: true,
    },
  ]);
});

it("offers the cards of a dashboard, and the answers of a poll", () => {
  const of = (screen: string) => tablesOf({ ...SCREEN, screen }, "").tables.map(({ block }) => block);
  expect(of("api/v1/dashboard/users/userDashboardInfo")).toEqual([null]);
  expect(of("api/v1/content/dashboard/polls/breakdown/7")).toEqual(["pollAnswers"]);
});
