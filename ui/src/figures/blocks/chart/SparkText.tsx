import { blocks as copy } from "#texts/page";
import type { Unit } from "../../../generated/wire";
import { formatLabel, formatShortDate, formatUnit } from "../../../texts/format";
import type { SparklineProps } from "./Sparkline";

export type SparkTextProps = Pick<SparklineProps, "points" | "through"> & {
  readonly unit: Unit;
  readonly currency: string;
};

/** The text of a sparkline for screen readers: where it begins and ends, and the days counted in its last point. */
export function SparkText({ points, through, unit, currency }: SparkTextProps) {
  const first = points[0];
  const last = points.at(-1);
  // A single point is not a line.
  if (!first || !last || points.length < 2) return null;
  const write = ([label, value]: SparkTextProps["points"][number]) =>
    copy.pointText(formatLabel(label), formatUnit(value, unit, { currency, inFull: true }));
  return (
    <span className="sr-only">
      {copy.lineText(write(first), write(last))}
      {typeof through === "string" && ` ${copy.lastPointTo(formatShortDate(through))}`}
    </span>
  );
}
