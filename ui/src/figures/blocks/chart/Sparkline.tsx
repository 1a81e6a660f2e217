import { useId } from "react";
import type { Point } from "../../../generated/wire";
import { linePath, type Place, placesIn } from "./linePath";
import css from "./Sparkline.module.css";

export type SparklineProps = {
  readonly points: readonly Point[];
  /** The last day counted in an unfinished last period; the line to its point is dashed. */
  readonly through?: string | null | undefined;
  readonly width?: number;
  readonly height?: number;
};

const PAD = 4;

/** The places of the values in a box: the smallest at the bottom, the largest at the top. */
export function sparkPlaces(values: readonly number[], width: number, height: number): Place[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  // A level line runs through the middle: at the bottom it would look like zero.
  const ends = low === high ? ([low - 1, high + 1] as const) : ([low, high] as const);
  const place = placesIn({ width, height, margin: PAD }, [0, values.length - 1], ends);
  return values.map((value, at) => place(at, value));
}

/**
 * A small line without axes. It is decorative: the text next to it gives its figures, so
 * screen readers skip it.
 */
export function Sparkline({ points, through, width = 100, height = 36 }: SparklineProps) {
  const gradient = useId();
  // The line passes over hidden points.
  const values = points.map(([, value]) => value).filter((value) => value !== null);
  // A single dot has no meaning.
  if (values.length < 2) return null;
  const at = sparkPlaces(values, width, height);
  const path = (from: number, to?: number) => `M${linePath(at.slice(from, to))}`;
  const isUnfinished = typeof through === "string";
  const last = `${path(-1)} h0.01`;
  return (
    <svg
      className={css.line}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      // Stretched to fit: strokes have a fixed width, and the dot is a stroke too.
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.18" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0" />
        </linearGradient>
      </defs>
      <path d={`${path(0)} V${height} H${PAD} Z`} fill={`url(#${gradient})`} />
      <path d={path(0, isUnfinished ? -1 : undefined)} className={css.stroke} />
      {isUnfinished && <path d={path(-2)} className={css.stroke} data-unfinished="" />}
      <path d={last} className={css.ring} />
      <path d={last} className={css.dot} />
      {isUnfinished && <path d={last} className={css.hole} />}
    </svg>
  );
}
