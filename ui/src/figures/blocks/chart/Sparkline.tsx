import { useId } from "react";
import type { Point } from "../../../generated/wire";
import css from "./Sparkline.module.css";

export type SparklineProps = {
  readonly points: readonly Point[];
  /** The last day counted in an unfinished last period; the line to its point is dashed. */
  readonly through?: string | null | undefined;
  readonly width?: number;
  readonly height?: number;
};

const PAD = 4;

/** The coordinates of the points in a box: the smallest value at the bottom, the largest at the top. */
export function linePath(values: readonly number[], width: number, height: number): [x: number, y: number][] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const span = high - low;
  const step = values.length > 1 ? (width - 2 * PAD) / (values.length - 1) : 0;
  const round = (n: number) => Math.round(n * 100) / 100;
  return values.map((value, at) => [
    round(values.length > 1 ? PAD + at * step : width - PAD),
    // A level line runs through the middle: at the bottom it would look like zero.
    round(span === 0 ? height / 2 : PAD + (1 - (value - low) / span) * (height - 2 * PAD)),
  ]);
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
  const at = linePath(values, width, height);
  const path = (from: number, to?: number) =>
    `M${at
      .slice(from, to)
      .map(([x, y]) => `${x},${y}`)
      .join(" L")}`;
  const isUnfinished = typeof through === "string";
  const [lastX, lastY] = at.at(-1) ?? [0, 0];
  const [firstX] = at[0] ?? [0];
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
      <path d={`${path(0)} L${lastX},${height} L${firstX},${height} Z`} fill={`url(#${gradient})`} />
      <path d={path(0, isUnfinished ? -1 : undefined)} className={css.stroke} />
      {isUnfinished && <path d={path(-2)} className={css.stroke} data-unfinished="" />}
      <path d={`M${lastX},${lastY} h0.01`} className={css.ring} />
      <path d={`M${lastX},${lastY} h0.01`} className={css.dot} />
      {isUnfinished && <path d={`M${lastX},${lastY} h0.01`} className={css.hole} />}
    </svg>
  );
}
