/**
 * How a breakdown says which blocks it has. A block names the wire's block it reads, so two charts may
 * read two figures of one block; its own id keeps their filters apart.
 */
import { type MetricId, metrics } from "../api/generated/metrics";
import type { Block, BlockFilter, TimeScale, Unit, ViewByH1, ViewByH2 } from "../api/generated/wire";
import { isEmptyModel, lineModel, pieOfBlock } from "./chart/models";
import type { Sort } from "./table/sorting";
import type { Column } from "./table/Table";

/** What a block may choose for itself. Only what its controls can change is named. */
export type OwnFilter = Partial<BlockFilter>;

type BlockBase = {
  /** Unique on its screen. */
  readonly id: string;
  /** The wire's block id. */
  readonly block: string;
  readonly title: string;
  /** A line under the title; it may depend on the chosen time scale. */
  readonly subtitle?: string | ((scale: TimeScale) => string);
  /** Takes the whole width, as tables and lists do unless they say otherwise. */
  readonly wide?: boolean;
};

/** Lines by period, one metric. A block of several named series draws them all. */
export type LineBlock = BlockBase & {
  readonly kind: "line";
  readonly metric: MetricId;
  /** Which figure of a row: 1, the default, for the first. */
  readonly value?: number;
  /** Offers the choice between totals and user groups. */
  readonly viewBy?: boolean;
  /** Offers months, quarters and years; true unless it is said otherwise. */
  readonly timeScale?: boolean;
  readonly zoom?: boolean;
  readonly smooth?: boolean;
  readonly pointLabels?: boolean;
};

/** Bars, one for each name. */
export type BarsBlock = BlockBase & {
  readonly kind: "bars";
  readonly metric: MetricId;
  /** The names overlap, so that they may add up to more than the total. */
  readonly overlap?: boolean;
};

/** A pie with its list of shares. */
export type PieBlock = BlockBase & {
  readonly kind: "pie";
  /** What its sum counts, written in the middle. */
  readonly of: string;
  readonly overlap?: boolean;
};

/** A column of a table: a metric, or a field with its own words. */
export type TableColumn = { readonly field: string; readonly bar?: boolean } & (
  | { readonly metric: MetricId }
  | { readonly label: string; readonly unit?: Unit }
);

/** A table by user groups, one or two levels. */
export type TableBlock = BlockBase & {
  readonly kind: "table";
  readonly columns: readonly TableColumn[];
  readonly sort: Sort;
  /** The grouping it opens with; by line of business unless it is said otherwise. */
  readonly viewBy?: { readonly viewByH1: ViewByH1; readonly viewByH2: ViewByH2 };
};

/** A list of named rows, whole or the first of them. */
export type ListBlock = BlockBase & {
  readonly kind: "list";
  /** The header of the first column, and the field that names the rows. */
  readonly first: { readonly field: string; readonly label: string };
  readonly columns: readonly TableColumn[];
  readonly sort: Sort;
};

/** A block of a breakdown. */
export type BlockDeclaration = LineBlock | BarsBlock | PieBlock | TableBlock | ListBlock;

const BY_LOB = { viewByH1: "LOB", viewByH2: "NONE" } as const;

/** Whether a block takes the whole width wherever it stands. */
function isWide(declaration: BlockDeclaration): boolean {
  return declaration.wide ?? (declaration.kind === "table" || declaration.kind === "list");
}

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
      if (left) wide.add(left.id);
      left = null;
    } else {
      left = left ? null : block;
    }
  }
  if (left) wide.add(left.id);
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

/** The columns as the table takes them: label, unit and definition of a metric come from its one entry. */
export function tableColumns(columns: readonly TableColumn[]): Column[] {
  return columns.map((column) => {
    if (!("metric" in column)) return { ...column };
    const { label, unit, definition } = metrics[column.metric];
    return { field: column.field, bar: column.bar, label, unit, definition };
  });
}

/** Whether the answer holds nothing to show, so that the block is left out of its screen. */
export function isEmptyBlock(declaration: BlockDeclaration, block: Block | undefined): boolean {
  if (!block) return true;
  switch (declaration.kind) {
    case "line":
      return isEmptyModel(lineModel(block, declaration.value ?? 1, 0, { current: "", previous: "" }));
    case "pie":
      return pieOfBlock(block, "").slices.length === 0;
    case "table":
      return (
        !Array.isArray(block.data) ||
        !block.data.some(
          (row: { isTotal: boolean; records?: unknown[] }) => !row.isTotal || row.records?.length,
        )
      );
    default:
      return !Array.isArray(block.data) || block.data.length === 0;
  }
}
