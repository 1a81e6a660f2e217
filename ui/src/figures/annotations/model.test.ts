import { describe, expect, it } from "vitest";
import type { AnnotationAnswer, AnnotationList, ChartPeriod } from "../../generated/wire";
import { marksOf, writtenMarks } from "./model";

const month = (label: string, start: string, end: string): ChartPeriod => ({
  label,
  start,
  end,
  through: end,
  complete: true,
  covered: true,
  previousCovered: true,
});

const PERIODS = [
  month("Jan", "2026-01-01", "2026-01-31"),
  month("Feb", "2026-02-01", "2026-02-28"),
  month("Mar", "2026-03-01", "2026-03-31"),
];

const saved = (id: number, starts: string, ends: string, metric: string | null): AnnotationAnswer => ({
  id,
  starts,
  ends,
  text: `Text ${id}`,
  metric,
  shared: false,
  login: "ann",
  isOwn: true,
});

const list = (
  annotations: AnnotationAnswer[],
  corrections: AnnotationList["corrections"] = [],
): AnnotationList => ({
  annotations,
  corrections,
});

describe("the marks of a chart", () => {
  it("are those of its figures and of all charts, by the points that their days are in", () => {
    const marks = marksOf(
      list([
        saved(1, "2026-02-12", "2026-02-12", "logins.totalLogins"),
        saved(2, "2026-02-03", "2026-02-05", null),
        saved(3, "2026-01-20", "2026-02-02", null),
        saved(4, "2026-02-12", "2026-02-12", "article.views"),
        saved(5, "2025-12-31", "2025-12-31", null),
        saved(6, "2025-12-01", "2026-12-31", null),
      ]),
      ["logins.totalLogins"],
      PERIODS,
    );
    expect(
      marks.map(({ number, from, to, remarks }) => [number, from, to, remarks.map(({ text }) => text)]),
    ).toEqual([
      [1, 0, 1, ["Text 3"]],
      [2, 0, 2, ["Text 6"]],
      [3, 1, 1, ["Text 2", "Text 1"]],
    ]);
  });

  it("name loads that corrected days of its figures", () => {
    const correction = { load: 34, starts: "2026-02-12", ends: "2026-02-14" };
    const corrections = [
      { ...correction, isUndo: false, metrics: ["logins.totalLogins", "logins.uniqueLogins"] },
      { ...correction, load: 35, isUndo: true, metrics: ["logins.totalLogins"] },
      { ...correction, load: 36, isUndo: false, metrics: ["article.views"] },
    ];
    const marks = marksOf(list([], corrections), ["logins.totalLogins"], PERIODS);
    expect(writtenMarks(marks)).toEqual([
      "Feb 12 – Feb 14, 2026: load 34 corrected these days",
      "Feb 12 – Feb 14, 2026: load 35 undid an earlier load of these days",
    ]);
  });

  it("are none until they are known, and in a chart without points", () => {
    expect(marksOf(undefined, ["logins.totalLogins"], PERIODS)).toEqual([]);
    expect(marksOf(list([saved(1, "2026-02-12", "2026-02-12", null)]), [], [])).toEqual([]);
  });
});
