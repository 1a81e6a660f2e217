import { type FieldInfo, screenBlocks } from "../api/generated/blocks";
import { type MetricId, metrics } from "../api/generated/metrics";
import type { Block, Unit } from "../api/generated/wire";
import { type FigureColumn, isTextColumn, type ListColumn } from "./declaration";
import type { Column } from "./table/Table";

/** What the page says of a figure of a block. */
export type FigureInfo = {
  readonly label: string;
  readonly unit: Unit;
  readonly definition: string | undefined;
  /** The metric that is the same figure. */
  readonly metric: MetricId | null;
};

/** The figures of a block in the order of its rows; none where the generated table does not know it. */
export function fieldsOf(endpoint: string, block: string): readonly FieldInfo[] {
  return screenBlocks[endpoint]?.[block]?.fields ?? [];
}

/**
 * What is known of one figure of a block.
 *
 * @param endpoint the screen's path without `/breakdowns`
 * @param field the figure; the block's first where it is undefined
 * @param metric speaks for it where the generated table does not know the block
 */
export function figureInfo(
  endpoint: string,
  block: string,
  field: string | undefined,
  metric: MetricId | undefined,
): FigureInfo {
  const fields = fieldsOf(endpoint, block);
  const known = field === undefined ? fields[0] : fields.find((one) => one.field === field);
  if (known) return known;
  if (!metric) return { label: "", unit: "count", definition: undefined, metric: null };
  return { ...metrics[metric], definition: undefined, metric };
}

/** Which value of a by-period row a figure is: 1 for the first after the label. */
export function figureIndex(endpoint: string, block: Block, id: string, field: string | undefined): number {
  if (field === undefined) return 1;
  const keys = block.series?.map(({ key }) => key) ?? fieldsOf(endpoint, id).map((one) => one.field);
  return Math.max(0, keys.indexOf(field)) + 1;
}

function figureColumn(endpoint: string, block: string, column: FigureColumn): Column {
  const known = fieldsOf(endpoint, block).find((one) => one.field === column.field);
  return {
    field: column.field,
    label: column.label ?? known?.label ?? column.field,
    unit: column.unit ?? known?.unit ?? "count",
    definition: column.definition ?? known?.definition,
    bar: column.bar,
    isShared: column.format === "countAndShare",
  };
}

/** The columns of a block as the table takes them. */
export function columnsOf(endpoint: string, block: string, columns: readonly ListColumn[]): Column[] {
  return columns.map((column) =>
    isTextColumn(column)
      ? { field: column.field, label: column.label, text: column.format, linkText: column.linkText }
      : figureColumn(endpoint, block, column),
  );
}
