import { type BlockInfo, blockMetrics, type FigureEntry, type FigureId } from "#texts/generated/blocks";
import { definitionOf } from "#texts/generated/definitions";
import { type MetricId, type MetricInfo, metrics } from "#texts/generated/metrics";
import { blocks as copy } from "#texts/page";
import type { Unit } from "../../generated/wire";
import type { Column } from "./column";
import { type FigureColumn, isTextColumn, type ListColumn } from "./declaration";

/** The texts and unit of a figure in a block. */
export type FigureInfo = MetricInfo & {
  readonly field: string;
  readonly definition: string;
  /** The metric, if the figure is also on a card. */
  readonly metric: MetricId | null;
};

const isOnCard = (id: FigureId): id is MetricId => Object.hasOwn(metrics, id);

function infoOf([field, { metric, label }]: [string, FigureEntry]): FigureInfo {
  const known: MetricInfo = isOnCard(metric) ? metrics[metric] : blockMetrics[metric];
  return {
    ...known,
    field,
    label: label ?? known.label,
    definition: definitionOf(metric),
    metric: isOnCard(metric) ? metric : null,
  };
}

/** The figures of a block in the order of its rows. */
export function figuresOf({ figures }: BlockInfo): readonly FigureInfo[] {
  return Object.entries(figures).map(infoOf);
}

/**
 * One figure of a block. Declarations are typed by the answers of their call, so a missing one is a bug in
 * the page, not in its data.
 *
 * @param field the figure; the first if undefined
 */
export function figureInfo(figures: readonly FigureInfo[], field: string | undefined): FigureInfo {
  const found = field === undefined ? figures[0] : figures.find((one) => one.field === field);
  if (!found) throw new Error(`The block has no figure ${field ?? ""}.`);
  return found;
}

/** Whether a sum of such figures over groups makes sense: rates and averages are not additive. */
export function addsUp(unit: Unit | undefined): boolean {
  return unit === "count" || unit === "money";
}

/** The definition of a figure, which direction is good if that is down, and whether it grows with the period. */
export function helpOf({
  definition,
  polarity,
  course,
}: Pick<FigureInfo, "definition" | "polarity" | "course">): string {
  const more = [
    polarity === "lower" && copy.lowerIsBetterSentence,
    course === "growing" && copy.growsSentence,
  ].filter(Boolean);
  return [definition, ...more].join(" ");
}

function figureColumn(figures: readonly FigureInfo[], column: FigureColumn): Column {
  const { field, label, definition, bar, format } = column;
  const named = { field, bar, isShared: format === "countAndShare" };
  // A column with its own label and definition is not in the generated table: the options of a poll.
  if (label !== undefined && definition !== undefined) return { ...named, label, unit: "count", definition };
  const known = figureInfo(figures, field);
  return { ...named, label: label ?? known.label, unit: known.unit, definition: definition ?? helpOf(known) };
}

/** The columns of a block in the form that tables use. */
export function columnsOf(figures: readonly FigureInfo[], columns: readonly ListColumn[]): Column[] {
  return columns.map((column) =>
    isTextColumn(column)
      ? {
          field: column.field,
          label: column.label,
          text: column.format,
          linkText: column.linkText,
          definition: column.definition,
        }
      : figureColumn(figures, column),
  );
}
