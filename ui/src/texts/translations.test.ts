import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { namesOf } from "../api/namesOf";
import { LANGUAGES } from "./language";

const TEXTS = import.meta.dirname;
const filesIn = (language: string) =>
  readdirSync(join(TEXTS, language), { recursive: true, encoding: "utf8" }).filter((file) =>
    file.includes("."),
  );
const sources = filesIn("en").filter((file) => file.endsWith(".ts") && !file.startsWith("generated"));
const others = LANGUAGES.map(({ value }) => value).filter((language) => language !== "en");
const load = (language: string, file: string) =>
  import(/* @vite-ignore */ join(TEXTS, language, file)) as Promise<Record<string, unknown>>;

/** Every text by its path; texts that take values are left out. */
function textsOf(value: unknown, path = ""): [path: string, text: string][] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsOf(inner, `${path}.${name}`));
}

/** Texts that are the same in English: names, keys, values that the page compares, and words of the language. */
const SAME =
  /^(Analytics|BOND.*|Unlock BOND Insights|Single Sign-on|STARTTLS|PDF.*|PostgreSQL|MySQL|SFTP|CSAT|Demo|Esc|Insights|Pro|SSL|Token|Webhooks?|auto|false|true|meaning|sign|monday|none|now|starttls|sunday|tls|window|last_year|previous_period)$/i;
const SAME_WORDS: Readonly<Record<string, readonly string[]>> = {
  de: "Administration Administrator April August Browser Code Dashboards Details Enter Export Format Import Link Links Logins Logo Name November Option Partner Score September Server System Text Trend Trends Upgrade Version".split(
    " ",
  ),
  es: ["Ctrl", "Roles", "Total"],
};

describe.each(others)("the texts in %s", (language) => {
  it("are in the same files as those in English", () => {
    expect(filesIn(language).sort()).toEqual(filesIn("en").sort());
  });

  it.each(sources)("of %s are there", async (file) => {
    const [english, other] = await Promise.all([load("en", file), load(language, file)]);
    // The compiler checks what is in them.
    expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
    const texts = new Map(textsOf(other));
    const left = textsOf(english).filter(
      ([path, text]) => /\p{L}{2}/u.test(text) && texts.get(path) === text && !SAME.test(text),
    );
    expect(left.filter(([, text]) => !SAME_WORDS[language]?.includes(text))).toEqual([]);
  });
});

it.each([
  ["en", "1 row", "2 rows"],
  ["de", "1 Zeile", "2 Zeilen"],
  ["es", "1 fila", "2 filas"],
])("one row is not called many in %s", async (language, one, many) => {
  const { bring } = (await load(language, "bring.ts")) as { bring: typeof import("./en/bring").bring };
  expect([bring.rows("1"), bring.rows("2")]).toEqual([one, many]);
  expect(bring.published("1")).toContain(one);
});

describe("figures and days", () => {
  async function formats(language: "de" | "es") {
    vi.resetModules();
    vi.stubGlobal("BUNDLED_LANGUAGE", language);
    vi.doMock("#texts/format", () => import(`./${language}/format.ts`));
    return import("./format");
  }

  it("are written in German", async () => {
    const format = await formats("de");
    expect(format.formatNumber(1234567.891)).toBe("1.234.567,89");
    expect(format.formatNumber(12345678)).toBe("12,35\u00a0Mio.");
    expect(format.formatCompact(12345)).toBe("12,35\u00a0Tsd.");
    expect(format.formatCompact(2e9)).toBe("2,00\u00a0Mrd.");
    expect(format.formatPercent(23.09)).toBe("23,09\u00a0%");
    expect(format.formatMoney(-12.5, "USD")).toBe("−12,50\u00a0$");
    expect(format.unitParts(23.09, "percent")).toEqual([{ number: "23,09", space: "\u00a0", unit: "%" }]);
    expect(format.formatMonths(1)).toBe("1 Monat");
    expect(format.formatTenure({ years: 1, months: 2 })).toBe("1 Jahr 2 Monate");
    expect(format.rangeParts("2026-01-01", "2026-11-19").year).toBe(" 2026");
    expect(format.formatRange("2026-01-01", "2026-11-19")).toBe("1. Jan. – 19. Nov. 2026");
    expect(format.formatPeriod("2026-03-15", "BY_MONTHS")).toBe("März 2026");
    expect(format.formatPeriod("2026-08-01", "BY_QUARTERS")).toBe("Q3 2026");
    const labels = ["Jan 2026", "Nov 19", "Nov 19, 2026", "Q1 2026", "2026"];
    expect(labels.map(format.formatLabel)).toEqual([
      "Jan. 2026",
      "19. Nov.",
      "19. Nov. 2026",
      "Q1 2026",
      "2026",
    ]);
  });

  it("are written in Spanish", async () => {
    const format = await formats("es");
    expect(format.formatNumber(1234567.891)).toBe("1.234.567,89");
    expect(format.formatNumber(12345678)).toBe("12,35\u00a0M");
    expect(format.formatCompact(12345)).toBe("12,35\u00a0mil");
    expect(format.formatPercent(23.09)).toBe("23,09\u00a0%");
    expect(format.formatMoney(12.5, "EUR")).toBe("12,50\u00a0€");
    expect(format.formatTenure({ years: 2, months: 1 })).toBe("2 años 1 mes");
    expect(format.formatDate("2026-11-19")).toBe("19 nov 2026");
    expect(format.formatPeriod("2026-08-01", "BY_QUARTERS")).toBe("T3 2026");
    expect(format.formatLabel("Q1 2026")).toBe("T1 2026");
    expect(format.formatPeriod("2026-01-01", "BY_YEARS")).toBe("2026");
  });
});

it.each(others)("what each part of the score means is said in %s", async (language) => {
  const { scoreCopy } = (await load(language, "score.ts")) as typeof import("./en/score");
  const { parts } = (await load(language, "parts.ts")) as typeof import("./en/parts");
  expect(Object.keys(scoreCopy.definitions)).toEqual(Object.keys(parts));
});

describe("names of the server", () => {
  it("are found by their ids", async () => {
    const { parts } = await import("./de/parts");
    const answer = {
      explain: { parts: [{ key: "returnRate", label: "Return Rate", value: 3 }] },
      score: null,
    };
    expect(namesOf(parts, {}, "de")(answer)).toEqual({
      explain: { parts: [{ key: "returnRate", label: "Wiederkehrquote", value: 3 }] },
      score: null,
    });
    const { figureLabels } = await import("./de/generated/figureLabels");
    const moves = [
      { metric: "logins.totalLogins", label: "Total Logins" },
      { metric: "x", label: "X" },
    ];
    expect(namesOf(figureLabels, {}, "de")(moves).map(({ label }) => label)).toEqual(["Logins gesamt", "X"]);
  });
});
