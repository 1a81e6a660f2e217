import { expect, it } from "vitest";
import { callOf, type Exported, nameOf } from "./useExport";

const EXPORTED: Exported = {
  screen: "api/v1/dashboard/users/logins",
  params: { period: "THIS_YEAR", viewByH1: "TIER" },
  dashboardParams: { period: "THIS_YEAR" },
  title: "Logins Breakdown",
  dashboardTitle: "Member Dashboard",
  narrowing: ["Gold"],
  window: { start: "2026-01-01", end: "2026-11-19" },
};

it("asks for the screen with its own filter, and for the dashboard with that of all its screens", () => {
  const { screen, params, dashboardParams } = EXPORTED;
  expect(callOf(EXPORTED, "workbook", "tab")).toEqual({
    path: "api/v1/export/xlsx",
    body: { ...params, screen, whole: false },
  });
  expect(callOf(EXPORTED, "wholeWorkbook", "tab")).toEqual({
    path: "api/v1/export/xlsx",
    body: { ...dashboardParams, screen, whole: true },
  });
  expect(callOf(EXPORTED, "pdf", "tab")).toEqual({
    path: "api/v1/export/pdf",
    body: { ...params, screen, whole: false },
  });
  expect(callOf(EXPORTED, "dossier", "tab")).toEqual({
    path: "api/v1/export/dossier",
    body: { ...params, screen, extent: "screen" },
  });
  expect(callOf(EXPORTED, "everything", "tab")).toEqual({
    path: "api/v1/export/dossier",
    body: { ...dashboardParams, screen, extent: "everything" },
  });
  expect(callOf(EXPORTED, "tables", "semicolon")).toEqual({
    path: "api/v1/export/zip",
    body: { ...params, screen, whole: false, separator: "semicolon", bom: true },
  });
});

it("names files by screen, what is left out, and window", () => {
  expect(nameOf(EXPORTED, "workbook")).toBe("logins-breakdown_gold_2026-01-01_2026-11-19.xlsx");
  expect(nameOf(EXPORTED, "wholeWorkbook")).toBe("member-dashboard_gold_2026-01-01_2026-11-19.xlsx");
  expect(nameOf(EXPORTED, "wholePdf")).toBe("member-dashboard_gold_2026-01-01_2026-11-19.pdf");
  expect(nameOf(EXPORTED, "everything")).toBe("all-dashboards_gold_2026-01-01_2026-11-19.html");
  expect(nameOf({ ...EXPORTED, window: null }, "tables")).toBe("logins-breakdown_gold.zip");
});
