/**
 * How a breakdown says which blocks it has. A block names the wire's block it reads, so two charts may
 * read two figures of one block; its own id keeps their filters apart. Label, unit and definition of a
 * figure come from the generated table of what each call answers.
 *
 * B is the wire's block, F its figures and T the texts of its rows. Views take them as any text; a screen
 * declares {@link BlocksOf} its call, so that a misspelt name does not compile.
 */
import type { Breakdowns, Figure, Shape, Text } from "../api/generated/calls";
import type { BlockFilter, FilterParams, GroupType, TimeScale, ViewByH1 } from "../api/generated/wire";

/**
 * What a block may choose for itself. Only what its controls can change is named; what the screen sends and
 * the block does without is null.
 */
export type OwnFilter = Partial<BlockFilter>;

/** The column rows are ordered by; one at a time. */
export type Sort<C extends string = string> = { readonly column: C; readonly descending: boolean };

type BlockBase<B extends string> = {
  /** Unique on its screen. */
  readonly id: string;
  /** The wire's block id. */
  readonly block: B;
  readonly title: string;
  /** A line under the title; it may depend on the chosen time scale. */
  readonly subtitle?: string | ((scale: TimeScale) => string) | undefined;
  /** The grouping of its lines or names, where that is always the same: its notes stand under the figures. */
  readonly by?: GroupType;
  /** A line under the figures that tells how to read them. */
  readonly note?: string;
  /** Takes the whole width, as tables and lists do by default. */
  readonly wide?: boolean;
};

type ChartBase<B extends string> = BlockBase<B> & {
  /** Position among the categorical colours, where it is not that of the metric. */
  readonly colour?: number | undefined;
  /** The height as a share of the width; charts have one fixed height by default. */
  readonly aspect?: number;
};

/** Lines by period: one figure, or one line per group. */
export type LineBlock<B extends string = string, F extends string = string> = ChartBase<B> & {
  readonly kind: "line";
  /** Which figure; the first by default. */
  readonly field?: F;
  /** Several figures, all of the unit of the first: each a line, without the year before. */
  readonly fields?: readonly F[];
  /** Writes the year beside every month, where all are of one year too. */
  readonly years?: boolean;
  /** Offers the choice between totals and user groups. */
  readonly viewBy?: boolean;
  /** Offers months, quarters and years; true by default. */
  readonly timeScale?: boolean;
  readonly zoom?: boolean;
  readonly smooth?: boolean;
  readonly pointLabels?: boolean;
};

/** One figure of a group of bars. The generated table names it; what is said here goes before. */
export type BarFigure<F extends string = string> = { readonly field: F; readonly label?: string };

/** Bars, one for each name, or a group of them for each name. */
export type BarsBlock<B extends string = string, F extends string = string> = ChartBase<B> & {
  readonly kind: "bars";
  /** The figure of each name; the first by default. */
  readonly field?: F;
  /** Several figures of each name, all of the unit of the first. */
  readonly figures?: readonly BarFigure<F>[];
};

/** A pie with its list of shares. */
export type PieBlock<B extends string = string, F extends string = string> = BlockBase<B> & {
  readonly kind: "pie";
  /** The figure of each name; the first by default. */
  readonly value?: F;
  /** What its sum counts, written in the middle. */
  readonly of: string;
  /** As {@link LineBlock} has it. */
  readonly aspect?: number;
  /** Two stand abreast where charts stand alone; they are declared in pairs. */
  readonly small?: boolean;
};

/** A column of figures. The generated table names it; what is said here goes before. */
export type FigureColumn<F extends string = string> = {
  readonly field: F;
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
export type TextColumn<T extends string = string> = {
  readonly field: T;
  readonly label: string;
  readonly format: TextFormat;
  /** What stands for the address of a link; the address itself by default. */
  readonly linkText?: string;
};

/** A column of a list. */
export type ListColumn<F extends string = string, T extends string = string> =
  | FigureColumn<F>
  | TextColumn<T>;

/** A table by user groups, one or two levels. */
export type TableBlock<B extends string = string, F extends string = string> = BlockBase<B> & {
  readonly kind: "table";
  readonly columns: readonly FigureColumn<F>[];
  readonly sort: Sort<F | "name">;
  /** The grouping it opens by; line of business by default. */
  readonly opensBy?: ViewByH1;
};

/** A list of named rows, whole or the first of them. */
export type ListBlock<
  B extends string = string,
  F extends string = string,
  T extends string = string,
  K extends string = string,
> = BlockBase<B> & {
  readonly kind: "list";
  /** Which list of an answer that holds several. */
  readonly part?: K;
  /** The header of the first column, and the text that names the rows. */
  readonly first: { readonly field: T; readonly label: string; readonly format?: TextFormat };
  readonly columns: readonly ListColumn<F, T>[];
  readonly sort: Sort<F | T | "name">;
  /** Stands under the rows while they are in the order it opens with. */
  readonly orderNote?: string;
  /** Numbers the rows in the order they are answered in, under this header. */
  readonly rank?: string;
  /** What the search box says while it is empty; no box without it. */
  readonly search?: string;
  /** How many rows of a whole answer are shown until the reader asks for all. */
  readonly show?: number;
};

/** A block of a breakdown. */
export type BlockDeclaration<
  B extends string = string,
  F extends string = string,
  T extends string = string,
> = LineBlock<B, F> | BarsBlock<B, F> | PieBlock<B, F> | TableBlock<B, F> | ListBlock<B, F, T>;

/** What may draw a block of one shape. */
type DrawnAs<B extends string, S extends Shape> = S extends { shape: "byPeriod" }
  ? LineBlock<B, S["figure"]>
  : S extends { shape: "byPeriodTotals" | "series" | "months" }
    ? LineBlock<B, S["figure"]> & { readonly viewBy?: false }
    : S extends { shape: "groups" | "bars" }
      ? BarsBlock<B, S["figure"]> | PieBlock<B, S["figure"]>
      : S extends { shape: "table" }
        ? TableBlock<B, S["figure"]> | PieBlock<B, S["figure"]>
        : S extends { shape: "list" }
          ? ListBlock<B, Figure<S>, Text<S>, never>
          : S extends { shape: "lists"; data: Record<infer K extends string, unknown> }
            ? ListBlock<B, Figure<S>, Text<S>, K> & { readonly part: K }
            : never;

/** The blocks that a screen of a call may declare. */
export type BlocksOf<P extends keyof Breakdowns> = {
  [B in keyof Breakdowns[P] & string]: DrawnAs<B, Breakdowns[P][B] & Shape>;
}[keyof Breakdowns[P] & string];

/** Whether a column holds text. */
export function isTextColumn(column: ListColumn): column is TextColumn {
  return column.format !== undefined && column.format !== "countAndShare";
}

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

/**
 * What the call of all blocks is asked for besides the filters: the grouping that the tables of the screen open by. One
 * call has one grouping, so they share it.
 */
export function openingFilter(blocks: readonly BlockDeclaration[]): Pick<FilterParams, "viewByH1"> {
  const opensBy = blocks.map((block) => (block.kind === "table" ? block.opensBy : undefined)).find(Boolean);
  return opensBy ? { viewByH1: opensBy } : {};
}
