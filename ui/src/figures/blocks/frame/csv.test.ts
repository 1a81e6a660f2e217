import { describe, expect, it } from "vitest";
import vectors from "../../../../../src/render/csv_vectors.json";
import { safeText, toCsv, withUnit } from "./csv";

const line = (...cells: (string | number | null)[]) => toCsv([cells]).slice(1);

describe("toCsv", () => {
  it("starts with the byte order mark and uses standard line endings", () => {
    expect(toCsv([["a"], ["b"]])).toBe("\uFEFFa\r\nb\r\n");
  });

  it("quotes commas, quotes and line breaks", () => {
    expect(line("a,b", 'say "x"', "two\nlines")).toBe('"a,b","say ""x""","two\nlines"\r\n');
  });

  it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1"])(
    "prevents %j from running as a formula",
    (text) => {
      expect(line(text)).toMatch(/^"?'/);
    },
  );

  it("runs nothing of a text where another separator divides it, as the server's files", () => {
    expect(vectors.length).toBeGreaterThan(30);
    for (const [text, expected] of vectors) expect(safeText(text ?? "")).toBe(expected);
    expect(line("x;=1+1")).toBe('"x;\'=1+1"\r\n');
  });

  it("leaves negative numbers unchanged", () => {
    expect(line(-1.5, 0, null, Number.NaN)).toBe("-1.5,0,,\r\n");
  });

  it("leaves other scripts and inner signs unchanged", () => {
    expect(line("Zürich", "a-b", "日本")).toBe("Zürich,a-b,日本\r\n");
  });
});

it.each([
  ["Total Logins", "count", "Total Logins"],
  ["Avg Login/Member", "decimal", "Avg Login/Member"],
  ["Avg. Session Duration", "seconds", "Avg. Session Duration (seconds)"],
  ["Average Tenure(Months)", "months", "Average Tenure(Months)"],
  ["Avg. Open %", "percent", "Avg. Open %"],
  ["Sales", "money", "Sales (USD)"],
] as const)("%s, a %s, is called %s in a file", (label, unit, expected) => {
  expect(withUnit(label, unit, "USD")).toBe(expected);
});
