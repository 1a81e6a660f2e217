import { type FieldInfo, screenBlocks } from "../api/generated/blocks";
import type { Block, Unit } from "../api/generated/wire";
import { blocks as copy } from "../copy";
import type { Column } from "./column";
import { type FigureColumn, isTextColumn, type ListColumn } from "./declaration";

/** What the page says of a figure of a block. */
export type FigureInfo = Omit<FieldInfo, "field" | "definition"> & {
  readonly definition: string | undefined;
};

const UNKNOWN: FigureInfo = {
  label: "",
  unit: "count",
  polarity: "none",
  metric: null,
  definition: undefined,
};

/**
 * The figures of a block in the order of its rows. A block that the page makes of an answer without blocks is
 * none that the generated table knows: its figures are among all of that answer.
 */
export function fieldsOf(endpoint: string, block: string): readonly FieldInfo[] {
  const blocks = screenBlocks[endpoint] ?? {};
  return blocks[block]?.fields ?? Object.values(blocks).flatMap(({ fields }) => fields);
}

/**
 * What is known of one figure of a block.
 *
 * @param endpoint the screen's path without `/breakdowns`
 * @param field the figure; the block's first where it is undefined
 */
export function figureInfo(endpoint: string, block: string, field: string | undefined): FigureInfo {
  const fields = fieldsOf(endpoint, block);
  return (field === undefined ? fields[0] : fields.find((one) => one.field === field)) ?? UNKNOWN;
}

/** Whether a sum of such figures over groups means something: rates and averages are not added up. */
export function addsUp(unit: Unit | undefined): boolean {
  return unit === "count" || unit === "money";
}

/**
 * What a figure is called in a file, whose cells hold bare numbers: its name and its unit, where it has one and
 * does not name it already.
 */
export function withUnit(label: string, unit: Unit | undefined, currency: string): string {
  const word = unit === "money" ? currency : unit && copy.units[unit];
  if (!word || label.toLowerCase().includes(word.toLowerCase())) return label;
  return copy.withUnit(label, word);
}

/** What a figure means, and which direction is good where that is down. */
export function helpOf({
  definition,
  polarity,
}: Pick<FigureInfo, "definition" | "polarity">): string | undefined {
  if (definition === undefined || polarity !== "lower") return definition;
  return `${definition} ${copy.lowerIsBetterSentence}`;
}

/** Which value of a by-period row a figure is: 1 for the first after the label. */
export function figureIndex(endpoint: string, block: Block, id: string, field: string | undefined): number {
  if (field === undefined) return 1;
  const keys = block.series?.map(({ key }) => key) ?? fieldsOf(endpoint, id).map((one) => one.field);
  return Math.max(0, keys.indexOf(field)) + 1;
}

function figureColumn(endpoint: string, block: string, column: FigureColumn): Column {
  const known = figureInfo(endpoint, block, column.field);
  return {
    field: column.field,
    label: column.label ?? (known.label || column.field),
    unit: known.unit,
    definition: column.definition ?? helpOf(known),
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
