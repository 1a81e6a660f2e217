/**
 * The choices of a reader in the blocks of a screen, and their text in the address:
 * `logins.quarters.by-tier*table.by-lob-tier.desc-total*OFFERS.all.find-gym`. Blocks are separated by `*`; a block is
 * its id and a word for each choice that differs from its default. These separators need no escaping in an address.
 */
import type { TimeScale, ViewBy, ViewByH1, ViewByH2 } from "../../generated/wire";
import { FIRST_GROUPING, OFFERED } from "../filters/groupings";
import { escaped, ONLY } from "../ways/only";
import { OPENING_SCALE } from "./chart/scales";
import { beforeOf, changeOf } from "./column";
import { type BlockDeclaration, canCompare, type OwnFilter, openingSort, type Sort } from "./declaration";

/** How a block is shown. A kind of block that does not offer a choice ignores it. */
export type ViewState = {
  /** Of a chart by period. */
  readonly timeScale: TimeScale;
  readonly viewBy: ViewBy;
  /** Of a table by user groups. */
  readonly viewByH1: ViewByH1;
  readonly viewByH2: ViewByH2;
  /** Of tables and lists: whether they have the figures of the compared period, too. */
  readonly isCompared: boolean;
  readonly sort: Sort;
  /** Of a list: the search text, and whether all rows are shown. */
  readonly search: string;
  readonly isWhole: boolean;
  /** The name of the only row shown; empty for all. */
  readonly only: string;
  /** Of a chart: whether it shows its figures instead of its picture. */
  readonly asTable: boolean;
};

/** How the blocks of a screen are shown, by their ids; a missing block has its defaults. */
export type ViewStates = Readonly<Record<string, ViewState>>;

/** How a block is shown until the reader chooses otherwise. */
export function defaultView(declaration: BlockDeclaration): ViewState {
  return {
    timeScale: OPENING_SCALE,
    viewBy: "TOTALS",
    viewByH1: ("opensBy" in declaration ? declaration.opensBy : undefined) ?? FIRST_GROUPING,
    viewByH2: "NONE",
    isCompared: false,
    sort: openingSort(declaration),
    search: "",
    isWhole: false,
    only: "",
    asTable: declaration.kind === "pie" && declaration.opensAsTable === true,
  };
}

/** The filter that a block sends for a choice. A list adds the number of rows, which depends on its answer. */
export function ownFilter(declaration: BlockDeclaration, choice: ViewState): OwnFilter {
  const { timeScale, viewBy, viewByH1, viewByH2 } = choice;
  switch (declaration.kind) {
    case "line":
      return { timeScale, viewBy };
    case "table":
      return { viewByH1, viewByH2 };
    case "flow":
      return { viewByH1 };
    default:
      return {};
  }
}

/** The options for the second level of a table: none, and every grouping except the first level's. */
export function secondLevels(first: ViewByH1): ViewByH2[] {
  return ["NONE", ...OFFERED.filter((level) => level !== first)];
}

/** How one kind of choice is written as a word in the address. */
type Word = {
  /** The word of a choice; null if it is the default. */
  write(choice: ViewState, opening: ViewState): string | null;
  /** The choice of a word; null if the word is of another kind, or the block does not offer the choice. */
  read(word: string, declaration: BlockDeclaration): Partial<ViewState> | null;
};

const SCALES: Readonly<Record<string, TimeScale>> = {
  days: "BY_DAYS",
  weeks: "BY_WEEKS",
  months: "BY_MONTHS",
  quarters: "BY_QUARTERS",
  years: "BY_YEARS",
};

const scaleWord: Word = {
  write: ({ timeScale }, opening) =>
    timeScale === opening.timeScale ? null : timeScale.slice("BY_".length).toLowerCase(),
  read(word, declaration) {
    if (declaration.kind !== "line" || declaration.timeScale === false) return null;
    return Object.hasOwn(SCALES, word) ? { timeScale: SCALES[word] as TimeScale } : null;
  },
};

const BY = "by-";

/** The groupings that a word names. */
function groupingsIn(word: string): (ViewByH1 | undefined)[] {
  if (!word.startsWith(BY)) return [];
  return word
    .slice(BY.length)
    .split("-")
    .map((name) => OFFERED.find((type) => type.toLowerCase() === name));
}

const viewByWord: Word = {
  write: ({ viewBy }, opening) => (viewBy === opening.viewBy ? null : BY + viewBy.toLowerCase()),
  read(word, declaration) {
    if (declaration.kind !== "line" || !declaration.viewBy) return null;
    const [viewBy, ...more] = groupingsIn(word);
    return viewBy && more.length === 0 ? { viewBy } : null;
  },
};

const levelsWord: Word = {
  write({ viewByH1, viewByH2 }, opening) {
    if (viewByH1 === opening.viewByH1 && viewByH2 === opening.viewByH2) return null;
    const levels = viewByH2 === "NONE" ? [viewByH1] : [viewByH1, viewByH2];
    return BY + levels.join("-").toLowerCase();
  },
  read(word, declaration) {
    const most = { table: 2, flow: 1 }[declaration.kind as string] ?? 0;
    const levels = groupingsIn(word);
    const [viewByH1, second] = levels;
    const viewByH2 = levels.length > 1 ? second : "NONE";
    if (!viewByH1 || !viewByH2 || levels.length > most) return null;
    return secondLevels(viewByH1).includes(viewByH2) ? { viewByH1, viewByH2 } : null;
  },
};

const sortWord: Word = {
  write: ({ sort }, opening) =>
    sort.column === opening.sort.column && sort.descending === opening.sort.descending
      ? null
      : `${sort.descending ? "desc" : "asc"}-${sort.column}`,
  read(word, declaration) {
    if (declaration.kind !== "table" && declaration.kind !== "list") return null;
    const [, direction, column = ""] = /^(asc|desc)-(\w+)$/.exec(word) ?? [];
    const sortable = [
      "name",
      openingSort(declaration).column,
      ...declaration.columns.flatMap(({ field }) =>
        canCompare(declaration) ? [field, beforeOf(field), changeOf(field)] : [field],
      ),
    ];
    return sortable.includes(column) ? { sort: { column, descending: direction === "desc" } } : null;
  },
};

const comparedWord: Word = {
  write: ({ isCompared }) => (isCompared ? "compared" : null),
  read: (word, declaration) => (word === "compared" && canCompare(declaration) ? { isCompared: true } : null),
};

const wholeWord: Word = {
  write: ({ isWhole }) => (isWhole ? "all" : null),
  read: (word, { kind }) => (word === "all" && kind === "list" ? { isWhole: true } : null),
};

const tableWord: Word = {
  write: ({ asTable }, opening) => (asTable === opening.asTable ? null : asTable ? "table" : "chart"),
  read: (word, { kind }) =>
    (word === "table" || word === "chart") && kind !== "table" && kind !== "list"
      ? { asTable: word === "table" }
      : null,
};

const FIND = "find-";

/** The text of a word that ends a block; null if it is not that word, or a text that cannot be. */
function textOf(word: string, start: string): string | null {
  if (!word.startsWith(start)) return null;
  try {
    return decodeURIComponent(word.slice(start.length));
  } catch {
    return null;
  }
}

/** The last word of a block, because a name may contain dots. What is searched for waits until all rows are shown. */
const onlyWord: Word = {
  write: ({ only }) => (only === "" ? null : ONLY + escaped(only)),
  read(word, { items }) {
    const only = items ? textOf(word, ONLY) : null;
    return only === null ? null : { only };
  },
};

/** The last word as well. */
const searchWord: Word = {
  write({ search, only }) {
    const text = search.trim();
    return text === "" || only !== "" ? null : FIND + escaped(text);
  },
  read(word, declaration) {
    const search = declaration.kind === "list" && declaration.search ? textOf(word, FIND) : null;
    return search === null ? null : { search };
  },
};

const WORDS = [
  scaleWord,
  viewByWord,
  levelsWord,
  comparedWord,
  sortWord,
  wholeWord,
  tableWord,
  onlyWord,
  searchWord,
];

const LAST = new RegExp(`\\.(?:${FIND}|${ONLY})`);

/** The parts of a block's text: its id, and its words. */
function wordsOf(text: string): string[] {
  const last = text.search(LAST);
  if (last < 0) return text.split(".");
  return [...text.slice(0, last).split("."), text.slice(last + 1)];
}

/** The choices in an address. A person may have edited it: invalid parts are ignored. */
export function readView(text: string, declarations: readonly BlockDeclaration[]): ViewStates {
  const choices: Record<string, ViewState> = {};
  for (const part of text.split("*")) {
    const [id, ...words] = wordsOf(part);
    const declaration = declarations.find((one) => one.id === id);
    if (!declaration) continue;
    const read = words.map((word) =>
      WORDS.reduce<Partial<ViewState> | null>((found, { read }) => found ?? read(word, declaration), null),
    );
    choices[declaration.id] = Object.assign({}, defaultView(declaration), ...read);
  }
  return choices;
}

/** The API's blocks that have the figures of the compared period, too, by the choices in an address. */
export function comparedBlocks(text: string, declarations: readonly BlockDeclaration[]): string[] {
  const states = readView(text, declarations);
  const compared = declarations.filter(({ id }) => states[id]?.isCompared);
  return [...new Set(compared.map(({ block }) => block))];
}

/** The text of the choices, in the order of the blocks; empty if every block has its defaults. */
export function writeView(choices: ViewStates, declarations: readonly BlockDeclaration[]): string {
  return declarations
    .flatMap((declaration) => {
      const { id } = declaration;
      const choice = choices[id];
      if (!choice) return [];
      const opening = defaultView(declaration);
      const words = WORDS.flatMap(({ write }) => write(choice, opening) ?? []);
      return words.length > 0 ? [[id, ...words].join(".")] : [];
    })
    .join("*");
}
