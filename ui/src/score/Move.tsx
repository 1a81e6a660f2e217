import { ArrowDown, ArrowUp } from "lucide-react";
import { formatMove } from "./describeScore";
import classes from "./Move.module.css";

/** A move in points on the dark sidebar: arrow, sign, figure. */
export function Move({ points, suffix, arrow = true }: { points: number; suffix?: string; arrow?: boolean }) {
  const Arrow = points > 0 ? ArrowUp : ArrowDown;
  return (
    <span className={classes.move} data-sign={Math.sign(points)}>
      {arrow && points !== 0 && <Arrow aria-hidden="true" strokeWidth={2.25} />}
      {formatMove(points)}
      {suffix && ` ${suffix}`}
    </span>
  );
}
