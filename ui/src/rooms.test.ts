import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

/**
 * The rooms of the page from the ground up. A file imports from its own room and from the rooms above it
 * in this table, never from one below. A room is a folder without its subfolders, or a single file. A new
 * folder gets a line here. (That no two files import each other is Biome's noImportCycles.)
 */
const ROOMS = [
  "api/generated", // what the server declares: types, metrics, blocks
  "day.ts", // a day of the calendar
  "copy.ts", // the texts of the page
  "format.ts", // figures and days as text
  "screens/tree.ts", // every screen with its route and title
  "paths.ts", // the addresses of the page
  "api", // the calls to the server
  "theme", // colours and style layers
  "kit", // buttons, dialogs, and whatever else knows nothing of Bond
  "session", // signing in and out
  "filters", // the filter bar and what it chooses
  "blocks", // what all blocks of a screen share: declarations and answers
  "blocks/frame", // what surrounds a block
  "blocks/chart",
  "blocks/pie",
  "blocks/trends",
  "blocks/card",
  "blocks/table",
  "blocks/list",
  "blocks/view", // a block of any kind
  "score", // the Member Engagement Score
  "screens", // the dashboards and their breakdowns
  "shell", // sidebar, header and menu around a screen
  "CrashBoundary.tsx",
  "routes.tsx",
  "main.tsx",
];

const SRC = import.meta.dirname;
const FILES = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) =>
  /\.(tsx?|css)$/.test(file),
);
/** Tests may import whatever they need. */
const isTested = (file: string) => !/\.test\.|^test-setup\.|\.d\.ts$|\.css$/.test(file);

/** The relative imports of a file, types and lazy ones included, as paths below src. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(SRC, file), "utf8");
  const targets = text.matchAll(
    /^(?:import|export)\b[^"';]*["'](\.[^"']+)["']|\bimport\(\s*["'](\.[^"']+)["']/gm,
  );
  return [...targets].map(([, fixed, lazy]) => {
    const path = relative(SRC, resolve(SRC, dirname(file), fixed ?? lazy ?? ""));
    const found = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"].find((end) => FILES.includes(path + end));
    if (found === undefined) throw new Error(`${file} imports ${path}, which is no file of the page`);
    return path + found;
  });
}

function roomOf(file: string): number {
  const room = ROOMS.includes(file) ? ROOMS.indexOf(file) : ROOMS.indexOf(dirname(file));
  if (room < 0) throw new Error(`${file} has no line in ROOMS`);
  return room;
}

/** The imports from a room of another that is further down the table. */
function wrongImports(files: readonly string[]): string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter((target) => roomOf(target) > roomOf(file))
      .map((target) => `${file} imports ${target}`),
  );
}

describe("the rooms of the page", () => {
  const files = FILES.filter(isTested);

  it("import in one direction", () => {
    expect(wrongImports(files)).toEqual([]);
  });

  it("are read completely: lazy imports, types and style sheets count", () => {
    expect(importsOf("score/ScorePanel.tsx")).toEqual(
      expect.arrayContaining(["score/ScoreDetail.tsx", "score/ScorePanel.module.css", "kit/index.ts"]),
    );
    expect(importsOf("blocks/column.ts")).toEqual(["api/generated/wire.ts", "blocks/declaration.ts"]);
  });

  it("each contain a file", () => {
    const lived = new Set(files.map(roomOf));
    expect(ROOMS.filter((_, room) => !lived.has(room))).toEqual([]);
  });
});
