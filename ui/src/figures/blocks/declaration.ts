/**
 * The declaration of a breakdown's blocks. A block names the API's block that it reads, so two charts may
 * read two figures of one block; their own ids separate their filters. Label, unit and definition of a
 * figure come from the generated table of each call's answer.
 *
 * B is the API's block, F its figures and T the texts of its rows. Views accept any string; a screen
 * declares the {@link BlocksOf} its call, so that a misspelt name does not compile.
 */
import type { GuardedRoute } from "../../api/pages";
import type { Breakdowns, Figure, Shape, Text } from "../../generated/calls";
import type { BlockFilter, FilterParams, GroupType, TimeScale, ViewByH1 } from "../../generated/wire";
import type { ItemKind } from "../ways/ways";

/**
 * The filter of a single block. It has only the fields that the controls of the block can change; null removes a field
 * that the screen sends.
 */
export type OwnFilter = Partial<BlockFilter>;

/** The column that rows are sorted by; only one. */
export type Sort<C extends string = string> = { readonly column: C; readonly descending: boolean };

type BlockBase<B extends string> = {
  /** Unique on its screen. */
  readonly id: string;
  /** The block id in the API. */
  readonly block: B;
  readonly title: string;
  /** A line under the title; it may depend on the chosen time scale. */
  readonly subtitle?: string | ((scale: TimeScale) => string) | undefined;
  /** The fixed grouping of its lines or names, whose notes are shown under the figures. */
  readonly by?: GroupType;
  /** A line under the figures that explains how to read them. */
  readonly note?: string;
  /** Whether it is about members who moved: its groups are not only those of the last load. */
  readonly ofMoves?: true;
  /** Takes the whole width, as tables and lists do by default. */
  readonly wide?: boolean;
  /** What its rows or bars are, where they lead on. */
  readonly items?: ItemKind;
};

type ChartBase<B extends string> = BlockBase<B> & {
  /** Index of its categorical colour; by default the one of the period that is shown. */
  readonly colour?: number | undefined;
  /** The height as a share of the width; charts have one fixed height by default. */
  readonly aspect?: number;
};

/** Lines by period: one figure, or one line per group. */
export type LineBlock<B extends string = string, F extends string = string> = ChartBase<B> & {
  readonly kind: "line";
  /** The figure drawn; the first by default. */
  readonly field?: F;
  /** Several figures in one unit: one line each, without the year before. */
  readonly fields?: readonly F[];
  /** Writes the year with every month, even if all are in one year. */
  readonly years?: boolean;
  /** Offers the choice between totals and user groups. */
  readonly viewBy?: boolean;
  /** Offers months, quarters and years; true by default. */
  readonly timeScale?: boolean;
  readonly zoom?: boolean;
  readonly smooth?: boolean;
  readonly pointLabels?: boolean;
};

/** One figure of a group of bars. A label here overrides that of the generated table. */
export type BarFigure<F extends string = string> = { readonly field: F; readonly label?: string };

/** Bars: one, or a group of several, for each name. */
export type BarsBlock<B extends string = string, F extends string = string> = ChartBase<B> & {
  readonly kind: "bars";
  /** The figure of each name; the first by default. */
  readonly field?: F;
  /** Several figures of each name, in one unit. */
  readonly figures?: readonly BarFigure<F>[];
};

/** A pie with its list of shares. */
export type PieBlock<B extends string = string, F extends string = string> = BlockBase<B> & {
  readonly kind: "pie";
  /** The figure of each name; the first by default. */
  readonly value?: F;
  /** What the sum in the middle counts. */
  readonly of: string;
  /** As in {@link LineBlock}. */
  readonly aspect?: number;
  /** Opens as its list alone: where there are many names of much the same share, slices say nothing. */
  readonly opensAsTable?: boolean;
  /** Pies are side by side even where charts have a row each; they are declared in pairs. */
  readonly small?: boolean;
};

/** A column of figures. What is declared here overrides the generated table. */
export type FigureColumn<F extends string = string> = {
  readonly field: F;
  readonly label?: string;
  /** The definition of figures that are not in the generated table. */
  readonly definition?: string;
  /** Shows a bar next to each figure, to compare rows at a glance. */
  readonly bar?: boolean;
  /** Shows each count with its share of the row's sum of all such columns. */
  readonly format?: "countAndShare";
  /** Of a rate: the columns of which it is the share, so that its change is exact and known to be chance. */
  readonly of?: F;
  readonly by?: F;
};

/** The format of a text; a link opens in a new tab. */
export type TextFormat = "text" | "date" | "dateTime" | "link";

/** A column of text. */
export type TextColumn<T extends string = string> = {
  readonly field: T;
  readonly label: string;
  readonly format: TextFormat;
  /** The text of a link; its address by default. */
  readonly linkText?: string;
  /** What it is, shown at the header. */
  readonly definition?: string;
};

/** A column of a list. */
export type ListColumn<F extends string = string, T extends string = string> =
  | FigureColumn<F>
  | TextColumn<T>;

/** A table by user groups, one or two levels. */
export type TableBlock<B extends string = string, F extends string = string> = BlockBase<B> & {
  readonly kind: "table";
  readonly columns: readonly FigureColumn<F>[];
  /** How it is sorted at first; in the order of the user groups unless given. */
  readonly sort?: Sort<F | "name">;
  /** The grouping it opens by; line of business by default. */
  readonly opensBy?: ViewByH1;
  /** Whether it can show the figures of the period before; true by default, except where it is about moves already. */
  readonly compares?: false;
};

/** From where to where members moved: a flow, and its table from groups to groups. */
export type FlowBlock<B extends string = string, F extends string = string> = BlockBase<B> & {
  readonly kind: "flow";
  /** How many members; the first figure by default. */
  readonly field?: F;
  /** As in {@link TableBlock}. */
  readonly opensBy?: ViewByH1;
};

/** A list of another screen, with the choices that it opens with. */
export type OtherList = { readonly text: string; readonly route: GuardedRoute; readonly view: string };

/** A list of named rows: all of them, or the first. */
export type ListBlock<
  B extends string = string,
  F extends string = string,
  T extends string = string,
  K extends string = string,
> = BlockBase<B> & {
  readonly kind: "list";
  /** The list, if the answer contains several. */
  readonly part?: K;
  /** The header of the first column, and the text that names the rows. */
  readonly first: { readonly field: T; readonly label: string; readonly format?: TextFormat };
  readonly columns: readonly ListColumn<F, T>[];
  /** As in {@link TableBlock}. */
  readonly sort?: Sort<F | T | "name">;
  /** As in {@link TableBlock}. */
  readonly compares?: false;
  /** Shown under the rows while they have the initial order. */
  readonly orderNote?: string;
  /** Where else somebody may look who does not find it here. */
  readonly seeAlso?: OtherList;
  /** The header of a column that numbers the rows in the order of the answer. */
  readonly rank?: string;
  /** The text of the empty search box; without it there is no box. */
  readonly search?: string;
  /** The number of rows of a complete answer shown at first. */
  readonly show?: number;
};

/** A block of a breakdown. */
export type BlockDeclaration<
  B extends string = string,
  F extends string = string,
  T extends string = string,
> =
  | LineBlock<B, F>
  | BarsBlock<B, F>
  | PieBlock<B, F>
  | TableBlock<B, F>
  | FlowBlock<B, F>
  | ListBlock<B, F, T>;

/** The declarations that can draw a block of one shape. */
type DrawnAs<B extends string, S extends Shape> = S extends { shape: "byPeriod" }
  ? LineBlock<B, S["figure"]>
  : S extends { shape: "byPeriodTotals" | "series" | "months" }
    ? LineBlock<B, S["figure"]> & { readonly viewBy?: false }
    : S extends { shape: "groups" | "bars" }
      ? BarsBlock<B, S["figure"]> | PieBlock<B, S["figure"]>
      : S extends { shape: "table" }
        ? TableBlock<B, S["figure"]> | PieBlock<B, S["figure"]>
        : S extends { shape: "flow" }
          ? FlowBlock<B, S["figure"]>
          : S extends { shape: "list" }
            ? ListBlock<B, Figure<S>, Text<S>, never>
            : S extends { shape: "lists"; data: Record<infer K extends string, unknown> }
              ? ListBlock<B, Figure<S>, Text<S>, K> & { readonly part: K }
              : never;

/** The blocks that a screen can declare for a call. */
export type BlocksOf<P extends keyof Breakdowns> = {
  [B in keyof Breakdowns[P] & string]: DrawnAs<B, Breakdowns[P][B] & Shape>;
}[keyof Breakdowns[P] & string];

/** Whether a column holds text. */
export function isTextColumn(column: ListColumn): column is TextColumn {
  return column.format !== undefined && column.format !== "countAndShare";
}

/** How the rows of a block are sorted at first. */
export function openingSort(declaration: BlockDeclaration): Sort {
  const { sort } = "sort" in declaration ? declaration : {};
  return sort ?? { column: "name", descending: false };
}

/** Whether a block can show the figures of the compared period beside its own. A list of texts alone has none. */
export function canCompare(declaration: BlockDeclaration): boolean {
  if (declaration.kind !== "table" && declaration.kind !== "list") return false;
  const { columns, compares, ofMoves } = declaration;
  return compares !== false && !ofMoves && columns.some((column: ListColumn) => !isTextColumn(column));
}

/** Whether a block always takes the whole width. */
function isWide(declaration: BlockDeclaration): boolean {
  return declaration.wide ?? ["table", "list", "flow"].includes(declaration.kind);
}

/** Whether a block next to a gap is not stretched, because its height would grow with its width. */
const keepsWidth = (declaration: BlockDeclaration) =>
  "aspect" in declaration && declaration.aspect !== undefined;

/**
 * The blocks that take the whole width: those that always do, and those that would be next to a gap.
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
 * The parameters of the call of all blocks in addition to the filters: the initial grouping of the screen's tables. One
 * call has one grouping, so the tables share it.
 */
export function openingFilter(blocks: readonly BlockDeclaration[]): Pick<FilterParams, "viewByH1"> {
  const opensBy = blocks.map((block) => ("opensBy" in block ? block.opensBy : undefined)).find(Boolean);
  return opensBy ? { viewByH1: opensBy } : {};
}

/** Whether a block is a chart by period whose scale can be chosen. */
export const hasScales = (declaration: BlockDeclaration): boolean =>
  declaration.kind === "line" && declaration.timeScale !== false;
