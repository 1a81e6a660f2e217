import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

/**
 * The folders of the page in import order. A file imports only from its own folder and from the ones before it in this
 * list. An entry is a folder without its subfolders, or a single file. A new folder needs a line here. Biome's
 * noImportCycles checks that no two files import each other.
 */
const FOLDERS = [
  "api/generated", // what the server declares: types, metrics, blocks
  "language.ts", // the language of the page
  "day.ts", // a day of the calendar
  "copy.ts", // the texts of the page
  "titlesCopy.ts", // the titles of its screens
  "formatCopy.ts", // what is written around digits
  "format.ts", // figures and days as text
  "screens/tree.ts", // every screen with its route and title
  "admin/tree.ts", // every page of the administration
  "paths.ts", // the addresses of the page
  "api", // the calls to the server
  "theme", // colours and style layers
  "kit/forms", // styles of tables, sliders and fields that late pages share
  "kit", // buttons, dialogs, and other parts independent of Bond
  "session", // signing in and out
  "filters", // what the filter bar chooses
  "views", // saved views
  "filters/FilterBar.tsx", // the bar, with its menu of views
  "annotations", // what users noted at days of charts, and loads that corrected the past
  "targets", // what figures should reach
  "blocks", // what all blocks of a screen share: declarations and answers
  "blocks/frame", // what surrounds a block
  "blocks/chart",
  "blocks/pie",
  "blocks/trends",
  "blocks/card",
  "blocks/table",
  "blocks/list",
  "blocks/view", // a block of any kind
  "exports", // files of a screen, made by the server
  "score", // the BOND Score
  "planner", // what it would take to reach a score, and who is close
  "insights", // what moved, what is unusual, how long members stay, what ends soon
  "screens", // the dashboards and their breakdowns
  "explain", // why a figure moved
  "admin/copy.ts", // the texts of the administration
  "admin/useAdmin.ts", // its calls
  "admin/parts", // forms, tables and dialogs of the administration
  "admin/data", // loads, what is loaded, mappings
  "admin/users", // users: add, roles, links, sessions
  "admin/roles", // roles: what they open, whose figures they show
  "admin/method", // the method of the score: versions, the draft and what it does
  "admin", // the pages of the administration
  "account", // a user's own account
  "links", // links that show a screen without an account
  "shared", // what a link shows
  "shell/lateNames.ts", // data that can be late, as a person would call them
  "reports", // reports that are sent on a schedule, and where they go
  "reports/alerts", // rules over figures
  "reports/index.tsx", // the page of both
  "shell/menuItems.ts", // the entries of the menu
  "shell/useKeptParams.ts", // what links between screens keep
  "shell/usePreferences.ts", // theme and countdown as the user wants them
  "keyboard", // shortcuts and the search over screens, figures and actions
  "outdated.ts", // a tab that was opened before an upgrade
  "CrashBoundary.tsx", // what is shown of a page that fails
  "shell", // sidebar, header and menu around a screen
  "routes.tsx",
  "main.tsx",
];

const SRC = import.meta.dirname;
const FILES = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) =>
  /\.(tsx?|css)$/.test(file),
);
/** Tests may import whatever they need. */
const isChecked = (file: string) => !/\.test\.|^test-setup\.|\.d\.ts$|\.css$/.test(file);

/** The relative imports of a file, types and lazy ones included, as paths below src. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(SRC, file), "utf8");
  const targets = text.matchAll(
    /^(?:import|export)\b[^"';]*["'](\.[^"']+)["']|\bimport\(\s*["'](\.[^"']+)["']/gm,
  );
  return [...targets].map(([, fixed, lazy]) => {
    const path = relative(SRC, resolve(SRC, dirname(file), fixed ?? lazy ?? ""));
    const found = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"].find((end) => FILES.includes(path + end));
    if (found === undefined) throw new Error(`${file} imports ${path}, which does not exist`);
    return path + found;
  });
}

function positionOf(path: string): number {
  // The texts of a file in another language.
  const file = path.replace(/\.[a-z]{2}\.ts$/, ".ts");
  const position = FOLDERS.includes(file) ? FOLDERS.indexOf(file) : FOLDERS.indexOf(dirname(file));
  if (position < 0) throw new Error(`${path} has no line in FOLDERS`);
  return position;
}

/** The imports from a folder that comes later in the list. */
function wrongImports(files: readonly string[]): string[] {
  return files.flatMap((file) =>
    importsOf(file)
      .filter((target) => positionOf(target) > positionOf(file))
      .map((target) => `${file} imports ${target}`),
  );
}

describe("the folders of the page", () => {
  const files = FILES.filter(isChecked);

  it("import in one direction", () => {
    expect(wrongImports(files)).toEqual([]);
  });

  it("are read with their lazy imports, types and style sheets", () => {
    expect(importsOf("score/ScorePanel.tsx")).toEqual(
      expect.arrayContaining(["score/ScoreDetail.tsx", "score/ScorePanel.module.css", "kit/index.ts"]),
    );
    expect(importsOf("blocks/column.ts")).toEqual(["api/generated/wire.ts", "blocks/declaration.ts"]);
  });

  it("each contain a file", () => {
    // Some have style sheets alone.
    const used = new Set(
      [...files, ...FILES.filter((file) => FOLDERS.includes(dirname(file)))].map(positionOf),
    );
    expect(FOLDERS.filter((_, position) => !used.has(position))).toEqual([]);
  });
});
