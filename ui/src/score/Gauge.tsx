import { useId } from "react";
import { type Scale, tickAt, ticks } from "../kit/ticks";
import classes from "./Gauge.module.css";

const SCALE: Scale = { cx: 100, cy: 100, inner: 74, outer: 89, spread: 123 };
const TICKS = ticks(SCALE, 53);

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
        {TICKS.map((tick, i) => (
          <line
            key={`${tick.x1},${tick.y1}`}
            className={classes.track}
            {...tick}
            data-lit={i <= lit || undefined}
          />
        ))}
        {score !== null &&
          TICKS.slice(0, lit + 1).map((tick, i) => (
            <line
              key={`${tick.x1},${tick.y1}`}
              className={classes.lit}
              stroke={`url(#${gradient})`}
              style={{ transitionDelay: `${i * 8}ms` }}
              {...tick}
            />
          ))}
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
