/**
 * How a breakdown says which blocks it has. A block names the wire's block it reads, so two charts may
 * read two figures of one block; its own id keeps their filters apart. Label, unit and definition of a
 * figure come from the generated table of what each call answers.
 */
import type { Block, BlockFilter, TimeScale, ViewByH1, ViewByH2 } from "../api/generated/wire";

/**
 * What a block may choose for itself. Only what its controls can change is named; what the screen sends and
 * the block does without is null.
 */
export type OwnFilter = Partial<BlockFilter>;

/** All blocks of a screen, by id. */
export type Blocks = Readonly<Record<string, Block | undefined>>;

/** The column rows are ordered by; one at a time. */
export type Sort = { readonly column: string; readonly descending: boolean };

type BlockBase = {
  /** Unique on its screen. */
  readonly id: string;
  /** The wire's block id. */
  readonly block: string;
  readonly title: string;
  /** A line under the title; it may depend on the chosen time scale. */
  readonly subtitle?: string | ((scale: TimeScale) => string);
  /** A line under the figures that tells how to read them. */
  readonly note?: string;
  /** Takes the whole width, as tables and lists do unless they say otherwise. */
  readonly wide?: boolean;
};

type ChartBase = BlockBase & {
  /** Position among the categorical colours, where it is not that of the metric. */
  readonly colour?: number;
  /** The height as a share of the width; charts have one fixed height unless it is said otherwise. */
  readonly aspect?: number;
};

/**
 * Lines by period, one figure. A block of several named series draws them all. Rows may be lists, with
 * the label first, or objects with a `date` of year and month.
 */
export type LineBlock = ChartBase & {
  readonly kind: "line";
  /** Which figure of a row; the first unless it is said otherwise. */
  readonly field?: string;
  /** Several figures of each row, all of the unit of the first: each a line, without the year before. */
  readonly fields?: readonly string[];
  /** Writes the year beside every month, where all are of one year too. */
  readonly years?: boolean;
  /** Offers the choice between totals and user groups. */
  readonly viewBy?: boolean;
  /** Offers months, quarters and years; true unless it is said otherwise. */
  readonly timeScale?: boolean;
  readonly zoom?: boolean;
  readonly smooth?: boolean;
  readonly pointLabels?: boolean;
};

/** One figure of a group of bars. The generated table names it; what is said here goes before. */
export type BarFigure = { readonly field: string; readonly label?: string };

/** Bars, one for each name, or a group of them for each name. */
export type BarsBlock = ChartBase & {
  readonly kind: "bars";
  /** The figure of each name; `value` unless it is said otherwise. */
  readonly field?: string;
  /** Several figures of each name, all of the unit of the first. */
  readonly figures?: readonly BarFigure[];
  /** The names overlap, so that they may add up to more than the total. */
  readonly overlap?: boolean;
};

/** A pie with its list of shares. */
export type PieBlock = BlockBase & {
  readonly kind: "pie";
  /** The figure of each name; `value` unless it is said otherwise, or a field of a table's rows. */
  readonly value?: string;
  /** What its sum counts, written in the middle. */
  readonly of: string;
  readonly overlap?: boolean;
  /** As {@link LineBlock} has it. */
  readonly aspect?: number;
};

/** A column of figures. The generated table names it; what is said here goes before. */
export type FigureColumn = {
  readonly field: string;
  readonly label?: string;
  /** What the figures mean, where no table can know it. */
  readonly definition?: string;
  /** A bar beside each figure, to compare rows at a glance. */
  readonly bar?: boolean;
  /** A count with its share of the row's sum of all columns written like this. */
  readonly format?: "countAndShare";
};

/** How a text is written; a link opens in a tab of its own. */
export type TextFormat = "text" | "date" | "dateTime" | "link";

/** A column of text. */
export type TextColumn = {
  readonly field: string;
  readonly label: string;
  readonly format: TextFormat;
  /** What stands for the address of a link; the address itself unless it is said otherwise. */
  readonly linkText?: string;
};

/** A column of a list. */
export type ListColumn = FigureColumn | TextColumn;

/** A table by user groups, one or two levels. */
export type TableBlock = BlockBase & {
  readonly kind: "table";
  readonly columns: readonly FigureColumn[];
  readonly sort: Sort;
  /** The grouping it opens with; by line of business unless it is said otherwise. */
  readonly viewBy?: { readonly viewByH1: ViewByH1; readonly viewByH2: ViewByH2 };
};

/** A list of named rows, whole or the first of them. */
export type ListBlock = BlockBase & {
  readonly kind: "list";
  /** Which list of an answer that holds several. */
  readonly part?: string;
  /** The header of the first column, and the field that names the rows. */
  readonly first: { readonly field: string; readonly label: string; readonly format?: TextFormat };
  readonly columns: readonly ListColumn[];
  readonly sort: Sort;
  /** Numbers the rows in the order they are answered in, under this header. */
  readonly rank?: string;
  /** What the search box says while it is empty; no box without it. */
  readonly search?: string;
  /** How many rows of a whole answer are shown until the reader asks for all. */
  readonly show?: number;
};

/** A block of a breakdown. */
export type BlockDeclaration = LineBlock | BarsBlock | PieBlock | TableBlock | ListBlock;

/** Whether a column holds text. */
export function isTextColumn(column: ListColumn): column is TextColumn {
  return column.format !== undefined && column.format !== "countAndShare";
}

const BY_LOB = { viewByH1: "LOB", viewByH2: "NONE" } as const;

/** Whether a block takes the whole width wherever it stands. */
function isWide(declaration: BlockDeclaration): boolean {
  return declaration.wide ?? (declaration.kind === "table" || declaration.kind === "list");
}

/** Whether a block that would stand alone beside a gap takes the whole width: it would grow too high with it. */
const keepsWidth = (declaration: BlockDeclaration) =>
  "aspect" in declaration && declaration.aspect !== undefined;

/**
 * The blocks that take the whole width: those that always do, and one that would stand alone beside a
 * gap.
 */
export function wideBlocks(blocks: readonly BlockDeclaration[]): ReadonlySet<string> {
  const wide = new Set<string>();
  let left: BlockDeclaration | null = null;
  for (const block of blocks) {
    if (isWide(block)) {
      wide.add(block.id);
      if (left && !keepsWidth(left)) wide.add(left.id);
      left = null;
    } else {
      left = left ? null : block;
    }
  }
  if (left && !keepsWidth(left)) wide.add(left.id);
  return wide;
}

/** The own filter a block opens with: what the screen's call answers. */
export function defaultOwnFilter(declaration: BlockDeclaration): OwnFilter {
  switch (declaration.kind) {
    case "line":
      return { timeScale: "BY_MONTHS", viewBy: "TOTALS" };
    case "table":
      return declaration.viewBy ?? BY_LOB;
    default:
      return {};
  }
}
