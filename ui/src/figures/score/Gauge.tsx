import { useId } from "react";
import { pathOf, type Scale, tickAt, ticks } from "../../kit/ticks";
import classes from "./Gauge.module.css";

const SCALE: Scale = { cx: 100, cy: 100, inner: 74, outer: 89, spread: 123 };
const TICKS = ticks(SCALE, 53);
/** How many ticks light up at the same time, and the delay in milliseconds from one tick to the next. */
const TOGETHER = 3;
const DELAY_MS = 8;

/**
 * The score as ticks around its figure; the white tick is last month's score.
 * @param label the text alternative: the drawing itself is hidden from screen readers
 */
export function Gauge({
  score,
  lastMonth,
  label,
  children,
}: {
  score: number | null;
  lastMonth: number | null;
  label: string;
  children: React.ReactNode;
}) {
  const gradient = useId();
  const lit = score === null ? -1 : Math.round((score / 100) * (TICKS.length - 1));
  return (
    <div className={classes.gauge} role="img" aria-label={label}>
      <svg viewBox="0 0 200 158" aria-hidden="true">
        <defs>
          <linearGradient id={gradient} gradientUnits="userSpaceOnUse" x1="10" y1="150" x2="180" y2="40">
            <stop offset="0" className={classes.from} />
            <stop offset="0.6" className={classes.via} />
            <stop offset="1" className={classes.to} />
          </linearGradient>
        </defs>
        <path className={classes.track} d={pathOf(TICKS.slice(lit + 1))} />
        {Array.from({ length: Math.ceil((lit + 1) / TOGETHER) }, (_, group) => group * TOGETHER).map(
          (first) => (
            <path
              key={first}
              className={classes.lit}
              stroke={`url(#${gradient})`}
              style={{ transitionDelay: `${first * DELAY_MS}ms` }}
              d={pathOf(TICKS.slice(first, Math.min(first + TOGETHER, lit + 1)))}
            />
          ),
        )}
        {lastMonth !== null && (
          <>
            <line className={classes.halo} {...tickAt(SCALE, lastMonth / 100, 3)} />
            <line className={classes.last} {...tickAt(SCALE, lastMonth / 100, 3)} />
          </>
        )}
      </svg>
      <div className={classes.figure} aria-hidden="true">
        {children}
      </div>
    </div>
  );
}
