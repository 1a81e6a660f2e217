import { expect, it } from "vitest";
import { callOf, type Exported, endingsOf, nameOf } from "./useExport";

const EXPORTED: Exported = {
  screen: "api/v1/dashboard/users/logins",
  params: { period: "THIS_YEAR", viewByH1: "TIER" },
  dashboardParams: { period: "THIS_YEAR" },
  title: "Logins Breakdown",
  dashboardTitle: "Member Dashboard",
  compared: ["LOGINS_TABLE"],
  narrowing: ["Gold"],
  window: { start: "2026-01-01", end: "2026-11-19" },
};

it("asks for the screen with its own filter, and for the dashboard with that of all its screens", () => {
  const { screen, params, dashboardParams, compared } = EXPORTED;
  expect(callOf(EXPORTED, { extent: "screen", ending: "xlsx" }, "tab")).toEqual({
    path: "api/v1/export/xlsx",
    body: { ...params, compared, screen, whole: false },
  });
  expect(callOf(EXPORTED, { extent: "dashboard", ending: "xlsx" }, "tab")).toEqual({
    path: "api/v1/export/xlsx",
    body: { ...dashboardParams, compared, screen, whole: true },
  });
  expect(callOf(EXPORTED, { extent: "screen", ending: "pdf" }, "tab")).toEqual({
    path: "api/v1/export/pdf",
    body: { ...params, compared, screen, whole: false },
  });
  expect(callOf(EXPORTED, { extent: "screen", ending: "html" }, "tab")).toEqual({
    path: "api/v1/export/dossier",
    body: { ...params, compared, screen, extent: "screen" },
  });
  expect(callOf(EXPORTED, { extent: "everything", ending: "html" }, "tab")).toEqual({
    path: "api/v1/export/dossier",
    body: { ...dashboardParams, compared, screen, extent: "everything" },
  });
  expect(callOf(EXPORTED, { extent: "screen", ending: "zip" }, "semicolon")).toEqual({
    path: "api/v1/export/zip",
    body: { ...params, compared, screen, whole: false, separator: "semicolon", bom: true },
  });
});

it("knows the form of a file of all dashboards", () => {
  expect(endingsOf("everything")).toEqual(["html"]);
  expect(endingsOf("dashboard")).toEqual(["xlsx", "pdf", "html", "zip"]);
});

it("names files by screen, what is left out, and window", () => {
  expect(nameOf(EXPORTED, { extent: "screen", ending: "xlsx" })).toBe(
    "logins-breakdown_gold_2026-01-01_2026-11-19.xlsx",
  );
  expect(nameOf(EXPORTED, { extent: "dashboard", ending: "xlsx" })).toBe(
    "member-dashboard_gold_2026-01-01_2026-11-19.xlsx",
  );
  expect(nameOf(EXPORTED, { extent: "dashboard", ending: "pdf" })).toBe(
    "member-dashboard_gold_2026-01-01_2026-11-19.pdf",
  );
  expect(nameOf(EXPORTED, { extent: "everything", ending: "html" })).toBe(
    "all-dashboards_gold_2026-01-01_2026-11-19.html",
  );
  expect(nameOf({ ...EXPORTED, window: null }, { extent: "screen", ending: "zip" })).toBe(
    "logins-breakdown_gold.zip",
  );
});
