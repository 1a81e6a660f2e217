import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

/**
 * The shelves of the page. A file imports only from its own shelf and from the ones before it. Biome's noImportCycles
 * checks that no two files import each other.
 */
const SHELVES = [
  "generated", // what the server declares: types, calls, groupings
  "texts", // all texts in each language, figures and days as text
  "api", // calls, the session, the addresses of the page
  "kit", // buttons, dialogs, forms, tables, colours
  "figures", // the filter bar; cards, charts, tables and what belongs to a figure
  "pages", // dashboards, features, administration, signing in
  "app", // routes, sidebar and header, shortcuts
];

const SRC = import.meta.dirname;
const FILES = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) =>
  /\.(tsx?|css)$/.test(file),
);
/** Tests may import whatever they need. */
const isChecked = (file: string) => file.includes("/") && !/\.test\.|\.css$/.test(file);

/** The imports of a file from other files, types and lazy ones included, as paths below src. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(SRC, file), "utf8");
  const targets = text.matchAll(
    /^(?:import|export)\b[^"';]*["'](\.[^"']+|#texts[^"']+)["']|\bimport\(\s*["'](\.[^"']+)["']/gm,
  );
  return [...targets].map(([, fixed, lazy]) => {
    const target = fixed ?? lazy ?? "";
    if (target.startsWith("#")) return `${target.replace("#texts", "texts/en")}.ts`;
    const path = relative(SRC, resolve(SRC, dirname(file), target));
    const found = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"].find((end) => FILES.includes(path + end));
    if (found === undefined) throw new Error(`${file} imports ${path}, which does not exist`);
    return path + found;
  });
}

function positionOf(file: string): number {
  const position = SHELVES.indexOf(file.split("/", 1)[0] ?? "");
  if (position < 0) throw new Error(`${file} is on no shelf`);
  return position;
}

describe("the shelves of the page", () => {
  it("import in one direction", () => {
    const wrong = FILES.filter(isChecked).flatMap((file) =>
      importsOf(file)
        .filter((target) => positionOf(target) > positionOf(file))
        .map((target) => `${file} imports ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it("are read with their lazy imports, types, texts and style sheets", () => {
    expect(importsOf("app/shell/Shell.tsx")).toEqual(
      expect.arrayContaining([
        "app/shell/Shell.module.css",
        "kit/lazy.tsx",
        "pages/asked/index.tsx",
        "texts/en/page.ts",
      ]),
    );
    expect(importsOf("figures/blocks/column.ts").sort()).toEqual([
      "figures/blocks/declaration.ts",
      "generated/wire.ts",
      "texts/en/generated/metrics.ts",
    ]);
  });
});
