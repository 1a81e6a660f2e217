import type { Slice } from "../chart/models";
import css from "./SmallPie.module.css";

export type SmallPieProps = {
  /** Largest first, as in a pie's model. */
  readonly slices: readonly Slice[];
  /** The text in the middle. */
  readonly middle?: string | undefined;
  /** The text with all digits, shown on hover. */
  readonly whole?: string | undefined;
  /** What the middle counts, written below it if the ring is large enough. */
  readonly caption?: string | undefined;
};

/** A part of a ring of length 100: its start and its length. */
export type Arc = { readonly start: number; readonly length: number };

/** The gap between two parts, in hundredths of the ring. */
const GAP = 1;
/** The length of a part smaller than the gap. */
const LEAST = 0.6;

/** The parts of a ring: each slice's share, less the gap to the next. One slice alone is the whole ring. */
export function arcsOf(values: readonly number[]): Arc[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  const round = (n: number) => Math.round(n * 100) / 100;
  let start = 0;
  return values.map((value) => {
    const share = total > 0 ? (100 * value) / total : 0;
    const arc = {
      start: round(start),
      length: round(values.length === 1 ? share : Math.max(LEAST, share - GAP)),
    };
    start += share;
    return arc;
  });
}

const RADIUS = 40;
const WIDTH = 13;
const SIZE = 2 * RADIUS + WIDTH;
const CENTRE = SIZE / 2;

/**
 * A small ring, drawn without the chart library. It is decorative: the text next to it gives its shares,
 * so screen readers skip it.
 */
export function SmallPie({ slices, middle, whole, caption }: SmallPieProps) {
  const arcs = arcsOf(slices.map(({ value }) => value));
  return (
    <svg className={css.pie} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
      {whole && whole !== middle && <title>{whole}</title>}
      <g transform={`rotate(-90 ${CENTRE} ${CENTRE})`} fill="none" strokeWidth={WIDTH}>
        {slices.map(({ name, colour }, at) => (
          <circle
            key={name}
            className={css.colour}
            data-colour={colour}
            cx={CENTRE}
            cy={CENTRE}
            r={RADIUS}
            stroke="currentColor"
            pathLength={100}
            strokeDasharray={`${arcs[at]?.length ?? 0} 100`}
            strokeDashoffset={-(arcs[at]?.start ?? 0)}
          />
        ))}
      </g>
      {middle && (
        <text
          className={css.middle}
          x={CENTRE}
          y={caption ? CENTRE - 4 : CENTRE}
          textAnchor="middle"
          dominantBaseline="central"
        >
          {middle}
        </text>
      )}
      {caption && (
        <text
          className={css.caption}
          x={CENTRE}
          y={CENTRE + 10}
          textAnchor="middle"
          dominantBaseline="central"
        >
          {caption}
        </text>
      )}
    </svg>
  );
}

/** The mark that connects a name with its part of the ring. */
export function SmallPieKey({ colour }: Pick<Slice, "colour">) {
  return (
    <svg className={css.colour} data-colour={colour} width="8" height="8" aria-hidden="true">
      <rect width="8" height="8" rx="2.5" fill="currentColor" />
    </svg>
  );
}
